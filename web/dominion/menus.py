"""Menus on a page: winning chances against best play, and mistakes."""

from markupsafe import Markup

from llq.query.dominion.menus.reading import known_menus
from llq.web.dominion.api import api
from llq.web.games import Link
from llq.web.pages.environment import words
from llq.web.pages.panels import Panel
from llq.web.pages.question_pages import Asked, Onward, QuestionPage

_CARDS = {"province", "duchy", "estate", "gold", "silver"}


def _lead_on(asked: Asked) -> Onward:
    if (review := asked.answer) is None:
        return Onward()
    counted = f"{len(review.mistakes)} kinds of mistakes cost a game in 100,000 or more"
    room = f"Fresh hands, up to {review.silver} Silvers and {review.gold} Golds a player."
    return Onward(panels=[Panel(counted, context=(room,))])


PAGE = QuestionPage(
    link=Link("/dominion/menus", "Menus", "Ranked lists of what to buy, and where they go wrong."),
    heading="Dominion: menus, and where they go wrong",
    intro=Markup(
        "A menu is what people write for a simulator: each turn it buys the first card that is for "
        "sale and affordable and whose condition holds, such as <code>duchy if provinces_left &lt;="
        " 4 and lead &lt; 0</code>. A condition may ask <code>count(card)</code>, "
        "<code>provinces_left</code>, <code>duchies_left</code>, <code>total_money</code>, "
        "<code>cards</code>, <code>treasures</code>, <code>victories</code>, <code>points</code>, "
        "<code>opponent_points</code> and <code>lead</code>. Here a menu plays the race for the "
        "Provinces against best play."
    ),
    api=api,
    route="/menus",
    examples={
        f"{words(menu.name)}: {menu.title}": {"menu": "; ".join(map(str, menu.wishes))}
        for menu in known_menus()
        if {wish.card for wish in menu.wishes} <= _CARDS
    },
    lead_on=_lead_on,
    busy="Solving the race and playing the menu, a few seconds …",
    is_eager=False,
    texts=("menu",),
)
