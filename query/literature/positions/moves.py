"""Moves of Literature, read from and written as text and plain data.

In text a move is one of::

    3 asks 0 5C no         3>0 5C -        the answer is yes or no, + or -
    1 claims LC 1:A23 3:456                a claim that is right
    1 claims LC 1:A23 3:456 wrong 1:A2 0:3 3:456      a wrong claim, and the true holders
    1 claims LC 1:234 3:567 wrong 1x3 0x1 3x2         where these stay hidden: how many each held
    1 claims LC 1:234 3:567 at 0.95                   in the forced endgame, at the chance asked for
    2 passes 0                             the turn of a player without cards
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from llq.errors import IllegalState
from llq.query.literature.positions.card_text import Seats, holder_groups, read_holders
from llq.solver.literature.log import Asked, Claimed, Move, Passed
from llq.solver.literature.rules import (
    IN_HALF,
    LADDER,
    SUIT_SYMBOLS,
    Pack,
    card_name,
    find_card,
    find_half_suit,
    half_suit_name,
)

_EXAMPLES = "write, for example, '3 asks 0 5C no', '1 claims LC 1:A23 3:456' or '2 passes 0'"
_ANSWERS = dict.fromkeys(("yes", "y", "+", "hit", "got", "true", "✓"), True) | dict.fromkeys(
    ("no", "n", "-", "−", "–", "miss", "false", "✗"), False
)
_ASK = re.compile(
    r"(?P<seat>\w+)\s*(?:\basks?\b|->|>|→)\s*(?P<target>\w+)\s*,?\s+(?:for\s+)?(?:the\s+)?"
    r"(?P<card>10\S|\S\S)\s*[,:;]?\s*(?P<answer>\S*?)[.!]?"
)
_CLAIM = re.compile(
    r"(?P<seat>\w+)\s+claims?\s+(?:the\s+)?"
    r"(?P<half>(?:low|high)\s*(?:clubs?|diamonds?|hearts?|spades?)|\S\S)\b[,:]?\s*"
    r"(?P<said>.*?)\s*(?:\b(?P<result>right|wrong)\b[,:]?\s*(?P<true>.*?))?"
    r"(?:\s+at\s+(?P<rung>[\d.]+))?"
)
_PASS = re.compile(
    r"(?P<seat>\w+)\s+pass(?:es)?\s+(?:the\s+)?(?:turn\s+)?(?:to\s+)?(?P<target>\w+)"
)


def read_move(said: str | Mapping[str, Any], pack: Pack, seats: Seats) -> Move:
    """Return the move of a text or of plain data; whether it is legal is not checked.

    Raises
    ------
    UnknownCard, IllegalState
        It is not a move.

    Examples
    --------
    >>> read_move("3>0 5C -", Pack.WITHOUT_SEVENS, Seats(4))
    Asked(seat=3, target=0, card=4, held=False)
    """
    if not isinstance(said, str):
        said = _in_words(said)
    text = re.sub(r"^\d+[.)]\s+", "", said.strip())
    short = re.sub(r"\bplayer\s+(?=\d)", "", text, flags=re.IGNORECASE)
    for pattern, make in ((_ASK, _ask), (_CLAIM, _claim), (_PASS, _pass)):
        found = pattern.fullmatch(short) or pattern.fullmatch(short.lower())
        if found:
            return make(found, pack, seats)
    raise IllegalState(f"{text!r} is not a move: {_EXAMPLES}")


def write_move(move: Move, pack: Pack) -> str:
    """Return a move as `read_move` takes it.

    >>> write_move(Claimed(1, 0, (1, 1, 1, 3, 3, 3), (1, 1, 0, 3, 3, 3)), Pack.WITHOUT_SEVENS)
    '1 claims LC 1:A23 3:456 wrong 0:3 1:A2 3:456'
    """
    if isinstance(move, Asked):
        answer = "yes" if move.held else "no"
        return f"{move.seat} asks {move.target} {card_name(move.card, pack)} {answer}"
    if isinstance(move, Passed):
        return f"{move.seat} passes {move.target}"
    plain = move_to_dict(move, pack)
    said = " ".join(f"{seat}:{ranks}" for seat, ranks in plain["holders"].items())
    true = " ".join(
        f"{seat}x{held}" if isinstance(held, int) else f"{seat}:{held}"
        for seat, held in plain.get("wrong", {}).items()
    )
    wrong, at = f" wrong {true}" if true else "", f" at {plain['at']:g}" if "at" in plain else ""
    return f"{move.seat} claims {half_suit_name(move.half_suit)} {said}{wrong}{at}"


def move_to_dict(move: Move, pack: Pack) -> dict[str, Any]:
    """Return a move as plain data, ready for JSON, as `read_move` takes it."""
    if isinstance(move, Asked):
        return {
            "player": move.seat,
            "asks": move.target,
            "card": card_name(move.card, pack),
            "answer": move.held,
        }
    if isinstance(move, Passed):
        return {"player": move.seat, "passes": move.target}
    said, true = (
        {str(seat): ranks for seat, ranks in holder_groups(who, move.half_suit, pack).items()}
        if who
        else {str(seat): held for seat, held in enumerate(move.lost) if held}
        for who in (move.said, move.true)
    )
    half_suit = half_suit_name(move.half_suit)
    plain = {"player": move.seat, "claims": half_suit, "holders": said}
    if said != true:
        plain["wrong"] = true
    return plain | ({"at": LADDER[move.rung - 1]} if move.rung else {})


def _in_words(move: Mapping[str, Any]) -> str:
    """Return plain data as the text of a move."""
    if not isinstance(move, Mapping):
        raise IllegalState(f"{move!r} is not a move: {_EXAMPLES}")
    known = {"asks": {"card", "answer"}, "claims": {"holders", "wrong", "at"}, "passes": set[str]()}
    kind = next((kind for kind in known if kind in move), None)
    if kind is None or not set(move) <= {"player", kind} | known[kind] or "player" not in move:
        raise IllegalState(
            f"{dict(move)!r} is not a move: it has player, and asks, card and answer, or claims, "
            "holders and perhaps wrong and at, or passes"
        )

    def holders(name: str) -> str:
        held = move.get(name, {})
        if not isinstance(held, Mapping):
            return str(held)
        return " ".join(
            f"{seat}x{ranks}"
            if isinstance(ranks, int)
            else f"{seat}:{ranks if isinstance(ranks, str) else ','.join(map(str, ranks))}"
            for seat, ranks in held.items()
        )

    if kind == "asks":
        answer = str(move.get("answer", "")).lower()
        return f"{move['player']} asks {move[kind]} {move.get('card', '')} {answer}"
    if kind == "passes":
        return f"{move['player']} passes {move[kind]}"
    wrong = f" wrong {holders('wrong')}" if "wrong" in move else ""
    at = f" at {move['at']}" if "at" in move else ""
    return f"{move['player']} claims {move[kind]} {holders('holders')}{wrong}{at}"


def _ask(found: re.Match[str], pack: Pack, seats: Seats) -> Asked:
    seat, target = seats.read(found["seat"]), seats.read(found["target"])
    card = find_card(found["card"], pack)
    answer = found["answer"].lower()
    if answer not in _ANSWERS:
        said = f"{answer!r} is not an answer" if answer else "the answer is missing"
        raise IllegalState(f"{said}: write yes or no, or + or -, after the card")
    return Asked(seat, target, card, _ANSWERS[answer])


def _claim(found: re.Match[str], pack: Pack, seats: Seats) -> Claimed:
    seat = seats.read(found["seat"])
    words = re.fullmatch(r"(low|high)\s*(c|d|h|s)\w*", found["half"].lower())
    if words and len(found["half"]) > len("LC"):
        half_suit = 2 * SUIT_SYMBOLS.index(words[2].upper()) + (words[1] == "high")
    else:
        half_suit = find_half_suit(found["half"], pack)
    said = read_holders(found["said"], half_suit, pack, seats)
    rung = _rung(found["rung"])
    if found["result"] != "wrong":
        if found["true"]:
            raise IllegalState(
                f"{found['true']!r} after right: only a wrong claim is followed by the true holders"
            )
        return Claimed(seat, half_suit, said, said, rung=rung)
    if not found["true"]:
        raise IllegalState(
            "after wrong give the holders of all six cards, such as wrong "
            f"1:{pack.ranks[half_suit & 1][:2]} 0:{pack.ranks[half_suit & 1][2:]}"
        )
    if counts := re.fullmatch(r"(\w+?x[1-6]\b[\s,]*)+", found["true"]):
        return Claimed(seat, half_suit, said, (), _counts(counts[0], seats), rung)
    true = read_holders(found["true"], half_suit, pack, seats)
    if true == said:
        raise IllegalState("the claim is called wrong, but the cards are where it says")
    return Claimed(seat, half_suit, said, true, rung=rung)


def _counts(text: str, seats: Seats) -> tuple[int, ...]:
    """Return how many of a half suit's cards each seat held, of such as ``1x3 0x3``."""
    lost = [0] * seats.players
    for word in text.replace(",", " ").split():
        name, _, held = word.rpartition("x")
        lost[seats.read(name)] += int(held)
    if sum(lost) != IN_HALF:
        raise IllegalState(f"{text.strip()!r} are {sum(lost)} cards; a half suit has {IN_HALF}")
    return tuple(lost)


def _rung(text: str | None) -> int:
    """Return the rung of a chance of the forced endgame, from 1 on, 0 for none."""
    if text is None:
        return 0
    for rung, chance in enumerate(LADDER, start=1):
        if text in (f"{chance:g}", str(chance)):
            return rung
    chances = ", ".join(f"{chance:g}" for chance in LADDER)
    raise IllegalState(f"claims are forced at one of {chances}; got {text}")


def _pass(found: re.Match[str], pack: Pack, seats: Seats) -> Passed:
    del pack
    return Passed(seats.read(found["seat"]), seats.read(found["target"]))
