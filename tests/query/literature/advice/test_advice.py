"""Advice: facts and chances worked out by hand or by going through every deal, and the words."""

import json
import re
from collections import Counter
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest

import llq
from llq.errors import IllegalAction, IllegalState, UnknownStrategy
from llq.query.literature.advice.advice import advise
from llq.query.literature.advice.ask_valuation import values_of
from llq.query.literature.built_in_players import strategy_of
from llq.query.literature.play.engines import BuiltInPlayer
from llq.query.literature.positions.notation import read_game
from llq.solver.literature.actions import Ask, Asked, Claim, Claimed, Pass
from llq.solver.literature.players import STRATEGIES, Kind, Strategy
from llq.solver.literature.policies.policy import Policy
from llq.solver.literature.positions.position import observe
from llq.solver.literature.rules import card_name, half_suit_name
from llq.store.shipped import standard_folder
from tests.query.literature.positions.test_notation import game

GAME = Path(__file__).parents[4] / "docs" / "literature" / "game.txt"


def ask(advice, target, card):
    """Return one ask of some advice."""
    return next(value for value in advice.actions if (value.target, value.card) == (target, card))


def test_before_the_first_ask_every_card_is_as_likely_anywhere():
    """Of 36! / 12!³ deals a card is with each other player in a third; every ask is as good."""
    advice = advise(game())
    assert advice.deals == comb(36, 12) * comb(24, 12)
    assert {action.chance for action in advice.actions} == {1 / 3}
    assert all(action.is_best and action.reveals for action in advice.actions)
    assert advice.chances["4C"] == (1 / 3, 1 / 3, 0, 1 / 3)
    assert advice.chances["AC"] == (0, 0, 1, 0)


def test_chances_after_one_ask_are_those_of_counting_by_hand():
    """Who asked for the 4D lacks it and has one of the five others: C(35,12) - C(30,12) hands."""
    advice = advise(game("1>2 4D -"))
    hands = comb(35, 12) - comb(30, 12)
    assert advice.deals == hands * comb(24, 12)
    assert advice.chances["AD"][1] == pytest.approx(comb(34, 11) / hands, abs=1e-14)
    other = (comb(34, 11) - comb(29, 11)) / hands
    assert advice.chances["4C"][1] == pytest.approx(other, abs=1e-14)
    assert advice.chances["4D"] == (0.5, 0, 0, 0.5)
    assert ask(advice, 1, "4C").chance == advice.chances["4C"][1]
    assert advice.players[1].counts["LD"] == (1, 5)


@pytest.fixture(scope="module")
def late():
    """Return the documentation's game, and advice on it."""
    read = read_game(GAME)
    return read, advise(read)


def test_chances_and_deductions_are_those_of_the_position(late):
    """What the position says of all deals that agree is said of every card and of every player."""
    read, advice = late
    position = read.position
    for player in advice.players:
        assert {*player.holds} == {*position.holds(player.seat)}
        assert {*player.may_hold} == {*position.may_hold(player.seat)} - {*player.holds}
        assert player.lacks == 24 - len(player.holds) - len(player.may_hold)
        for half, bounds in player.counts.items():
            assert bounds == position.count_bounds(player.seat, half)
        for card, chances in advice.chances.items():
            assert chances[player.seat] == position.chance(player.seat, card)
    assert advice.deals == 315
    for action in advice.actions:
        assert action.chance == advice.chances[action.card][action.target]
    assert "may have it (234 of 315 deals that agree)" in ask(advice, 2, "8S").why


def test_an_ask_back_that_wins_a_claim_is_told_with_its_reason(late):
    """The card that was taken is certain, from which line; with it all six are in hand."""
    _, advice = late
    best = advice.actions[0]
    assert (best.target, best.card, best.chance, best.is_known) == (2, "2S", 1.0, True)
    assert best.claim == "LS 3:A23456"
    assert best.why == (
        "certain: they took it from you in line 22",
        "if it hits, you can claim LS 3:A23456",
        "reveals nothing new: everyone knows that you have low spades and lack the 2S",
    )
    assert advice.text == "ask player 2 for the 2S"
    assert not best.loses


