"""The solved Dominion table of games up to a length: where it is, what it says."""

from __future__ import annotations

import os
from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from llq.errors import IllegalState, TableMissing, UnknownState
from llq.query.dominion.answers import DominionAnswer, answer, parse_deck
from llq.solver.dominion.action_scoring import ActionScore, action_scores, card_of, reduced
from llq.solver.dominion.model import Action, Model
from llq.solver.dominion.rules import HAND_SIZE, Game, dominion
from llq.solver.dominion.states import DeckSpace
from llq.solver.sources import source_hash
from llq.store.locate import find_table
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableInfo, open_table

__all__ = [
    "LONGEST",
    "WHOLE",
    "DominionTable",
    "check_whole",
    "dominion_lookup",
    "dominion_spec",
    "open_dominion",
]

_BUILDER = "llq.query.dominion.build"

WHOLE = 31
"""Longest game of which a table holds the payout and the action of every state."""

LONGEST = 500
"""Longest game that can be solved: 526 turns fill 24 GiB."""

_PAYOUT_DECKS, _POLICY_DECKS = 20, 100
"""Of longer games: payouts of decks with up to so many bought cards, and actions."""


def dominion_spec(turns: int) -> TableSpec:
    """Return what today's solver would build for games of up to ``turns`` turns.

    Raises
    ------
    IllegalState
        The number of turns is not positive.
    """
    if turns < 1:
        raise IllegalState(f"a game needs at least one turn; got {turns}")
    whole = turns <= WHOLE
    return TableSpec(
        game="dominion",
        variant=str(turns),
        rules_id="dominion/van-der-heijden-2014",
        rules_version=dominion().version,
        parameters={
            "turns": turns,
            "payout_decks": turns if whole else _PAYOUT_DECKS,
            "policy_decks": turns if turns <= _POLICY_DECKS else _PAYOUT_DECKS,
        },
        solver_hash=source_hash(_BUILDER),
        columns=(
            Column(
                "score", "float64", ("turns",), "points", "Optimal expected score of each length."
            ),
            Column(
                "payout",
                "float64",
                ("state",),
                "points",
                "Points still to come, before the hand is drawn, by deck and turns to go.",
            ),
            Column(
                "action",
                "uint16",
                ("state",),
                "two bits a money band",
                "Optimal actions: 0 pass, 1 treasure, 2 victory card.",
            ),
        ),
    )


