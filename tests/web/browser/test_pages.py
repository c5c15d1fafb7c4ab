"""Every page of the menu and every chart in a browser: no error, nothing cut, for everybody."""

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from llq.query.play.sessions import Sitting
from llq.web.games import web_games
from llq.web.pages.rendering import SHARED_LINKS
from tests.web.browser.conftest import WIDTHS

pytestmark = pytest.mark.long  # a browser opens each page

PATHS = ["/", *(link.path for _, web in web_games() for link in web.links)]
PATHS += ["/api", *(link.path for link in SHARED_LINKS)]
MOST_BYTES = 500_000

_LINKS = "[...document.querySelectorAll('main a[href]')].map(link => link.getAttribute('href'))"


_DEALT = [
    "/love-letter?variant=2019&hand=0,7,9&seen=1,6&chancellor=yes",
    "/love-letter/play?seed=4&against=table&variant=2019&hints=on"
    "&moves=1.3.0.3.1.12.11.13.12.16.15",
    "/love-letter/play?seed=4&against=thumb&variant=2019&players=4&seat=2&hints=on",
    "/love-letter/play?seed=74&against=strategic",
]
"""A card to keep, in the explorer and in a round; a table of four; a card that is barred."""


@pytest.mark.parametrize("path", [*PATHS, *_DEALT])
def test_a_page_is_fit_for_every_screen(path, visit, axe):
    """No error, nothing to scroll sideways, no violation of WCAG AA; wide or narrow, one notation.

    So is the first page that it leads to and that no menu has.
    """
    addresses = [path]
    for address in addresses:
        visit.open(address)
        assert 0 < visit.weight() < MOST_BYTES
        if not address.startswith(("/sql", "/tables", "/api")):
            assert_one_notation(visit.page)
        visit.assert_fit(axe)
        if address == path:
            links = [urlsplit(link) for link in visit.page.evaluate(_LINKS)]
            onward = [one for one in links if one.path[:1] == "/" and not one.netloc]
            new = [
                one
                for one in onward
                if path in PATHS
                and one.path not in PATHS
                and not one.path.startswith(("/api", "/openapi"))
            ]
            addresses += [one.geturl() for one in new[:1]]


_AFTER_FOUR = (
    "N+KH+AH+4H+7H%3B+W+AC+2C+7C+5C%3B+W+KC+4C+6C+3C%3B+W+JH+QH+JC+2H%3B+W+3S",
    "17.19.12.18.39.30.38.33.37.32.34.31.16.15.36.10.1",
)
"""The same four tricks, as the explorer and a sitting have them."""


@pytest.mark.parametrize(
    "path",
    [
        f"/sueca?seat=S&hand=5S+AS+3D+6D+KD+QC&trump=D&tricks={_AFTER_FOUR[0]}",
        "/sueca/play?seed=7&seat=2&against=random,always_high,random"
        f"&moves={_AFTER_FOUR[1]}&advice=yes",
    ],
)
def test_why_advice_in_sueca_is_what_it_is(path, visit, axe):
    """In the middle of a game the page says what changed and who may hold what, on every screen."""
    visit.open(path)
    for heading in ("Since your last card", "What the others may hold"):
        visit.page.get_by_role("heading", name=heading).wait_for()
    cells = visit.page.locator("[data-holds$=' AD']").all_text_contents()
    assert sum(map(int, cells)) == pytest.approx(100, abs=2)
    visit.assert_fit(axe)


_GAMES = [
    "/love-letter?hand=1,5&seen=1,1&play=guard-baron",
    "/love-letter/play?seed=3&against=monte_carlo&moves=7&hints=on",
    f"/sueca?seat=S&hand=5S+AS+3D+6D+KD+QC&trump=D&tricks={_AFTER_FOUR[0]}",
    "/sueca?hand=2H+2H&trump=C",
    "/sueca/play?seed=7&seat=2&against=random,always_high,mc_extra_apart"
    f"&moves={_AFTER_FOUR[1]}&advice=yes",
    "/literature?me=2&hand=C:A2389+D:TJ+H:345+S:QK&moves=1%3E2+4D+-&player=article",
    "/literature?me=0&hand=TH+TH",
    "/literature/play?seed=5&players=4&against=greedy&advice=yes",
]
"""Pages in the middle of a game, and with a mistake."""
_TEXT = """(() => {
    const main = document.querySelector("main").cloneNode(true);
    const typed = "code, pre, .source, input, textarea, .question small, option";
    main.querySelectorAll(typed).forEach(one => one.remove());
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) found.push(texts.currentNode.data.trim());
    return found.filter(Boolean);
})()"""  # what a page says, but for how to type it and where numbers come from
_NOTATIONS = {
    "a card as it is typed": r"\b(?:[2-9TJQKA][SHDC])\b",
    "a card in words": r"\b\w+ of (?:spades|hearts|diamonds|clubs)\b",
    "a half suit as it is typed": r"\b[LH][CDHS]\b",
    "a move as it is typed": r"\d>\d",
    "a name as programs have it": r"\b[a-z]+_[a-z_]+\b|untrained|\bsomani\b|\bpagat\b",
}


