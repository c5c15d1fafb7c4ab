"""The public modules: one list of names each, the same words in every game."""

import ast
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import llq
import llq.query.match_result
from llq.query.games import all_games, all_kinds

FRONTS = [importlib.import_module(f"llq.{game.module}") for game in all_games()]
ROOMS = [
    importlib.import_module(f"{front.__name__}.{room.name}")
    for front in FRONTS
    for room in pkgutil.iter_modules(front.__path__)
]
ROOT_NAMES = {
    *("love_letter", "dominion", "sueca", "literature", "lookup", "connect", "export_database"),
    *("export_parquet", "tables", "verify_files", "build", "errors", "rows", "show_progress"),
    *("plot", "__version__"),
}
EVERY_GAME = {
    *("Action", "Match", "Player", "Rules", "match", "players", "rules", "verify"),
    *("Check", "agent", "analyse", "batch", "env", "new_game", "openspiel_game", "play"),
}
ASKED = {"love_letter": "lookup", "dominion": "lookup", "sueca": "advise", "literature": "advise"}
SEEN = {"love_letter": "state", "dominion": "deck", "sueca": "position", "literature": "game"}


def name_of(front):
    """Return a front's name for test identifiers."""
    return front.__name__


def test_the_root_has_what_spans_games_and_no_more():
    """The root offers the games, the shortest question, database, files, rows and progress."""
    assert set(llq.__all__) == ROOT_NAMES
    assert len(ROOT_NAMES) <= 16
    assert all(getattr(llq, name) is not None for name in llq.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        llq.nonsense  # noqa: B018


def test_a_front_lists_its_names_once():
    """Each export is one import, or the shorter name of one, as type checkers see it too."""
    for front in (llq, *FRONTS, *ROOMS):
        tree = ast.parse(Path(front.__file__).read_text())
        block = next(node for node in tree.body if isinstance(node, ast.If))
        imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
        aliases = [alias for node in imports for alias in node.names]
        assert all(alias.asname in (None, alias.name) for alias in aliases), front
        shorter = [node for node in block.body if isinstance(node, ast.Assign)]
        plain = [alias.name for alias in aliases if alias.asname is None]
        assert sorted(node.value.id for node in shorter) == sorted(plain), front
        names = [alias.name for alias in aliases if alias.asname]
        names += [node.targets[0].id for node in shorter]
        assert sorted(names) == front.__all__ == dir(front), front


@pytest.mark.parametrize("front", FRONTS, ids=name_of)
def test_every_game_has_the_same_words(front):
    """A front has the words that every game has, and its rooms; the rest is in the rooms."""
    game = front.__name__.removeprefix("llq.")
    rooms = {room.name for room in pkgutil.iter_modules(front.__path__)}
    assert {*EVERY_GAME, *rooms, ASKED[game], SEEN[game]} <= set(front.__all__)
    assert len(front.__all__) <= 27
    assert not [name for name in front.__all__ if name.startswith(("build_", "open_"))]


def test_every_table_is_opened_and_built_in_a_room():
    """A room builds what the registry builds, and opens it."""
    rooms = {
        inspect.unwrap(getattr(room, build)): getattr(room, build.replace("build", "open"))
        for room in ROOMS
        for build in room.__all__
        if build.startswith("build")
    }
    for kind in all_kinds():
        doors = kind.table.build.__code__.co_names
        built = [build for build in rooms if build == kind.table.build or build.__name__ in doors]
        assert [callable(rooms[build]) for build in built] == [True]


def test_a_room_says_what_it_lacks():
    """A name that a module without rooms lacks is an AttributeError, `__path__` included."""
    room = importlib.import_module("llq.love_letter.solution")
    for name in ("nothing", "__path__"):
        with pytest.raises(AttributeError, match=r"llq\.love_letter\.solution"):
            getattr(room, name)


@pytest.mark.parametrize("front", FRONTS, ids=name_of)
def test_matches_and_players_are_alike(front):
    """`match` takes the first, the second, games and a seed; a player has a name and `choose`.

    `players()` gives names and summaries; what a player needs is a table that there can be.
    """
    names = list(inspect.signature(front.match).parameters)
    assert names[:2] == ["first", "second"]
    assert {"games", "seed"} <= set(names)
    assert issubclass(front.Match, llq.query.match_result.Match)
    assert "name" in dir(front.Player)
    assert list(inspect.signature(front.Player.choose).parameters) == ["self", "view", "random"]
    players = front.players()
    assert len({player.name for player in players}) == len(players) > 2
    assert all(player.summary for player in players)
    kinds = {kind.name for game in all_games() for kind in game.tables}
    assert {player.needs for player in players} <= {"", *kinds}


def test_the_reference_page_names_every_export():
    """A front's docstring is its reference: no export is left out of it, or without its own."""
    for front in (*FRONTS, *ROOMS):
        for name in front.__all__:
            assert f"`{name}`" in front.__doc__, front
            value = getattr(front, name)
            assert not callable(value) or inspect.getdoc(value), (front, name)
