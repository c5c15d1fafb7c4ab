"""Love Letter's relations and views for SQL."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from llq.errors import LlqError
from llq.query.love_letter.openings import find_openings
from llq.query.love_letter.table_format import parse_variant, table_spec
from llq.query.papers import published
from llq.solver.love_letter.archer.states import ArcherStateArrays
from llq.solver.love_letter.rules import Effect, Rules
from llq.store.database import Relation, View

if TYPE_CHECKING:
    from llq.query.love_letter.table import Table

__all__ = ["table_holding", "table_relations", "table_views"]

_SUFFIXES = (
    *("_state", "_entry", "_card", "_action", "_first_turn"),
    *("_opening_face_up_mean", "_opening_face_up", "_opening", ""),
)
_OF_CLASSIC = (
    "love_letter_published_table4",
    "love_letter_published_matches",
    "love_letter_table4",
)


_FULL_STATES = 10_000_000
"""Larger tables show their openings only: a database of their states would take minutes to lay out
and gigabytes to keep."""


def table_relations(table: Table) -> tuple[Relation, ...]:
    """Return the native relations of one table, cards as indices."""
    rules, name = table.rules, _name(table)
    cards, actions = rules.cards, rules.actions
    return (
        *(_states(table) if table.space.size <= _FULL_STATES else ()),
        Relation(
            f"{name}_card",
            {
                "card": np.arange(len(cards), dtype=np.uint8),
                "name": np.array([c.name for c in cards]),
                "number": np.array([c.number for c in cards], dtype=np.uint8),
                "copies": np.array([c.copies for c in cards], dtype=np.uint8),
                "value": np.array([c.value for c in cards], dtype=np.uint8),
                "effect": np.array([c.effect.name.lower() for c in cards]),
            },
            "The cards of the variant.",
            {
                "card": _CARD,
                "name": "as printed on the card",
                "number": "as printed on the card",
                "copies": "in the deck",
                "value": "what the card counts in a comparison at the end of the round",
                "effect": "what playing it does, in one word",
            },
        ),
        Relation(
            f"{name}_action",
            {
                "action": np.arange(len(actions), dtype=np.uint8),
                "play": np.array([cards[p.card].number for p in rules.plays], dtype=np.uint8),
                "guess": _masked([_guess(rules, i) for i in range(len(actions))]),
                "target": _words([action.target for action in rules.actions]),
                "text": np.array([rules.describe(a) for a in actions]),
            },
            "The actions of the variant, in the order that decides ties.",
            {
                "action": "number of the action, from 0",
                "play": "number of the card played",
                "guess": "number of the card guessed; NULL where none is",
                "target": _TARGET,
                "text": "the action in words",
            },
        ),
        _first_turns(table),
        *(_published() if name == "love_letter_classic" else ()),
    )


def table_holding(name: str) -> str | None:
    """Return the table that has a relation or view of a name, built or not; None if none has."""
    if name in _OF_CLASSIC:
        return "love_letter-classic"
    if not name.startswith("love_letter_"):
        return None
    stem = name.removesuffix(next(end for end in _SUFFIXES if name.endswith(end)))
    variant = stem.removeprefix("love_letter_").replace("_", "-")
    try:
        return table_spec(*parse_variant(variant)).name
    except LlqError:
        return None


def _states(table: Table) -> tuple[Relation, ...]:
    """Return the states as stored and, where discards count, their values at each lead."""
    name = _name(table)
    ranks, states = table.listed_states()
    columns = {
        "rank": ranks.astype(np.int32),
        "low": states.low.astype(np.uint8),
        "high": states.high.astype(np.uint8),
        "n": states.unseen.sum(axis=1).astype(np.uint8),
        **{
            _unseen(card.name): states.unseen[:, index].astype(np.uint8)
            for index, card in enumerate(table.rules.cards)
        },
        "handmaid": states.maid.astype(bool),
        "opponent": np.ma.masked_less(states.opponent, 0).astype(np.uint8),
        "opponent_known": states.known.astype(bool),
        "hand_known": states.hand_known.astype(np.uint8),
    }
    if isinstance(states, ArcherStateArrays):
        columns |= {
            "aside": np.ma.masked_less(states.aside, 0).astype(np.uint8),
            "opponent_knows_aside": states.aside_known_to_opponent.astype(bool),
        }
    if table.leads is None:
        columns |= {
            "reachable": np.asarray(table.reachable)[ranks],
            "value": np.asarray(table.values)[ranks],
            "action": np.asarray(table.actions_chosen)[ranks],
        }
        listed = "Every state as stored"
        if isinstance(states, ArcherStateArrays):
            listed = "Every state that a game can come to and a player can see"
        return (
            Relation(
                f"{name}_state",
                columns,
                f"{listed}; {name} decodes it.",
                _state_comments(table, columns),
                decoded_by=name,
            ),
        )
    entries, leads = table.leads.every_lead(ranks)
    worth = {
        "rank": np.repeat(ranks, table.leads.width[ranks]).astype(np.int32),
        "lead": leads,
        "value": table.values[entries],
        "action": table.actions_chosen[entries],
    }
    return (
        Relation(
            f"{name}_state",
            columns,
            f"Every state that a game can come to and a player can see; {name} decodes it.",
            _state_comments(table, columns),
            decoded_by=name,
        ),
        Relation(
            f"{name}_entry",
            worth,
            "The value of each state at each lead in discards stored: below the lowest and above "
            "the highest the value is that of the lowest and the highest.",
            {
                "rank": _RANK,
                "lead": "the mover's discard total minus the opponent's, in points",
                "value": _worth(table),
                "action": _BEST,
            },
            decoded_by=name,
        ),
    )


_TARGET = "opponent, self or aside: whom or what it affects; NULL where that is not chosen"
_PRINTED_TARGETS = {"1": "opponent", "2": "self"}
_CARD = "index of the card in the variant, from 0; …_card has the names"
_RANK = "number of the state in the table, from 0"
_BEST = "the best action, as numbered in …_action"


def _worth(table: Table) -> str:
    """Return what a value of a table is."""
    if table.rules.unit == "win probability":
        return (
            "the mover's chance of winning by best play of both, a draw as half; in [0, 1], exact"
        )
    return "the mover's expected tokens minus the opponent's by best play of both, exact"


def _state_comments(table: Table, columns: Mapping[str, object]) -> dict[str, str]:
    """Return what the columns of states hold, those that there are."""
    comments = {
        "rank": _RANK,
        "low": f"lower card of the mover's hand: {_CARD}",
        "high": f"higher card of the mover's hand: {_CARD}",
        "n": "cards that the mover has not seen: the deck, the card set aside, the other hand",
        **{_unseen(card.name): f"of those, copies of {card.name}" for card in table.rules.cards},
        "handmaid": "whether a Handmaid protects the opponent",
        "opponent": f"the opponent's card; NULL where it is not given: {_CARD}",
        "opponent_known": "whether the mover knows the opponent's card",
        "hand_known": "card that the opponent knows of the mover's: 0 none, 1 the lower, "
        "2 the higher",
        "aside": f"the card set aside where the mover knows it: {_CARD}",
        "opponent_knows_aside": "whether the opponent knows the card set aside",
        "reachable": "whether a game can come to the state",
        "value": _worth(table),
        "action": _BEST,
    }
    return {name: text for name, text in comments.items() if name in columns}


def _first_turns(table: Table) -> Relation:
    """Return every first turn, cards as indices."""
    found = find_openings(table)
    return Relation(
        f"{_name(table)}_first_turn",
        {
            **{
                f"up_{place + 1}": np.ma.masked_less(cards, 0).astype(np.uint8)
                for place, cards in enumerate(found.face_up.T)
            },
            "low": found.low.astype(np.uint8),
            "high": found.high.astype(np.uint8),
            "value": found.value,
            "action": found.action,
            "deal_prob": found.deal_prob,
        },
        "Every first turn, with no and with three cards face up.",
        {
            **{
                f"up_{place}": f"a card face up; NULL where none is: {_CARD}"
                for place in range(1, found.face_up.shape[1] + 1)
            },
            "low": f"lower card of the hand: {_CARD}",
            "high": f"higher card of the hand: {_CARD}",
            "value": _worth(table),
            "action": _BEST,
            "deal_prob": "chance of this hand and, where cards are face up, of these cards, exact",
        },
    )


def table_views(table: Table) -> tuple[View, ...]:
    """Return the views over one table's relations."""
    rules, name = table.rules, _name(table)
    worth = "win_prob" if rules.unit == "win probability" else rules.unit.replace(" ", "_")
    views = [*_opening_views(table, worth)]
    if table.space.size <= _FULL_STATES:
        views.insert(0, _decoded(table, worth))
    else:
        note = (
            f" The variant's {table.space.size:,} states are not here: look them up one at a time."
        )
        views = [replace(view, comment=view.comment + note) for view in views]
    if name == "love_letter_classic":
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
                "The thesis's Table 4 beside ours: an opening hand without cards face up.",
                {
                    "published": "the thesis's chance of winning",
                    "difference": "win_prob - published",
                    "published_play": "number of the card that the thesis plays",
                    "same_action": "whether card, guess and target are the thesis's",
                },
            )
        )
    return tuple(views)


