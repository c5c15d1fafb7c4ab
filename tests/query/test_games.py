"""The registry: a game that is added to it is in everything that spans games."""

import sys
from functools import partial
from random import Random
from types import ModuleType

import numpy as np
import pytest
from typer.testing import CliRunner

import llq
from llq import errors
from llq.cli.main import app
from llq.query import games
from llq.query.games import GAMES, all_games, all_kinds, find_game
from llq.query.play.agents import Agent, random_stream
from llq.query.play.engines import make_env
from llq.query.play.session_options import opponents, options_of
from llq.query.play.sessions import Sitting
from llq.query.players import PlayerInfo
from llq.query.table_kinds import Form, Game
from llq.query.tables.files import verify_file
from llq.query.tables.stored_table import StoredTable
from llq.solver.game_states import CHANCE, TERMINAL, GameState
from llq.solver.splitmix import next_bits, scale, stream
from llq.store.writing import write_table
from tests.query.tables.test_standard_set import DICE, dice_spec


class DiceState(GameState):
    """Two players throw in turn, or pass; the most points win."""

    game = "dice"
    players, action_count = 2, 2

    def __init__(self, throws=1, stream=None):
        self.throws, self.points, self.turn, self.moves = throws, [0, 0], 0, []
        self.current_player, self._stream = 0, stream

    @classmethod
    def of_options(cls, options, stream):
        return cls(options["throws"], stream)

    @property
    def options(self):
        return {"throws": self.throws}

    def legal_actions(self):
        return [0, 1] if self.current_player >= 0 else []

    def chance_outcomes(self):
        return [(0, 0.5), (1, 0.5)] if self.current_player == CHANCE else []

    def action_text(self, action):
        return ("pass", "throw")[action]

    def find_action(self, action):
        return ("pass", "throw").index(action)

    def view(self):
        return self.points[self.current_player]

    def observation(self, player):
        self._check_player(player)
        return {"points": np.array(self.points)}

    def observation_text(self, player):
        return f"{self.points[player]} points"

    def information_state(self, player):
        return f"{player} " + " ".join(map(str, self.moves))

    def returns(self):
        lead = float(np.sign(self.points[0] - self.points[1])) if self.is_terminal else 0.0
        return [lead, -lead]

    def resample(self, player, random):
        return self.copy()

    def _play(self, action):
        if action:
            self.current_player = CHANCE
        else:
            self._go_on()

    def _take_outcome(self, outcome):
        self.points[self.turn % 2] += outcome
        self._go_on()

    def _draw(self):
        self._stream, bits = next_bits(self._stream)
        outcome = scale(bits, 2)
        self._take_outcome(outcome)
        return outcome

    def _go_on(self):
        self.turn += 1
        self.current_player = TERMINAL if self.turn == 2 * self.throws else self.turn % 2


def new_dice(seed=None, *, variant="fair", throws=1, number=0):
    """Return a new game of dice."""
    return DiceState(throws, random_stream(seed, number, stream))


def dice_agent(player="thrower", *, seed=0):
    """Return the player that always throws."""
    if player != "thrower":
        raise errors.UnknownStrategy(f"no {player}")
    return Agent(player, lambda *_: 1, Random(seed))


GAME = Game(
    name="dice",
    title="Dice",
    forms=(
        Form(
            name="dice_fair",
            settings={"variant": "fair"},
            players=lambda: (PlayerInfo("thrower", "throws"), PlayerInfo("oracle", "knows")),
        ),
    ),
    most={"throws": 9},
    tables=(DICE,),
)


