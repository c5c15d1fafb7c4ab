"""Positions in plain notation: what is read, what is refused, and in which words."""

import json
from random import Random

import pytest

import llq
from llq.errors import IllegalAction, IllegalState, LlqError, UnknownCard
from llq.query.sueca.positions.notation import position as position_of
from llq.query.sueca.positions.notation import read_position, write_position
from llq.solver.sueca import engine
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.positions.position import Position, observe
from llq.solver.sueca.rules import Seat, TrumpFrom, card_name
from tests.solver.sueca.games import played

TEN = "S:AK72 H:765 D:2 C:A7"
NINE = "S:AK7 H:7642 D:A C:2"
TRICKS = "E 5D 2D KD QD; W 3C"


def games(number, trump_from):
    """Yield random games, a list of the rows before every card."""
    dealing = Deals(trump_from=trump_from)
    for game in range(number):
        yield [played(game, cards, dealing)[0] for cards in range(40)]


def in_tricks(row):
    """Return the tricks that a game's log holds in notation, who led left out here and there."""
    replay, tricks, words = row.copy(), [], []
    replay[engine.LEADER], replay[engine.TRICK_SIZE], replay[engine.TURN] = 0, 0, 0
    for card in row[engine.LOG : engine.LOG + int(row[engine.TURN])].tolist():
        if not words and (len(tricks) % 3 != 1):
            words.append(Seat(int(engine.mover(replay))).name[0])
        words.append(card_name(card))
        engine.apply(replay, card)
        if replay[engine.TRICK_SIZE] == 0:
            tricks.append(" ".join(words))
            words = []
    return "; ".join([*tricks, " ".join(words)])


@pytest.mark.parametrize("trump_from", list(TrumpFrom))
def test_every_position_of_a_game_reads_as_what_the_engine_says(trump_from):
    """From hand and tricks alone follow the cards gone, voids, points and turn of the engine."""
    for rows in games(2, trump_from):
        for row in rows:
            expected = observe(row)
            tricks = in_tricks(row)
            items = {"shown": expected.shown, "dealer": expected.dealer} if expected.shown else {}
            if tricks:
                read = position_of(list(expected.hand), expected.trump, tricks=tricks, **items)
            else:
                read = position_of(expected.hand, expected.trump, seat="N", points="0-0", **items)
            assert read == expected
            assert read.deals == expected.deals


@pytest.mark.parametrize("trump_from", [TrumpFrom.RANDOM, TrumpFrom.LAST])
def test_notation_reads_as_what_was_written(trump_from, tmp_path):
    """A position written as lines, or as JSON of the same items, is read as the same."""
    path = tmp_path / "game.txt"
    for rows in games(3, trump_from):
        for row in rows[::5]:
            position = observe(row)
            path.write_text(write_position(position))
            assert read_position(path) == position
            items = dict(line.split(": ") for line in write_position(position).splitlines())
            path.write_text(json.dumps(items))
            assert read_position(path) == position
            assert llq.sueca.position(**items) == position


def test_hands_are_written_in_several_ways():
    """Cards one by one or by suit, in English or Portuguese, any case, pictures, text or list."""
    for hand in [
        "AS KS 7S 2S 7H 6H 5H 2D AC 7C",
        "as,ks,7s,2s, 7h 6h 5h; 2d ac 7c",
        "A♠ K♠ 7♠ 2♠ ♥:765 D:2 ♣:A7",
        ["AS", "KS", "7S", "2S", "7H", "6H", "5H", "2D", "AC", "7C"],
        "S:AK72 H:765 D:2 C:A7",
        "ás de espadas, REI de espadas, manilha de Espadas 2E; 7 copas, 6♥️ 5 de copas 2O AP 7P",
        "espadas: a\u0301s R 7 2, copas:765 ouros: dois; paus: ás sete",
        "ace of spades, K of spades, seven spades 2S HEARTS: 7 6 5 two of diamonds A♣ seven of C",
    ]:
        position = position_of(hand, "♣", trick="W:2H")
        assert sorted(position.hand) == sorted(position_of(TEN, "C").hand)
        assert "7C" in position.hand
        assert position.trump == "C"


