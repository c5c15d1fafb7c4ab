"""The Dominion table as a library."""

import json
from dataclasses import replace

import numpy as np
import pytest

import llq
from llq.errors import IllegalState, UnknownCard, UnknownState
from llq.query.dominion.game_files import check_game, read_game
from llq.query.dominion.notation import parse_counts
from llq.query.dominion.table.table import DominionTable, build_table, open_table
from llq.solver.dominion.model import Purchase
from llq.solver.dominion.rules import HAND_SIZE, Action, FixedLength
from llq.solver.dominion.solitaire.action_scoring import card_of
from llq.solver.dominion.solitaire.solver import solve_state
from llq.solver.dominion.state import State
from tests.oracles import dominion as oracle

START = "7 copper, 3 estate"


def some_states(table, most, count, seed):
    """Draw states with up to `most` bought cards and the coins of a real hand."""
    random = np.random.default_rng(seed)
    cards = table.game.cards
    states = []
    for _ in range(count):
        bought = int(random.integers(0, most + 1))
        deck = np.array(table.game.start) + random.multinomial(bought, [1 / len(cards)] * 6)
        hand = random.multivariate_hypergeometric(deck, HAND_SIZE)
        coins = int(hand @ [card.value for card in cards])
        to_go = int(random.integers(1, 32 - bought))
        states.append(State(table.game, tuple(deck.tolist()), coins, bought + 1, bought + to_go))
    return states


def by_card(actions):
    """Return values by card."""
    return {action.action.card: action.value for action in actions}


@pytest.fixture(scope="module")
def longer(tmp_path_factory):
    """Return a table of 40 turns, which holds payouts of decks with up to 20 bought cards."""
    return open_table(40, build_table(40, tmp_path_factory.mktemp("longer")))


@pytest.mark.parametrize("turns", [1, 2, 3, 4])
def test_short_games_equal_exact_fractions(dominion_table, turns):
    """Every action in every state of a short game scores what the paper's recursion gives."""
    game = dominion_table.game
    for deck, coins, played in set(oracle.reachable(game, turns)):
        cards = {card.name: n for card, n in zip(game.cards, deck, strict=True)}
        answer = dominion_table.answer(llq.dominion.deck(cards, coins, played + 1, turns))
        exact = oracle.payouts(game, deck, coins, turns - played)
        floats = dict(zip(exact, map(float, exact.values()), strict=True))
        assert by_card(answer.actions) == pytest.approx(floats)
        assert answer.value == pytest.approx(float(max(exact.values())), rel=1e-14)
        assert answer.best == answer.actions[0].action
        assert exact[answer.best.card] == max(exact.values())


def test_actions_equal_a_fresh_solve(dominion_table):
    """Random states anywhere in the table score, card by card, what solving anew gives."""
    for state in some_states(dominion_table, 30, 30, 1):
        fresh = solve_state(state.game, state.deck, state.coins, state.turns_to_go)
        scores = {score.card: score.expected_score for score in fresh}
        actions = dominion_table.actions(state)
        assert by_card(actions) == pytest.approx(scores, abs=1e-11)
        assert actions[0].cost == 0


def test_best_one_by_one_and_in_a_batch_agree_with_the_actions(dominion_table):
    """The stored action is the first of the list, for one state and for many."""
    states = some_states(dominion_table, 30, 150, 2)
    many = dominion_table.lookup_many(
        [state.deck for state in states],
        [state.coins for state in states],
        [state.turns_to_go for state in states],
    )
    model = dominion_table.model
    for state, action in zip(states, many, strict=True):
        best = dominion_table.lookup(state)
        assert best == Action(card_of(model, model.band(state.coins), Purchase(int(action))))
        assert best in state.legal
        actions = {a.action: a for a in dominion_table.actions(state)}
        assert set(actions) <= set(state.legal)
        assert actions[best].cost < 1e-11
        assert actions[best].is_best
        assert dominion_table.get(state) == best


def test_a_longer_table_agrees_where_both_apply(dominion_table, longer):
    """Stored payouts, and those solved anew beyond 20 bought cards, are the 31-turn table's."""
    states = some_states(dominion_table, 30, 60, 3)
    deep = [state for state in states if sum(state.deck) >= 30]
    shallow = some_states(dominion_table, 19, 30, 4)
    assert len(deep) > 10
    assert len(longer.payout) < len(longer.codes)
    for state in shallow + deep:
        actions, expected = longer.actions(state), dominion_table.actions(state)
        assert by_card(actions) == pytest.approx(by_card(expected), abs=1e-11)
        assert longer.lookup(state) == dominion_table.lookup(state)
    assert longer.scores[:32] == pytest.approx(dominion_table.scores, abs=1e-11)


