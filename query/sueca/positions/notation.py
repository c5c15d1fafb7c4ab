"""The notation of positions: what a player of Sueca sees, in files, JSON, options and Python.

A position is given by items. In a file each is a line, ``hand: AS KS 7H 2D``; in JSON a key; on the
command line an option. ``#`` begins a comment, and blank lines are ignored.

========  ==================================  =================================================
item      such as                             meaning
========  ==================================  =================================================
hand      ``AS KS 7H 2D``, ``S:AK H:7 D:2``   the cards of the player to move
trump     ``H``, ``hearts``                   the trumps; may be left out if ``shown`` is given
trick     ``N:AS W:2S``, ``N AS 2S``          the cards on the table, with or without players
played    ``7S JS 5S 2S``                     the cards of earlier tricks, in any order
voids     ``W:H E:SD``                        the suits that players failed to follow
points    ``35-22``                           the points that N and S, and W and E, have taken
seat      ``S``                               the player to move, where nothing else tells
shown     ``7H``                              the dealer's card that made the trumps
dealer    ``E``                               the dealer, on whose right the first leader sits
tricks    ``N AS 2S 7S 5S; N 4H 2H``          every trick so far, in place of trick, played,
                                              voids, points and seat, which follow from it
========  ==================================  =================================================

Cards are a rank of ``A 7 K J Q 6 5 4 3 2`` and a suit of ``S H D C`` or ``♠ ♥ ♦ ♣``, in any case,
or names in English or Portuguese, as `card_names` reads them; seats are ``N W S E``, in the order
of play. Words are separated by blanks, commas or semicolons. In
``tricks`` the leader's seat comes before the first card; after the first trick it may be left out,
for the winner leads. The line may be repeated, such as once a trick. If nothing tells whose turn it
is, the player sits South.
"""

import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from llq.errors import IllegalAction, IllegalState
from llq.query.sueca.positions import card_text, history
from llq.query.sueca.positions.card_names import Names
from llq.query.sueca.positions.card_text import suit_of
from llq.query.sueca.positions.history import History
from llq.query.text.files import source_name
from llq.query.text.notation import Given, Items, Notation, locate_errors
from llq.solver.sueca.positions.position import Position
from llq.solver.sueca.rules import RULES, SEATS, SUIT_SYMBOLS, Seat, card_name, find_card, find_suit

_FROM_TRICKS = ("trick", "played", "voids", "points")
_NOTATION = Notation(
    "position",
    ("hand", "trump", "trick", "played", "voids", "points", "seat", "shown", "dealer"),
    "tricks",
    write=lambda value: value.name if isinstance(value, Seat) else None,
)


class _Item(NamedTuple):
    """An item's reader, after its names of cards and suits are rewritten as codes."""

    read: Callable[[str], Any]
    code: Callable[[Names, str], str] = lambda _, text: text


_ITEMS = {
    "trump": _Item(find_suit, Names.suits),
    "voids": _Item(card_text.read_voids, Names.suits),
    "hand": _Item(card_text.read_cards, Names.cards),
    "played": _Item(card_text.read_cards, Names.cards),
    "shown": _Item(find_card, Names.cards),
    "trick": _Item(history.read_trick, Names.trick),
    "tricks": _Item(history.read_trick, Names.trick),
    "points": _Item(card_text.read_points),
    "seat": _Item(card_text.read_seat),
    "dealer": _Item(card_text.read_seat),
}
"""Items in the order of their rewriting, in which a name tells later ones its language."""


def position(hand: str | list[str], trump: str | None = None, **items: Any) -> Position:
    """Return the position that items give, checked against the rules.

    Parameters
    ----------
    hand, trump
        The cards of the player to move, and the trumps.
    items
        ``trick``, ``played``, ``voids``, ``points``, ``seat``, ``shown``, ``dealer`` or ``tricks``,
        as `llq.query.sueca.positions.notation` explains them: text or lists of it, ``voids`` also
        a dictionary.

    Raises
    ------
    UnknownCard
        A name is not that of a card or suit.
    IllegalState, IllegalAction
        No game can reach this position; the message says why, and in which trick.

    Examples
    --------
    >>> import llq
    >>> position = llq.sueca.position("S:AK7 H:7642 D:A C:2", "H", tricks="E 5D 2D KD QD; W 3C")
    >>> print(position.legal, position.voids, position.points)
    ('2C',) ('', '', '', '') (0, 6)
    """
    return _build(_NOTATION.parse({"hand": hand, "trump": trump} | items))


