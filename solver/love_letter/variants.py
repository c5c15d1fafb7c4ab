"""Love Letter's variants as data, plus custom decks.

References
----------
.. [1] Love Letter, rules of play, Alderac Entertainment Group, 2012 ("Tempest" edition).
.. [2] J. Huibers, AI Agents for the Card Game Love Letter, Leiden University, 2016, sections 2.1
   and 2.2.
.. [3] Love Letter, Z-Man Games, 2019: the publisher's rules in its print-and-play demonstration.
"""

from collections.abc import Sequence
from dataclasses import replace

from llq.errors import IllegalState, UnknownGame, one_of
from llq.solver.arguments import read_digits
from llq.solver.love_letter.rules import Card, Effect, Rules, SpyRule

_MOST_LETTERS = 60  # characters of a name, in messages
_CUSTOM = "deck-"
_MOST_COPIES = 99  # leads are kept in 16 bits
_FEWEST_CARDS = 4  # two hands, a draw and the aside card

CLASSIC = Rules(
    variant="classic",
    version=1,
    # Numbers, copies and effects: [1], the card list; the same in [2], section 2.1.
    cards=(
        Card("Guard", 1, 5, Effect.GUESS, 1),
        Card("Priest", 2, 2, Effect.LOOK, 2),
        Card("Baron", 3, 2, Effect.COMPARE, 3),
        Card("Handmaid", 4, 2, Effect.PROTECT, 4),
        Card("Prince", 5, 2, Effect.REDRAW, 5),
        Card("King", 6, 1, Effect.SWAP, 6),
        Card("Countess", 7, 1, Effect.YIELD, 7),
        Card("Princess", 8, 1, Effect.LOSE, 8),
    ),
    source="AEG 2012, as in Huibers 2016, section 2.1",
)

HOBBIT = Rules(
    variant="hobbit",
    version=1,
    # No rulebook of the publisher was found. The 17 cards and their effects: as described in [2],
    # section 2.2, at boardgamewikia.com/vi/love-letter-the-hobbit-the-battle-of-the-five-armies,
    # at seifenkiste.rsp-blogs.de/2015/06/04/ and, for the German edition, at
    # members.chello.at/topolino/b2015/Hobbit-LoveLetter.html; an unofficial web game plays so too.
    # Assumed: a guess names a card, so Legolas and Tauriel are guessed apart, and so may be the
    # Ring; the Ring counts 0 in comparisons during the round and in discard totals; a final Ring
    # and a final Bilbo are equal.
    cards=(
        Card("The One Ring", 0, 1, Effect.NOTHING, 7),  # "counts 7 at the end of the round"
        Card("Smaug", 1, 5, Effect.GUESS, 1),
        Card("Bard", 2, 2, Effect.LOOK, 2),
        Card("Legolas", 3, 1, Effect.COMPARE, 3),
        Card("Tauriel", 3, 1, Effect.COMPARE_LOW, 3),
        Card("Gandalf", 4, 2, Effect.PROTECT, 4),
        Card("Kili", 5, 2, Effect.REDRAW, 5),  # one copy is Fili
        Card("Thorin", 6, 1, Effect.SWAP, 6),
        Card("Bilbo", 7, 1, Effect.YIELD, 7),
        Card("Arkenstone", 8, 1, Effect.LOSE, 8),
    ),
    source="AEG 2014 (The Battle of the Five Armies), as in Huibers 2016, section 2.2",
)

BIG = Rules(
    variant="big",
    version=1,
    # The deck doubled, with one Countess and one Princess: [2], section 2.2. It is published for
    # four to eight players; dealing it to two by the classic rules is ours.
    cards=tuple(
        replace(card, copies=copies)
        for card, copies in zip(CLASSIC.cards, (10, 4, 4, 4, 4, 2, 1, 1), strict=True)
    ),
    source="Big Love Letter, as in Huibers 2016, section 2.2, dealt to two players",
)

_BATMAN_NAMES = (
    *("Batman", "Catwoman", "Bane", "Robin"),
    *("Poison Ivy", "Two-Face", "Harley Quinn", "Joker"),
)
BATMAN = Rules(
    variant="batman",
    version=1,
    # Names, and the token that Batman earns at once by a right guess of anyone but Robin: as
    # described at ziacomics.com/love-letter-batman/, in BoardGameGeek's description of game 168584,
    # at notesfromthefallen.blogspot.com/2016/04/love-letter-batman.html and in [2], section 2.2.
    # No rulebook of the publisher was found. Assumed: a drawn round earns nobody a token.
    cards=tuple(
        replace(card, name=name, guess_tokens=0 if name in ("Batman", "Robin") else 1)
        for card, name in zip(CLASSIC.cards, _BATMAN_NAMES, strict=True)
    ),
    source="AEG 2014 (Love Letter: Batman), as in Huibers 2016, section 2.2",
)

