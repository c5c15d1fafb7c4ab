"""Positions in words: what they say, and every position that is refused."""

from itertools import combinations

import pytest

from llq.errors import IllegalState, UnknownCard
from llq.solver.sueca import engine
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.players import choose_card, find_strategy
from llq.solver.sueca.playouts.scratch import make_scratch
from llq.solver.sueca.positions.position import Position, observe
from llq.solver.sueca.rules import Seat, TrumpFrom, card_name
from tests.oracles.sueca import DECK, number_of_deals
from tests.solver.sueca.games import played, rooms_of, stream_of

SPADES = tuple(rank + "S" for rank in "23456QJKA7")
SHOWN = Deals(trump_from=TrumpFrom.FIRST)


def check(position, row, referee):
    """Compare a position with what the referee has seen."""
    seat = referee.seat
    assert position.seat == seat
    assert sorted(position.hand) == sorted(referee.hands[seat])
    assert position.trump == referee.trump
    assert list(position.trick) == referee.table
    assert list(position.played + position.trick) == referee.log
    assert list(map(set, position.voids)) == referee.voids()
    assert position.points == (referee.points(0), referee.points(1))
    assert sorted(position.legal) == sorted(referee.legal())
    assert position.led == (referee.table[0][1] if referee.table else None)
    assert position.deals == number_of_deals(*rooms_of(row, referee))


@pytest.mark.parametrize("dealing", [None, SHOWN])
def test_a_position_says_what_the_mover_has_seen(dealing):
    """Hand, trick, cards gone, voids, points and possible deals are the referee's."""
    for seed in range(10):
        row, referee = played(seed, 4 * seed, dealing)
        position = observe(row)
        check(position, row, referee)
        assert str(position).startswith("NWSE"[referee.seat] + ": " + " ".join(position.hand))
        if dealing is None:
            assert position.shown is position.dealer is None
        else:
            assert position.shown == card_name(int(row[engine.SHOWN]))
            assert position.dealer is Seat.EAST


@pytest.mark.parametrize("dealing", [None, SHOWN])
def test_a_row_of_a_position_is_as_good_as_the_games(dealing):
    """From it honest players choose the same cards with the same random numbers."""
    work = make_scratch()
    for seed in range(0, 60, 3):
        row, _ = played(seed, seed % 40, dealing)
        position = observe(row)
        again = position.to_row()
        assert observe(again) == position
        for column in (engine.TRUMP, engine.LEADER, engine.TRICK_SIZE, engine.SCORE, engine.PLAYED,
                       engine.TURN, engine.SHOWN, engine.DEALER, engine.PENDING,
                       engine.TRICKS):  # fmt: skip
            assert again[column] == row[column]
        assert again[engine.LOG :].tolist() == row[engine.LOG :].tolist()
        for name in ("random", "T", "A", "mc_extra:5x2", "mc_average:5", "mc_normal:5"):
            settings = find_strategy(name).settings()
            cards = [choose_card(game, settings, stream_of(seed), work) for game in (row, again)]
            assert cards[0] == cards[1]


@pytest.mark.parametrize("dealing", [None, SHOWN])
def test_the_order_of_play_says_who_played_what(dealing):
    """From cards in order follow who played each, the points and the voids; others are refused."""
    for seed in range(0, 60, 3):
        row, referee = played(seed, seed % 40, dealing)
        position = observe(row)
        cards = position.seat, position.hand, position.trump, position.trick, position.played
        trump_items = {"shown": position.shown, "dealer": position.dealer}
        again = Position(*cards, **trump_items, in_order=True)
        assert again == position
        assert [card for _, card in again.plays] == referee.log
        hands = [set(hand) for hand in referee.hands]
        for seat, card in again.plays:
            assert card not in hands[seat]
            hands[seat].add(card)
        assert {len(hand) for hand in hands} == {10}
        if position.played:
            assert Position(*cards, **trump_items).plays == again.plays[len(position.played) :]
            if position.points[0] != position.points[1]:
                with pytest.raises(IllegalState, match="in their order make"):
                    Position(*cards, points=position.points[::-1], **trump_items, in_order=True)


