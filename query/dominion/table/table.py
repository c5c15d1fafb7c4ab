"""Solved Dominion tables by longest game length."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from llq.errors import IllegalState, UnknownGame, UnknownState
from llq.query.answers import ActionValue
from llq.query.dominion.table.answers import BuyAnswer, action_values, answer
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.arguments import check_threads, read_digits
from llq.solver.array_types import Bytes, Ints
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.rules import HAND_SIZE, Action, Rules
from llq.solver.dominion.solitaire.action_scoring import (
    action_scores,
    card_of,
    check_coins,
    reduced_decks,
)
from llq.solver.dominion.solitaire.states import DeckSpace
from llq.solver.dominion.state import State
from llq.solver.dominion.variants import rules
from llq.solver.jobs.progress import Progress
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableInfo

if TYPE_CHECKING:
    from llq.store.database import Relation, View

WHOLE = 31
"""Longest game whose table stores every state's payout and action."""

LONGEST = 500
"""Longest game that can be solved: 526 turns fill 24 GiB."""

_PAYOUT_DECKS, _POLICY_DECKS = 20, 100
"""Limits on bought cards for stored payouts and actions of longer games."""

_LOW_BITS = np.uint16(0x5555)
"""Lower bit of each money band in action codes."""

_MOST_UNASKED = 100
"""Turns of the longest table that commands build unasked."""


