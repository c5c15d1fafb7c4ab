"""The registry: a game that is added to it is in everything that spans games."""

import sys
from functools import partial
from random import Random
from types import ModuleType

import numpy as np
import pytest
from typer.testing import CliRunner

import llq
from llq.cli.main import app
from llq.errors import (
    ForeignTable,
    IllegalState,
    LlqError,
    StaleTable,
    UnknownGame,
    UnknownStrategy,
)
from llq.query import games
from llq.query.games import GAMES, all_games, all_kinds, find_game
from llq.query.play.agents import Agent, random_stream
from llq.query.play.engines import make_env
from llq.query.play.session_options import opponents, options_of
from llq.query.play.sessions import Sitting
from llq.query.players import PlayerInfo
from llq.query.table_kinds import Form, Game, TableKind
from llq.query.tables.files import verify_file
from llq.query.tables.stored_table import StoredTable
from llq.solver.game_states import CHANCE, TERMINAL, GameState
from llq.solver.splitmix import next_bits, scale, stream
from llq.store.locate import table_path, writable_folder
from llq.store.schema import Column, TableSpec
from llq.store.writing import write_table

RESULTS = np.array([0.25, 0.5, 0.75])


def coin_spec(version=1):
    """Return the specification of a made-up game's table."""
    column = Column("win_prob", "float64", ("coin",), "probability", "Chance of heads.")
    return TableSpec("coins", "biased", "coins/rules", 1, {}, version, (column,))


def build_coins(folder=None, *, threads=2, progress=None):
    """Write the table of a made-up game."""
    path = table_path(coin_spec().name, writable_folder(folder))
    write_table(path, coin_spec(), {"win_prob": RESULTS})
    if progress:
        progress(1, 1)
    return path


class Coins(StoredTable):
    """The table of a made-up game."""

    kind = "coins"
    make_spec, build = staticmethod(coin_spec), staticmethod(build_coins)

    def sql(self):
        """Return what SQL has of it."""
        return [self.relation("coins", {"win_prob": "win_prob"}, "Coins.")]


class CoinState(GameState):
    """Two players toss in turn, or pass; the most heads win."""

    game = "coins"
    players, action_count = 2, 2

    def __init__(self, tosses=1, stream=None):
        self.tosses, self.heads, self.turn, self.moves = tosses, [0, 0], 0, []
        self.current_player, self._stream = 0, stream

    @classmethod
    def of_options(cls, options, stream):
        return cls(options["tosses"], stream)

    @property
    def options(self):
        return {"tosses": self.tosses}

    def legal_actions(self):
        return [0, 1] if self.current_player >= 0 else []

    def chance_outcomes(self):
        return [(0, 0.5), (1, 0.5)] if self.current_player == CHANCE else []

    def action_text(self, action):
        return ("pass", "toss")[action]

    def find_action(self, action):
        return ("pass", "toss").index(action)

    def view(self):
        return self.heads[self.current_player]

    def observation(self, player):
        self._check_player(player)
        return {"heads": np.array(self.heads)}

    def observation_text(self, player):
        return f"{self.heads[player]} heads"

    def information_state(self, player):
        return f"{player} " + " ".join(map(str, self.moves))

    def returns(self):
        lead = float(np.sign(self.heads[0] - self.heads[1])) if self.is_terminal else 0.0
        return [lead, -lead]

    def resample(self, player, random):
        return self.copy()

    def _play(self, action):
        if action:
            self.current_player = CHANCE
        else:
            self._go_on()

    def _take_outcome(self, outcome):
        self.heads[self.turn % 2] += outcome
        self._go_on()

    def _draw(self):
        self._stream, bits = next_bits(self._stream)
        outcome = scale(bits, 2)
        self._take_outcome(outcome)
        return outcome

    def _go_on(self):
        self.turn += 1
        self.current_player = TERMINAL if self.turn == 2 * self.tosses else self.turn % 2


def new_coins(seed=None, *, variant="fair", tosses=1, number=0):
    """Return a new game of coins."""
    return CoinState(tosses, random_stream(seed, number, stream))


