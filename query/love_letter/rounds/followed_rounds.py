"""A round at a real table, followed turn by turn from one player's view.

`FollowedRound` is a round in the words of `llq.query.love_letter.rounds.notation` as far as it has
come. It says what may come next, as lines to add, and what both players may hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from llq.errors import IllegalState
from llq.query.answers import Records
from llq.query.love_letter.rounds.notation import NOTATION, begin_reading
from llq.query.love_letter.rounds.opponent_beliefs import Belief, beliefs_of, shares_text
from llq.query.love_letter.rounds.policy_beliefs import find_chances, follow_hidden, surprise_note
from llq.query.love_letter.rounds.reading import Reading
from llq.query.love_letter.rounds.tracked_rounds import BeliefTable, RoundWords, TrackedRound
from llq.query.love_letter.rounds.turn_text import SENTENCE, read_turn, write_play
from llq.query.text.text_input import locate_errors
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.rounds.record import History
from llq.solver.love_letter.rounds.rule_tables import may_do
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.table.states import UNKNOWN
from llq.solver.love_letter.views import View, legal_actions

if TYPE_CHECKING:
    from llq.query.love_letter.rounds.advice import RoundAdvice

_ASSUMPTIONS: dict[str | None, str] = {
    "table": "as the table does",
    "solution": "as the mixed solution does",
}


class FollowedBeliefs(NamedTuple):
    """Probabilities of the opponent's cards under a policy."""

    cards: tuple[Belief, ...]
    note: str
    """Note on turns that the policy never plays; empty if none."""


@dataclass(frozen=True)
class FollowedRound(TrackedRound[Action]):
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
            return self.adding(f"I draw {self.reading.drawn}, {play}")
        if sentence:
            return self.adding(text)
        if self.is_own_turn is False:
            return self.adding(f"they {play}")
        return self.adding(f"I {words}" if is_draw else f"I draw {words}")

    def back(self) -> Self:
        """Return the round without its last line: before the last turn, or before the draw."""
        return type(self)(self.head, self.turns[:-1])

    @cached_property
    def reading(self) -> Reading:
        """The player's knowledge of the round."""
        reading = begin_reading(NOTATION.read_lines("\n".join(self.head)))
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
        is_deck_empty = not self.is_to_choose and self.reading.cards_left <= 0
        return self.winner is not None or is_deck_empty

    @property
    def winner(self) -> bool | None:
        """Whether the player won; None before the end or while hands await comparison."""
        return self.reading.winner

    @property
    def is_own_turn(self) -> bool | None:
        """Whether the player moves next, None if either may begin."""
        if not self.turns:
            return None
        past = self.reading.turns  # empty if the first turn ended the round
        return self.is_to_choose or not (past and past[-1].is_own)

    @property
    def is_to_choose(self) -> bool:
        """Whether the player has drawn, and is to play."""
        return bool(self.reading.drawn)

    @property
    def words(self) -> RoundWords:
        """Words for the round as it stands."""
        prompts = {True: "you draw", False: "they play", None: "you draw"}
        endings = {True: "You win", False: "They win", None: "The deck is empty: compare hands"}
        return RoundWords(
            title="At the table",
            heading="; ".join(self.head),
            lines=self.turns,
            hand=self.view.hand if self.view else (),
            example="they play Guard, guessing Priest: missed",
            prompt="you play" if self.is_to_choose else prompts[self.is_own_turn],
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
        return self.reading.view() if self.is_to_choose else None

    @property
    def history(self) -> History:
        """Round history from the player's view; ``drawn`` is empty out of turn."""
        return self.reading.history

    @property
    def own_turns(self) -> Iterator[tuple[int, View, Action]]:
        """The player's turns: number, view and action."""
        for number, line in enumerate(self.turns, start=1):
            spoken = read_turn(self.rules, line)
            if spoken.is_own and spoken.played:
                turns = (*self.turns[: number - 1], f"I draw {spoken.drawn}")
                before = replace(self, turns=turns).reading
                yield number, before.view(), before.action(spoken)

    # What may come next

    def _check(self, line: str) -> None:
        reading = self.reading.copy()
        reading.drawn = ""
        reading.take(read_turn(self.rules, line))

    def _choices(self) -> Iterator[tuple[Action, str, str]]:
        rules, view = self.rules, self.view
        for action in rules.actions if view is None else legal_actions(rules, view.state):
            text = rules.describe(action)
            if view is None:
                text = text.replace("the opponent", "you").replace("yourself", "themselves")
            yield action, text, write_play(action, self.reading.drawn or None)

    def _endings(self, action: Action, _line: str) -> list[tuple[str, str]]:
        rules, known, is_own = self.rules, self.reading.known, self.is_to_choose
        names = [card.name for card in rules.cards]
        may = may_do(rules, rules.action_numbers[action], known.maid if is_own else known.own_maid)
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
        """Return the chances of the opponent's cards, noting turns that the policy never plays."""
        known = self.reading.known
        unseen = known.unseen.copy()
        unseen[known.card] -= 1
        if self.is_to_choose:
            unseen[known.kinds[self.reading.drawn]] -= 1
        chances = find_chances(self.rules, policy, len(self.reading.face_up))
        hidden = follow_hidden(self.rules, self.history, chances)
        weights, surprises = hidden or (None, ())
        cards = beliefs_of(self.rules, unseen, known.opponent, weights)
        return FollowedBeliefs(cards, surprise_note(policy, surprises))

    @property
    def own_cards(self) -> tuple[Belief, ...]:
        """Probabilities of the player's card, from visible cards or certain if exposed."""
        known = self.reading.known
        return beliefs_of(self.rules, known.unseen, known.card if known.is_exposed else UNKNOWN)

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

    # Advice and reports; the modules that compute them import this one.

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
