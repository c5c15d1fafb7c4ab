"""Rounds at a real table, followed line by line from one player's view.

A followed round says what may come next, as lines to add, and what the players may hold. Two tell
theirs by *I* and *they*, a `FollowedRound`; `seated_rounds` has those at numbered seats.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

from llq.errors import IllegalState
from llq.query.answers import Records
from llq.query.love_letter.rounds.advised_plays import RoundAdvice
from llq.query.love_letter.rounds.card_beliefs import Belief, beliefs_of, shares_text
from llq.query.love_letter.rounds.notation import NOTATION, read_round
from llq.query.love_letter.rounds.policy_beliefs import find_chances, follow_hidden, surprise_note
from llq.query.love_letter.rounds.reading import take_turn, view_of
from llq.query.love_letter.rounds.remembered_rounds import RememberedRound
from llq.query.love_letter.rounds.turn_text import SENTENCE, read_turn, write_play
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.record import History
from llq.solver.love_letter.rounds.rule_tables import may_do
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.views import View, legal_actions

_ASSUMPTIONS: dict[str | None, str] = {
    "table": "as the table does",
    "solution": "as the mixed solution does",
}
Choices = Iterator[tuple[Any, str, str, list[tuple[str, str]]]]
"""Actions in words, their lines without a result, and results in words and as line endings."""


class FollowedBeliefs(NamedTuple):
    """Probabilities of the opponent's cards under a policy."""

    cards: tuple[Belief, ...]
    note: str
    """Note on turns that the policy never plays; empty if none."""


class Continuation(NamedTuple):
    """A play's possible continuation."""

    text: str
    """Short description; empty without new information."""
    line: str
    """Turn text to append to the round."""


class Play(NamedTuple):
    """An action possible in the current turn."""

    action: Any
    text: str
    outcomes: tuple[Continuation, ...]


class RoundWords(NamedTuple):
    """Followed round as a page and the terminal show it."""

    title: str
    heading: str
    """The round's beginning, in one line."""
    lines: tuple[str, ...]
    example: str
    mover: str
    """The mover, out of the player's turn."""
    ending: str
    seats: dict[int, str]
    """Relative names of the other seats, in playing order; none where two play."""
    assumptions: dict[str | None, str]
    """Assumed policies of the other players and their descriptions, default first."""


class BeliefTable(NamedTuple):
    """Chances of hidden cards: a row per card, a column per hand or reasoning."""

    title: str
    headings: Sequence[str]
    """Columns without bars begin with ``#``."""
    rows: list[tuple[str, list[float]]]
    meanings: dict[str, str]
    text: str
    """The likely cards in words, one hand per line."""
    note: str
    """Note on turns that the policy never plays; empty if none."""


class TrackedRound(ABC):
    """Followed round from one player's view; subclasses have the words of their notation."""

    @property
    @abstractmethod
    def round(self) -> RememberedRound:
        """The round as watched from the player's seat; treat as read-only."""

    def _checked(self) -> Self:
        """Return this round once every turn is checked."""
        self.round  # noqa: B018 - for its errors
        return self

    @property
    def rules(self) -> Rules:
        """The rules of the variant."""
        return self.round.rules

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.round.is_over

    @property
    def is_own_turn(self) -> bool | None:
        """Whether the player moves next, None if either may begin."""
        return self.round.mover == self.round.seat

    @property
    def is_to_choose(self) -> bool:
        """Whether the player's choice is pending."""
        is_own, now = self.round.mover == self.round.seat, self.round.now
        return is_own and (now.is_play or now.is_keep)

    @property
    def _is_to_keep(self) -> bool:
        return self.is_to_choose and self.round.now.is_keep

    @property
    def prompt(self) -> str:
        """Prompt for the next turn."""
        if self.is_to_choose:
            return "you keep" if self._is_to_keep else "you play"
        return f"{self.round.mover} plays" if self.is_own_turn is False else "you draw"

    @property
    def hand(self) -> tuple[str, ...]:
        """Card names of the pending choice; empty out of turn."""
        return self.round.hand if self.is_to_choose else ()

    @property
    def draws(self) -> list[str]:
        """Possible draws by card name, empty out of turn."""
        if self.is_over or self.is_to_choose or self.is_own_turn is False:
            return []
        return [card.name for card in self.rules.cards if self._fits(f"I draw {card.name}")]

    @property
    def plays(self) -> list[Play]:
        """The mover's plays with their possible results.

        Out of the player's turn these are the opponents'; where either may begin, too.
        """
        if self.is_over or (self.is_own_turn and not self.is_to_choose):
            return []
        plays = []
        for action, text, line, endings in self._choices():
            outcomes: dict[frozenset[str], Continuation] = {}
            for result, ending in endings:
                words = frozenset(ending.split())  # cards drawn in either order are listed once
                if words not in outcomes and self._fits(line + ending):
                    outcomes[words] = Continuation(result, line + ending)
            if outcomes:
                plays.append(Play(action, text, tuple(outcomes.values())))
        return plays

    def report(self, policy: str | None) -> dict[str, Any]:
        """Return the round, its beliefs, advice and judged moves as plain data, for JSON."""
        from llq.query.love_letter.rounds.analysis import analyse  # which imports this module

        followed: Any = self
        advised = self.advise(policy).to_dict() if self.is_to_choose else None
        return self._facts(policy) | {"advice": advised, "moves": analyse(followed).to_dict()}

    @abstractmethod
    def advise(self, policy: str | None) -> Any:
        """Return the best play, if the other players follow a policy."""

    @abstractmethod
    def _facts(self, policy: str | None) -> dict[str, Any]:
        """Return the round and its beliefs as plain data."""

    def _fits(self, line: str) -> bool:
        """Return whether a line may come next."""
        try:
            self._check(line)
        except IllegalState:
            return False
        return True

    @abstractmethod
    def _check(self, line: str) -> None:
        """Raise IllegalState unless a line may come next."""

    @abstractmethod
    def _choices(self) -> Choices:
        """Yield the mover's actions with their possible results."""


