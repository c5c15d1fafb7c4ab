"""The engine's kernels beside the oracle's referee, move by move."""

from dataclasses import replace

import numpy as np
import pytest

from llq.solver.literature import engine
from llq.solver.literature.log import encode_holders
from llq.solver.literature.rules import (
    CARDS,
    DECK,
    Pack,
    WrongClaim,
    find_card,
    find_half_suit,
    find_rules,
)
from llq.solver.rng import streams
from tests.oracles.literature import HALF_SUITS, Pass, Referee, half_suits
from tests.solver.chi_square import FITS, even, misfit
from tests.solver.literature.games import all_rules, check, flags_of, follow, mask, played_beside

HALVES = half_suits(0)


def begun(rules, *hands, first=0):
    """Return the row of a game and its referee, with what hands lack of 48 cards dealt evenly."""
    size = CARDS // rules.players
    hands = [hand.split() for hand in hands] + [[]] * (rules.players - len(hands))
    dealt = {card for hand in hands for card in hand}
    left = [card for cards in HALVES.values() for card in cards if card not in dealt]
    full = [[*hand, *(left.pop() for _ in range(size - len(hand)))] for hand in hands]
    row = engine.new_row(rules)
    for seat, hand in enumerate(full):
        row[engine.HANDS + seat] = mask(hand, Pack.WITHOUT_SEVENS)
    engine.begin(row, first)
    return row, Referee(flags_of(rules), full, first, Pack.WITHOUT_SEVENS)


def ask(row, referee, target, card):
    """Let the mover ask in both."""
    is_hit = card in referee.hands[target]
    engine.ask(row, target, find_card(card), is_hit)
    follow(row, referee)
    check(row, referee)
    return is_hit


def claim(row, referee, seat, half, holders):
    """Let a seat claim in both."""
    number, claimed = find_half_suit(half), encode_holders(holders.values())
    right = engine.claim(row, seat, number, claimed, engine.holders(row, number))
    follow(row, referee)
    check(row, referee)
    return right


def test_games_of_every_combination_of_rules_are_as_the_referee_says():
    """Every column is right before every ask of a game of all flags, guesses and all."""
    passed = backs = 0
    combined = [all_rules(4 + 2 * (n % 3))[n + 24 * (n % 2)] for n in range(24)]
    for seed, rules in enumerate([*combined, find_rules("us54")]):
        _, referee = played_beside(rules, 400 + seed)
        assert referee.is_over()
        passed += any(isinstance(move, Pass) for move in referee.moves)
        backs += sum(referee.ask_backs()[1])
    assert passed
    assert backs


def test_deals_are_whole_and_even():
    """Hands share the deck out evenly; each card goes to each seat, and each begins, as often."""
    rows = np.zeros((4000, engine.ROW), dtype=np.int64)
    rows[:] = engine.new_row(find_rules())
    for row, stream in zip(rows, streams(5, 0, 4000), strict=True):
        # what an earlier game may have left
        row[[*range(engine.PLAYERS), *range(engine.TURN, engine.LOG)]] = 9
        engine.deal(row, np.array([stream]))
    hands = rows[:, engine.HANDS : engine.HANDS + 4]
    assert (np.bitwise_count(hands) == 12).all()
    assert (hands.sum(1) == DECK).all()
    assert not rows[:, engine.HANDS + 4 : engine.SIZES].any()
    assert not rows[:, engine.ASKS : engine.PENDING].any()
    assert (rows[:, engine.LIVE] == DECK).all()
    for card in range(CARDS):
        holders = np.argmax(hands >> card & 1, axis=1)
        assert misfit(holders.tolist(), even(range(4))) < FITS
    assert misfit(rows[:, engine.FIRST].tolist(), even(range(4))) < FITS
    assert (rows[:, engine.TURN] == rows[:, engine.FIRST]).all()


def counts_back(row):
    """Return the ask-backs and those with a claim, by team."""
    firsts = engine.ASK_BACKS, engine.BACK_CLAIMS
    return tuple(row[first : first + 2].tolist() for first in firsts)


def miss(row, referee, target, half):
    """Let the mover ask a seat for a card of a half suit that neither holds."""
    hands = referee.hands[referee.turn] | referee.hands[target]
    assert not ask(row, referee, target, next(card for card in HALVES[half] if card not in hands))


@pytest.mark.parametrize(
    ("asks", "backs"),
    [
        ("1 2C, 1 HD, 0 2C, 0 AC", 1),  # seat 1 never held the ace
        ("1 2C, 1 HD, 0 AC, 0 2C", 0),  # the second ask of the turn does not count
        ("1 2C, 3 6C, 1 HD, 0 6C, 0 HD, 1 HD, 0 2C", 0),  # nor a mate's card, or a turn before's
    ],
)
def test_asking_back_is_counted_as_the_issue_defines_it(asks, backs):
    """Only the first ask of the turn that a miss gave, for a card that this turn took, counts."""
    row, referee = begun(find_rules(), "AC 3C 8D", "2C 4C 9D", "5C", "6C TD")
    for target, what in map(str.split, asks.split(",")):
        if what in HALVES:
            miss(row, referee, int(target), what)
        else:
            assert ask(row, referee, int(target), what)
    assert counts_back(row) == ([0, backs], [0, 0])


