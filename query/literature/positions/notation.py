"""Notation for Literature games, from one player's view.

In a file an item or a move is a line; in JSON ``moves`` is a list. ``#`` begins a comment; blank
lines and case do not matter.

=============  ===========================  =====================================================
item           such as                      meaning
=============  ===========================  =====================================================
me             ``2``                        your seat
hand           ``AC 3C TD``, ``C:A3 D:T``   your cards as dealt
now            ``3C TD 5H``                 your cards after all moves, in place of ``hand``
rules          ``somani``, ``us54``         the variant; by default pagat for six, else somani
players        ``4``                        4, 6 or 8; by default the variant's
names          ``Ann Bob Cy Di``            the players by seat, in place of numbers
first          ``3``                        the first mover, if not the player who asks first
=============  ===========================  =====================================================

``pack`` (``without_sevens``, ``without_eights``), ``out_of_turn``, ``claimant_turn``,
``claim_out`` (``yes``, ``no``) and ``wrong_claim`` (``holders``, ``opponents``, ``nobody``) change
a variant's rules one by one, as `llq.solver.literature.rules.Rules` says. Seats are numbered from
0 around the table; the even ones are a team. Moves are as `llq.query.literature.positions.moves`
says.
"""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from llq.errors import IllegalAction, IllegalState, one_of
from llq.query.literature.advice.explanations import Reasons
from llq.query.literature.positions.card_text import Seats, read_cards
from llq.query.literature.positions.history import PlacedMove, Replay, check_hand, hand_as_dealt
from llq.query.literature.positions.moves import move_to_dict, read_move, write_move
from llq.query.literature.variants import CHANGEABLE, change_rule, rule_items
from llq.query.text.files import source_name
from llq.query.text.notation import Items, Notation, locate_errors
from llq.query.text.words import split_words
from llq.solver.arguments import read_digits
from llq.solver.card_masks import mask_of
from llq.solver.literature.actions import Claimed, Move
from llq.solver.literature.positions.position import Position
from llq.solver.literature.rules import RULES, Pack, Rules, card_name, card_names, find_rules

NOTATION = Notation(
    what="game",
    items=("rules", "players", "names", "me", "hand", "now", "first", *CHANGEABLE),
    listed="moves",
    bare_entries=True,
)
"""Items and moves of a game."""


@dataclass(frozen=True)
class Game:
    """A game so far from one player's view; ``str()`` writes its notation.

    Parameters
    ----------
    position
        What the player knows now.
    hand
        The player's cards as dealt.
    first
        The seat that began.
    moves
        The moves so far, passes that had to be among them.
    places
        Place of each, such as ``line 7``.
    names
        The players' names, if they were given.
    reasons
        What is known and why.
    """

    position: Position
    hand: tuple[str, ...]
    first: int
    moves: tuple[Move, ...]
    places: tuple[str, ...]
    names: tuple[str, ...]
    reasons: Reasons

    @property
    def seats(self) -> Seats:
        """The seats and their players' names."""
        return self.reasons.seats

    @property
    def lines(self) -> tuple[str, ...]:
        """The moves in notation."""
        return tuple(write_move(move, self.position.rules.pack) for move in self.moves)

    def to_dict(self) -> dict[str, Any]:
        """Return the game as plain data, which as JSON reads as the same game."""
        return {
            **rule_items(self.position.rules),
            **({"names": list(self.names)} if self.names else {}),
            "me": self.position.seat,
            "hand": list(self.hand),
            "first": self.first,
            "moves": [move_to_dict(move, self.position.rules.pack) for move in self.moves],
        }

    def __str__(self) -> str:
        """Return the game's notation, readable as the same game."""
        items = self.to_dict()
        del items["moves"]
        lines = [
            f"{name}: {' '.join(value) if isinstance(value, list) else value}"
            for name, value in items.items()
        ]
        return "".join(f"{line}\n" for line in (*lines, *self.lines))


