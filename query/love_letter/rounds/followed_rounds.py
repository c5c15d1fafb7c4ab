"""Rounds at a real table, followed line by line from one player's view.

`FollowedRound` has the words *I* and *they*, `FollowedParty` numbered seats. Both say what may come
next, as lines to add, and what the players may hold.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from llq.errors import IllegalState
from llq.query.answers import Records
from llq.query.love_letter.multiplayer import advice, notation
from llq.query.love_letter.rounds.notation import NOTATION, read_round
from llq.query.love_letter.rounds.opponent_beliefs import Belief, beliefs_of, shares_text
from llq.query.love_letter.rounds.policy_beliefs import (
    find_chances,
    follow_hidden,
    party_beliefs,
    surprise_note,
)
from llq.query.love_letter.rounds.reading import take_turn, view_of
from llq.query.love_letter.rounds.remembered_rounds import RememberedRound
from llq.query.love_letter.rounds.turn_text import SENTENCE, read_turn, write_play
from llq.query.love_letter.rounds.written_rounds import describe_table
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.multiplayer import rounds
from llq.solver.love_letter.multiplayer.words import PartyAction, action_of, describe, play_text
from llq.solver.love_letter.rounds.record import History
from llq.solver.love_letter.rounds.rule_tables import may_do
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.variants import rules as find_rules
from llq.solver.love_letter.views import View, legal_actions

if TYPE_CHECKING:
    from llq.query.love_letter.rounds.advice import RoundAdvice

_ASSUMPTIONS: dict[str | None, str] = {
    "table": "as the table does",
    "solution": "as the mixed solution does",
}
_TABLE = re.compile(r"#\s*([\w-]+), (\d) players, seat (\d)(?:, face up ([^,]+))?, dealt (.+)")
"""First line of a round at numbered seats, as `describe_table` writes it."""
_Choices = Iterator[tuple[Any, str, str, list[tuple[str, str]]]]
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
        is_own = self.round.mover == self.round.seat
        return is_own and self.round.view[rounds.PHASE] in (rounds.PLAY, rounds.KEEP)

    @property
    def _is_to_keep(self) -> bool:
        return self.is_to_choose and bool(self.round.view[rounds.PHASE] == rounds.KEEP)

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
    def _choices(self) -> _Choices:
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
        names = {name: given for name, given in items.items.items() if name != "drawn"}
        head = tuple(f"{name.replace('_', ' ')}: {given.what}" for name, given in names.items())
        turns = [str(entry.what) for entry in items.entries]
        if "drawn" in items.items:
            turns.append(f"I draw {items.text('drawn')}")
        return cls(head, tuple(turns))._checked()

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
        turns = self.turns[:-1] if self.is_to_choose else self.turns
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
        if not self.turns:
            return None
        past = self.round.turns  # empty if the first turn ended the round
        return self.is_to_choose or not (past and past[-1].is_own)

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
        for number, step in enumerate(self.round.steps, start=1):
            if step.is_own and step.action:
                yield number, step.before.decision, step.action

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

    def _choices(self) -> _Choices:
        rules, view = self.rules, self.view
        for action in rules.actions if view is None else legal_actions(rules, view.state):
            text = rules.describe(action)
            if view is None:
                text = text.replace("the opponent", "you").replace("yourself", "themselves")
            line = write_play(action, self.round.drawn or None)
            yield action, text, line, self._endings(action)

    def _endings(self, action: Action) -> list[tuple[str, str]]:
        rules, is_own = self.rules, self.is_to_choose
        names = [card.name for card in rules.cards]
        may = may_do(rules, rules.action_numbers[action], not rounds.open_seats(self.round.view))
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
        history = self.history
        chances = find_chances(self.rules, policy, len(history.face_up))
        hidden = follow_hidden(self.rules, history, chances)
        return FollowedBeliefs(hidden.cards, surprise_note(policy, hidden.surprises))

    @property
    def own_cards(self) -> tuple[Belief, ...]:
        """Probabilities of the player's card, from visible cards or certain if exposed."""
        row, seat = self.round.view, self.round.seat
        rest = row[rounds.REST :][: len(self.rules.cards)].tolist()
        is_exposed = row[rounds.KNOWN + seat] >> 1 - seat & 1
        known_card = int(row[rounds.HAND + seat]) if is_exposed else rounds.UNKNOWN
        return beliefs_of(self.rules, rest, known_card)

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


