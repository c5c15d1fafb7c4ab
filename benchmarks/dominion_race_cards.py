"""The race with a kingdom card: ``python -m benchmarks.dominion_race_cards [GROUP] [--write]``.

Every card that comes with llq is raced with best play of both: for sale to both players, to the
first alone and to the second alone (``cards``, some 8 minutes of processor time). ``pairs`` races
the best of them against each other, each player with a card of their own. ``real`` plays best play
by fresh hands out, by fresh hands and by the real rule. Up to 8 Silvers, 6 Golds and 2 copies a
player, without Estates; rows go to ``dominion_race_cards.json``, which the page takes them from.
"""

import argparse
import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import llq
from llq.query.dominion.race.matches import match_race
from llq.solver.dominion.kingdom.cards import certain_cards
from llq.solver.dominion.race.play import play_races
from llq.solver.dominion.race.solver import solve

RESULTS = Path(__file__).with_suffix(".json")
SILVER, GAMES, SEED = 8, 100_000, 1
ALONE = "SELECT card, two_copies FROM dominion_kingdom_ranking WHERE provinces = 4"
"""Fewest turns of a player alone, with two copies at most."""

NONE = "none"
PLAYED = ("smithy", "laboratory", "market", "moat", "library", "festival")
BEST = 8


def first_wins(first: str, second: str) -> float:
    """Return the first player's chance to win where each may buy a card, or none."""
    return solve(match_race(SILVER, False, first, second)).first_moves


def cards() -> dict[str, Any]:
    """Return a row a card: its turns alone, and what it is worth in the race."""
    alone = dict(llq.connect().sql(ALONE).fetchall())
    rows = []
    for card in certain_cards():
        chances = [
            first_wins(*pair) for pair in ((card.name,) * 2, (card.name, NONE), (NONE, card.name))
        ]
        row = {"card": card.name, "cost": card.cost, "turns": alone[card.name]}
        row |= {"both": chances[0], "first": chances[1], "second": 1 - chances[2]}
        print(row, flush=True)
        rows.append(row)
    return {"none": first_wins(NONE, NONE), "rows": rows}


def pairs() -> dict[str, Any]:
    """Return the first player's chance to win for each pair of the best cards of the race."""
    names = [row["card"] for row in ranked(load()["cards"]["rows"])[:BEST]]
    wins = {}
    for first, second in product(names, names):
        wins[f"{first} {second}"] = first_wins(first, second)
        print(first, second, wins[f"{first} {second}"], flush=True)
    return {"names": names, "first": wins}


def real() -> dict[str, Any]:
    """Return what best play by fresh hands wins for the first player, exactly and in games."""
    rows = []
    for name in (*PLAYED, NONE):
        race = match_race(SILVER, False, name)
        best = solve(race, keep_codes=True)
        row: dict[str, Any] = {"card": name, "exact": best.first_moves}
        for how in ("fresh", "real"):
            played = play_races(race, (best.codes,) * 2, GAMES, seed=SEED, real=how == "real")
            row[how] = float(played.won.mean())
            row[f"{how}_error"] = float(played.won.std(ddof=1) / GAMES**0.5)
            row[f"{how}_turns"] = float(played.turns.mean() / 2)
        print(row, flush=True)
        rows.append(row)
    return {"games": GAMES, "seed": SEED, "rows": rows}


def worth(row: dict[str, Any]) -> float:
    """Return what a card wins for a player who alone may buy it, mean of the seats."""
    return float(row["first"] + row["second"]) / 2


def ranked(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the cards, those that win most first."""
    return sorted(rows, key=worth, reverse=True)


def load() -> dict[str, Any]:
    """Return the kept results by group."""
    return json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}


def markdown(group: str) -> str:
    """Return a group's results as a table of a page."""
    found = load()[group]
    if group == "cards":
        lines = [
            "| card | cost | turns alone | wins, only player with it | as first | as second | "
            "first wins, both with it |",
            "|---|---|---|---|---|---|---|",
        ]
        alike: dict[str, list[str]] = {}  # cards of the same figures
        for row in ranked(found["rows"]):
            wins = (worth(row), row["first"], row["second"], row["both"])
            figures = [f"{row['turns']:.2f}", *(f"{100 * chance:.1f} %" for chance in wins)]
            alike.setdefault(f"{row['cost']} | {' | '.join(figures)}", []).append(
                words(row["card"])
            )
        lines += [f"| {', '.join(names)} | {figures} |" for figures, names in alike.items()]
        turns, wins = (
            [row["turns"] for row in found["rows"]],
            [worth(row) for row in found["rows"]],
        )
        rho = np.corrcoef(ranks(turns), ranks(wins))[0, 1]
        said = f"Spearman's rank correlation of turns and wins: {rho:.3f}.".replace("-", "−")
        return "\n".join([*lines, "", said])
    if group == "pairs":
        names = found["names"]
        lines = [
            "| first | " + " | ".join(map(words, names)) + " |",
            "|---" * (len(names) + 1) + "|",
        ]
        for first in names:
            wins = " | ".join(
                f"{100 * found['first'][f'{first} {second}']:.1f}" for second in names
            )
            lines.append(f"| {words(first)} | {wins} |")
        return "\n".join(lines)
    lines = [
        "| for sale | exact | fresh hands | real rule | turns, fresh | turns, real |",
        "|---|---|---|---|---|---|",
    ]
    for row in found["rows"]:
        shown = [
            f"{100 * row[how]:.1f} ± {100 * row[how + '_error']:.1f} %" for how in ("fresh", "real")
        ]
        turns = [f"{row[how + '_turns']:.1f}" for how in ("fresh", "real")]
        figures = [f"{100 * row['exact']:.2f} %", *shown, *turns]
        lines.append(f"| {words(row['card'])} | {' | '.join(figures)} |")
    return "\n".join(lines)


def ranks(values: list[float]) -> NDArray[np.float64]:
    """Return the rank of each value, of equals the mean."""
    found = np.round(values, 6)
    return (found[:, None] > found).sum(1) + (found[:, None] == found).sum(1) / 2


def words(name: str) -> str:
    """Return a card's name as people write it."""
    return "no card" if name == NONE else name.replace("_", " ").title()


def main() -> None:
    """Compute the groups that are asked for, and keep them."""
    groups = {group.__name__: group for group in (cards, pairs, real)}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", choices=[*groups, []], default=[*groups])
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    for name in asked.groups:
        found = groups[name]()
        if asked.write:
            RESULTS.write_text(json.dumps(load() | {name: found}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
