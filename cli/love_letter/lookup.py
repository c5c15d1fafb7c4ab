"""``llq lookup``: the best play of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.completions import complete
from llq.cli.love_letter.options import (
    DeckOption,
    ScoringOption,
    VariantOption,
    chosen_cards,
    chosen_rules,
)
from llq.cli.output.answer_panels import print_answer
from llq.cli.output.printing import Format, FormatOption
from llq.errors import IllegalState
from llq.query.love_letter.notation import read_cards
from llq.solver.love_letter.rules import Action, Rules, Scoring

if TYPE_CHECKING:  # help loads no table
    from llq.query.love_letter.answers import KeepAnswer, PlayAnswer
    from llq.query.love_letter.observation import Seen
    from llq.query.love_letter.table.policy_lookups import PolicyAnswer
    from llq.solver.love_letter.views import View

TABLE, MIXED = "table", "mixed"
"""Whose play a lookup shows."""


def lookup_command(
    hand: Annotated[
        list[str] | None,
        typer.Argument(
            help="Your two cards, by number or name; the start of a name will do. Three after the "
            "draws of the Chancellor (2019): which to keep."
        ),
    ] = None,
    variant: VariantOption = None,
    game: Annotated[
        Path | None,
        typer.Option(
            allow_dash=True,
            help="A file with the whole round, one turn per line, instead of the hand and what was "
            "seen; - reads standard input.",
        ),
    ] = None,
    seen: Annotated[str, typer.Option(help="Both players' discards, such as 1,1,5.")] = "",
    face_up: Annotated[
        str, typer.Option(help="The three cards laid face up first, by the official rule.")
    ] = "",
    discarded: Annotated[
        str | None, typer.Option(help="Your discards, instead of --seen and --lead.")
    ] = None,
    opponent_discarded: Annotated[str | None, typer.Option(help="The opponent's discards.")] = None,
    lead: Annotated[
        int | None,
        typer.Option(help="Your discard total minus the opponent's, with --scoring discards."),
    ] = None,
    opponent: Annotated[
        str | None, typer.Option(help="The opponent's card, if you know it.")
    ] = None,
    opponent_knows: Annotated[
        str | None, typer.Option(help="The card of your hand that the opponent knows.")
    ] = None,
    handmaid: Annotated[
        bool, typer.Option("--handmaid", help="The opponent is protected by a Handmaid.")
    ] = False,
    chancellor: Annotated[
        bool,
        typer.Option(
            "--chancellor",
            help="You have just played the Chancellor and drawn the last card: which of two to "
            "keep.",
        ),
    ] = False,
    deck: DeckOption = None,
    scoring: ScoringOption = Scoring.HALF,
    beliefs: Annotated[
        str | None,
        typer.Option(
            help="Also show what the opponent may hold, if both play as this player does.",
            autocompletion=complete("player"),
        ),
    ] = None,
    played: Annotated[
        str | None,
        typer.Option(help='With --beliefs: the opponent\'s last play, such as "guard priest".'),
    ] = None,
    solution: Annotated[
        str, typer.Option(help="Whose play: the table's, or mixed, which remembers the last plays.")
    ] = TABLE,
    last: Annotated[
        str, typer.Option(help='The last plays for --solution mixed, as "guard priest missed".')
    ] = "",
    values: Annotated[
        bool,
        typer.Option(
            "--values",
            help="What each play wins if both follow --solution mixed; with 2019, of later turns: "
            "solved first, once.",
        ),
    ] = False,
    players: Annotated[int, typer.Option(hidden=True, help="A lookup is for two.")] = 2,
    form: FormatOption = Format.table,
) -> None:
    """Show the best play for a Love Letter hand, and what every other play is worth.

    For example:

      llq lookup 1 8

      llq lookup g princess

      llq lookup 3 6 --seen 1,2,5 --opponent-knows 6

      llq lookup 1 8 --face-up "1 1 5" --scoring discards

      llq lookup 2 4 --discarded 1,4 --opponent-discarded 1,5

      llq lookup guard king --seen 2,4 --opponent baron --handmaid --format json

      llq lookup guard chancellor --edition 2019

      llq lookup spy guard princess --edition 2019 --seen chancellor

      llq lookup 1 5 --seen 7,1 --beliefs table --played "guard priest"

      llq lookup 1 8 --solution mixed

      llq lookup 1 8 --seen 4,1 --solution mixed --last "handmaid; guard priest missed"

      llq lookup --game round.txt --solution mixed
    """
    from llq.cli.tables.builds import with_tables
    from llq.query.love_letter.table.lookups import lookup

    if players != 2:
        raise IllegalState(
            "a hand is looked up where two play; for more: llq love-letter advise --players "
            f'{players} --dealt king --turns "I draw guard"'
        )
    if solution not in (TABLE, MIXED):
        raise typer.BadParameter(
            f"choose {TABLE} or {MIXED}; got {solution!r}", param_hint="--solution"
        )
    if last and solution == TABLE:
        raise typer.BadParameter(
            "the table forgets what was played; --last goes with --solution mixed",
            param_hint="--last",
        )
    if played is not None and beliefs is None:
        raise typer.BadParameter("--played goes with --beliefs", param_hint="--played")
    if beliefs is not None and solution == MIXED:
        raise typer.BadParameter(
            f"beliefs are about players that go by the state alone; leave out --solution {MIXED}",
            param_hint="--beliefs",
        )
    view = None
    if game is not None:
        repeated = {
            "HAND": hand, "--seen": seen, "--face-up": face_up, "--discarded": discarded,
            "--opponent-discarded": opponent_discarded, "--lead": lead, "--opponent": opponent,
            "--opponent-knows": opponent_knows, "--handmaid": handmaid, "--played": played,
            "--last": last,
        }  # fmt: skip
        view = _read_game(game, variant, deck, [name for name, value in repeated.items() if value])
        from llq.query.love_letter.rounds.notation import seen_of

        rules, cards = view.rules, list(view.hand)
        facts = _no_facts() | seen_of(view, by_discards=scoring == Scoring.DISCARDS)
    else:
        rules = chosen_rules(variant, deck)
        cards = read_cards(rules, ",".join(hand or ()))
        if len(cards) not in (2, 3):
            raise typer.BadParameter(
                f"give the two cards of your hand, such as 1 8, or --game FILE; got {len(cards)}",
                param_hint="HAND",
            )
        facts = {
            "seen": read_cards(rules, seen),
            "face_up": read_cards(rules, face_up),
            "discarded": chosen_cards(rules, discarded),
            "opponent_discarded": chosen_cards(rules, opponent_discarded),
            "lead": lead,
            "opponent": opponent,
            "opponent_knows": opponent_knows,
            "handmaid": handmaid,
        }

    if values and solution == TABLE and not rules.chooses_twice:
        raise typer.BadParameter(
            "the table's values are shown anyway; --values goes with --solution mixed, or with "
            "--edition 2019",
            param_hint="--values",
        )

    def ask() -> PlayAnswer | KeepAnswer | PolicyAnswer:
        hand = cards[0], cards[1], cards[2] if len(cards) > 2 else None
        after = chancellor or len(cards) > 2
        return lookup(
            *hand, chancellor=after, variant=rules.variant, scoring=scoring, values=values, **facts
        )

    past = () if view is None else tuple(turn.action for turn in view.history.turns)
    if (len(cards) > 2 or chancellor) and (solution == MIXED or beliefs is not None):
        raise typer.BadParameter(
            "which card to keep is a question of the table alone: leave out --solution and "
            "--beliefs",
            param_hint="HAND",
        )
    if solution == MIXED:
        _print_mixed(rules, (cards[0], cards[1]), past or last, facts, scoring, form, values=values)
        return
    if beliefs is not None and rules.chooses_twice:
        raise IllegalState(
            f"beliefs in {rules.variant} Love Letter take the whole round: llq track --edition "
            "2019 --policy table"
        )
    answer = with_tables(ask)

    remark = ""
    is_remarked = scoring == Scoring.HALF and not rules.chooses_twice
    if form is Format.table and is_remarked:
        from llq.query.love_letter.solution.lookup import solution_remark

        remark = solution_remark(rules, (cards[0], cards[1]), facts, past) or ""
    if beliefs is None:
        print_answer(answer, form, remark=remark)
        return
    from llq.cli.love_letter.beliefs import find_beliefs, find_beliefs_after, print_beliefs

    if view is not None:
        held = find_beliefs_after(view, beliefs)
    else:
        facts["lead"] = None  # what the opponent holds does not depend on it
        held = find_beliefs(rules, (cards[0], cards[1]), beliefs, played, facts)
    if form is Format.table:
        print_answer(answer, form, remark=remark)
    print_beliefs(held, form)


def _print_mixed(
    rules: Rules,
    hand: tuple[str, str],
    last: str | Sequence[Action],
    facts: Seen,
    scoring: Scoring,
    form: Format,
    *,
    values: bool,
) -> None:
    """Print what the solution plays from a hand; ``last`` is as `lookup_solution` takes it."""
    from llq.cli.tables.builds import with_tables
    from llq.query.love_letter.solution.lookup import lookup_solution

    answer = with_tables(
        lambda: lookup_solution(
            *hand, last=last, variant=rules.variant, scoring=scoring, values=values, **facts
        )
    )
    print_answer(answer, form)


def _read_game(game: Path, variant: str | None, deck: str | None, repeated: list[str]) -> View:
    """Return what a player sees in the round of a file, unless arguments repeat what it says."""
    from llq.query.love_letter.rounds.notation import read_game

    if repeated:
        raise typer.BadParameter(
            f"the file has all that was seen: leave out {', '.join(repeated)}", param_hint="--game"
        )
    is_chosen = variant is not None or deck is not None
    return read_game(game, variant=chosen_rules(variant, deck).variant if is_chosen else None)


def _no_facts() -> Seen:
    """Return the facts of a player who has seen nothing, with every key."""
    return {
        "seen": [], "face_up": [], "discarded": None, "opponent_discarded": None, "lead": None,
        "opponent": None, "opponent_knows": None, "handmaid": False,
    }  # fmt: skip
