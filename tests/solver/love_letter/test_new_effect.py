"""A new effect of Love Letter is a row of data and a branch: `docs/architecture.md` lists where."""

import ast
import re
import shutil
from pathlib import Path

from tests.processes import run_python

ROOT = Path(__file__).parents[3]
ROOMS = ("solver", "store", "query", "cli", "web")
PAGE = ROOT / "docs" / "architecture.md"
HEADING = "## A new effect of Love Letter"
MOST_FILES = 8

ROW = """
    BARTER = 11, EffectRow(
        is_aimed=True, may=Consequence.SWAPS | Consequence.REVEALS, text="You may swap cards."
    )
"""
BRANCH = """
    if effect == 11:
        is_alike = cards[kept][NUMBER] % 2 == cards[opponent][NUMBER] % 2
        return SWAPS | REVEALS if is_alike else REVEALS
"""

BARTERED = """
from random import Random

import llq
from llq.query.love_letter.rounds.written_rounds import write_round
from llq.solver.love_letter.rounds import engine
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rounds.resampling import resample
from llq.solver.love_letter.rules import Card, Effect, Rules
from llq.solver.love_letter.table.states import state_space

assert llq.__file__.startswith({folder!r})
RULES = Rules("bartered", 1, (
    Card("Guard", 1, 5, Effect.GUESS, 1), Card("Trader", 2, 4, Effect.BARTER, 2),
    Card("Baron", 3, 2, Effect.COMPARE, 3), Card("Handmaid", 4, 2, Effect.PROTECT, 4),
    Card("Prince", 5, 2, Effect.REDRAW, 5), Card("Princess", 8, 1, Effect.LOSE, 8),
), "this test")
TRADER, bartered = 1, 0
space, random = state_space(RULES), Random(3)
for number in range(200):
    state, seat = LoveLetterState(RULES, 0, number), number % 2
    while state.current_player >= 0:
        view, row = state.view(), state.row(space)
        assert engine.read_state(space, row) == view.state == state.state()
        other = resample(state, state.current_player, random)
        assert other.information_state(state.current_player) == state.information_state(
            state.current_player
        )
        action, me = random.choice(state.legal_actions()), state.current_player
        theirs, mine = state.hands[1 - me], state.hands[me] + state.drawn - RULES.plays[action].card
        is_open = RULES.plays[action].card == TRADER and not state.is_protected
        state.apply(action)
        if is_open:
            swaps = (RULES.cards[mine].number + RULES.cards[theirs].number) % 2 == 0
            assert [state.hands[me], state.hands[1 - me]] == [mine, theirs][:: -1 if swaps else 1]
            bartered += 1
    assert len(write_round(state, seat).splitlines()) > len(state.turns)
assert bartered > 50
print("played")
"""


def test_no_module_but_those_listed_names_an_effect():
    """The page lists at most eight files, and no other names an effect."""
    section = PAGE.read_text("utf-8").split(HEADING)[1].split("\n## ")[0]
    listed = re.findall(r"^\d\. `([^`]+)`", section, re.MULTILINE)
    assert len(listed) <= MOST_FILES
    assert all((ROOT / file).is_file() for file in listed)
    naming = set()
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "Effect" in text else ():
            match node:
                case ast.Attribute(value=ast.Name(id="Effect"), attr=name) if name.isupper():
                    naming.add(path.relative_to(ROOT).as_posix())
    assert naming <= {*listed}


def test_a_row_and_a_branch_are_a_new_effect(tmp_path):
    """With a row and a branch more, the cards of random rounds go as the new rule says.

    The made-up card shows both hands, and swaps them if both numbers are even or both odd.
    """
    package = tmp_path / "llq"
    shutil.copytree(ROOT / "src" / "llq", package)
    for room in ROOMS:
        shutil.copytree(ROOT / room, package / room, ignore=shutil.ignore_patterns("__pycache__"))
    love_letter = package / "solver" / "love_letter"
    insert(love_letter / "rules.py", "class Scoring(StrEnum):", ROW + "\n\n")
    insert(love_letter / "turn.py", "    return int(_POSSIBLE[effect])", BRANCH)
    folders = {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    done = run_python(BARTERED.format(folder=str(tmp_path)), check=False, **folders)
    assert done.stdout == "played\n", done.stderr


def insert(path, before, text):
    """Write a text into a file before the line that begins so."""
    content = path.read_text("utf-8")
    assert content.count(f"\n{before}") == 1
    path.write_text(content.replace(f"\n{before}", f"{text}{before}"), "utf-8")
