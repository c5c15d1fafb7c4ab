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

from llq.errors import IllegalState
from llq.solver.array_types import Floats, Ints
from llq.solver.arrays import copy_into
from llq.solver.dominion.kingdom.cards import KingdomCard, buys_that_count
from llq.solver.dominion.kingdom.decks import DeckBox
from llq.solver.dominion.kingdom.fresh import (
    TREASURES,
    FreshGame,
    FreshPolicy,
    GameArrays,
    HandOutcomes,
    best_purchases,
    binomials,
)
from llq.solver.dominion.kingdom.hands import KingdomHands
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.jit import njit

_CLOSE = 1e-12
"""Convergence tolerance of a deck's value, in turns."""

_MARGIN = 0.1
"""Initial margin, in turns, of a deck's value above the values after its purchases."""

_DISCARD, _ACT, _DRAW, _LOOK, _DRAW_AGAIN = range(5)
"""Stages of a turn; `_DISCARD` follows the draw and leads to the next play."""

_ROWS_PER_PLAY = 4
"""Stages per play, an upper bound on its scratch rows."""

_MEMO_SLOTS, _TRIES = 2**11, 8
"""Size of a deck's turn memo, a power of 2, and slots probed per turn."""


class _Effects(NamedTuple):
    """Fields of a card as the kernels read them."""

    cards: int
    actions: int
    coins: int
    buys: int
    discards: int
    discard_coins: int
    redraws: int
    second_draw: int
    new_hand: int


class _Cards(NamedTuple):
    """Card counts by kind; ``useless`` are neither treasures nor copies of the card."""

    copper: int
    silver: int
    gold: int
    copies: int
    useless: int


class _Turns(NamedTuple):
    """The kernel's inputs of a turn."""

    card: _Effects
    buys: int
    """The most buys of an outcome."""
    worth: Floats
    """(outcomes,): turns to go after each outcome, ordered by buys, then by coins."""
    ways: Floats
    """(cards, cards): binomial coefficients."""
    keys: Ints
    """(slots,): keys of remembered turns, -1 if empty."""
    memo: Floats
    """(slots, outcomes + 2): their fewest turns to go, outcome if it is sure, and chances."""
    scratch: Floats
    """(rows, outcomes): chances of the outcomes, by depth."""


