"""Players of Sueca: the thesis's strategies, PIMC, and the protocol of custom players.

References
----------
.. [1] V. Lopes Carreiro, Examining different strategies for the card game Sueca, Leiden, 2016,
   chapters 5 and 6.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from llq.errors import UnknownStrategy, one_of
from llq.solver import card_sets
from llq.solver.array_types import Ints, Uints
from llq.solver.jit import njit
from llq.solver.sueca import engine
from llq.solver.sueca import settings as column
from llq.solver.sueca.engine import HANDS, LOG, PENDING, TRICK, TRICK_SIZE, TRUMP, TURN
from llq.solver.sueca.playouts import monte_carlo, strong
from llq.solver.sueca.playouts.scratch import Scratch, own_scratch
from llq.solver.sueca.policy.inference import MOST_HANDS
from llq.solver.sueca.rules import CARDS, HAND_SIZE, POINTS, RULES, SEATS, SUIT_MASK
from llq.solver.sueca.settings import Choice, Kind, Source

if TYPE_CHECKING:
    from llq.solver.sueca.positions.position import Action, Position

_OBLIGATED_TRUMP, _ALWAYS_HIGH = int(Kind.OBLIGATED_TRUMP), int(Kind.ALWAYS_HIGH)
_MONTE_CARLO, _PIMC = int(Kind.MONTE_CARLO), int(Kind.PIMC)
_POLICY, _NETWORK, _STRONG = int(Kind.POLICY), int(Kind.NETWORK), int(Kind.STRONG)
_USER = int(Kind.USER)

MOST_PLAYOUTS = 100
"""Maximum random games per sample, limited by the lanes."""

LEAST_SECONDS, MOST_SECONDS = 0.001, 100
"""Bounds on the seconds per decision of ``strong``."""

LETTERS = {"R": "random", "T": "obligated_trump", "A": "always_high", "MC": "mc_extra"}
"""Players by the thesis's letters."""
_NUMBERS_PATTERN = re.compile(r"(0|[1-9][0-9]{0,6})(?:x(0|[1-9][0-9]{0,6}))?(?:/([0-9]{1,7}))?")
_SECONDS_PATTERN = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9})s(?:/([0-9]{1,7}))?")


@dataclass(frozen=True, slots=True)
class Strategy:
    """A built-in player."""

    name: str
    """As `find_strategy` takes it."""
    kind: Kind
    """The kernel's branch."""
    summary: str
    limited: bool = False
    """Obligated Trump leads trumps too; Always High plays high as third player only."""
    choice: Choice = Choice.MEAN
    shuffles: int = 0
    """Samples of the hidden hands per decision."""
    playouts: int = 0
    """Random games for each hand drawn and legal card."""
    source: Source = Source.DRAWN
    limit: int = 0
    """Shuffles after which the thesis's player takes the true hands."""
    apart: bool = False
    """Whether each legal card has its own samples."""
    deals: int = 0
    """Hands that PIMC solves at a decision."""
    open_from: int = 0
    """Hand size from which deals are solved with open cards; larger hands use games."""
    tried: int = 0
    """Number of samples used to try cards, among those drawn."""
    power: float = 0.0
    """Exponent of the likelihood that weights drawn hands."""
    mixture: float = 0.0
    """Uniform share of every choice in that likelihood."""
    game_worth: int = 0
    """Card points for each game won, added to the cards' own points."""
    paired: bool = False
    """Whether all cards are tried with the same random numbers."""
    steps: int = 0
    """Steps that a decision may take, in place of numbers of hands: see `playouts.strong`."""

    def settings(self) -> Ints:
        """Return the player as kernels take it, int64 of shape (COLUMNS,)."""
        settings = np.zeros(column.COLUMNS, dtype=np.int64)
        settings[column.KIND], settings[column.LIMITED] = self.kind, self.limited
        settings[column.CHOICE], settings[column.SOURCE] = self.choice, self.source
        settings[column.SHUFFLES], settings[column.PLAYOUTS] = self.shuffles, self.playouts
        settings[column.LIMIT], settings[column.APART] = self.limit, self.apart
        settings[column.DEALS], settings[column.OPEN_FROM] = self.deals, self.open_from
        settings[column.TRIED], settings[column.STEPS] = self.tried, self.steps
        settings[column.PAIRED], settings[column.POWER] = self.paired, round(100 * self.power)
        settings[column.MIXTURE] = round(100 * self.mixture)
        results = np.arange(-RULES.sweep_games, RULES.sweep_games + 1)
        settings[column.STAKES :] = 100 * self.game_worth * results
        return settings

    @property
    def is_sampling(self) -> bool:
        """Whether the player decides by games with drawn hands, at thousands of times the cost."""
        return self.kind in (Kind.MONTE_CARLO, Kind.PIMC, Kind.STRONG)


