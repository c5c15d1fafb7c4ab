"""Every variant and scoring against the oracle, and the register of editions."""

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from llq.errors import DeckTooLarge, IllegalState
from llq.solver.love_letter.editions import EDITIONS, edition
from llq.solver.love_letter.rules import Action, Card, Effect, Scoring
from llq.solver.love_letter.table.lead_ranges import find_lead_ranges
from llq.solver.love_letter.table.leads import entry_at, lead_range
from llq.solver.love_letter.table.size import count_states, memory_estimate
from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.table.states import State, state_space
from llq.solver.love_letter.variants import (
    BATMAN,
    BIG,
    CLASSIC,
    HOBBIT,
    ROUND_VARIANTS,
    VARIANTS,
    custom_deck,
    round_rules,
    rules,
)
from tests.marks import long
from tests.oracles.love_letter import Game
from tests.solver.love_letter.asking import ask, to_state, with_copies
from tests.solver.love_letter.solved import solved

# Float sums of a few hundred values below two: far below this unless a rule differs.
ROUNDING = 1e-13

SMALL = [
    with_copies(CLASSIC, (1, 0, 1, 1, 1, 1, 0, 1)),
    with_copies(CLASSIC, (2, 1, 1, 0, 1, 0, 1, 0)),
    with_copies(CLASSIC, (1, 1, 2, 0, 0, 1, 0, 1)),
    with_copies(BATMAN, (2, 1, 0, 1, 1, 0, 0, 1)),
    with_copies(BIG, (3, 0, 2, 0, 2, 0, 0, 0)),
    with_copies(HOBBIT, (1, 1, 1, 0, 0, 1, 1, 0, 1, 0)),
    with_copies(HOBBIT, (1, 1, 0, 1, 1, 0, 0, 1, 0, 1)),
]
ELEVEN_BATMAN = with_copies(BATMAN, (3, 1, 1, 1, 2, 1, 1, 1))
EACH_HOBBIT = with_copies(HOBBIT, (1, 2, 1, 1, 1, 1, 1, 1, 1, 1))


def check(space, solution, game, rank, difference=0):
    """Compare value and action of one state, at a discard difference, with the oracle."""
    state = space.unrank(rank)
    entry = entry_at(lead_range(solution.leads, *space.cell_and_place(rank)), difference)
    value, action = ask(game, state, difference if game.by_discards else 0)
    assert abs(float(value) - solution.values[entry]) < ROUNDING, (state, difference)
    assert action == solution.actions[entry], (state, difference)


@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: rules.variant)
def test_states_of_small_decks_equal_the_oracle(rules):
    """In every state, every second of other editions, values and actions agree, ties halved."""
    averages_ties = rules != SMALL[-1]
    space, game = state_space(rules), Game(rules, averages_ties=averages_ties)
    solution = solve(rules, averages_ties=averages_ties)
    for rank in range(0, space.size, 1 + (rules not in SMALL[:2])):
        check(space, solution, game, rank)


@pytest.mark.parametrize("rules", [SMALL[2], SMALL[6], SMALL[3]], ids=lambda rules: rules.variant)
def test_every_discard_difference_of_small_decks_equals_the_oracle(rules):
    """So it is with discard totals, at each difference that any play comes to, clamped or not."""
    space, game = state_space(rules), Game(rules, Scoring.DISCARDS)
    solution = solved(rules, Scoring.DISCARDS)
    comes = defaultdict(set)
    for position in game.reachable():
        rank = space.rank(to_state(rules, *position))
        comes[np.searchsorted(space.block_start, rank, side="right") - 1].add(position[-1])
    for block, differences in comes.items():
        for rank in range(space.block_start[block], space.block_start[block + 1]):
            for difference in differences:
                check(space, solution, game, rank, difference)


LATE = {2: 50, 3: 20, 4: 1}


@pytest.mark.parametrize(
    ("rules", "scoring", "samples"),
    [
        (CLASSIC, Scoring.HALF, {2: 300, 3: 100, 4: 20, 5: 4}),
        (EACH_HOBBIT, Scoring.HALF, LATE),
        (ELEVEN_BATMAN, Scoring.HALF, LATE),
        (with_copies(CLASSIC, (3, 1, 1, 1, 2, 1, 1, 1)), Scoring.DISCARDS, LATE),
    ],
    ids=lambda value: getattr(value, "variant", None),
)
def test_late_states_of_larger_decks_equal_the_oracle(rules, scoring, samples):
    """Random late states of larger decks, at random differences, have the oracle's answer."""
    space, game, solution = state_space(rules), Game(rules, scoring), solved(rules, scoring)
    random = np.random.default_rng(1)
    for n, sample in samples.items():
        first, last = space.block_start[np.searchsorted(space.block_n, [n, n + 1])]
        for rank in random.integers(first, last, sample):
            cell, _ = space.cell_and_place(rank)
            width = int(solution.leads.width[cell])
            if width:
                k = int(random.integers(width)) << int(solution.leads.shift[cell])
                check(space, solution, game, rank, int(solution.leads.first[cell]) + k)


