"""Leagues of Literature: teams of one player against teams of another, and mixed teams."""

from collections.abc import Mapping, Sequence
from typing import Any

from llq.query.league.league import LeagueGame, Setup
from llq.query.league.table import LeagueTable
from llq.query.literature.built_in_players import find_player
from llq.query.literature.matches.matches import chosen_rules, match
from llq.query.literature.policies.table import current_fingerprints, fingerprint


def _setup(settings: Mapping[str, Any]) -> Setup:
    """Return the setup of a league of teams, whose matches take the rules in place of names."""
    rules = chosen_rules(settings.get("rules"), settings.get("players"))
    match_settings = {name: value for name, value in settings.items() if name != "players"}
    return Setup(
        mates=rules.players // 2,
        settings=match_settings | {"rules": rules},
        rules=(rules.rules_id, rules.version),
    )


def _fingerprints(players: Sequence[Any]) -> dict[str, str]:
    """Return the fingerprint of each learnt policy that plays, by the player's name."""
    policies = {str(player.name): getattr(player, "policy", None) for player in players}
    return {name: fingerprint(policy) for name, policy in policies.items() if policy is not None}


LEAGUE = LeagueGame(
    game="literature",
    match=match,
    find=find_player,
    setup=_setup,
    fingerprints=_fingerprints,
    current_fingerprints=current_fingerprints,
    usual=("strong", "greedy", "quick", "withholder", "article", "certain", "possible", "random"),
    unit="half suits",
    deals=200,
)
league = LEAGUE.play
"""A league of Literature: every pair of some players on common deals; see `LeagueGame.play`."""


class LiteratureLeague(LeagueTable):
    """The stored league of Literature."""

    kind = "literature-league"
    version = 3
    league_game = LEAGUE


build_league = LiteratureLeague.build
"""Play a league and store it; see `LeagueTable.build`."""
open_league = LiteratureLeague.open
"""Open the stored league; see `LeagueTable.open`."""
