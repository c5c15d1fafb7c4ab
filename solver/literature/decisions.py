"""Decisions in games with a window of claims: one integer each, what players decide, what follows.

An ask is ``54 * target + card``, as `players.ask_of` reads it; `DECLINE` declines; from `PASS` on
comes to whom the turn passes, and from `CLAIM` on a claim: ``half_suit << 18 | holders``, as `log`
codes holders.

Built-in players claim what they know to be right as soon as they are offered to. One who must claim
says what is likeliest; on a rung of the forced endgame, if it is as likely as the rung asks for.

**Standstills.** Players can go on for ever with asks that everyone knows to miss, most of them in
half suits that a team holds and cannot prove to. After `VAIN` misses in a row `strong` claims what
is as likely as `LIKELY`.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalAction
from llq.solver.card_sets import lowest, random_card
from llq.solver.jit import njit
from llq.solver.literature import engine, log, players, windows
from llq.solver.literature.actions import Claim, Pass
from llq.solver.literature.engine import (
    ACTOR,
    ASKS,
    HANDS,
    LACKS,
    LOG,
    LOGGED,
    NEEDS,
    PENDING,
    PLAYERS,
    RUNG,
    SHOWN,
    STAGE,
    TURN,
)
from llq.solver.literature.inference import knowledge, marginals, posterior, reading
from llq.solver.literature.log import encode_holders
from llq.solver.literature.players import Kind
from llq.solver.literature.rules import (
    FIRST_CARDS,
    HALF,
    IN_HALF,
    LADDER,
    MOST_CARDS,
    Stage,
    find_card,
    find_half_suit,
)
from llq.solver.literature.scratch import Inference, Scratch, make_inference

if TYPE_CHECKING:
    from llq.solver.literature.players import Player
    from llq.solver.literature.positions.position import Position

DECLINE = 512
PASS = 520
CLAIM = 1 << 20
VAIN = 6
"""Misses in a row that make a standstill."""
LIKELY = 0.6
"""The chance by which `strong` claims in one."""
_NEVER = 2.0  # no chance
_DECIDER, _STRONG = int(Kind.DECIDER), int(Kind.STRONG)
_HOLDERS = 3 * IN_HALF  # bits


@njit(forceinline=True, _nrt=False)
def decide(
    row: NDArray[np.int64],
    kind: int,
    weights: NDArray[np.float32],
    stream: NDArray[np.uint64],
    scratch: Scratch,
    has_learners: bool | None = True,
) -> int:
    """Return the decision of a built-in player in the seat to act; the stream moves on.

    The arguments are those of `players.choose`, which decides what to ask.
    """
    if row[STAGE] == Stage.ASK:
        return players.choose(row, kind, weights, stream, scratch, has_learners)
    if row[STAGE] == Stage.PASS:
        return PASS + random_card(engine.pass_targets(row), stream)
    must = not windows.may_decline(row)
    is_exact = kind == Kind.GREEDY or kind == Kind.COMPACT
    if has_learners is not None and kind in (Kind.STRONG, Kind.CAUTIOUS):
        needed = needed_chance(row, must)
        if needed == _NEVER and kind == Kind.STRONG and is_standstill(row):
            needed = LIKELY
        return _claim_by_reading(row, needed, weights, scratch)
    return claim_or_decline(row, needed_chance(row, must), is_exact, scratch.inference)


def decide_as(player: Player, position: Position, random: Random) -> int:
    """Return the decision of a custom player in the seat to act, whose view it is given.

    Raises
    ------
    IllegalAction
        It is not legal.
    """
    stage = position.perspective.stage
    if stage is Stage.ASK:
        ask = players.choose_ask(player, position, random)
        return int(ask_code(ask.player, find_card(ask.card, position.rules.pack)))
    if stage is Stage.PASS:
        heirs = position.perspective.pass_targets
        if not hasattr(player, "pass_turn"):
            return PASS + random.choice(heirs)
        made = player.pass_turn(position, random)
        if isinstance(made, Pass) and made.player in heirs:
            return PASS + int(made.player)
        raise IllegalAction(f"{player.name} returns {made!r}; the turn may pass to {heirs}")
    if not hasattr(player, "claim"):
        row, inference = position.row.copy(), make_inference(position.rules.players)
        needed = needed_chance(row, not position.may_decline)
        return int(claim_or_decline(row, needed, False, inference))
    made = player.claim(position, random)
    if made is None and position.may_decline:
        return DECLINE
    team = range(position.seat % 2, position.rules.players, 2)
    is_claim = isinstance(made, Claim) and made.half_suit in position.claimable
    if is_claim and len(made.holders) == IN_HALF and set(made.holders) <= set(team):
        half = find_half_suit(made.half_suit, position.rules.pack)
        return int(claim_code(half, encode_holders(made.holders)))
    may = "may decline or claim" if position.may_decline else "must claim"
    raise IllegalAction(
        f"{player.name} returns {made!r}; seat {position.seat} {may} one of "
        f"{', '.join(position.claimable)} as held by six of {', '.join(map(str, team))}"
    )


@njit(_nrt=False)
def _claim_by_reading(
    row: NDArray[np.int64], needed: float, weights: NDArray[np.float32], scratch: Scratch
) -> int:
    """Return what `claim_or_decline` does, by the chances of `strong`."""
    space, known = scratch.strength, scratch.inference
    if needed < _NEVER:
        seat = row[ACTOR]
        knowledge.infer(row, seat, known.own)
        may, prior = known.own.may, space.marginals.prior
        reading.fill_odds(row, seat, may, weights, space.reading, prior)
    inference = Inference(known.own, known.other, known.chances, space.marginals)
    return claim_or_decline(row, needed, False, inference)


@njit(_nrt=False)
def needed_chance(row: NDArray[np.int64], must: bool) -> float:
    """Return how likely a claim of the seat to act has to be that is not certain."""
    if must:
        return 0.0
    return LADDER[row[RUNG]] if row[STAGE] == Stage.FORCED else _NEVER


@njit(_nrt=False)
def end_standstill(row: NDArray[np.int64], weights: NDArray[np.float32], scratch: Scratch) -> bool:
    """Let the mover claim as `strong`, without windows; return whether it does; in place.

    Among four it does not: it lost by it.
    """
    if row[PLAYERS] == 4 or not is_standstill(row):
        return False
    row[ACTOR] = row[TURN]
    decision = _claim_by_reading(row, LIKELY, weights, scratch)
    if decision == DECLINE:
        return False
    half, said = claim_of(decision)
    engine.claim(row, row[TURN], half, said, engine.holders(row, half))
    return True


@njit(_nrt=False)
def is_standstill(row: NDArray[np.int64]) -> bool:
    """Return whether the last `VAIN` moves were asks that missed."""
    logged = row[LOGGED]
    for index in range(max(0, logged - VAIN), logged):
        code = row[LOG + index]
        if not log.is_ask(code) or log.is_hit(code):
            return False
    return bool(logged >= VAIN)


@njit(_nrt=False)
def act(row: NDArray[np.int64], decision: int) -> None:
    """Let the seat to act do what it decided, which is legal; a row of all hands, in place."""
    if decision < DECLINE:
        target, card = players.ask_of(decision)
        windows.ask(row, target, card, bool(row[HANDS + target] >> card & 1))
    elif decision == DECLINE:
        windows.decline(row)
    elif decision < CLAIM:
        windows.pass_turn(row, decision - PASS)
    else:
        half, said = claim_of(decision)
        windows.claim(row, half, said, engine.holders(row, half))


@njit(forceinline=True)
def claim_of(decision: int) -> tuple[int, int]:
    """Return the half suit and the holders of a claim."""
    return (decision - CLAIM) >> _HOLDERS, (decision - CLAIM) & ((1 << _HOLDERS) - 1)


@njit(forceinline=True)
def ask_code(target: int, card: int) -> int:
    """Return the decision to ask."""
    return MOST_CARDS * target + card


@njit(forceinline=True)
def claim_code(half: int, said: int) -> int:
    """Return the decision to claim a half suit, held as said."""
    return CLAIM + (half << _HOLDERS | said)


@njit(_nrt=False)
def play_on(
    kinds: NDArray[np.int64],
    weights: NDArray[np.float32],
    row: NDArray[np.int64],
    sources: NDArray[np.uint64],
    limit: int,
    scratch: Scratch,
    has_learners: bool | None,
) -> None:
    """Play a game on until it is over, given up or waits for a user's player; in place.

    ``sources`` are its streams: first the game's own, then the seats'.
    """
    while row[STAGE] != Stage.OVER and row[ASKS] < limit:
        if not play_step(kinds, weights, row, sources, scratch, has_learners):
            return


@njit(forceinline=True, _nrt=False)
def play_step(
    kinds: NDArray[np.int64],
    weights: NDArray[np.float32],
    row: NDArray[np.int64],
    sources: NDArray[np.uint64],
    scratch: Scratch,
    has_learners: bool | None,
) -> bool:
    """Let the seat to act decide; return False if it waits for a user's player; in place.

    This and `decide` are inlined: to hand on a `Scratch` takes longer than a simple player thinks.
    """
    seat = row[ACTOR]
    if row[STAGE] == Stage.WINDOW and windows.may_decline(row):
        whole = whole_half_suits(row, 0), whole_half_suits(row, 1)
        bold = Kind.STRONG if _STRONG in kinds and is_standstill(row) else Kind.DECIDER
        if not (whole[0] | whole[1] or bold == Kind.STRONG or _DECIDER in kinds):
            windows.close_window(row)  # who claims what is certain need not think: nothing can be
            return True
        while not (
            kinds[seat] in (Kind.DECIDER, bold) or may_be_certain(row, seat, whole[seat & 1])
        ):
            windows.decline(row)
            seat = row[ACTOR]
            if row[STAGE] != Stage.WINDOW:
                return True
    decision = row[PENDING]
    if kinds[seat] >= 0 or (kinds[seat] == Kind.USER and row[STAGE] != Stage.ASK):
        stream = sources[seat + 1 : seat + 2]
        decision = decide(row, kinds[seat], weights[seat], stream, scratch, has_learners)
    if decision < 0:
        return False
    row[PENDING] = -1
    act(row, decision)
    return True


@njit(_nrt=False)
def whole_half_suits(row: NDArray[np.int64], team: int) -> int:
    """Return the lowest cards of the half suits that a team holds: no other claim can be right."""
    held = 0
    for seat in range(team, row[PLAYERS], 2):
        held |= row[HANDS + seat]
    pairs = held & held >> 1
    return int(pairs & pairs >> 2 & pairs >> 4 & FIRST_CARDS)


@njit(_nrt=False)
def may_be_certain(row: NDArray[np.int64], seat: int, whole: int) -> bool:
    """Return whether a seat may know who holds one of its team's `whole_half_suits`.

    It cannot where a mate's card that was not shown can change places with another player's, and
    the deal still agrees with all moves: `knowledge` says what those tell.
    """
    while whole:
        place = lowest(whole)
        whole &= whole - 1
        if not _is_open(row, seat, place // IN_HALF):
            return True
    return False


@njit(_nrt=False)
def _is_open(row: NDArray[np.int64], seat: int, half: int) -> bool:
    """Return whether a mate's card of a half suit can change places with another player's."""
    for mate in range(seat & 1, row[PLAYERS], 2):
        cards = _spare(row, mate) & HALF << IN_HALF * half
        if mate == seat or not cards:
            continue
        for other in range(row[PLAYERS]):
            if other in (seat, mate) or not cards & ~row[LACKS + other]:
                continue
            if _spare(row, other) & ~row[LACKS + mate]:
                return True
    return False


@njit(forceinline=True)
def _spare(row: NDArray[np.int64], player: int) -> int:
    """Return a player's cards that were not shown, but for those that must stay."""
    spare, needs = row[HANDS + player] & ~row[SHOWN + player], row[NEEDS + player]
    while needs:
        cards = spare & HALF << IN_HALF * lowest(needs)
        needs &= needs - 1
        if not cards & (cards - 1):
            spare &= ~cards
    return int(spare)


