"""Checking a game that a user wrote, and asking for its best buys."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from llq.errors import IllegalState, UnknownGame
from llq.query.dominion.answers import DominionAnswer, answer, parse_deck
from llq.solver.dominion.definitions import Report, check_mapping
from llq.solver.dominion.model import Model
from llq.solver.dominion.rules import FixedLength, Game
from llq.solver.dominion.states import DeckSpace

__all__ = ["check_game", "lookup_in_game", "read_game"]


_MOST_STATES = 1_000_000_000
"""States that are solved without asking: some ten seconds and half a gigabyte."""


def check_game(path: str | os.PathLike[str]) -> Report:
    """Return what the definitions say of the game in a TOML file.

    Raises
    ------
    UnknownGame
        There is no such file.
    IllegalState
        The file is not TOML.
    """
    try:
        return check_mapping(tomllib.loads(_text(path)))
    except tomllib.TOMLDecodeError as error:
        raise IllegalState(f"{path}: not TOML: {error}") from error


def read_game(path: str | os.PathLike[str]) -> Game:
    """Return the game in a TOML file.

    Raises
    ------
    UnknownGame
        There is no such file.
    IllegalState
        The file holds no game by Definition 2.1; the message says why.
    """
    return Game.from_toml(_text(path))


def lookup_in_game(
    game: Game, deck: str, coins: int, turn: int, turns: int | None = None
) -> DominionAnswer:
    """Return the optimal buy in any deck-building game, solved on the spot without a table.

    Parameters are those of `llq.dominion.lookup`; ``turns`` is by default the game's own length.

    Raises
    ------
    IllegalState, UnknownCard
        No such situation can arise; the message says why.
    """
    from llq.solver.dominion.solver import solve_state  # compiles

    if turns is None:
        if not isinstance(game.end, FixedLength):
            raise IllegalState(f"{game.name} ends by chance; say for how many turns to solve it")
        turns = game.end.turns
    counts = game.deck(parse_deck(deck))
    states = DeckSpace(Model(game).dims, max(turns - turn + 1, 0)).states
    if states > _MOST_STATES:
        raise IllegalState(
            f"{turns - turn + 1} turns to go make {states:.1e} states; "
            f"up to {_MOST_STATES:.0e} are solved on the spot"
        )
    return answer(
        game,
        counts,
        coins,
        turn,
        turns,
        lambda to_go: solve_state(game, counts, coins, to_go),
        f"{game.name} solved on the spot; exact dynamic programming in float64",
    )


def _text(path: str | os.PathLike[str]) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UnknownGame(f"{path}: no game can be read from here ({error})") from error
