"""Literature's explorer: a game as one player saw it, chances of cards, and advice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from fastapi import Query, Request, Response
from starlette.responses import RedirectResponse

from llq.errors import LlqError
from llq.query.literature import variants
from llq.query.literature.advice.advice import AskAdvice, advise
from llq.query.literature.advice.asks import group_asks
from llq.query.literature.built_in_players import advisers, strategy_of
from llq.query.literature.positions import notation
from llq.query.literature.positions.card_text import half_suit_words, read_cards
from llq.solver.arguments import read_digits
from llq.solver.literature import rules
from llq.web.games import Link
from llq.web.http.jobs import do_job
from llq.web.http.page_routes import reads
from llq.web.http.problems import problem
from llq.web.literature.grid import ask_table, grid_of
from llq.web.literature.wording import in_words
from llq.web.pages.player_titles import player_title
from llq.web.pages.rendering import render

LINK = Link("/literature", "Explorer", "Any game: who has which card, and what to ask for.")

_ITEMS = ("rules", "players", "me", "hand", "names", "first", "moves")
_FEW = 3
"""Kinds of ask that are unfolded."""
_EXAMPLE = {
    "rules": "somani",
    "players": "4",
    "me": "3",
    "hand": "C:4Q D:8K H:29 S:2345TQ",
    "moves": (
        "1>2 QH -; 2>1 KC -; 1>0 KC +; 1>0 QH +; 1>2 JC +; 1>2 KH -; 2>3 2C -; 3>0 KH +; "
        "3>0 2C -; 0>1 KC +; 0>1 JC +; 0>3 KH +; 0>1 2C +; 0>1 QH +; 0>1 8H +; 0>3 9H +; "
        "0 claims HH 0:89TJQK; 0>1 QC -; 1>0 KC +; 1>0 JC +; 1>0 8C +; 1>2 QC -; "
        "1 claims HC 1:89TJK 3:Q; 1>2 8D -; 2>3 4C +; 2 claims LC 0:25 2:A346; 2>3 2S +; "
        "2>1 4H +; 2>3 3H -; 3>2 2S +; 3>2 4H +; 3>2 AS -; 2>3 4H +; 2>3 2S +; 2>3 2H +; "
        "2>1 AS -; 1>2 5D +; 1 claims LD 1:A23456; 1>2 QD -; 2>3 4S +; 2>3 3S +; 2>3 JS -; "
        "3>0 AS +; 3>2 3S +; 3>2 6S +; 3>2 4S +"
    ),
}


@reads(*_ITEMS)
async def show_explorer(
    request: Request,
    adviser: str = "greedy",
    card: str = "",
    add: str = "",
    undo: bool = False,
    ask: Annotated[str, Query(pattern=r"^(\d:\w\w)?$")] = "",
) -> Response:
    """Show deductions, card chances and advice for a game.

    ``adviser`` is the player whose values the asks have, ``card`` one that was clicked: it is put
    in the hand, or taken from it. ``add`` is a move that follows, and ``undo`` takes the last one
    back: the page is then another one. ``ask`` is one by the mover, such as ``1:4C``, whose answer
    is to be told.
    """
    return await do_job(request, lambda _: _page(request, adviser, card, add, undo, ask))


def _page(request: Request, adviser: str, card: str, add: str, undo: bool, ask: str) -> Response:
    query = {name: request.query_params.get(name, "").strip() for name in _ITEMS}
    items = query if any(query.values()) else {**query, **_EXAMPLE}
    chosen = rules.RULES.get(items["rules"])
    if chosen and read_digits(items["players"]) not in chosen.player_counts:
        items["players"] = str(chosen.players)
    refusal: dict[str, Any] | None = None
    missing = 0
    answer: dict[str, Any] = {"advice": None}
    try:
        pack, size = _pack_and_size(items)
        if card:
            return RedirectResponse(_link(_toggle_card(items, card, pack), adviser) + "#cards", 303)
        if add:
            items["moves"] = "; ".join(filter(None, [items["moves"].rstrip("; \n"), add]))
        missing = size - len(read_cards(items["hand"], pack))
        if missing <= 0:
            game = notation.game(**items)
            if undo:
                items["moves"] = "; ".join(_written_moves(items["moves"], game)[:-1])
            if undo or add:
                return RedirectResponse(_link(items, adviser) + "#grid", 303)
            answer = _answer(game, items, adviser, ask)
    except LlqError as error:
        refusal, missing = problem(error), 0
    return render(
        request,
        "literature/explorer.html",
        problem=refusal,
        missing=missing,
        items=items,
        adviser=adviser,
        advisers=advisers(),
        deck=_deck(items),
        variants={name: player_title(name) for name in rules.RULES},
        numbers=rules.PLAYER_COUNTS,
        example=LINK.path,
        clear=_link({**items, "hand": "", "moves": "", "first": ""}, adviser),
        **answer,
    )


def _written_moves(moves: str, game: notation.Game) -> Sequence[str]:
    """Return a game's moves as written, one entry per move."""
    parts = [part.strip() for part in re.split("[;\n]", moves) if part.strip()]
    return parts if len(parts) == len(game.lines) else game.lines


