"""Opening asks: how many kinds there are, how likely each is, and what it leads to.

Before the first ask all that a player knows is their own hand. Suits, half suits, the cards within
one and the opponents are then alike, so that an opening ask is told from others only by the
*pattern* of the hand, the numbers of cards that it has of each half suit, most first, and by its
*count*, the number that it has of the half suit that is asked in. There are 125 such openings with
4 players, 40 with 6 and 18 with 8.

Each opponent is as likely as any other player to hold a card that the first mover lacks: an opening
ask gets the card with chance 1 / (players - 1), whatever it is. The value of an opening is
therefore in what comes after it: the mean result of games that begin so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.card_sets import count, random_card, random_cards
from llq.solver.jit import njit
from llq.solver.literature import engine, turns
from llq.solver.literature.engine import HANDS, PLAYERS, TURN
from llq.solver.literature.matches.match import MOVE_LIMIT, line_up, play_on, summarize
from llq.solver.literature.players import Strategy
from llq.solver.literature.rules import CARDS, DECK, HALF, HALF_SUITS, IN_HALF, Rules, find_rules
from llq.solver.literature.scratch import Inference, make_scratch
from llq.solver.rng import next_bits, scale, streams

_STREAMS = 1 << 40  # of a pattern, so that no two patterns share any


@dataclass(frozen=True, slots=True)
class Opening:
    """One kind of opening ask."""

    pattern: tuple[int, ...]
    """Cards of each half suit that the hand has any of, most first."""
    count: int
    """Cards, 1 to 5, that it has of the half suit of the card that is asked for."""

    @property
    def asks(self) -> int:
        """How many cards the player may ask for in this way."""
        return self.pattern.count(self.count) * (IN_HALF - self.count)


@dataclass(frozen=True)
class Rollouts:
    """What came of games with given openings; the first axis is the opening, then the game."""

    lead: NDArray[np.int8]
    """(openings, games) half suits of the first mover's team less those of the other."""
    finished: NDArray[np.bool_]
    """(openings, games) whether the game ended before the limit on asks."""
    hit: NDArray[np.bool_]
    """(openings, games) whether the opening ask got the card."""
    asks: NDArray[np.int16]
    """(openings, games) asks of the game."""


