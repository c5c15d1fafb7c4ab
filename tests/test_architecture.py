"""The architecture page says what is there, and what is there keeps to it."""

import re
from collections import Counter

from llq.query.games import all_games
from tests.test_layout import MAY_IMPORT, ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text()
FLOORS = ("solver", "store", "query", "web", "cli")
GAMES = {game.title: game.module for game in all_games()}
MOST_MODULES = 25


def rows(heading):
    """Return the cells of the table below a heading."""
    _, _, below = PAGE.partition(f"\n{heading}\n")
    table = below.lstrip().partition("\n\n")[0] if below.lstrip().startswith("|") else ""
    if not table:  # a paragraph stands before it
        table = below[below.index("\n|") + 1 :].partition("\n\n")[0]
    lines = table.splitlines()[2:]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


def folders(modules):
    """Return the folders of the product that hold Python files, floors and games left out."""
    parents = {path.parent for path in modules}
    return {path.as_posix() for path in parents if len(path.parts) > 1} - {
        f"{floor}/{game}" for floor in FLOORS for game in GAMES.values()
    }


def test_floors_may_import_what_the_page_says():
    """The table of floors is the rule that the layout's test enforces."""
    page = {floor.rstrip("/"): below for floor, _, _, below in rows("## Floors")}
    for floor in FLOORS:
        below = {name for name in page[floor].split(", ") if name != "—"}
        others = MAY_IMPORT[floor] - {floor, "errors", "published", "manual"}
        assert below == others


def test_every_room_is_on_the_page(modules):
    """Each folder is a room of the page, and each room of the page a folder or a file."""
    listed = {room for room, _ in rows("### All games")}
    for title, game in GAMES.items():
        for room, _, floors in rows(f"### {title}"):
            for floor in floors.split(", "):
                place = f"{floor}/{game}/{room}"
                assert (ROOT / place).is_dir() or (ROOT / f"{place}.py").is_file(), place
                listed.add(place)
    assert folders(modules) <= listed
    assert {room for room, _ in rows("### All games")} <= folders(modules)


def test_every_path_on_the_page_exists():
    """A file or folder that the page names is there."""
    paths = re.findall(r"`((?:solver|store|query|cli|web|src|tests)/[\w/.]*)`", PAGE)
    assert len(paths) > 30
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_no_room_is_crowded(modules):
    """A folder of more than 25 modules wants rooms."""
    crowds = Counter(path.parent for path in modules if not path.name.startswith("_"))
    assert {folder for folder, count in crowds.items() if count > MOST_MODULES} == set()
