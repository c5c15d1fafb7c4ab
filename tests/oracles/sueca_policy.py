"""Plain twins of the policy of Sueca: what a seat sees of a card, chances, likelihoods, games.

Written from what `llq.solver.sueca.policy.situations` says in words, on the referee's cards; the
features and their weights are data and are taken from there, as are the order and the weights of
the network's inputs (`policy.network`).
"""

from collections import defaultdict
from copy import deepcopy
from functools import cache
from math import exp, prod
from operator import mul

from llq.solver.sueca.policy import network
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
    unseen = [card for card in DECK if card not in referee.log and card not in hand]
    return referee.seat, hand, referee.table, referee.trump, unseen


def case(referee, card):
    """Return what the mover sees of a legal card."""
    seat, hand, table, trump, unseen = seen(referee)
    out = {suit: sum(other[1] == suit for other in unseen) for suit in SUITS}
    voids = referee.voids()
    shared = {
        "is_trump": card[1] == trump,
        "is_master": not any(over(other, card) for other in unseen),
        "length": min(4, sum(other[1] == card[1] for other in hand)),
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
    safe = not any(over(other, table[best]) for other in unseen)
    if place == 2 and ahead:
        safe = safe and not risky
    points = worth(table)
    return Case(
        place=PLACES[place, ahead][safe], phase=0, trumps_out=0,
        table=sum(points > most for most in (0, 6, 13)),
        is_risky=risky, is_void=all(other[1] != led for other in hand),
        beats=winning_place([*table, card], trump) == place, **shared,
    )  # fmt: skip


def score(referee, card, weights):
    """Return a card's score in points."""
    kind, situation = KINDS.index(worth([card])), case(referee, card)
    rows = zip(FEATURES, weights, strict=True)
    return sum(row[kind] for feature, row in rows if feature.holds(situation))


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
        lambda referee: network_chances(referee, network.trained(), network_temperature),
    )


def likelihood(replayed, log, watcher, styles, mixture):
    """Return the chance of all cards of a log but the watcher's, in a game from its deal on.

    Each seat has one of the styles, functions of the game that return `chances`, as likely as
    another.
    """
    products = {seat: [1.0] * len(styles) for seat in range(4) if seat != watcher}
    for card in log:
        for style, chances_of in enumerate(styles):
            if replayed.seat != watcher:
                shares = chances_of(replayed)
                chance = mixture / len(shares) + (1 - mixture) * shares[card]
                products[replayed.seat][style] *= chance
        replayed.play(card)
    return prod(sum(product) / len(styles) for product in products.values())


def outcomes(referee, weights, temperature):
    """Return the distribution of North and South's points at the end of the game."""
    if not any(referee.hands):
        return {referee.points(0): 1.0}
    totals = defaultdict(float)
    for card, chance in chances(referee, weights, temperature).items():
        after = deepcopy(referee)
        after.play(card)
        for points, part in outcomes(after, weights, temperature).items():
            totals[points] += chance * part
    return dict(totals)


def rank(card):
    """Return a card's rank, ascending."""
    return len(RANKS) - 1 - RANKS.index(card[0])


def inputs(referee, suit):
    """Return the network's inputs that are 1 for the mover's cards of a suit, as (what, …)."""
    seat, hand, table, trump, unseen = seen(referee)
    voids, ones = referee.voids(), set()
    for other in SUITS:
        if other == suit:
            part = "own trump" if suit == trump else "own"
        elif other == trump:
            part = "trumps"
        else:
            part = "led" if table and other == table[0][1] else "rest"
        own, hidden = ([card for card in cards if card[1] == other] for cards in (hand, unseen))
        suit_ones = [("held", rank(card)) for card in own]
        suit_ones += [("unseen", rank(card)) for card in hidden]
        suit_ones += [("length", min(len(own), 4)), ("out", min(len(hidden), 7))]
        suit_ones += [("lacks", n) for n in range(3) if other in voids[(seat + 1 + n) % 4]]
        ones |= {(part, other if part == "rest" else "", *parts) for parts in suit_ones}
    ones.add(("hand", len(hand)))
    for side, name in ((seat % 2, "mine"), (1 - seat % 2, "theirs")):
        ones.add((name, min(referee.points(side) // 15, 7)))
    if table:
        best = table[winning_place(table, trump)]
        ones.add(("points", sum(worth(table) > most for most in (0, 2, 4, 7, 11, 15, 21))))
        ones.add(("ruffed" if best[1] != table[0][1] else "best", rank(best)))
    return ones


def input_number(parts):
    """Return the number of an input; those of the situation are not among `inputs`."""
    if parts[0] == "hand":
        return network.SIZE + parts[1] - 1
    if parts[0] in ("mine", "theirs"):
        return network.TAKEN + parts[1] + 8 * (parts[0] == "theirs")
    if parts[0] == "points":
        return network.POINTS_ON_TABLE + parts[1]
    if parts[0] in ("best", "ruffed"):
        return network.BEST + parts[1] + 10 * (parts[0] == "ruffed")
    part, _, kind, number = parts
    block = ["own", "own trump", "trumps", "led", "rest"].index(part)
    first = {"held": 0, "unseen": 10, "length": 20, "out": 25, "lacks": 33}[kind]
    return network.BLOCK * block + first + number


def network_scores(referee, weights):
    """Return the network's score of each legal card, by its weights."""
    scores = {}
    for card in referee.legal():
        numbers = [input_number(parts) for parts in inputs(referee, card[1])]
        situation, role = situations()[case(referee, card)]
        rows = [*numbers, network.SITUATION + situation]
        sums = weights.bias[0] + weights.inputs[rows].sum(axis=0)
        units = [max(float(x), 0.0) for x in sums]
        outputs = rank(card) + 10 * (card[1] == referee.trump), 20 + role // 8
        scores[card] = sum(
            weights.offset[output, 0] + sum(map(mul, weights.outputs[output], units))
            for output in outputs
        )
    return scores


@cache
def situations():
    """Return the first situation and role, without the kind of card, by what is seen."""
    numbers = [(situation, role) for situation in range(9 + 7 * 16) for role in range(0, 256, 8)]
    return {case_of(*number): number for number in reversed(numbers)}
