"""Games in plain notation: what is read, what is written, what is refused and in which words."""

import json
from dataclasses import replace

import pytest

import llq
from llq.errors import IllegalAction, IllegalState, LlqError, UnknownCard
from llq.query.literature.play.record import show
from llq.query.literature.positions.card_text import Seats
from llq.query.literature.positions.moves import move_to_dict, read_move, write_move
from llq.query.literature.positions.notation import read_game, record
from llq.solver.card_masks import mask_of
from llq.solver.literature import engine
from llq.solver.literature.actions import Asked, Claimed, Passed
from llq.solver.literature.engine import HANDS, TURN
from llq.solver.literature.log import encode_holders
from llq.solver.literature.matches.match import play_games
from llq.solver.literature.positions.position import observe
from llq.solver.literature.rules import Pack, Rules, WrongClaim, find_rules

HAND = "C:A2389 D:TJ H:345 S:QK"
MOVES = "3>0 5C -; 0>1 9H +; 0>3 8H -"


def game(moves="", hand=HAND, me=2, **items):
    """Return a game of four players, seat 2's."""
    return llq.literature.game(hand, me, moves, **items)


RULES = [
    ("somani", 4, {}),
    ("pagat", 4, {}),
    pytest.param("pagat", 6, {}, marks=pytest.mark.long),
    pytest.param("pagat", 8, {}, marks=pytest.mark.long),
    ("somani", 4, {"wrong_claim": WrongClaim.OPPONENTS, "claim_out": True}),
    ("pagat", 4, {"out_of_turn": True, "wrong_claim": WrongClaim.NOBODY}),
]


@pytest.mark.parametrize(("name", "players", "flags"), RULES)
def test_a_record_reads_as_the_game_that_was_played(name, players, flags, tmp_path):
    """Written as lines or as JSON, for any seat, a game reads as the same row of the engine."""
    rules = replace(find_rules(name, players), **flags)
    for number in range(2 if flags else 1):
        player = ("greedy", "possible", "random")[number % 3]
        shown = show(player, "possible", 5, number=number, rules=rules, me=0)
        for seat in {0, number % players, players - 1}:
            played = show(player, "possible", 5, number=number, rules=rules, me=seat).game
            row = played.position.row
            path = tmp_path / "game"
            for text in (str(played), str(shown), json.dumps(played.to_dict())):
                if text == str(shown) and seat:
                    continue
                path.write_text(text, encoding="utf-8")
                read = read_game(path)
                assert (read.position.row == row).all()
                assert read.position.rules == rules
                assert (read.hand, read.first, read.moves) == (
                    played.hand, played.first, played.moves,
                )  # fmt: skip
            assert record(observe(row, rules, seat)).to_dict() == played.to_dict()


def test_a_record_is_what_the_engine_logged():
    """The hands, the moves and the score of a shown game are those of the same game of a match."""
    rules = find_rules()
    shown = show("greedy", "possible", 7, number=3)
    row = engine.new_row(rules)
    for seat, hand in enumerate(shown.hands):
        row[HANDS + seat] = mask_of(llq_card(card) for card in hand)
    engine.begin(row, shown.game.first)
    for move in shown.game.moves:
        if isinstance(move, Asked):
            has_card = bool(int(row[HANDS + move.target]) >> move.card & 1)
            assert (int(row[TURN]), has_card) == (move.seat, move.held)
        elif isinstance(move, Claimed):
            assert engine.holders(row, move.half_suit) == encode_holders(move.actual)
        engine.apply_move(row, move)
    seat = shown.game.position.seat
    assert (observe(row, rules, seat).row == shown.game.position.row).all()
    played = play_games(["greedy", "possible"] * 2, 4, 7)
    assert tuple(played.half_suits[3].tolist()) == shown.half_suits
    assert played.asks[3] == sum(isinstance(move, Asked) for move in shown.game.moves)


def llq_card(name):
    """Return a card's number, worked out anew: suits CDHS, A-6 before 8-K."""
    ranks = "A2345689TJQK"
    return 12 * "CDHS".index(name[1]) + ranks.index(name[0])


