"""The table of the fewest turns as a file: its columns, and how far it goes."""

from __future__ import annotations

from llq.query.dominion.fewest.games import MOST_PROVINCES, RULES
from llq.solver.dominion.variants import rules
from llq.store.schema import Column, TableSpec

__all__ = [
    "BEST_TURNS",
    "GOLD",
    "PASS",
    "SILVER",
    "STRATEGIES",
    "THESIS_TURNS",
    "TURNS",
    "decks",
    "fewest_build_command",
    "fewest_spec",
]


STRATEGIES = ("optimum", "big_money", "big_money_duchies", "big_money_ultimate", "thesis")
"""The fewest expected turns, rules that people play by, and the thesis's policy for 31 turns."""

TURNS, BEST_TURNS = 60, 40
"""Turns whose chances to be done are kept, of strategies and of the best chances."""

THESIS_TURNS = 31

SILVER, GOLD = 14, 12
"""Most Silvers and Golds of the decks whose values are kept."""

PASS = 6
"""Stands for passing where a card's place in the rules stands for buying it."""

_MOST_CHANCE = 1 + 1e-9


def decks(provinces: int) -> int:
    """Return the number of decks stored for games to ``provinces`` Provinces."""
    return provinces * (SILVER + 1) * (GOLD + 1)


def fewest_build_command(provinces: int) -> str:
    """Return the command that builds the table of games to 1 to ``provinces`` Provinces."""
    rest = "" if provinces == MOST_PROVINCES else f" --provinces {provinces}"
    return f"llq build dominion-fewest{rest}"


def fewest_spec(provinces: int = MOST_PROVINCES) -> TableSpec:
    """Return what today's code would build for games to 1 to ``provinces`` Provinces."""
    kept = sum(map(decks, range(1, provinces + 1)))
    by_game = (len(STRATEGIES), len(RULES), provinces)
    return TableSpec(
        game="dominion",
        variant="fewest",
        rules_id="dominion/fewest-provinces",
        rules_version=rules().version,
        parameters={
            "provinces": provinces,
            "turns": TURNS,
            "strategies": ",".join(STRATEGIES),
            "rules": ",".join(RULES),
            "silver": SILVER,
            "gold": GOLD,
        },
        version=1,
        columns=(
            Column(
                "turns",
                "float64",
                ("strategy", "rule", "provinces"),
                "turns",
                "Expected turns from the starting deck; NaN for the thesis's policy, which ends.",
                shape=by_game,
                least=0.0,
                is_finite=False,
            ),
            Column(
                "lost",
                "float64",
                ("strategy", "rule", "provinces"),
                "probability",
                "Chance of what is not followed to the end: tiny chances, huge decks, more turns.",
                shape=by_game,
                least=0.0,
                most=1.0,
            ),
            Column(
                "at_least",
                "float64",
                ("rule", "provinces"),
                "turns",
                "A bound that no policy's expected turns are below.",
                shape=by_game[1:],
                least=0.0,
            ),
            Column(
                "done",
                "float64",
                ("strategy", "rule", "provinces", "turn"),
                "probability",
                "Chance to have the Provinces within so many turns.",
                shape=(*by_game, TURNS + 1),
                least=0.0,
                most=_MOST_CHANCE,
            ),
            Column(
                "best_done",
                "float64",
                ("rule", "provinces", "turn"),
                "probability",
                "The best chance to have the Provinces within so many turns, each a policy's own.",
                shape=(*by_game[1:], BEST_TURNS + 1),
                least=0.0,
                most=_MOST_CHANCE,
            ),
            Column(
                "deck_turns",
                "float64",
                ("rule", "deck"),
                "turns",
                "Fewest expected turns of a deck, all of it to be shuffled; decks by goal, "
                "Provinces bought, Silvers and Golds.",
                shape=(len(RULES), kept),
                least=0.0,
            ),
            Column(
                "fresh_buy",
                "uint8",
                ("deck", "coins"),
                "place of a card in the rules, 6 to pass",
                "What to buy by fresh hands with 0-2, 3-5, 6-7 and 8 or more coins.",
                shape=(kept, 4),
                most=PASS,
            ),
        ),
    )
