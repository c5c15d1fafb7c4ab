"""What a request computes looks at its clock again and again: looks are counted, never timed.

Whoever leaves, or outlasts a request, keeps a place until the next look. So long work looks between
the parts that take up to a second on a core of 2026, however much is asked for at once.
"""

import pytest
from starlette.testclient import TestClient

from llq import dominion, literature, sueca
from llq.solver.dominion.kingdom.cards import kingdom_cards
from llq.web.app import create_app
from llq.web.games import web_games
from llq.web.http.limits import Limits

HAND = {"hand": "S:AK72 H:765 D:2 C:A7", "trump": "C"}
CARD = kingdom_cards()[:1]
WORK = {
    "a kingdom card, between its games": (
        lambda look: dominion.kingdom.ranking(1, copies=9, cards=CARD, progress=look),
        10,
    ),
    "open hands of ten cards, one by one": (
        lambda look: sueca.advise(sueca.position(**HAND), "pimc:2/10", progress=look),
        2,
    ),
    "hands inferred, before they are played": (
        lambda look: sueca.advise(sueca.position(**HAND), "strong:30/6", progress=look),
        2,
    ),
    "games of Monte Carlo in Dominion, one by one": (
        lambda look: dominion.match("monte_carlo", "picky", 12, playouts=2, progress=look),
        12,
    ),
    "games of six players of Literature who count deals, two by two": (
        lambda look: literature.match("greedy", "certain", 4, players=6, progress=look),
        2,
    ),
}


@pytest.mark.parametrize("name", WORK)
def test_long_work_looks_at_the_clock(name):
    """A job of some parts calls for a look at least so often, with each part that is done."""
    work, least = WORK[name]
    looks = []
    work(lambda done, total: looks.append((done, total)))
    assert len(looks) >= least
    assert looks == sorted(looks)
    assert looks[-1][0] == looks[-1][1]


def test_every_page_of_a_game_takes_a_place():
    """Where no place is free a page says so at once: none computes beside the places."""
    paths = [link.path for _, web in web_games() for link in web.links]
    with TestClient(create_app(Limits(jobs=0, pages=0, wait_seconds=0.0))) as busy:
        for path in (path for path in paths if "/rules" not in path):
            assert busy.get(path).status_code == 503, path
