"""Multiplayer turns in words.

Seats are 0, 1, 2, … in the order of play, 0 with the first turn; ``I`` is your own, ``they`` the
other of two. Turns are separated by semicolons or lines; ``#`` begins a comment, and case does not
matter.

=====================================  ===========================================================
turn                                   meaning
=====================================  ===========================================================
``I draw King``                        the card that you draw for your turn
``0 Guard on 2, guessing Priest``      a guess that missed; ``: out`` behind it, one that was right
``0 Guard``                            any card that affects nobody, such as all are protected
``I Priest on 1: saw King``            what you saw; another's Priest is ``1 Priest on 0``
``1 Baron on 2: 2 out, Guard``         who went out, and their card; ``: tie`` where nobody did
``3 Prince on 1: Spy``                 the card discarded; ``, drew Guard`` where you draw
``3 Prince on 1: out``                 the Princess was discarded
``2 King on 0: saw Guard``             the card that you got, where it was with you
``1 Chancellor``                       another's; your own as the next line has it
``I Chancellor: drew Spy and King, kept King, Guard last``
                                       the card kept, and the one returned to lie lowest
``1 Princess: Guard``                  played the Princess, and held this too
=====================================  ===========================================================
"""

import re
from collections.abc import Sequence

from llq.errors import IllegalState, LlqError
from llq.query.love_letter.notation import read_cards
from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.query.love_letter.rounds.remembered_rounds import RememberedRound
from llq.solver.love_letter.rounds.referee import UNKNOWN, party_rules
from llq.solver.love_letter.rounds.round_row import SeenTurn
from llq.solver.love_letter.rounds.watched_round import WatchedRound
from llq.solver.love_letter.rules import Argument, Consequence, Rules

_WHO = r"i|me|they|them|themselves|\d+"
_TURN = re.compile(
    rf"(?P<seat>{_WHO})\s+(?:plays?\s+)?(?P<card>[a-z]+|\d)"
    rf"(?:\s+on\s+(?P<target>{_WHO}))?"
    r"(?:,?\s+guess(?:ing|es)\s+(?P<named>[a-z]+|\d))?"
    r"(?:\s*:\s*(?P<result>.*))?"
)
_DRAW = re.compile(r"i\s+draw\s+(?P<card>.+)")

FORMS = (
    "I draw King",
    "0 Guard on 2, guessing Priest: missed",
    "0 Guard on 2, guessing Priest: out",
    "0 Handmaid",
    "I Priest on 1: saw King",
    "1 Baron on 2: 2 out, Guard",
    "3 Prince on 1: Spy",
    "3 Prince on me: Spy, drew Guard",
    "2 King on 0: saw Guard",
    "I Chancellor: drew Spy and King, kept King, Guard last",
    "1 Princess: Guard",
)
"""Turns of every kind, in words."""


def watch(
    players: int,
    dealt: str | int,
    turns: str | Sequence[str] = (),
    *,
    seat: int = 0,
    variant: str = "classic",
    face_up: str | Sequence[str | int] = (),
) -> RememberedRound:
    """Return one seat's view of a multiplayer round, checking every turn.

    Parameters
    ----------
    players
        How many sit at the table.
    dealt
        The card dealt to the player.
    turns
        The turns so far: text, separated by semicolons or lines, or a list of text.
    seat
        The player's; seat 0 has the first turn.
    face_up
        The cards laid face up, three where two play.

    Raises
    ------
    UnknownCard, UnknownGame
        There is no such card or edition.
    IllegalState
        No round can go so; the message says why, and in which turn.

    Examples
    --------
    >>> import llq
    >>> turns = "0 Guard on 1, guessing Baron; I draw Guard"
    >>> round_ = llq.love_letter.rounds.watch(4, "King", turns, seat=1)
    >>> round_.mover, round_.alive()
    (1, [0, 1, 2, 3])
    """
    rules = party_rules(variant, players)
    text = face_up if isinstance(face_up, str) else ",".join(map(str, face_up))
    cards = [rules.card(name) for name in read_cards(rules, text)]
    if len(cards) not in (0, OFFICIAL_FACE_UP):
        raise IllegalState(
            f"no cards lie face up at the start, or {OFFICIAL_FACE_UP}; got {len(cards)}"
        )
    round_ = RememberedRound(rules, players, seat, rules.card(_number(dealt)), cards)
    for number, line in enumerate(read_lines(turns), start=1):
        try:
            hear(round_, line)
        except LlqError as error:
            raise type(error)(f"turn {number}, {line[:60]!r}: {error}") from None
    return round_


