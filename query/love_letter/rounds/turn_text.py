"""Turns of a round in words: players, cards and results.

A turn is one of::

    I draw Handmaid, play Priest, see King
    they play Guard, guessing Baron: missed
    I draw Guard                               the turn to be played now; nothing follows

``I`` or ``me`` is the player whose round it is, ``they`` or ``opponent`` the other. After what is
played stand the card guessed, or whom a Prince hits (``on me``, ``on them``), and then what this
showed: ``see`` a card, ``discard`` one, ``draw`` one, or ``get`` one by a King. Small words, commas
and colons do not matter; cards are named as everywhere.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from llq.errors import IllegalState
from llq.solver.love_letter.rules import Action, Rules

EXAMPLES = "'I draw Handmaid, play Priest, see King' or 'they play Guard, guessing Baron: missed'"

ENDINGS = ("won", "lost")
"""Results of round-ending turns."""

SENTENCE = re.compile(
    r"(?P<subject>i|me|they|(?:the\s+)?opponent)\b[\s:,]*(?P<rest>.*)", re.IGNORECASE
)


def _by_form(**forms: str) -> dict[str, str]:
    """Return canonical words by inflected form."""
    return {form: name for name, words in forms.items() for form in words.split()}


_VERBS = _by_form(
    draw="draw draws drew drawing",
    play="play plays played playing",
    see="see sees saw seeing",
    discard="discard discards discarded discarding",
    get="get gets got getting take takes took receive receives received",
)
_TARGETS = {
    "me": "me", "myself": "me", "them": "them", "themselves": "them", "themself": "them",
    "self": "", "opponent": "",
}  # fmt: skip
"""Target by pronoun, empty if the speaker decides."""
_RESULTS = _by_form(
    missed="miss misses missed wrong",
    equal="equal equals tie tied same",
    won="hit hits right correct win wins won over",
    lost="lose loses lost out",
)
_FILLERS = {
    *("a", "an", "the", "and", "then", "on", "at", "for", "with", "by", "it", "is", "has", "but"),
    *("my", "their", "card", "hand", "hands", "i", "they", "opponent's", "new", "nothing"),
    *("guess", "guesses", "guessed", "guessing", "name", "names", "named", "naming"),
    *("swap", "swaps", "swapped", "compare", "compares", "compared"),
}


class SpokenTurn(NamedTuple):
    """A turn as written, with full card names."""

    is_own: bool
    drawn: str | None
    """The card drawn for the turn."""
    played: str | None = None
    """Card played; None before the play."""
    guess: str | None = None
    target: str | None = None
    """``me``, the round's owner, or ``them``, if stated."""
    cards: Mapping[str, str] = MappingProxyType({})
    """Cards by ``see``, ``discard``, ``draw`` and ``get``, after the play."""
    result: str = ""
    """``missed``, ``equal``, empty or, in the final turn, the mover's ``won`` or ``lost``."""


def read_turn(rules: Rules, text: str) -> SpokenTurn:
    """Parse a turn without checking its legality.

    >>> from llq.love_letter import rules
    >>> turn = read_turn(rules("classic"), "they play Prince on me, I draw Guard")
    >>> turn.played, turn.target, turn.cards
    ('Prince', 'me', {'draw': 'Guard'})
    """
    sentence = SENTENCE.fullmatch(text.strip())
    if sentence is None:
        raise IllegalState(f"{text!r} is not a turn: write, for example, {EXAMPLES}")
    is_own = is_own_turn(text)
    parts = _split(rules, sentence["rest"])
    if not parts:
        raise IllegalState(f"{text!r} says nothing of the turn: write, for example, {EXAMPLES}")
    drawn = _take_draw(rules, parts, is_own=is_own) if parts[0][0] == "draw" else None
    if drawn is not None and not parts:
        return SpokenTurn(is_own, drawn)
    verb, words = parts.pop(0)
    if verb != "play":
        example = "'I draw Guard, play King'" if is_own else "'they play Guard, guessing Baron'"
        raise IllegalState(f"{text!r} does not say what is played: write, for example, {example}")
    if is_own and drawn is None:
        raise IllegalState("your own turn begins with the card drawn: 'I draw Guard, play King'")
    every_word = [*words, *(word for _, arguments in parts for word in arguments)]
    results = {_RESULTS[word] for word in every_word if word in _RESULTS}
    targets = {_target(word, is_own=is_own) for word in words if word in _TARGETS}
    if len(results) > 1 or len(targets) > 1:
        raise IllegalState(f"{text!r} says two things of one play")
    played, *guesses = _cards(rules, words)
    if len(guesses) > 1:
        raise IllegalState(f"{text!r} names more cards than one play can")
    cards: dict[str, str] = {}
    for verb, words in parts:
        named = _cards(rules, words)
        if verb == "play" or verb in cards or len(named) != 1:
            raise IllegalState(f"{text!r}: after the play, write '{verb}' once, with one card")
        cards[verb] = named[0]
    guess, target, result = (next(iter(group), None) for group in (guesses, targets, results))
    return SpokenTurn(is_own, drawn, played, guess, target, cards, result or "")


def is_own_turn(text: str) -> bool:
    """Return whether a turn in words is the player's own."""
    return text.strip().lower().startswith(("i", "me"))


def write_play(action: Action, drawn: str | None) -> str:
    """Return a play's line without its result, after the player's draw if the turn is theirs."""
    line = "they play" if drawn is None else f"I draw {drawn}, play"
    line += f" {action.card}" + (f", guessing {action.guess}" if action.guess else "")
    if action.target is None:
        return line
    if (action.target == "self") == (drawn is not None):
        return f"{line} on me"
    return f"{line} on themselves" if drawn is None else f"{line} on them"


def _take_draw(rules: Rules, parts: list[tuple[str, list[str]]], *, is_own: bool) -> str:
    """Remove the draw from a turn's parts, and return the card."""
    if not is_own:
        raise IllegalState("what the opponent draws is not seen: write 'they play Guard, …'")
    drawn, *others = _cards(rules, parts.pop(0)[1])
    if others:
        raise IllegalState(f"one card is drawn, not {drawn} and {' and '.join(others)}")
    return drawn


def _target(word: str, *, is_own: bool) -> str:
    """Return a pronoun's player, ``me`` or ``them``."""
    target = _TARGETS[word]
    if not target and not is_own:
        raise IllegalState(f"{word!r} may be either player: say 'on me' or 'on themselves'")
    return target or ("me" if word == "self" else "them")


def _split(rules: Rules, text: str) -> list[tuple[str, list[str]]]:
    """Return each verb's words; initial words belong to the played card."""
    text = text.lower()
    for name in sorted((card.name.lower() for card in rules.cards), key=len, reverse=True):
        text = text.replace(name, name.replace(" ", "_"))
    parts: list[tuple[str, list[str]]] = []
    for word in re.findall(r"[^\s,:.!]+", text):
        if word in _VERBS:
            parts.append((_VERBS[word], []))
        elif parts:
            parts[-1][1].append(word)
        else:
            parts.append(("play", [word]))
    return parts


def _cards(rules: Rules, words: list[str]) -> list[str]:
    named = [
        rules.cards[rules.card(word.replace("_", " "))].name
        for word in words
        if word not in _FILLERS and word not in _TARGETS and word not in _RESULTS
    ]
    if not named:
        raise IllegalState(f"no card is named: write, for example, {EXAMPLES}")
    return named
