"""Blocks that stay apart: queried before there is a table, resumed, and compacted into one."""

import json
import shutil
from pathlib import Path

import duckdb
import numpy as np
import pytest

from llq.errors import CorruptTable, ForeignTable, LlqError, StaleTable, TableMissing
from llq.query.jobs.separate_blocks import build_parts, compact
from llq.query.literature.matches.build import build_matches as build_literature
from llq.query.literature.matches.build import matches_job as literature_job
from llq.query.sql.database import open_parts
from llq.query.sueca.matches.build import build_matches, matches_job
from llq.query.sueca.matches.table import open_matches
from llq.store.tables import open_table

ASKED = (1200, 3, ("R", "A"))  # 16 combinations in 4 blocks


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> Path:
    """Return a folder with every part of a job."""
    return Path(build_parts(matches_job(*ASKED), tmp_path_factory.mktemp("parts") / "games"))


@pytest.fixture
def parts(written: Path, tmp_path: Path) -> Path:
    """Return a copy of it, to spoil."""
    return Path(shutil.copytree(written, tmp_path / "games"))


def content(path: Path) -> tuple[str, list[int]]:
    """Return the hash of a table's content and those of its blocks."""
    with open_table(path) as table:
        return table.info.content_hash, table.block_hashes().tolist()


def test_parts_are_compacted_into_the_same_table(parts, tmp_path):
    """The table of the parts has the same content and blocks as one built without them."""
    built = build_matches(*ASKED, tmp_path / "built")
    assert content(compact(parts, tmp_path / "joined")) == content(built)


def test_parts_at_a_url_are_queried_and_compacted(written, tmp_path):
    """In an object store of fsspec's the parts are written, read by SQL alone, and joined alike."""
    pytest.importorskip("fsspec")
    url = f"memory:///{tmp_path.name}/games"
    assert build_parts(matches_job(*ASKED), url) == url
    rows = open_parts(url).execute("SELECT count(*), sum(points) FROM part").fetchall()
    here = open_parts(f"{written}").execute("SELECT count(*), sum(points) FROM part").fetchall()
    assert rows == here
    with pytest.raises(duckdb.PermissionException):
        open_parts(url).execute("FROM read_blob('memory:///other/*.npy')").fetchall()
    assert content(compact(url, tmp_path)) == content(compact(written, tmp_path / "here"))
    with pytest.raises(TableMissing, match="has no parts of a job"):
        open_parts("memory:///nothing")


def test_another_game_s_parts_too(tmp_path):
    """Literature's blocks, whose fields lie along another axis, come back bit for bit."""
    job = literature_job(6, 1, {4: ("random", "possible")}, 2)
    build_parts(job, tmp_path / "parts")
    built = build_literature(6, 1, ("random", "possible"), (), (), 2, tmp_path / "built")
    assert content(compact(tmp_path / "parts", tmp_path / "joined")) == content(built)


def test_rows_are_the_games_of_the_table(parts, tmp_path):
    """The means that SQL finds in the parts are those of the compacted table."""
    query = "SELECT north, west, south, east, avg(points), count(*) FROM part GROUP BY ALL"
    found = {tuple(row[:4]): row[4:] for row in open_parts(f"{parts}").execute(query).fetchall()}
    table = open_matches(compact(parts, tmp_path))
    means = {
        tuple(table.players[i] for i in seats): mean
        for seats, mean in zip(table.seats.tolist(), table.mean.tolist(), strict=True)
    }
    assert found.keys() == means.keys()
    assert {games for _, games in found.values()} == {1200}
    assert np.allclose([found[seats][0] for seats in means], [*means.values()], rtol=1e-13)


def test_queries_of_parts_read_nothing_else(parts):
    """Without leave to use files, a query of parts cannot read one beside them."""
    with pytest.raises(duckdb.PermissionException):
        open_parts(f"{parts}").execute(f"FROM read_text('{__file__}')").fetchall()


def test_an_interrupted_job_computes_the_missing_parts_only(parts, monkeypatch):
    """Parts that are there are left as they are; those that are not are computed."""
    (parts / "1000-8.npy").unlink()
    before = {path.name: path.stat().st_mtime_ns for path in parts.glob("*.npy")}
    steps = []
    build_parts(matches_job(*ASKED), parts, progress=lambda *step: steps.append(step))
    after = {path.name: path.stat().st_mtime_ns for path in parts.glob("*.npy")}
    assert after.keys() - before.keys() == {"1000-8.npy"}
    assert {name: after[name] for name in before} == before
    assert len(steps) == 2
    assert steps[-1][0] == steps[-1][1]


def test_a_folder_holds_one_job(parts):
    """Parts of another seed, which queries would mix up, are refused by the command they are of."""
    with pytest.raises(ForeignTable, match=r"another job, llq build sueca-matches .*--seed 3"):
        build_parts(matches_job(1200, 4, ("R", "A")), parts)


def test_what_is_missing_damaged_or_stale_is_refused(parts, tmp_path):
    """Compaction makes a table of every part, sound and of today's code, or none at all."""
    with pytest.raises(TableMissing, match="has no parts"):
        compact(tmp_path / "nothing")
    (parts / "0-8.npy").rename(tmp_path / "away")
    with pytest.raises(TableMissing, match=r"3 of 4 parts.* --parts "):
        compact(parts, tmp_path)
    content = bytearray((parts / "0-0.npy").read_bytes())
    shutil.copy(parts / "0-0.npy", tmp_path / "kept")
    content[len(content) // 2] ^= 1
    (parts / "0-0.npy").write_bytes(content)
    (tmp_path / "away").rename(parts / "0-8.npy")
    with pytest.raises(CorruptTable):
        compact(parts, tmp_path)
    shutil.copy(tmp_path / "kept", parts / "0-0.npy")
    job = json.loads((parts / "job.json").read_text("utf-8"))
    (parts / "job.json").write_text(json.dumps(job | {"version": 0}), "utf-8")
    with pytest.raises(StaleTable, match="other code"):
        compact(parts, tmp_path)
    assert not (tmp_path / "sueca-matches.h5").exists()


def test_a_job_without_rows_is_refused(tmp_path):
    """A table whose blocks have no form in rows is not built in parts."""
    from llq.query.dominion.strategies.build import strategies_job

    with pytest.raises(LlqError, match="dominion-strategies is not built in parts"):
        build_parts(strategies_job(2, 2, 1, 1), tmp_path)
