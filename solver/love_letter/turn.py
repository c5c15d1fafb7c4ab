"""Outcomes of one play: a turn's rules, independent of values.

Plain functions of arrays, in the part of Python that numba compiles: the solver compiles them, a
lookup runs them as they are.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Floats, Ints
from llq.solver.love_letter.rules import Argument, Consequence, Effect, GameArrays, Rules, Target
from llq.solver.love_letter.table.states import Layout

MISS = -1
"""The argument of a missed guess: all misses have the same outcome."""

# Bare integers: numba compiles a comparison with them to one instruction.
_GUESS, _COMPARE, _COMPARE_LOW = int(Effect.GUESS), int(Effect.COMPARE), int(Effect.COMPARE_LOW)
_REDRAW, _SWAP = int(Effect.REDRAW), int(Effect.SWAP)
_YIELD, _LOSE = int(Effect.YIELD), int(Effect.LOSE)
_POSSIBLE = np.array([int(effect.row.may) for effect in Effect])
_AIMED = sum(1 << effect for effect in Effect if effect.row.is_aimed)
_TARGETED = sum(1 << effect for effect in Effect if effect.row.argument == Argument.TARGET)
"""Bit sets of effects: stopped by a Handmaid, and with a choice of target."""
_OPPONENT, _SELF = int(Target.OPPONENT), int(Target.SELF)

_CONSEQUENCES = tuple(int(c) for c in Consequence)
WINS, LOSES, HITS, PROTECTS, DISCARDS_OWN, DISCARDS_THEIRS = _CONSEQUENCES[:6]
SWAPS, SEES_THEIRS, SHOWS_OWN, EXCHANGES = _CONSEQUENCES[6:]
ENDS, DISCARDS, REVEALS = map(int, (Consequence.ENDS, Consequence.DISCARDS, Consequence.REVEALS))

EFFECT, NUMBER = range(2)
"""First columns of a row of `CardRows`."""

CardRows = Ints | Sequence[Sequence[int]]
"""(cards, 2 or more): effect and number of each card."""


class Pool(NamedTuple):
    """Cards available to the opponent's draw: the deck plus the aside card."""

    cards: Ints  # (cards,): copies of each; kernels remove and restore cards.
    size: int
    code: int  # Mixed-radix code of the cards (`Layout`).


class HandPlay(NamedTuple):
    """A play from a hand: the action of `rules.Play`, plus the card kept."""

    card: int
    argument: int  # `MISS` for any guess other than the opponent's card.
    kept: int


class TurnFacts(NamedTuple):
    """Handmaid and knowledge flags of a turn, each 0 or 1."""

    maid: int  # Whether the opponent's Handmaid is up.
    known: int  # Whether the mover knows the opponent's card.
    kept_known: int  # Whether the opponent knows the card kept.


class Handover(NamedTuple):
    """Start of the opponent's turn, before their draw."""

    opponent: int  # The opponent's card.
    mine: int  # The mover's.
    maid: int  # Whether the mover's Handmaid is up.
    mine_known: int  # Whether the opponent knows ``mine``.
    opponent_known: int  # Whether the mover knows ``opponent``.


class ExchangeRoom(NamedTuple):
    """Working arrays for the choice of an EXCHANGE; see `table.exchange`."""

    # (cards, cards, cards): opponent's next value, by their card, draw and the mover's card.
    worth: Floats
    sums: Floats  # (cards, cards): sums of ``worth`` over the opponent's possible draws.
    options: Ints  # (6, 2): card kept and first returned card of each option.
    gains: Floats  # (6,): value of each option.


class Branches(NamedTuple):
    """Possible successor states of a play: the opponent's, with the mover's card fixed."""

    cell: Ints  # Cell (`Layout`).
    place: Ints  # Place within its block of states.
    ways: Floats  # Number of the `PlayOutcome.ways` that reach it.
    exchange: ExchangeRoom


class PlayOutcome(NamedTuple):
    """Outcome of a play, without its branches."""

    # Number of branches.
    count: int  # type: ignore[assignment]  # tuples have a method of this name
    win: int  # Number of ways in which the mover wins at once.
    loss: int  # Number of ways in which the mover loses at once.
    tie: int  # Number of ways to end the round with equal final cards.
    ways: int  # Total of equally likely ways, ended or branching.
    gain: int  # Increase of the mover's discard lead.


