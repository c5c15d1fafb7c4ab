"""The weight of the repository: each ceiling in `weight.toml` holds, and stands close above.

``python -m tests.test_weight`` lowers the ceilings to what is there and raises none: a change
that adds weight takes as much away, or edits the file by hand and says in its commit what for.
"""

import ast
import importlib
import pkgutil
import re
import tomllib
from functools import cache
from pathlib import Path
from statistics import fmean

import llq
from llq.query.games import all_games, all_kinds
from tests.cli.test_commands import COMMANDS

ROOT = Path(__file__).parents[1]
FLOORS = ("solver", "store", "query", "cli", "web", "src")
CEILINGS = Path(__file__).with_name("weight.toml")
SLACK = 1.01  # of the weight: a higher ceiling is to be lowered

is_small = re.compile(
    "a|all|also|an|and|any|are|as|at|be|been|both|but|by|can|do|does|each|else|every|for|"
    "from|had|has|have|here|how|if|in|into|is|it|its|least|less|may|more|most|must|no|none|"
    "nor|not|of|on|once|one|ones|only|or|other|others|out|over|some|than|that|the|their|them|"
    "then|there|these|they|this|those|to|until|up|was|were|what|when|where|which|who|whom|"
    "whose|will|with|would|without"
).fullmatch


def lines(folder):
    """Return the physical lines of Python in a folder."""
    return sum(len(path.read_bytes().splitlines()) for path in (ROOT / folder).rglob("*.py"))


def words():
    """Return the words of the manual, generated pages included, and of the README."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    return sum(len(page.read_text("utf-8").split()) for page in pages)


@cache
def small_shares(floor):
    """Return the share of small words of each first sentence of 8 and more words in a floor."""
    trees = (ast.parse(path.read_bytes()) for path in (ROOT / floor).rglob("*.py"))
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Expr))
    texts = (getattr(node.value, "value", None) for node in nodes)
    firsts = (re.split(r"(?<=[.!?])\s", text.strip())[0] for text in texts if isinstance(text, str))
    sentences = (re.findall(r"[a-z']+", first.lower()) for first in firsts)
    return [fmean(map(bool, map(is_small, words))) for words in sentences if len(words) >= 8]


def public_names():
    """Return how many names the fronts have together."""
    fronts = [llq, *(importlib.import_module(f"llq.{game.module}") for game in all_games())]
    rooms = [
        importlib.import_module(f"{front.__name__}.{room.name}")
        for front in fronts[1:]
        for room in pkgutil.iter_modules(front.__path__)
    ]
    return sum(len(front.__all__) for front in [*fronts, *rooms])


@cache
def weights():
    """Return what the repository weighs, by the names of the ceilings."""
    weight = {f"lines_{floor}": lines(floor) for floor in FLOORS}
    return weight | {
        "lines_product": sum(weight.values()),
        "lines_tests": lines("tests") + lines("tools"),
        "words_docs": words(),
        "riddles": sum(share >= 0.65 for floor in FLOORS for share in small_shares(floor)),
        "commands": len(COMMANDS),
        "public_names": public_names(),
        "table_kinds": len(list(all_kinds())),
    }


def test_a_ceiling_holds_and_is_near():
    """No weight is above its ceiling, and no ceiling more than 1 % above its weight."""
    ceilings = tomllib.loads(CEILINGS.read_text("utf-8"))
    for name, weight in weights().items():
        ceiling = ceilings[name]
        assert weight <= ceiling, f"{name}: take as much away elsewhere, or say why it must grow"
        assert ceiling <= max(weight * SLACK, weight + 1), "lower it: python -m tests.test_weight"


def test_first_sentences_name_things():
    """On each floor small words are at most 42 % of a first sentence, as in model libraries."""
    assert [floor for floor in FLOORS if fmean(small_shares(floor)) > 0.42] == []


def main():
    """Lower the ceilings to today's weights; print them, and those that are broken."""
    ceilings = tomllib.loads(CEILINGS.read_text("utf-8"))
    for name, weight in weights().items():
        print(name, weight, "ABOVE ITS CEILING" * (weight > ceilings[name]))
        ceilings[name] = min(weight, ceilings[name])
    CEILINGS.write_text("".join(f"{name} = {ceilings[name]}\n" for name in ceilings), "utf-8")


if __name__ == "__main__":
    main()
