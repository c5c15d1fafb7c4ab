"""Drawings of Sueca: the points of games, team against team, and the values of deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.query.figures import OKABE_ITO, add_caption, new_figure
from llq.query.published_figures import published
from llq.query.sueca.advice.deal_valuation import DealValue
from llq.query.sueca.advice.quantities import Quantity
from llq.query.sueca.matches.paired import HONEST, PEEKING, teams_relation
from llq.query.sueca.matches.table import MatchTable
from llq.solver.sueca.players import find_strategy
from llq.solver.sueca.rules import RULES, TOTAL
from llq.solver.sueca.settings import Source

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Style(NamedTuple):
    """The label and colour of a player."""

    label: str
    short: str
    """In the name of a team."""
    colour: str


STYLES = {
    "random": Style("Random", "Random", OKABE_ITO["grey"]),
    "obligated_trump": Style("Obligated to trump", "Trump", OKABE_ITO["green"]),
    "always_high": Style("Always high", "High", OKABE_ITO["orange"]),
    HONEST: Style("Monte Carlo", "MC", OKABE_ITO["blue"]),
    PEEKING: Style("Monte Carlo, peeking", "MC peeking", OKABE_ITO["vermilion"]),
}
"""Players of a table that are not here are drawn under their own names."""

THESIS_TABLES = {
    Quantity.TRUMPS: ("4.4", "trumps in North's hand"),
    Quantity.TEAM_TRUMPS: ("4.6", "trumps of North and South"),
    Quantity.TEAM_POINTS: ("4.7", "points in North's and South's hands"),
}
"""The thesis's table of each thing that is drawn, and the name of its axis."""

_MARKERS = {"random": "o", HONEST: "s"}

# Carreiro (2016), what sections 5.1 and 6.1.2 say of figures 5.1 and 6.3
_PRINTED = {"random": ("figure 5.1", "60", "24.00"), PEEKING: ("figure 6.3", "72", "23.32")}
_LETTERS = {"obligated_trump": "T", "always_high": "A"}

_BLOCKS = ("no Monte Carlo player", "honest Monte Carlo", "peeking Monte Carlo")


def draw_scores(table: MatchTable) -> Figure:
    """Return the points of each player with and against random ones, a panel each.

    Raises
    ------
    UnknownState
        The table has no Random player.
    """
    order = sorted(table.players, key=lambda name: (name != "random", _sampling_last(name)))
    found = [table.lookup((name, "random", "random", "random")) for name in order]
    percent = 100 * (np.stack([one.points for one in found]) / table.games)
    figure = new_figure(8.6, 1.5 * len(order) + 1.6)
    panels = figure.subplots(len(order), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    edges = np.arange(TOTAL + 2) - 0.5
    highest = 1.25 * float(percent.max())
    for axes, name, one, row in zip(panels, order, found, percent, strict=True):
        style = _style(name)
        label = (
            f"{style.label}\nmean {one.mean:.2f}, s.e. {one.mean_error:.2f}"
            f"\nsd {one.standard_deviation:.2f}"
        )
        axes.stairs(row, edges, fill=True, color=style.colour, alpha=0.75, label=label)
        if name != "random":
            axes.stairs(percent[0], edges, color="0.25", linewidth=0.8, label="Random")
        printed = _printed(name)
        if printed:
            what, mean, sd = printed
            axes.plot([], [], " ", label=f"thesis, {what}:\nmean {mean}, sd {sd}")
            axes.axvline(float(mean), ymax=0.8, color="black", linewidth=0.9, dashes=(1, 1.5))
        _mark_games(axes, row, 0.97 * highest, is_named=axes is panels[0])
        axes.set_ylim(0, highest)
        axes.set_xlim(-1, TOTAL + 1)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.05), frameon=False, fontsize=8.5)
    panels[-1].set_xticks(range(0, TOTAL + 1, 10))
    panels[-1].set_xlabel("points of North and South")
    figure.supylabel("games, %", fontsize=10)
    figure.suptitle(
        "Sueca: how games end when North plays a strategy and the others play at random"
    )
    add_caption(
        figure,
        f"{_of_table(table)} The lines part games by what they count, "
        "with the share of each; 60 points win for nobody. Dotted: the mean of Carreiro (2016), a "
        "million games; its Monte Carlo player saw the true hands. "
        f"{_made_by('scores', table)}",
    )
    return figure


