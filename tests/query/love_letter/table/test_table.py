"""The table as a library."""

import os
import pickle
from concurrent.futures import ThreadPoolExecutor

import h5py
import numpy as np
import pytest

import llq
from llq.errors import CorruptTable, IllegalState, StaleTable
from llq.query.love_letter.table.table import Table, open_table
from llq.solver.love_letter.table.states import State, StateArrays
from llq.solver.love_letter.variants import CLASSIC
from llq.store.writing import write_table
from tests.oracles import love_letter as oracle


def test_the_content_hash_of_the_classic_table(classic):
    """One digest pins all two million values and actions of the table that was just built."""
    assert classic.info.content_hash.startswith("ebaa3186d9b4e01d")


def test_scalar_and_batch_lookups_agree(classic):
    """A batch lookup gives for each state what a scalar lookup gives."""
    ranks = np.random.default_rng(7).choice(np.flatnonzero(classic.reachable), 200)
    states = classic.space.unrank_many(ranks)
    values, action = classic.lookup_many(states)
    for index, rank in enumerate(ranks):
        move = classic.lookup(classic.space.unrank(rank))
        assert move == (values[index], CLASSIC.actions[action[index]])


def test_a_batch_marks_illegal_states(classic):
    """In a batch an illegal state is NaN and 255, never a plausible number."""
    good = classic.state((1, 8))
    bad = good._replace(opponent=3, known=True)
    states = StateArrays(*(np.array(column) for column in zip(good, bad, strict=True)))
    values, action = classic.lookup_many(states)
    assert values[0] == classic.lookup(good).value
    assert np.isnan(values[1])
    assert action[1] == 255


def test_views_name_the_cards_and_hold_the_tables_state(classic):
    """A custom player sees names; its state is what the table is asked, its actions are legal."""
    facts = {"seen": [1, 2, 2, 4], "opponent": 3, "opponent_knows": 6, "handmaid": True}
    view = llq.love_letter.rounds.View(CLASSIC, classic.state((1, "King"), **facts))
    assert (view.hand, view.opponent) == (("Guard", "King"), "Baron")
    assert (view.opponent_knows, view.handmaid) == ("King", True)
    assert view.unseen == llq.lookup(1, 6, **facts).unseen
    assert {*view.legal} == {action.action for action in classic.actions(view.state)}
    assert classic.lookup(view.state).action in view.legal


def test_lookup_raises_where_get_does_not(classic):
    """An illegal state raises in lookup and gives the default in get."""
    bad = State(7, 7, (5, 2, 2, 2, 2, 1, 1, 0))
    with pytest.raises(IllegalState, match="1 Princess"):
        classic.lookup(bad)
    assert classic.get(bad) is None
    assert classic.get(classic.state((1, 8))) == classic.lookup(classic.state((1, 8)))


def test_a_state_that_no_game_comes_to_is_refused(classic):
    """Knowing the opponent's card before your own first turn takes more than their Priest."""
    impossible = classic.state((1, 8), seen=[2], opponent=3)
    refusal = "no order of plays leads to a hand of Guard and .* with 1 Priest seen, the opponent's"
    for question in (classic.lookup, classic.actions):
        with pytest.raises(IllegalState, match=f"{refusal} card known.*one more card has been dis"):
            question(impossible)
    with pytest.raises(IllegalState, match="it can come up if the opponent knows one of your"):
        classic.lookup(classic.state((1, 8), seen=[2]))
    batch = StateArrays(*(np.array([field]) for field in impossible))
    assert np.isnan(classic.lookup_many(batch)[0][0])
    classic.lookup(classic.state((1, 8), seen=[2, 1], opponent=3))


@pytest.mark.parametrize("n", [3, 5, 9, 13])
def test_the_best_action_is_the_tables(classic, n):
    """The list of actions of random states starts with the table's action at the table's value."""
    for state in random_states(classic, n, n + 1, 20):
        actions = classic.actions(state)
        move = classic.lookup(state)
        assert actions[0].action == move.action
        assert actions[0].value == pytest.approx(move.value, abs=1e-12)
        drops = -np.diff([a.value for a in actions])
        assert (drops > -1e-12).all()


def random_states(table, least, end, count):
    """Yield those of some random states of so many unseen cards that a player can be in."""
    first, last = np.searchsorted(table.space.block_n, [least, end])
    low, high = table.space.block_start[[first, last]]
    for rank in np.random.default_rng(least).integers(low, high, count):
        state = table.space.unrank(rank)
        if (state.opponent < 0 or state.known) and table.reachable[rank]:
            yield state


