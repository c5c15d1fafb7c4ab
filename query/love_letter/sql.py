"""Love Letter's relations and views for SQL."""

from __future__ import annotations

from typing import Any

import numpy as np

from llq.query.love_letter.table import LoveLetterTable
from llq.query.papers import published
from llq.solver.love_letter.rules import Effect, Rules
from llq.store.database import Relation, View

__all__ = ["love_letter_relations", "love_letter_views"]


def love_letter_relations(table: LoveLetterTable) -> tuple[Relation, ...]:
    """Return the native relations of one variant's table, cards as indices."""
    rules, variant = table.rules, table.rules.variant
    states = table.space.unrank_many(np.arange(table.space.size))
    small = {
        "rank": np.arange(table.space.size, dtype=np.int32),
        "low": states.low.astype(np.uint8),
        "high": states.high.astype(np.uint8),
        "n": states.unseen.sum(axis=1).astype(np.uint8),
        **{
            _unseen(name): states.unseen[:, index].astype(np.uint8)
            for index, name in enumerate(card.name for card in rules.cards)
        },
        "handmaid": states.maid.astype(bool),
        "opponent": np.ma.masked_less(states.opponent, 0).astype(np.uint8),
        "opponent_known": states.known.astype(bool),
        "hand_known": states.hand_known.astype(np.uint8),
        "reachable": table.reachable,
        "value": table.values,
        "action": table.actions_chosen,
    }
    cards, actions = rules.cards, rules.actions
    return (
        Relation(
            f"love_letter_{variant}_state",
            small,
            "Every state as stored; love_letter_classic decodes it.",
        ),
        Relation(
            f"love_letter_{variant}_card",
            {
                "card": np.arange(len(cards), dtype=np.uint8),
                "name": np.array([c.name for c in cards]),
                "number": np.array([c.number for c in cards], dtype=np.uint8),
                "copies": np.array([c.copies for c in cards], dtype=np.uint8),
                "value": np.array([c.value for c in cards], dtype=np.uint8),
                "effect": np.array([c.effect.name.lower() for c in cards]),
            },
            "The cards of the variant.",
            {"value": "what the card counts in a comparison at the end of the round"},
        ),
        Relation(
            f"love_letter_{variant}_action",
            {
                "action": np.arange(len(actions), dtype=np.uint8),
                "play": np.array([cards[a.card].number for a in actions], dtype=np.uint8),
                "guess": _masked([_guess(rules, i) for i in range(len(actions))]),
                "target": _masked([_target(rules, i) for i in range(len(actions))]),
                "text": np.array([rules.describe(a) for a in actions]),
            },
            "The actions of the variant, in the order that decides ties.",
            {"target": "1 the opponent, 2 oneself, as in the thesis"},
        ),
        *_published(variant),
    )


def love_letter_views(rules: Rules) -> tuple[View, ...]:
    """Return the views over one variant's relations."""
    name = f"love_letter_{rules.variant}"
    unseen = ", ".join(f"s.{_unseen(card.name)}" for card in rules.cards)
    decoded = f"""
        SELECT s.rank, lo.name AS card_1, hi.name AS card_2, s.n, {unseen}, s.handmaid,
               o.name AS opponent, s.opponent_known,
               CASE s.hand_known WHEN 1 THEN lo.name WHEN 2 THEN hi.name END AS opponent_knows,
               s.value AS win_prob, a.text AS action, a.play, a.guess, a.target,
               lo.number AS b1, hi.number AS b2, s.reachable
        FROM {name}_state s
        JOIN {name}_card lo ON lo.card = s.low
        JOIN {name}_card hi ON hi.card = s.high
        JOIN {name}_action a ON a.action = s.action
        LEFT JOIN {name}_card o ON o.card = s.opponent"""
    views = [
        View(
            name,
            decoded,
            "Every state decoded: hand, copies unseen of each card, what is known, the mover's "
            "chance of winning and the best action. Where opponent is given but opponent_known is "
            "false, the mover plays without knowing the card and win_prob is his true chance.",
        ),
        View(
            f"{name}_opening",
            f"""
            SELECT n, b1, b2, card_1, card_2, win_prob, play, guess, target, action
            FROM {name} WHERE n = {rules.opening_unseen} AND opponent IS NULL
            ORDER BY b1, b2""",
            "The first player's first turn, in the shape of the thesis's Table 4.",
        ),
    ]
    if rules.variant == "classic":
        views.append(
            View(
                "love_letter_table4",
                f"""
                SELECT p.b1, p.b2, p.chance AS published, o.win_prob,
                       o.win_prob - p.chance AS difference,
                       p.play AS published_play, o.play,
                       p.play = o.play AND p.guess IS NOT DISTINCT FROM o.guess
                           AND p.target IS NOT DISTINCT FROM o.target AS same_action
                FROM love_letter_published_table4 p JOIN {name}_opening o USING (b1, b2)
                ORDER BY p.b1, p.b2""",
                "The thesis's Table 4 beside ours.",
            )
        )
    return tuple(views)


def _published(variant: str) -> tuple[Relation, ...]:
    """Return the thesis's figures as relations; they are about the classic deck."""
    if variant != "classic":
        return ()
    rows = published("love_letter_huibers_2016_table4")
    table4 = {
        **{key: np.array([int(r[key]) for r in rows], dtype=np.uint8) for key in ("b1", "b2")},
        "chance": np.array([float(r["chance"]) for r in rows]),
        **{key: _masked([_integer(r[key]) for r in rows]) for key in ("play", "guess", "target")},
    }
    matches = published("love_letter_huibers_2016_matches")
    table11 = published("love_letter_huibers_2016_table11")
    matrix = {
        **{key: np.array([r[key] for r in table11]) for key in ("first_player", "second_player")},
        **{
            key: np.array([int(r[key]) for r in table11], dtype=np.int32)
            for key in ("first_wins", "games")
        },
    }
    results = {
        "published_table": np.array([int(r["table"]) for r in matches], dtype=np.uint8),
        **{
            key: np.array([r[key] for r in matches])
            for key in ("first_player", "second_player", "first_hand")
        },
        **{
            key: np.array([int(r[key]) for r in matches], dtype=np.int32)
            for key in ("first_wins", "second_wins", "games")
        },
    }
    return (
        Relation("love_letter_published_table4", table4, "Huibers (2016), Table 4, as printed."),
        Relation("love_letter_published_table11", matrix, "Huibers (2016), Table 11, as printed."),
        Relation(
            "love_letter_published_matches",
            results,
            "Huibers (2016), Tables 1-3 and 5-10, as printed.",
        ),
    )


def _unseen(card: str) -> str:
    return f"unseen_{card.lower().replace(' ', '_')}"


def _integer(text: str) -> int | None:
    return int(text) if text else None


def _guess(rules: Rules, action: int) -> int | None:
    """Return the number of the card guessed, if the action guesses."""
    card, argument = rules.actions[action]
    return rules.cards[argument].number if rules.cards[card].effect == Effect.GUESS else None


def _target(rules: Rules, action: int) -> int | None:
    """Return the thesis's number of the target, if the action has one."""
    card, argument = rules.actions[action]
    return argument + 1 if rules.cards[card].effect == Effect.REDRAW else None


def _masked(values: list[int | None]) -> Any:
    """Return a masked array in which each None is masked, to become NULL."""
    return np.ma.array(
        [0 if value is None else value for value in values],
        mask=[value is None for value in values],
        dtype=np.uint8,
    )
