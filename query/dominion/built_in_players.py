"""Dominion's built-in, table-based and custom players."""

import os
from typing import TypeAlias

from llq.errors import IllegalState, UnknownState, UnknownStrategy, did_you_mean
from llq.query.custom_players import is_custom_player, load_player
from llq.query.dominion.menus.reading import kingdom_wish
from llq.query.dominion.table.table import WHOLE, DominionTable, open_table
from llq.query.players import PlayerInfo
from llq.query.questions import question
from llq.solver.dominion.menus import find_menu
from llq.solver.dominion.model import Model
from llq.solver.dominion.players import Player, StrategyName
from llq.solver.dominion.rules import Rules
from llq.solver.dominion.solitaire.menu_player import MenuPlayer
from llq.solver.dominion.solitaire.states import StatePolicy
from llq.solver.dominion.variants import rules

PROMISE = "a name and choose(view, random) -> action"
"""Interface of a custom player, for messages."""

Contestant: TypeAlias = str | Player | DominionTable
"""A named player, custom player, or table whose policy is played."""

_LONGEST_POLICY = 100  # turns

_SUMMARIES = {
    StrategyName.RANDOM: "Passes or buys the best treasure or victory card, each equally likely.",
    StrategyName.GREEDY: "Buys the best victory card, else the best treasure.",
    StrategyName.EXPENSIVE: "Buys the dearest card.",
    StrategyName.PICKY: "Buys a province, else the best treasure.",
    StrategyName.MONTE_CARLO: "Buys what is best in the mean of 100 games played on at random.",
    StrategyName.MONTE_CARLO_LIMIT: "Monte Carlo with infinitely many playouts, computed.",
    StrategyName.OPTIMAL: "Buys what has the highest expected final score.",
}


@question(examples=("--format csv",))
def players() -> tuple[PlayerInfo, ...]:
    """Return the built-in players.

    Examples
    --------
    >>> import llq
    >>> [player.name for player in llq.dominion.players()][:4]
    ['random', 'greedy', 'expensive', 'picky']
    """
    return tuple(
        PlayerInfo(str(name), summary, "dominion" if name == StrategyName.OPTIMAL else "")
        for name, summary in _SUMMARIES.items()
    )


def find_contestant(name: str) -> str | Player:
    """Return the player behind ``module:Class`` or ``bot:FOLDER``, otherwise the name."""
    player: Player | None = load_player(name, PROMISE)
    return name.strip() if player is None else player


def seat_player(player: Contestant) -> Contestant:
    """Return the player for games of one; menus, by name or text, become custom players."""
    if not isinstance(player, str) or _plain(player) in list(StrategyName):
        return player
    menu = find_menu(player)
    if card := kingdom_wish(player):
        raise IllegalState(
            f"games of one have no kingdom card, such as {card}; llq dominion race match does"
        )
    return player if menu is None else MenuPlayer(menu)


def built_in_name(player: Contestant, turns: int) -> StrategyName | None:
    """Return a built-in player's name, None for others; raise if it cannot play so many turns."""
    if isinstance(player, DominionTable):
        if turns > player.turns or int(player.info.spec.parameters["policy_decks"]) < player.turns:
            raise UnknownState(
                f"{player.info.path.name} does not hold the whole policy of games of {turns} turns"
            )
        return None
    if not isinstance(player, str):
        if not is_custom_player(player):
            raise UnknownStrategy(f"{player!r} is not a player: it needs {PROMISE}")
        return None
    name = _plain(player)
    if name not in list(StrategyName):
        near = did_you_mean(name, StrategyName)
        known = ", ".join(StrategyName)
        raise UnknownStrategy(f"no strategy {player!r}{near}; there are {known}")
    if name == StrategyName.OPTIMAL and turns > _LONGEST_POLICY:
        raise UnknownState(
            f"the policy of {turns} turns is too large to play; {_LONGEST_POLICY} at most"
        )
    return StrategyName(name)


def state_policy(
    name: str,
    turns: int,
    game: Rules,
    path: str | os.PathLike[str] | None = None,
    threads: int | None = None,
) -> StatePolicy | None:
    """Return a player's policy, stored or computed; None for a player that needs no such policy.

    ``path`` is that of the table of `WHOLE` turns.
    """
    if name == StrategyName.OPTIMAL and turns <= WHOLE and game == rules():
        return StatePolicy(WHOLE, open_table(WHOLE, path).codes)
    if name not in (StrategyName.OPTIMAL, StrategyName.MONTE_CARLO_LIMIT):
        return None
    from llq.solver.dominion.solitaire.solver import solve, solve_once  # compiles

    if name == StrategyName.OPTIMAL:
        return StatePolicy(turns, solve(game, turns, codes=True).codes)
    random = StrategyName.RANDOM  # which plays on, infinitely often
    solution = solve_once(Model(game), turns, -1, turns, threads=threads, strategy=random)
    return StatePolicy(turns, solution.codes)


def player_name(player: Contestant) -> str:
    """Return a player's name in results."""
    if isinstance(player, DominionTable):
        return player.info.spec.name
    if isinstance(player, str):
        return _plain(player)
    return player.name


def _plain(name: str) -> str:
    """Return a name as `StrategyName` spells it."""
    return name.strip().lower().replace("-", "_")