def test_whose_turn_it_is_follows():
    """The seat comes from the trick, the dealer, or what is said; else the player sits South."""
    for items, seat, trick in [
        ({"trick": "N:2H W:4H"}, Seat.SOUTH, ("2H", "4H")),
        ({"trick": "N 2H 4H"}, Seat.SOUTH, ("2H", "4H")),
        ({"trick": "north: 2H 4H"}, Seat.SOUTH, ("2H", "4H")),
        ({"trick": "2H 4H", "seat": "e"}, Seat.EAST, ("2H", "4H")),
        ({"trick": "2H 4H"}, Seat.SOUTH, ("2H", "4H")),
        ({"trick": ["E:2H"]}, Seat.NORTH, ("2H",)),
        ({"trick": "KS", "dealer": "E", "shown": "KC"}, Seat.WEST, ("KS",)),
        ({"dealer": "west", "shown": "KC"}, Seat.SOUTH, ()),
        ({}, Seat.SOUTH, ()),
    ]:
        hand = TEN.replace("K", "J")
        position = position_of(hand, "C", **items)
        assert (position.seat, position.trick) == (seat, trick)


def test_a_name_that_could_be_two_is_refused_with_both():
    """C, clubs or copas, is not guessed beside a Portuguese name; a ten is told of the seven."""
    for items, names in [
        ({"trump": "copas", "hand": TEN}, ("'C' is clubs", "copas in Portuguese", "'copas'")),
        ({"trump": "C", "hand": "RS 2D"}, ("'C' is clubs", "copas in Portuguese", "'R' is")),
        ({"hand": "AC VO"}, ("'AC' is ace of clubs in English", "ás de copas in Portuguese")),
        ({"hand": "DC"}, ("'DC' is queen of clubs", "dama de copas")),
        ({"hand": "7 de C"}, ("'7 de C' is seven of clubs", "sete de copas", "'de' is")),
        ({"hand": "2H", "trick": "N:RC"}, ("'RC' is king of clubs", "rei de copas", "'R' is")),
        ({"hand": "2H", "tricks": ["N 5 de ouros", "W AC"]}, ("ace of clubs", "ás de copas")),
        ({"voids": "W:C E:paus"}, ("'C' is clubs", "copas in Portuguese")),
        ({"hand": "copas: as rei"}, ("'as' is a card in English, ranks in Portuguese",)),
        ({"hand": "ouros:2 AD"}, ("'AD' is a card in English, ranks in Portuguese",)),
        ({"hand": "10H"}, ("Sueca has no ten", "the 7, manilha, is second")),
        ({"hand": "dez de copas"}, ("'dez': Sueca has no ten",)),
        ({"hand": "rei, ás"}, ("'rei' is not a card of Sueca",)),
        ({"hand": "8 de copas"}, ("'8' is not a card of Sueca",)),
    ]:
        with pytest.raises(UnknownCard) as caught:
            position_of(**{"hand": TEN, "trump": "H"} | items)
        assert all(name in str(caught.value) for name in names)


def test_a_suit_is_a_letter_a_picture_or_a_name():
    """The trumps may be written in any way that people write a suit."""
    for trump in ["H", "♥", "hearts", "Heart", " HEARTS ", "copas", "Copa"]:
        assert position_of(TEN.replace("C:", "♣:"), trump).trump == "H"


def test_words_are_separated_by_blanks_or_commas():
    """Blanks and commas between cards, semicolons and lines between tricks, in either case."""
    for tricks in [
        "E:5D, 2D, KD, QD\nW 3C",
        "e 5d,2d kd qd;w:3c",
        "E 5 de ouros, 2O W:R♦ S:Dama de ouros; W três paus",
    ]:
        hand = NINE.replace("C:", "♣:")
        assert position_of(hand, "H", tricks=tricks) == position_of(NINE, "H", tricks=TRICKS)


def test_voids_and_points_are_read():
    """Voids are text or a dictionary, points a pair; trumps follow from the card shown."""
    played_cards = "S:65 C:KQ H:AKQ3 D:AKJ6"
    items = {"played": played_cards, "seat": "S", "shown": "KH", "dealer": "E"}
    hand = "S:AK7 H:7 D:2 C:A7"
    first = position_of(hand, voids="W:H E:SD", points="30-11", **items)
    again = position_of(hand, "H", voids={"west": "♥", "E": "DS"}, points=[30, 11], **items)
    clubs = hand.replace("C:", "P:")
    items |= {"played": played_cards.replace("C:", "paus: "), "shown": "rei de copas"}
    assert first == again
    assert first == position_of(clubs, voids="W:copas, E: espadas e ouros", points="30-11", **items)
    assert first.voids == ("", "H", "", "SD")
    assert first.points == (30, 11)
    assert first.trump == "H"


