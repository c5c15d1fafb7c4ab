"""Turns of a Love Letter round, and each player's observations of them.

A `PlayedTurn` is all that happened; seen by a seat it is a `PastTurn`, all that its player may know
of it. A `History` is the round so far as one player remembers it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.rounds.rule_tables import may_do, tabulate
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.table.states import UNKNOWN, State


def observed_state(
    rest: Sequence[int], mine: int, drawn: int, opponent: int, *, maid: bool, is_exposed: bool
) -> State:
    """Return the state of a player with two cards in hand.

    ``rest`` (cards,) are the copies not publicly seen, both hands' among them; ``opponent`` is the
    opponent's card, if known. ``maid`` protects the opponent, who knows ``mine`` if ``is_exposed``.
    """
    low, high = sorted((mine, drawn))
    unseen = [*rest]
    unseen[mine] -= 1
    unseen[drawn] -= 1
    hand_known = (1 if mine == low else 2) if is_exposed else 0
    return State(low, high, tuple(unseen), opponent, maid, opponent >= 0, hand_known)


class PlayedTurn(NamedTuple):
    """A turn: both cards before and after, from the mover's viewpoint; -1 for none."""

    mover: int
    action: int
    maid: int
    drawn: int
    mine: int
    theirs: int
    mine_after: int = UNKNOWN
    theirs_after: int = UNKNOWN
    first_extra: int = UNKNOWN  # The first card drawn by an exchange.
    second_extra: int = UNKNOWN
    second_choice: int = UNKNOWN  # Number of an exchange's second choice.

    def kept(self, rules: Rules) -> int:
        """Return the mover's other card, kept at this play."""
        return self.drawn if rules.plays[self.action].card == self.mine else self.mine

    def consequences(self, rules: Rules) -> int:
        """Return the play's actual consequences, as bits from `turn.resolve`."""
        play, hands = rules.plays[self.action], (self.kept(rules), self.theirs)
        return effects.resolve(tabulate(rules).cards, *play, *hands, self.maid)

    def may(self, rules: Rules) -> int:
        """Return the play's possible consequences, judged from public information."""
        return may_do(rules, self.action, self.maid)

    def discarded(self, rules: Rules) -> tuple[int, int] | None:
        """Return the seat that discarded its hand, and the card; None without such a discard."""
        consequences = self.consequences(rules)
        if consequences & effects.DISCARDS_OWN:
            return self.mover, self.kept(rules)
        return (1 - self.mover, self.theirs) if consequences & effects.DISCARDS else None

    @property
    def drawn_extra(self) -> tuple[int, ...]:
        """Cards drawn by an exchange, in order."""
        return tuple(card for card in (self.first_extra, self.second_extra) if card != UNKNOWN)

    def returned(self, rules: Rules) -> tuple[int, ...]:
        """Return the cards put at the deck's bottom, the upper one first."""
        if self.second_choice == UNKNOWN:
            return ()
        keep, first = divmod(self.second_choice - len(rules.plays), len(rules.cards))
        rest = [self.kept(rules), *self.drawn_extra]
        for card in (keep, first):
            rest.remove(card)
        return (first, *rest)

    def seen_by(self, seat: int, rules: Rules) -> PastTurn:
        """Return the turn as observed from a seat."""
        return _seen_by(self, seat, rules)

    def code(self, seat: int, rules: Rules) -> str:
        """Return a seat's observations of the turn, with cards and actions by number.

        The card drawn (d), if the turn was the player's, the action (a), a hand that a Prince put
        down (x), the card that came into the player's hand otherwise than drawn (g), a card
        shown (s), each card that the player's exchange drew (e), and the second choice (k).
        """
        return _encode(self, seat, rules)

    def _sight(self, seat: int, rules: Rules) -> tuple[int, int, int]:
        """Return the discarded, gained and shown card, as observed from a seat; -1 for none."""
        consequences, discard = self.consequences(rules), self.discarded(rules)
        own, other = self.mine_after, self.theirs_after
        shows, redraws = effects.SEES_THEIRS, effects.DISCARDS_OWN
        if self.mover != seat:
            own, other = other, own
            shows, redraws = effects.SHOWS_OWN, effects.DISCARDS_THEIRS
        # A comparison shows both hands, even if it ends the round.
        shown = self.may(rules) if consequences & effects.ENDS else consequences
        return (
            UNKNOWN if discard is None else discard[1],
            own if consequences & (redraws | effects.SWAPS) else UNKNOWN,
            other if shown & shows else UNKNOWN,
        )