def read_position(path: str | os.PathLike[str], **items: Any) -> Position:
    """Return the position of a file, one item a line or in JSON; ``-`` reads standard input.

    Parameters
    ----------
    items
        Items in place of the file's.

    Raises
    ------
    UnknownCard, IllegalState, IllegalAction
        As `position` does, or the file cannot be read; the message names the line.
    """
    in_file, overrides = _NOTATION.read(path), _NOTATION.parse(items)
    entries = overrides.entries or in_file.entries
    with locate_errors(source_name(path)):
        return _build(Items(in_file.items | overrides.items, entries))


def write_position(given: Position) -> str:
    """Return a position's notation, one item per line, which parses back unchanged.

    >>> import llq
    >>> view = llq.sueca.position("S:AK7 H:76542 D:A C:2", "H", trick="N:2S W:3S")
    >>> print(llq.sueca.positions.write(view))
    seat: S
    hand: AS KS 7S 7H 6H 5H 4H 2H AD 2C
    trump: H
    trick: 2S 3S
    points: 0-0
    <BLANKLINE>
    """
    return "".join(f"{name}: {text}\n" for name, text in items_of(given).items())


def items_of(view: Position) -> dict[str, str]:
    """Return a position's notation items, without empty ones."""
    items = {"seat": view.seat.name[0], "hand": " ".join(view.hand), "trump": view.trump}
    if view.played and view.in_order:
        tricks = [view.plays[first : first + SEATS] for first in range(0, len(view.plays), SEATS)]
        items["tricks"] = "; ".join(
            " ".join([trick[0][0].name[0], *(card for _, card in trick)]) for trick in tricks
        )
    else:
        voids = zip(Seat, view.voids, strict=True)
        items |= {
            "trick": " ".join(view.trick),
            "played": " ".join(view.played),
            "voids": " ".join(f"{seat.name[0]}:{suits}" for seat, suits in voids if suits),
            "points": "-".join(map(str, view.points)) if view.points else "",
        }
    dealer = "" if view.dealer is None else view.dealer.name[0]
    items |= {"shown": view.shown or "", "dealer": dealer}
    return {name: text for name, text in items.items() if text}


def in_codes(items: Mapping[str, str]) -> dict[str, str]:
    """Return items with the names of cards and suits as codes, whatever their language.

    >>> in_codes({"hand": "ás de copas, R♣", "trump": "ouros"})
    {'hand': 'AH, KC', 'trump': 'D'}
    """
    names = Names()
    return {
        name: _ITEMS[name].code(names, text) if name in _ITEMS else text
        for name, text in items.items()
    }


def _build(items: Items) -> Position:
    """Return the position of some items; names in them become codes."""
    items = _coded(items)
    values = _read_values(items)
    shown, dealer, trump = (values.get(name) for name in ("shown", "dealer", "trump"))
    if trump is None:
        trump = find_suit("" if shown is None else card_name(shown)[-1])  # refused if blank
    right = None if dealer is None else Seat((dealer + RULES.leader_after_dealer) % SEATS)
    hand = values.get("hand", [])
    if items.entries:
        if derived := [name for name in _FROM_TRICKS if name in values]:
            raise IllegalState(
                f"give {' and '.join(derived)} or tricks, not both: the rest follows from tricks"
            )
        game = history.read_history(items.entries, trump, right)
        _check_turn(values.get("seat"), game.seat, items)
        _check_hand(hand, game, items.entries)
    else:
        game = _read_table(values, items, right)
    if shown in game.plays and dealer is not None and game.plays[shown][0] != dealer:
        raise IllegalState(
            f"{card_name(shown)} was played by {game.plays[shown][0].name[0]}, but is the card "
            f"that dealer {dealer.name[0]} showed"
        )
    return Position(
        seat=game.seat,
        hand=tuple(map(card_name, hand)),
        trump=SUIT_SYMBOLS[trump],
        trick=tuple(map(card_name, game.trick)),
        played=tuple(map(card_name, game.played)),
        voids=card_text.void_suits(game.lacks.keys() | values.get("voids", set())),
        points=values.get("points"),
        shown=None if shown is None else card_name(shown),
        dealer=dealer,
        in_order=bool(items.entries),
    )


