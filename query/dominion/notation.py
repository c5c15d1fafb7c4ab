"""Decks and situations as people write them: ``7 copper, 3 estate``."""

import re
from collections.abc import Mapping, Sequence

from llq.errors import IllegalState, UnknownCard, did_you_mean
from llq.solver.arguments import check_integer
from llq.solver.dominion.rules import FixedLength, Rules
from llq.solver.dominion.state import State
from llq.solver.dominion.variants import SUPPLY, rules

_MOST_DIGITS, _MOST_OF_A_TEXT = 6, 40
"""Digits of a count of cards, and characters of a text that a message repeats."""


def deck(
    cards: Mapping[str, int] | str,
    coins: int,
    turn: int,
    turns: int | None = None,
    *,
    game: Rules | None = None,
) -> State:
    """Return the visible state: deck, coins in hand, and turn.

    Parameters
    ----------
    cards
        All cards that the player owns, the hand included: copies by name, or words such as
        ``"7 copper, 3 estate"``, ``"7c 3e"``, names shortened as far as they stay clear.
    coins
        Coins in hand.
    turn
        The turn being played; the first is 1.
    turns
        Length of the game; by default 31 turns, or the custom game's own length.
    game
        The rules, from `llq.dominion.table.read_game`; by default those of Dominion.

    Raises
    ------
    IllegalState
        No game reaches such a situation; the message says why. `UnknownCard` if there is no such
        card. Whether some hand of the deck is worth the coins, `lookup` checks.

    Examples
    --------
    >>> import llq
    >>> state = llq.dominion.deck("7c 3e silver", coins=4, turn=2)
    >>> print(state)
    7 copper, 1 silver, 3 estate; 4 coins, turn 2 of 31
    >>> state.legal[-1]
    Action(card='estate')
    """
    game = game or rules()
    if turns is None:
        if not isinstance(game.end, FixedLength):
            raise IllegalState(f"{game.name} ends by chance; say for how many turns to solve it")
        turns = game.end.turns
    counts = parse_counts(cards, [*game.place], game.name) if isinstance(cards, str) else cards
    largest = 10**_MOST_DIGITS
    for name, number in {**counts, "coins": coins, "turn": turn, "turns": turns}.items():
        check_integer(name, number, -largest, largest)
    owned = game.deck(counts)
    if not 1 <= turn <= turns:
        raise IllegalState(f"a game of {turns} turns has no turn {turn}")
    bought = sum(owned) - sum(game.start)
    if bought >= turn:
        raise IllegalState(
            f"a deck with {bought} bought cards takes {bought} turns; "
            f"before turn {turn} there were {turn - 1}"
        )
    return State(game, owned, int(coins), int(turn), int(turns))


def read_counts(
    subject: str, cards: Mapping[str, int] | str, extra_names: Sequence[str] = ()
) -> dict[str, int]:
    """Return card counts by name for a deck or pile, possibly empty.

    Words are as in `parse_counts`; ``extra_names`` are names of cards beside those of the game.
    """
    game = rules()
    names = [*game.place, *extra_names]
    counts = cards or {}
    if isinstance(counts, str):
        counts = parse_counts(counts, names, game.name) if counts.strip() else {}
    if not isinstance(counts, Mapping):
        raise IllegalState(f"{subject} is text such as '7 copper, 3 estate', or copies by name")
    for name, copies in counts.items():
        _find_card(str(name), game.name, names)
        check_integer(f"{subject}: copies of {name}", copies, 0)
    return {name: int(counts[name]) for name in names if name in counts}


def check_owned(
    subject: str,
    counts: Mapping[str, int],
    most: Mapping[str, int] = SUPPLY,
    trashed: Sequence[str] = (),
) -> tuple[int, ...]:
    """Validate a player's cards; return their counts in the rules' order.

    ``most`` is how many there are of each card; those ``trashed`` may be fewer than at the start.
    """
    game = rules()
    owned = tuple(counts.get(name, 0) for name in game.place)
    for name, copies, start in zip(game.place, owned, game.start, strict=True):
        if copies < start and name not in trashed:
            raise IllegalState(
                f"{subject} has {copies} {name}, but the starting deck has {start} and "
                "nothing is trashed"
            )
        if copies > most.get(name, copies):
            raise IllegalState(f"{subject} has {copies} {name}; there are {most[name]}")
    return owned


def parse_counts(text: str, names: Sequence[str], game: str) -> dict[str, int]:
    """Return copies by card from words: numbers and names, a name alone for one copy.

    Commas, semicolons and blanks separate; a name may be a plural, or shortened as far as it stays
    clear.
    """
    counts: dict[str, int] = {}
    for part in re.split(r"[,;]", text):
        for number, word in _split_items(part, names):
            if not number and len(_matches(word, names)) != 1 and len(part.split()) > 1:
                raise _not_a_deck(part)  # such as "seven copper"
            name = _find_card(word, game, names)
            counts[name] = counts.get(name, 0) + int(number or 1)
    return counts


def _split_items(part: str, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return counts, possibly empty, and names from part of a deck."""
    part = " ".join(part.split())
    number = r"(?<!\d)(\d*) ?"  # tried once in a run of digits, or a long one would take seconds
    items = re.findall(number + r"([^\W\d]\w*)", part)
    unspaced = re.findall(number + r"([^\W\d]+)", part)  # such as "7c3e"
    if unspaced != items and all(len(_matches(word, names)) == 1 for _, word in unspaced):
        items = unspaced
    left = re.sub(number + r"[^\W\d]\w*", "", part).strip()
    if left or not items or any(len(copies) > _MOST_DIGITS for copies, _ in items):
        raise _not_a_deck(part)
    return items


def _not_a_deck(part: str) -> IllegalState:
    return IllegalState(f"{_short(part.strip())!r} in the deck is not like '7 copper'")


def _short(text: str) -> str:
    return text if len(text) <= _MOST_OF_A_TEXT else f"{text[:_MOST_OF_A_TEXT]}…"


def _find_card(word: str, game: str, names: Sequence[str]) -> str:
    matches = _matches(word, names)
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise UnknownCard(f"{word!r} may be {' or '.join(matches)}; write more of the name")
    near = did_you_mean(word, names)
    raise UnknownCard(f"{game} has no card {_short(word)!r}{near}; it has {', '.join(names)}")


def _matches(word: str, names: Sequence[str]) -> list[str]:
    """Return the cards matching a name or plural, otherwise those matching a prefix."""
    if word in names:
        return [word]
    lower = word.lower()
    forms = {lower, lower.removesuffix("s"), f"{lower.removesuffix('ies')}y"}
    matches = [name for name in names if name.lower() in forms]
    return matches or [name for name in names if name.lower().startswith(lower)]
