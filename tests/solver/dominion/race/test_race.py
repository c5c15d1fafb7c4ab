"""The race against its oracle, and against itself."""

from itertools import product

import numpy as np
import pytest

from llq.errors import IllegalState, UnknownStrategy
from llq.solver.dominion.menus import MENUS
from llq.solver.dominion.race.play import play_races
from llq.solver.dominion.race.rules import Buy, Race, Seat, Side, capped
from llq.solver.dominion.race.solver import find_rule, options, solve
from llq.solver.dominion.race.space import RaceSpace, Split, reached_splits
from llq.solver.dominion.race.visits import count_visits
from tests.oracles import dominion_race as oracle

SMALL = [
    Race(
        provinces=p,
        duchies=d,
        estates=e,
        first=Side(silver=s, gold=2, points=3 + lead, silver_room=1, gold_room=1),
        second=Side(silver=2, gold=g, silver_room=1, gold_room=room),
    )
    for p, d, e, s, g, lead, room in (
        (1, 0, 0, 2, 2, 0, 1),
        (1, 2, 1, 1, 2, -6, 0),
        (2, 1, 1, 2, 2, 0, 0),
        (2, 2, 0, 3, 1, 3, 1),
        (3, 1, 0, 0, 3, -3, 1),
        (3, 0, 1, 2, 2, -5, 0),
        (4, 0, 0, 2, 2, 6, 1),
    )
]


def deck(side: Side, silver: int, gold: int, estate: int, duchy: int, province: int) -> oracle.Deck:
    """Return a side's deck as the oracle takes it; cards without points are not needed here."""
    return (side.copper, side.silver + silver, side.gold + gold, 3 + estate, duchy, province)


@pytest.mark.parametrize("race", SMALL)
def test_every_state_of_a_small_race_has_the_value_of_the_exact_fractions(race: Race) -> None:
    """Every state of a small race has the value that exact fractions give it."""
    space = RaceSpace(race)
    solved = solve(race, keep_values=True, dtype=np.float64, threads=1)
    sides, seen = (race.first, race.second), 0
    for layer in range(race.provinces):
        for rank, pairs in enumerate(space.layer_splits(layer).tolist()):
            split = Split(*map(tuple, pairs))
            assert space.rank(split) == (layer, rank)
            taken = [sum(pair) for pair in split]
            left = (race.estates - taken[2], race.duchies - taken[1], race.provinces - taken[0])
            rooms = [
                list(product(range(side.silver_room + 1), range(side.gold_room + 1)))
                for side in sides
            ]
            for bought in product(*rooms):
                decks = tuple(
                    deck(
                        sides[i], *bought[i], split.estates[i], split.duchies[i], split.provinces[i]
                    )
                    for i in (0, 1)
                )
                room = tuple(
                    (side.silver_room - own[0], side.gold_room - own[1])
                    for side, own in zip(sides, bought, strict=True)
                )
                table = oracle.Table(left, decks, room, race.lead)
                got = solved.values[layer][rank, :, space.cell(*bought)]
                want = [float(value) for value in oracle.values(table)]
                assert got == pytest.approx(want, abs=1e-12)
                seen += 2
    assert seen == space.states


@pytest.mark.parametrize("race", SMALL[:5])
@pytest.mark.parametrize("mover", list(Seat))
def test_the_options_at_the_start_are_those_of_the_exact_fractions(race: Race, mover: Seat) -> None:
    """The value of every buy is that of exact fractions, in either seat."""
    solved = solve(race, dtype=np.float64, threads=1)
    sides = race.first, race.second
    table = oracle.Table(
        (race.estates, race.duchies, race.provinces),
        tuple(deck(side, 0, 0, 0, 0, 0) for side in sides),
        tuple((side.silver_room, side.gold_room) for side in sides),
        race.lead,
    )
    want = {
        Buy[card.upper()]: oracle.after(table, mover, card, bought)
        for card, bought in oracle.buys(table, mover)
    } | {Buy.PASS: oracle.values(table)[1 - mover]}
    got = options(solved, mover)
    assert set(got) == set(want)
    for buy, value in want.items():
        mine = value if mover is Seat.FIRST else 1 - value
        assert got[buy] == pytest.approx(float(mine), abs=1e-12)


def test_the_policy_earns_the_value_and_no_answer_to_it_earns_more() -> None:
    """The policy earns the value, and no answer to it earns more."""
    race = capped(4, 3)
    solved = solve(race, keep_codes=True)
    both = solve(race, plans=(solved.codes, solved.codes))
    assert both.first_moves == pytest.approx(solved.first_moves, abs=1e-5)
    against_first = solve(race, plans=(solved.codes, None))
    against_second = solve(race, plans=(None, solved.codes))
    assert against_first.first_moves == pytest.approx(solved.first_moves, abs=1e-5)
    assert against_second.first_moves == pytest.approx(solved.first_moves, abs=1e-5)


