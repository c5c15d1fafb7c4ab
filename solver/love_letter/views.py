"""The view that a player chooses by: what the mover sees and knows, in words, and what is legal."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from llq.errors import IllegalState
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.table.states import State
from llq.solver.love_letter.turn import is_barred, is_forced

if TYPE_CHECKING:
    from llq.solver.love_letter.rounds.record import History


class View(NamedTuple):
    """What the player to move sees and knows; cards are named.

    Examples
    --------
    >>> from llq.love_letter import rules
    >>> from llq.love_letter.table import open as open_table
    >>> view = View(rules("classic"), open_table().state((6, 7), seen=[4, 1], handmaid=True))
    >>> view.hand, view.handmaid, view.unseen["Guard"]
    (('King', 'Countess'), True, 4)
    >>> view.legal
    (Action(card='Countess', guess=None, target=None),)
    """

    rules: Rules
    state: State
    """The state as tables take it: ``table.lookup(view.state)``."""
    record: History | None = None
    """``history`` in a match; None where a player is asked about a state alone."""

    @property
    def history(self) -> History:
        """The round so far, as the player saw it.

        Raises
        ------
        IllegalState
            The player is asked about a state alone, as in exact matches.
        """
        if self.record is None:
            raise IllegalState(
                "this view has no history: exact matches and best responses ask a player about "
                "states alone; a player who goes by the history is played by a match"
            )
        return self.record

    @property
    def hand(self) -> tuple[str, str]:
        """The two cards, the lower number first."""
        cards = self.rules.cards
        return cards[self.state.low].name, cards[self.state.high].name

    @property
    def unseen(self) -> dict[str, int]:
        """Copies of each card in the deck, the opponent's hand and aside."""
        names = (card.name for card in self.rules.cards)
        return dict(zip(names, self.state.unseen, strict=True))

    @property
    def opponent(self) -> str | None:
        """The opponent's card, if the player knows it."""
        return self.rules.cards[self.state.opponent].name if self.state.known else None

    @property
    def opponent_knows(self) -> str | None:
        """The card of this hand that the opponent knows, if any."""
        return self.hand[self.state.hand_known - 1] if self.state.hand_known else None

    @property
    def handmaid(self) -> bool:
        """Whether the opponent is protected by a Handmaid."""
        return self.state.maid

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions, in the order in which tables decide ties."""
        return legal_actions(self.rules, self.state)


def legal_actions(rules: Rules, state: State) -> tuple[Action, ...]:
    """Return the legal actions of a state, in the order in which tables decide ties.

    Examples
    --------
    >>> from llq.love_letter import rules
    >>> from llq.love_letter.table import open as open_table
    >>> legal_actions(rules("classic"), open_table().state((6, 7)))
    (Action(card='Countess', guess=None, target=None),)
    """
    return _legal(rules, state.low, state.high, state.maid)


@lru_cache(maxsize=1024)
def _legal(rules: Rules, low: int, high: int, maid: bool) -> tuple[Action, ...]:
    game = rules.arrays
    return tuple(
        rules.actions[number]
        for number, (card, argument) in enumerate(rules.plays)
        if card in (low, high)
        and not is_forced(game, low + high - card, card)
        and not is_barred(game, card, argument, maid)
    )
