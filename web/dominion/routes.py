"""Dominion's place on the web."""

from llq.query.dominion.kingdom.lookups import kingdom_lookup
from llq.query.dominion.race.answers import race_lookup
from llq.web.dominion import explorer, kingdom, menus, play, race, strategies
from llq.web.dominion.api import api
from llq.web.dominion.decks import CARDS
from llq.web.pages.game_pages import web_game


def warm_up() -> None:
    """Run kingdom and race lookups to compile their kernels."""
    kingdom_lookup("smithy", "7 copper, 3 estate", 4)
    race_lookup("7c 3e 5si 4g 3p", "7c 3e 5si 4g 4p", coins=8)


_PAGES = {
    explorer.PAGE.link: explorer.PAGE.show,
    race.PAGE.link: race.PAGE.show,
    play.LINK: play.show_play,
    strategies.LINK: strategies.show_curves,
    kingdom.PAGE.link: kingdom.PAGE.show,
    menus.PAGE.link: menus.PAGE.show,
}
WEB = web_game("dominion", _PAGES, api=api, warm_up=warm_up, rules={"cards": CARDS})
