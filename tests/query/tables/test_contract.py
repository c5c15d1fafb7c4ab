"""The contract of a stored table, held by one table of every kind that comes with llq."""

import subprocess
import sys

import h5py
import pytest

from llq.errors import CorruptTable, LlqError, StaleTable, TableMissing, TableNotWritable
from llq.query.games import all_kinds, named
from llq.query.tables.files import verify_file
from llq.query.tables.rebuild import rebuild_file
from llq.store.shipped import standard_folder
from tests.query.league.test_league import PAIRS
from tests.store.samples import flip_a_bit

KINDS = {kind.name: kind for kind in all_kinds() if kind.standard}
SMALL = {
    "love-letter": {"variant": "deck-2-1-1-1-1-1-0-1"},
    "dominion": {"turns": 4},
    "dominion-strategies": {"turns": 2, "mean_turns": 3, "hazards": 1},
    "sueca-matches": {"games": 4, "players": ("R", "A")},
    **{f"{game}-league": {"deals": 2, "players": pair} for game, pair in PAIRS.items()},
}
"""Options of the smallest builds; what is trained or made from others has tests of its own."""


@pytest.fixture(params=KINDS)
def kind(request):
    """Return a kind of table."""
    return KINDS[request.param]


@pytest.fixture
def copied(kind, tmp_path, monkeypatch):
    """Return a copy of a table of the kind; beside other policies its games would be stale."""
    monkeypatch.setenv("LLQ_TABLES", str(standard_folder()))
    path = tmp_path / f"{next(iter(kind.standard))}.h5"
    path.write_bytes((standard_folder() / path.name).read_bytes())
    return path


def test_a_missing_table_names_the_command_that_builds_it(kind, tmp_path):
    """A file that is not there is an error with the command."""
    with pytest.raises(TableMissing, match="llq build "):
        kind.open(tmp_path / f"{next(iter(kind.standard))}.h5")


def test_a_damaged_table_is_refused(kind, copied):
    """One flipped bit in the numbers is an error, not a number."""
    flip_a_bit(copied)
    with pytest.raises(CorruptTable, match="llq build "):
        verify_file(copied)


def test_a_stale_table_is_refused(kind, copied, monkeypatch):
    """A table of another version is refused with the command that builds it again."""
    monkeypatch.setattr(kind.table, "version", kind.version + 1)
    with pytest.raises(StaleTable, match="llq build "):
        kind.open(copied)


@pytest.mark.parametrize("name", SMALL)
def test_a_build_depends_on_its_options_alone(name, tmp_path):
    """One thread and two build the same content, to the end, and a block or all of it again.

    A folder that is a file is refused.
    """
    steps, paths, build = [], [], named(name).build
    for threads in (1, 2):
        options = {"threads": threads, "progress": lambda *step: steps.append(step)}
        paths.append(build(**SMALL[name], folder=tmp_path / f"{threads}", **options))
    assert len({verify_file(path).content_hash for path in paths}) == 1
    assert steps[-1][0] == steps[-1][1]
    assert rebuild_file(paths[0], share=0.0).agrees
    with pytest.raises(TableNotWritable):
        build(**SMALL[name], folder=paths[0])


def test_a_required_attribute_that_is_missing_is_an_error(kind, copied):
    """Each root attribute removed in turn, the table is refused."""
    with h5py.File(copied) as file:
        names = {*file.attrs} - {"provenance"}
    for name in names:
        with h5py.File(copied, "r+") as file:
            value = file.attrs[name]
            del file.attrs[name]
        with pytest.raises(LlqError):
            verify_file(copied)
        with h5py.File(copied, "r+") as file:
            file.attrs[name] = value


def test_opening_and_lookups_load_neither_numba_nor_duckdb(monkeypatch):
    """Tables are opened without compiler and database, but those of players, and the race."""
    monkeypatch.setenv("LLQ_TABLES", str(standard_folder()))
    code = (
        "import sys, llq\nheavy = {'numba', 'duckdb', 'matplotlib', 'pandas'}\n"
        "from pathlib import Path\nfrom llq.query.games import all_kinds\n"
        "for kind in all_kinds():\n    for name in kind.standard:\n"
        "        if name.endswith(('-race', '-league', 'sueca-policy')):\n            continue\n"
        f"        kind.open(Path({str(standard_folder())!r}, f'{{name}}.h5'))\n"
        "        assert not heavy & {*sys.modules}, name\n"
        "assert llq.dominion.lookup('7 copper, 3 estate', 4, 1).best.card == 'silver'\n"
        "assert not heavy & {*sys.modules}\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
