"""``llq lookup … --beliefs``: what the opponent may hold, beside the unseen cards."""

from __future__ import annotations

from typing import Any

from llq.cli.output.printing import Format, print_rows, print_text, progress_bar, stdout
from llq.cli.output.table_layout import fold
from llq.cli.tables.builds import with_tables
from llq.errors import IllegalState
from llq.query.love_letter.built_in_players import needed_scorings
from llq.query.love_letter.observation import Seen
from llq.query.love_letter.rounds.opponent_beliefs import Beliefs, beliefs, beliefs_after
from llq.query.love_letter.table.table import open_table
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.views import View


def find_beliefs(
    rules: Rules, hand: tuple[str, str], policy: str, last: str | None, seen: Seen
) -> Beliefs:
    """Return the beliefs in a state, building the table that the policy plays from if need be."""
    played = None if last is None else _read_play(rules, last)
    if "half" in needed_scorings([policy.strip().lower()]):
        with_tables(lambda: open_table(rules.variant))
    with progress_bar(f"Beliefs about {policy}") as progress:
        progress(0, 1)
        return beliefs(*hand, policy, last=played, variant=rules.variant, **seen)


def find_beliefs_after(view: View, policy: str) -> Beliefs:
    """Return the beliefs after everything that a player saw of a round, as `find_beliefs` does."""
    if "half" in needed_scorings([policy.strip().lower()]):
        with_tables(lambda: open_table(view.rules.variant))
    with progress_bar(f"Beliefs about {policy}") as progress:
        progress(0, 1)
        return beliefs_after(view.history, policy, variant=view.rules.variant)


def print_beliefs(answer: Beliefs, form: Format) -> None:
    """Print one row for each card."""
    rows: list[dict[str, Any]] = [
        {"opponent": chance.card, "chance": chance.chance, "uniform": chance.uniform}
        for chance in answer.cards
    ]
    if form is not Format.table:
        rows = [row | {"policy": answer.policy, "reached": answer.reached} for row in rows]
    print_rows(rows, form, as_given=True)
    if form is Format.table:
        condition = answer.condition
        if answer.reached is not None:
            condition += f"; {answer.reached:.3g} turns a round"
        print_text("\n".join(fold(condition, stdout.width)))


def _read_play(rules: Rules, text: str) -> Action:
    words = text.lower().replace(",", " ").split()
    fillers = {"missed", "guessing", "on", "at", "the"}
    wanted = [word for word in words if word not in fillers]
    for action in rules.actions:
        names = [part.lower() for part in (action.card, action.guess, action.target) if part]
        if names == wanted or " ".join(names) == " ".join(wanted):
            return action
        numbers = [
            str(rules.cards[rules.card(part)].number) if part == action.card or part == action.guess
            else part
            for part in (action.card, action.guess, action.target) if part
        ]  # fmt: skip
        if numbers == wanted:
            return action
    raise IllegalState(
        f'no play {text!r}; say the card and what it names, such as "guard priest" or '
        '"prince opponent"'
    )
