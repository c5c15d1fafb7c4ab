"""Every page of the menu, as a browser shows it: no error, no sideways scrolling, for everybody."""

import json
from urllib.parse import urlsplit

import pytest

from llq.web.games import web_games
from llq.web.pages import SHARED_LINKS
from tests.web.browser.conftest import Visit

PATHS = ["/", *(link.path for _, web in web_games() for link in web.links)]
PATHS += [link.path for link in SHARED_LINKS]
WIDTHS = (1280, 390)
SCHEMES = ("light", "dark")
MOST_BYTES = 500_000

_AXE = """async () => (await axe.run({runOnly: ['wcag2a', 'wcag2aa']}))
    .violations.map(found => [found.id, found.nodes.map(node => node.html).slice(0, 3)])"""
_WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
_LINKS = "[...document.querySelectorAll('main a[href]')].map(link => link.getAttribute('href'))"


@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_fit_for_every_screen(path: str, visit: Visit, axe: str) -> None:
    """No error, nothing to scroll sideways, no violation of WCAG AA; wide or narrow, light or dark.

    So is the first page that it leads to and that no menu has.
    """
    addresses = [path]
    for address in addresses:
        visit.open(address)
        assert 0 < visit.weight() < MOST_BYTES
        visit.page.evaluate(axe)
        for width in WIDTHS:
            visit.page.set_viewport_size({"width": width, "height": 800})
            assert visit.page.evaluate(_WIDTH) <= 0, (address, width)
            for scheme in SCHEMES:
                visit.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                found = visit.page.evaluate(_AXE)
                assert found == [], (address, width, scheme, json.dumps(found, indent=1))
        if address == path:
            links = [urlsplit(link) for link in visit.page.evaluate(_LINKS)]
            onward = [one for one in links if one.path[:1] == "/" and not one.netloc]
            new = [one for one in onward if one.path not in PATHS and one.path[:4] != "/api"]
            addresses += [one.geturl() for one in new[:1]]
