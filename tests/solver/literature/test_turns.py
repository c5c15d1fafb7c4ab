"""Between asks: who claims what, forced claims, passes, and the ends of games."""

from collections import Counter
from dataclasses import replace

import pytest

from llq.solver.literature import engine, turns
from llq.solver.literature.engine import LOGGED, SIZES, TURN
from llq.solver.literature.rules import find_rules
from llq.solver.rng import streams
from tests.oracles import literature as oracle
from tests.solver.literature.games import INFERENCES, dealt, ended, follow
from tests.solver.literature.test_engine import begun

HALVES = oracle.half_suits(0)


def moments(referee):
    """Yield a game again: the referee before each move, and the move."""
    hands = oracle.initial_hands(referee.hands, referee.moves)
    again = oracle.Referee(referee.flags, hands, referee.first, referee.pack)
    for move in referee.moves:
        yield again, move
        again.repeat(move)


@pytest.mark.parametrize(("name", "players"), [("pagat", 4), ("pagat", 8), ("somani", 4)])
def test_forced_claims_are_the_likeliest_and_all_others_are_right(name, players):
    """A claim is wrong only if its claimant could not ask, and then none is likelier."""
    forced = wrong = 0
    for seed in range(15):
        rules = replace(find_rules(name, players), claimant_turn=bool(seed % 2))
        _, referee = ended(rules, seed, claims=0)
        assert referee.is_over()
        for before, move in moments(referee):
            if not isinstance(move, oracle.Claim):
                continue
            wrong += move.said != move.true
            if before.turn != move.seat or before.legal():
                assert move.said == move.true
            elif oracle.number_of_splits(oracle.unlocated(before, move.seat)[1]) <= 60:
                count = oracle.count_deals(before, move.seat)
                mates = set(before.team(move.seat))
                best = max(n for (_, holders), n in count.claims.items() if set(holders) <= mates)
                claimed = tuple(move.said[card] for card in before.halves[move.half])
                assert count.claims[move.half, claimed] == best
                forced += 1
    assert forced > 3 or name == "somani"
    assert bool(wrong) == (players == 8) or (name, players) == ("pagat", 4)


def test_certain_claims_are_made_before_the_first_ask():
    """A half suit that was dealt to one player is claimed at once, out of turn or in turn."""
    inference = INFERENCES[4]
    for out_of_turn in (False, True):
        for claimant_turn in (False, True):
            rules = replace(find_rules(), out_of_turn=out_of_turn, claimant_turn=claimant_turn)
            row, referee = begun(
                rules,
                "2D AD AH AS 8C 8D 8H 8S 9C 9D 9H 9S",
                "AC 2C 3C 4C 5C 6C 2H 2S TC TD TH TS",
                "3D 4D 5D 6D 3H 4H 3S 4S JC JD JH JS",
            )
            assert turns.advance(row, streams(1, 0, 1), inference)
            follow(row, referee)
            claims = [move for move in referee.moves if isinstance(move, oracle.Claim)]
            assert [(move.seat, move.half) for move in claims] == [(1, "LC")] * out_of_turn
            assert row[TURN] == (1 if out_of_turn and claimant_turn else 0)


def test_who_gets_the_turn_claims_what_he_knows_before_he_asks():
    """A mover whose hand a claim empties passes to a mate, who claims before anyone asks."""
    rules = find_rules("pagat", 4)
    row, referee = begun(
        rules,
        " ".join(HALVES["LC"] + HALVES["HC"]),
        "JD QD KD AH 2H 3H JH QH KH AS 2S 3S",
        " ".join(HALVES["LD"]) + " 8D 9D TD 8H 9H TH",
    )
    assert turns.advance(row, streams(1, 0, 1), INFERENCES[4])
    follow(row, referee)
    kinds = [type(move).__name__ for move in referee.moves]
    assert kinds == ["Claim", "Claim", "Pass", "Claim"]
    assert [move.seat for move in referee.moves] == [0, 0, 0, 2]
    assert row[TURN] == 2
    assert row[SIZES : SIZES + 4].tolist() == [0, 12, 6, 12]


@pytest.mark.parametrize("players", [4, 8])
def test_every_game_ends_as_its_rules_say(players):
    """With claiming out all half suits are claimed; else it ends with a team out of cards."""
    passes = Counter()
    for name in ("somani", "pagat"):
        for seed in range(8):
            row, referee = ended(find_rules(name, players), seed)
            assert referee.is_over()
            assert not turns.advance(row, streams(2, 0, 1), INFERENCES[players])
            assert row[LOGGED] == len(referee.moves)
            if name == "pagat":
                assert len(referee.owners) == 8
            else:
                assert not (referee.has_cards(0) and referee.has_cards(1))
            for before, move in moments(referee):
                if isinstance(move, oracle.Pass):
                    assert not before.hands[move.seat]
                    mates = any(before.hands[mate] for mate in before.team(move.seat))
                    assert (move.to % 2 == move.seat % 2) == mates
                    passes[name] += 1
    assert all(passes.values())


def test_going_on_twice_changes_nothing():
    """Where there is an ask to make, going on again leaves game and stream as they are."""
    for seed in range(5):
        row, _ = dealt(find_rules("pagat", 6), seed)
        stream = streams(seed, 0, 1)
        assert turns.advance(row, stream, INFERENCES[6])
        row_again, stream_again = row.copy(), stream.copy()
        assert turns.advance(row_again, stream_again, INFERENCES[6])
        assert (row_again == row).all()
        assert (stream_again == stream).all()
        assert engine.can_ask(row)
