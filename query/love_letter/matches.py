"""Matches between players on a built table: one pair, or all pairs in both seats."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import product

import numpy as np

from llq.errors import IllegalState, UnknownStrategy
from llq.query.love_letter.observation import CardName
from llq.query.love_letter.table import open_love_letter
from llq.query.players import check_seed, load_player
from llq.solver.love_letter import match
from llq.solver.love_letter.archer import match as archer_match
from llq.solver.love_letter.archer.match import ASIDE_PLAYERS
from llq.solver.love_letter.engine import LeadPolicy
from llq.solver.love_letter.match import MatchResult
from llq.solver.love_letter.players import Player, Strategy, find_strategy
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.variants import find_rules

__all__ = [
    "THESIS_PLAYERS",
    "Progress",
    "check_players",
    "compare",
    "find_player",
    "is_sampling",
    "simulate",
]

THESIS_PLAYERS = ("random", "strategic", "monte_carlo", "table")
"""Those of the thesis's Table 11."""

Progress = Callable[[int, int], None]

_PROMISE = "a name and choose(state, random) -> action"


def simulate(
    first: str | Player,
    second: str | Player,
    games: int = 1_000_000,
    seed: int = 1,
    *,
    hand: Iterable[CardName] | None = None,
    variant: str = "classic",
    path: str | os.PathLike[str] | None = None,
    playouts: int = 1000,
    face_up: int = 0,
    threads: int = 2,
    progress: Progress | None = None,
) -> MatchResult:
    """Play games of two-player Love Letter by the real rules and count who wins.

    Equal final cards are decided by the higher discard total, else drawn; where a variant tracks
    the aside card they are drawn. The result depends on
    the seed and the number of games, not on ``threads``.

    Parameters
    ----------
    first, second
        ``random``, ``strategic``, ``monte_carlo``, ``table``, ``table_discards``, or a player of
        your own: an object with a ``name`` and ``choose(state, random) -> action``. ``first`` has
        the first turn.
    hand
        The first player's two cards in his first turn; dealt at random by default.
    playouts
        Playouts for each option of a Monte Carlo player.
    face_up
        Cards laid open before the deal: 3 by the official two-player rule, 0 in the thesis.
    progress
        Called with the number of games done and their total.

    Raises
    ------
    UnknownStrategy
        A name is none of the built-in players', or the variant is not played by him: those that
        track the aside card are played by ``random`` and ``table`` only.
    IllegalState
        The deck does not hold ``hand``, or the number of games is not positive.
    IllegalAction
        A player of your own chose an action that is not legal.
    TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.open_table` does, where a player needs the table.

    Examples
    --------
    >>> import llq
    >>> match = llq.love_letter.match("table", "strategic", games=100_000, seed=1)
    >>> f"{match.first_win_rate:.3f} ± {match.standard_error:.3f}"
    '0.622 ± 0.002'
    """
    if games < 1:
        raise IllegalState(f"a match needs at least one game; got {games}")
    if playouts < 1 or threads < 1:
        raise IllegalState(f"playouts and threads are 1 or more; got {playouts} and {threads}")
    seed = check_seed(seed)
    rules = find_rules(variant)
    cards = None if hand is None else tuple(sorted(rules.card(card) for card in hand))
    if cards is not None and len(cards) != 2:
        raise IllegalState(f"an opening hand has two cards; got {len(cards)}")
    named = [find_strategy(player) for player in (first, second) if isinstance(player, str)]
    check_players(rules, first, second)
    policy = None
    if Strategy.TABLE in named:
        policy = np.asarray(open_love_letter(variant, path).actions_chosen)
    if rules.tracks_aside:
        return archer_match.simulate_archer(
            rules,
            str(first),
            str(second),
            games,
            seed,
            hand=None if cards is None else (cards[0], cards[1]),
            policy=policy,
            face_up=face_up,
            threads=threads,
            progress=progress,
        )
    return match.simulate(
        rules,
        first,
        second,
        games,
        seed,
        hand=None if cards is None else (cards[0], cards[1]),
        policy=policy,
        by_lead=_by_lead(variant, path) if Strategy.TABLE_DISCARDS in named else None,
        playouts=playouts,
        face_up=face_up,
        threads=threads,
        progress=progress,
    )


def compare(
    players: Iterable[str] = THESIS_PLAYERS,
    games: int = 1_000_000,
    seed: int = 1,
    *,
    sampling_games: int = 2000,
    variant: str = "classic",
    threads: int = 2,
    progress: Progress | None = None,
) -> Iterator[MatchResult]:
    """Yield a match for every ordered pair of players.

    Parameters
    ----------
    sampling_games
        Games for the pairs with a Monte Carlo player, who plays a thousand times slower.
    progress
        Called within each match with the number of games done and their total.

    Raises
    ------
    As `simulate` does.
    """
    for first, second in product(list(players), repeat=2):
        yield simulate(
            first,
            second,
            sampling_games if is_sampling(first, second) else games,
            seed,
            variant=variant,
            threads=threads,
            progress=progress,
        )


def check_players(rules: Rules, *players: str | Player) -> None:
    """Refuse players by whom a variant is not played.

    Raises
    ------
    UnknownStrategy
        One of them cannot play it; the message says who can.
    """
    if rules.tracks_aside:
        for player in players:
            if not isinstance(player, str) or find_strategy(player) not in ASIDE_PLAYERS:
                name = player if isinstance(player, str) else player.name
                raise UnknownStrategy(
                    f"{rules.variant} Love Letter is not played by {name!r}; "
                    f"it is by: {', '.join(p.name.lower() for p in ASIDE_PLAYERS)}"
                )


def is_sampling(*players: str) -> bool:
    """Return whether a Monte Carlo player is among some players given by name."""
    return any(find_strategy(player) == Strategy.MONTE_CARLO for player in players)


def find_player(name: str) -> str | Player:
    """Return a built-in player's name, or a player of one's own named ``module:attribute``.

    Raises
    ------
    UnknownStrategy
        There is no such player.
    """
    player: Player | None = load_player(name, _PROMISE)
    if player is None:
        return find_strategy(name).name.lower()
    if not hasattr(player, "name"):
        raise UnknownStrategy(f"{name!r} is not a player: it needs {_PROMISE}")
    return player


def _by_lead(variant: str, path: str | os.PathLike[str] | None) -> LeadPolicy:
    """Return the actions of the table by discards."""
    table = open_love_letter(variant, path, scoring=Scoring.DISCARDS)
    assert table.leads is not None  # for mypy: it is set for this scoring
    columns = [np.asarray(column, dtype=np.int64) for column in table.leads]
    return LeadPolicy(np.asarray(table.actions_chosen), np.stack(columns, axis=1))
