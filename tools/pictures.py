"""Pictures of the pages for the manual, taken by Chromium."""

import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tools import serving
from tools.examples import ROOT

FOLDER = ROOT / "docs" / "serve"
COLOURS = 160  # of a picture; pages have few
WIDTH, HEIGHT = 1120, 840

PAGES = {"love-letter": "/love-letter", "dominion": "/dominion"}
"""A page of a server by the name of its picture."""


def generate(part: str, *, check: bool) -> Iterator[tuple[Path, bytes]]:
    """Yield the picture of each page, or of one; none to check, as browsers differ."""
    if check:
        return
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name in PAGES:
            if part in ("", name):
                page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
                yield FOLDER / f"{name}.png", _picture(page, serving.address() + PAGES[name])
        browser.close()


def _picture(page: Page, address: str) -> bytes:
    """Return what a window first shows of a page, in few colours."""
    page.set_default_timeout(300_000)
    page.goto(address)
    page.get_by_role("heading", name="One moment").wait_for(state="detached")
    file = BytesIO()
    with Image.open(BytesIO(page.screenshot())) as picture:
        few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(file, "png", optimize=True)
    return file.getvalue()