class DominionTable(StoredTable):
    """The optimal policy and payouts of Dominion games: read-only, safe to share.

    States are in the order of ``space``; of ``codes`` a money band has two bits.
    """

    kind = "dominion"
    build_options = (BuildOption("turns"),)
    is_named_in_full = True
    method = "exact dynamic programming in float64 (rounding below 1e-11 points)"

    scores = Column(
        "score", "float64", ("turns",), "points", "Optimal expected score of each length.",
        shape=("lengths",), least=0.0,
    )  # fmt: skip
    payout = Column(
        "payout", "float64", ("state",), "points",
        "Points still to come, before the hand is drawn, by deck and turns to go.",
        shape=("payouts",), least=0.0,
    )  # fmt: skip
    codes = Column(
        "action", "uint16", ("state",), "two bits a money band",
        "Optimal actions: 0 pass, 1 treasure, 2 victory card.", shape=("actions",), most="codes",
    )  # fmt: skip

    def __init__(self, info: TableInfo, columns: Mapping[str, NDArray[Any]]) -> None:
        super().__init__(info, columns)
        self.model = Model(rules())
        self.turns = len(self.scores) - 1
        for array in columns.values():
            array.flags.writeable = False
        self.space = DeckSpace(self.model.dims, self.turns)

    @classmethod
    def cost(cls, **options: Any) -> str | None:
        """Return the build time for up to 100 turns, None for longer games."""
        return "a few seconds" if options["turns"] <= _MOST_UNASKED else None

    @staticmethod
    def make_spec(turns: int = WHOLE) -> TableSpec:
        """Return today's specification for games of up to ``turns`` turns."""
        check_length(turns)
        payout_decks = turns if turns <= WHOLE else _PAYOUT_DECKS
        policy_decks = turns if turns <= _POLICY_DECKS else _PAYOUT_DECKS
        return DominionTable.describe(
            f"dominion-{turns}",
            ("dominion/van-der-heijden-2014", rules().version),
            {"turns": turns, "payout_decks": payout_decks, "policy_decks": policy_decks},
            lengths=turns + 1,
            payouts=_states(turns, payout_decks),
            actions=_states(turns, policy_decks),
            codes=2 * sum(4**band for band in range(len(standard_model().best))),
        )

    @classmethod
    def build(
        cls,
        turns: int = WHOLE,
        folder: str | os.PathLike[str] | None = None,
        *,
        threads: int = 2,
        progress: Progress = None,
    ) -> Path:
        """Solve Dominion games of up to ``turns`` turns, write the table and return its path.

        Up to 31 turns the table holds the payout and the action of every state, up to 100 the
        action of every state and the payouts of decks with up to 20 bought cards, beyond that both
        of decks with up to 20. The optimal score of every length is always there.

        Raises
        ------
        IllegalState, UnknownState
            The game has no turns, or more than 500.
        TableNotWritable
            The folder cannot be written to.
        """
        spec = cls.make_spec(turns)
        check_threads(threads)
        depth = {name: int(spec.parameters[f"{name}_decks"]) for name in ("payout", "policy")}

        def compute() -> dict[str, NDArray[Any]]:
            from llq.solver.dominion.solitaire.solver import solve  # compiles

            best = solve(
                rules(), turns, values=True, codes=True, value_depth=depth["payout"],
                code_depth=depth["policy"], threads=threads,
            )  # fmt: skip
            if progress:
                progress(1, 1)
            codes = best.codes.astype(np.uint16)
            return {"score": best.scores, "payout": best.values, "action": codes}

        return cls.write(spec, compute, folder)

    def sql(self) -> Iterable[Relation | View]:
        """Return SQL relations of payouts and actions, and their views."""
        from llq.query.dominion.table.sql import table_sql

        return table_sql(self)

    @classmethod
    def options_of(cls, name: str, _spec: TableSpec | None = None) -> dict[str, Any]:
        """Return the number of turns that a table's name tells.

        Raises
        ------
        UnknownGame
            It does not name a table of a number of turns.
        """
        turns = read_digits(name.removeprefix("dominion-"))
        if turns is None or not 1 <= turns <= LONGEST:
            raise UnknownGame(f"{name[:40]} does not name a number of turns from 1 to {LONGEST}")
        return {"turns": turns}

    def check(self) -> None:
        """Raise ValueError if an action code is invalid."""
        if (self.codes & self.codes >> 1 & _LOW_BITS).any():
            raise ValueError("a money band has an action that there is not")

    @property
    def game(self) -> Rules:
        """The rules."""
        return self.model.game

    def lookup(self, state: State) -> Action:
        """Return the best action of a state.

        Parameters
        ----------
        state
            From `llq.dominion.deck`, or what a player is given.

        Raises
        ------
        IllegalState
            No hand of the deck is worth the coins, no turn is left, or the state is of another
            game.
        UnknownState
            The table does not hold the deck with these turns to go.

        Examples
        --------
        >>> import llq
        >>> table = llq.dominion.table.open(31)
        >>> table.lookup(llq.dominion.deck("7 copper, 3 estate", coins=5, turn=1))
        Action(card='silver')
        """
        self._check_game(state)
        (code,) = self._codes(np.array([state.deck]), np.array([state.turns_to_go]))
        check_coins(self.model, state.deck, state.coins)
        band = self.model.band(state.coins)
        return Action(card_of(self.model, band, Purchase(int(code) >> 2 * band & 3)))

    def get(self, state: State, default: Action | None = None) -> Action | None:
        """Return the best action of a state, or ``default`` where `lookup` raises an error."""
        try:
            return self.lookup(state)
        except (IllegalState, UnknownState):
            return default

    def lookup_many(self, decks: ArrayLike, coins: ArrayLike, turns_to_go: ArrayLike) -> Bytes:
        """Return the kind of the best purchase of many states.

        Whether some hand of a deck is worth the coins is not checked, as `lookup` does.

        Parameters
        ----------
        decks
            (N, cards) integers. Copies of ``game.cards``.
        coins, turns_to_go
            (N,) integers.

        Returns
        -------
        (N,) uint8
            0 pass, 1 the dearest affordable treasure, 2 the dearest victory card.

        Raises
        ------
        IllegalState
            No turn is left, or no hand at all is worth the coins.
        UnknownState
            The table does not hold a deck with these turns to go.
        """
        decks, coins, turns_to_go = (np.asarray(a) for a in (decks, coins, turns_to_go))
        shape = (len(coins) if coins.ndim else 0, len(self.game.cards))
        if decks.shape != shape or not coins.shape == turns_to_go.shape == shape[:1]:
            raise IllegalState(
                f"decks, coins and turns to go must be arrays of (N, {shape[1]}), (N,) and (N,), "
                f"not {decks.shape}, {coins.shape} and {turns_to_go.shape}"
            )
        if any(not np.issubdtype(a.dtype, np.integer) for a in (decks, coins, turns_to_go)):
            raise IllegalState("decks, coins and turns to go must be integers")
        most = HAND_SIZE * max(card.value for card in self.game.cards)
        if ((coins < 0) | (coins > most)).any():
            raise IllegalState(
                f"a hand is worth 0 to {most} coins, not {coins.min()}-{coins.max()}"
            )
        codes = self._codes(decks, turns_to_go)
        edges = np.asarray(self.model.band_from)
        bands = np.searchsorted(edges, coins, side="right") - 1
        return ((codes >> (2 * bands).astype(np.uint16)) & 3).astype(np.uint8)

    def actions(self, state: State) -> tuple[ActionValue[Action], ...]:
        """Return every affordable action with its expected final score, best first.

        Where the table holds no payouts of a deck this far on, the game is solved from there
        (about a second with 100 turns to go), which compiles the solver.

        Raises
        ------
        IllegalState, UnknownState
            As `lookup` does.
        """
        self._check_game(state)
        deck, coins, turns_to_go = state.deck, state.coins, state.turns_to_go
        bought = int(reduced_decks(self.model, deck).sum())
        self._check_reach(bought, turns_to_go)
        if bought < int(self.info.spec.parameters["payout_decks"]):
            scores = action_scores(self.model, self.space, self.payout, deck, coins, turns_to_go)
        else:
            from llq.solver.dominion.solitaire.solver import solve_state  # compiles

            scores = solve_state(self.game, deck, coins, turns_to_go)
        return action_values(scores)

    def answer(self, state: State) -> BuyAnswer:
        """Return the best purchase and all expected final scores, with source.

        Raises
        ------
        IllegalState, UnknownState
            As `lookup` does.
        """
        return answer(state, self.actions(state), self.source)

    def _codes(self, decks: Ints, turns_to_go: Ints) -> NDArray[np.uint16]:
        bought = reduced_decks(self.model, decks)
        sizes = bought.sum(axis=-1)
        most = int(sizes.max(initial=0))
        if len(sizes):
            longest = (sizes + turns_to_go).argsort()[-1]
            self._check_reach(int(sizes[longest]), int(turns_to_go[longest]))
        if int(turns_to_go.min(initial=1)) < 1:
            raise IllegalState(f"no action is left with {turns_to_go.min()} turns to go")
        if most > int(self.info.spec.parameters["policy_decks"]):
            raise UnknownState(
                f"{self.info.path.name} has the actions of decks with up to "
                f"{self.info.spec.parameters['policy_decks']} bought cards, not {most}"
            )
        return np.asarray(self.codes[self.space.state(bought, turns_to_go)])

    def _check_game(self, state: State) -> None:
        if state.game is not self.game and state.game != self.game:
            raise IllegalState(
                f"a state of {state.game.name!r} is not in {self.info.path.name}: look it up with "
                "its own rules"
            )

    def _check_reach(self, bought: int, turns_to_go: int) -> None:
        if bought + turns_to_go > self.turns:
            needed = bought + turns_to_go
            raise UnknownState(
                f"{bought} bought cards and {turns_to_go} turns to go make a game of at least "
                f"{needed} turns; this table goes up to {self.turns}; "
                + (
                    f"build a longer one with: llq build dominion --turns {needed}"
                    if needed <= LONGEST
                    else f"no table goes beyond {LONGEST}"
                )
            )


