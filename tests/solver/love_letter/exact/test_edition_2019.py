"""Exact chances on the 2019 deck: against exact fractions on small decks, and simulated games."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from llq.errors import IllegalAction
from llq.solver.love_letter.exact.evaluation import evaluate
from llq.solver.love_letter.exact.policies import from_player, random_policy, strategic_policy
from llq.solver.love_letter.match import _tokens, advance, deal_games
from llq.solver.love_letter.players import find_strategy
from llq.solver.love_letter.rounds import engine
from llq.solver.love_letter.rounds.turn_log import NO_LOG
from llq.solver.love_letter.rules import Keep
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.variants import MODERN, MODERN_SOLE, MODERN_TOKENS
from tests.marks import long
from tests.oracles import love_letter_2019 as oracle
from tests.oracles import love_letter_matches as matches
from tests.oracles.love_letter import without
from tests.solver.love_letter import asking
from tests.solver.love_letter.solved import table_policy

ROUNDING = 1e-12


def players_of(rules):
    """Return each player as a policy of the kernels and as one of the oracle."""
    game = oracle.Game(rules)
    table, strategic = table_policy(rules), strategic_policy(rules)

    def best(hand, unseen, theirs, spies):
        return {game.keep(hand, unseen, theirs, spies): Fraction(1)}

    def highest(hand, unseen, theirs, spies):
        return {(hand[-1], hand[:-1]): Fraction(1)}

    return {
        "random": (random_policy(rules), (matches.random_policy(rules), matches.random_keeper)),
        "table": (table, (asking.as_function(rules, table), best)),
        "strategic": (strategic, (asking.as_function(rules, strategic), highest)),
    }


@pytest.mark.parametrize(
    ("rules", "copies", "pairs"),
    [
        long(
            MODERN,
            asking.PRIEST,
            [("table", "random"), ("table", "strategic"), ("random", "strategic")],
        ),
        (MODERN_TOKENS, asking.SPIES, [("strategic", "table")]),
        long(MODERN_SOLE, asking.KING, [("random", "strategic")]),
    ],
    ids=lambda value: value.variant if hasattr(value, "variant") else str(len(value)),
)
def test_every_opening_of_small_decks_equals_the_oracle(rules, copies, pairs):
    """Wins, losses and the lead in tokens from every hand are the fractions, to 1e-12."""
    rules = asking.with_copies(rules, copies)
    players = players_of(rules)
    deck = tuple(i for i, card in enumerate(rules.cards) for _ in range(card.copies))
    for first, second in pairs:
        result, _ = evaluate(rules, players[first][0], players[second][0])
        ties = (1, 0) if rules.spy_rule is None else (0,)
        games = [matches.pair(rules, players[first][1], players[second][1], tie) for tie in ties]
        for hand in set(combinations(deck, 2)):
            expected = [float(game.opening(hand, without(deck, *hand))) for game in games]
            mean = result.mean(hand)
            observed = [mean.win + mean.draw, mean.win]
            if rules.spy_rule is not None:
                observed = [mean.win - mean.loss + mean.tokens - mean.lost_tokens]
            assert np.allclose(observed, expected, rtol=0, atol=ROUNDING), (first, second, hand)


class Plain:
    """A custom player that plays its first legal action and keeps as ``keeps`` says."""

    name = "plain"

    def __init__(self, keeps):
        self.keeps = keeps

    def choose(self, view, random):
        return self.keeps(view) if view.held else view.legal[0]


def test_a_custom_player_is_asked_for_second_choices():
    """Asked in every state, a player of the oracle's first actions has the oracle's chances."""
    rules = asking.with_copies(MODERN, asking.SMALL)
    game, names = oracle.Game(rules), [card.name for card in rules.cards]

    def first(hand, unseen, opponent, maid, exposed, spies):
        return {game.legal_actions(hand, maid)[0]: Fraction(1)}

    def lowest(hand, unseen, theirs, spies):
        return {(hand[0], hand[1:]): Fraction(1)}

    player = Plain(lambda view: Keep(view.hand[0], view.hand[1]))
    result, _ = evaluate(rules, from_player(rules, player), random_policy(rules))
    chance = matches.random_policy(rules), matches.random_keeper
    seat = matches.pair(rules, (first, lowest), chance, 0)
    deck = tuple(i for i, card in enumerate(rules.cards) for _ in range(card.copies))
    hands = Counter(combinations(deck, 2))
    total = sum(n * seat.opening(hand, without(deck, *hand)) for hand, n in hands.items())
    assert abs(result.mean().win - float(total / hands.total())) < ROUNDING
    with pytest.raises(IllegalAction, match="plain chose Keep"):
        from_player(rules, Plain(lambda _: Keep(names[2], names[2])))


def play_shuffled(rules, first, second, games, seed, **policy):
    """Return who won games in which returned cards are shuffled in after the next draw."""
    arena = engine.make_arena(state_space(rules), **policy)
    rows, streams = deal_games(arena, seed, 0, games)
    seats = int(find_strategy(first)), int(find_strategy(second))
    while (rows[:, engine.WINNER] == engine.PLAYING).any():
        advance(arena, seats, 1, rows, streams, NO_LOG)
        for _ in range(2):
            back = np.flatnonzero((rows[:, engine.EXTRA] == 0) & (rows[:, engine.BOTTOM] > 0))
            cards = rows[back, engine.BOTTOM]
            rows[back, engine.POOL + rows[back, engine.LEFT]] = (cards & 63) - 1
            rows[back, engine.LEFT] += 1
            rows[back, engine.BOTTOM] = cards >> 6
    return rows


@pytest.mark.parametrize(
    ("rules", "first", "second"),
    [(MODERN, "table", "strategic"), (MODERN_TOKENS, "random", "table")],
    ids=lambda value: value.variant if hasattr(value, "variant") else value,
)
def test_games_played_agree_with_the_chances(rules, first, second):
    """3,000 games with the returned cards shuffled in agree within four standard errors."""
    rules = asking.with_copies(rules, asking.TEN)
    table = table_policy(rules)
    policies = {
        "random": random_policy(rules), "table": table, "strategic": strategic_policy(rules)
    }  # fmt: skip
    result = evaluate(rules, policies[first], policies[second])[0].mean()
    choices = {"policy": table.choice.astype(np.uint8), "keeps": table.keeping.options}
    rows = play_shuffled(rules, first, second, 3_000, 2912, **choices)
    for seat, chance in enumerate((result.win, result.loss)):
        deviation = (rows[:, engine.WINNER] == seat).mean() - chance
        assert abs(deviation) < 4 * np.sqrt(chance * (1 - chance) / len(rows))
    if rules.spy_rule is not None:
        tokens = _tokens(rules, rows, np.zeros(len(rows), dtype=np.int64))
        earned = np.array([result.win + result.tokens, result.loss + result.lost_tokens])
        expected = result.draw + earned
        errors = tokens.std(axis=1) / np.sqrt(len(rows))
        assert (np.abs(tokens.mean(axis=1) - expected) < 4 * errors).all()
