"""Advice in a round, by the opponent's possible cards after the whole history.

The table forgets what was played: to it all unseen cards are equally likely. Here each play is
weighted by `policy_beliefs`. Against each card that the opponent may hold, its value is the
table's, so from the next turn on both players play by the table.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from llq.errors import WrongType
from llq.query.answers import ActionValue, Answer, Bar, Column
from llq.query.love_letter.answers import PlayAnswer
from llq.query.love_letter.built_in_players import SOLUTION
from llq.query.love_letter.observation import situation
from llq.query.love_letter.rounds.followed_rounds import FollowedRound
from llq.query.love_letter.rounds.notation import seen_of
from llq.query.love_letter.rounds.opponent_beliefs import Belief, shares_text
from llq.query.love_letter.rounds.policy_beliefs import (
    POLICY_NAMES,
    find_chances,
    follow_hidden,
    surprise_note,
)
from llq.query.love_letter.rounds.reading import view_of
from llq.query.love_letter.table.action_ranking import rank_actions
from llq.query.love_letter.table.table import cached_table
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.views import View, legal_actions


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvisedAction(ActionValue[Action]):
    """A legal action with its value under the current beliefs.

    Parameters
    ----------
    table_value
        What it is worth to the table, which knows only the cards seen.
    hit
        How likely a guess finds the opponent's card; None for what guesses nothing.
    chance
        How likely the solution plays it, where the opponent is taken to play so.
    """

    table_value: float
    hit: float | None = None
    chance: float | None = None


@dataclass(frozen=True, kw_only=True)
class RoundAdvice(Answer[Action, AdvisedAction]):
    """Round advice, best first; a guess that cannot hit leads only if none can.

    Parameters
    ----------
    policy
        How the opponent is taken to play: ``table`` or ``solution``.
    cards
        How likely the opponent holds each card.
    surprises
        The turns, counted from 1, in which the opponent played what the policy never plays: they
        say only which cards the opponent had.
    by_table
        What the table says, which knows only the cards seen.
    """

    policy: str
    cards: tuple[Belief, ...]
    surprises: tuple[int, ...]
    by_table: PlayAnswer

    @property
    def hand(self) -> tuple[str, str]:
        """The two cards, by name."""
        return self.by_table.hand

    @property
    def facts(self) -> tuple[str, ...]:
        """Facts besides the hand, in words."""
        return self.by_table.facts

    @property
    def title(self) -> str:
        """The hand, and what to play."""
        return f"{self.hand[0]} and {self.hand[1]}: play {self.text}"

    @property
    def context(self) -> tuple[str, ...]:
        """Rules, facts and the opponent's possible cards."""
        cards = shares_text(sorted(self.cards, key=lambda belief: -belief.chance))
        policy = POLICY_NAMES[self.policy]
        return *self.by_table.context, f"they hold {cards}, if they play as {policy} does"

    @property
    def _table_choice(self) -> AdvisedAction:
        return next(action for action in self.actions if action.action == self.by_table.best)

    @property
    def differs(self) -> bool:
        """Whether the table's choice is worse than the best under these beliefs."""
        return not self._table_choice.is_best

    @property
    def table_note(self) -> str:
        """Note on the table's differing choice; empty without a difference."""
        choice = self._table_choice
        if choice.is_best:
            return ""
        miss = ", which cannot hit" if choice.hit == 0 else ""
        return (
            f"the table, which forgets what was played, plays {choice.text}{miss}: by what they "
            f"may hold that is worth {self._worth(choice.value)}, "
            f"not {self._worth(choice.table_value)}"
        )

    @property
    def surprise_note(self) -> str:
        """Note on opponent turns that the policy never plays; empty if none."""
        return surprise_note(self.policy, self.surprises)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on table differences, surprises and sources."""
        return tuple(filter(None, (self.table_note, self.surprise_note))) + super().notes

    @property
    def columns(self) -> tuple[Column, ...]:
        """Value, guess hit rate, table value and solution probability per action."""
        (value,) = self.by_table.columns
        columns = [value]
        if any(action.hit is not None for action in self.actions):
            columns.append(Column("hit", "hits", ".0%"))
        if self.policy == SOLUTION:
            columns.append(Column("chance", "solution", ".1%"))
        return *columns, value._replace(name="table_value", heading="to the table")

    @property
    def bar(self) -> Bar:
        """A full bar is a certain win."""
        return self.by_table.bar

    def _worth(self, value: float) -> str:
        return f"{value:.2%}" if self.unit == "win probability" else f"{value:+.3f} tokens"

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        return super().to_dict() | {
            "hand": self.hand,
            "policy": self.policy,
            "their_cards": {card.card: card.chance for card in self.cards},
            "surprises": self.surprises,
            "differs": self.differs,
            "table": self.by_table.to_dict(),
        }

    def __str__(self) -> str:
        """Return the answer in words, one action per line."""
        facts = ", ".join(self.facts)
        is_chance = self.unit == "win probability"
        worth = f"winning {self.value:.6f}" if is_chance else f"{self.unit} {self.value:+.6f}"
        lines = [
            f"{self.hand[0]} and {self.hand[1]} ({facts}): play {self.text}, {worth}",
            *(f"  {play.value:.6f}  {play.text}{' *' * play.is_best}" for play in self.actions),
            f"* best by what they may hold; {self.source}",
            self.table_note,
            self.surprise_note,
        ]
        return "\n".join(filter(None, lines))


def advise(
    round_: View | FollowedRound | LoveLetterState,
    policy: str = "table",
    *,
    path: str | os.PathLike[str] | None = None,
) -> RoundAdvice:
    """Return the best play in a round, given beliefs about the opponent's hand.

    Parameters
    ----------
    round_
        A player's view of a round, such as a custom player gets or `read_game` returns; a round
        that goes move by move, seen by its mover; or one that is followed at a table, in which the
        player is to move.
    policy
        How the opponent is taken to play: ``table``, or ``solution``, which remembers.
    path
        The folder of the tables, as in `llq.lookup`.

    Raises
    ------
    WrongType
        It is not a round.
    IllegalState
        It is not the player's turn, or there is no such policy.
    TableMissing, StaleTable, CorruptTable
        As `llq.lookup` and `llq.love_letter.solution.open` do.

    Examples
    --------
    >>> import llq
    >>> round_ = llq.love_letter.rounds.game("King", "they play Guard, guessing Baron", "Guard")
    >>> answer = llq.love_letter.rounds.advise(round_)
    >>> answer.by_table.text, answer.differs
    ('Guard, guessing Priest', True)
    >>> answer.text
    'Guard, guessing Handmaid'
    """
    view: Any = round_
    if isinstance(round_, FollowedRound):
        view = view_of(round_.round)
    elif isinstance(round_, LoveLetterState) and not round_.is_terminal:
        view = round_.view()
    if not isinstance(view, View):
        raise WrongType(
            "advice is for a player's view of a round that goes on, such as "
            f"llq.love_letter.rounds.game returns, or a FollowedRound; got {round_!r}"
        )
    rules, history, hand = view.rules, view.history, view.state
    state, _ = situation(rules, view.hand, **seen_of(view))
    table = cached_table(rules, path=path)
    answer = table.answer(state)
    chances = find_chances(rules, policy, len(history.face_up), path)
    hidden = follow_hidden(rules, history, chances)
    if hidden.weights is None:  # the deck cannot lie so; the cards seen are all there is to go by
        gains = {rules.action_numbers[play.action]: play.value for play in answer.actions}
    else:
        gains = table.gains(state, hidden.weights)
    mixture: dict[Action, float] = {}
    if policy == SOLUTION:
        past = [turn.action for turn in history.turns]
        mixture = dict(zip(legal_actions(rules, hand), chances(state, past).tolist(), strict=True))
    return RoundAdvice(
        actions=_advised(view, answer, rank_actions(rules, gains), hidden.cards, mixture),
        unit=answer.unit,
        source=answer.source,
        policy=policy,
        cards=hidden.cards,
        surprises=hidden.surprises,
        by_table=answer,
    )


def _advised(
    view: View,
    answer: PlayAnswer,
    ranking: Iterable[ActionValue[Action]],
    cards: Iterable[Belief],
    mixture: dict[Action, float],
) -> tuple[AdvisedAction, ...]:
    """Return ranked actions with their chances; a guess that cannot hit leads only if none can."""
    hits = {card.card: card.chance * (not view.state.maid) for card in cards}
    table_values = {play.action: play.value for play in answer.actions}
    advised = [
        AdvisedAction(
            action=ranked.action,
            text=ranked.text,
            value=ranked.value,
            cost=ranked.cost,
            standard_error=None,
            is_best=ranked.is_best,
            table_value=table_values[ranked.action],
            hit=hits.get(ranked.action.guess or ""),
            chance=mixture.get(ranked.action),
        )
        for ranked in ranking
    ]
    if any(action.is_best and action.hit != 0 for action in advised):
        advised = [
            replace(action, is_best=action.is_best and action.hit != 0) for action in advised
        ]
        advised.sort(key=lambda action: not action.is_best)
    return tuple(advised)