class PastTurn(NamedTuple):
    """A past turn of the round, as observed by a player; cards are named.

    What the player could not see is None: the opponent's draws, and what a Prince made them draw.
    """

    is_own: bool
    """Whether the turn was the player's own."""
    action: Action
    drawn: str | None
    """The card drawn for this turn, if the player's own."""
    discarded: str | None
    """The hand that a Prince made someone discard: whose, ``action.target`` says."""
    gained: str | None
    """The player's card after a Prince, King or exchange changed it."""
    seen: str | None
    """The opponent's card after the turn, if revealed by Priest, an equal Baron or King."""
    result: str = ""
    """``missed`` for a wrong guess, ``equal`` for a tied comparison; for a turn that ended the
    round ``hit`` after a guess, else ``won`` or ``lost`` by the turn's mover."""
    is_exposed: bool = False
    """Whether the turn showed the opponent the player's card."""
    extra: tuple[str, ...] = ()
    """Cards drawn by the player's exchange."""
    returned: tuple[str, ...] = ()
    """Cards returned to the deck's bottom by the player, the upper one first."""

    @property
    def has_missed(self) -> bool:
        """Whether a guess was wrong; a guess behind a Handmaid counts as neither."""
        return self.result == "missed"


class History(NamedTuple):
    """The round so far, as observed by the mover with perfect recall.

    Examples
    --------
    >>> import llq
    >>> class Witness:
    ...     name = "witness"
    ...     def choose(self, view, random):
    ...         for turn in view.history.turns[-1:]:
    ...             print(view.history.dealt, turn.is_own, turn.action, turn.has_missed)
    ...         return view.legal[0]
    >>> match = llq.love_letter.match(Witness(), "strategic", games=1, seed=1)
    Priest False Action(card='Guard', guess='Baron', target=None) True
    """

    is_first: bool
    """Whether the player had the round's first turn."""
    face_up: tuple[str, ...]
    """The cards laid face up before the deal."""
    dealt: str
    """The player's card before the first turn."""
    drawn: str
    """The card drawn for the current turn."""
    turns: tuple[PastTurn, ...]
    """Every turn so far, both players', the first turn first."""
    extra: tuple[str, ...] = ()
    """Cards just drawn by an exchange, at a second choice."""


@lru_cache(maxsize=1 << 14)
def _encode(turn: PlayedTurn, seat: int, rules: Rules) -> str:
    discarded, gained, seen = turn._sight(seat, rules)
    facts = [("a", turn.action), ("x", discarded), ("g", gained), ("s", seen)]
    if turn.mover == seat:
        extra = [("e", turn.first_extra), ("e", turn.second_extra)]
        facts = [("d", turn.drawn), *facts, *extra, ("k", turn.second_choice)]
    return "".join(f"{letter}{number}" for letter, number in facts if number != UNKNOWN)


@lru_cache(maxsize=1 << 14)
def _seen_by(turn: PlayedTurn, seat: int, rules: Rules) -> PastTurn:
    names = [*(card.name for card in rules.cards), None]  # UNKNOWN is -1, the last
    is_own = turn.mover == seat
    shows = effects.SHOWS_OWN if is_own else effects.SEES_THEIRS
    discarded, gained, seen = (names[card] for card in turn._sight(seat, rules))
    extra, returned = (turn.drawn_extra, turn.returned(rules)) if is_own else ((), ())
    if returned:  # the kept card is the mover's choice, not a consequence of the play
        gained = names[turn.mine_after]
    return PastTurn(
        is_own=is_own,
        action=rules.actions[turn.action],
        drawn=names[turn.drawn] if is_own else None,
        discarded=discarded,
        gained=gained,
        seen=seen,
        result=_name_result(turn, rules),
        is_exposed=bool(turn.consequences(rules) & shows),
        extra=tuple(rules.cards[card].name for card in extra),
        returned=tuple(rules.cards[card].name for card in returned),
    )


def _name_result(turn: PlayedTurn, rules: Rules) -> str:
    consequences, may = turn.consequences(rules), turn.may(rules)
    if consequences & effects.HITS:
        return "hit"
    if consequences & effects.ENDS:
        return "won" if consequences & effects.WINS else "lost"
    if may & effects.HITS:
        return "missed"
    return "equal" if effects.compares(may) else ""
