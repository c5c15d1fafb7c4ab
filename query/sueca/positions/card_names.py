"""Names of cards and suits in English and Portuguese, rewritten as codes such as ``AH``.

One letter is in both languages: C is clubs, and in Portuguese *copas*, hearts. A code keeps it, but
beside a Portuguese name it is refused.

>>> Names().cards("ás de copas, R♣; ouros: 7 V 2")
'AH, KC; D:7 JD 2D'
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from unicodedata import normalize

from llq.errors import UnknownCard

_RANKS = {
    "A": ("A ace", "as ás"), "7": ("7 seven", "bisca manilha sete"), "K": ("K king", "R rei"),
    "J": ("J jack", "V valete"), "Q": ("Q queen", "D dama"), "6": ("6 six", "seis"),
    "5": ("5 five", "cinco"), "4": ("4 four", "quatro"), "3": ("3 three", "tres três"),
    "2": ("2 two", "dois"), "10": ("10 T ten", "dez"),
}  # fmt: skip
_SUITS = {
    "S": ("S ♠ spade spades", "E espada espadas"), "H": ("H ♥ heart hearts", "copa copas"),
    "D": ("D ♦ diamond diamonds", "O ouro ouros"), "C": ("C ♣ club clubs", "P pau paus"),
}  # fmt: skip
"""English and Portuguese names by code, each usual word last."""


def _by_name(codes: Mapping[str, tuple[str, str]]) -> Mapping[str, tuple[str, bool]]:
    """Map names to codes, with flags for Portuguese."""
    return MappingProxyType({
        name.casefold(): (code, language == 1)
        for code, names in codes.items()
        for language, words in enumerate(names)
        for name in words.split()
    })  # fmt: skip


def _alternatives(names: list[str]) -> str:
    return "(?:" + "|".join(sorted(names, key=len, reverse=True)) + ")"


_RANK, _SUIT = _by_name(_RANKS), _by_name(_SUITS)
_PREPOSITION = r"\s+(?:de|do|of)\s+"
_LETTER = _alternatives([name for name in _SUIT if len(name) == 1])
_CHARACTER = _alternatives([name for name in _RANK if len(name) == 1 or name.isdigit()])
_WORD = _alternatives([name for name in _SUIT if len(name) > 1 or not name.isalpha()])
_CARD = (
    rf"(?<!\w)(?P<rank>{_alternatives([*_RANK])})"
    rf"(?:(?:{_PREPOSITION}|\s*)(?P<word>{_WORD})|(?:{_PREPOSITION})?(?P<letter>{_LETTER}))"
    r"(?!\w|\s*:)"
)
_CARDS_OR_RANKS = ("as", *(f"{rank}d" for rank in "a7kjq65432rvd"))
_HEADED = (
    rf"(?<!\w)(?P<head>{_alternatives([*_SUIT])})\s*:(?:\s*(?P<first>{_CHARACTER}+)(?!\w))?"
    rf"|{_CARD}|(?<!\w)(?P<ranks>{_alternatives([*_RANK])}|{_CHARACTER}+)(?!\w)"
)
_LACKED = (
    rf"(?<!\w)\w+\s*:|(?:\s{{1,9}}(?:e|and)\s+|[\s,]{{0,9}})(?<!\w)(?P<word>{_WORD})(?!\w|\s*:)"
    rf"|(?:^|(?<=:))(?P<letters>{_LETTER}+)(?!\w|\s*:)"
)


class Names:
    """Card names of one position; each rewriting tells later ones the language.

    Each raises `UnknownCard` for a ten, and for a name that could be two.
    """

    def __init__(self) -> None:
        self._portuguese = self._unclear = ""

    def cards(self, text: str) -> str:
        """Return cards as codes, from single names or ranks after a suit."""
        head = ""

        def code(match: re.Match[str]) -> str:
            nonlocal head
            if match["rank"]:
                if head and match[0].casefold() in _CARDS_OR_RANKS:
                    self._note(unclear=f"{match[0]!r} is a card in English, ranks in Portuguese")
                return self._card(match)
            if match["head"]:
                head = self._suit(match["head"])
                return f"{head}:{''.join(self._ranks(match['first'] or ''))}"
            return " ".join(rank + head for rank in self._ranks(match[0])) if head else match[0]

        return re.sub(_HEADED, code, _plain(text), flags=re.IGNORECASE)

    def trick(self, text: str) -> str:
        """Return a trick's cards as codes; seats stay."""
        return re.sub(_CARD, self._card, _plain(text), flags=re.IGNORECASE)

    def suits(self, text: str) -> str:
        """Return suits as letters: the trumps, or lacked suits after their seats."""

        def code(match: re.Match[str]) -> str:
            if match["word"]:
                return self._suit(match["word"])
            return "".join(map(self._suit, match["letters"])) if match["letters"] else match[0]

        return re.sub(_LACKED, code, _plain(text).strip(), flags=re.IGNORECASE)

    def _card(self, match: re.Match[str]) -> str:
        self._note("de" if re.search(r"\sd[eo]\s", match[0], re.IGNORECASE) else "")
        (rank,) = self._ranks(match["rank"])
        return rank + self._suit(match["word"] or match["letter"], match[0], rank)

    def _ranks(self, typed: str) -> list[str]:
        """Return the codes of a rank's name, or of single-letter ranks."""
        names = [typed] if typed.casefold() in _RANK else re.findall(_CHARACTER, typed, re.I)
        for name in names:
            code, is_portuguese = _RANK[name.casefold()]
            if code == "10":
                raise UnknownCard(f"{name!r}: Sueca has no ten; the 7, manilha, is second to A")
            self._note(name if is_portuguese else "")
        return [_RANK[name.casefold()][0] for name in names]

    def _suit(self, typed: str, name: str = "", rank: str = "") -> str:
        code, is_portuguese = _SUIT[typed.casefold()]
        self._note(typed if is_portuguese else "")
        if typed.casefold() == "c":
            english, portuguese = (names.split()[-1:] for names in _RANKS.get(rank, ("", "")))
            self._note(
                unclear=f"{name or typed!r} is {' of '.join([*english, 'clubs'])} in English and "
                f"{' de '.join([*portuguese, 'copas'])} in Portuguese"
            )
        return code

    def _note(self, portuguese: str = "", unclear: str = "") -> None:
        """Note a Portuguese name, and refuse names that it makes unclear."""
        self._portuguese, self._unclear = self._portuguese or portuguese, self._unclear or unclear
        if self._portuguese and self._unclear:
            raise UnknownCard(
                f"{self._unclear}, as {self._portuguese!r} is: write the suit in full, or ♠ ♥ ♦ ♣"
            )


def _plain(text: str) -> str:
    """Return text in Unicode form NFC, without emoji variation marks."""
    return normalize("NFC", text).replace("\ufe0f", "")
