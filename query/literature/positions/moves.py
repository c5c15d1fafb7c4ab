"""Moves of Literature, read from and written as text and plain data.

In text a move is one of::

    3 asks 0 5C no         3>0 5C -        the answer is yes or no, + or -
    1 claims LC 1:A23 3:456                a claim that is right
    1 claims LC 1:A23 3:456 wrong 1:A2 0:3 3:456      a wrong claim, and the true holders
    2 passes 0                             the turn of a player without cards
"""

import re
from collections.abc import Mapping
from typing import Any

from llq.errors import IllegalState
from llq.query.literature.positions.card_text import Seats, holder_groups, read_card, read_holders
from llq.solver.literature.actions import Asked, Claimed, Move, Passed
from llq.solver.literature.rules import (
    SUIT_SYMBOLS,
    Pack,
    card_name,
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
    r"(?P<claimed>.*?)\s*(?:\b(?P<result>right|wrong)\b[,:]?\s*(?P<actual>.*?))?"
)
_PASS = re.compile(
    r"(?P<seat>\w+)\s+pass(?:es)?\s+(?:the\s+)?(?:turn\s+)?(?:to\s+)?(?P<target>\w+)"
)


def read_move(move: str | Mapping[str, Any], pack: Pack, seats: Seats) -> Move:
    """Return the move of a text or plain data, without checking its legality."""
    if not isinstance(move, str):
        move = _as_text(move)
    text = re.sub(r"^\d+[.)]\s+", "", move.strip())
    short = re.sub(r"\bplayer\s+(?=\d)", "", text, flags=re.IGNORECASE)
    for pattern, parse in ((_ASK, _read_ask), (_CLAIM, _read_claim), (_PASS, _read_pass)):
        if match := pattern.fullmatch(short) or pattern.fullmatch(short.lower()):
            return parse(match, pack, seats)
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
    return _as_text(move_to_dict(move, pack))


def move_to_dict(move: Move, pack: Pack) -> dict[str, Any]:
    """Return a move as plain data, ready for JSON, as `read_move` takes it."""
    if isinstance(move, Asked):
        ask = {"player": move.seat, "asks": move.target}
        return {**ask, "card": card_name(move.card, pack), "answer": move.held}
    if isinstance(move, Passed):
        return {"player": move.seat, "passes": move.target}
    claimed, actual = (
        {str(seat): ranks for seat, ranks in holder_groups(holders, move.half_suit, pack).items()}
        for holders in (move.claimed, move.actual)
    )
    plain = {"player": move.seat, "claims": half_suit_name(move.half_suit), "holders": claimed}
    return plain if claimed == actual else {**plain, "wrong": actual}


def _as_text(move: Mapping[str, Any]) -> str:
    if not isinstance(move, Mapping):
        raise IllegalState(f"{move!r} is not a move: {_EXAMPLES}")
    keys = {"asks": {"card", "answer"}, "claims": {"holders", "wrong"}, "passes": set[str]()}
    kind = next((kind for kind in keys if kind in move), None)
    if kind is None or not set(move) <= {"player", kind} | keys[kind] or "player" not in move:
        raise IllegalState(
            f"{dict(move)!r} is not a move: it has player, and asks, card and answer, or claims, "
            "holders and perhaps wrong, or passes"
        )
    if kind == "asks":
        answer = str(move.get("answer", "")).lower()
        return f"{move['player']} asks {move[kind]} {move.get('card', '')} {answer}"
    if kind == "passes":
        return f"{move['player']} passes {move[kind]}"
    holders = _holders_text(move.get("holders", {}))
    wrong = f" wrong {_holders_text(move['wrong'])}" if "wrong" in move else ""
    return f"{move['player']} claims {move[kind]} {holders}{wrong}"


def _holders_text(groups: Any) -> str:
    if not isinstance(groups, Mapping):
        return str(groups)
    return " ".join(
        f"{seat}:{ranks if isinstance(ranks, str) else ','.join(map(str, ranks))}"
        for seat, ranks in groups.items()
    )


def _read_ask(match: re.Match[str], pack: Pack, seats: Seats) -> Asked:
    seat, target = seats.read(match["seat"]), seats.read(match["target"])
    card = read_card(match["card"], pack)
    answer = match["answer"].lower()
    if answer not in _ANSWERS:
        problem = f"{answer!r} is not an answer" if answer else "the answer is missing"
        raise IllegalState(f"{problem}: write yes or no, or + or -, after the card")
    return Asked(seat, target, card, _ANSWERS[answer])


def _read_claim(match: re.Match[str], pack: Pack, seats: Seats) -> Claimed:
    seat = seats.read(match["seat"])
    words = re.fullmatch(r"(low|high)\s*(c|d|h|s)\w*", match["half"].lower())
    if words and len(match["half"]) > len("LC"):
        half_suit = 2 * SUIT_SYMBOLS.index(words[2].upper()) + (words[1] == "high")
    else:
        half_suit = find_half_suit(match["half"], pack)
    claimed = read_holders(match["claimed"], half_suit, pack, seats)
    if match["result"] != "wrong":
        if match["actual"]:
            raise IllegalState(
                f"{match['actual']!r} after right: only a wrong claim is followed by the true "
                "holders"
            )
        return Claimed(seat, half_suit, claimed, claimed)
    if not match["actual"]:
        raise IllegalState(
            "after wrong give the holders of all six cards, such as wrong "
            f"1:{pack.ranks[half_suit & 1][:2]} 0:{pack.ranks[half_suit & 1][2:]}"
        )
    actual = read_holders(match["actual"], half_suit, pack, seats)
    if actual == claimed:
        raise IllegalState("the claim is called wrong, but the cards are where it says")
    return Claimed(seat, half_suit, claimed, actual)


def _read_pass(match: re.Match[str], _pack: Pack, seats: Seats) -> Passed:
    return Passed(seats.read(match["seat"]), seats.read(match["target"]))
