"""Rounds in words: they read as what a player saw, and what cannot be is refused by its line."""

import json
import random

import pytest

import llq
from llq.errors import IllegalState, LlqError, UnknownGame
from llq.query.love_letter.rounds.notation import game, read_game, seen_of
from llq.query.love_letter.rounds.written_rounds import write_round
from llq.solver.love_letter.responses.round_replay import replay
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.variants import CLASSIC


def test_what_a_player_saw_reads_as_the_same(tmp_path):
    """Every view of many random games, written in words, reads as the same state and history."""
    path, views = tmp_path / "game.txt", 0
    for number in range(20):
        played = llq.love_letter.play(["random"] * 2, 4, number=number, face_up=3)
        for state in played.states[:-1]:
            path.write_text(write_round(state, state.current_player), encoding="utf-8")
            view, read = state.view(), read_game(path)
            assert (read.history, read.state) == (view.history, view.state)
            assert llq.love_letter.state(view.hand, **seen_of(read)) == view.state
            views += 1
    assert views > 50


def test_a_round_is_written_in_these_words():
    """Each player's record of one round: the words are those of the documentation."""
    state = LoveLetterState(CLASSIC, 3)
    for move in [
        *("Priest", "Guard", "King", "Guard", "Countess", "Guard", Action("Guard", guess="Baron")),
        *("Priest", Action("Priest"), "Baron", Action("Priest"), "Handmaid", Action("King")),
        *("Prince", Action("Prince", target="opponent"), "Baron"),
        *("Prince", Action("Prince", target="self"), "Guard", "Handmaid", Action("Handmaid")),
        *("Guard", Action("Guard", guess="King")),
    ]:
        is_card = isinstance(move, str)
        state.apply(CLASSIC.card(move) if is_card else CLASSIC.action_numbers[move])
    assert write_round(state, 0).splitlines() == [
        "face up: Guard, Guard, Countess",
        "dealt: Priest",
        "I draw Guard, play Guard, guessing Baron: missed",
        "they play Priest",
        "I draw Baron, play Priest, see King",
        "they play King, get Handmaid",
        "I draw Prince, play Prince on them, discard Baron",
        "they play Prince on themselves, discard Baron",
        "I draw Handmaid, play Handmaid",
        "they play Guard, guessing King",
        "# the deck is empty; they held Guard",
    ]
    assert write_round(state, 1).splitlines() == [
        "face up: Guard, Guard, Countess",
        "dealt: King",
        "they play Guard, guessing Baron: missed",
        "I draw Priest, play Priest, see Priest",
        "they play Priest",
        "I draw Handmaid, play King, get Baron",
        "they play Prince on me, draw Baron",
        "I draw Prince, play Prince on me, draw Guard",
        "they play Handmaid",
        "I draw Guard, play Guard, guessing King",
        "# the deck is empty; they held Handmaid",
    ]


def test_words_are_read_with_forbearance(tmp_path):
    """Numbers, beginnings of names, comments, JSON, standard spellings: one round."""
    text = """
    # a round as its second player saw it
    Dealt: k
    They played a Guard, guessing the Baron: missed!
    i drew 4 and played Handmaid
    opponent guard prince      # nothing happens behind a Handmaid
    I draw guard
    """
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    view = read_game(path)
    assert view.hand == ("Guard", "King")
    assert [turn.has_missed for turn in view.history.turns] == [True, False, False]
    assert not view.history.is_first
    turns = ["they play Guard Baron", "I draw 4, play 4", "they play 1 5"]
    assert game("King", turns, "Guard") == view
    path.write_text(json.dumps({"dealt": "King", "turns": turns, "drawn": 1}), encoding="utf-8")
    assert read_game(path) == view
    assert read_game(path, drawn=2).hand == ("Priest", "King")
    assert seen_of(view, by_discards=True)["lead"] == replay(view.rules, view.history)[-1].lead


