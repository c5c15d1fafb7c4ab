"""A kernel that plays games and counts everything in them that must never be.

In every position before an ask it looks through the eyes of every player, of every player through
every other, and of everyone, and compares what they hold for certain with the hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from llq.solver.card_sets import count
from llq.solver.jit import njit
from llq.solver.literature import engine, players, turns
from llq.solver.literature.engine import (
    ASKS,
    HANDS,
    LIVE,
    LOG,
    LOGGED,
    OUT_OF_TURN,
    OWNERS,
    PLAYERS,
    ROW,
    SIZES,
    TURN,
)
from llq.solver.literature.inference import knowledge
from llq.solver.literature.inference.knowledge import count_of, make_view
from llq.solver.literature.log import MOST_ASKS
from llq.solver.literature.players import Kind
from llq.solver.literature.rules import (
    HALF,
    HALF_SUITS,
    IN_HALF,
    MOST_PLAYERS,
)
from llq.solver.literature.scratch import Scratch, make_scratch
from llq.solver.rng import next_bits, scale, streams
from tests.solver.literature.games import all_rules

CLAIM = 1  # a kind of move in the log
COUNTS = (
    "games",
    "positions",
    "views",
    "right claims",
    "false facts",
    "first-order facts the other lacks",
    "public facts somebody lacks",
    "views that saw a contradiction",
    "wrong certain claims",
    "certain claims not made",
    "stuck turns",
    "cards lost",
    "games without an end",
    "asks",
    "guessed claims",
)
(
    GAMES,
    POSITIONS,
    VIEWS,
    RIGHT,
    FALSE,
    UNKNOWN,
    UNSEEN,
    CONTRADICTION,
    WRONG,
    UNMADE,
    STUCK,
    LOST,
    ENDLESS,
    ALL_ASKS,
    GUESSED,
) = range(len(COUNTS))
FAULTS = COUNTS[FALSE : ENDLESS + 1]
NO_WEIGHTS = np.zeros(0, dtype=np.float32)
KINDS = (Kind.RANDOM, Kind.POSSIBLE, Kind.GREEDY, None)  # None: another for every seat


@njit(_nrt=False)
def _count_false(row: Any, view: Any) -> int:
    """Return how many facts of a view the hands belie."""
    found = 0
    for player in range(row[PLAYERS]):
        hand = row[HANDS + player]
        found += count(view.held[player] & ~hand) + count(hand & ~view.may[player])
        for half in range(HALF_SUITS):
            cards = count(hand >> IN_HALF * half & HALF)
            found += cards < count_of(view.low[player], half)
            found += cards > count_of(view.high[player], half)
    return found


@njit(_nrt=False)
def _count_beyond(row: Any, weak: Any, strong: Any) -> int:
    """Return how many facts the first view has that the second has not."""
    found = 0
    for player in range(row[PLAYERS]):
        found += count(strong.may[player] & ~weak.may[player])
        found += count(weak.held[player] & ~strong.held[player])
        for half in range(HALF_SUITS):
            found += count_of(weak.low[player], half) > count_of(strong.low[player], half)
            found += count_of(weak.high[player], half) < count_of(strong.high[player], half)
    return found


@njit(_nrt=False)
def _check_views(row: Any, own: Any, other: Any, public: Any, found: Any) -> None:
    found[CONTRADICTION] += not knowledge.infer_common(row, public)
    found[FALSE] += _count_false(row, public)
    for seat in range(row[PLAYERS]):
        found[CONTRADICTION] += not knowledge.infer(row, seat, own[seat])
        found[FALSE] += _count_false(row, own[seat])
        found[UNSEEN] += _count_beyond(row, public, own[seat])
        if row[OUT_OF_TURN] or seat == row[TURN]:
            for half in range(HALF_SUITS):
                if row[LIVE] >> IN_HALF * half & 1:
                    found[UNMADE] += knowledge.certain_claim(row, seat, half, own[seat]) >= 0
    for seat in range(row[PLAYERS]):
        for through in range(row[PLAYERS]):
            if through != seat:
                sound = knowledge.infer_other(row, own[seat], through, other)
                found[CONTRADICTION] += not sound
                found[FALSE] += _count_false(row, other)
                found[UNKNOWN] += _count_beyond(row, other, own[through])
                found[UNSEEN] += _count_beyond(row, public, other)
    found[VIEWS] += row[PLAYERS] ** 2 + 1


@njit(_nrt=False)
def _check_cards(row: Any, found: Any) -> None:
    seen = 0
    for seat in range(MOST_PLAYERS):
        hand = row[HANDS + seat]
        found[LOST] += count(seen & hand) + (count(hand) != row[SIZES + seat])
        seen |= hand
    found[LOST] += count(seen ^ row[LIVE])
    for half in range(HALF_SUITS):
        cards = count(row[LIVE] >> IN_HALF * half & HALF)
        found[LOST] += cards != (IN_HALF if row[OWNERS + half] == engine.UNCLAIMED else 0)


@njit(_nrt=False)
def _check_claims(row: Any, before: Any, logged: int, found: Any) -> None:
    """Compare the claims since a row was as ``before`` with the hands that it had."""
    for index in range(LOG + logged, LOG + row[LOGGED]):
        if row[index] & 3 == CLAIM:
            half, said, true = row[index] >> 5 & 7, row[index] >> 9, row[index] >> 27
            right = row[index] >> 8 & 1
            wrong = engine.holders(before, half) != true & 0o777777
            found[RIGHT] += right
            found[WRONG] += wrong or (right and (said ^ true) & 0o777777 != 0)


@njit(_nrt=False)
def _guess(row: Any, stream: Any) -> None:
    """Let somebody who may claim guess who holds a half suit; modified in place."""
    half = scale(next_bits(stream), HALF_SUITS)
    if not row[LIVE] >> IN_HALF * half & 1:
        return
    seat = scale(next_bits(stream), row[PLAYERS]) if row[OUT_OF_TURN] else row[TURN]
    said = 0
    for place in range(IN_HALF):
        mate = (seat & 1) + 2 * scale(next_bits(stream), row[PLAYERS] // 2)
        said |= mate << 3 * place
    engine.claim(row, seat, half, said, engine.holders(row, half))


@njit(_nrt=False)
def _is_drawn(stream: Any, chances: int) -> bool:
    """Return True once in so many draws, never if 0."""
    return bool(chances and scale(next_bits(stream), chances) == 0)


def _play(rows: Any, kinds: Any, sources: Any, guesses: Any, seats: int, found: Any) -> None:
    """Play games to their ends, one ask in ``guesses`` after a guessed claim, and count.

    Few games are done sooner than this loop would be compiled.
    """
    scratch, own, other, public = spaces(seats)
    for index, (row, source) in enumerate(zip(rows, sources, strict=True)):
        engine.deal(row, source[:1])
        found[GAMES] += 1
        going = True
        while going:
            before = row.copy()
            going = turns.advance(row, source[:1], scratch.inference)
            _check_claims(row, before, before[LOGGED], found)
            _check_cards(row, found)
            if not going:
                found[STUCK] += not engine.is_over(row)
                break
            if row[ASKS] >= MOST_ASKS:
                found[ENDLESS] += 1
                break
            found[STUCK] += not engine.can_ask(row)
            found[POSITIONS] += 1
            _check_views(row, own, other, public, found)
            if _is_drawn(source[1:2], guesses[index]):
                _guess(row, source[1:2])
                found[GUESSED] += 1
                continue
            seat = row[TURN]
            code = players.choose(row, kinds[index, seat], NO_WEIGHTS, source[2:3], scratch, True)
            target, card = players.ask_of(code)
            engine.ask(row, target, card, row[HANDS + target] >> card & 1)
        found[ALL_ASKS] += row[ASKS]


def spaces(seats: int) -> tuple[Scratch, Any, Any, Any]:
    """Return a scratch and room for the views."""
    own = tuple(make_view() for _ in range(MOST_PLAYERS))
    return make_scratch(seats), own, make_view(), make_view()


def count_faults(seats: int, games: Sequence[int], seed: int) -> tuple[dict[str, int], Any]:
    """Return the counts of some games, given by number, and the rows they ended in.

    The number gives the flags, the kind of player, and whether there are guessed claims, one in 20
    asks, which there are in half of the games.
    """
    combined = all_rules(seats)[:24]  # the pack changes names only
    rows = np.zeros((len(games), ROW), dtype=np.int64)
    kinds = np.zeros((len(games), seats), dtype=np.int64)
    for index, game in enumerate(games):
        kind = KINDS[game // 24 % 4]
        rows[index] = engine.new_row(combined[game % 24])
        kinds[index] = [(game + seat) % 3 if kind is None else kind for seat in range(seats)]
    guesses = [20 * (game // 96 % 2) for game in games]
    sources = np.concatenate([streams(seed, 3 * game, 3 * (game + 1))[None] for game in games])
    found = np.zeros(len(COUNTS), dtype=np.int64)
    _play(rows, kinds, sources, guesses, seats, found)
    return dict(zip(COUNTS, found.tolist(), strict=True)), rows
