"""Matches: many games between two players, from seeded streams."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import sqrt
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalAction, IllegalState, UnknownStrategy
from llq.solver.game_blocks import play_blocks
from llq.solver.jit import njit
from llq.solver.love_letter import engine
from llq.solver.love_letter.engine import (
    ACTION,
    ARGUMENT,
    HIT,
    MOVER,
    PENDING,
    PLAYING,
    POOL,
    WINNER,
    Arena,
    LeadPolicy,
)
from llq.solver.love_letter.players import Player, Strategy, choose, find_strategy, legal_actions
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.states import State, StateSpace, state_space
from llq.solver.rng import streams

__all__ = ["MatchResult", "simulate"]

_USER = -1
_COUNTS = 7  # of `_tally`
_BLOCK, _MONTE_CARLO_BLOCK = 4096, 16  # games a thread takes at a time: some 10 to 50 ms


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What came of a match; the first player has the first turn of every game."""

    first: str
    second: str
    games: int
    first_wins: int
    second_wins: int
    draws: int
    seed: int
    playouts: int
    """Playouts for each option of a Monte Carlo player."""
    hand: tuple[int, int] | None
    """The first player's opening hand, cards by index, where it was fixed."""
    first_tokens: float | None = None
    """Tokens that the first player earned a game, where guesses earn some (`Card.guess_tokens`)."""
    second_tokens: float | None = None
    """Likewise the second player."""
    first_tokens_error: float | None = None
    """Standard error of ``first_tokens``."""
    second_tokens_error: float | None = None
    """Standard error of ``second_tokens``."""

    def to_dict(self) -> dict[str, Any]:
        """Return the match as plain data, rates and standard error included."""
        names = ["first_win_rate", "second_win_rate", "draw_rate", "standard_error"]
        fields = asdict(self)
        if self.first_tokens is None:
            fields = {name: x for name, x in fields.items() if "tokens" not in name}
        else:
            names += ["token_lead", "token_lead_error"]
        return fields | {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        """Return the match in one line."""
        tokens = ""
        if self.first_tokens is not None:
            tokens = (
                f"; tokens {self.first_tokens:.4f} ± {self.first_tokens_error:.4f} "
                f"to {self.second_tokens:.4f} ± {self.second_tokens_error:.4f}"
            )
        return (
            f"{self.first} v {self.second}: first wins {self.first_win_rate:.4f} "
            f"± {self.standard_error:.4f}, second {self.second_win_rate:.4f}, "
            f"draws {self.draw_rate:.4f} ({self.games} games, seed {self.seed}){tokens}"
        )

    @property
    def first_win_rate(self) -> float:
        """Share of the games that the first player won."""
        return self.first_wins / self.games

    @property
    def second_win_rate(self) -> float:
        """Share of the games that the second player won."""
        return self.second_wins / self.games

    @property
    def draw_rate(self) -> float:
        """Share of the games that nobody won."""
        return self.draws / self.games

    @property
    def standard_error(self) -> float:
        """Standard error of ``first_win_rate``, of independent games."""
        return sqrt(self.first_win_rate * (1 - self.first_win_rate) / self.games)

    @property
    def token_lead(self) -> float | None:
        """The first player's tokens a game less the second's, where guesses earn some."""
        if self.first_tokens is None or self.second_tokens is None:
            return None
        return self.first_tokens - self.second_tokens

    @property
    def token_lead_error(self) -> float | None:
        """Standard error of ``token_lead``."""
        if self.token_lead is None:
            return None
        # No game gives both players tokens, so the mean square of the lead is the sum of theirs.
        squares = 0.0
        for mean, error in (
            (self.first_tokens, self.first_tokens_error),
            (self.second_tokens, self.second_tokens_error),
        ):
            squares += self.games * (error or 0.0) ** 2 + (mean or 0.0) ** 2
        return sqrt(max(squares - self.token_lead**2, 0.0) / self.games)


def simulate(
    rules: Rules,
    first: str | Player,
    second: str | Player,
    games: int,
    seed: int,
    *,
    hand: tuple[int, int] | None = None,
    policy: NDArray[np.uint8] | None = None,
    by_lead: LeadPolicy | None = None,
    playouts: int = 1000,
    face_up: int = 0,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> MatchResult:
    """Play games between two players and count who wins.

    Parameters
    ----------
    first, second
        A built-in player's name (`Strategy`) or a `Player`; ``first`` has the first turn.
    games, seed
        Number of games. A game depends on the seed and its index alone, not on ``games`` or
        ``threads``.
    hand
        The two cards, as indices, between which the first player chooses in his first turn.
    policy
        (states,) the Table player's action in each state, as in `Solution.actions`.
    by_lead
        What the player of the table by discards does.
    playouts
        Playouts for each option of a Monte Carlo player.
    face_up
        Cards laid out openly before the deal: 3 by the official two-player rule, 0 in the thesis.
    threads
        Threads that play; a user's player is always called from the calling thread.
    progress
        Called with the number of games done and their total.

    Raises
    ------
    UnknownStrategy
        A name is none of the built-in players', or ``table`` has no policy.
    IllegalState
        The policy is not one of this variant's, the deck has too few cards for ``hand`` or
        ``face_up``, or the variant is one of `archer_match`.
    IllegalAction
        A user's player chose an action that is not legal.
    """
    space = state_space(rules)
    players = tuple(find_strategy(p) if isinstance(p, str) else p for p in (first, second))
    _check(space, players, hand, policy, by_lead, face_up)
    arena = engine.make_arena(space, hand=hand, policy=policy, by_lead=by_lead, playouts=playouts)

    guess_tokens = np.array([card.guess_tokens for card in rules.cards])

    def play(numbers: range) -> NDArray[np.int64]:
        rows, sources = deal_games(
            arena, seed, numbers.start, numbers.stop, fixed=hand is not None, face_up=face_up
        )
        _finish(arena, space, players, rows, sources, seed, numbers.start)
        return _tally(rows, guess_tokens[arena.plays[rows[:, ACTION], ARGUMENT]])

    counts = np.zeros(_COUNTS, dtype=np.int64)
    for block_counts in play_blocks(
        play,
        range(games),
        _MONTE_CARLO_BLOCK if Strategy.MONTE_CARLO in players else _BLOCK,
        threads=threads,
        has_custom_players=not all(isinstance(p, Strategy) for p in players),
        progress=progress,
    ):
        counts += block_counts
    names = [p.name.lower() if isinstance(p, Strategy) else p.name for p in players]
    wins, tokens = counts[:3].tolist(), _token_means(counts[3:], games)
    if not guess_tokens.any():
        tokens = ()
    return MatchResult(
        names[0], names[1], games, wins[0], wins[1], wins[2], seed, playouts, hand, *tokens
    )


def _tally(rows: NDArray[np.int64], earned: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return wins of both players, draws, and of each player's tokens the sum and that of squares.

    ``earned`` are the tokens of each row's last guess, which count where it was right.
    """
    wins = np.bincount(rows[:, WINNER], minlength=3)
    sums = []
    for seat in range(2):
        tokens = (rows[:, WINNER] == seat) * (1 + rows[:, HIT] * earned)
        sums += [tokens.sum(), (tokens**2).sum()]
    return np.append(wins, sums)


def _token_means(sums: NDArray[np.int64], games: int) -> tuple[float, ...]:
    """Return both players' mean tokens and their standard errors."""
    means, squares = sums[::2] / games, sums[1::2] / games
    return *means.tolist(), *np.sqrt((squares - means**2) / games).tolist()


def deal_games(
    arena: Arena, seed: int, start: int, stop: int, *, fixed: bool = False, face_up: int = 0
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Return the rows and the streams of games ``start`` … ``stop - 1`` of a seed, just dealt."""
    rows = np.empty((stop - start, POOL + len(arena.pack)), dtype=np.int64)
    sources = streams(seed, start, stop)
    engine.deal(arena, fixed, face_up, rows, sources)
    return rows, sources


@njit
def advance(
    arena: Arena,
    seats: tuple[int, int],
    turns: int,
    rows: NDArray[np.int64],
    streams: NDArray[np.uint64],
) -> None:
    """Play each game on until it is over or waits for a user's player, modified in place.

    Parameters
    ----------
    seats
        Each player's `Strategy`, or -1 for a user's, who plays what ``PENDING`` says.
    turns
        Turns to play at most.
    """
    cards, plays, options = arena.cards, arena.plays, arena.options
    for index in range(len(rows)):
        row, stream = rows[index], streams[index : index + 1]
        for _ in range(turns):
            strategy = seats[row[MOVER]]
            action = row[PENDING]
            if row[WINNER] != PLAYING or (strategy == _USER and action < 0):
                break
            if strategy != _USER:
                action = choose(strategy, arena, cards, plays, options, row, stream)
            row[PENDING] = -1
            engine.apply(cards, plays, row, action, stream)


def _finish(
    arena: Arena,
    space: StateSpace,
    players: tuple[Strategy | Player, ...],
    rows: NDArray[np.int64],
    sources: NDArray[np.uint64],
    seed: int,
    start: int,
) -> None:
    """Play games to the end, asking users' players in each game that waits for them."""
    first, second = (int(p) if isinstance(p, Strategy) else _USER for p in players)
    randoms: dict[tuple[int, int], Random] = {}
    while True:
        advance(arena, (first, second), len(arena.pack), rows, sources)
        waiting = np.flatnonzero(rows[:, WINNER] == PLAYING).tolist()
        if not waiting:
            return
        for index in waiting:
            row = rows[index]
            seat = int(row[MOVER])
            if (index, seat) not in randoms:
                randoms[index, seat] = Random(f"{seed} {start + index} {seat}")
            state = engine.read_state(space, row)
            row[PENDING] = _ask(space.rules, players[seat], state, randoms[index, seat])


def _ask(rules: Rules, player: Strategy | Player, state: State, random: Random) -> int:
    """Return the index of the action that a user's player chooses."""
    assert not isinstance(player, Strategy)  # for mypy: games wait for users' players only
    action = player.choose(state, random)
    legal = legal_actions(rules, state)
    if action not in legal:
        raise IllegalAction(
            f"{player.name} chose {action} in {state}; legal are "
            + ", ".join(rules.describe(a) for a in legal)
        )
    return rules.actions.index(action)


def _check(
    space: StateSpace,
    players: tuple[Strategy | Player, ...],
    hand: tuple[int, int] | None,
    policy: NDArray[np.uint8] | None,
    by_lead: LeadPolicy | None,
    face_up: int,
) -> None:
    rules = space.rules
    if rules.tracks_aside:
        raise IllegalState(
            f"{rules.variant} Love Letter is played with the aside card told apart from the deck: "
            "use archer_match.simulate_archer"
        )
    check_deal(rules, hand, face_up)
    leads = None if by_lead is None else by_lead.entries
    for strategy, entries in ((Strategy.TABLE, policy), (Strategy.TABLE_DISCARDS, leads)):
        if strategy in players:
            name = strategy.name.lower()
            if entries is None:
                raise UnknownStrategy(
                    f"the strategy {name!r} needs a policy: the actions of a solution"
                )
            if len(entries) != space.size:
                raise IllegalState(
                    f"the policy of {name!r} has {len(entries)} entries; "
                    f"{rules.variant} Love Letter has {space.size} states"
                )


def check_deal(rules: Rules, hand: tuple[int, int] | None, face_up: int) -> None:
    """Refuse an opening hand or a number of cards face up that the deck does not allow.

    Raises
    ------
    IllegalState
        The deck does not hold the hand, or leaves no game.
    """
    spare = rules.deck_size - 4  # but for two hands, a draw and the aside card
    if not 0 <= face_up <= spare:
        raise IllegalState(f"0 to {spare} cards can lie face up; got {face_up}")
    if hand and any(hand.count(c) > (rules.copies[c : c + 1] or (0,))[0] for c in hand):
        names = " and ".join(rules.cards[c].name for c in hand if c < len(rules.cards))
        raise IllegalState(f"{rules.variant} Love Letter cannot deal a hand of {names or hand}")