FILE = "dealt: King\nthey play Guard, guessing Baron\n"
MISSED = "dealt: King\nI draw Guard, play Guard, guessing Prince: missed\n"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", "", "the file is empty"),
        ("dealt: Goat", ":1", "no card 'Goat'"),
        ("dealt: 1 2\nI draw 3", "", "your one card"),
        ("deelt: 1", ":1", "unknown item 'deelt'"),
        ("variant: goat\ndealt: 1", "", "goat"),
        ("dealt: 1\nface up: 1 1", "", "no cards lie face up, or 3; got 2"),
        ("dealt: 8\nface up: 8 1 1", "", "the deck has 1 Princess"),
        (FILE, "", "the card drawn for this turn is missing"),
        (FILE + "I draw 4, play 4", "", "it is the opponent's turn"),
        (FILE + "they play Priest", ":3", "two turns in a row by one player"),
        (FILE + "I draw King\nthey play Priest", ":3", "no King is left"),
        (FILE + "I draw 4\nthey play Priest", ":4", "nothing may follow"),
        (FILE + "I draw 4, play Baron", ":3", "you hold King and Handmaid, not Baron"),
        (FILE + "I draw 7, play King", ":3", "beside King the Countess must be played"),
        (FILE + "I draw 1, play 1", ":3", "say what the Guard guesses"),
        (FILE + "I draw 1, play 1 1", ":3", "a Guard cannot guess a Guard"),
        (FILE + "I draw 4, play 4 guessing 5", ":3", "a Handmaid guesses nothing"),
        (FILE + "I draw 2, play 2", ":3", "say the card that you saw"),
        (FILE + "I draw 2, play 2, see 6", ":3", "no King is left"),
        (FILE + "I draw 5, play 5", ":3", "say whom the Prince hits"),
        (FILE + "I draw 5, play 5 on them, discard 8", ":3", "the round was over with this turn"),
        (FILE + "I draw 5, play 5 on me, draw 6", ":3", "no King is left"),
        (FILE + "I draw 3, play 3", ":3", "no King is left"),
        (FILE + "I draw 3, play 3, see 4", ":3", "no King is left"),
        (FILE + "I draw 8, play 8", ":3", "the round was over with this turn"),
        (FILE + "I draw 1, play 1 2: hit", ":3", "the round was over"),
        (FILE + "I draw 4, play 4, see 1", ":3", "you see no card by that Handmaid"),
        (FILE + "I draw 4, play 4: missed", ":3", "the result of a Handmaid is never missed"),
        (FILE + "they", ":3", "says nothing"),
        (FILE + "somebody plays 1", ":3", "is not a turn"),
        (FILE + "they draw 4, play 4", ":3", "is not seen"),
        (FILE + "I play 6", ":3", "begins with the card drawn"),
        (MISSED + "I draw 1, play 1 3: hit", ":3", "the opponent's is missing in between"),
        (MISSED + "they play Handmaid: won", ":3", "ends no round"),
        (MISSED + "they play Guard, guessing Baron: hit", ":3", "the player holds King"),
        (MISSED + "they play Prince on me: lost", ":3", "a Prince ends no round so"),
        ("dealt: King\nthey play Guard king", ":2", "guessing King is right"),
        ("dealt: King\nthey play King, get Guard\nI draw 6", ":2", "no King is left"),
        ("dealt: Guard\nthey play King", ":2", "say the card that you saw"),
        ("dealt: Guard\nthey play King, get 4\nI draw 5, play 5 on them, discard 4", ":3",
         "the opponent holds Guard; got Handmaid"),
        ("dealt: Guard\nI draw 2, play 2, see 7\nthey play 6, get 7", ":3",
         "beside King the Countess must be played"),
        ("dealt: Guard\nI draw 2, play 2, see 7\nthey play 1 2\nI draw 1, play 1 7", ":4",
         "the opponent holds Countess: guessing Countess is right"),
        ("dealt: Guard\nI draw 4, play 4\nthey play Prince on me, draw 4", ":3",
         "can only hit its own player"),
    ],
)  # fmt: skip
def test_impossible_rounds_are_refused_by_their_line(tmp_path, text, line, words):
    """One line that names the file's line, where there is one, and what is wrong."""
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LlqError) as raised:
        read_game(path)
    message = str(raised.value)
    assert words in message
    assert "\n" not in message
    if not isinstance(raised.value, UnknownGame):
        assert message.startswith(f"{path}{line}:"), message


def test_a_round_that_is_over_has_no_next_turn():
    """When the deck is used up no card can be drawn."""
    turns = ["they play 2", "I draw 2, play 1 2", "they play 4", "I draw 1, play 1 3"]
    deck = "deck-3-3-1-1-1-0-0-0"
    with pytest.raises(IllegalState, match="no card is left to be drawn: the round was over"):
        game("1", [*turns, "they play 1 4", "I draw 2, play 2, see 3", "they play 3"],
             variant=deck)  # fmt: skip


def test_nonsense_is_refused_and_never_a_traceback():
    """Random words give an error of llq's, never another."""
    source = random.Random(5)
    words = ["I", "they", "draw", "play", "see", "discard", "get", "Guard", "King", "Prince", "8"]
    words += ["on", "me", "them", "missed", "hit", "equal", "goat", ",", "opponent"]
    for _ in range(800):
        lines = [" ".join(source.choices(words, k=source.randint(1, 8))) for _ in range(3)]
        try:
            game(source.choice(["King", "3", "goat"]), lines)
        except LlqError:
            continue
