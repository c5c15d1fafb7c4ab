"""Pictures of the pages for the manual: ``python -m tests.pictures [NAME…]`` takes them again.

It needs Chromium, and a built table of every kind that the pages show.
"""

import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Thread
from time import sleep

import uvicorn
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from llq.web.app import create_app
from llq.web.http.limits import Limits
from tests.docs import ROOT

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
        with _server() as address:
            for name in PAGES.keys() & (sys.argv[1:] or PAGES):
                page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
                page.set_default_timeout(300_000)
                _take(page, address + PAGES[name], name)
                page.close()
        browser.close()


@contextmanager
def _server() -> Iterator[str]:
    """Yield the address of a server."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        app = create_app(Limits(seconds=300))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none"))
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            sleep(0.02)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join()


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
