"""A player's history of a round, as they saw it: cards and plays in the order in which they came.

The order is forced, so that a history is a flat list. The first player's begins with their two
cards; the second's with one card and the first player's play. Then, in turn: your play, what it
showed you, the opponent's play, what it showed you, the card that you drew. A Priest shows the
opponent's card; a King, of either player, the card that you receive; a Prince the card that the
other discards, or your new one where you are its target.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from llq.errors import IllegalAction, IllegalState
from llq.query.love_letter.observation import CardName
from llq.solver.love_letter.rounds.record import History, is_comparison
from llq.solver.love_letter.rounds.rule_tables import may_do
from llq.solver.love_letter.rules import Action, Argument, Play, Rules, Target
from llq.solver.love_letter.turn import (
    DISCARDS_OWN,
    DISCARDS_THEIRS,
    PROTECTS,
    SEES_THEIRS,
    SHOWS_OWN,
    SWAPS,
)

if TYPE_CHECKING:
    from llq.solver.love_letter.equilibrium.tree import GameTree

HistoryStep = CardName | Action
"""A card, or a play: an `Action`, or a text such as ``guard priest`` or ``prince self``."""


def find_infoset(tree: GameTree, player: int, history: Iterable[HistoryStep]) -> int:
    """Return the number of the information set to which a player's history leads.

    Raises
    ------
    UnknownCard
        The deck has no such card.
    IllegalAction
        A play is none, or cannot be made there.
    IllegalState
        The history cannot be, or does not end when the player has two cards to choose from.
    """
    return _Walk(tree, player, list(history)).run()


def history_steps(history: History) -> list[HistoryStep]:
    """Return what a player remembers of a round in the order that `find_infoset` takes it."""
    steps: list[HistoryStep | None] = [history.dealt]
    for turn in history.turns:
        compared = turn.seen if turn.result == "equal" else None  # known without being shown
        shown = turn.gained or turn.discarded or (None if compared else turn.seen)
        steps += [turn.drawn, turn.action, shown]
    return [step for step in (*steps, history.drawn) if step is not None]


class _Walk:
    """A walk along a history.

    What is seen between two decisions is collected as the tree's kernels code it: ``pending`` by
    the player's own play, ``shown`` by the opponent's, and the card drawn.
    """

    def __init__(self, tree: GameTree, player: int, steps: Sequence[HistoryStep]) -> None:
        self.tree, self.player, self.steps = tree, player, steps
        self.rules: Rules = tree.rules
        self.cards = len(self.rules.cards)
        self.at = self.turn = self.sequence = 0
        self.gone = [0] * self.cards
        self.held = self.drawn = 0
        self.pending = 0
        self.my_maid = self.their_maid = False

    def run(self) -> int:
        """Return the information set at the end."""
        from llq.solver.love_letter.equilibrium.expansion import seen_code

        game, fresh = self.tree.game, self.cards + 1
        self.held = self._card("your first card")
        self.pending = fresh + self.held
        if self.player == 0:
            low, high = sorted((self.held, self._card("your second card")))
            self.held, self.drawn = low, high
            code = seen_code(game, fresh + low, -1, -1, high)
        else:
            code = self._opponent()
        while True:
            infoset = self._find(code)
            if self.at == len(self.steps):
                return infoset
            self._own(infoset)
            code = self._opponent()

    def _find(self, code: int) -> int:
        moves = self.tree.players[self.player]
        turns = [turn for turn in self.tree.turns if turn.mover == self.player]
        if self.turn < len(turns):
            begin, end = turns[self.turn].infosets
            parents = moves.parent[begin:end]
            low, high = begin + np.searchsorted(parents, [self.sequence, self.sequence + 1])
            place = int(low + np.searchsorted(moves.seen[low:high], code))
            if place < high and moves.seen[place] == code:
                return place
        raise IllegalState(f"{self._so_far()} cannot be: not with this deck, or the round is over")

    def _own(self, infoset: int) -> None:
        play, rules = self._play("your play"), self.rules
        may = may_do(rules, rules.plays.index(play), self.their_maid)
        if play.card not in (self.held, self.drawn):
            raise IllegalAction(
                f"{rules.cards[play.card].name} is not in the hand of "
                f"{rules.cards[self.held].name} and {rules.cards[self.drawn].name}"
            )
        self.sequence = self._sequence(infoset, play)
        kept = self.held + self.drawn - play.card
        self.gone[play.card] += 1
        self.pending = 0
        if may & DISCARDS_OWN:
            self.gone[kept] += 1
            kept = self._card("your new card")
            self.pending = self.cards + 1 + kept
        elif may & DISCARDS_THEIRS:
            self.pending = 1 + self._card("the card that the opponent discards")
            self.gone[self.pending - 1] += 1
        elif may & SWAPS:
            kept = self._card("the card that you receive")
            self.pending = 1 + kept
        elif is_comparison(may):
            self.pending = 1 + self._equal(kept)
        elif may & SEES_THEIRS:
            self.pending = 1 + self._card("the card that it shows you")
        self.held = kept
        self.my_maid, self.their_maid = bool(may & PROTECTS), False
        self.turn += 1

    def _opponent(self) -> int:
        """Follow the opponent's play and the draw; return the code of all that was seen."""
        from llq.solver.love_letter.equilibrium.expansion import seen_code

        play, game = self._play("the opponent's play"), self.tree.game
        shown, is_alike = -1, self._is_fresh()
        action = self._common(play)
        may = may_do(self.rules, self.rules.plays.index(play), self.my_maid)
        is_redrawn = may & DISCARDS_THEIRS != 0
        self.gone[play.card] += 1
        if is_redrawn:
            self.gone[self.held] += 1
            self.held = self._card("your new card")
        elif may & DISCARDS_OWN:
            shown = self._card("the card that the opponent discards")
            self.gone[shown] += 1
        elif may & SWAPS:
            shown = self.held = self._card("the card that you receive")
        elif is_comparison(may):
            shown = self._equal(self.held)
        elif may & SHOWS_OWN:
            shown = self._card("the card that it shows you")
        if may & SEES_THEIRS:
            is_alike = False
        self.my_maid, self.their_maid = False, bool(may & PROTECTS)
        self.drawn = self._card("the card that you draw")
        low, high = sorted((self.held, self.drawn))
        if is_redrawn:
            return int(seen_code(game, self.pending, action, low, high))
        if is_alike:
            return int(seen_code(game, self.cards + 1 + low, action, shown, high))
        return int(seen_code(game, self.pending, action, shown, self.drawn))

    def _is_fresh(self) -> bool:
        return self.pending > self.cards

    def _equal(self, card: int) -> int:
        """Return the opponent's card after a comparison that nobody lost."""
        number = self.rules.cards[card].number
        others = [i for i, c in enumerate(self.rules.cards) if c.number == number and i != card]
        is_alone = self.rules.copies[card] == 1
        return others[0] if others and is_alone else card

    def _is_public_miss(self, play: Play, is_protected: bool) -> bool:
        """Return whether both players know beforehand that a guess misses."""
        if self.rules.cards[play.card].effect.row.argument != Argument.CARD:
            return False
        return is_protected or self.gone[play.argument] == self.rules.copies[play.argument]

    def _common(self, play: Play) -> int:
        """Return the number of an opponent's play; of guesses that surely miss, the first's."""
        if not self._is_public_miss(play, self.my_maid):
            return self.rules.plays.index(play)
        return next(
            number
            for number, other in enumerate(self.rules.plays)
            if other.card == play.card and self._is_public_miss(other, self.my_maid)
        )

    def _sequence(self, infoset: int, play: Play) -> int:
        """Return the player's sequence that ends with a play."""
        moves, plays = self.tree.players[self.player], self.rules.plays
        is_alike = self._is_public_miss(play, self.their_maid)
        for sequence in range(moves.first[infoset], moves.first[infoset + 1]):
            other = plays[moves.play[sequence]]
            alike = other.card == play.card and self._is_public_miss(other, self.their_maid)
            if other == play or (is_alike and alike):
                return sequence
        raise IllegalAction(
            f"{self.rules.describe(self.rules.actions[plays.index(play)])} after "
            f"{self._so_far(-1)} is against the rules, or the round ends by it"
        )

    def _card(self, what: str) -> int:
        return self.rules.card(self._next(what))  # type: ignore[arg-type]

    def _play(self, what: str) -> Play:
        step = self._next(what)
        if isinstance(step, Action):
            if step not in self.rules.action_numbers:
                raise IllegalAction(f"{self.rules.variant} Love Letter has no action {step!r}")
            return self.rules.plays[self.rules.action_numbers[step]]
        return _read_play(self.rules, str(step), what)

    def _next(self, what: str) -> HistoryStep:
        if self.at == len(self.steps):
            raise IllegalState(
                f"a history ends when the player has two cards to choose from; after "
                f"{self._so_far()} comes {what}"
            )
        self.at += 1
        return self.steps[self.at - 1]

    def _so_far(self, less: int = 0) -> str:
        steps = self.steps[: self.at + less]
        words = [
            self.rules.describe(step) if isinstance(step, Action) else str(step) for step in steps
        ]
        return f"the history {'; '.join(words)}" if words else "an empty history"


