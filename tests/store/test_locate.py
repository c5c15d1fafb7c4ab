"""Tables are found where the documentation says, in that order."""

from dataclasses import replace
from errno import EACCES, ENOENT
from unittest.mock import Mock

import pytest

from llq.errors import ForeignTable, TableLeftOut, TableMissing, TableNotWritable, TruncatedTable
from llq.store import locate
from llq.store.locate import find_table, list_tables, table_folders, table_path, writable_folder
from llq.store.tables import verify_table
from llq.store.writing import write_table
from tests.store.samples import SPEC

NAME = "love_letter-classic"


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Return the standard tables' folder and a user's, with none named by the environment."""
    folders = {name: tmp_path / name / "tables" for name in ("standard", "user", "named")}
    monkeypatch.delenv("LLQ_TABLES", raising=False)
    monkeypatch.delenv("LLQ_STANDARD_TABLES", raising=False)
    monkeypatch.setattr(locate, "standard_folder", lambda: folders["standard"])
    monkeypatch.setattr(locate, "user_data_path", lambda *_, **__: folders["user"])
    for folder in folders.values():
        folder.mkdir(parents=True)
    return folders


def put(folder, name=NAME):
    """Put an empty file where a table would be."""
    path = folder / f"{name}.h5"
    path.touch()
    return path


def test_order(places, monkeypatch, tmp_path):
    """A path or folder asked for comes first, then LLQ_TABLES or the user's, then the standard."""
    standard = put(places["standard"])
    assert find_table(NAME) == standard
    user = put(places["user"])
    assert find_table(NAME) == user
    monkeypatch.setenv("LLQ_TABLES", str(places["named"]))
    assert find_table(NAME) == standard
    chosen = put(places["named"])
    assert find_table(NAME) == chosen
    explicit = put(tmp_path, "mine")
    assert find_table(NAME, explicit) == explicit
    assert find_table(NAME, places["user"]) == user


def test_the_standard_set_can_be_left_out(places, monkeypatch):
    """With LLQ_STANDARD_TABLES=no a table that came with llq is missing."""
    put(places["standard"])
    monkeypatch.setenv("LLQ_STANDARD_TABLES", "no")
    assert table_folders() == (places["user"],)
    with pytest.raises(TableMissing, match="user"):
        find_table(NAME)


def test_a_folder_of_no_user_is_refused(monkeypatch):
    """LLQ_TABLES with an unknown user's home is one line, not a traceback."""
    monkeypatch.setenv("LLQ_TABLES", "~nosuchuser/x")
    with pytest.raises(TableNotWritable, match="no such user"):
        table_folders()


def test_missing_names_every_place_and_the_remedy(places):
    """The message names each file that was looked for and what to run."""
    with pytest.raises(TableMissing) as caught:
        find_table(NAME, remedy="run: llq build love-letter")
    message = str(caught.value)
    for folder in (places["user"], places["standard"]):
        assert str(folder / f"{NAME}.h5") in message
    assert message.endswith("run: llq build love-letter")
    assert "\n" not in message


def test_build_goes_where_it_is_found_first(places):
    """What is built is found before what came with llq, whose folder nothing is written to."""
    put(places["standard"])
    assert writable_folder() == places["user"]
    built = put(writable_folder())
    assert table_path(NAME) == built
    assert table_path("other") == built.parent / "other.h5"


def test_the_standard_set_is_the_folder_of_the_checkout_or_package():
    """The tables that come with llq lie beside its published figures."""
    assert (locate.standard_folder() / "__init__.py").is_file()


def test_nowhere_to_build(places, monkeypatch):
    """A folder below a file, and ones that take no file, are refused with what to set."""
    monkeypatch.setenv("LLQ_TABLES", str(put(places["named"]) / "below"))
    with pytest.raises(TableNotWritable, match="LLQ_TABLES"):
        writable_folder()
    # the second as /proc does, which says that it can be written to
    for problem in (PermissionError(EACCES, "denied"), OSError(ENOENT, "No such file")):
        monkeypatch.setattr(locate, "TemporaryFile", Mock(side_effect=problem))
        with pytest.raises(TableNotWritable, match=r"(permission denied|No such file)"):
            writable_folder(places["user"])


def test_listing(places, arrays):
    """The list has every table file of every folder with its hash or its error, and no others."""
    sound = places["standard"] / f"{NAME}.h5"
    digest = write_table(sound, SPEC, arrays)
    put(places["user"], "cut")
    (places["user"] / "text.h5").write_text("text")
    (places["user"] / "notes.txt").write_text("text")
    (places["user"] / ".x.h5.abc.tmp").mkdir()
    (places["user"] / ".x.h5.abc.tmp" / "x.h5").touch()
    listed = {table.name: table for table in list_tables()}
    assert listed.keys() == {NAME, "cut", "text"}
    assert (listed[NAME].path, listed[NAME].error) == (sound, None)
    assert listed[NAME].content_hash == digest == verify_table(sound).content_hash
    assert listed[NAME].size_bytes == sound.stat().st_size
    assert isinstance(listed["cut"].error, TruncatedTable)
    assert isinstance(listed["text"].error, ForeignTable)
    assert listed["text"].content_hash is None


def test_a_refused_table_does_not_hide_the_one_that_came_with_llq(places, arrays):
    """After an upgrade the standard table answers in place of an old one, and a warning says so."""
    standard, user = (places[name] / f"{SPEC.name}.h5" for name in ("standard", "user"))
    for path in (standard, user):
        write_table(path, SPEC, arrays)
    assert find_table(SPEC.name, expected=SPEC) == user
    write_table(user, replace(SPEC, version=0), arrays)
    for expected in (SPEC, lambda _: SPEC):
        with pytest.warns(TableLeftOut, match=f"{user}.*build it with: llq x; until then"):
            path_found = find_table(SPEC.name, expected=expected, remedy="build it with: llq x")
        assert path_found == standard
    user.write_bytes(user.read_bytes()[:1000])
    with pytest.warns(TableLeftOut, match="it should have"):
        assert find_table(SPEC.name, expected=SPEC) == standard
    assert find_table(SPEC.name) == find_table(SPEC.name, user, expected=SPEC) == user


def test_of_two_refused_tables_the_first_is_found(places, arrays):
    """Where the table that came with llq is no better, the user's own is refused as ever."""
    for name in ("standard", "user"):
        old = replace(SPEC, version=0)
        write_table(places[name] / f"{SPEC.name}.h5", old, arrays)
    assert find_table(SPEC.name, expected=SPEC).parent == places["user"]


@pytest.mark.parametrize("path", ["x" * 5000, "a\0b"])
def test_what_no_path_can_be_is_no_table(path):
    """A name that is too long or has a null character is the project's error, not the system's."""
    with pytest.raises(TableMissing, match="no such table"):
        find_table(NAME, path)
    with pytest.raises(TableNotWritable, match="no tables can be built here"):
        writable_folder(path)
