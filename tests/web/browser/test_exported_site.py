"""The site without a server, as a browser shows it from any host of files."""

import csv
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from llq import connect
from llq.web.site import export_site
from tests.serving import hosted
from tests.web.browser.conftest import WIDTHS, Visit, missing

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


@pytest.fixture(scope="module")
def sql_host(standard_tables: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a host of a site that answers SQL."""
    modules = os.environ.get("LLQ_DUCKDB_WASM", "")
    if not modules:
        missing("LLQ_DUCKDB_WASM names no node_modules: npm install @duckdb/duckdb-wasm")
    folder = tmp_path_factory.mktemp("sql") / "site"
    with hosted(export_site(folder, duckdb_wasm=modules).folder) as address:
        yield address


def test_a_query_is_answered_in_the_browser(
    browser: Browser, visit: Visit, axe: str, sql_host: str
) -> None:
    """Every view answers as in Python; nothing is read from elsewhere, and an error is a line."""
    page, outside = visit.page, []
    visit.server = sql_host
    page.on("request", lambda request: outside.append(request.url))
    visit.open("/sql.html?query=FROM%20sueca_match%20ORDER%20BY%20ALL%20LIMIT%2020")
    count = page.locator("#answer h2")
    count.wait_for()
    with connect() as connection:
        wanted = connection.execute("FROM sueca_match ORDER BY ALL LIMIT 20").fetchall()
        views = [name for (name,) in connection.execute("SHOW TABLES").fetchall()]
        assert count.inner_text() == f"{len(wanted)} rows"
        shown = page.locator("#answer tbody td").all_inner_texts()
        for text, value in zip(shown, (value for row in wanted for value in row), strict=True):
            expected = "NULL" if value is None else value
            assert text == expected or float(text) == pytest.approx(expected)
    visit.assert_fit(axe)
    page.set_viewport_size({"width": WIDTHS[0], "height": 800})
    query, status = page.locator("#query"), page.locator("#status")
    ready = page.locator("#main:not([aria-busy])")
    for view in views:
        query.fill(f"FROM {view} LIMIT 1;")
        query.press("Control+Enter")
        ready.wait_for()
        assert count.inner_text() in ("1 row", "0 rows"), (view, status.inner_text())
    for wrong, words in (
        ("FROM nothing", "Table with name nothing does not exist!"),
        ("DROP TABLE source", "syntax error"),
        ("FROM 'https://cards.example/x.csv'", "disabled by configuration"),
    ):
        query.fill(wrong)
        query.press("Control+Enter")
        ready.wait_for()
        assert words in status.inner_text()
        assert status.inner_text().count("\n") <= 1
    assert {url.split("/")[2] for url in outside if not url.startswith("blob:")} == {
        sql_host.partition("//")[2]
    }


def test_a_query_is_stopped_and_an_answer_saved(visit: Visit, sql_host: str) -> None:
    """Stop ends a query without end; the next one is answered, and its CSV is Python's."""
    page = visit.page
    visit.server = sql_host
    visit.open("/sql.html?query=SELECT%20sum(a.range)%20FROM%20range(10**9)%20a,%20range(10**9)")
    page.get_by_role("button", name="Stop").click()
    assert page.locator("#status").inner_text() == "Stopped."
    page.locator("#query").fill("FROM love_letter_classic_opening ORDER BY ALL")
    page.locator("#query").press("Control+Enter")
    with page.expect_download() as saved:
        page.get_by_role("link", name="CSV").click()
    with connect() as connection:
        wanted = connection.execute("FROM love_letter_classic_opening ORDER BY ALL")
        names = [column[0] for column in wanted.description or ()]
        rows = wanted.fetchall()
    assert saved.value.suggested_filename == "llq.csv"
    header, *lines = csv.reader(Path(saved.value.path()).read_text("utf-8").splitlines())
    assert header == names
    for line, row in zip(lines, rows, strict=True):
        for text, value in zip(line, row, strict=True):
            expected = "" if value is None else value
            assert text == str(expected) or float(text) == pytest.approx(expected)
