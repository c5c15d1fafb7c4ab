"""The race as people ask it: lookups, the table, its relations, matches and pictures."""

from functools import partial
from random import Random

import pytest

import llq
from llq.errors import IllegalState, LlqError, UnknownCard, UnknownState
from llq.query.dominion.play.choices import race_choice
from llq.query.dominion.race.answers import race_of
from llq.query.dominion.race.roster import race_rule
from llq.query.dominion.race.table import open_race
from llq.solver.dominion.race.rules import COSTS, capped_race
from llq.solver.dominion.race.solver import options, solve
from llq.solver.dominion.race.space import RaceSpace, Split
from llq.solver.dominion.rules import Action

START = "7 copper, 3 estate"
LATE = {
    "mine": "7c 5s 4g 3p 3e",
    "theirs": "7c 5s 4g 3p 3e 2d",
    "left": "2 province, 6 duchy",
    "coins": 8,
    "seat": "second",
}


@pytest.fixture(scope="module")
def race_table(dominion_file, tmp_path_factory):
    """Return a small table of the race: one Silver and one Gold for each of three players."""
    with pytest.MonkeyPatch.context() as patch:
        players = "llq.query.dominion.race.table.RACE_PLAYERS"
        patch.setattr(players, ("optimal", "big_money", "random"))
        yield open_race(llq.dominion.race.build(1, 1, tmp_path_factory.mktemp("race")))


def test_an_answer_has_every_buy_best_first_and_says_where_it_is_from():
    """The answer is of the one shape of all games, and its values are those of the solver."""
    answer = llq.dominion.race.lookup(**LATE)
    assert [buy.text for buy in answer.actions][:2] == ["buy province", "buy duchy"]
    assert {buy.action.card for buy in answer.actions} == {
        None, "silver", "gold", "duchy", "province"
    }  # fmt: skip
    values = [buy.value for buy in answer.actions]
    assert values == sorted(values, reverse=True)
    race = race_of(answer.situation)
    chances = options(solve(race), answer.situation.mover)
    assert sorted(values) == pytest.approx(sorted(chances.values()))
    plain = answer.to_dict()
    assert plain["best"] == {"card": "province"}
    assert plain["lead"] == -6
    assert plain["seat"] == "second"
    assert "fresh hands; up to" in plain["source"]
    assert "winning 0.45" in str(answer)


def test_a_kingdom_card_for_sale_is_an_option_and_is_played():
    """With Smithy for sale it is bought with four coins early; without, decks cannot have it."""
    answer = llq.dominion.race.lookup(
        "7c 5e 3 silver 3g 3p 4d", "7c 4 silver 3g 3p 3e 3d", "2 province", coins=4, card="Smithy"
    )
    assert {buy.action.card for buy in answer.actions} == {None, "silver", "smithy"}
    assert answer.to_dict()["card"] == "smithy"
    assert "2 and 2 smithy" in answer.source
    with_one = ("7 copper, 3 estate, 2 silver, 1 smithy", "7c 3e 2 silver")
    drawn = llq.dominion.race.situation(*with_one, coins=9, card="smithy")
    assert "smithy for sale" in str(drawn)
    with pytest.raises(IllegalState, match="is worth 10 coins; hands are worth 2 to 9"):
        llq.dominion.race.situation(*with_one, coins=10, card="smithy")
    with pytest.raises(IllegalState, match="both decks have 11 smithy; the game has 10"):
        llq.dominion.race.situation("7c 3e 6 smithy", "7c 3e 5 smithy", coins=4, card="smithy")
    with pytest.raises(UnknownCard, match="did you mean smithy"):
        llq.dominion.race.situation(START, START, coins=4, card="smitty")


def test_a_match_with_a_kingdom_card_is_exact_and_as_games_go(dominion_file):
    """Each player may have a card of their own; games played agree, and menus buy the card."""
    match = llq.dominion.race.match("smithy", "optimal", 5_000, 2, silver=3, second_card="none")
    assert (match.card, match.second_card, match.copies) == ("smithy", "none", 2)
    assert abs(match.simulated - match.win_prob) < 4 * match.simulated_error
    assert match.best_against_first >= 1 - match.win_prob - 1e-6
    assert match.best_against_second > match.win_prob
    assert "5000 games, fresh hands, seed 2" in str(match)
    assert match.to_dict()["gold"] == 1
    plain = llq.dominion.race.match("thesis", "optimal", silver=3)
    thesis = llq.dominion.race.match("thesis", "optimal", silver=3, card="moat", second_card="none")
    assert thesis.win_prob == pytest.approx(plain.win_prob, abs=1e-6)  # it never buys one
    assert plain.card is None


