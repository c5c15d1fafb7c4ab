"""Four-suit card names in text, as people write them."""

import re

from markupsafe import Markup, escape

_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CARD = re.compile(r"\b([2-9TJQKA])([SHDC])\b")
_JOKERS = {"XR": "red", "XB": "black"}
_JOKER = re.compile(r"\bX[RB]\b")
_SUIT = re.compile(r"\b[SHDC]\b")
_RED = re.compile(r"\w*[♥♦]")
_SUITS = re.compile(r"\b(?:trumps|lacks)(?: [SHDC])+\b")


def with_signs(text: str) -> str:
    """Return a text with suit signs for cards, trumps and missing suits.

    >>> with_signs("ask player 1 for the TH"), with_signs("trumps C, on the table 7H")
    ('ask player 1 for the 10♥', 'trumps ♣, on the table 7♥')
    >>> with_signs("ask player 1 for the XR")
    'ask player 1 for the red joker'
    """
    text = _JOKER.sub(lambda joker: f"{_JOKERS[joker[0]]} joker", text)
    text = _SUITS.sub(lambda words: _SUIT.sub(lambda suit: _SIGNS[suit[0]], words[0]), text)
    return _CARD.sub(lambda card: spoken_rank(card[1]) + _SIGNS[card[2]], text)


def coloured(text: str) -> Markup:
    """Return a text with suit signs, red ones in red."""
    return Markup(_RED.sub(r'<span class="red">\g<0></span>', str(escape(with_signs(text)))))


def spoken_rank(rank: str) -> str:
    """Return a rank in written form, 10 for T."""
    return "10" if rank == "T" else rank
