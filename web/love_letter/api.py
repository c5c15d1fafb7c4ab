"""Love Letter: what the API answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field

from llq.errors import BadQuestion, UnknownState
from llq.query.love_letter.built_in_players import find_exact_player, players
from llq.query.love_letter.deals import opening_hand
from llq.query.love_letter.exact.study_table import open_study
from llq.query.love_letter.matches import match
from llq.query.love_letter.multiplayer.advice import advise_party
from llq.query.love_letter.multiplayer.notation import FollowedParty, read_lines
from llq.query.love_letter.multiplayer.policy_beliefs import believed
from llq.query.love_letter.responses.exploitability_table import Exploited, open_exploitability
from llq.query.love_letter.rounds.advice import advise
from llq.query.love_letter.rounds.followed_rounds import FollowedRound
from llq.query.love_letter.rounds.opponent_beliefs import beliefs
from llq.query.love_letter.solution.lookup import lookup_solution, read_actions
from llq.query.love_letter.solution.table import open_solution
from llq.query.love_letter.table.compiled_table import ReadyTable, ready_table
from llq.query.love_letter.table.lookups import find_answer
from llq.query.love_letter.table.outcomes import play_outcomes
from llq.query.love_letter.variant_tables import find_scoring
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.variants import rules as find_rules
from llq.store.schema import rules_name
from llq.web.http.answers import add_question, answered, answered_match
from llq.web.http.commands import Command
from llq.web.http.jobs import Job
from llq.web.http.questions import Card, Cards, Hand, HandOrThree, Question, Seed, Text, Whole
from llq.web.http.quick_routes import checked_each_second
from llq.web.http.shapes import Advised, Played
from llq.web.love_letter.shapes import (
    CardBeliefs,
    ExactChances,
    ExploitedPlayers,
    OutcomesOfPlay,
    Rules,
)
from llq.web.players import add_players, built_in

api = APIRouter()

Plain = dict[str, Any]
_PLAYED_FROM = 2
"""Cards in hand when one is played."""
_table = checked_each_second(ready_table)
_study = checked_each_second(open_study)


class Variant(Question):
    """A variant of the rules."""

    variant: Text = Field(
        "classic", description="`classic`, `hobbit`, …, or a deck such as `deck-5-2-2-2-2-1-1-1`."
    )


class HandQuestion(Variant):
    """A hand, and what its player has seen."""

    hand: Hand = Field(description="The two cards, by number or name.", examples=["guard,princess"])
    seen: Cards = Field([], description="The discards of both players.")
    face_up: Cards = Field([], description="The three cards turned up at the start, if any were.")
    discarded: Cards | None = Field(None, description="Your discards, in place of seen and lead.")
    opponent_discarded: Cards | None = Field(None, description="The opponent's discards.")
    lead: Whole | None = Field(None, description="Your discard total less the opponent's.")
    opponent: Card | None = Field(None, description="The opponent's card, if you know it.")
    opponent_knows: Card | None = Field(None, description="Your card that the opponent knows.")
    handmaid: bool = Field(False, description="Whether the opponent is protected by a Handmaid.")

    def seen_of(self) -> Plain:
        """Return what was seen, as the library takes it."""
        return {name: value for name in _SEEN if (value := getattr(self, name))} | (
            {} if self.lead is None else {"lead": self.lead}
        )


_SEEN = tuple(name for name in HandQuestion.model_fields if name not in ("hand", "lead", "variant"))


class Scored(HandQuestion):
    """A question to a table of one scoring."""

    scoring: Literal["half", "discards"] = Field(
        "half", description="How equal final cards are decided."
    )


class Lookup(Scored):
    """A question to the table."""

    hand: HandOrThree = Field(
        description="The two cards, by number or name; three after the draws of the 2019 edition's "
        "Chancellor: which to keep.",
        examples=["guard,princess"],
    )
    chancellor: bool = Field(
        False, description="Whether a Chancellor just played drew the last card: which of two."
    )


class Outcomes(Scored):
    """A question about what comes of a play."""

    play: Text = Field(
        description="The play: the card, then the card guessed, `self` or `opponent`.",
        examples=["guard handmaid"],
    )


class SolutionLookup(Scored):
    """A question to the solution."""

    last: Text = Field(
        "", description="The last plays of both, such as `handmaid; guard priest missed`."
    )


class Beliefs(HandQuestion):
    """A question about the opponent's card."""

    policy: Text = Field("table", description="The player that the opponent is taken to be.")
    last: Text = Field("", description="What the opponent has just played, such as `guard priest`.")