@pytest.mark.parametrize("dealing", [None, SHOWN])
def test_the_position_before_the_last_card_is_what_was_seen_then(dealing):
    """It is the position that the game showed the player at their turn before, or none."""
    for seed in range(0, 20, 2):
        turns = 5 + seed
        row, referee = played(seed, turns, dealing)
        position, earlier = observe(row), None
        for turn in range(turns):
            before, referee_before = played(seed, turn, dealing)
            earlier = observe(before) if referee_before.seat == referee.seat else earlier
        assert position.previous() == earlier
    assert observe(played(1, 3)[0]).previous() is None


def test_cards_that_revoke_are_not_in_the_order_of_play():
    """North, that threw a diamond on hearts, has no heart to play: this was not the order."""
    played_cards = ("AH", "2D", "3H", "4H", "5H", "6H", "QH", "JH")
    with pytest.raises(IllegalState, match="North has 6H but did not follow H before"):
        Position(Seat.SOUTH, SPADES[:8], "S", played=played_cards, in_order=True)


def test_names_are_taken_as_written():
    """Lower case and drawn suits mean the same position, with the same legal cards."""
    hand = (*SPADES[:9], "2H")
    plain = Position(Seat.NORTH, hand, "D", ("AH",), shown="AD", dealer=Seat.WEST)
    lower = Position(
        Seat.NORTH, tuple(map(str.lower, hand)), "d", ("ah",), shown="a♦", dealer=Seat.WEST
    )
    drawn = Position(
        0, (*(card[0] + "♠" for card in SPADES[:9]), "2♥"), "♦", ("A♥",), shown="AD", dealer=1
    )
    assert plain == lower == drawn
    assert plain.legal == lower.legal == drawn.legal == ("2H",)
    assert str(drawn) == "N: 2S 3S 4S 5S 6S QS JS KS AS 2H; trumps D; on the table AH"


def test_a_position_by_hand():
    """Deals, legal cards, voids and points of a hand of all spades are as counted by hand."""
    position = Position(Seat.NORTH, SPADES, "H")
    assert position.deals == 5_550_996_791_340
    assert position.legal == SPADES
    assert Position(Seat.NORTH, SPADES, "H", voids=("", "HD", "HC", "")).deals == 1
    assert position.points == (0, 0)
    assert Position(Seat.NORTH, SPADES, "H", trick=("2H", "AH")).points == (0, 0)
    assert Position(Seat.NORTH, SPADES[:9], "H", played=HEARTS[:4]).points is None