def test_a_match_that_cannot_be_says_why(tmp_path):
    """Unknown names, numbers that no race has, a menu's card that is not for sale: one line."""
    for changed, message in [
        ({"card": "smithee"}, "did you mean smithy"),
        ({"card": "smithy", "copies": 5}, "copies must be at most 4; got 5"),
        ({"card": "smithy", "copies": 4, "silver": 24}, "are solved: give less"),
        ({"card": "none"}, "the race without a kingdom card has no card 'smithy'"),
        ({"first": "nobody"}, "the race has no player 'nobody'"),
        ({"games": -1}, "games must be"),
        ({"silver": 1}, "silver must be"),
    ]:
        with pytest.raises(LlqError, match=message):
            llq.dominion.race.match(**({"first": "smithy", "second": "big_money"} | changed))
    with pytest.raises(IllegalState, match="silver and gold must be"):
        llq.dominion.race.build(0, 1, tmp_path)


def test_an_empty_pile_sells_nothing():
    """Once both decks hold all 40 Silvers none is bought, now or in the rest of the game."""
    answer = llq.dominion.race.lookup("7c 3e 20s 4p", "7c 3e 20s 3p", coins=6)
    assert [action.text for action in answer.actions] == ["buy duchy", "buy gold", "pass"]
    assert {*map(str, answer.situation.legal)} == {action.text for action in answer.actions}
    assert "up to 20 and 20 silver" in answer.source


def test_a_large_race_is_solved_with_less_room():
    """What is solved for an answer stays below a limit, by less room for treasures."""
    early = llq.dominion.race.situation(START, START, coins=4, card="smithy")
    race = race_of(early)
    assert RaceSpace(race).states <= 5e8
    assert race.first.silver_room < 12
    late = llq.dominion.race.situation("7c 20s 3e 15g", START, coins=8)
    assert race_of(late).first.silver_room == 2


def test_a_situation_that_no_game_comes_to_is_refused():
    """Bad input gets one clear line."""
    for changed, message in [
        ({"mine": "7c 9p 3e"}, "both players have bought 12 province; the pile has 8"),
        ({"mine": "6c 3e"}, "mine has 6 copper, but the starting deck has 7 and nothing is "),
        ({"theirs": "7c 2e"}, "theirs has 2 estate"),
        ({"theirs": "7c 5s 4g 3p 12e 2d"}, "both players have bought 9 estate; the pile has 8"),
        ({"left": "8 estate"}, "left counts provinces and duchies for sale, not estate"),
        ({"left": "3 province"}, "the province cards do not add up: 3 bought by you, 3 by them"),
        ({"left": "5 silver"}, "left counts provinces and duchies for sale, not silver"),
        ({"mine": "7c 3e 5p", "left": None}, "the game is over: no province is left"),
        ({"mine": "7c 3e 40s 3p"}, "both decks have 45 silver; the game has 40"),
        ({"coins": 16}, "no hand of .* is worth 16 coins; hands are worth 0 to 14"),
        ({"seat": "third"}, "seat is first or second, not 'third'"),
        ({"mine": {"copper": 7, "gold": -1}}, "mine: copies of gold must be a non-"),
        ({"mine": {"copper": 7, "gold": 1.5}}, "mine: copies of gold must be a non-"),
        (
            {"mine": "53c 3e 35s", "theirs": "7c 3e 5s 8d", "left": "8 province, 0 duchy"},
            "the game is over: duchy, copper, silver have run out",
        ),
    ]:
        with pytest.raises(IllegalState, match=message) as raised:
            llq.dominion.race.situation(**(LATE | changed))
        assert "\n" not in str(raised.value)
    for mine in ("7c 3e 2 smithy", {"copper": 7, "estate": 3, "smithy": 2}):
        with pytest.raises(UnknownCard, match="smithy"):
            llq.dominion.race.situation(mine, START, coins=4)


def test_the_tables_policy_is_the_solvers(race_table):
    """The stored buy of a situation is the best option of the race that was solved."""
    race = capped_race(1, 1)
    solved = solve(race)
    chances = options(solved, 0)
    best = max(("pass", "silver"), key=chances.__getitem__)
    situation = llq.dominion.race.situation(START, START, coins=4)
    assert race_table.lookup(situation) == Action(best)
    assert race_table.win_prob == pytest.approx(solved.first_moves)
    late = llq.dominion.race.situation("7c 3e s 4p", "7c 3e g 3p 2d", coins=5, seat="second")
    assert race_table.lookup(late).card == "duchy"


