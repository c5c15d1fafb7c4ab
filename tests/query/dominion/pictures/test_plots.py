"""The redrawn figures show the table's numbers, and say what they show."""

import struct
from pathlib import Path

import numpy as np
import pytest

from llq.errors import IllegalState, LlqError, UnknownState
from llq.query.dominion.pictures import drawing, figures
from llq.query.dominion.pictures.run_times import RunTimes, measure_times
from llq.query.dominion.strategies.build import build_strategies
from llq.query.dominion.strategies.table import (
    HAZARD_STRATEGIES,
    SHARE_TURNS,
    STRATEGIES,
    DominionStrategies,
    open_strategies,
    strategy_index,
)
from llq.solver.dominion.players import StrategyName
from llq.solver.dominion.solitaire.match import play_games
from llq.solver.dominion.variants import rules

TIMES = RunTimes({31: 0.02, 62: 0.64}, {31: 0.04, 250: 0.4}, {31: 0.01, 250: 1.0}, 3)


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> DominionStrategies:
    """Return a small table: distributions to 3 turns, means to 18, chances to 1/4."""
    return open_strategies(build_strategies(3, 18, 4, tmp_path_factory.mktemp("strategies")))


@pytest.fixture
def quick(monkeypatch):
    """Measure no times."""
    monkeypatch.setattr(figures, "measure_times", lambda: TIMES)


def lines(figure):
    """Return the lines of a figure's only axes by their label."""
    return {line.get_label(): line for line in figure.axes[0].get_lines()}


def label(name):
    """Return what the legend calls a strategy."""
    return drawing.STYLES[name].label


def written(figure):
    """Return the words of a figure without those of its axes."""
    return " ".join(f"{figure.get_suptitle()} {figure.get_supxlabel()}".split())


def test_every_figure_is_written(table, quick, tmp_path):
    """One call writes all seven, as PNG of a sensible size, into a folder that it makes."""
    steps = []
    folder = tmp_path / "new" / "figures"
    paths = figures.plot(
        "all", folder, table=table, games=3, progress=lambda *step: steps.append(step)
    )
    assert {path.parent for path in paths} == {folder}
    assert [path.name for path in paths] == [f"figure-{n}.png" for n in (2, 3, 4, 5, 6, 7, 8)]
    assert steps == [(n, 7) for n in range(1, 8)]
    for path in paths:
        content = path.read_bytes()
        assert content.startswith(b"\x89PNG")
        width, height = struct.unpack(">II", content[16:24])
        assert 600 < width < 1000
        assert 300 < height < 700
        assert 10_000 < len(content) < 100_000


@pytest.mark.parametrize("number", figures.FIGURES)
def test_every_figure_stands_alone(table, quick, number):
    """Each has a title with its number, a caption, labelled axes and a legend."""
    figure = figures.draw_figure(number, table, games=3)
    title = figure.get_suptitle() or figure.axes[0].get_title()
    assert title.startswith(f"Figure {number} · ")
    assert len(figure.get_supxlabel()) > 100
    assert all(axes.get_xlabel() for axes in figure.axes)
    assert figure.axes[0].get_ylabel()
    assert figure.legends or figure.axes[0].get_legend()


def test_strategies_differ_by_more_than_colour():
    """No two strategies share a colour, dashes or a marker."""
    for field in ("label", "colour", "dashes", "marker"):
        values = [getattr(style, field) for style in drawing.STYLES.values()]
        assert len({str(value) for value in values}) == len(STRATEGIES)


def test_figure_2_shows_the_middle_of_the_brackets(table):
    """Each line is the table's, by the expected number of turns, and the width is stated."""
    figure = drawing.draw_hazard(table)
    drawn = lines(figure)
    assert set(drawn) == {label(name) for name in HAZARD_STRATEGIES}
    for name, bracket in zip(HAZARD_STRATEGIES, table.hazard, strict=True):
        np.testing.assert_array_equal(drawn[label(name)].get_xdata(), [1, 2, 3, 4])
        np.testing.assert_array_equal(drawn[label(name)].get_ydata(), bracket.mean(1))
    width = (table.hazard[..., 1] - table.hazard[..., 0]).max()
    assert f"at most {width:.2g} points apart" in written(figure)


@pytest.mark.parametrize("longest", [None, 15])
def test_figures_3_and_4_show_the_exact_means(table, longest):
    """Each line is the table's, from 1 turn to the longest game or the zoom."""
    drawn = lines(drawing.draw_scores(table, (), longest))
    turns = np.arange(1, (longest or 18) + 1)
    for name, mean in zip(STRATEGIES, table.mean, strict=True):
        np.testing.assert_array_equal(drawn[label(name)].get_xdata(), turns)
        np.testing.assert_array_equal(drawn[label(name)].get_ydata(), mean[turns])


