"""Games behind the thesis's figures and claims, and the notation of their numbers.

A number is a statistic of experiments, such as ``lowest [random, 9 trumps]``, or a weighted sum of
mean scores of North and South: ``0.1 [random, 10 trumps] - 0.1 [random, 0 trumps]``. In brackets:

``always_high``, ``2 always_high``
    One such player, North, or two, among random ones.
``random, 9 trumps``, ``… 9 team trumps``, ``… all trumps but A``, ``… 60-70 points``
    What North, or North and South, are dealt. ``*`` is every number or range, in equal parts;
    ``… 9 team trumps by coins`` has each trump go to either partner by a coin.
``MC R v T A``, ``MC R v *``
    Four strategies of chapter 7 by letter, North and South first; ``*`` is every other team.
``* v MC and another``
    Every team against MC and each other strategy: 48 pairs, MC first and then second.
``dealer W``
    Random players, the trump by the first card of a dealer, North leading.
``suits 0 W``
    Random players on deals with the suits of Table 4.2: trump and leader.
``shuffles 10``, ``new shuffles 10``
    A player with limited shuffles, 100 random games per card.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import product

from llq.query.sueca.verification import statistics
from llq.query.sueca.verification.statistics import Estimate, Experiment, Statistic
from llq.solver.sueca.matches import deals
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.rules import HAND_SIZE, RANK_SYMBOLS, TOTAL_POINTS, TrumpFrom

EXTRA = "mc_peek:50x2"
"""The thesis's Extra, whose numbers match a player that sees all hands."""
LETTERS = {"R": "random", "MC": EXTRA, "T": "obligated_trump", "A": "always_high"}
TEAMS = tuple(f"{first} {second}" for first, second in product(LETTERS, LETTERS))
POINT_RANGES = [(low, low + 10) for low in range(110, -1, -10)]

_RANDOM = LETTERS["R"]
_DECK = ((8, 3, 4, 5), (3, 8, 4, 5), (4, 8, 3, 5), (5, 8, 3, 4))
"""Table 4.2: North and South's trumps and other suits where suit 0 … 3 is trump."""
_SEATS = "NWSE"

_LOWEST = partial(statistics.extreme, part="points", least=True)
_FEWEST = partial(statistics.extreme, part="tricks", least=True)
_MOST = partial(statistics.extreme, part="tricks", least=False)
_STATISTICS: dict[str, Statistic] = {
    "lowest": _LOWEST,
    "highest": partial(statistics.extreme, part="points", least=False),
    "most points lost": partial(statistics.mirrored, statistic=_LOWEST, whole=TOTAL_POINTS),
    "most tricks lost": partial(statistics.mirrored, statistic=_FEWEST, whole=HAND_SIZE),
    "least tricks lost": partial(statistics.mirrored, statistic=_MOST, whole=HAND_SIZE),
    "deviation": statistics.spread,
    "deviation gap": statistics.spread_gap,
    "teams beaten": statistics.samples_won,
    "first that sweeps": statistics.fewest_that_sweep,
    "truth": statistics.true_drawings,
    "no truth": partial(statistics.mirrored, statistic=statistics.true_drawings, whole=100),
    "first busy round": partial(statistics.busiest_round, place=0),
    "last busy round": partial(statistics.busiest_round, place=2),
    "minutes": statistics.minutes,
    "gain of the first": partial(statistics.combine, weights=[1 / 48, -1 / 48] * 48),
    "gain of the second": partial(statistics.combine, weights=[-1 / 48, 1 / 48] * 48),
}
_RANGE_STATISTICS: dict[str, Callable[..., Estimate]] = {
    "share within": statistics.share,
    "share outside": partial(statistics.share, outside=True),
    "truth by suits": partial(statistics.true_drawing_share, axis=2),
    "truth by round": partial(statistics.true_drawing_share, axis=1, first=1),
}
"""Statistics of a range, whose ends follow the name."""


