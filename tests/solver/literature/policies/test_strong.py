"""The strong player: its signs, features and choices, against the plain twin."""

import numpy as np
import pytest

from llq.solver.card_masks import cards_of
from llq.solver.literature import engine, players, standstill, turns
from llq.solver.literature.actions import Asked
from llq.solver.literature.inference import knowledge, marginals, reading
from llq.solver.literature.inference.reading import SIGNS, Sign
from llq.solver.literature.log import decode_holders, decode_move
from llq.solver.literature.matches.lineup import line_up, play_on
from llq.solver.literature.matches.match import play_games
from llq.solver.literature.matches.single_game import play_game
from llq.solver.literature.players import Kind, Strategy
from llq.solver.literature.policies import strong
from llq.solver.literature.policies.features import WEIGHTS, Feature
from llq.solver.literature.policies.policy import Policy
from llq.solver.literature.rules import find_rules
from llq.solver.literature.scratch import make_scratch
from llq.solver.rng import streams
from tests.oracles.literature_strong import Outlook, Story, odds
from tests.solver.literature.games import facts_of

TABLES = [find_rules("us54"), find_rules("somani"), find_rules("pagat", 8)]


def weights_of(seed):
    """Return weights that make every sign and feature matter."""
    random = np.random.default_rng(seed)
    weights = random.normal(size=WEIGHTS).astype(np.float32)
    weights[SIGNS + Feature.HIT] += 3
    return weights


def asking_rows(rules, seed, every=9):
    """Yield rows of a game among strong and quick players at asks, and a scratch."""
    scratch, size = make_scratch(rules.players), rules.players
    kinds = np.array([Kind.STRONG, Kind.QUICK, Kind.QUICK, Kind.STRONG] * 2)[:size].astype(np.int64)
    weights = np.repeat(weights_of(seed)[None], size, axis=0)
    row, source = engine.new_row(rules), streams(seed, 0, 1 + size)
    engine.deal(row, source[:1])
    while turns.advance(row, source[:1], scratch.inference) and row[engine.ASKS] < 90:
        if row[engine.ASKS] % every == 4:
            yield row, scratch
        most = int(row[engine.ASKS]) + 1
        play_on(kinds, weights, row[None], source[None], most, scratch, True)


def story_of(row):
    """Return the moves of a row for the twin."""
    log = row[engine.LOG : engine.LOG + int(row[engine.LOGGED])].tolist()
    return Story([decode_move(code) for code in log], int(row[engine.PLAYERS]))


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: f"{rules.rules_id}-{rules.players}")
def test_signs_and_features_are_those_of_the_plain_twin(rules):
    """In games of every deck and size, odds agree to 1e-6 and features to 1e-12."""
    weights, compared = weights_of(3), 0
    for row, scratch in asking_rows(rules, 11, every=18):
        seat, size, out = int(row[engine.TURN]), int(row[engine.PLAYERS]), scratch.strength
        own, story = scratch.inference.own, story_of(row)
        strong.value_asks(row, weights, players.list_asks(row, False, scratch), scratch)
        facts = facts_of(row)
        for player in range(size):
            for card in cards_of(int(own.may[player])):
                if player != seat:
                    wanted = odds(story.signs(player, card, facts.needs), weights[:SIGNS].tolist())
                    assert out.marginals.prior[player, card] == pytest.approx(wanted, rel=1e-5)

        def views(view, size=size):
            masks = view.may[:size].tolist(), view.held[:size].tolist()
            return [[set(cards_of(mask)) for mask in row] for row in masks]

        hand = set(cards_of(int(row[engine.HANDS + seat])))
        least = [[knowledge.count_of(int(low), half) for half in range(9)] for low in own.low]
        outlook = Outlook(
            story, seat, hand, facts, views(own), views(out.common),
            least, out.marginals.held, rules.pack.cards / size,
        )  # fmt: skip
        targets = cards_of(int(engine.targets(row)))
        for target in targets:
            for card in cards_of(int(engine.askable(row[engine.HANDS + seat]))):
                strong.fill_features(row, target, card, own, out)
                twin = outlook.features(target, card)
                for feature in Feature:
                    wanted = pytest.approx(float(twin[feature.name.lower()]), abs=1e-12)
                    assert out.features[feature] == wanted, feature
                compared += 1
    assert compared > 75


def test_the_ask_worth_most_is_made():
    """A listed value is the weighted sum of features, and the player makes one of the highest."""
    weights = weights_of(5)
    for row, scratch in asking_rows(TABLES[0], 12):
        own, space = scratch.inference.own, scratch.strength
        number = players.list_asks(row, False, scratch)
        strong.value_asks(row, weights, number, scratch)
        asks, worths = scratch.asks[:number].tolist(), scratch.values[:number].tolist()
        values = dict(zip(asks, worths, strict=True))
        for code, value in values.items():
            target, card = players.ask_of(code)
            strong.fill_features(row, target, card, own, space)
            assert value == pytest.approx(float(weights[SIGNS:] @ space.features), abs=1e-6)
        chosen = players.choose(row, int(Kind.STRONG), weights, streams(1, 0, 1), scratch, True)
        assert values[int(chosen)] == max(values.values())


