"""Editions of Love Letter: the deck and rules in each box.

A `Rules` is what llq solves for two players; an edition is what a shop sells, for as many players
as its box says. What a rulebook leaves open, or other descriptions tell otherwise, is a `Ruling`.
"""

from typing import NamedTuple

from llq.errors import UnknownGame, one_of
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.variants import BOXES, VARIANTS

_MOST_LETTERS = 60  # characters of a name, in messages


class Ruling(NamedTuple):
    """A rule as llq reads it."""

    topic: str
    rule: str
    source: str
    others: str = ""
    """Sources with a different reading; empty if none."""


class Edition(NamedTuple):
    """An edition as sold: names, players, tokens and rulings."""

    name: str
    """The variant for two players: `variants.rules` takes it."""
    title: str
    year: int | None
    players: tuple[int, int]
    """The fewest and the most players."""
    tokens_to_win: dict[int, int]
    """Tokens needed to win, by number of players; empty if no source is known."""
    variants: tuple[str, ...]
    """All variants of this edition: `name`, and others with different scoring."""
    rulings: tuple[Ruling, ...] = ()

    @property
    def rules(self) -> Rules:
        """Cards and rules of the round for two."""
        return VARIANTS[self.name]


_AEG = "AEG 2012, rules of play"
_DEMO = "Z-Man Games 2019, print-and-play demonstration"
_RULEBOOK = "Z-Man Games 2019, rulebook (quoted)"
_SUMMARY = "en.wingboardgame.com, How to play Love Letter"

_RULINGS_2019 = (
    Ruling(
        "tie",
        "players with equal final cards all win the round, a token each",
        _DEMO,
        "earlier editions: the higher total of discards wins",
    ),
    Ruling(
        "spy",
        "the only player still in the round who played or discarded a Spy gets a token more",
        _RULEBOOK,
        "the reference card, so en.wingboardgame.com and some programs: nobody if both did, where "
        "a Spy in the hand of a player who goes out counts as discarded (2019-tokens-sole)",
    ),
    Ruling(
        "chancellor",
        "draw two, keep one of three, return two to the bottom in any order; draw one and return "
        "one where one is left; nothing where none is",
        _SUMMARY,
    ),
    Ruling(
        "countess",
        "must be played beside the King or a Prince; one drawn by a Chancellor may be kept beside "
        "them, or returned",
        _SUMMARY,
        "no source speaks of the Chancellor's draws; the rule goes by the card to be played",
    ),
    Ruling(
        "prince", "with an empty deck the player who discards draws the card set aside", _SUMMARY
    ),
    Ruling("guard", "names any card but the Guard, so the Spy too", _RULEBOOK),
    Ruling("two players", "three cards lie face up, or none by choice", _AEG),
    Ruling(
        "score",
        "here 2019 counts rounds where two play, and tokens, the Spy's too, where more do; "
        "2019-tokens counts tokens for any number",
        "llq's own names",
    ),
    Ruling("next round", "the winner of a round begins the next", _SUMMARY),
)

EDITIONS = {
    edition.name: edition
    for edition in (
        Edition(
            "classic", "Love Letter", 2012, (2, 4), {2: 7, 3: 5, 4: 4}, ("classic",),
            (Ruling("tie", "the higher total of discards wins", _AEG, "Huibers 2016: half each"),),
        ),
        Edition(
            "2019", "Love Letter, second edition", 2019, (2, 6), {2: 6, 3: 5, 4: 4, 5: 3, 6: 3},
            ("2019", "2019-tokens", "2019-tokens-sole"), _RULINGS_2019,
        ),
        Edition(
            "hobbit", "Love Letter: The Hobbit, The Battle of the Five Armies", 2014, (2, 4), {},
            ("hobbit",),
        ),
        Edition("big", "Big Love Letter, after Huibers 2016", None, (4, 8), {}, ("big",)),
        Edition("batman", "Love Letter: Batman", 2014, (2, 4), {}, ("batman",)),
    )
}  # fmt: skip


def edition(name: str = "classic") -> Edition:
    """Return an edition by its name.

    Raises
    ------
    UnknownGame
        There is no such edition.

    Examples
    --------
    >>> import llq
    >>> box = llq.love_letter.table.edition("2019")
    >>> box.rules.deck_size, box.tokens_to_win[2]
    (21, 6)
    """
    name = BOXES.get(name, name)[:_MOST_LETTERS]
    if name in EDITIONS:
        return EDITIONS[name]
    raise UnknownGame(f"unknown edition {name!r} of Love Letter{one_of(name, EDITIONS)}")
