"""The kernels of games with a window of claims beside their oracle, move by move."""

from random import Random

import pytest

from llq.solver.literature import decisions, engine, windows
from llq.solver.literature.engine import (
    ACTOR,
    DECLINED,
    HANDS,
    LIVE,
    LOG,
    LOGGED,
    OWNERS,
    RUNG,
    SIZES,
    STAGE,
    TURN,
    UNCLAIMED,
)
from llq.solver.literature.inference import knowledge
from llq.solver.literature.log import Asked, Passed, decode_move, encode_holders
from llq.solver.literature.rules import (
    Pack,
    Stage,
    card_name,
    cards_of,
    find_rules,
    half_suit_name,
)
from llq.solver.rng import streams
from tests.oracles.literature_windows import LADDER, WindowReferee, half_suits
from tests.oracles.literature_windows import Stage as Stages

VARIANTS = ["us54", "fishlab"]
PACK = Pack.WITH_JOKERS
NAMES = [card_name(card, PACK) for card in range(54)]
CARDS = {name: card for card, name in enumerate(NAMES)}
BITS = {name: 1 << card for card, name in enumerate(NAMES)}
STAGES = [Stages[stage.name] for stage in Stage]
HALVES = {half_suit_name(half): half for half in range(9)}


def begun(variant, seed):
    """Return the row of a game that was just dealt, and its referee."""
    row = engine.new_row(find_rules(variant))
    engine.deal(row, streams(seed, 0, 1))
    hands = [{card_name(c, PACK) for c in cards_of(int(hand))} for hand in row[HANDS : HANDS + 6]]
    return row, WindowReferee(variant, hands, int(row[TURN]))


def check(row, referee, declined=False):
    """Compare all that a row says of what may be done and, unless one declined, of the cards."""
    assert STAGES[row[STAGE]] == referee.stage
    if not declined:
        assert row[HANDS : HANDS + 6].tolist() == [
            sum(map(BITS.__getitem__, hand)) for hand in referee.hands
        ]
        assert row[SIZES : SIZES + 6].tolist() == [*map(len, referee.hands)]
        owners = [referee.owners.get(half, UNCLAIMED) for half in HALVES]
        assert row[OWNERS : OWNERS + 9].tolist() == owners
    if referee.seat is None:
        assert engine.is_over(row)
        return
    assert (row[TURN], row[ACTOR]) == (referee.turn, referee.seat)
    assert windows.may_decline(row) == referee.may_decline
    claimable = sum(1 << HALVES[half] for half in referee.declarable())
    assert windows.claimable(row) == claimable
    if referee.stage == Stages.ASK:
        targets = cards_of(int(engine.targets(row)))
        cards = cards_of(int(engine.askable(row[HANDS + row[TURN]])))
        legal = {(target, NAMES[card]) for target in targets for card in cards}
        assert legal == referee.legal_asks()
    if referee.stage == Stages.PASS:
        assert cards_of(int(engine.pass_targets(row))) == referee.heirs()
    if referee.stage == Stages.FORCED:
        assert LADDER[row[RUNG]] == LADDER[referee.rung]


def move(row, referee, random, claims):
    """Make a random move in both and return whether one declined.

    One window in ``claims`` has a claim, and half of those are guesses.
    """
    if referee.stage == Stages.ASK:
        target, card = random.choice(sorted(referee.legal_asks()))
        windows.ask(row, target, CARDS[card], card in referee.hands[target])
        referee.ask(target, card)
    elif referee.stage == Stages.PASS:
        seat = random.choice(referee.heirs())
        windows.pass_turn(row, seat)
        referee.pass_turn(seat)
    elif referee.may_decline and random.randrange(6 * claims):
        windows.decline(row)
        referee.decline()
        return True
    else:
        half = random.choice(referee.declarable())
        team = range(referee.seat % 2, 6, 2)
        true = {card: s for s, hand in enumerate(referee.hands) for card in hand}
        if random.random() < 0.5:
            said = {card: random.choice(team) for card in referee.halves[half]}
        else:
            said = {c: true[c] if true[c] in team else team[0] for c in referee.halves[half]}
        number = HALVES[half]
        order = [NAMES[card] for card in range(6 * number, 6 * number + 6)]
        code = encode_holders([said[card] for card in order])
        right = windows.claim(row, number, code, engine.holders(row, number))
        assert right == referee.declare(half, said)
    return False


def public(row, variant):
    """Return the log as the oracle has it."""
    entries, halves = [], half_suits(variant)
    for code in row[LOG : LOG + row[LOGGED]].tolist():
        move = decode_move(code)
        if isinstance(move, Asked):
            entries.append(("ask", move.seat, move.target, card_name(move.card, PACK), move.held))
        elif isinstance(move, Passed):
            entries.append(("pass", move.seat, move.target))
        else:
            half = half_suit_name(move.half_suit)
            first = 6 * move.half_suit
            said, true = (
                {card_name(first + place, PACK): who for place, who in enumerate(holders)}
                for holders in (move.said, move.true)
            )
            shown = true or move.lost
            right = said == true
            entries.append(("declare", move.seat, half, said, right, shown, move.rung > 0))
            assert set(said) == set(halves[half])
    return entries


def compare(variant, seeds, frequencies=(2, 8, 40, 1000)):
    """Play the random games of some seeds in both and return how often each stage came up.

    ``frequencies`` are of windows to one with a claim, of which each game has one.
    """
    stages = dict.fromkeys(Stage, 0)
    for seed in seeds:
        random = Random(f"{variant} {seed}")
        row, referee = begun(variant, seed)
        claims = random.choice(frequencies)
        check(row, referee)
        while referee.seat is not None:
            stages[row[STAGE]] += 1
            declined = move(row, referee, random, claims if referee.asks < 500 else 2)
            check(row, referee, declined)
        assert public(row, variant) == referee.public
    return stages


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_go_as_the_referee_says(variant):
    """Every stage, every choice and every result of random games is the oracle's, move by move."""
    stages = compare(variant, range(150))
    assert (stages[Stage.FORCED] > 0) == (variant == "fishlab")
    assert all(stages[stage] for stage in (Stage.ASK, Stage.WINDOW, Stage.PASS))


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_is_left_out_of_thinking_can_claim_nothing(variant):
    """Whoever `may_be_certain` rules out knows no claim by the rules of inference either."""
    found = {"ruled out": 0, "certain": 0}
    own = knowledge.make_view()
    for seed in range(40):
        random = Random(f"{variant} {seed}")
        row, referee = begun(variant, seed)
        while referee.seat is not None:
            if row[STAGE] == Stage.WINDOW and not row[DECLINED]:
                for seat in range(6):
                    whole = int(decisions.whole_half_suits(row, seat & 1))
                    thinks = bool(decisions.may_be_certain(row, seat, whole))
                    knowledge.infer(row, seat, own)
                    halves = [half for half in range(9) if row[LIVE] >> 6 * half & 1]
                    knows = [knowledge.certain_claim(row, seat, half, own) >= 0 for half in halves]
                    assert thinks or not any(knows)
                    found["ruled out"] += whole > 0 and not thinks
                    found["certain"] += any(knows)
            move(row, referee, random, 20 if referee.asks < 300 else 2)
    assert found["ruled out"] > 1000
    assert found["certain"] > 100
