"""What views say: what the rules say one by one, sound, ordered by strength; what is claimed."""

from random import Random

import numpy as np
import pytest

from llq.solver.card_masks import cards_of
from llq.solver.literature import engine
from llq.solver.literature.engine import HANDS, LACKS, LIVE, SIZES
from llq.solver.literature.inference import knowledge
from llq.solver.literature.inference.knowledge import View, count_of, make_view
from llq.solver.literature.rules import (
    HALF_SIZE,
    MOST_HALF_SUITS,
    find_card,
    find_half_suit,
    find_rules,
)
from tests.oracles import literature_views
from tests.solver.literature.games import all_rules, facts_of, positions
from tests.solver.literature.test_engine import ask, begun, miss

LC = find_half_suit("LC")


def infer(row, seat):
    """Return what a seat knows."""
    view = make_view()
    assert knowledge.infer(row, seat, view)
    return view


def counts_of(counts):
    """Return the count of each half suit, by player."""
    return counts[:, None] >> HALF_SIZE * np.arange(MOST_HALF_SUITS) & 63


def follows(weak, strong):
    """Return whether a view says whatever another says."""
    return not (
        (strong.may & ~weak.may).any()
        or (weak.held & ~strong.held).any()
        or (counts_of(weak.low) > counts_of(strong.low)).any()
        or (counts_of(weak.high) < counts_of(strong.high)).any()
    )


@pytest.mark.parametrize("players", [4, 6, 8])
def test_nothing_that_a_view_says_is_false(players):
    """Views hold of the hands, the weaker say no more than the stronger, sure claims were made."""
    for seed, rules in enumerate(all_rules(players)[players // 4 : 24 : 5]):
        for number, (row, referee) in enumerate(positions(rules, seed)):
            if number % 24 != 7 or referee.is_over():
                continue
            hands = row[HANDS : HANDS + 8]
            shares = np.bitwise_count(counts_of(hands)).astype(np.int64)
            counts = (shares << HALF_SIZE * np.arange(MOST_HALF_SUITS)).sum(axis=1)
            truth, public = View(hands, hands, counts, counts), make_view()
            assert knowledge.infer_common(row, public)
            own = [infer(row, seat) for seat in range(players)]
            for seat, view in enumerate(own):
                assert follows(view, truth)
                if rules.out_of_turn or seat == referee.turn:
                    for half in cards_of(int(row[LIVE]) & (2**54 - 1) // 63):
                        assert knowledge.certain_claim(row, seat, half // HALF_SIZE, view) < 0
                for other in set(range(players)) - {seat}:
                    through = make_view()
                    assert knowledge.infer_other(row, view, other, through)
                    assert follows(through, own[other])
                    assert follows(public, through)


def test_a_claim_that_somebody_knows_is_read_off_his_view():
    """A team's half suit is claimed card by card from a view that has them all, else not."""
    row, referee = begun(find_rules(), "AC 2C 3C 8C", "4C 5C", "6C", "TD")
    assert knowledge.certain_claim(row, 0, LC, infer(row, 0)) == -1
    for card in ("4C", "5C"):
        assert ask(row, referee, 1, card)
    assert knowledge.certain_claim(row, 0, LC, infer(row, 0)) == -1  # who has the 6?
    miss(row, referee, 1, "HC")
    row[LACKS + 1] |= 1 << find_card("6C")
    row[LACKS + 3] |= 1 << find_card("6C")
    holders = knowledge.certain_claim(row, 0, LC, infer(row, 0))
    assert holders == engine.holders(row, LC)
    assert knowledge.certain_claim(row, 1, LC, infer(row, 1)) == -1
    assert knowledge.certain_claim(row, 3, LC, infer(row, 0)) == -1  # not their team's


def check_same(sound, view, expected):
    """Check that a view is the oracle's, or impossible as the oracle's is."""
    assert sound == (expected is not None)
    if expected is None:
        return
    may, held, *bounds = expected
    for masks, cards in ((view.may, may), (view.held, held)):
        assert [set(cards_of(int(mask))) for mask in masks[: len(may)]] == cards
    for counts, bound in zip((view.low, view.high), bounds, strict=True):
        for player in range(len(may)):
            for half in range(MOST_HALF_SUITS):
                assert count_of(counts[player], half) == bound.get((player, half), 0)


@pytest.mark.parametrize(("name", "players"), [("somani", 4), ("pagat", 8), ("us54", 6)])
@pytest.mark.parametrize("is_altered", [False, True])
def test_all_counts_at_once_say_what_the_rules_say_one_by_one(name, players, is_altered):
    """Views, in altered positions too, are those of rules run over sets without hands unseen."""
    rules, source, impossible = find_rules(name, players), Random(players), 0
    for number, (position, _) in enumerate(positions(rules, 28, claims=60)):
        if number % 3:
            continue
        row, seat, other = position.copy(), *source.sample(range(players), 2)
        if is_altered:
            row[LACKS + other] |= row[HANDS + other] & source.getrandbits(54)
            row[SIZES + other] += source.choice((-3, -1, 1))
        facts, view, through = facts_of(row), make_view(), make_view()
        common = literature_views.common(facts)
        check_same(knowledge.infer_common(row, view), view, common)
        own = literature_views.own(facts, seat, set(cards_of(int(row[HANDS + seat]))))
        check_same(knowledge.infer(row, seat, view), view, own)
        impossible += own is None
        if own:
            expected = literature_views.through(facts, own, other)
            check_same(knowledge.infer_other(row, view, other, through), through, expected)
    assert bool(impossible) == is_altered
