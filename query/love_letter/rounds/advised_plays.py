"""Advice in a round as it is told: plays with their values, grouped and in words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import hypot
from typing import Any

from llq.query.answers import ActionValue, Answer, Bar, Column, plain_action
from llq.query.love_letter.answers import KeepAnswer, PlayAnswer
from llq.query.love_letter.built_in_players import SOLUTION
from llq.query.love_letter.rounds import other_seats, policy_beliefs
from llq.query.love_letter.rounds.card_beliefs import Belief, shares_text
from llq.query.love_letter.table.policy_lookups import PolicyAnswer
from llq.solver.love_letter.rounds.action_text import PartyAction
from llq.solver.love_letter.rules import Action

_MOST_GUESSES = 4  # named in a row
_APART = 2.0  # standard errors of a difference

Solved = PlayAnswer | KeepAnswer | PolicyAnswer
"""Answer of a two-player table."""


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
        policy = policy_beliefs.POLICY_NAMES[self.policy]
        return *self.by_table.context, f"they hold {cards}, if they play as {policy} does"

    @property
    def differs(self) -> bool:
        """Whether the table's choice is worse than the best under these beliefs."""
        return bool(self.table_note)

    @property
    def table_note(self) -> str:
        """Note on the table's differing choice; empty without a difference."""
        choice = next(play for play in self.actions if play.action == self.by_table.best)
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
        return policy_beliefs.surprise_note(self.policy, self.surprises)

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


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyValue(ActionValue[PartyAction]):
    """A legal multiplayer action and its values.

    Parameters
    ----------
    by_thumb, thumb_error
        Its value against players by rules of thumb, with the standard error: that of playouts. It
        is ``value`` too, but where a table of two has that.
    win_prob
        The chance to be among the winners of the round.
    tokens
        The tokens expected of the round, the Spy's among them.
    playouts
        The playouts behind these numbers; guesses aimed at the same seat share some.
    """

    by_thumb: float
    thumb_error: float
    win_prob: float
    tokens: float
    playouts: int