def test_what_a_miss_would_cost_is_what_the_target_knows(late):
    """A target takes the cards it saw you get, in half suits of which it surely has one."""
    _, advice = late
    miss = ask(advice, 2, "8S")
    assert miss.loses == ("AS", "3S", "4S", "5S", "6S")
    assert "gets the turn and can take your AS, 3S, 4S, 5S and 6S" in miss.why[-1]
    assert ask(advice, 0, "9D").loses == ("8D",)


def test_a_card_that_nobody_else_can_hold_is_certain():
    """The first asked for the 5C, the second did not have it, and it is not in the hand."""
    advice = advise(game("3>0 5C -; 0>1 9H +; 0>1 9C -; 1>2 9C -", hand="C:A23 H:345 D:TJQ S:QKA"))
    assert advice.players[1].holds == ("5C",)
    assert advice.players[1].why["5C"] == (
        "nobody else can: player 0 did not have it in move 1, you do not hold it and player 3 "
        "asked for it in move 1"
    )
    assert advice.chances["5C"] == (0, 1, 0, 0)
    assert advice.players[0].holds == ("9H",)
    assert advice.players[0].why["9H"] == "they took it from player 1 in move 2"
    # 9C: 0 and 1 asked for it, you lack it
    assert advice.players[3].holds == ("9C",)
    best = advice.actions[0]
    assert (best.target, best.card) == (1, "5C")


def test_vain_asks_say_why():
    """An ask that cannot succeed is told as such, with the move that says so."""
    advice = advise(game("3>0 9H +; 3>0 4C -; 0>1 6C -; 1>2 8C +; 1>2 4D -"))
    assert ask(advice, 3, "4C").why[0] == "impossible: they asked for it in move 2"
    assert ask(advice, 1, "6C").why[0] == "impossible: they did not have it in move 3"
    back = ask(advice, 1, "8C")
    assert back.why[0] == "certain: they took it from you in move 4"
    assert "reveals that you have high clubs" in back.why
    assert not back.is_vain
    assert ask(advice, 3, "4C").is_vain


def test_what_others_know_of_the_hand():
    """A card that was shown is known to all; an ask tells one of the half suit, and a lack."""
    advice = advise(game("2>1 4C +; 2>1 5C -; 1>0 8D -; 0>1 9S -; 1>2 KD -"))
    for seat in (0, 1, 3):
        deduction = advice.players[seat]
        assert deduction.knows == ("4C",)
        assert deduction.knows_counts["LC"][0] == 2  # the 4C and what the first ask stood on
        assert deduction.knows_lacked >= 2
    assert (
        "if it misses, player 3 gets the turn and can perhaps take your 4C"
        in ask(advice, 3, "6C").why
    )
    # player 1 lacks 4C, 5C and, after a miss, 6C; A23 are in the hand: no clubs to ask for
    assert ask(advice, 1, "6C").loses == ask(advice, 1, "6C").may_lose == ()
    assert "reveals nothing new" in ask(advice, 1, "5C").why[1]
    assert ask(advice, 1, "6C").why[1].startswith("reveals only that you lack the 6C")


def test_claims_are_certain_likely_or_lost():
    """All six in hand are certain; else the likeliest claim has its exact chance."""
    advice = advise(game(hand="C:A23456 D:A2345 H:8"))
    sure, *others = advice.claims
    assert (sure.text, sure.is_certain, sure.chance) == ("LC 2:A23456", True, 1.0)
    assert sure.why == "you hold all low clubs"
    assert advice.text == "claim LC 2:A23456"
    diamonds = next(claim for claim in others if claim.half_suit == "LD")
    # the 6D is with the mate or an opponent, a third each
    assert diamonds.text == "LD 0:6 2:A2345"
    assert diamonds.chance == diamonds.team_chance == pytest.approx(1 / 3)
    assert diamonds.their_chance == 0
    clubs = next(claim for claim in others if claim.half_suit == "HC")
    # six of the mate's twelve of 36 unseen cards; the opponents hold 24 of them
    assert clubs.chance == pytest.approx(comb(12, 6) / comb(36, 6))
    assert clubs.their_chance == pytest.approx(comb(24, 6) / comb(36, 6))