class Advice(Question):
    """A round that is followed at a table."""

    round: Text = Field(
        description="The round as its player saw it, a turn a line, up to the card drawn.",
        examples=["dealt: King\nthey play Guard, guessing Baron: missed\nI draw Guard"],
    )
    policy: Literal["table", "solution"] = Field(
        "table", description="How the opponent is taken to play."
    )


class PartyQuestion(Variant):
    """A round that one of several follows at numbered seats."""

    players: Whole = Field(4, description="How many sit at the table.")
    dealt: Card = Field(description="The card dealt to you.", examples=["king"])
    turns: Text = Field(
        "",
        description="The turns so far, separated by semicolons or lines, up to your draw.",
        examples=["I draw Guard"],
    )
    seat: Whole = Field(0, description="Your seat; 0 has the first turn.")
    face_up: Text = Field("", description="The three cards laid face up first, where two play.")
    policy: Literal["table"] | None = Field(
        None,
        description="How the others are assumed to play: by rules of thumb, or as table where two "
        "play 2019.",
    )
    tokens: bool = Field(False, description="Whether plays are ranked by tokens, a Spy's included.")
    playouts: Whole = Field(50_000, ge=1, le=500_000, description="Playouts for all plays.")
    seed: Seed = Field(1, description="Of the playouts.")


class Pair(Variant):
    """Two players."""

    first: Text = Field(description="Who has the first turn.", examples=["table"])
    second: Text = Field(description="The other player.", examples=["strategic"])
    hand: Cards | None = Field(None, description="The first player's hand in the first turn.")


class MatchQuestion(Pair):
    """A match to be played."""

    games: Whole = Field(10_000, ge=1, description="Games.")
    seed: Seed = Field(1, description="The seed.")
    face_up: Literal[0, 3] = Field(0, description="Cards face up.")
    playouts: Whole = Field(1000, ge=1, le=10_000, description="Playouts of a Monte Carlo player.")


class ExactMatchQuestion(Pair):
    """A match whose chances are known."""

    face_up: Literal[0, 3] = Field(0, description="Cards face up.")


def lookup(question: Lookup, _job: Job) -> Plain:
    """Return every legal action with its value and what it costs, best first, from the table.

    Of 2019's later turns, and of cards to keep, it is the best alone until the edition's table of
    values is built; its value is then null.
    """
    if _is_compiled(question):
        table = _table()
        asked = table.situation(question.hand, **question.seen_of())
        return answered(table.answer(*asked), table.info)
    found = find_answer(
        find_rules(question.variant),
        question.hand,
        find_scoring(question.scoring),
        chancellor=question.chancellor,
        values=False,
        **question.seen_of(),
    )
    return answered(*found)


def _is_compiled(question: Lookup) -> bool:
    """Return whether the classic table answers, which alone is compiled: in under a millisecond."""
    asks_more = question.chancellor or len(question.hand) > _PLAYED_FROM
    if asks_more or (question.variant, question.scoring) != ("classic", Scoring.HALF):
        return False
    table = _table()
    return isinstance(table, ReadyTable) and table.is_compiled


def outcomes(question: Outcomes, _job: Job) -> Plain:
    """Return what a play may lead to: what it shows, the table's replies, the next turns."""
    plays = read_actions(find_rules(question.variant), question.play)
    if len(plays) != 1:
        raise BadQuestion(f"play is one play, such as guard handmaid; got {len(plays)}")
    found = play_outcomes(
        question.hand[0],
        question.hand[1],
        plays[0],
        variant=question.variant,
        scoring=question.scoring,
        **question.seen_of(),
    )
    info = _table(question.variant, question.scoring).info
    rules = find_rules(question.variant)
    words = f"{rules.describe(plays[0])} leads to one of {len(found)} outcomes"
    words = "\n".join((words, *map(str, found)))
    return answered({"outcomes": [one.to_dict() for one in found]}, info, words=words)


def solution(question: SolutionLookup, _job: Job) -> Plain:
    """Return how likely the mixed solution plays each action, beside what the table says of it."""
    seen = question.seen_of()
    found = lookup_solution(
        *question.hand,
        last=question.last,
        variant=question.variant,
        scoring=question.scoring,
        **seen,
    )
    opened = open_solution(
        question.variant, face_up=len(question.face_up), scoring=question.scoring
    )
    return answered(found, opened.info)


def belief(question: Beliefs, job: Job) -> Plain:
    """Return the chance that the opponent holds each card, given what a policy plays."""
    rules = find_rules(question.variant)
    last = read_actions(rules, question.last)
    found = beliefs(
        question.hand[0],
        question.hand[1],
        built_in(question.policy),
        last=last[-1] if last else None,
        variant=question.variant,
        threads=1,
        progress=job.progress,
        **question.seen_of(),
    )
    rule = rules_name(rules.rules_id, rules.version)
    return answered(found, rules=rule, accuracy="exact, rounding below 1e-12")


