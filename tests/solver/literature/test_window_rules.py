"""The oracle of 54 cards and declare windows beside the published rules and test vectors."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations
from random import Random

import pytest

from tests.oracles.literature import RefusedError
from tests.oracles.literature_windows import (
    LADDER,
    MOST_ASKS,
    NEEDED,
    Stage,
    WindowReferee,
    half_suits,
)

LOW_CLUBS = {"2C": 0, "3C": 0, "4C": 2, "5C": 2, "6C": 4, "7C": 4}
HIGH_SPADES = {"9S": 0, "TS": 0, "JS": 2, "QS": 2, "KS": 4, "AS": 4}
ALL = range(6)


def held(said):
    """Return the hands that a declaration is right of."""
    return {seat: [c for c, who in said.items() if who == seat] for seat in set(said.values())}


def game(variant="us54", named=None, rest=ALL, turn=0, won=None):
    """Return a game in which some seats hold named cards and the rest goes round some seats.

    ``won`` gives half suits that were declared, with their team.
    """
    named, won = named or {}, won or {}
    hands = [list(named.get(seat, ())) for seat in ALL]
    placed = {card for hand in hands for card in hand}
    halves = half_suits(variant)
    left = [
        card
        for half, cards in halves.items()
        if half not in won
        for card in cards
        if card not in placed
    ]
    for index, card in enumerate(left):
        hands[rest[index % len(rest)]].append(card)
    return WindowReferee(variant, hands, turn, won)


def offered_to(referee, seat):
    """Return the game once everyone before a seat has declined."""
    while referee.seat != seat:
        assert referee.stage is Stage.WINDOW
        referee.decline()
    return referee


def closed(referee):
    """Return the game once all six have declined."""
    for _ in ALL:
        referee.decline()
    assert referee.stage is not Stage.WINDOW
    return referee


def test_the_deck_is_nine_half_suits_of_six_and_eights_go_with_jokers():
    """Vectors 1 and 3 of us54: 54 cards; 8H, XR and XB are one half suit, 9H and 7H two others."""
    for variant in ("us54", "fishlab"):
        halves = half_suits(variant)
        assert [len(cards) for cards in halves.values()] == [6] * 9
        assert len({card for cards in halves.values() for card in cards}) == 54
        assert {"8H", "XR", "XB"} <= set(halves["EJ"])
        assert "9H" in halves["HH"]
        assert "7H" in halves["LH"]
    order = ["LS", "HS", "LH", "HH", "LD", "HD", "LC", "HC", "EJ"]  # of BOT_PACKAGE.md §4
    assert list(half_suits("fishlab")) == order


def test_a_joker_is_licence_to_ask_for_an_eight():
    """Vector 2 of us54: one card of the eights and jokers licenses asks for the others."""
    named = {0: ["XB", "2C"], 1: ["8C", "8D", "8H", "8S", "XR"], 2: ["3C"]}
    referee = closed(game(named=named, rest=(1, 3, 4, 5)))
    assert referee.ask(1, "8C")
    assert "8C" in referee.hands[0]
    referee = closed(game(named=named, rest=(1, 3, 4, 5), turn=2))
    with pytest.raises(RefusedError):
        referee.ask(1, "8C")


@pytest.mark.parametrize(
    ("holders", "said", "owner"),
    [
        (LOW_CLUBS, LOW_CLUBS | {"4C": 4, "6C": 2}, 1),
        (LOW_CLUBS | {"7C": 1}, LOW_CLUBS, 1),
        (LOW_CLUBS, LOW_CLUBS, 0),
    ],
)
@pytest.mark.parametrize("variant", ["us54", "fishlab"])
def test_any_error_gives_the_half_suit_to_the_opponents(variant, holders, said, owner):
    """Vector 4 of us54: with mates mixed up, or a card of an opponent, the other team has it."""
    referee = game(variant, held(holders))
    assert referee.declare("LC", said) == (owner == 0)
    assert referee.owners == {"LC": owner}
    shown = referee.public[-1][5]
    if variant == "fishlab" and owner:  # BOT_PACKAGE.md §6: no holders, but hand sizes
        assert shown == ((2, 1, 2, 0, 1, 0) if 1 in holders.values() else (2, 0, 2, 0, 2, 0))
    else:
        assert shown == holders


def test_a_declaration_out_of_turn_leaves_the_turn():
    """Vector 5 of us54: seat 0 declares in seat 3's turn; the window opens at 3, who asks next."""
    referee = offered_to(game(named=held(HIGH_SPADES), turn=3), 0)
    assert referee.declare("HS", HIGH_SPADES)
    assert (referee.turn, referee.seat, referee.declined) == (3, 3, 0)
    closed(referee)
    assert (referee.stage, referee.seat) == (Stage.ASK, 3)


