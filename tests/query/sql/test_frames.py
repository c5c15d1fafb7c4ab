"""Answers of SQL as data frames of other libraries, where these are installed."""

import pytest

import llq


@pytest.mark.parametrize(
    ("packages", "method"),
    [(["pandas"], "df"), (["polars", "pyarrow"], "pl"), (["pyarrow"], "arrow")],
)
def test_an_answer_is_a_data_frame(packages, method, classic_file, tmp_path, monkeypatch):
    """``con.sql(…).df()``, ``.pl()`` and ``.arrow()`` hold the rows and names of the answer."""
    for package in packages:
        pytest.importorskip(package)
    (tmp_path / classic_file.name).symlink_to(classic_file)
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    with llq.connect() as con:
        cards = con.sql("FROM love_letter_classic_card ORDER BY card")
        frame = getattr(cards, method)()
        frame = frame.read_all() if hasattr(frame, "read_all") else frame
        assert [str(name) for name in frame["name"]] == [row[1] for row in cards.fetchall()]
