"""Cards with choices during a turn: discards before further draws, or drawing again.

The cost of a discard depends on the next draws and on what the coins will buy. So it is chosen for
the turns to go of the deck after each purchase. Purchases lead to larger decks, whose turns V
are known; passing leaves the deck and its own V. With b(o) the least turns of the decks that
outcome o can buy,

    V = F(V) = 1 + min over plays of the mean of min(V, b(o)),

where F is concave: a tangent to it crosses the diagonal at V or above. So V is found by Newton's
steps, each a walk over every hand and every set of cards drawn with the best choice for the V so
far; after the first step V only falls, and it does not fall any more once the choices are right.
Two discards are never considered, as an exchange of cards shows: a better treasure before a worse
one, and a card with a use before a useless one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.arrays import copy_into
from llq.solver.dominion.kingdom.cards import KingdomCard, buys_that_count
from llq.solver.dominion.kingdom.decks import DeckBox, Decks
from llq.solver.dominion.kingdom.fresh import (
    FreshGame,
    FreshPolicy,
    GameArrays,
    HandOutcomes,
    best_purchases,
)
from llq.solver.dominion.kingdom.hands import TREASURES, KingdomHands, binomials
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.jit import njit

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Cards = tuple[int, int, int, int, int]

_CLOSE = 1e-12
"""Convergence tolerance of a deck's value, in turns."""

_MORE = 0.1
"""Initial margin, in turns, of a deck's value above the values after its purchases."""

_ACT, _DRAW, _LOOK, _DRAW_ANEW = range(4)
_STAGES = 4
"""Stages per play, an upper bound on its scratch rows."""

_KNOWN, _TRIES = 2**11, 8
"""Size of a deck's turn cache, a power of 2, and slots probed per turn."""

_CARDS, _GOES_ON, _COINS, _BUYS, _DISCARDS, _DISCARD_COINS, _REDRAWS, _SECOND, _NEW_HAND = range(9)
_FACTS = (
    "cards",
    "actions",
    "coins",
    "buys",
    "discards",
    "discard_coins",
    "redraws",
    "second_draw",
    "new_hand",
)
"""Card fields in kernel order."""


class _Turns(NamedTuple):
    """The kernel's inputs of a turn."""

    card: Ints
    """(9,): as of `_FACTS`."""
    buys: int
    """The most buys of an outcome."""
    worth: Floats
    """(outcomes,): turns to go after each outcome, ordered by buys, then by coins."""
    ways: Floats
    """(cards, cards): binomial coefficients."""
    keys: Ints
    """(entries,): keys of remembered turns, -1 if empty."""
    known: Floats
    """(entries, outcomes + 2): their fewest turns to go, outcome if it is sure, and chances."""
    room: Floats
    """(rows, outcomes): room to work in."""


@dataclass(frozen=True)
class ChoiceHands:
    """The outcomes of hands with a card that chooses, whose chances `best_play` fills."""

    most_buys: int

    def __call__(self, box: Decks) -> HandOutcomes:
        """Return each deck's hand outcomes, all chances zero."""
        top = max(kind.cost for kind in box.kinds) * self.most_buys
        coins = np.tile(np.arange(top + 1), self.most_buys)
        buys = np.repeat(np.arange(1, self.most_buys + 1), top + 1)
        return HandOutcomes(coins, buys, np.zeros((box.decks, len(coins))))


def kingdom_game(box: DeckBox, card: KingdomCard | None) -> FreshGame:
    """Return a box's game with a kingdom card, or money alone."""
    if card is None:
        return FreshGame(box)
    if card.trades:
        raise IllegalState(f"{card.name}: with a card that trashes or gains no menu is solved")
    buys = buys_that_count(card)
    return FreshGame(box, ChoiceHands(buys) if card.chooses else KingdomHands(card, buys))


def best_play(
    game: FreshGame,
    card: KingdomCard | None,
    choose: Callable[[DeckBox, int, int], Sequence[int]] | None = None,
) -> FreshPolicy:
    """Return a `kingdom_game` optimum, or the policy of a ``choose`` function.

    A card that chooses is played for the fewest turns with these purchases, which fills the chances
    of the game's outcomes. Coins are never thrown away, though a rule may buy something worse for
    more. ``choose`` is as of `llq.solver.dominion.kingdom.fresh.FreshGame.policy`.
    """
    policy = game.policy(choose) if choose else game.optimum()
    if card and card.chooses:
        decks, turns = _arrays(card, game.box, game.outcomes)
        _sweep(decks, HAND_SIZE, game.tables, turns, choose is None, policy.value, policy.choice)
    return policy