@dataclass(frozen=True)
class ChoiceHands:
    """The outcomes of hands with a card that chooses, whose chances `best_play` fills."""

    most_buys: int

    def __call__(self, box: DeckBox) -> HandOutcomes:
        """Return each deck's hand outcomes, all chances zero."""
        top = max(kind.cost for kind in box.kinds) * self.most_buys
        return HandOutcomes.from_grid(np.zeros((box.decks, self.most_buys, top + 1)))


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
    of the game's outcomes. ``choose`` is as of `FreshGame.policy`.
    """
    policy = game.policy(choose) if choose else game.optimum()
    if card and card.chooses:
        decks, turns = _kernel_inputs(card, game.box, game.outcomes)
        _sweep(decks, HAND_SIZE, game.tables, turns, choose is None, policy.value, policy.choice)
    return policy


def _kernel_inputs(card: KingdomCard, box: DeckBox, outcomes: HandOutcomes) -> tuple[Ints, _Turns]:
    """Return decks and turn inputs in kernel form."""
    money = [box.column(name) for name in TREASURES]
    copies = box.column(card.name)
    dead = box.others + box.counts.sum(1) - sum(money) - copies
    decks = np.stack([*money, copies, dead], 1).astype(np.int64)
    plays = 1 if card.is_terminal else int(copies.max(initial=1))
    width = outcomes.chance.shape[1]
    slots = _MEMO_SLOTS if plays > 1 else 1
    return decks, _Turns(
        _Effects(*(int(getattr(card, name)) for name in _Effects._fields)),
        int(outcomes.buys.max()),
        np.empty(width),
        binomials(int(decks.sum(1).max())),
        np.empty(slots, np.int64),
        np.empty((slots, width + 2)),
        np.empty((1 + _ROWS_PER_PLAY * plays, width)),
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
        else:
            for outcome in range(len(best)):
                target = game.target[deck, max(0, row[outcome])]
                after = value[target] if target >= 0 else 0.0
                best[outcome] = np.inf if row[outcome] < 0 else after
        value[deck] = _solve(decks[deck], hand, best, chooses, turns, game.chance[deck])
        for outcome in range(len(best)):
            if best[outcome] >= value[deck] and chooses:
                row[outcome] = -1


@njit
def _solve(
    deck: Ints, hand: int, best: Floats, may_pass: bool, turns: _Turns, chance: Floats
) -> float:
    """Return the turns to go of a deck, and fill ``chance`` (outcomes,) in place.

    ``best`` (outcomes,) has the turns to go after each outcome's purchase, infinite without one;
    with ``may_pass`` a purchase is made only where it is no worse than passing.
    """
    to_go, is_first = 0.0, True
    for outcome in range(len(best)):
        if best[outcome] < np.inf:
            to_go = max(to_go, best[outcome] + _MARGIN)
    while True:
        for outcome in range(len(best)):
            passes = best[outcome] == np.inf or (may_pass and best[outcome] > to_go)
            turns.worth[outcome], chance[outcome] = to_go if passes else best[outcome], 0.0
        total, buying = 1.0 + _sum_hands(deck, hand, turns, chance), 0.0
        for outcome in range(len(best)):
            if turns.worth[outcome] == best[outcome]:
                buying += chance[outcome]
        if buying == 0.0:
            return np.inf
        previous, to_go = to_go, to_go - (to_go - total) / buying
        if to_go > previous - _CLOSE and not is_first:
            return to_go
        is_first = False


@njit(_nrt=False)
def _sum_hands(deck: Ints, hand: int, turns: _Turns, chance: Floats) -> float:
    """Add every hand of a deck to ``chance`` (outcomes,), and return the mean turns to go after.

    ``deck`` (5,) is as in `_sweep`. Hands are played for the fewest turns to go, by the worth of
    ``turns``, which remembers them.
    """
    goes_on, ways = turns.card.actions > 0, turns.ways
    zero = int(np.int64(0))  # a literal would make a copy of the recursion
    no_cards = _Cards(zero, zero, zero, zero, zero)
    copper, silver, gold, copies, dead = deck
    useless = dead if goes_on else dead + copies
    turns.keys[:] = -1
    share, total = 1.0 / ways[deck.sum(), hand], 0.0
    for coppers in range(min(copper, hand) + 1):
        for silvers in range(min(silver, hand - coppers) + 1):
            drawn = share * ways[copper, coppers] * ways[silver, silvers]
            for golds in range(min(gold, hand - coppers - silvers) + 1):
                rest, treasures = hand - coppers - silvers - golds, drawn * ways[gold, golds]
                for playable in range(min(copies, rest, rest if goes_on else 1) + 1):
                    others = rest - playable
                    if playable == 0 or goes_on:
                        probability = treasures * ways[copies, playable] * ways[dead, others]
                    else:  # copies that are not played are cards without use
                        probability = treasures * (ways[useless, rest] - ways[dead, rest])
                    if probability <= 0.0:
                        continue
                    left = _Cards(
                        copper - coppers,
                        silver - silvers,
                        gold - golds,
                        copies - playable if goes_on else zero,
                        useless - others - (zero if goes_on else playable),
                    )
                    cards = _Cards(coppers, silvers, golds, playable, others)
                    to_go, outcome = _play(
                        zero + _ACT, cards, no_cards, left, zero, zero, turns, zero
                    )
                    total += probability * to_go
                    _add_share(chance, probability, outcome, turns.scratch[0])
    return total


@njit(_nrt=False)
def _play(
    stage: int,
    hand: _Cards,
    seen: _Cards,
    left: _Cards,
    draws: int,
    played: int,
    turns: _Turns,
    depth: int,
) -> tuple[float, int]:
    """Return a stage's fewest turns to go, and its outcome if certain.

    The outcome -1 is uncertain: ``scratch[depth]`` then has the chances of all; rows below are
    free. Cards are in hand, those just drawn of it ``seen``, or ``left`` in the rest of the deck;
    ``draws`` are drawn next, and copies were ``played``.
    """
    card, scratch, discards = turns.card, turns.scratch, turns.card.discards
    goes_on = card.actions > 0
    if stage == _ACT:
        # Stop, or play a copy after each choice of cards to draw anew.
        best = _stop(hand, 0, played, turns)
        if hand.copies == 0 or (played and not goes_on):
            return best
        other_cards = _Cards(hand.copper, hand.silver, hand.gold, hand.copies - 1, hand.useless)
        redrawable = other_cards if card.redraws else _subtract(other_cards, other_cards)
        for number in range(_count_redraws(redrawable)):
            redrawn = _nth_redraw(number, redrawable)
            rest = _subtract(other_cards, other_cards if card.new_hand else redrawn)
            next_draws = card.cards + _total(redrawn)
            play = _play(stage + 1, rest, seen, left, next_draws, played + 1, turns, depth + 1)
            best = _better(best, play, scratch, depth)
        return best
    if stage == _LOOK:
        # Keep the cards seen, or draw as many others.
        redraw = _play(
            stage + 1, _subtract(hand, seen), seen, left, draws, played, turns, depth + 1
        )
        return _better(_stop(hand, discards, played, turns), redraw, scratch, depth)
    if stage == _DISCARD:
        # Discard useless cards, some copies, and the smallest treasures; then act again.
        best = np.inf, -1
        useful = max(0, discards - hand.useless)
        treasures_in_hand = hand.copper + hand.silver + hand.gold
        fewest = min(hand.copies, max(0, useful - treasures_in_hand))
        for copies in range(fewest, min(hand.copies, useful) + 1):
            kept_hand = _discard(hand, discards, copies)
            slot, key = _find_slot(kept_hand, left, played, turns.keys)
            if kept_hand.copies == 0:
                play = _stop(kept_hand, 0, played, turns)
            elif turns.keys[slot] == key:
                play = turns.memo[slot, 0], int(turns.memo[slot, 1])
                copy_into(scratch[depth + 1], turns.memo[slot, 2:])
            else:
                play = _play(stage + 1, kept_hand, seen, left, draws, played, turns, depth + 1)
                _remember(turns, slot, key, play, scratch[depth + 1])
            best = _better(best, play, scratch, depth)
        return best
    # Draw: the mean of what follows, over the cards drawn.
    scratch[depth] = 0.0
    total, draws = 0.0, min(draws, _total(left))
    looks = stage == _DRAW and card.second_draw > 0
    next_stage = _LOOK if looks else _DISCARD
    ways = turns.ways
    share = 1.0 / ways[_total(left), draws]
    for coppers in range(min(draws, left.copper) + 1):
        for silvers in range(min(draws - coppers, left.silver) + 1):
            drawn = share * ways[left.copper, coppers] * ways[left.silver, silvers]
            for golds in range(min(draws - coppers - silvers, left.gold) + 1):
                others = draws - coppers - silvers - golds
                treasures = drawn * ways[left.gold, golds]
                for copies in range(max(0, others - left.useless), min(others, left.copies) + 1):
                    useless = others - copies
                    probability = treasures * ways[left.copies, copies]
                    probability *= ways[left.useless, useless]
                    new = _Cards(coppers, silvers, golds, copies, useless)
                    grown, rest = _add(hand, new), _subtract(left, new)
                    if looks or (goes_on and grown.copies > 0):
                        to_go, outcome = _play(
                            next_stage, grown, new, rest, draws, played, turns, depth + 1
                        )
                    else:
                        to_go, outcome = _stop(grown, discards, played, turns)
                    total += probability * to_go
                    _add_share(scratch[depth], probability, outcome, scratch[depth + 1])
    return total, -1


@njit(_nrt=False)
def _better(
    best: tuple[float, int], play: tuple[float, int], scratch: Floats, depth: int
) -> tuple[float, int]:
    """Return the play of fewer turns to go; the chances of a better one move a row up."""
    (to_go, outcome), (best_to_go, _) = play, best
    if to_go >= best_to_go:
        return best
    if outcome < 0:
        copy_into(scratch[depth], scratch[depth + 1])
    return play


@njit(_nrt=False)
def _add_share(chance: Floats, share: float, outcome: int, chances: Floats) -> None:
    """Add probability to an outcome; outcome -1 spreads it over all by ``chances``."""
    if outcome >= 0:
        chance[outcome] += share
    else:
        for index in range(len(chance)):
            chance[index] += share * chances[index]


@njit(_nrt=False)
def _count_redraws(most: _Cards) -> int:
    """Return the number of choices of cards to draw anew: the useless ones always are."""
    return (most.copper + 1) * (most.silver + 1) * (most.gold + 1) * (most.copies + 1)


@njit(_nrt=False)
def _nth_redraw(number: int, most: _Cards) -> _Cards:
    """Return the choice of a number below `_count_redraws`."""
    number, copies = number // (most.copies + 1), number % (most.copies + 1)
    number, gold = number // (most.gold + 1), number % (most.gold + 1)
    copper, silver = number // (most.silver + 1), number % (most.silver + 1)
    return _Cards(copper, silver, gold, copies, most.useless)


@njit(_nrt=False)
def _discard(hand: _Cards, discards: int, copies: int) -> _Cards:
    """Return a hand after its discards: useless cards, some copies, and the smallest treasures."""
    useless = min(hand.useless, discards)
    treasures = discards - useless - copies
    coppers = min(hand.copper, treasures)
    silvers = min(hand.silver, treasures - coppers)
    golds = min(hand.gold, treasures - coppers - silvers)
    return _subtract(hand, _Cards(coppers, silvers, golds, copies, useless))


@njit(_nrt=False)
def _remember(turns: _Turns, slot: int, key: int, play: tuple[float, int], chance: Floats) -> None:
    if turns.keys[slot] == -1:
        turns.keys[slot] = key
        turns.memo[slot, 0], turns.memo[slot, 1] = play
        copy_into(turns.memo[slot, 2:], chance)


@njit(_nrt=False)
def _find_slot(hand: _Cards, left: _Cards, played: int, keys: Ints) -> tuple[int, int]:
    """Return a turn's memo slot and key; the slot may hold another turn."""
    key = played
    for kind in range(5):
        key = key << 11 | hand[kind] << 6 | left[kind]
    last = len(keys) - 1
    first = (key * 0x9E3779B97F4A7C15 >> 40) & last
    for step in range(_TRIES):
        slot = (first + step) & last
        if keys[slot] == key or keys[slot] == -1:
            return slot, key
    return first, key


