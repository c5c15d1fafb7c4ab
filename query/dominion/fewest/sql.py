"""The fewest turns as relations and a view for SQL."""

from __future__ import annotations

import numpy as np

from llq.query.dominion.fewest.answers import RULES
from llq.query.dominion.fewest.table import GOLD, PASS, SILVER, STRATEGIES, DominionFewest
from llq.solver.dominion.variants import rules
from llq.store.database import Relation, View

_NAMES = (
    "dominion_fewest",
    "dominion_fewest_done",
    "dominion_fewest_deck",
    "dominion_fewest_loss",
)

_PLAYED = {
    "provinces": "Provinces that end the game",
    "rule": "real: draw pile and discard pile; fresh: a fresh hand every turn",
}
_STRATEGY = "optimum, a rule that people play by, or thesis: most points in 31 turns"


def fewest_relations(table: DominionFewest) -> tuple[Relation, ...]:
    """Return the native relations of the fewest turns."""
    which, rule, goal = (axis.ravel() for axis in np.indices(table.turns.shape))
    names, by_rule = np.array(STRATEGIES), np.array(RULES)
    bound = np.where(which == 0, table.at_least[rule, goal], np.nan)
    more = table.done.shape[-1] - table.best_done.shape[-1]
    best = np.pad(table.best_done, ((0, 0), (0, 0), (0, more)), constant_values=np.nan)
    done = np.concatenate([table.done, best[None]])
    player, done_rule, done_goal, turn = (axis.ravel() for axis in np.indices(done.shape))
    return (
        Relation(
            "dominion_fewest",
            {
                "provinces": (goal + 1).astype(np.uint8),
                "rule": by_rule[rule],
                "strategy": names[which],
                "turns": np.ma.masked_invalid(table.turns.ravel()),
                "at_least": np.ma.masked_invalid(bound),
                "lost": table.lost.ravel(),
            },
            "Expected turns to a number of Provinces from the starting deck, alone.",
            {
                **_PLAYED,
                "strategy": _STRATEGY,
                "turns": "expected turns; NULL for the thesis's policy, which stops after 31",
                "at_least": "turns that no policy is below, NULL but for the optimum",
                "lost": "chance of what is not followed to the end",
            },
        ),
        Relation(
            "dominion_fewest_done",
            {
                "provinces": (done_goal + 1).astype(np.uint8),
                "rule": by_rule[done_rule],
                "strategy": np.append(names, "best_chance")[player],
                "turn": turn.astype(np.uint8),
                "probability": np.ma.masked_invalid(done.ravel()),
            },
            "The chance to have a number of Provinces within a number of turns.",
            {
                **_PLAYED,
                "strategy": f"{_STRATEGY}; best_chance: for each turn the policy made for it",
                "turn": "turns played",
                "probability": "chance in [0, 1], too low by at most dominion_fewest.lost; NULL of "
                "best_chance beyond 40 turns",
            },
        ),
        _decks(table),
    )


def fewest_views(_: DominionFewest) -> tuple[View, ...]:
    """Return the views over the relations."""
    return (
        View(
            "dominion_fewest_loss",
            """
            SELECT s.provinces, s.rule, s.strategy, s.turns, o.turns AS fewest,
                   s.turns - o.turns AS loses
            FROM dominion_fewest s JOIN dominion_fewest o USING (provinces, rule)
            WHERE o.strategy = 'optimum' AND s.strategy NOT IN ('optimum', 'thesis')""",
            "What a rule that people play by loses against the fewest expected turns.",
            {
                "fewest": "expected turns of the optimum",
                "loses": "expected turns more than the optimum's",
            },
        ),
    )


def _decks(table: DominionFewest) -> Relation:
    """Return the values of decks, and what to buy with them by fresh hands."""
    rows = [
        (goal, bought, silver, gold)
        for goal in range(1, table.provinces + 1)
        for bought in range(goal)
        for silver in range(SILVER + 1)
        for gold in range(GOLD + 1)
    ]
    goal, bought, silver, gold = np.tile(np.array(rows, np.uint8).T, len(RULES))
    fresh = np.repeat([name == "fresh" for name in RULES], len(rows))
    buys = np.tile(table.fresh_buy, (len(RULES), 1))
    cards = np.array([*rules().place, "pass"])
    named = ("0_2", "3_5", "6_7", "8")
    return Relation(
        "dominion_fewest_deck",
        {
            "provinces": goal,
            "rule": np.repeat(RULES, len(rows)),
            "bought_provinces": bought,
            "silver": silver,
            "gold": gold,
            "turns": table.deck_turns.ravel(),
            **{
                f"buy_{coins}": np.ma.array(cards[np.minimum(buys[:, i], PASS)], mask=~fresh)
                for i, coins in enumerate(named)
            },
        },
        "Decks of 7 Coppers, 3 Estates, Silvers, Golds and Provinces: fewest expected turns to go.",
        {
            **_PLAYED,
            "bought_provinces": "Provinces in the deck",
            "silver": "Silvers in the deck",
            "gold": "Golds in the deck",
            "turns": "expected turns to go; by the real rule with all cards to be shuffled",
            **{
                f"buy_{coins}": f"what to buy with {coins.replace('_', ' to ')} coins by fresh "
                "hands; NULL by the real rule, where it depends on the piles"
                for coins in named
            },
        },
    )