def test_the_trick_on_the_table_shows_voids():
    """Who did not follow in the trick on the table lacks the suit, said or not."""
    voids = position_of(TEN, "C", trick="E:3D N:2H W:4D").voids
    assert voids == ("D", "", "", "")
    with_voids = position_of(TEN, "C", trick="E:3D N:2H W:4D", voids="W:S N:D").voids
    assert with_voids == ("D", "S", "", "")
    assert voids == position_of(TEN, "C", tricks="E 3D 2H 4D").voids


def test_a_file_may_hold_comments_and_a_trick_a_line(tmp_path):
    """Comments and blank lines count for nothing, tricks may come one a line; options override."""
    path = tmp_path / "game.txt"
    path.write_text(
        f"# Sunday's game\n\nHand: {NINE}\ntrump: H  # hearts\n"
        "tricks: E 5D 2D KD QD\ntricks: W 3C\n",
        encoding="utf-8-sig",
    )
    position = read_position(path)
    assert position == position_of(NINE, "H", tricks=TRICKS)
    assert read_position(path, trump="S").trump == "S"
    path.write_text(json.dumps({"hand": NINE, "trump": "H", "tricks": TRICKS.split("; ")}))
    assert read_position(path) == position
    tricks = [["E", "5D", "2D", "KD", "QD"], ["W", "3C"]]
    path.write_text(
        json.dumps({"hand": NINE.split(), "trump": "H", "tricks": tricks, "seat": None})
    )
    assert read_position(path) == position


def test_tricks_that_break_the_rules_are_refused():
    """What cannot have been played is refused in one line that names the trick and the reason."""
    for error, cases in {
        IllegalState: [
            ("E 5D 2D KD QD; W 5D", "trick 2: 5D is played again; it was played in trick 1"),
            ("E 5D 2D KD; W 3C", "trick 1: 3 cards; only the last trick may be"),
            ("E 5D 2D KD QD 6D; W 3C", "trick 1: 5 cards; a trick has 4"),
            ("5D 2D KD QD; W 3C", "trick 1: give the leader"),
            ("X 5D 2D KD QD; W 3C", "trick 1: 'X' is not a valid seat"),
            ("5D N:2D KD QD; W 3C", "trick 1: give the player of every card"),
            ("E 5D 2D KD AS; W 3C", "AS is in the hand, but S played it in trick 1"),
            ("", "after 0 tricks a hand has 10 cards; this one has 9"),
            ("E", "after 0 tricks a hand has 10 cards; this one has 9"),
        ],
        UnknownCard: [("E 5D 2D KD QD; W 3C 9C", "trick 2: '9C' is not a card of Sueca")],
        IllegalAction: [
            ("E 5D 2D KD QD; S 3C", "trick 2: S leads, but W won trick 1 with KD"),
            ("E 5D 2D KD 2H; W 3C", "trick 2: W leads, but S won trick 1 with 2H"),
            ("E:5D W:2D; W 3C", "trick 1: W plays 2D out of turn: it is N's turn"),
            (
                "E 5D 2H KD QD; N 3C 4C 3S 5C; E 6C 2D",
                "trick 3: N plays 2D, but did not follow D in trick 1: a revoke",
            ),
            ("E 5D 2D KD 3S; W 3C", "trick 1: S did not follow D, but still has AD: a revoke"),
        ],
    }.items():
        for tricks, reason in cases:
            with pytest.raises(error, match=reason) as caught:
                position_of(NINE, "H", tricks=tricks)
            assert "\n" not in str(caught.value)


def test_a_game_has_ten_tricks():
    """An eleventh trick, a 41st card and advice after the game are refused."""
    rows = next(games(1, TrumpFrom.RANDOM))
    last = rows[-1].copy()
    position = observe(last)
    tricks = in_tricks(last)
    assert len(position_of(position.hand, position.trump, tricks=tricks).hand) == 1
    over = f"{tricks} {position.hand[0]}"
    with pytest.raises(IllegalState, match="the game is over: all 10 tricks are played"):
        position_of([], position.trump, tricks=over)
    for more in ("; 2S", f"; {over.partition(' ')[2]}"):
        with pytest.raises(LlqError, match="trick 11: a game has 10 tricks"):
            position_of(position.hand, position.trump, tricks=over + more)