@njit(_nrt=False)
def _stop(hand: _Cards, discards: int, played: int, turns: _Turns) -> tuple[float, int]:
    """Return the turns to go, and the outcome, after discarding the least valuable cards."""
    useless = hand.copies + hand.useless
    kept = _discard(_Cards(hand.copper, hand.silver, hand.gold, 0, useless), discards, 0)
    coins = kept.copper + 2 * kept.silver + 3 * kept.gold + played * turns.card.coins
    if turns.card.discard_coins and played:
        coins += useless
    width = len(turns.worth) // turns.buys
    outcome = min(played * turns.card.buys, turns.buys - 1) * width + min(coins, width - 1)
    return turns.worth[outcome], int(outcome)


@njit(_nrt=False)
def _total(cards: _Cards) -> int:
    return cards.copper + cards.silver + cards.gold + cards.copies + cards.useless


@njit(_nrt=False)
def _subtract(cards: _Cards, others: _Cards) -> _Cards:
    return _Cards(
        cards.copper - others.copper,
        cards.silver - others.silver,
        cards.gold - others.gold,
        cards.copies - others.copies,
        cards.useless - others.useless,
    )


@njit(_nrt=False)
def _add(cards: _Cards, others: _Cards) -> _Cards:
    return _Cards(
        cards.copper + others.copper,
        cards.silver + others.silver,
        cards.gold + others.gold,
        cards.copies + others.copies,
        cards.useless + others.useless,
    )
