"""Literature's explorer: a game as one player saw it, chances of cards, and advice."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from llq.errors import IllegalState, LlqError
from llq.query.literature import variants
from llq.query.literature.advice.advice import Details
from llq.query.literature.positions import notation
from llq.query.literature.positions.card_text import read_cards, spell_out
from llq.solver.arguments import read_digits
from llq.solver.literature import rules
from llq.web.games import Link
from llq.web.literature.api import api
from llq.web.literature.grid import ask_table, grid_of
from llq.web.pages.panels import panel_of
from llq.web.pages.question_pages import Asked, Deck, Onward, QuestionPage, Values

_ASK = re.compile(r"\d:\w\w")
_EXAMPLE = {
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


def game_link(game: notation.Game) -> str:
    """Return a game's explorer address."""
    plain = game.to_dict()
    items = {name: str(plain[name]) for name in ("rules", "players", "me", "first")}
    return PAGE.link.address({**items, "hand": " ".join(game.hand), "moves": "; ".join(game.lines)})


def _lead_on(asked: Asked) -> Onward:
    if (advice := asked.answer) is None:
        return Onward()
    game, position = advice.game, advice.game.position
    moves = _written_moves(asked.values.get("moves", ""), game)

    def after(*told: str) -> str:
        return asked.link(ask="", moves="; ".join(told)) + "#grid"

    return Onward(
        actions={
            spell_out(claim.text): after(*moves, f"{position.seat} claims {claim.text}")
            for claim in advice.claims
            if claim.team_chance
        },
        parts={
            "advice": advice,
            "grid": grid_of(advice, lambda seat, card: asked.link(ask=f"{seat}:{card}") + "#grid"),
            "asks": ask_table(game.moves, position.rules, position.perspective.half_suits),
            "undo": after(*moves[:-1]),
            "pending": _pending(asked, lambda move: after(*moves, move)),
        },
    )


def _written_moves(moves: str, game: notation.Game) -> Sequence[str]:
    """Return a game's moves as written, one entry per move."""
    parts = [part.strip() for part in re.split("[;\n]", moves) if part.strip()]
    return parts if len(parts) == len(game.lines) else game.lines


def _pending(asked: Asked, after: Callable[[str], str]) -> dict[str, Any] | None:
    """Return an unanswered ask, such as ``1:4C``, with the replies and the games after them."""
    advice, ask = asked.answer, asked.values.get("ask", "")
    position, seats = advice.game.position, advice.seats
    if not ask:
        return None
    if not _ASK.fullmatch(ask):
        raise IllegalState(f"ask is a seat and a card, such as 1:4C; got {ask!r}")
    seat, card = int(ask[0]), ask[2:].upper()
    if card not in advice.chances or seat >= position.rules.players:
        return None
    chance = advice.chances[card][seat]
    has, lacks = ("have", "do not") if seat == position.seat else ("has", "does not")
    replies = ((f"{has} it", "+", chance), (f"{lacks} have it", "-", 1 - chance))
    answers = [
        (text, after(f"{position.turn}>{seat} {card} {sign}"))
        for text, sign, share in replies
        if share > 0
    ]
    names = {"asker": seats.you(position.turn), "asked": seats.you(seat)}
    return names | {"card": card, "answers": answers}


def _deck(values: Values) -> Deck:
    """Return the deck by suit, then eights and jokers, with the cards in hand."""
    try:
        pack, size = _pack_and_size(values)
        hand = set(read_cards(values.get("hand", ""), pack))
        missing = 0 if values.get("now") else size - len(hand)
    except LlqError:  # which the question's refusal says
        pack, hand, missing = rules.Pack.WITHOUT_SEVENS, set(), 0
    names = {rules.card_name(card, pack): card in hand for card in range(pack.cards)}
    return Deck({name: "hand" if is_held else "" for name, is_held in names.items()}, missing)


def _pack_and_size(values: Values) -> tuple[rules.Pack, int]:
    """Return a game's pack and the cards per player."""
    players = read_digits(values.get("players", ""))
    variant = variants.rules(values.get("rules") or "somani", players)
    return variant.pack, variant.pack.cards // variant.players


def _toggle_card(values: Values, card: str) -> Values:
    pack, _ = _pack_and_size(values)
    hand = set(read_cards(values.get("hand", ""), pack)) ^ {rules.find_card(card, pack)}
    names = [rules.card_name(index, pack) for index in sorted(hand)]
    by_suit = {
        suit: "".join(name[0] for name in names if name[1] == suit) for suit in rules.SUIT_SYMBOLS
    }
    words = [f"{suit}:{ranks}" for suit, ranks in by_suit.items() if ranks]
    jokers = [name for name in names if name[1] not in rules.SUIT_SYMBOLS]
    return {**values, "hand": " ".join([*words, *jokers])}


PAGE = QuestionPage(
    link=Link("/literature", "Explorer", "Any game: who has which card, and what to ask for."),
    heading="Literature: who has which card?",
    intro="A game as one player heard it: what to ask for or to claim, what is certain, and the "
    "chance of every card in every hand. Click your cards, or type them, then enter the moves.",
    api=api,
    route="/advise",
    examples={"A game under way": _EXAMPLE, "A new game": {"me": "0"}},
    lead_on=_lead_on,
    texts=("moves",),
    folded=("now", "names", "first", "player"),
    edits={"card": _toggle_card, "adviser": lambda values, name: {**values, "player": name}},
    own=("ask",),
    deck=_deck,
    panel=lambda advice: panel_of(replace(advice, details=Details(knowledge=True, every=True))),
    template="literature/explorer.html",
)
