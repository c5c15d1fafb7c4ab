"""Charts as people see them: words in sight at every width, and the numbers at the pointer."""

from collections.abc import Callable
from itertools import combinations
from typing import Any
from urllib.parse import urlencode

import pytest

from llq.query.play.sessions import Sitting
from tests.web.browser.conftest import WIDTHS

pytestmark = pytest.mark.long  # a browser opens each page

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
    (lambda: "/dominion/kingdom?provinces=1", 1),
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
