"""One drawing card by the real rule: against exact fractions, money alone and games dealt out."""

from collections.abc import Callable
from functools import cache
from math import inf
from random import Random

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.dominion.fewest.decks import Caps, money_box
from llq.solver.dominion.fewest.piles import PileGame, PileValues
from llq.solver.dominion.kingdom.cards import KingdomCard, find_card
from llq.solver.dominion.kingdom.money_rules import big_money_piles, fresh_piles
from llq.solver.dominion.kingdom.piles import count_visits, kingdom_piles
from tests.oracles import dominion_kingdom_piles as oracle
from tests.oracles.dominion_kingdom import Deck, Facts

SMITHY, MOAT = find_card("smithy"), find_card("moat")
BIG = KingdomCard("big", 4, cards=6, coins=1)
SMALL = [
    # the card; copper, silver, gold, the card, other cards, Provinces: at first and at most
    (SMITHY, (3, 1, 2, 1, 2, 0), (3, 1, 2, 2, 2, 1)),
    (SMITHY, (3, 1, 1, 1, 1, 0), (3, 1, 2, 1, 1, 2)),
    (MOAT, (2, 1, 1, 1, 1, 0), (2, 1, 2, 2, 1, 1)),
    (BIG, (3, 1, 1, 1, 2, 0), (3, 1, 2, 2, 2, 1)),
    (SMITHY, (2, 1, 1, 1, 1, 0), (2, 1, 1, 2, 1, 1)),  # never eight coins
]


def lookup(best: PileValues, deck: Deck, pile: Deck) -> float:
    """Return the value of a deck's draw pile, cards in the oracle's order."""
    return best.lookup((*deck[:4], deck[5]), (*pile[:4], pile[4] + pile[5]))


@pytest.mark.parametrize(("card", "start", "caps"), SMALL, ids=lambda x: getattr(x, "name", None))
def test_values_are_those_of_exact_fractions(card: KingdomCard, start: Deck, caps: Deck) -> None:
    """Every state that a small game comes to has the value that exact fractions have."""
    facts = Facts(card.cost, card.cards, card.actions, card.buys, card.coins)
    deck = (*start[:3], start[4], 0, start[5])
    box = money_box(caps[5], Caps(0, *caps[1:4]), deck, copies=start[3], card=card)
    best = PileGame(box, card).optimum(threads=1)
    values = oracle.turns(facts, start, caps)
    for (draw, discard), turns in values.items():
        held = tuple(x + y for x, y in zip(draw, discard, strict=True))
        expected = inf if turns is None else float(turns)
        assert lookup(best, held, draw) == pytest.approx(expected, rel=1e-11)
    assert best.residual < 1e-11


def test_without_copies_it_is_money_alone() -> None:
    """With no copy for sale every state has the value of money alone."""
    found = kingdom_piles(SMITHY, 2, Caps(0, 6, 5, 0)).optimum()
    money = PileGame(money_box(2, Caps(0, 6, 5))).optimum()
    np.testing.assert_allclose(found.values, money.values, rtol=1e-11)


@pytest.fixture(scope="module")
def best() -> PileValues:
    """One Province with Smithy."""
    return kingdom_piles(SMITHY, 1, Caps(0, 6, 5, 2)).optimum()


def test_visits_reproduce_the_value(best: PileValues) -> None:
    """The expected turns begun in each state add up to the value, and the ends to 1."""
    assert isinstance(best.game, PileGame)
    visits, ends = count_visits(best)
    assert visits.sum() == pytest.approx(best.turns, rel=1e-12)
    assert ends.sum() == pytest.approx(1.0, rel=1e-12)
    rule = big_money_piles(SMITHY, 1, Caps(0, 6, 5, 1))
    values = rule.optimum()
    assert count_visits(values)[0].sum() == pytest.approx(values.turns, rel=1e-9)


def test_no_rule_beats_the_optimum(best: PileValues) -> None:
    """Playing every Smithy, and what knows no pile, take longer; a bound and more room less."""
    caps = Caps(0, 6, 5, 2)
    box = money_box(1, caps, card=SMITHY)
    always = PileGame(box, SMITHY, plays=True).optimum().turns
    assert best.turns <= always <= fresh_piles(SMITHY, 1, caps).optimum().turns
    assert best.turns < big_money_piles(SMITHY, 1, caps).optimum().turns
    low = kingdom_piles(SMITHY, 1, Caps(1, 6, 5, 2), relaxed=True).optimum().turns
    more = kingdom_piles(SMITHY, 1, Caps(1, 7, 6, 2)).optimum().turns
    assert low - 1e-9 <= more <= best.turns + 1e-9
    assert best.turns - low < 3e-3


