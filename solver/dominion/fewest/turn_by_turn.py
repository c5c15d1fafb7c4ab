"""A policy turn by turn: the chance to have the Provinces by each turn, in both models.

Chances flow forward from the starting deck over the decks and piles that the policy meets, so that
no caps are needed. States of tiny chance are left out, and their chance is given: a chance to be
done by a turn lies between the one given and that plus what was lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, prod
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest.decks import FINISHED, MISSING, Caps, DeckBox, Kind, money_box
from llq.solver.dominion.fewest.fresh import money_hands
from llq.solver.dominion.rules import HAND_SIZE, Rules
from llq.solver.dominion.variants import rules
from llq.solver.jit import njit

PASS = -1

Deck = tuple[int, ...]
"""Copies of each card of the rules, treasures first."""

Choices = NDArray[np.int8]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_DONE = -1
"""In place of where a deck begins: the purchase ends the game."""

_MOST_COINS = 3 * HAND_SIZE

VICTORY_SUPPLY = 8
"""Estates, Duchies and Provinces to buy in a game for two (rulebook, 2nd edition, page 2)."""


class Policy(Protocol):
    """What to buy."""

    def choices(self, deck: Deck, turn: int) -> Choices:
        """Return the card bought in each band of coins, as its place in the rules, or `PASS`.

        Returns
        -------
        (1, bands) or (piles, bands) int8
            One row for every state of the deck or, by the real rule, one for each draw pile that a
            hand leaves, in the order of `llq.solver.dominion.fewest.pile_kernels`.
        """


@dataclass(frozen=True)
class Flow:
    """What a policy achieves, turn by turn.

    Parameters
    ----------
    done
        (turns + 1,) float64. Chance to have the Provinces within 0, 1, … turns.
    begun
        (turns,) float64. Chance that each turn is begun in a state that was not left out.
    lost
        Chance of the states that were left out.
    """

    done: NDArray[np.float64]
    begun: NDArray[np.float64]
    lost: float

    @property
    def turns(self) -> float:
        """Expected turns, without those of states left out and those after the last turn."""
        return float(self.begun.sum())


def spending_bands(game: Rules) -> tuple[list[int], NDArray[np.int64]]:
    """Return the least coins of each band, and the band of each number of coins."""
    floors = sorted({0, *(card.cost for card in game.cards)})
    coins = np.arange(_MOST_COINS + 1)
    return floors, np.searchsorted(floors, coins, side="right") - 1


def fresh_flow(
    policy: Policy,
    goal: int,
    turns: int,
    caps: Caps | None = None,
    *,
    buys_dead: bool = True,
    least: float = 1e-16,
) -> Flow:
    """Return the chances of a policy by fresh hands, from the starting deck.

    Parameters
    ----------
    caps
        Copies that decks have at most. Decks beyond them are left out, as are those of a tiny
        chance.
    buys_dead
        Whether the policy may buy Estates and Duchies, of which there are eight each.
    least
        Decks of a smaller chance are left out.

    Examples
    --------
    >>> from llq.solver.dominion.fewest.policies import MenuPolicy
    >>> from llq.solver.dominion.menus import known_menu
    >>> played = fresh_flow(MenuPolicy(known_menu("big_money")), 1, 60)
    >>> round(played.turns, 4), played.lost < 1e-12
    (8.0043, True)
    """
    game, caps = rules(), caps or Caps(copper=0, silver=26, gold=18)
    floors, band = spending_bands(game)
    money = money_box(goal, caps).kinds
    dead = [
        Kind(name, 0, start, start + VICTORY_SUPPLY if buys_dead else start)
        for name, start in zip(game.place, game.start, strict=True)
        if name in ("estate", "duchy")
    ]
    box = DeckBox((*money[:-1], *dead, money[-1]), 0)
    starts = np.searchsorted(band, np.arange(len(floors)))
    chance = np.add.reduceat(money_hands(box).chance, starts, axis=1)
    targets = box.targets([(place,) for place in range(len(box.kinds))])
    mass, done, begun, lost = np.zeros(box.decks), np.zeros(turns + 1), np.zeros(turns), 0.0
    mass[0] = 1.0
    for turn in range(1, turns + 1):
        active = np.flatnonzero(mass >= least)
        begun[turn - 1] = mass[active].sum()
        lost += float(mass.sum() - begun[turn - 1])
        decks = map(tuple, box.counts[active].tolist())
        rows = [policy.choices(deck, turn)[0] for deck in decks]
        after, finished = np.zeros_like(mass), 0.0
        for place, which in enumerate(np.array(rows, np.int64).reshape(-1, len(floors)).T):
            share = mass[active] * chance[active, place]
            target = np.where(which == PASS, active, targets[active, which])
            finished += float(share[target == FINISHED].sum())
            lost += float(share[target == MISSING].sum())
            np.add.at(after, target[target >= 0], share[target >= 0])
        done[turn], mass = done[turn - 1] + finished, after
    return Flow(done, begun, lost)


def pile_flow(
    policy: Policy,
    goal: int,
    turns: int,
    *,
    start: Deck | None = None,
    pile: Sequence[int] | None = None,
    least: float = 1e-16,
) -> Flow:
    """Return the chances of a policy by the real rule.

    Parameters
    ----------
    start
        Copies of each card in the deck; by default the starting deck.
    pile
        Copies of each card in the draw pile; by default the deck is yet to be shuffled.
    least
        States of a smaller chance are left out.

    Examples
    --------
    >>> from llq.solver.dominion.fewest.policies import MenuPolicy
    >>> from llq.solver.dominion.menus import known_menu
    >>> played = pile_flow(MenuPolicy(known_menu("big_money")), 1, 40)
    >>> round(played.turns, 3), played.lost < 1e-9
    (8.721, True)
    """
    game = rules()
    _, band = spending_bands(game)
    deck = start or game.start
    first = np.zeros(prod(n + 1 for n in _classes(game, deck)))
    held = _classes(game, tuple(pile)) if pile is not None else (0, 0, 0, 0)
    first[int(np.dot(held, _steps(_classes(game, deck))))] = 1.0
    now: dict[Deck, NDArray[np.float64]] = {deck: first}
    done, begun, lost = np.zeros(turns + 1), np.zeros(turns), 0.0
    ways = np.array([[comb(n, k) for k in range(HAND_SIZE + 1)] for n in range(sum(deck) + turns)])
    for turn in range(1, turns + 1):
        plan, size, begins = [], 0, {}
        begun[turn - 1] = sum(float(mass.sum()) for mass in now.values())
        for old, mass in now.items():
            choice = policy.choices(old, turn)
            into = np.full(len(game.cards) + 1, _DONE)
            steps = np.zeros((len(game.cards) + 1, 4), np.int64)
            for which in np.unique(choice):
                bought = _with(old, int(which))
                if bought[-1] >= goal:
                    continue
                if bought not in begins:
                    begins[bought] = size
                    size += prod(n + 1 for n in _classes(game, bought))
                into[which], steps[which] = begins[bought], _steps(_classes(game, bought))
            plan.append((old, mass, choice, into, steps))
        after, finished = np.zeros(size), 0.0
        for old, mass, choice, into, steps in plan:
            counts = np.array(_classes(game, old), np.int64)
            arrays = (counts, mass, choice, band, into, steps, after, ways.astype(float), least)
            out, gone = _push(*arrays)
            finished, lost = finished + out, lost + gone
        done[turn] = done[turn - 1] + finished
        now = {}
        for bought, begin in begins.items():
            mass = after[begin : begin + prod(n + 1 for n in _classes(game, bought))]
            if mass.sum() > least:
                now[bought] = mass
            else:
                lost += float(mass.sum())
    return Flow(done, begun, lost)


def _with(deck: Deck, which: int) -> Deck:
    """Return a deck with a card more, or itself after passing."""
    return deck if which == PASS else tuple(n + (i == which) for i, n in enumerate(deck))


@cache
def _classes(game: Rules, deck: Deck) -> tuple[int, int, int, int]:
    """Return the deck's Coppers, Silvers, Golds and cards without money."""
    held = [0, 0, 0, 0]
    for card, n in zip(game.cards, deck, strict=True):
        held[card.value - 1] += n  # without money: -1, the last
    copper, silver, gold, dead = held
    return copper, silver, gold, dead


