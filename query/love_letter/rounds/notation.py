"""Round notation from one player's view.

In a file an item or a turn is a line; in JSON ``turns`` is a list. ``#`` begins a comment; blank
lines and case do not matter.

===========  ====================  ================================================================
item         such as               meaning
===========  ====================  ================================================================
dealt        ``King``              your card before the first turn
face up      ``1 1 5``             the three cards laid face up first, by the official rule
variant      ``hobbit``            the variant; classic by default
drawn        ``Guard``             the card that you drew for the turn to be played now, in place of
                                   a last line such as ``I draw Guard``
===========  ====================  ================================================================

Turns are as `llq.query.love_letter.rounds.turn_text` says, in the order of play. A line such as
``they play Baron`` is a Baron that found two equal cards: else the round would be over.
"""

import os
from collections.abc import Sequence
from typing import Any

from llq.errors import IllegalState
from llq.query.love_letter.notation import read_cards
from llq.query.love_letter.observation import OFFICIAL_FACE_UP, Seen
from llq.query.love_letter.rounds.reading import RoundOfTwo, take_turn, view_of
from llq.query.love_letter.rounds.turn_text import SpokenTurn, is_own_turn, read_turn
from llq.query.text.files import source_name
from llq.query.text.notation import Items, Notation, locate_errors
from llq.solver.love_letter import variants
from llq.solver.love_letter.responses.round_replay import replay
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.views import View

NOTATION = Notation(
    what="game", items=("variant", "dealt", "face_up", "drawn"), listed="turns", bare_entries=True
)
"""Items and turns of a round."""


def game(
    dealt: str | int,
    turns: str | Sequence[str] = (),
    drawn: str | int | None = None,
    *,
    face_up: str | Sequence[str | int] = (),
    variant: str = "classic",
) -> View:
    """Return a player's view of a round after validated turns.

    Parameters
    ----------
    dealt
        The player's card before the first turn.
    turns
        The turns so far: text, separated by semicolons or lines, or a list of text.
    drawn
        The card drawn for the turn to be played now, unless the last of ``turns`` says it.
    face_up, variant
        As in `llq.lookup`.

    Returns
    -------
    View
        Its ``state`` is what tables take, its ``history`` what a solution remembers.

    Raises
    ------
    UnknownCard, UnknownGame
        There is no such card or variant.
    IllegalState
        No round can reach this; the message says why, and in which turn.

    Examples
    --------
    >>> import llq
    >>> turns = "they play Guard, guessing Baron: missed"
    >>> view = llq.love_letter.rounds.game("King", turns, "Guard")
    >>> view.hand, view.history.turns[0].has_missed
    (('Guard', 'King'), True)
    """
    items = {"dealt": dealt, "drawn": drawn, "face_up": face_up, "variant": variant}
    return _read_view(NOTATION.parse(items | {"turns": turns}))


def read_game(path: str | os.PathLike[str], **items: Any) -> View:
    """Return a player's view from a round file; ``-`` reads standard input.

    Parameters
    ----------
    items
        Items in place of those of the file, as in `game`; None leaves the file's.

    Raises
    ------
    UnknownCard, UnknownGame, IllegalState
        As `game` does, or the file cannot be read; the message names the line.
    """
    in_file, overrides = NOTATION.read(path), NOTATION.parse(items)
    in_file.items |= overrides.items
    in_file.entries = overrides.entries or in_file.entries
    with locate_errors(source_name(path)):
        if not (in_file.items or in_file.entries):
            raise IllegalState("the file is empty: a game has dealt, and the turns so far")
        return _read_view(in_file)


def seen_of(view: View, *, by_discards: bool = False) -> Seen:
    """Return a view as `llq.lookup` arguments, with a lead if discards decide."""
    rules, history, hand, unseen = view.rules, view.history, view.hand, view.unseen
    discards = [
        card.name
        for card in rules.cards
        for _ in range(card.copies - unseen[card.name] - hand.count(card.name))
    ]
    for name in history.face_up:
        discards.remove(name)
    return {
        "seen": discards,
        "face_up": list(history.face_up),
        "lead": replay(rules, history)[-1].lead if by_discards else None,
        "opponent": view.opponent,
        "opponent_knows": view.opponent_knows,
        "handmaid": view.handmaid,
    }


def _read_view(items: Items) -> View:
    round_ = read_round(items, may_end=False)
    drawn = _cards(round_.rules, items, "drawn")
    if len(drawn) > 1 or (drawn and round_.drawn):
        raise IllegalState("one card is drawn for the turn to be played now: say it once")
    if drawn:
        with locate_errors(items.items["drawn"].where):
            take_turn(round_, SpokenTurn(True, drawn[0]))
    return view_of(round_)


def read_round(items: Items, *, may_end: bool = True) -> RoundOfTwo:
    """Return a round after its turns, checked one by one; the first says who begins."""
    rules = variants.rules(items.text("variant", "classic").strip() or "classic")
    if rules.chooses_twice:
        raise IllegalState(
            f"{rules.variant} Love Letter is followed by seats, as at a table of several: llq "
            f"track --edition {rules.variant}, or llq.love_letter.rounds.watch(2, …); I and they "
            f"are for {', '.join(variants.ROUND_VARIANTS)}"
        )
    face_up = sorted(_cards(rules, items, "face_up"), key=rules.card)
    if len(face_up) not in (0, OFFICIAL_FACE_UP):
        raise IllegalState(f"no cards lie face up, or {OFFICIAL_FACE_UP}; got {len(face_up)}")
    dealt = _cards(rules, items, "dealt")
    if len(dealt) != 1:
        raise IllegalState(
            f"a game needs dealt: your one card before the first turn, such as dealt: King; got "
            f"{len(dealt)} cards"
        )
    for name in {*face_up, *dealt}:
        copies = rules.cards[rules.card(name)].copies
        if (face_up + dealt).count(name) > copies:
            raise IllegalState(f"the deck has {copies} {name}, fewer than dealt and face up")
    turns = [str(entry.what) for entry in items.entries]
    seat = int(bool(turns) and not is_own_turn(turns[0]))
    round_ = RoundOfTwo(rules, 2, seat, rules.card(dealt[0]), [*map(rules.card, face_up)])
    for turn, entry in zip(turns, items.entries, strict=True):
        with locate_errors(entry.where):
            take_turn(round_, read_turn(rules, turn))
            if round_.winner is not None and not may_end:
                raise IllegalState("the round was over with this turn: there is nothing to look up")
    return round_


def _cards(rules: Rules, items: Items, name: str) -> list[str]:
    return items.read(name, lambda text: read_cards(rules, text), [])