def test_an_ask_is_read_in_any_of_its_forms():
    """Words, signs, case, numbering and drawn suits make no difference."""
    for text in [
        "3 asks 0 5C no", "3 ASKS 0 5c NO.", "3>0 5C -", "3 > 0 5c−", "p3 asks p0 for the 5♣: no",
        "player3 -> 0 5C miss", "1. 3 asks 0 5C n", "3>0 5C-", "P3 asks player 0 5C no",
        "Player 3 asks Player 0 for the 5c: no",
    ]:  # fmt: skip
        assert read_move(text, Pack.WITHOUT_SEVENS, Seats(4)) == Asked(3, 0, llq_card("5C"), False)


def test_a_claim_is_read_in_any_of_its_forms():
    """Holders come in any order, as ranks or cards; a wrong claim says who held the cards."""
    for text, claimed, actual in [
        ("1 claims LC 1:A23 3:456", (1, 1, 1, 3, 3, 3), None),
        ("1 claim low clubs: 3:456 1:A,2,3", (1, 1, 1, 3, 3, 3), None),
        ("1 CLAIMS lc 1:ac-2c-3c 3:4c,5C,6c right", (1, 1, 1, 3, 3, 3), None),
        ("1 claims LC 3:4-6 1:A-3", (1, 1, 1, 3, 3, 3), None),
        ("player 1 claims LC player 3:4C-6C player 1:A2-3", (1, 1, 1, 3, 3, 3), None),
        ("1 claims LC 3:3-5 1:2-A,6", (1, 1, 3, 3, 3, 1), None),
        ("1 claims LC 1:A23 3:456 wrong 1:A2 0:3 3:456", (1, 1, 1, 3, 3, 3), (1, 1, 0, 3, 3, 3)),
    ]:
        move = read_move(text, Pack.WITHOUT_SEVENS, Seats(4))
        assert move == Claimed(1, 0, claimed, actual or claimed)
        assert (
            read_move(write_move(move, Pack.WITHOUT_SEVENS), Pack.WITHOUT_SEVENS, Seats(4)) == move
        )
        plain = json.loads(json.dumps(move_to_dict(move, Pack.WITHOUT_SEVENS)))
        assert read_move(plain, Pack.WITHOUT_SEVENS, Seats(4)) == move


def test_tens_and_the_other_pack():
    """A ten may be 10, and the pack without eights has its own half suits."""
    claim = read_move("0 claims HH 0:9,10,J 2:QKA", Pack.WITHOUT_EIGHTS, Seats(4))
    assert claim.claimed == (0, 0, 0, 2, 2, 2)
    assert read_move("0>1 10H +", Pack.WITHOUT_EIGHTS, Seats(4)).card == 31
    with pytest.raises(UnknownCard, match="no 8H; that of rules: somani has"):
        read_move("0>1 8H +", Pack.WITHOUT_EIGHTS, Seats(4))


def test_names_stand_for_seats():
    """With names moves and messages speak of people; me is the owner of the hand."""
    names = "Ann Bob Cy Di"
    read = game("Di asks Ann 5C no; ann asks bob 9H yes; Ann>Di 8H -", names=names, me="cy")
    assert (read.position.row == game(MOVES).position.row).all()
    assert (read.position.row == game(read.lines).position.row).all()
    assert read.seats.label(2) == "2 Cy (you)"
    with pytest.raises(IllegalAction, match="move 2: Bob cannot have had the 8C: it is in your"):
        game("Di>Ann 5C -; Ann>Bob 8C +", names=names)
    assert game("3>me 8D -", names=names).position.turn == 2


