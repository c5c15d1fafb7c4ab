"""The pictures show the tables' numbers, and say what they show."""

from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from llq.errors import LlqError, UnknownState, UnknownStrategy
from llq.query.literature.matches.table import MatchTable, matches_spec
from llq.query.literature.openings.table import OpeningTable, openings_spec
from llq.query.literature.pictures import drawing, figures
from llq.query.literature.policies.table import PolicyTable, columns_of, policies_spec
from llq.query.published_figures import published
from llq.solver.literature.policies.policy import Policy
from llq.store.tables import TableInfo

PLAYERS = ("possible", "greedy", "compact")
CHOICES = {
    "article_games": 10_000,
    "compact_games": 6000,
    "strong_games": 0,
    "seed": 3,
    "untrained": 0,
}
COUNTED = ("hits", "wrong_claims", "ask_backs", "back_claims")
WEIGHTS = np.zeros(1, dtype=np.float32)


def info(spec):
    """Return what a table of hand-made numbers says of itself."""
    return TableInfo(Path("made-by-hand.h5"), 0, spec, {}, "", "", "")


@pytest.fixture(scope="module")
def policies():
    """Return curves of 40 blocks and of 6, of which the second and the fourth were kept."""
    games = 250.0 * np.arange(1, 41)
    article = {
        "games": games,
        "length": 89 + 3 * np.sin(games / 900),
        "length_sd": np.full(40, 20.0),
        "hits": 0.43 + games / 200_000,
    }
    compact = {
        "games": 1000.0 * np.arange(1, 7),
        "greedy_share": np.array([0.48, 0.55, 0.56, 0.62, 0.61, 0.63]),
        "possible_share": np.array([0.90, 0.93, 0.94, 0.95, 0.96, 0.95]),
        "is_policy": np.array([0.0, 1.0, 0.0, 1.0, 0.0, 0.0]),
    }
    learnt = (
        Policy("article", "article", {"seed": 3, "block": 250}, WEIGHTS, article),
        Policy("compact", "compact", {"seed": 3, "gate_games": 512}, WEIGHTS, compact),
    )
    _, named = columns_of(learnt)
    return PolicyTable(info(policies_spec(CHOICES | named)), learnt)


@pytest.fixture(scope="module")
def matches():
    """Return games in which a later player wins more; possible never beats compact or loses."""
    games, random = 400, np.random.default_rng(5)
    spec = matches_spec(games, 2, 5, {4: PLAYERS}, {})
    half_suits, finished = [], []
    for even in range(3):
        for odd in range(3):
            won = random.random(games) < 0.5 + 0.15 * (even - odd)
            half_suits.append(np.where(won[:, None], (5, 3), (2, 6)))
            finished.append((random.random(games) < 0.9) & ({even, odd} != {0, 2}))
    fields = {
        "half_suits": np.concatenate(half_suits).astype(np.uint8),
        "finished": np.concatenate(finished),
        "asks": np.full(9 * games, 80, dtype=np.uint16),
        **{name: np.zeros((9 * games, 2), dtype=np.uint8) for name in COUNTED},
    }
    numbers = np.repeat(np.arange(9, dtype=np.uint16), games)
    return MatchTable(info(spec), numbers, np.tile(np.arange(games), 9), fields)


@pytest.fixture(scope="module")
def openings():
    """Return five openings of two patterns."""
    kinds = [((5, 4, 3), 5, 900), ((5, 4, 3), 4, 900), ((5, 4, 3), 3, 900)]
    kinds += [((3, 3, 2, 2, 2), 3, 70_000), ((3, 3, 2, 2, 2), 2, 70_000)]
    games, size = 50, len(kinds)
    lead = np.random.default_rng(1).integers(-4, 5, (size, games)).astype(np.int8)
    return OpeningTable(
        info(openings_spec(games, 9, {4: "greedy"}, {})),
        np.full(size, 4, dtype=np.uint8),
        np.array([pattern + (0,) * (8 - len(pattern)) for pattern, *_ in kinds], dtype=np.uint8),
        np.array([count for _, count, _ in kinds], dtype=np.uint8),
        np.array([ways for *_, ways in kinds], dtype=np.uint64),
        lead,
        np.ones_like(lead, dtype=bool),
        np.ones_like(lead, dtype=bool),
        np.full_like(lead, 80, dtype=np.uint16),
    )


