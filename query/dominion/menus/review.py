"""Reviews of menus against best play in the race: mistakes in words, worst first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from llq.query.dominion.answers import pluralise
from llq.query.dominion.inputs import MenuText, MostRows, Silver
from llq.query.dominion.menus.reading import menu_of
from llq.query.dominion.race.matches import match_race
from llq.query.inputs import Threads
from llq.query.questions import question
from llq.query.results import Result, Rows
from llq.solver.arguments import check_threads
from llq.solver.array_types import Floats
from llq.solver.dominion.menus import Menu
from llq.solver.dominion.race.rules import COSTS, POINTS, Buy, Seat
from llq.solver.jobs.progress import Progress

if TYPE_CHECKING:
    from llq.solver.dominion.race.visits import RaceVisits

_LEAST = 1e-5
"""Win chance a game that a mistake must cost to be listed: float32 holds values to 2e-6."""

_PROVINCE = POINTS[Buy.PROVINCE]
_STANDINGS = {
    f"more than {_PROVINCE} points behind": (-999, -_PROVINCE - 1),
    f"1 to {_PROVINCE} points behind": (-_PROVINCE, -1),
    "level": (0, 0),
    f"1 to {_PROVINCE} points ahead": (1, _PROVINCE),
    f"more than {_PROVINCE} points ahead": (_PROVINCE + 1, 999),
}
"""Classes of leads by lower and upper limits; one Province can reverse the small ones."""


@dataclass(frozen=True, kw_only=True)
class Mistake:
    """A menu's wrong purchase in a class of situations, with total cost.

    Parameters
    ----------
    seat
        ``first`` or ``second``.
    provinces_left, standing, coins
        The situation: Provinces for sale, the points that the player is behind or ahead, and the
        band of coins in hand.
    buys, better
        What the menu buys there, and the one other card that gains most instead; empty where no
        single card gains half of what the best ones do, as the best one depends on more.
    gain
        Win chance that ``better``, or else the best card, gains each time, on average.
    times
        How often a game the menu buys the card there.
    costs
        Win chance a game that the best buys would gain in all of these situations.
    """

    seat: str
    provinces_left: int
    standing: str
    coins: str
    buys: str
    better: str
    gain: float
    times: float
    costs: float

    def __str__(self) -> str:
        better = self.better or "the best card, which varies,"
        purchase = "passes" if self.buys == "nothing" else f"buys {self.buys}"
        return (
            f"With {self.coins} coins at {pluralise(self.provinces_left, 'Province')} left, "
            f"{self.standing}, moving {self.seat}, it {purchase}; {better} wins "
            f"{100 * self.gain:.1f} % more."
        )


@dataclass(frozen=True, kw_only=True)
class MenuReview(Result):
    """A menu's chances against best play, and its costliest mistakes.

    Parameters
    ----------
    menu
        The menu as text.
    first, second
        Its exact chance to win against best play when it moves first, and second.
    best_first, best_second
        The same of best play: the most that any player wins there.
    mistakes
        Worst first. Their costs add up to ``best_first - first`` and ``best_second - second``, but
        for those below 0.001 % of a game and for what the menu loses where it has bought all the
        Silver or Gold that the race has room for.
    silver, gold
        What each player could buy at most.
    rows
        Mistakes that a table shows.
    """

    menu: str
    first: float
    second: float
    best_first: float
    best_second: float
    mistakes: tuple[Mistake, ...]
    silver: int
    gold: int
    rows: int = field(default=12, repr=False, compare=False)

    is_row = False

    def to_dict(self) -> dict[str, Any]:
        """Return the review as plain data, ready for JSON."""
        plain = asdict(self)
        del plain["rows"]
        return plain

    def records(self) -> Rows:
        """Return every mistake as a row."""
        return [asdict(mistake) for mistake in self.mistakes]

    def shown(self) -> Rows:
        """Return the costliest mistakes in words."""
        return [
            {"costs": f"{100 * mistake.costs:.2f} %", "where it goes wrong": str(mistake)}
            for mistake in self.mistakes[: self.rows]
        ]

    @property
    def title(self) -> str:
        """The menu's chances, on one line."""
        return (
            f"against best play it wins {self.first:.2%} moving first (best play "
            f"{self.best_first:.2%}) and {self.second:.2%} moving second ({self.best_second:.2%})"
        )

    def __str__(self) -> str:
        return "\n".join([f"{self.menu}: {self.title}", *map(str, self.mistakes)])


