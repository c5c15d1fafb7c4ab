"""The numbers that stand in the thesis's running text, as figures."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import factorial

from llq.query.published_figures import published
from llq.query.sueca.verification.experiments import (
    AVERAGE,
    EXTRA,
    NORMAL,
    POINT_RANGES,
    Figure,
    chapter7,
    dealer_shows,
    one_player,
    shuffling,
    two_players,
    with_points,
    with_team_trumps,
    with_trumps,
)
from llq.query.sueca.verification.statistics import (
    Experiment,
    Statistic,
    busiest_round,
    combine,
    fewest_that_sweep,
    lowest,
    minutes,
    mirrored,
    most_tricks_lost,
    share,
    spread,
    truth,
    truth_by_suits,
)
from llq.query.sueca.verification.verdicts import Reading
from llq.solver.sueca.matches.deals import Deals, trumps_but
from llq.solver.sueca.rules import TOTAL

_RANDOM = one_player("random")
_SETTING = "a setting, no result"
_ARGUMENT = "part of an argument, no result"
_CLAIMED = "decided as a claim"
_TIME = "time on another machine"
_ACE, _BETWEEN, _TWO = (one_player("random", dealing=Deals(trumps_but(r))) for r in (9, 5, 0))
_LETTERS = ("R", "MC", "T", "A")


def figures_of_text() -> list[Figure]:
    """Return the figures of running text, in the thesis's order."""
    figures = []
    for cell in published("sueca_carreiro_2016_cells"):
        if cell["table"].startswith("text"):
            place = cell["table"].removeprefix("text "), cell["row"], cell["column"]
            meant = _MEANT[place]
            figures.append(
                replace(
                    meant,
                    table=cell["table"],
                    row=cell["row"],
                    column=cell["column"],
                    printed=cell["value"],
                )
            )
    return figures


def _of(
    *experiments: Experiment,
    take: Statistic | None = None,
    reading: Reading = Reading.ROUNDED,
    note: str = "",
) -> Figure:
    """Return a figure of experiments, by default the mean of one."""
    return Figure("", "", "", "", experiments, take or combine(), reading, note=note)


def _fact(value: float, note: str) -> Figure:
    return Figure("", "", "", "", exact=value, note=note)


def _not(excuse: str) -> Figure:
    return Figure("", "", "", "", excuse=excuse)


def _against_all(first: str, second: str) -> Figure:
    """Return a team's mean over all sixteen others."""
    games = [chapter7(first, second, a, b) for a in _LETTERS for b in _LETTERS]
    return _of(*games, take=combine([1 / 16] * 16))


def _minutes(experiment: Experiment) -> Figure:
    figure = _of(experiment, take=minutes)
    return replace(figure, excuse=f"{_TIME}; ours are minutes of a million games here")


def _usual_difference() -> Figure:
    """Return the mean of the 36 differences between columns of Table 6.3: a third of the whole."""
    games = [with_points(*r, name) for r in POINT_RANGES for name in (EXTRA, "random")]
    return _of(*games, take=combine([1 / 36, -1 / 36] * len(POINT_RANGES)))


def _gain(
    more: Experiment, less: Experiment, per: float = 1, reading: Reading = Reading.ROUNDED
) -> Figure:
    return _of(more, less, take=combine((1 / per, -1 / per)), reading=reading)


_CUT, _LOOSE = Reading.ROUNDED_OR_CUT, Reading.LOOSE
_EXTREMES = [with_points(*r, name) for r in ((110, 120), (0, 10)) for name in (EXTRA, "random")]
_TRUTH_10, _TRUTH_100, _NEW_500 = shuffling(10), shuffling(100), shuffling(500, new=True)
_MC_ALL = chapter7("MC", "MC", "R", "R")

