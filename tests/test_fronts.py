"""The public modules: one list of names each, the same words in every game."""

import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import llq
import llq.query.match_result
from llq.query.games import GAMES, all_games

FRONTS = [importlib.import_module(f"llq.{game.module}") for game in all_games()]
ROOT_NAMES = {
    *("love_letter", "dominion", "sueca", "literature", "lookup", "connect", "export_database"),
    *("export_parquet", "tables", "verify_files", "build", "workers", "errors", "__version__"),
}
EVERY_GAME = {
    *("Action", "Match", "Player", "Rules", "match", "players", "plot", "rules", "verify"),
    *("Agent", "PlayedGame", "agent", "batch", "env", "new_game", "openspiel_game", "play"),
}
ASKED = {"love_letter": "lookup", "dominion": "lookup", "sueca": "advise", "literature": "advise"}
SEEN = {"love_letter": "state", "dominion": "deck", "sueca": "position", "literature": "game"}


def name_of(front):
    """Return a front's name for test identifiers."""
    return front.__name__


def test_the_root_has_what_spans_games_and_no_more():
    """The root offers the games, the shortest question, the database, the files and the errors."""
    assert set(llq.__all__) == ROOT_NAMES
    assert len(ROOT_NAMES) <= 14
    assert all(getattr(llq, name) is not None for name in llq.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        llq.nonsense  # noqa: B018


@pytest.mark.parametrize("front", [llq, *FRONTS], ids=name_of)
def test_a_front_lists_its_names_once(front):
    """Each export is one import, under the name that it has at home: type checkers see no other."""
    tree = ast.parse(Path(front.__file__).read_text())
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imported = [alias for node in block.body for alias in node.names]
    assert all(alias.name == alias.asname for alias in imported)
    assert sorted(alias.name for alias in imported) == front.__all__ == dir(front)


@pytest.mark.parametrize("front", FRONTS, ids=name_of)
def test_every_game_has_the_same_words(front):
    """Who knows one game's words knows every game's."""
    game = front.__name__.removeprefix("llq.")
    assert {*EVERY_GAME, ASKED[game], SEEN[game]} <= set(front.__all__)
    for kind in llq.query.games.find_game(game.replace("_", "-")).tables:
        table = kind.name.removeprefix(kind.name[: len(game)]).lstrip("-") or "table"
        assert {f"build_{table}", f"open_{table}"} <= set(front.__all__)
    verbs = [name for name in front.__all__ if name.startswith(("build_", "open_"))]
    assert len(verbs) == 2 * len(llq.query.games.find_game(game.replace("_", "-")).tables)


@pytest.mark.parametrize("front", FRONTS, ids=name_of)
def test_a_match_is_asked_for_alike(front):
    """`match` takes the first, the second, games and a seed in every game."""
    names = list(inspect.signature(front.match).parameters)
    assert names[:2] == ["first", "second"]
    assert {"games", "seed"} <= set(names)
    assert issubclass(front.Match, llq.query.match_result.Match)


@pytest.mark.parametrize("front", FRONTS, ids=name_of)
def test_a_player_is_one_protocol(front):
    """A player has a name and ``choose(view, random)`` in every game."""
    assert "name" in dir(front.Player)
    assert list(inspect.signature(front.Player.choose).parameters) == ["self", "view", "random"]


@pytest.mark.parametrize("front", FRONTS, ids=name_of)
def test_players_are_listed_alike(front):
    """`players()` gives names and summaries; what a player needs is a table that there can be."""
    found = front.players()
    assert len({player.name for player in found}) == len(found) > 2
    assert all(player.summary for player in found)
    kinds = {kind.name for game in all_games() for kind in game.tables}
    assert {player.needs for player in found} <= {"", *kinds}


@pytest.mark.parametrize("front", FRONTS, ids=name_of)
def test_the_reference_page_names_every_export(front):
    """A front's docstring is its reference: no export is left out of it, or without its own."""
    for name in front.__all__:
        assert f"`{name}`" in front.__doc__
        value = getattr(front, name)
        assert not callable(value) or inspect.getdoc(value)


@pytest.mark.parametrize("game", GAMES)
def test_a_front_loads_neither_numba_nor_duckdb(game):
    """Importing a game, and what a lookup takes, needs no compiler and no database."""
    module = game.replace("-", "_")
    code = (
        "import sys\n"
        f"import llq.{module}\n"
        f"from llq.{module} import rules\n"
        "print(sorted({'numba', 'duckdb', 'matplotlib'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
