"""With 54 cards and declare windows: chances and forced claims, by replaying every deal."""

from itertools import product
from math import prod
from random import Random

import numpy as np
import pytest

from llq.query.literature.play.engines import agent
from llq.solver.literature.actions import Claim
from llq.solver.literature.inference import posterior
from llq.solver.literature.log import encode_holders
from llq.solver.literature.rules import (
    IN_HALF,
    MOST_CARDS,
    MOST_HALF_SUITS,
    Stage,
    find_card,
    find_half_suit,
    find_rules,
    half_suit_name,
)
from tests.oracles.literature import RefusedError, number_of_splits, splits
from tests.oracles.literature_windows import SEATS, WindowReferee
from tests.solver.literature.test_window_state import begun, choice, repeat

PACK = find_rules("us54").pack
MOST_SPLITS = 150
GUESSES = 0.004
SEEDS = {"us54": 40, "fishlab": 40}
MATES = {team: range(team, SEATS, 2) for team in (0, 1)}


def unseen(referee, seat):
    """Return the cards that a seat cannot place, and how many of them each other seat holds."""
    where = {}
    for kind, *event in referee.public:
        if kind == "ask":
            asker, _, card, hit = event
            where |= {card: asker} if hit else {}
    for half in referee.owners:
        for card in referee.halves[half]:
            where.pop(card, None)
    hidden = [hand - set(where) for hand in referee.hands]
    cards = sorted(set().union(*(hand for other, hand in enumerate(hidden) if other != seat)))
    return cards, {s: len(hand) for s, hand in enumerate(hidden) if s != seat and hand}


def hidden_claims(referee):
    """Return how many cards each seat held of each wrong claim whose holders stay hidden."""
    return {
        event[1]: {seat: held for seat, held in enumerate(event[4]) if held}
        for kind, *event in referee.public
        if kind == "declare" and isinstance(event[4], tuple)
    }


def ways_to_hide(referee):
    """Yield who may have held the cards of each of those claims."""
    each = [
        [
            (half, {card: seat for seat, held in split.items() for card in held})
            for split in splits(referee.halves[half], rooms)
        ]
        for half, rooms in hidden_claims(referee).items()
    ]
    for chosen in product(*each):
        yield dict(chosen)


def dealt(hands, public, hidden):
    """Return the hands that were dealt, by undoing what everyone saw; None if that cannot be."""
    hands = [set(hand) for hand in hands]
    for kind, *event in reversed(public):
        if kind == "ask" and event[3]:
            asker, target, card, _ = event
            if card not in hands[asker]:
                return None
            hands[asker].remove(card)
            hands[target].add(card)
        elif kind == "declare":
            for card, seat in hidden.get(event[1], event[4]).items():
                hands[seat].add(card)
    return hands


def goes_alike(referee, first, hands, moves):
    """Return whether the moves are legal from a deal and look as they did.

    ``moves`` are the actions in words, those of offers declined among them.
    """
    again = WindowReferee(referee.variant, hands, first)
    try:
        for action in moves:
            repeat(again, action)
    except RefusedError:
        return False
    return again.public == referee.public and again.stage is referee.stage


def looks_alike(referee, hands):
    """Return whether asks and claims alone could be and look as they did from a deal.

    That somebody could ask when they declined, or had only whole half suits, is not looked at.
    """
    hands, home = [set(hand) for hand in hands], referee.home
    for kind, *event in referee.public:
        if kind == "ask":
            asker, target, card, hit = event
            own = hands[asker]
            licensed = any(home[other] == home[card] for other in own)
            if card in own or not licensed or (card in hands[target]) != hit:
                return False
            if hit:
                hands[target].remove(card)
                own.add(card)
        elif kind == "declare":
            _, _, said, right, shown, _ = event
            true = {card: s for s, hand in enumerate(hands) for card in hand if card in said}
            counts = tuple([*true.values()].count(s) for s in range(SEATS))
            if (true == said) != right or shown not in (true, counts):
                return False
            for hand in hands:
                hand.difference_update(said)
    return True


def agreeing(referee, seat, first, moves):
    """Return the hands that agree with asks and claims, and those with every decision."""
    cards, rooms = unseen(referee, seat)
    placed = [hand if s == seat else hand - set(cards) for s, hand in enumerate(referee.hands)]
    loose, strict = [], []
    for split in splits(cards, rooms):
        hands = [hand | set(split.get(s, ())) for s, hand in enumerate(placed)]
        for hidden in ways_to_hide(referee):
            start = dealt(hands, referee.public, hidden)
            if start is not None and looks_alike(referee, start):
                loose.append(hands)
                if goes_alike(referee, first, start, moves):
                    strict.append(hands)
    return loose, strict


