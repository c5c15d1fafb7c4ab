"""The pages as pages: links that lead somewhere, and a site with all of them."""

import re
import tomllib

from tools.examples import PAGES, ROOT

DOCS = ROOT / "docs"
SITE = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]
REFERENCE = sorted((DOCS / "reference").glob("*.md"))
OTHERS = [
    ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "tables/README.md")
]


def links(text):
    """Yield the files that a page links to, without what is in its code."""
    text = re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        file, _, _ = target.partition("#")
        if file and "://" not in file:
            yield file


def addresses(entries):
    """Yield the pages of the site's navigation."""
    for entry in entries:
        values = entry.values() if isinstance(entry, dict) else [entry]
        for value in values:
            yield from [value] if isinstance(value, str) else addresses(value)


def test_links_lead_to_files():
    """A link leads to a file, and from a page of the site to one that the site has."""
    for page in [*PAGES, *OTHERS, *REFERENCE]:
        for file in links(page.read_text("utf-8")):
            target = (page.parent / file).resolve()
            assert target.exists(), (page, file)
            assert DOCS not in page.parents or DOCS in target.parents, (page, file)


def test_rows_fill_their_tables():
    """A row of a table has as many cells as the table's header."""
    text = "\n".join(page.read_text("utf-8") for page in [*PAGES, *OTHERS])
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        header, *rows = (len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines())
        assert {header} == set(rows), table


def test_every_page_is_in_the_navigation():
    """The site's navigation has every page of docs once."""
    pages = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    assert sorted(addresses(SITE["nav"])) == sorted(pages)


def test_pages_are_short():
    """A page has at most 1,200 words, one of measurements 2,500; SQL's are reference."""
    for page in PAGES:
        most = 2500 if page.parent.name == "measured" else 1200
        assert page.name.startswith("sql-") or len(page.read_text("utf-8").split()) <= most, page


def test_every_public_module_is_in_the_reference():
    """The API reference has a page for each public module, and shows it."""
    files = [f.relative_to(ROOT / "src").with_suffix("") for f in ROOT.glob("src/llq/**/*.py")]
    modules = {".".join(file.parts).removesuffix(".__init__") for file in files} - {"llq.__main__"}
    text = "\n".join(page.read_text() for page in REFERENCE)
    documented = re.findall(r"^::: (\S+)$", text, re.MULTILINE)
    assert sorted(documented) == sorted(modules)


def test_the_readme_is_short_and_names_its_sources():
    """It has at most 110 lines, and each study once with its author, title and, if any, a link."""
    text = (ROOT / "README.md").read_text("utf-8")
    assert text.count("\n") <= 110
    for author, title in (
        ("Jarno Huibers", "AI Agents for the Card Game Love Letter"),
        ("R. R. van der Heijden", "[An Analysis of Dominion](https://"),
        (
            "Vanessa Lopes Carreiro",
            "[Examining different strategies for the card game Sueca](https://",
        ),
        ("Neel Somani", "[How to train a neural net to play cards](https://"),
    ):
        assert text.count(author) == 1
        assert title in text[text.index(author) :]
