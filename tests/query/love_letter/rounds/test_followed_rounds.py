"""Rounds at a real table, followed by what one player sees."""

import pytest

from llq.errors import IllegalState
from llq.love_letter import analyse, play
from llq.love_letter.rounds import FollowedParty, FollowedRound
from llq.query.love_letter.rounds.written_rounds import write_round
from llq.solver.love_letter.rounds import referee

pytestmark = pytest.mark.usefixtures("standard_tables")


def begin(text):
    """Return a written round before its first turn, and its lines as they are typed one by one."""
    followed, parts = FollowedParty.read(text) or FollowedRound.read(text), []
    for line in followed.words.lines:
        play, _, kept = line.partition(", kept ")
        parts += [line.partition(",")[0], line] if ", play " in line else [play]
        parts += [f"kept {kept}"] * bool(kept)
        followed = followed.back()
    return followed, parts


@pytest.mark.parametrize(("variant", "face_up"), [("classic", 0), ("classic", 3), ("hobbit", 0)])
def test_every_round_played_can_be_followed(variant, face_up):
    """Each turn of random rounds is among what the follower offers, seen from either seat."""
    for seed in range(5):
        played = play(["random"] * 2, seed=seed, variant=variant, face_up=face_up)
        for seat in (0, 1):
            text = write_round(played.state, seat)
            followed, parts = begin(text)
            for part in parts:
                assert not followed.is_over
                if followed.view:
                    assert {each.action for each in followed.plays} == set(followed.view.legal)
                lines = followed.next_lines
                assert part in lines
                assert len(set(lines)) == len(lines)
                followed = followed.adding(part)
            assert followed.is_over
            with pytest.raises(IllegalState, match=r"nothing may follow|no card is left|two turns"):
                followed.adding("I draw 8")
            if followed.winner is not None:
                assert followed.winner == (played.returns[seat] > 0)
            assert followed.plays == followed.draws == []
            if variant == "classic":
                costs = [move.cost for move in analyse(followed).moves]
                assert costs == [move.cost for move in analyse(played, seat).moves]
            assert followed == FollowedRound.read(followed.text) == FollowedRound.read(text)


def test_what_the_opponent_may_hold():
    """Table guesses from Guard and a card that it would not rather play: none it would have led."""
    followed = FollowedRound.read("face up: 1 1 5\ndealt: King")
    assert {belief.card: belief.chance for belief in followed.their_cards()}["Guard"] == 3 / 12
    followed = followed.adding("they play Guard, guessing Baron: missed")
    beliefs = {belief.card: belief for belief in followed.their_cards()}
    assert sum(belief.chance for belief in beliefs.values()) == pytest.approx(1)
    assert beliefs["Princess"].chance == 0 < beliefs["Princess"].uniform
    assert beliefs["King"].uniform == 0
    saw = followed.adding("I draw Priest, play Priest, see Baron")
    assert [belief.card for belief in saw.their_cards() if belief.chance] == ["Baron"]
    shown = saw.adding("they play Priest")
    assert [belief.card for belief in shown.own_cards if belief.chance] == ["King"]


def test_a_turn_that_puts_a_player_out_tells_of_neither_hand():
    """The hand of who is out lies open: what both may hold is what it was before that turn."""
    before = FollowedRound.read("dealt: King\nthey play Handmaid\nI draw Priest, play Priest")
    after = before.adding("they play Guard, guessing King: hit")
    assert (after.own_cards, after.their_cards()) == (before.own_cards, before.their_cards())


def test_a_table_with_cards_face_up_is_read_from_its_line():
    """The first line has the cards as they were typed, with commas or without."""
    followed = FollowedParty(2, "6", variant="2019", face_up="1,1,5")
    assert FollowedParty.read(followed.text) == followed


def offered(followed):
    """Return the rounds that one more line leads to, by what is seen of them and believed."""
    draws = [f"I draw {name}" for name in followed.draws]
    lines = [outcome.line for play in followed.plays for outcome in play.outcomes]
    after = [followed.hearing(line) for line in (*draws, *lines)]
    return {seen(round_) for round_ in after}


def seen(followed):
    """Return what a player sees of a followed round, as plain data."""
    view = followed.round.view[: referee.POOL].copy()
    view[referee.EXTRA : referee.EXTRA + 2].sort()  # drawn together
    return view.tobytes(), followed.round.likely.tobytes()


@pytest.mark.parametrize("number", [1, 11])
def test_whatever_happens_was_offered(number):
    """Each draw and turn of a random round is one of those that the round before it lists.

    In round 1 a player keeps one of three cards, the Princess among them.
    """
    played = play(["thumb"] * 3, seed=64, number=number, variant="2019")
    followed, parts = begin(write_round(played.state, number % 3))
    for part in parts:
        choices = offered(followed)
        followed = followed.hearing(part)
        assert seen(followed) in choices, part
    assert not followed.is_over or offered(followed) == set()


def test_what_is_certain_is_not_asked():
    """A hand that is known leaves one end of a Baron, and none that names a card of another."""
    lines = ("I draw Priest", "I Priest on 1: saw Countess", "1 Spy", "2 Spy", "I draw Baron")
    plays = FollowedParty(3, "King", lines, variant="2019").plays
    ends = {play.text: [outcome.text for outcome in play.outcomes] for play in plays}
    assert ends["Baron on 1"] == ["you are out with King"]
    assert ends["King on 1"] == [""]
    assert ends["King on 2"][:3] == ["you see Guard", "you see Priest", "you see Baron"]