def test_a_token_for_a_right_guess_by_hand():
    """Against Bane or Robin, Batman names Bane: two tokens or, losing, minus one.

    Of Batman and Catwoman with Bane and Robin unseen Batman guesses Bane, who earns a token more;
    if it was Robin, no card is left to draw but the aside one, and Catwoman is the lower card.
    """
    space, solution = state_space(ELEVEN_BATMAN), solved(ELEVEN_BATMAN)
    rank = space.rank(State(0, 1, (0, 0, 1, 1, 0, 0, 0, 0)))
    assert BATMAN.actions[solution.actions[rank]] == Action("Batman", guess="Bane")
    assert solution.values[rank] == pytest.approx((2 - 1) / 2, abs=ROUNDING)
    assert BATMAN.unit == "token lead"
    assert solution.values.min() >= -2
    assert solution.values.max() <= 2


def test_the_ring_counts_seven_only_at_the_end():
    """The Ring loses to Kili by Legolas, but at the end it beats Thorin and equals Bilbo."""
    names = [card.name for card in HOBBIT.cards]
    ring, guess, look, legolas, kili, thorin, bilbo = (
        names.index(n)
        for n in ("The One Ring", "Smaug", "Bard", "Legolas", "Kili", "Thorin", "Bilbo")
    )
    space, solution = state_space(EACH_HOBBIT), solved(EACH_HOBBIT)

    def value(low, high, opponent, other, *, known=True):
        unseen = [0] * len(names)
        unseen[opponent] += 1
        unseen[other] += 1
        rank = space.rank(State(low, high, tuple(unseen), opponent, False, known))
        return solution.values[rank], HOBBIT.actions[solution.actions[rank]]

    assert value(ring, look, thorin, guess) == (1.0, Action("Bard"))
    assert value(ring, look, bilbo, guess) == (0.5, Action("Bard"))
    assert value(ring, legolas, kili, guess) == (0.0, Action("The One Ring"))


def test_states_are_counted_without_making_them():
    """The estimate's number of states is the size of the state space."""
    for deck in [*VARIANTS.values(), *SMALL]:
        if deck is not BIG:  # 88 million, counted by the benchmark
            assert memory_estimate(deck).states == state_space(deck).size
        assert memory_estimate(deck, Scoring.DISCARDS).states == count_states(deck)
    assert count_states(BIG) == 87_903_483
    assert memory_estimate(rules("2019")).entries == 46_411_021
    assert memory_estimate(rules("2019-tokens")).entries == 113_440_293


@pytest.mark.parametrize("rules", [long(CLASSIC), *SMALL], ids=lambda rules: rules.variant)
def test_the_estimate_of_discard_differences_is_enough(rules):
    """No deck keeps more values than the estimate says."""
    assert find_lead_ranges(rules)[1] <= memory_estimate(rules, Scoring.DISCARDS).entries


def test_what_is_too_large_is_refused_before_it_is_made():
    """Too much memory or too many actions is an error that says what is needed and what to do."""
    with pytest.raises(DeckTooLarge, match=r"scoring discards has 87,903,483 states.* GB.*fewer"):
        solve(BIG, Scoring.DISCARDS)
    with pytest.raises(DeckTooLarge, match=r"deck-40-40-40.* limit is 8 GB"):
        solve(custom_deck([40] * 8))
    with pytest.raises(DeckTooLarge, match="limit"):
        state_space(custom_deck([40] * 8))
    guards = [Card(f"Guard {i}", 1, 1, Effect.GUESS, 1) for i in range(12)]
    others = [Card(f"Lord {i}", i, 1, Effect.NOTHING, i) for i in range(2, 24)]
    with pytest.raises(DeckTooLarge, match="286 actions"):
        solve(replace(CLASSIC, cards=(*guards, *others)))


def test_every_variant_is_of_one_edition():
    """The register has each variant once, an edition's own first; a box's numbers name it."""
    assert sorted(n for box in EDITIONS.values() for n in box.variants) == sorted(VARIANTS)
    for name, box in EDITIONS.items():
        assert box.name == name == box.variants[0]
        assert box.rules is rules(name)
        if name in ("classic", "2019"):  # named by the box too: its year, and its cards
            names = (str(box.year), str(box.rules.deck_size))
            assert all(rules(name) is box.rules and edition(name) is box for name in names)
        assert {box.rules.deck_size} == {rules(variant).deck_size for variant in box.variants}


def test_the_2019_box():
    """21 cards for two to six players, and the tokens that win: 6, 5, 4, 3, 3."""
    box = edition("2019")
    assert box.players == (2, 6)
    assert box.tokens_to_win == {2: 6, 3: 5, 4: 4, 5: 3, 6: 3}
    assert all(ruling.rule and ruling.source for ruling in box.rulings)
    assert {"tie", "spy", "chancellor", "countess"} <= {ruling.topic for ruling in box.rulings}


def test_rounds_of_two_choices_a_turn_are_refused_where_they_are_played():
    """Rooms that follow rounds say so of the 2019 edition, and what to take instead."""
    assert ROUND_VARIANTS == ("classic", "hobbit", "big", "batman")
    for name in ROUND_VARIANTS:
        assert round_rules(name) is rules(name)
    with pytest.raises(IllegalState, match=r"Chancellor.*two choices.*take classic, hobbit"):
        round_rules("2019")
