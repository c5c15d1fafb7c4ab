"""Duplicate matches of two teams, with each deal played from every seat.

Who wins a game depends on the cards and on who begins. So each deal is played again with the same
first mover, the teams having changed sides and, where a team's players differ, their seats, and
counts once, as the mean over its games. Luck then cancels, and errors are those of means over
deals.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from typing import Any

from llq.errors import IllegalState
from llq.query.duplicate_match import deals_for, play_seatings, seatings_of
from llq.query.inputs import Games, Seed, Threads
from llq.query.literature.built_in_players import find_team
from llq.query.literature.inputs import Changes, Limit, Players, TeamText, Variant
from llq.query.literature.matches.summary import Match, sum_up
from llq.query.literature.variants import rule_items
from llq.query.literature.variants import rules as find_variant
from llq.query.match_result import match_command, player_names
from llq.query.players import check_seed
from llq.query.questions import question
from llq.query.results import SIMULATED
from llq.solver.jobs.blocks import computing_on
from llq.solver.literature.matches import match as games_of
from llq.solver.literature.matches.match import MOVE_LIMIT, play_games
from llq.solver.literature.players import Player, Strategy
from llq.solver.literature.rules import Rules, find_rules


@question(
    arguments=("first", "second"),
    examples=(
        "possible random -n 2000 --seed 7 --rules pagat --players 4",
        "greedy,possible possible -n 2000 --format json",
        "greedy possible --rule out_of_turn=no --rule claimant_turn=no",
    ),
    busy="{first} v {second}",
    accuracy=SIMULATED,
    is_long=True,
)
def match(
    first: TeamText,
    second: TeamText,
    games: Games = 2000,
    seed: Seed = 1,
    *,
    rules: Variant | None = None,
    players: Players | None = None,
    changes: Changes = (),
    limit: Limit | None = None,
    threads: Threads = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Match:
    """Play a duplicate match between two teams, cancelling the luck of the deal.

    A deal is played twice or, if a team's players differ, from every seat. A player ``bot:FOLDER``
    is a program in any language; in Python objects with a ``name`` and
    ``choose(view, random) -> Ask(player, card)`` play too.

    Parameters
    ----------
    games
        Number of games, rounded up to whole deals.
    progress
        Called with the number of games done and their total.
    executor
        Computes in place of threads: processes, or a Dask cluster's ``Client.get_executor()``.

    Raises
    ------
    UnknownStrategy, UnknownGame
        There is no such player or variant, or a team has neither one player nor one a seat.
    IllegalState
        There are fewer than two deals, or a number is impossible.
    IllegalAction
        A custom player chose an ask that is not legal.

    Examples
    --------
    >>> import llq
    >>> match = llq.literature.match("greedy", "possible", games=200, seed=1)
    >>> match.wins, match.draws, match.losses
    (171, 17, 12)
    """
    chosen = chosen_rules(rules, players, changes)
    most_asks = MOVE_LIMIT if limit is None else limit
    seed = check_seed(seed)
    known: dict[str, Strategy | Player] = {}
    first_team, second_team = (
        find_team(team, chosen.players // 2, known) for team in (first, second)
    )
    seatings = seatings_of(first_team, second_team)
    deals = deals_for(games, len(seatings))

    def play(
        seating: tuple[tuple[Strategy | Player, ...], int],
        progress: Callable[[int, int], None] | None,
    ) -> games_of.Games:
        seats, _ = seating
        with computing_on(executor):
            return play_games(
                seats,
                deals,
                seed,
                rules=chosen,
                limit=most_asks,
                threads=threads,
                progress=progress,
            )

    played = play_seatings(seatings, deals, play, progress)
    options = _options(chosen, most_asks)
    return sum_up(
        (player_names(first_team), player_names(second_team)),
        played,
        limit=most_asks,
        seed=seed,
        rules=chosen,
        command=match_command("literature", (first, second), len(seatings) * deals, seed, options),
    )


def chosen_rules(
    rules: Rules | str | None = None, players: int | None = None, changes: Iterable[str] = ()
) -> Rules:
    """Return a match's rules; errors and arguments are those of `match`."""
    if not isinstance(rules, Rules):
        return find_variant(rules or "somani", players, changes)
    if players is not None and players != rules.players:
        raise IllegalState(f"the rules are for {rules.players} players, not {players}")
    return rules


def _options(rules: Rules, limit: int) -> Iterator[str]:
    """Yield the command-line words for rules and limit, unless default."""
    items: dict[str, Any] = rule_items(rules)
    if items != rule_items(find_rules()):
        yield from ("--rules", items.pop("rules"), "--players", str(items.pop("players")))
        for rule, value in items.items():
            yield from ("--rule", f"{rule}={value}")
    if limit != MOVE_LIMIT:
        yield from ("--limit", str(limit))
