"""Figures of single turns as Table meets Table: cards held, choices that differ, lower cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.query.figures import OKABE_ITO, add_caption, new_figure
from llq.query.love_letter.exact.study_table import Study

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MOST_CHOICES = 12


def draw_holding(study: Study) -> Figure:
    """Return how often the holder of each card wins, by the number of unseen cards."""
    rows, cards = study.groups["holding"], study.rules.cards
    here = rows["face_up"] == 0
    most, least = int(rows["n"][here].max()), int(rows["n"][here].min())
    wins = np.full((len(cards), most - least + 1), np.nan)
    wins[rows["card"][here], most - rows["n"][here].astype(int)] = (rows["wins"] / rows["turns"])[
        here
    ]
    figure = new_figure(9.4, 0.5 * len(cards) + 1.6)
    axes = figure.subplots()
    image = axes.imshow(100 * wins, cmap="RdBu", vmin=30, vmax=70, aspect="auto")
    for at, chance in np.ndenumerate(wins):
        if not np.isnan(chance):
            axes.text(
                at[1], at[0], f"{100 * chance:.0f}", ha="center", va="center",
                color="white" if abs(chance - 0.5) > 0.12 else "black",
            )  # fmt: skip
    axes.set_xticks(range(wins.shape[1]), [str(n) for n in range(most, least - 1, -1)])
    axes.set_yticks(range(len(cards)), [f"{card.number} {card.name}" for card in cards])
    axes.set_xlabel("cards unseen at the turn (the game goes from left to right)")
    axes.set_title(
        f"{study.rules.variant.capitalize()}: how often the player to move wins, by card held, %"
    )
    axes.spines[:].set_visible(False)
    figure.colorbar(image, ax=axes, label="wins the round, %", extend="both")
    add_caption(
        figure,
        "Exact; Table against Table, no cards face up, draws count half. A player to move holds "
        "two cards: the turn counts for both.",
    )
    return figure


def draw_disagreement(study: Study) -> Figure:
    """Return the choices that Table and Strategic make differently, by cards, and their worth."""
    rows, rules = study.groups["choice"], study.rules
    here = rows["face_up"] == 0
    sums: dict[str, NDArray[np.float64]] = {}
    for action, other, turns, gain in zip(
        *(rows[name][here].tolist() for name in ("action", "other", "turns", "gain")), strict=True
    ):
        mine, theirs = rules.plays[action].card, rules.plays[other].card
        label = f"{rules.cards[mine].name}, not {rules.cards[theirs].name}"
        if mine == theirs:
            label = f"{rules.cards[mine].name} otherwise"
        sums[label] = sums.get(label, np.zeros(2)) + np.array([turns, gain])
    order = sorted(sums, key=lambda label: -sums[label][0])
    shown = order[:_MOST_CHOICES]
    if len(order) > len(shown):
        sums["all others"] = np.sum([sums[label] for label in order[_MOST_CHOICES:]], axis=0)
        shown.append("all others")
    shown.reverse()
    figure = new_figure(9.4, 5.2)
    often, worth = figure.subplots(1, 2, sharey=True)
    turns, gains = np.array([sums[label] for label in shown]).T
    places = np.arange(len(shown))
    for axes, values, colour, label in (
        (often, 100 * turns, OKABE_ITO["blue"], "turns in 100 rounds"),
        (worth, 1000 * gains, OKABE_ITO["orange"], "wins gained in 1000 rounds"),
    ):
        bars = axes.barh(places, values, color=colour)
        axes.bar_label(bars, fmt="%.1f", padding=3)
        axes.set_xlim(2.5 * min(0, values.min()), 1.18 * values.max())
        axes.axvline(0, color="0.3", linewidth=0.8)
        axes.set_xlabel(label)
        axes.spines[["top", "right"]].set_visible(False)
    often.set_yticks(places, shown)
    figure.suptitle(f"{rules.variant.capitalize()} Love Letter: where Table and Strategic disagree")
    total_turns, total_gain = np.sum([sums[label] for label in order], axis=0)
    add_caption(
        figure,
        f"Exact; Table against Table, no cards face up. In all {total_turns:.2f} turns a "
        f"round, each by itself; what they gain adds up to {total_gain:.3f} wins a round. “Guard "
        "otherwise” is another guess, “Prince otherwise” another target.",
    )
    return figure


def draw_variants(classic: Study, other: Study) -> Figure:
    """Return two variants side by side: how often the lower card is played, how cards do."""
    figure = new_figure(9.4, 4.4)
    lower, held = figure.subplots(1, 2, width_ratios=(2, 3))
    for index, (study, colour, hatch) in enumerate(
        ((classic, OKABE_ITO["blue"], ""), (other, OKABE_ITO["orange"], "//"))
    ):
        shift = 0.4 * index - 0.2
        for axes, shares in ((lower, _lower_shares(study)), (held, _holders_wins(study))):
            numbers = np.array(list(shares))
            bars = axes.bar(
                numbers + shift, [100 * share for share in shares.values()], 0.38, color=colour,
                hatch=hatch, edgecolor="white", label=study.rules.variant,
            )  # fmt: skip
            axes.bar_label(bars, fmt="%.0f", padding=1, fontsize=7)
    either = [study.rules.variant for study in (classic, other)]
    figure.suptitle(
        f"{' and '.join(either).capitalize()} Love Letter: lower cards played, cards held"
    )
    lowest = sorted({*_lower_shares(classic), *_lower_shares(other)})
    cards = sorted({*_holders_wins(classic), *_holders_wins(other)})
    _finish(lower, lowest, "lower card of two, by number", "lower card played, % of its turns")
    _finish(held, cards, "card held, by number", "its holder wins, % of its turns")
    held.legend(*lower.get_legend_handles_labels(), loc="upper right", ncols=2)
    add_caption(
        figure,
        "Exact; Table against Table, no cards face up. Left: turns in which either card may be "
        "played and neither is the Princess. Right: draws count half. Both 3s of a deck together.",
    )
    return figure


def _finish(axes: Axes, numbers: Sequence[int], across: str, up: str) -> None:
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.set_xticks(numbers)
    axes.set_xlim(min(numbers) - 0.7, max(numbers) + 0.7)
    axes.set_ylim(0, 108)
    axes.spines[["top", "right"]].set_visible(False)


def _lower_shares(study: Study) -> dict[int, float]:
    """Return by the lower number how often it is played, where the other card may be too."""
    rows, numbers = study.groups["lower"], _numbers(study)
    low, high = numbers[rows["low"]], numbers[rows["high"]]
    chosen = (rows["face_up"] == 0) & (low < high)
    return _shares(low, rows["low_turns"], rows["low_turns"] + rows["high_turns"], chosen)


def _holders_wins(study: Study) -> dict[int, float]:
    """Return by number how often the holder of a card wins."""
    rows, numbers = study.groups["holding"], _numbers(study)
    chosen = rows["face_up"] == 0
    return _shares(numbers[rows["card"]], rows["wins"], rows["turns"], chosen)


def _numbers(study: Study) -> NDArray[np.int64]:
    return np.array([card.number for card in study.rules.cards])


def _shares(
    keys: NDArray[np.int64], part: NDArray[Any], whole: NDArray[Any], chosen: NDArray[np.bool_]
) -> dict[int, float]:
    return {
        int(key): float(part[chosen & (keys == key)].sum() / whole[chosen & (keys == key)].sum())
        for key in np.unique(keys[chosen])
    }
