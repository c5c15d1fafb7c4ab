"""Games with a window of claims after every move: who acts, and what each action leads to.

Every decision is an action: to ask, to claim, to decline the offer to claim, to pass the turn.
``row[STAGE]`` says which of them the seat ``row[ACTOR]`` may take (`Stage`), whatever the variant;
only the functions below change them. A row in which other hands are empty, as a player sees it,
goes through the same stages; what it cannot tell is said with each function.

References
----------
[4]_ and [5]_ of `rules`; sections and functions of these are named where they are followed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.card_sets import count
from llq.solver.jit import njit
from llq.solver.literature import engine
from llq.solver.literature.engine import (
    ACTOR,
    ASKS,
    CLINCH,
    DECK,
    DECLINED,
    FORCED_HALF,
    HANDS,
    LAST_ASK,
    LIVE,
    LOG,
    LOGGED,
    OWNERS,
    PLAYERS,
    RUNG,
    SIZES,
    STAGE,
    TURN,
    WINDOW,
    open_window,
)
from llq.solver.literature.log import RUNG_BIT
from llq.solver.literature.rules import (
    FORCED_ORDER,
    HALF,
    IN_HALF,
    LADDER,
    LOWEST,
    MOST_HALF_SUITS,
    Stage,
    Window,
)

LAST_RUNG = len(LADDER) - 1


@njit(forceinline=True)
def may_decline(row: NDArray[np.int64]) -> bool:
    """Return whether the seat to act may decline.

    A row without the hand of the holder of the turn takes it that an ask can follow.
    """
    if row[STAGE] == Stage.FORCED:
        return bool(row[RUNG] < LAST_RUNG)
    if row[STAGE] != Stage.WINDOW:
        return False
    if row[WINDOW] == Window.FROM_FIRST or row[DECLINED]:
        return True  # the holder of the turn, who is offered first, has declined: an ask can follow
    return bool(engine.can_ask(row) or _is_unseen(row))


@njit(forceinline=True)
def _is_unseen(row: NDArray[np.int64]) -> bool:
    """Return whether the holder of the turn has cards that are not in the row."""
    return bool(row[SIZES + row[TURN]] and not row[HANDS + row[TURN]])


@njit(forceinline=True)
def claimable(row: NDArray[np.int64]) -> int:
    """Return the half suits, a bit each, that the seat to act may claim.

    Without windows these are all that are in play.
    """
    if row[STAGE] == Stage.FORCED:
        return int(1 << row[FORCED_HALF])
    found = 0
    if row[STAGE] == Stage.WINDOW or not row[WINDOW]:
        for half in range(MOST_HALF_SUITS):
            found |= (row[LIVE] >> IN_HALF * half & 1) << half
    return found


@njit(_nrt=False)
def ask(row: NDArray[np.int64], target: int, card: int, held: bool) -> None:
    """Let the holder of the turn ask, as `engine.ask` does; the row is modified in place.

    Where that was the last ask of the rules, a row without all hands has nobody get what is left.
    """
    engine.ask(row, target, card, held)
    if row[ASKS] == row[LAST_ASK]:
        _share_out(row)
    else:
        open_window(row)


@njit(_nrt=False)
def claim(row: NDArray[np.int64], half: int, said: int, true: int) -> bool:
    """Let the seat to act claim, as `engine.claim` does, and return whether it is right; in place.

    A right claim must be known to be so: a row without all hands takes it from ``true``.
    """
    rung = row[RUNG] + 1 if row[STAGE] == Stage.FORCED else 0
    forced = rung > 0 and out_team(row) >= 0
    right = engine.claim(row, row[ACTOR], half, said, true)
    _resume(row, rung, forced)
    return right


@njit(_nrt=False)
def claim_unseen(row: NDArray[np.int64], half: int, said: int, lost: int) -> None:
    """Let the seat to act claim wrongly, as `engine.claim_unseen` does; modified in place."""
    rung = row[RUNG] + 1 if row[STAGE] == Stage.FORCED else 0
    forced = rung > 0 and out_team(row) >= 0
    engine.claim_unseen(row, row[ACTOR], half, said, lost)
    _resume(row, rung, forced)


@njit(_nrt=False)
def decline(row: NDArray[np.int64]) -> None:
    """Let the seat to act decline; the row is modified in place.

    Where the last one declines, a row without the hand of the holder of the turn takes it that an
    ask can follow.
    """
    if row[STAGE] == Stage.WINDOW:
        row[DECLINED] += 1
        row[ACTOR] = (row[ACTOR] + 1) % row[PLAYERS]
        if row[DECLINED] == row[PLAYERS]:
            _close(row)
        return
    if row[ACTOR] + 2 < row[PLAYERS]:
        row[ACTOR] += 2
        return
    row[ACTOR] &= 1
    following = _forced_after(row, row[FORCED_HALF])
    if following < 0:
        following = _forced_after(row, -1)
        row[RUNG] += 1
    row[FORCED_HALF] = following


@njit(_nrt=False)
def pass_turn(row: NDArray[np.int64], seat: int) -> None:
    """Pass the turn to one of `engine.pass_targets`; the row is modified in place."""
    engine.pass_turn(row, seat)
    open_window(row)


@njit(_nrt=False)
def close_window(row: NDArray[np.int64]) -> None:
    """Let everyone decline who has yet to; the row is modified in place."""
    row[DECLINED] = row[PLAYERS]
    _close(row)


@njit(_nrt=False)
def reach(row: NDArray[np.int64], stage: int, seat: int, half: int, rung: int) -> bool:
    """Let everyone decline until a seat acts in some stage; return whether it does; in place.

    In the forced endgame it is for that half suit on that rung. In other stages these are ignored.
    """
    if row[STAGE] == Stage.WINDOW and stage != Stage.WINDOW:
        close_window(row)
    if stage == Stage.FORCED and row[STAGE] == Stage.ASK and rung == LAST_RUNG and _is_unseen(row):
        row[STAGE], row[FORCED_HALF], row[RUNG] = stage, half, rung
    while row[STAGE] == stage:
        is_asked = stage != Stage.FORCED or (row[FORCED_HALF] == half and row[RUNG] == rung)
        if row[ACTOR] == seat and is_asked:
            return True
        if not may_decline(row):
            return False
        decline(row)
    return False


@njit(forceinline=True)
def declined(row: NDArray[np.int64]) -> int:
    """Return how many offers were declined since the last move."""
    if row[STAGE] == Stage.WINDOW:
        return int(row[DECLINED])
    if row[STAGE] == Stage.PASS and row[WINDOW] == Window.FROM_TURN:
        return 0
    found = int(row[PLAYERS])
    if row[STAGE] == Stage.FORCED and out_team(row) >= 0:
        half, before, mates = _forced_after(row, -1), 0, row[PLAYERS] // 2
        while half != row[FORCED_HALF]:
            half = _forced_after(row, half)
            before += 1
        halves = count(row[LIVE]) // IN_HALF
        found += (row[RUNG] * halves + before) * mates + row[ACTOR] // 2
    return found


@njit(forceinline=True)
def out_team(row: NDArray[np.int64]) -> int:
    """Return the team without cards, -1 if both have some."""
    even = odd = 0
    for seat in range(0, row[PLAYERS], 2):
        even += row[SIZES + seat]
        odd += row[SIZES + seat + 1]
    if even and odd:
        return -1
    return 1 if even else 0


@njit(_nrt=False)
def _close(row: NDArray[np.int64]) -> None:
    """Go on after everyone has declined; the row is modified in place."""
    turn = row[TURN]
    row[STAGE], row[ACTOR] = Stage.ASK, turn
    if row[WINDOW] != Window.FROM_FIRST:
        return
    out = out_team(row)
    if out >= 0:
        _climb(row, 1 - out)
    elif not row[SIZES + turn]:
        row[STAGE] = Stage.PASS
    elif not engine.can_ask(row) and not _is_unseen(row):  # all half suits in hand are whole
        row[STAGE], row[RUNG] = Stage.FORCED, LAST_RUNG
        half = _forced_after(row, -1)
        while not row[HANDS + turn] >> IN_HALF * half & HALF:
            half = _forced_after(row, half)
        row[FORCED_HALF] = half


@njit(_nrt=False)
def _climb(row: NDArray[np.int64], team: int) -> None:
    """Begin the forced endgame of a team at its first rung; the row is modified in place."""
    row[STAGE], row[ACTOR], row[RUNG] = Stage.FORCED, team, 0
    row[FORCED_HALF] = _forced_after(row, -1)


@njit(_nrt=False)
def _forced_after(row: NDArray[np.int64], half: int) -> int:
    """Return the half suit in play after one, in the endgame's order, -1 if there is none.

    After -1 comes the first.
    """
    seen = half < 0
    for other in FORCED_ORDER:
        if seen and row[LIVE] >> IN_HALF * other & 1:
            return other
        seen |= other == half
    return -1


@njit(_nrt=False)
def _resume(row: NDArray[np.int64], rung: int, forced: bool) -> None:
    """Go on after a claim, ``rung`` from 1 on if it was forced; the row is modified in place.

    A holder of the turn who is out of cards passes it to a team mate; where the team is out too,
    the next seat with cards has it: [4]_ §4, by the newer engine for any holder who is emptied.
    """
    last = row[LOG + row[LOGGED] - 1]
    row[LOG + row[LOGGED] - 1] = last | rung << RUNG_BIT
    most = max(engine.claims_won(row, 0), engine.claims_won(row, 1))
    if not row[LIVE] or (row[CLINCH] and 2 * IN_HALF * most > count(row[DECK])):
        row[STAGE] = Stage.OVER
    elif row[WINDOW] == Window.FROM_FIRST:
        if forced:
            _climb(row, row[ACTOR] & 1)
        else:
            open_window(row)
    elif row[SIZES + row[TURN]]:
        open_window(row)
    elif out_team(row) != row[TURN] & 1:
        row[STAGE], row[ACTOR] = Stage.PASS, row[TURN]
    else:
        seat = row[TURN]
        while not row[SIZES + seat]:
            seat = (seat + 1) % row[PLAYERS]
        engine.give_turn(row, seat)
        open_window(row)


@njit(_nrt=False)
def _share_out(row: NDArray[np.int64]) -> None:
    """Give what is left to who holds more of it, as `Rules.most_asks` says; in place."""
    row[STAGE] = Stage.OVER
    held = odd = 0
    for seat in range(row[PLAYERS]):
        held |= row[HANDS + seat]
        if seat & 1:
            odd |= row[HANDS + seat]
    if held != row[LIVE]:
        return
    for half in range(MOST_HALF_SUITS):
        if row[LIVE] >> IN_HALF * half & 1:
            cards = count(odd >> IN_HALF * half & HALF)
            if 2 * cards == IN_HALF:
                row[OWNERS + half] = odd >> LOWEST[half] & 1
            else:
                row[OWNERS + half] = 2 * cards > IN_HALF
    row[LIVE] = 0
    for seat in range(row[PLAYERS]):
        row[HANDS + seat], row[SIZES + seat] = 0, 0
