"""Race page: two decks, the supply, and winning chances of purchases."""

from collections import Counter
from functools import partial

from llq.query.dominion.notation import read_counts
from llq.query.dominion.race.notation import race_hands, race_situation
from llq.solver.dominion.rules import deck_words
from llq.web.dominion.api import api
from llq.web.dominion.decks import deck_steps, hand_links
from llq.web.games import Link
from llq.web.pages.question_pages import Asked, Onward, QuestionPage


def _lead_on(asked: Asked) -> Onward:
    question, card = asked.question, asked.question.card
    names = [card] if card else []
    mine, theirs = (
        read_counts("mine", question.mine, names),
        read_counts("theirs", question.theirs, names),
    )
    hands = race_hands(mine, card)
    situation = race_situation(mine, theirs, question.left, coins=min(hands), card=card)
    piles = f"{deck_words(situation.left)} left, lead {situation.lead:+d}"
    link = partial(asked.link, left="", coins="")  # before the draw
    return Onward(
        steps={
            "mine": deck_steps(mine, lambda deck: link(mine=deck_words(deck))),
            "theirs": deck_steps(theirs, lambda deck: link(theirs=deck_words(deck))),
        },
        title="With another hand" if asked.answer else f"Which hand is drawn? {piles}",
        choices=hand_links(asked, hands, {}),
        actions=_replies(asked) if asked.answer else {},
    )


def _replies(asked: Asked) -> dict[str, str]:
    """Return links to the opponent's turn by action, none after the last Province."""
    situation, links = asked.answer.situation, {}
    for buy in asked.answer.actions:
        bought = Counter(filter(None, [buy.action.card]))
        left = Counter(situation.left) - bought
        if left["province"]:
            links[buy.text] = asked.link(
                mine=deck_words(situation.theirs),
                theirs=deck_words(Counter(situation.mine) + bought),
                left=asked.values.get("left") and deck_words(left),
                coins="",
                seat="second" if situation.seat == "first" else "first",
            )
    return links


def _decks(mine: str, theirs: str, **more: str) -> dict[str, str]:
    return {"mine": f"7c 3e {mine}".strip(), "theirs": f"7c 3e {theirs}".strip(), **more}


PAGE = QuestionPage(
    link=Link("/dominion/race", "Race", "Two decks: every buy with its chance to win."),
    heading="Dominion: the race for the Provinces",
    intro="Two players, open decks, eight Provinces: the turn that takes the last one ends the "
    "game. Each buy with its chance to win if both play their best from here, solved on the spot; "
    "it leads to the other player's turn, with the decks changed. A shared win counts as half.",
    api=api,
    route="/race",
    examples={
        "Two Provinces left, behind": _decks("5s 4g 3p", "5s 4g 2d 3p", coins="8", seat="second"),
        "The last Province would lose": _decks("5s 4g 3p", "5s 4g 1d 4p", coins="8"),
        "Duchy or Gold": _decks("4s 3g 2p", "5s 3g 2p", coins="6"),
        "With Smithy for sale": _decks(
            "4 silver 3g 3p smithy", "5 silver 4g 1d 3p", coins="5", seat="second", card="smithy"
        ),
        "The first hand": _decks("", "", coins="4"),
    },
    lead_on=_lead_on,
    offers="coins",
    blanks={"coins": 0},
    busy="Solving the race from here, up to 20 s …",
    template="dominion/question.html",
)
