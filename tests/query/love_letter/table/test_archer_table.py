"""A table that tracks the aside card, built end to end for a small deck of Archer."""

import subprocess
import sys

import numpy as np
import pytest

import llq
from llq.errors import IllegalState, LlqError, UnknownStrategy
from llq.query.love_letter.table.guess_hits import find_hits
from llq.query.love_letter.table.outcomes import follow
from llq.query.love_letter.table.sparse_column import Marks, PackedColumn, pack_marks
from llq.query.love_letter.table.transitions import Result
from llq.query.tables.files import tables, verify_file
from llq.solver.love_letter import variants
from llq.solver.love_letter.archer.reach import archer_reachable
from llq.solver.love_letter.archer.states import ArcherState, ArcherStateArrays, archer_space
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.table.states import UNKNOWN
from tests.oracles import love_letter_archer as oracle
from tests.query.love_letter.table.played_outcomes import assert_played
from tests.solver.love_letter.archer.test_solver import expected, small

ROUNDING = 1e-12
COPIES = (1, 2, 0, 1, 1, 0, 1, 1)


@pytest.fixture(scope="module")
def folder(classic_file, tmp_path_factory):
    """Return a folder with the table of a deck of seven cards, a variant called small."""
    folder = tmp_path_factory.mktemp("archer")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(variants.VARIANTS, "small", small(COPIES))
        patch.setenv("LLQ_TABLES", str(folder))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        llq.love_letter.table.build("small")
        yield folder


@pytest.fixture(scope="module")
def table(folder):
    """Return the small deck's table."""
    return llq.love_letter.table.open("small")


@pytest.fixture(scope="module")
def seen(table):
    """Return the states that a game comes to and a player can see."""
    found = (table.every.unrank(entry) for entry in np.flatnonzero(np.asarray(table.reachable)))
    return [
        state
        for state in found
        if (state.known or state.opponent == UNKNOWN)
        and (state.aside_known or state.aside == UNKNOWN)
    ]


def turn_of(state):
    """Return a state as the oracle takes it."""
    hand = (state.low + 1, state.high + 1)
    return oracle.Turn(
        hand,
        tuple(card + 1 for card, left in enumerate(state.unseen) for _ in range(left)),
        state.maid,
        state.opponent + 1 if state.known else None,
        hand[state.hand_known - 1] if state.hand_known else None,
        state.aside + 1 if state.aside_known else None,
        state.aside_known_to_opponent,
    )


def test_every_state_has_the_oracles_value_and_action(table, seen):
    """Whatever a player can see in a game of the small deck, the answer is the exact fractions'."""
    assert len(seen) > 500
    for state in seen:
        chance, action = expected(state)
        move = table.lookup(state)
        assert move.value == pytest.approx(float(chance), abs=ROUNDING)
        assert move.action == table.rules.actions[action]