def test_all_actions_equal_the_oracle(classic):
    """Every action's value in random late positions is the oracle's, not only the best one's."""
    game = oracle.Game(CLASSIC)
    for state in random_states(classic, 3, 6, 40):
        hand = (state.low, state.high)
        unseen = tuple(kind for kind, copies in enumerate(state.unseen) for _ in range(copies))
        exposed = hand[state.hand_known - 1] if state.hand_known else None
        table = game.outcomes(hand, unseen, state.maid, state.known, exposed)
        expected = sorted(
            float(chances[state.opponent])
            if state.known
            else float(sum(chances[card] for card in unseen) / len(unseen))
            for chances in table.values()
        )
        values = sorted(action.value for action in classic.actions(state))
        assert values == pytest.approx(expected, abs=1e-12)


def test_an_answer_says_all_it_rests_on(classic):
    """An answer holds every action, the state's n, the variant and the source of its numbers."""
    answer = llq.lookup(1, 8)
    assert (answer.n, answer.to_dict()["n"], answer.variant) == (14, 14, "classic")
    assert (len(answer.actions), answer.actions[-1].text) == (8, "Princess")
    assert classic.info.content_hash[:12] in answer.source
    assert "play Guard, guessing Priest, winning 0.705616" in str(answer)


def test_ties_are_said():
    """With a Handmaid up all guesses are worth the same, and all are marked as best."""
    answer = llq.lookup("Guard", "King", seen=["Handmaid"], handmaid=True)
    assert len(answer.ties) == 7
    assert answer.ties[0].text == answer.text == "Guard, guessing Priest"
    assert [action.cost for action in answer.ties] == [0.0] * 7


def test_no_action_is_weighed_by_a_card_that_nobody_knows(classic):
    """A state that fixes an unknown card has a value, but no list of actions by that card."""
    fixed = classic.state((1, 8))._replace(opponent=2)
    assert 0 < classic.lookup(fixed).value < 1
    with pytest.raises(IllegalState, match="does not know"):
        classic.answer(fixed)


def test_a_table_is_read_only(classic):
    """A caller cannot change the numbers that others read."""
    for array in (classic.values, classic.actions_chosen, classic.reachable):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_threads_share_one_table(classic):
    """Lookups from many threads give what one thread gives."""
    states = [classic.space.unrank(rank) for rank in np.flatnonzero(classic.reachable)[::20_011]]
    alone = [classic.lookup(state) for state in states]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(classic.lookup, states)) == alone


def test_a_table_is_pickled_by_path_and_content(classic, tmp_path):
    """A pickled table is small, and what is unpickled is read from the same file, or refused."""
    packed, state = pickle.dumps(classic), classic.state((1, 8))
    assert len(packed) < 1000
    unpickled = pickle.loads(packed)
    assert (unpickled.info, unpickled.lookup(state)) == (classic.info, classic.lookup(state))
    small = llq.love_letter.table.build("deck-2-1-1-0-1-0-1-1", tmp_path)
    table = open_table("deck-2-1-1-0-1-0-1-1", path=small)
    packed = pickle.dumps(table)
    with h5py.File(small) as file:
        arrays = {name: file[name][...] for name in ("value", "action", "reachable")}
    arrays["value"][0] = 0.125
    write_table(small, Table.make_spec(table.rules.variant), arrays)
    with pytest.raises(StaleTable, match="pickle it again"):
        pickle.loads(packed)


def test_a_table_replaced_with_the_same_time_of_change_is_read_anew(classic_file, tmp_path):
    """A lookup answers from the file that is there, whatever its size and time of change."""
    path = tmp_path / classic_file.name
    path.write_bytes(classic_file.read_bytes())
    before = path.stat()
    assert llq.lookup(1, 8, path=path).value == pytest.approx(0.7056, abs=1e-4)
    path.write_bytes(bytes(before.st_size))  # the same inode and size
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(CorruptTable):
        llq.lookup(1, 8, path=path)


def test_two_targets_of_a_card_stay_two_rows(classic):
    """Guesses of equal value are one row; a Prince on either player is two, whatever each wins."""
    state = classic.state(("prince", "priest"), seen=[1, 1, 1, 1, 2, 3, 3, 4, 5, 6, 7, 8])
    rows = [(row.cells[0], row.cells[1]) for row in classic.answer(state).table.rows]
    assert rows == [
        ("Priest", "100.00%"),
        ("Prince on the opponent", "50.00%"),
        ("Prince on yourself", "50.00%"),
    ]