def game(
    hand: str | Sequence[str] | None = None,
    me: int | str | None = None,
    moves: str | Sequence[Any] = (),
    **items: Any,
) -> Game:
    """Return a game so far, with its moves checked.

    Parameters
    ----------
    hand, me
        Your cards as dealt, and your seat.
    moves
        The moves: text, separated by semicolons or lines, or a list of text or plain data.
    items
        ``now``, ``rules``, ``players``, ``names``, ``first`` and changes of rules: as
        `llq.query.literature.positions.notation` says.

    Raises
    ------
    UnknownCard, UnknownGame
        A name is not that of a card, half suit or variant.
    IllegalState, IllegalAction
        No game can reach this; the message says why, and in which move.

    Examples
    --------
    >>> import llq
    >>> game = llq.literature.game("C:A2389 D:TJ H:345 S:QK", 2, "3>0 5C -; 0>1 9H +; 0>3 8H -")
    >>> game.position.turn, game.position.chance(0, "9H")
    (3, 1.0)
    """
    return _build(NOTATION.parse({"hand": hand, "me": me} | items | {"moves": moves}))


def read_game(path: str | os.PathLike[str], moves: str | Sequence[Any] = (), **items: Any) -> Game:
    """Return the game so far that a file holds; ``-`` reads standard input.

    Parameters
    ----------
    moves
        Moves after those of the file.
    items
        Items in place of those of the file.

    Raises
    ------
    UnknownCard, UnknownGame, IllegalState, IllegalAction
        As `game` does, or the file cannot be read; the message names the line.
    """
    record, additions = NOTATION.read(path), NOTATION.parse(items | {"moves": moves})
    if {"hand", "now"} & additions.items.keys():
        for name in ("hand", "now"):
            record.items.pop(name, None)
    with locate_errors(source_name(path)):
        merged = Items(record.items | additions.items, record.entries + additions.entries)
        if not (merged.items or merged.entries):
            raise IllegalState("the file is empty: a game has me, the hand and the moves so far")
        return _build(merged)


def record(position: Position, names: Sequence[str] = ()) -> Game:
    """Return an engine game's record, from a player's view."""
    perspective, rules = position.perspective, position.rules
    moves = [PlacedMove(move, f"move {n}") for n, move in enumerate(perspective.moves, start=1)]
    hand = hand_as_dealt(perspective.hand, perspective.seat, moves, rules)
    seats = Seats(rules.players, perspective.seat, tuple(names))
    return _game(_replay(rules, seats, hand, perspective.first, moves))


def _build(items: Items) -> Game:
    rules = _read_rules(items)
    names = items.read("names", partial(_read_names, rules.players), ())
    me = items.read("me", Seats(rules.players, names=names).read, None)
    seats = Seats(rules.players, me or 0, names)
    moves: list[PlacedMove] = []
    for line in items.entries:  # an unreadable move is reported before a missing item
        with locate_errors(line.where):
            move = read_move(line.what, rules.pack, seats)
        moves.append(PlacedMove(move, _place(line.where), line.where))
    if me is None:
        raise IllegalState("a game needs me: your seat, such as me: 2")
    read_hand = partial(_read_hand, rules.pack)
    hand_item = "hand" if items.text("hand").strip() else "now"
    hand = items.read(hand_item, read_hand, None)
    if hand is None:
        raise IllegalState("a game needs the hand as dealt, such as hand: AC 3C TD, or now: 3C TD")
    with locate_errors(items.items[hand_item].where):
        if hand_item == "now":
            hand = hand_as_dealt(hand, me, moves, rules)
    first = items.read("first", seats.read, _find_first(moves, me, rules))
    with locate_errors(items.items[hand_item].where):
        check_hand(hand, rules)
    replay = _replay(rules, seats, hand, first, moves, is_last_forced=True)
    now = items.read("now", read_hand, replay.perspective.hand)
    if differing := card_names(now ^ replay.perspective.hand, rules.pack):
        with locate_errors(items.items["now"].where):
            cards = " ".join(differing)
            raise IllegalState(f"hand and moves lead to another hand than now: {cards} differ")
    return _game(replay)


