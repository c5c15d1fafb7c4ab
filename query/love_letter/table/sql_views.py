"""Love Letter's views for SQL: states and first turns in words, and the thesis's beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from llq.query.love_letter.table.sql import (
    HAND_MEANINGS,
    describe_value,
    has_states,
    unseen_column,
    value_column,
)
from llq.store.database import View

if TYPE_CHECKING:
    from llq.query.love_letter.table.table import Table


def table_views(table: Table) -> Iterator[View]:
    """Yield the views over one table's relations."""
    name, value_name, note = table.sql_name, value_column(table), ""
    if has_states(table):
        yield _decoded(table, value_name)
    else:
        size = f"{table.space.size:,}"
        note = f" The variant's {size} states are not here: look them up one at a time."
    for view in _opening_views(table, value_name):
        yield replace(view, comment=view.comment + note)
    if name == "love_letter_classic":
        yield View(
            "love_letter_huibers_2016_table4_compared",
            f"""
                SELECT p.b1, p.b2, p.chance AS published, o.win_prob,
                       o.win_prob - p.chance AS difference,
                       p.play AS published_play, o.play,
                       p.play = o.play AND p.guess IS NOT DISTINCT FROM o.guess
                           AND p.target IS NOT DISTINCT FROM o.target AS same_action
                FROM love_letter_huibers_2016_table4 p JOIN {name}_opening o USING (b1, b2)
                ORDER BY p.b1, p.b2""",
            "The thesis's Table 4 beside ours: an opening hand without cards face up.",
            {
                "published": "the thesis's chance of winning",
                "difference": "win_prob - published",
                "published_play": "number of the card that the thesis plays",
                "same_action": "whether card, guess and target are the thesis's",
            },
        )


def _decoded(table: Table, value_name: str) -> View:
    name = table.sql_name
    unseen = ", ".join(f"s.{unseen_column(card.name)}" for card in table.rules.cards)
    unit = "the mover's chance of winning" if value_name == "win_prob" else "the mover's token lead"
    if table.leads is None:
        source, row, lead, reachable = f"{name}_state s", "s", "", ", s.reachable"
        about = (
            f"Every state decoded: hand, copies unseen of each card, what is known, {unit} and the "
            "best action. Where opponent is given but opponent_known is false, the mover plays "
            f"without knowing the card and {value_name} is the true one."
        )
    else:
        source, row, lead = f"{name}_state s JOIN {name}_entry e USING (rank)", "e", "e.lead, "
        reachable = ""
        about = (
            "Every state that a game can reach and a player can see, at each lead in discards "
            f"(the mover's discard total less the opponent's) at which {unit} or the best action "
            "may change: the lowest row of a state holds for all lower leads, the highest for all "
            "higher ones. Not every lead can come up in every state."
        )
    return View(
        name,
        f"""
        SELECT s.rank, {lead}lo.name AS card_1, hi.name AS card_2, s.n, {unseen}, s.handmaid,
               o.name AS opponent, s.opponent_known,
               CASE s.hand_known WHEN 1 THEN lo.name WHEN 2 THEN hi.name END AS opponent_knows,
               {row}.value AS {value_name}, a.text AS action, a.play, a.guess, a.target,
               lo.number AS b1, hi.number AS b2{reachable}
        FROM {source}
        JOIN {name}_card lo ON lo.card = s.low
        JOIN {name}_card hi ON hi.card = s.high
        JOIN {name}_action a ON a.action = {row}.action
        LEFT JOIN {name}_card o ON o.card = s.opponent""",
        about,
        {
            **_hand_comments(table, value_name),
            "opponent": "name of the opponent's card; NULL where it is not given",
            "opponent_knows": "name of the mover's card that the opponent knows; NULL for none",
        },
    )


def _hand_comments(table: Table, value_name: str) -> dict[str, str]:
    """Return comments on columns shared by all turn views."""
    return {
        **HAND_MEANINGS,
        value_name: describe_value(table),
        "action": "the best action in words, the first of equals",
    }


def _opening_views(table: Table, value_name: str) -> tuple[View, ...]:
    """Return first-turn views: no cards face up, three face up, and their mean."""
    name, n = table.sql_name, table.rules.opening_unseen
    hand = "lo.number AS b1, hi.number AS b2, lo.name AS card_1, hi.name AS card_2"
    answer = f"t.value AS {value_name}, a.play, a.guess, a.target, a.text AS action, t.deal_prob"
    joined = f"""{name}_first_turn t
        JOIN {name}_card lo ON lo.card = t.low
        JOIN {name}_card hi ON hi.card = t.high
        JOIN {name}_action a ON a.action = t.action"""
    ups = " ".join(f"JOIN {name}_card u{i} ON u{i}.card = t.up_{i}" for i in (1, 2, 3))
    names = ", ".join(f"u{i}.name AS face_up_{i}" for i in (1, 2, 3))
    comments = _hand_comments(table, value_name)
    return (
        View(
            f"{name}_opening",
            f"""
            SELECT {n} AS n, {hand}, {answer} FROM {joined}
            WHERE t.up_1 IS NULL ORDER BY t.low, t.high""",
            "The first player's first turn without cards face up, in the shape of the thesis's "
            "Table 4; deal_prob is the chance of the hand.",
            {"n": "unseen cards", **comments},
        ),
        View(
            f"{name}_opening_face_up",
            f"""
            SELECT concat_ws(',', u1.number, u2.number, u3.number) AS face_up, {names},
                   {hand}, {answer}
            FROM {joined} {ups} ORDER BY t.up_1, t.up_2, t.up_3, t.low, t.high""",
            "The first player's first turn for every three cards face up; deal_prob is the chance "
            "of these cards and this hand.",
            {
                "face_up": "numbers of the cards face up, ascending, such as 1,1,5",
                **{f"face_up_{i}": "name of a card face up" for i in (1, 2, 3)},
                **comments,
            },
        ),
        View(
            f"{name}_opening_face_up_mean",
            f"""
            SELECT b1, b2, card_1, card_2, sum(total) / sum(chance) AS {value_name},
                   min(least) AS least, max(most) AS most, arg_max(action, chance) AS action,
                   max(chance) / sum(chance) AS action_prob, sum(chance) AS deal_prob
            FROM (
                SELECT b1, b2, card_1, card_2, action, sum(deal_prob) AS chance,
                       sum(deal_prob * {value_name}) AS total, min({value_name}) AS least,
                       max({value_name}) AS most
                FROM {name}_opening_face_up GROUP BY ALL)
            GROUP BY ALL ORDER BY b1, b2, card_1, card_2""",
            "The first player's first turn averaged over the three cards face up: mean, least and "
            "most, the action most often best and how often, and the chance of the hand.",
            {
                **comments,
                value_name: f"mean over the cards face up of: {describe_value(table)}",
                "least": f"least {value_name} over the cards face up",
                "most": f"greatest {value_name} over the cards face up",
                "action": "the action most often best, in words",
                "action_prob": "chance that the cards face up make it the best, in [0, 1]",
                "deal_prob": "chance of this hand, exact",
            },
        ),
    )
