"""The tables that come with llq: built, rebuilt, compared, and described by their files."""

import json
import re
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from typer.testing import CliRunner

import llq
from llq.cli.main import app
from llq.errors import CorruptTable, LlqError, StaleTable
from llq.query.games import GAMES, all_kinds
from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.query.table_kinds import Game, TableKind
from llq.query.tables import build_times
from llq.query.tables.build_times import PUBLISHED, build_takes
from llq.query.tables.files import check_published, open_todays, verify_file
from llq.query.tables.rebuild import rebuild_file
from llq.query.tables.standard_set import stale_tables, standard_tables
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.store.schema import Column, TableSpec
from llq.store.shipped import standard_folder
from llq.store.tables import open_table
from llq.store.writing import write_table
from tools import tables as standard_pages
from tools import update
from tools.examples import ROOT

ROLLS = 50
FACES = {"loaded": 0}
"""How the made-up solver computes: changed, it is another solver."""


def roll(seed):
    """Return a block of rolls."""
    return np.random.default_rng(seed).integers(1, 7, ROLLS, dtype=np.uint8) + FACES["loaded"]


def dice_spec(games=10, version=1):
    """Return the specification of a made-up game's table."""
    column = Column(
        "roll", "uint8", ("roll",), "pips", "What was rolled.", shape=(games * ROLLS,), most=7
    )
    return TableSpec("dice", "rolls", "dice", 1, {"games": games, "seed": 1}, version, (column,))


def dice_job(games=10):
    """Return how that table is built: a block a game."""
    spec = dice_spec(games)
    return BlockJob(
        spec=spec,
        command=f"llq build dice -n {spec.parameters['games']}",
        tasks={f"{game}": game for game in range(spec.parameters["games"])},
        work=roll,
        join=lambda blocks: {"roll": np.concatenate(list(blocks))},
    )


def build_dice(games=10, folder=None, *, threads=2, progress=None):
    """Build that table."""
    return build_from_blocks(dice_job(games), folder, threads, progress)


class Dice(StoredTable):
    """That table."""

    kind = "dice"
    build_options = (BuildOption("games", "-n"),)
    make_spec = staticmethod(dice_spec)
    build, job = staticmethod(build_dice), staticmethod(dice_job)

    def sql(self):
        """Return what SQL has of it."""
        return [self.relation("dice", {"roll": "roll"}, "Rolls.")]


DICE = TableKind(
    name="dice",
    title="Rolls of a die",
    takes="no time",
    class_name=f"{__name__}:Dice",
    standard={"dice-rolls": {"games": 10}},
    names={"dice-rolls": ("dice",)},
)


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """Return an empty folder of tables where one made-up game is all there is."""
    run("build", "--help")  # lists all builds, once for this process
    module = SimpleNamespace(GAME=Game(name="dice", title="Dice", tables=(DICE,)))
    monkeypatch.setitem(sys.modules, "made_up_dice", module)
    monkeypatch.setitem(GAMES, "dice", "made_up_dice")
    monkeypatch.setattr("llq.query.games.all_games", lambda: (module.GAME,))
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    for reader in (build_times, standard_pages):
        monkeypatch.setattr(reader, "standard_folder", lambda: tmp_path.resolve())
    monkeypatch.setitem(FACES, "loaded", 0)
    build_times._records.cache_clear()
    yield tmp_path
    build_times._records.cache_clear()


def run(*words):
    """Run a command; return its exit code and all that it printed."""
    done = CliRunner().invoke(app, words)
    return done.exit_code, done.output


def test_the_set_is_built_once_and_resumed(folder):
    """`llq build --all` builds what is missing and leaves what is there; pages follow from it."""
    assert run("build", "--all")[0] == 0
    path = folder / "dice-rolls.h5"
    before = path.stat()
    code, printed = run("build", "--all")
    assert (code, "dice-rolls is there" in printed) == (0, True)
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    update.main(["tables"])
    assert "## dice-rolls" in (folder / "README.md").read_text()
    published = json.loads((folder / "standard.json").read_text())
    assert published["dice-rolls"]["content_hash"] == verify_file(path).content_hash


def test_the_library_builds_the_set(folder):
    """`llq.build()` returns the paths of what it built, and counts hundredths of tables."""
    steps = []
    assert llq.build(progress=lambda *step: steps.append(step)) == (folder / "dice-rolls.h5",)
    assert steps[-1] == (100, 100)
    assert llq.build() == ()
    with pytest.raises(LlqError, match="not both"):
        llq.build("dice", stale=True)


def test_what_is_stale_is_built_again_as_it_was(folder):
    """`llq build --stale` builds again what other code built, with the same parameters."""
    path = build_dice(30)
    with open_table(path) as table:
        rolls = table.read("roll")
    write_table(path, dice_spec(30, version=0), {"roll": rolls})
    with pytest.raises(StaleTable, match="llq build dice -n 30"):
        verify_file(path)
    assert [stale.options for stale in stale_tables()] == [{"games": 30}]
    assert run("build", "--stale")[0] == 0
    assert verify_file(path).spec.parameters["games"] == 30
    assert "No table is out of date" in run("build", "--stale")[1]