def _read_strategies() -> Iterator[Strategy]:
    """Yield the players of ``players.toml``."""
    text = files(__package__).joinpath("players.toml").read_text("utf-8")
    enums = {"kind": Kind, "choice": Choice, "source": Source}
    for name, fields in tomllib.loads(text).items():
        named = {field: enums[field][fields[field]] for field in enums.keys() & fields.keys()}
        yield Strategy(name, **(fields | named))


STRATEGIES = {strategy.name: strategy for strategy in _read_strategies()}
"""The built-in players, by name."""


class Player(Protocol):
    """Interface of a custom player; built-in strategies are chosen by name."""

    @property
    def name(self) -> str:
        """The name in results."""

    def choose(self, view: Position, random: Random) -> Action:
        """Return one of ``view.legal``; ``random`` is seeded per game and seat."""


class Needs(NamedTuple):
    """Parts of `choose` that players need: True, or None for parts not to be compiled."""

    samples: bool | None
    solves: bool | None
    infers: bool | None


def find_strategy(text: str) -> Strategy:
    """Return a built-in player by name or thesis letter: R, T, A; MC is the honest Extra.

    A colon is followed by the number of deals drawn and, after ``x``, the random games with each:
    ``mc_extra:50x2``; ``/`` is followed by the limit of shuffling. ``pimc:20/6`` solves 20 deals
    from 6 cards in hand on; ``strong:300/5`` infers from 300 and solves from 5 cards;
    ``strong:0.1s/5`` from as many as a tenth of a second allows, counted in steps.

    >>> find_strategy("MC:10x5").playouts
    5
    """
    name, colon, numbers = text.strip().lower().replace("-", "_").partition(":")
    name = LETTERS.get(name.upper(), name)
    if name not in STRATEGIES:
        raise UnknownStrategy(f"unknown player {text!r}{one_of(name, STRATEGIES)}, or R, T, A, MC")
    strategy = STRATEGIES[name]
    if not colon:
        return strategy
    if not strategy.is_sampling:
        raise UnknownStrategy(f"{text!r}: {name} takes no numbers; write {name}")
    if strategy.kind is Kind.STRONG and (timed := _SECONDS_PATTERN.fullmatch(numbers)):
        return _with_seconds(strategy, text, float(timed[1]), int(timed[2] or strategy.open_from))
    match = _NUMBERS_PATTERN.fullmatch(numbers)
    example = f"write {name}:20 or :20/6" if strategy.deals else f"write {name}:50 or :50x2"
    if not match:
        raise UnknownStrategy(f"{text!r}: {example}")
    hands = int(match[1])
    playouts, bound = (None if number is None else int(number) for number in match.groups()[1:])
    if not hands or playouts == 0:
        raise UnknownStrategy(f"{text!r}: hands and games must be at least 1; {example}")
    strategy = replace(strategy, name=f"{name}:{numbers}")
    if strategy.kind is Kind.MONTE_CARLO:
        return _with_games(strategy, text, hands, playouts or strategy.playouts, bound)
    return _with_open_hands(strategy, text, hands, playouts, bound)


@njit(forceinline=True)
def choose(
    row: Ints,
    settings: Ints,
    stream: Uints,
    scratch: Scratch,
    samples: bool | None,
    solves: bool | None,
    infers: bool | None,
) -> int:
    """Return a built-in player's card, and advance the stream.

    Where ``samples`` is None nobody plays random games, where ``solves`` is None nobody is PIMC,
    where ``infers`` is None nobody plays by the policy: what only they need is not compiled then.
    """
    kind, limited = settings[column.KIND], settings[column.LIMITED]
    legal, hand = engine.legal_cards(row), row[HANDS + engine.mover(row)]
    if kind >= _MONTE_CARLO and not legal & (legal - 1):  # where the others draw all the same
        return card_sets.lowest(legal)
    if solves is not None:  # noqa: SIM102 - numba decides a condition of its own by the type
        if kind == _PIMC and card_sets.count(hand) <= settings[column.OPEN_FROM]:
            return monte_carlo.choose_open(row, settings, stream, scratch)
    if samples is not None:  # noqa: SIM102
        if kind == _MONTE_CARLO or kind == _PIMC:  # noqa: SIM109 - that compiles a search
            return monte_carlo.choose(row, settings, stream, scratch)
    if infers is not None:
        if kind == _POLICY:
            return strong.choose_by_policy(row, scratch.strong.rules, scratch.strong, stream)
        if kind == _NETWORK:
            return strong.choose_by_policy(row, scratch.strong.trained, scratch.strong, stream)
        if kind == _STRONG:
            return strong.choose(row, settings, stream, scratch)
    if kind == _OBLIGATED_TRUMP:
        is_void = row[TRICK_SIZE] and not hand & (SUIT_MASK << 16 * engine.suit_of(row[TRICK]))
        trumps = legal & (SUIT_MASK << 16 * row[TRUMP])
        if trumps and (is_void or (limited and not row[TRICK_SIZE])):
            legal = trumps
    elif kind == _ALWAYS_HIGH and (not limited or row[TRICK_SIZE] == 2):
        legal = _highest_scoring(legal)
    return card_sets.random_card(legal, stream)


