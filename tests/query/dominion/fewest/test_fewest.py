"""Fewest turns to Provinces as people ask for them: by hand and piles, with errors in one line."""

import json
from collections import deque

import pytest

import llq
from llq.errors import IllegalState, LlqError, UnknownCard, UnknownStrategy
from llq.query.dominion.fewest import lookups as fewest_lookups
from tests.oracles import dominion_fewest as oracle
from tests.oracles import dominion_fewest_piles as real


def test_purchases_of_a_first_hand_are_those_of_the_values() -> None:
    """Each purchase's turns are one turn and the value of the deck and piles that it leaves."""
    answer = llq.dominion.fewest.lookup("4 copper, estate", "3c 2e", "", 1)
    assert answer.best.card == "silver"
    assert {a.action.card for a in answer.actions} == {None, "copper", "silver", "estate"}
    assert answer.actions[0].cost == 0
    assert all(a.cost == pytest.approx(a.value - answer.value) for a in answer.actions)
    assert str(answer).startswith("1 Province, real rule; hand of 4 coins: buy silver")
    assert json.loads(json.dumps(answer.to_dict()))["hand"]["copper"] == 4


def test_the_last_province_takes_this_turn() -> None:
    """Whoever can buy the last Province is done this turn."""
    for rule in ("real", "fresh"):
        answer = llq.dominion.fewest.lookup("2 gold, silver, 2c", "5c 3e", "", 1, rule)
        assert answer.best.card == "province"
        assert answer.value == 1.0


def test_fresh_hands_forget_where_the_cards_lie() -> None:
    """By fresh hands the piles' sum counts alone; by the real rule the piles count."""
    one = llq.dominion.fewest.lookup("3c 2e", "4c", "e silver", 2, "fresh")
    two = llq.dominion.fewest.lookup("3c 2e", "e silver", "4c", 2, "fresh")
    assert one.actions == two.actions
    one = llq.dominion.fewest.lookup("3c 2e", "4c", "e silver", 2)
    two = llq.dominion.fewest.lookup("3c 2e", "e silver", "4c", 2)
    assert one.value != two.value


def test_dead_cards_only_cost() -> None:
    """An Estate and a Duchy are as dead as each other, and worse than a Copper."""
    answer = llq.dominion.fewest.lookup("gold, 3c e", "4c 2e", "", 2)
    value = {a.action.card: a.value for a in answer.actions}
    assert value["estate"] == value["duchy"] > value["copper"]


def test_a_kept_game_answers_what_follows_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck of a game solved before gets the same values without another solve."""
    later = "2c silver 2e", "2c e", "3c silver", 2
    monkeypatch.setattr(fewest_lookups, "_KEPT", deque(maxlen=4))
    alone = llq.dominion.fewest.lookup(*later)
    fewest_lookups._KEPT.clear()
    llq.dominion.fewest.lookup("4c e", "3c 2e", "", 2)
    kept = list(fewest_lookups._KEPT)
    monkeypatch.setattr(fewest_lookups, "_SolvedGame", None)
    after = llq.dominion.fewest.lookup(*later)
    assert len(kept) == 2  # with and without an Estate bought
    assert [a.text for a in after.actions] == [a.text for a in alone.actions]
    assert after.value == pytest.approx(alone.value, abs=1e-9)


def test_games_are_forgotten_the_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server keeps the last games up to a number of states, and no others."""
    monkeypatch.setattr(fewest_lookups, "_KEPT", deque(maxlen=4))
    for provinces in (1, 2):
        llq.dominion.fewest.lookup("4c e", "3c 2e", "", provinces)
    states = [game.states for game in fewest_lookups._KEPT]
    fewest_lookups.forget_games(sum(states[2:]))
    assert [game.states for game in fewest_lookups._KEPT] == states[2:]
    fewest_lookups.forget_games()
    assert not fewest_lookups._KEPT


def test_a_solve_ends_when_its_caller_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is told within a game, so that what raises there ends it; nothing is kept of it."""
    monkeypatch.setattr(fewest_lookups, "_KEPT", deque(maxlen=4))

    def stop(done: int, total: int) -> None:
        raise TimeoutError(f"{done} of {total}")

    with pytest.raises(TimeoutError, match="0 of 7"):
        llq.dominion.fewest.lookup("4c e", "3c 2e", "", 2, progress=stop)
    assert not fewest_lookups._KEPT


def test_values_of_a_whole_game_bracket_the_optimum() -> None:
    """The summary's turns and bound agree, and the first hands lead there on average."""
    found = llq.dominion.fewest.turns(1)
    assert found.at_least <= found.turns < found.at_least + 1e-6
    mean = 0.0
    for (hand, draw, _), p in real._hands(oracle.START, real.NONE, 5).items():
        piles = (dict(zip(oracle.NAMES, cards, strict=True)) for cards in (hand, draw))
        mean += float(p) * llq.dominion.fewest.lookup(*piles, {}, 1).value
    assert mean == pytest.approx(found.turns, rel=1e-6)


@pytest.mark.parametrize(
    ("hand", "draw", "discard", "provinces", "rule", "error", "words"),
    [
        ("4c", "3c 3e", "", 4, "real", IllegalState, "a hand has 5 cards, not 4"),
        ("5c", "", "", 4, "real", IllegalState, "nothing is trashed"),
        ("5c", "2c 3e 9 province", "", 4, "real", IllegalState, "there are 8"),
        ("5c", "2c 3e", "4 province", 4, "real", IllegalState, "the game is over"),
        ("5c", "2c 3e", "41 silver", 4, "real", IllegalState, "there are 40"),
        ("5c", "2c 3e", "1 witch", 4, "real", UnknownCard, "no card 'witch'"),
        ("5c", "2c 3e", "", 9, "real", IllegalState, "provinces must be 1 to 8"),
        ("5c", "2c 3e", "", 4, "odd", UnknownStrategy, "choose one of real, fresh"),
        ({"copper": 4.5}, "2c 3e", "", 4, "real", IllegalState, "non-negative integer"),
    ],
)
def test_what_no_game_comes_to_is_refused(
    hand: object,
    draw: str,
    discard: str,
    provinces: int,
    rule: str,
    error: type[LlqError],
    words: str,
) -> None:
    """Bad input has an error of one line that says what is wrong."""
    with pytest.raises(error, match=words) as caught:
        llq.dominion.fewest.lookup(hand, draw, discard, provinces, rule)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
