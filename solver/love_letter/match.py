"""Matches: many games between two players, from seeded streams.

Games are played side by side in kernels. For custom players the kernels log both hands before and
after each turn, and a player is told what may be known of that log.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownStrategy
from llq.solver.array_types import Bytes, Ints, Uints
from llq.solver.jit import njit
from llq.solver.jobs.game_blocks import play_blocks
from llq.solver.jobs.progress import Progress
from llq.solver.love_letter.players import Player, Strategy, choose, consult, find_strategy
from llq.solver.love_letter.rounds import engine, turn_log
from llq.solver.love_letter.rounds.engine import Arena, LeadPolicy
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.spies import index_spies, spy_token
from llq.solver.love_letter.table.states import StateSpace, state_space
from llq.solver.love_letter.views import View
from llq.solver.rng import streams

if TYPE_CHECKING:  # tables of games do without the rounds of Python
    from llq.solver.love_letter.rounds.game_state import LoveLetterState

_USER = -1
_BLOCK, _MONTE_CARLO_BLOCK = 4096, 16  # games a thread takes at a time: some 10 to 50 ms


@dataclass(frozen=True)
class MatchCounts:
    """Outcomes of a match's games; the first player begins each."""

    first: str
    second: str
    games: int
    first_wins: int
    second_wins: int
    draws: int
    tokens: tuple[float, float] | None = None
    """Mean tokens per game of each player, if tokens differ from wins."""
    tokens_error: tuple[float, float] | None = None
    """Standard errors of ``tokens``."""
    lead_error: float | None = None
    """The standard error of the difference."""
    results: NDArray[np.int8] = field(kw_only=True, repr=False, compare=False)
    """(3, games): the winner (0 first, 1 second, 2 nobody), then each player's tokens."""


class MatchOptions(NamedTuple):
    """Deal options, and data of built-in players: playouts and stored policies."""

    hand: tuple[int, int] | None = None
    """The two cards, as indices, between which the first player chooses in the first turn."""
    face_up: int = 0
    """Cards laid out before the deal: 3 by the official two-player rule, 0 in the thesis."""
    playouts: int = 1000
    """Playouts for each option of a Monte Carlo player."""
    policy: Bytes | None = None
    """(entries,): the Table player's actions, as in `Solution.actions`."""
    by_lead: LeadPolicy | None = None
    """The actions for the table by discards."""
    keeps: Bytes | None = None
    """(choices,): the Table player's second choices, as of `table.keeps.solve_keeps`."""


_DEFAULTS = MatchOptions()


def simulate(
    rules: Rules,
    first: str | Player,
    second: str | Player,
    games: int,
    seed: int,
    options: MatchOptions = _DEFAULTS,
    *,
    threads: int = 2,
    progress: Progress = None,
) -> MatchCounts:
    """Play games between two players and count who wins; ``first`` has the first turn.

    Players are a built-in one's name (`Strategy`) or a `Player`, who is always called from the
    calling thread. A game depends on the seed and its index alone, not on ``games`` or ``threads``.
    """
    space, pair = state_space(rules), (first, second)
    players = tuple(find_strategy(name) if isinstance(name, str) else name for name in pair)
    check_deal(rules, options.hand, options.face_up)
    _check_policies(space, players, options)
    arena = engine.make_arena(
        space, hand=options.hand, policy=options.policy, by_lead=options.by_lead,
        keeps=options.keeps, playouts=options.playouts,
    )  # fmt: skip
    blocks = play_blocks(
        partial(_play_games, _Setting(rules, arena, players, seed, options)),
        range(games),
        _MONTE_CARLO_BLOCK if Strategy.MONTE_CARLO in players else _BLOCK,
        threads=threads,
        has_custom_players=not all(isinstance(player, Strategy) for player in players),
        progress=progress,
    )
    results = np.concatenate(list(blocks), axis=1)
    names = [
        player.name.lower() if isinstance(player, Strategy) else player.name for player in players
    ]
    wins = np.bincount(results[0], minlength=3).tolist()
    tokens = () if rules.unit == "win probability" else _token_means(results[1:].astype(np.int64))
    return MatchCounts(
        names[0], names[1], games, wins[0], wins[1], wins[2], *tokens, results=results
    )


