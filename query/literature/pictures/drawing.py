"""Drawings of training curves, of the matrix of matches, and of the values of openings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownState
from llq.query.figures import OKABE_ITO, add_caption, new_figure
from llq.query.literature.matches.table import MatchTable, rules_for
from llq.query.literature.openings.table import OpeningTable
from llq.query.literature.policies.table import ARTICLE_GAMES, PolicyTable
from llq.query.published_figures import published

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from llq.solver.literature.policies.policy import Policy

_THOUSAND = 1000
_COUNT_COLOURS = ("blue", "orange", "green", "purple", "vermilion")
"""Of asking where one has 1 to 5 cards."""


def draw_curves(table: PolicyTable) -> Figure:
    """Return the figure of the training of ``article`` and ``compact``, by games played.

    Raises
    ------
    UnknownStrategy
        One of them is not stored.
    UnknownState
        One of them was trained for so few games that it has no curve.
    """
    article, compact = (_trained(table, name) for name in ("article", "compact"))
    figure = new_figure(11.5, 5.4)
    panels = figure.subplot_mosaic(
        [["length", "shares"], ["hits", "shares"]], height_ratios=(1.7, 1)
    )
    _draw_article(panels["length"], panels["hits"], article)
    _draw_compact(panels["shares"], compact)
    for axes in panels.values():
        axes.set_xlim(left=0)
        axes.spines[["top", "right"]].set_visible(False)
    figure.suptitle("Literature: what training gained, the article's learner and ours")
    gate, spec = int(compact.recipe["gate_games"]), table.info.spec
    add_caption(
        figure,
        f"Rules {spec.rules_id}, version {spec.rules_version}; seeds "
        f"{article.recipe['seed']} and {compact.recipe['seed']}; {_played(article):,} and "
        f"{_played(compact):,} games of training. Left: means over {article.recipe['block']} "
        "games, shaded 2 s.e. each way; red bars what the article prints. Right: the weights "
        f"after each block, in fresh games against fixed players, {gate} with greedy and "
        f"{gate // 2} with possible; bars 1 s.e. each way, as if all were decided; a ringed share "
        "was chosen for being high. Made by: "
        f"{table.command}; llq literature plot curves",
    )
    return figure


def draw_matrix(table: MatchTable) -> Figure:
    """Return the figure of the decided games that each player of 4-player games wins against each.

    Raises
    ------
    UnknownState
        The table has no matches of two players or more in games of 4.
    """
    names = list(dict.fromkeys(pairing.even for pairing in table.pairings if pairing.players == 4))
    size = len(names)
    if size < 2:
        raise UnknownState(
            "this table has no two strategies that met in games of 4 players; build another with: "
            "llq build literature-matches"
        )
    percent = np.full((size, size), np.nan)
    written: dict[tuple[int, int], str] = {}
    for row, column in np.ndindex(size, size):
        if row == column:
            continue
        match = table.lookup(names[row], names[column])
        if match.decided_prob is None or match.decided_error is None:
            written[row, column] = "none\ndecided"
            continue
        percent[row, column] = 100 * match.decided_prob
        written[row, column] = (
            f"{percent[row, column]:.1f}\n± {100 * match.decided_error:.1f}\n"
            f"of {match.wins + match.losses:,}"
        )
    figure = new_figure(max(6.4, 1.05 * size + 2.4), max(5.4, 0.75 * size + 2.4))
    axes = figure.subplots()
    axes.set_facecolor("0.96")
    axes.patch.set(hatch="////", edgecolor="0.8")
    image = axes.imshow(np.ma.masked_invalid(percent), cmap="RdBu", vmin=0, vmax=100, aspect="auto")
    for (row, column), text in written.items():
        colour = "white" if abs(percent[row, column] - 50) > 30 else "black"
        axes.text(column, row, text, ha="center", va="center", color=colour, fontsize=8)
    axes.set_xticks(range(size), names)
    axes.set_yticks(range(size), names)
    axes.tick_params(labelsize=9, length=0)
    axes.set_xlabel("against")
    axes.spines[:].set_visible(False)
    figure.suptitle("Literature, 4 players: decided games that the row's player wins, %")
    figure.colorbar(image, ax=axes, label="% of the decided games", pad=0.01)
    spec = table.info.spec
    add_caption(
        figure,
        f"Rules {rules_for(4).rules_id}, version {spec.rules_version}; both teams on "
        f"{int(spec.parameters['games']):,} common deals of seed {table.seed}, each deal with the "
        "sides changed too; ± s.e., from deal to deal, and the decided games: neither ties nor "
        f"given up after {spec.parameters['limit']} asks. Hatched: against itself, where each side "
        f"wins half. Made by: {table.command}; llq literature plot matrix",
    )
    return figure


def draw_openings(table: OpeningTable) -> Figure:
    """Return the figure of the value of each opening ask, a line a pattern, with fewest players."""
    players = min(table.by)
    wanted = {
        pattern: table.openings(pattern, players)
        for pattern, size in zip(table.patterns, table.players, strict=True)
        if size == players
    }
    by_class: dict[int, list[tuple[int, ...]]] = {}
    for pattern in sorted(wanted, key=lambda cut: -wanted[cut][0].hand_prob):
        by_class.setdefault(len(pattern), []).append(pattern)
    order = [(half_suits, by_class[half_suits]) for half_suits in sorted(by_class)]

    figure = new_figure(8.6, 0.23 * len(wanted) + 2.6)
    axes = figure.subplots()
    lines, labels, line = [], [], 0.0
    seen: set[int] = set()
    for half_suits, patterns in order:
        axes.text(
            1.01, line, f"{half_suits} half suits", transform=axes.get_yaxis_transform(),
            fontsize=8.5, va="center",
        )  # fmt: skip
        for pattern in patterns:
            for opening in wanted[pattern]:
                axes.errorbar(
                    opening.value,
                    line + 0.16 * (opening.count - 3),
                    xerr=opening.standard_error,
                    fmt="o",
                    markersize=3,
                    linewidth=0.9,
                    color=OKABE_ITO[_COUNT_COLOURS[opening.count - 1]],
                    label=None if opening.count in seen else str(opening.count),
                )
                seen.add(opening.count)
            prob = 100 * float(wanted[pattern][0].hand_prob)
            lines.append(line)
            labels.append(f"{'-'.join(map(str, pattern))}   {_percent(prob)}")
            line += 1
        axes.axhline(line - 0.25, color="0.8", linewidth=0.8)
        line += 0.5
    axes.set_yticks(lines, labels)
    axes.set_ylim(line, -1)
    axes.tick_params(axis="y", labelsize=7.5, length=0)
    axes.axvline(0, color="0.6", linewidth=0.8, dashes=(4, 2))
    axes.set_xlabel("half suits of the first mover's team less those of the other, mean")
    axes.set_ylabel("cards of each half suit in the hand, and the chance of it")
    axes.spines[["top", "right"]].set_visible(False)
    handles, texts = axes.get_legend_handles_labels()
    ranked = sorted(zip(texts, handles, strict=True), key=lambda pair: pair[0])
    axes.legend(
        [handle for _, handle in ranked], [text for text, _ in ranked], ncols=len(ranked),
        title="cards held of the half suit asked in", loc="lower center", fontsize=8.5,
        bbox_to_anchor=(0.5, 1.0), frameon=False, title_fontsize=8.5,
    )  # fmt: skip
    figure.suptitle(f"Literature, {players} players: what the opening ask is worth")
    spec = table.info.spec
    add_caption(
        figure,
        f"Rules {rules_for(players).rules_id}, version {spec.rules_version}; {table.games:,} games "
        f"of each opening, played on by {table.by[players]}, on common deals of a pattern, seed "
        f"{table.seed}; bars 1 s.e. each way; a difference within a pattern has its own, of the "
        f"paired games. Made by: {table.command}; llq literature plot openings",
    )
    return figure


def _trained(table: PolicyTable, name: str) -> Policy:
    """Return a stored policy that has a curve."""
    policy = table.lookup(name)
    if not len(policy.curve.get("games", ())):
        raise UnknownState(
            f"{name} has no curve: it was trained for less than a block of games; train it again "
            "with: llq build literature-policies"
        )
    return policy


def _draw_article(lengths: Axes, hits: Axes, policy: Policy) -> None:
    """Draw how long games took and how often asks hit, each block at its middle."""
    curve, sizes = policy.curve, np.diff(policy.curve["games"], prepend=0)
    middle = curve["games"] - sizes / 2
    error = curve["length_sd"] / np.sqrt(sizes)
    lengths.fill_between(
        middle,
        curve["length"] - 2 * error,
        curve["length"] + 2 * error,
        color=OKABE_ITO["blue"],
        alpha=0.2,
        linewidth=0,
    )
    _draw_line(lengths, middle, curve["length"], "blue", "article's learner, trained here")
    for first, what in ((0, "first"), (ARTICLE_GAMES - _THOUSAND, "last")):
        printed = _printed(f"length, {what} thousand games of training")
        lengths.plot(
            [first, first + _THOUSAND],
            [printed] * 2,
            color=OKABE_ITO["vermilion"],
            linewidth=3.5,
            solid_capstyle="butt",
            label=f"the article's {what} thousand: {printed:.2f}",
        )
    lengths.set_title("article: games against itself", fontsize=10)
    lengths.set_ylabel("mean length, asks")
    lengths.legend(frameon=False, fontsize=8.5)
    lengths.sharex(hits)
    lengths.tick_params(labelbottom=False)
    _draw_line(hits, middle, 100 * curve["hits"], "green", "asks that hit")
    hits.set_ylabel("asks that hit, %")
    hits.set_xlabel("games of training")


def _draw_compact(axes: Axes, policy: Policy) -> None:
    """Draw the share of decided games won after each block, and which weights were kept."""
    curve, gate = policy.curve, int(policy.recipe["gate_games"])
    games = curve["games"]
    for opponent, colour, many in (("possible", "orange", gate // 2), ("greedy", "blue", gate)):
        share = curve[f"{opponent}_share"]
        axes.errorbar(
            games,
            100 * share,
            100 * np.sqrt(share * (1 - share) / many),
            color=OKABE_ITO[colour],
            marker="o",
            markersize=3.5,
            linewidth=1.2,
            elinewidth=0.7,
            label=f"against {opponent}",
        )
    chosen = np.flatnonzero(curve["is_policy"])
    if len(chosen):
        last = chosen[-1]
        axes.plot(
            games[chosen],
            100 * curve["greedy_share"][chosen],
            "o",
            color=OKABE_ITO["black"],
            markerfacecolor="none",
            markersize=8,
            label="became the policy",
        )
        axes.axvline(
            games[last],
            color=OKABE_ITO["black"],
            linewidth=0.9,
            dashes=(4, 2),
            zorder=0,
            label=f"final choice: after {int(games[last]):,} games",
        )
    axes.axhline(50, color="0.6", linewidth=0.8, dashes=(1, 1.5))
    axes.set_title("compact: the gate's games against fixed players", fontsize=10)
    axes.set_xlabel("games of training")
    axes.set_ylabel("decided games won, %")
    axes.legend(edgecolor="none", framealpha=0.9, fontsize=8.5)


def _draw_line(
    axes: Axes, games: NDArray[np.float64], values: NDArray[np.float64], colour: str, label: str
) -> None:
    marker = "o" if len(games) < 30 else ""
    axes.plot(games, values, color=OKABE_ITO[colour], marker=marker, markersize=3.5, label=label)


def _printed(figure: str) -> float:
    """Return a number that the article prints."""
    rows = published("literature_somani")
    return next(float(row["printed"]) for row in rows if row["figure"] == figure)


def _percent(percent: float) -> str:
    return f"{percent:.2g} %" if percent >= 0.001 else "< 0.001 %"


def _played(policy: Policy) -> int:
    return int(policy.curve["games"][-1])