def test_every_action_is_worth_what_the_oracle_says(table, seen):
    """All actions, not only the best, have the exact fractions' mean over what is not known."""
    for state in seen[:: len(seen) // 200]:
        turn = turn_of(state)
        pairs = oracle.guesses_about(turn)
        wanted = sorted(
            float(sum(oracle.outcome(turn, action, *pair) for pair in pairs) / len(pairs))
            for action in oracle.legal_actions(turn.hand, turn.maid)
        )
        found = sorted(action.value for action in table.actions(state))
        assert found == pytest.approx(wanted, abs=ROUNDING)


def test_weighing_asks_for_no_entry_that_is_not_stored(table):
    """A pair of cards that a mover cannot rule out has a value wherever one of its kind has."""
    kept, reached = (archer_reachable(table.rules, with_doubts=d) for d in (True, False))
    assert (kept >= reached).all()
    assert np.isfinite(np.asarray(table.values)[kept]).all()
    assert np.isnan(np.asarray(table.values)[~kept]).all()


def test_a_batch_is_what_single_lookups_are(table, seen):
    """Many states at once give what each gives alone, and what no game comes to gives NaN."""
    columns = ArcherStateArrays(*map(np.array, zip(*seen, strict=True)))
    values, actions = table.lookup_many(columns)
    singles = [table.lookup(state) for state in seen]
    assert [(v, table.rules.actions[a]) for v, a in zip(values, actions, strict=True)] == singles
    bad = columns._replace(aside_known=np.ones_like(columns.aside), aside=columns.aside * 0 - 1)
    assert np.isnan(table.lookup_many(bad)[0]).all()
    assert table.get(seen[0]) == singles[0]
    assert table.get(seen[0]._replace(aside=UNKNOWN, aside_known=True)) is None


def test_many_entries_are_decoded_as_each_is(table):
    """Ranking and unranking many agrees with doing it one by one."""
    entries = np.flatnonzero(np.asarray(table.reachable))
    states = table.every.unrank_many(entries)
    assert np.array_equal(table.every.rank_many(states), entries)
    for index in range(0, len(entries), 97):
        one = ArcherState(*(np.array(column[index]).tolist() for column in states))
        assert table.every.unrank(entries[index]) == one._replace(
            unseen=tuple(one.unseen),
            maid=bool(one.maid),
            known=bool(one.known),
            aside_known=bool(one.aside_known),
            aside_known_to_opponent=bool(one.aside_known_to_opponent),
        )


def test_outcomes_add_up_whoever_knows_the_aside_card(table, seen):
    """An action's value is that of its outcomes, theirs that of the replies and next turns."""
    for state in np.random.default_rng(1).permutation(len(seen))[:200].tolist():
        for one in table.actions(seen[state]):
            found = follow(table, seen[state], 0, one.action)
            assert sum(out.chance for out in found) == pytest.approx(1, abs=ROUNDING)
            assert worth(found) == pytest.approx(one.value, abs=ROUNDING)
            for out in found:
                if out.result == Result.GOES_ON:
                    assert worth(out.replies) == pytest.approx(out.chance * out.value, abs=ROUNDING)
                for reply in out.replies:
                    if reply.turns:
                        then = worth(reply.turns)
                        assert then == pytest.approx(reply.chance * reply.value, abs=ROUNDING)
                        assert all(table.can_come_up(turn.state) for turn in reply.turns)


def worth(parts):
    """Return the value of outcomes, replies or turns, each by its chance."""
    return sum(one.chance * one.value for one in parts)


@pytest.mark.parametrize("hand", [(1, 7), (0, 4), (1, 6), (3, 6)])
def test_outcomes_are_those_of_rounds_played_move_by_move(table, hand):
    """From the deal, with every card that may be aside, the game gives the same next turns."""
    assert_played(table, hand, seen_by_mover)


def seen_by_mover(state):
    """Return what the mover of a round sees."""
    me = state.current_player
    aside = state.pool[0] if state.looked[me] else UNKNOWN
    return ArcherState(*state.state(), aside, bool(state.looked[me]), bool(state.looked[1 - me]))


def test_hits_average_over_the_aside_card(table):
    """By hand: a Guard that names the one Princess hits it where she is not aside nor in the deck.

    Of the five cards unseen beside Guard and Priest she is one.
    """
    hits = find_hits(table, table.state((1, 2)), 0, Action("Guard", guess="Princess"))
    assert sum(hit.chance for hit in hits) == pytest.approx(1)
    assert {hit.card: hit.chance for hit in hits if hit.won == 1}["Princess"] == pytest.approx(0.2)


def test_a_packed_column_is_the_whole_one():
    """Each number kept is found again, alone or among many, and every other one is missing."""
    marked = np.random.default_rng(1).random(1000) < 0.3
    whole = np.where(marked, np.arange(1000.0), np.nan)
    kept = Marks(pack_marks(marked), 1000)
    column = PackedColumn(whole[marked], kept, np.nan)
    assert np.array_equal(np.asarray(kept), marked)
    assert np.array_equal(np.asarray(column), whole, equal_nan=True)
    assert np.array_equal(column[np.arange(1000)], whole, equal_nan=True)
    assert np.array_equal([column.item(i) for i in range(1000)], whole, equal_nan=True)


def test_sql_has_what_a_player_can_see(table, seen):
    """The view has each such state once, decoded, with the lookup's value and action."""
    names = [card.name for card in table.rules.cards]
    with llq.connect() as connection:
        cursor = connection.execute("FROM love_letter_small")
        columns = [column[0] for column in cursor.description]
        rows = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
        query = "SELECT sum(deal_prob) FROM love_letter_small_opening"
        assert connection.execute(query).fetchall() == [(pytest.approx(1),)]
    assert len(rows) == len(seen)
    for row in rows[:: len(rows) // 100]:
        hand = (row["card_1"], row["card_2"])
        answer = llq.lookup(
            *hand,
            variant="small",
            seen={
                name: copies - row[f"unseen_{name.lower()}"] - hand.count(name)
                for name, copies in zip(names, COPIES, strict=True)
            },
            opponent=row["opponent"],
            opponent_knows=row["opponent_knows"],
            handmaid=row["handmaid"],
            aside=row["aside"],
            opponent_knows_aside=row["opponent_knows_aside"],
        )
        assert (answer.value, answer.text) == (row["win_prob"], row["action"])


def test_the_table_is_listed_and_sound(folder):
    """The file is one of today's tables, and every hash holds."""
    (listed,) = tables()
    assert (listed.name, listed.error) == ("love_letter-small", None)
    assert verify_file(listed.path).spec.variant == "small"


def test_a_lookup_loads_neither_numba_nor_duckdb(folder):
    """A lookup needs no kernel and no database."""
    prepare = (
        "import sys, llq\n"
        "from dataclasses import replace\n"
        "from llq.solver.love_letter import variants as v\n"
        f"cards = [replace(c, copies=n) for c, n in zip(v.ARCHER.cards, {COPIES})]\n"
        "v.VARIANTS['small'] = v.Rules('small', 1, tuple(cards), 'this test')\n"
    )
    looks = (
        "print(llq.lookup(2, 8, variant='small').text)\n"
        "print(sorted({'numba', 'duckdb', 'matplotlib'} & set(sys.modules)))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", prepare + looks], capture_output=True, text=True, check=True
    )
    best, loaded = run.stdout.splitlines()
    assert best.startswith("Priest at the")
    assert loaded == "[]"


def test_an_answer_says_what_is_known_of_the_aside_card(folder):
    """Who knows the aside card is in the answer, in its facts and in its plain data."""
    answer = llq.lookup(2, 8, variant="small", seen=[2, 1], aside="Prince")
    assert "Prince is aside" in answer.facts
    assert answer.to_dict()["aside"] == "Prince"
    answer = llq.lookup(2, 8, variant="small", seen=[2], opponent_knows_aside=True)
    assert "opponent knows the aside card" in answer.facts


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ({"seen": [1], "aside": 5}, "takes a card that looks at it: too few of them were seen"),
        ({"seen": [2, 1], "aside": 8}, "the aside card cannot be a Princess"),
        ({"seen": [2, 1], "aside": 9}, "no card 9"),
        ({"opponent_knows_aside": True}, "nobody can know the aside card before a card that"),
        ({"seen": [2], "aside": 5}, "the Prince known to be aside"),
        ({"seen": [2]}, "or if the opponent knows the aside card"),
        ({"lead": 2}, "does not depend on the lead"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(folder, known, message):
    """Each way in which what is said of the aside card can be wrong has its own words."""
    with pytest.raises(LlqError, match=message):
        llq.lookup(2, 8, variant="small", **known)


def test_a_card_aside_that_the_mover_does_not_know_is_not_weighed(table, seen):
    """An action cannot be chosen by a card that the player does not know."""
    (state, *_) = (
        state
        for state in map(table.every.unrank, np.flatnonzero(np.asarray(table.reachable)))
        if state.aside >= 0 and not state.aside_known and state.opponent == UNKNOWN
    )
    with pytest.raises(IllegalState, match="an aside card that the player does not know"):
        table.actions(state)


def test_other_variants_know_nothing_of_the_aside_card(classic):
    """Where no card looks at it, what is said of the aside card is refused."""
    for known in ({"aside": 5}, {"opponent_knows_aside": True}):
        with pytest.raises(IllegalState, match="nobody comes to know the aside card"):
            classic.situation((2, 8), **known)


def test_discard_totals_are_not_solved():
    """A scoring that the solver does not know is refused before anything is built."""
    for ask in (llq.love_letter.table.build, llq.love_letter.table.open):
        with pytest.raises(IllegalState, match="archer Love Letter is not solved by --scoring di"):
            ask("archer", scoring="discards")


def test_a_match_of_the_table_is_worth_what_the_table_says(table):
    """Table against itself wins as often as the mean of the openings says, within 4 errors."""
    with llq.connect() as connection:
        query = "SELECT sum(win_prob * deal_prob) FROM love_letter_small_opening"
        ((mean,),) = connection.execute(query).fetchall()
    result = llq.love_letter.match("table", "table", 50_000, variant="small")
    assert abs(result.score - mean) < 4 * result.score_error


@pytest.mark.parametrize("player", ["strategic", "monte_carlo"])
def test_other_players_are_refused(folder, player):
    """A player that does not know the variant is refused with the list of those that do."""
    with pytest.raises(UnknownStrategy, match=f"'{player}' cannot play small .* by: random, table"):
        llq.love_letter.match("table", player, 10, variant="small")


def test_a_custom_player_is_refused(folder):
    """So is a custom player."""

    class Bot:
        name = "bot"

        def choose(self, view, random):
            raise AssertionError

    with pytest.raises(UnknownStrategy, match="'bot' cannot play small"):
        llq.love_letter.match(Bot(), "table", 10, variant="small")


def test_a_hand_that_is_not_in_the_deck_is_refused(folder):
    """A match from a hand that cannot be dealt is refused."""
    with pytest.raises(IllegalState, match="cannot deal a hand of Princess and Princess"):
        llq.love_letter.match("random", "random", 10, variant="small", hand=(8, 8))


def test_the_opening_is_drawn(table, tmp_path):
    """The opening table is a picture."""
    from llq.query.figures import save_figure
    from llq.query.love_letter.pictures.figures import draw_opening

    picture = save_figure(draw_opening(table), tmp_path / "a.png")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_archer_space_is_the_tables(table):
    """The table numbers its entries as the solver does."""
    assert len(table.values) == archer_space(table.rules).size


def test_every_opening_of_the_full_deck_is_reachable(archer_file):
    """Nothing is ruled out before a card has been played."""
    table = llq.love_letter.table.open("archer", path=archer_file)
    marked = np.asarray(table.reachable)
    blocks = table.every.space.block_n == variants.ARCHER.opening_unseen
    assert marked[table.every.block_entry[:-1][blocks]].all()
    assert marked.sum() == 11_393_127
