"""Players and teams of Literature by name: built-in players, stored policies, custom players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from llq.errors import CorruptTable, TableMissing, UnknownStrategy, did_you_mean, one_of
from llq.query.custom_players import find_players, load_player
from llq.query.literature.policies.table import WEIGHT_COUNTS, PolicyTable, default_names
from llq.query.players import PlayerInfo, read_team
from llq.query.questions import question

if TYPE_CHECKING:
    from llq.solver.literature.players import Player, Strategy
    from llq.solver.literature.policies.policy import Policy

    Team = str | Strategy | Player | Sequence[str | Strategy | Player]
    """A player for a whole team, or one per seat: names, comma-separated names, or objects."""

PROMISE = "a name and choose(view, random) -> Ask(player, card)"
"""Requirements of a custom player."""


@question(examples=("--format csv",))
def players() -> tuple[PlayerInfo, ...]:
    """Return every named player: built-in ones, then stored policies.

    Raises
    ------
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The table of policies is not today's, whole and intact.

    Examples
    --------
    >>> import llq
    >>> [player.name for player in llq.literature.players()][:3]
    ['random', 'possible', 'greedy']
    """
    from llq.solver.literature.players import STRATEGIES

    built_in = [PlayerInfo(player.name, player.summary) for player in STRATEGIES.values()]
    try:
        learnt = [*map(strategy_with, stored_policies().players)]
    except TableMissing:
        learnt = []
    return (*built_in, *(PlayerInfo(p.name, p.summary, PolicyTable.kind) for p in learnt))


def advisers() -> tuple[PlayerInfo, ...]:
    """Return the `players` that advise and judge: all but untrained networks."""
    return tuple(player for player in players() if "untrained" not in player.name)


def find_teams(teams: Sequence[Team], seats: int) -> list[tuple[Strategy | Player, ...]]:
    """Return each team's players by seat; a player of several teams is loaded once."""
    from llq.solver.literature.players import Strategy

    known: dict[str, Strategy | Player] = {}
    shape = f"a team is one player for all its seats or {seats}, one each"
    return [
        find_players(read_team(team, seats, shape), known, find_player, Strategy, PROMISE)
        for team in teams
    ]


def find_player(name: str) -> Strategy | Player:
    """Return a player by name, a custom ``module:Class``, or the program of ``bot:FOLDER``."""
    player: Player | None = load_player(name, PROMISE)
    return strategy_of(name) if player is None else player


def strategy_of(name: str) -> Strategy:
    """Return a built-in player or a stored policy's player.

    Only a name that is not built in opens a file.
    """
    from llq.solver.literature.players import STRATEGIES

    plain = name.strip().lower()
    if (built_in := STRATEGIES.get(plain.replace("-", "_"))) is not None:
        return built_in
    policy_name = plain.replace("_", "-")
    try:
        policies = {policy.name: policy for policy in stored_policies().players}
    except TableMissing:
        if policy_name in default_names():
            raise
        raise UnknownStrategy(
            f"{name!r} is not a player of Literature{one_of(plain, STRATEGIES)} or, once they are "
            f"built, the policies {', '.join(default_names())} ({PolicyTable.remedy()})"
        ) from None
    if policy_name not in policies:
        near = did_you_mean(plain, (*STRATEGIES, *policies))
        raise UnknownStrategy(
            f"{name!r} is not a player of Literature{near}; choose one of {', '.join(STRATEGIES)} "
            f"or the stored policies {', '.join(policies)}"
        )
    return strategy_with(policies[policy_name])


def strategy_with(policy: Policy) -> Strategy:
    """Return the player of a policy."""
    values = policy.weights.shape[-1]
    if values != WEIGHT_COUNTS.get(policy.learner, values):
        raise CorruptTable(
            f"the policy {policy.name} has {values} weights, a network of the learner "
            f"{policy.learner} has {WEIGHT_COUNTS[policy.learner]}; {PolicyTable.remedy()}"
        )
    from llq.solver.literature.players import Kind, Strategy

    games = policy.recipe.get("games", 0)
    training = f"trained for {games} games" if games else "not trained"
    is_strong = policy.learner == "strong"
    player = "the strong player" if is_strong else f"the {policy.learner} learner's network"
    return Strategy(policy.name, Kind[policy.learner.upper()], f"{player}, {training}", policy)


def stored_policies() -> PolicyTable:
    """Return the stored policies, cached until their file changes."""
    return PolicyTable.cached(PolicyTable.kind)
