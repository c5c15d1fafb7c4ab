"""Rounds of a table of several in words: what a player hears gives what that player sees."""

import re
from dataclasses import replace

import numpy as np
import pytest

import llq
from llq.errors import IllegalState, LlqError
from llq.query.love_letter.rounds.other_seats import held_cards
from llq.query.love_letter.rounds.seat_notation import FORMS, hear, watch
from llq.query.love_letter.rounds.seated_rounds import FollowedParty
from llq.query.love_letter.rounds.written_rounds import as_party, write_party
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.action_text import PartyAction
from llq.solver.love_letter.rounds.party_state import PartyState
from llq.solver.love_letter.variants import MODERN

room = llq.love_letter.rounds


@pytest.mark.parametrize(("variant", "players"), [("classic", 4), ("2019", 2), ("2019", 3)])
def test_a_line_may_leave_out_who_plays(variant, players):
    """Lines without who draws or plays lead to the same round, and each is taken back."""
    for number in range(3):
        names = ["thumb" if players > 2 else "random"] * players
        played = llq.love_letter.play(names, seed=64, number=number, variant=variant)
        whole = followed_by(played.state, number % players)
        followed = replace(whole, lines=())
        for line in whole.lines:
            before, brief = followed, line.partition(" ")[2]
            drawn, _, kept = brief.partition(", kept ")
            if kept:
                followed = followed.hearing(drawn)
                assert followed.prompt == "you keep"
                followed = followed.hearing(f"kept {kept}")
            else:
                followed = followed.hearing(brief.removeprefix("draw "))
            assert followed.back() == before
        assert (followed.round.view == whole.round.view).all()
        assert followed.is_over == whole.is_over


def test_a_missed_guess_and_returned_cards_are_remembered():
    """With two players nobody holds what was guessed in vain or what oneself put at the bottom."""
    turns = "I draw Guard; I Guard on 1, guessing Princess; 1 Handmaid; I draw Chancellor; "
    turns += "I Chancellor: drew Countess and Prince, kept King, Prince last"
    cards = held_cards(watch(2, "King", turns, variant="2019"))
    chances = {card: chance for seat, card, chance in cards if seat == 1}
    assert sum(chances.values()) == pytest.approx(1)
    assert not {"Countess", "King"} & set(chances)
    assert chances["Prince"] < chances["Baron"]
    before = held_cards(watch(2, "King", turns.partition("; 1 Handmaid")[0], variant="2019"))
    assert "Princess" not in {card for _, card, _ in before}


