"""The registry: a game that is added to it is in everything that spans games."""

import sys
from functools import partial
from pkgutil import resolve_name
from types import ModuleType

import numpy as np
import pytest
from typer.testing import CliRunner

import llq
from llq.cli.main import app
from llq.errors import ForeignTable, LlqError, StaleTable, UnknownGame
from llq.query import games
from llq.query.games import GAMES, all_games, all_kinds, find_game
from llq.query.table_files import verify_file
from llq.query.table_kinds import Game, TableKind
from llq.store.database import Relation
from llq.store.locate import table_path, writable_folder
from llq.store.schema import Column, TableSpec
from llq.store.tables import open_table
from llq.store.writing import write_table

RESULTS = np.array([0.25, 0.5, 0.75])


def coin_spec(solver_hash="1" * 64):
    """Return the specification of a made-up game's table."""
    column = Column("win_prob", "float64", ("coin",), "probability", "Chance of heads.")
    return TableSpec("coins", "biased", "coins/rules", 1, {}, solver_hash, (column,))


def build_coins(folder=None, *, threads=2, progress=None):
    """Write the table of a made-up game."""
    path = table_path(coin_spec().name, writable_folder(folder))
    write_table(path, coin_spec(), {"win_prob": RESULTS})
    if progress:
        progress(1, 1)
    return path


def read_coins(path):
    """Return the numbers of a made-up game's table."""
    with open_table(path) as table:
        return table.read("win_prob")


COINS = Game(
    name="coins",
    title="Coins",
    tables=(
        TableKind(
            name="coins",
            title="Chances of biased coins",
            takes="no time",
            is_named=lambda name: name == "coins-biased",
            spec_like=lambda _: coin_spec(),
            remedy=lambda *_: "build it with: llq build coins",
            open=read_coins,
            build=build_coins,
            relations=lambda chances: [Relation("coins", {"win_prob": chances}, "Biased coins.")],
        ),
    ),
)


@pytest.fixture
def coins(monkeypatch, tmp_path):
    """Register a made-up game, with no table of any game built."""
    module = ModuleType("made_up_coins", "A made-up fifth game.")
    module.GAME = COINS
    monkeypatch.setitem(sys.modules, "made_up_coins", module)
    monkeypatch.setitem(GAMES, "coins", "made_up_coins")
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def test_a_fifth_game_is_built_listed_verified_and_asked_by_sql(coins):
    """One line in the registry puts a game's table into build, tables, verify-files and SQL."""
    assert llq.build("coins") == (coins / "coins-biased.h5",)
    assert [(table.name, table.error) for table in llq.tables()] == [("coins-biased", None)]
    ((path, info),) = llq.verify_files()
    assert (path.name, info.spec.game) == ("coins-biased.h5", "coins")
    assert llq.connect().execute("SELECT sum(win_prob) FROM coins").fetchone() == (1.5,)


def test_a_fifth_game_is_in_the_commands(coins):
    """`llq tables`, `llq verify-files` and `llq sql` take it without a word about it."""
    llq.build("coins")
    run = partial(CliRunner().invoke, app)
    assert "coins" in run(["tables", "--format", "csv"]).stdout
    assert "coins-biased.h5,True" in run(["verify-files", "--format", "csv"]).stdout
    query = "SELECT max(win_prob) AS most FROM coins"
    assert run(["sql", query, "--format", "csv"]).stdout == "most\n0.75\n"


def test_a_stale_table_of_a_fifth_game_is_refused(coins):
    """A table of other code is left out of SQL, with the command that builds it again."""
    llq.build("coins")
    write_table(coins / "coins-biased.h5", coin_spec("2" * 64), {"win_prob": RESULTS})
    with pytest.raises(StaleTable, match="llq build coins"):
        verify_file(coins / "coins-biased.h5")
    ((_, reason),) = llq.verify_files()
    assert isinstance(reason, StaleTable)
    with pytest.raises(StaleTable, match="llq build coins"):
        llq.connect()


def test_a_table_of_no_game_is_foreign(coins, monkeypatch):
    """A sound file of a game that is not registered is refused, and not in SQL."""
    llq.build("coins")
    monkeypatch.delitem(GAMES, "coins")
    with pytest.raises(ForeignTable, match="coins-biased"):
        verify_file(coins / "coins-biased.h5")


def test_unknown_names_say_what_there_is():
    """A wrong game or table is one line that lists the right ones."""
    with pytest.raises(UnknownGame, match="love-letter, dominion, sueca, literature"):
        find_game("chess")
    with pytest.raises(LlqError, match="sueca-matches"):
        llq.build("chess")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_game_is_registered_under_its_own_names(game):
    """A game has the name it is registered by, and its tables' names begin with it."""
    assert games.GAMES[game.name] == f"llq.query.{game.module}.game"
    assert all(kind.name.startswith(game.name) for kind in game.tables)


@pytest.mark.parametrize("kind", list(all_kinds()), ids=lambda kind: kind.name)
def test_what_is_loaded_later_is_there(kind):
    """Every function that a kind of table names, to be loaded when it is called, exists."""
    named = [value.__name__ for value in vars(kind).values() if callable(value)]
    later = [name for name in named if ":" in name]
    assert later
    assert all(callable(resolve_name(name)) for name in later)
