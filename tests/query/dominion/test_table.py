"""The Dominion table as a library."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import llq
from llq.errors import (
    CorruptTable,
    IllegalState,
    StaleTable,
    TableMissing,
    UnknownCard,
    UnknownGame,
    UnknownState,
)
from llq.query.dominion.answers import parse_deck
from llq.query.dominion.build import build_dominion
from llq.query.dominion.custom_games import check_game, lookup_in_game, read_game
from llq.query.dominion.table import dominion_spec, open_dominion
from llq.solver.dominion.action_scoring import card_of
from llq.solver.dominion.model import Action
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.dominion.solver import solve_state
from llq.store.writing import write_table
from tests.oracles import dominion as oracle

START = "7 copper, 3 estate"


def some_states(table, most, count, seed):
    """Draw (deck, coins of a real hand, turns to go) with up to `most` bought cards."""
    random = np.random.default_rng(seed)
    cards = table.game.cards
    states = []
    for _ in range(count):
        bought = int(random.integers(0, most + 1))
        deck = np.array(table.game.start) + random.multinomial(bought, [1 / len(cards)] * 6)
        hand = random.multivariate_hypergeometric(deck, HAND_SIZE)
        coins = int(hand @ [card.value for card in cards])
        to_go = int(random.integers(1, 32 - bought))
        states.append((tuple(deck.tolist()), coins, to_go))
    return states


def by_card(actions):
    """Return scores by card."""
    return {action.card: action.expected_score for action in actions}


@pytest.fixture(scope="module")
def longer(tmp_path_factory):
    """Return a table of 40 turns, which holds payouts of decks with up to 20 bought cards."""
    return open_dominion(40, build_dominion(40, tmp_path_factory.mktemp("longer")))


@pytest.mark.parametrize("turns", [1, 2, 3, 4])
def test_short_games_equal_exact_fractions(dominion_table, turns):
    """Every action in every state of a short game scores what the paper's recursion gives."""
    game = dominion_table.game
    for deck, coins, played in set(oracle.reachable(game, turns)):
        named = {card.name: n for card, n in zip(game.cards, deck, strict=True)}
        answer = dominion_table.lookup(named, coins, played + 1, turns)
        exact = oracle.payouts(game, deck, coins, turns - played)
        assert by_card(answer.actions) == pytest.approx({k: float(v) for k, v in exact.items()})
        assert answer.expected_score == pytest.approx(float(max(exact.values())), rel=1e-14)
        assert answer.best == answer.actions[0].card


def test_the_scores_by_length_equal_exact_fractions(dominion_table):
    """The optimum of games of 0 to 5 turns is the paper's recursion's."""
    game = dominion_table.game
    exact = [float(oracle.expected(game, game.start, turns)) for turns in range(6)]
    assert dominion_table.scores[:6] == pytest.approx(exact, rel=1e-14)


def test_actions_equal_a_fresh_solve(dominion_table):
    """Random states anywhere in the table score, card by card, what solving anew gives."""
    for deck, coins, to_go in some_states(dominion_table, 30, 60, 1):
        fresh = solve_state(dominion_table.game, deck, coins, to_go)
        found = dominion_table.actions(deck, coins, to_go)
        assert by_card(found) == pytest.approx(by_card(fresh), abs=1e-11)
        assert found[0].cost == 0


def test_best_one_by_one_and_in_a_batch_agree_with_the_actions(dominion_table):
    """The stored action is the first of the list, for one state and for many."""
    states = some_states(dominion_table, 30, 400, 2)
    many = dominion_table.best_many(*(list(column) for column in zip(*states, strict=True)))
    model = dominion_table.model
    for state, action in zip(states, many, strict=True):
        best = dominion_table.best(*state)
        assert best == card_of(model, model.band(state[1]), Action(int(action)))
        assert {a.card: a.cost for a in dominion_table.actions(*state)}[best] < 1e-11


def test_a_longer_table_agrees_where_both_apply(dominion_table, longer):
    """Stored payouts, and those solved anew beyond 20 bought cards, are the 31-turn table's."""
    deep = [s for s in some_states(dominion_table, 30, 80, 3) if sum(s[0]) >= 30]
    shallow = some_states(dominion_table, 19, 80, 4)
    assert len(deep) > 15
    assert len(longer.payout) < len(longer.codes)
    for state in shallow + deep:
        found, same = longer.actions(*state), dominion_table.actions(*state)
        assert by_card(found) == pytest.approx(by_card(same), abs=1e-11)
        assert longer.best(*state) == dominion_table.best(*state)
    assert longer.scores[:32] == pytest.approx(dominion_table.scores, abs=1e-11)