def line_of(axes, label):
    """Return the one line of a label."""
    (found,) = [line for line in axes.lines if line.get_label().startswith(label)]
    return found


def panels(figure):
    """Return a figure's axes by the name of what they show."""
    return {axes.get_ylabel(): axes for axes in figure.axes}


def words_of(figure):
    """Return a figure's caption in one line."""
    return " ".join(figure.get_supxlabel().split())


def test_the_articles_games_are_its_curve(policies):
    """Length and hits are the curve's, at the middle of each block, 2 s.e. about the length."""
    curve = policies.lookup("article").curve
    found = panels(drawing.draw_curves(policies))
    lengths, hits = found["mean length, asks"], found["asks that hit, %"]
    length = line_of(lengths, "article's learner")
    assert length.get_xdata() == pytest.approx(curve["games"] - 125)
    assert length.get_ydata() == pytest.approx(curve["length"])
    assert line_of(hits, "asks that hit").get_ydata() == pytest.approx(100 * curve["hits"])
    (shade,) = lengths.collections
    heights = shade.get_paths()[0].vertices[:, 1]
    assert heights.max() - curve["length"].max() == pytest.approx(40 / sqrt(250))


def test_the_articles_printed_means_are_marks(policies):
    """Both printed lengths stand over the thousand games that they are of."""
    lengths = panels(drawing.draw_curves(policies))["mean length, asks"]
    for what, games in (("first", (0, 1000)), ("last", (9000, 10_000))):
        mark = line_of(lengths, f"the article's {what}")
        (printed,) = [
            row["printed"]
            for row in published("literature_somani")
            if row["figure"] == f"length, {what} thousand games of training"
        ]
        assert tuple(mark.get_xdata()) == games
        assert set(mark.get_ydata()) == {float(printed)}
        assert mark.get_label().endswith(printed)


def test_our_learners_gates_are_its_curve(policies):
    """Both shares are the curve's; rings are weights that were kept, a line the last of them."""
    curve = policies.lookup("compact").curve
    axes = panels(drawing.draw_curves(policies))["decided games won, %"]
    drawn = {bars.get_label(): bars.lines for bars in axes.containers}
    for opponent, gate in (("greedy", 512), ("possible", 256)):
        share = curve[f"{opponent}_share"]
        line, _, (bars,) = drawn[f"against {opponent}"]
        assert line.get_ydata() == pytest.approx(100 * share)
        for (low, high), mean in zip(bars.get_segments(), share, strict=True):
            assert high[1] - low[1] == pytest.approx(200 * sqrt(mean * (1 - mean) / gate))
    kept = line_of(axes, "became the policy")
    assert kept.get_xdata().tolist() == [2000, 4000]
    assert kept.get_ydata() == pytest.approx([55, 62])
    assert line_of(axes, "final choice: after 4,000").get_xdata() == [4000, 4000]


def test_no_curve_is_said(policies):
    """A policy that is not stored, or has no curve, is an error that names it."""
    article, compact = policies.policies
    with pytest.raises(UnknownStrategy, match="'compact' is not a stored policy"):
        drawing.draw_curves(PolicyTable(policies.info, (article,)))
    short = Policy("article", "article", {}, WEIGHTS, {})
    with pytest.raises(UnknownState, match="article has no curve"):
        drawing.draw_curves(PolicyTable(policies.info, (short, compact)))