def make_branches(cards: int) -> Branches:
    """Return empty branches, large enough for any play with this many kinds of card."""
    most = cards * cards  # a Prince's draw and the opponent's
    cell, place = np.empty((2, most), dtype=np.int64)
    room = ExchangeRoom(
        np.empty((cards, cards, cards)),
        np.empty((cards, cards)),
        np.empty((6, 2), dtype=np.int64),
        np.empty(6),
    )
    return Branches(cell, place, np.empty(most), room)


def make_pool(layout: Layout, unseen: Ints) -> Pool:
    """Return all unseen cards as a pool, including the opponent's."""
    size = 0
    code = 0
    for card in range(len(unseen)):
        size += unseen[card]
        code += unseen[card] * layout.stride[card]
    return Pool(unseen, size, code)


def take_card(layout: Layout, pool: Pool, card: int) -> Pool:
    """Return a pool with one copy of a card removed; ``pool.cards`` is modified in place."""
    pool.cards[card] -= 1
    return Pool(pool.cards, pool.size - 1, pool.code - layout.stride[card])


def pool_without(layout: Layout, unseen: Ints, card: int) -> Pool:
    """Return the unseen cards but one as a pool; ``unseen`` is modified in place."""
    return take_card(layout, make_pool(layout, unseen), card)


def continue_game(
    game: GameArrays,
    layout: Layout,
    pool: Pool,
    handover: Handover,
    branches: Branches,
    outcome: PlayOutcome,
    copies: int,
) -> PlayOutcome:
    """Return ``outcome`` extended by the opponent's draws or the final comparison.

    ``branches`` is modified in place; ``copies`` is the number of ways that lead here.
    """
    count, win, loss, tie, ways, gain = outcome
    opponent, mine, maid, mine_known, opponent_known = handover
    if pool.size <= 1:  # only the aside card is left: the round ends
        difference = game.values[mine] - game.values[opponent]
        if difference > 0:
            win += copies
        elif difference < 0:
            loss += copies
        else:
            tie += copies
        return PlayOutcome(count, win, loss, tie, ways, gain)
    # Taken out of their tuples once: numba may count references whenever that is done.
    stride, hand, maid_step, width = layout.stride, layout.hand, layout.maid_step, layout.width
    kinds, position = layout.kinds, layout.position
    cells, places, times = branches.cell, branches.place, branches.ways
    drawable = pool.cards
    full_code = pool.code + stride[mine]
    for drawn in range(len(drawable)):
        if drawable[drawn] > 0:
            code = full_code - stride[drawn]
            cell = code * layout.hands + hand[opponent, drawn]
            place = 1 + position[code, mine]
            if maid:
                place += maid_step[cell]
            if mine_known:
                place += kinds[code]
            if opponent_known:
                place += width[cell] * (1 if opponent <= drawn else 2)
            cells[count] = cell
            places[count] = place
            times[count] = copies * drawable[drawn]
            count += 1
    return PlayOutcome(count, win, loss, tie, ways, gain)


def play_card(
    game: GameArrays,
    layout: Layout,
    pool: Pool,
    play: HandPlay,
    opponent: int,
    turn: TurnFacts,
    branches: Branches,
) -> PlayOutcome:
    """Return a play's outcome against one possible card of the opponent.

    A guess that hits needs no call. ``pool`` is changed and restored, ``branches`` modified in
    place.
    """
    gain, size = game.numbers[play.card], pool.size
    kept, known, kept_known = play.kept, turn.known, turn.kept_known
    consequences = resolve(game.cards, play.card, play.argument, kept, opponent, turn.maid)
    discards_own = consequences & DISCARDS_OWN != 0
    if consequences & DISCARDS:
        gain += game.numbers[kept] if discards_own else -game.numbers[opponent]
    if consequences & ENDS:
        is_win = consequences & WINS != 0
        return PlayOutcome(0, 1 if is_win else 0, 0 if is_win else 1, 0, 1, gain)
    if consequences & DISCARDS:
        outcome = PlayOutcome(0, 0, 0, 0, size * (size - 1) if size > 2 else size, gain)
        for drawn in range(len(pool.cards)):
            copies = pool.cards[drawn]
            if copies > 0:
                if discards_own:
                    handover = Handover(opponent, drawn, 0, 0, known)
                else:
                    handover = Handover(drawn, kept, 0, kept_known, 0)
                rest = take_card(layout, pool, drawn)
                outcome = continue_game(game, layout, rest, handover, branches, outcome, copies)
                pool.cards[drawn] += 1
        return outcome
    outcome = PlayOutcome(0, 0, 0, 0, max(size, 1), gain)
    if consequences & SWAPS:
        kept, opponent = opponent, kept
    if consequences & SEES_THEIRS:
        known = 1
    if consequences & SHOWS_OWN:
        kept_known = 1
    own_maid = 1 if consequences & PROTECTS else 0
    handover = Handover(opponent, kept, own_maid, kept_known, known)
    return continue_game(game, layout, pool, handover, branches, outcome, 1)


