"""The solved table of a Love Letter variant: where it is, what it says."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.love_letter.answers import ActionValue, Answer, Move
from llq.query.love_letter.seat import CardName, situation
from llq.solver.love_letter import backup, turn
from llq.solver.love_letter.ahead import no_ahead
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.states import State, StateArrays, StateSpace, state_space
from llq.solver.love_letter.variants import find_rules
from llq.solver.sources import source_hash
from llq.store.locate import find_table
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableInfo, open_table

__all__ = ["LoveLetterTable", "open_love_letter", "remedy", "table_spec"]

SOURCES = tuple(
    f"love_letter/{name}.py"
    for name in (
        "rules",
        "variants",
        "states",
        "turn",
        "ahead",
        "backup",
        "compiled",
        "estimate",
        "reach",
        "differences",
        "solver",
    )
)
"""The solver sources that a table depends on."""


def table_spec(rules: Rules) -> TableSpec:
    """Return what today's solver would build for a variant."""
    return TableSpec(
        game="love_letter",
        variant=rules.variant,
        rules_id=rules.rules_id,
        rules_version=rules.version,
        parameters={"equal_cards": 0.5, "tie": backup.TIE, "face_up": "0 or 3"},
        solver_hash=source_hash(*SOURCES),
        columns=(
            Column(
                "value",
                "float64",
                ("state rank",),
                "probability",
                "The mover's chance of winning, equal final cards counted as half.",
            ),
            Column(
                "action",
                "uint8",
                ("state rank",),
                "index of an action",
                "The action chosen: by card, then by guess or target, in ascending order.",
            ),
            Column(
                "reachable",
                "bool",
                ("state rank",),
                "",
                "Whether some deal, with no or three cards face up, and some plays lead here.",
            ),
        ),
    )


def remedy(rules: Rules) -> str:
    """Return what to do about a variant's table that is missing or refused."""
    return f"build it with: llq build love-letter --variant {rules.variant}"


def open_love_letter(
    variant: str = "classic", path: str | os.PathLike[str] | None = None
) -> LoveLetterTable:
    """Return the solved table of a variant, read whole and verified.

    Parameters
    ----------
    variant
        The variant of the rules.
    path
        The table file, or the folder it is in; by default it is looked for in ``LLQ_TABLES``, the
        checkout's ``tables`` folder and the user's data folder.

    Raises
    ------
    UnknownGame
        There is no such variant.
    TableMissing
        There is no such table; the message has the command that builds it.
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The file is not today's table of this variant, whole and intact.

    Examples
    --------
    >>> import llq
    >>> table = llq.open_love_letter()
    >>> table.lookup(table.state((1, 8)))
    Move(win_prob=0.705616033731113, action=Action(card=0, argument=1))
    """
    rules = find_rules(variant)
    how = remedy(rules)
    file = find_table(f"love_letter-{variant}", path, remedy=how)
    with open_table(file, table_spec(rules), remedy=how) as table:
        columns = (table.read(name) for name in ("value", "action", "reachable"))
        return LoveLetterTable(rules, table.info, *columns)


