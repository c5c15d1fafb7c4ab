"""Exact matches: against exact fractions on small decks, against simulation on larger ones."""

from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from llq.errors import IllegalAction, IllegalState, UnknownStrategy
from llq.solver.love_letter.exact import policies
from llq.solver.love_letter.exact.evaluation import evaluate
from llq.solver.love_letter.exact.monte_carlo import (
    fill_choice_chances,
    make_win_counts,
    monte_carlo_policy,
)
from llq.solver.love_letter.exact.reach_probabilities import collect_turn_statistics
from llq.solver.love_letter.match import MatchOptions, simulate
from llq.solver.love_letter.players import Strategy
from llq.solver.love_letter.rounds.engine import LeadPolicy
from llq.solver.love_letter.rules import Action, Scoring
from llq.solver.love_letter.table.leads import entry_at, lead_range
from llq.solver.love_letter.table.reach import reachable
from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.table.states import State, state_space
from llq.solver.love_letter.variants import CLASSIC
from tests.custom_players import Careless, First
from tests.oracles import love_letter_matches as oracle
from tests.oracles.love_letter import without
from tests.solver.love_letter import test_players as players
from tests.solver.love_letter.asking import as_function, with_copies
from tests.solver.love_letter.solved import solved, table_policy

ROUNDING = 1e-13


DECKS = {
    "six cards": with_copies(CLASSIC, (1, 0, 1, 1, 1, 1, 0, 1)),
    "no King": with_copies(CLASSIC, (2, 0, 1, 0, 1, 0, 1, 1)),
    "three pairs": with_copies(CLASSIC, (0, 2, 2, 0, 2, 0, 0, 0)),
}

TEN_CARDS = with_copies(CLASSIC, (3, 1, 1, 1, 2, 0, 1, 1))


@pytest.fixture(scope="module", params=DECKS)
def deck(request):
    """Return a small deck and, for each kind of player, the kernels' policy and the oracle's."""
    rules = DECKS[request.param]
    strategic, table = policies.strategic_policy(rules), table_policy(rules)
    return rules, {
        "random": (lambda _: policies.random_policy(rules), oracle.random_policy(rules)),
        "strategic": (lambda _: strategic, as_function(rules, strategic)),
        "table": (lambda _: table, as_function(rules, table)),
        "limit": (
            lambda face_up: monte_carlo_policy(rules, None, face_up=face_up),
            oracle.monte_carlo(rules, None),
        ),
        "sampling": (
            lambda face_up: monte_carlo_policy(rules, 1, face_up=face_up),
            oracle.monte_carlo(rules, 1),
        ),
    }


def test_every_opening_equals_the_oracle(deck):
    """Win and loss from every hand, for both seats, are the oracle's; cards shown are no one's."""
    rules, pool = deck
    cards = tuple(kind for kind, copies in enumerate(rules.copies) for _ in range(copies))
    for *names, face_up in [
        ("random", "random", 0), ("random", "table", 0), ("table", "strategic", 0),
        ("limit", "random", 0), ("table", "sampling", 2),
    ]:  # fmt: skip
        first, second = (pool[name] for name in names)
        both = evaluate(rules, first[0](face_up), second[0](face_up), face_up=face_up)
        for result, seats in zip(both, ((first, second), (second, first)), strict=True):
            functions, totals = [(function, None) for _, function in seats], []
            lost_if_tied, won_if_tied = (oracle.pair(rules, *functions, tie) for tie in (0, 1))
            for face_up_cards in combinations(cards, face_up):
                rest = without(cards, *face_up_cards)
                for hand in combinations(rest, 2):
                    unseen = without(rest, *hand)
                    win = float(lost_if_tied.opening(hand, unseen))
                    totals.append([win, 1 - float(won_if_tied.opening(hand, unseen))])
                    mean = result.mean(hand, face_up_cards)
                    assert mean[:2] == pytest.approx(totals[-1], abs=ROUNDING)
            assert result.mean()[:2] == pytest.approx(np.mean(totals, axis=0), abs=ROUNDING)


@cache
def policy_of(name, face_up=0):
    """Return a built-in player on ten cards as a policy."""
    if name.startswith("table"):
        return table_policy(TEN_CARDS, Scoring.DISCARDS if name != "table" else Scoring.HALF)
    if name == "monte_carlo":
        return monte_carlo_policy(TEN_CARDS, 20, face_up=face_up)
    return {"random": policies.random_policy, "strategic": policies.strategic_policy}[name](
        TEN_CARDS
    )