def resolve(
    cards: CardRows, played: int, argument: int, kept: int, opponent: int, maid: int
) -> int:
    """Return the consequences of a play, as bits of `Consequence`: every effect's rules.

    ``played`` and ``argument`` are as in `rules.Play`, the latter perhaps `MISS`. The mover's kept
    card and the opponent's may be any where they make no difference; ``maid`` is 1 if the
    opponent's Handmaid is up, else 0.
    """
    effect = cards[played][EFFECT]
    if effect == _GUESS:
        return WINS | HITS if argument == opponent and not maid else 0
    if effect == _REDRAW:
        if maid or argument == _SELF:
            return DISCARDS_OWN | LOSES if cards[kept][EFFECT] == _LOSE else DISCARDS_OWN
        return DISCARDS_THEIRS | WINS if cards[opponent][EFFECT] == _LOSE else DISCARDS_THEIRS
    if maid and _AIMED >> effect & 1:
        return 0
    if effect in (_COMPARE, _COMPARE_LOW):
        own_number, opposing_number = cards[kept][NUMBER], cards[opponent][NUMBER]
        if own_number == opposing_number:
            return REVEALS
        return WINS if (own_number > opposing_number) == (effect == _COMPARE) else LOSES
    return int(_POSSIBLE[effect])  # as it goes by no card


def compares(may: int) -> bool:
    """Return whether a play with these possible consequences compares two hands."""
    return bool(may & LOSES and may & REVEALS)


def is_guess(game: GameArrays, played: int) -> bool:
    """Return whether a card guesses; all misses have the same outcome."""
    return bool(game.effects[played] == _GUESS)


def is_hit(game: GameArrays, played: int, argument: int, opponent: int, maid: int) -> bool:
    """Return whether a play guesses the opponent's card correctly."""
    return bool(game.effects[played] == _GUESS and maid == 0 and argument == opponent)


def is_barred(game: GameArrays, card: int, argument: int, maid: int) -> bool:
    """Return whether a Handmaid blocks a card's target."""
    return bool(maid == 1 and argument == _OPPONENT and is_targeted(game.effects[card]))


def is_targeted(effect: int) -> bool:
    """Return whether an effect has a choice of target, with the opponent listed first."""
    return bool(_TARGETED >> effect & 1)


def is_forced(game: GameArrays, card: int, other: int) -> bool:
    """Return whether ``other`` in hand forces the play of ``card``."""
    return bool(game.effects[card] == _YIELD and game.effects[other] in (_REDRAW, _SWAP))


def is_kept_known(low: int, high: int, played: int, hand_known: int) -> int:
    """Return 1 if the opponent knows the card kept, else 0; always 0 for equal cards."""
    return int(low != high and hand_known == (1 if played == high else 2))


@lru_cache(maxsize=1024)
def legal_numbers(rules: Rules, low: int, high: int, maid: bool) -> tuple[int, ...]:
    """Return the numbers of a hand's legal actions, ascending."""
    game = rules.arrays
    return tuple(
        number
        for number, (card, argument) in enumerate(rules.plays)
        if card in (low, high)
        and not is_forced(game, low + high - card, card)
        and not is_barred(game, card, argument, maid)
    )