def test_cells_are_the_decided_games_of_both_sides(matches):
    """A cell is the share counted game by game; two cells across the diagonal make 100 %."""
    axes = drawing.draw_matrix(matches).axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == list(PLAYERS)
    drawn = axes.images[0].get_array()
    blank = np.eye(3, dtype=bool)
    blank[0, 2] = blank[2, 0] = True
    assert np.array_equal(np.ma.getmaskarray(drawn), blank)
    wins = [0, 0]  # of greedy, of compact
    for even, odd, sides in (("greedy", "compact", (0, 1)), ("compact", "greedy", (1, 0))):
        rows = matches.rows(even, odd)
        for (mine, theirs), over in zip(
            matches.fields["half_suits"][rows].tolist(), matches.fields["finished"][rows],
            strict=True,
        ):  # fmt: skip
            if over and mine != theirs:
                wins[sides[0] if mine > theirs else sides[1]] += 1
    assert drawn[1, 2] == pytest.approx(100 * wins[0] / sum(wins))
    assert drawn[1, 2] + drawn[2, 1] == pytest.approx(100)
    error = 100 * matches.lookup("greedy", "compact").decided_error
    written = [text.get_text() for text in axes.texts]
    assert f"{100 * wins[0] / sum(wins):.1f}\n± {error:.1f}\nof {sum(wins):,}" in written
    assert written.count("none\ndecided") == 2


def test_a_table_without_four_players_has_no_matrix(matches):
    """Games of 6 alone make no matrix, and the error says what to build."""
    spec = matches_spec(2, 2, 5, {6: PLAYERS}, {})
    empty = MatchTable(info(spec), matches.pairing, matches.game, matches.fields)
    with pytest.raises(UnknownState, match="llq build literature-matches"):
        drawing.draw_matrix(empty)


def test_openings_are_the_tables(openings):
    """Every opening is a point at its mean with its s.e., on the line of its pattern."""
    axes = drawing.draw_openings(openings).axes[0]
    drawn = []
    for bars in axes.containers:
        point, _, (bar,) = bars.lines
        (segment,) = bar.get_segments()
        drawn.append((point.get_xdata()[0], (segment[1, 0] - segment[0, 0]) / 2))
    expected = [(row.mean(), row.std(ddof=1) / sqrt(openings.games)) for row in openings.lead]
    assert np.array(sorted(drawn)) == pytest.approx(np.array(sorted(expected)))
    assert [label.get_text().split()[0] for label in axes.get_yticklabels()] == [
        "5-4-3", "3-3-2-2-2",
    ]  # fmt: skip
    legend = [text.get_text() for text in axes.get_legend().get_texts()]
    assert legend == ["2", "3", "4", "5"]


@pytest.mark.parametrize("name", figures.FIGURES)
def test_captions_say_how_it_was_made(policies, matches, openings, name, tmp_path):
    """Rules, seed and the two commands are below each picture, and no word is cut off."""
    table = {"curves": policies, "matrix": matches, "openings": openings}[name]
    figure = getattr(drawing, f"draw_{name}")(table)
    words = words_of(figure)
    fact = {"curves": "10,000 and 6,000 games", "matrix": "400 common deals of seed 5"}
    for said in (fact.get(name, "50 games of each opening"), "seed", "version", table.command):
        assert said in words
    assert words.endswith(f"llq literature plot {name}")
    figure.savefig(tmp_path / "figure.png")
    drawn = figure.get_tightbbox()
    assert drawn.x0 >= 0
    assert drawn.x1 <= figure.get_figwidth()


def test_a_file_that_cannot_be_written_is_an_expected_error(matches, tmp_path):
    """The picture is written in the format of its name, or there is an error with that name."""
    path = figures.plot("matrix", tmp_path / "matrix.svg", table=matches)[0]
    assert path.read_text().startswith("<?xml")
    with pytest.raises(
        LlqError, match=r"matrix\.xyz: the picture cannot be written \(choose a format: "
    ):
        figures.plot("matrix", tmp_path / "matrix.xyz", table=matches)
