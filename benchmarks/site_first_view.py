"""What the first view of the site without a server takes: ``python benchmarks/site_first_view.py``.

The site is exported anew and served over the loopback; each page is opened three times in headless
Chromium, the width of a phone and nothing cached. Milliseconds are from the request to the first
paint and to the end of loading, the median and the greatest of the three; kilobytes are those
transferred until then. `docs/export-site.md` has the greatest of all.
"""

import subprocess
import sys
import tempfile
from contextlib import contextmanager
from statistics import median

from playwright.sync_api import sync_playwright

PORT, RUNS = 8765, 3
PAGES = ("index", "love-letter", "dominion", "dominion-kingdom", "dominion-curves",
         "dominion-turns", "sueca-league", "literature-league", "love-letter-league")  # fmt: skip
MEASURED = """() => {
    const [page] = performance.getEntriesByType('navigation');
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const loaded = performance.getEntriesByType('resource').filter(
        one => one.responseEnd <= page.loadEventEnd);
    const bytes = [page, ...loaded].reduce((sum, one) => sum + one.transferSize, 0);
    return [paint.startTime, page.loadEventEnd, bytes / 1000];
}"""


@contextmanager
def served(folder):
    """Serve a folder over the loopback."""
    words = [sys.executable, "-m", "http.server", str(PORT), "-d", folder, "-b", "127.0.0.1"]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as server:
        try:
            yield f"http://127.0.0.1:{PORT}"
        finally:
            server.terminate()


def main() -> None:
    """Export the site, open its pages and print what each takes."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        subprocess.run(["llq", "export-site", folder], check=True, capture_output=True)
        with served(folder) as address:
            for name in PAGES:
                show(name, [view(playwright, f"{address}/{name}.html") for _ in range(RUNS)])


def view(playwright, address):
    """Open a page in a new browser; return the first paint, the load and the kilobytes."""
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(address, wait_until="load")
    page.wait_for_timeout(500)  # the first paint may come after loading
    measured = page.evaluate(MEASURED)
    browser.close()
    return measured


def show(name, runs):
    """Print a page's figures."""
    paints, loads, sizes = zip(*runs, strict=True)
    print(
        f"{name:20s} first paint {median(paints):4.0f} ms (to {max(paints):.0f}), loaded "
        f"{median(loads):4.0f} ms (to {max(loads):.0f}), {max(sizes):.0f} kB",
        flush=True,
    )


if __name__ == "__main__":
    main()