def one_player(name: str, partner: str = _RANDOM, dealing: Deals | None = None) -> Experiment:
    """Return games of North, by default the only non-random player."""
    return Experiment((name, _RANDOM, partner, _RANDOM), dealing or Deals())


def chapter7(north: str, south: str, first: str, second: str) -> Experiment:
    """Return the games of four strategies of chapter 7 by letter, the other team West then East."""
    return Experiment(tuple(LETTERS[letter] for letter in (north, first, south, second)))


def read_number(text: str) -> tuple[tuple[Experiment, ...], Statistic]:
    """Return a number's experiments and statistic, in the module's notation.

    >>> experiments, statistic = read_number("-[dealer W] + 60")
    >>> [int(experiment.dealing.dealer) for experiment in experiments]
    [1]
    """
    terms = re.findall(r"([+-]?) *([\d./]*) *\[([^]]+)\]", text)
    experiments: list[Experiment] = []
    weights: list[float] = []
    for sign, factor, inside in terms:
        group = read_experiments(inside)
        experiments += group
        weights += [float(Fraction(f"{sign}{factor or 1}")) / len(group)] * len(group)
    if text[0].isalpha():
        return tuple(experiments), _read_statistic(text.partition("[")[0].strip())
    offset = float(text.rpartition("]")[2].replace(" ", "") or 0)
    return tuple(experiments), partial(statistics.combine, weights=weights, offset=offset)


@cache
def read_experiments(text: str) -> Sequence[Experiment]:
    """Return the experiments of a bracketed text.

    >>> [experiment.seats[0] for experiment in read_experiments("2 always_high")]
    ['always_high']
    """
    if text == "* v MC and another":
        return [
            chapter7(north, south, *pair)
            for north, south, other in product(LETTERS, LETTERS, ("R", "T", "A"))
            for pair in (("MC", other), (other, "MC"))
        ]
    team, versus, opponents = text.partition(" v ")
    if versus:
        others = TEAMS if opponents == "*" else (opponents,)
        return [chapter7(*team.split(), *other.split()) for other in others]
    player, comma, dealt = text.partition(", ")
    if comma:
        return [one_player(player, dealing=dealing) for dealing in _read_deals(dealt)]
    match text.split():
        case ["2", player]:
            return [one_player(player, player)]
        case ["dealer", seat]:
            dealing = Deals(trump_from=TrumpFrom.FIRST, dealer=_SEATS.index(seat))
            return [one_player(_RANDOM, dealing=dealing)]
        case ["suits", trump, leader]:
            dealing = Deals(deals.team_suits(_DECK[int(trump)]), leader=_SEATS.index(leader))
            return [one_player(_RANDOM, dealing=dealing)]
        case ["shuffles", limit] | ["new", "shuffles", limit]:
            name = "mc_shuffle_new" if text.startswith("new") else "mc_shuffle"
            return [Experiment((f"{name}:100x1/{limit}", *[_RANDOM] * 3), drawings=True)]
    return [one_player(text)]


def _read_statistic(name: str) -> Statistic:
    if name in _STATISTICS:
        return _STATISTICS[name]
    kind, _, bounds = name.rpartition(" ")
    least, most = map(int, bounds.split("-"))
    return partial(_RANGE_STATISTICS[kind], least=least, most=most)


def _read_deals(text: str) -> Sequence[Deals]:
    number, _, kind = text.partition(" ")
    if kind == "points":
        ranges = POINT_RANGES if number == "*" else [tuple(map(int, number.split("-")))]
        return [Deals(deals.points(least, most, deals.TEAM)) for least, most in ranges]
    if kind.startswith("trumps but"):
        return [Deals(deals.trumps_but(RANK_SYMBOLS.index(kind[-1])))]
    size = deals.TEAM if kind.startswith("team") else HAND_SIZE
    counts = range(HAND_SIZE + 1) if number == "*" else [int(number)]
    return [Deals(deals.trumps(count, size), coins=kind.endswith("by coins")) for count in counts]
