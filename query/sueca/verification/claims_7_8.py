"""Conditions of the claims of chapters 7 and 8, by how the claim begins."""

from __future__ import annotations

from llq.query.sueca.verification.conditions import (
    Condition,
    above,
    beats,
    below,
    difference,
    less_spread,
    more,
    near,
    score,
)
from llq.query.sueca.verification.experiments import (
    chapter7,
    dealer_shows,
    with_points,
    with_team_trumps,
)
from llq.query.sueca.verification.statistics import Experiment, Statistic, combine, spread

Team = tuple[str, str]

_LETTERS = ("R", "MC", "T", "A")
_TEAMS = [(first, second) for first in _LETTERS for second in _LETTERS]
_DRAW = 0.5
"""The distance from 60 points that counts as a draw: the thesis prints whole points."""

_RR, _RM, _RT, _RA = _TEAMS[:4]
_MR, _MM, _MT, _MA = _TEAMS[4:8]
_TR, _TM, _TT, _TA = _TEAMS[8:12]
_AR, _AM, _AT, _AA = _TEAMS[12:]


def result_conditions() -> dict[str, list[Condition]]:
    """Return the conditions of each claim of chapters 7 and 8."""
    return _by_team() | _overview() | _observations() | _conclusions()


def _game(team: Team, other: Team) -> Experiment:
    return chapter7(*team, *other)


def _all(team: Team) -> list[Experiment]:
    return [_game(team, other) for other in _TEAMS]


def _name(team: Team) -> str:
    return " ".join(team)


def _wins(team: Team, others: list[Team]) -> list[Condition]:
    return [above(f"v {_name(o)}:", score(_game(team, o)), 60) for o in others]


def _loses(team: Team, others: list[Team]) -> list[Condition]:
    return [below(f"v {_name(o)}:", score(_game(team, o)), 60) for o in others]


def _draws(team: Team, other: Team) -> Condition:
    return near(f"{_name(team)} v {_name(other)}:", score(_game(team, other)), 60, _DRAW)


def _but(*teams: Team) -> list[Team]:
    return [team for team in _TEAMS if team not in teams]


def _mean(team: Team, printed: float) -> Condition:
    return near(f"{_name(team)} over all:", score(*_all(team)), printed, 0.1)


def _overall(more_: Team, less: Team) -> Condition:
    return more(f"{_name(more_)} less {_name(less)} over all:", _all(more_), _all(less))


def _beats(team: Team, least: int, most: int) -> Condition:
    return beats(f"{_name(team)} beats", _all(team), least, most)


def _by_team() -> dict[str, list[Condition]]:
    """Return the conditions of section 7.1."""
    return {
        "R R loses to every": [*_loses(_RR, _but(_RR)), _draws(_RR, _RR)],
        "R R never averages below": [above("v MC MC:", score(_game(_RR, _MM)), 30)],
        "R MC averages 65.1": [_mean(_RM, 65.1), _mean(_RR, 52.0)],
        "R T loses against almost all": [
            *_loses(_RT, [_MM, _MT, _TM, _MA, _AM, _AA]),
            *(more(f"R T less R R, v {_name(o)}:", _game(_RT, o), _game(_RR, o)) for o in _TEAMS),
        ],
        "R A wins only against R R": [*_wins(_RA, [_RR]), *_loses(_RA, _but(_RR, _RA, _AR))],
        "MC MC wins against every team": _wins(_MM, _but(_MM)),
        "MC T wins against most": [
            *_wins(_MT, _but(_MM, _RM, _MR, _MT, _TM, _MA, _AM)),
            _overall(_MM, _MT),
        ],
        "MC A scores much as": [near("MC A less MC T:", difference(_all(_MA), _all(_MT)), 0, 1)],
        "T R scores much as R T": [near("T R less R T:", difference(_all(_TR), _all(_RT)), 0, 1)],
        "R MC wins against most": [_beats(_RM, 9, 16)],
        "MC R wins against half": [_beats(_MR, 7, 9)],
        "T MC wins against most": [_beats(_TM, 9, 16)],
        "A T wins against most": [_beats(_AT, 9, 16)],
        "T T does not play well": [_beats(_TT, 0, 7)],
        "T A plays better": [_overall(_TA, _TT)],
        "A R scores slightly more": [_overall(_AR, _RA)],
        "A MC wins against every team but": [*_wins(_AM, _but(_MM)), *_loses(_AM, [_MM])],
        "A A never draws": [
            *_wins(_AA, [_RR, _RT, _TR, _TT, _RA, _AR, _TA, _AT]),
            *_loses(_AA, [_RM, _MR, _MM, _MT, _TM, _MA, _AM]),
        ],
    }


