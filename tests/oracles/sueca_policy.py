"""Plain twins of the policy of Sueca: what a seat sees of a card, chances, likelihoods, games.

Written from what `llq.solver.sueca.policy.situations` says in words, on the referee's cards; the
features and their weights are data and are taken from there, as are the order and the weights of
the network's inputs (`policy.network`).
"""

from collections import defaultdict
from copy import deepcopy
from functools import cache
from math import exp, prod

from llq.solver.sueca.policy.network import (
    BEST,
    BLOCK,
    POINTS_ON_TABLE,
    SITUATION,
    SIZE,
    TAKEN,
    trained,
)
from llq.solver.sueca.policy.situations import FEATURES, Case, case_of, fitted
from tests.oracles.sueca import DECK, RANKS, SUITS, winning_place, worth

KINDS = [0, 2, 3, 4, 10, 11]
PLACES = {  # by place in the trick and whether the partner is ahead: best card not safe, or safe
    (1, False): (0, 1), (2, True): (3, 2), (2, False): (4, 4),
    (3, True): (5, 5), (3, False): (6, 6),
}  # fmt: skip


def over(card, other):
    """Return whether a card outranks another of its suit."""
    return card[1] == other[1] and RANKS.index(card[0]) < RANKS.index(other[0])


def seen(referee):
    """Return the mover, hand, table and trumps, and the cards that the mover has not seen."""
    hand = referee.hands[referee.seat]
    unseen = [c for c in DECK if c not in referee.log and c not in hand]
    return referee.seat, hand, referee.table, referee.trump, unseen


def case(referee, card):
    """Return what the mover sees of a legal card."""
    seat, hand, table, trump, unseen = seen(referee)
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
        place=PLACES[place, ahead][safe], phase=0, trumps_out=0,
        table=sum(points > most for most in (0, 6, 13)),
        is_risky=risky, is_void=all(c[1] != led for c in hand),
        beats=winning_place([*table, card], trump) == place, **shared,
    )  # fmt: skip


def score(referee, card, weights):
    """Return a card's score in points."""
    kind, seen = KINDS.index(worth([card])), case(referee, card)
    return sum(row[kind] for f, row in zip(FEATURES, weights, strict=True) if f.holds(seen))


def by_score(scores, temperature):
    """Return the chance of each card, from its score in points."""
    units = {card: exp(points / temperature) for card, points in scores.items()}
    return {card: unit / sum(units.values()) for card, unit in units.items()}


def chances(referee, weights, temperature):
    """Return the chance of each legal card."""
    scores = {card: score(referee, card, weights) for card in referee.legal()}
    return by_score(scores, temperature)


def network_chances(referee, weights, temperature):
    """Return the network's chance of each legal card."""
    return by_score(network_scores(referee, weights), temperature)


def styles(temperature, network_temperature):
    """Return the chances of cards by the fitted features, and by the trained network."""
    return (
        lambda referee: chances(referee, fitted(), temperature),
        lambda referee: network_chances(referee, trained(), network_temperature),
    )


def likelihood(replayed, log, watcher, styles, mixture):
    """Return the chance of all cards of a log but the watcher's, in a game from its deal on.

    Each seat has one of the styles, functions of the game that return `chances`, as likely as
    another.
    """
    products = {seat: [1.0] * len(styles) for seat in range(4) if seat != watcher}
    for card in log:
        for style, of in enumerate(styles):
            if replayed.seat != watcher:
                found = of(replayed)
                chance = mixture / len(found) + (1 - mixture) * found[card]
                products[replayed.seat][style] *= chance
        replayed.play(card)
    return prod(sum(product) / len(styles) for product in products.values())


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


def rank(card):
    """Return a card's rank, ascending."""
    return len(RANKS) - 1 - RANKS.index(card[0])


def inputs(referee, suit):
    """Return the network's inputs that are 1 for the mover's cards of a suit, as (what, …)."""
    seat, hand, table, trump, unseen = seen(referee)
    voids, found = referee.voids(), set()
    for other in SUITS:
        if other == suit:
            part = "own trump" if suit == trump else "own"
        elif other == trump:
            part = "trumps"
        else:
            part = "led" if table and other == table[0][1] else "rest"
        held, out = ([c for c in cards if c[1] == other] for cards in (hand, unseen))
        ones = [("held", rank(c)) for c in held]
        ones += [("unseen", rank(c)) for c in out]
        ones += [("length", min(len(held), 4)), ("out", min(len(out), 7))]
        ones += [("lacks", n) for n in range(3) if other in voids[(seat + 1 + n) % 4]]
        found |= {(part, other if part == "rest" else "", *one) for one in ones}
    found.add(("hand", len(hand)))
    for side, what in ((seat % 2, "mine"), (1 - seat % 2, "theirs")):
        found.add((what, min(referee.points(side) // 15, 7)))
    if table:
        best = table[winning_place(table, trump)]
        found.add(("points", sum(worth(table) > most for most in (0, 2, 4, 7, 11, 15, 21))))
        found.add(("ruffed" if best[1] != table[0][1] else "best", rank(best)))
    return found


def input_number(one):
    """Return the number of an input; those of the situation are not among `inputs`."""
    if one[0] == "hand":
        return SIZE + one[1] - 1
    if one[0] in ("mine", "theirs"):
        return TAKEN + one[1] + 8 * (one[0] == "theirs")
    if one[0] == "points":
        return POINTS_ON_TABLE + one[1]
    if one[0] in ("best", "ruffed"):
        return BEST + one[1] + 10 * (one[0] == "ruffed")
    part, _, kind, number = one
    first = {"held": 0, "unseen": 10, "length": 20, "out": 25, "lacks": 33}[kind]
    return BLOCK * ["own", "own trump", "trumps", "led", "rest"].index(part) + first + number


def network_scores(referee, weights):
    """Return the network's score of each legal card, by its weights."""
    scores = {}
    for card in referee.legal():
        numbers = [input_number(one) for one in inputs(referee, card[1])]
        situation, role = situations()[case(referee, card)]
        sums = weights.bias[0] + weights.inputs[[*numbers, SITUATION + situation]].sum(axis=0)
        units = [max(float(x), 0.0) for x in sums]
        outputs = rank(card) + 10 * (card[1] == referee.trump), 20 + role // 8
        scores[card] = sum(
            weights.offset[output, 0]
            + sum(w * u for w, u in zip(weights.outputs[output], units, strict=True))
            for output in outputs
        )
    return scores


@cache
def situations():
    """Return the first situation and role, without the kind of card, by what is seen."""
    numbers = [(s, role) for s in range(9 + 7 * 16) for role in range(0, 256, 8)]
    return {case_of(*number): number for number in reversed(numbers)}
