"""What the shell completes: games, players, variants, cards and views."""

import pytest

from llq.cli.completions import pages
from llq.query.dominion.race.roster import RACE_PLAYERS
from llq.query.games import GAMES, find_game, game_part
from llq.query.literature.policies.table import default_names
from llq.solver.dominion.kingdom.cards import kingdom_cards
from llq.solver.literature.rules import RULES
from llq.solver.love_letter.variants import VARIANTS
from llq.sueca import rules
from tests.processes import run_python

_COMPLETE = """
import os, sys
from llq.cli.entry import run
for line in sys.argv[1:]:
    sys.argv = ["llq"]
    os.environ |= {"_LLQ_COMPLETE": "complete_bash", "COMP_WORDS": line}
    os.environ["COMP_CWORD"] = str(line.count(" "))
    try:
        run()
    except SystemExit:
        print(*{"numba", "h5py", "duckdb", "rich"} & {*sys.modules})
"""


def test_tab_completes_a_name():
    """The rest of a name is offered, and nothing slow is loaded but for parameters of questions."""
    at_once = {
        "llq play su": ["sueca"],
        "llq love-letter match table str": ["strategic"],
        "llq lookup 1 8 --variant h": ["hobbit"],
        "llq play dominion --against gr": ["greedy"],
        "llq sql --schema love_letter_classic_c": ["love_letter_classic_card"],
        "llq help love-letter-v": ["love-letter-variants"],
    }
    of_questions = {
        "llq dominion match pi": ["picky"],
        "llq dominion race match big_money_d": ["big_money_duchy"],
        "llq dominion kingdom turns smi": ["smithy"],
        "llq sueca match pimc,alw": ["pimc,always_high"],
        "llq literature match greedy str": ["strong"],
    }
    names = at_once | of_questions
    done = run_python(_COMPLETE, *names)
    assert done.stderr == ""
    offered = done.stdout.splitlines()
    assert offered[::2] == [name for (name,) in names.values()]
    assert {*offered[1 : 2 * len(at_once) : 2]} == {""}


@pytest.mark.parametrize("game", GAMES)
def test_the_players_are_those_of_the_game(game):
    """The registry's names of players are the game's, in its order."""
    names = find_game(game).names["player"].split()
    stored = {*default_names()} if game == "literature" else set()
    players = [info.name for info in game_part(game, "built_in_players").players()]
    built_in = [name for name in names if name not in stored]
    assert built_in == [name for name in players if name not in stored]
    assert stored <= {*names}


@pytest.mark.parametrize(
    ("game", "kind", "names"),
    [
        ("dominion", "race player", RACE_PLAYERS),
        ("dominion", "card", [card.name for card in kingdom_cards()]),
        ("love-letter", "variant", VARIANTS),
        ("literature", "variant", RULES),
        ("sueca", "variant", [rules().rules_id.rpartition("/")[2]]),
    ],
)
def test_other_names_are_those_of_the_game(game, kind, names):
    """The race's players, kingdom cards and variants are completed as the library has them."""
    assert find_game(game).names[kind].split() == [*names]


def test_every_page_is_completed():
    """The manual's pages are those of the installed package."""
    assert {"sql", "love-letter", "engines"} <= {*pages()}
