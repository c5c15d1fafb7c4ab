"""Tables of files as their games read them: names, commands, caching, closing and checking."""

import shutil

import pytest

from llq.errors import CorruptTable, ForeignTable, TableMissing, UnknownGame
from llq.query.dominion.race.table import DominionRace
from llq.query.dominion.table.table import DominionTable
from llq.query.games import all_kinds, find_kind
from llq.query.love_letter.exact.study_table import Study, open_study
from llq.query.love_letter.solution.table import Solution
from llq.query.love_letter.table.table import Table
from llq.query.tables.files import verify_file
from llq.store.shipped import standard_folder
from llq.store.tables import open_table
from tests.store.samples import flip_bit_at

STANDARD = [(kind, name) for kind in all_kinds() for name in kind.standard]
OPTIONS = [
    (Table, "love_letter-hobbit-discards", "--variant hobbit --scoring discards"),
    (Table, "love_letter-deck-2-1-1-1-1-1-1-1", "--deck 2,1,1,1,1,1,1,1"),
    (Study, "love_letter-hobbit-study", "--variant hobbit"),
    (
        Solution,
        "love_letter-classic-discards-face-up-solution",
        "--variant classic --scoring discards --face-up 3",
    ),
    (DominionTable, "dominion-250", "--turns 250"),
]


@pytest.mark.parametrize(("kind", "name"), STANDARD, ids=[name for _, name in STANDARD])
def test_a_table_says_how_it_was_built(kind, name, monkeypatch):
    """From a file follow what today's code expects, the options and the command that built it."""
    monkeypatch.setenv("LLQ_TABLES", str(standard_folder()))  # with the policies that played
    with open_table(standard_folder() / f"{name}.h5") as file:
        spec, provenance = file.info.spec, file.info.provenance
    assert find_kind(name).name == kind.name
    table = kind.table
    declared = table.spec_like(name, spec)
    assert (declared, table.version) == (spec, spec.version)
    assert all(column.shape for column in declared.columns)
    assert table.command_of(spec) == provenance.command
    assert table.remedy(name, spec) == f"build it with: {provenance.command}"
    chosen = table.options_of(name, spec)
    assert {option: chosen[option] for option in kind.standard[name]} == kind.standard[name]


@pytest.mark.parametrize(("table", "name", "words"), OPTIONS, ids=[name for _, name, _ in OPTIONS])
def test_the_name_tells_the_command(table, name, words):
    """A table that is missing is built by a command that its name alone tells."""
    assert table.remedy(name) == f"build it with: llq build {table.kind} {words}".rstrip()
    with pytest.raises(TableMissing, match=f"llq build {table.kind} {words}".rstrip()):
        table.open_file(name, standard_folder() / "none.h5")


def test_a_command_has_the_options_of_the_table():
    """What the builder was told stands in the command, unless it is the default."""
    assert Solution.build_command(variant="classic", memory="none", iterations=7) == (
        "llq build love-letter-solution --variant classic --memory none --iterations 7"
    )


def test_a_name_of_no_variant_is_unknown():
    """A name that does not fit the kind, or no variant, is refused."""
    with pytest.raises(UnknownGame, match="not a table of the kind love-letter-study"):
        Study.options_of("love_letter-classic")
    with pytest.raises(UnknownGame):
        Study.options_of("love_letter-chess-study")
    with pytest.raises(UnknownGame, match="1 to 500"):
        DominionTable.options_of("dominion-501")


def test_a_table_of_another_name_is_foreign(tmp_path):
    """A file of another table is refused under the name that was asked for."""
    with pytest.raises(ForeignTable, match="not of dominion-race"):
        DominionRace.load("dominion-race", standard_folder() / "dominion-31.h5")
    with pytest.raises(ForeignTable, match="not of love_letter-hobbit-study"):
        open_study("hobbit", standard_folder() / "love_letter-classic-study.h5")
    copy = shutil.copy(standard_folder() / "sueca-matches.h5", tmp_path / "sueca-deals.h5")
    with pytest.raises(ForeignTable, match="holds the table sueca-matches; rename or delete it"):
        verify_file(copy)


def test_a_table_prints_as_its_name_and_content():
    """A table in a notebook is recognised by its name and its content hash."""
    with Solution.load("love_letter-classic-solution", standard_folder()) as solution:
        assert repr(solution) == (
            f"<Solution love_letter-classic-solution, content {solution.info.content_hash[:12]}>"
        )


def test_a_cached_table_is_read_again_once_it_was_closed():
    """Of one file there is one table; a closed one is not returned again."""
    name = "love_letter-classic-solution"
    first = Solution.cached(name, standard_folder())
    assert Solution.cached(name, standard_folder()) is first
    first.close()
    second = Solution.cached(name, standard_folder())
    assert second is not first
    assert second.lookup(second.state((1, 7))).chance > 0


def test_verify_reads_the_file_again(tmp_path):
    """A table that was opened sound is refused once its file has been altered."""
    path = tmp_path / "love_letter-classic-study.h5"
    path.write_bytes((standard_folder() / path.name).read_bytes())
    table = Study.load(path.stem, path)
    table.verify()
    flip_bit_at(path)
    with pytest.raises(CorruptTable):
        table.verify()
