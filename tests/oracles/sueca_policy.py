"""Plain twins of the policy of Sueca: what a seat sees of a card, chances, likelihoods, games.

Written from what `llq.solver.sueca.policy.situations` says in words, on the referee's cards; the
features and their weights are data and are taken from there.
"""

from collections import defaultdict
from copy import deepcopy
from math import exp

from llq.solver.sueca.policy.situations import FEATURES, Case
from tests.oracles.sueca import DECK, RANKS, SUITS, winning_place, worth

KINDS = [0, 2, 3, 4, 10, 11]
PLACES = {  # by place in the trick, whether the partner is ahead and the best card is safe
    (1, False, False): 0,
    (1, False, True): 1,
    (2, True, True): 2,
    (2, True, False): 3,
    (2, False, False): 4,
    (2, False, True): 4,
    (3, True, False): 5,
    (3, True, True): 5,
    (3, False, False): 6,
    (3, False, True): 6,
}


def over(card, other):
    """Return whether a card outranks another of its suit."""
    return card[1] == other[1] and RANKS.index(card[0]) < RANKS.index(other[0])


def case(referee, card):
    """Return what the mover sees of a legal card."""
    seat, hand, table, trump = (
        referee.seat,
        referee.hands[referee.seat],
        referee.table,
        referee.trump,
    )
    unseen = [c for c in DECK if c not in referee.log and c not in hand]
    out = {suit: sum(c[1] == suit for c in unseen) for suit in SUITS}
    voids = referee.voids()
    shared = {
        "is_trump": card[1] == trump,
        "is_master": not any(over(c, card) for c in unseen),
        "length": min(4, sum(c[1] == card[1] for c in hand)),
    }
    if not table:
        lacked = voids[(seat + 1) % 4] | voids[(seat + 3) % 4]
        risky = card[1] != trump and out[trump] and (card[1] in lacked or out[card[1]] <= 3)
        phase = 0 if len(hand) >= 8 else 1 if len(hand) >= 5 else 2
        return Case(
            place=-1, phase=phase, trumps_out=min(2, -(-out[trump] // 3)), table=0,
            is_risky=bool(risky), is_void=False, beats=False, **shared,
        )  # fmt: skip
    led, place = table[0][1], len(table)
    best = winning_place(table, trump)
    ahead = (place - best) % 2 == 0
    risky = (
        place < 3
        and led != trump
        and out[trump] > 0
        and (led in voids[(seat + 1) % 4] or out[led] <= 3)
    )
    safe = not any(over(c, table[best]) for c in unseen)
    if place == 2 and ahead:
        safe = safe and not risky
    points = worth(table)
    return Case(
        place=PLACES[place, ahead, safe], phase=0, trumps_out=0,
        table=sum(points > most for most in (0, 6, 13)),
        is_risky=risky, is_void=all(c[1] != led for c in hand),
        beats=winning_place([*table, card], trump) == place, **shared,
    )  # fmt: skip


def score(referee, card, weights):
    """Return a card's score in points."""
    kind, seen = KINDS.index(worth([card])), case(referee, card)
    return sum(row[kind] for f, row in zip(FEATURES, weights, strict=True) if f.holds(seen))


def chances(referee, weights, temperature):
    """Return the chance of each legal card."""
    cards = referee.legal()
    units = [exp(score(referee, card, weights) / temperature) for card in cards]
    return {card: unit / sum(units) for card, unit in zip(cards, units, strict=True)}


def likelihood(replayed, log, watcher, weights, temperature, mixture):
    """Return the chance of all cards of a log but the watcher's, in a game from its deal on."""
    product = 1.0
    for card in log:
        found = chances(replayed, weights, temperature)
        if replayed.seat != watcher:
            product *= mixture / len(found) + (1 - mixture) * found[card]
        replayed.play(card)
    return product


def outcomes(referee, weights, temperature):
    """Return the distribution of North and South's points at the end of the game."""
    if not any(referee.hands):
        return {referee.points(0): 1.0}
    found = defaultdict(float)
    for card, chance in chances(referee, weights, temperature).items():
        after = deepcopy(referee)
        after.play(card)
        for points, part in outcomes(after, weights, temperature).items():
            found[points] += chance * part
    return dict(found)