def open_table(turns: int = WHOLE, path: str | os.PathLike[str] | None = None) -> DominionTable:
    """Return the solved table of games of up to ``turns`` turns, read whole and verified.

    Parameters
    ----------
    turns
        Longest game of the table.
    path
        The file, or a folder with it; by default wherever tables are looked for.

    Raises
    ------
    TableMissing
        There is no such table; the message has the command that builds it.
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The file is not today's table, whole and intact.
    IllegalState, UnknownState
        No table is for games of this length.

    Examples
    --------
    >>> import llq
    >>> table = llq.dominion.table.open(31)
    >>> print(f"{table.scores[31]:.6f}")
    73.154097
    """
    check_length(turns)
    return DominionTable.load(f"dominion-{turns}", path)


build_table = DominionTable.build


def check_length(turns: int) -> None:
    """Refuse a game length without a table."""
    if turns < 1:
        raise IllegalState(f"a game needs at least one turn; got {turns}")
    if turns > LONGEST:
        raise UnknownState(f"tables go up to games of {LONGEST} turns; got {turns}")


@cache
def standard_model() -> Model:
    """Return the model of the thesis's game."""
    return Model(rules())


def _states(turns: int, decks: int) -> int:
    """Return the number of states of games of ``turns`` turns, up to ``decks`` cards bought."""
    return DeckSpace(standard_model().dims, turns).state_start(min(decks + 1, turns))
