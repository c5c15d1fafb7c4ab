"""Small decks, and translations between the solver's states and the oracle's."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

from llq.solver.love_letter.rules import Effect
from llq.solver.love_letter.table.leads import entry_at, lead_range
from llq.solver.love_letter.table.states import UNKNOWN, State, state_space

TARGETS = {None: -1, "opponent": 0, "self": 1}

SETS = [(False, False), (True, False), (False, True), (True, True)]
"""Players with a Spy, as the oracle of 2019 has them, by the solver's number."""

SMALL = (1, 1, 0, 1, 0, 1, 2, 0, 0, 1)
PRIEST = (1, 1, 1, 0, 1, 1, 1, 0, 0, 1)
SPIES = (2, 1, 0, 0, 0, 1, 2, 0, 0, 1)
KING = (2, 1, 0, 1, 0, 0, 1, 1, 0, 1)
"""Copies in decks of seven cards of 2019, which together have all but the Countess."""
TEN = (2, 2, 0, 1, 0, 1, 2, 1, 0, 1)
"""Copies in a deck of ten cards of 2019."""


def with_copies(rules, copies):
    """Return a variant with other counts of its cards."""
    cards = (replace(card, copies=n) for card, n in zip(rules.cards, copies, strict=True))
    return replace(rules, variant=f"{rules.variant}-{copies}", cards=tuple(cards))


def ask(game, state, ahead=0):
    """Return the oracle's (value, action index) of a state."""
    unseen = tuple(i for i, copies in enumerate(state.unseen) for _ in range(copies))
    hand = (state.low, state.high)
    value, (card, argument) = game.decide(
        hand,
        None if state.opponent == UNKNOWN else state.opponent,
        unseen,
        state.maid,
        state.known,
        hand[state.hand_known - 1] if state.hand_known else None,
        ahead,
    )
    return value, game.plays.index((card, TARGETS.get(argument, argument)))


def to_state(rules, hand, opponent, unseen, maid, known, exposed, ahead=0):
    """Return the solver's state of one of the oracle's."""
    return State(
        *hand,
        tuple(map(unseen.count, range(len(rules.cards)))),
        UNKNOWN if opponent is None else opponent,
        maid,
        known,
        0 if exposed is None else 1 + hand.index(exposed),
    )


def seen_state(rules, hand, unseen, opponent, maid, exposed):
    """Return the solver's state of what a policy of the oracles goes by."""
    return to_state(rules, hand, opponent, unseen, maid, opponent is not None, exposed)


def as_action(rules, number):
    """Return an action of the kernels as the oracles have it."""
    card, argument = rules.plays[number]
    if rules.cards[card].effect == Effect.REDRAW:
        return card, ("opponent", "self")[argument]
    return card, None if argument == -1 else argument


def as_function(rules, policy):
    """Return a deterministic policy of the kernels as one of the oracles, at every lead."""
    space = state_space(rules)

    @cache
    def choose(hand, unseen, opponent, maid, exposed, ahead):
        state = seen_state(rules, hand, unseen, opponent, maid, exposed)
        entries = lead_range(policy.leads, *space.cell_and_place(space.rank(state)))
        lead = SETS.index(ahead) if ahead in SETS else ahead
        return {as_action(rules, policy.choice[entry_at(entries, lead)]): Fraction(1)}

    return choose