@question(
    arguments=("menu",),
    examples=('"province; gold; duchy if provinces_left <= 5; silver"',),
    busy="Solving the race (the first time compiles)",
    rules="dominion/race",
    accuracy="exact for fresh hands",
)
def menu_mistakes(
    menu: MenuText | Menu,
    *,
    silver: Silver = 8,
    rows: MostRows = 12,
    threads: Threads = 2,
    progress: Progress = None,
) -> MenuReview:
    """Return a menu's chances against best play in the race, and its mistakes.

    Every situation counts as often as a game of the menu against best play meets it; a buy costs
    what the best one wins more, with best play of both afterwards. So the costs add up to what the
    menu wins less than best play.

    Parameters
    ----------
    progress
        Called after each step with how many are done and their total.

    Raises
    ------
    UnknownStrategy
        There is no such menu.
    IllegalState
        The menu has a mistake, or asks for what the race does not have; or the room for Silver is
        out of range.

    Examples
    --------
    >>> import llq
    >>> review = llq.dominion.menus.mistakes("province; gold; silver", silver=4)
    >>> print(review.mistakes[0])
    With 8 or more coins at 1 Province left, more than 6 points behind, moving second, it buys \
province; duchy wins 0.4 % more.
    """
    check_threads(threads)
    menu = menu_of(menu)
    race = match_race(silver)
    from llq.solver.dominion.race.solver import find_rule, solve
    from llq.solver.dominion.race.visits import count_mistakes

    report = progress or (lambda *_: None)
    rule = find_rule(menu)
    best = solve(race, keep_values=True, keep_codes=True, threads=threads)
    mistakes: list[Mistake] = []
    for seat in Seat:
        report(1 + seat, 4)
        mistakes += _mistakes(count_mistakes(best, rule, seat), seat, race.provinces)
    report(3, 4)
    first = solve(race, plans=(rule, best.codes), threads=threads).first_moves
    second = 1 - solve(race, plans=(best.codes, rule), threads=threads).first_moves
    report(4, 4)
    return MenuReview(
        menu=str(menu),
        first=first,
        second=second,
        best_first=best.first_moves,
        best_second=1 - best.first_moves,
        mistakes=tuple(sorted(mistakes, key=lambda mistake: -mistake.costs)),
        silver=silver,
        gold=race.first.gold_room,
        rows=rows,
    )


def _mistakes(visits: RaceVisits, seat: Seat, provinces: int) -> Iterator[Mistake]:
    """Yield a seat's mistakes beyond the cost threshold."""
    for bought in range(provinces):
        times = visits.visits[bought, seat].sum(0)  # by lead, band and buy, over Duchies taken
        gained = visits.gained[bought, seat]
        for standing, (least, most) in _STANDINGS.items():
            leads = slice(max(visits.middle + least, 0), max(visits.middle + most + 1, 0))
            totals: Floats = gained[leads].sum(0)
            frequency = times[leads].sum(0)
            for band, buy in np.argwhere(totals[..., -1] >= _LEAST).tolist():
                better = int(totals[band, buy, :-1].argmax())
                is_better = totals[band, buy, better] > totals[band, buy, -1] / 2
                gains = totals[band, buy, better if is_better else -1]
                yield Mistake(
                    seat=seat.name.lower(),
                    provinces_left=provinces - bought,
                    standing=standing,
                    coins=_coin_range(band),
                    buys=_card_name(buy),
                    better=_card_name(better) if is_better else "",
                    gain=float(gains / frequency[band, buy]),
                    times=float(frequency[band, buy]),
                    costs=float(totals[band, buy, -1]),
                )


def _coin_range(band: int) -> str:
    if band + 1 == len(COSTS):
        return f"{COSTS[band]} or more"
    low, high = COSTS[band], COSTS[band + 1] - 1
    return f"{low}" if low == high else f"{low} or {high}"


def _card_name(buy: int) -> str:
    return "nothing" if buy == Buy.PASS else Buy(buy).card
