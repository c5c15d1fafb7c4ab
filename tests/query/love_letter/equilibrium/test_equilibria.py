"""Equilibria by `llq.love_letter.equilibrium`: what is asked, what comes back, what is refused."""

import json
import sys

import numpy as np
import pytest

import llq
from llq.errors import DeckTooLarge, IllegalAction, IllegalState, LlqError, UnknownCard, UnknownGame
from llq.love_letter.equilibrium import solve as equilibrium

FIVE, SIX = (2, 1, 1, 1, 0, 0, 0, 0), (2, 1, 1, 1, 0, 0, 0, 1)


@pytest.fixture(scope="module")
def six():
    """Return the equilibrium of six cards."""
    return equilibrium(SIX, within=1e-9)


def test_a_deck_of_four_is_worked_out_by_hand():
    """Two Guards, Priest, Baron: one turn, no second player's choice.

    Whoever holds Guard and Priest or Guard and Baron guesses one of two cards (one half of the
    Guards left, one of the other); Priest and Baron win by the Baron, two Guards by a guess of
    either with a half, else the Guard loses to the higher final card.
    """
    found = equilibrium((2, 1, 1, 0, 0, 0, 0, 0))
    assert found.first + found.second == 1.0
    # Guard and Priest (1/3): the other two are Guard and Baron; guess the Baron, or keep the Priest
    # against the Guard: 1. Guard and Baron (1/3): 1. Priest and Baron (1/6): Baron, 1. Two Guards
    # (1/6): a guess hits half of the time, else a Guard is left against a higher card.
    assert found.first == pytest.approx(1 / 3 + 1 / 3 + 1 / 6 + 1 / 12, abs=1e-12)


def test_both_seats_add_up_and_words_hold_the_numbers(six):
    """The line, the dictionary and the fields say the same; plain data are ready for JSON."""
    assert six.first + six.second == 1.0
    assert 0 <= six.exploitability <= 1e-9
    assert f"first wins {six.first:.6f}, second {six.second:.6f}; exploitability" in str(six)
    plain = json.loads(json.dumps(six.to_dict()))
    assert plain["first"] == six.first
    assert (plain["first_bluffs"], plain["second_bluffs"]) == six.bluffs
    assert len(plain["openings"]) == len(six.openings)


def test_openings_are_all_hands(six):
    """Every hand by how often it is dealt; its plays add up to 1, and none beats those made."""
    assert sum(opening.dealt for opening in six.openings) == pytest.approx(1)
    won = 0.0
    for opening in six.openings:
        assert sum(play.chance for play in opening.plays) == pytest.approx(1)
        best = max(play.win_prob for play in opening.plays)
        made = sum(play.chance * play.win_prob for play in opening.plays)
        assert best - made < 1e-6
        assert six.strategy(opening.hand) == opening.plays
        won += opening.dealt * best
    assert won == pytest.approx(six.first, abs=1e-8)


def test_methods_and_threads_agree(six):
    """The linear program has the same value; two threads change nothing."""
    program = equilibrium(SIX, method="linear-program")
    assert program.first == pytest.approx(six.first, abs=1e-8)
    assert program.iterations == 0
    assert "a linear program" in str(program)
    one, two = (equilibrium("classic", face_up=11, threads=threads) for threads in (1, 2))
    assert one == two


@pytest.mark.parametrize("scoring", ["half", "discards"])
def test_a_number_of_cards_face_up_is_the_mean_over_all(scoring):
    """Every deal by how likely it is; each is the deck that is left."""
    whole = equilibrium((2, 1, 1, 1, 0, 0, 0, 1), face_up=1, scoring=scoring, within=1e-8)
    chances = {
        "Guard": 2 / 6,
        "Priest": 1 / 6,
        "Baron": 1 / 6,
        "Handmaid": 1 / 6,
        "Princess": 1 / 6,
    }
    found = {
        card: equilibrium(SIX, face_up=[card], scoring=scoring, within=1e-8) for card in chances
    }
    assert whole.deals == len(chances)
    mean = sum(chance * found[card].first for card, chance in chances.items())
    assert whole.first == pytest.approx(mean, abs=1e-7)
    assert whole.bluffs == pytest.approx(
        np.array([chances[card] * np.array(one.bluffs) for card, one in found.items()]).sum(axis=0),
        abs=1e-9,
    )
    left = equilibrium(FIVE, scoring=scoring, within=1e-8)
    assert found["Princess"].first == left.first
    assert found["Princess"].face_up == ("Princess",)
    with pytest.raises(IllegalState, match="a mean over 5 deals"):
        whole.strategy([1, 2])
    assert "openings" not in whole.to_dict()