def test_the_window_goes_round_from_the_turn_and_opens_again():
    """Vector 6 of us54: each seat in order may declare; a declaration and an ask open it again."""
    referee = game(turn=4)
    seats = []
    for _ in ALL:
        seats.append(referee.seat)
        referee.decline()
    assert seats == [4, 5, 0, 1, 2, 3]
    for refused in (referee.decline, lambda: referee.declare("LC", LOW_CLUBS)):
        with pytest.raises(RefusedError):
            refused()
    low_diamonds = {"2D": 2, "3D": 2, "4D": 2, "5D": 4, "6D": 4, "7D": 4}
    referee = offered_to(game(named=held(HIGH_SPADES | low_diamonds), turn=3), 0)
    assert not referee.declare("HS", HIGH_SPADES | {"9S": 2})
    assert (referee.seat, referee.declined) == (3, 0)
    assert offered_to(referee, 2).declare("LD", low_diamonds)
    assert (referee.score(), referee.turn) == ([1, 1], 3)
    referee = game(named={0: ["2C"], 1: ["3C", "4C"]}, rest=(2, 3, 4, 5))
    with pytest.raises(RefusedError):
        referee.ask(1, "3C")
    assert closed(referee).ask(1, "3C")
    assert referee.seat == 0
    assert not closed(referee).ask(1, "5C")
    assert (referee.turn, referee.seat) == (1, 1)


@pytest.mark.parametrize("is_right", [True, False])
def test_five_half_suits_win_at_once(is_right):
    """Vector 7 of us54: the fifth ends the game, one that the others gave away too."""
    won = dict.fromkeys(("LC", "LD", "LH", "LS"), 0)
    high = {"9C": 0, "TC": 0, "JC": 2, "QC": 2, "KC": 4, "AC": 4}
    referee = game(named=held(high), won=won)
    if is_right:
        assert referee.declare("HC", high)
    else:
        assert not offered_to(referee, 1).declare("HC", dict.fromkeys(high, 3))
    assert referee.stage is Stage.OVER
    assert referee.score() == [NEEDED, 0]
    assert any(referee.hands)
    fishlab = game("fishlab", held(high), won=won)
    fishlab.declare("HC", high)
    assert fishlab.stage is Stage.WINDOW  # game.hpp plays all nine


def test_a_holder_of_the_turn_without_cards_passes_it():
    """Vector 8 of us54: to a team mate; where the team is out, the next seat with cards has it."""
    holders = {"2C": 0, "3C": 0, "4C": 2, "5C": 2, "6C": 3, "7C": 3}
    referee = offered_to(game(named=held(holders), rest=(0, 1, 2, 4, 5), turn=3), 0)
    assert not referee.declare("LC", LOW_CLUBS)
    assert (referee.stage, referee.seat) == (Stage.PASS, 3)
    for refused in (4, 3):
        with pytest.raises(RefusedError):
            referee.pass_turn(refused)
    referee.pass_turn(5)
    assert (referee.stage, referee.turn, referee.seat) == (Stage.WINDOW, 5, 5)
    referee = offered_to(game(named=held(holders), rest=(0, 2), turn=3), 0)
    assert not referee.declare("LC", LOW_CLUBS)
    assert (referee.stage, referee.turn, referee.seat) == (Stage.WINDOW, 0, 0)
    referee = offered_to(game(named=held(LOW_CLUBS), rest=(1, 2, 3, 4, 5), turn=3), 0)
    assert referee.declare("LC", LOW_CLUBS)  # out of turn: its declarer has no turn to pass
    assert (referee.stage, referee.turn) == (Stage.WINDOW, 3)


@pytest.mark.parametrize("variant", ["us54", "fishlab"])
def test_without_cards_one_may_declare(variant):
    """Vector 9 of us54, BOT_PACKAGE.md §4: seat 2 holds nothing and declares its team's six."""
    said = {"2C": 0, "3C": 0, "4C": 0, "5C": 4, "6C": 4, "7C": 4}
    referee = game(variant, held(said), rest=(0, 1, 3, 4, 5))
    assert not referee.hands[2]
    assert offered_to(referee, 2).declare("LC", said)
    assert (referee.owners, referee.turn) == ({"LC": 0}, 0)


