"""Love Letter's explorer: plays of any situation, their hits and outcomes."""

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from fastapi import Request, Response

from llq.errors import IllegalState, LlqError, TableMissing
from llq.query.answers import ActionValue
from llq.query.love_letter.answers import Move, PlayAnswer
from llq.query.love_letter.observation import situation
from llq.query.love_letter.table.action_ranking import action_values
from llq.query.love_letter.table.lookups import hand_values, lookup
from llq.query.love_letter.table.openings import OpeningsTable, cached_openings
from llq.query.love_letter.table.outcomes import NextTurn, Outcome, follow
from llq.query.love_letter.table.table import Table, cached_table
from llq.query.love_letter.table.transitions import Hit, Result, find_hits
from llq.query.love_letter.variant_tables import find_scoring
from llq.solver.love_letter.editions import EDITIONS
from llq.solver.love_letter.rules import Action, Argument, Card, Consequence, Rules
from llq.solver.love_letter.table.states import State
from llq.web.games import Link
from llq.web.http.jobs import as_page_job
from llq.web.http.page_routes import reads
from llq.web.http.problems import problem
from llq.web.love_letter.card_faces import as_opponents, faces
from llq.web.love_letter.questions import (
    PILES,
    HandQuestion,
    action_key,
    card_key,
    find_action,
    sort_keys,
)
from llq.web.pages.rendering import render

LINK = Link("/love-letter", "Explorer", "Any hand: every play with its chance to win.")

_OPEN_OUTCOMES = 2
"""Number of outcomes that start unfolded."""
_HEAT_STEPS = 20
_FEWEST_UNSEEN = 2
"""The opponent's card and the one aside."""

_PILES = {
    "seen": ("Cards played so far", "By either player. A click adds one.", "was played"),
    "discarded": ("Your discards", "A click adds one.", "among your discards"),
    "opponent_discarded": ("Their discards", "A click adds one.", "among their discards"),
}
"""Discard lists: heading, instruction, and wording for a card."""


@as_page_job
@reads(*(field.name for field in fields(HandQuestion)))
def show_explorer(request: Request) -> Response:
    """Show a situation's plays, or its problem if impossible."""
    question, refusal = HandQuestion(), None
    try:
        question = HandQuestion.read(request.query_params)
        page = _answer_page(question)
    except LlqError as error:
        refusal = problem(error)
        page = {"ways_out": _ways_out(question) if isinstance(error, IllegalState) else []}
    return render(
        request,
        "love_letter/explorer.html",
        problem=refusal,
        question=question,
        cards=faces(question.rules),
        controls=_controls(question),
        toggles=_toggles(question),
        piles=_piles(question),
        boxes=EDITIONS.values(),
        kept=question.values(without=("play", "scoring", "face_up", "lead")),
        hand=[question.rules.cards[question.rules.card(key)].name for key in question.hand],
        **({"answer": None, "against": None, "followed": None, "matrix": None} | page),
    )


def worth(unit: str, value: float) -> str:
    """Format a value: chances in percent, tokens with a sign."""
    text = f"{value:.2%}" if _is_chance(unit) else f"{value:+.3f}"
    return text.replace("-", "−")


# The situation and how to change it


def _controls(question: HandQuestion) -> list[dict[str, Any]]:
    rules, controls = question.rules, []
    for card in rules.cards:
        key = card_key(rules, card.name)
        is_opponent = question.opponent == key
        is_left = (*question.hand, *question.gone).count(key) < card.copies
        may_be_known = is_opponent or (is_left and _played(question, Consequence.REVEALS))
        opponent_link = question.link(opponent="" if is_opponent else key)
        controls.append(
            {
                "name": card.name,
                "held": question.hand.count(key),
                "hand_link": _hand_link(question, key, card.copies),
                "is_opponent": is_opponent,
                "opponent_link": opponent_link if may_be_known else None,
            }
        )
    return controls


def _toggles(question: HandQuestion) -> list[tuple[str, str | None, bool]]:
    """Return knowledge toggles: label, optional link and state."""
    rules = question.rules
    toggles = _exchange_toggles(question)
    if question.chancellor:
        return toggles
    options = [("Their Handmaid is up", "handmaid", "yes", Consequence.PROTECTS)]
    for card in rules.cards:
        key = card_key(rules, card.name)
        if key in question.hand:
            options.append((f"They know your {card.name}", "knows", key, Consequence.REVEALS))
    for text, name, value, consequence in options:
        current = getattr(question, name)
        is_on = bool(current) if value == "yes" else current == value
        link = question.link(**{name: "" if is_on else value})
        toggles.append((text, link if is_on or _played(question, consequence) else None, is_on))
    return toggles