def deal_games(
    arena: Arena, seed: int, start: int, stop: int, *, fixed: bool = False, face_up: int = 0
) -> tuple[Ints, Uints]:
    """Return rows and streams of freshly dealt games ``start`` … ``stop - 1`` of a seed."""
    rows = np.empty((stop - start, engine.POOL + len(arena.pack)), dtype=np.int64)
    sources = streams(seed, start, stop)
    engine.deal(arena, fixed, face_up, rows, sources)
    return rows, sources


@njit
def advance(
    arena: Arena, seats: tuple[int, int], turns: int, rows: Ints, streams: Uints, log: turn_log.Log
) -> None:
    """Advance each game to its end or a custom player's turn, modified in place.

    ``seats`` has each player's `Strategy`, or -1 for a custom player, who plays ``PENDING``. At
    most ``turns`` are played; ``log`` gets each, `turn_log.NO_LOG` none.
    """
    cards, plays, options = arena.cards, arena.plays, arena.options
    is_logged = len(log.lengths) > 0
    for index in range(len(rows)):
        row, stream = rows[index], streams[index : index + 1]
        for _ in range(turns):
            strategy = seats[row[engine.MOVER]]
            action = row[engine.PENDING]
            if row[engine.WINNER] != engine.PLAYING or (strategy == _USER and action < 0):
                break
            if strategy != _USER:
                action = choose(strategy, arena, cards, plays, options, row, stream)
            row[engine.PENDING] = -1
            if is_logged:
                turn_log.write_before(log, index, row, action)
            engine.apply(cards, plays, row, action, stream, arena.by_discards)
            if is_logged and not row[engine.EXTRA]:
                turn_log.write_after(log, index, row)


def choose_action(state: LoveLetterState, arena: Arena, strategy: Strategy, bits: int) -> int:
    """Return a built-in player's action in a copy of a round; ``bits`` are 64 random ones."""
    rows = state.row(state_space(state.rules))[None]
    stream, seats = np.array([bits], dtype=np.uint64), (int(strategy), int(strategy))
    advance(arena, seats, 1, rows, stream, turn_log.NO_LOG)
    return int(rows[0, engine.ACTION])


def check_deal(rules: Rules, hand: tuple[int, int] | None, face_up: int) -> None:
    """Raise IllegalState if the deck cannot supply the opening hand or face-up cards."""
    spare = rules.deck_size - 4  # but for two hands, a draw and the aside card
    if not 0 <= face_up <= spare:
        raise IllegalState(f"0 to {spare} cards can lie face up; got {face_up}")
    copies = dict(enumerate(rules.copies))
    if hand and any(hand.count(card) > copies.get(card, 0) for card in hand):
        names = " and ".join(rules.cards[card].name for card in hand if card < len(copies))
        raise IllegalState(f"{rules.variant} Love Letter cannot deal a hand of {names or hand}")


class _Setting(NamedTuple):
    """Settings shared by all games of a match."""

    rules: Rules
    arena: Arena
    players: tuple[Strategy | Player, ...]
    seed: int
    options: MatchOptions


def _play_games(setting: _Setting, numbers: range) -> NDArray[np.int8]:
    """Return the games' ``results``, in the form of `MatchCounts`."""
    rules, arena, _, seed, options = setting
    rows, sources = deal_games(
        arena, seed, numbers.start, numbers.stop,
        fixed=options.hand is not None, face_up=options.face_up,
    )  # fmt: skip
    _finish_games(setting, rows, sources, numbers.start)
    tokens = _tokens(rules, rows, arena.plays[rows[:, engine.ACTION], engine.ARGUMENT])
    return np.stack([rows[:, engine.WINNER], *tokens]).astype(np.int8)


