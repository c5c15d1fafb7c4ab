"""The contract of a stored table, held by one table of every kind that comes with llq."""

import pytest

from llq.errors import CorruptTable, StaleTable, TableMissing, TableNotWritable
from llq.query.games import all_kinds, find_kind_by_name
from llq.query.tables.files import verify_file
from llq.query.tables.rebuild import rebuild_file
from llq.store.shipped import standard_folder
from tests.processes import run_python
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


def test_an_error_names_the_command_that_builds_the_table(kind, copied, monkeypatch):
    """A table that is missing, of another version, or damaged by one bit is an error with it."""
    with pytest.raises(TableMissing, match="llq build "):
        kind.table.load(copied.stem, copied.parent / "none" / copied.name)
    with monkeypatch.context() as patch:
        patch.setattr(kind.table, "version", kind.table.version + 1)
        with pytest.raises(StaleTable, match="llq build "):
            kind.table.load(copied.stem, copied)
    flip_a_bit(copied)
    with pytest.raises(CorruptTable, match="llq build "):
        verify_file(copied)


@pytest.mark.parametrize("name", SMALL)
def test_a_build_depends_on_its_options_alone(name, tmp_path):
    """One thread and two build the same content, to the end, and a block or all of it again.

    A folder that is a file is refused.
    """
    steps, paths, build = [], [], find_kind_by_name(name).table.build
    for threads in (1, 2):
        options = {"threads": threads, "progress": lambda *step: steps.append(step)}
        paths.append(build(**SMALL[name], folder=tmp_path / f"{threads}", **options))
    assert len({verify_file(path).content_hash for path in paths}) == 1
    assert steps[-1][0] == steps[-1][1]
    assert rebuild_file(paths[0], share=0.0).agrees
    with pytest.raises(TableNotWritable):
        build(**SMALL[name], folder=paths[0])


def test_opening_and_lookups_load_neither_numba_nor_duckdb(monkeypatch, tmp_path):
    """Tables are opened without compiler and database, but those of players, and the race.

    So are rules, and so are a hand with the solution's remark and a round in words looked up.
    """
    monkeypatch.setenv("LLQ_TABLES", str(standard_folder()))
    round_so_far = tmp_path / "game.txt"
    round_so_far.write_text("dealt: King\nI draw 1", encoding="utf-8")
    code = (
        "import sys, llq\nheavy = {'numba', 'duckdb', 'matplotlib', 'pandas'}\n"
        "from pathlib import Path\nfrom llq.query.games import all_kinds\n"
        "print(*(getattr(llq, game).rules for game in ('dominion', 'sueca', 'literature')))\n"
        "from llq.cli.main import app\n"
        "app(['lookup', '1', '8'], standalone_mode=False)\n"
        "assert llq.lookup(1, 8).n == 14\n"
        "from llq.query.love_letter.solution.lookup import solution_remark\n"
        "assert solution_remark(llq.love_letter.rules(), (1, 8), {'seen': (), 'face_up': ()})\n"
        f"view = llq.love_letter.rounds.read_game({str(round_so_far)!r})\n"
        "assert view.hand == ('Guard', 'King')\n"
        "assert not (heavy | {'numpy.ma'}) & {*sys.modules}\n"
        "for kind in all_kinds():\n    for name in kind.standard:\n"
        "        if name.endswith(('-race', '-league', 'sueca-policy')):\n            continue\n"
        f"        kind.table.load(name, Path({str(standard_folder())!r}, f'{{name}}.h5'))\n"
        "        assert not heavy & {*sys.modules}, name\n"
        "assert llq.dominion.lookup('7 copper, 3 estate', 4, 1).best.card == 'silver'\n"
        "assert not heavy & {*sys.modules}\n"
    )
    run_python(code)