def advice(question: Advice, _job: Job) -> Plain:
    """Return what to play in a round, by what the opponent may hold after all that was seen."""
    followed = FollowedRound.read(question.round)
    found = advise(followed, question.policy)
    return answered(found, _table(followed.rules.variant, "half").info)


def advice_of_several(question: PartyQuestion, _job: Job) -> Plain:
    """Return what to play at a table of two to six, by playouts over likely deals."""
    followed = FollowedParty(
        question.players,
        str(question.dealt),
        read_lines(question.turns),
        question.seat,
        question.variant,
        question.face_up,
    )
    round_ = believed(followed, question.policy).round
    found = advise_party(
        round_, playouts=question.playouts, seed=question.seed, by_tokens=question.tokens
    )
    rules = round_.rules
    return answered(
        found,
        rules=rules_name(rules.rules_id, rules.version),
        accuracy="simulated; standard errors beside",
    )


def play_match(question: MatchQuestion, job: Job) -> Plain:
    """Return who wins how many of games played by the real rules, with standard errors."""
    found = match(
        built_in(question.first),
        built_in(question.second),
        job.check_games(question.games),
        question.seed,
        hand=question.hand,
        variant=question.variant,
        playouts=question.playouts,
        face_up=question.face_up,
        threads=1,
        progress=job.progress,
    )
    return answered_match(found)


def exact_match(question: ExactMatchQuestion, _job: Job) -> Plain:
    """Return the exact chances of two players, as a stored study has them."""
    names = [str(find_exact_player(built_in(one))) for one in (question.first, question.second)]
    study = _study(question.variant)
    hand = opening_hand(study.rules, question.hand)
    found = study.get(names[0], names[1], hand, question.face_up)
    if found is None:
        raise UnknownState(
            f"the study of {question.variant} has no match of {names[0]} and {names[1]} so; it can "
            f"be computed, in minutes: llq love-letter exact {names[0]} {names[1]}"
        )
    return answered(found, study.info)


def show_rules(question: Variant, _job: Job) -> Plain:
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
    """Return what an opponent who knows a player wins against it, by seat, exactly or bounded."""
    found = open_exploitability(question.variant)
    names = Exploited.__dataclass_fields__
    rows = [
        {name: getattr(row, name) for name in names}
        | {"exploitability": row.exploitability[0], "exploitability_most": row.exploitability[1]}
        for row in found.rows()
    ]
    return answered({"variant": question.variant, "players": rows}, found.info)


_HAND = Command("llq lookup", ("hand",))
add_question(
    api,
    "/lookup",
    Lookup,
    lookup,
    summary="What to play",
    shape=Advised,
    is_quick=True,
    is_long=lambda question: not _is_compiled(question),
    command=_HAND,
)
add_question(
    api, "/outcomes", Outcomes, outcomes, summary="What comes of a play", shape=OutcomesOfPlay
)
add_question(
    api,
    "/solution",
    SolutionLookup,
    solution,
    summary="What the solution plays",
    shape=Advised,
    command=replace(_HAND, extra=lambda _: ("--solution", "mixed")),
)
add_question(
    api,
    "/beliefs",
    Beliefs,
    belief,
    summary="What the opponent may hold",
    shape=CardBeliefs,
    command=replace(
        _HAND,
        renamed={"policy": "", "last": "--played"},
        extra=lambda question: ("--beliefs", question.policy),
    ),
)
add_question(
    api,
    "/advise",
    Advice,
    advice,
    summary="What to play in a round",
    shape=Advised,
    command=Command(
        "llq track",
        renamed={"round": ""},
        extra=lambda _: ("--game",),
        text=lambda question: str(question.round),
        file="round.txt",
    ),
)
add_question(
    api,
    "/advise-party",
    PartyQuestion,
    advice_of_several,
    summary="What to play at a table of several",
    shape=Advised,
    command=Command("llq love-letter advise"),
)
add_question(api, "/match", MatchQuestion, play_match, summary="Play a match", shape=Played)
add_question(
    api,
    "/exact-match",
    ExactMatchQuestion,
    exact_match,
    summary="Exact chances",
    shape=ExactChances,
    command=Command("llq love-letter exact", ("first", "second")),
)
add_players(api, "love-letter", players=players)
add_question(
    api, "/rules", Variant, show_rules, summary="The rules as data", is_quick=True, shape=Rules
)
add_question(
    api,
    "/exploitability",
    Variant,
    exploitability,
    summary="How exploitable players are",
    shape=ExploitedPlayers,
)
