"""Solitaire lookups: the best purchase, and expected final scores."""

import operator
import os
from dataclasses import replace

from llq.errors import IllegalState, TableMissing
from llq.query.dominion.inputs import Coins, Deck, Game, Turn, Turns
from llq.query.dominion.notation import deck as read_deck
from llq.query.dominion.table.answers import BuyAnswer, action_values, answer
from llq.query.dominion.table.table import WHOLE, DominionTable, check_length
from llq.query.questions import question
from llq.solver.dominion.model import Model
from llq.solver.dominion.solitaire.action_scoring import check_coins
from llq.solver.dominion.solitaire.states import DeckSpace
from llq.solver.dominion.state import State

TABLE_TURNS = 100
"""Longest game answered from the 100-turn table."""

_MOST_STATES = 1_000_000_000
"""Limit on states solved without a request: some ten seconds and half a gigabyte."""


@question(busy="Solving it (the first time compiles)")
def lookup(
    deck: Deck,
    coins: Coins,
    turn: Turn,
    turns: Turns | None = None,
    *,
    game: Game | None = None,
    path: str | os.PathLike[str] | None = None,
) -> BuyAnswer:
    """Return the best purchase in a Dominion game, and every alternative's cost.

    Games of up to 31 turns are looked up in the 31-turn table, longer ones in the table of their
    length or, if there is none, the 100-turn table. A table is read at the first call and kept
    until its file is replaced. Custom games, and decks that lack starting cards, are solved on the
    spot.

    Parameters
    ----------
    deck, coins, turn, turns, game
        As in `llq.dominion.deck`.
    path
        As in `llq.dominion.table.open`.

    Raises
    ------
    IllegalState, UnknownCard
        No game reaches such a situation; the message says why.
    UnknownState, TableMissing, StaleTable, CorruptTable
        As `llq.dominion.table.open` and `DominionTable.lookup` do.

    Examples
    --------
    >>> import llq
    >>> answer = llq.dominion.lookup("7 copper, 3 estate, 2 silver", coins=5, turn=4)
    >>> answer.best, round(answer.value, 3)
    (Action(card='silver'), 69.988)
    """
    state = read_deck(deck, coins, turn, turns, game=game)
    if game is None and any(map(operator.lt, state.deck, state.game.start)):  # some were trashed
        game = replace(state.game, start=state.deck)
        state = replace(state, game=game)
    if game is not None:
        return _solve(state)
    try:
        table = covering_table(state.turns, path)
    except TableMissing:  # what no table answers is told before one is built
        check_coins(Model(state.game), state.deck, state.coins)
        raise
    return table.answer(state)


def covering_table(turns: int, path: str | os.PathLike[str] | None = None) -> DominionTable:
    """Return the table for a game length, cached until its file changes."""
    check_length(turns)
    try:
        return DominionTable.cached(f"dominion-{max(turns, WHOLE)}", path)
    except TableMissing:
        if not WHOLE < turns <= TABLE_TURNS:
            raise
    return DominionTable.cached(f"dominion-{TABLE_TURNS}", path)


def _solve(state: State) -> BuyAnswer:
    """Solve and answer a custom game's state without a table."""
    from llq.solver.dominion.solitaire.solver import solve_state  # compiles

    game, to_go = state.game, state.turns_to_go
    states = DeckSpace(Model(game).dims, to_go).states
    if states > _MOST_STATES:
        raise IllegalState(
            f"{to_go} turns to go make {states:.1e} states; "
            f"up to {_MOST_STATES:.0e} are solved on the spot"
        )
    return answer(
        state,
        action_values(solve_state(game, state.deck, state.coins, to_go)),
        f"{game.name} solved on the spot; exact dynamic programming in float64",
    )
