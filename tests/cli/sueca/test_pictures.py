"""``llq sueca plot``, run as a user runs it."""

import sys

import pytest

from llq.cli.main import main

SMALL = ("-n", 10, "--sampling-games", 0)


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


@pytest.mark.usefixtures("matches_file")
def test_all_figures_go_into_a_folder(llq, tmp_path):
    """The folder is made, each picture has its figure's name, and stdout says where they are."""
    folder = tmp_path / "new" / "pictures"
    code, out, _ = llq("sueca", "plot", "all", folder, *SMALL)
    paths = [folder / f"{name}.png" for name in ("scores", "matches", "deal-values")]
    assert (code, out.split()) == (0, [str(path) for path in paths])
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths)


@pytest.mark.usefixtures("matches_file")
def test_one_figure_goes_where_it_is_wanted(llq, tmp_path):
    """A name with an ending is the picture itself, in that format."""
    path = tmp_path / "teams.svg"
    assert llq("sueca", "plot", "matches", path)[:2] == (0, f"{path}\n")
    assert path.read_text().startswith("<?xml")


def test_a_missing_table_is_built_small(llq, tmp_path, monkeypatch):
    """Without a table a small one is built, with word of it and of the full one, and once only."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path / "tables"))
    code, out, err = llq("sueca", "plot", "scores", tmp_path)
    assert (code, out.strip()) == (0, str(tmp_path / "scores.png"))
    assert "building a small one" in err
    assert "llq build sueca-matches" in err
    code, _, err = llq("sueca", "plot", "matches", tmp_path)
    assert (code, err) == (0, "")


@pytest.mark.usefixtures("matches_file")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("matches", "nowhere/matches.png"), "cannot be written"),
        (("scores", "/dev/null/x"), "no pictures can be written here"),
        (
            ("deal-values", "values.png", "-n", 0, "--sampling-games", 0),
            "need games of some player",
        ),
    ],
)
def test_mistakes_are_one_line(llq, words, reason):
    """What cannot be drawn or written is one line on stderr."""
    code, out, err = llq("sueca", "plot", *words)
    assert (code, out, err.count("\n")) == (2 if "need" in reason else 1, "", 1)
    assert reason in err


def test_an_unknown_figure_is_wrong_usage(llq):
    """A figure that is none is exit code 2, with those that there are."""
    code, _, err = llq("sueca", "plot", "score")
    assert code == 2
    assert "scores" in err


def test_an_unknown_format_is_refused_before_any_game(llq):
    """One line names the file and the formats, before anything is played."""
    code, out, err = llq("sueca", "plot", "deal-values", "values.xyz", *SMALL)
    assert (code, out) == (1, "")
    assert err.startswith("llq: values.xyz: the picture cannot be written (choose a format: ")
    assert err.count("\n") == 1