def _read_play(rules: Rules, text: str, what: str) -> Play:
    """Return the play of a text: a card, then what it guesses or whom it affects."""
    words = text.lower().replace(",", " ").split()
    words = [word for word in words if word not in ("guessing", "on", "the", "at")]
    for length in range(len(words), 0, -1):
        try:
            card = rules.card(" ".join(words[:length]))
        except IllegalState:
            if length == 1:
                raise
            continue
        break
    else:
        raise IllegalAction(f"{what} is missing: a step of the history is empty")
    rest = " ".join(words[length:])
    argument = rules.cards[card].effect.row.argument
    if argument == Argument.CARD and rest:
        play = Play(card, rules.card(rest))
    elif argument == Argument.TARGET and rest in ("self", "yourself", "themselves", "opponent"):
        play = Play(card, Target.OPPONENT if rest == "opponent" else Target.SELF)
    else:
        play = next((option for option in rules.plays if option.card == card), Play(card))
        if rest or argument != Argument.NOTHING:
            play = Play(card, -2)
    if play not in rules.plays:
        name = rules.cards[card].name
        forms = [rules.describe(rules.actions[i]) for i, p in enumerate(rules.plays)
                 if p.card == card]  # fmt: skip
        raise IllegalAction(f"{what} {text!r} is not a play of {name}; it is {' or '.join(forms)}")
    return play
