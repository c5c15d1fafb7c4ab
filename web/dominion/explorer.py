"""Dominion's explorer: any deck, the value of every buy, and the next turn."""

from collections import Counter

from llq.query.dominion.notation import read_counts
from llq.query.dominion.table.analysis import hand_chances, hands
from llq.query.dominion.table.answers import BuyAnswer
from llq.query.dominion.table.table import WHOLE
from llq.solver.dominion.rules import deck_words
from llq.solver.dominion.variants import rules
from llq.web.dominion.api import api
from llq.web.dominion.decks import deck_steps, hand_links
from llq.web.games import Link
from llq.web.pages.question_pages import Asked, Onward, QuestionPage


def explorer_link(answer: BuyAnswer) -> str:
    """Return the explorer's address for an answered situation."""
    numbers = {name: getattr(answer, name) for name in ("coins", "turn", "turns")}
    return PAGE.link.address({"deck": deck_words(answer.deck), **numbers})


def _lead_on(asked: Asked) -> Onward:
    question = asked.question
    deck, turns = read_counts("deck", question.deck), question.turns or WHOLE
    drawn = () if asked.values.get("coins") else hands(deck, question.turn, turns)
    score = sum(hand.chance * (hand.answer.value or 0.0) for hand in drawn)
    notes = {hand.coins: f"{hand.answer.text}, {hand.answer.value:.2f}" for hand in drawn}
    return Onward(
        steps={"deck": deck_steps(deck, lambda deck: _step(asked, deck, turns))},
        title=f"Draw a hand: {score:.3f} points expected" if drawn else "With another hand",
        choices=hand_links(asked, hand_chances(deck), notes),
        actions=_next_turns(asked) if asked.answer and question.turn < turns else {},
    )


def _step(asked: Asked, deck: dict[str, int], turns: int) -> str:
    """Return the address before the draw from another deck; empty beyond the last turn."""
    turn = max(asked.question.turn, sum(deck.values()) - sum(rules().start) + 1)
    return asked.link(deck=deck_words(deck), turn=turn, coins="") if turn <= turns else ""


def _next_turns(asked: Asked) -> dict[str, str]:
    """Return links to the next turn by action."""
    links = {}
    for buy in asked.answer.actions:
        deck = Counter(asked.answer.deck) + Counter(filter(None, [buy.action.card]))
        links[buy.text] = asked.link(deck=deck_words(deck), turn=asked.question.turn + 1, coins="")
    return links


PAGE = QuestionPage(
    link=Link("/dominion", "Explorer", "Any deck: every buy with what it is worth."),
    heading="Dominion: what to buy",
    intro="Treasures and victory cards only, five fresh cards a turn, one buy: each buy with the "
    "final score that best play expects after it, solved exactly. A buy leads to the next turn.",
    api=api,
    route="/lookup",
    examples={
        "The fourth turn": {"deck": "7 copper, 3 estate, 2 silver", "coins": "5", "turn": "4"},
        "A new game": {"deck": "7 copper, 3 estate", "turn": "1"},
    },
    lead_on=_lead_on,
    offers="coins",
    blanks={"coins": 0},
    template="dominion/question.html",
)
