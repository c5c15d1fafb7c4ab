"""A round at a real table, followed turn by turn from one player's view.

`FollowedRound` is a round in the words of `llq.query.love_letter.rounds.notation` as far as it has
come. It says what may come next, as lines to add, and what both players may hold.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, NamedTuple, Self, TypeVar

import numpy as np

from llq.errors import IllegalState
from llq.query.love_letter.rounds.beliefs import find_chances, follow_hidden, surprise_note
from llq.query.love_letter.rounds.notation import NOTATION, begin_reading
from llq.query.love_letter.rounds.opponent_beliefs import Belief, beliefs_of
from llq.query.love_letter.rounds.reading import Reading
from llq.query.love_letter.rounds.turn_text import SpokenTurn, read_turn
from llq.query.text.text_input import locate_errors
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.rounds.record import History, is_comparison
from llq.solver.love_letter.rounds.rule_tables import may_do
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.views import View, legal_actions

_SUBJECT = re.compile(r"(?P<who>i|me|they|(?:the\s+)?opponent)\b[\s:,]*(?P<rest>.*)", re.IGNORECASE)


Choice = TypeVar("Choice")
"""Action in a two-player or multiplayer round."""


class Continuation(NamedTuple):
    """A play's possible continuation."""

    text: str
    """Short description; empty without new information."""
    line: str
    """Turn text to append to the round."""


class Play(NamedTuple, Generic[Choice]):
    """An action possible in the current turn."""

    action: Choice
    text: str
    outcomes: tuple[Continuation, ...]


class FollowedBeliefs(NamedTuple):
    """Probabilities of the opponent's cards under a policy."""

    cards: tuple[Belief, ...]
    note: str
    """Note on turns that the policy never plays; empty if none."""


