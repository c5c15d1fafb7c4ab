"""Figures drawn from the exact results of every strategy, by matplotlib.

Lines are exact. Only the Monte Carlo player's points are simulated and only times are measured;
both are given, and every caption says which is which.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.query.dominion.kingdom.answers import KingdomTurns
from llq.query.dominion.kingdom.pairs import KingdomPair
from llq.query.dominion.pictures.run_times import MONTE_CARLO_GAMES, PICKY_GAMES, RunTimes
from llq.query.dominion.strategies.table import (
    HAZARD_STRATEGIES,
    SHARE_TURNS,
    STRATEGIES,
    DominionStrategies,
    strategy_index,
)
from llq.query.figures import OKABE_ITO, add_caption, new_figure
from llq.solver.dominion.model import Purchase
from llq.solver.dominion.players import StrategyName

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from llq.solver.dominion.solitaire.match import Simulation


class Style(NamedTuple):
    """How a strategy is drawn: never by colour alone."""

    label: str
    colour: str
    dashes: Any
    marker: str


STYLES = {
    StrategyName.RANDOM: Style("Random", OKABE_ITO["grey"], (0, (1, 1.2)), "x"),
    StrategyName.GREEDY: Style("Greedy", OKABE_ITO["orange"], (0, (6, 2)), "s"),
    StrategyName.EXPENSIVE: Style("Expensive", OKABE_ITO["sky blue"], (0, (6, 2, 1, 2)), "^"),
    StrategyName.PICKY: Style("Picky", OKABE_ITO["green"], (0, (3, 1.5)), "v"),
    StrategyName.MONTE_CARLO_LIMIT: Style(
        "Monte Carlo, infinitely many playouts", OKABE_ITO["purple"], (0, (4, 1, 1, 1, 1, 1)), "P"
    ),
    StrategyName.OPTIMAL: Style("Optimal", OKABE_ITO["black"], "solid", "o"),
}

_ACTIONS = {
    Purchase.PASS: ("pass", OKABE_ITO["blue"], "////"),
    Purchase.TREASURE: ("buy a treasure", OKABE_ITO["yellow"], ""),
    Purchase.VICTORY: ("buy a victory card", OKABE_ITO["vermilion"], ".."),
}


def draw_hazard(table: DominionStrategies) -> Figure:
    """Return figure 2: expected scores where every turn is the last with chance alpha."""
    means = table.hazard.mean(2)
    width = float((table.hazard[:, :, 1] - table.hazard[:, :, 0]).max())
    turns = np.arange(1, means.shape[1] + 1)
    figure = new_figure(8, 5.4)
    axes = figure.subplots()
    for place in means[:, -1].argsort()[::-1]:
        _line(axes, HAZARD_STRATEGIES[place], turns, means[place])
    axes.set_title("Figure 2 · Score when the game ends by chance")
    axes.set_xlabel("expected number of turns, 1/α  (each turn is the last with chance α)")
    _finish_scores(axes, turns[-1])
    add_caption(
        figure,
        "Exact, nothing is simulated: each point is the middle of a lower and an upper bound that "
        f"are at most {width:.2g} points apart. Optimal is the best policy without a clock. Monte "
        "Carlo is missing: it must know how many turns remain.",
    )
    return figure


def draw_scores(
    table: DominionStrategies, played: Sequence[Simulation], longest: int | None = None
) -> Figure:
    """Return figures 3 and 4: expected scores by length of the game.

    Parameters
    ----------
    played
        Games of the Monte Carlo player, drawn as points.
    longest
        Zoom to games of at most this many turns.
    """
    last = table.mean.shape[1] - 1 if longest is None else longest
    means = table.mean[:, : last + 1]
    turns = np.arange(1, last + 1)
    figure = new_figure(8, 5.8)
    axes = figure.subplots()
    for place in means[:, -1].argsort()[::-1]:
        _line(axes, STRATEGIES[place], turns, means[place, 1:])
    simulated = ""
    if played:
        games = len(played[0].scores)
        axes.errorbar(
            [games.turns for games in played],
            [games.mean for games in played],
            [games.standard_error for games in played],
            fmt="D",
            color=OKABE_ITO["vermilion"],
            markerfacecolor="white",
            markersize=5,
            capsize=4,
            zorder=5,
            label="Monte Carlo, 100 playouts (simulated)",
        )
        widest = max(played, key=lambda games: games.standard_error)
        simulated = (
            f" Diamonds are simulated: the mean of {games} games a length (seed {played[0].seed}) "
            f"± 1 standard error, which is at most {widest.standard_error:.2f} points "
            f"({widest.turns} turns)."
        )
    for winner, loser, marker in (
        (StrategyName.PICKY, StrategyName.EXPENSIVE, "o"),
        (StrategyName.RANDOM, StrategyName.GREEDY, "s"),
    ):
        ours, theirs = means[strategy_index(winner)], means[strategy_index(loser)]
        since = _overtakes(ours, theirs)
        if since is not None:
            label = f"{STYLES[winner].label} leads {STYLES[loser].label} from {since} turns on"
            axes.plot(
                since,
                ours[since],
                marker,
                linestyle="",
                markersize=11,
                markeredgecolor="black",
                markerfacecolor="none",
                label=label,
            )
    greedy, optimal = (
        means[strategy_index(name)] for name in (StrategyName.GREEDY, StrategyName.OPTIMAL)
    )
    together = int(np.append(np.abs(optimal - greedy) < 1e-9, False).argmin()) - 1
    number = 3 if longest is None else 4
    axes.set_title(f"Figure {number} · Score in games of a fixed length, up to {last} turns")
    axes.set_xlabel("length of the game (turns)")
    _finish_scores(axes, last)
    add_caption(
        figure,
        f"Lines are exact. Greedy is optimal in games of up to {together} turns.{simulated}",
    )
    return figure


def draw_times(times: RunTimes) -> Figure:
    """Return figure 5: run times by length of the game, on logarithmic axes."""
    half, longest, power = times.growth
    anchor = times.solver_seconds[longest]
    figure = new_figure(10.5, 5.6)
    axes = figure.subplots()
    optimal, picky = STYLES[StrategyName.OPTIMAL], STYLES[StrategyName.PICKY]
    for seconds, style, label in (
        (
            times.solver_seconds,
            optimal,
            f"solver: the optimum of every game up to t turns\n"
            f"(grows as $t^{{{power:.1f}}}$ from {half} to {longest} turns)",
        ),
        (times.picky_seconds, picky, f"{PICKY_GAMES:,} Picky games"),
        (
            times.monte_carlo_seconds,
            STYLES[StrategyName.MONTE_CARLO_LIMIT],
            "1 Monte Carlo game, 100 playouts an action",
        ),
    ):
        axes.plot(
            list(seconds),
            list(seconds.values()),
            color=style.colour,
            linestyle=style.dashes,
            marker=style.marker,
            label=label,
        )
    span = np.geomspace(longest / 4, longest * 2.8, 30)
    for exponent, dashes, colour in ((5, "dotted", "blue"), (6, "dashdot", "vermilion")):
        axes.plot(
            span,
            anchor * (span / longest) ** exponent,
            linestyle=dashes,
            linewidth=1.2,
            color=OKABE_ITO[colour],
            label=f"trend $t^{exponent}$ through {longest} turns",
        )
    axes.plot(
        250,
        25,
        marker="v",
        linestyle="",
        markersize=10,
        markerfacecolor="none",
        markeredgecolor=picky.colour,
        label="thesis: 10,000 Picky games, 25 s",
    )
    axes.plot(
        30,
        20,
        marker="o",
        linestyle="",
        markersize=10,
        markerfacecolor="none",
        markeredgecolor=optimal.colour,
        label="Ruijl, in the thesis: optimum of 30 turns, 20 s",
    )
    axes.set_xscale("log")
    axes.set_yscale("log")
    ticks = (4, 8, 15, 31, 62, 125, 250)
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_title("Figure 5 · Run time by length of the game")
    axes.set_xlabel("length of the game t (turns, logarithmic)")
    axes.set_ylabel("time (seconds, logarithmic)")
    axes.grid(alpha=0.3)
    figure.legend(loc="outside right upper", fontsize=9, handlelength=3.6)
    add_caption(
        figure,
        "Filled markers: measured on the machine that drew this figure, when it was drawn; one "
        f"thread, best of {times.repeats}, compilation apart; Monte Carlo's is a mean of "
        f"{MONTE_CARLO_GAMES} games. Hollow markers: what the thesis (2014) reports, from other "
        "machines.",
    )
    return figure


def draw_shares(table: DominionStrategies, panels: Sequence[tuple[StrategyName, int]]) -> Figure:
    """Return figures 6, 7 and 8: the chance of each action in each turn, one panel a game.

    Parameters
    ----------
    panels
        Strategy and length of each game, the length one of ``SHARE_TURNS``.
    """
    names = [name for name, _ in panels]
    alone = len(set(names)) == 1
    columns = len(panels) if alone else 2
    rows = -(-len(panels) // columns)
    figure = new_figure(10, 1.2 + 3.1 * rows)
    grid = figure.subplots(
        rows,
        columns,
        sharey=True,
        squeeze=False,
        width_ratios=[turns for _, turns in panels[:columns]],
    )
    for axes, (name, length) in zip(grid.flat, panels, strict=True):
        share = table.share[strategy_index(name), SHARE_TURNS.index(length), :length]
        turns = np.arange(1, length + 1)
        base = np.zeros(length)
        for action, (label, colour, hatch) in _ACTIONS.items():
            height = 100 * share[:, action]
            axes.bar(
                turns,
                height,
                1.0,
                base,
                antialiased=False,
                color=colour,
                hatch=hatch,
                edgecolor="white" if action == Purchase.PASS else "0.25",
                linewidth=0,
                label=label,
            )
            base += height
        head = f"{length} turns" if alone else STYLES[name].label
        first = int(np.argmax(share[:, Purchase.VICTORY] >= 0.01)) + 1
        passes = float(share[:, Purchase.PASS].sum())
        axes.set_title(
            f"{head}\n1st victory card ≥ 1%: turn {first}\n{passes:.2f} passes a game", fontsize=9
        )
        axes.set_xlim(0.4, length + 0.6)
        axes.set_ylim(0, 100)
        axes.set_xticks([1, *range(5, length + 1, 5)])
        axes.set_xlabel("turn")
    for axes in grid[:, 0]:
        axes.set_ylabel("chance of the action (%)")
    handles, labels = grid[0, 0].get_legend_handles_labels()
    figure.legend(handles[::-1], labels[::-1], loc="outside right center")
    if alone:
        number = 6 if names[0] == StrategyName.OPTIMAL else 7
        what = STYLES[names[0]].label
    else:
        number, what = 8, f"simple strategies, {panels[0][1]} turns"
    tied = "Of equally good actions a victory card goes before a treasure before passing. "
    figure.suptitle(f"Figure {number} · Actions by turn: {what}")
    add_caption(
        figure,
        "Exact, nothing is simulated: chances before the game starts, over all hands and decks. "
        f"Passing is to buy nothing. {tied if alone else ''}"
        "Above each panel: the first turn with a chance of at least 1% to buy a victory card, and "
        "the expected number of passes.",
    )
    return figure


def draw_kingdom(ranked: Sequence[KingdomTurns]) -> Figure:
    """Return bars of the turns that each card takes, the fewest on top; equal cards share one."""
    names: dict[float, list[str]] = {}
    for row in ranked:
        names.setdefault(round(row.turns, 9), []).append(row.card.replace("_", " "))
    ranked = list({round(row.turns, 9): row for row in reversed(ranked)}.values())[::-1]
    figure = new_figure(9, 1.6 + 0.3 * len(ranked))
    axes = figure.subplots()
    places = list(range(len(ranked)))[::-1]
    turns = [row.turns for row in ranked]
    by_rule = [row.turns if row.big_money is None else row.big_money for row in ranked]
    alone = ranked[0].turns + ranked[0].saved
    axes.barh(
        places, turns, height=0.6, color=OKABE_ITO["sky blue"], edgecolor="0.25", label="optimum"
    )
    axes.plot(
        by_rule,
        places,
        "D",
        color=OKABE_ITO["vermilion"],
        markerfacecolor="white",
        label="Big Money + the card, the best limit on copies",
    )
    axes.axvline(
        alone, color=OKABE_ITO["black"], linestyle="dashed", label=f"money alone, {alone:.2f}"
    )
    least = int(min(turns)) - 1
    for row, place in zip(ranked, places, strict=True):
        axes.text(least + 0.06, place, f"{row.turns:.2f}", va="center", fontsize=9)
    axes.set_yticks(places, [_few(cards) for cards in names.values()], fontsize=9)
    axes.set_xlim(least, max(alone, max(by_rule)) + 0.4)
    provinces = ranked[0].provinces
    axes.set_title(f"Fewest expected turns to {provinces} Provinces with money and one card")
    axes.set_xlabel("expected turns (the axis does not begin at 0)")
    axes.grid(axis="x", alpha=0.3)
    figure.legend(loc="outside upper right", ncols=3, fontsize=8)
    add_caption(figure, "Exact, a fresh hand every turn; nothing is simulated.")
    return figure


def draw_pairs(pairs: Sequence[KingdomPair]) -> Figure:
    """Return a heat map of the turns that pairs of cards save against the better one alone."""
    names = list(dict.fromkeys(name for row in pairs for name in (row.first, row.second)))
    names.sort(key=lambda name: min(r.turns for r in pairs if name in (r.first, r.second)))
    saved = np.full((len(names), len(names)), np.nan)
    dark = 0.6 * max(row.saved for row in pairs)
    figure = new_figure(10, 8)
    axes = figure.subplots()
    for row in pairs:
        for one, other in ((row.first, row.second), (row.second, row.first)):
            place = names.index(one), names.index(other)
            saved[place] = row.saved
            colour = "white" if row.saved > dark else "black"
            text = f"{row.turns:.2f}\n{-row.saved:.2f}"
            axes.text(*place, text, ha="center", va="center", fontsize=8, color=colour)
    image = axes.imshow(saved, cmap="Blues", vmin=0.0)
    words = [name.replace("_", " ") for name in names]
    axes.set_xticks(range(len(names)), words, rotation=40, ha="right")
    axes.set_yticks(range(len(names)), words)
    axes.set_title(f"Two kingdom cards: fewest turns to {pairs[0].provinces} Provinces, and saved")
    axes.spines[:].set_visible(False)
    figure.colorbar(image, ax=axes, label="turns saved against the better card alone")
    add_caption(figure, "Exact, a fresh hand every turn; blank where best play is not known.")
    return figure


def _few(names: Sequence[str], most: int = 3) -> str:
    """Return names in a line, of many the first ones and how many more.

    Examples
    --------
    >>> _few(["archer", "jester", "militia", "swindler"])
    'archer, jester and 2 more'
    """
    if len(names) <= most:
        return ", ".join(names)
    return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"


def _line(axes: Axes, name: StrategyName, turns: NDArray[Any], scores: NDArray[Any]) -> None:
    style = STYLES[name]
    step = max(1, len(turns) // 15)
    axes.plot(
        turns,
        scores,
        color=style.colour,
        linestyle=style.dashes,
        marker=style.marker,
        markersize=5,
        markevery=(list(STYLES).index(name) * step // 6, step),
        label=style.label,
    )


def _finish_scores(axes: Axes, last: int) -> None:
    """Label and limit axes of scores by turns."""
    axes.set_ylabel("expected final score (points)")
    axes.set_xlim(0, last * 1.02)
    axes.set_ylim(bottom=0)
    axes.locator_params(axis="x", integer=True)
    axes.grid(alpha=0.3)
    axes.legend(loc="upper left", fontsize=9, handlelength=3.6)


def _overtakes(ours: NDArray[Any], theirs: NDArray[Any]) -> int | None:
    """Return the length from which on our mean is the higher one; None if it never stays so."""
    since = int(np.flatnonzero(ours <= theirs)[-1]) + 1
    return since if since < len(ours) else None