def test_the_result_does_not_depend_on_the_threads_nor_on_the_precision() -> None:
    """Neither threads nor float32 change a result."""
    race = capped(2, 2, estates=True)
    one, two = (solve(race, threads=threads) for threads in (1, 2))
    assert one.first_moves == two.first_moves
    assert one.first_moves == pytest.approx(solve(race, dtype=np.float64).first_moves, abs=1e-6)


def test_a_race_with_splits_counts_every_state_once() -> None:
    """Ranks of splits count each once."""
    space = RaceSpace(capped(2, 1, estates=True))
    for layer in (0, 3):
        splits = [Split(*map(tuple, pairs)) for pairs in space.layer_splits(layer).tolist()]
        assert [space.rank(split) for split in splits] == [(layer, i) for i in range(len(splits))]
    assert space.rank(Split((1, 2), (0, 0), (0, 0)))[0] == 3


def test_only_splits_that_a_rule_leads_to_are_reached() -> None:
    """Big Money never has a Duchy or an Estate more; its opponent may have any of them."""
    space = RaceSpace(Race(provinces=3, duchies=2, estates=1))
    rule = find_rule("big_money")
    bought = [rule(space, layer, Seat.SECOND) for layer in range(3)]
    for layer, reached in enumerate(reached_splits(space, (None, bought))):
        none = space.layer_splits(layer)[:, 1:, Seat.SECOND].sum(1) == 0
        assert reached.tolist() == none.tolist()
    assert all(all(layer) for layer in reached_splits(space, (None, None)))


def test_a_race_that_is_over_is_refused() -> None:
    """A race without Provinces, and a deck without a hand, are refused."""
    with pytest.raises(IllegalState, match="no Province is left"):
        Race(provinces=0)
    with pytest.raises(IllegalState, match="a hand takes 5 cards"):
        Side(copper=1, victory=1)


def test_forward_visits_reproduce_the_value() -> None:
    """How often best play meets each situation adds up to the value and to one end a game."""
    for estates in (False, True):
        solved = solve(capped(2, 2, estates=estates), keep_values=True, keep_codes=True)
        visits = count_visits(solved)
        assert visits.first_wins == pytest.approx(solved.first_moves, abs=1e-6)
        assert visits.ends.sum() + visits.standoff == pytest.approx(1)
        assert visits.wins[0, 0, 0, visits.middle].sum() > 0
        assert (visits.wins <= visits.visits.sum(-1) + 1e-9).all()
        assert (visits.cost >= -1e-9).all()
        assert (visits.right <= visits.visits.sum(-1, keepdims=True) + 1e-9).all()
        assert (visits.visits <= visits.right + 1e-12).all()  # what is bought is best


@pytest.mark.parametrize("name", list(MENUS))
def test_a_match_of_rules_is_what_their_games_average(name: str) -> None:
    """The exact value of a match lies within four standard errors of the games played."""
    side = Side(silver_room=5, gold_room=4)
    race = Race(provinces=4, duchies=3, estates=2, first=side, second=side)
    rules = find_rule(name), find_rule("big_money_ultimate")
    exact = solve(race, plans=rules).first_moves
    won = play_races(race, rules, 20_000, seed=3).won
    assert abs(won.mean() - exact) < 4 * won.std() / len(won) ** 0.5 + 1e-9


def test_best_play_by_codes_wins_what_it_should() -> None:
    """Games between a solution and a rule average what the exact match says; real ones run."""
    race = capped(4, 4)
    solved, rule = solve(race, keep_codes=True), find_rule("big_money_duchy")
    exact = solve(race, plans=(solved.codes, rule))
    assert exact.first_moves < solve(race, plans=(None, rule)).first_moves
    won = play_races(race, (solved.codes, rule), 20_000, seed=5).won
    assert abs(won.mean() - exact.first_moves) < 4 * won.std() / len(won) ** 0.5
    real = play_races(race, (solved.codes, rule), 2_000, seed=5, real=True)
    assert 0 < real.won.mean() < 1
    assert real.turns.mean() > 20


def test_a_rule_without_a_name_is_refused() -> None:
    """An unknown rule is one clear line with those that there are."""
    with pytest.raises(UnknownStrategy, match="those are big_money, "):
        find_rule("bigger_money")