def _arrays(card: KingdomCard, box: Decks, outcomes: HandOutcomes) -> tuple[Ints, _Turns]:
    """Return decks and turn inputs in kernel form."""
    money = [box.column(name) for name in TREASURES]
    copies = box.column(card.name)
    dead = box.others + box.counts.sum(1) - sum(money) - copies
    decks = np.stack([*money, copies, dead], 1).astype(np.int64)
    plays = 1 if card.is_terminal else int(copies.max(initial=1))
    width = outcomes.chance.shape[1]
    entries = _KNOWN if plays > 1 else 1
    return decks, _Turns(
        np.array([getattr(card, name) for name in _FACTS], np.int64),
        int(outcomes.buys.max()),
        np.empty(width),
        binomials(int(decks.sum(1).max())),
        np.empty(entries, np.int64),
        np.empty((entries, width + 2)),
        np.empty((1 + _STAGES * plays, width)),
    )


@njit
def _sweep(
    decks: Ints,
    hand: int,
    game: GameArrays,
    turns: _Turns,
    chooses: bool,
    value: Floats,
    choice: Ints,
) -> None:
    """Fill ``value`` (decks,), ``choice`` and ``game.chance`` (decks, outcomes) in place.

    ``decks`` (decks, 5) are Copper, Silver, Gold, copies of the card, and cards without use. Where
    ``chooses``, the best purchases are looked for; else they are those of ``choice``.
    """
    best = np.empty(choice.shape[1])
    for deck in range(len(decks) - 1, -1, -1):
        row = choice[deck]
        if chooses:
            best_purchases(game, deck, value, row, best)
        for o in range(len(best)):
            if not chooses:
                target = game.target[deck, max(0, row[o])]
                best[o] = np.inf if row[o] < 0 else value[target] if target >= 0 else 0.0
        value[deck] = _solve(decks[deck], hand, best, chooses, turns, game.chance[deck])
        for o in range(len(best)):
            if best[o] >= value[deck] and chooses:
                row[o] = -1


@njit
def _solve(
    deck: Ints, hand: int, best: Floats, may_pass: bool, turns: _Turns, chance: Floats
) -> float:
    """Return the turns to go of a deck, and fill ``chance`` (outcomes,) in place.

    ``best`` (outcomes,) has the turns to go after each outcome's purchase, infinite without one;
    with ``may_pass`` a purchase is made only where it is no worse than passing.
    """
    now, is_first = 0.0, True
    for o in range(len(best)):
        if best[o] < np.inf:
            now = max(now, best[o] + _MORE)
    while True:
        for o in range(len(best)):
            passes = best[o] == np.inf or (may_pass and best[o] > now)
            turns.worth[o], chance[o] = now if passes else best[o], 0.0
        total, buying = 1.0 + _walk(deck, hand, turns, chance), 0.0
        for o in range(len(best)):
            if turns.worth[o] == best[o]:
                buying += chance[o]
        if buying == 0.0:
            return np.inf
        before, now = now, now - (now - total) / buying
        if now > before - _CLOSE and not is_first:
            return now
        is_first = False