def game_link(game: notation.Game) -> str:
    """Return a game's explorer address."""
    plain = game.to_dict()
    items = {name: str(plain[name]) for name in ("rules", "players", "me", "first")}
    return _link({**items, "hand": " ".join(game.hand), "moves": "; ".join(game.lines)}, "")


def _link(items: dict[str, str], adviser: str, **more: str) -> str:
    return LINK.address({**items, "adviser": adviser, **more})


def _pack_and_size(items: dict[str, str]) -> tuple[rules.Pack, int]:
    """Return a game's pack and the cards per player."""
    players = items["players"]
    variant = variants.rules(items["rules"] or "somani", read_digits(players))
    return variant.pack, variant.pack.cards // variant.players


def _toggle_card(items: dict[str, str], card: str, pack: rules.Pack) -> dict[str, str]:
    hand = set(read_cards(items["hand"], pack)) ^ {rules.find_card(card, pack)}
    names = [rules.card_name(index, pack) for index in sorted(hand)]
    by_suit = {
        suit: "".join(name[0] for name in names if name[1] == suit) for suit in rules.SUIT_SYMBOLS
    }
    words = [f"{suit}:{ranks}" for suit, ranks in by_suit.items() if ranks]
    jokers = [name for name in names if name[1] not in rules.SUIT_SYMBOLS]
    return {**items, "hand": " ".join([*words, *jokers])}


def _deck(items: dict[str, str]) -> list[tuple[str, bool]]:
    """Return the deck by suit, then eights and jokers, with held cards marked."""
    try:
        pack, _ = _pack_and_size(items)
        hand = set(read_cards(items["hand"], pack))
    except LlqError:
        pack, hand = rules.Pack.WITHOUT_SEVENS, set()
    return [(rules.card_name(card, pack), card in hand) for card in range(pack.cards)]


def _answer(game: notation.Game, items: dict[str, str], adviser: str, ask: str) -> dict[str, Any]:
    advice = advise(game, strategy_of(adviser))

    def ask_link(seat: int, card: str) -> str:
        return _link(items, adviser, ask=f"{seat}:{card}") + "#grid"

    return {
        "advice": advice,
        "grid": grid_of(advice, ask_link),
        "groups": group_asks(advice.actions),
        "few": _FEW,
        "undo": _link(items, adviser, undo="yes") if game.lines else "",
        "spoken": partial(in_words, call=advice.seats.you),
        "asked": ask_table(game.moves, game.position.rules, game.position.perspective.half_suits),
        "claims": [
            (claim, _link(items, adviser, add=f"{game.position.seat} claims {claim.text}"))
            for claim in advice.claims
            if claim.team_chance
        ],
        "pending": _pending(advice, ask, items, adviser) if ask else None,
        "owners": _owners(advice),
    }


def _pending(
    advice: AskAdvice, ask: str, items: dict[str, str], adviser: str
) -> dict[str, Any] | None:
    """Return an unanswered ask, with the replies and the games that they lead to."""
    position, seats = advice.game.position, advice.seats
    seat, card = int(ask[0]), ask[2:].upper()
    if card not in advice.chances or seat >= position.rules.players:
        return None
    chance = advice.chances[card][seat]
    has, lacks = ("have", "do not") if seat == position.seat else ("has", "does not")
    replies = ((f"{has} it", "+", chance), (f"{lacks} have it", "-", 1 - chance))
    answers = [
        (text, _link(items, adviser, add=f"{position.turn}>{seat} {card} {sign}"))
        for text, sign, share in replies
        if share > 0
    ]
    return {
        "asker": seats.you(position.turn), "asked": seats.you(seat), "card": card,
        "answers": answers,
    }  # fmt: skip


def _owners(advice: AskAdvice) -> str:
    """Return the claimed half suits and their owners in words."""
    team = advice.game.position.seat % 2
    owners = {team: "yours", 1 - team: "theirs", None: "nobody's"}
    return ", ".join(
        f"{half_suit_words(rules.find_half_suit(half))} {owners[owner]}"
        for half, owner in advice.game.position.owners.items()
    )