def test_the_content_hash_of_the_31_turn_table(dominion_table):
    """One digest pins every payout and action of the 31-turn table."""
    assert dominion_table.info.content_hash.startswith("eb1bbc581bb6ae49")


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
    cards = [a.action.card for a in answer.actions]
    assert cards == ["silver", None, "copper", "duchy", "estate"]
    assert [a.text for a in answer.actions[:2]] == ["buy silver", "pass"]
    assert all(a.cost == pytest.approx(answer.value - a.value) for a in answer.actions)
    assert [a.is_best for a in answer.actions] == [True, *[False] * 4]
    assert {a.standard_error for a in answer.actions} == {None}
    assert (answer.best, answer.text) == (Action("silver"), "buy silver")
    assert dominion_table.info.content_hash[:12] in answer.source
    plain = json.loads(json.dumps(answer.to_dict()))
    assert (plain["best"], plain["turn"]) == ({"card": "silver"}, 4)
    assert plain["actions"][1]["action"] == {"card": None}
    assert "turn 4 of 31: buy silver, expecting 69.98" in str(answer)
    assert "  pass  (costs 2.4" in str(answer)


@pytest.mark.parametrize(
    ("deck", "coins", "turn", "turns", "error", "reason"),
    [
        (START, 9, 1, 31, IllegalState, r"no hand .* 9 coins; possible: 2, 3, 4, 5"),
        (START, -1, 1, 31, IllegalState, "no hand"),
        (START, 3, 1, 100_000, UnknownState, "up to games of 500 turns; got 100000"),
        ("7 copper, 3 estate, 1 c0pper", 3, 2, 31, UnknownCard, "no card 'c0pper'"),
        (START, 2.5, 1, 31, IllegalState, "coins must be an integer; got 2.5"),
        (START, float("nan"), 1, 31, IllegalState, "must be an integer"),
        (START, 3, 0, 31, IllegalState, "no turn 0"),
        (START, 3, 32, 31, IllegalState, "no turn 32"),
        (START, 3, 1, 0, IllegalState, "of 0 turns has no turn"),
        (f"{START}, gold", 3, 1, 31, IllegalState, "1 bought cards takes 1 turns; before turn 1"),
        ("7 copper, 3 moat", 3, 1, 31, UnknownCard, "no card 'moat'; it has copper"),
        ("seven copper", 3, 1, 31, IllegalState, "'seven copper' in the deck is not like"),
        ("", 3, 1, 31, IllegalState, "is not like '7 copper'"),
        ("9" * 10**5, 3, 1, 31, IllegalState, "is not like '7 copper'"),  # at once, not in hours
        ("7" + " " * 10**5, 3, 1, 31, IllegalState, "is not like '7 copper'"),
        ({"copper": 7.5, "estate": 3}, 3, 1, 31, IllegalState, "an integer of at least.*got 7.5"),
        ({"copper": 7, "estate": -1}, 3, 1, 31, IllegalState, "-1 copies of estate"),
        ("4 copper", 3, 1, 31, IllegalState, "a hand takes 5 cards; this deck has 4"),
    ],
)
@pytest.mark.usefixtures("dominion_file")
def test_what_cannot_be_is_refused(deck, coins, turn, turns, error, reason):
    """A situation that no game comes to is an error that says why, never a number."""
    with pytest.raises(error, match=reason):
        llq.dominion.lookup(deck, coins, turn, turns)


def test_a_deck_from_which_cards_were_trashed_is_solved():
    """Five Coppers, two turns: a Duchy now and, by the chance to draw it, a Duchy or an Estate."""
    answer = llq.dominion.lookup("5 copper", coins=5, turn=30)
    assert (answer.text, answer.value) == ("buy duchy", pytest.approx(3 + 3 / 6 + 5 / 6))
    assert answer.bar.share(answer.value) == 1 > answer.bar.share(answer.actions[-1].value) == 0


def test_a_batch_refuses_what_cannot_be(dominion_table):
    """One bad state in a batch is an error, and so it is alone."""
    for decks, coins, to_go, error, reason in [
        ((7, 0, 0, 3, 0, 0), 3, 0, IllegalState, "no action is left"),
        ((7, 0, 0, 3, 0, 0), 3, 32, UnknownState, "llq build dominion --turns 32"),
        ((7, 0, 0, 3, 0, 0), -1, 3, IllegalState, "0 to 15 coins"),
        ((7, 0, 0, 3, 0, 0), 16, 3, IllegalState, "0 to 15 coins"),
        ((7, 0, 0, 3, 0, 0), float("nan"), 3, IllegalState, "must be integers"),
        ((7, 0, 0, 3, 0), 3, 3, IllegalState, r"arrays of \(N, 6\)"),
        ((6, 0, 0, 4, 0, 0), 3, 3, UnknownState, "llq dominion lookup solves others"),
    ]:
        with pytest.raises(error, match=reason):
            dominion_table.lookup_many([decks], [coins], [to_go])
        if len(decks) == 6:
            with pytest.raises(error, match=reason):
                dominion_table.lookup_many(
                    [dominion_table.game.start, decks], [3, coins], [3, to_go]
                )


