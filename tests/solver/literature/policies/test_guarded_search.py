"""The search: its deals against a list of all of them, its guard, its choices and its claims."""

from collections import Counter
from itertools import combinations
from math import comb, prod
from random import Random

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.literature import decisions
from llq.solver.literature.engine import LIVE, NEEDS, SHOWN, SIZES, TURN
from llq.solver.literature.matches.match import play_games
from llq.solver.literature.players import Kind, Strategy
from llq.solver.literature.policies import guarded_search, strong
from llq.solver.literature.policies.guarded_search import ASKS, DEALS, GUARD, GuardedSearch
from llq.solver.literature.policies.policy import Policy
from llq.solver.literature.positions.position import observe
from llq.solver.literature.rules import IN_HALF, cards_of, find_card, find_rules
from llq.solver.rng import streams
from tests.solver.literature.policies.test_strong import TABLES, asking_rows, weights_of

SAMPLES = 3000


def policy_of(seed, **recipe):
    """Return a policy of weights that make everything matter."""
    return Policy("strong", "strong", recipe, weights_of(seed), {})


def ways(free, room):
    """Yield every way to give free cards to players with room for so many, as sets by player."""
    if not room:
        yield {}
        return
    (player, size), *others = room
    for cards in combinations(sorted(free), size):
        for rest in ways(free - set(cards), others):
            yield {player: frozenset(cards), **rest}


def weight(row, view, prior, deal):
    """Return a deal's weight: the product of odds, 0 where a hand contradicts the moves."""
    for player, cards in deal.items():
        hand = cards | set(cards_of(int(view.held[player])))
        unshown = hand - set(cards_of(int(row[SHOWN + player])))
        needed = cards_of(int(row[NEEDS + player]))
        if not cards <= set(cards_of(int(view.may[player]))):
            return 0.0
        if not set(needed) <= {card // IN_HALF for card in unshown}:
            return 0.0
    return prod(prior[player, card] for player, cards in deal.items() for card in cards)


def test_the_chain_draws_deals_as_often_as_their_weights_say():
    """In late positions every deal comes as often as a list of all says, within 5 errors."""
    weights, compared = weights_of(4), 0
    draw, deal = streams(9, 0, 1), guarded_search.make_hands()
    for rules in TABLES:
        for row, scratch in asking_rows(rules, 21, games=4, every=7):
            own, space = scratch.inference.own, scratch.strength
            strong.judge(row, int(row[TURN]), weights, own, space)
            placed = [set(cards_of(int(held))) for held in own.held[: rules.players]]
            free = set(cards_of(int(row[LIVE]))) - set().union(*placed)
            room = [(p, int(row[SIZES + p]) - len(cards)) for p, cards in enumerate(placed)]
            room = [(player, size) for player, size in room if size]
            left = np.cumsum([size for _, size in room])
            if (
                not 1
                < prod(comb(int(n), size) for n, (_, size) in zip(left, room, strict=True))
                < 999
            ):
                continue
            prior = space.marginals.prior
            chances = {tuple(d.items()): weight(row, own, prior, d) for d in ways(free, room)}
            total = sum(chances.values())
            size = guarded_search.deal_free(row, own, deal, draw)
            drawn = Counter()
            while drawn.total() < SAMPLES:
                if guarded_search.next_deal(row, own, prior, size, deal, draw):
                    hands = {
                        p: frozenset(cards_of(int(deal.hands[p]))) - placed[p] for p, _ in room
                    }
                    drawn[tuple(hands.items())] += 1
            for hands, chance in chances.items():
                wanted = SAMPLES * chance / total
                assert abs(drawn[hands] - wanted) <= 5 * wanted**0.5 + (wanted > 0), hands
            compared += sum(chance > 0 for chance in chances.values())
    assert compared > 100


def test_only_a_gain_that_is_sure_overrules():
    """The bound is the mean gain less two standard errors, as numpy has them."""
    values = np.random.default_rng(3).normal(size=(4, DEALS))
    for rank in range(4):
        gains = values[rank] - values[0]
        bound = gains.mean() - GUARD * gains.std(ddof=1) / DEALS**0.5
        assert guarded_search._least_gain(values, rank) == pytest.approx(bound, abs=1e-12)


def test_the_search_asks_one_of_the_best_and_repeats_itself():
    """It makes one of the four asks worth most to `strong`, sometimes another than the best.

    The same seed makes the same ask.
    """
    player, weights, ranks = GuardedSearch(policy_of(5)), weights_of(5), []
    for row, scratch in asking_rows(TABLES[0], 14, games=2, every=5):
        view = observe(row, TABLES[0])
        one, same = (player.choose(view, Random(8)) for _ in range(2))
        own, space = scratch.inference.own, scratch.strength
        number = strong.value_asks(row, weights, own, space, scratch.asks, scratch.values)
        best = scratch.asks[np.argsort(-scratch.values[:number], kind="stable")]
        code = decisions.ask_code(one.player, find_card(one.card, TABLES[0].pack))
        assert one == same
        ranks.append(best.tolist().index(code))
    assert len(ranks) > 10
    assert 0 < max(ranks) < ASKS


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: f"{rules.rules_id}-{rules.players}")
def test_searchers_play_whole_games_by_all_rules(rules):
    """Against `strong` every game goes on to its end or its limit, without an illegal move."""
    policy = policy_of(6)
    seats = [GuardedSearch(policy), Strategy("strong", Kind.STRONG, "", policy)]
    games = play_games(seats * (rules.players // 2), 1, 3, rules=rules, limit=40, threads=1)
    assert (games.finished | (games.asks == 40)).all()


def test_a_policy_for_another_table_is_refused():
    """Weights that were learnt for six players do not search among four."""
    rules = find_rules("somani")
    row, _ = next(asking_rows(rules, 15))
    player = GuardedSearch(policy_of(5, players=6))
    with pytest.raises(IllegalState, match="strong was learnt for 6 players; got 4"):
        player.choose(observe(row, rules), Random(1))
