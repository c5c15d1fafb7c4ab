"""The 2019 edition's solver: the Chancellor's two choices and the Spies, against the oracle."""

import pytest

from llq.errors import IllegalState
from llq.query.love_letter.table.keeping import keep_values
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.table.keeps import solve_keeps
from llq.solver.love_letter.table.leads import lead_range
from llq.solver.love_letter.table.size import memory_estimate
from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.table.spies import spy_token
from llq.solver.love_letter.table.states import Held, State, state_space
from llq.solver.love_letter.variants import CLASSIC, MODERN, MODERN_SOLE, MODERN_TOKENS
from tests.marks import long
from tests.oracles import love_letter_2019 as oracle
from tests.solver.love_letter.asking import SETS, SPIES, ask, with_copies
from tests.solver.love_letter.solved import book_of

ROUNDING = 1e-12


@pytest.mark.parametrize(
    ("rules", "copies"),
    [
        (MODERN, (1, 1, 1, 0, 0, 1, 1, 0, 0, 1)),
        long(MODERN, (1, 1, 0, 0, 1, 0, 1, 1, 1, 1)),
        (MODERN_TOKENS, SPIES),
        (MODERN_SOLE, (2, 1, 0, 1, 0, 0, 1, 0, 0, 1)),
    ],
    ids=lambda value: value.variant if hasattr(value, "variant") else "-".join(map(str, value)),
)
def test_every_state_of_small_decks_equals_the_oracle(rules, copies):
    """Values to 1e-12 and every action, for each set of players with a Spy, openings included."""
    rules = with_copies(rules, copies)
    space, solution, game = state_space(rules), solve(rules), oracle.Game(rules)
    entries = 0
    for rank in range(space.size):
        state, (cell, place) = space.unrank(rank), space.cell_and_place(rank)
        leads = lead_range(solution.leads, cell, place)
        for spies in range(leads.width):
            value, action = ask(game, state, SETS[spies])
            entry = leads.start + spies
            assert abs(float(value) - solution.values[entry]) < ROUNDING, (state, spies)
            assert action == solution.actions[entry], (state, spies)
            entries += 1
    assert entries == len(solution.values) == memory_estimate(rules).entries


def test_a_chancellor_beside_the_princess_with_one_card_left():
    """With Priest, Baron and Handmaid unseen the Chancellor wins for sure: nobody can hit her.

    The card drawn is returned and drawn by the opponent, who holds two of these three; whatever
    they play, a Baron included, the Princess is the highest card.
    """
    rules = with_copies(MODERN, (0, 0, 1, 1, 1, 0, 1, 0, 0, 1))
    space, solution = state_space(rules), solve(rules)
    rank = space.rank(State(6, 9, (0, 0, 1, 1, 1, 0, 0, 0, 0, 0)))
    assert solution.values[rank] == 1
    assert rules.plays[solution.actions[rank]].card == 6


def test_the_order_of_the_returned_cards_by_hand():
    """Of Guard, Priest and Princess, two cards unseen: kept, she wins if they draw the Priest.

    They hold the Handmaid or the Countess, see her by the Priest and can do nothing; the player
    then draws the last card, and plays it. If they draw the Guard instead, they may guess her.
    """
    rules = with_copies(MODERN, (0, 1, 1, 0, 1, 0, 1, 0, 1, 1))
    gains = keep_values(rules, book_of(rules), Held((1, 2, 9), (0, 0, 0, 0, 1, 0, 0, 0, 1, 0)))
    assert set(gains) == {(keep, top) for keep in (1, 2, 9) for top in (1, 2, 9) if keep != top}
    assert gains[9, 2] == 1 > gains[9, 1]
    game = oracle.Game(rules)
    for (keep, top), gain in gains.items():
        (last,) = {1, 2, 9} - {keep, top}
        option, unseen = (keep, (top, last)), (4, 8)
        believed = [
            game.option_value(option, (1, 2, 9), unseen, theirs, False, oracle.NONE)
            for theirs in unseen
        ]
        assert gain == pytest.approx(float(sum(believed) / 2), abs=ROUNDING)


def test_who_gets_the_token_for_a_spy():
    """The rulebook's and the reference card's reading, case by case."""
    for rule, result, is_out, spies, token in [
        (1, 1, True, 3, 1),  # the opponent is out: the mover is the only one left with a Spy
        (1, 1, True, 2, 0),  # a player who is out gets nothing for theirs
        (1, -1, True, 3, -1),
        (2, 1, True, 3, 0),  # by the reference card both have one: nobody
        (2, 1, True, 1, 1),
        (1, 1, False, 2, -1),  # both are in: the loser of the comparison has the only Spy
        (1, 0, False, 1, 1),
        (1, 1, False, 3, 0),
        (0, 1, True, 1, 0),  # wins are counted, not tokens
    ]:
        assert spy_token(rule, result, is_out, spies) == token


def test_what_a_variant_lacks_is_not_solved():
    """The edition has no scoring by discards, the classic deck no second choices."""
    with pytest.raises(IllegalState, match="not decided by discards"):
        solve(MODERN, Scoring.DISCARDS)
    with pytest.raises(IllegalState, match="nobody keeps one of three"):
        solve_keeps(CLASSIC, None)
