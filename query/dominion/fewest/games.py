"""The games to a number of Provinces that are solved: their rules, and caps on what is bought."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.solver.dominion.fewest.fresh import Caps

RULES = ("real", "fresh")
"""The real rule with draw and discard piles, and the thesis's model: a fresh hand every turn."""

MOST_PROVINCES = 8


def fewest_caps(provinces: int, rule: str) -> Caps:
    """Return the caps by which the games are solved from the starting deck."""
    from llq.solver.dominion.fewest.fresh import Caps

    if rule == "fresh":
        return Caps()
    treasures = 16 if provinces <= 5 else 18
    return Caps(copper=1, silver=treasures, gold=treasures)