def test_a_half_suit_that_the_team_cannot_hold_has_no_claim(late):
    """In no deal that agrees has the team all six: nobody is said to hold them, and why."""
    _, advice = late
    why = {}
    for claim in advice.claims:
        assert (claim.holders, claim.chance, claim.team_chance) == ({}, 0, 0)
        assert claim.to_dict()["holders"] == {}
        why[claim.text] = claim.why
    assert why == {
        "HD": "the other team holds QD",
        "LH": "the other team holds 2H 4H",
        "LS": "the other team holds 2S",
        "HS": "player 2 has 1 to 3 of them",
    }


def test_a_claim_stands_on_what_is_known_of_the_mate():
    """A mate's card that was shown makes the claim certain, with the move that showed it."""
    advice = advise(game("0>1 6D +; 0>1 AH -", hand="C:A2345 D:A234 H:89T"))
    claim = advice.claims[0]
    assert claim.text == "LD 0:56 2:A234"
    assert claim.why == (
        "AD 2D 3D 4D in your hand; 5D with player 0: they asked for one of the low diamonds in "
        "move 1, and it is the only one they can have had that nobody saw them get; 6D with player "
        "0: they took it from player 1 in move 1"
    )
    assert not next(other for other in advice.claims if other.half_suit == "LC").is_certain
    assert advice.text == "claim LD 0:56 2:A234"  # though it is player 1's turn
    assert not advice.actions


def test_who_may_not_claim_waits():
    """Where only the mover claims, a certain claim waits for the turn."""
    hand = "C:23456 D:234567 H:9"
    items = {"hand": hand, "rules": "pagat", "players": 4}
    assert advise(game("1>0 AC -; 0>1 9D -", **items)).text == (
        "wait: it is player 1's turn; then claim LD 2:234567"
    )
    assert advise(game("1>0 AC -", **items)).text.startswith("wait: it is player 0's turn")


def test_what_is_left_to_do_without_an_ask():
    """Without cards one passes; without an ask one claims what is likeliest; then it ends."""
    hand = "C:A23456 H:89"
    moves = "0>1 TH +; 0 claims LC 0:A23456; 0 claims HH 0:89T 2:JQK"
    assert advise(game(moves, hand=hand, me=0, players=6, rules="somani")).text == (
        "pass the turn to player 2 or player 4"
    )
    alone = "C:A23456 D:A23456"
    only = advise(game("0 claims LC 0:A23456", hand=alone, me=0))
    assert not only.actions
    assert only.text == "claim LD 0:A23456"
    half_suits = [("LH", "A23456"), ("LS", "A23456"), ("HC", "89TJQK"), ("HD", "89TJQK")]
    lost = "; ".join(f"1 claims {half} 1:{ranks[:3]} 3:{ranks[3:]}" for half, ranks in half_suits)
    won = f"{lost}; 0 claims HH 2:89TJQK; 0 claims HS 2:89TJQK"
    for me, dealt in ((0, alone), (2, "H:89TJQK S:89TJQK")):
        last = advise(game(won, hand=dealt, me=me))
        assert last.text == "claim LC 0:A23456 and LD 0:A23456"
        assert "no more asks: a team is out of cards" in last.facts
        assert last.source == "exact chances: 1 deal agrees with your hand and the moves"
    ended = advise(game(f"{won}; 0 claims LC 0:A23456; 2 claims LD 0:A23456", hand=alone, me=0))
    assert ended.text == "nothing: the game is over"
    assert ended.facts[1] == "the game is over"


def test_who_has_no_cards_claims_before_passing():
    """Where only the mover claims, that comes first: without cards the turn never comes back."""
    items = {"hand": "C:234567 D:234567", "me": 0, "rules": "pagat", "players": 4}
    known = "".join(f"2>1 {rank}H +; " for rank in "9TJQK")
    moves = f"{known}2>1 9S -; 1>0 AC -; 0 claims LC 0:234567; 0 claims LD 0:234567"
    assert advise(game(moves, **items)).text == "claim HH 2:9TJQKA"
    assert advise(game(f"{moves}; 2>1 TS -", **items)).text == "wait: it is player 1's turn"


