"""Menus: what is written is what is bought, read by Python itself in every game that knows them."""

from functools import cache
from random import Random

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.dominion.menus import KINGDOM_MENUS, Menu, find_menu
from llq.solver.dominion.race.game_state import CARDS, RaceState
from llq.solver.dominion.race.rules import COSTS, Seat, capped_race
from llq.solver.dominion.race.solver import find_rule, solve
from llq.solver.dominion.race.space import RaceSpace, Split
from llq.solver.dominion.race.visits import count_mistakes
from llq.solver.dominion.rules import Action
from llq.solver.dominion.solitaire.menu_player import MenuPlayer
from llq.solver.dominion.state import State
from llq.solver.dominion.variants import rules
from tests.oracles import dominion_race as oracle

MENUS = [
    "province if total_money > 18 and provinces_left != 2; duchy if lead < 0; gold; silver",
    "estate if provinces_left <= 6 and count(estate) == 3; gold if treasures >= 9; silver",
    "province if points >= opponent_points; duchy if duchies_left > provinces_left - 2; gold",
    "gold if count(gold) <= count(silver) / 2; silver if cards < 14; province; estate if lead > -3",
    "silver if victories < 5 and count(silver) < 3; duchy if duchies_left > 6; province; gold",
]
COST = {"copper": 0, "estate": 2, "silver": 3, "duchy": 5, "gold": 6, "province": 8}
POINTS = {"estate": 1, "duchy": 3, "province": 6}
WORTH = {"copper": 1, "silver": 2, "gold": 3}


def read(menu, coins, deck, left, **numbers):
    """Return what a menu buys, its conditions being read by Python; empty for nothing."""
    names = {
        "count": lambda card: deck.get(card, 0),
        "total_money": sum(WORTH.get(card, 0) * n for card, n in deck.items()),
        "cards": sum(deck.values()),
        "treasures": sum(n for card, n in deck.items() if card in WORTH),
        "victories": sum(n for card, n in deck.items() if card in POINTS),
        "points": sum(POINTS.get(card, 0) * n for card, n in deck.items()),
        **{f"{card[:-1]}ies_left" if card == "duchy" else f"{card}s_left": n
           for card, n in left.items()},
        **{card: card for card in (*COST, "smithy")},
        **numbers,
    }  # fmt: skip
    for wish in menu.split(";"):
        card, _, when = wish.strip().partition(" if ")
        price = {**COST, "smithy": 4}[card]
        if price <= coins and left.get(card, 1) > 0 and (not when or eval(when, {}, names)):
            return card
    return ""


@pytest.mark.parametrize("menu", MENUS)
def test_a_menu_in_the_race_buys_what_python_reads(menu):
    """In 5 random races a rule's table has, at each choice, what Python reads in the menu."""
    chosen, rule = Random(menu), cache(find_rule(Menu.from_text(menu)))
    space = RaceSpace(RaceState(silver=4).race)
    for number in range(5):
        state = RaceState(silver=4, stream=number)
        while state.current_player >= 0 and state.turn < 60:
            me = state.current_player
            decks = [dict(zip(CARDS, deck, strict=True)) for deck in state.decks]
            points = [sum(POINTS.get(card, 0) * n for card, n in deck.items()) for deck in decks]
            left = {"estate": 0} | dict(zip(("duchy", "province"), state.left, strict=True))
            numbers = {"opponent_points": points[1 - me], "lead": points[me] - points[1 - me]}
            wanted = read(menu, state.coins, decks[me], left, **numbers)
            layer, rank = space.rank(
                Split(*(tuple(d[card] for d in decks) for card in ("province", "duchy")))
            )
            own = decks[me]["silver"] * (state.race.first.gold_room + 1) + decks[me]["gold"]
            band = sum(state.coins >= cost for cost in COSTS) - 1
            bought = rule(space, layer, Seat(me))[rank, own, band]
            assert state.action_of(int(bought)) == Action(wanted or None)
            state.apply(chosen.choice(state.legal_actions()))