@njit(_nrt=False)
def _walk(deck: Ints, hand: int, turns: _Turns, chance: Floats) -> float:
    """Add every hand of a deck to ``chance`` (outcomes,), and return the mean turns to go after.

    ``deck`` (5,) is as in `_sweep`. Hands are played for the fewest turns to go, by the worth of
    ``turns``, which remembers them.
    """
    goes_on, ways, room = turns.card[_GOES_ON] > 0, turns.ways, turns.room
    zero = int(np.int64(0))  # a literal would make a copy of the recursion
    none = (zero, zero, zero, zero, zero)
    copies, dead = deck[3], deck[4]
    useless = dead if goes_on else dead + copies
    turns.keys[:] = -1
    share, total = 1.0 / ways[deck.sum(), hand], 0.0
    for a in range(min(deck[0], hand) + 1):
        for b in range(min(deck[1], hand - a) + 1):
            for c in range(min(deck[2], hand - a - b) + 1):
                treasures = share * ways[deck[0], a] * ways[deck[1], b] * ways[deck[2], c]
                rest = hand - a - b - c
                for w in range(min(copies, rest, rest if goes_on else 1) + 1):
                    e = rest - w
                    if w == 0 or goes_on:
                        met = treasures * ways[copies, w] * ways[dead, e]
                    else:  # copies that are not played are cards without use
                        met = treasures * (ways[useless, rest] - ways[dead, rest])
                    if met <= 0.0:
                        continue
                    left = (
                        deck[0] - a,
                        deck[1] - b,
                        deck[2] - c,
                        copies - w if goes_on else zero,
                        useless - e - (zero if goes_on else w),
                    )
                    held = (a, b, c, w, e)
                    to_go, sure = _best(zero, held, none, left, zero, zero, turns, zero)
                    total += met * to_go
                    if sure >= 0:
                        chance[sure] += met
                    else:
                        for o in range(len(chance)):
                            chance[o] += met * room[0, o]
    return total


@njit(_nrt=False)
def _best(
    stage: int,
    held: Cards,
    seen: Cards,
    left: Cards,
    draws: int,
    played: int,
    turns: _Turns,
    depth: int,
) -> tuple[float, int]:
    """Return a stage's fewest turns to go, and its outcome if certain.

    The outcome -1 is uncertain: ``room[depth]`` then has the chances of all; rows below are free.
    A stage is to play or stop; to draw, then to discard; to keep what is seen, or draw again.
    Cards are ``held``, looked at (``seen``), or ``left`` in the rest of the deck; ``draws`` are
    drawn next, and copies were ``played``.
    """
    card, room, ways = turns.card, turns.room, turns.ways
    goes_on = card[_GOES_ON] > 0
    if stage == _ACT:
        sure = _end(held, 0, played, turns)
        least = turns.worth[sure]
        if held[3] == 0 or (played and not goes_on):
            return least, sure
        others = (held[0], held[1], held[2], held[3] - 1, held[4])
        most = others if card[_REDRAWS] else _less(others, others)
        for a in range(most[0] + 1):
            for b in range(most[1] + 1):
                for c in range(most[2] + 1):
                    for w in range(most[3] + 1):
                        rest = _less(others, (a, b, c, w, most[4]))
                        if card[_NEW_HAND]:
                            rest = _less(rest, rest)
                        new = card[_CARDS] + a + b + c + w + most[4]
                        to_go, outcome = _best(
                            stage + 1, rest, seen, left, new, played + 1, turns, depth + 1
                        )
                        if to_go < least:
                            least, sure = to_go, outcome
                            if outcome < 0:
                                copy_into(room[depth], room[depth + 1])
        return least, sure
    if stage == _LOOK:
        sure = _end(_more(held, seen), card[_DISCARDS], played, turns)
        least = turns.worth[sure]
        to_go, outcome = _best(stage + 1, held, seen, left, draws, played, turns, depth + 1)
        if to_go < least:
            least, sure = to_go, outcome
            copy_into(room[depth], room[depth + 1])
        return least, sure
    room[depth] = 0.0
    total, size = 0.0, left[0] + left[1] + left[2] + left[3] + left[4]
    looks = stage == _DRAW and card[_SECOND] > 0
    draws = min(draws, size)
    share = 1.0 / ways[size, draws]
    for a in range(min(draws, left[0]) + 1):
        for b in range(min(draws - a, left[1]) + 1):
            drawn = share * ways[left[0], a] * ways[left[1], b]
            for c in range(min(draws - a - b, left[2]) + 1):
                more = draws - a - b - c
                treasures = drawn * ways[left[2], c]
                for w in range(max(0, more - left[4]), min(more, left[3]) + 1):
                    met = treasures * ways[left[3], w] * ways[left[4], more - w]
                    new = (a, b, c, w, more - w)
                    if looks:
                        to_go, outcome = _best(
                            stage + 1, held, new, _less(left, new), draws, played, turns, depth + 1
                        )
                    elif goes_on and held[3] + w > 0:
                        hand, under = _more(held, new), _less(left, new)
                        to_go, outcome = np.inf, -1
                        first, last = _copies_discarded(hand, card[_DISCARDS])
                        for copies in range(first, last + 1):
                            kept = _kept(hand, card[_DISCARDS], copies)
                            place, key = _find(kept, under, played, turns.keys)
                            if kept[3] == 0:
                                sure = _end(kept, 0, played, turns)
                                least = turns.worth[sure]
                            elif turns.keys[place] == key:
                                least, sure = turns.known[place, 0], int(turns.known[place, 1])
                                copy_into(room[depth + 2], turns.known[place, 2:])
                            else:
                                least, sure = _best(
                                    stage - 1, kept, seen, under, draws, played, turns, depth + 2
                                )
                                _remember(turns, place, key, least, sure, room[depth + 2])
                            if least < to_go:
                                to_go, outcome = least, sure
                                copy_into(room[depth + 1], room[depth + 2])
                    else:
                        outcome = _end(_more(held, new), card[_DISCARDS], played, turns)
                        to_go = turns.worth[outcome]
                    total += met * to_go
                    if outcome >= 0:
                        room[depth, outcome] += met
                    else:
                        for o in range(room.shape[1]):
                            room[depth, o] += met * room[depth + 1, o]
    return total, -1