COSTS = (0, 3, 6, 4, 99, 8)
CAPS = (7, 6, 5, 2, 3, 1)


def coins_of(cards: Deck) -> int:
    """Return what cards in hand are worth."""
    return cards[0] + 2 * cards[1] + 3 * cards[2]


def deal(plays: Callable[..., bool], buys: Callable[..., int], games: int) -> tuple[float, float]:
    """Return the mean turns to a Province and its standard error, dealt card by card."""
    random, lengths = Random(13), []
    for _ in range(games):
        draw, discard, turns = [], [0] * 7 + [4] * 3, 0

        def take(cards: int, draw: list[int] = draw, discard: list[int] = discard) -> list[int]:
            hand: list[int] = []
            while len(hand) < cards and draw + discard:
                if not draw:
                    draw += random.sample(discard, len(discard))
                    discard.clear()
                hand.append(draw.pop())
            return hand

        def count(*piles: list[int]) -> Deck:
            return tuple(sum(pile.count(card) for pile in piles) for card in range(6))

        while 5 not in discard:
            turns += 1
            hand, played = take(5), []
            if 3 in hand and plays(count(hand), count(draw), count(discard)):
                hand.remove(3)
                played = [3]
                hand += take(3)
            deck = count(hand, played, draw, discard)
            bought = buys(deck, count(draw), coins_of(count(hand)))
            discard += hand + played + ([] if bought < 0 else [bought])
        lengths.append(turns)
    return float(np.mean(lengths)), float(np.std(lengths, ddof=1) / len(lengths) ** 0.5)


def test_best_play_dealt_takes_the_expected_turns(best: PileValues) -> None:
    """Games of best play, with a choice to keep a Smithy in hand, take the turns computed."""

    @cache
    def spend(deck: Deck, draw: Deck, coins: int) -> tuple[float, int]:
        found = [(lookup(best, deck, draw), -1)]
        for card, cost in enumerate(COSTS):
            if cost <= coins and deck[card] < CAPS[card]:
                bought = tuple(n + (card == i) for i, n in enumerate(deck))
                found.append((0.0 if card == 5 else lookup(best, bought, draw), card))
        return min(found)

    @cache
    def plays(hand: Deck, draw: Deck, discard: Deck) -> bool:
        deck = tuple(map(sum, zip(hand, draw, discard, strict=True)))
        less = tuple(n - (i == 3) for i, n in enumerate(hand))
        drawn = oracle.draws(less, draw, discard, 3).items()
        play = sum(float(p) * spend(deck, left, coins_of(to))[0] for (to, left, _), p in drawn)
        return play < spend(deck, draw, coins_of(hand))[0]

    mean, error = deal(plays, lambda *situation: spend(*situation)[1], 1500)
    assert abs(mean - best.turns) < 4 * error


def test_big_money_dealt_takes_the_expected_turns() -> None:
    """Games of Big Money with two Smithies, played whenever drawn, take the turns computed."""

    def buys(deck: Deck, _: Deck, coins: int) -> int:
        wishes = [(8, 5), (6, 2), (4, 3), (3, 1)]
        return next((c for cost, c in wishes if coins >= cost and (c != 3 or deck[3] < 2)), -1)

    mean, error = deal(lambda *_: True, buys, 4000)
    computed = big_money_piles(SMITHY, 1, Caps(0, 9, 6, 2)).optimum().turns
    assert abs(mean - computed) < 4 * error


def test_what_the_real_rule_is_not_solved_for_is_refused() -> None:
    """A card with actions, buys or a hand to fill has an error of one line."""
    for name in ("market", "council_room", "library", "chancellor"):
        with pytest.raises(IllegalState, match=f"{name}: by the real rule only terminal cards"):
            kingdom_piles(find_card(name), 1, Caps(0, 1, 1, 1))
    game = kingdom_piles(SMITHY, 1, Caps(0, 1, 1, 1))
    with pytest.raises(IllegalState, match="at most 5 of a deck's 10"):
        game.state(0, (6, 0, 0, 0, 0))
    assert game.state(0, (7, 0, 0, 0, 3)) == game.state(0, (0, 0, 0, 0, 0))