def _exchange_toggles(question: HandQuestion) -> list[tuple[str, str | None, bool]]:
    """Return toggles of exchange effects, such as the Chancellor's draw."""
    rules, is_on = question.rules, bool(question.chancellor)
    toggles: list[tuple[str, str | None, bool]] = []
    for card in rules.cards:
        if not card.effect.row.may & Consequence.EXCHANGES:
            continue
        key, link = card_key(rules, card.name), None
        if is_on:
            link = _before_exchange(question, key)
        elif (*question.hand, *question.gone).count(key) < card.copies:
            link = _after_exchange(question, key)
        toggles.append((f"Your {card.name} has drawn", link, is_on))
    return toggles


def _before_exchange(question: HandQuestion, key: str) -> str:
    """Return the link that takes back an exchange's card and its first draw."""
    pile = PILES[question.is_told_apart]
    discards = list(getattr(question, pile))
    if key in discards:
        discards.remove(key)
    return question.link(hand=question.hand[-2:], chancellor="", **{pile: tuple(discards)})


def _after_exchange(question: HandQuestion, key: str) -> str:
    """Return the link that plays an exchange's card and draws, unless one was left to draw."""
    rules, pile = question.rules, PILES[question.is_told_apart]
    placed = (*question.hand, *question.gone, key)
    copies = {card_key(rules, card.name): card.copies for card in rules.cards}
    third = next((card for card, most in copies.items() if placed.count(card) < most), "")
    is_last = rules.deck_size - len(placed) <= _FEWEST_UNSEEN
    return question.link(
        hand=question.hand if is_last else (*question.hand, third),
        chancellor="yes",
        handmaid="",
        knows="",
        **{pile: sort_keys(rules, (*getattr(question, pile), key))},
    )


def _played(question: HandQuestion, consequence: Consequence) -> bool:
    """Return whether some discard can cause a consequence."""
    rules = question.rules
    discards = (*question.seen, *question.discarded, *question.opponent_discarded)
    may = (rules.cards[rules.card(key)].effect.row.may for key in discards)
    return any(effects & consequence for effects in may)


def _piles(question: HandQuestion) -> list[dict[str, Any]]:
    """Return discard lists with links that add or remove cards."""
    rules, piles = question.rules, []
    for name in PILES[1:] if question.is_told_apart else PILES[:1]:
        cards, pile = [], list(getattr(question, name))
        for card in rules.cards:
            key = card_key(rules, card.name)
            count, fewer = pile.count(key), pile.copy()
            if count:
                fewer.remove(key)
            is_left = (*question.hand, *question.gone).count(key) < card.copies
            more_link = question.link(**{name: sort_keys(rules, (*pile, key))})
            cards.append(
                {
                    "name": card.name,
                    "count": count,
                    "copies": card.copies,
                    "more_link": more_link if is_left else None,
                    "fewer_link": question.link(**{name: tuple(fewer)}) if count else None,
                }
            )
        title, hint, noun = _PILES[name]
        piles.append({"name": name, "title": title, "hint": hint, "what": noun, "cards": cards})
    return piles


def _hand_link(question: HandQuestion, key: str, copies: int) -> str | None:
    """Return a card's link into the hand for the older card; None if no copy is left."""
    hand = (*question.hand[1:], key)
    if (*hand, *question.gone, question.opponent).count(key) > copies:
        return None
    return question.link(hand=hand, knows=question.knows if question.knows in hand else "")


def _ways_out(question: HandQuestion) -> list[tuple[str, str]]:
    """Return possible situations with one changed fact, and their descriptions."""
    rules, hand = question.rules, dict.fromkeys(question.hand)
    names = {card_key(rules, card.name): card.name for card in rules.cards}
    changes = [(f"They know your {names[key]}", replace(question, knows=key)) for key in hand]
    changes += [
        ("They know none of your cards", replace(question, knows="")),
        ("Their Handmaid is up", replace(question, handmaid="yes")),
        ("No Handmaid is up", replace(question, handmaid="")),
        ("Their card is not known", replace(question, opponent="")),
    ]
    changes += [(f"They hold {names[key]}", replace(question, opponent=key)) for key in names]
    return [
        (text, changed.link())
        for text, changed in changes
        if changed != question and _is_possible(changed)
    ]