def test_the_hand_may_be_what_is_held_now():
    """From the cards after the moves follow those that were dealt."""
    moves = "1>2 9C +; 1>2 2C +; 1 claims HD 1:89K 3:TJQ wrong 1:89 3:QK 2:TJ"
    dealt = game(moves)
    now = game(moves, hand=None, now=list(dealt.position.hand))
    assert now.hand == dealt.hand
    assert (now.position.row == dealt.position.row).all()
    checked = game(moves, now="AC 3C 8C 3H 4H 5H QS KS")
    assert checked.hand == dealt.hand
    with pytest.raises(IllegalState, match="now: hand and moves lead to another hand than now: 2C"):
        game(moves, now="AC 2C 3C 8C 3H 4H 5H QS KS")
    with pytest.raises(IllegalState, match="now: the 9C was given away in move 1, but is in the"):
        game(moves, hand=None, now="9C")
    with pytest.raises(IllegalState, match="now: the TD is still in the hand, but the high diam"):
        game(moves, hand=None, now="TD")
    with pytest.raises(IllegalState, match="the 9H was received in move 1, but is not"):
        game("2>3 9H +", hand=None, now="TD")


def test_a_pass_that_has_to_be_may_be_left_out():
    """The turn passes by itself to the only player who can get it, else to who asks next."""
    hand = "C:A23456 H:A23456"
    moves = "0 claims LC 0:A23456; 0 claims LH 0:A23456"
    explicit = game(f"{moves}; 0 passes 2; 2>1 AD -", hand=hand, me=0)
    silent = game(f"{moves}; 2>1 AD -", hand=hand, me=0)
    assert (explicit.position.row == silent.position.row).all()
    assert isinstance(silent.moves[2], Passed)
    assert game(moves, hand=hand, me=0).position.turn == 2
    six = "C:A23456 H:89"
    moves = "0>1 TH +; 0 claims LC 0:A23456; 0 claims HH 0:89T 2:JQK"
    assert game(f"{moves}; 4>3 AS -", hand=six, me=0, players=6, rules="somani").position.turn == 3
    assert game(moves, hand=six, me=0, players=6, rules="somani").position.turn == 0


def test_who_begins_follows_from_the_moves():
    """The first to ask began, unless it is said; before any move it is one's own turn."""
    assert game(MOVES).first == 3
    assert (game().first, game(first=1).first) == (2, 1)
    wrong = "1 claims HC 1:89TJQK wrong 2:89 1:TJQK; 3>0 5C -"
    assert game(wrong).first == 3
    assert game("1 claims LD 1:A23456; 1>0 5C -").position.turn == 0


def test_rules_can_be_changed_one_by_one():
    """Each flag of the rules is an item, written again where it differs from the variant's."""
    flags = {"out_of_turn": "no", "wrong_claim": "nobody", "pack": "without-eights"}
    read = game(hand="C:2379 D:TJ H:345 S:QKA", claimant_turn=False, claim_out="YES", **flags)
    assert read.position.rules == Rules(
        "literature/somani", 1, 4, Pack.WITHOUT_EIGHTS, False, False, WrongClaim.NOBODY, True
    )
    again = game(**{key: value for key, value in read.to_dict().items() if key != "moves"})
    assert again.position.rules == read.position.rules
    claim = "3>0 5C -; 0 claims HC 0:9TJQK 2:A wrong 2:9 0:TJQK 1:A"
    assert game(claim, hand="C:2379 D:TJ H:345 S:QKA", **flags).position.owners == {"HC": None}


def test_a_file_has_comments_blank_lines_and_loose_case(tmp_path):
    """A file reads as the same items in Python; several moves may share a line."""
    path = tmp_path / "game.txt"
    path.write_text(
        f"# a game\nMe: 2\n\nHAND: {HAND.lower()}  # as dealt\nRules: Somani\n"
        "3>0 5c -; 0 ASKS 1 9h Yes # got it\n\nmoves: 0>3 8H -\n",
        encoding="utf-8",
    )
    read = read_game(path)
    assert (read.position.row == game(MOVES).position.row).all()
    assert read.places == ("line 6", "line 6", "line 8")
    more = read_game(path, "3>0 9H +", me=2)
    assert more.position.turn == 3
    assert len(more.moves) == 4


