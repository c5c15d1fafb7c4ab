"""Kingdom cards beside money: purchases for a hand, and turns saved."""

from llq.query.dominion.kingdom.lookups import kingdom_ranking
from llq.query.dominion.notation import read_counts
from llq.solver.dominion.rules import deck_words
from llq.web.cached_tables import load_cached_table
from llq.web.dominion.api import api
from llq.web.dominion.decks import deck_steps
from llq.web.games import Link
from llq.web.pages.panels import Panel, panel_of
from llq.web.pages.question_pages import Asked, Onward, QuestionPage


def _lead_on(asked: Asked) -> Onward:
    deck = read_counts("deck", asked.question.deck, [asked.question.card])
    return Onward(
        steps={"deck": deck_steps(deck, lambda deck: asked.link(deck=deck_words(deck)))},
        panels=[_ranking(asked.question.provinces)],
    )


def _ranking(provinces: int) -> Panel:
    """Return the stored ranking of kingdom cards, money alone first, with bars of turns saved."""
    stored = load_cached_table("dominion-kingdom")  # without it all would be solved
    ranking = kingdom_ranking(provinces)
    panel, most = panel_of(ranking), max(card.saved for card in ranking)
    cards = zip(panel.tables[0].rows, ranking, strict=True)
    rows = tuple(row._replace(share=card.saved / most) for row, card in cards)
    command = f"of cards of your own: llq dominion kingdom ranking --provinces {provinces}"
    table = panel.tables[0]._replace(rows=rows, bar_cells=1)
    return panel._replace(tables=[table], notes=(stored.source, command))


PAGE = QuestionPage(
    link=Link("/dominion/kingdom", "Kingdom", "Money and one kingdom card: buys, and a ranking."),
    heading="Dominion: money, alone or with one kingdom card",
    intro="Treasures and Provinces are for sale, with a Smithy, a Market or another card or "
    "without: what to buy to get the Provinces soonest, with fresh hands.",
    api=api,
    route="/kingdom",
    examples={
        "Smithy": {"card": "smithy", "deck": "7 copper, 3 estate, 2 silver, smithy", "coins": "5"},
        "Money alone": {"deck": "7 copper, 3 estate", "coins": "4"},
    },
    lead_on=_lead_on,
    busy="Solving a game, a few seconds …",
    template="dominion/question.html",
)
