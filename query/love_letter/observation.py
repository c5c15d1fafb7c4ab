"""From what a player sees at the table to a state of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypedDict

from llq.errors import IllegalState
from llq.query.love_letter.stored_leads import possible_leads
from llq.solver.love_letter.archer.states import ArcherState
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.states import UNKNOWN, State, state_space

__all__ = ["CardName", "Cards", "Seen", "Situation", "situation"]

CardName = int | str
"""A card by its printed number or its name."""

Cards = Iterable[CardName] | Mapping[CardName, int]
"""Several cards: a list, or copies by card."""

OFFICIAL_FACE_UP = 3
"""Cards laid open before the deal of two players: AEG 2012, "Setup"."""


class Seen(TypedDict, total=False):
    """What a player to move sees and knows besides his hand, as `situation` takes it."""

    seen: Cards
    face_up: Cards
    discarded: Cards | None
    opponent_discarded: Cards | None
    ahead: int | None
    opponent: CardName | None
    opponent_knows: CardName | None
    handmaid: bool
    aside: CardName | None
    opponent_knows_aside: bool


class Situation(NamedTuple):
    """Where a player stands who is to move."""

    state: State | ArcherState
    ahead: int = 0
    """His discard total less the opponent's; 0 where a table does not ask for it."""


def situation(
    rules: Rules,
    hand: Iterable[CardName],
    *,
    seen: Cards = (),
    face_up: Cards = (),
    discarded: Cards | None = None,
    opponent_discarded: Cards | None = None,
    ahead: int | None = None,
    opponent: CardName | None = None,
    opponent_knows: CardName | None = None,
    handmaid: bool = False,
    aside: CardName | None = None,
    opponent_knows_aside: bool = False,
    scoring: Scoring = Scoring.HALF,
) -> Situation:
    """Return the state of a player who has drawn and is to play, and his lead in discards.

    Parameters
    ----------
    hand
        His two cards.
    seen
        The discards of both players. A list, or copies by card.
    face_up
        The three cards turned up at the start, where the official two-player rule is played.
    discarded, opponent_discarded
        His own and the opponent's discards, in place of ``seen`` and ``ahead``.
    ahead
        His discard total less the opponent's, where discards count.
    opponent
        The opponent's card, where the player knows it.
    opponent_knows
        The card of this hand that the opponent knows.
    handmaid
        Whether the opponent's last play was a Handmaid.
    aside, opponent_knows_aside
        Refused: here nobody comes to know the aside card. For variants in which players may,
        `llq.query.love_letter.archer_table.ArcherTable.situation` takes them.
    scoring
        What equal final cards are worth.

    Raises
    ------
    IllegalState
        No such situation can arise; the message says why. `UnknownCard` if there is no such card.
    """
    if aside is not None or opponent_knows_aside:
        raise IllegalState(
            f"in {rules.variant} Love Letter nobody comes to know the aside card: leave out aside "
            "and opponent_knows_aside"
        )
    cards = sorted(rules.card(card) for card in hand)
    if len(cards) != 2:
        raise IllegalState(f"a player to move holds two cards; got {len(cards)}")
    shown = _count(rules, "face_up", face_up)
    if sum(shown) not in (0, OFFICIAL_FACE_UP):
        raise IllegalState(
            f"none or {OFFICIAL_FACE_UP} cards lie face up at the start; got {sum(shown)}"
        )
    discards = _count(rules, "seen", seen)
    if discarded is not None or opponent_discarded is not None:
        if sum(discards) or ahead is not None:
            raise IllegalState("give discarded and opponent_discarded, or seen and ahead, not both")
        mine = _count(rules, "discarded", discarded or ())
        theirs = _count(rules, "opponent_discarded", opponent_discarded or ())
        discards = [a + b for a, b in zip(mine, theirs, strict=True)]
        if scoring == Scoring.DISCARDS:
            ahead = sum(
                (a - b) * card.number for a, b, card in zip(mine, theirs, rules.cards, strict=True)
            )
    unseen = []
    for index, card in enumerate(rules.cards):
        held, gone = cards.count(index), discards[index] + shown[index]
        if held + gone > card.copies:
            raise IllegalState(
                f"the deck has {card.copies} {card.name}: "
                f"{held} in the hand and {gone} seen is {held + gone}"
            )
        unseen.append(card.copies - held - gone)
    hand_known = 0
    if opponent_knows is not None:
        exposed = rules.card(opponent_knows)
        if exposed not in cards:
            raise IllegalState(
                f"the opponent cannot know a {rules.cards[exposed].name} in a hand of "
                f"{rules.cards[cards[0]].name} and {rules.cards[cards[1]].name}"
            )
        hand_known = 1 + cards.index(exposed)
    state = State(
        cards[0],
        cards[1],
        tuple(unseen),
        UNKNOWN if opponent is None else rules.card(opponent),
        bool(handmaid),
        opponent is not None,
        hand_known,
    )
    if reason := state_space(rules).explain(state):
        raise IllegalState(reason)
    return Situation(state, _lead(rules, scoring, discards, ahead))


def _count(rules: Rules, what: str, cards: Cards) -> list[int]:
    """Return the copies of each card among some cards."""
    if isinstance(cards, str):
        raise IllegalState(f"{what} is a list of cards or copies by card, not the text {cards!r}")
    counts = [0] * len(rules.cards)
    pairs = cards.items() if isinstance(cards, Mapping) else ((card, 1) for card in cards)
    for card, count in pairs:
        if count < 0:
            raise IllegalState(f"{count} copies of {card} cannot have been seen")
        counts[rules.card(card)] += count
    return counts


def _lead(rules: Rules, scoring: Scoring, discards: list[int], ahead: int | None) -> int:
    """Return the discard difference, having checked that the discards allow it."""
    if scoring == Scoring.HALF:
        if ahead:
            raise IllegalState(
                f"a table scored by {scoring} does not ask who is ahead; got ahead {ahead}: "
                f"ask the one scored by {Scoring.DISCARDS}"
            )
        return 0
    possible = possible_leads(rules, discards)
    if ahead is None and len(possible) > 1:
        raise IllegalState(
            "who is ahead decides between equal final cards: say ahead, your discard total less "
            f"the opponent's (one of {_listed(possible)}), or discarded and opponent_discarded"
        )
    if ahead is None:
        return next(iter(possible))
    if ahead not in possible:
        raise IllegalState(
            f"the discards cannot put you {ahead} ahead; possible: {_listed(possible)}"
        )
    return ahead


def _listed(differences: frozenset[int]) -> str:
    return ", ".join(map(str, sorted(differences)))
