"""Sueca with open cards by plain minimax, from section 2 of Lopes Carreiro (2016).

Cards are (suit, rank) pairs in sets, every legal card is tried, nothing is pruned; positions that
come up again are remembered as they are.
"""

from functools import cache

Card = tuple[str, str]

WEAKEST_FIRST = "23456QJK7A"
POINTS = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}
NORTH_SOUTH = (0, 2)


def legal(hand: frozenset[Card], trick: tuple[Card, ...]) -> list[Card]:
    """Return the cards that may be played: of the suit led if there is one, else any (2.3)."""
    following = [card for card in hand if trick and card[0] == trick[0][0]]
    return sorted(following or hand)


def winning_place(trick: tuple[Card, ...], trump: str) -> int:
    """Return who won a full trick, counted from its leader: highest trump, else highest led."""
    trumps = [card for card in trick if card[0] == trump]
    running = trumps or [card for card in trick if card[0] == trick[0][0]]
    return trick.index(max(running, key=lambda card: WEAKEST_FIRST.index(card[1])))


@cache
def value(
    hands: tuple[frozenset[Card], ...], trump: str, leader: int, trick: tuple[Card, ...] = ()
) -> int:
    """Return the points that North and South still get when both sides play for points."""
    if len(trick) == 4:
        winner = (leader + winning_place(trick, trump)) % 4
        points = sum(POINTS.get(rank, 0) for _, rank in trick)
        return points * (winner in NORTH_SOUTH) + value(hands, trump, winner)
    if not any(hands):
        return 0
    best = max if (leader + len(trick)) % 4 in NORTH_SOUTH else min
    return best(card_values(hands, trump, leader, trick).values())


def card_values(
    hands: tuple[frozenset[Card], ...], trump: str, leader: int, trick: tuple[Card, ...] = ()
) -> dict[Card, int]:
    """Return what North and South still get after each legal card of the player to move."""
    mover = (leader + len(trick)) % 4
    found = {}
    for card in legal(hands[mover], trick):
        after = tuple(hand - {card} if seat == mover else hand for seat, hand in enumerate(hands))
        found[card] = value(after, trump, leader, (*trick, card))
    return found
