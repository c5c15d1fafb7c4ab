"""The race against its oracle, and against itself."""

from itertools import product

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.dominion.kingdom.cards import find_card
from llq.solver.dominion.menus import KINGDOM_MENUS, MENUS, Menu
from llq.solver.dominion.race.play import play_races
from llq.solver.dominion.race.rules import Race, Seat, Side, capped_race
from llq.solver.dominion.race.solver import find_rule, options, solve
from llq.solver.dominion.race.space import RaceSpace, Split, reached_splits
from llq.solver.dominion.race.visits import count_visits
from tests.marks import long
from tests.oracles import dominion_race as oracle

SMALL = [
    Race(
        provinces=p,
        duchies=d,
        first=Side(silver=s, gold=2, points=3 + lead, silver_room=1, gold_room=1),
        second=Side(silver=2, gold=g, silver_room=1, gold_room=room),
    )
    for p, d, s, g, lead, room in (
        (1, 0, 2, 2, 0, 1),
        (1, 2, 1, 2, -6, 0),
        (2, 1, 2, 2, 0, 0),
        (3, 0, 2, 2, -5, 0),
        (4, 0, 2, 2, 6, 1),
    )
]


ACTIONS = {
    action.name: action
    for action in (
        oracle.Action("smithy", 4, 3, 0, is_terminal=True),
        oracle.Action("laboratory", 5, 2, 0, is_terminal=False),
        oracle.Action("festival", 5, 0, 2, is_terminal=False),
        oracle.Action("moat", 2, 2, 0, is_terminal=True),
    )
}
WITH_CARDS = [
    Race(
        provinces=p,
        duchies=d,
        first=Side(copper=3, silver=2, gold=2, card=first, copies=1, copies_room=1, gold_room=0,
                   silver_room=1),
        second=Side(copper=3, silver=1, gold=3, card=second, copies_room=room, gold_room=1,
                    silver_room=0),
    )
    for p, d, first, second, room in (
        (1, 1, find_card("smithy"), find_card("smithy"), 2),
        (2, 0, find_card("smithy"), find_card("laboratory"), 2),
        (1, 1, find_card("festival"), find_card("moat"), 2),
        (1, 1, find_card("laboratory"), None, 0),
    )
]  # fmt: skip


def table_of(race, split, bought):
    """Return a state of a race as the oracle takes it; cards without points are not needed here."""
    sides = (race.first, race.second)
    decks = tuple(
        (
            *(side.copper, side.silver + own[0], side.gold + own[1], side.victory),
            *(split.duchies[i], split.provinces[i], side.copies + own[2]),
        )
        for i, (side, own) in enumerate(zip(sides, bought, strict=True))
    )
    left = race.duchies - sum(split.duchies), race.provinces - sum(split.provinces)
    rooms = tuple(oracle.minus(side.rooms, own) for side, own in zip(sides, bought, strict=True))
    actions = tuple(side.card and ACTIONS[side.card.name] for side in sides)
    return oracle.Table(left, decks, rooms, race.lead, actions)


@pytest.mark.parametrize(
    "race", [*SMALL[:2], SMALL[3], WITH_CARDS[2], *map(long, WITH_CARDS[1::2])]
)
def test_every_state_of_a_small_race_has_the_value_of_the_exact_fractions(race):
    """Every state of a small race has the value of exact fractions, with kingdom cards or none."""
    space = RaceSpace(race)
    solved = solve(race, keep_values=True, dtype=np.float64, threads=1)
    compared = 0
    for layer in range(race.provinces):
        for rank, pairs in enumerate(space.layer_splits(layer).tolist()):
            split = Split(*map(tuple, pairs))
            assert space.rank(split) == (layer, rank)
            decks = (
                product(*(range(room + 1) for room in side.rooms))
                for side in (race.first, race.second)
            )
            for bought in product(*map(list, decks)):
                values = solved.values[layer][rank, :, space.cell(*bought)]
                expected = [float(value) for value in oracle.values(table_of(race, split, bought))]
                assert values == pytest.approx(expected, abs=1e-12)
                compared += 2
    assert compared == space.states


@pytest.mark.parametrize("race", [SMALL[4], *WITH_CARDS])
@pytest.mark.parametrize("mover", list(Seat))
def test_the_options_at_the_start_are_those_of_the_exact_fractions(race, mover):
    """The value of every buy is that of exact fractions, in either seat."""
    solved = solve(race, dtype=np.float64, threads=1)
    table = table_of(race, Split((0, 0), (0, 0)), ((0, 0, 0), (0, 0, 0)))
    expected = {
        card: oracle.after(table, mover, card, bought) for card, bought in oracle.buys(table, mover)
    } | {"pass": oracle.values(table)[1 - mover]}
    card = (race.first, race.second)[mover].card
    if card and "action" in expected:
        expected[card.name] = expected.pop("action")
    chances = options(solved, mover)
    assert set(chances) == set(expected)
    for buy, value in expected.items():
        chance = value if mover is Seat.FIRST else 1 - value
        assert chances[buy] == pytest.approx(float(chance), abs=1e-12)


def test_the_policy_earns_the_value_and_no_answer_to_it_earns_more():
    """The policy earns the value, and no answer to it earns more."""
    race = capped_race(3, 2)
    solved = solve(race, keep_codes=True)
    codes = solved.codes
    for plans in ((codes, codes), (codes, None), (None, codes)):
        earned = solve(race, plans=plans).first_moves
        assert earned == pytest.approx(solved.first_moves, abs=1e-5)


