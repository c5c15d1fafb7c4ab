"""Literature's place on the web."""

from llq.query.literature.advice.advice import advise
from llq.query.literature.built_in_players import players
from llq.query.literature.play.engines import agent, new_game
from llq.solver.literature.rules import RULES
from llq.web.literature import explorer, play
from llq.web.literature.api import api
from llq.web.pages.game_pages import web_game


def warm_up() -> None:
    """Compile kernels: advise once, play a game, and run every player."""
    state, greedy = new_game(seed=1), agent("greedy")
    advise(state.view())
    while not state.is_terminal:
        state.apply(greedy.choose(state))
    for player in players():
        agent(player.name).choose(new_game(seed=1))


WEB = web_game(
    "literature",
    {explorer.PAGE.link: explorer.PAGE.show, play.LINK: play.show_play},
    api=api,
    warm_up=warm_up,
    rules={"variants": RULES},
)
