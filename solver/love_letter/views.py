"""The view passed to players: the mover's observations and knowledge, and the legal choices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from llq.errors import IllegalState
from llq.solver.love_letter.rules import Action, Choice, Rules
from llq.solver.love_letter.table.states import UNKNOWN, Held, State
from llq.solver.love_letter.turn import legal_numbers

if TYPE_CHECKING:
    from llq.solver.love_letter.rounds.record import History


class View(NamedTuple):
    """The mover's observations and knowledge; cards are named.

    In a second choice, once an exchange has drawn, ``hand`` has three cards (or two) and ``legal``
    what may be kept, a `Keep` each.

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
    situation: State | Held
    """A `state`, or a `held` hand after an exchange's draws."""
    record: History | None = None
    """The ``history`` in a match; None for a player asked about a single state."""

    @property
    def state(self) -> State:
        """The state as tables take it: ``table.lookup(view.state)``.

        Raises
        ------
        IllegalState
            The choice is which card to keep after an exchange: see `held`.
        """
        if isinstance(self.situation, Held):
            raise IllegalState(
                "an exchange has drawn: view.held has the cards, of which one is to be kept"
            )
        return self.situation

    @property
    def held(self) -> Held | None:
        """The hand and unseen cards after an exchange's draws, in the form for ``table.keep``."""
        return self.situation if isinstance(self.situation, Held) else None

    @property
    def history(self) -> History:
        """The round so far, as seen by the player.

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
    def hand(self) -> tuple[str, ...]:
        """The two cards, the lower number first; all those held after an exchange."""
        held = self.held
        hand = held.hand if held else (self.state.low, self.state.high)
        return tuple(self.rules.cards[card].name for card in hand)

    @property
    def unseen(self) -> dict[str, int]:
        """Unseen copies of each card: deck, opponent's hand and aside card."""
        names = (card.name for card in self.rules.cards)
        return dict(zip(names, self.situation.unseen, strict=True))

    @property
    def opponent(self) -> str | None:
        """The opponent's card, if known to the player."""
        is_known = self.situation.opponent != UNKNOWN if self.held else self.state.known
        return self.rules.cards[self.situation.opponent].name if is_known else None

    @property
    def opponent_knows(self) -> str | None:
        """The card of this hand known to the opponent, if any."""
        known = 0 if self.held else self.state.hand_known
        return self.hand[known - 1] if known else None

    @property
    def handmaid(self) -> bool:
        """Whether a Handmaid protects the opponent."""
        return not self.held and self.state.maid

    @property
    def legal(self) -> tuple[Choice, ...]:
        """The legal actions or keeps, in the tables' tie-breaking order."""
        if self.held:
            return tuple(self.rules.choice(n) for n in keep_numbers(self.rules, self.held.hand))
        return legal_actions(self.rules, self.state)


def keep_numbers(rules: Rules, hand: Sequence[int]) -> list[int]:
    """Return the numbers of a hand's second choices, ascending; ``hand`` has two or three cards."""
    return sorted({rules.keep_number(*choice) for choice in permutations(hand, 2)})


def legal_actions(rules: Rules, state: State) -> tuple[Action, ...]:
    """Return a state's legal actions, in the tables' tie-breaking order.

    Examples
    --------
    >>> from llq.love_letter import rules
    >>> from llq.love_letter.table import open as open_table
    >>> legal_actions(rules("classic"), open_table().state((6, 7)))
    (Action(card='Countess', guess=None, target=None),)
    """
    numbers = legal_numbers(rules, state.low, state.high, state.maid)
    return tuple(rules.actions[number] for number in numbers)