ENDS = [
    ("somani", 4, 3, 6), ("pagat", 8, 1, 1),
    pytest.param("pagat", 4, 1, 6, marks=pytest.mark.long),
    pytest.param("pagat", 6, 1, 3, marks=pytest.mark.long),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "players", "seed", "last"), ENDS)
def test_advice_holds_to_the_end_of_whole_games(rules, players, seed, last):
    """In every seat after each of the last moves what is certain is so and the best is legal."""
    shown = llq.literature.positions.show(
        "possible", "possible", seed, rules=rules, players=players
    )
    low = "A23456" if rules == "somani" else "234567"
    hands = [set(hand) for hand in shown.hands]
    for number, move in enumerate(shown.game.moves, start=1):
        play(hands, move, shown.game.position.rules.pack)
        for me in range(players) if number > len(shown.game.moves) - last else ():
            view = llq.literature.positions.show(
                "possible", "possible", seed, moves=number, me=me, rules=rules, players=players
            ).game
            advice = advise(view)
            assert str(advice)
            for deduction in advice.players:
                hand = hands[deduction.seat]
                assert set(deduction.holds) <= hand <= {*deduction.holds, *deduction.may_hold}
                held = Counter("HL"[card[0] in low] + card[1] for card in hand)
                for half, (least, most) in deduction.counts.items():
                    assert least <= held[half] <= most
            for claim in advice.claims:
                is_right = all(
                    rank + claim.half_suit[1] in hands[seat]
                    for seat, ranks in claim.holders.items()
                    for rank in ranks
                )
                assert is_right or not claim.is_certain
                assert bool(claim.holders) == (claim.team_chance > 0)
            check_best(advice, hands)


def play(hands, move, pack):
    """Play a move with the hands of all."""
    if isinstance(move, Asked) and move.held:
        hands[move.target].remove(card_name(move.card, pack))
        hands[move.seat].add(card_name(move.card, pack))
    elif isinstance(move, Claimed):
        for place, seat in enumerate(move.actual):
            hands[seat].remove(card_name(6 * move.half_suit + place, pack))


def check_best(advice, hands):
    """Play the best move in the record, which takes it as the best action if it is legal."""
    me, view, best = advice.game.position.seat, advice.game, advice.best
    kind, _, words = advice.text.partition(" ")
    if kind in ("wait:", "nothing:"):
        assert best is advice.value is None
        if kind == "wait:":
            assert view.position.turn != me
            return
        assert not any(hands[::2]) or not any(hands[1::2])
        may = view.position.rules.out_of_turn
        assert not may or not any(claim.is_certain for claim in advice.claims)
        return
    if kind == "claim":
        claims = re.findall(r"[LH][CDHS](?: \d:[2-9TJQKA]+)+", words)
        moves = [f"{me} claims {claim}" for claim in claims]
    elif kind == "pass":
        moves = [f"{me} passes {seat}" for seat in re.findall(r"player (\d)", words)]
    else:
        target, card = re.fullmatch(r"player (\d) for the (..)", words).groups()
        moves = [f"{me} asks {target} {card} {'yes' if card in hands[int(target)] else 'no'}"]
    items = view.to_dict()
    games = [llq.literature.game(**items | {"moves": [*view.lines, move]}) for move in moves]
    first = games[0].moves[len(view.moves)]
    if isinstance(best, Ask):
        assert best in view.position.legal
        assert best == (first.target, card_name(first.card, view.position.rules.pack))
        assert (advice.actions[0].value, advice.actions[0].cost) == (advice.value, 0)
    elif isinstance(best, Claim):
        assert best == (half_suit_name(first.half_suit), first.claimed)
    else:
        assert best == Pass(first.target)