@pytest.mark.parametrize(
    ("face_up", "first", "second", "games"),
    [
        (0, "random", "strategic", 5_000),
        (0, "table_discards", "table", 5_000),
        (3, "strategic", "table", 5_000),
        (3, "monte_carlo", "random", 2_000),
    ],
)
def test_simulation_is_within_its_error(face_up, first, second, games):
    """Wins of either seat in simulated games are within four standard errors of the exact ones."""
    table, by_discards = solved(TEN_CARDS), solved(TEN_CARDS, Scoring.DISCARDS)
    by_lead = LeadPolicy.of(state_space(TEN_CARDS), by_discards.leads, by_discards.actions)
    options = MatchOptions(face_up=face_up, playouts=20, policy=table.actions, by_lead=by_lead)
    played = simulate(TEN_CARDS, first, second, games, 4, options)
    pair = [policy_of(name, face_up) for name in (first, second)]
    exact = evaluate(TEN_CARDS, *pair, face_up=face_up)[0].mean()
    for wins, chance in ((played.first_wins, exact.win), (played.second_wins, exact.loss)):
        assert abs(wins / games - chance) < 4 * np.sqrt(chance * (1 - chance) / games)


def test_binomial_counts_choose_as_playouts_do():
    """Of 2000 choices by 20 real playouts each share fits its exact chance by chi-square."""
    rules, space, tried = TEN_CARDS, state_space(TEN_CARDS), 2000
    policy = policy_of("monte_carlo")
    for low, high in ((players.BARON, players.HANDMAID), (players.PRIEST, players.PRINCE),
                      (players.GUARD, players.GUARD)):  # fmt: skip
        state = players.make_state(low, high, seen=(0,) * 8, rules=rules)
        counts = players.choices(Strategy.MONTE_CARLO, state, tried, playouts=20, rules=rules)
        cell, place = space.cell_and_place(space.rank(state))
        entry = entry_at(lead_range(policy.leads, cell, place), 0)
        row = policy.choice[entry] - 256
        span = slice(policy.row[row], policy.row[row + 1])
        expected = policy.chance[span] * tried
        observed = np.array([counts[rules.plays[a]] for a in policy.action[span]])
        assert observed.sum() == tried
        is_common = expected >= 5
        pooled = [
            np.append(counts_of[is_common], counts_of[~is_common].sum())
            for counts_of in (observed, expected)
        ]
        square = ((pooled[0] - pooled[1]) ** 2 / np.maximum(pooled[1], 1e-9)).sum()
        assert square < 30, (state, observed, expected)  # 8 options at most: 1 in 10,000


def test_choice_chances_equal_enumeration():
    """With four playouts the chances are those of enumerating every pair of win counts."""
    for gains in [(0.3, 0.35, 0.3), (0.0, 0.0), (1.0, 0.2, 1.0), (0.5, 0.5), (1 + 2e-16, 0.9)]:
        expected = np.zeros(len(gains))
        for wins in product(range(5), repeat=len(gains)):
            chance = 1.0
            for count, gain in zip(wins, gains, strict=True):
                gain = min(gain, 1.0)
                chance *= comb(4, count) * gain**count * (1 - gain) ** (4 - count)
            expected[wins.index(max(wins))] += chance
        out = np.empty(len(gains))
        fill_choice_chances(np.array(gains), 4, out, make_win_counts(len(gains), 4))
        assert np.allclose(out, expected, rtol=0, atol=1e-14)


def test_without_the_exception_the_table_says_what_it_scores():
    """Every joint value stored is then the exact one of the table against itself."""
    space, solution = state_space(TEN_CARDS), solve(TEN_CARDS, averages_ties=False)
    table = policies.from_actions(TEN_CARDS, solution.actions)
    exact, _ = evaluate(TEN_CARDS, table, table, scoring=Scoring.HALF)
    states = space.unrank_many(np.arange(space.size))
    joint = reachable(TEN_CARDS, (0,)) & (states.opponent >= 0)
    values = exact.values[0] + 0.5 * (1 - exact.values[0] - exact.values[1])
    assert np.abs(values - solution.values)[joint].max() < ROUNDING


def test_the_table_by_real_scoring_says_what_it_scores():
    """Solved by discards, the opening value of every hand is what the table scores from it."""
    solution, table = solved(TEN_CARDS, Scoring.DISCARDS), policy_of("table_discards")
    exact, _ = evaluate(TEN_CARDS, table, table)
    space = state_space(TEN_CARDS)
    for hand in ((0, 7), (4, 6), (4, 4)):
        left = np.array(TEN_CARDS.copies)
        np.subtract.at(left, list(hand), 1)
        cell, place = space.cell_and_place(space.rank(State(*hand, tuple(left.tolist()))))
        assert (solution.leads.width[cell], place) == (1, 0)
        chances = exact.mean(hand)
        value = solution.values[solution.leads.start[cell]]
        assert abs(chances.win + chances.draw / 2 - value) < ROUNDING


