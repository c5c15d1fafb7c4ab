"""Exact matches by name, by a custom player and by an array."""

from dataclasses import replace

import numpy as np
import pytest

import llq
from llq.errors import IllegalAction, IllegalState, UnknownCard, UnknownStrategy
from llq.query.love_letter.built_in_players import EXACT_PLAYERS
from llq.query.love_letter.exact.card_order_policies import highest_actions, lowest_actions
from llq.query.love_letter.table.table import build_table
from llq.solver.love_letter.exact import policies
from llq.solver.love_letter.exact.evaluation import evaluate
from llq.solver.love_letter.rules import Effect
from llq.solver.love_letter.variants import BATMAN, CLASSIC, HOBBIT, VARIANTS
from tests.custom_players import Careless
from tests.solver.love_letter.asking import with_copies

pytestmark = pytest.mark.usefixtures("classic_file")

SMALL = "deck-2-1-0-1-1-1-0-1"
RANDOM = ("random", "random")
UPTURNED = "deck-3-1-0-1-1-0-1-1"


class Lowest:
    """Plays the lower card wherever it may, as ``lowest`` says of itself."""

    name = "mine"

    def choose(self, view, random):
        lowest = [action for action in view.legal if action.card == view.legal[0].card]
        if lowest[0].guess is None:
            return lowest[0]
        known = [action for action in lowest if action.guess == view.opponent]
        return max(known or lowest, key=lambda action: view.unseen[action.guess])


class Cheating:
    """Plays the first action of all."""

    name = "cheating"

    def choose(self, view, random):
        return CLASSIC.actions[0]


def chances(match):
    """Return a match's three chances."""
    return match.win_prob, match.loss_prob, match.draw_prob


@pytest.mark.parametrize("player", EXACT_PLAYERS)
def test_every_exact_player_goes_by_its_name(player, tmp_path):
    """Each name plays both seats, and the chances of a match add up to one."""
    path = build_table(SMALL, tmp_path) if player == "table" else None
    for pair in ((player, "random"), ("random", player.replace("_", "-"))):
        match = llq.love_letter.exact.match(*pair, variant=SMALL, playouts=20, path=path)
        assert sum(chances(match)) == pytest.approx(1, abs=1e-13)
        assert (match.first, match.second) == tuple(name.replace("-", "_") for name in pair)


def test_a_match_is_what_the_evaluator_says():
    """By name, over the whole deal, from a hand and beside cards face up."""
    rules = llq.love_letter.rules(UPTURNED)
    pair = policies.random_policy(rules), policies.strategic_policy(rules)

    def matched(**options):
        return llq.love_letter.exact.match("random", "strategic", variant=UPTURNED, **options)

    evaluation, _ = evaluate(rules, *pair)
    assert matched().win_prob == evaluation.mean().win
    assert matched(hand=(8, "guard")).win_prob == evaluation.mean((0, 7)).win
    face_up, _ = evaluate(rules, *pair, face_up=3)
    match = matched(face_up=("Prince", 1, 1))
    assert match.win_prob == face_up.mean(face_up=(0, 0, 4)).win
    assert match.face_up == ("Guard", "Guard", "Prince")
    match = matched(hand=(1, 8), face_up=(1, 1, 5))
    assert match.win_prob == face_up.mean((0, 7), (0, 0, 4)).win
    assert "from Guard and Princess, Guard, Guard, Prince face up" in str(match)
    assert matched(face_up=3).win_prob == face_up.mean().win


def test_a_custom_player_and_its_array_are_one():
    """The class above, `lowest_actions` as an array and the name ``lowest`` give one match."""
    rules = llq.love_letter.rules(UPTURNED)

    def matched(first):
        return llq.love_letter.exact.match(first, "strategic", variant=UPTURNED)

    match, array = matched(Lowest()), lowest_actions(rules)
    assert match.first == "mine"
    assert chances(match) == chances(matched(array)) == chances(matched("lowest"))
    shares = np.zeros((len(array), len(rules.actions)))
    shares[np.arange(len(array)), array] = 1
    assert chances(match) == pytest.approx(chances(matched(shares)), abs=1e-13)