def test_who_cannot_ask_must_declare():
    """Vectors on us54 §3.2: nobody declines while no ask can follow; five declarations end it."""
    referee = game(rest=(1, 3, 5), turn=1)
    with pytest.raises(RefusedError):
        referee.decline()
    for number in range(1, 6):
        half = referee.live()[0]
        cards = referee.halves[half]
        assert referee.declare(half, {c: s for s in ALL for c in referee.hands[s] if c in cards})
        assert referee.score() == [0, number]
    assert referee.stage is Stage.OVER
    own = [*LOW_CLUBS, "9C", "TC", "JC", "QC", "KC", "AC"]
    referee = game(named={0: own}, rest=(1, 2, 3, 4, 5))
    with pytest.raises(RefusedError):
        referee.decline()
    assert referee.declare("LC", dict.fromkeys(LOW_CLUBS, 0))
    assert not referee.may_decline


def test_fishlab_polls_every_seat_from_the_first():
    """The polls of game.hpp begin at seat 0, whoever's turn it is, and again after each success."""
    referee = offered_to(game("fishlab", held(HIGH_SPADES), turn=3), 2)
    assert referee.declare("HS", HIGH_SPADES)
    assert (referee.turn, referee.seat) == (3, 0)
    assert closed(referee).seat == 3


def test_fishlab_forces_the_end_by_a_ladder_of_confidence():
    """Each rung of game.hpp asks each seat about each half suit; on the last the first declares."""
    won = dict.fromkeys(("LS", "HS", "LH", "HH", "LD", "HD", "LC"), 0)
    referee = closed(game("fishlab", rest=(1, 3, 5), won=won, turn=1))
    asked = []
    while referee.may_decline:
        asked.append((LADDER[referee.rung], referee.forced_half, referee.seat))
        referee.decline()
    rungs = [0.995, 0.98, 0.95, 0.90, 0.80, 0.65, 0.50]
    assert asked == [(r, half, s) for r in rungs for half in ("HC", "EJ") for s in (1, 3, 5)]
    assert (referee.forced_half, referee.seat) == ("HC", 1)
    referee.declare("HC", dict.fromkeys(referee.halves["HC"], 1))
    assert (referee.stage, referee.rung) == (Stage.FORCED, 0)
    assert referee.declarable() == ["EJ"]


def test_fishlab_has_a_holder_of_whole_half_suits_declare_the_first():
    """After the polls of game.hpp, who holds whole half suits only declares the first of them."""
    own = [*half_suits("fishlab")["HS"], *half_suits("fishlab")["LC"]]
    referee = closed(game("fishlab", {0: own}, rest=(1, 2, 3, 4, 5)))
    assert (referee.stage, referee.declarable()) == (Stage.FORCED, ["HS"])
    assert not referee.may_decline
    assert referee.declare("HS", dict.fromkeys(referee.halves["HS"], 0))
    assert referee.stage is Stage.WINDOW


def test_fishlab_passes_after_the_polls():
    """A holder of the turn without cards is polled with all others and then passes it."""
    referee = closed(game("fishlab", rest=(0, 1, 2, 3, 5), turn=4))
    assert (referee.stage, referee.seat, referee.heirs()) == (Stage.PASS, 4, [0, 2])
    referee.pass_turn(2)
    assert (referee.stage, referee.turn, referee.seat) == (Stage.WINDOW, 2, 0)


def test_fishlab_gives_what_is_left_to_its_holders():
    """After 400 asks each half suit goes to who holds more of it or, evenly, its lowest card."""
    named = {0: ["2S", "3S", "9S"], 1: ["5S", "6S", "7S", "JS", "QS", "KS", "AS"], 2: ["4S", "TS"]}
    referee = game("fishlab", named, rest=(0, 2, 4), won=dict.fromkeys(("LD", "HD"), 1))
    for _ in range(MOST_ASKS):
        assert not closed(referee).ask(1 - referee.turn, "4S")  # seats 0 and 1 miss in turn
    assert referee.stage is Stage.OVER
    assert referee.owners["LS"] == 0
    assert referee.owners["HS"] == 1
    assert sum(referee.score()) == 9


