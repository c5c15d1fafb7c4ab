"""From what a player sees at the table to a state of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from llq.errors import IllegalState
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.states import UNKNOWN, State, state_space

__all__ = ["CardName", "situation"]

CardName = int | str
"""A card by its printed number or its name."""


def situation(
    rules: Rules,
    hand: Iterable[CardName],
    *,
    seen: Iterable[CardName] | Mapping[CardName, int] = (),
    opponent: CardName | None = None,
    opponent_knows: CardName | None = None,
    handmaid: bool = False,
) -> State:
    """Return the state of a player who has drawn and is to play.

    Parameters
    ----------
    hand
        His two cards.
    seen
        Every card that lies open: the discards of both players and, where the official two-player
        rule is played, the three cards turned up at the start. A list, or copies by card.
    opponent
        The opponent's card, where the player knows it.
    opponent_knows
        The card of this hand that the opponent knows.
    handmaid
        Whether the opponent's last play was a Handmaid.

    Raises
    ------
    IllegalState
        No such situation can arise; the message says why. `UnknownCard` if there is no such card.
    """
    cards = sorted(rules.card(card) for card in hand)
    if len(cards) != 2:
        raise IllegalState(f"a player to move holds two cards; got {len(cards)}")
    if isinstance(seen, str):
        raise IllegalState(f"seen is a list of cards or copies by card, not the text {seen!r}")
    open_cards = [0] * len(rules.cards)
    copies = seen.items() if isinstance(seen, Mapping) else ((card, 1) for card in seen)
    for card, count in copies:
        if count < 0:
            raise IllegalState(f"{count} copies of {card} cannot have been seen")
        open_cards[rules.card(card)] += count
    unseen = []
    for index, card in enumerate(rules.cards):
        held, shown = cards.count(index), open_cards[index]
        if held + shown > card.copies:
            raise IllegalState(
                f"the deck has {card.copies} {card.name}: "
                f"{held} in the hand and {shown} seen is {held + shown}"
            )
        unseen.append(card.copies - held - shown)
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
    return state