def test_the_content_hash_of_the_31_turn_table(dominion_table):
    """One digest pins every payout and action of the 31-turn table."""
    assert dominion_table.info.content_hash.startswith("eb1bbc581bb6ae49")


def test_two_builds_have_one_content_hash(dominion_table, tmp_path):
    """A second build, elsewhere and with another number of threads, has the same content."""
    again = open_dominion(31, build_dominion(31, tmp_path, threads=1))
    assert again.info.content_hash == dominion_table.info.content_hash


def test_the_file_is_small(dominion_file):
    """The payout and action of every state of 31 turns are at most five megabytes."""
    assert dominion_file.stat().st_size <= 5_000_000


def test_a_table_is_read_only(dominion_table):
    """A caller cannot change the numbers that others read."""
    with pytest.raises(ValueError, match="read-only"):
        dominion_table.payout[0] = 0.5


@pytest.mark.usefixtures("dominion_file")
def test_an_answer_says_all_it_rests_on(dominion_table):
    """An answer holds every action, what it costs, and the source of its numbers."""
    answer = llq.dominion.lookup("7 copper, 3 estate, 2 silver", 5, 4)
    assert [a.card for a in answer.actions] == ["silver", None, "copper", "duchy", "estate"]
    best = answer.expected_score
    assert all(a.cost == pytest.approx(best - a.expected_score) for a in answer.actions)
    assert dominion_table.info.content_hash[:12] in answer.source
    assert json.loads(json.dumps(answer.to_dict()))["best"] == "silver"
    assert "turn 4 of 31: buy silver, expecting 69.98" in str(answer)
    assert "  pass  (costs 2.4" in str(answer)


@pytest.mark.parametrize(
    ("deck", "coins", "turn", "turns", "error", "reason"),
    [
        (START, 9, 1, 31, IllegalState, r"no hand .* 9 coins; possible: \[2, 3, 4, 5\]"),
        (START, -1, 1, 31, IllegalState, "no hand"),
        (START, 2.5, 1, 31, IllegalState, "coins is 2.5, not a whole number"),
        (START, float("nan"), 1, 31, IllegalState, "not a whole number"),
        (START, 3, 0, 31, IllegalState, "no turn 0"),
        (START, 3, 32, 31, IllegalState, "no turn 32"),
        (START, 3, 1, 0, IllegalState, "of 0 turns has no turn"),
        (f"{START}, gold", 3, 1, 31, IllegalState, "1 bought cards takes 1 turns; before turn 1"),
        ("7 copper, 3 moat", 3, 1, 31, UnknownCard, "no card 'moat'; it has copper"),
        ("seven copper", 3, 1, 31, IllegalState, "'seven copper' in the deck is not like"),
        ("", 3, 1, 31, IllegalState, "is not like '7 copper'"),
        ({"copper": 7.5, "estate": 3}, 3, 1, 31, IllegalState, "copper is 7.5"),
        ({"copper": 7, "estate": -1}, 3, 1, 31, IllegalState, "-1 copies of estate"),
        ("4 copper", 3, 1, 31, IllegalState, "Definition 2.2"),
        ("6 copper, 4 estate", 3, 2, 31, UnknownState, "not the starting deck"),
    ],
)
@pytest.mark.usefixtures("dominion_file")
def test_what_cannot_be_is_refused(deck, coins, turn, turns, error, reason):
    """A situation that no game comes to is an error that says why, never a number."""
    with pytest.raises(error, match=reason):
        llq.dominion.lookup(deck, coins, turn, turns)