def _is_possible(question: HandQuestion) -> bool:
    """Return whether a situation can be looked up."""
    try:
        if question.chancellor or question.rules.chooses_twice:
            _look_up_page(question)
        else:
            _find_state(question)
    except LlqError:
        return False
    return True


# The answer


def _find_state(question: HandQuestion) -> tuple[Table, State, int]:
    """Look up a situation; return its table, state and lead."""
    rules, scoring = question.rules, find_scoring(question.scoring)
    key = situation(rules, question.hand, scoring=scoring, **question.leading(scoring))
    table = cached_table(rules, scoring)
    table.lookup(*key)
    return table, *key


def _look_up_page(question: HandQuestion) -> dict[str, Any]:
    """Return page data of turns with a possible second choice, from a lookup."""
    rules, scoring = question.rules, find_scoring(question.scoring)
    answer = lookup(
        *question.hand,
        chancellor=bool(question.chancellor),
        variant=question.variant,
        scoring=scoring,
        values=False,
        **question.leading(scoring),
    )
    matrix = None
    if isinstance(answer, PlayAnswer):  # of an opening, where only those have values
        try:
            table: Table | OpeningsTable = cached_table(rules, scoring)
        except TableMissing:
            table = cached_openings(rules)
        matrix = _matrix(question, table)
    return {
        "answer": answer,
        "verb": "Keep" if question.chancellor else "Play",
        "value": worth(answer.unit, answer.actions[0].value) if answer.actions else "",
        "plays": [_play_row(question, play) for play in answer.actions],
        "matrix": matrix,
    }


def _answer_page(question: HandQuestion) -> dict[str, Any]:
    if question.chancellor or question.rules.chooses_twice:
        return _look_up_page(question)
    table, state, lead = _find_state(question)
    answer = table.answer(state, lead)
    page: dict[str, Any] = {
        "verb": "Play",
        "answer": answer,
        "value": worth(answer.unit, answer.value),
        "plays": [_followed_row(question, table, state, lead, play) for play in answer.actions],
        "against": _card_table(table, state, lead, answer),
        "matrix": _matrix(question, table),
    }
    if question.play:
        action = find_action([play.action for play in answer.actions], question.play)
        outcomes = [
            _outcome_row(question, answer, action, index, outcome)
            for index, outcome in enumerate(follow(table, state, lead, action))
        ]
        page["followed"] = {"text": table.rules.describe(action), "outcomes": outcomes}
    return page


def _play_row(question: HandQuestion, play: ActionValue[Any]) -> dict[str, Any]:
    """Return an action's or kept card's row."""
    rules = question.rules
    return {
        "card": rules.cards[rules.card(play.action.card)].name,
        "text": play.text,
        "value": worth(rules.unit, play.value),
        "share": _share(rules, play.value),
        "cost": worth(rules.unit, play.cost).lstrip("+"),
        "is_best": play.is_best,
        "note": "",
        "ends": (),
        "link": None,
        "is_shown": False,
    }


def _followed_row(
    question: HandQuestion, table: Table, state: State, lead: int, play: ActionValue[Action]
) -> dict[str, Any]:
    """Return an action's row with effects and follow-up links."""
    rules = table.rules
    hits = find_hits(table, state, lead, play.action)
    ends = []
    for how in ("won", "lost", "drawn"):
        chance = sum(hit.chance * getattr(hit, how) for hit in hits)
        if chance and (cards := _cards_hit(hits, how)):
            ends.append({"how": how, "chance": chance, "cards": cards})
    card = rules.cards[rules.card(play.action.card)]
    key = action_key(play.action)
    return _play_row(question, play) | {
        "note": _play_note(card, play.action, is_protected=state.maid, may_end=bool(ends)),
        "ends": ends,
        "link": question.link(play=key),
        "is_shown": key == question.play,
    }


def _play_note(card: Card, action: Action, *, is_protected: bool, may_end: bool) -> str:
    """Return a play's effect besides ending the round."""
    row = card.effect.row
    if is_protected and row.is_aimed:
        return "They are safe: nothing happens."
    if row.argument == Argument.TARGET:
        discard = (
            "You discard your other card" if action.target == "self" else "They discard theirs"
        )
        return f"{discard} and draw a new one."
    return row.text or ("" if may_end else "It cannot hit.")


def _cards_hit(hits: Iterable[Hit], how: str) -> str:
    """Name the opponent's cards that produce the outcome ``how``."""
    cards = [hit.card for hit in hits if getattr(hit, how)]
    return "any card" if len(cards) == len(list(hits)) > 1 else ", ".join(cards)