def test_json_has_the_same_items(tmp_path):
    """JSON's moves are text or objects, its hand a list, its numbers numbers."""
    path = tmp_path / "game.json"
    moves = [
        {"player": 3, "asks": 0, "card": "5C", "answer": False},
        {"player": "0", "asks": 1, "card": "9H", "answer": "yes"},
        "0>3 8H -",
    ]
    path.write_text(json.dumps({"me": 2, "hand": HAND.split(), "moves": moves}))
    assert (read_game(path).position.row == game(MOVES).position.row).all()


TURN_3 = "it is player 3's turn"
WRONG_MOVES = [
    ("3>0 5C -; 1>0 4C -", 2, "player 1 asks player 0, but it is player 0's turn: they were"),
    ("3>0 9H +; 0>1 8H -", 2, f"player 0 asks player 1, but {TURN_3}: they got a card in move 1"),
    ("3>1 5C -", 1, "player 3 asks player 1, a teammate: only opponents may be asked"),
    ("3>3 5C -", 1, "player 3 asks themselves: only opponents"),
    ("3>0 7C -", 1, "the pack of these rules has no 7C; that of rules: pagat has"),
    ("3>0 5C", 1, "the answer is missing: write yes or no"),
    ("3>0 5C maybe", 1, "'maybe' is not an answer: write yes or no"),
    ("3>4 5C -", 1, "'4' is not a player: there are 0 to 3, me"),
    ("hello", 1, "'hello' is not a move: write, for example, '3 asks 0 5C no'"),
    (MOVES + "; 3>0 9H -", 4, "player 0 cannot have lacked the 9H: they took it from player 1 in"),
    (MOVES + "; 3>0 8H +", 4, "player 0 cannot have had the 8H: they asked for it in move 3"),
    (MOVES + "; 3>0 5C +", 4, "player 0 cannot have had the 5C: they did not have it in move 1"),
    ("3>0 9H +; 3>0 9H -", 2, "player 3 cannot ask for the 9H: they took it from player 0"),
    ("3>0 9H +; 3>0 TH -; 0>1 9H +", 3, "player 1 cannot have had the 9H: player 3 took it from"),
    ("3>0 9H +; 3>0 TH -; 0>3 9H -", 3, "player 3 cannot have lacked the 9H: they took it from"),
    ("3>0 9C +", 1, "player 0 cannot have had the 9C: it is in your hand"),
    ("3>2 9C -", 1, "player 2 cannot have lacked the 9C: it is in your hand"),
    ("3>2 9D +", 1, "player 2 cannot have had the 9D: you do not hold it"),
    ("2>1 9C -", 1, "player 2 cannot ask for the 9C: it is in your hand"),
    ("2>1 AD -", 1, "player 2 cannot ask for the AD: they have none of the low diamonds"),
    ("1>2 9C +; 1>0 8D -; 0>1 9C -", 3, "player 1 cannot have lacked the 9C: they took it from"),
    ("1>2 9C +; 1>2 8D -; 2>1 9C -", 3, "player 1 cannot have lacked the 9C: they took it from"),
    ("1>2 9C +; 1>2 9C +", 2, "player 1 cannot ask for the 9C: they took it from you in move 1"),
    ("3>0 5C -; 0>1 4C -; 1>0 4C +", 3, "player 0 cannot have had the 4C: they asked for it in"),
    ("3>0 5C -; 0>1 5C -", 2, "player 1 cannot have lacked the 5C: nobody else can: player 0"),
    ("3 passes 1", 1, "player 3 passes, but has 12 cards: only a player without cards passes"),
    ("3 claims HD 1:89 3:TJQK", 1, "player 3 cannot have held the TD: it is in your hand"),
    ("3 claims LD 1:A23 0:456", 1, "player 3 claims cards of player 0, who is of the other team"),
    ("3 claims LD 1:A23 3:45", 1, "the holder is missing for the 6D"),
    ("3 claims LD 1:A23 3:3456", 1, "the 3D is named twice"),
    ("3 claims LD 1:A28 3:3456", 1, "'8' is not a rank of LD, the low diamonds: A 2 3 4 5 6"),
    ("3 claims LD 1:A2,3C 3:456", 1, "the 3C is not one of the low diamonds"),
    ("3 claims LX 1:A2 3:3456", 1, "'LX' is not a half suit"),
    ("3 claims LD A23 3:456", 1, "'A23': write who holds which of the low diamonds"),
    ("3 claims LD 1:A23 3:456 wrong", 1, "after wrong give the holders of all six cards"),
    ("3 claims LD 1:A23 3:456 wrong 3:456 1:A23", 1, "called wrong, but the cards are where it"),
    ("3 claims LD 1:A23 3:456 right 1:A", 1, "only a wrong claim is followed by the true"),
    ("3 claims LD 1:A23 3:456; 3>0 AD -", 2, "player 3 claimed the low diamonds in move 1"),
    ("3 claims LD 1:A23 3:456; 1 claims LD 1:A23456", 2, "player 3 claimed the low diamonds alre"),
    ("3>0 AD -; 0>1 8S -; 1 claims LD 1:A23456", 3, "the low diamonds cannot have been held so: "),
    ("3>0 AD -; 0>1 8S -; 1 claims LD 3:A 1:23456", 3, "player 3 cannot have held the AD: they"),
    (MOVES + "; 1 claims HH 1:89TJQK", 4, "player 0 has it: they took it from player 1 in move 2"),
]  # fmt: skip