_MEANT: dict[tuple[str, str, str], Figure] = {
    ("4.1", "one deck over trump suits", "lowest average"): _not("the one deal is not printed"),
    ("4.1", "one deck over trump suits", "highest average"): _not("the one deal is not printed"),
    ("4.2.1", "dealer's team", "advantage"): _of(dealer_shows(0), take=combine((1,), -TOTAL / 2)),
    ("4.2.2", "trump card of a player", "value"): _gain(with_trumps(10), with_trumps(0), 10),
    ("4.2.2", "opponents can win all points", "trumps in hand, at most"): _not(_CLAIMED),
    ("4.2.2", "9 trumps", "average"): _of(with_trumps(9), reading=_CUT),
    ("4.2.2", "9 trumps, T = Ace", "least lost"): _fact(
        11, "the Ace itself, where the opponents hold it"
    ),
    ("4.2.2", "9 trumps, T = Ace", "most lost"): _of(
        _ACE,
        take=mirrored(lowest, TOTAL),
        note="ours loses more: the printed number is that of Table 4.5's column",
    ),
    ("4.2.2", "9 trumps, T = Ace", "least tricks lost"): _fact(
        1, "no trump beats the Ace, where the opponents hold it"
    ),
    ("4.2.2", "9 trumps, T = Ace", "most tricks lost"): _of(_ACE, take=most_tricks_lost),
    ("4.2.2", "9 trumps, T = Two", "least tricks lost"): _of(
        _TWO, take=partial(most_tricks_lost, least=True)
    ),
    ("4.2.2", "9 trumps, T = Two", "most tricks lost"): _of(_TWO, take=most_tricks_lost),
    ("4.2.2", "9 trumps, T between", "most tricks lost"): _of(
        _BETWEEN, take=most_tricks_lost, note="ours with T = Queen"
    ),
    ("4.2.2", "8 trumps", "average"): _of(with_trumps(8), reading=_CUT),
    ("4.2.2", "8 and 9 trumps", "difference of averages"): _gain(with_trumps(9), with_trumps(8)),
    ("4.2.2", "8 trumps", "most tricks lost"): _of(with_trumps(8), take=most_tricks_lost),
    ("4.3.1", "10 trumps", "average"): _of(with_team_trumps(10), reading=_CUT),
    ("4.3.1", "10 trumps", "least"): _of(with_team_trumps(10), take=lowest),
    ("4.3.1", "trump card of a team", "value"): _gain(
        with_team_trumps(10), with_team_trumps(0), 10
    ),
    ("4.3.1", "10 trumps in one hand", "average"): _of(with_trumps(10)),
    ("4.3.1", "0 trumps", "average"): _of(with_team_trumps(0), reading=_CUT),
    ("4.3.1", "0 trumps in one hand", "average"): _of(with_trumps(0), reading=_CUT),
    ("4.3.1", "rubber can be won", "trumps of the winners"): _of(
        *(with_team_trumps(held) for held in range(11)),
        take=fewest_that_sweep,
        note="the fewest with which our games saw all ten tricks won",
    ),
    ("4.3.2", "110-120", "min, more than"): _of(
        with_points(110, 120), take=lowest, note="the lowest seen in their games, no bound"
    ),
    ("4.3.2", "0-10", "theoretical max"): _fact(
        107, "the trump Seven and no other points: only the Ace's trick is lost, with 13 points"
    ),
    ("4.3.2", "0-10, theoretical max", "trumps in one hand"): _not(_ARGUMENT),
    ("4.3.2", "0-10, theoretical max", "points of missing trumps"): _fact(21, "Ace and Seven"),
    ("5", "computer", "disk"): _not(_SETTING),
    ("5", "computer", "memory"): _not(_SETTING),
    ("5.1", "all random", "mean"): _of(_RANDOM),
    ("5.1", "all random", "standard deviation"): _of(_RANDOM, take=spread),
    ("5.1", "all random", "within one standard deviation"): _of(
        _RANDOM, take=share(36, 84), note="scores from 36 to 84"
    ),
    ("5.1", "all random", "one standard deviation below"): _not("60 less the deviation"),
    ("5.1", "all random", "one standard deviation above"): _not("60 and the deviation"),
    ("5.1", "all random", "two game points won or lost"): _of(
        _RANDOM, take=share(30, 90, outside=True), note="more than 90 or less than 30 points"
    ),
    ("5.2", "one player", "leading random score"): _of(one_player("obligated_trump")),
    ("5.2", "team", "leading random score"): _of(two_players("obligated_trump")),
    ("5.2", "one player", "leading trump card score"): _of(one_player("obligated_trump_lead")),
    ("5.3", "one player", "always score"): _of(one_player("always_high")),
    ("5.3", "team", "always score"): _of(two_players("always_high")),
    ("6.1.2", "mc_normal", "standard deviation"): _of(one_player(NORMAL), take=spread),
    ("6.1.2", "random", "standard deviation"): _of(_RANDOM, take=spread),
    ("6.1.2", "mc_normal", "mean"): _of(one_player(NORMAL), reading=_CUT),
    ("6.1.2", "mc_average", "standard deviation"): _of(one_player(AVERAGE), take=spread),
    ("6.1.2", "mc_average", "mean"): _of(one_player(AVERAGE), reading=_CUT),
    ("6.1.2", "mc_extra", "shuffles"): _not(_SETTING),
    ("6.1.2", "mc_extra", "gain of 2 playouts over 1, almost"): _gain(
        one_player("mc_peek:10x2"), one_player("mc_peek:10x1")
    ),
    ("6.1.2", "mc_extra", "playouts per shuffle"): _not(_SETTING),
    ("6.1.2", "mc_extra", "mean"): _of(one_player(EXTRA), reading=_CUT),
    ("6.1.2", "mc_extra", "standard deviation"): _of(one_player(EXTRA), take=spread),
    ("6.1.3", "mc_normal", "best number of playouts"): _not(_CLAIMED),
    ("6.1.3", "mc_normal 1 playout", "score"): _of(one_player("mc_normal:1"), reading=_CUT),
    ("6.1.3", "mc_normal 1 playout", "gain over random"): _gain(
        one_player("mc_normal:1"), _RANDOM, reading=_CUT
    ),
    ("6.1.3", "mc_average 1 playout", "score"): _of(one_player("mc_average:1"), reading=_CUT),
    ("6.1.3", "mc_average 10 playouts", "score"): _of(one_player("mc_average:10"), reading=_CUT),
    ("6.1.3", "mc_average 500 playouts", "time"): _not(_TIME),
    ("6.1.3", "mc_normal and mc_average 100 playouts", "time, about"): _minutes(
        one_player(AVERAGE)
    ),
    ("6.1.3", "mc_extra 100 playouts", "time, about"): _minutes(one_player("mc_peek:100x2")),
    ("6.1.3", "mc_extra 100 playouts", "score, almost"): _of(one_player("mc_peek:100x2")),
    ("6.1.3", "each strategy and the next", "usual difference"): _usual_difference(),
    ("6.1.3", "110-120 and 0-10", "random to mc_extra"): _of(
        *_EXTREMES, take=combine((0.5, -0.5) * 2), reading=_LOOSE, note="the mean of both"
    ),
    ("6.1.3", "60-70", "random to mc_extra"): _gain(
        with_points(60, 70, EXTRA), with_points(60, 70), reading=_LOOSE
    ),
    ("6.2.1", "regular way", "playouts"): _not(_SETTING),
    ("6.2.1", "regular way, 10 max shuffles", "truth"): _of(_TRUTH_10, take=truth),
    ("6.2.1", "regular way, 10 max shuffles", "no truth"): _of(
        _TRUTH_10, take=mirrored(truth, 100)
    ),
    ("6.2.1", "regular way", "truth falls fast up to"): _not("read off a graph"),
    ("6.2.1", "regular way, 10 and 500 max shuffles", "difference of times"): _not(_TIME),
    ("6.2.1", "figure 6.6", "truth"): _of(_TRUTH_100, take=truth),
    ("6.2.1", "figure 6.6", "max shuffles"): _not(_SETTING),
    ("6.2.1", "figure 6.6", "first round of the most"): _of(_TRUTH_100, take=busiest_round(0)),
    ("6.2.1", "figure 6.6", "last round of the most"): _of(_TRUTH_100, take=busiest_round(2)),
    ("6.2.1", "rounds 5 to 7", "fewest cards to shuffle"): _fact(9, "three each in round 7"),
    ("6.2.1", "rounds 5 to 7", "most cards to shuffle"): _fact(18, "six each in round 5"),
    ("6.2.1", "9 cards", "combinations"): _fact(factorial(9) / factorial(3) ** 3, "9! / 3!³"),
    ("6.2.1", "18 cards", "combinations"): _fact(factorial(18) / factorial(6) ** 3, "18! / 6!³"),
    ("6.2.1", "figure 6.7", "2 or 3 missing suits, more than"): _of(
        _TRUTH_100, take=truth_by_suits((2, 3)), reading=Reading.AT_LEAST
    ),
    ("6.2.1", "figure 6.8", "max shuffles"): _not(_SETTING),
    ("6.2.1", "figure 6.8", "cards to shuffle"): _not("an example"),
    ("6.2.1", "figure 6.8", "Diamonds to shuffle"): _not("an example"),
    ("6.2.1", "new way", "playouts"): _not(_SETTING),
    ("6.2.1", "new way, 10 max shuffles", "truth less than before by"): _not(_CLAIMED),
    ("6.2.1", "new way, 500 max shuffles", "truth"): _of(_NEW_500, take=truth),
    ("7", "mc_extra", "shuffles"): _not(_SETTING),
    ("7", "mc_extra", "playouts per shuffle"): _not(_SETTING),
    ("7", "mc_extra", "playouts per card"): _not(_SETTING),
    ("7", "mc_extra", "max shuffles"): _not(_SETTING),
    ("7", "mc_extra", "truth, about"): _of(
        shuffling(100, new=True), take=truth, note="of a player who does shuffle"
    ),
    ("7.1", "R R", "score, never below"): _of(
        chapter7("R", "R", "MC", "MC"), reading=Reading.AT_LEAST, note="its lowest average"
    ),
    ("7.1", "R MC", "average over opponents"): _against_all("R", "MC"),
    ("7.1", "R R", "average over opponents"): _against_all("R", "R"),
    ("7.1", "MC MC", "highest score"): _of(_MC_ALL),
    ("7.1", "MC MC", "lowest score"): _of(
        chapter7("MC", "MC", "T", "MC"), note="against T MC; against itself it scores 59.1"
    ),
    ("7.2.2", "MC MC", "average over opponents"): _against_all("MC", "MC"),
    ("7.2.2", "MC T", "average over opponents"): _against_all("MC", "T"),
    ("7.2.2", "MC A", "average over opponents"): _against_all("MC", "A"),
    ("7.2.4", "R A against R A", "standard deviation"): _of(
        chapter7("R", "A", "R", "A"), take=spread, note="Table 7.4 prints 26.0"
    ),
    ("7.3.1", "one MC among R", "score, about"): _of(chapter7("MC", "R", "R", "R")),
    ("7.3.3", "equal teams", "score"): _of(_RANDOM),
    ("7.3.3", "R MC against R MC", "score"): _of(chapter7("R", "MC", "R", "MC")),
    ("7.3.3", "MC R against R MC", "score"): _of(chapter7("MC", "R", "R", "MC")),
    ("7.3.4", "equal teams", "score, about"): _of(chapter7("T", "T", "T", "T")),
    ("7.3.4", "A A against A A", "score"): _of(chapter7("A", "A", "A", "A")),
    ("7.3.4", "MC MC against R R", "score, almost"): _of(_MC_ALL),
    ("8.2", "dealer's team", "advantage"): _of(dealer_shows(0), take=combine((1,), -TOTAL / 2)),
}
