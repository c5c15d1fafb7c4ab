"""Sueca's explorer: a player's view, and every legal card's value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Annotated, Any

from fastapi import Query, Request, Response
from starlette.responses import RedirectResponse

from llq.errors import IllegalState, LlqError
from llq.query.sueca.advice.advice import advise
from llq.query.sueca.advice.quantities import adviser
from llq.query.sueca.positions.card_text import read_cards
from llq.query.sueca.positions.history import read_trick
from llq.query.sueca.positions.notation import in_codes, items_of, position
from llq.solver.sueca import rules
from llq.solver.sueca.positions.position import Position
from llq.solver.sueca.rules import RANK_SYMBOLS, SUIT_SYMBOLS, Seat, card_name, find_card
from llq.web.games import Link
from llq.web.http.jobs import Job, do_job
from llq.web.http.page_routes import reads
from llq.web.http.problems import problem
from llq.web.pages.rendering import render
from llq.web.sueca.advice import FIRST_SAMPLES, SAMPLE_CHOICES, panel_of

LINK = Link("/sueca", "Explorer", "Any hand: every card with what it is worth.")

ITEMS = ("hand", "trump", "trick", "played", "points", "voids", "seat", "shown", "dealer", "tricks")
"""Position items controlled on the page."""

PLACES = {"hand": "in your hand", "trick": "on the table", "played": "played before"}
"""Places of visible cards, by notation item."""

ROWS = tuple(tuple(rank + suit for rank in RANK_SYMBOLS[::-1]) for suit in SUIT_SYMBOLS)
"""The deck, a suit a row, strongest first."""

Places = dict[str, list[str]]
"""Card names by place, in the given order."""

_EXAMPLE = {"hand": "S:AK72 H:765 D:2 C:A7", "trump": "C", "trick": "2H 4H", "seat": "S"}


@reads(*ITEMS)
async def show_explorer(
    request: Request,
    hands: Annotated[int | None, Query(ge=2)] = None,
    put: str = "hand",
    card: str = "",
    stakes: str = "",
) -> Response:
    """Show a player's view and all legal card values.

    ``hands`` are drawn for the others, by default as many as an answer at once allows. ``card`` was
    clicked and is put in the place ``put``: the page is then another one. ``stakes`` are what
    results count at the table.
    """
    return await do_job(request, partial(_page, request, hands, put, card, stakes))


def _page(
    request: Request, hands: int | None, put: str, card: str, stakes: str, job: Job
) -> Response:
    query = {name: " ".join(request.query_params.getlist(name)).strip() for name in ITEMS}
    items = query if any(query.values()) else {**query, **_EXAMPLE}
    place = put if put in PLACES else "hand"
    refusal: dict[str, Any] | None = None
    missing = 0
    answer: dict[str, Any] = {"advice": None}
    try:
        items = in_codes(items)
        if card:
            changed = toggle_card(items, card, place) | {"put": place, "stakes": stakes}
            return RedirectResponse(LINK.address(changed), 303)
        cards = cards_in(items)
        tricks = len(cards["played"]) // rules.SEATS
        missing = rules.HAND_SIZE - tricks - len(cards["hand"])
        if missing <= 0:
            answer |= _answer(position(**items), hands, stakes, job)
    except LlqError as error:
        refusal = problem(error)
        cards = _readable_cards(items)
    answer |= {"problem": refusal, "missing": missing, "stakes": stakes, "put": place}
    return _render_page(request, items, cards, answer)


def _render_page(
    request: Request, items: Mapping[str, str], places: Places, answer: Mapping[str, Any]
) -> Response:
    return render(
        request,
        "sueca/explorer.html",
        items=items,
        places=PLACES,
        place_of={name: place for place, names in places.items() for name in names},
        deck=ROWS,
        suits=SUIT_SYMBOLS,
        seats=[(seat.name[0], seat.name.title()) for seat in Seat],
        clear=LINK.address({"trump": items["trump"], "seat": "S", "put": "hand"}),
        example=LINK.path,
        **answer,
    )


def _answer(view: Position, hands: int | None, stakes: str, job: Job) -> dict[str, Any]:
    """Return page data of advice, with options for more hands."""
    start = perf_counter()
    advice = advise(view, adviser(FIRST_SAMPLES), stakes=stakes)
    seconds_a_hand = (perf_counter() - start) / advice.hands
    if hands is not None and not advice.is_exact:
        if hands > SAMPLE_CHOICES[-1]:
            raise IllegalState(f"at most {SAMPLE_CHOICES[-1]:,} hands are drawn; got {hands:,}")
        advice = advise(view, adviser(hands), stakes=stakes, progress=job.progress)
    choices = {"": "a few at once, then more and more"}
    for number in SAMPLE_CHOICES:
        if (seconds := seconds_a_hand * number) <= job.limits.seconds:
            duration = "under 1 s" if seconds < 1 else f"about {int(seconds + 0.5)} s"
            choices[str(number)] = f"{number:,}, {duration}"
    panel = panel_of(advice)
    if hands is not None:
        panel["stream"] = ""
    has_choices = not advice.is_exact and len(choices) > 1
    return panel | {"choices": choices if has_choices else {}, "hands": hands}


def cards_in(items: Mapping[str, str]) -> Places:
    """Return the cards of each place."""
    texts = _without_tricks(items)
    return {place: _read(place, texts.get(place, "")) for place in PLACES}


def _without_tricks(items: Mapping[str, str]) -> Mapping[str, str]:
    """Return items with tricks replaced by the resulting cards and facts."""
    if not items.get("tricks"):
        return items
    return {**items, "tricks": "", **items_of(replace(position(**items), in_order=False))}


def _readable_cards(items: Mapping[str, str]) -> Places:
    """Return the cards of each place, none of unreadable items."""
    places: Places = {place: [] for place in PLACES}
    for place in PLACES:
        with suppress(LlqError):
            places[place] = _read(place, items.get(place, ""))
    return places


def toggle_card(items: Mapping[str, str], card: str, place: str) -> dict[str, str]:
    """Return the items after toggling a card in a place."""
    name = card_name(find_card(card))
    items = _without_tricks(items)
    places = cards_in(items)
    was_there = name in places[place]
    for cards in places.values():
        if name in cards:
            cards.remove(name)
    if not was_there:
        places[place].append(name)
    changed = {zone: _by_suit(cards) for zone, cards in places.items() if zone != "trick"}
    return {**items, **changed, "trick": " ".join(places["trick"])}


def _read(place: str, text: str) -> list[str]:
    numbers = read_trick(text)[1] if place == "trick" else read_cards(text)
    return [card_name(number) for number in numbers]


def _by_suit(cards: Iterable[str]) -> str:
    """Return cards in notation, suit by suit: ``S:AK72 H:765``."""
    names = set(cards)
    suits = ((row[0][1], "".join(card[0] for card in row if card in names)) for row in ROWS)
    return " ".join(f"{suit}:{ranks}" for suit, ranks in suits if ranks)
