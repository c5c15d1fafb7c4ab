"""Games behind the thesis's figures and claims, and the notation of their numbers.

A number is a statistic of experiments, such as ``lowest [random, 9 trumps]``, or a weighted sum of
mean scores of North and South: ``0.1 [random, 10 trumps] - 0.1 [random, 0 trumps]``. In brackets:

``always_high``, ``2 always_high``
    One such player, North, or two, among random ones.
``random, 9 trumps``, ``… 9 team trumps``, ``… all trumps but A``, ``… 60-70 points``
    What North, or North and South, are dealt. ``*`` is every number or range, in equal parts.
``MC R v T A``, ``MC R v *``
    Four strategies of chapter 7 by letter, North and South first; ``*`` is every other team.
``dealer W``, ``suits 0 W``, ``shuffles 10``, ``new shuffles 10``
    As the functions of this module say.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import product

from llq.query.sueca.verification.statistics import (
    Experiment,
    Statistic,
    beaten,
    busiest_round,
    combine,
    fewest_that_sweep,
    highest,
    lowest,
    minutes,
    mirrored,
    most_tricks_lost,
    share,
    spread,
    spread_gap,
    truth,
    truth_by_round,
    truth_by_suits,
)
from llq.solver.sueca.matches.deals import (
    Condition,
    Deals,
    team_points,
    team_suits,
    team_trumps,
    trumps,
    trumps_but,
)
from llq.solver.sueca.rules import RANK_SYMBOLS, TOTAL, TrumpFrom

EXTRA = "mc_peek:50x2"
"""The thesis's Extra, whose numbers match a player that sees all hands."""
HONEST = ("mc_extra_apart:50x2", "mc_extra:50x2")
"""The same player on drawn hands: separate for each card, or shared."""
LETTERS = {"R": "random", "MC": EXTRA, "T": "obligated_trump", "A": "always_high"}
TEAMS = tuple(f"{first} {second}" for first, second in product(LETTERS, LETTERS))
POINT_RANGES = [(low, low + 10) for low in range(110, -1, -10)]

_RANDOM = LETTERS["R"]
_DECK = ((8, 3, 4, 5), (3, 8, 4, 5), (4, 8, 3, 5), (5, 8, 3, 4))
"""Table 4.2: North and South's trumps and other suits where suit 0 … 3 is trump."""
_SEATS = "NWSE"

_STATISTICS: dict[str, Statistic] = {
    "lowest": lowest,
    "highest": highest,
    "most points lost": mirrored(lowest, TOTAL),
    "most tricks lost": most_tricks_lost,
    "least tricks lost": partial(most_tricks_lost, least=True),
    "deviation": spread,
    "deviation gap": spread_gap,
    "teams beaten": beaten,
    "first that sweeps": fewest_that_sweep,
    "truth": truth,
    "no truth": mirrored(truth, 100),
    "first busy round": busiest_round(0),
    "last busy round": busiest_round(2),
    "minutes": minutes,
}
_STATISTICS_FROM_TO: dict[str, Callable[[int, int], Statistic]] = {
    "share within": share,
    "share outside": partial(share, outside=True),
    "truth by suits": lambda least, most: truth_by_suits(range(least, most + 1)),
    "truth by round": lambda first, last: truth_by_round(range(first - 1, last)),
}


def one_player(name: str, partner: str = _RANDOM, dealing: Deals | None = None) -> Experiment:
    """Return games of North, by default the only non-random player."""
    return Experiment((name, _RANDOM, partner, _RANDOM), dealing or Deals())


def two_players(name: str) -> Experiment:
    """Return the games of North and South, both the same, against random players."""
    return one_player(name, name)


def dealer_shows(seat: int) -> Experiment:
    """Return random games with the trump from a dealer's card, North leading."""
    return one_player(_RANDOM, dealing=Deals(trump_from=TrumpFrom.FIRST, dealer=seat))


def fixed_suits(trump: int, leader: int) -> Experiment:
    """Return random games on deals with the suits of Table 4.2."""
    return one_player(_RANDOM, dealing=Deals(team_suits(_DECK[trump]), leader=leader))


def shuffling(limit: int, new: bool = False) -> Experiment:
    """Return games of a player with limited shuffles, 100 random games per card."""
    name = "mc_shuffle_new" if new else "mc_shuffle"
    return Experiment((f"{name}:100x1/{limit}", *[_RANDOM] * 3), drawings=True)


def chapter7(north: str, south: str, first: str, second: str) -> Experiment:
    """Return the games of four strategies of chapter 7 by letter, the other team West then East."""
    return Experiment(tuple(LETTERS[letter] for letter in (north, first, south, second)))


def read_number(text: str) -> tuple[tuple[Experiment, ...], Statistic]:
    """Return a number's experiments and statistic, in the module's notation.

    >>> of, statistic = read_number("-[dealer W] + 60")
    >>> of == (dealer_shows(1),)
    True
    """
    terms = re.findall(r"([+-]?) *([\d./]*) *\[([^]]+)\]", text)
    groups = [read_experiments(inside) for *_, inside in terms]
    of = tuple(experiment for experiments in groups for experiment in experiments)
    if text[0].isalpha():
        return of, _read_statistic(text.partition("[")[0].strip())
    weights = [float(Fraction(f"{sign}{weight or 1}")) for sign, weight, _ in terms]
    offset = text.rpartition("]")[2].replace(" ", "")
    return of, combine(
        [w / len(group) for w, group in zip(weights, groups, strict=True) for _ in group],
        float(offset or 0),
    )


def _read_statistic(name: str) -> Statistic:
    if name in _STATISTICS:
        return _STATISTICS[name]
    kind, _, bounds = name.rpartition(" ")
    least, most = map(int, bounds.split("-"))
    return _STATISTICS_FROM_TO[kind](least, most)


@cache
def read_experiments(text: str) -> Sequence[Experiment]:
    """Return the experiments of a bracketed text.

    >>> [experiment.seats[0] for experiment in read_experiments("2 always_high")]
    ['always_high']
    """
    team, versus, other = text.partition(" v ")
    if versus:
        others = TEAMS if other == "*" else (other,)
        return [chapter7(*team.split(), *second.split()) for second in others]
    words, comma, dealt = text.partition(", ")
    first, _, rest = words.partition(" ")
    if comma:
        return [one_player(words, dealing=dealing) for dealing in _read_deals(dealt)]
    if first == "2":
        return [two_players(rest)]
    if first == "dealer":
        return [dealer_shows(_SEATS.index(rest))]
    if first == "suits":
        trump, leader = rest.split()
        return [fixed_suits(int(trump), _SEATS.index(leader))]
    if words.startswith(("shuffles", "new shuffles")):
        return [shuffling(int(words.rpartition(" ")[2]), new=first == "new")]
    return [one_player(words)]


def _read_deals(text: str) -> Sequence[Deals]:
    number, _, kind = text.partition(" ")
    if kind == "points":
        ranges = POINT_RANGES if number == "*" else [tuple(map(int, number.split("-")))]
        return [Deals(team_points(least, most)) for least, most in ranges]
    if kind.startswith("trumps but"):
        return [Deals(trumps_but(RANK_SYMBOLS.index(kind[-1])))]
    condition: Callable[[int], Condition] = team_trumps if kind == "team trumps" else trumps
    return [Deals(condition(count)) for count in (range(11) if number == "*" else [int(number)])]