def _overview() -> dict[str, list[Condition]]:
    """Return the conditions of section 7.2."""
    return {
        "Every other strategy is better": [
            more(f"{letter} less R, v R R:", _game((letter, "R"), _RR), _game(_RR, _RR))
            for letter in _LETTERS[1:]
        ],
        "R T and R A win only": [
            *_wins(_RT, [_RR]),
            *_wins(_RA, [_RR]),
            *_loses(_RT, [_RA, _AR, _AA]),
            *_loses(_RA, [_RT, _TR, _TT]),
        ],
        "A team of Random and Monte-Carlo wins or draws": [
            *_wins(_RM, [_RR, _RT, _TR, _RA, _AR, _TT, _AA]),
            *(
                above(f"v {_name(o)}:", score(_game(_RM, o)), 60 - _DRAW)
                for o in (_MT, _TM, _MA, _AM)
            ),
        ],
        "MC MC averages 76.1": [_mean(_MM, 76.1), *_wins(_MM, _but(_MM)), _draws(_MM, _MM)],
        "Always High is a better partner": [
            more("MC A less MC T over all:", _all(_MA), _all(_MT)),
            _mean(_MA, 66.4),
            _mean(_MT, 65.9),
        ],
        "A A scores more than T T overall": [_overall(_AA, _TT)],
        "A A wins against teams of Random": _wins(_AA, [_RR, _RT, _TR, _TT]),
        "R A against R A is no draw": [
            above("R A v R A:", score(_game(_RA, _RA)), 60 + _DRAW),
            near("deviation", ((_game(_RA, _RA),), spread), 25.7, 0.05),
        ],
        "T T at best draws": [
            *_wins(_TT, [_RR]),
            *(below(f"v {_name(o)}:", score(_game(_TT, o)), 60 + _DRAW) for o in _but(_RR)),
        ],
        "T R at best draws": [
            below(f"v {_name(o)}:", score(_game(_TR, o)), 60 + _DRAW) for o in _TEAMS
        ],
    }


def _observations() -> dict[str, list[Condition]]:
    """Return the conditions of section 7.3."""
    alone = {seat: _one(seat, "MC") for seat in "NSWE"}
    return {
        "One strategy among three Random": [
            near(
                f"{letter}: N's team less {seat}'s:",
                _seat_gap(letter, seat),
                0,
                _DRAW,
            )
            for letter in _LETTERS[1:]
            for seat in "SWE"
        ],
        "One Monte-Carlo player among": [
            near("N:", score(alone["N"]), 73, _DRAW),
            near("S:", score(alone["S"]), 73, _DRAW),
        ],
        "Always High does better than": [
            above("R A v R T:", score(_game(_RA, _RT)), 60),
            more("R R less, v R A than v R T:", _game(_RR, _RT), _game(_RR, _RA)),
            more("R MC more, v R A than v R T:", _game(_RM, _RA), _game(_RM, _RT)),
        ],
        "A team with a Random player draws": [_draws(t, t) for t in (_RR, _RM, _RT, _RA)],
        "R MC against R MC is further": [
            more(f"{_name(t)} less R MC:", _game(t, t), _game(_RM, _RM)) for t in (_RR, _RT, _RA)
        ],
        "Against R MC a team of Random": [
            more("R MC less MC R:", _game(_RM, _RM), _game(_MR, _RM))
        ],
        "Teams of two alike draw": [
            *(_draws(t, t) for t in (_RR, _MM, _TT)),
            above("A A v A A:", score(_game(_AA, _AA)), 60 + _DRAW),
        ],
        "A A against A A has the highest": [
            less_spread(f"more than A A v {_name(o)} by", _game(_AA, o), _game(_AA, _AA))
            for o in _but(_AA)
        ],
        "MC MC is the best team": [
            *(
                more(f"v R R, less {_name(t)}:", _game(_MM, _RR), _game(t, _RR))
                for t in (_RR, _TT, _AA)
            ),
            near("v R R:", score(_game(_MM, _RR)), 84, _DRAW),
        ],
        "MC MC does not draw": [below("MC MC v MC MC:", score(_game(_MM, _MM)), 60 - _DRAW)],
        "A A beats T T": [
            *_wins(_AA, [_TT]),
            more("v R R, A A less T T:", _game(_AA, _RR), _game(_TT, _RR)),
        ],
        "T T scores more than A A against": [
            more("T T less A A:", _game(_TT, _MM), _game(_AA, _MM))
        ],
    }


def _one(seat: str, letter: str) -> Experiment:
    """Return the games of one player among random ones."""
    seats = [letter if seat == place else "R" for place in "NSWE"]
    return chapter7(*seats)


def _seat_gap(letter: str, seat: str) -> tuple[tuple[Experiment, ...], Statistic]:
    sign = -1 if seat == "S" else 1
    offset = 0 if seat == "S" else -120
    return (_one("N", letter), _one(seat, letter)), combine((1, sign), offset)


def _conclusions() -> dict[str, list[Condition]]:
    """Return the conditions of chapter 8."""
    return {
        "A team's number of trumps": [
            more("10 trumps less 0:", with_team_trumps(10), with_team_trumps(0)),
            more("110-120 points less 0-10:", with_points(110, 120), with_points(0, 10)),
        ],
        "Monte-Carlo is the best": [
            more(f"MC R less {letter} R, v R R:", _game(_MR, _RR), _game((letter, "R"), _RR))
            for letter in ("R", "T", "A")
        ],
        "A team with one Monte-Carlo": [
            *_wins(_RM, _but(*[t for t in _TEAMS if "MC" in t])),
            *_wins(_MR, _but(*[t for t in _TEAMS if "MC" in t])),
        ],
        "Two Monte-Carlo players score": [_overall(_MM, team) for team in _but(_MM)],
        "Two teams of the same strategies": [_draws(t, t) for t in _TEAMS],
        "Trump set by the dealer's card": [
            above("dealer's team:", score(dealer_shows(0)), 61),
        ],
    }