def play_at_random(variant, seed):
    """Return a finished game of random moves; one window in eight has a guessed declaration."""
    random = Random(seed)
    deck = [card for cards in half_suits(variant).values() for card in cards]
    random.shuffle(deck)
    hands = [deck[9 * seat : 9 * seat + 9] for seat in ALL]
    referee = WindowReferee(variant, hands, random.randrange(6))
    while referee.stage is not Stage.OVER:
        lost = [card for half in referee.owners for card in referee.halves[half]]
        assert sorted(lost + [card for hand in referee.hands for card in hand]) == sorted(deck)
        if referee.stage is Stage.ASK:
            referee.ask(*random.choice(sorted(referee.legal_asks())))
        elif referee.stage is Stage.PASS:
            referee.pass_turn(random.choice(referee.heirs()))
        elif referee.may_decline and random.randrange(48):
            referee.decline()
        else:
            half = random.choice(referee.declarable())
            team = range(referee.seat % 2, 6, 2)
            if random.random() < 0.5:
                said = {card: random.choice(team) for card in referee.halves[half]}
            else:
                true = {c: s for s, hand in enumerate(referee.hands) for c in hand}
                said = {c: true[c] if true[c] in team else team[0] for c in referee.halves[half]}
            referee.declare(half, said)
    return referee


@pytest.mark.parametrize("variant", ["us54", "fishlab"])
def test_random_games_end_as_the_rules_promise(variant):
    """Vector 10 of us54: all end with a team at exactly five; FishLab's share out all nine.

    No card is ever lost, and no stage is without a move.
    """
    for seed in range(300):
        score = play_at_random(variant, seed).score()
        assert max(score) != min(score)
        if variant == "us54":
            assert max(score) == NEEDED
        else:
            assert sum(score) == 9


def replay(hands, turn, won, moves):
    """Return a game of fishlab after some moves, each after everyone declined as often as said."""
    referee = WindowReferee("fishlab", hands, turn, won)
    for declined, move, *words in moves:
        for _ in range(declined):
            referee.decline()
        getattr(referee, move)(*words)
    return referee


def chances(deals, live):
    """Return the chance of each card and seat over deals."""
    held = Counter((card, seat) for deal in deals for seat in ALL for card in deal[seat] & live)
    return {where: Fraction(count, len(deals)) for where, count in held.items()}


def test_hidden_holders_hide_nothing_about_other_half_suits():
    """After a wrong declaration chances are the same whether its true holders are told or not.

    Everyone sees how many of its cards each player held, and given these, which ones they were says
    nothing about the rest. All deals of the last two half suits are listed, and each is kept if the
    moves are legal in it and tell everyone the same.
    """
    two = ("LC", "EJ")
    halves = half_suits("fishlab")
    won = {half: index % 2 for index, half in enumerate(h for h in halves if h not in two)}
    live = set(halves["EJ"])
    hidden_more = 0
    for seed in range(12):
        random = Random(seed)
        cards = sorted(set(halves["LC"]) | live)
        random.shuffle(cards)
        cuts = (0, 5, 7, 9, 10, 11, 12)  # seat 0 looks on
        turn = random.randrange(6)
        hands = [set(cards[a:b]) for a, b in pairwise(cuts)]
        moves = []
        for _ in range(4):
            referee = replay(hands, turn, won, [*moves, (6, "legal_asks")])
            if referee.stage is not Stage.ASK:
                break
            moves.append((6, "ask", *random.choice(sorted(referee.legal_asks()))))
        said = {card: random.choice((1, 3, 5)) for card in halves["LC"]}
        moves.append((1, "declare", "LC", said))
        true = replay(hands, turn, won, moves)
        before = replay(hands, turn, won, moves[:-1]).hands
        others = cards[5:]
        deals, told, seen = [], [], set()
        for order in permutations(others):
            dealt = [set(cards[:5])]
            dealt += [set(order[a - 5 : b - 5]) for a, b in pairwise(cuts[1:])]
            key = tuple(map(frozenset, dealt))
            if key in seen:
                continue
            seen.add(key)
            try:
                other = replay(dealt, turn, won, moves)
            except RefusedError:
                continue
            if other.public == true.public:
                deals.append(other.hands)
                held_so = replay(dealt, turn, won, moves[:-1]).hands
                if all(a - live == b - live for a, b in zip(held_so, before, strict=True)):
                    told.append(other.hands)
        assert told
        hidden_more += len(deals) > len(told)
        assert chances(deals, live) == chances(told, live)
    assert hidden_more >= 6