class Cheating(First):
    """Plays a card that it does not hold."""

    name = "cheating"

    def choose(self, view, random):
        return next(
            Action(name) for name in ("Priest", "Baron", "Handmaid") if name not in view.hand
        )


def test_a_custom_player_is_its_table():
    """A custom player, asked once a state, is the policy of its answers; its matches agree."""
    policy, games = policies.from_player(TEN_CARDS, First()), 1000
    played = simulate(TEN_CARDS, First(), "random", games, 1)
    chance = evaluate(TEN_CARDS, policy, policy_of("random"))[0].mean().win
    assert abs(played.first_wins / games - chance) < 4 * np.sqrt(chance * (1 - chance) / games)


def test_custom_players_that_have_no_table_are_refused():
    """One that plays at random or illegally is an error that says so."""
    with pytest.raises(UnknownStrategy, match="careless plays at random"):
        policies.from_player(DECKS["no King"], Careless())
    with pytest.raises(IllegalAction, match="cheating chose"):
        policies.from_player(DECKS["no King"], Cheating())


def test_chances_of_actions_are_a_policy_too():
    """Random written as chances of every action scores as Random; wrong chances are refused."""
    rules = DECKS["no King"]
    ranks, states = policies.decision_states(rules)
    legal = policies.legal_mask(rules, states)
    cards = np.array([play.card for play in rules.plays])
    chances = np.zeros((state_space(rules).size, len(rules.actions)))
    for rank, row, low, high in zip(ranks, legal, states.low, states.high, strict=True):
        options = {card for card in cards[row].tolist() if card != 7 or low == high}
        for kind in options:
            plays = row & (cards == kind)
            chances[rank, plays] = 1 / len(options) / plays.sum()
    mixed, plain = policies.from_probabilities(rules, chances), policies.random_policy(rules)
    other = policies.strategic_policy(rules)
    means = [evaluate(rules, policy, other)[0].mean() for policy in (mixed, plain)]
    assert np.allclose(*means, rtol=0, atol=ROUNDING)
    chances[ranks[0]] *= 2
    with pytest.raises(IllegalState, match="add up to 1"):
        policies.from_probabilities(rules, chances)
    with pytest.raises(IllegalState, match="have the shape"):
        policies.from_probabilities(rules, chances[:5])
    with pytest.raises(IllegalState, match="one a state"):
        policies.from_actions(rules, np.zeros(3, dtype=np.uint8))


def test_threads_change_nothing():
    """One thread gives bit for bit what two give."""
    pair = policy_of("strategic"), policy_of("table")
    results = [evaluate(TEN_CARDS, *pair, threads=threads)[0].values for threads in (1, 2)]
    assert np.array_equal(*results)


def test_a_match_is_studied_from_deal_to_end():
    """The chances carried forward meet those carried back, and no choice differs from itself."""
    rules, size = TEN_CARDS, TEN_CARDS.deck_size
    table, strategic = map(policy_of, ("table", "strategic"))
    both = evaluate(rules, table, strategic)
    statistics = collect_turn_statistics(*both, (table, strategic), table)
    hands = statistics.holding[rules.opening_unseen]
    mean = both[0].mean()
    pair_chance = sum(k * (k - 1) for k in rules.copies) / (size * (size - 1))
    assert abs(hands[:, 0].sum() - (2 - pair_chance)) < ROUNDING
    twice = 0.0
    for card, copies in enumerate(rules.copies):
        if copies > 1:
            chances = both[0].mean((card, card))
            twice += copies * (copies - 1) / (size * (size - 1)) * (chances.win + chances.draw / 2)
    assert abs(hands[:, 1].sum() + twice - 2 * (mean.win + mean.draw / 2)) < ROUNDING
    assert statistics.differing[..., 0].sum() > 0
    own = collect_turn_statistics(*evaluate(rules, table, table), (table, table), table)
    assert not own.differing.any()


def test_the_worth_of_a_first_choice():
    """What Table gains over Strategic in a first turn is what one such turn costs in the match."""
    rules = TEN_CARDS
    table, strategic = map(policy_of, ("table", "strategic"))
    both = evaluate(rules, table, table)
    statistics = collect_turn_statistics(*both, (table, table), strategic)
    n, space = rules.opening_unseen, state_space(rules)
    mixed = table.choice.copy()
    opening = slice(int(space.block_start[np.searchsorted(space.block_n, n)]), None)
    mixed[opening] = strategic.choice[opening]
    once = policies.from_actions(rules, mixed.astype(np.uint8))
    costs = [evaluate(rules, policy, table)[0].mean() for policy in (table, once)]
    lost = (costs[0].win + costs[0].draw / 2) - (costs[1].win + costs[1].draw / 2)
    assert abs(statistics.differing[n, :, :, 1].sum() - lost) < ROUNDING