@pytest.mark.parametrize("late", [False, True])
def test_a_claim_after_an_ask_back_counts_in_the_same_turn_only(late):
    """The half suit asked back counts if it is claimed before the turn ends."""
    row, referee = begun(find_rules(), "5C 8D", "AC 2C 3C 4C 6C 9D")
    assert ask(row, referee, 1, "AC")
    miss(row, referee, 1, "HD")
    assert ask(row, referee, 0, "AC")
    assert ask(row, referee, 0, "5C")
    if late:
        miss(row, referee, 0, "HD")
    assert claim(row, referee, 1, "LC", dict.fromkeys(HALVES["LC"], 1))
    assert counts_back(row) == ([0, 1], [0, 0 if late else 1])


@pytest.mark.parametrize("wrong_claim", WrongClaim)
def test_a_wrong_claim_gives_the_half_suit_to_whom_the_variant_says(wrong_claim):
    """The other team gets it always, never, or if it holds one of the six; nobody gets it else."""
    rules = replace(find_rules(), wrong_claim=wrong_claim)
    own = begun(rules, "AC 2C 3C", "8C", "4C 5C 6C")
    mixed = begun(rules, "AC 2C 3C", "4C", "5C 6C")
    holders = dict.fromkeys(HALVES["LC"], 0)
    owners = {WrongClaim.HOLDERS: (engine.NOBODY, 1), WrongClaim.OPPONENTS: (1, 1)}
    for (row, referee), owner in zip(
        (own, mixed), owners.get(wrong_claim, (engine.NOBODY, engine.NOBODY)), strict=True
    ):
        assert not claim(row, referee, 0, "LC", holders)
        assert row[engine.OWNERS] == owner
        assert row[engine.TURN] == 0
        assert row[engine.WRONG_CLAIMS] == 1


@pytest.mark.parametrize("claimant_turn", [False, True])
def test_a_right_claim_gives_the_turn_where_the_variant_says(claimant_turn):
    """A claimant out of turn gets the turn or leaves it where it was; a wrong one never gets it."""
    rules = replace(find_rules(), claimant_turn=claimant_turn)
    row, referee = begun(rules, "8C", "AC 2C 3C", "8D", "4C 5C 6C AD")
    holders = {card: 1 if card in ("AC", "2C", "3C") else 3 for card in HALVES["LC"]}
    assert claim(row, referee, 3, "LC", holders)
    assert row[engine.TURN] == (3 if claimant_turn else 0)
    assert not claim(row, referee, 1, "LD", dict.fromkeys(HALVES["LD"], 3))
    assert row[engine.TURN] == (3 if claimant_turn else 0)


def test_a_mover_without_cards_passes_to_a_team_mate_then_to_the_others():
    """The turn passes to a mate with cards; if there is none, the others claim or it is over."""
    halves = HALF_SUITS[:4]
    hands = (" ".join(HALVES["LC"] + HALVES["HC"]), "", " ".join(HALVES["LD"] + HALVES["HD"]))
    for claim_out in (False, True):
        rules = replace(find_rules(), claim_out=claim_out, claimant_turn=False)
        row, referee = begun(rules, *hands)
        for half in halves:
            heirs = engine.pass_targets(row)
            assert heirs == (0 if half in halves[:2] else 0b100)
            holder = 0 if half in halves[:2] else 2
            assert claim(row, referee, holder, half, dict.fromkeys(HALVES[half], holder))
        stream = streams(1, 0, 1)
        assert bool(engine.is_over(row)) != claim_out
        assert engine.pass_targets(row) == (0b1010 if claim_out else 0)
        engine.pass_at_random(row, stream)
        follow(row, referee)
        check(row, referee)
        assert (row[engine.TURN] in (1, 3)) == claim_out
        assert not engine.can_ask(row) or not claim_out


def test_each_heir_gets_the_turn_as_often():
    """A turn that may pass to several passes to each with the same chance."""
    rules = find_rules("pagat", 8)
    row, _ = begun(rules, "AC 2C 3C 4C 5C 6C")
    row[engine.SIZES], row[engine.HANDS] = 0, 0
    passed = []
    for stream in streams(3, 0, 900):
        again = row.copy()
        assert engine.pass_at_random(again, np.array([stream]))
        assert again[engine.LOGGED] == 1
        passed.append(int(again[engine.TURN]))
    assert misfit(passed, even([2, 4, 6])) < FITS
