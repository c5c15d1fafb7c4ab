"""Pictures of the pages for the manual: ``python -m tests.pictures [NAME…]`` takes them again.

It needs Chromium, and a built table of every kind that the pages show.
"""

import shutil
import sys

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from llq.web.app import create_app
from llq.web.http.limits import Limits
from tests.docs import ROOT
from tests.serving import serving

FOLDER = ROOT / "docs" / "serve"
COLOURS = 160  # of a picture; pages have few
WIDTH, HEIGHT = 1120, 840

PAGES = {"love-letter": "/love-letter", "dominion": "/dominion"}
"""A page of a server by the name of its picture."""


def main() -> None:
    """Take the pictures that the command line names, or all."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        with serving(create_app(Limits(seconds=300))) as address:
            for name in PAGES.keys() & (sys.argv[1:] or PAGES):
                page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
                page.set_default_timeout(300_000)
                _take(page, address + PAGES[name], name)
                page.close()
        browser.close()


def _take(page: Page, address: str, name: str) -> None:
    """Take a picture of what a window first shows of a page, in few colours."""
    page.goto(address)
    page.get_by_role("heading", name="One moment").wait_for(state="detached")
    path = FOLDER / f"{name}.png"
    page.screenshot(path=path)
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main()