def test_the_highest_card_is_never_the_princess():
    """Playing by number, high or low, is always legal and never loses by the last card."""
    decks = (CLASSIC, (1, 1, 1, 1, 1, 1, 1, 1)), (HOBBIT, (1, 1, 1, 1, 0, 1, 1, 1, 1, 1))
    for rules in (with_copies(*deck) for deck in decks):
        ranks, states = policies.decision_states(rules)
        legal = policies.legal_mask(rules, states)
        assert rules.cards[-1].effect == Effect.LOSE
        for make_actions in (lowest_actions, highest_actions):
            actions = make_actions(rules)
            played = {rules.plays[a].card for a in np.unique(actions).tolist()}
            assert len(rules.cards) - 1 not in played
            assert legal[np.arange(len(ranks)), actions[ranks]].all()
    assert evaluate(rules, *[policies.from_actions(rules, actions)] * 2)


def test_tokens_are_said_where_guesses_earn_them(monkeypatch):
    """In Batman a match has expected tokens of both, in classic none."""
    rules = replace(with_copies(BATMAN, (2, 1, 0, 1, 1, 1, 0, 1)), variant="small-batman")
    monkeypatch.setitem(VARIANTS, rules.variant, rules)
    batman = llq.love_letter.exact.match("strategic", "random", variant=rules.variant)
    assert batman.tokens[0] > batman.win_prob
    assert batman.tokens[1] > batman.loss_prob
    assert batman.lead == batman.tokens[0] - batman.tokens[1]
    assert batman.to_dict()["second_tokens"] == batman.tokens[1]
    assert "tokens" in str(batman)
    assert llq.love_letter.exact.match("strategic", "random", variant=SMALL).tokens is None


@pytest.mark.parametrize(
    ("players", "options", "error", "reason"),
    [
        (("best", "random"), {}, UnknownStrategy, "unknown player 'best'; exact matches"),
        (("random", "exploiter"), {}, UnknownStrategy, "exact matches have"),
        (("solution", "random"), {"variant": "batman"}, IllegalState, "no solution table"),
        (("random", Careless()), {"variant": SMALL}, UnknownStrategy, "careless plays at random"),
        ((Cheating(), "random"), {"variant": SMALL}, IllegalAction, "cheating chose"),
        ((np.zeros(5, np.uint8), "random"), {}, IllegalState, "one a state in rank order; got 5"),
        ((np.zeros((5, 2)), "random"), {}, IllegalState, "have the shape"),
        (RANDOM, {"hand": (1,)}, IllegalState, "two cards; got 1"),
        (RANDOM, {"hand": (1, 9)}, UnknownCard, "9"),
        (RANDOM, {"hand": (8, 8)}, IllegalState, "cannot deal Princess and Princess"),
        (RANDOM, {"face_up": 2}, IllegalState, "no cards lie face up, or 3.*got 2"),
        (RANDOM, {"face_up": (1, 1)}, IllegalState, "face up.*got 2 cards"),
        (RANDOM, {"face_up": (6, 6, 6)}, IllegalState, "deal King, King, King"),
        (
            RANDOM,
            {"hand": (1, 8), "face_up": (8, 1, 1)},
            IllegalState,
            "cannot deal Guard and Princess with Guard, Guard, Princess face up",
        ),
        (("monte_carlo", "random"), {"playouts": 0}, IllegalState, "must be a positive integer"),
        (RANDOM, {"threads": 0}, IllegalState, "threads must be a positive"),
        (
            RANDOM,
            {"variant": "deck-1-1-1-1-1-1-0-0", "face_up": 3},
            IllegalState,
            "too small for 3 cards face up",
        ),
    ],
)
def test_mistakes_are_refused_with_the_reason(players, options, error, reason):
    """No match comes of a wrong player, hand, deal or number."""
    with pytest.raises(error, match=reason):
        llq.love_letter.exact.match(*players, **options)


@pytest.mark.parametrize("player", ["monte_carlo", "lowest", "solution", np.zeros(3)])
def test_a_turn_of_two_choices_needs_to_know_both(player):
    """On the 2019 deck a player whose second choice is not known is refused at once."""
    with pytest.raises(UnknownStrategy, match="who say which card to keep"):
        llq.love_letter.exact.match("random", player, variant="2019")