def _place(where: str) -> str:
    """Return a move's line or number, as explanations name it.

    >>> _place("game.txt:7"), _place("game.json: move 3")
    ('line 7', 'move 3')
    """
    line = re.fullmatch(r".*:(\d+)", where)
    return f"line {line[1]}" if line else where.rpartition(": ")[2]


def _replay(
    rules: Rules,
    seats: Seats,
    hand: int,
    first: int,
    moves: Sequence[PlacedMove],
    *,
    is_last_forced: bool = False,
) -> Replay:
    """Return the replay of a game's moves.

    Deals are counted at the end, and after every move only to find out which one is wrong.
    """
    for is_strict in (False, True):
        replay = Replay(rules, seats, hand, first, is_strict)
        location = ""
        try:
            for move, place, location in moves:  # noqa: B007 - errors name it
                replay.play(move, place)
            may_claim = replay.perspective.turn == seats.me and not rules.out_of_turn
            if is_last_forced and moves and not may_claim:  # after the pass it would be too late
                replay.pass_if_forced(moves[-1].place)
            replay.check()
            break
        except IllegalAction:
            if is_strict:
                with locate_errors(location):
                    raise
    return replay


def _game(replay: Replay) -> Game:
    return Game(
        position=Position(replay.perspective),
        hand=card_names(replay.hand, replay.rules.pack),
        first=replay.first_seat,
        moves=tuple(replay.moves),
        places=tuple(replay.places),
        names=replay.seats.names,
        reasons=replay.reasons,
    )


def _find_first(moves: Sequence[PlacedMove], me: int, rules: Rules) -> int:
    """Return the default first mover: who asks first, or claims if that gives the turn."""
    gives_turn = rules.claimant_turn or not rules.out_of_turn
    for move, *_ in moves:
        if not isinstance(move, Claimed) or (gives_turn and move.is_right):
            return move.seat
    return moves[0].move.seat if moves else me


def _read_hand(pack: Pack, text: str) -> int:
    cards = read_cards(text, pack)
    for card in cards:
        if cards.count(card) > 1:
            raise IllegalState(
                f"the {card_name(card, pack)} appears {cards.count(card)} times; a pack has it once"
            )
    return mask_of(cards)


def _read_names(players: int, text: str) -> tuple[str, ...]:
    names = tuple(split_words(text))
    if len(names) != players:
        raise IllegalState(f"there are {players} players, but {len(names)} names")
    lower = [name.lower() for name in names]
    for name in names:
        is_seat = re.fullmatch(r"me|i|player|(p|player)\d+", name.lower())
        if not name.isidentifier() or is_seat or lower.count(name.lower()) > 1:
            raise IllegalState(
                f"{name!r} is not a valid name: letters and digits, each name once, not me or p1"
            )
    return names


def _read_rules(items: Items) -> Rules:
    players = items.read("players", _read_players, None)
    usual = "pagat" if players == 6 else "somani"
    rules = find_rules(items.read("rules", _read_variant, usual), players)
    for rule in CHANGEABLE:
        rules = items.read(rule, partial(change_rule, rules, rule), rules)
    return rules


def _read_players(text: str) -> int:
    if (players := read_digits(text)) is None:
        names = f"; for names write names: {' '.join(split_words(text))[:40]}"
        raise IllegalState(f"players must be 4, 6 or 8; got {text[:40]!r}{names}")
    return find_rules(players=players).players


def _read_variant(text: str) -> str:
    name = text.lower()
    if name not in RULES:
        raise IllegalState(f"unknown variant {name!r} of Literature{one_of(name, RULES)}")
    return name
