"""Better thresholds for a menu, by exact chances to win the race."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from llq.errors import IllegalState
from llq.query.dominion.menus.reading import menu_of
from llq.query.dominion.race.matches import best_codes, match_race
from llq.query.dominion.race.roster import BEST, race_rule
from llq.solver.arguments import check_threads
from llq.solver.dominion.menus import Menu

_LEAST = 2e-5
"""Win chance that a change must gain: float32 holds values to 2e-6."""

_MOST_ROUNDS = 20


@dataclass(frozen=True, kw_only=True)
class Change:
    """A changed threshold, and what the menu wins with it.

    Parameters
    ----------
    wish
        The wish, from 1.
    before, after
        Its condition before and after.
    chance, gain
        The menu's chance to win after the change, the mean of both seats, and how much that is
        more.
    """

    wish: int
    before: str
    after: str
    chance: float
    gain: float

    def __str__(self) -> str:
        """Return the change as a sentence."""
        return (
            f"Wish {self.wish}: {self.after} in place of {self.before} wins "
            f"{100 * self.gain:.2f} % more."
        )


@dataclass(frozen=True, kw_only=True)
class Improvement:
    """A menu with better thresholds.

    Parameters
    ----------
    menu, better
        The menu, and the one with the changes, as text.
    against
        The opponent.
    before, after
        The chances to win of both, exact, the mean of both seats.
    changes
        In the order in which they were made.
    tried
        Menus that were evaluated.
    estates, silver, gold
        Whether Estates were for sale, and what each player could buy at most.
    """

    menu: str
    better: str
    against: str
    before: float
    after: float
    changes: tuple[Change, ...]
    tried: int
    estates: bool
    silver: int
    gold: int

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the result in words, a change a line."""
        head = f"wins {self.after:.4f} against {self.against}, {self.before:.4f} before"
        return "\n".join([*map(str, self.changes), f"{self.better}: {head}"])


def improve_menu(
    menu: str | Menu,
    against: str = BEST,
    *,
    estates: bool = False,
    silver: int = 8,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Improvement:
    """Return a menu with the thresholds that no single step of one betters.

    Each number of the menu is raised and lowered by one, for as long as that wins more against the
    opponent, and again from the first, until no number gains; the chances are exact by fresh hands,
    the mean of both seats.

    Parameters
    ----------
    menu
        A menu, its text, or a name of `llq.dominion.menus.known`.
    against
        A player of `llq.dominion.race.players`, or another menu.
    estates, silver
        As in `llq.dominion.race.match`.
    progress
        Called with the numbers that were tried since the last change, and how many there are.

    Raises
    ------
    UnknownStrategy
        There is no such menu or player.
    IllegalState
        The menu has a mistake or no number, or asks for what the race does not have; or the room
        for Silver is out of range.

    Examples
    --------
    >>> import llq
    >>> found = llq.dominion.menus.improve("province; gold; duchy if provinces_left <= 2; silver",
    ...     silver=4)
    >>> found.changes[0].after, found.after > found.before
    ('provinces_left <= 7', True)
    """
    check_threads(threads)
    now = menu_of(menu)
    if not now.conditions:
        raise IllegalState("the menu has no condition, so no number to change")
    race = match_race(silver, estates)
    from llq.solver.dominion.race.solver import find_rule, solve

    other = race_rule(against)
    plan = best_codes(race, threads) if other is None else other
    chances: dict[str, float] = {}

    def chance(of: Menu) -> float:
        text = str(of)
        if text not in chances:
            rule = find_rule(of)
            first = solve(race, plans=(rule, plan), threads=threads).first_moves
            second = 1 - solve(race, plans=(plan, rule), threads=threads).first_moves
            chances[text] = (first + second) / 2
        return chances[text]

    start, changes, stale = now, [], 0
    before = current = chance(now)
    which, total = 0, len(now.conditions)
    while stale < total:
        found = _step(now, which, chance, current)
        if found is None:
            stale += 1
        else:
            better, value = found
            changes.append(
                Change(
                    wish=_wish_of(now, which),
                    before=str(now.conditions[which]),
                    after=str(better.conditions[which]),
                    chance=value,
                    gain=value - current,
                )
            )
            now, current, stale = better, value, 0
        which = (which + 1) % total
        if progress:
            progress(stale, total)
    return Improvement(
        menu=str(start),
        better=str(now),
        against=against,
        before=before,
        after=current,
        changes=tuple(changes),
        tried=len(chances),
        estates=estates,
        silver=silver,
        gold=race.first.gold_room,
    )


def _step(
    menu: Menu, which: int, chance: Callable[[Menu], float], current: float
) -> tuple[Menu, float] | None:
    """Return the menu with the best of a number's values up or down from where it is, if any."""
    number = menu.conditions[which].number
    best: tuple[Menu, float] | None = None
    for step in (1, -1):
        most = current
        for distance in range(1, _MOST_ROUNDS):
            changed = menu.with_number(which, number + step * distance)
            value = chance(changed)
            if value < most + _LEAST:
                break
            most = value
            if best is None or value > best[1]:
                best = changed, value
    return best


def _wish_of(menu: Menu, which: int) -> int:
    """Return the wish, from 1, that a condition belongs to."""
    left = which
    for place, wish in enumerate(menu.wishes, start=1):
        left -= len(wish.conditions)
        if left < 0:
            return place
    raise IllegalState(f"the menu has no condition {which}")