def late_positions(variant, seeds):
    """Yield state, referee, first mover and moves where few deals are left for the seat to act."""
    for seed in seeds:
        state, referee = begun(variant, seed)
        random, first, moves, wanted = Random(seed), referee.turn, [], 3
        own = agent("possible", seed)
        while not state.is_terminal:
            seat = state.current_player
            if state.stage is not Stage.WINDOW and random.random() < 0.3 and wanted:
                rooms = [unseen(referee, seat)[1], *hidden_claims(referee).values()]
                if 1 < prod(map(number_of_splits, rooms)) <= MOST_SPLITS:
                    wanted -= 1
                    yield state, referee, first, moves
            is_guess = state.stage is Stage.WINDOW and random.random() < GUESSES
            action = random.choice(state.legal_actions()) if is_guess else own.choose(state)
            words = state.action_of(action)
            state.apply(words)
            repeat(referee, words)
            moves.append(words)


def shares(hands):
    """Return the share of deals in which each player holds each card."""
    held = np.zeros((8, MOST_CARDS))
    for deal in hands:
        for seat, hand in enumerate(deal):
            for card in hand:
                held[seat, find_card(card, PACK)] += 1
    return held / len(hands)


@pytest.mark.parametrize("variant", ["us54", "fishlab"])
def test_chances_with_54_cards_are_those_of_replaying_every_deal(variant):
    """In late positions the exact chances are the deals' that asks and claims leave, to 1e-12.

    Wrong claims whose holders stay hidden are among them. Deals that the stages of the game tell
    apart besides are fewer: what a view is certain of is so in them too.
    """
    compared = hidden = 0
    for state, referee, first, moves in late_positions(variant, range(SEEDS[variant])):
        seat = state.current_player
        view = state.view()
        loose, strict = agreeing(referee, seat, first, moves)
        np.testing.assert_allclose(view.posterior.held, shares(loose), rtol=0, atol=1e-12)
        assert referee.hands in strict
        left = shares(strict)
        for player in range(SEATS):
            for card in range(PACK.cards):
                assert left[player, card] == 0 or view.view.may[player] >> card & 1
                assert left[player, card] == 1 or not view.view.held[player] >> card & 1
        for half in map(half_suit_name, range(MOST_HALF_SUITS)):
            if half not in referee.owners:
                number = find_half_suit(half, PACK)
                for team in (0, 1):
                    right = sum(team_holds(referee, deal, half, team) for deal in loose)
                    chance = posterior.chance_of_team(number, team, view.posterior)
                    assert abs(chance - right / len(loose)) < 1e-12
        compared += 1
        hidden += bool(hidden_claims(referee))
    assert compared >= 12
    assert hidden or variant == "us54"


def team_holds(referee, hands, half, team):
    """Return whether a team holds a half suit."""
    held = set().union(*(hands[seat] for seat in MATES[team]))
    return held.issuperset(referee.halves[half])


@pytest.mark.parametrize("variant", ["us54", "fishlab"])
def test_forced_claims_are_the_likeliest_that_the_offer_asks_for(variant):
    """Who must claim says what no other claim beats, by exact chances; rungs ask for as much.

    On a rung a player claims if the likeliest claim is as likely as it asks for, else declines.
    """
    player, forced, declined = agent("greedy"), 0, 0
    for seed in range(40 if variant == "fishlab" else 160):
        state, _ = begun(variant, seed)
        random = Random(seed)
        while not state.is_terminal:
            declines = state.action_count - 1 in state.legal_actions()
            must = state.stage is Stage.WINDOW and not declines
            if state.stage is Stage.FORCED or must:
                view, action = state.view(), state.action_of(player.choose(state))
                best = max(
                    claim_chance(view, half, holders)
                    for half in view.claimable
                    for holders in product(MATES[view.seat % 2], repeat=IN_HALF)
                )
                needed = view.perspective.needed_chance if view.may_decline else 0.0
                assert isinstance(action, Claim) == (best >= needed or not view.may_decline)
                if isinstance(action, Claim):
                    made = claim_chance(view, action.half_suit, action.holders)
                    assert made == pytest.approx(best, abs=1e-12)
                    forced += 1
                declined += not isinstance(action, Claim)
            state.apply(choice(state, random))
    assert forced > 5
    assert declined or variant == "us54"


def claim_chance(view, half, holders):
    """Return the exact chance that a claim is right."""
    number = find_half_suit(half, PACK)
    return posterior.chance_of_claim(number, encode_holders(holders), view.posterior)
