"""The data set folder: what hubs read, what people read, and files that plain DuckDB opens."""

import hashlib
import json

import duckdb
import pytest
import yaml
from typer.testing import CliRunner

from llq.cli.main import app
from llq.errors import IllegalState, TableNotWritable
from llq.query.sql.dataset import SIZES, export_dataset

OPENING = "love_letter_classic_opening"


@pytest.fixture(scope="module")
def folder(folders, tmp_path_factory):
    """Return a data set of the smallest size, of the tables that come with llq."""
    folder = tmp_path_factory.mktemp("data set") / "cards"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LLQ_TABLES", str(tmp_path_factory.mktemp("no-tables")))
        patch.setenv("LLQ_STANDARD_TABLES", "yes")
        export_dataset(folder, "opening")
        yield folder


def front_matter(folder):
    """Return what hubs read of the card."""
    return yaml.safe_load((folder / "README.md").read_text("utf-8").split("---\n")[1])


def test_each_file_is_a_configuration_with_its_rows(folder):
    """The card's front matter has each Parquet file once; no other is there, none has more rows."""
    files = [one["data_files"] for one in front_matter(folder)["configs"]]
    assert sorted(files) == sorted(f"data/{path.name}" for path in (folder / "data").iterdir())
    card = (folder / "README.md").read_text("utf-8")
    for file in files:
        rows = duckdb.sql(f"SELECT count(*) FROM '{folder}/{file}'").fetchall()[0][0]
        name = file.removeprefix("data/").removesuffix(".parquet")
        assert f"| `{name}` | {rows:,} |" in card
        assert rows <= 10_000


def test_the_card_says_what_hubs_ask(folder):
    """Licence, size class, how to load, how it was made and how to cite stand on the card."""
    front = front_matter(folder)
    assert front["license"] == "mit"
    assert front["size_categories"][0] in ("10K<n<100K", "100K<n<1M")
    card = (folder / "README.md").read_text("utf-8")
    for words in (
        "load_dataset(",
        "arrow::read_parquet(",
        "-- in DuckDB",
        "@software{llq",
        "SHA256",
    ):
        assert words in card
    assert "exact, rounding below 1e-12" in card


def test_the_folder_opens_with_datasets(folder, monkeypatch, tmp_path):
    """Hugging Face's datasets, where it is installed, loads a file by the name on the card."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets")
    rows = datasets.load_dataset(str(folder), OPENING, cache_dir=str(tmp_path))["train"]
    wins = duckdb.sql(f"SELECT win_prob FROM '{folder}/data/{OPENING}.parquet'").fetchall()
    assert rows["win_prob"][:] == [win for (win,) in wins]
    assert sorted(datasets.get_dataset_config_names(str(folder))) == sorted(
        one["config_name"] for one in front_matter(folder)["configs"]
    )


def test_a_file_says_what_it_holds(folder):
    """The metadata of a file has what a row is, its columns, its table and what builds that."""
    file = f"{folder}/data/{OPENING}.parquet"
    query = f"SELECT decode(key), decode(value) FROM parquet_kv_metadata('{file}')"
    said = dict(duckdb.sql(query).fetchall())
    assert said["llq"] == OPENING
    assert "win_prob" in json.loads(said["columns"])
    assert said["command"].startswith("llq build love-letter")
    assert len(said["content"]) == 64
    best = duckdb.sql(f"SELECT max(win_prob) FROM '{file}'").fetchall()
    assert best == [(1.0,)]  # a Baron and the Princess win at once


def test_the_checksums_are_those_of_the_files(folder):
    """SHA256SUMS has every other file of the folder with its hash."""
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    files = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}
    assert sums.keys() == files.keys() - {"SHA256SUMS"}
    for name, digest in sums.items():
        assert hashlib.sha256(files[name].read_bytes()).hexdigest() == digest


def test_what_llq_did_not_write_is_not_replaced(folders, tmp_path):
    """A folder with another README is refused before anything is written."""
    (tmp_path / "README.md").write_text("# My own\n")
    with pytest.raises(TableNotWritable, match="was not exported by llq"):
        export_dataset(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    """Where a file stands nothing is computed or written."""
    file = tmp_path / "cards"
    file.write_text("mine")
    with pytest.raises(TableNotWritable, match="cards: cannot be written: it is a file"):
        export_dataset(file)
    assert file.read_text() == "mine"


def test_another_size_is_refused(tmp_path):
    """A size that there is not is an error that names those there are."""
    with pytest.raises(IllegalState, match=", ".join(SIZES)):
        export_dataset(tmp_path, "huge")


def test_a_data_set_is_parquet(tmp_path):
    """`export duckdb --dataset` is a usage error."""
    ended = CliRunner().invoke(app, ["export", "duckdb", str(tmp_path / "x"), "--dataset"])
    assert ended.exit_code == 2