MODERN = Rules(
    variant="2019",
    version=1,
    # Cards: en.wingboardgame.com/2021/12/how-to-play-love-letter.html; ties, and what is discarded
    # by going out of the round: [3]. What needs a reading is in `editions`, with its source.
    cards=(
        Card("Spy", 0, 2, Effect.NOTHING, 0, is_spy=True),
        Card("Guard", 1, 6, Effect.GUESS, 1),
        Card("Priest", 2, 2, Effect.LOOK, 2),
        Card("Baron", 3, 2, Effect.COMPARE, 3),
        Card("Handmaid", 4, 2, Effect.PROTECT, 4),
        Card("Prince", 5, 2, Effect.REDRAW, 5),
        Card("Chancellor", 6, 2, Effect.EXCHANGE, 6),
        Card("King", 7, 1, Effect.SWAP, 7),
        Card("Countess", 8, 1, Effect.YIELD, 8),
        Card("Princess", 9, 1, Effect.LOSE, 9),
    ),
    source="Z-Man Games 2019; a returned card is at the bottom for one draw only, then forgotten",
)

# The same counted in tokens: a Spy's by either of the two readings that are played.
MODERN_TOKENS = replace(MODERN, variant="2019-tokens", spy_rule=SpyRule.REMAINING)
MODERN_SOLE = replace(MODERN, variant="2019-tokens-sole", spy_rule=SpyRule.SOLE)

VARIANTS = {
    rules.variant: rules
    for rules in (CLASSIC, HOBBIT, BIG, BATMAN, MODERN, MODERN_TOKENS, MODERN_SOLE)
}

BOXES = {"2012": "classic", "16": "classic", "21": "2019"}
"""Other names of an edition: the box's year or number of cards."""

ROUND_VARIANTS = tuple(name for name, rules in VARIANTS.items() if not rules.chooses_twice)
"""Variants with rounds followed turn by turn: see `round_rules`."""


def rules(variant: str = "classic") -> Rules:
    """Return a variant's rules by name, such as ``hobbit`` or ``deck-5-2-2-2-2-1-1-1``.

    An edition's year, or the cards in its box, is its name too: ``2012`` and ``16``, ``2019`` and
    ``21``.

    Raises
    ------
    UnknownGame
        There is no such variant.
    IllegalState
        The name is that of a deck that cannot be played.

    Examples
    --------
    >>> import llq
    >>> [card.name for card in llq.love_letter.rules("classic").cards][:3]
    ['Guard', 'Priest', 'Baron']
    """
    variant = BOXES.get(variant, variant)
    if variant in VARIANTS:
        return VARIANTS[variant]
    if variant.startswith(_CUSTOM):
        counts = [read_digits(count) for count in variant.removeprefix(_CUSTOM).split("-")]
        if None not in counts:
            return custom_deck([count for count in counts if count is not None])
    variant = variant[:_MOST_LETTERS]
    raise UnknownGame(
        f"unknown variant {variant!r} of Love Letter{one_of(variant, VARIANTS)}, and custom "
        "decks such as deck-5-2-2-2-2-1-1-1"
    )


def round_rules(variant: str = "classic") -> Rules:
    """Return a variant's rules, as `rules` does, if llq can follow its rounds."""
    variant_rules = rules(variant)
    check_rounds(variant_rules)
    return variant_rules


def check_rounds(rules: Rules) -> None:
    """Raise IllegalState unless llq can follow a variant's rounds."""
    if rules.chooses_twice:
        (name,) = (card.name for card in rules.cards if card.effect == Effect.EXCHANGE)
        raise IllegalState(
            f"{rules.variant} Love Letter has the {name}, who makes a turn of two choices: llq "
            f"looks up both (llq lookup guard {name.lower()} --edition {rules.variant}) and plays "
            f"matches, but does not follow its rounds; take {', '.join(ROUND_VARIANTS)} for that"
        )


def variants_with(name: str) -> list[str]:
    """Return the variants with a card of this number or name, ignoring Spy rules."""
    return [
        variant
        for variant, rules in VARIANTS.items()
        if rules.spy_rule is None
        and any(name in (str(card.number), card.name.lower()) for card in rules.cards)
    ]


def is_custom(rules: Rules) -> bool:
    """Return whether the rules belong to a `custom_deck`."""
    return rules.variant.startswith(_CUSTOM)


def custom_deck(copies: Sequence[int]) -> Rules:
    """Return the classic rules with custom numbers of copies, from Guard to Princess.

    >>> custom_deck([5, 2, 2, 2, 2, 1, 0, 1]).variant
    'deck-5-2-2-2-2-1-0-1'
    """
    names = ", ".join(card.name for card in CLASSIC.cards)
    counts = ",".join(map(str, copies))
    kinds = len(CLASSIC.cards)
    if len(copies) != kinds or not all(
        isinstance(count, int) and 0 <= count <= _MOST_COPIES for count in copies
    ):
        raise IllegalState(
            f"a deck is {kinds} integers from 0 to {_MOST_COPIES}, the copies of {names}; "
            f"got {counts or 'nothing'}"
        )
    if sum(copies) < _FEWEST_CARDS:
        raise IllegalState(
            f"a deck needs {_FEWEST_CARDS} cards: two hands, a draw and the card set aside; "
            f"{counts} has {sum(copies)}"
        )
    cards = (replace(c, copies=count) for c, count in zip(CLASSIC.cards, copies, strict=True))
    return Rules(
        variant=_CUSTOM + "-".join(map(str, copies)),
        version=CLASSIC.version,
        cards=tuple(cards),
        source="the classic cards in other counts",
    )
