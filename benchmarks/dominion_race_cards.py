"""The race with a kingdom card: ``python -m benchmarks.dominion_race_cards [--write]``.

Every card that comes with llq is raced with best play of both: for sale to both players, to the
first alone and to the second alone (some 8 minutes of processor time). Up to 8 Silvers, 6 Golds and
2 copies a player; rows go to ``dominion_race_cards.json``, which the page takes them from.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import llq
from llq.query.dominion.race.matches import match_race
from llq.solver.dominion.kingdom.cards import certain_cards
from llq.solver.dominion.race.solver import solve

RESULTS = Path(__file__).with_suffix(".json")
SILVER = 8
ALONE = "SELECT card, two_copies FROM dominion_kingdom_ranking WHERE provinces = 4"
"""Fewest turns of a player alone, with two copies at most."""

NONE = "none"
LEAST = 0.53
"""Cards that win no more alone are left out of the page."""


def first_wins(first: str, second: str) -> float:
    """Return the first player's chance to win where each may buy a card, or none."""
    return solve(match_race(SILVER, first, second)).first_moves


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


def worth(row: dict[str, Any]) -> float:
    """Return what a card wins for a player who alone may buy it, mean of the seats."""
    return float(row["first"] + row["second"]) / 2


def ranked(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the cards, those that win most first."""
    return sorted(rows, key=worth, reverse=True)


def load() -> dict[str, Any]:
    """Return the kept results by the name of their table."""
    results: dict[str, Any] = json.loads(RESULTS.read_text("utf-8"))
    return results


def markdown(group: str) -> str:
    """Return the cards that win most as a table of a page; those of equal figures share a row."""
    table = load()[group]
    lines = ["| card | cost | turns alone | wins, only player with it |", "|---|---|---|---|"]
    alike: dict[str, list[str]] = {}
    for row in ranked(table["rows"]):
        if worth(row) > LEAST:
            figures = f"{row['cost']} | {row['turns']:.2f} | {100 * worth(row):.1f} %"
            alike.setdefault(figures, []).append(words(row["card"]))
    lines += [f"| {', '.join(names)} | {figures} |" for figures, names in alike.items()]
    turns, wins = [row["turns"] for row in table["rows"]], [worth(row) for row in table["rows"]]
    rho = np.corrcoef(ranks(turns), ranks(wins))[0, 1]
    correlation = f"Spearman's rank correlation of turns and wins: {rho:.3f}.".replace("-", "−")
    return "\n".join([*lines, "", correlation])


def ranks(values: list[float]) -> NDArray[np.float64]:
    """Return the rank of each value, of equals the mean."""
    rounded = np.round(values, 6)
    return (rounded[:, None] > rounded).sum(1) + (rounded[:, None] == rounded).sum(1) / 2


def words(name: str) -> str:
    """Return a card's name as people write it."""
    return name.replace("_", " ").title()


def main() -> None:
    """Compute the rows, and keep them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    table = cards()
    if options.write:
        RESULTS.write_text(json.dumps({"cards": table}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