def _steps(classes: tuple[int, ...]) -> tuple[int, int, int, int]:
    _, b, c, d = classes
    return (b + 1) * (c + 1) * (d + 1), (c + 1) * (d + 1), d + 1, 1


@njit
def _push(
    counts: Ints,
    mass: Floats,
    choice: NDArray[np.int8],
    band: Ints,
    into: Ints,
    steps: Ints,
    after: Floats,
    ways: Floats,
    least: float,
) -> tuple[float, float]:
    """Add to ``after`` where the states of a deck lead in a turn; return what is done, and lost.

    Parameters
    ----------
    counts
        (4,) int64. Cards of each class in the deck.
    mass
        (piles,) float64. The chance of each state, by its draw pile.
    choice
        (piles, bands) or (1, bands) int8. The purchase after a hand left a pile, -1 to pass; one
        row for all piles.
    band
        (16,) int64. The money band of each number of coins.
    into
        (purchases + 1,) int64. Where in ``after`` the deck of each purchase begins, -1 where the
        purchase ends the game; the last entry is passing.
    steps
        (purchases + 1, 4) int64. How far a pile's number there grows with a card of each class.
    after
        (any,) float64, modified in place.
    least
        States of a smaller chance are left out, and their chance returned as lost.
    """
    done, lost, here = 0.0, 0.0, 0
    a, b, c, d = counts
    # How far a pile's number grows with a card of each class.
    step2 = d + 1
    step1 = step2 * (c + 1)
    step0 = step1 * (b + 1)
    one_row = len(choice) == 1
    # Visit the draw piles in the order of their numbers, and leave out the unlikely ones.
    for p in range(a + 1):
        for q in range(b + 1):
            for r in range(c + 1):
                for s in range(d + 1):
                    share = mass[here]
                    here += 1
                    if share < least:
                        lost += share
                        continue
                    # Draw from the pile, or all of it and the rest from the shuffled discards.
                    size = p + q + r + s
                    from0, from1, from2, from3, cards, coins = p, q, r, s, HAND_SIZE, 0
                    if size < HAND_SIZE:
                        from0, from1, from2, from3 = a - p, b - q, c - r, d - s
                        cards, coins = HAND_SIZE - size, p + 2 * q + 3 * r
                    share /= ways[from0 + from1 + from2 + from3, cards]
                    # Enumerate the hands: i, j and k cards of classes 0, 1 and 2, others of 3.
                    for k in range(min(from2, cards) + 1):
                        for j in range(min(from1, cards - k) + 1):
                            left = cards - k - j
                            flow_kj = share * ways[from2, k] * ways[from1, j]
                            for i in range(max(0, left - from3), min(from0, left) + 1):
                                flow = flow_kj * ways[from0, i] * ways[from3, left - i]
                                # Look up the purchase by the pile left and the coins in hand.
                                x0, x1, x2, x3 = from0 - i, from1 - j, from2 - k, from3 - left + i
                                pile = x0 * step0 + x1 * step1 + x2 * step2 + x3
                                row = 0 if one_row else pile
                                which = choice[row, band[coins + i + 2 * j + 3 * k]]
                                # Add the flow to where the purchase leads.
                                if into[which] == _DONE:
                                    done += flow
                                else:
                                    there = into[which] + x0 * steps[which, 0]
                                    there += x1 * steps[which, 1] + x2 * steps[which, 2] + x3
                                    after[there] += flow
    return done, lost
