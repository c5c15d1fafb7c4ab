"""One kingdom card as people ask for it: rows, rankings, lookups, and errors in one line."""

import gc
import json

import pytest

import llq
from llq.errors import IllegalState, UnknownCard, UnknownGame
from llq.solver.dominion.kingdom.cards import kingdom_cards
from llq.solver.dominion.kingdom.fresh import FreshGame
from llq.store.locate import VARIABLE
from llq.store.shipped import standard_folder


def test_a_row_holds_together():
    """The optimum lies between its bound and Big Money, and saves what its numbers say."""
    row = llq.dominion.kingdom.turns("smithy", 1)
    assert row.at_least - 1e-9 <= row.turns < row.big_money
    money = llq.dominion.kingdom.turns("money", 1).turns
    assert row.saved == pytest.approx(money - row.turns)
    assert row.first_buys[4] == ("smithy",)
    assert json.loads(json.dumps(row.to_dict()))["card"] == "smithy"
    assert str(row).startswith("smithy: 6.8317 turns to 1 Province,")


def test_a_ranking_keeps_no_solved_game():
    """What a ranking solves is gone with its rows: games are as large as all hands of a turn."""

    def games() -> int:
        gc.collect()  # a proxy among these may be of nothing, and then isinstance raises
        return sum(issubclass(type(item), FreshGame) for item in gc.get_objects())

    before = games()
    llq.dominion.kingdom.ranking(1, copies=2, cards=kingdom_cards()[-1:])
    assert games() <= before


@pytest.fixture(autouse=True)
def _shipped(monkeypatch):
    """Answer from the tables that come with llq."""
    monkeypatch.setenv(VARIABLE, str(standard_folder()))


def test_rankings_are_in_order():
    """The card that helps most comes first."""
    rows = llq.dominion.kingdom.ranking(2)
    assert {row.card for row in rows} == {"money", *(card.name for card in kingdom_cards())}
    marked = {row.card for row in rows if row.attacks}
    assert {"witch", "militia", "spy", "black_cat"} < marked
    assert not marked & {"smithy", "moat", "council_room", "chapel"}
    assert "to 2 Provinces. What a card does to opponents is not counted" in rows[0].title
    turns = [row.turns for row in rows[1:]]
    assert turns == sorted(turns)


def test_money_alone_is_the_first_row_and_a_lookup():
    """Without a card the ranking begins, nothing is saved, and the lookup's value is the row's."""
    row = llq.dominion.kingdom.turns(provinces=2)
    assert row == llq.dominion.kingdom.ranking(2)[0]
    assert (row.saved, row.copies, str(row)) == (0, 0, "money: 11.0245 turns to 2 Provinces")
    answer = llq.dominion.kingdom.lookup("money", "7c 3e", 2, provinces=2)
    assert answer.value == pytest.approx(1 + row.turns)
    assert str(answer).startswith("7 copper, 3 estate; 2 coins, 1 buy; 2 Provinces, money alone")


@pytest.mark.long
def test_a_card_that_trashes_is_a_card_like_the_others():
    """Chapel has a row and lookups, of decks after its play, which may lack Coppers and Estates."""
    row = llq.dominion.kingdom.turns("chapel")
    assert (round(row.turns, 3), round(row.saved, 2), row.at_least) == (14.078, 2.05, None)
    answer = llq.dominion.kingdom.lookup("Chapel", "7 copper, 3 estate", 3, provinces=1)
    assert answer.text == "buy chapel"
    thin = llq.dominion.kingdom.lookup("chapel", "4 copper, 2 silver, chapel", 3, provinces=1)
    assert thin.value < answer.value
    turns = llq.dominion.kingdom.turns("mine", 1, copies=1).turns
    assert turns == pytest.approx(llq.dominion.kingdom.turns("mine", 1).one_copy)


def test_lookups_are_of_the_best_purchases():
    """Purchases stand in order, their costs add up, and two buys may be two Provinces."""
    answer = llq.dominion.kingdom.lookup("smithy", "7c 3e", 4)
    assert answer.best.cards == ("smithy",)
    assert [a.cost for a in answer.actions] == sorted(a.cost for a in answer.actions)
    assert all(a.cost == pytest.approx(a.value - answer.value) for a in answer.actions)
    assert json.loads(json.dumps(answer.to_dict()))["deck"]["smithy"] == 0
    deck = "7c 3e 5 gold woodcutter 2 province"
    answer = llq.dominion.kingdom.lookup("woodcutter", deck, 17, 2, 4)
    assert (answer.text, answer.value) == ("buy province and province", 1.0)


def test_what_no_game_comes_to_is_refused():
    """Bad input has an error of one line that says what is wrong."""
    for card, deck, coins, buys, provinces, error, words in [
        ("cellar", "7c 3e", 4, 1, 4, UnknownCard, "no kingdom card 'cellar'"),
        ("money", "7c 3e, smithy", 4, 1, 4, UnknownCard, "no card 'smithy'"),
        ("chapel", "7 copper, 4 chapel", 4, 1, 4, IllegalState, "at most 3 are solved"),
        ("smithy", "7c 3e, chapel", 4, 1, 4, UnknownCard, "no card 'chapel'"),
        ("smithy", {"chapel": 1}, 4, 1, 4, UnknownCard, "no card 'chapel'"),
        ("smithy", "6c 3e", 4, 1, 4, IllegalState, "nothing is trashed"),
        ("smithy", "7c 3e 11 smithy", 4, 1, 4, IllegalState, "at most 10 are solved"),
        ("warehouse", "7c 3e 4 warehouse", 4, 1, 4, IllegalState, "at most 3 are solved"),
        ("smithy", "7c 3e 41 silver", 4, 1, 4, IllegalState, "there are 40"),
        ("smithy", "7c 3e 4 province", 4, 1, 4, IllegalState, "the game is over"),
        ("smithy", "7c 3e", -1, 1, 4, IllegalState, "coins must be"),
        ("smithy", "7c 3e", 4, 2, 4, IllegalState, "buys with smithy must be at most 1;"),
        ("smithy", "7c 3e", 4, 1, 9, IllegalState, "provinces must be at most 8"),
        ("smithy", {"copper": 7.5}, 4, 1, 4, IllegalState, "non-negative integer"),
    ]:
        with pytest.raises(error, match=words) as caught:
            llq.dominion.kingdom.lookup(card, deck, coins, buys, provinces)  # type: ignore[arg-type]
        assert "\n" not in str(caught.value)


def test_files_that_hold_no_card_are_refused(tmp_path):
    """What cannot be read, and what is no card, is said with the file's name."""
    with pytest.raises(UnknownGame, match="No such file"):
        llq.dominion.kingdom.read_cards(tmp_path / "none.toml")
    file = tmp_path / "bad.toml"
    file.write_text("[x]\ncost = 'two'")
    with pytest.raises(IllegalState, match=r"bad\.toml: x: cost must be an integer"):
        llq.dominion.kingdom.read_cards(file)
