"""Matches on the same deals from every seat: two teams, and which is better by how much.

Who wins a game depends on the cards and on who begins. So each deal is played again with the same
first mover, the teams having changed sides and, where a team's players differ, their seats, and
counts once, as the mean over its games. Luck then cancels, and errors are those of means over
deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

from llq.errors import IllegalState
from llq.query.duplicate_match import deals_for, play_seatings, seatings_of
from llq.query.literature.built_in_players import find_team
from llq.query.literature.matches.summary import Match, sum_up
from llq.query.literature.variants import rule_items
from llq.query.match_result import match_command, player_names
from llq.query.players import check_seed
from llq.solver.jobs.blocks import computing_on
from llq.solver.literature.matches.match import MOVE_LIMIT, Games, play_games
from llq.solver.literature.players import Player, Strategy
from llq.solver.literature.rules import Rules, find_rules

if TYPE_CHECKING:
    from llq.query.literature.built_in_players import Team


def match(
    first: Team,
    second: Team,
    games: int = 2000,
    seed: int = 1,
    *,
    rules: Rules | str | None = None,
    players: int | None = None,
    limit: int | None = None,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Match:
    """Play two teams against each other, every deal from both sides.

    Parameters
    ----------
    first, second
        One player for all seats of a team or one each, in the order around the table: names of
        built-in players and stored policies, ``module:Class``, or objects with a ``name`` and
        ``choose(view, random) -> Ask(player, card)``.
    games
        Games in all, filled up to whole deals: two a deal, or one for each seat where a team's
        players differ.
    seed
        The seed: deal ``i`` of a seed is the same for any players.
    rules, players
        The variant, or its name, and the number of players; by default the article's four.
    limit
        Asks after which a game is given up, a draw; by default 200.
    threads
        Threads, on which no result depends.
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
    rules = chosen_rules(rules, players)
    chosen, most = rules, MOVE_LIMIT if limit is None else limit
    seed = check_seed(seed)
    known: dict[str, Strategy | Player] = {}
    one = find_team(first, rules.players // 2, known)
    two = find_team(second, rules.players // 2, known)
    seatings = seatings_of(one, two)
    deals = deals_for(games, len(seatings))

    def play(
        seating: tuple[tuple[Strategy | Player, ...], int],
        progress: Callable[[int, int], None] | None,
    ) -> Games:
        seats, _ = seating
        with computing_on(executor):
            return play_games(
                seats, deals, seed, rules=chosen, limit=most, threads=threads, progress=progress
            )

    played = play_seatings(seatings, deals, play, progress)
    return sum_up(
        (player_names(one), player_names(two)),
        [vars(side) for side in played],
        limit=most,
        seed=seed,
        rules=rules,
        command=match_command(
            "literature", (first, second), len(seatings) * deals, seed, _options(rules, most)
        ),
    )


def chosen_rules(rules: Rules | str | None = None, players: int | None = None) -> Rules:
    """Return the rules of a match; errors and arguments are those of `match`."""
    if not isinstance(rules, Rules):
        rules = find_rules(rules or "somani")
        if players is not None:
            rules = find_rules(rules.rules_id.partition("/")[2], players)
    elif players is not None and players != rules.players:
        raise IllegalState(f"the rules are for {rules.players} players, not {players}")
    return rules


def _options(rules: Rules, limit: int) -> Iterator[str]:
    """Yield the words of a command line that say the rules and the limit, where not by default."""
    items: dict[str, Any] = rule_items(rules)
    if items != rule_items(find_rules()):
        yield from ("--rules", items.pop("rules"), "--players", str(items.pop("players")))
        for flag, value in items.items():
            yield from ("--rule", f"{flag}={value}")
    if limit != MOVE_LIMIT:
        yield from ("--limit", str(limit))
