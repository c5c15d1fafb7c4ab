"""Fewest expected turns to a number of Provinces by the real rule, in exact fractions.

A state is a draw pile and a discard pile of six cards each. The player draws five cards one by one,
the discard pile becoming the draw pile when that is empty, buys any affordable card within the caps
or passes, and discards hand and purchase. Within a deck the states that passing leads through form
loops: policies are improved, and the linear equations of each solved, until none is better.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache

from tests.oracles.dominion_fewest import HAND, NAMES, START, VALUES, Cards, buys

State = tuple[Cards, Cards]
Values = dict[State, Fraction | None]

NONE = (0,) * len(NAMES)


def _moved(pile: Cards, which: int, by: int) -> Cards:
    return tuple(n + by * (which == i) for i, n in enumerate(pile))


def _sum(a: Cards, b: Cards) -> Cards:
    return tuple(x + y for x, y in zip(a, b, strict=True))


@cache
def _hands(draw: Cards, discard: Cards, cards: int) -> dict[tuple[Cards, Cards, Cards], Fraction]:
    """Return the chance of each hand with the piles that it leaves, drawing card by card."""
    if cards == 0:
        return {(NONE, draw, discard): Fraction(1)}
    if not any(draw):
        draw, discard = discard, NONE
    found: dict[tuple[Cards, Cards, Cards], Fraction] = defaultdict(Fraction)
    for which, n in enumerate(draw):
        if n:
            for (hand, left, rest), p in _hands(
                _moved(draw, which, -1), discard, cards - 1
            ).items():
                found[_moved(hand, which, 1), left, rest] += p * Fraction(n, sum(draw))
    return dict(found)


@cache
def options(state: State, caps: Cards) -> list[tuple[Fraction, dict[str | None, State]]]:
    """Return the chance of each hand and the state after passing and after each purchase."""
    found = []
    for (hand, draw, rest), p in _hands(*state, HAND).items():
        coins = sum(v * n for v, n in zip(VALUES, hand, strict=True))
        used = _sum(rest, hand)
        after: dict[str | None, State] = {None: (draw, used)}
        deck = _sum(draw, used)
        for name, _ in buys(deck, coins, caps):
            after[name] = draw, _moved(used, NAMES.index(name), 1)
        found.append((p, after))
    return found


def states(caps: Cards, start: Cards = START) -> set[State]:
    """Return every state before a hand that the game comes to."""
    found: set[State] = set()
    new: set[State] = {(start, NONE)}
    while new:
        found |= new
        new = {
            after
            for state in new
            for _, choices in options(state, caps)
            for name, after in choices.items()
            if _sum(*after)[-1] < caps[-1]
        } - found
    return found


def turns(caps: Cards, start: Cards = START) -> Values:
    """Return the fewest expected turns from every state; None where the goal is out of reach."""
    by_deck = defaultdict(list)
    for state in states(caps, start):
        by_deck[_sum(*state)].append(state)
    value: Values = {}
    for deck in sorted(by_deck, key=sum, reverse=True):
        value |= _deck_turns(by_deck[deck], caps, value)
    return value


def _deck_turns(here: list[State], caps: Cards, known: Values) -> Values:
    """Return the values of a deck's states, those of larger decks being known."""

    def worth(after: State, guess: Values) -> Fraction | None:
        if _sum(*after)[-1] == caps[-1]:
            return Fraction(0)
        return guess[after] if after in guess else known[after]

    guess: Values = dict.fromkeys(here)
    policy: dict[State, list[State]] = {}
    while True:
        better = {}
        for state in here:
            better[state] = []
            for which, (_, after) in enumerate(options(state, caps)):
                worths = {s: worth(s, guess) for s in after.values()}
                finite = {s: w for s, w in worths.items() if w is not None}
                best = min(finite, key=lambda s: finite[s]) if finite else after[None]
                old = policy[state][which] if policy else None
                if old is not None and worths[old] == worths[best]:
                    best = old
                better[state].append(best)
        if better == policy:
            return guess
        policy = better
        guess = solve_equations(
            {
                state: [
                    (p, after, None if after in guess else worth(after, {}))
                    for (p, _), after in zip(options(state, caps), policy[state], strict=True)
                ]
                for state in here
            }
        )


def solve_equations(flows: dict[State, list[tuple[Fraction, State, Fraction | None]]]) -> Values:
    """Solve x = 1 + sum p x', where x' is known or an unknown; None: no finite solution."""
    finite = {s: any(known is not None for _, _, known in flow) for s, flow in flows.items()}
    while True:  # the goal is certain only where no flow leads to where it is out of reach
        more = {
            s: finite[s] or any(finite.get(after, False) for _, after, _ in flow)
            for s, flow in flows.items()
        }
        if more == finite:
            break
        finite = more
    if not all(finite.values()):
        return dict.fromkeys(flows)
    equations = {}
    for state, flow in flows.items():
        row: dict[State, Fraction] = defaultdict(Fraction)
        constant = Fraction(1)
        for p, after, known in flow:
            if known is None:
                row[after] += p
            else:
                constant += p * known
        equations[state] = (row, constant)
    order = sorted(flows, key=lambda s: (sum(s[0]) < HAND, sum(s[0])))
    done: list[State] = []
    for state in order:
        row, constant = equations[state]
        for other in done:
            if row.get(other):
                row, constant = _insert(row, constant, other, equations[other])
        loop = row.pop(state, Fraction(0))
        equations[state] = (
            defaultdict(Fraction, {s: a / (1 - loop) for s, a in row.items()}),
            constant / (1 - loop),
        )
        done.append(state)
    value: Values = {}
    for state in reversed(order):
        row, constant = equations[state]
        value[state] = constant + sum(a * (value[s] or 0) for s, a in row.items())
    return value


def _insert(
    row: dict[State, Fraction],
    constant: Fraction,
    other: State,
    equation: tuple[dict[State, Fraction], Fraction],
) -> tuple[dict[State, Fraction], Fraction]:
    """Put an unknown's equation in its place."""
    factor = row.pop(other)
    for state, a in equation[0].items():
        row[state] += factor * a
    return row, constant + factor * equation[1]