@pytest.mark.parametrize(("rules", "players"), [("somani", 4), ("pagat", 4), ("pagat", 6)])
def test_advice_of_any_position_adds_up(rules, players):
    """Every card in play is somewhere, hands have their sizes, certain cards chance one."""
    for moves in (0, 9, 31, 60):
        shown = llq.literature.positions.show(
            "greedy", "possible", 3, moves=moves, rules=rules, players=players
        )
        advice = advise(shown.game)
        chances = np.array(list(advice.chances.values()))
        assert np.allclose(chances.sum(axis=1), 1)
        assert np.allclose(chances.sum(axis=0), shown.game.position.sizes)
        hands = [set(part.holds) for part in advice.players]
        for seat, cards in enumerate(hands):
            assert all(advice.chances[card][seat] == 1 for card in cards)
        values = [round(part.value, 12) for part in advice.actions]
        assert values == sorted(values, reverse=True)
        assert json.loads(json.dumps(advice.to_dict()))["text"] == advice.text
        assert advice.text in str(advice)
        assert isinstance(advice.best, Ask) or advice.value is None


def test_asks_that_are_alike_come_by_seat_and_card():
    """Chances that differ by the last bit of a float are the same chance."""
    read = llq.literature.positions.show(
        "possible", "possible", 1, moves=5, rules="pagat", players=6
    ).game
    asks = advise(read).actions
    first = asks[0]
    alike = [
        (other.target, other.card)
        for other in asks
        if other.chance == pytest.approx(first.chance, abs=1e-14)
        and (other.claim, other.reveals, len(other.loses), len(other.may_lose))
        == (first.claim, first.reveals, len(first.loses), len(first.may_lose))
    ]
    assert len({ask(advise(read), *other).chance for other in alike}) > 1  # the case is one
    assert alike == [other for other in read.position.legal if other in alike]


def test_eight_players_have_an_approximation_that_says_so():
    """Among eight the chances are named as what they are, and still add up."""
    shown = llq.literature.positions.show("greedy", "greedy", 4, moves=20, rules="pagat", players=8)
    advice = advise(shown.game)
    assert (advice.deals, advice.is_exact) == (None, False)
    assert "saddle point, an approximation" in advice.source
    sizes = np.array(list(advice.chances.values())).sum(axis=0)
    assert np.allclose(sizes, shown.game.position.sizes, atol=1e-6)
    assert any("(about " in action.why[0] for action in advice.actions)


def test_a_position_is_advised_on_as_its_game_is(late):
    """What a player of one's own is given can be asked about: moves stand for lines."""
    read, advice = late
    again = advise(observe(read.position.row, read.position.rules, 3))
    assert [action.value for action in again.actions] == [action.value for action in advice.actions]
    assert again.actions[0].why[0] == "certain: they took it from you in move 34"


def test_built_in_players_value_asks_as_they_choose():
    """Greedy by chance, quick by nearly that; possible and random each considered ask alike."""
    position = game("3>0 9H +; 3>0 4C -; 0>1 6C -; 1>2 8C +; 1>2 4D -").position
    chances = [position.chance(*action) for action in position.legal]
    assert list(values_of(position, STRATEGIES["greedy"]).values) == chances
    quick = values_of(position, STRATEGIES["quick"])
    assert list(quick.values) == pytest.approx(chances, abs=0.05)
    assert list(quick.values) != chances
    assert quick.meaning == "the approximate chance to get the card"
    possible = values_of(position, STRATEGIES["possible"]).values
    assert [value > 0 for value in possible] == [chance > 0 for chance in chances]
    for name in ("possible", "random"):
        assert sum(values_of(position, STRATEGIES[name]).values) == pytest.approx(1)
    assert len(set(values_of(position, STRATEGIES["random"]).values)) == 1