@cache
def patterns(players: int) -> tuple[tuple[int, ...], ...]:
    """Return every pattern that a hand may have, the most even ones last.

    >>> len(patterns(4)), patterns(8)[0], patterns(8)[-1]
    (51, (6,), (1, 1, 1, 1, 1, 1))
    """
    return tuple(_partitions(CARDS // players, IN_HALF, HALF_SUITS))


def opening_classes(players: int) -> tuple[Opening, ...]:
    """Return every kind of opening ask, by pattern.

    >>> [len(opening_classes(players)) for players in (4, 6, 8)]
    [125, 40, 18]
    """
    return tuple(
        Opening(pattern, held)
        for pattern in patterns(players)
        for held in sorted(set(pattern) - {IN_HALF}, reverse=True)
    )


def pattern_chance(pattern: tuple[int, ...]) -> Fraction:
    """Return the chance that a hand has a pattern, out of all hands of its size.

    The half suits can have these numbers in 8! / ∏ m! ways, where m half suits have each number,
    and ``n`` cards of a half suit can be any of C(6, n).

    >>> pattern_chance((6,)) == Fraction(8, comb(48, 6))
    True
    """
    counts = [*pattern, *[0] * (HALF_SUITS - len(pattern))]
    ways = factorial(HALF_SUITS) // prod(factorial(counts.count(held)) for held in set(counts))
    return Fraction(ways * prod(comb(IN_HALF, held) for held in counts), comb(CARDS, sum(pattern)))


def hit_chance(players: int) -> Fraction:
    """Return the chance that an opening ask gets the card.

    The cards that the first mover lacks lie in the other players' hands, of one size, each deal
    alike: a card is in each of them with the same chance.

    >>> hit_chance(4)
    Fraction(1, 3)
    """
    return Fraction(1, players - 1)


def roll_out(
    pattern: tuple[int, ...],
    strategy: Strategy,
    games: int,
    seed: int,
    *,
    first: int = 0,
    rules: Rules | None = None,
    limit: int = MOVE_LIMIT,
) -> Rollouts:
    """Play games ``first`` … ``first + games - 1`` of a seed with each opening of a pattern.

    Each game deals a random hand of the pattern to a random first mover, and random cards to the
    others; a deal of which another player would claim a half suit at once, and so take the turn, is
    dealt again, which leaves the players alike. The mover asks a random opponent for a random card
    of the opening's kind, the same opponent whatever the opening. Then all play by one strategy,
    from the same streams of random numbers.

    Parameters
    ----------
    pattern
        One of `patterns`.
    strategy
        Who plays on, in every seat.
    rules
        The variant; by default the article's.
    limit
        Asks after which a game is given up.

    Raises
    ------
    IllegalState
        No hand has such a pattern, or no ask can be made from it; or the strategy was learnt for
        another number of players.
    """
    rules = rules or find_rules()
    known = patterns(rules.players)
    counts = [
        opening.count for opening in opening_classes(rules.players) if opening.pattern == pattern
    ]
    if not counts or games < 1:
        raise IllegalState(
            f"{pattern} is not a pattern of a hand of {CARDS // rules.players} cards that can ask, "
            f"or {games} is not a number of games"
        )
    each = 1 + rules.players
    begin = known.index(pattern) * _STREAMS
    span = (begin + each * first, begin + each * (first + games))
    sources = streams(seed, *span).reshape(-1, each)
    rows = np.repeat(engine.new_row(rules)[None], games, axis=0)
    scratch = make_scratch(rules.players)
    wanted = np.array([*pattern, *[0] * (HALF_SUITS - len(pattern))])
    _deal_all(rows, wanted, sources, scratch.inference)
    lineup = line_up([strategy] * rules.players, rules)
    found = []
    for held in counts:
        played, drawn = rows.copy(), sources.copy()
        hit = np.empty(games, dtype=np.bool_)
        _open_all(played, held, drawn, hit)
        ours = lineup.kinds, lineup.weights, played, drawn
        play_on(*ours, limit, scratch, lineup.has_learners)
        result = summarize(played)
        even = result.half_suits[:, 0] - result.half_suits[:, 1]
        lead = np.where(result.starter % 2 == 0, even, -even)
        found.append((lead.astype(np.int8), result.finished, hit, result.asks))
    return Rollouts(*(np.stack(column) for column in zip(*found, strict=True)))


def _partitions(cards: int, most: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to write a number as at most ``parts`` parts, none above ``most``."""
    if cards == 0:
        yield ()
    elif parts:
        for part in range(min(cards, most), 0, -1):
            for rest in _partitions(cards - part, part, parts - 1):
                yield (part, *rest)


@njit(_nrt=False)
def _deal_all(
    rows: NDArray[np.int64],
    counts: NDArray[np.int64],
    sources: NDArray[np.uint64],
    inference: Inference,
) -> None:
    """Deal every game; rows, counts and streams are modified in place."""
    for index in range(len(rows)):
        row, stream = rows[index], sources[index, :1]
        for half in range(HALF_SUITS):  # a game's deal must not depend on the one before
            for other in range(half):
                if counts[other] < counts[half]:
                    counts[other], counts[half] = counts[half], counts[other]
        first = -1
        while first < 0 or row[TURN] != first or not engine.can_ask(row):
            first = scale(next_bits(stream), row[PLAYERS])
            _deal_pattern(row, counts, first, stream)
            turns.advance(row, stream, inference)


@njit(_nrt=False)
def _deal_pattern(
    row: NDArray[np.int64], counts: NDArray[np.int64], first: int, stream: NDArray[np.uint64]
) -> None:
    """Deal the first mover a hand with such counts, in any order; all are modified in place."""
    hand = 0
    for half in range(HALF_SUITS):
        other = half + scale(next_bits(stream), HALF_SUITS - half)
        counts[half], counts[other] = counts[other], counts[half]
        hand |= random_cards(HALF << IN_HALF * half, counts[half], stream)
    left = DECK & ~hand
    for seat in range(row[PLAYERS]):
        if seat == first:
            row[HANDS + seat] = hand
        else:
            row[HANDS + seat] = random_cards(left, CARDS // row[PLAYERS], stream)
            left &= ~row[HANDS + seat]
    engine.begin(row, first)


@njit(_nrt=False)
def _open_all(
    rows: NDArray[np.int64], held: int, sources: NDArray[np.uint64], hit: NDArray[np.bool_]
) -> None:
    """Make the opening ask of every game; rows, streams and whether it hit in place."""
    for index in range(len(rows)):
        row, stream = rows[index], sources[index, :1]
        target = random_card(engine.targets(row), stream)
        hand, cards = row[HANDS + row[TURN]], 0
        for half in range(HALF_SUITS):
            if count(hand & HALF << IN_HALF * half) == held:
                cards |= ~hand & HALF << IN_HALF * half
        card = random_card(cards, stream)
        hit[index] = row[HANDS + target] >> card & 1
        engine.ask(row, target, card, bool(row[HANDS + target] >> card & 1))