@dataclass(frozen=True)
class FollowedRound(TrackedRound):
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
        turns = [str(entry.what) for entry in items.entries]
        if (drawn := items.items.pop("drawn", None)) is not None:
            turns.append(f"I draw {drawn.what}")
        head = (f"{name.replace('_', ' ')}: {item.what}" for name, item in items.items.items())
        return cls(tuple(head), tuple(turns))._checked()

    @property
    def text(self) -> str:
        """The round in words: what `read` takes."""
        return "\n".join((*self.head, *self.turns))

    def adding(self, line: str) -> Self:
        """Return the round after one more turn, or a draw; a play replaces the draw before it."""
        turns = self.turns[:-1] if self.is_to_choose else self.turns
        return self.read("\n".join((*self.head, *turns, line)))

    def hearing(self, text: str) -> Self:
        """Return the round after a line, inferring an omitted subject or drawn card.

        Examples
        --------
        >>> followed = FollowedRound.read("dealt: King").hearing("they play Handmaid")
        >>> followed.hearing("guard").hearing("guard, guessing Priest").turns[-1]
        'I draw Guard, play guard, guessing Priest'
        """
        sentence = SENTENCE.fullmatch(text.strip())
        words = sentence["rest"] if sentence else text.strip()
        verb = words.partition(" ")[0].lower()
        is_draw = verb.startswith("dr")
        play = words if verb.startswith("play") else f"play {words}"
        if self.is_to_choose and not is_draw:
            return self.adding(f"I draw {self.round.drawn}, {play}")
        if sentence:
            return self.adding(text)
        if self.is_own_turn is False:
            return self.adding(f"they {play}")
        return self.adding(f"I {words}" if is_draw else f"I draw {words}")

    def back(self) -> Self:
        """Return the round without its last line: before the last turn, or before the draw."""
        return type(self)(self.head, self.turns[:-1])

    @cached_property
    def round(self) -> RememberedRound:
        """The round as the player knows it; treat as read-only."""
        items = NOTATION.read_lines("\n".join(self.head))
        items.entries = NOTATION.parse({"turns": self.turns}).entries
        return read_round(items)

    @property
    def winner(self) -> bool | None:
        """Whether the player won; None before the end or while hands await comparison."""
        return self.round.winner

    @property
    def prompt(self) -> str:
        """Prompt for the next turn."""
        return "they play" if self.is_own_turn is False else super().prompt

    @property
    def is_own_turn(self) -> bool | None:
        """Whether the player moves next, None if either may begin."""
        return (self.is_to_choose or not self.round.has_played_last) if self.turns else None

    @property
    def words(self) -> RoundWords:
        """Words for the round as it stands."""
        endings = {True: "You win", False: "They win", None: "The deck is empty: compare hands"}
        return RoundWords(
            title="At the table",
            heading="; ".join(self.head),
            lines=self.turns,
            example="they play Guard, guessing Priest: missed",
            mover="Or they begin" if self.is_own_turn is None else "Their turn",
            ending=endings[self.winner],
            seats={},
            assumptions=_ASSUMPTIONS,
        )

    @property
    def next_lines(self) -> list[str]:
        """The possible next lines of the round."""
        draws = [f"I draw {name}" for name in self.draws]
        return [*draws, *(outcome.line for play in self.plays for outcome in play.outcomes)]

    @property
    def view(self) -> View | None:
        """The player's view after the draw, None before it."""
        return view_of(self.round) if self.is_to_choose else None

    @property
    def history(self) -> History:
        """Round history from the player's view; ``drawn`` is empty out of turn."""
        return self.round.history

    @property
    def own_turns(self) -> Iterator[tuple[int, View, Action]]:
        """The player's turns: number, view and action."""
        for number, heard in enumerate(self.round.heard_turns, start=1):
            if heard.is_own and heard.action:
                yield number, heard.before.decision, heard.action

    # What may come next

    @cached_property
    def _turn_start(self) -> Self:
        """The round before the player's draw for the turn to be played."""
        return self.back() if self.is_to_choose else self

    def _check(self, line: str) -> None:
        start = self._turn_start
        if start.turns:
            take_turn(start.round.copy(), read_turn(self.rules, line))
        else:  # either player may begin
            replace(start, turns=(line,))._checked()

    def _choices(self) -> Choices:
        rules, view = self.rules, self.view
        for action in rules.actions if view is None else legal_actions(rules, view.state):
            text = rules.describe(action)
            if view is None:
                text = text.replace("the opponent", "you").replace("yourself", "themselves")
            line = write_play(action, self.round.drawn or None)
            yield action, text, line, self._endings(action)

    def _endings(self, action: Action) -> list[tuple[str, str]]:
        rules, names, is_own = self.rules, self.round.names, self.is_to_choose
        may = may_do(rules, rules.action_numbers[action], not referee.open_seats(self.round.view))
        if may & effects.DISCARDS:
            hits_player = (action.target == "self") == is_own
            verb, phrase = ("draw", "you draw") if hits_player else ("discard", "they discard")
            out = next((card.name for card in rules.cards if card.effect.row.is_deadly), "")
            return [
                *((f"{phrase} {name}", f", {verb} {name}") for name in names),
                (f"{out} is discarded", f", discard {out}: lost"),
            ]
        if may & effects.HITS:
            return [("missed", ": missed"), ("right", ": hit")]
        if effects.compares(may):
            mover, other = ("you", "they") if is_own else ("they", "you")
            return [("equal", ": equal"), (f"{mover} win", ": won"), (f"{other} win", ": lost")]
        if may & effects.ENDS:
            return [("out of the round", ": lost")]
        if may & effects.SWAPS:
            return [(f"you get {name}", f", get {name}") for name in names]
        if may & (effects.SEES_THEIRS if is_own else effects.SHOWS_OWN):
            return [(f"you see {name}", f", see {name}") for name in names]
        return [("", "")]

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
        """Return the chances of the opponent's cards, and a note on turns never so played."""
        chances = find_chances(self.rules, policy, len(self.history.face_up))
        hidden = follow_hidden(self.rules, self.history, chances)
        return FollowedBeliefs(hidden.cards, surprise_note(policy, hidden.surprises))

    @property
    def own_cards(self) -> tuple[Belief, ...]:
        """Probabilities of the player's card, from visible cards or certain if exposed.

        Going out lays a hand open, so after it they are, as the opponent's, those before that turn.
        """
        round_, seat = self.round, self.round.seat
        now = (round_ if round_.winner is None else round_.heard_turns[-1].before).now
        known_card = now.hands[seat] if now.known_to[seat] else referee.UNKNOWN
        return beliefs_of(self.rules, now.unseen[: len(self.rules.cards)], known_card)

    def believe(self, policy: str | None) -> BeliefTable:
        """Return what both may hold, if the opponent plays a policy."""
        policy = policy or "table"
        (cards, note), own_cards = self.beliefs(policy), self.own_cards
        return BeliefTable(
            title="What both may hold",
            headings=("Card", "They hold it", "#By copies left", "#They think you do"),
            rows=[
                (card.card, [card.chance, card.uniform, own.chance])
                for card, own in zip(cards, own_cards, strict=True)
            ],
            meanings={
                "They hold it": f"from everything they played, if they play {_ASSUMPTIONS[policy]}",
                "By copies left": "from the unseen cards alone, whatever they played, as the table "
                "does",
                "They think you do": "what the cards that you played tell them about yours",
            },
            text=f"they hold {shares_text(cards)}, playing as {policy}\n"
            f"to them, you hold {shares_text(own_cards)}",
            note=note,
        )

    def advise(self, policy: str | None) -> RoundAdvice:
        """Return the best play, if the opponent plays a policy; see `rounds.advice.advise`."""
        from llq.query.love_letter.rounds.advice import advise

        return advise(self, policy or "table")

    def _facts(self, policy: str | None) -> dict[str, Any]:
        cards = () if self.is_over else self.their_cards(policy or "table")
        return {
            "round": self.text,
            "is_over": self.is_over,
            "winner": self.winner,
            "their_cards": {card.card: card.chance for card in cards},
        }

    def records(self, policy: str | None) -> Records:
        """Return the judged moves as flat rows, for CSV."""
        from llq.query.love_letter.rounds.analysis import analyse

        if not self.is_over:
            self.their_cards(policy or "table")  # for its errors
        names = ("turn", "play", "value", "best", "cost")
        rows = (
            (move.turn, move.chosen.text, move.chosen.value, move.best.text, move.cost)
            for move in analyse(self).moves
        )
        return Records(names, [dict(zip(names, row, strict=True)) for row in rows])