def test_what_the_table_does_not_hold_is_refused(race_table):
    """A situation beyond the table is one clear line, and `get` returns its default."""
    for mine, message in [
        ("7c 3e 2s", "goes up to 1 silver and 1 gold"),
        ("8c 3e", "has decks with 7 copper only"),
        ("7c 4e", "has decks with 3 estate only"),
    ]:
        situation = llq.dominion.race.situation(mine, START, coins=3)
        with pytest.raises(UnknownState, match=message):
            race_table.lookup(situation)
        assert race_table.get(situation) is None


def test_the_situations_add_up(race_table):
    """Visits, ends, matches and answers agree with each other."""
    relations = {relation.name: relation.columns for relation in race_table.sql()[:4]}
    ends = relations["dominion_race_end"]
    first = ends["probability"] @ (ends["lead"] > 0)
    tie = ends["probability"] @ ((ends["lead"] == 0) & (ends["ended_by"] == "second"))
    assert first + tie / 2 == pytest.approx(race_table.win_prob, abs=1e-6)
    assert race_table.match("optimal", "optimal") == pytest.approx(race_table.win_prob, abs=1e-5)
    answers = relations["dominion_race_answer"]
    assert (answers["exploited"] > -1e-5).all()
    for name in ("big_money", "random"):
        against = 1 - race_table.match(name, "optimal")
        place = (answers["player"] == name) & (answers["seat"] == "first")
        assert answers["best_answer"][place][0] >= against - 1e-9
    with pytest.raises(IllegalState, match="has no match of optimal and nobody"):
        race_table.match("optimal", "nobody")


def test_every_relation_has_its_comments_and_its_view(race_table, monkeypatch):
    """The race's views answer in SQL."""
    monkeypatch.setenv("LLQ_TABLES", str(race_table.info.path.parent))
    connection = llq.connect()
    for part in ("situation", "end", "match", "answer", "penultimate", "duchy", "chance"):
        assert connection.sql(f"SELECT * FROM dominion_race_{part} LIMIT 1").fetchall()
    ((right, cost),) = connection.sql(
        "SELECT max(province_right), min(waiting_cost) FROM dominion_race_penultimate"
    ).fetchall()
    assert 0 < right <= 1 + 1e-6
    assert cost > -1e-6


def test_a_race_is_solved_again_after_its_progress_stopped_it():
    """Whoever hears how far it has got can end the work by an error; nothing of it is kept."""

    def stop(_done, _total):
        raise TimeoutError

    decks = "7c 5s 4g 2p 3e", "7c 5s 4g 4p 3e"
    lookup = partial(llq.dominion.race.lookup, *decks, "2 province", coins=8)
    with pytest.raises(TimeoutError):
        lookup(progress=stop)
    steps = []
    answer = lookup(progress=lambda *step: steps.append(step))
    assert steps == [(1, 2), (2, 2)]
    assert lookup(progress=stop) == answer  # this is kept


OWN = "province; duchy if count(province) >= 2; gold if count(estate) < 5; silver"


@pytest.mark.parametrize("name", ["thesis", "big_money_ultimate", OWN])
def test_a_rule_buys_in_a_game_as_in_the_space_of_all(name, monkeypatch):
    """What a rule buys of a situation alone is its row in the table of all situations."""
    monkeypatch.delenv("LLQ_STANDARD_TABLES")
    lot, rule = Random(5), race_rule(name)
    for number in range(2):
        state = llq.dominion.new_game(7, variant="race", silver=6, number=number)
        space = RaceSpace(state.race)
        while not state.is_terminal:
            decks, seat = state.decks, state.current_player
            split = Split(*(tuple(deck[at] for deck in decks) for at in (5, 4)))
            layer, rank = space.rank(split)
            silver, gold = decks[seat][1:3]
            band = sum(state.coins >= cost for cost in COSTS) - 1
            row = silver * (state.race.first.gold_room + 1) + gold
            buy = int(rule(space, layer, seat)[rank, row, band])
            assert race_choice(name, state, lot) == (buy if buy in state.legal_actions() else 0)
            state.apply(max(state.legal_actions()))