@pytest.mark.parametrize("kind", [Kind.STRONG, Kind.QUICK, Kind.CERTAIN, Kind.WITHHOLDER])
def test_nobody_looks_at_other_hands(kind):
    """With all other hands taken away a player makes the same ask."""
    weights = weights_of(6)
    for row, scratch in asking_rows(TABLES[0], 13, every=5):
        asks = []
        for hides in (False, True):
            altered = row.copy()
            for seat in range(int(row[engine.PLAYERS])):
                if hides and seat != row[engine.TURN]:
                    altered[engine.HANDS + seat] = 0
            stream = streams(2, 0, 1)
            asks.append(players.choose(altered, int(kind), weights, stream, scratch, True))
        assert asks[0] == asks[1]


def test_who_passes_up_a_shown_card_is_read():
    """Seat 1 takes the 3 of clubs in the open; seat 2 then asks elsewhere: it has passed it up."""
    row = engine.new_row(find_rules("us54"))
    for seat, cards in enumerate([[0, 2], [1, 6], [7, 13], [3, 12], [8, 18], [4, 19]]):
        row[engine.HANDS + seat] = sum(1 << card for card in cards)
    engine.begin(row, 1)
    engine.ask(row, 0, 0, True)  # seat 1 shows card 0, of half suit 0
    engine.ask(row, 2, 8, False)  # and gives seat 2 the turn
    engine.ask(row, 3, 12, True)
    space = reading.make_reading()
    reading.read(row, space)
    reading.fill_signs(row, 2, 0, space)
    assert space.signs[Sign.PASSED] == 1
    assert space.signs[Sign.NEVER] == pytest.approx(1 / 3)
    reading.fill_signs(row, 3, 0, space)
    assert space.signs[Sign.PASSED] == 0  # it had no turn


def test_it_claims_what_is_likely_in_a_standstill_alone():
    """After six misses in a row the mover claims what has a chance of 0.6, and right so often."""
    rules, scratch, weights = find_rules("pagat"), make_scratch(6), weights_of(0) * 0
    right, chances = [], []
    weights[SIGNS + Feature.HIT] = 1
    stubborn = weights_of(2)
    for seed in range(40):
        row, source = engine.new_row(rules), streams(seed, 0, 7)
        engine.deal(row, source[:1])
        while turns.advance(row, source[:1], scratch.inference) and row[engine.ASKS] < 250:
            before = row.copy()
            log = row[engine.LOG : engine.LOG + int(row[engine.LOGGED])]
            last = [decode_move(int(code)) for code in log[-6:]]
            vain = len(last) == 6 and all(isinstance(ask, Asked) and not ask.held for ask in last)
            assert standstill.is_standstill(row) == vain
            if standstill.end_standstill(row, weights, scratch):
                move = decode_move(int(row[engine.LOG + int(row[engine.LOGGED]) - 1]))
                assert vain
                assert move.seat == before[engine.TURN]
                chances.append(chance_of(before, move, scratch))
                right.append(move.is_right)
                continue
            code = players.choose(row, int(Kind.STRONG), stubborn, source[1:2], scratch, True)
            target, card = players.ask_of(int(code))
            engine.ask(row, target, card, bool(int(row[engine.HANDS + target]) >> card & 1))
    assert len(right) > 6
    assert min(chances) >= 0.6
    error = np.std(right) / np.sqrt(len(right))
    assert abs(np.mean(right) - np.mean(chances)) < 3 * error


def chance_of(row, move, scratch):
    """Return the chance of a claim by the mover's own reading of the moves."""
    inference = make_scratch(int(row[engine.PLAYERS])).inference
    knowledge.infer(row, move.seat, inference.own)
    inference.marginals.prior[:] = scratch.strength.marginals.prior
    marginals.find_marginals(row, inference.own, inference.marginals)
    claim, chance = marginals.likeliest_claim(row, move.seat, move.half_suit, inference.marginals)
    assert decode_holders(int(claim)) == move.claimed
    return chance


def test_a_match_ends_standstills_as_the_single_game_does():
    """A match among six ends as the game played move by move, claims of the mover among them."""
    policy = Policy("strong", "strong", {}, weights_of(6), {})
    seats = [Strategy("strong", Kind.STRONG, "", policy), "withholder"] * 3
    rules, lost = find_rules("pagat"), 0
    played = play_games(seats, 6, 5, rules=rules, limit=150, threads=1)
    for number in range(6):
        game = play_game(line_up(seats, rules), rules, 5, number, limit=150)
        owners = game.observe().perspective.owners
        assert [owners.count(0), owners.count(1)] == played.half_suits[number].tolist()
        assert int(game.row[engine.ASKS]) == played.asks[number]
        lost += int(played.wrong_claims[number, 0])
    assert lost