def test_figure_3_shows_the_simulated_points_with_their_error(table):
    """Monte Carlo's points are the means, its bars one standard error, and n and seed are said."""
    played = [play_games(rules(), "monte_carlo", n, 8, seed=5) for n in (3, 6)]
    figure = drawing.draw_scores(table, played)
    points, _, (bars,) = figure.axes[0].containers[0]
    np.testing.assert_array_equal(points.get_xdata(), [3, 6])
    np.testing.assert_array_equal(points.get_ydata(), [games.mean for games in played])
    heights = [np.ptp(segment[:, 1]) / 2 for segment in bars.get_segments()]
    np.testing.assert_allclose(heights, [games.standard_error for games in played])
    assert "mean of 8 games a length (seed 5) ± 1 standard error" in written(figure)


def test_figure_3_marks_who_overtakes_whom(table):
    """Picky leads from 16 turns on, as the thesis has it; Greedy still leads Random at 18."""
    figure = drawing.draw_scores(table, ())
    mark = lines(figure)["Picky leads Expensive from 16 turns on"]
    assert mark.get_xdata() == [16]
    assert mark.get_ydata() == table.mean[strategy_index(StrategyName.PICKY), 16]
    assert not any("Random leads" in name for name in lines(figure))
    assert "Greedy is optimal in games of up to 2 turns" in written(figure)


def test_figure_5_shows_the_times_and_trends():
    """The lines are the times given; the trends are powers through the longest game solved."""
    figure = drawing.draw_times(TIMES)
    drawn = lines(figure)
    solver = next(line for name, line in drawn.items() if name.startswith("solver"))
    assert "t^{5.0}" in solver.get_label()
    for line, seconds in (
        (solver, TIMES.solver_seconds),
        (drawn["10,000 Picky games"], TIMES.picky_seconds),
        (drawn["1 Monte Carlo game, 100 playouts an action"], TIMES.monte_carlo_seconds),
    ):
        assert dict(zip(line.get_xdata(), line.get_ydata(), strict=True)) == seconds
    for power in (5, 6):
        x, y = drawn[f"trend $t^{power}$ through 62 turns"].get_data()
        np.testing.assert_allclose(y, 0.64 * (x / 62) ** power)
    assert "best of 3" in written(figure)


def test_times_are_measured():
    """Every length asked for has a time, and the growth is that of the last doubling."""
    times = measure_times((2, 3, 6), (2, 4), repeats=1)
    assert list(times.solver_seconds) == [2, 3, 6]
    assert list(times.picky_seconds) == list(times.monte_carlo_seconds) == [2, 4]
    assert min(*times.solver_seconds.values(), *times.monte_carlo_seconds.values()) > 0
    assert times.growth[:2] == (3, 6)
    with pytest.raises(IllegalState, match="two lengths"):
        measure_times((6,), (2,))


@pytest.mark.parametrize(
    ("number", "panels"),
    [
        ("6", [(StrategyName.OPTIMAL, turns) for turns in SHARE_TURNS]),
        ("7", [(StrategyName.MONTE_CARLO_LIMIT, turns) for turns in SHARE_TURNS]),
        ("8", [(StrategyName(name), 31) for name in ("random", "picky", "greedy", "expensive")]),
    ],
)
def test_figures_6_to_8_show_the_shares(table, number, panels):
    """The bars are the table's chances, stacked to 100% on every turn."""
    figure = figures.draw_figure(number, table)
    for axes, (name, turns) in zip(figure.axes, panels, strict=True):
        share = table.share[strategy_index(name), SHARE_TURNS.index(turns), :turns]
        heights = np.array([[bar.get_height() for bar in bars] for bars in axes.containers])
        np.testing.assert_allclose(heights, 100 * share.T)
        np.testing.assert_allclose(heights.sum(0), 100)
        tops = [bar.get_y() + bar.get_height() for bar in axes.containers[-1]]
        np.testing.assert_allclose(tops, 100)


def test_mistakes_are_expected_errors(table, tmp_path, monkeypatch):
    """An unknown figure and a folder that is a file are errors of llq."""
    with pytest.raises(UnknownState, match="figure 1 is not redrawn; those that are: 2, 3, 4"):
        figures.draw_figure("1", table)
    file = Path(tmp_path, "file")
    file.touch()
    with pytest.raises(LlqError, match="no pictures can be written here"):
        figures.plot("2", file, table=table)
    with pytest.raises(UnknownState, match="figure 1 is not redrawn"):
        figures.plot("1", tmp_path / "none", table=table)
    assert not (tmp_path / "none").exists()


def test_one_figure_may_be_a_file_of_any_name(table, tmp_path):
    """A path with a suffix is the picture itself; without one it is a folder for figure-2.png."""
    assert figures.plot("2", tmp_path / "d2.svg", table=table) == (tmp_path / "d2.svg",)
    assert (tmp_path / "d2.svg").read_text().startswith("<?xml")
    assert figures.plot("2", tmp_path / "d2", table=table) == (tmp_path / "d2" / "figure-2.png",)
