"""A real browser and a real server, for tests of what people see and click."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright import sync_api as playwright

from llq.web.app import create_app
from tests.web.conftest import PATIENT
from tools.serving import serving

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_OPTIONS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
)
WIDTHS = {1280: "light", 390: "dark"}
"""Pixels of a window on a desk and on a phone, and the colours that it is judged in."""
_NARROWEST = 360
"""Of phones in use: nothing is to be scrolled sideways there either."""
_AXE = """async () => (await axe.run({runOnly: ['wcag2a', 'wcag2aa'], resultTypes: ['violations']}))
    .violations.map(found => [found.id, found.nodes.map(node => node.html).slice(0, 3)])"""
_UNFOLD = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
_OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
_CUT = """[...document.querySelectorAll("select")].filter(one => one.offsetWidth).filter(one => {
    const whole = one.cloneNode(true);
    whole.removeAttribute("id");
    whole.style = "position: absolute; width: max-content; max-width: none";
    one.parentNode.append(whole);
    const width = whole.offsetWidth;
    whole.remove();
    return one.offsetWidth < width - 1;
}).map(one => one.outerHTML)"""  # choices that are wider than what shows them
_WEIGHT = """["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind))
    .reduce((sum, one) => sum + one.decodedBodySize, 0)"""


def missing(reason: str) -> None:
    """Skip a test, or fail it where everything is to be there."""
    if os.environ.get("LLQ_BROWSER") == "required":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def browser() -> Iterator[playwright.Browser]:
    """Return headless Chromium."""
    program = next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        missing("no Chromium on the path: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=_OPTIONS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the source of axe, which finds what keeps people from using a page."""
    path = os.environ.get("LLQ_AXE", "")
    if not path:
        missing("LLQ_AXE does not name axe.min.js: npm install axe-core")
    return Path(path).read_text("utf-8")


@pytest.fixture(scope="module")
def server(standard_tables: None) -> Iterator[str]:
    """Return the address of a server of the application."""
    with serving(create_app(PATIENT)) as address:
        yield address


class Visit:
    """A page in the browser, with everything that went wrong in it."""

    def __init__(self, page: playwright.Page, server: str) -> None:
        self.page, self.server = page, server
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("requestfailed", self._note_failure)
        page.on("console", self._note_message)

    def _note_failure(self, request: playwright.Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # as a stream or a download that is left
            self.errors.append(f"{request.url}: {request.failure}")

    def _note_message(self, message: playwright.ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.location['url']}: {message.text}")

    def open(self, path: str) -> None:
        """Open a page of the server, which has it."""
        answer = self.page.goto(self.server + path, wait_until="load")
        assert answer is not None
        assert answer.status == 200, path

    def assert_fit(self, axe: str) -> None:
        """Check that all can use the page, unfolded: nothing cut, nothing to scroll, WCAG AA."""
        self.page.mouse.move(0, 0)  # what a pointer shows stands where the page was wider
        self.page.evaluate(_UNFOLD)
        self.page.set_viewport_size({"width": _NARROWEST, "height": 800})
        assert self.page.evaluate(_OVERFLOW) <= 0, (self.page.url, _NARROWEST)
        self.page.evaluate(axe)
        for width, scheme in WIDTHS.items():
            self.page.set_viewport_size({"width": width, "height": 800})
            assert self.page.evaluate(_OVERFLOW) <= 0, (self.page.url, width)
            assert self.page.evaluate(_CUT) == [], (self.page.url, width)
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = self.page.evaluate(_AXE)
            assert found == [], (self.page.url, width, scheme, json.dumps(found, indent=1))

    def weight(self) -> int:
        """Return the bytes of the page and of all that it has loaded, before compression."""
        loaded: int = self.page.evaluate(_WEIGHT)
        return loaded


@pytest.fixture
def visit(browser: playwright.Browser, server: str) -> Iterator[Visit]:
    """Return a visit with nothing remembered of earlier ones."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme="light")
    context.set_default_timeout(120_000)  # a machine may be busy
    visit = Visit(context.new_page(), server)
    yield visit
    assert visit.errors == []
    context.close()