def choose_card(row: Ints, settings: Ints, stream: Uints, scratch: Scratch | None = None) -> int:
    """Return the mover's card under the given settings, and advance the stream."""
    seat = engine.mover(row)
    rows, seats = row[None].copy(), np.stack([settings] * SEATS)
    sources = np.repeat(stream[None], 1 + SEATS, axis=1)
    needs = needs_of([settings[column.KIND]])
    play_on(seats, rows, sources, scratch or own_scratch(), 1, *needs)
    stream[0] = sources[0, 1 + seat]
    return int(rows[0, LOG + row[TURN]])


def needs_of(kinds: Iterable[int]) -> Needs:
    """Return the needs of players of some kinds."""
    played = set(kinds)
    return Needs(
        samples=True if played & {Kind.MONTE_CARLO, Kind.PIMC} else None,
        solves=True if Kind.PIMC in played else None,
        infers=True if played & {Kind.POLICY, Kind.NETWORK, Kind.STRONG} else None,
    )


@njit(_nrt=False)
def play_on(
    settings: Ints,
    rows: Ints,
    sources: Uints,
    scratch: Scratch,
    cards: int,
    samples: bool | None,
    solves: bool | None,
    infers: bool | None,
) -> None:
    """Play up to ``cards`` cards per game, stopping at its end or a custom player's turn.

    Games are modified in place; ``sources`` are (games, 1 + seats) streams, the deal's first.
    """
    for index in range(len(rows)):
        row = rows[index]
        for _ in range(min(cards, CARDS - row[TURN])):
            seat = engine.mover(row)
            card = row[PENDING]
            if settings[seat, column.KIND] != _USER:
                stream = sources[index, seat + 1 : seat + 2]
                card = choose(row, settings[seat], stream, scratch, samples, solves, infers)
            if card < 0:
                break
            row[PENDING] = -1
            engine.apply(row, card)


def _with_open_hands(
    strategy: Strategy, text: str, hands: int, playouts: int | None, open_from: int | None
) -> Strategy:
    """Return a player that draws some hands and solves from a number of cards on."""
    if open_from is None:
        open_from = strategy.open_from
    if strategy.kind is Kind.PIMC:
        if playouts or open_from > HAND_SIZE:
            raise UnknownStrategy(
                f"{text!r}: write pimc:20/6, hands solved and from how many cards"
            )
        return replace(strategy, deals=hands, open_from=open_from)
    if playouts or open_from > HAND_SIZE or hands > MOST_HANDS:
        raise UnknownStrategy(
            f"{text!r}: write strong:300/5, hands drawn (at most {MOST_HANDS}) and from how "
            "many cards on deals are solved; or strong:0.1s/5, seconds a decision"
        )
    tried, deals = -(-hands // 3), min(hands, strategy.deals)
    return replace(strategy, shuffles=hands, tried=tried, deals=deals, open_from=open_from)


def _with_games(
    strategy: Strategy, text: str, hands: int, playouts: int, limit: int | None
) -> Strategy:
    """Return a Monte Carlo player that draws some hands, with a number of games for each."""
    if playouts > MOST_PLAYOUTS:
        raise UnknownStrategy(f"{text!r}: at most {MOST_PLAYOUTS} games for each deal drawn")
    if limit is None:
        limit = strategy.limit
    elif not strategy.limit:
        own_name = strategy.name.partition(":")[0]
        raise UnknownStrategy(f"{text!r}: {own_name} does not shuffle again, so it takes no limit")
    return replace(strategy, shuffles=hands, playouts=playouts, limit=limit)


def _with_seconds(strategy: Strategy, text: str, seconds: float, open_from: int) -> Strategy:
    """Return a player that decides within some seconds, counted in steps."""
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS or open_from > HAND_SIZE:
        raise UnknownStrategy(
            f"{text!r}: {seconds:g} seconds a decision and solving from {open_from} cards on; "
            f"write strong:0.1s/5, with {LEAST_SECONDS} to {MOST_SECONDS} seconds and at most "
            f"{HAND_SIZE} cards"
        )
    steps = round(seconds * strong.STEPS_A_SECOND)
    name = f"{strategy.name}:{seconds:g}s/{open_from}"
    return replace(strategy, name=name, steps=steps, open_from=open_from)


@njit(forceinline=True)
def _highest_scoring(mask: int) -> int:
    for rank in range(len(POINTS) - 1, -1, -1):
        if POINTS[rank] == 0:
            break
        cards = mask & (0x0001000100010001 << rank)
        if cards:
            return cards
    return mask