@dataclass(frozen=True)
class FollowedParty(TrackedRound):
    """Multiplayer round followed by one player, line by line.

    Parameters
    ----------
    players, dealt, seat, variant, face_up
        As in `watch`.
    lines
        The turns so far, and the player's draws.

    Examples
    --------
    >>> followed = FollowedParty(4, "King", seat=1).hearing("Guard on 1, guessing Baron")
    >>> followed = followed.hearing("guard").hearing("guard on 3, guessing Priest: out")
    >>> followed.lines[1:], followed.round.alive()
    (('I draw guard', 'I guard on 3, guessing Priest: out'), [0, 1, 2])
    """

    players: int
    dealt: str
    lines: tuple[str, ...] = ()
    seat: int = 0
    variant: str = "classic"
    face_up: str = ""

    next_lines: ClassVar[tuple[str, ...]] = notation.FORMS

    def __post_init__(self) -> None:
        """Write an edition by one name."""
        object.__setattr__(self, "variant", find_rules(self.variant).variant)

    @classmethod
    def read(cls, text: str) -> Self | None:
        r"""Parse a round's text, returning None if the first line describes no table.

        Raises
        ------
        UnknownCard, UnknownGame, IllegalState
            As `watch` does.

        Examples
        --------
        >>> followed = FollowedParty.read("# 2019, 4 players, seat 1, dealt King\n0 Spy")
        >>> followed.prompt, followed == FollowedParty.read(followed.text)
        ('you draw', True)
        """
        head, _, turns = text.strip().partition("\n")
        if (table := _TABLE.fullmatch(head.strip())) is None:
            return None
        variant, players, seat, face_up, dealt = table.groups()
        lines = notation.read_lines(turns)
        return cls(int(players), dealt, lines, int(seat), variant, face_up or "")._checked()

    @property
    def text(self) -> str:
        """The round in words: what `read` takes."""
        head = describe_table(self.variant, self.players, self.seat, self.face_up, self.dealt)
        return "\n".join([head, *self.lines])

    @cached_property
    def round(self) -> RememberedRound:
        """The round as watched from the player's seat; treat as read-only."""
        return notation.watch(
            self.players,
            self.dealt,
            self.lines,
            seat=self.seat,
            variant=self.variant,
            face_up=self.face_up,
        )

    @property
    def words(self) -> RoundWords:
        """Words for the round as it stands."""
        mover, seats = self.round.mover, advice.seat_words(self.seat, self.players)
        assumptions = {None: "by rules of thumb or at random", "table": "as the table does"}
        if self.players != 2 or not self.rules.chooses_twice:
            del assumptions["table"]
        place = f" (seat {mover})" if self.players > 2 else ""
        return RoundWords(
            title=f"At a table of {self.players}",
            heading=f"{self.variant.capitalize()} rules; you are seat {self.seat}, dealt "
            f"{self.dealt}" + (f"; face up {self.face_up}" if self.face_up else ""),
            lines=self.lines,
            example="0 Guard on 2, guessing Priest",
            mover=seats.get(mover, "").capitalize() + place,
            ending="The round is over",
            seats=seats,
            assumptions=assumptions,
        )

    def hearing(self, text: str) -> Self:
        """Return the round after a line, inferring an omitted subject.

        What is kept of three cards joins the line of the Chancellor.

        Raises
        ------
        UnknownCard, IllegalState
            As `watch` does.
        """
        line, lines = text.strip(), self.lines
        if self._is_to_keep:
            line, lines = f"{lines[-1]}, {line}", lines[:-1]
        elif not notation.is_whole_line(line):
            subject = "I" if self.is_own_turn else str(self.round.mover)
            lacks_verb = self.prompt == "you draw" and not line.lower().startswith("draw ")
            verb = "draw " if lacks_verb else ""
            line = f"{subject} {verb}{line}"
        return replace(self, lines=(*lines, line))._checked()

    def back(self) -> Self:
        """Return the round without its last line."""
        return replace(self, lines=self.lines[:-1])

    @property
    def own_choices(self) -> Iterator[tuple[int, RememberedRound, PartyAction]]:
        """The player's own choices: turn, round before it and action."""
        names = self.round.names
        for number, (before, turn, _) in enumerate(self.round.steps, start=1):
            if before.mover != self.seat:
                continue
            target = turn.target if turn.target >= 0 else None
            guess = names[turn.named] if turn.named >= 0 else None
            yield number, before, PartyAction(names[turn.card], target, guess)
            if turn.kept >= 0:
                drawn = before.copy()
                drawn.hear(turn._replace(kept=rounds.UNKNOWN, last=rounds.UNKNOWN))
                yield number, drawn, PartyAction(names[turn.kept], last=names[turn.last])

    # What may come next

    def _check(self, line: str) -> None:
        if not self._is_to_keep:  # every legal choice of cards to keep may be made
            notation.hear(self.round.copy(), line)

    def _choices(self) -> _Choices:
        rules, party, view, is_own = self.rules, self.round.party, self.round.view, self.is_own_turn
        plays = [number for number, move in enumerate(party.moves.tolist()) if move[1] >= 0]
        for number in rounds.legal_numbers(party, view) if is_own else plays:
            action = action_of(rules, party, view, number)
            text = describe(rules, party, view, number)
            line = f"{'I' if is_own else self.round.mover} {play_text(action)}"
            if not is_own:
                text = text.replace("yourself", "themselves").replace(f" on {self.seat}", " on you")
            elif action.last is not None:
                line = f"kept {action.card}, {action.last} last"
            yield action, text, line, self._endings(action, line)

    def _endings(self, action: PartyAction, line: str) -> list[tuple[str, str]]:
        if action.last is not None:  # cards to keep
            return [("", "")]
        round_, names, target = self.round, self.round.names, action.target
        row = self.rules.cards[self.rules.card(action.card)].effect.row
        if action.guess:
            return [("missed", ": missed"), ("right", ": out")]
        if effects.compares(row.may) and target is not None:
            endings = [("equal", ": tie")]
            for out in (target, round_.mover):
                player = "you are" if out == self.seat else f"{out} is"
                endings += [
                    (f"{player} out with {name}", f": {out} out, {name}") for name in names[:-1]
                ]
            return endings
        if row.may & effects.DISCARDS:
            endings = [(f"{name} put down", f": {name}") for name in names]
            for own in dict.fromkeys(round_.hand) if target == self.seat else ():
                endings += [(f"you draw {name}", f": {own}, drew {name}") for name in names]
            return endings
        if row.is_deadly:
            return [(f"beside {name}", f": {name}") for name in names]
        if self._fits(line):
            return [("", "")]
        if row.may & effects.EXCHANGES:
            pairs = [f"{first} and {second}" for first in names for second in names]
            return [(f"you draw {cards}", f": drew {cards}") for cards in (*names, *pairs)]
        return [(f"you see {name}", f": saw {name}") for name in names]

    # What the others may hold, advice and reports

    def believe(self, policy: str | None) -> BeliefTable:
        """Return beliefs about the other hands, under a policy or rules of thumb."""
        round_, surprises = party_beliefs(self, policy)
        cards, words = self._held.get(policy) or advice.held_cards(round_), self.words
        seats = list(dict.fromkeys(card.seat for card in cards))
        mark = "#" if len(seats) > 1 else ""
        chances = {(card.card, card.seat): card.chance for card in cards}
        return BeliefTable(
            title="What the others may hold",
            headings=["Card", *(mark + words.seats[seat].capitalize() for seat in seats)],
            rows=[
                (name, [chances.get((name, seat), 0.0) for seat in seats]) for name in round_.names
            ],
            meanings={
                "The chances": f"from all they played, if they play {words.assumptions[policy]}"
            },
            text="\n".join(advice.held_lines(cards, words.seats)),
            note=surprise_note("table", surprises),
        )

    def advise(self, policy: str | None) -> advice.PartyAdvice:
        """Return what to play or keep; see `advise_party`."""
        advised = advice.advise_party(party_beliefs(self, policy).round)
        self._held[policy] = advised.held
        return advised

    @cached_property
    def _held(self) -> dict[str | None, tuple[advice.HeldCard, ...]]:
        """The others' likely cards by policy, as advice has dealt them."""
        return {}

    def _facts(self, policy: str | None) -> dict[str, Any]:
        return {
            "players": self.players,
            "seat": self.seat,
            "round": self.lines,
            "is_over": self.is_over,
            "held": self.records(policy).rows,
        }

    def records(self, policy: str | None) -> Records:
        """Return what the others may hold as flat rows, for CSV."""
        cards = () if self.is_over else self._held.get(policy)
        if cards is None:
            cards = advice.held_cards(party_beliefs(self, policy).round)
        return Records(advice.HeldCard._fields, [card._asdict() for card in cards])


Followed = FollowedParty | FollowedRound
"""A round followed in either notation."""


def start_followed(
    dealt: str,
    variant: str | None = None,
    players: int | None = None,
    seat: int = 0,
    face_up: str = "",
    lines: tuple[str, ...] = (),
) -> Followed:
    """Return a round to follow: at seats by a number of players or an edition of such rounds."""
    if players is not None or find_rules(variant or "classic").chooses_twice:
        party = FollowedParty(players or 2, dealt, lines, seat, variant or "classic", face_up)
        return party._checked()
    items = {"variant": variant, "face up": face_up, "dealt": dealt}
    return FollowedRound.read("\n".join(f"{name}: {text}" for name, text in items.items() if text))
