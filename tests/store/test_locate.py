"""Tables are found where the documentation says, in that order."""

from pathlib import Path

import pytest

from llq.errors import ForeignTable, TableMissing, TableNotWritable, TruncatedTable
from llq.store import locate
from llq.store.locate import find_table, list_tables, table_folders, table_path, writable_folder
from llq.store.schema import TableSpec
from llq.store.tables import verify_table
from llq.store.writing import write_table
from tests.store.samples import Arrays

NAME = "love_letter-classic"


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Return a checkout's folder and a user's, with nothing named by the environment."""
    folders = {name: tmp_path / name / "tables" for name in ("checkout", "user", "named")}
    monkeypatch.delenv("LLQ_TABLES", raising=False)
    monkeypatch.setattr(locate, "_checkout", lambda: tmp_path / "checkout")
    monkeypatch.setattr(locate, "user_data_path", lambda *_, **__: folders["user"])
    for folder in folders.values():
        folder.mkdir(parents=True)
    return folders


def put(folder: Path, name: str = NAME) -> Path:
    """Put an empty file where a table would be."""
    path = folder / f"{name}.h5"
    path.touch()
    return path


def test_order(places: dict[str, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An explicit path comes first, then LLQ_TABLES, the checkout, and the user's folder."""
    user = put(places["user"])
    assert find_table(NAME) == user
    checkout = put(places["checkout"])
    assert find_table(NAME) == checkout
    monkeypatch.setenv("LLQ_TABLES", str(places["named"]))
    named = put(places["named"])
    assert find_table(NAME) == named
    explicit = put(tmp_path, "mine")
    assert find_table(NAME, explicit) == explicit


def test_named_folder_is_the_only_one(
    places: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is not in the folder that LLQ_TABLES names is missing, wherever else it is."""
    put(places["checkout"])
    monkeypatch.setenv("LLQ_TABLES", str(places["named"]))
    with pytest.raises(TableMissing, match="named"):
        find_table(NAME)


def test_explicit_folder(places: dict[str, Path], tmp_path: Path) -> None:
    """An explicit folder is looked in for the table's name."""
    path = put(tmp_path)
    assert find_table(NAME, tmp_path) == path


def test_missing_names_every_place_and_the_remedy(places: dict[str, Path]) -> None:
    """The message names each file that was looked for and what to run."""
    with pytest.raises(TableMissing) as caught:
        find_table(NAME, remedy="run: llq build love-letter")
    message = str(caught.value)
    for folder in (places["checkout"], places["user"]):
        assert str(folder / f"{NAME}.h5") in message
    assert message.endswith("run: llq build love-letter")
    assert "\n" not in message


def test_build_goes_where_it_is_found_first(places: dict[str, Path]) -> None:
    """What is built in the writable folder is found before anything older elsewhere."""
    put(places["user"])
    built = put(writable_folder())
    assert table_path(NAME) == built
    assert table_path("other") == built.parent / "other.h5"


def test_no_checkout(places: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed llq has the user's folder alone."""
    monkeypatch.setattr(locate, "_checkout", lambda: None)
    assert table_folders() == (places["user"],)


def test_checkout_is_this_project_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder is taken for the checkout if the pyproject.toml in it is llq's own."""
    (tmp_path / "store").mkdir()
    monkeypatch.setattr(locate, "__file__", str(tmp_path / "store" / "locate.py"))
    assert locate._checkout() is None
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "other"\n')
    assert locate._checkout() is None
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "llq"\n')
    assert locate._checkout() == tmp_path


def test_nowhere_to_build(places: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder below a file, and one without permission, are refused with what to set."""
    monkeypatch.setenv("LLQ_TABLES", str(put(places["named"]) / "below"))
    with pytest.raises(TableNotWritable, match="LLQ_TABLES"):
        writable_folder()
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(TableNotWritable, match="permission denied"):
        writable_folder(places["user"])


def test_listing(places: dict[str, Path], spec: TableSpec, arrays: Arrays) -> None:
    """The list has every table file of every folder with its hash or its error, and no others."""
    sound = places["checkout"] / f"{NAME}.h5"
    digest = write_table(sound, spec, arrays)
    put(places["user"], "cut")
    (places["user"] / "text.h5").write_text("text")
    (places["user"] / "notes.txt").write_text("text")
    (places["user"] / ".x.h5.abc.tmp").mkdir()
    (places["user"] / ".x.h5.abc.tmp" / "x.h5").touch()
    listed = {found.name: found for found in list_tables()}
    assert listed.keys() == {NAME, "cut", "text"}
    assert (listed[NAME].path, listed[NAME].error) == (sound, None)
    assert listed[NAME].content_hash == digest == verify_table(sound).content_hash
    assert listed[NAME].size_bytes == sound.stat().st_size
    assert isinstance(listed["cut"].error, TruncatedTable)
    assert isinstance(listed["text"].error, ForeignTable)
    assert listed["text"].content_hash is None