def _finish_games(setting: _Setting, rows: Ints, sources: Uints, start: int) -> None:
    """Play games from number ``start`` on to the end, asking custom players in their turns."""
    rules, arena, players, seed, options = setting
    first, second = (int(player) if isinstance(player, Strategy) else _USER for player in players)
    if _USER not in (first, second):
        advance(arena, (first, second), len(arena.pack), rows, sources, turn_log.NO_LOG)
        return
    space, log = state_space(rules), turn_log.make_log(len(rows), len(arena.pack))

    @cache
    def random_of(index: int, seat: int) -> Random:
        return Random(f"{seed} {start + index} {seat}")

    while True:
        advance(arena, (first, second), len(arena.pack), rows, sources, log)
        unfinished = np.flatnonzero(rows[:, engine.WINNER] == engine.PLAYING).tolist()
        if not unfinished:
            return
        for index in unfinished:
            row, seat = rows[index], int(rows[index, engine.MOVER])
            state = engine.read_held(space, row) or engine.read_state(space, row)
            history = turn_log.read_history(rules, log, index, row, options.face_up)
            player = players[seat]
            assert not isinstance(player, Strategy)  # for mypy: only custom players are waited for
            choice = consult(player, View(rules, state, history), random_of(index, seat))
            row[engine.PENDING] = rules.action_numbers[choice]


def _tokens(rules: Rules, rows: Ints, guesses: Ints) -> Ints:
    """Return (2, games): each player's tokens; ``guesses`` are the last plays' arguments."""
    winner = rows[:, engine.WINNER]
    guess_tokens = np.array([card.guess_tokens for card in rules.cards])[guesses]
    won = 1 + rows[:, engine.HIT] * guess_tokens
    tokens = np.stack([(winner == seat) * won for seat in range(2)])
    if rules.spy_rule is not None:
        tokens += winner == engine.DRAW  # tied players win a token each
        tokens += _spy_tokens(rules, rows)
    return tokens


def _spy_tokens(rules: Rules, rows: Ints) -> Ints:
    """Return (2, games): each player's token for a Spy."""
    rule = int(rules.arrays.spy_rule[0])
    lead = np.zeros((3, 2, 4), dtype=np.int64)
    for winner, is_out, spies in np.ndindex(lead.shape):
        result = (1, -1, 0)[winner]  # the first player's
        lead[winner, is_out, spies] = spy_token(rule, result, bool(is_out), spies)
    leads = lead[rows[:, engine.WINNER], rows[:, engine.OUT], rows[:, engine.SPIES]]
    return np.stack([leads > 0, leads < 0]).astype(np.int64)


def _token_means(tokens: Ints) -> tuple[tuple[float, float], tuple[float, float], float]:
    """Return both players' mean tokens, with standard errors of each and of the difference."""
    games = tokens.shape[1]
    means, squares = tokens.sum(axis=1) / games, (tokens**2).sum(axis=1) / games
    first, second = means.tolist()
    first_error, second_error = np.sqrt((squares - means**2) / games).tolist()
    differences = ((tokens[0] - tokens[1]) ** 2).sum() / games
    lead_error = float(np.sqrt(max(differences - (first - second) ** 2, 0.0) / games))
    return (first, second), (first_error, second_error), lead_error


def _check_policies(
    space: StateSpace, players: tuple[Strategy | Player, ...], options: MatchOptions
) -> None:
    """Raise an error for a table player whose policy is missing or of the wrong size."""
    rules = space.rules
    leads = None if options.by_lead is None else options.by_lead.entries
    for strategy, entries in ((Strategy.TABLE, options.policy), (Strategy.TABLE_DISCARDS, leads)):
        if strategy not in players:
            continue
        name = strategy.name.lower()
        if entries is None:
            raise UnknownStrategy(f"the player {name!r} needs a policy: the actions of a solution")
        size = space.size if rules.spy_rule is None else index_spies(space)[1]
        if len(entries) != size:
            raise IllegalState(
                f"the policy of {name!r} has {len(entries)} entries; "
                f"{rules.variant} Love Letter has {size} states"
            )
    if rules.chooses_twice and Strategy.TABLE in players and options.keeps is None:
        raise UnknownStrategy("the player 'table' needs second choices too: those of `solve_keeps`")