@pytest.mark.parametrize(
    ("decks", "coins", "to_go", "error", "reason"),
    [
        ((7, 0, 0, 3, 0, 0), 3, 0, IllegalState, "no action is left"),
        ((7, 0, 0, 3, 0, 0), 3, 32, UnknownState, "llq build dominion --turns 32"),
        ((7, 0, 0, 3, 0, 0), -1, 3, IllegalState, "0 to 15 coins"),
        ((7, 0, 0, 3, 0, 0), 16, 3, IllegalState, "0 to 15 coins"),
        ((7, 0, 0, 3, 0, 0), float("nan"), 3, IllegalState, "whole numbers"),
        ((7, 0, 0, 3, 0), 3, 3, IllegalState, r"arrays of \(N, 6\)"),
        ((6, 0, 0, 4, 0, 0), 3, 3, UnknownState, "not the starting deck"),
    ],
)
def test_a_batch_refuses_what_cannot_be(dominion_table, decks, coins, to_go, error, reason):
    """One bad state in a batch is an error, and so it is alone."""
    with pytest.raises(error, match=reason):
        dominion_table.best(decks, coins, to_go)
    if len(decks) == 6:
        with pytest.raises(error, match=reason):
            dominion_table.best_many([dominion_table.game.start, decks], [3, coins], [3, to_go])


def test_beyond_what_a_table_holds(dominion_table):
    """A state further on than the table goes is refused with the command that goes there."""
    with pytest.raises(UnknownState, match="build dominion --turns 40"):
        dominion_table.actions(dominion_table.game.start, 3, 40)


def test_missing_stale_and_damaged_tables_name_the_command(dominion_table, dominion_file, tmp_path):
    """A table that is missing, of other sources or damaged is refused with the remedy."""
    with pytest.raises(TableMissing, match="llq build dominion --turns 31"):
        open_dominion(path=tmp_path)
    with pytest.raises(IllegalState, match="at least one turn"):
        open_dominion(0)
    with pytest.raises(IllegalState, match="at least one turn"):
        build_dominion(0, tmp_path)
    path = tmp_path / "dominion-31.h5"
    arrays = {
        "score": dominion_table.scores,
        "payout": dominion_table.payout,
        "action": dominion_table.codes,
    }
    write_table(path, replace(dominion_spec(31), solver_hash="0" * 64), arrays)
    with pytest.raises(StaleTable, match="llq build dominion --turns 31"):
        open_dominion(path=path)
    damaged = bytearray(dominion_file.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    path.write_bytes(damaged)
    with pytest.raises(CorruptTable, match="llq build dominion --turns 31"):
        open_dominion(path=path)


def test_deck_words():
    """Numbers and names in any order, a name alone for one copy, repeats added up."""
    assert parse_deck("7 Copper,estate , 2 estate") == {"copper": 7, "estate": 3}


def test_a_game_of_ones_own_is_looked_up_without_a_table(dominion_table, tmp_path):
    """Dominion written out as a user's game gives the table's answers."""
    path = tmp_path / "game.toml"
    path.write_text(dominion_table.game.to_toml())
    game = read_game(path)
    answer = lookup_in_game(game, "7 copper, 3 estate, 2 silver", 5, 4)
    same = dominion_table.lookup("7 copper, 3 estate, 2 silver", 5, 4, 31)
    assert by_card(answer.actions) == pytest.approx(by_card(same.actions), abs=1e-11)
    assert "solved on the spot" in answer.source


def test_a_broken_game_is_refused_in_words(dominion_table, tmp_path):
    """No file, no TOML, cards that are no table, and a game of chance without a length."""
    path = tmp_path / "game.toml"
    with pytest.raises(UnknownGame, match="no game can be read"):
        read_game(path)
    path.write_text("name = ")
    for read in (read_game, check_game):
        with pytest.raises(IllegalState, match="not TOML"):
            read(path)
    path.write_text("treasures = 3")
    assert not check_game(path).is_game
    text = dominion_table.game.to_toml().replace('kind = "fixed"\nturns = 31', 'kind = "chance"')
    path.write_text(text.replace('"chance"', '"chance"\nalpha = "1/31"'))
    with pytest.raises(IllegalState, match="say for how many turns"):
        lookup_in_game(read_game(path), START, 3, 1)


@pytest.mark.usefixtures("dominion_file")
def test_a_lookup_loads_neither_numba_nor_duckdb():
    """Looking up in the 31-turn table stays light: no compiler, no database."""
    code = (
        "import sys, llq\n"
        "assert llq.dominion.lookup('7 copper, 3 estate', 4, 1).best == 'silver'\n"
        "print(sorted({'numba', 'duckdb', 'matplotlib'} & set(sys.modules)))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"