def read_lines(turns: str | Sequence[str]) -> tuple[str, ...]:
    """Return the lines of turns, without comments."""
    texts = re.split("[;\n]", turns) if isinstance(turns, str) else turns
    return tuple(line for text in texts if (line := text.split("#")[0].strip()))


def hear(round_: WatchedRound, line: str) -> None:
    """Read one line into a round, modified in place."""
    event = read_line(round_, line)
    if isinstance(event, int):
        round_.draw(event)
    else:
        round_.hear(event)


def is_whole_line(text: str) -> bool:
    """Return whether a line has the form of a turn or a draw, subject included."""
    return bool(_TURN.fullmatch(text.lower()) or _DRAW.fullmatch(text.lower()))


def read_line(round_: WatchedRound, line: str) -> SeenTurn | int:
    """Return the turn, or the player's draw, described by a line."""
    text = line.strip().lower().rstrip(".")
    if draw := _DRAW.fullmatch(text):
        return round_.rules.card(_number(draw["card"]))
    match = _TURN.fullmatch(text)
    if match is None:
        raise IllegalState("not a turn; such as: 0 Guard on 2, guessing Priest: missed")
    rules, seat = round_.rules, _seat(round_, match["seat"])
    if seat != round_.mover:
        raise IllegalState(f"it is the turn of seat {round_.mover}; got {seat}")
    card = rules.card(_number(match["card"]))
    target = _seat(round_, match["target"]) if match["target"] else UNKNOWN
    named = rules.card(_number(match["named"])) if match["named"] else UNKNOWN
    turn = SeenTurn(card, target, named)
    for part in filter(None, (part.strip() for part in (match["result"] or "").split(","))):
        turn = _with_result(round_, turn, part)
    row = rules.cards[card].effect.row
    if row.is_deadly:
        turn = turn._replace(out=seat)
    if row.may & Consequence.DISCARDS and turn.gone >= 0:
        is_deadly = rules.cards[turn.gone].effect.row.is_deadly
        turn = turn._replace(out=target if is_deadly else turn.out)
    if turn.kept >= 0 and turn.last < 0:
        raise IllegalState("say which card lies lowest, such as: kept King, Guard last")
    return turn


def _with_result(round_: WatchedRound, turn: SeenTurn, part: str) -> SeenTurn:
    """Return the mover's turn completed by one part of the text after its colon."""
    rules, words = round_.rules, part.split()
    row = rules.cards[turn.card].effect.row
    discarded = turn.named if row.argument == Argument.CARD else turn.gone
    if part in ("missed", "tie", "no effect"):
        return turn
    if part == "out":
        if row.may & Consequence.DISCARDS:
            is_deadly = [card.effect.row.is_deadly for card in rules.cards]
            discarded = is_deadly.index(True)
        return turn._replace(out=round_.mover if row.is_deadly else turn.target, gone=discarded)
    if words[-1] == "out":
        return turn._replace(out=_seat(round_, words[0]), gone=discarded)
    if words[0] in ("saw", "got"):
        return turn._replace(saw=_card(rules, words[1:]))
    if words[0] == "drew":
        cards = read_cards(rules, " ".join(words[1:]).replace(" and ", " "))
        return turn._replace(drew=tuple(map(rules.card, cards)))
    if words[0] == "kept":
        return turn._replace(kept=_card(rules, words[1:]))
    if words[-1] == "last":
        return turn._replace(last=_card(rules, words[:-1]))
    return turn._replace(gone=_card(rules, words))


def _card(rules: Rules, words: Sequence[str]) -> int:
    return rules.card(_number(" ".join(words)))


def _number(name: str | int) -> str | int:
    return int(name) if isinstance(name, str) and name.strip().isdecimal() else name


def _seat(round_: WatchedRound, word: str) -> int:
    if word in ("i", "me"):
        return round_.seat
    if word in ("they", "them", "themselves") and len(round_.now.hands) == 2:
        return 1 - round_.seat
    if not word.isdecimal():
        raise IllegalState(f"say the seat by its number, such as: 2 out, Guard; got {word!r}")
    return int(word[:9])