def test_a_share_of_the_blocks_is_replayed(folder):
    """A replay computes as many blocks as asked and finds them the same."""
    path = build_dice()
    rebuilt = rebuild_file(path, share=0.3)
    assert (rebuilt.agrees, rebuilt.finding) == (True, "3 of 10 blocks recomputed")
    assert rebuild_file(path, share=1.0).finding == "10 of 10 blocks recomputed"
    assert rebuild_file(path, share=0.0).finding == "1 of 10 blocks recomputed"


def test_a_replay_finds_a_solver_that_computes_otherwise(folder):
    """Where code or machine computes other numbers, blocks are named and the exit is 1."""
    path = build_dice()
    FACES["loaded"] = 1
    rebuilt = rebuild_file(path, share=1.0)
    assert rebuilt.agrees is False
    assert "these differ: " in rebuilt.finding
    code, printed = run("verify-files", "--rebuild", "--share", "0.2", "--format", "csv")
    assert (code, "differ" in printed) == (1, True)
    assert run("verify-files")[0] == 0


def test_a_table_without_blocks_is_built_anew(folder, monkeypatch):
    """A table that is not built from blocks is built in another folder and compared by content."""
    path = build_dice()
    monkeypatch.setattr(Dice, "job", lambda **_: None)
    assert rebuild_file(path).agrees is True
    FACES["loaded"] = 1
    assert rebuild_file(path).agrees is False
    left_out = rebuild_file(path, within=-1.0)
    assert (left_out.agrees, "left out" in left_out.finding) == (None, True)


def test_a_forged_table_is_not_the_published_one(folder):
    """A table with all hashes made anew is refused where the published one has other numbers."""
    assert run("build", "--all")[0] == 0
    update.main(["tables"])
    path = folder / "dice-rolls.h5"
    assert "the published one" in run("verify-files", "--format", "csv")[1]
    write_table(path, dice_spec(), {"roll": np.full(10 * ROLLS, 6, np.uint8)})
    with pytest.raises(CorruptTable, match="published"):
        check_published(verify_file(path))
    code, printed = run("verify-files", "--format", "csv")
    assert (code, "published" in printed) == (1, True)
    build_dice(20)
    assert check_published(verify_file(path)) is False  # another table, of other parameters


def test_tables_say_where_they_come_from(folder):
    """`llq tables` has each file's command, seed, sources, versions, machine and time."""
    build_dice()
    code, printed = run("tables", "--format", "json")
    (row,) = json.loads(printed)
    assert (code, row["command"], row["seed"]) == (0, "llq build dice -n 10", 1)
    assert row["seconds"] >= 0
    assert row["version"] == 1
    assert "numpy" in row["versions"]
    assert row["machine"]


PATHS = sorted(standard_folder().glob("*.h5"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_table_that_comes_with_llq_is_todays(path, monkeypatch):
    """A table whose solver changed is red here, with the line that builds it again."""
    monkeypatch.setenv("LLQ_TABLES", str(standard_folder()))  # other policies would refuse matches
    with open_todays(path) as table:
        table.verify()
        assert check_published(table.info)


def test_the_set_is_whole_and_its_page_current(monkeypatch):
    """All of the standard set is there, in 32 MB at most, and tables/README.md says what is."""
    monkeypatch.setenv("LLQ_TABLES", str(standard_folder()))
    names = {name for kind in all_kinds() for name in kind.standard}
    assert {path.stem for path in PATHS} == names
    assert sum(path.stat().st_size for path in PATHS) <= 32e6
    assert update.main(["tables", "--check"]) == 0
    assert [table.name for table in standard_tables(standard_folder()) if not table.is_built] == []


TYPED = re.compile(r"\b(\d+|an?|two|three|five|seven|ten|quarter of an) (s|minutes?|hours?|GB)\b")


def test_the_published_times_are_those_of_the_files():
    """A time is the one that the table's own provenance has."""
    published = json.loads((standard_folder() / PUBLISHED).read_text("utf-8"))
    for name, table in published.items():
        with open_table(standard_folder() / f"{name}.h5") as opened:
            assert table["seconds"] == round(opened.info.provenance.seconds, 1), name


@pytest.mark.parametrize(
    ("kind", "table"),
    [
        ("love-letter-study", "love_letter-classic-study"),
        ("love-letter-study", "love_letter-hobbit-study"),
        ("love-letter-solution", "love_letter-classic-solution"),
        ("love-letter-exploitability", "love_letter-classic-exploitability"),
        ("dominion", "dominion-250"),
        ("dominion-strategies", "dominion-strategies"),
        ("dominion-strategies", "dominion-strategies, 250 turns"),
        ("dominion-race", "dominion-race"),
        ("sueca-matches", "sueca-matches, 100,000 games"),
        ("literature-policies", "literature-policies"),
        ("literature-league", "literature-league"),
    ],
)
def test_help_says_what_a_build_takes(kind, table):
    """The help of a build has the time that was measured, and the registry the same."""
    text = " ".join(CliRunner().invoke(app, ["build", kind, "--help"]).output.split())
    assert build_takes(table)
    assert build_takes(table) in text
    assert "{" not in text
    assert all(other.takes for other in all_kinds())


@pytest.mark.parametrize(
    "path", sorted([*ROOT.glob("query/*/builds.py"), *ROOT.glob("query/*/game.py")]), ids=str
)
def test_no_time_is_typed_twice(path):
    """Modules that say what builds take hold no numbers of their own."""
    text = path.read_text("utf-8").replace("minutes, up to 8 GB", "")
    assert not [match[0] for match in TYPED.finditer(text)]
