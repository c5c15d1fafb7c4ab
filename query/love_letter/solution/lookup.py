"""Solution lookups: action probabilities beside table values."""

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

from llq.errors import IllegalState, LlqError
from llq.query.love_letter.notation import read_actions
from llq.query.love_letter.observation import OFFICIAL_FACE_UP, CardName, Seen, situation
from llq.query.love_letter.solution.mixed_answers import MixedAction, MixedAnswer
from llq.query.love_letter.solution.table import Solution, open_solution
from llq.query.love_letter.table.lookups import lookup
from llq.query.love_letter.variant_tables import find_scoring
from llq.solver.arguments import check_threads
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Action, Consequence, Rules, Scoring
from llq.solver.love_letter.table.states import State
from llq.solver.love_letter.views import legal_actions

TABLE_LOSES = {"classic": 12.23}
"""Table exploitability by variant, in points.

Of the whole deck, as ``llq love-letter exploit table`` computes it: docs/measured/love-letter.md.
"""
_MOST_SHOWN = 3


def lookup_solution(
    card_1: CardName,
    card_2: CardName,
    *,
    last: str | Sequence[Action] = (),
    variant: str = "classic",
    scoring: str = Scoring.HALF,
    path: str | os.PathLike[str] | None = None,
    values: bool = False,
    threads: int = 2,
    **seen: Unpack[Seen],
) -> MixedAnswer:
    """Return the solution's action probabilities for a hand, beside the table's values.

    Parameters
    ----------
    card_1, card_2
        The hand after drawing.
    last
        The last public actions of the round, of both players in turn, as `read_actions` takes
        them; without any the answer is that for the start or for anything remembered.
    path
        The solution's file.
    values
        Whether to compute what each action wins if both players follow the solution: some seconds
        and GB on the whole deck. Without ``last`` they are means over all that may be remembered.
    threads
        Threads that compute them.
    variant, scoring, seen
        As in `llq.lookup`.

    Raises
    ------
    IllegalAction
        ``last`` names no action.
    IllegalState
        The cards seen are not those of ``last``, or it is too short.
    IllegalState, TableMissing, StaleTable, CorruptTable
        As `llq.lookup` and `open_solution` do.

    Examples
    --------
    >>> import llq
    >>> answer = llq.love_letter.solution.lookup(1, 7, last="guard priest", seen=[1])
    >>> answer.best, answer.remembered
    (Action(card='Guard', guess='Baron', target=None), ('Guard, guessing Priest',))
    """
    rules = variants.round_rules(variant)
    check_threads(threads)
    past = read_actions(rules, last) if isinstance(last, str) else last
    face_up = OFFICIAL_FACE_UP if seen.get("face_up") else 0
    scored = find_scoring(scoring)
    solution = open_solution(variant, path, face_up=face_up, scoring=scored)
    observed = situation(rules, (card_1, card_2), scoring=scored, **seen)
    state = observed.state
    _check_past(solution, state, past)
    answer = solution.answer(state, past, observed.lead)
    table = lookup(card_1, card_2, variant=variant, scoring=scored, **seen)
    table_values = {play.action: play.value for play in table.actions}
    own_values: dict[Action, float] = {}
    if values:
        from llq.query.love_letter.solution.sweeps import solution_values

        is_deal = sum(state.unseen) == rules.opening_unseen - face_up
        memory = solution.remember(past) if past or is_deal else None
        wins = solution_values(solution, state, memory, observed.lead, threads=threads)
        if wins is not None:
            own_values = dict(zip(legal_actions(rules, state), wins.tolist(), strict=True))
    actions = (
        replace(
            play, table_value=table_values[play.action], solution_value=own_values.get(play.action)
        )
        for play in answer.actions
    )
    return replace(answer, actions=tuple(actions))


def _check_past(solution: Solution, state: State, past: Sequence[Action]) -> None:
    """Refuse past plays that contradict the visible cards or lack remembered turns."""
    if not past:
        return
    rules, hand = solution.rules, (state.low, state.high)
    played = [rules.plays[rules.action_numbers[action]].card for action in past]
    seen_count = 0
    for card, (copies, unseen) in enumerate(zip(rules.copies, state.unseen, strict=True)):
        visible = copies - unseen - hand.count(card)
        seen_count += visible
        if played.count(card) > visible:
            raise IllegalState(
                f"{played.count(card)} {rules.cards[card].name} played by last, "
                f"{visible} among the cards seen: give every discard in seen"
            )
    redrawn = sum(bool(rules.cards[card].effect.row.may & Consequence.DISCARDS) for card in played)
    length = solution.memory.plays
    if len(past) < length and seen_count - solution.face_up > len(past) + redrawn:
        raise IllegalState(
            f"the solution remembers the last {length} plays, and more were made than the "
            f"{len(past)} given: give {length} in last, the older first"
        )


def solution_remark(
    rules: Rules, hand: tuple[CardName, CardName], seen: Seen, past: Sequence[Action] = ()
) -> str | None:
    """Return a remark: the table's exploitability and the solution's choice.

    ``past`` is the public actions of the round so far, where they are known. None is returned where
    there is no sound solution of the variant, or it knows no such state: the remark stands beside
    an answer that does without it.
    """
    face_up = OFFICIAL_FACE_UP if seen.get("face_up") else 0
    try:
        state = situation(rules, hand, **seen).state
        answer = open_solution(rules.variant, face_up=face_up).answer(state, past)
    except LlqError:
        return None
    # Without the plays so far the row is the average over them, but where there are none.
    is_deal = sum(state.unseen) + len(hand) + face_up == sum(rules.copies)
    caveat = "" if is_deal or answer.remembered else ", on average over what was played,"
    plays = f"the solution{caveat} plays {_describe_likeliest(answer.actions)}"
    if face_up or rules.variant not in TABLE_LOSES:
        return plays
    loss = TABLE_LOSES[rules.variant]
    return f"the table loses {loss} points to an opponent who knows it; {plays}"


def _describe_likeliest(actions: Sequence[MixedAction]) -> str:
    """Return the likeliest actions and their chances; guesses stand together, as one play."""
    played = [action for action in actions if action.chance > 0]
    if len(played) == 1:
        return f"{played[0].text}, always"
    plays: dict[str, str] = {}
    for action in played[:_MOST_SHOWN]:
        card, guess, _ = action.action
        if guess and card in plays:
            plays[card] += f", {guess} {action.chance:.0%}"
        else:
            plays[card if guess else action.text] = f"{action.text} {action.chance:.0%}"
    ellipsis = ", …" if len(played) > _MOST_SHOWN else ""
    return ("; " if len(plays) > 1 else ", ").join(plays.values()) + ellipsis
