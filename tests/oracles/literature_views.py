"""What the rules of inference say, in plain Python: cards as sets, counts by player and half suit.

Written from the three rules in `solver.literature.inference.knowledge`.
"""

from typing import NamedTuple

HALF_SIZE = 6


class Facts(NamedTuple):
    """The cards in hands, and what everyone has seen of each player.

    That is the size of the hand, the cards that they were seen to get, those they were heard to
    lack, and the half suits of which they must hold a card not shown.
    """

    live: set
    sizes: list
    shown: list
    lacks: list
    needs: list


def common(facts):
    """Return the cards each player may hold and holds, and bounds of counts; None if none agree."""
    return close(facts, *start(facts))


def own(facts, seat, hand):
    """Return what a seat knows who holds a hand."""
    may, low, high = start(facts)
    return close(facts, [hand if p == seat else may[p] - hand for p in range(len(may))], low, high)


def through(facts, view, seat):
    """Return what the owner of a view knows that another seat knows."""
    may, low, high = start(facts)
    held = view[1][seat]
    may = [view[0][seat] if p == seat else cards - held for p, cards in enumerate(may)]
    for counts, known in ((low, view[2]), (high, view[3])):
        counts.update({key: known[key] for key in counts if key[0] == seat})
    return close(facts, may, low, high)


def start(facts):
    """Return what the moves say, without inference."""
    live, _, shown, lacks, needs = facts
    seen = set().union(*shown)
    may = [(live - seen - lacked) | known for lacked, known in zip(lacks, shown, strict=True)]
    low = {
        (player, half): len(of(shown[player], half)) + (half in needs[player])
        for player in range(len(may))
        for half in {card // HALF_SIZE for card in live}
    }
    return may, low, dict.fromkeys(low, HALF_SIZE)


def close(facts, may, low, high):
    """Infer until nothing changes."""
    players, halves = range(len(may)), {half for _, half in low}
    while True:
        others = [set().union(*may[:player], *may[player + 1 :]) for player in players]
        held = [may[player] - others[player] for player in players]
        if set().union(*may) != facts.live:
            return None
        before = [set(cards) for cards in may], dict(low), dict(high)
        for player, half in low:
            key = player, half
            low[key] = max(low[key], len(of(held[player], half)))
            high[key] = min(high[key], len(of(may[player], half)))
        for player in players:
            narrow([(player, half) for half in halves], facts.sizes[player], low, high)
        for half in halves:
            narrow([(player, half) for player in players], HALF_SIZE, low, high)
        if any(low[key] > high[key] for key in low):
            return None
        if any(sum(low[p, half] for half in halves) > facts.sizes[p] for p in players):
            return None
        for player, half in low:
            unsure = of(may[player] - held[player], half)
            if high[player, half] == len(of(held[player], half)):
                may[player] = may[player] - unsure
            elif low[player, half] == len(of(may[player], half)):
                may = [may[other] - unsure if other != player else may[other] for other in players]
        if before == (may, low, high):
            return may, held, low, high


def of(cards, half):
    """Return the cards of a half suit."""
    return {card for card in cards if card // HALF_SIZE == half}


def narrow(counts, total, low, high):
    """Narrow the bounds of counts that add up to a total."""
    for key in counts:
        rest = [other_key for other_key in counts if other_key != key]
        low[key] = max(low[key], total - sum(high[other_key] for other_key in rest))
        high[key] = min(high[key], total - sum(low[other_key] for other_key in rest))