@dataclass(frozen=True)
class FollowedRound:
    """Followed round from one player's view.

    Parameters
    ----------
    head
        The lines before the first turn: the variant, the cards face up and the card dealt.
    turns
        The turns so far, a line each.

    Examples
    --------
    >>> followed = FollowedRound.read("dealt: King")
    >>> followed = followed.adding("they play Guard, guessing Baron: missed").adding("I draw Guard")
    >>> followed.is_own_turn, followed.view.hand
    (True, ('Guard', 'King'))
    >>> [play.text for play in followed.plays if not play.action.guess]
    ['King']
    >>> followed.plays[-1].outcomes[0].line
    'I draw Guard, play King, get Guard'
    """

    head: tuple[str, ...]
    turns: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a round's text, checking every turn.

        Raises
        ------
        UnknownCard, UnknownGame, IllegalState
            As `llq.love_letter.rounds.read_game`; but the round may be at any turn, or over.
        """
        items = NOTATION.read_lines(text)
        if not items.items:
            raise IllegalState("a round begins with dealt: your card, such as dealt: King")
        names = {name: given for name, given in items.items.items() if name != "drawn"}
        head = tuple(f"{name.replace('_', ' ')}: {given.what}" for name, given in names.items())
        turns = [str(entry.what) for entry in items.entries]
        if "drawn" in items.items:
            turns.append(f"I draw {items.text('drawn')}")
        followed = cls(head, tuple(turns))
        followed.reading  # noqa: B018 - for its errors
        return followed

    @property
    def text(self) -> str:
        """The round in words: what `read` takes."""
        return "\n".join((*self.head, *self.turns))

    def adding(self, line: str) -> Self:
        """Return the round after one more turn, or after a draw; a play replaces the draw before.

        Raises
        ------
        As `read` does.
        """
        turns = self.turns[:-1] if self.reading.drawn else self.turns
        return self.read("\n".join((*self.head, *turns, line)))

    def hearing(self, text: str) -> Self:
        """Return the round after a line, inferring an omitted subject or drawn card.

        Raises
        ------
        As `read` does.

        Examples
        --------
        >>> followed = FollowedRound.read("dealt: King").hearing("they play Handmaid")
        >>> followed.hearing("guard").hearing("guard, guessing Priest").turns[-1]
        'I draw Guard, play guard, guessing Priest'
        """
        drawn, subject = self.reading.drawn, _SUBJECT.fullmatch(text.strip())
        pronoun, rest = (subject["who"], subject["rest"]) if subject else ("", text.strip())
        verb = rest.partition(" ")[0].lower()
        if drawn and not verb.startswith("dr"):
            return self.adding(
                f"I draw {drawn}, {rest if verb.startswith('play') else 'play ' + rest}"
            )
        if pronoun:
            return self.adding(text)
        if self.is_own_turn is False:
            return self.adding(f"they {rest if verb.startswith('play') else 'play ' + rest}")
        return self.adding(f"I {rest if verb.startswith('dr') else 'draw ' + rest}")

    def back(self) -> Self:
        """Return the round without its last line: before the last turn, or before the draw."""
        return type(self)(self.head, self.turns[:-1])

    @cached_property
    def reading(self) -> Reading:
        """The player's knowledge of the round."""
        items = NOTATION.read_lines("\n".join(self.head))
        reading = begin_reading(items)
        for number, line in enumerate(self.turns, start=1):
            with locate_errors(f"turn {number}"):
                reading.take(read_turn(reading.rules, line))
        return reading

    @property
    def rules(self) -> Rules:
        """The rules of the variant."""
        return self.reading.rules

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        is_played = not self.reading.drawn
        return self.winner is not None or (is_played and self.reading.cards_left <= 0)

    @property
    def winner(self) -> bool | None:
        """Whether the player won; None before the end or while hands await comparison."""
        return self.reading.winner

    @property
    def is_own_turn(self) -> bool | None:
        """Whether the player moves next, None if either may begin."""
        if not self.turns:
            return None
        return bool(self.reading.drawn) or not self.reading.turns[-1].is_own

    @property
    def view(self) -> View | None:
        """The player's view after the draw, None before it."""
        return self.reading.view() if self.reading.drawn else None

    @property
    def history(self) -> History:
        """Round history from the player's view; ``drawn`` is empty out of turn."""
        seen = self.reading
        return History(seen.is_first, seen.face_up, seen.dealt, seen.drawn, tuple(seen.turns))

    @property
    def own_turns(self) -> Iterator[tuple[int, View, Action]]:
        """The player's turns: number, view and action."""
        reading = begin_reading(NOTATION.read_lines("\n".join(self.head)))
        for number, line in enumerate(self.turns, start=1):
            spoken = read_turn(reading.rules, line)
            if spoken.is_own and spoken.played:
                drawing = reading.copy()
                drawing.take(SpokenTurn(True, spoken.drawn, None, None, None, {}, ""))
                yield number, drawing.view(), reading.action(spoken)
            reading.take(spoken)

    # What may come next

    @property
    def draws(self) -> list[str]:
        """Possible draws by card name, empty out of turn."""
        if self.is_over or self.reading.drawn or self.is_own_turn is False:
            return []
        names = [card.name for card in self.rules.cards]
        return [name for name in names if self._can_take(f"I draw {name}")]

    @property
    def plays(self) -> list[Play[Action]]:
        """The mover's plays with their possible results.

        Out of the player's turn these are the opponent's; where either may begin, too.
        """
        if self.is_over:
            return []
        view = self.view
        if view is None and self.is_own_turn:
            return []
        actions = self.rules.actions if view is None else legal_actions(self.rules, view.state)
        start = "they" if view is None else f"I draw {self.reading.drawn},"
        plays = []
        for action in actions:
            outcomes = tuple(self._outcomes(action, start, is_own=view is not None))
            if outcomes:
                plays.append(Play(action, self._action_text(action, view is not None), outcomes))
        return plays

    def _action_text(self, action: Action, is_own: bool) -> str:
        text = self.rules.describe(action)
        if is_own:
            return text
        return text.replace("the opponent", "you").replace("yourself", "themselves")

    def _outcomes(self, action: Action, start: str, *, is_own: bool) -> Iterator[Continuation]:
        """Yield a play's possible results, each as an input line."""
        rules, known = self.rules, self.reading.known
        names = [card.name for card in rules.cards]
        maid = known.maid if is_own else known.own_maid
        may = may_do(rules, rules.action_numbers[action], maid)
        line = f"{start} play {action.card}"
        if action.guess:
            line += f", guessing {action.guess}"
        hits_player = (action.target == "self") == is_own
        if action.target:
            aim = "me" if hits_player else "them" if is_own else "themselves"
            line += f" on {aim}"
        endings = [("", "")]
        if may & effects.DISCARDS:
            verb, phrase = ("draw", "you draw") if hits_player else ("discard", "they discard")
            endings = [(f"{phrase} {name}", f", {verb} {name}") for name in names]
            out = next((card.name for card in rules.cards if card.effect.row.is_deadly), "")
            endings += [(f"{out} is discarded", f", discard {out}: lost")]
        elif may & effects.HITS:
            endings = [("missed", ": missed"), ("right", ": hit")]
        elif is_comparison(may):
            they = ("you win", "they win") if is_own else ("they win", "you win")
            endings = [("equal", ": equal"), (they[0], ": won"), (they[1], ": lost")]
        elif may & effects.ENDS:
            endings = [("out of the round", ": lost")]
        elif may & effects.SWAPS:
            endings = [(f"you get {name}", f", get {name}") for name in names]
        elif may & (effects.SEES_THEIRS if is_own else effects.SHOWS_OWN):
            endings = [(f"you see {name}", f", see {name}") for name in names]
        outcomes = (Continuation(text, line + end) for text, end in endings)
        yield from (outcome for outcome in outcomes if self._can_take(outcome.line))

    def _can_take(self, line: str) -> bool:
        reading = self.reading.copy()
        reading.drawn = ""
        try:
            reading.take(read_turn(self.rules, line))
        except IllegalState:
            return False
        return True

    # What both may hold

    def their_cards(self, policy: str = "table") -> tuple[Belief, ...]:
        """Return card probabilities for the opponent under a policy.

        A turn that the policy never plays says only which cards the opponent had.

        Parameters
        ----------
        policy
            ``table``, or ``solution``, which remembers.

        Raises
        ------
        As `llq.love_letter.table.open` or `open_solution` does.
        """
        return self.beliefs(policy).cards

    def beliefs(self, policy: str = "table") -> FollowedBeliefs:
        """Return the chances of the opponent's cards, noting turns that the policy never plays."""
        known = self.reading.known
        left = np.array(known.unseen, dtype=np.float64)
        left[known.card] -= 1
        if self.reading.drawn:
            left[known.kinds[self.reading.drawn]] -= 1
        uniform = left / left.sum()
        if known.opponent >= 0:
            uniform = (np.arange(len(left)) == known.opponent).astype(np.float64)
        chances = find_chances(self.rules, policy, len(self.reading.face_up))
        hidden = follow_hidden(self.rules, self.history, chances)
        if hidden is None:
            return FollowedBeliefs(beliefs_of(self.rules, uniform, uniform), "")
        cards = beliefs_of(self.rules, hidden.weights, uniform)
        return FollowedBeliefs(cards, surprise_note(policy, hidden.surprises))

    @property
    def own_cards(self) -> tuple[Belief, ...]:
        """Probabilities of the player's card, from visible cards or certain if exposed."""
        known = self.reading.known
        uniform = np.array(known.unseen, dtype=np.float64)
        uniform /= uniform.sum()
        if known.is_exposed:
            uniform = (np.arange(len(uniform)) == known.card).astype(np.float64)
        return beliefs_of(self.rules, uniform, uniform)