def test_get_has_a_default_where_lookup_raises(dominion_table):
    """A hand that cannot be, another start, another game and a game too long have no action."""
    game = dominion_table.game
    start = llq.dominion.deck(START, 3, 1)
    assert dominion_table.get(start) == dominion_table.lookup(start) == Action("silver")
    other = replace(game, end=FixedLength(30))
    for state, error in (
        (replace(start, coins=9), IllegalState),
        (replace(start, turns=32), UnknownState),
        (replace(start, turn=32), IllegalState),
        (replace(start, deck=game.deck({"copper": 6, "estate": 4})), UnknownState),
        (replace(start, game=other), IllegalState),
    ):
        with pytest.raises(error):
            dominion_table.lookup(state)
        assert dominion_table.get(state) is None
        assert dominion_table.get(state, Action("gold")) == Action("gold")


@pytest.mark.usefixtures("dominion_file")
def test_a_lookup_reads_its_table_once(dominion_file, tmp_path, monkeypatch):
    """Lookups keep the opened table until another file takes its place."""
    opened, load = [], DominionTable.load
    monkeypatch.setattr(DominionTable, "load", lambda *args: opened.append(args) or load(*args))
    path = tmp_path / "dominion-31.h5"
    path.write_bytes(dominion_file.read_bytes())
    first, second = (llq.dominion.lookup(START, coins, 1, path=path) for coins in (3, 4))
    assert (first.source, len(opened)) == (second.source, 1)
    other = tmp_path / "other"
    other.write_bytes(dominion_file.read_bytes())
    other.replace(path)
    assert llq.dominion.lookup(START, 3, 1, path=path).value == first.value
    assert len(opened) == 2


@pytest.mark.parametrize("use", [open_table, build_table])
def test_a_table_has_a_turn(use, tmp_path):
    """A table of no turn is neither opened nor built."""
    with pytest.raises(IllegalState, match="at least one turn"):
        use(0, tmp_path)


def test_deck_words(dominion_table):
    """Any separator, plurals, names as short as is clear, one alone for a copy, repeats added."""
    names = [*dominion_table.game.place]
    for text in [
        "7 Copper,estate , 2 estate",
        "7 copper, 3 estate",
        "7 copper 3 estate",
        "7 copper; 3 estate",
        "7c 3e",
        "estate 7 copper 2 est",
        "7 Coppers, 3 estates",
        "7c3e",
        "7coppers3estates",
    ]:
        assert parse_counts(text, names, "dominion") == {"copper": 7, "estate": 3}


def test_a_name_that_may_be_two_cards_is_refused(dominion_table, tmp_path):
    """What is unclear is asked for, with the cards that it may be."""
    path = tmp_path / "game.toml"
    path.write_text(dominion_table.game.to_toml().replace('"estate"', '"capital"'))
    game = read_game(path)
    with pytest.raises(UnknownCard, match="'c' may be copper or capital; write more of the name"):
        parse_counts("7c", [*game.place], game.name)
    assert parse_counts("7co 3 cap", [*game.place], game.name) == {"copper": 7, "capital": 3}


def test_a_custom_game_is_looked_up_without_a_table(dominion_table, tmp_path):
    """Dominion written out as a custom game gives the table's answers."""
    path = tmp_path / "game.toml"
    path.write_text(dominion_table.game.to_toml())
    game = read_game(path)
    answer = llq.dominion.lookup("7 copper, 3 estate, 2 silver", 5, 4, game=game)
    expected = dominion_table.answer(llq.dominion.deck("7 copper, 3 estate, 2 silver", 5, 4, 31))
    assert by_card(answer.actions) == pytest.approx(by_card(expected.actions), abs=1e-11)
    assert "solved on the spot" in answer.source


def test_a_broken_game_is_refused_in_words(dominion_table, tmp_path):
    """No file, no TOML, an endless number, cards that are no table, a length that is missing."""
    path = tmp_path / "game.toml"
    for number in ("9" * 5000, "0x" + "f" * 5000):
        path.write_text(dominion_table.game.to_toml().replace("cost = 3", f"cost = {number}"))
        with pytest.raises(IllegalState) as refused:
            read_game(path)
        assert len(str(refused.value)) < 200
    path.unlink()
    with pytest.raises(IllegalState, match="no game can be read"):
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
        llq.dominion.lookup(START, 3, 1, game=read_game(path))
