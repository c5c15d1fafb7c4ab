"""The site without a server, as a browser shows it from any host of files."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from llq.web.site import export_site
from tests.serving import hosted
from tests.web.browser.conftest import Visit

FOLLOWED = "/love-letter.html?hand=1,5&seen=1,1&play=guard-baron"
STORED = (
    "/sueca-league.html", "/literature-data.html", "/sql-literature_opening.html",
    "/dominion-turns.html", "/dominion-kingdom.html", "/dominion-curves.html",
)  # fmt: skip
FIRST_VIEW = 150_000


@pytest.fixture(scope="module")
def server(standard_tables: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a host of the site, in place of a server of the application."""
    with hosted(export_site(tmp_path_factory.mktemp("site") / "site").folder) as address:
        yield address


@pytest.mark.parametrize("width", [1280, 390])
def test_a_line_of_play_is_followed(visit: Visit, width: int) -> None:
    """A play is clicked, then one of the next hands; going back leads to the play again."""
    page = visit.page
    page.set_viewport_size({"width": width, "height": 800})
    visit.open("/love-letter.html")
    page.locator("a.ll-move").first.click()
    outcomes = page.get_by_role("heading", name="After Guard, guessing Priest")
    outcomes.wait_for()
    hand = page.locator(".ll-hands a").first
    names = re.match(r"(\w+) and (\w+):", hand.get_attribute("aria-label") or "")
    assert names is not None
    hand.click()
    outcomes.wait_for(state="detached")
    for name in names.groups():
        take = page.get_by_role("link", name=f"Take {name}")
        assert take.get_attribute("aria-current") == "true"
    page.go_back()
    outcomes.wait_for()


@pytest.mark.parametrize("name", ["love-letter", "dominion"])
def test_a_page_opened_from_a_file_says_why_it_is_empty(
    browser: Browser, tmp_path: Path, standard_tables: None, name: str
) -> None:
    """Browsers let no page from a file read a table: it says so, and what to do, at once."""
    page = browser.new_page()
    page.goto((export_site(tmp_path / "site").folder / f"{name}.html").as_uri())
    page.get_by_text("opened from a file").wait_for(timeout=2_000)
    page.close()


@pytest.mark.parametrize("path", ["/index.html", FOLLOWED, "/dominion.html", *STORED])
def test_a_page_of_the_site_is_fit_for_every_screen(visit: Visit, axe: str, path: str) -> None:
    """With its answer a page has no error, nothing to scroll sideways, no violation of WCAG AA."""
    visit.open(path)
    if path in (FOLLOWED, "/dominion.html"):
        visit.page.locator("[data-part=answer] h2").wait_for()
    visit.assert_fit(axe)


def test_every_page_of_the_site_is_free_of_errors(visit: Visit, server: str) -> None:
    """Each page loads without a message in the console; the first view is small."""
    visit.open("/index.html")
    assert visit.weight() < FIRST_VIEW
    waiting, known = ["index.html"], {"index.html"}
    while waiting:
        visit.open(f"/{waiting.pop()}")
        links = visit.page.eval_on_selector_all(
            "a[href*='.html']",
            "found => found.map(one => one.getAttribute('href').split(/[?#]/)[0])",
        )
        waiting += sorted(set(links) - known)
        known |= set(links)
    assert len(known) > 100
    assert visit.errors == []
