"""Love Letter leagues: every pair on common deals, from both seats."""

from collections.abc import Mapping
from typing import Any

from llq.query.league.league import LeagueGame, Setup
from llq.query.league.table import LeagueTable
from llq.query.love_letter.built_in_players import find_player
from llq.query.love_letter.matches import match
from llq.solver.love_letter import variants


def _setup(settings: Mapping[str, Any]) -> Setup:
    """Return the setup of a league of single players, by the rules of a match."""
    rules = variants.round_rules(settings.get("variant", "classic"))
    return Setup(1, settings, (rules.rules_id, rules.version))


LEAGUE = LeagueGame(
    game="love-letter",
    match=match,
    find=find_player,
    setup=_setup,
    usual=("solution", "table", "strategic", "random"),
    deals=10_000,
    has_first_seat=True,
)
league = LEAGUE.play
"""A league of Love Letter: every pair of some players on common deals; see `LeagueGame.play`."""


class LoveLetterLeague(LeagueTable):
    """The stored league of Love Letter."""

    kind = "love-letter-league"
    version = 2
    league_game = LEAGUE


build_league = LoveLetterLeague.build
"""Play a league and store it; see `LeagueTable.build`."""
open_league = LoveLetterLeague.open
"""Open the stored league; see `LeagueTable.open`."""
