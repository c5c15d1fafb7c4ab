"""Chances beside those counted deal by deal, from the whole history of a game."""

from itertools import product
from random import Random

import numpy as np

from llq.solver.literature.engine import PLAYERS
from llq.solver.literature.inference import knowledge, posterior
from llq.solver.literature.inference.knowledge import make_view
from llq.solver.literature.log import decode_holders, encode_holders
from llq.solver.literature.rules import HALF_SIZE, HALF_SUITS, MOST_CARDS, find_card, half_suit_name
from tests.oracles.literature import Claim, count_deals, number_of_splits, unlocated
from tests.solver.literature.games import positions


def late_positions(rules, seed, least, most, games, most_each=2):
    """Yield the row, referee and a seat in some late positions, at most ``most_each`` a game.

    Between ``least`` and ``most`` ways to give the cards that the seat has not seen are to be
    tried. Every other game has guessed claims.
    """
    for game in range(games):
        source = Random(f"{seed}/{game}")
        moments = [
            (len(referee.moves), seat)
            for _, referee in positions(rules, 1000 * seed + game, claims=12 * (game % 2))
            for seat in range(rules.players)
            if least <= number_of_splits(unlocated(referee, seat)[1]) <= most
        ]
        chosen = set(source.sample(moments, min(most_each, len(moments))))
        for row, referee in positions(rules, 1000 * seed + game, claims=12 * (game % 2)):
            for seat in range(rules.players):
                if (len(referee.moves), seat) in chosen:
                    yield row, referee, seat


def is_special(referee):
    """Return whether a game has had a wrong claim, and whether a hand has run out."""
    claims = [move for move in referee.moves if isinstance(move, Claim)]
    return any(move.said != move.true for move in claims), not all(referee.hands)


def compare(row, referee, seat, space, exact=0.0):
    """Compare a seat's chances with those counted deal by deal; return what the view lacks.

    That is how many facts, that a player holds or lacks a card, are so in every deal that agrees,
    and how many of them the view does not have.
    """
    view = make_view()
    assert knowledge.infer(row, seat, view)
    assert posterior.find_chances(row, view, space)
    count = count_deals(referee, seat)
    pack, players = referee.pack, int(row[PLAYERS])
    assert count.deals > 0  # the true one agrees
    assert space.deals[1] == 1.0
    assert abs(space.deals[0] - count.deals) <= exact * count.deals
    counts = np.zeros((8, MOST_CARDS))
    for (player, card), deals in count.held.items():
        counts[player, find_card(card, pack)] = deals
    np.testing.assert_allclose(space.held, counts / count.deals, rtol=0, atol=max(exact, 1e-15))
    for half in range(HALF_SUITS):
        name = half_suit_name(half)
        if name in referee.owners:
            continue
        for team in (0, 1):
            right = 0
            for holders in product(range(team, players, 2), repeat=HALF_SIZE):
                deals = count.claims[name, holders]
                right += deals
                if deals or sum(holders) % 7 == 0 or players == 4:
                    chance = posterior.chance_of_claim(half, encode_holders(holders), space)
                    assert abs(chance - deals / count.deals) <= max(exact, 1e-15)
            chance = posterior.chance_of_team(half, team, space)
            assert abs(chance - right / count.deals) <= max(exact, 1e-14)
            claim = posterior.likeliest_claim(row, team, half, space)
            holders = decode_holders(int(claim))
            assert set(holders) <= set(range(team, players, 2))
            best = max(
                (
                    deals
                    for (other, seats), deals in count.claims.items()
                    if other == name and set(seats) <= set(range(team, players, 2))
                ),
                default=0,
            )
            assert count.claims[name, holders] == best
    facts = missed = 0
    for card, player in product(np.flatnonzero(counts.any(0)).tolist(), range(players)):
        deals = counts[player, card]
        possible = bool(int(view.may[player]) >> card & 1)
        certain = bool(int(view.held[player]) >> card & 1)
        assert possible or deals == 0  # sound
        assert deals == count.deals or not certain
        facts += (deals == 0) + (deals == count.deals)
        missed += (possible and deals == 0) + (deals == count.deals and not certain)
    return facts, missed
