"""Exact matches compared with published and simulated results."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt

from llq.query.love_letter.exact.matches import ExactMatch
from llq.query.love_letter.matches import Match
from llq.query.published_figures import published


@dataclass(frozen=True, slots=True)
class ComparedMatch:
    """The first player's chance of winning: exact, published and played.

    The first player has the first turn; a z is in standard errors.
    """

    first: str
    second: str
    exact: float
    published: float | None
    """Share in the thesis's Table 11, if present."""
    published_z: float | None
    """Published less exact, by the thesis's million games."""
    win_prob: float | None
    """Share of simulated games, None without games."""
    standard_error: float | None
    """Standard error of the simulated share, from the exact chance."""
    played_z: float | None
    """Played less exact."""
    games: int | None


def compare_matches(
    exact: Iterable[ExactMatch], results: Iterable[Match]
) -> Iterator[ComparedMatch]:
    """Yield exact matches with published and simulated results for each pair."""
    played = {(result.first, result.second): result for result in results}
    printed = {
        (row["first_player"], row["second_player"]): (int(row["first_wins"]), int(row["games"]))
        for row in published("love_letter_huibers_2016_table11")
    }
    for match in exact:
        pair, chance = (match.first, match.second), match.win_prob
        share = share_z = rate = rate_z = error = None
        if match.variant == "classic" and pair in printed:
            wins, games = printed[pair]
            share = wins / games
            share_z = (share - chance) / sqrt(chance * (1 - chance) / games)
        if pair in played:
            rate, error = played[pair].win_prob, sqrt(chance * (1 - chance))
            error /= sqrt(played[pair].games)
            rate_z = (rate - chance) / error
        yield ComparedMatch(
            *pair, chance, share, share_z, rate, error, rate_z,
            played[pair].games if pair in played else None,
        )  # fmt: skip
