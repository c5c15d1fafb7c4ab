"""``llq literature plot``, run as a user runs it."""

import sys

import pytest

from llq.cli.main import main
from llq.query.games import named


@pytest.fixture
def llq(capsys, monkeypatch):
    """Return a function that runs one command line and returns (exit code, stdout, stderr)."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["llq", *map(str, words)])
        with pytest.raises(SystemExit) as leaving:
            main()
        out, err = capsys.readouterr()
        return leaving.value.code or 0, out, err

    return run


@pytest.mark.usefixtures("policies_file", "literature_matches_file", "openings_file")
def test_all_figures_go_into_a_folder(llq, tmp_path):
    """The folder is made, each picture has its figure's name, and stdout says where they are."""
    folder = tmp_path / "new" / "pictures"
    code, out, _ = llq("literature", "plot", "all", folder)
    paths = [folder / f"{name}.png" for name in ("curves", "matrix", "openings")]
    assert (code, out.split()) == (0, [str(path) for path in paths])
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths)


def test_missing_tables_are_built_small(llq, tmp_path, monkeypatch):
    """Without tables small ones are built, with word of it and of the full ones, and once only."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path / "tables"))
    # what is said of slow work must not depend on how busy the machine is
    monkeypatch.setattr("llq.cli.output.progress._LINE_AFTER_SECONDS", 600.0)
    for table, games in (("matches", 50), ("openings", 20)):
        monkeypatch.setitem(named(f"literature-{table}").small_build, "games", games)
    for figure, table in (("matrix", "matches"), ("openings", "openings")):
        path = tmp_path / f"{figure}.svg"
        code, out, err = llq("literature", "plot", figure, path)
        assert (code, out) == (0, f"{path}\n")
        assert "building a small one" in err
        assert f"llq build literature-{table}" in err
        assert llq("literature", "plot", figure, path) == (0, f"{path}\n", "")


@pytest.mark.usefixtures("literature_matches_file")
@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("nowhere/x.png", "the picture cannot be written (not a folder"),
        ("/dev/null/x", "no pictures can be written here"),
    ],
)
def test_mistakes_are_one_line(llq, path, reason):
    """What cannot be written is one line on stderr and exit code 1."""
    code, out, err = llq("literature", "plot", "matrix", path)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert reason in err


def test_an_unknown_figure_is_wrong_usage(llq):
    """A figure that is none is exit code 2, with those that there are."""
    code, _, err = llq("literature", "plot", "matches")
    assert code == 2
    assert "matrix" in err