@pytest.fixture
def dice(monkeypatch, tmp_path):
    """Register a made-up game, with no table of any game built."""
    module = ModuleType("made_up_dice", "A made-up fifth game.")
    module.GAME = GAME
    monkeypatch.setitem(sys.modules, "made_up_dice", module)
    monkeypatch.setitem(GAMES, "dice", "made_up_dice")
    front = ModuleType("llq.dice")
    front.new_game, front.agent = new_dice, dice_agent
    front.env = lambda mode=None, cycles=None, **settings: make_env(
        "dice_fair", new_dice, mode, cycles, settings
    )
    monkeypatch.setitem(sys.modules, "llq.dice", front)
    monkeypatch.setitem(sys.modules, "llq.query.dice", ModuleType("llq.query.dice"))
    monkeypatch.setitem(sys.modules, "llq.query.dice.play.engines", front)
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def test_a_fifth_game_is_built_listed_verified_and_asked_by_sql(dice):
    """One line in the registry puts a game's table into build, tables, verify-files and SQL.

    The commands take it without a word about it.
    """
    assert llq.build("dice") == (dice / "dice-rolls.h5",)
    assert [(table.name, table.error) for table in llq.tables()] == [("dice-rolls", None)]
    ((path, info),) = llq.verify_files()
    assert (path.name, info.spec.game) == ("dice-rolls.h5", "dice")
    assert llq.connect().execute("SELECT count(*) FROM dice").fetchone() == (500,)
    run = partial(CliRunner().invoke, app)
    assert "dice" in run(["tables", "--format", "csv"]).stdout
    assert "dice-rolls.h5,True" in run(["verify-files", "--format", "csv"]).stdout
    query = "SELECT max(roll) AS most FROM dice"
    assert run(["sql", query, "--format", "csv"]).stdout == "most\n6\n"


def test_a_stale_table_of_a_fifth_game_is_refused(dice):
    """A table of other code is left out of SQL, with the command that builds it again."""
    llq.build("dice")
    write_table(dice / "dice-rolls.h5", dice_spec(version=2), {"roll": np.ones(500, np.uint8)})
    with pytest.raises(errors.StaleTable, match="llq build dice"):
        verify_file(dice / "dice-rolls.h5")
    ((_, reason),) = llq.verify_files()
    assert isinstance(reason, errors.StaleTable)
    with pytest.raises(errors.StaleTable, match="llq build dice"):
        llq.connect()


def test_a_table_of_no_game_is_foreign(dice, monkeypatch):
    """A sound file of a game that is not registered is refused, and not in SQL."""
    llq.build("dice")
    monkeypatch.delitem(GAMES, "dice")
    with pytest.raises(errors.ForeignTable, match="dice-rolls"):
        verify_file(dice / "dice-rolls.h5")


def test_a_fifth_game_is_sat_at(dice):
    """Its options, their limits, and the players who take a seat follow from its registration."""
    assert options_of("dice") == {"variant": "fair", "throws": 1}
    assert [player.name for player in opponents("dice", "fair")] == ["thrower"]
    assert opponents("dice", "bent") == ()
    sitting = Sitting.from_text("dice", seed="1", throws="3").play(1)
    assert [sitting.state.action_text(action) for action in sitting.actions] == ["throw", "throw"]
    assert Sitting.from_link("dice", sitting.to_link()) == sitting
    with pytest.raises(errors.IllegalState, match="throws is at most 9; got 10"):
        Sitting.from_text("dice", seed="1", throws="10")


def test_a_fifth_game_is_an_environment(dice):
    """PettingZoo has a game under the names of its forms, with the settings of each."""
    pettingzoo = pytest.importorskip("pettingzoo")
    pettingzoo_env = pytest.importorskip("llq.query.play.pettingzoo_env")
    pettingzoo_env.register_games()
    assert set(pettingzoo_env.aec_registry) >= {f"llq/{form.name}-v0" for form in GAME.forms}
    env = pettingzoo.make("aec", "llq/dice_fair-v0", throws=2)
    env.reset(seed=1)
    assert (env.unwrapped.game.throws, env.possible_agents) == (2, ["player_0", "player_1"])
    del pettingzoo_env.aec_registry["llq/dice_fair-v0"]


def test_unknown_names_say_what_there_is():
    """A wrong game or table is one line that lists the right ones."""
    with pytest.raises(errors.UnknownGame, match="love-letter, dominion, sueca, literature"):
        find_game("chess")
    with pytest.raises(errors.LlqError, match="sueca-matches"):
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
