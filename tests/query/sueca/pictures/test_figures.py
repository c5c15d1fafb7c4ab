"""The pictures show the table's numbers, and say what they show."""

from itertools import product

import numpy as np
import pytest

from llq.errors import IllegalState, LlqError, UnknownState
from llq.query.published_figures import published
from llq.query.sueca.advice.deal_valuation import DealValue, Quantity, deal_values
from llq.query.sueca.matches.build import build_matches
from llq.query.sueca.matches.table import open_matches
from llq.query.sueca.pictures import drawing, figures

OTHERS = ("random",) * 3
SHORT = {"Random": "random", "Trump": "obligated_trump", "High": "always_high"}


@pytest.fixture(scope="module")
def sampling_matches(tmp_path_factory):
    """Return a small table with both Monte Carlo players."""
    folder = tmp_path_factory.mktemp("sampling")
    return open_matches(build_matches(20, 3, ("R", "mc_peek", "MC"), folder))


def teams(labels):
    """Return the teams of tick labels, as pairs of short names."""
    return [tuple(label.get_text().split(" & ")) for label in labels]


def caption(figure):
    """Return a figure's caption in one line."""
    return " ".join(figure.get_supxlabel().split())


def test_scores_are_the_tables(sueca_matches):
    """Each strategy has a panel with its shares of games, mean, error and deviation."""
    figure = drawing.draw_scores(sueca_matches)
    order = ("random", "obligated_trump", "always_high")
    for axes, name in zip(figure.axes, order, strict=True):
        found = sueca_matches.lookup((name, *OTHERS))
        shares = found.points / sueca_matches.games
        drawn = axes.patches[0].get_data()
        assert drawn.values == pytest.approx(100 * shares)
        assert drawn.edges[0] == -0.5
        assert len(drawn.values) == 121
        legend = axes.get_legend().get_texts()[0].get_text()
        assert f"mean {found.mean:.2f}" in legend
        assert f"s.e. {found.mean_error:.2f}" in legend
        assert f"sd {found.standard_deviation:.2f}" in legend


def test_scores_part_games_by_what_they_count(sueca_matches):
    """The four shares are those of the games lost and won, by the table's own count."""
    figure = drawing.draw_scores(sueca_matches)
    axes, found = figure.axes[2], sueca_matches.lookup(("always_high", *OTHERS))
    percent = 100 * found.game_points / sueca_matches.games
    expected = [percent[:2].sum(), percent[2], percent[4], percent[5:].sum()]
    assert [text.get_text() for text in axes.texts] == [f"{share:.1f} %" for share in expected]


def test_scores_have_the_thesiss_numbers(sueca_matches):
    """What the thesis prints stands in the legend: figure 5.1 and chapter 7."""
    figure = drawing.draw_scores(sueca_matches)
    legends = [axes.get_legend().get_texts()[-1].get_text() for axes in figure.axes]
    assert legends[0] == "thesis, figure 5.1:\nmean 60, sd 24.00"
    for legend, letter in zip(legends[1:], "TA", strict=True):
        row = next(
            row
            for row in published("sueca_carreiro_2016_ch7")
            if (row["north"], row["south"], row["team2_first"], row["team2_second"])
            == (letter, "R", "R", "R")
        )
        assert legend.endswith(f"mean {row['score_ns']}, sd {row['sd']}")


def test_scores_take_a_random_player(tmp_path):
    """A table without one has no such figure, and says so."""
    table = open_matches(build_matches(20, 3, ("T",), tmp_path))
    with pytest.raises(UnknownState, match="no games of"):
        figures.plot("scores", tmp_path / "scores.png", table=table)


def test_matches_are_means_over_the_ways_to_sit(sueca_matches):
    """Each cell is the mean of the table's combinations of its two teams."""
    axes = drawing.draw_matches(sueca_matches).axes[0]
    drawn, written = axes.images[0].get_array(), [text.get_text() for text in axes.texts]
    rows, columns = teams(axes.get_yticklabels()), teams(axes.get_xticklabels())
    assert rows == columns
    assert len(set(rows)) == 6
    expected = np.empty((6, 6))
    for (row, mine), (column, theirs) in product(enumerate(rows), enumerate(columns)):
        expected[row, column] = np.mean(
            [
                sueca_matches.lookup([SHORT[name] for name in (north, west, south, east)]).mean
                for north, south in {mine, mine[::-1]}
                for west, east in {theirs, theirs[::-1]}
            ]
        )
    assert np.array(drawn) == pytest.approx(expected)
    assert written == [f"{mean:.1f}" for mean in np.array(drawn).ravel()]
    assert sum(axes.images[0].get_clim()) == pytest.approx(120)


