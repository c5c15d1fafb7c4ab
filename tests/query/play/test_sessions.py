"""Games between a person and built-in players: whole in a link, and nobody else's cards in it."""

import json
from dataclasses import replace
from random import Random

import pytest

from llq.errors import IllegalAction, IllegalState, LlqError, UnknownStrategy
from llq.query.play.agents import PlayedGame
from llq.query.play.session_options import opponents, options_of
from llq.query.play.sessions import Sitting

HERE = "tests.custom_players:Careless"
GAMES = [
    ("love-letter", [HERE], {}),
    ("love-letter", [HERE], {"seat": 1, "face_up": 3}),
    ("sueca", ["random", HERE, "random"], {"trump_from": "last", "seat": 2}),
    ("literature", [HERE], {"players": 4, "claims": "free", "seat": 3}),
    ("love-letter", ["random"], {"players": 3, "seat": 2, "people": ["Ann", "Bob"]}),
    ("dominion", [], {"turns": 5, "real": True}),
    ("dominion", ["big_money"], {"variant": "race", "seat": 1}),
]


def play_out(sitting, lots):
    """Return a sitting played to its end by someone who draws lots, and those on the way."""
    way = [sitting]
    while not way[-1].is_over:
        way.append(way[-1].play(lots.choice(way[-1].legal)[0]))
    return way


def test_a_link_goes_on_as_it_went_before():
    """Every sitting of a game is its link; its actions played again come to the same end."""
    for game, against, options in GAMES:
        start = Sitting.begin(game, seed=5, against=against, **options)
        way = play_out(start, Random(1))
        for sitting in way:
            assert sitting.is_over or sitting.state.current_player == sitting.viewer
            link = sitting.to_link()
            again = Sitting.from_link(
                game, link, players=["random", HERE, "big_money"], people=link.get("people", "")
            )
            assert again == sitting
            assert again.state.to_dict() == sitting.state.to_dict()
        again = play_out(start, Random(1))
        assert [sitting.actions for sitting in again] == [sitting.actions for sitting in way]
        assert way[-1].back_to(len(start.actions)) == start
        assert len(way[-1].history) == len(way[-1].actions)
        record = way[-1].record.to_dict()
        assert json.loads(json.dumps(record)) == record
        assert record["returns"] == way[-1].returns


@pytest.mark.parametrize(("game", "against", "options"), GAMES[:5])
def test_what_is_shown_holds_no_hidden_card(game, against, options):
    """What a person reads is the same in every game that they cannot tell from this one."""
    lots, several = Random(2), 0
    for sitting in play_out(Sitting.begin(game, seed=6, against=against, **options), lots)[:-1]:
        others = sitting.state.resample(sitting.viewer, lots)
        twin = replace(sitting, seed=0, number=0)
        twin.__dict__["states"] = tuple(PlayedGame(sitting.players, others).states)
        assert twin.history == sitting.history
        assert twin.legal == sitting.legal
        several += len(sitting.history) > 0 and others.moves != sitting.state.moves
    assert several


def test_several_people_sit_side_by_side():
    """The screen goes to each of them in turn, and a play is taken back by whoever made it."""
    sitting = Sitting.begin(
        "love-letter", seed=6, players=4, seat=3, people=["Ann", "Bob"], against=["random", "thumb"]
    )
    assert sitting.players == ("Bob", "random", "thumb", "Ann")
    assert sitting.viewer == 0
    after = sitting.play(sitting.legal[0][0])
    assert after.viewer == 3
    assert [after.history[0].who, after.news] == ["Bob", 0]
    assert after.back() == sitting
    assert sitting.back() is None


@pytest.mark.parametrize("people", [["Ann", "ann"], ["Ann", "Bob", "Eve"], ["<b>"], ["x" * 21]])
def test_people_who_cannot_sit_are_refused(people):
    """A name is short, plain and nobody else's, and there is a seat for each."""
    with pytest.raises(IllegalState, match="name"):
        Sitting.begin("love-letter", seed=1, against=["random"], people=people)


def test_a_finished_round_tells_what_was_hidden():
    """During a round the other's draws are hidden, at its end they are told."""
    way = play_out(Sitting.begin("love-letter", seed=1, against=[HERE]), Random(1))
    first = next(move for move in way[1].history if move.seat == 1)
    assert "drew" not in first.shown
    assert all("drew" in move.shown for move in way[-1].history)


def test_links_that_cannot_be_are_refused():
    """Each value of a link that cannot be is refused in one line that says which."""
    for game, link, message in [
        ("love-letter", {}, "has a seed"),
        ("love-letter", {"seed": "-1"}, "non-negative integer"),
        ("love-letter", {"seed": "9" * 19}, "18 digits"),
        ("love-letter", {"seed": "1"}, "1 other player"),
        ("love-letter", {"seed": "1", "against": "random,random"}, "got 2"),
        ("love-letter", {"seed": "1", "against": "random", "seat": "2"}, "seats are 0 to 1"),
        ("love-letter", {"seed": "1", "against": "random", "moves": "7.x"}, "moves is a non-neg"),
        ("love-letter", {"seed": "1", "against": "random", "moves": "0"}, "move 1 of 1: 0 is not"),
        ("love-letter", {"seed": "1", "against": "random", "moves": "7.14"}, "it is not legal"),
        ("love-letter", {"seed": "1", "against": "random", "variant": "poker"}, "poker"),
        ("love-letter", {"seed": "1", "against": "random", "face_up": "99"}, "face up"),
        ("sueca", {"seed": "1", "against": "random", "trump_from": "hat"}, "hat"),
        ("literature", {"seed": "1", "against": "random", "players": "5"}, "5"),
        ("dominion", {"seed": "1", "turns": "0"}, "one turn or more"),
        ("dominion", {"seed": "1", "turns": "999"}, "at most 200"),
        ("dominion", {"seed": "1", "real": "perhaps"}, "yes or no"),
        ("dominion", {"seed": "1", "against": "optimal"}, "not available as an opponent"),
    ]:
        with pytest.raises(LlqError, match=message) as refused:
            Sitting.from_link(game, link)
        assert "\n" not in str(refused.value)


def test_a_link_imports_nothing():
    """A link names built-in players alone: nothing of the machine is loaded for it."""
    with pytest.raises(UnknownStrategy, match="not available as an opponent"):
        Sitting.from_link("love-letter", {"seed": "1", "against": HERE})


def test_moves_out_of_turn_and_unknown_options_are_refused():
    """What is not legal is refused, and so is an option that the game does not have."""
    sitting = Sitting.begin("dominion", seed=1, turns=1)
    with pytest.raises(IllegalAction, match="not legal"):
        sitting.play(6)
    with pytest.raises(IllegalAction, match="over"):
        sitting.play(0).play(0)
    with pytest.raises(IllegalState, match="no option 'cards'"):
        Sitting.begin("dominion", seed=1, cards=2)


@pytest.mark.parametrize("game", ["love-letter", "sueca", "literature"])
def test_an_unknown_opponent_is_refused_before_the_game(game):
    """A player that there is not is refused before the person's first turn."""
    with pytest.raises(UnknownStrategy, match="nobody"):
        Sitting.begin(game, seed=1, against=["nobody"])


def test_opponents_take_a_seat():
    """Those listed are the game's players but for those of exact matches alone."""
    names = [player.name for player in opponents("love-letter", "classic")]
    assert {"table", "strategic", "solution"} <= set(names)
    assert not {"lowest", "monte_carlo_limit"} & set(names)
    assert "big_money" in [player.name for player in opponents("dominion", "race")]
    assert options_of("sueca")["trump_from"] == "random"