@njit(_nrt=False)
def _copies_discarded(hand: Cards, discards: int) -> tuple[int, int]:
    """Return the fewest and most copies to discard, after all useless cards."""
    dear = max(0, discards - hand[4])
    treasures = hand[0] + hand[1] + hand[2]
    return min(hand[3], max(0, dear - treasures)), min(hand[3], dear)


@njit(_nrt=False)
def _kept(hand: Cards, discards: int, copies: int) -> Cards:
    """Return a hand after its discards: useless cards, some copies, and the smallest treasures."""
    useless = min(hand[4], discards)
    less = discards - useless - copies
    coppers = min(hand[0], less)
    silvers = min(hand[1], less - coppers)
    golds = min(hand[2], less - coppers - silvers)
    return _less(hand, (coppers, silvers, golds, copies, useless))


@njit(_nrt=False)
def _remember(turns: _Turns, place: int, key: int, to_go: float, sure: int, chance: Floats) -> None:
    """Store a turn in a free slot."""
    if turns.keys[place] == -1:
        turns.keys[place] = key
        turns.known[place, 0], turns.known[place, 1] = to_go, sure
        copy_into(turns.known[place, 2:], chance)


@njit(_nrt=False)
def _find(held: Cards, left: Cards, played: int, keys: Ints) -> tuple[int, int]:
    """Return a turn's cache slot and key; the slot may hold another turn."""
    key = played
    for kind in range(5):
        key = key << 11 | held[kind] << 6 | left[kind]
    last = len(keys) - 1
    first = (key * 0x9E3779B97F4A7C15 >> 40) & last
    for step in range(_TRIES):
        place = (first + step) & last
        if keys[place] == key or keys[place] == -1:
            return place, key
    return first, key


@njit(_nrt=False)
def _end(held: Cards, discards: int, played: int, turns: _Turns) -> int:
    """Return a turn's outcome after discarding the least valuable cards."""
    useless = held[3] + held[4]
    less = max(0, discards - useless)
    coppers = max(0, held[0] - less)
    less -= held[0] - coppers
    silvers = max(0, held[1] - less)
    less -= held[1] - silvers
    coins = coppers + 2 * silvers + 3 * max(0, held[2] - less) + played * turns.card[_COINS]
    if turns.card[_DISCARD_COINS] and played:
        coins += useless
    width = len(turns.worth) // turns.buys
    return int(min(played * turns.card[_BUYS], turns.buys - 1) * width + min(coins, width - 1))


@njit(_nrt=False)
def _less(some: Cards, others: Cards) -> Cards:
    return (
        some[0] - others[0],
        some[1] - others[1],
        some[2] - others[2],
        some[3] - others[3],
        some[4] - others[4],
    )


@njit(_nrt=False)
def _more(some: Cards, others: Cards) -> Cards:
    return (
        some[0] + others[0],
        some[1] + others[1],
        some[2] + others[2],
        some[3] + others[3],
        some[4] + others[4],
    )