class DominionTable:
    """The optimal policy and payouts of Dominion games: read-only, safe to share.

    Attributes
    ----------
    info
        What the table file says of itself.
    model
        The game as the solver sees it: money bands and buyable cards.
    turns
        Longest game.
    scores
        (turns + 1,) float64, optimal expected score of each length, in points.
    payout, codes
        Points to come (float64) and actions (uint16) by state, in the order of ``space``.
    """

    def __init__(
        self,
        info: TableInfo,
        scores: NDArray[np.float64],
        payout: NDArray[np.float64],
        codes: NDArray[np.uint16],
    ) -> None:
        self.info = info
        self.model = Model(dominion())
        self.turns = len(scores) - 1
        self.scores, self.payout, self.codes = scores, payout, codes
        for array in (scores, payout, codes):
            array.flags.writeable = False
        self.space = DeckSpace(self.model.dims, self.turns)

    @property
    def game(self) -> Game:
        """The game."""
        return self.model.game

    @property
    def source(self) -> str:
        """Where the numbers come from, in one line."""
        return (
            f"{self.info.path.name} {self.info.content_hash[:12]}, rules {self.info.spec.rules_id} "
            f"v{self.info.spec.rules_version}; exact dynamic programming in float64 "
            "(rounding below 1e-11 points)"
        )

    def best(self, deck: tuple[int, ...], coins: int, turns_to_go: int) -> str | None:
        """Return the card to buy, None to pass, from a deck as copies of ``game.cards``.

        Raises
        ------
        IllegalState
            No turn is left, or no hand at all is worth ``coins``. Whether a hand of this very deck
            is, `actions` checks.
        UnknownState
            The table does not hold the deck with these turns to go.
        """
        (action,) = self.best_many([deck], [coins], [turns_to_go])
        return card_of(self.model, self.model.band(coins), Action(int(action)))

    def best_many(
        self, decks: ArrayLike, coins: ArrayLike, turns_to_go: ArrayLike
    ) -> NDArray[np.uint8]:
        """Return the optimal `Action` of many states.

        Parameters
        ----------
        decks
            (N, cards) int, copies of ``game.cards``.
        coins, turns_to_go
            (N,) int.

        Returns
        -------
        (N,) uint8: 0 pass, 1 the dearest affordable treasure, 2 the dearest victory card.

        Raises
        ------
        IllegalState, UnknownState
            As `best`.
        """
        decks, coins, turns_to_go = (np.asarray(a) for a in (decks, coins, turns_to_go))
        shape = (len(coins) if coins.ndim else 0, len(self.game.cards))
        if decks.shape != shape or not coins.shape == turns_to_go.shape == shape[:1]:
            raise IllegalState(
                f"decks, coins and turns to go are arrays of (N, {shape[1]}), (N,) and (N,), "
                f"not {decks.shape}, {coins.shape} and {turns_to_go.shape}"
            )
        if any(not np.issubdtype(a.dtype, np.integer) for a in (decks, coins, turns_to_go)):
            raise IllegalState("decks, coins and turns to go are whole numbers")
        most = HAND_SIZE * max(card.value for card in self.game.cards)
        if ((coins < 0) | (coins > most)).any():
            raise IllegalState(
                f"a hand is worth 0 to {most} coins, not {coins.min()}-{coins.max()}"
            )
        codes = self._codes(decks, turns_to_go)
        edges = np.asarray(self.model.band_from)
        bands = np.searchsorted(edges, coins, side="right") - 1
        return ((codes >> (2 * bands).astype(np.uint16)) & 3).astype(np.uint8)

    def actions(
        self, deck: tuple[int, ...], coins: int, turns_to_go: int
    ) -> tuple[ActionScore, ...]:
        """Return every affordable action with its expected final score, best first.

        Where the table holds no payouts of a deck this far on, the game is solved anew from there
        (about a second with 100 turns to go), which compiles the solver.

        Raises
        ------
        IllegalState
            No hand of the deck is worth ``coins``, or no turn is left.
        UnknownState
            The table does not hold the deck with these turns to go.
        """
        bought = int(reduced(self.model, deck).sum())
        self._check(bought, turns_to_go)
        if bought < int(self.info.spec.parameters["payout_decks"]):
            return action_scores(self.model, self.payout, self.turns, deck, coins, turns_to_go)

        from llq.solver.dominion.solver import solve_state  # compiles

        return solve_state(self.game, deck, coins, turns_to_go)

    def lookup(
        self, deck: Mapping[str, int] | str, coins: int, turn: int, turns: int
    ) -> DominionAnswer:
        """Return the whole answer for what a player knows.

        Parameters
        ----------
        deck
            Copies by card name, or words such as ``"7 copper, 3 estate, 2 silver"``: all cards
            that the player owns, the hand included.
        coins
            Coins in hand.
        turn
            The turn that is being played; the first is 1.
        turns
            Length of the game.

        Raises
        ------
        IllegalState, UnknownCard
            No such situation can arise; the message says why.
        UnknownState
            The table does not go this far.
        """
        given = parse_deck(deck) if isinstance(deck, str) else deck
        check_whole({**given, "coins": coins, "turn": turn, "turns": turns})
        counts = self.game.deck(given)
        return answer(
            self.game,
            counts,
            coins,
            turn,
            turns,
            lambda to_go: self.actions(counts, coins, to_go),
            self.source,
        )

    def _codes(
        self, decks: NDArray[np.int64], turns_to_go: NDArray[np.int64]
    ) -> NDArray[np.uint16]:
        """Return the codes of some states."""
        bought = reduced(self.model, decks)
        sizes = bought.sum(axis=-1)
        most = int(sizes.max(initial=0))
        for furthest in (sizes + turns_to_go).argsort()[-1:]:
            self._check(int(sizes[furthest]), int(turns_to_go[furthest]))
        if int(turns_to_go.min(initial=1)) < 1:
            raise IllegalState(f"no action is left with {turns_to_go.min()} turns to go")
        if most > int(self.info.spec.parameters["policy_decks"]):
            raise UnknownState(
                f"{self.info.path.name} has the actions of decks with up to "
                f"{self.info.spec.parameters['policy_decks']} bought cards, not {most}"
            )
        return self.codes[self.space.state(bought, turns_to_go)]

    def _check(self, bought: int, turns_to_go: int) -> None:
        """Refuse a state beyond the table's longest game."""
        if bought + turns_to_go > self.turns:
            needed = bought + turns_to_go
            raise UnknownState(
                f"{bought} bought cards and {turns_to_go} turns to go make a game of "
                f"{needed} turns or more; this table goes to {self.turns}; "
                + (
                    f"build a longer one with: llq build dominion --turns {needed}"
                    if needed <= LONGEST
                    else f"no table goes beyond {LONGEST}"
                )
            )


