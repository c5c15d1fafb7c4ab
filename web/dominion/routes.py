"""Dominion's place on the web."""

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
from llq.web.games import Link
from llq.web.http.jobs import as_job, in_time
from llq.web.pages.game_pages import web_game


def warm_up() -> None:
    """Run kingdom and race lookups to compile their kernels."""
    kingdom_lookup("smithy", "7 copper, 3 estate", 4)
    race_lookup("7c 3e 5si 4g 3p", "7c 3e 5si 4g 4p", coins=8)


_PAGES = (
    ("", "Explorer", "Any deck: every buy with what it is worth.", in_time(show_explorer)),
    ("/race", "Race", "Two decks: every buy with its chance to win.", as_job(show_race)),
    ("/play", "Play", "A game alone, with what each of your buys costs.", show_play),
    (
        "/curves",
        "Curves",
        "Expected scores by turns and strategy, as charts.",
        in_time(show_curves),
    ),
    (
        "/kingdom",
        "Kingdom",
        "Money and one kingdom card: buys, and a ranking.",
        as_job(show_kingdom),
    ),
    (
        "/menus",
        "Menus",
        "Ranked lists of what to buy, and where they go wrong.",
        as_job(show_menus),
    ),
)
WEB = web_game(
    "dominion",
    {Link(f"/dominion{path}", title, summary): show for path, title, summary, show in _PAGES},
    api=api,
    warm_up=warm_up,
    rules={"cards": CARDS},
)