def _coded(items: Items) -> Items:
    """Return items with the names of cards and suits as codes, in the tricks too."""
    names, coded = Names(), items.items.copy()
    for name, item in _ITEMS.items():
        if name in coded:
            with locate_errors(coded[name].where):
                coded[name] = coded[name]._replace(what=item.code(names, items.text(name)))
    tricks = []
    for trick in items.entries:
        with locate_errors(trick.where):
            tricks.append(trick._replace(what=names.trick(history.trick_text(trick.what))))
    return Items(coded, tricks)


def _read_values(items: Items) -> dict[str, Any]:
    """Return the items' values by name, without blank ones."""
    if "hand" not in items.items:
        raise IllegalState("a position needs the hand: 'AS KS 7H 2D'")
    if not {"trump", "shown"} & items.items.keys():
        raise IllegalState("a position needs the trump: S, H, D or C")
    values: dict[str, Any] = {}
    for name in _NOTATION.items:
        if items.text(name).strip():
            with locate_errors(items.items[name].where):
                values[name] = _ITEMS[name].read(items.text(name))
    return values


def _read_table(values: dict[str, Any], items: Items, right: Seat | None) -> History:
    """Return the facts derived from the current trick and earlier cards."""
    leader, trick = values.get("trick", (None, []))
    played = values.get("played", [])
    if not played and right is not None:
        if leader is not None and leader != right:
            raise IllegalAction(
                f"{leader.name[0]} leads the first trick, but {right.name[0]} sits on the "
                "dealer's right"
            )
        leader = right
    seat = values.get("seat")
    if leader is not None:
        turn = Seat((leader + len(trick)) % SEATS)
        _check_turn(seat, turn, items)
        seat = turn
    if seat is None:
        if relative := [name for name in ("voids", "points", "dealer") if name in values]:
            raise IllegalState(
                f"with {' and '.join(relative)}, give the seat whose turn it is, such as S"
            )
        seat = Seat.SOUTH
    first = seat - len(trick)
    plays = {card: (Seat((first + place) % SEATS), 0) for place, card in enumerate(trick)}
    led = suit_of(trick[0]) if trick else 0
    lacks = {(player, led): 0 for card, (player, _) in plays.items() if suit_of(card) != led}
    return History(seat, trick, played, lacks, plays=plays)


def _check_turn(seat: Seat | None, turn: Seat, items: Items) -> None:
    if seat is not None and seat != turn:
        with locate_errors(items.items["seat"].where):
            raise IllegalState(f"it is {turn.name[0]}'s turn, not {seat.name[0]}'s")


def _check_hand(hand: list[int], game: History, tricks: list[Given]) -> None:
    """Refuse a hand that the tricks played contradict."""
    for card in hand:
        name = card_name(card)
        if card in game.plays:
            seat, number = game.plays[card]
            with locate_errors(history.line_of(tricks[number - 1], number)):
                raise IllegalState(
                    f"{name} is in the hand, but {seat.name[0]} played it in trick {number}"
                )
        if number := game.lacks.get((game.seat, suit_of(card)), 0):
            with history.locate_trick(tricks[number - 1], number):
                raise IllegalAction(
                    f"{game.seat.name[0]} did not follow "
                    f"{SUIT_SYMBOLS[suit_of(card)]}, but still has {name}: a revoke, or a mistake"
                )
