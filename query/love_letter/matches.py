"""Simulated matches: one pair of players, or all ordered pairs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import product
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from llq.query import match_result
from llq.query.love_letter.built_in_players import (
    THESIS_PLAYERS,
    check_players,
    find_player,
    is_sampling,
    is_solution,
)
from llq.query.love_letter.deals import name_cards, opening_hand
from llq.query.love_letter.observation import CardName
from llq.query.love_letter.responses.exploiters import EXPLOITER, find_exploiter
from llq.query.love_letter.table.stored_policies import stored_play
from llq.query.love_letter.variant_tables import variant_options
from llq.query.match_result import match_command
from llq.query.players import check_seed
from llq.solver.arguments import MOST_GAMES, check_integer, check_threads
from llq.solver.jobs.blocks import computing_on
from llq.solver.jobs.progress import Progress
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules
from llq.store.schema import rules_name

if TYPE_CHECKING:
    from llq.solver.love_letter.players import Player

GAMES, PLAYOUTS = 1_000_000, 1000
"""Default numbers of games and Monte Carlo playouts."""


@dataclass(frozen=True, kw_only=True)
class Match(match_result.Match):
    """Match of Love Letter; the first player begins every game.

    Where guesses or Spies earn tokens, ``lead`` is the first player's tokens a game less the
    second's.

    Parameters
    ----------
    hand
        The first player's opening hand by name, where it was fixed.
    face_up
        Cards laid open before the deal.
    playouts
        Playouts for each option of a Monte Carlo player.
    tokens, tokens_error
        Tokens that each player earned a game, where guesses or Spies earn some, and their standard
        errors.
    """

    hand: tuple[str, ...] | None = None
    face_up: int = 0
    playouts: int = PLAYOUTS
    tokens: tuple[float, float] | None = None
    tokens_error: tuple[float, float] | None = None

    derived = (*match_result.Match.derived, "rules", "command", "hand", "face_up", "playouts")

    def to_dict(self) -> dict[str, Any]:
        """Return the match as plain data, ready for JSON; tokens only if earned."""
        plain = super().to_dict()
        for name in ("first_hand", "second_hand", "tokens", "tokens_error"):
            plain.pop(name, None)
        if self.lead is None:
            for name in ("lead", "lead_error", "unit", "low", "high", "z"):
                plain.pop(name)
        return plain | {"hand": self.hand and list(self.hand)}

    def __str__(self) -> str:
        """Return the match in one line."""
        tokens = ""
        if self.tokens is not None and self.tokens_error is not None:
            pairs = zip(self.tokens, self.tokens_error, strict=True)
            tokens = "; tokens " + " to ".join(f"{mean:.4f} ± {error:.4f}" for mean, error in pairs)
        return (
            f"{self.first} v {self.second}: first wins {self.win_prob:.4f} "
            f"± {self.standard_error:.4f}, second {self.loss_prob:.4f}, draws "
            f"{self.draw_prob:.4f} ({self.games} games, seed {self.seed}){tokens}"
        )


class _MatchRequest(NamedTuple):
    """Validated match, ready to play once its tables exist."""

    rules: Rules
    players: tuple[str | Player, str | Player]
    hand: tuple[int, int] | None
    seed: int


def match(
    first: str | Player,
    second: str | Player,
    games: int = GAMES,
    seed: int = 1,
    *,
    hand: Iterable[CardName] | None = None,
    variant: str = "classic",
    path: str | os.PathLike[str] | None = None,
    playouts: int = PLAYOUTS,
    face_up: int = 0,
    threads: int = 2,
    progress: Progress = None,
    executor: Executor | None = None,
) -> Match:
    """Play games of two-player Love Letter by the real rules and count the wins.

    Equal final cards are decided by the higher discard total, else drawn; they are drawn in the
    2019 edition, where both then win a token. There the cards that a Chancellor returns stay at the
    deck's bottom until they are drawn. A match depends on the seed and the number of games, not on
    ``threads``.

    Parameters
    ----------
    first, second
        Names of `players`, or custom players: objects with a ``name`` and ``choose(view, random)
        -> action``, or ``module:attribute`` for one. ``first`` has the first turn. ``exploiter``
        is solved as situations come up: a seat of the whole deck takes some 45 s of processor
        time.
    hand
        The first player's two cards in the first turn; dealt at random by default.
    variant, path
        As in `llq.love_letter.table.open`.
    playouts
        Playouts for each option of a Monte Carlo player.
    face_up
        Cards laid open before the deal: 3 by the official two-player rule, 0 in the thesis.
    progress
        Called with the games done and their total.
    executor
        Computes in place of threads: processes, or a Dask cluster's ``Client.get_executor()``.

    Raises
    ------
    UnknownStrategy
        There is no such player, or it cannot play the variant: the 2019 edition is played by
        ``random``, ``table``, ``strategic`` and ``monte_carlo`` only.
    IllegalState
        The deck cannot deal ``hand`` or ``face_up``, a number is not positive, or ``exploiter``
        cannot play the variant (`DeckTooLarge` where it is too large for it).
    IllegalAction
        A custom player chose an action that is not legal.
    TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.table.open` does, where a player plays from a table.

    Examples
    --------
    >>> import llq
    >>> match = llq.love_letter.match("table", "strategic", games=100_000, seed=1)
    >>> f"{match.win_prob:.3f} ± {match.standard_error:.3f}"
    '0.622 ± 0.002'
    """
    from llq.solver.love_letter.match import MatchOptions, simulate

    request = check_match(
        first, second, games, seed, hand=hand, variant=variant, playouts=playouts,
        face_up=face_up, threads=threads,
    )  # fmt: skip
    rules, pair = request.rules, request.players
    with computing_on(executor):
        stored_policies = stored_play(rules, pair, path)
        opponents = [_load_player(player, rules, path, face_up) for player in pair]
        counts = simulate(
            rules, opponents[0], opponents[1], games, request.seed,
            MatchOptions(request.hand, face_up, playouts, **stored_policies._asdict()),
            threads=threads, progress=progress,
        )  # fmt: skip
    names = None if request.hand is None else name_cards(rules, request.hand)
    options = _options(rules, names, playouts, face_up)
    lead = None if counts.tokens is None else counts.tokens[0] - counts.tokens[1]
    win_prob, draw_prob = counts.first_wins / games, counts.draws / games
    score = win_prob + draw_prob / 2
    return Match(
        first=counts.first,
        second=counts.second,
        games=games,
        seed=request.seed,
        wins=counts.first_wins,
        draws=counts.draws,
        losses=counts.second_wins,
        win_prob=win_prob,
        standard_error=sqrt(win_prob * (1 - win_prob) / games),
        score=score,
        score_error=sqrt(max(win_prob + draw_prob / 4 - score**2, 0.0) / games),
        lead=lead,
        lead_error=None if lead is None else counts.lead_error,
        unit="" if lead is None else "tokens",
        deal_scores=np.array([1.0, 0.0, 0.5])[counts.results[0]],
        deal_leads=np.diff(counts.results[:0:-1], axis=0)[0].astype(np.float64),
        rules=rules_name(rules.rules_id, rules.version),
        command=match_command("love-letter", (first, second), games, request.seed, options),
        hand=names,
        face_up=face_up,
        playouts=playouts,
        tokens=counts.tokens,
        tokens_error=counts.tokens_error,
    )


def compare(
    players: Iterable[str] = THESIS_PLAYERS,
    games: int = GAMES,
    seed: int = 1,
    *,
    sampling_games: int = 2000,
    variant: str = "classic",
    threads: int = 2,
    progress: Progress = None,
) -> Iterator[Match]:
    """Yield matches for all ordered pairs of players.

    Parameters
    ----------
    players
        Names of `llq.love_letter.players`.
    sampling_games
        Games for pairs with a Monte Carlo player, which plays a thousand times slower.
    progress
        Called within each match with the games done and their total.

    Raises
    ------
    As `match` does.

    Examples
    --------
    >>> import llq
    >>> [m.first for m in llq.love_letter.rounds.compare(["random", "strategic"], games=100)]
    ['random', 'random', 'strategic', 'strategic']
    """
    strategies = [find_player(player) for player in players]
    for first, second in product(strategies, repeat=2):
        pair_games = sampling_games if is_sampling((first, second)) else games
        yield match(
            first, second, pair_games, seed, variant=variant, threads=threads, progress=progress
        )


def check_match(
    first: str | Player,
    second: str | Player,
    games: int,
    seed: int,
    *,
    hand: Iterable[CardName] | None = None,
    variant: str = "classic",
    playouts: int = PLAYOUTS,
    face_up: int = 0,
    threads: int = 2,
) -> _MatchRequest:
    """Return a validated match request, without reading or building tables."""
    check_integer("games", games, 1, MOST_GAMES)
    check_integer("playouts", playouts, 1)
    check_threads(threads)
    seed = check_seed(seed)
    rules = variants.rules(variant)
    players = find_player(first), find_player(second)
    check_players(rules, players)
    cards = opening_hand(rules, hand)
    from llq.solver.love_letter.match import check_deal

    check_deal(rules, cards, face_up)
    return _MatchRequest(rules, players, cards, seed)


def _load_player(
    player: str | Player, rules: Rules, path: str | os.PathLike[str] | None, face_up: int
) -> str | Player:
    if player == EXPLOITER:
        return find_exploiter(rules, path)
    if is_solution(player):
        from llq.query.love_letter.solution.player import find_solution

        return find_solution(rules, face_up, player)
    return player


def _options(
    rules: Rules, hand: tuple[str, ...] | None, playouts: int, face_up: int
) -> Iterator[str]:
    """Yield the words of the command line that a match needs besides players, games and seed."""
    if hand is not None:
        yield from ("--hand", ",".join(hand))
    if playouts != PLAYOUTS:
        yield from ("--playouts", str(playouts))
    if face_up:
        yield from ("--face-up", str(face_up))
    if rules.variant != "classic":
        yield from variant_options(rules)