def draw_matches(table: MatchTable) -> Figure:
    """Return team against team: mean points of North and South, over the ways to sit."""
    columns = teams_relation(table).columns
    names = sorted({str(name) for name in columns["team_ns"]}, key=lambda name: _rank(table, name))
    place = {name: at for at, name in enumerate(names)}
    size = len(names)
    means = np.full((size, size), np.nan)
    for north, west, mean in zip(
        columns["team_ns"], columns["team_we"], columns["mean_ns"], strict=True
    ):
        means[place[str(north)], place[str(west)]] = mean
    half = TOTAL / 2
    most = max(1.0, float(np.nanmax(np.abs(means - half))))

    figure = new_figure(max(6.2, 0.56 * size + 2.9), max(5.4, 0.46 * size + 3.1))
    axes = figure.subplots()
    axes.set_facecolor("0.96")
    axes.patch.set(hatch="////", edgecolor="0.8")
    image = axes.imshow(
        np.ma.masked_invalid(means), cmap="RdBu", vmin=half - most, vmax=half + most, aspect="auto"
    )
    for (row, column), mean in np.ndenumerate(means):
        if np.isfinite(mean):
            colour = "white" if abs(mean - half) > 0.6 * most else "black"
            axes.text(
                column, row, f"{mean:.1f}", ha="center", va="center", color=colour, fontsize=8
            )
    labels = [
        " & ".join(_style(player).short for player in sorted(name.split(" & "), key=_sampling_last))
        for name in names
    ]
    axes.set_xticks(range(size), labels, rotation=45, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(size), labels)
    axes.tick_params(labelsize=8.5, length=0)
    axes.set_xlabel("team of West and East")
    axes.set_ylabel("team of North and South, North leading")
    axes.spines[:].set_visible(False)
    _part_blocks(axes, [_block(name.split(" & ")) for name in names])
    figure.suptitle("Sueca, team against team: mean points of North and South")
    figure.colorbar(image, ax=axes, label=f"points of North and South, of {TOTAL}", pad=0.01)
    low, high = float(min(columns["mean_ns_error"])), float(max(columns["mean_ns_error"]))
    apart = (
        "Hatched: not played, since players that peek meet no other Monte Carlo player. "
        if np.isnan(means).any()
        else ""
    )
    add_caption(
        figure,
        f"{_of_table(table)} A cell is the mean over the 1, 2 or 4 ways in which both teams can "
        f"sit; its s.e. is {low:.2f} to {high:.2f}. {apart}{_made_by('matches', table)}",
    )
    return figure


def draw_deal_values(results: Mapping[Quantity, Sequence[DealValue]], command: str) -> Figure:
    """Return the values of trumps and points, a panel each, the thesis's averages among them.

    Parameters
    ----------
    results
        The rows of `deal_values`, of one player or of several.
    command
        Makes this figure.
    """
    figure = new_figure(11.5, 5.4)
    panels = figure.subplots(1, len(results), sharey=True, squeeze=False)[0]
    for axes, (of, rows) in zip(panels, results.items(), strict=True):
        number, name = THESIS_TABLES[of]
        players = list(dict.fromkeys(row.player for row in rows))
        for player in players:
            mine = [row for row in rows if row.player == player]
            axes.errorbar(
                [_middle(row.level) for row in mine],
                [row.mean for row in mine],
                [2 * row.standard_error for row in mine],
                color=_style(player).colour,
                marker=_MARKERS.get(player, "v"),
                markersize=4,
                linewidth=1.1,
                capsize=2.5,
                label=_style(player).label,
            )
        printed = [
            (_middle(row["row"]), float(row["value"]))
            for row in published("sueca_carreiro_2016_cells")
            if (row["table"], row["column"]) == (number, "average")
        ]
        axes.plot(
            *zip(*sorted(printed), strict=True),
            "D",
            color=OKABE_ITO["vermilion"],
            markerfacecolor="none",
            markersize=8,
            label="thesis, random",
        )
        axes.axhline(TOTAL / 2, color="0.6", linewidth=0.8, dashes=(4, 2))
        axes.set_title(f"thesis: Table {number}", fontsize=10)
        axes.set_xlabel(name)
        step = 20 if of is Quantity.TEAM_POINTS else 2
        axes.set_xticks(range(0, (TOTAL if of is Quantity.TEAM_POINTS else 10) + 1, step))
        axes.set_ylim(-3, TOTAL + 3)
        axes.set_yticks(range(0, TOTAL + 1, 20))
        axes.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel(f"mean points of North and South, of {TOTAL}")
    panels[0].legend(loc="lower right", frameon=False, fontsize=9)
    figure.suptitle("Sueca: the values of trumps and points, all four playing alike")
    add_caption(figure, _about_values(results, command))
    return figure