def test_the_result_does_not_depend_on_the_threads_nor_on_the_precision():
    """Neither threads nor float32 change a result."""
    race = capped_race(2, 2)
    single, double = (solve(race, threads=threads) for threads in (1, 2))
    assert single.first_moves == double.first_moves
    assert single.first_moves == pytest.approx(solve(race, dtype=np.float64).first_moves, abs=1e-6)


def test_only_splits_that_a_rule_leads_to_are_reached():
    """Big Money never has a Duchy; its opponent may have any of them."""
    space = RaceSpace(Race(provinces=3, duchies=2))
    rule = find_rule(MENUS["big_money"])
    bought = [rule(space, layer, Seat.SECOND) for layer in range(3)]
    for layer, reached in enumerate(reached_splits(space, (None, bought))):
        without_duchies = space.layer_splits(layer)[:, 1:, Seat.SECOND].sum(1) == 0
        assert reached.tolist() == without_duchies.tolist()
    assert all(all(layer) for layer in reached_splits(space, (None, None)))


def test_what_is_no_race_is_refused():
    """A race without Provinces, and a deck without a hand are refused."""
    with pytest.raises(IllegalState, match="no Province is left"):
        Race(provinces=0)
    with pytest.raises(IllegalState, match="a hand takes 5 cards"):
        Side(copper=1, victory=1)


def test_forward_visits_reproduce_the_value():
    """How often best play meets each situation adds up to the value and to one end a game."""
    solved = solve(capped_race(2, 2), keep_values=True, keep_codes=True)
    visits = count_visits(solved)
    assert oracle.first_wins(visits) == pytest.approx(solved.first_moves, abs=1e-6)
    assert visits.ends.sum() + visits.endless[0] == pytest.approx(1)
    assert visits.wins[0, 0, 0, visits.middle].sum() > 0
    assert (visits.wins <= visits.visits.sum(-1) + 1e-9).all()
    assert (visits.cost >= -1e-9).all()
    assert (visits.right <= visits.visits.sum(-1, keepdims=True) + 1e-9).all()
    assert (visits.visits <= visits.right + 1e-12).all()  # what is bought is best


def deviation(races, exact):
    """Return how many standard errors the mean result lies off an exact chance."""
    return abs(races.won.mean() - exact) / (races.won.std() / len(races.won) ** 0.5 + 1e-9)


@pytest.mark.parametrize("menu", [*MENUS.values()][:3])
def test_a_match_of_rules_is_what_their_games_average(menu):
    """The exact value of a match lies within four standard errors of the games played."""
    side = Side(silver_room=5, gold_room=4)
    race = Race(provinces=4, duchies=3, first=side, second=side)
    rules = find_rule(menu), find_rule(MENUS["big_money_ultimate"])
    exact = solve(race, plans=rules).first_moves
    assert deviation(play_races(race, rules, 5000, seed=3), exact) < 4


# the latter two as dear as a Silver and a Gold
@pytest.mark.parametrize("name", ["market", "watchtower", "hunting_grounds"])
def test_games_with_a_kingdom_card_average_what_the_solver_says(name):
    """Best play and a menu with a card meet as often in 3000 games as exactly, in either seat."""
    card = find_card(name)
    side = Side(silver=1, silver_room=3, gold_room=2, card=card, copies=1, copies_room=2)
    race = Race(provinces=3, duchies=2, first=side, second=side)
    menu = f"province; duchy if provinces_left <= 1; gold; {name} if count({name}) < 3; silver"
    rule = find_rule(Menu.from_text(menu), card)
    codes = solve(race, keep_codes=True).codes
    for plans in ((codes, rule), (rule, codes)):
        exact = solve(race, plans=plans).first_moves
        assert deviation(play_races(race, plans, 3000, seed=4), exact) < 4


def test_a_card_is_worth_something_and_never_harms():
    """Best play with a card to buy wins no less than without, and more than a menu with it."""
    cards = (find_card("smithy"), None)
    alone = solve(capped_race(2, 2, cards=cards)).first_moves
    assert alone > solve(capped_race(2, 2)).first_moves + 0.05
    both = solve(capped_race(2, 2, cards=(cards[0], cards[0])))
    menu = find_rule(KINGDOM_MENUS["smithy"], cards[0])
    assert both.first_moves < alone
    assert solve(both.space.race, plans=(menu, None)).first_moves < both.first_moves


def test_a_pile_of_a_kingdom_card_is_never_emptied():
    """Rooms that both together could empty the pile with are refused in one line."""
    with pytest.raises(IllegalState, match="9 copies of smithy at most"):
        capped_race(2, 1, cards=(find_card("smithy"),) * 2, copies=5)
    with pytest.raises(IllegalState, match="there is none"):
        Side(copies=1)


def test_best_play_by_codes_wins_what_it_should():
    """Games between a solution and a rule average what the exact match says; real ones run."""
    race = capped_race(3, 3)
    solved, rule = solve(race, keep_codes=True), find_rule(MENUS["big_money_duchy"])
    exact = solve(race, plans=(solved.codes, rule))
    assert exact.first_moves < solve(race, plans=(None, rule)).first_moves
    played = play_races(race, (solved.codes, rule), 5000, seed=5)
    assert deviation(played, exact.first_moves) < 4
    real = play_races(race, (solved.codes, rule), 2_000, seed=5, real=True)
    assert 0 < real.won.mean() < 1
    assert real.turns.mean() > 20
