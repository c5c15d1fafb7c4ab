"""Advice on hands inferred from the play: what it says of them, and how sure its values are."""

from dataclasses import replace

import numpy as np
import pytest

from llq.query.sueca.advice.advice import advise
from llq.query.sueca.advice.analysis import change_of
from llq.query.sueca.advice.card_values import every_hands
from llq.query.sueca.advice.hidden_hands import Fact
from llq.query.sueca.positions.notation import position as position_of
from llq.solver.sueca.players import find_strategy
from llq.solver.sueca.playouts.scratch import TEMPERATURE, WORTH_TEMPERATURE
from llq.solver.sueca.positions.position import observe
from llq.solver.sueca.rules import SUIT_SYMBOLS, Seat
from tests.oracles.sueca_policy import likelihood, styles
from tests.query.sueca.advice.test_advice import ENDING
from tests.solver.sueca.games import before_play, names, played

STRONG = find_strategy("strong:400/6")
STYLES = styles(TEMPERATURE, WORTH_TEMPERATURE)


def likely_hands(position, referee):
    """Return every deal of the others' hands as names, and how likely each makes the play."""
    deals = []
    for hands in every_hands(position):
        others = list(map(names, hands))
        start = before_play(referee, others)
        chance = likelihood(start, referee.log, position.seat, STYLES, STRONG.mixture)
        deals.append((others, chance**STRONG.power))
    return deals


def test_who_has_what_is_as_likely_as_the_play():
    """In endings every chance is the oracle's over all deals, and the values are exact."""
    row, referee = played(5, 34)
    position = observe(row)
    advice = advise(position, STRONG)
    deals = likely_hands(position, referee)
    total = sum(chance for _, chance in deals)
    hidden = advice.hidden
    assert advice.is_exact
    assert advice.actions[0].standard_error is None
    assert hidden.drawn == len(deals) == position.deals
    for place in range(3):
        for card, chance in zip(hidden.cards, hidden.chances[place], strict=True):
            share = sum(likely for others, likely in deals if card in others[place]) / total
            assert chance == pytest.approx(share, abs=0.01)
        for suit, chance in zip(SUIT_SYMBOLS, hidden.any_of[place], strict=True):
            having = [any(card[1] == suit for card in others[place]) for others, _ in deals]
            share = sum(likely for (_, likely), has in zip(deals, having, strict=True) if has)
            assert chance == pytest.approx(share / total, abs=0.01)
            assert hidden.any_before[place][SUIT_SYMBOLS.index(suit)] == pytest.approx(
                np.mean(having)
            )


@pytest.mark.parametrize(("power", "tried"), [(0.5, 90), (1.0, 50)])
def test_errors_are_the_spread_over_seeds(power, tried):
    """Values of 24 seeds spread by the standard error that each states, weighted or resampled."""
    row, _ = played(3, 21)
    player = replace(STRONG, power=power, tried=tried, deals=tried, open_from=1)
    answers = [advise(observe(row), player, seed) for seed in range(24)]
    by_card = [{card.action: card for card in answer.actions} for answer in answers]
    for name in by_card[0]:
        cards = [values[name] for values in by_card]
        stated = np.mean([card.standard_error**2 for card in cards]) ** 0.5
        spread = np.std([card.value for card in cards], ddof=1)
        assert spread / stated == pytest.approx(1, abs=4 / 46**0.5)  # its standard errors


def test_without_an_order_earlier_tricks_say_nothing():
    """Cards played in no order leave every hand as likely as before, and the answer says so."""
    row, _ = played(5, 16)
    ordered = observe(row)
    unordered = replace(ordered, in_order=False)
    for position in (ordered, unordered):
        advice = advise(position, STRONG)
        changed = [abs(fact.change) for fact in advice.hidden.facts()]
        is_told = "nothing is inferred from earlier tricks: their order is not given"
        assert (is_told in advice.source) is (position is unordered)
        assert (max(changed) < 1e-9) is (position is unordered)
        assert (advice.hidden.effective < advice.hidden.drawn - 1) is (position is ordered)


def test_what_is_inferred_is_told_in_words_and_numbers():
    """Plain data has every chance by seat; words have the likelier of having a card and not."""
    row, _ = played(4, 26)
    advice = advise(observe(row), STRONG)
    plain = advice.to_dict()["hidden"]
    assert [*plain["hands"]] == [seat.name.lower() for seat in advice.hidden.seats]
    for card in advice.hidden.cards:
        chances = [plain["hands"][seat]["cards"][card] for seat in plain["hands"]]
        assert sum(chances) == pytest.approx(1)
    assert (
        Fact(Seat.WEST, "7H", 0.17, 1 / 3).say() == "West has no 7H: 83% (67% by the cards alone)"
    )
    assert Fact(Seat.EAST, "S", 0.9, 0.6).say() == "East has spades: 90% (60% by the cards alone)"
    assert all(abs(fact.change) >= 0.1 for fact in advice.hidden.notable)
    assert all(fact.say() in advice.notes for fact in advice.hidden.notable)


def test_games_won_and_lost_are_counted_as_the_rules_do():
    """An ace that wins the game for sure is worth one; 10 or 21 points more, one in three games."""
    ace, two = advise(position_of(points="45-54", **ENDING), "pimc:200/6").actions
    assert ace.game_points == 1
    assert two.game_points == pytest.approx(1 / 3 - 2 / 3)
    assert advise(position_of(**ENDING), "pimc:200/6").actions[0].game_points is None
    hand = {"hand": "AS KS QS JS 7S 6S 5S 4S 3S 2S", "trump": "S"}
    for card in advise(position_of(**hand), "mc_extra:10x2").actions:
        assert (card.value, card.game_points) == (120, 4)


def test_a_change_is_from_the_advice_before_the_last_card():
    """It has both answers, the card played, and chances that moved between the two by a tenth."""
    row, referee = played(6, 21)
    advice = advise(observe(row), STRONG, 2)
    change = change_of(advice, STRONG, 2)
    own = [card for seat, card in advice.position.plays if seat == referee.seat]
    assert change.before == advise(advice.position.previous(), STRONG, 2)
    assert (change.now, change.chosen.action) == (advice, own[-1])
    chances = [
        {(fact.seat, fact.what): fact.chance for fact in answer.hidden.facts()}
        for answer in (change.before, advice)
    ]
    assert change.learnt
    for fact in change.learnt:
        assert [fact.before, fact.chance] == [by_fact[fact.seat, fact.what] for by_fact in chances]
        assert abs(fact.change) >= 0.1
    assert change_of(advise(observe(played(6, 2)[0]), STRONG), STRONG) is None
    first = change_of(advise(observe(row), "mc_extra:20x1"), "mc_extra:20x1")
    assert first.learnt == ()
