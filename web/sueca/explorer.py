"""Sueca's explorer: a player's view, and every legal card's value."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from llq.errors import LlqError
from llq.query.sueca.positions.card_text import read_cards
from llq.query.sueca.positions.history import read_trick
from llq.query.sueca.positions.notation import in_codes, items_of, position
from llq.solver.sueca import rules
from llq.solver.sueca.rules import RANK_SYMBOLS, SUIT_SYMBOLS, card_name, find_card
from llq.web.games import Link
from llq.web.pages.question_pages import Asked, Deck, Onward, QuestionPage, Values
from llq.web.sueca.advice import FIRST_SAMPLES, advice_parts
from llq.web.sueca.api import api

_PLACES = ("hand", "trick", "played")  # items of visible cards
_ITEMS = (*_PLACES, "trump", "points", "voids", "seat", "shown", "dealer", "tricks")
_ROWS = tuple(tuple(rank + suit for rank in RANK_SYMBOLS[::-1]) for suit in SUIT_SYMBOLS)


def _lead_on(asked: Asked) -> Onward:
    if (advice := asked.answer) is None:
        return Onward()
    question, parts = asked.question, advice_parts(advice)
    if (question.player, question.samples, question.seed) != ("strong", FIRST_SAMPLES, 1):
        parts["stream"] = ""
    return Onward(parts=parts)


def _deck(values: Values) -> Deck:
    """Return the deck with each card's place, and how many are missing in the hand."""
    missing = 0
    try:
        places = _cards_in(in_codes(values))
        tricks = len(places["played"]) // rules.SEATS
        missing = rules.HAND_SIZE - tricks - len(places["hand"])
    except LlqError:  # which the question's refusal says
        places = {place: [] for place in _PLACES}
        for place in _PLACES:
            with suppress(LlqError):
                places[place] = _read(place, values.get(place, ""))
    place_of = {card: place for place, cards in places.items() for card in cards}
    return Deck({card: place_of.get(card, "") for row in _ROWS for card in row}, missing)


def _toggle_card(values: Values, card: str) -> Values:
    """Return the question with a card put into the place ``put``, or taken out of it."""
    name = card_name(find_card(card))
    values = _without_tricks(in_codes(values))
    places = _cards_in(values)
    place = values["put"] if values.get("put") in places else "hand"
    was_there = name in places[place]
    for cards in places.values():
        if name in cards:
            cards.remove(name)
    if not was_there:
        places[place].append(name)
    texts = {zone: _by_suit(cards) for zone, cards in places.items() if zone != "trick"}
    return {**values, **texts, "trick": " ".join(places["trick"])}


def _cards_in(values: Values) -> dict[str, list[str]]:
    """Return the cards of each place, in the given order."""
    values = _without_tricks(values)
    return {place: _read(place, values.get(place, "")) for place in _PLACES}


def _without_tricks(values: Values) -> Values:
    """Return values with tricks replaced by the resulting cards and facts."""
    if not values.get("tricks"):
        return values
    items = {name: values.get(name, "") for name in _ITEMS}
    return {**values, "tricks": "", **items_of(replace(position(**items), in_order=False))}


def _read(place: str, text: str) -> list[str]:
    numbers = read_trick(text)[1] if place == "trick" else read_cards(text)
    return [card_name(number) for number in numbers]


def _by_suit(cards: Iterable[str]) -> str:
    """Return cards in notation, suit by suit: ``S:AK72 H:765``."""
    names = set(cards)
    suits = ((row[0][1], "".join(card[0] for card in row if card in names)) for row in _ROWS)
    return " ".join(f"{suit}:{ranks}" for suit, ranks in suits if ranks)


PAGE = QuestionPage(
    link=Link("/sueca", "Explorer", "Any hand: every card with what it is worth."),
    heading="Sueca: which card?",
    intro="A hand as one player sees it: every legal card with the points that your team takes on "
    "average, how often it wins, and what the others may hold. The numbers compare cards; they do "
    "not predict how a real game ends. Click the cards, or type them.",
    api=api,
    route="/advise",
    examples={
        "Following a trick": {
            "hand": "S:AK72 H:765 D:2 C:A7", "trump": "C", "trick": "2H 4H", "seat": "S",
        },
        "No cards yet": {"trump": "C", "seat": "S"},
    },
    lead_on=_lead_on,
    blanks={"samples": FIRST_SAMPLES},
    folded=("voids", "shown", "dealer", "tricks", "stakes", "player", "samples", "seed"),
    edits={"card": _toggle_card, "hands": lambda values, hands: {**values, "samples": hands}},
    own=("put",),
    deck=_deck,
    template="sueca/explorer.html",
)  # fmt: skip