def _mark_games(axes: Axes, percent: NDArray[np.float64], height: float, *, is_named: bool) -> None:
    """Part the points by what a game counts; write the share of each part, above it what it is."""
    win, double = RULES.win_above, RULES.double_above
    parts = {
        "lost, 2 or 4 games": (0, TOTAL - double),
        "lost, 1 game": (TOTAL - double, win),
        "won, 1 game": (win + 1, double + 1),
        "won, 2 or 4 games": (double + 1, TOTAL + 1),
    }
    for line in (TOTAL - double, win, double):
        axes.axvline(line, color="0.5", linewidth=0.8, dashes=(4, 2), zorder=0)
    for name, (first, end) in parts.items():
        middle, share = (first + end - 1) / 2, percent[first:end].sum()
        axes.text(middle, height, f"{share:.1f} %", ha="center", va="top", fontsize=8, color="0.2")
        if is_named:
            axes.text(middle, 1.05 * height, name, ha="center", va="bottom", fontsize=8.5)


def _part_blocks(axes: Axes, blocks: list[int]) -> None:
    """Draw lines between blocks of teams and write above them what they are."""
    kinds = sorted(set(blocks))
    if len(kinds) < 2:
        return
    for kind in kinds:
        first, count = blocks.index(kind), blocks.count(kind)
        if first:
            axes.axvline(first - 0.5, color="black", linewidth=1.5)
            axes.axhline(first - 0.5, color="black", linewidth=1.5)
        text = _BLOCKS[kind].replace(" Monte", "\nMonte")
        axes.text(first + (count - 1) / 2, -0.6, text, ha="center", va="bottom", fontsize=9)


def _about_values(results: Mapping[Quantity, Sequence[DealValue]], command: str) -> str:
    """Return the caption of deal values."""
    rows = [row for each in results.values() for row in each]
    parts = []
    for player in dict.fromkeys(row.player for row in rows):
        mine = [row for row in rows if row.player == player]
        worst = max(row.standard_error for row in mine)
        name = _style(player).label
        parts.append(f"{name}: {mine[0].games:,} games a level, s.e. at most {worst:.2f}")
    seed = rows[0].seed
    numbers = ", ".join(THESIS_TABLES[of][0] for of in results)
    return (
        f"Rules {RULES.rules_id}, version {RULES.version}; North leads, seed {seed}. "
        f"{'; '.join(parts)}; bars are 2 s.e. each way. Diamonds: Carreiro (2016), tables "
        f"{numbers}, a million random games a level. Made by: {command}"
    )


def _of_table(table: MatchTable) -> str:
    """Return the rules and games of a table in words."""
    spec = table.info.spec
    return (
        f"Rules {spec.rules_id}, version {spec.rules_version}; North leads; {table.games:,} games "
        f"of each combination on common deals of seed {table.seed}."
    )


def _made_by(figure: str, table: MatchTable) -> str:
    return f"Made by: {table.command}; llq sueca plot {figure}"


def _printed(name: str) -> tuple[str, str, str] | None:
    """Return the thesis's place, mean and deviation of a player among random ones, as printed."""
    if name not in _LETTERS:
        return _PRINTED.get(name)
    for row in published("sueca_carreiro_2016_ch7"):
        others = (row["south"], row["team2_first"], row["team2_second"])
        if (row["north"], *others) == (_LETTERS[name], "R", "R", "R"):
            return f"Table {row['table']}", row["score_ns"], row["sd"]
    return None


def _style(name: str) -> Style:
    return STYLES.get(name) or Style(name, name, OKABE_ITO["purple"])


def _block(players: Sequence[str]) -> int:
    sampling = [found for found in map(find_strategy, players) if found.is_sampling]
    return 0 if not sampling else 1 + any(found.source is Source.TRUE for found in sampling)


def _sampling_last(name: str) -> int:
    return _block((name,))


def _rank(table: MatchTable, team: str) -> tuple[int, list[tuple[int, int]]]:
    """Return the sort key of teams: the block, then the players, sampling ones last."""
    players = team.split(" & ")
    return _block(players), sorted((_block((name,)), table.players.index(name)) for name in players)


def _middle(level: str) -> float:
    return float(np.mean([float(end) for end in level.split("-")]))
