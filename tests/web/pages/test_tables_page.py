"""Tables on the web: what is stored, how it was made, and what is not built."""

from llq.query.games import all_kinds
from llq.query.tables.files import tables


def test_every_table_is_listed_with_its_origin(client):
    """The API and the page have each table that the library lists, its hash and its command."""
    listed = {one["name"]: one for one in client.get("/api/v1/tables").json()["tables"]}
    page = client.get("/tables").text
    found = list(tables())
    assert len(found) == len(listed) > 10
    for table in found:
        assert table.info is not None
        said = listed[table.name]
        assert said["content_hash"] == table.content_hash
        assert said["command"] == table.info.provenance.command
        assert said["error"] is None
        assert str(table.content_hash) in page


def test_what_is_not_built_has_its_command(client, tmp_path, monkeypatch):
    """Without tables every kind is listed with what builds it and how long that takes."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    monkeypatch.setenv("LLQ_STANDARD_TABLES", "no")
    answer = client.get("/api/v1/tables").json()
    assert answer["tables"] == []
    assert [one["command"] for one in answer["not_built"]] == [
        f"llq build {kind.name}" for kind in all_kinds()
    ]
    page = client.get("/tables").text
    assert all(f"llq build {kind.name}" in page for kind in all_kinds())


def test_a_damaged_table_says_so_without_its_folder(client, tmp_path, monkeypatch):
    """A file that is no table is listed with the reason, which names no folder."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    (tmp_path / "dominion-31.h5").write_bytes(b"no table")
    answer = client.get("/api/v1/tables")
    (damaged,) = [one for one in answer.json()["tables"] if one["error"]]
    assert damaged["name"] == "dominion-31"
    assert str(tmp_path) not in answer.text + client.get("/tables").text