@pytest.mark.parametrize("path", _GAMES)
def test_a_page_has_one_notation(path, visit):
    """In the middle of a game, and where it refuses."""
    visit.page.goto(visit.server + path)
    assert_one_notation(visit.page)
    visit.errors.clear()  # a mistake is answered with 422, which a browser notes


def assert_one_notation(page):
    """Check that cards have the signs of their suits, players and rules their names."""
    texts = page.evaluate(_TEXT)
    assert len(texts) > 5
    found = {
        what: [one for one in texts if re.search(pattern, one) and "llq build" not in one]
        for what, pattern in _NOTATIONS.items()
    }
    assert not any(found.values()), found


def test_the_text_of_a_card_has_room_on_a_phone(visit):
    """What a card does stands below its name there, as wide as the panel, not word by word."""
    page = visit.page
    page.set_viewport_size({"width": 390, "height": 844})
    visit.open("/love-letter/rules")
    for row in page.locator("main tbody tr").all():
        name, text = (row.locator(part).bounding_box() for part in ("th", "td:last-child"))
        assert text["width"] > 300
        assert text["y"] >= name["y"] + name["height"]


_CHARTS = """() => [...document.querySelectorAll(".chart svg")]
    .filter(svg => svg.getBoundingClientRect().width)
    .map(svg => [svg, ...svg.querySelectorAll("text")].map(one => {
        const {left, right, top, bottom} = one.getBoundingClientRect();
        return [one.getAttribute("class"), one.textContent, left, right, top, bottom];
    }))"""
_LAP = 3.0
"""Pixels by which the box of a word, which has room above and below, may lie on another."""


def _finished_game(game, *, at="", **options):
    """Return the address of a played game, at a step of its replay."""
    sitting = Sitting.begin(game, seed=1, **options)
    while not sitting.is_over:
        sitting = sitting.play(sitting.legal[-1][0])
    step = {"at": at} if at else {}
    return f"/{game}/play?{urlencode(sitting.to_link() | step)}"


CHARTS: list[tuple[Callable[[], str], int]] = [
    (lambda: "/dominion/curves", 3),
    (lambda: _finished_game("dominion", turns=5), 1),
    (lambda: _finished_game("love-letter", against=["strategic"], at="2"), 1),
    (lambda: _finished_game("sueca", against=["random"], at="6"), 1),
    (lambda: _finished_game("literature", against=["random"], at="6"), 1),
]
"""Every page with charts, played when it is opened, and how many charts it has."""


@pytest.mark.parametrize(("address", "number"), CHARTS)
def test_a_chart_can_be_read(visit, address, number):
    """Each has its axis titles and numbers, inside the picture, none on another; a tip as well."""
    visit.open(address())
    for place, width in enumerate(WIDTHS, 2):
        visit.page.set_viewport_size({"width": width, "height": 800})
        assert_readable(visit.page, number, place)


def assert_readable(page, number, place):
    """Check the charts of a page that are in sight, and the tip of a point."""
    charts: list[list[Any]] = page.evaluate(_CHARTS)
    assert len(charts) == number
    for (_, _, *frame), *words in charts:
        kinds = [kind.split()[0] for kind, *_ in words]
        assert kinds.count("axis-title") == (2 if "name" in kinds else 1)  # lines, or bars
        for _, text, left, right, top, bottom in words:
            assert right - left > 4, text
            assert bottom - top > 4, text
            assert left >= frame[0] - 1, text
            assert right <= frame[1] + 1, text
            assert top >= frame[2] - _LAP, text
            assert bottom <= frame[3] + _LAP, text
        for one, other in combinations(words, 2):
            apart = max(
                max(one[2], other[2]) - min(one[3], other[3]),
                max(one[4], other[4]) - min(one[5], other[5]),
            )
            assert apart > -_LAP, (one[1], other[1])
    hit = page.locator(".chart svg:visible .hit").nth(place)
    numbers = (hit.text_content() or "").splitlines()
    page.mouse.move(0, 0)  # away from what was pointed at before
    hit.hover()
    assert page.locator(".tip").inner_text().splitlines() == numbers
    assert len(numbers) > 1