class LoveLetterTable:
    """A variant's values and actions in memory: read-only, safe to share between threads.

    Parameters
    ----------
    rules
        The variant.
    info
        What the table file says of itself.
    values, actions
        (states,) float64 and uint8, as `llq.solver.love_letter.solver.solve` returns them.
    reachable
        (states,) bool, as `llq.solver.love_letter.reach.reachable` returns it.
    """

    def __init__(
        self,
        rules: Rules,
        info: TableInfo,
        values: NDArray[np.float64],
        actions: NDArray[np.uint8],
        reachable: NDArray[np.bool_],
    ) -> None:
        self.rules = rules
        self.info = info
        self.values = values
        self.actions_chosen = actions
        self.reachable = reachable
        for array in (values, actions, reachable):
            array.flags.writeable = False

    @property
    def space(self) -> StateSpace:
        """The state space: ranks of states and back."""
        return state_space(self.rules)

    @property
    def source(self) -> str:
        """Where the numbers come from, in one line."""
        return (
            f"{self.info.path.name} {self.info.content_hash[:12]}, rules {self.rules.rules_id} "
            f"v{self.rules.version}; exact dynamic programming in float64 (rounding below 1e-12)"
        )

    def state(
        self,
        hand: Iterable[CardName],
        *,
        seen: Iterable[CardName] | Mapping[CardName, int] = (),
        opponent: CardName | None = None,
        opponent_knows: CardName | None = None,
        handmaid: bool = False,
    ) -> State:
        """Return the state of a player with this hand; see `situation` for the arguments."""
        return situation(
            self.rules,
            hand,
            seen=seen,
            opponent=opponent,
            opponent_knows=opponent_knows,
            handmaid=handmaid,
        )

    def lookup(self, state: State) -> Move:
        """Return the chance and the action of one state.

        Raises
        ------
        IllegalState
            The rules do not allow the state, or no game comes to it; the message says why.
        """
        rank = self.space.rank(state)
        if not self.reachable.item(rank):
            raise IllegalState(
                f"no deal and no order of plays leads to {self._describe(state)}, "
                f"with no or with three cards face up at the start{self._hint(state)}"
            )
        return self._move(rank)

    def get(self, state: State, default: Move | None = None) -> Move | None:
        """Return the chance and the action of one state, or ``default`` if it is not legal."""
        try:
            rank = self.space.rank(state)
        except IllegalState:
            return default
        return self._move(rank) if self.reachable.item(rank) else default

    def lookup_many(self, states: StateArrays) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
        """Return the chances and the actions of many states.

        Returns
        -------
        win_prob
            (N,) float64; NaN for a state that the rules do not allow or lead to.
        action
            (N,) uint8, indices into ``rules.actions``; 255 for such a state.
        """
        ranks = self.space.rank_many(states)
        bad = (ranks < 0) | ~self.reachable[ranks]
        win_prob, action = self.values[ranks], self.actions_chosen[ranks]
        win_prob[bad] = np.nan
        action[bad] = 255
        return win_prob, action

    def actions(self, state: State) -> tuple[ActionValue, ...]:
        """Return every legal action of a state with its chance, best first.

        Raises
        ------
        IllegalState
            The rules do not allow the state, no game comes to it, or it fixes an opponent's card
            that the mover does not know.
        """
        self.lookup(state)
        if state.opponent >= 0 and not state.known:
            raise IllegalState(
                "the mover cannot weigh his actions by a card that he does not know; "
                "ask with the card known, or without it"
            )
        chances = self._chances(state)
        unseen = np.array(state.unseen)
        if state.known:
            gains = chances[:, state.opponent]
        else:
            gains = chances[:, unseen > 0] @ unseen[unseen > 0] / unseen.sum()
        legal = [int(a) for a in np.flatnonzero((chances > backup.ILLEGAL).any(axis=1))]
        best = max(gains[legal])
        named = [
            ActionValue(
                self.rules.actions[a],
                self.rules.describe(self.rules.actions[a]),
                float(gains[a]),
                bool(gains[a] >= best - backup.TIE),
            )
            for a in legal
        ]
        return tuple(sorted(named, key=lambda a: (not a.is_best, 0 if a.is_best else -a.win_prob)))

    def answer(self, state: State) -> Answer:
        """Return the whole answer for a state: chance, best action and every other action.

        Raises
        ------
        IllegalState
            The rules do not allow the state; the message says why.
        """
        move = self.lookup(state)
        names = [card.name for card in self.rules.cards]
        hand = (names[state.low], names[state.high])
        return Answer(
            variant=self.rules.variant,
            hand=hand,
            win_prob=move.win_prob,
            best=self.rules.describe(move.action),
            actions=self.actions(state),
            unseen=dict(zip(names, state.unseen, strict=True)),
            opponent=names[state.opponent] if state.opponent >= 0 else None,
            opponent_knows=hand[state.hand_known - 1] if state.hand_known else None,
            handmaid=state.maid,
            source=self.source,
        )

    def _move(self, rank: int) -> Move:
        return Move(self.values.item(rank), self.rules.actions[self.actions_chosen.item(rank)])

    def _describe(self, state: State) -> str:
        """Return a state in words."""
        cards = self.rules.cards
        seen = [
            f"{count} {card.name}"
            for index, card in enumerate(cards)
            if (count := card.copies - state.unseen[index] - state[:2].count(index))
        ]
        words = [
            f"a hand of {cards[state.low].name} and {cards[state.high].name}",
            f"with {', '.join(seen) or 'nothing'} seen",
        ]
        if state.known:
            words.append("the opponent's card known")
        if state.hand_known:
            exposed = cards[state.low if state.hand_known == 1 else state.high]
            words.append(f"the {exposed.name} known to the opponent")
        if state.maid:
            words.append("a Handmaid up")
        return ", ".join(words)

    def _hint(self, state: State) -> str:
        """Return what would have to be known for a state to come up, if that is all it lacks."""
        exposed = range(3 if state.low != state.high else 2)
        wanted = {
            "the opponent knows one of your cards": [state._replace(hand_known=p) for p in exposed],
            "the opponent's Handmaid is up": [state._replace(maid=not state.maid)],
            "you know the opponent's card": [
                state._replace(opponent=card, known=True)
                for card, left in enumerate(state.unseen)
                if left
            ],
            "both know a card": [
                state._replace(opponent=card, known=True, hand_known=p)
                for card, left in enumerate(state.unseen)
                if left
                for p in exposed
            ],
        }
        for what, states in wanted.items():
            if any(self.get(other) for other in states if other != state):
                return f"; it can come up if {what}"
        return ""

    def _chances(self, state: State) -> NDArray[np.float64]:
        """Return (actions, cards): each action's chance against each card, else ``ILLEGAL``."""
        game = self.rules.arrays
        book = backup.Book(game, self.space.layout, no_ahead(self.space), self.values, False)
        shape = (len(self.rules.actions), len(self.rules.cards), 1)
        chances = np.full(shape, backup.ILLEGAL)
        low, high = state.low, state.high
        for played, kept in {(low, high), (high, low)}:
            if not turn.is_forced(game, kept, played):
                backup.card_values(
                    book,
                    np.array(state.unseen),
                    played,
                    kept,
                    int(state.maid),
                    int(state.known),
                    turn.is_kept_known(low, high, played, state.hand_known),
                    0,
                    1,
                    turn.make_branches(len(self.rules.cards)),
                    chances,
                )
        return chances[:, :, 0]
