"""Leagues of Dominion: everyone plays alone, on the same random numbers."""

from llq.query.dominion.built_in_players import find_contestant
from llq.query.dominion.matches import RULES_ID, match
from llq.query.league.league import LeagueGame, Setup
from llq.query.league.table import LeagueTable
from llq.solver.dominion.variants import rules

LEAGUE = LeagueGame(
    game="dominion",
    match=match,
    find=find_contestant,
    setup=lambda settings: Setup(1, settings, (RULES_ID, rules().version)),
    usual=("optimal", "picky", "expensive", "greedy", "random"),
    unit="points",
    deals=2000,
)
league = LEAGUE.play
"""A league of Dominion: every pair of some players on common deals; see `LeagueGame.play`."""


class DominionLeague(LeagueTable):
    """The stored league of Dominion."""

    kind = "dominion-league"
    league_game = LEAGUE


build_league = DominionLeague.build
"""Play a league and store it; see `LeagueTable.build`."""
open_league = DominionLeague.open
"""Open the stored league; see `LeagueTable.open`."""
