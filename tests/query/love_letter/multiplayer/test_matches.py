"""Matches and seats at tables of several."""

from types import SimpleNamespace

import numpy as np
import pytest

import llq
from llq.errors import IllegalAction, IllegalState, UnknownStrategy
from llq.query.play.sessions import Sitting
from llq.solver.love_letter.multiplayer import kernels
from llq.solver.love_letter.rounds import referee
from llq.solver.rng import streams

room = llq.love_letter.rounds


class Lowest:
    """Chooses the first of what is legal, and notes the first hand of each round."""

    name = "lowest"

    def __init__(self):
        self.hands = []

    def choose(self, view, _):
        if len(view.alive) == 4 and sum(view.unseen.values()) + len(view.hand) == 21 - view.seat:
            self.hands.append((view.seat, view.hand))
        return view.legal[0]


def test_custom_players_share_alike():
    """Players who all choose alike each meet every seat of a deal, so each has an equal share."""
    match = room.match_party([Lowest() for _ in range(4)], 8, 3, variant="2019")
    assert [share.mean for share in match.shares] == pytest.approx([0.25] * 4, abs=1e-12)
    assert {share.standard_error for share in match.shares} == {0}
    assert len({token.mean for token in match.tokens}) == 1


def test_a_custom_player_gets_the_deals_of_the_built_in_ones():
    """In every rotation the seats hold the cards that the kernels deal, in their order."""
    player, deals, seed = Lowest(), 3, 5
    match = room.match_party([player, "thumb", "random", "thumb"], deals, seed, variant="2019")
    rules = referee.party_rules("2019", 4)
    table, names = referee.party(rules, 4), [card.name for card in rules.cards]
    expected = []
    for source in streams(seed, 0, deals):
        row = table.fresh.copy()
        kernels.shuffle(row, np.array([source]))
        kernels.draw_in_order(table.cards, table.setup, row)
        hand = sorted((row[referee.HAND], row[referee.DRAWN]))
        expected.append(tuple(names[card] for card in hand))
    assert [hand for seat, hand in player.hands if seat == 0] == expected
    assert sum(share.mean for share in match.shares) == pytest.approx(1)
    assert match.players == ("lowest", "thumb", "random", "thumb")
    again = room.match_party([Lowest(), "thumb", "random", "thumb"], deals, seed, variant="2019")
    assert again == match


def test_a_custom_player_who_plays_what_is_not_legal_is_named():
    """The message says who chose what, and what is legal."""
    cheat = SimpleNamespace(name="cheat", choose=lambda *_: "Guard")
    with pytest.raises(IllegalAction, match="cheat chose 'Guard'; legal are"):
        room.match_party([cheat, "thumb", "thumb"], 2)


@pytest.mark.parametrize(
    ("players", "options", "error", "text"),
    [
        (["thumb"] * 7, {"variant": "2019"}, IllegalState, "is for 2 to 6 players"),
        ([None, "thumb"], {}, UnknownStrategy, "None is not a player"),
        ([Lowest, "thumb"], {}, UnknownStrategy, "is not a player"),
        (["thumb", "nobody"], {}, UnknownStrategy, "unknown player 'nobody'"),
        (["thumb"] * 3, {"deals": 1}, IllegalState, "deals"),
        (["thumb"] * 3, {"variant": "hobbit"}, IllegalState, "classic or 2019"),
    ],
)
def test_a_match_that_cannot_be_is_refused(players, options, error, text):
    """One line says what fits."""
    with pytest.raises(error, match=text):
        room.match_party(players, **options)


@pytest.mark.parametrize("name", ["random", "thumb", "certain", "reader"])
def test_every_player_sits_at_a_table_of_four(name):
    """A round with each built-in player ends, and somebody has a token."""
    played = llq.love_letter.play([name] * 4, seed=3, variant="2019")
    assert sum(played.returns) >= 1


def test_a_person_plays_on_from_a_link_and_is_told_what_they_see():
    """A sitting comes back from its link; another's Priest does not show what it saw."""
    sitting = Sitting.begin(
        "love-letter", seed=4, seat=1, against=["thumb"], players=5, variant="2019"
    )
    while not sitting.is_over:
        for move in sitting.history:
            assert "saw" not in move.shown or move.seat == 1
        assert sitting.hint().actions
        sitting = sitting.play(sitting.legal[0][0])
    assert "won by" in sitting.history[-1].shown
    again = Sitting.from_link("love-letter", sitting.to_link(), players=["thumb"])
    assert again == sitting


def test_a_player_of_two_does_not_sit_with_several():
    """One line says who can."""
    with pytest.raises(UnknownStrategy, match="of several: random, thumb, certain, reader"):
        llq.love_letter.play(["table"] * 4)
    with pytest.raises(UnknownStrategy, match="at a table of two"):
        llq.love_letter.play(["thumb", "thumb"])
    with pytest.raises(IllegalState, match="is for 2 to 6 players"):
        llq.love_letter.new_game(1, variant="2019", players=7)