@njit(_nrt=False)
def claim_or_decline(
    row: NDArray[np.int64], needed: float, is_exact: bool, inference: Inference
) -> int:
    """Return the claim of the seat to act if it knows one or one is likely enough, else `DECLINE`.

    Chances are exact or those of `marginals`.
    """
    seat, own = row[ACTOR], inference.own
    knowledge.infer(row, seat, own)
    claimable = windows.claimable(row)
    left = claimable
    while left:
        half = lowest(left)
        left &= left - 1
        said = knowledge.certain_claim(row, seat, half, own)
        if said >= 0:
            return claim_code(half, said)
    if needed == _NEVER:
        return DECLINE
    if is_exact:
        posterior.find_chances(row, own, inference.chances)
    else:
        marginals.find_marginals(row, own, inference.marginals)
    best, best_chance = DECLINE, -1.0
    left = claimable
    while left:
        half = lowest(left)
        left &= left - 1
        if is_exact:
            said = posterior.likeliest_claim(row, seat, half, inference.chances)
            chance = posterior.chance_of_claim(half, said, inference.chances)
        else:
            said, chance = marginals.likeliest_claim(row, seat, half, inference.marginals)
        if chance > best_chance and chance >= needed:
            best, best_chance = claim_code(half, said), chance
    return best
