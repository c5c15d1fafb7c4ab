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
from urllib.parse import quote

import uvicorn
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from llq.query.sql.manual import questions
from llq.web.app import create_app
from llq.web.http.limits import Limits
from tests.docs import ROOT

FOLDER = ROOT / "docs" / "serve"
COLOURS = 160  # of a picture; pages have few
DESK, PHONE = (1120, 840), (390, 844)

_SQL = next(one.query for one in questions() if one.number == "5")
_ROUND = """dealt: King
face up: 1 1 5
they play Guard, guessing Baron: missed
I draw Handmaid, play Handmaid
they play Priest
I draw Guard"""
PAGES = {
    "home": ("/?deal=7&play=guard-handmaid", DESK),
    "love-letter": ("/love-letter", DESK),
    "love-letter-phone": ("/love-letter", PHONE),
    "love-letter-play": ("/love-letter/play?seed=3&against=strategic&moves=7&hints=on", DESK),
    "love-letter-track": (f"/love-letter/track?round={quote(_ROUND)}", DESK),
    "love-letter-drills": ("/love-letter/drills?kind=strategic&seed=1", DESK),
    "dominion": ("/dominion", DESK),
    "dominion-play": ("/dominion/play?seed=7&turns=15&hints=yes", DESK),
    "dominion-curves": ("/dominion/curves", DESK),
    "dominion-race": ("/dominion/race", DESK),
    "dominion-turns": ("/dominion/turns", DESK),
    "dominion-kingdom": ("/dominion/kingdom", DESK),
    "sueca": ("/sueca", DESK),
    "sueca-play": ("/sueca/play", DESK),
    "literature": ("/literature", DESK),
    "literature-phone": ("/literature", PHONE),
    "sql": (f"/sql?query={quote(_SQL)}", DESK),
    "tables": ("/tables", DESK),
}
"""By name of the picture: a page of a server, and the size of the window."""


def main() -> None:
    """Take the pictures that the command line names, or all."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        with _server() as address:
            for name in PAGES.keys() & (sys.argv[1:] or PAGES):
                path, (width, height) = PAGES[name]
                page = browser.new_page(viewport={"width": width, "height": height})
                page.set_default_timeout(300_000)
                _take(page, address + path, name)
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