@pytest.mark.parametrize("name", ["article", "strong", "untrained-1"])
def test_a_stored_policy_advises_what_it_would_do(name, monkeypatch):
    """The values are the policy's own, and the best ask is the one that it makes."""
    monkeypatch.setenv("LLQ_TABLES", str(standard_folder()))
    strategy = strategy_of(name)
    for moves in (0, 13, 24, 41):
        shown = llq.literature.positions.show("greedy", "possible", 3, moves=moves)
        advice = advise(shown.game, name)
        assert advice.player == name
        assert len({value.value for value in advice.actions}) > 2
        best = {value.action for value in advice.actions if value.is_best}
        if name == "strong":  # the others' choice has noise
            assert BuiltInPlayer(strategy).choose(shown.game.position, Random(7)) in best
        assert advice.unit in str(advice)
        assert all(value.chance > 0 for value in advice.actions if value.is_best)


def test_a_policy_has_no_values_out_of_turn(monkeypatch):
    """Where another player is to ask, whose hand is not known, advice is on claims alone."""
    monkeypatch.setenv("LLQ_TABLES", str(standard_folder()))
    for name in ("article", "strong"):
        advice = advise(game("1>2 4D -; 2>3 4C -; 3>0 8H -"), name)
        assert advice.text == "wait: it is player 0's turn"
        assert advice.actions == ()


def test_a_policy_for_others_does_not_advise():
    """A policy learnt for another number of players is refused, and so is an unknown player."""
    policy = Policy("six", "article", {"players": 6}, np.zeros(1, np.float32), {})
    with pytest.raises(IllegalState, match="six was learnt for 6 players; got 4"):
        advise(game(), Strategy("six", Kind.USER, "", policy))
    with pytest.raises(UnknownStrategy, match="'nobody' is not a player"):
        advise(game(), "nobody")


class Last:
    """A player who makes the last legal ask, or what it is told to."""

    name = "last"
    ask = None

    def choose(self, view, random):
        return self.ask or view.legal[-1]


def test_a_custom_player_advises_what_it_would_ask(late, tmp_path, monkeypatch):
    """Its ask is the best and alone worth 1, whether it is an object or named by its module."""
    read, by_greedy = late
    player = Last()
    advice = advise(read, player)
    assert advice.text == "ask player {} for the {}".format(*read.position.legal[-1])
    assert [value.value for value in advice.actions] == [1.0] + [0.0] * (len(by_greedy.actions) - 1)
    assert [value.is_best for value in advice.actions].count(True) == 1
    assert (advice.player, advice.unit) == (
        "last", "1 for the ask that the player makes, 0 for every other",
    )  # fmt: skip
    assert {(value.target, value.card): value.chance for value in advice.actions} == {
        (value.target, value.card): value.chance for value in by_greedy.actions
    }
    assert not advise(game("1>2 4D -; 2>3 4C -"), player).actions  # it is not asked out of turn
    (tmp_path / "own_adviser.py").write_text(
        "class Own:\n    name = 'own'\n    choose = lambda self, view, random: view.legal[0]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert advise(read, "own_adviser:Own").actions[0].card == read.position.legal[0][1]
    player.ask = (1, "AC")
    with pytest.raises(IllegalAction, match="last asks seat 1 for AC, which is not legal"):
        advise(read, player)


def test_what_is_no_question_is_refused():
    """What is no game, who is no adviser and where nobody sits is refused in words."""
    for wrong in ("game.txt", None, 5):
        with pytest.raises(IllegalState, match="advice is on a game, of llq"):
            advise(wrong)
    for wrong in (5, None, object(), Last):
        with pytest.raises(UnknownStrategy, match="does not advise: name a built-in player"):
            advise(game(), wrong)
    for seat in (-1, 4, 9, "0"):
        with pytest.raises(IllegalState, match="there are seats 0 to 3; got"):
            game().position.chance(seat, "AC")


def test_names_are_used_in_reasons():
    """With names the reasons and the advice speak of people."""
    read = game(
        "Di>Ann 9H +; Di>Cy 8C +; Di>Ann 4C -; Ann>Bob AH -; Bob>Cy 4D -", names="Ann Bob Cy Di"
    )
    advice = advise(read)
    assert advice.text == "ask Bob for the 4C"
    assert advice.players[3].why["9H"] == "they took it from Ann in move 1"
    assert advice.players[1].why["4C"].startswith("nobody else can: Ann did not have it in move 3")