def _decoded(table: Table, worth: str) -> View:
    """Return the view that decodes every state."""
    name = _name(table)
    unseen = ", ".join(f"s.{_unseen(card.name)}" for card in table.rules.cards)
    held = "the mover's chance of winning" if worth == "win_prob" else "the mover's token lead"
    known_aside, asides = "", ""
    if table.rules.tracks_aside:
        known_aside = "x.name AS aside, s.opponent_knows_aside,"
        asides = f"LEFT JOIN {name}_card x ON x.card = s.aside"
        source, lead, reachable = f"{name}_state s", "", ""
        about = (
            "Every state that a game can come to and a player can see: hand, copies unseen of each "
            f"card, what is known about hands and the aside card, {held} and the best action. "
            "aside is the aside card where the mover knows it."
        )
    elif table.leads is None:
        source, lead, reachable = f"{name}_state s", "", ", s.reachable"
        about = (
            f"Every state decoded: hand, copies unseen of each card, what is known, {held} and the "
            "best action. Where opponent is given but opponent_known is false, the mover plays "
            f"without knowing the card and {worth} is the true one."
        )
    else:
        source, lead, reachable = (
            f"{name}_state s JOIN {name}_entry e USING (rank)",
            "e.lead, ",
            "",
        )
        about = (
            "Every state that a game can come to and a player can see, at each lead in discards "
            f"(the mover's discard total less the opponent's) at which {held} or the best action "
            "may change: the lowest row of a state holds for all lower leads, the highest for all "
            "higher ones. Not every lead can come up in every state."
        )
    row = "s" if table.leads is None else "e"
    return View(
        name,
        f"""
        SELECT s.rank, {lead}lo.name AS card_1, hi.name AS card_2, s.n, {unseen}, s.handmaid,
               o.name AS opponent, s.opponent_known,
               CASE s.hand_known WHEN 1 THEN lo.name WHEN 2 THEN hi.name END AS opponent_knows,
               {known_aside} {row}.value AS {worth}, a.text AS action, a.play, a.guess, a.target,
               lo.number AS b1, hi.number AS b2{reachable}
        FROM {source}
        JOIN {name}_card lo ON lo.card = s.low
        JOIN {name}_card hi ON hi.card = s.high
        JOIN {name}_action a ON a.action = {row}.action
        LEFT JOIN {name}_card o ON o.card = s.opponent {asides}""",
        about,
        {
            **_hand_comments(table, worth),
            "opponent": "name of the opponent's card; NULL where it is not given",
            "opponent_knows": "name of the mover's card that the opponent knows; NULL for none",
            **(
                {"aside": "name of the card set aside where the mover knows it, else NULL"}
                if asides
                else {}
            ),
        },
    )


