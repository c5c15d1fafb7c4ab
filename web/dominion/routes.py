"""Dominion's place on the web."""

from fastapi import APIRouter

from llq.query.dominion.kingdom.lookups import kingdom_lookup
from llq.query.dominion.race.answers import race_lookup
from llq.web.dominion.api import api
from llq.web.dominion.explorer import show_explorer
from llq.web.dominion.kingdom import show_kingdom
from llq.web.dominion.menus import show_menus
from llq.web.dominion.play import show_play
from llq.web.dominion.questions import CARDS
from llq.web.dominion.race import show_race
from llq.web.dominion.strategies import show_curves
from llq.web.games import Link, WebGame
from llq.web.http.jobs import in_time
from llq.web.http.words import PageRoute
from llq.web.pages.league import league_link, league_page
from llq.web.pages.rules import rules_link, rules_page

LINKS = (
    Link("/dominion", "Explorer", "Any deck: every buy with what it is worth."),
    Link("/dominion/race", "Race", "Two decks: every buy with its chance to win."),
    Link("/dominion/play", "Play", "A game alone, with what each of your buys costs."),
    Link("/dominion/curves", "Curves", "Expected scores by turns and strategy, as charts."),
    Link("/dominion/kingdom", "Kingdom", "Money and one kingdom card: buys, and a ranking."),
    Link("/dominion/menus", "Menus", "Ranked lists of what to buy, and where they go wrong."),
    league_link("dominion"),
    rules_link("dominion"),
)
"""Dominion's menu."""

pages = APIRouter(route_class=PageRoute)
for _path, _show in (
    ("", in_time(show_explorer)),
    ("/race", show_race),
    ("/play", show_play),
    ("/curves", in_time(show_curves)),
    ("/kingdom", show_kingdom),
    ("/menus", show_menus),
    ("/league", league_page("dominion")),
    ("/rules", rules_page("dominion", cards=CARDS)),
):
    pages.add_api_route(_path, _show)


def load() -> None:
    """Run kingdom and race lookups to compile their kernels."""
    kingdom_lookup("smithy", "7 copper, 3 estate", 4)
    race_lookup("7c 3e 5si 4g 3p", "7c 3e 5si 4g 4p", coins=8)


WEB = WebGame(api=api, pages=pages, links=LINKS, warm_up=load)