def _share(rules: Rules, value: float) -> float:
    """Return a value's share of the full bar."""
    return value if _is_chance(rules.unit) else (value + 1) / 2


def _outcome_row(
    question: HandQuestion, answer: PlayAnswer, action: Action, index: int, outcome: Outcome
) -> dict[str, Any]:
    return {
        "title": _outcome_title(action, outcome),
        "result": str(outcome.result).replace(" ", "-"),
        "chance": outcome.chance,
        "value": worth(answer.unit, outcome.value),
        "is_open": index < _OPEN_OUTCOMES,
        "replies": [
            {
                "text": as_opponents(reply.text),
                "card": reply.action.card,
                "shown": reply.shown,
                "result": str(reply.result).replace(" ", "-"),
                "chance": reply.chance,
                "value": worth(answer.unit, reply.value),
                "turns": [
                    _turn(question, answer, turn, (action, reply.action), reply.chance)
                    for turn in reply.turns
                ],
            }
            for reply in outcome.replies
        ],
    }


def _outcome_title(action: Action, outcome: Outcome) -> str:
    text = f"they hold {outcome.shown}"
    if action.target == "self":
        text = f"you draw {outcome.shown}"
    if outcome.result != Result.GOES_ON:
        heads = {Result.WON: "You win", Result.LOST: "You lose", Result.DRAWN: "A draw"}
        head = heads[outcome.result]
        return f"{head}: {text}" if outcome.shown else head
    if outcome.shown is None:
        return "It misses" if action.guess else "The round goes on"
    return text[0].upper() + text[1:]


def _turn(
    question: HandQuestion,
    answer: PlayAnswer,
    turn: NextTurn,
    plays: tuple[Action, Action],
    total: float,
) -> dict[str, Any]:
    """Return the player's next turn as a link."""
    rules = question.rules
    hand = [rules.cards[card] for card in (turn.state.low, turn.state.high)]
    return {
        "cards": [card.name for card in hand],
        "numbers": [card.number for card in hand],
        "chance": turn.chance / total,
        "value": worth(answer.unit, turn.value),
        "link": question.after(turn.state, turn.lead, plays).link(),
    }


def _card_table(table: Table, state: State, lead: int, answer: PlayAnswer) -> dict[str, Any] | None:
    """Return play values by opponent card; None if the card is known."""
    rules = table.rules
    if state.known:
        return None
    values = action_values(table.book, state, lead)
    possible = [card for card, copies in enumerate(state.unseen) if copies]
    rows = [
        (play.text, values[rules.action_numbers[play.action], possible]) for play in answer.actions
    ]
    return {
        "cards": [(rules.cards[card].name, state.unseen[card]) for card in possible],
        "rows": [(text, [_cell(rules, value, 1) for value in row.tolist()]) for text, row in rows],
    }


def _cell(rules: Rules, value: float, digits: int = 0) -> tuple[str, int]:
    """Return a value's short text and colour number."""
    short = f"{100 * value:.{digits}f}" if _is_chance(rules.unit) else f"{value:+.1f}"
    short = "100" if short == "100.0" else short
    return short.replace("-", "−"), round(_HEAT_STEPS * min(max(_share(rules, value), 0), 1))


# All hands


def _matrix(
    question: HandQuestion, table: Table | OpeningsTable
) -> list[tuple[str, list[dict[str, Any] | None]]]:
    """Return the rows of the hand matrix, None for hands that no round reaches."""
    rules = table.rules
    keys = [card_key(rules, card.name) for card in rules.cards]
    rows = []
    matrix = hand_values(table, **question.leading(question.scoring))
    for first, moves in zip(keys, matrix, strict=True):
        cells = [
            move and _hand_cell(rules, question, (first, second), move)
            for second, move in zip(keys, moves, strict=True)
        ]
        rows.append((rules.cards[rules.card(first)].name, cells))
    return rows


def _hand_cell(
    rules: Rules, question: HandQuestion, hand: tuple[str, str], move: Move
) -> dict[str, Any]:
    """Return a hand's value, best play and link."""
    knows = hand[0] if question.knows else ""
    return {
        "value": worth(rules.unit, move.value),
        "cell": _cell(rules, move.value),
        "text": rules.describe(move.action),
        "link": question.link(hand=hand, knows=knows),
        "is_hand": sorted(question.hand) == sorted(hand) and knows == question.knows,
    }


def _is_chance(unit: str) -> bool:
    return unit == "win probability"
