"""The turns of a round of Love Letter, and what each player saw of them."""

from __future__ import annotations

from typing import NamedTuple

from llq.solver.love_letter.rounds.rule_tables import RuleTables
from llq.solver.love_letter.rules import Effect, Look, Target
from llq.solver.love_letter.table.states import UNKNOWN

__all__ = ["Turn", "seen_by"]


class Turn(NamedTuple):
    """A turn: both cards before and after, seen from the mover; -1 where there is none."""

    mover: int
    action: int
    maid: int
    drawn: int
    mine: int
    theirs: int
    mine_after: int = UNKNOWN
    theirs_after: int = UNKNOWN
    aside: int = UNKNOWN
    """The aside card before the turn, where the variant tracks it."""


def seen_by(player: int, turn: Turn, rules: RuleTables) -> str:
    """Return what a player saw of a turn, cards and actions by number.

    The card drawn (d), if the turn was the player's, the action (a), a hand that a Prince put down
    (x), the card that came into the player's hand otherwise than drawn (g), and a card shown (s).
    """
    card, argument = rules.plays[turn.action]
    effect, is_own = rules.effects[card], turn.mover == player
    after = (turn.mine_after, turn.theirs_after)
    mine, theirs = after if is_own else after[::-1]
    text = f"d{turn.drawn}a{turn.action}" if is_own else f"a{turn.action}"
    if effect == Effect.REDRAW:
        on_mover = turn.maid or argument == Target.SELF
        kept = turn.drawn if card == turn.mine else turn.mine
        text += f"x{kept if on_mover else turn.theirs}"
        return f"{text}g{mine}" if on_mover == is_own else text
    if effect == Effect.LOOK_EITHER and argument == Look.ASIDE:
        return f"{text}s{turn.aside}" if is_own else text
    if not turn.maid:
        if effect == Effect.REDEAL:
            text += f"g{mine}"
        if effect == Effect.SWAP:
            text += f"g{mine}s{theirs}"
        if effect in (Effect.COMPARE, Effect.COMPARE_LOW) or (
            effect in (Effect.LOOK, Effect.LOOK_EITHER) and is_own
        ):
            text += f"s{theirs}"
    return text
