"""Cards that trash or gain, with money and a second card, against their texts."""

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.dominion.fewest.decks import Caps
from llq.solver.dominion.kingdom.cards import find_card
from llq.solver.dominion.kingdom.fewest import KingdomGame
from llq.solver.dominion.kingdom.trade_cards import trading_cards
from llq.solver.dominion.kingdom.trades import TradingGame
from tests.oracles import dominion_trades as oracle

START, CAPS, GOAL = (3, 2), Caps(0, 2, 1, 1), 2


@pytest.mark.parametrize("second", ["moat", "militia"])
@pytest.mark.parametrize("name", trading_cards())
def test_each_deck_has_the_turns_of_best_play_by_the_cards_texts(name: str, second: str) -> None:
    """No play or purchase from any deck leads to fewer turns, and the best one to as many."""
    card, other = trading_cards()[name], find_card(second)
    game = TradingGame(card, GOAL, other, CAPS, START)
    values, most = game.values, (3, 2, CAPS.silver, CAPS.gold, 1, 1, GOAL)

    def value(deck: oracle.Deck) -> float:
        copper, estate, silver, gold, *rest = deck
        return float(values[START[0] - copper, START[1] - estate, gold, silver, *rest])

    finite = 0
    for place, turns in np.ndenumerate(values):
        copper, estate, gold, silver, *rest = place
        deck = (START[0] - copper, START[1] - estate, silver, gold, *rest)
        if sum(deck) < 5 or not np.isfinite(turns):
            continue
        finite += 1
        facts = other.cost, other.cards, other.coins
        expected = oracle.turns(name, card.cost, facts, deck, most, value)
        assert turns == pytest.approx(expected), deck
    assert finite > 50


def test_without_a_trade_it_is_the_game_of_the_other_card() -> None:
    """Money alone and money with Smithy take the turns that the model of one card has."""
    caps = Caps(0, 12, 10, 2)
    smithy = find_card("smithy")
    for card in (None, smithy):
        found = TradingGame(None, 3, card, caps).turns
        assert found == pytest.approx(KingdomGame(card, 3, caps).best.turns, abs=1e-9)


def test_a_second_card_never_takes_longer() -> None:
    """Chapel and Smithy need fewer turns than either alone, which need fewer than money."""
    chapel, smithy = trading_cards()["chapel"], find_card("smithy")
    caps = Caps(0, 10, 8, 1)
    games = ((chapel, smithy), (chapel, None), (None, smithy), (None, None))
    both, one, other, none = (TradingGame(a, 2, b, caps).turns for a, b in games)
    assert both < min(one, other) < max(one, other) < none


def test_games_played_with_chapel_take_the_turns_computed() -> None:
    """Dealing hands and following the values gives the turns within four standard errors."""
    random, card = np.random.default_rng(31), trading_cards()["chapel"]
    game = TradingGame(card, 1, caps=Caps(0, 8, 6, 1))
    lengths = [_play(game, random) for _ in range(1000)]
    error = np.std(lengths, ddof=1) / np.sqrt(len(lengths))
    assert abs(np.mean(lengths) - game.turns) < 4 * error


def _play(game: TradingGame, random: np.random.Generator) -> int:
    """Return the turns of one game, each hand dealt from the whole deck."""
    deck, turns, most = (7, 3, 0, 0, 0, 0, 0), 0, game.shape

    def value(cards: oracle.Deck) -> float:
        copper, estate, silver, gold, *rest = cards
        return float(game.values[7 - copper, 3 - estate, gold, silver, *rest])

    while True:
        turns += 1
        dealt = random.permutation(np.repeat(np.arange(7), deck))[:5]
        hand = tuple(np.bincount(dealt, minlength=7).tolist())
        ends = [(deck, oracle.money(hand))]
        ends += list(oracle.plays("chapel", hand, deck)) if hand[oracle.CARD] else []
        if max(coins for _, coins in ends) >= 8:
            return turns
        options = []
        for after, coins in ends:
            options.append(after)
            for kind, price, limit in ((2, 3, most[3]), (3, 6, most[2]), (4, 2, most[4])):
                if coins >= price and after[kind] + 1 < limit:
                    options.append(oracle.changed(after, (kind, 1)))
        deck = min(options, key=value)


def test_every_card_has_its_source() -> None:
    """Each card names the box that its facts are from and costs what no free card does."""
    for card in trading_cards().values():
        assert card.source
        assert card.cost > 0
        assert card.trades


@pytest.mark.parametrize("name", ["library", "market", "embassy", "council_room"])
def test_second_cards_beyond_the_model_are_refused(name: str) -> None:
    """Beside a card that trashes only terminal cards that draw or pay are solved."""
    with pytest.raises(IllegalState, match="only terminal cards that draw or pay"):
        _ = TradingGame(trading_cards()["chapel"], 1, find_card(name)).turns