def test_positions_that_cannot_be_are_refused():
    """What no game comes to is refused in one line with the reason, never answered."""
    for error, cases in {
        IllegalState: [
            ({"hand": "AS AS 7S 2S 7H 6H 5H 2D AC 7C"}, "AS appears twice"),
            ({"hand": {1: 2}}, "'1' is not a suit"),
            ({"hand": None}, "a position needs the hand"),
            ({"trump": None}, "a position needs the trump"),
            ({"trick": "2H 3H 4H QH JH"}, "trick: 5 cards; a trick has 4"),
            ({"trick": "N:2H", "seat": "S"}, "it is W's turn, not S's"),
            ({"voids": "W:H"}, "with voids, give the seat"),
            ({"voids": "H", "seat": "S"}, "voids: 'H': write which seat lacks which suits"),
            ({"voids": "Q:H", "seat": "S"}, "voids: 'Q' is not a valid seat"),
            ({"points": "10-0", "seat": "S"}, "worth 0 points, not the 10 given for the teams"),
            ({"points": "many", "seat": "S"}, "points: 'many': write N and S's points"),
            ({"seat": "X"}, "seat: 'X' is not a valid seat"),
            (
                {"shown": "KC", "dealer": "E", "trick": "N:KC"},
                "KC was played by N, but is the card ",
            ),
            ({"tricks": "E 5D", "played": "2C"}, "give played or tricks, not both"),
            ({"colour": "red"}, "unknown item 'colour'"),
        ],
        UnknownCard: [
            ({"hand": "8S " + NINE}, "hand: '8S' is not a card of Sueca"),
            ({"hand": "X:AK"}, "hand: 'X' is not a suit"),
            ({"trump": "HS"}, "trump: 'HS' is not a suit"),
            ({"trump": " "}, "is not a suit"),
            ({"voids": "W:Z", "seat": "S"}, "voids: 'Z' is not a suit"),
        ],
        IllegalAction: [
            ({"trick": "N:2H S:4H"}, "trick: S plays 4H out of turn: it is W's turn"),
            ({"shown": "KC", "dealer": "W", "trick": "N:2H"}, "N leads the first trick"),
        ],
    }.items():
        for items, reason in cases:
            with pytest.raises(error, match=reason) as caught:
                position_of(**{"hand": TEN, "trump": "C"} | items)
            assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"hand: {NINE}\ntrump: X\ntricks: {TRICKS}", ":2: 'X' is not a suit"),
        (f"{NINE}", ":1: unknown item 'S'"),
        (f"hand {NINE}\ntrump: H", ":1: unknown item 'hand S'; the items are hand, trump"),
        (
            f"hand: {NINE}\ntrump: H\ntricks: E 5D 2D KD QD\ntricks: W 3C 3C",
            ":4: trick 2: 3C is played again",
        ),
        (
            f"tricks: E 5D 2D KD 3S\ntricks: W 3C\nhand: {NINE}\ntrump: H",
            ":1: trick 1: S did not follow D",
        ),
        (f"hand: {NINE}\ntrump: H\nseat: N\ntricks: {TRICKS}", ":3: it is S's turn, not N's"),
        (f"hand: {NINE}\ntrump: H", ": after 0 tricks a hand"),
        ("", ": a position needs the hand"),
        ('{"hand": "AS", "trump": 7}', ": trump: '7' is not a suit"),
        ('{"hand": "9S", "trump": "H"}', ": hand: '9S' is not a card"),
        ('{"hand": "AS", "trump": "H", "tricks": ["N 9S"]}', ": trick 1: '9S'"),
    ],
)
def test_a_files_mistakes_name_the_line(tmp_path, monkeypatch, text, reason):
    """A mistake in a file is told with the file and the line, in one line."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.txt").write_text(text)
    with pytest.raises((IllegalState, IllegalAction), match=f"^game.txt{reason}") as caught:
        read_position("game.txt")
    assert "\n" not in str(caught.value)
    assert str(caught.value).count("game.txt") == 1


def test_notation_never_breaks():
    """Whatever letters come, the answer is a position or an error that llq raises on purpose."""
    random = Random(3)
    words = ["AS", "2H", "S:", "N", "W:2D", ":", "H", ";", "35-22", "9", "", "♥", "E:SD", "\n"]
    for _ in range(1000):
        items = {
            name: " ".join(random.choices(words, k=random.randrange(6)))
            for name in random.sample(
                ["trick", "played", "voids", "points", "seat", "shown", "dealer", "tricks"], 3
            )
        }
        try:
            outcome = position_of(random.choice([TEN, NINE, ""]), "H", **items)
        except LlqError as error:
            outcome = str(error)
        assert isinstance(outcome, Position) or "\n" not in outcome