def test_who_peeks_stands_apart(sampling_matches):
    """Teams that never meet have blank cells; each kind of Monte Carlo has its own block."""
    figure = drawing.draw_matches(sampling_matches)
    axes = figure.axes[0]
    labels = [" & ".join(team) for team in teams(axes.get_yticklabels())]
    assert labels == [
        "Random & Random", "Random & MC", "MC & MC", "Random & MC peeking",
        "MC peeking & MC peeking",
    ]  # fmt: skip
    blank = np.ma.getmaskarray(axes.images[0].get_array())
    expected = np.zeros((5, 5), dtype=bool)
    expected[1:3, 3:] = expected[3:, 1:3] = True
    assert np.array_equal(blank, expected)
    numbers = [text for text in axes.texts if "." in text.get_text()]
    assert len(numbers) == (~expected).sum()
    blocks = [text.get_text().replace("\n", " ") for text in axes.texts if text not in numbers]
    assert blocks == ["no Monte Carlo player", "honest Monte Carlo", "peeking Monte Carlo"]
    assert "Hatched: not played" in caption(figure)
    names = [axes.get_legend().get_texts()[0].get_text() for axes in drawing.draw_scores(
        sampling_matches).axes]  # fmt: skip
    assert [name.partition("\n")[0] for name in names] == [
        "Random", "Monte Carlo", "Monte Carlo, peeking",
    ]  # fmt: skip


@pytest.mark.parametrize("name", figures.FIGURES[:2])
def test_captions_say_how_it_was_made(sueca_matches, name, tmp_path):
    """Rules, games, seed and the two commands are below each picture, and no word is cut off."""
    figure = figures._MATCH_DRAWINGS[name](sueca_matches)
    words = caption(figure)
    for fact in ("sueca/carreiro-2016", "5,000 games", "seed 1", sueca_matches.command):
        assert fact in words
    assert words.endswith(f"llq sueca plot {name}")
    figure.savefig(tmp_path / "figure.png")
    for artist in figure.findobj(lambda one: hasattr(one, "get_text") and one.get_text()):
        box = artist.get_window_extent()
        assert box.x0 >= -1
        assert box.x1 <= figure.bbox.x1 + 1


def test_deal_values_are_drawn_as_they_are():
    """Lines are the rows' means, bars two standard errors, diamonds the thesis's averages."""
    rows = list(deal_values("trumps", games=50, seed=4))
    perfect = [
        DealValue("trumps", str(k), "mc_extra", 10.0 * k, 1.5, None, None, 2, 4) for k in range(11)
    ]
    points = list(deal_values("team-points", games=50, seed=4))
    figure = drawing.draw_deal_values(
        {Quantity.TRUMPS: rows + perfect, Quantity.TEAM_POINTS: points},
        "llq sueca plot deal-values",
    )
    first, second = figure.axes
    for bars, drawn in zip(first.containers, (rows, perfect), strict=True):
        line, _, (bar,) = bars
        assert line.get_xdata().tolist() == list(range(11))
        assert line.get_ydata().tolist() == [row.mean for row in drawn]
        for (low, high), row in zip(bar.get_segments(), drawn, strict=True):
            assert high[1] - low[1] == pytest.approx(4 * row.standard_error)
    assert second.containers[0][0].get_xdata().tolist() == list(range(5, 120, 10))
    for axes, table in ((first, "4.4"), (second, "4.7")):
        diamonds = next(line for line in axes.lines if line.get_marker() == "D")
        printed = [
            float(row["value"])
            for row in published("sueca_carreiro_2016_cells")
            if (row["table"], row["column"]) == (table, "average")
        ]
        assert sorted(diamonds.get_ydata()) == sorted(printed)
    words = caption(figure)
    for fact in ("50 games a level", "seed 4", "s.e. at most 1.50"):
        assert fact in words


def test_deal_values_are_played_and_written(tmp_path):
    """The games asked for are played, with word of how far; the command is in the caption."""
    steps = []
    (path,) = figures.plot(
        "deal-values",
        tmp_path / "values.svg",
        games=10,
        sampling_games=0,
        seed=3,
        progress=lambda *step: steps.append(step),
    )
    assert path.read_text().startswith("<?xml")
    assert steps[-1] == (3000, 3000)
    assert steps == sorted(steps)


def test_no_games_and_no_figure_are_refused(sueca_matches, tmp_path):
    """An unknown figure is told those that there are; deal values need games of some player."""
    with pytest.raises(
        IllegalState, match=r"unknown figure 'score'.*; choose one of scores, matches"
    ):
        figures.plot("score", tmp_path / "x.png", table=sueca_matches)
    with pytest.raises(IllegalState, match="need games of some player"):
        figures.plot("deal-values", tmp_path / "x.png", games=0, sampling_games=0)


@pytest.mark.parametrize("name", ["nowhere/matches.png", "matches.xyz"])
def test_a_file_that_cannot_be_written_is_an_expected_error(sueca_matches, tmp_path, name):
    """A missing folder and an unknown format are errors of llq, with the file's name."""
    with pytest.raises(LlqError, match="cannot be written"):
        figures.plot("matches", tmp_path / name, table=sueca_matches)