@pytest.mark.parametrize(
    ("variant", "players"), [("classic", 2), ("classic", 4), ("2019", 2), ("2019", 3), ("2019", 6)]
)
def test_what_is_written_is_read_again(variant, players):
    """From the text of a round, as far as it has come, a seat knows what it saw of it."""
    texts = ""
    for seed in range(6):
        seat, options = seed % players, {"face_up": seed // 2 % 2 * 3} if players == 2 else {}
        names = ["random"] * players
        played = llq.love_letter.play(names, seed=seed, variant=variant, **options)
        for state in played.states:
            if state.is_terminal or state.current_player == seat:
                texts += write_party(state, seat)
                read = followed_by(state, seat).round
                view = np.zeros_like(read.view)
                party = as_party(state) if players == 2 else state
                referee.see(np.array(party.row), seat, view)
                assert (fields(read.view, seat) == fields(view, seat)).all(), texts
    assert ("kept" in texts) == (variant == "2019")


def test_a_round_is_written_in_these_words():
    """Two of four players' records of one round: the words are those of the documentation."""
    state = PartyState(MODERN, 4)
    for move in [
        *("Priest", "King", "Guard", "Baron"),
        *("Chancellor", ("Chancellor",), "Spy", "Handmaid", ("Priest", None, None, "Spy")),
        *("Prince", ("Prince", 0), "Countess", "Guard", ("Guard", 3, "King")),
        *("Guard", ("Baron", 2), "Priest", ("Priest", 1), "Spy", ("King", 2)),
        *("Handmaid", ("Handmaid",), "Princess", ("Princess",), "Baron", ("Baron", 1)),
        *("Guard", ("Guard", 0, "Countess")),
    ]:
        is_card = isinstance(move, str)
        state.apply(MODERN.card(move) if is_card else state.find_action(PartyAction(*move)))
    assert write_party(state, 0).splitlines() == [
        "# 2019, 4 players, seat 0, dealt Priest",
        "I draw Chancellor",
        "I Chancellor: drew Spy and Handmaid, kept Priest, Spy last",
        "1 Prince on 0: Priest, drew Countess",
        "2 Guard on 3, guessing King: missed",
        "3 Baron on 2: tie",
        "I draw Priest",
        "I Priest on 1: saw King",
        "1 King on 2",
        "2 Handmaid",
        "3 Princess: Guard",
        "I draw Baron",
        "I Baron on 1: 1 out, Guard",
        "2 Guard on 0, guessing Countess: out",
    ]
    assert write_party(state, 2).splitlines() == [
        "# 2019, 4 players, seat 2, dealt Guard",
        "0 Chancellor",
        "1 Prince on 0: Priest",
        "I draw Guard",
        "I Guard on 3, guessing King: missed",
        "3 Baron on 2: tie",
        "0 Priest on 1",
        "1 King on 2: saw Spy",
        "I draw Handmaid",
        "I Handmaid",
        "3 Princess: Guard",
        "0 Baron on 1: 1 out, Guard",
        "I draw Guard",
        "I Guard on 0, guessing Countess: out",
    ]


def followed_by(state, seat):
    """Return a round as a player would have typed it in, the other of two as ``they``."""
    other = rf"\b{1 - seat}\b" if state.players == 2 else "(?!)"
    return FollowedParty.read(re.sub(other, "they", write_party(state, seat)))


@pytest.mark.parametrize(("variant", "face_up"), [("2019", 3), ("2019-tokens", 0), ("classic", 3)])
def test_a_round_of_two_is_one_of_a_table(variant, face_up):
    """With the same cards and choices a table of two has the same discards, winners and tokens."""
    for seed in range(5):
        played = llq.love_letter.play(
            ["random", "random"], seed=seed, variant=variant, face_up=face_up
        )
        party = as_party(played.state)
        assert party.is_terminal
        assert party.winners == played.state.winners
        if variant != "2019":  # whose two play for the win alone
            assert party.tokens() == played.state.tokens()
        for state in played.states[1::3]:
            for seat in (0, 1):
                pile = state.discards(seat)
                assert as_party(state).discards(seat)[: len(pile)] == pile


def test_choices_of_a_written_round_are_those_that_were_made():
    """A round that is followed from its text has the choices of the round, with their hands."""
    returns = 0
    for seed in range(5):
        played = llq.love_letter.play(["random"] * 3, seed=seed, variant="2019")
        expected = [
            (state.view().hand, state.action(played.state.moves[len(state.moves)]))
            for state in played.states[:-1]
            if state.current_player == 0
        ]
        own = followed_by(played.state, 0).own_choices
        choices = [(before.hand, action) for _, before, action in own]
        assert choices == expected
        returns += sum(action.last is not None for _, action in choices)
    assert returns


def test_a_followed_table_is_judged():
    """Each choice costs what the best is worth more by playouts; the costliest comes first."""
    lines = ("I draw Chancellor", "I Chancellor: drew Princess and King, kept Guard, King last")
    judged = llq.love_letter.analyse(FollowedParty(3, "Guard", lines, variant="2019"))
    assert [move.turn for move in judged.moves] == [1, 1]
    assert judged.moves[0].cost >= judged.moves[1].cost
    texts = {move.chosen.text for move in judged.moves}
    assert texts == {"Chancellor", "keep Guard, King last"}
    assert judged.unit == "win share"
    assert all(move.cost == move.best.value - move.chosen.value for move in judged.moves)


BEFORE = {
    "I draw King": (0, "Guard", ""),
    "0 Guard on 2, guessing Priest: missed": (3, "Spy", ""),
    "0 Guard on 2, guessing Priest: out": (3, "Spy", ""),
    "0 Handmaid": (3, "Spy", ""),
    "I Priest on 1: saw King": (0, "Priest", "I draw Guard"),
    "1 Baron on 2: 2 out, Guard": (3, "Spy", "0 Spy"),
    "3 Prince on 1: Spy": (0, "Guard", "I draw Spy; I Spy; 1 Countess; 2 Handmaid"),
    "3 Prince on me: Spy, drew Guard": (0, "Spy", "I draw Spy; I Spy; 1 Handmaid; 2 Handmaid"),
    "2 King on 0: saw Guard": (0, "Guard", "I draw Spy; I Spy; 1 Handmaid"),
    "I Chancellor: drew Spy and King, kept King, Guard last": (0, "Guard", "I draw Chancellor"),
    "1 Princess: Guard": (3, "Spy", "0 Spy"),
}
"""Each form, with a player who hears it, the card dealt to them, and what came before."""


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_turns_are_read(form):
    """Each form that is listed for a person is a turn."""
    seat, dealt, turns = BEFORE[form]
    hear(watch(4, dealt, turns, seat=seat, variant="2019"), form)


def fields(view, seat):
    """Return what of a view a player can see: of the others' knowledge only their own."""
    plain = view[: referee.POOL].copy()
    plain[referee.KNOWN : referee.MAY_KNOW] &= 1 << seat
    plain[[referee.TURNS, *range(referee.DUE_FOR, referee.HAND)]] = 0
    bottom = range(referee.BOTTOM, referee.BOTTOM + view[referee.LOW])
    plain[list(bottom)] = 0
    for place in (referee.WINNERS, referee.SPY_TOKEN):
        plain[place] = 0
    return plain


@pytest.mark.parametrize(
    ("turns", "text"),
    [
        ("0 Guard on 2", "turn 1, '0 Guard on 2': Guard names a card of another kind"),
        ("0 Handmaid; 1 Guard on 0, guessing Spy", "cannot be aimed at seat 0"),
        ("1 Handmaid", "it is the turn of seat 0; got 1"),
        ("0 Baron on 1: 1 out", "say the card of who went out"),
        ("0 Baron on 1: king out", "say the seat by its number, such as: 2 out, Guard; got 'king'"),
        ("they Handmaid", "say the seat by its number"),
        ("0 Handmaid, guessing Spy", "Handmaid names no card"),
        ("0 Prince on 1", "say which card was discarded"),
        ("0 Countess; 1 Countess", "no Countess is left for that"),
        ("hello", "not a turn; such as: 0 Guard on 2, guessing Priest: missed"),
        ("0 Guard on 3, guessing Spy: out", "seat 3 holds Baron: guessing Spy misses"),
        ("0 Handmaid; 1 Priest; 2 Spy", "say at whom Priest is aimed"),
    ],
)
def test_a_turn_that_cannot_be_is_one_line(turns, text):
    """The message names the turn and what is wrong."""
    with pytest.raises(IllegalState) as raised:
        watch(4, "Baron", turns, seat=3, variant="2019")
    assert text in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (lambda: watch(4, "Chancellor"), "variant 2019 has such a card"),
        (lambda: watch(4, "smaug", variant="2019"), "2019 Love Letter has no card 'smaug'"),
        (lambda: watch(2, "King", variant="2019", face_up="Guard"), "at the start, or 3; got 1"),
        (lambda: room.game("King", variant="2019"), "2019 Love Letter is followed.*llq track"),
    ],
)
def test_a_round_that_cannot_begin_is_refused(ask, text):
    """A card of no or another edition, a part of the cards face up, 2019 told by I and they."""
    with pytest.raises(LlqError, match=text):
        ask()


def test_a_refused_turn_changes_nothing():
    """After an error the round goes on from where it was."""
    round_ = watch(3, "Guard", seat=1)
    before = round_.view.copy()
    with pytest.raises(IllegalState):
        hear(round_, "0 Prince on 2: Princess, drew King")
    assert (round_.view == before).all()
    hear(round_, "0 Prince on 2: Princess")
    assert round_.alive() == [0, 1]
    assert np.isfinite(round_.likely).all()