def test_a_move_that_cannot_be_is_refused_with_the_reason():
    """Every kind of mistake is told in one line, with the number of the move."""
    for moves, number, reason in WRONG_MOVES:
        with pytest.raises(LlqError) as caught:
            game(moves)
        assert str(caught.value).startswith(f"move {number}: ")
        assert reason in str(caught.value)
        assert "\n" not in str(caught.value)


def test_turns_are_kept_where_the_rules_say_so():
    """Where only the mover may claim, another's claim is out of turn, and the turn stays."""
    hand = "C:2379 D:TJ H:345 S:QKA"
    items = {"hand": hand, "rules": "pagat", "players": 4}
    with pytest.raises(IllegalAction, match="player 1 claims, but it is player 0's turn"):
        game("3>0 5C -; 1 claims LD 1:234567", **items)
    stays = game("3>0 5C -; 0 claims LD 2:2 0:34567 wrong 3:2 0:34567", **items)
    assert (stays.position.turn, stays.position.owners) == (0, {"LD": 1})


def test_hands_that_run_out_are_minded():
    """Who has no cards is not asked, does not ask, and holds no card of a claim."""
    hand = "C:A23456 H:A23456"
    claims = "0 claims LC 0:A23456; 0 claims LH 0:A23456"
    for moves, reason in [
        ("0>1 AD -", "move 3: player 0 asks player 1, but it is player 2's turn: player 0 has"),
        ("0 passes 1", "move 3: player 0 passes to player 1, but the turn may pass to player 2 on"),
        ("2>1 AD -; 1>0 2D -", "move 4: player 1 asks player 0, who has no cards left"),
        ("2 claims LD 0:A 2:23456", "move 3: player 0 cannot have held the AD: you do not hold"),
    ]:
        with pytest.raises(IllegalAction, match=reason):
            game(f"{claims}; {moves}", hand=hand, me=0)
    other = "C:A23456 D:A23456"
    claims = "1 claims LH 1:A23456; 1 claims LS 1:A2345 3:6"
    with pytest.raises(IllegalAction, match="player 1 cannot have held 8S and 9S: they have only"):
        game(f"{claims}; 3 claims HS 1:89 3:TJQK", hand=other, me=0)


def test_what_only_the_count_of_deals_sees_is_refused():
    """An answer with which no deal agrees is refused though no rule of inference sees it."""
    shown, refused = show("possible", "greedy", 5), []
    lines = list(shown.game.lines)
    items = {name: item for name, item in shown.game.to_dict().items() if name != "moves"}
    for number, line in enumerate(lines):
        if "asks" not in line:
            continue
        flip = line.replace("yes", "NO") if "yes" in line else line.replace("no", "yes")
        message = ""
        try:
            llq.literature.game(moves=[*lines[:number], flip], **items)
        except LlqError as error:
            message = str(error)
        if "deals that agree with what went before" in message:
            refused.append((number, message))
    assert refused
    assert all(message.startswith(f"move {number + 1}: ") for number, message in refused)


