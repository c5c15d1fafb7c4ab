"""Leagues of Sueca: two of one player against two of another, and mixed teams."""

from llq.query.league.league import LeagueGame, Setup
from llq.query.league.table import LeagueTable
from llq.query.sueca.built_in_players import find_player
from llq.query.sueca.matches.matches import match
from llq.solver.sueca.rules import RULES

LEAGUE = LeagueGame(
    game="sueca",
    match=match,
    find=find_player,
    setup=lambda settings: Setup(2, settings, (RULES.rules_id, RULES.version)),
    usual=("trained", "mc_extra", "rules", "always_high", "random"),
    unit="points",
    deals=200,
)
league = LEAGUE.play
"""A league of Sueca: every pair of some players on common deals; see `LeagueGame.play`."""


class SuecaLeague(LeagueTable):
    """The stored league of Sueca."""

    kind = "sueca-league"
    version = 2
    league_game = LEAGUE


build_league = SuecaLeague.build
"""Play a league and store it; see `LeagueTable.build`."""
open_league = SuecaLeague.open
"""Open the stored league; see `LeagueTable.open`."""
