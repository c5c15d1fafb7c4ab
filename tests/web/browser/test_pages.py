"""Every page of the menu, as a browser shows it: no error, no sideways scrolling, for everybody."""

from urllib.parse import urlsplit

import pytest

from llq.web.games import web_games
from llq.web.pages.rendering import SHARED_LINKS
from tests.web.browser.conftest import Visit

PATHS = ["/", *(link.path for _, web in web_games() for link in web.links)]
PATHS += ["/api", *(link.path for link in SHARED_LINKS)]
MOST_BYTES = 500_000

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
        visit.assert_fit(axe)
        if address == path:
            links = [urlsplit(link) for link in visit.page.evaluate(_LINKS)]
            onward = [one for one in links if one.path[:1] == "/" and not one.netloc]
            new = [
                one
                for one in onward
                if one.path not in PATHS and not one.path.startswith(("/api", "/openapi"))
            ]
            addresses += [one.geturl() for one in new[:1]]