def coin_agent(player="tosser", *, seed=0):
    """Return the player that always tosses."""
    if player != "tosser":
        raise UnknownStrategy(f"no {player}")
    return Agent(player, lambda *_: 1, Random(seed))


COINS = Game(
    name="coins",
    title="Coins",
    forms=(
        Form(
            name="coins_fair",
            settings={"variant": "fair"},
            players=lambda: (PlayerInfo("tosser", "tosses"), PlayerInfo("oracle", "knows")),
        ),
    ),
    most={"tosses": 9},
    tables=(
        TableKind(
            name="coins",
            title="Chances of biased coins",
            takes="no time",
            load=lambda: Coins,
            names={"coins-biased": ("coins",)},
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
    front = ModuleType("llq.coins")
    front.new_game, front.agent = new_coins, coin_agent
    front.env = lambda mode=None, cycles=None, **settings: make_env(
        "coins_fair", new_coins, mode, cycles, settings
    )
    monkeypatch.setitem(sys.modules, "llq.coins", front)
    monkeypatch.setitem(sys.modules, "llq.query.coins", ModuleType("llq.query.coins"))
    monkeypatch.setitem(sys.modules, "llq.query.coins.play.engines", front)
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def test_a_fifth_game_is_built_listed_verified_and_asked_by_sql(coins):
    """One line in the registry puts a game's table into build, tables, verify-files and SQL.

    The commands take it without a word about it.
    """
    assert llq.build("coins") == (coins / "coins-biased.h5",)
    assert [(table.name, table.error) for table in llq.tables()] == [("coins-biased", None)]
    ((path, info),) = llq.verify_files()
    assert (path.name, info.spec.game) == ("coins-biased.h5", "coins")
    assert llq.connect().execute("SELECT sum(win_prob) FROM coins").fetchone() == (1.5,)
    run = partial(CliRunner().invoke, app)
    assert "coins" in run(["tables", "--format", "csv"]).stdout
    assert "coins-biased.h5,True" in run(["verify-files", "--format", "csv"]).stdout
    query = "SELECT max(win_prob) AS most FROM coins"
    assert run(["sql", query, "--format", "csv"]).stdout == "most\n0.75\n"


def test_a_stale_table_of_a_fifth_game_is_refused(coins):
    """A table of other code is left out of SQL, with the command that builds it again."""
    llq.build("coins")
    write_table(coins / "coins-biased.h5", coin_spec(version=2), {"win_prob": RESULTS})
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


def test_a_fifth_game_is_sat_at(coins):
    """Its options, their limits, and the players who take a seat follow from its registration."""
    assert options_of("coins") == {"variant": "fair", "tosses": 1}
    assert [player.name for player in opponents("coins", "fair")] == ["tosser"]
    assert opponents("coins", "bent") == ()
    sitting = Sitting.from_text("coins", seed="1", tosses="3").play(1)
    assert [sitting.state.action_text(one) for one in sitting.actions] == ["toss", "toss"]
    assert Sitting.from_link("coins", sitting.to_link()) == sitting
    with pytest.raises(IllegalState, match="tosses is at most 9; got 10"):
        Sitting.from_text("coins", seed="1", tosses="10")


def test_a_fifth_game_is_an_environment(coins):
    """PettingZoo has a game under the names of its forms, with the settings of each."""
    pettingzoo = pytest.importorskip("pettingzoo")
    pettingzoo_env = pytest.importorskip("llq.query.play.pettingzoo_env")
    pettingzoo_env.register_games()
    assert set(pettingzoo_env.aec_registry) >= {f"llq/{f.name}-v0" for f in COINS.forms}
    env = pettingzoo.make("aec", "llq/coins_fair-v0", tosses=2)
    env.reset(seed=1)
    assert (env.unwrapped.game.tosses, env.possible_agents) == (2, ["player_0", "player_1"])
    del pettingzoo_env.aec_registry["llq/coins_fair-v0"]


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


def test_what_is_loaded_later_is_there():
    """The class that a kind of table loads later is its own, and builds and shows its tables."""
    for kind in all_kinds():
        assert kind.table.kind == kind.name
        for name in ("make_spec", "build", "sql"):
            assert getattr(kind.table, name) != getattr(StoredTable, name)