def test_histories_of_both_seats(six):
    """Cards by number or name, plays as actions or texts; merged guesses are one."""
    action = llq.love_letter.rules("classic").actions[0]
    by_text = six.strategy(["Guard", "Baron", "guard, guessing Priest", "Handmaid", 8])
    by_action = six.strategy([3, 1, action, "handmaid", "Princess"])
    assert by_text == by_action
    assert [play.text for play in by_text] == ["Baron"]  # the Princess would lose at once
    mine = six.strategy([2, "guard baron", 4], seat="second")
    assert {play.text for play in mine} == {"Priest", "Handmaid"}
    # Guesses of cards that the deck has not are all alike.
    kings = six.strategy([2, "guard king", 4], seat="second")
    assert kings == six.strategy([2, "guard countess", 4], seat="second")
    shown = six.strategy([2, 4, "priest", 1, "guard baron", 3])
    assert sum(play.chance for play in shown) == pytest.approx(1)
    assert all(play.win_prob is None or 0 <= play.win_prob <= 1 for play in shown)


def test_princes_and_kings_tell_what_they_show():
    """A Prince shows what is discarded and brings a card, a King the card received."""
    found = equilibrium((1, 1, 1, 0, 2, 1, 0, 1), within=1e-3)
    for history, seat in [
        ([5, 2, "prince opponent", 3, "guard king", 6], "first"),
        ([5, 2, "prince self", 6, "guard baron", 3], "first"),
        ([5, 6, "king", 2, "guard baron", 3], "first"),
        ([2, "king", 5, 1], "second"),
        ([2, "prince opponent", 5, 1], "second"),
        ([2, "prince self", 1, 5], "second"),
    ]:
        plays = found.strategy(history, seat=seat)
        assert sum(play.chance for play in plays) == pytest.approx(1)
    hobbit = ["Smaug"] * 5 + ["Bard", "Bard", "Kili", "Gandalf", "Thorin", "Bilbo"]
    ring = equilibrium("hobbit", face_up=hobbit, within=1e-4)
    assert ring.exploitability <= 1e-4
    assert sum(play.chance for play in ring.strategy(["Legolas", "Kili"])) == pytest.approx(1)


@pytest.mark.parametrize(
    ("history", "seat", "error", "reason"),
    [
        ([], "first", IllegalState, "after an empty history comes your first card"),
        ([1], "first", IllegalState, "after the history 1 comes your second card"),
        ([1, 9], "first", UnknownCard, "no card 9"),
        ([1, 6], "first", IllegalState, "the history 1; 6 cannot be"),
        ([1, 2], "third", IllegalState, "seat is one of first, second; got 'third'"),
        ([1, 2, "baron"], "first", IllegalAction, "Baron is not in the hand of Guard and Priest"),
        (
            [1, 2, "guard"],
            "first",
            IllegalAction,
            "'guard' is not a play of Guard; it is Guard, guess",
        ),
        ([1, 2, "priest 3"], "first", IllegalAction, "'priest 3' is not a play of Priest"),
        ([1, 2, "priest"], "first", IllegalState, "comes the card that it shows you"),
        ([1, 8, "princess"], "first", IllegalAction, "or the round ends by it"),
        ([1, 2, "", 3], "first", IllegalAction, "your play is missing"),
    ],
)
def test_histories_that_cannot_be(six, history, seat, error, reason):
    """Each is refused with what comes next, or what is wrong."""
    with pytest.raises(error, match=reason):
        six.strategy(history, seat=seat)


@pytest.mark.parametrize(
    ("variant", "more", "error", "reason"),
    [
        ("klassik", {}, UnknownGame, "unknown variant 'klassik'"),
        ((2, 1, 1), {}, IllegalState, "a deck is 8 integers"),
        (FIVE, {"scoring": "tokens"}, IllegalState, "scoring is one of half, discards"),
        (FIVE, {"method": "luck"}, IllegalState, "method is one of regret, linear-program"),
        (FIVE, {"within": 0.0}, IllegalState, "from 1e-12 to less than 0.5; got 0.0"),
        (FIVE, {"within": float("nan")}, IllegalState, "got nan"),
        (FIVE, {"threads": 0}, IllegalState, "threads must be a positive integer"),
        (FIVE, {"face_up": 2}, IllegalState, "of 5 cards 0 to 1 may lie face up; got 2"),
        (FIVE, {"face_up": -1}, IllegalState, "got -1"),
        (FIVE, {"face_up": [8]}, IllegalState, "has 0 Princess; 1 cannot lie face up"),
        ("batman", {"face_up": 10}, IllegalState, "without tokens"),
        ("archer", {"face_up": 10}, IllegalState, "the aside card"),
        ("classic", {}, DeckTooLarge, "16 cards in play has some .* nodes; 60 million fit"),
    ],
)
def test_mistakes_are_refused_before_work_begins(variant, more, error, reason):
    """Each is refused with what was asked, what there is, and the remedy."""
    with pytest.raises(error, match=reason):
        equilibrium(variant, **more)


def test_without_scipy_one_line_says_how_to_install_it(monkeypatch):
    """Regret minimization does without; the linear program is refused before work begins."""
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    assert equilibrium(FIVE).exploitability <= 1e-6
    with pytest.raises(LlqError, match="pip install scipy"):
        equilibrium(FIVE, method="linear-program")