@dataclass(frozen=True, kw_only=True)
class PartyAdvice(Answer[PartyAction, PartyValue]):
    """Multiplayer advice, best action first; two-player tables take precedence where available.

    Playouts alone order plays as they outlasted others: one that was dropped early has few, and may
    have a higher mean by chance.

    Parameters
    ----------
    hand
        The cards in hand, by name.
    seat, players
        The player's seat, and how many sit at the table.
    held
        What the others may hold, the likelier first.
    seed
        Of the playouts.
    by_table
        What `llq.lookup` answers where two play: values, or the policy's choice alone, which then
        stands first. None without a table.
    """

    hand: tuple[str, ...]
    seat: int
    players: int
    held: tuple[other_seats.HeldCard, ...]
    seed: int
    by_table: Solved | None = None

    @property
    def title(self) -> str:
        """The hand, and what to play."""
        verb = "" if self.best.last else "play "
        return f"{' and '.join(self.hand)}: {verb}{self._text(self.groups[0][:1])}"

    @property
    def context(self) -> tuple[str, ...]:
        """The seating, then the possible cards of each other seat, line by line."""
        words = other_seats.seat_words(self.seat, self.players)
        others = ", ".join(f"{word} is seat {seat}" for seat, word in words.items())
        seating = f": {others}" if self.players > 2 else ""
        where = f"you are seat {self.seat} of {self.players}{seating}"
        return where, *other_seats.held_lines(self.held, words)

    @property
    def columns(self) -> tuple[Column, ...]:
        """Value, win share and expected tokens per action."""
        thumb = Column("by_thumb", "against rules of thumb", ".1%", error="thumb_error")
        if self.by_table is not None:
            wins = Column("value", "wins", ".2%")
            return (wins, thumb) if self.by_table.actions else (thumb,)
        if self.unit == "win share":
            return thumb._replace(heading="share"), Column("tokens", "tokens", ".3f")
        value = Column("value", "value", ".3f", error="standard_error")
        return value, Column("win_prob", "wins", ".1%")

    @property
    def bar(self) -> Bar:
        """A full bar is a certain win, or two tokens."""
        return Bar(most=2.0 if self.unit == "tokens" else 1.0, cells=12)

    @cached_property
    def groups(self) -> tuple[tuple[PartyValue, ...], ...]:
        """Groups of statistically indistinguishable plays of one card, best first."""
        groups: dict[PartyAction, list[PartyValue]] = {}
        for play in self.actions:
            alike = (first for first, group in groups.items() if _is_alike(group[0], play))
            groups.setdefault(next(alike, play.action), []).append(play)
        return tuple(map(tuple, groups.values()))

    @property
    def shown(self) -> tuple[PartyValue, ...]:
        """First play of each group, worded for the whole group; seats as *left* or *across*."""
        return tuple(replace(group[0], text=self._text(group)) for group in self.groups)

    def _text(self, group: Sequence[PartyValue]) -> str:
        """Return a group's wording: card, possible targets and named cards."""
        words, card = other_seats.seat_words(self.seat, self.players), group[0].action.card
        order = ["", *words.values(), "yourself"]
        targets_by_card: dict[str, list[str]] = {}
        for play in group:
            _, target, guess, last = play.action
            word = "" if target is None else words.get(target, "yourself")
            targets_by_card.setdefault(guess or last or "", []).append(word)
        cards_by_targets: dict[tuple[str, ...], list[str]] = {}
        for name, targets in targets_by_card.items():
            cards_by_targets.setdefault(tuple(sorted(targets, key=order.index)), []).append(name)
        legal = {play.action.target for play in self.actions if play.action.card == card}
        parts = [
            self._part_text(targets, names, len(legal))
            for targets, names in cards_by_targets.items()
        ]
        verb = "keep " if group[0].action.last else ""
        return ", ".join(filter(None, [verb + card, "; or ".join(parts)]))

    def _part_text(self, targets: Sequence[str], names: list[str], legal_count: int) -> str:
        """Return the wording of cards named at the same targets, of ``legal_count`` in all."""
        place = f"on {_either(targets)}"
        if len(targets) == legal_count > 1:
            place = "any seat or yourself" if "yourself" in targets else "any seat"
        if not targets[0] or (self.players == 2 and legal_count == 1):
            place = ""
        if len(names) > _MOST_GUESSES + 1:
            names = [*names[:_MOST_GUESSES], "another"]
        cards = _either(names)
        cards = cards and (f"guessing {cards}" if targets[0] else f"{cards} last")
        return ", ".join(filter(None, [cards, place]))

    @property
    def notes(self) -> tuple[str, ...]:
        """Caveats and sources of the numbers."""
        notes = [*super().notes]
        if self.by_table is not None:
            playouts = notes[0].replace(" by rules of thumb", "")
            notes = [f"Against players by rules of thumb: {playouts}", self.by_table.source]
            if not self.by_table.actions:
                notes.insert(0, "First stands what the solved policy plays; it values no play.")
        elif len(self.groups) < len(self.actions):
            notes.insert(0, "Plays in one row cannot be told apart by so many playouts.")
        return tuple(notes)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        return super().to_dict() | {
            "hand": self.hand,
            "seat": self.seat,
            "players": self.players,
            "held": [card._asdict() for card in self.held],
            "seed": self.seed,
            "by_table": None if self.by_table is None else plain_action(self.by_table.best),
        }

    def __str__(self) -> str:
        """Return the answer in words, one row per line."""
        lines = [f"  {'  '.join((*row.cells[1:], row.cells[0]))}" for row in self.table.rows]
        return "\n".join([self.title, *lines, *self.notes])


def _is_alike(first: PartyValue, other: PartyValue) -> bool:
    """Return whether two plays' difference is within chance."""
    error = hypot(first.standard_error or 0.0, other.standard_error or 0.0)
    is_close = abs(first.value - other.value) <= max(_APART * error, 1e-12)
    return first.action.card == other.action.card and is_close


def _either(names: Sequence[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
