"""Menus in files, their reviews and better thresholds: against all thresholds and exact matches."""

from __future__ import annotations

from pathlib import Path

import pytest

import llq
from llq.errors import IllegalState, UnknownStrategy
from llq.solver.dominion.curves.buyers import MenuBuyer, Shop
from llq.solver.dominion.curves.games import play
from llq.solver.dominion.kingdom.cards import find_card

menus = llq.dominion.menus

BOT = """<playerCollection>
<player name="One" author="A. Nother" description="A bot.">
  <type name="Bot"/>
  <buy name="Province"><condition>
    <left type="getTotalMoney"/><operator type="greaterThan"/>
    <right type="constant" attribute="9.0"/>
    <extra_operation type="multiplyWith" attribute="2.0"/></condition></buy>
  <buy name="Council_Room"><condition>
    <left type="countCardsInDeck" attribute="Council_Room"/><operator type="smallerThan"/>
    <right type="countCardTypeInDeck" attribute="Treasure"/>
    <extra_operation type="divideBy" attribute="8.0"/></condition><condition>
    <left type="countCardsInSupply" attribute="Province"/><operator type="greaterOrEqualThan"/>
    <right type="constant" attribute="3.0"/></condition></buy>
  <buy name="Silver"/>
</player>
<player name="Two"><buy name="Gold"><condition>
    <left type="countCardsInPlay" attribute="Goons"/><operator type="equalTo"/>
    <right type="constant" attribute="1.0"/></condition></buy></player>
</playerCollection>"""


def test_a_bot_in_xml_is_its_menu(tmp_path: Path) -> None:
    """Every word of a bot's file that a menu has is in the menu; others are refused by name."""
    path = tmp_path / "bots.xml"
    path.write_text(BOT)
    menu = menus.read(f"{path}#One")
    assert str(menu) == (
        "province if total_money > 18; council_room if count(council_room) < treasures / 8 and "
        "provinces_left >= 3; silver"
    )
    assert menu.source == "Geronimoo's simulator, A. Nother"
    for name, said in (("Two", "countCardsInPlay"), ("Onee", "did you mean One"), ("", "2 bots")):
        with pytest.raises(IllegalState, match=said):
            menus.read(f"{path}#{name}")
    for text, said in (("<a>", "not XML"), ("<a/>", "no bot"), ("<!DOCTYPE a><a/>", "document")):
        path.write_text(text)
        with pytest.raises(IllegalState, match=said):
            menus.read(path)
    with pytest.raises(IllegalState, match="no menu can be read from"):
        menus.read(tmp_path / "none.menu")


def test_a_menus_name_and_text_are_players() -> None:
    """A menu wins what the known rule of the same wishes wins, in every kind of match."""
    text = "province; gold; silver"
    named, written = (
        llq.dominion.race.match(one, "greedy", silver=3) for one in ("big_money", text)
    )
    assert named.win_prob == written.win_prob
    assert llq.dominion.strategies.score(f"{text}; copper", 6) == pytest.approx(
        llq.dominion.strategies.score("picky", 6), abs=1e-9
    )
    games = llq.dominion.match(text, "big_money", games=50)
    assert (games.first, games.second, games.lead) == (text, "big_money", 0)
    other = "province; gold; duchy if provinces_left <= 4 and lead > -9; silver"
    played = llq.dominion.play([other, "big-money"], seed=3, silver=6)
    assert sum(played.returns) == pytest.approx(0)


def test_a_review_is_of_the_exact_match() -> None:
    """A review's chances are those of the matches, and its costs add up to their distance."""
    text = "province if total_money > 18; gold if count(gold) < 3; silver if count(silver) < 5"
    review = menus.mistakes(text, silver=5)
    first = llq.dominion.race.match(text, "optimal", silver=5)
    second = llq.dominion.race.match("optimal", text, silver=5)
    assert review.first == pytest.approx(first.win_prob, abs=1e-9)
    assert review.second == pytest.approx(1 - second.win_prob, abs=1e-9)
    for seat, wins, best in (
        ("first", review.first, review.best_first),
        ("second", review.second, review.best_second),
    ):
        costs = [one.costs for one in review.mistakes if one.seat == seat]
        assert 0 <= best - wins - sum(costs) < 1e-5 * 8 * 5 * 6  # what is not listed
    assert [one.costs for one in review.mistakes] == sorted(
        (one.costs for one in review.mistakes), reverse=True
    )
    assert all(one.gain > 0 for one in review.mistakes)
    worst = review.mistakes[0]
    assert str(worst).startswith(f"With {worst.coins} coins at {worst.provinces_left} Province")


def test_a_better_threshold_is_the_best_of_all() -> None:
    """Of a menu with one number the result is what trying all of them finds."""
    text = "province; gold; duchy if provinces_left <= {}; silver"
    chances = {}
    for number in range(9):
        menu = text.format(number)
        first = llq.dominion.race.match(menu, "big_money", silver=4).win_prob
        second = llq.dominion.race.match("big_money", menu, silver=4).win_prob
        chances[menu] = (first + 1 - second) / 2
    found = menus.improve(text.format(2), "big_money", silver=4)
    assert found.better == max(chances, key=lambda menu: chances[menu])
    assert found.after == pytest.approx(chances[found.better], abs=1e-9)
    assert found.before == pytest.approx(chances[text.format(2)], abs=1e-9)
    assert sum(change.gain for change in found.changes) == pytest.approx(found.after - found.before)
    assert "in place of provinces_left <= 2" in str(found)


def test_turns_are_the_fewest_for_a_menu_that_is_best() -> None:
    """Big Money takes what the table of known rules has; no menu takes fewer than the fewest."""
    assert menus.turns("big_money", 1).turns == pytest.approx(8.0043, abs=1e-4)
    with_duchies = menus.turns("province; gold; duchy if provinces_left <= 8; silver", 1)
    assert with_duchies.turns > menus.turns("big_money", 1).turns
    for menu in menus.known():
        if {"smithy", "moat", "laboratory", "council_room"} & {wish.card for wish in menu.wishes}:
            assert menus.turns(menu, 1).loses > 0


def test_turns_of_a_menu_with_duchies_and_a_card_are_those_of_its_games() -> None:
    """Computed, they lie within four standard errors of games that are played card by card."""
    text = "province; gold; duchy if provinces_left <= 7; smithy if count(smithy) < 1; silver"
    buyer = MenuBuyer(menus.Menu.from_text(text), Shop(find_card("smithy")), 2)
    turns = (play(buyer, 60, 4000, 1, real=False).coins >= 0).sum(axis=1)
    error = turns.std() / len(turns) ** 0.5
    assert abs(menus.turns(text, 2).turns - turns.mean()) < 4 * error


@pytest.mark.parametrize(
    ("menu", "said"),
    [
        ("big_mony", "did you mean big_money"),
        ("random", "by lot"),
        ("gold; province", "never gets its Provinces"),
        ("province; smithy; moat; silver", "one kingdom card at most"),
    ],
)
def test_what_is_no_menu_is_refused(menu: str, said: str) -> None:
    """A name that there is not, or a menu without an end, is one line."""
    with pytest.raises((IllegalState, UnknownStrategy), match=said):
        menus.turns(menu, 1)


def test_a_menu_without_a_number_is_not_improved() -> None:
    """Where there is nothing to change, it says so."""
    with pytest.raises(IllegalState, match="no number to change"):
        menus.improve("big_money")
