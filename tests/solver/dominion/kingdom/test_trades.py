"""Cards that trash or gain, with money, against their texts."""

from itertools import islice

import numpy as np
import pytest

from llq.solver.dominion.kingdom.cards import find_card, kingdom_cards, read_cards
from llq.solver.dominion.kingdom.decks import Caps
from llq.solver.dominion.kingdom.fewest import KingdomGame
from llq.solver.dominion.kingdom.trades import TradingGame
from tests.oracles import dominion_trades as oracle

CARDS = tuple(card.name for card in kingdom_cards() if card.trades)
CAPS, GOAL = Caps(0, 2, 1, 2), 2


def value_of(values, first):
    """Return a function of a deck to its turns, from the values of a game's decks."""

    def value(deck: oracle.Deck) -> float:
        copper, estate, silver, gold, *rest = deck
        return float(values[first[0] - copper, first[1] - estate, gold, silver, *rest])

    return value


@pytest.mark.parametrize(
    ("name", "in_order"), [(name, bool(n % 2)) for n, name in enumerate(CARDS)]
)
def test_each_deck_has_the_turns_of_best_play_by_the_cards_texts(name, in_order):
    """No play or purchase from any deck leads to fewer turns, and the best one to as many."""
    card = find_card(name)
    game = TradingGame(card, GOAL, CAPS, (3, 0, 0, 2, 0, 0), in_order=in_order)
    values, most = game.values.reshape(4, 3, 2, 3, 3, GOAL), (3, 2, CAPS.silver, CAPS.gold, 2, GOAL)
    value, finite = value_of(values, (3, 2)), 0
    for place, turns in islice(np.ndenumerate(values), 0, None, 2):
        copper, estate, gold, silver, *rest = place
        deck = (3 - copper, 2 - estate, silver, gold, *rest)
        if sum(deck) < 5 or not np.isfinite(turns):
            continue
        finite += 1
        expected = oracle.turns(name, card.cost, deck, most, value, in_order=in_order)
        assert turns == pytest.approx(expected), deck
    assert finite > 25


def test_a_game_from_silvers_has_the_turns_of_the_game_that_led_there():
    """Silvers of the first deck may be trashed too: its turns are those of a game without them."""
    for name in CARDS:
        card = find_card(name)
        game = TradingGame(card, GOAL, CAPS, (3, 0, 0, 2, 0, 0))
        values = game.values.reshape(4, 3, 2, 3, 3, GOAL)
        later = TradingGame(card, GOAL, CAPS, (2, 2, 0, 1, 0, 0), copies=1)
        assert later.turns == pytest.approx(values[1, 1, 0, 2, 1, 0])


def test_a_card_that_nobody_wants_leaves_the_game_of_money():
    """With a card that costs more than any hand has, turns and decks are those of money alone."""
    (card,) = read_cards("[hoard]\ncost = 20\nup_to = 1")
    game = TradingGame(card, 1, Caps(0, 12, 10, 2))
    assert game.turns == pytest.approx(KingdomGame(None, 1, Caps(0, 12, 10)).turns, abs=1e-9)


def test_games_played_with_chapel_take_the_turns_computed():
    """Dealing hands and following the values gives the turns within four standard errors."""
    random, card = np.random.default_rng(31), find_card("chapel")
    game = TradingGame(card, 1, Caps(0, 8, 6, 1))
    played = [_play(game, random) for _ in range(300)]
    means = game.turns, game.copies_bought()[1]
    for sample, mean in zip(zip(*played, strict=True), means, strict=True):
        error = np.std(sample, ddof=1) / np.sqrt(len(sample))
        assert abs(np.mean(sample) - mean) <= 4 * error + 1e-9


def _play(game, random):
    """Return the turns of one game and the copies at its end, each hand dealt from the deck."""
    deck, turns = (7, 3, 0, 0, 0, 0), 0
    value = value_of(game.values.reshape(8, 4, 7, 9, 2, 1), (7, 3))
    while True:
        turns += 1
        dealt = random.permutation(np.repeat(np.arange(6), deck))[:5]
        hand = tuple(np.bincount(dealt, minlength=6).tolist())
        ends = [(deck, oracle.money(hand))]
        ends += list(oracle.plays("chapel", hand, deck)) if hand[oracle.CARD] else []
        if max(coins for _, coins in ends) >= 8:
            return turns, deck[oracle.CARD]
        options = []
        for after, coins in ends:
            options.append(after)
            for kind, price, most in ((2, 3, 8), (3, 6, 6), (4, 2, 1)):
                if coins >= price and after[kind] < most:
                    options.append(oracle.changed(after, (kind, 1)))
        deck = min(options, key=value)
