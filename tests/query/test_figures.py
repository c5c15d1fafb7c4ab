"""Figures: a query and a mark each, drawn from the tables that come with llq."""

import sys

import pytest
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.figure import Figure

from llq import dominion, lookup
from llq.errors import BadQuestion, ExtraMissing, LlqError
from llq.query.figures import all_figures, draw, plot, read_rows
from llq.query.sql.table_cache import layout_folder

QUICK = ["love-letter-thesis", "love-letter-holding", "sueca-league", "dominion-figure-3"]
"""Figures that are soon laid out and drawn."""
LONG = pytest.mark.long
COLUMNS = {"x", "y", "series", "panel", "error", "value", "label"}

pytestmark = pytest.mark.usefixtures("standard_tables")


def marks(figure):
    """Return how many points, bars or cells a figure has."""
    count = 0
    for axes in figure.axes:
        for container in axes.containers:
            if isinstance(container, BarContainer):
                count += len(container.patches)
            elif isinstance(container, ErrorbarContainer):
                count += len(container.lines[0].get_xdata())
        count += len(axes.texts) if axes.images else 0
    return count


@pytest.mark.parametrize(
    "name",
    [*QUICK, *(pytest.param(name, marks=LONG) for name in all_figures() if name not in QUICK)],
)
def test_a_figure_shows_every_row_and_says_what_and_whence(name):
    """Each row is a mark; title and axes are labelled; the caption names tables and rules."""
    spec, (rows, source) = all_figures()[name], read_rows(name)
    figure = Figure(layout="constrained")
    draw(figure, spec, rows, source)
    assert marks(figure) == len(rows) > 1
    assert {"x", "y"} <= rows[0].keys()
    assert all(f"{{{column}" in spec.caption for column in rows[0].keys() - COLUMNS)
    assert figure.get_suptitle() == spec.title
    assert spec.axes[0] in {axes.get_xlabel() for axes in figure.axes}
    assert spec.axes[1] in {axes.get_ylabel() for axes in figure.axes}
    caption = " ".join(figure.get_supxlabel().split())
    assert ".h5; rules " in caption
    assert "{" not in caption
    if "simulated" in source:
        assert "seed " in source
        assert {"error", "most"} & rows[0].keys() or "s.e." in rows[0]["panel"]


def test_numbers_are_those_that_the_library_answers():
    """A cell is the lookup's chance to win, and a line's last point the table's mean."""
    rows, _ = read_rows("love-letter-opening")
    (cell,) = (row for row in rows if (row["x"], row["y"]) == ("1 Guard", "8 Princess"))
    assert cell["value"] == pytest.approx(100 * lookup(1, 8).value)
    assert "Guard" in cell["label"]
    rows, _ = read_rows("dominion-figure-3")
    means = {(row["series"], row["x"]): row["y"] for row in rows}
    assert means["picky", 31] == dominion.strategies.open().lookup("picky", 31).mean


@LONG
@pytest.mark.parametrize(("ending", "begins"), [("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_the_ending_is_the_format(tmp_path, ending, begins):
    """A picture is of the format of its name's ending, and one of llq's is drawn again."""
    picture = tmp_path / f"a.{ending}"
    for _ in range(2):
        assert plot("sueca-league", picture) == picture
        assert picture.read_bytes().startswith(begins)


def test_a_picture_replaces_only_what_llq_drew(tmp_path, monkeypatch):
    """Anything else, or a link, is drawn over only if asked; a failure leaves the old picture.

    Of all tables one is laid out for the league of Sueca.
    """
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    picture, own_file = tmp_path / "pictures" / "a.png", tmp_path / "mine.txt"
    picture.parent.mkdir()
    own_file.write_text("mine")
    picture.symlink_to(own_file)
    with pytest.raises(LlqError, match="llq did not draw this file"):
        plot("sueca-league", picture)
    plot("sueca-league", picture, replace=True)
    assert (picture.is_symlink(), own_file.read_text()) == (False, "mine")
    layouts = layout_folder().glob("*.duckdb")
    assert [path.name.partition(".")[0] for path in layouts] == ["sueca-league"]
    old = picture.read_bytes()
    assert old.startswith(b"\x89PNG")

    def fail(_, path, **options):
        path.write_bytes(b"half")
        raise OSError("the disk is full")

    monkeypatch.setattr(Figure, "savefig", fail)
    with pytest.raises(LlqError, match=r"cannot be written \(the disk is full\)"):
        plot("sueca-league", picture)
    assert picture.read_bytes() == old
    assert list(picture.parent.iterdir()) == [picture]


def test_what_is_missing_is_said_before_any_work(tmp_path, monkeypatch):
    """An unknown figure, and matplotlib that is not installed, are errors with the remedy."""
    with pytest.raises(BadQuestion, match=r"'sueca-leage' \(did you mean sueca-league\?\)"):
        plot("sueca-leage", tmp_path / "a.png")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ExtraMissing, match=r"pip install 'llq\[plot\]'"):
        plot("sueca-league", tmp_path / "a.png")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("", 0, "sueca-league"),
        ("--format json", 0, '"name": "sueca-scores"'),
        ("sueca-league", 0, "sueca-league.png\n"),
        ("sueca-league --output mine.png --replace", 0, "mine.png\n"),
        ("scueca-league", 2, "did you mean sueca-league?"),
        ("sueca-league --output a.xyz", 2, "a.xyz: choose a format: "),
        ("sueca-league --output nowhere/a.png", 1, "not a file in a folder that can be written to"),
        ("sueca-league --output folder.png", 1, "not a file in a folder"),
        ("sueca-league --output mine.png", 1, "replace it with --replace"),
    ],
)
def test_the_command_draws_lists_or_says_why_not_in_a_line(
    tmp_path, monkeypatch, llq, words, code, said
):
    """What was drawn, or the figures, are on stdout; a mistake is one line on stderr."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "mine.png").write_text("mine")
    ended, out, err = llq("plot", *words.split())
    assert (ended, err.count("\n")) == (code, bool(code))
    assert said in (err if code else out)