def test_a_menu_plays_the_game_of_one():
    """For 300 random states the player buys what Python reads, in a game without a supply."""
    menu, random = "province; duchy if turns_left <= 4; gold if turn < 20; silver", Random(2)
    player = MenuPlayer(Menu.from_text(menu))
    for _ in range(300):
        deck = tuple(random.randrange(8) for _ in CARDS)
        state = State(rules(), (9, *deck[1:]), random.randrange(12), random.randrange(1, 31), 31)
        cards = dict(zip(CARDS, state.deck, strict=True))
        wanted = read(menu, state.coins, cards, {}, turn=state.turn, turns_left=state.turns_to_go)
        assert player.choose(state, random) == Action(wanted or None)


def test_mistakes_add_up_to_what_a_menu_wins_less_than_best_play():
    """From each seat all losses are the game's value less the exact chance of the menu."""
    race = capped_race(2, 3)
    text = "province; duchy if lead < 0 and provinces_left < 5; gold if count(gold) < 2"
    best, rule = solve(race, keep_values=True, keep_codes=True), find_rule(Menu.from_text(text))
    plans = (rule, best.codes), (best.codes, rule)
    for seat, of_both in zip(Seat, plans, strict=True):
        exact = solve(race, plans=of_both).first_moves
        visits = count_mistakes(best, rule, seat)
        gained = visits.gained[..., -1].sum(axis=(0, 2, 3, 4))
        assert gained[seat] == pytest.approx((1 - 2 * seat) * (best.first_moves - exact), abs=3e-6)
        assert gained[1 - seat] == pytest.approx(0, abs=1e-6)  # best play loses nothing
        assert oracle.first_wins(visits) == pytest.approx(exact, abs=3e-6)
        assert (visits.gained[..., -1] >= visits.gained[..., :-1].max(-1) - 1e-12).all()


def test_a_menu_is_written_as_it_is_read():
    """A menu's text reads as the same menu, whatever its blanks, capitals and comments."""
    text = "Province IF total_money>18 ;\n# endgame\nduchy if provinces_left <=4 and lead >= -3\n\n"
    menu = Menu.from_text(text)
    assert str(menu) == "province if total_money > 18; duchy if provinces_left <= 4 and lead >= -3"
    for written in (*MENUS, *map(str, (KINGDOM_MENUS["smithy"], KINGDOM_MENUS["council_room"]))):
        assert Menu.from_text(str(Menu.from_text(written))).wishes == Menu.from_text(written).wishes


def test_a_menu_with_a_mistake_is_one_line_with_the_place():
    """What is wrong, and in which wish, is one line."""
    for text, message in [
        ("", "no wish"),
        ("province; gold if", "wish 2 .* condition"),
        ("province if provinces_left", "written like provinces_left <= 4"),
        ("province if provinces_lef < 3", "did you mean provinces_left"),
        ("province if count < 3", "needs a card"),
        ("province if lead ~ 3", "cannot be read"),
        ("province if lead + 3", "compares nothing"),
        ("province if lead > 3 or turn > 2", "no 'or'"),
        ("province if lead > 3 lead > 2", "joined by 'and'"),
        ("province if lead > count(gold) / 0", "divided by 0"),
        ("province if lead > count(gold) *", "number is missing"),
        ("province if lead > 99999999999999999999", "too large"),
        ("8 coins: province", "begins with a card"),
        (";".join(["gold"] * 61), "60 at most"),
    ]:
        with pytest.raises(IllegalState, match=message) as caught:
            Menu.from_text(text)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 400


def test_a_game_says_what_a_menu_may_ask():
    """A quantity that a game does not have is refused with those that it has."""
    with pytest.raises(IllegalState, match=r"the race has no turn .* may ask provinces_left"):
        find_rule(Menu.from_text("province if turn > 3"))
    with pytest.raises(IllegalState, match="wish 1 of the menu, 'smithy': the race without"):
        find_rule(Menu.from_text("smithy"))
    player = MenuPlayer(Menu.from_text("silver if provinces_left > 3"))
    with pytest.raises(IllegalState, match="the game of one has no provinces_left"):
        player.choose(State(rules(), rules().start, 5, 1, 31), Random(1))
    assert find_menu("optimal") is None


def test_a_menu_that_asks_nothing_has_the_same_wishes_everywhere():
    """A rule's table of the menu of greedy is the same for all decks: by the coins alone."""
    race = capped_race(3, 3)
    table = find_rule(find_menu("greedy"))(RaceSpace(race), 2, Seat.FIRST)
    assert (table[0] == np.array([0, 0, 2, 3, 3, 5])).all()
