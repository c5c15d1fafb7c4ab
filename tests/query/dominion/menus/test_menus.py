"""Menus in files, and their reviews: against exact matches."""

import pytest

import llq
from llq.errors import IllegalState, UnknownStrategy

menus = llq.dominion.menus


def test_a_menus_name_and_text_are_players():
    """A menu wins what the known rule of the same wishes wins, in every kind of match."""
    text = "province; gold; silver"
    by_name, by_text = (
        llq.dominion.race.match(menu, "greedy", silver=3) for menu in ("big_money", text)
    )
    assert by_name.win_prob == by_text.win_prob
    assert llq.dominion.strategies.score(f"{text}; copper", 6) == pytest.approx(
        llq.dominion.strategies.score("picky", 6), abs=1e-9
    )
    games = llq.dominion.match(text, "big_money", games=50)
    assert (games.first, games.second, games.lead) == (text, "big_money", 0)
    other = "province; gold; duchy if provinces_left <= 4 and lead > -9; silver"
    played = llq.dominion.play([other, "big-money"], seed=3, silver=6)
    assert sum(played.returns) == pytest.approx(0)


@pytest.mark.long
def test_a_review_is_of_the_exact_match():
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
        costs = [mistake.costs for mistake in review.mistakes if mistake.seat == seat]
        assert 0 <= best - wins - sum(costs) < 1e-5 * 8 * 5 * 6  # what is not listed
    assert [mistake.costs for mistake in review.mistakes] == sorted(
        (mistake.costs for mistake in review.mistakes), reverse=True
    )
    assert all(mistake.gain > 0 for mistake in review.mistakes)
    worst = review.mistakes[0]
    assert str(worst).startswith(f"With {worst.coins} coins at {worst.provinces_left} Province")


def test_what_is_no_menu_is_refused():
    """A name that there is not is one line."""
    for menu, message in [("big_mony", "did you mean big_money"), ("random", "by lot")]:
        with pytest.raises(UnknownStrategy, match=message):
            menus.mistakes(menu)


def test_a_file_of_a_menu_is_its_text(tmp_path):
    """A mistake in a file is told with the file's name, and so is a file that is not there."""
    path = tmp_path / "own.menu"
    path.write_text("province\n# later\nduchy if provinces_left <= 4\nsilver")
    assert str(menus.read(path)) == "province; duchy if provinces_left <= 4; silver"
    path.write_text("province if")
    with pytest.raises(IllegalState, match=r"own\.menu: wish 1"):
        menus.read(path)
    with pytest.raises(IllegalState, match="no menu can be read from"):
        menus.read(tmp_path / "none.menu")
