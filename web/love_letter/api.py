"""Love Letter's API routes."""

from dataclasses import asdict
from functools import partial
from typing import Any

from fastapi import APIRouter
from pydantic import Field

from llq.errors import UnknownState
from llq.query.love_letter.built_in_players import find_exact_player, players
from llq.query.love_letter.deals import opening_hand
from llq.query.love_letter.exact.study_table import open_study
from llq.query.love_letter.observation import Seen
from llq.query.love_letter.responses.exploitability_table import open_exploitability
from llq.query.love_letter.table.compiled_table import ReadyTable, ready_table
from llq.query.love_letter.table.lookups import find_answer
from llq.query.love_letter.variant_tables import find_scoring
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.variants import rules as find_rules
from llq.store.schema import rules_name
from llq.web.cached_tables import recheck_each_second
from llq.web.http.answers import Plain, with_provenance
from llq.web.http.jobs import Job
from llq.web.http.library import add_library_question
from llq.web.http.parameter_types import Text
from llq.web.http.question_routes import add_question
from llq.web.http.questions import QuestionModel
from llq.web.http.shapes import Advised, Played
from llq.web.love_letter import shapes
from llq.web.players import add_players, check_built_in

api = APIRouter()

_HAND_SIZE = 2
"""Cards in hand when one is played."""
_find_table = recheck_each_second(ready_table)
_find_study = recheck_each_second(open_study)


class Variant(QuestionModel):
    """A variant of the rules."""

    variant: Text = Field(
        "classic", description="`classic`, `hobbit`, …, or a deck such as `deck-5-2-2-2-2-1-1-1`."
    )


def _seen(question: Any) -> Any:
    """Return the seen cards and facts in the library's form."""
    facts = {name: getattr(question, name) for name in Seen.__annotations__}
    return {name: fact for name, fact in facts.items() if fact is not None and fact is not False}


def lookup(question: Any, _job: Job) -> Plain:
    """Return every legal action with its value and cost, best first.

    For 2019's later turns, and for cards to keep, only the best is returned until the edition's
    table of values is built; its value is then null.
    """
    if _is_compiled(question):
        table = _find_table()
        key = table.situation(question.hand, **_seen(question))
        return with_provenance(table.answer(*key), table.info)
    answer = find_answer(
        find_rules(question.variant),
        question.hand,
        find_scoring(question.scoring),
        chancellor=question.chancellor,
        values=False,
        **_seen(question),
    )
    return with_provenance(*answer)


def _is_compiled(question: Any) -> bool:
    """Return whether the compiled classic table can answer, in under a millisecond."""
    asks_more = question.chancellor or len(question.hand) > _HAND_SIZE
    if asks_more or (question.variant, question.scoring) != ("classic", Scoring.HALF):
        return False
    table = _find_table()
    return isinstance(table, ReadyTable) and table.is_compiled


def exact_match(question: Any, _job: Job) -> Plain:
    """Return two players' exact chances from a stored study."""
    first = str(find_exact_player(check_built_in(question.first)))
    second = str(find_exact_player(check_built_in(question.second)))
    study = _find_study(question.variant)
    hand = opening_hand(study.rules, question.hand)
    chances = study.get(first, second, hand, question.face_up)
    if chances is None:
        raise UnknownState(
            f"the study of {question.variant} has no match of {first} and {second} so; it can be "
            f"computed, in minutes: llq love-letter exact {first} {second}"
        )
    return with_provenance(chances, study.info)


def list_cards(question: Variant, _job: Job) -> Plain:
    """Return a variant's cards: their numbers, copies and effects."""
    rules = find_rules(question.variant)
    return {
        "variant": rules.variant,
        "rules": rules_name(rules.rules_id, rules.version),
        "unit": rules.unit,
        "source": rules.source,
        "cards": [
            {
                "name": card.name,
                "number": card.number,
                "copies": card.copies,
                "effect": card.effect.name.lower(),
            }
            for card in rules.cards
        ],
        "actions": [
            action._asdict() | {"text": rules.describe(action)} for action in rules.actions
        ],
    }


def exploitability(question: Variant, _job: Job) -> Plain:
    """Return every player's exploitability by seat, exact or bounded."""
    table = open_exploitability(question.variant)
    rows = [
        asdict(row)
        | {"exploitability": row.exploitability[0], "exploitability_most": row.exploitability[1]}
        for row in table.rows()
    ]
    return with_provenance({"variant": question.variant, "players": rows}, table.info)


_FACE_UP: Plain = {"face_up": (0, 3)}
_add = partial(add_library_question, api, "love-letter")
_add(
    "/lookup",
    "lookup",
    "What to play",
    Advised,
    answer=lookup,
    is_quick=True,
    is_long=lambda question: not _is_compiled(question),
)
_add("/outcomes", "outcomes", "What comes of a play", shapes.OutcomesOfPlay)
_add("/solution", "solution", "What the solution plays", Advised)
_add(
    "/beliefs",
    "beliefs",
    "What the opponent may hold",
    shapes.CardBeliefs,
    check={"policy": check_built_in},
    defaults={"policy": "table"},
)
_add("/advise", "advise_round", "What to play in a round", Advised)
_add(
    "/advise-party",
    "advise",
    "What to play at a table of several",
    Advised,
    limits={"playouts": 500_000},
)
_add(
    "/match",
    "match",
    "Play a match",
    Played,
    limits={"playouts": 10_000} | _FACE_UP,
    check={"first": check_built_in, "second": check_built_in},
    defaults={"games": 10_000, "playouts": 1000},
)
_add(
    "/exact-match",
    "exact",
    "Exact chances",
    shapes.ExactChances,
    answer=exact_match,
    limits=_FACE_UP,
    defaults={"face_up": 0},
)
add_players(api, "love-letter", players=players)
add_question(
    api,
    "/rules",
    Variant,
    list_cards,
    summary="The rules as data",
    is_quick=True,
    shape=shapes.Rules,
)
add_question(
    api,
    "/exploitability",
    Variant,
    exploitability,
    summary="How exploitable players are",
    shape=shapes.ExploitedPlayers,
)