def open_dominion(turns: int = WHOLE, path: str | os.PathLike[str] | None = None) -> DominionTable:
    """Return the solved table of games of up to ``turns`` turns, read whole and verified.

    Raises
    ------
    TableMissing
        There is no such table; the message has the command that builds it.
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The file is not today's table, whole and intact.

    Examples
    --------
    >>> import llq
    >>> table = llq.dominion.open_table(31)
    >>> table.best(table.game.start, 5, 31)
    'silver'
    >>> print(f"{table.scores[31]:.6f}")
    73.154097
    """
    spec = dominion_spec(turns)
    how = f"build it with: llq build dominion --turns {turns}"
    file = find_table(spec.name, path, remedy=how)
    with open_table(file, spec, remedy=how) as table:
        return DominionTable(table.info, *(table.read(c.name) for c in spec.columns))


def dominion_lookup(
    deck: Mapping[str, int] | str,
    coins: int,
    turn: int,
    turns: int = WHOLE,
    *,
    path: str | os.PathLike[str] | None = None,
) -> DominionAnswer:
    """Return the optimal buy in a Dominion game, and what every other buy is worth.

    Games of up to 31 turns are looked up in the 31-turn table, longer ones in the table of their
    length or, if there is none, the 100-turn table.

    Parameters
    ----------
    deck
        All cards that the player owns: copies by name, or ``"7 copper, 3 estate, 2 silver"``.
    coins, turn, turns
        Coins in hand, the turn being played (the first is 1), the length of the game.
    path
        As in `llq.dominion.open_table`.

    Raises
    ------
    IllegalState, UnknownCard
        No such situation can arise; the message says why.
    UnknownState, TableMissing, StaleTable, CorruptTable
        As `llq.dominion.open_table` and `DominionTable.lookup` do.

    Examples
    --------
    >>> import llq
    >>> answer = llq.dominion.lookup("7 copper, 3 estate, 2 silver", coins=5, turn=4)
    >>> answer.best, round(answer.expected_score, 3)
    ('silver', 69.988)
    """
    return _covering(turns, path).lookup(deck, coins, turn, turns)


def check_whole(numbers: Mapping[str, object]) -> None:
    """Refuse what is no whole number: a count of 3.5 would be answered as 3."""
    for what, number in numbers.items():
        if not isinstance(number, int | np.integer) or isinstance(number, bool):
            raise IllegalState(f"{what} is {number!r}, not a whole number")


def _covering(turns: int, path: str | os.PathLike[str] | None) -> DominionTable:
    """Return a table that goes to a game's length."""
    if turns <= WHOLE:
        return open_dominion(WHOLE, path)
    try:
        return open_dominion(turns, path)
    except TableMissing:
        if turns < 100:
            return open_dominion(100, path)
        raise