def _hand_comments(table: Table, worth: str) -> dict[str, str]:
    """Return what the columns hold that every view of turns decodes."""
    return {
        "card_1": "name of the lower card of the hand",
        "card_2": "name of the higher card of the hand",
        "b1": "number of the lower card",
        "b2": "number of the higher card",
        worth: _worth(table),
        "action": "the best action in words, the first of equals",
    }


def _opening_views(table: Table, worth: str) -> tuple[View, ...]:
    """Return the views of first turns: without cards face up, with three, and their mean."""
    name, n = _name(table), table.rules.opening_unseen
    hand = "lo.number AS b1, hi.number AS b2, lo.name AS card_1, hi.name AS card_2"
    answer = f"t.value AS {worth}, a.play, a.guess, a.target, a.text AS action, t.deal_prob"
    joined = f"""{name}_first_turn t
        JOIN {name}_card lo ON lo.card = t.low
        JOIN {name}_card hi ON hi.card = t.high
        JOIN {name}_action a ON a.action = t.action"""
    ups = " ".join(f"JOIN {name}_card u{i} ON u{i}.card = t.up_{i}" for i in (1, 2, 3))
    names = ", ".join(f"u{i}.name AS face_up_{i}" for i in (1, 2, 3))
    comments = _hand_comments(table, worth)
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
            SELECT b1, b2, card_1, card_2, sum(total) / sum(chance) AS {worth},
                   min(least) AS least, max(most) AS most, arg_max(action, chance) AS action,
                   max(chance) / sum(chance) AS action_prob, sum(chance) AS deal_prob
            FROM (
                SELECT b1, b2, card_1, card_2, action, sum(deal_prob) AS chance,
                       sum(deal_prob * {worth}) AS total, min({worth}) AS least,
                       max({worth}) AS most
                FROM {name}_opening_face_up GROUP BY ALL)
            GROUP BY ALL ORDER BY b1, b2, card_1, card_2""",
            "The first player's first turn averaged over the three cards face up: mean, least and "
            "most, the action most often best and how often, and the chance of the hand.",
            {
                **comments,
                worth: f"mean over the cards face up of: {_worth(table)}",
                "least": f"least {worth} over the cards face up",
                "most": f"greatest {worth} over the cards face up",
                "action": "the action most often best, in words",
                "action_prob": "chance that the cards face up make it the best, in [0, 1]",
                "deal_prob": "chance of this hand, exact",
            },
        ),
    )


def _published() -> tuple[Relation, ...]:
    """Return the thesis's figures as relations."""
    rows = published("love_letter_huibers_2016_table4")
    table4 = {
        **{key: np.array([int(r[key]) for r in rows], dtype=np.uint8) for key in ("b1", "b2")},
        "chance": np.array([float(r["chance"]) for r in rows]),
        **{key: _masked([_integer(r[key]) for r in rows]) for key in ("play", "guess")},
        "target": _words([_PRINTED_TARGETS.get(r["target"]) for r in rows]),
    }
    matches = published("love_letter_huibers_2016_matches")
    results = {
        "published_table": np.array([int(r["table"]) for r in matches], dtype=np.uint8),
        **{key: np.array([r[f"{key}_player"] for r in matches]) for key in ("first", "second")},
        "first_hand": np.array([r["first_hand"] for r in matches]),
        **{
            key: np.array([int(r[key]) for r in matches], dtype=np.int32)
            for key in ("first_wins", "second_wins", "games")
        },
    }
    return (
        Relation(
            "love_letter_published_table4",
            table4,
            "The first player's chances by opening hand, as printed.",
            {
                "b1": "number of the lower card",
                "b2": "number of the higher card",
                "chance": "chance of winning, in [0, 1]",
                "play": "number of the card played",
                "guess": "number of the card guessed; NULL where none is",
                "target": _TARGET,
            },
            paper="Huibers (2016), Table 4",
        ),
        Relation(
            "love_letter_published_matches",
            results,
            "Simulated matches of two players, as printed.",
            {
                "published_table": "number of the thesis's table",
                "first": "the player who has the first turn",
                "second": "the player who has the second turn",
                "first_hand": "numbers of the first player's opening hand; empty for any hand",
                "first_wins": "games that the first player won",
                "second_wins": "games that the second player won",
                "games": "games played",
            },
            paper="Huibers (2016), Tables 1-3 and 5-10",
        ),
    )


def _name(table: Table) -> str:
    """Return the name of a table's main view, which starts all the others' names."""
    return f"love_letter_{table.info.spec.variant}".lower().replace("-", "_")


def _unseen(card: str) -> str:
    return f"unseen_{re.sub('[^a-z0-9]+', '_', card.lower())}"


def _integer(text: str) -> int | None:
    return int(text) if text else None


def _guess(rules: Rules, action: int) -> int | None:
    """Return the number of the card guessed, if the action guesses."""
    card, argument = rules.plays[action]
    return rules.cards[argument].number if rules.cards[card].effect == Effect.GUESS else None


def _masked(values: list[int | None]) -> Any:
    """Return a masked array in which each None is masked, to become NULL."""
    return np.ma.array(
        [0 if value is None else value for value in values],
        mask=[value is None for value in values],
        dtype=np.uint8,
    )


def _words(values: list[str | None]) -> Any:
    """Return a masked array of words in which each None is masked, to become NULL."""
    return np.ma.array([value or "" for value in values], mask=[value is None for value in values])
