"""Library texts in page wording: suit signs for cards, claims in words."""

import re
from collections.abc import Callable

from llq.query.literature.positions.card_text import half_suit_words
from llq.solver.literature.rules import HALF_SUITS, Pack, find_half_suit, half_suit_name
from llq.web.pages.cards import spoken_rank, with_signs

_CLAIM = re.compile(r"\b([LH][CDHS]|EJ)((?: \d:[2-9A-Z,]+)+)")
_EIGHTS = half_suit_name(HALF_SUITS)
_PLAYER = re.compile(r"\b([Pp])layer (\d)\b")


def in_words(text: str, call: Callable[[int], str]) -> str:
    """Return a library text with suit signs and spelt-out claims.

    ``call`` returns what a seat is called: "you", a name or a number.

    >>> in_words("claim LS 0:4 2:A2356", lambda seat: "you" if seat == 0 else f"player {seat}")
    'claim the low spades (you: 4, player 2: A 2 3 5 6)'
    >>> in_words("claim EJ 0:8C,XR 2:8D,8H,8S,XB", lambda seat: f"player {seat}")
    'claim the eights and jokers (player 0: 8♣ red joker, player 2: 8♦ 8♥ 8♠ black joker)'
    """
    spoken = _CLAIM.sub(lambda claim: claim_words(claim[1], claim[2].split(), call), text)
    spoken = with_signs(_PLAYER.sub(lambda player: call(int(player[2])), spoken))
    return spoken.replace("you claims ", "you claim ")


def claim_words(half: str, holders: list[str], call: Callable[[int], str]) -> str:
    """Spell out a claim: half suit, and ranks by holder."""
    by_name = half == _EIGHTS
    parts = (holder.partition(":") for holder in holders)
    holdings = ", ".join(
        f"{call(int(seat))}: {' '.join(cards.split(',') if by_name else map(spoken_rank, cards))}"
        for seat, _, cards in parts
    )
    return f"the {half_suit_words(find_half_suit(half, Pack.WITH_JOKERS))} ({holdings})"