def test_points_are_those_of_whole_tricks():
    """Of eight or four cards gone a team can have the points of none, of some four, or of all."""
    for played_cards in (
        ("AH", "7H", "KH", "JH", "QH", "2H", "3D", "QD"),
        ("AH", "2H", "3H", "4H", "7D", "2D", "3D", "4D"),
        ("AH", "KH", "JH", "QH"),
    ):
        worth = [
            {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}.get(card[0], 0) for card in played_cards
        ]
        can = {sum(cards) for size in (0, 4, 8) for cards in combinations(worth, size)}
        hand = SPADES[: 10 - len(played_cards) // 4]
        for points in range(sum(worth) + 1):
            items = {"played": played_cards, "points": (points, sum(worth) - points)}
            if points in can:
                assert Position(Seat.NORTH, hand, "H", **items).points[0] == points
            else:
                with pytest.raises(IllegalState, match=f"points cannot be {points} to"):
                    Position(Seat.NORTH, hand, "H", **items)


HEARTS = tuple(rank + "H" for rank in "23456QJKA7")
ENDS = tuple(card for card in DECK if card not in ("AS", "2S", "AC", "2C"))
GONE = {"hand": SPADES[:9], "played": ("AH", "2H", "3H", "4H")}
EAST = {"dealer": Seat.EAST}
REFUSED = [
    ({"hand": ("2S", *SPADES[:9])}, "2S appears twice"),
    ({"trick": ("AS",)}, "AS appears twice"),
    ({"hand": SPADES[:9], "played": ("2S", "2H", "3H", "4H")}, "2S appears twice"),
    ({"trick": HEARTS[:4]}, "the trick has 4 cards; it is over after 4"),
    ({"played": HEARTS[:2]}, "2 cards are given as played; earlier tricks have 4"),
    (
        {"hand": SPADES[:9]},
        "after 0 tricks a hand has 10 cards; this one has 9; give every trick so far, or the cards",
    ),
    ({"hand": (*SPADES, "2H")}, "has 10 cards; this one has 11$"),
    ({"hand": (), "played": tuple(DECK)}, "the game is over: all 10 tricks are played"),
    ({"voids": ("S", "", "", "")}, "North is given as void in S but has 2S"),
    ({"trick": ("2H",), "voids": ("", "", "", "H")}, "East is given as void in H but has 2H"),
    (
        {"trick": ("2H", "2D", "3C"), "voids": ("", "", "D", "")},
        "South is given as void in D but has 2D",
    ),
    (GONE | {"points": (11, 10)}, "played are worth 11 points, not the 21 given for the teams"),
    (GONE | {"points": (12, -1)}, "worth 11 points, not the 11 given for the teams"),
    (
        {"hand": SPADES[:9], "played": ("AH", "KH", "JH", "QH"), "points": (7, 13)},
        "points cannot be 7 to 13: the cards played do not make up whole tricks of that worth",
    ),
    ({"shown": "2H"}, "2H was shown: give the dealer who showed it"),
    (EAST | {"shown": "2D"}, "2D was shown, so trumps are not H"),
    (EAST | {"trump": "S", "shown": "2S"}, "2S is the dealer's"),
    ({"shown": "2H", "dealer": Seat.NORTH}, "2H was shown by this player"),
    (EAST | {"trick": ("2H", "3H"), "shown": "2H"}, "but another player played it"),
    ({"trick": ("2H",), "shown": "2H", "dealer": Seat.NORTH}, "but another player played it"),
    (EAST | {"shown": "2H", "voids": ("", "", "", "H")}, "the dealer cannot have it"),
    (EAST | {"trick": ("3H", "2D"), "shown": "2H"}, "the dealer cannot have it"),
    (
        EAST | {"hand": ("AS",), "trick": ("2S",), "played": ENDS, "trump": "C", "shown": "AC"},
        "the dealer cannot have it",
    ),
    (
        {"voids": ("", "H", "H", "H")},
        "no deal agrees with the suits that the others lack: N -, W H, S H, E H",
    ),
    ({"hand": ("AS",), "played": ENDS, "voids": ("", "C", "C", "")}, "no deal agrees"),
    ({"voids": ("", "SHDC", "", "")}, "no deal agrees"),
    ({"seat": 4}, "seat 4 is not a valid seat"),
    ({"shown": "2H", "dealer": -1}, "dealer -1 is not a valid seat"),
    ({"voids": ("", "", "")}, "voids must be given for 4 seats"),
    ({"hand": (*SPADES[:9], "8H")}, "not a card"),
    ({"trick": ("1H",)}, "not a card"),
    ({"played": ("2H", "3H", "4H", "")}, "not a card"),
    ({"trump": "X"}, "not a suit"),
    (EAST | {"shown": "HA"}, "not a card"),
    ({"voids": ("", "HX", "", "")}, "not a suit"),
]


def test_what_no_game_can_come_to_is_refused():
    """Each of these, names of no card or suit among them, is an error that says what is wrong."""
    for changed, message in REFUSED:
        error = UnknownCard if message.startswith("not a") else IllegalState
        with pytest.raises(error, match=message):
            Position(**{"seat": Seat.NORTH, "hand": SPADES, "trump": "H"} | changed)


def test_a_shown_card_may_have_been_played():
    """Played by the dealer in this trick or an earlier one, or in their own hand."""
    for changed in (
        {"trick": ("2H", "3H"), "shown": "3H", "dealer": Seat.EAST},
        {"hand": SPADES[:9], "played": HEARTS[:4], "shown": "3H", "dealer": Seat.WEST},
        {"hand": (*SPADES[:9], "3H"), "shown": "3H", "dealer": Seat.NORTH},
    ):
        Position(**{"seat": Seat.NORTH, "hand": SPADES, "trump": "H"} | changed)
    free = Position(Seat.NORTH, SPADES, "H").deals
    placed = Position(Seat.NORTH, SPADES, "H", shown="2H", dealer=Seat.EAST).deals
    assert placed * 3 == free