def test_items_that_cannot_be_are_refused():
    """Every wrong item is told with its name."""
    for items, reason in [
        ({"me": None}, "a game needs me: your seat"),
        ({"hand": None}, "a game needs the hand as dealt"),
        ({"me": 7}, "me: '7' is not a player"),
        ({"hand": "AC 2C"}, "hand: a hand of 4 players has 12 cards as dealt; this one has 2"),
        ({"hand": "AC AC"}, "hand: the AC appears 2 times"),
        ({"hand": "AC ZC"}, "hand: 'ZC' is not a card of this pack"),
        ({"hand": [1.5]}, "hand must be text, a list (text) or None; got [1.5]"),
        ({"hand": {"C": "A"}}, "hand: a hand of 4 players has 12 cards as dealt; this one has 1"),
        ({"players": 5}, "players: Literature is for 4, 6 or 8 players; got 5"),
        ({"players": "Ana, Bruno"}, "for names write names: Ana Bruno"),
        ({"rules": "poker"}, "rules: unknown variant 'poker' of Literature; choose one of soma"),
        ({"names": "Ann Bob"}, "names: there are 4 players, but 2 names"),
        ({"names": "Ann Bob ann Di"}, "names: 'Ann' is not a valid name"),
        ({"names": "A B me C"}, "names: 'me' is not a valid name"),
        ({"names": "p1 p2 p3 p0"}, "names: 'p1' is not a valid name"),
        ({"names": "A B Player C"}, "names: 'Player' is not a valid name"),
        ({"first": "x"}, "first: 'x' is not a player"),
        ({"pack": "x"}, "pack must be one of without_sevens, without_eights; got 'x'"),
        ({"claim_out": "x"}, "claim_out must be yes or no; got 'x'"),
        ({"colour": "red"}, "unknown item 'colour'; the items are rules, players"),
        ({"moves": [3]}, "move 1: 3 is not a move"),
        ({"moves": 3}, "moves must be text or a list"),
        ({"moves": [{"player": 1}]}, "move 1: {'player': 1} is not a move: it has player, and"),
        ({"moves": [{"player": 1, "asks": 2, "why": 3}]}, "is not a move: it has player, and asks"),
        ({"moves": "1 claims LD 1:A23456; 3 claims HD 3:89TJQK", "hand": HAND}, "move 2: player 3"),
    ]:
        with pytest.raises(LlqError) as caught:
            llq.literature.game(**({"hand": HAND, "me": 2} | items))
        assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("me: 2\nhand: {hand}\n# so\n3>0 5C -\n3>0 9H +",
         "{path}:5: player 3 asks player 0, but it is player 0's turn: they were asked in vain in "
         "line 4"),
        ("me: 2\nhand: AC", "{path}:2: a hand of 4 players has 12 cards as dealt; this one has 1"),
        ("hand: AC", "{path}: a game needs me: your seat, such as me: 2"),
        ("", "{path}: the file is empty: a game has me, the hand and the moves so far"),
        ("3>0 5C -\nhello", "{path}:2: 'hello' is not a move: write, for example, "
         "'3 asks 0 5C no', '1 claims LC 1:A23 3:456' or '2 passes 0'"),
        ("3>me 5C -", "{path}: a game needs me: your seat, such as me: 2"),
        ('{{"me": 2, "moves": ["x"]}}', "{path}: move 1: 'x' is not a move: write, for example, "
         "'3 asks 0 5C no', '1 claims LC 1:A23 3:456' or '2 passes 0'"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_file_names_its_line(text, message, tmp_path):
    """The line of a file stands before the message, and lines within it."""
    path = tmp_path / "game.txt"
    path.write_text(text.format(hand=HAND))
    with pytest.raises(LlqError) as caught:
        read_game(path)
    assert str(caught.value) == message.format(path=path)
