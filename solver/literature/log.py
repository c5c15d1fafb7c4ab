"""Integer codes of moves in the engine's log.

The lowest two bits of a logged move are its kind; the next three say who moved; then come, for

- an ask: the target (3 bits), the card (6), whether the target held it (1);
- a claim: the half suit (3), whether it was right (1), the holders as claimed (18) and in truth
  (18), and whether the half suit is the ninth (1, the three bits 0);
- a pass: the player who got the turn (3).

*Holders* of a half suit are coded as three bits a card, the lowest card's lowest.
"""

from collections.abc import Sequence

from llq.solver.jit import njit
from llq.solver.literature.actions import Asked, Claimed, Move, Passed
from llq.solver.literature.rules import HALF_SIZE

_ASK, _CLAIM, _PASS = range(3)
_KIND, _SEAT, _CARD, _HOLDERS = 3, 7, 63, (1 << 3 * HALF_SIZE) - 1  # masks


@njit(forceinline=True)
def ask_code(seat: int, target: int, card: int, success: bool) -> int:
    """Return an ask as it is logged."""
    return _ASK | seat << 2 | target << 5 | card << 8 | success << 14


@njit(forceinline=True)
def claim_code(seat: int, half: int, is_right: bool, claimed: int, actual: int) -> int:
    """Return a claim's log code, with claimed and actual holders."""
    code = _CLAIM | seat << 2 | (half & 7) << 5 | is_right << 8 | claimed << 9 | actual << 27
    return code | half >> 3 << 45


@njit(forceinline=True)
def pass_code(seat: int, target: int) -> int:
    """Return a pass as it is logged."""
    return _PASS | seat << 2 | target << 5


@njit(forceinline=True)
def holder_at(holders: int, place: int) -> int:
    """Return the holder of a half suit's card."""
    return holders >> 3 * place & 7


@njit(forceinline=True)
def is_ask(code: int) -> bool:
    """Return whether a logged move is an ask."""
    return code & _KIND == _ASK


@njit(forceinline=True)
def is_claim(code: int) -> bool:
    """Return whether a logged move is a claim."""
    return code & _KIND == _CLAIM


@njit(forceinline=True)
def mover_of(code: int) -> int:
    """Return who made a logged move."""
    return code >> 2 & _SEAT


@njit(forceinline=True)
def target_of(code: int) -> int:
    """Return a logged ask's target, or a pass's receiver."""
    return code >> 5 & _SEAT


@njit(forceinline=True)
def half_of(code: int) -> int:
    """Return the half suit of a logged claim."""
    return code >> 5 & _SEAT | (code >> 45 & 1) << 3


@njit(forceinline=True)
def card_of(code: int) -> int:
    """Return the card of a logged ask."""
    return code >> 8 & _CARD


@njit(forceinline=True)
def is_hit(code: int) -> bool:
    """Return whether a logged ask got the card."""
    return bool(code >> 14 & 1)


def decode_move(code: int) -> Move:
    """Return a logged move.

    >>> decode_move(ask_code(3, 0, 4, False))
    Asked(seat=3, target=0, card=4, held=False)
    """
    kind, seat, target = code & _KIND, code >> 2 & _SEAT, code >> 5 & _SEAT
    if kind == _ASK:
        return Asked(seat, target, code >> 8 & _CARD, bool(code >> 14 & 1))
    if kind == _PASS:
        return Passed(seat, target)
    claimed, actual = (decode_holders(code >> shift & _HOLDERS) for shift in (9, 27))
    return Claimed(seat, half_of(code), claimed, actual)


def encode_holders(holders: Sequence[int]) -> int:
    """Return the code of a half suit's six holders.

    >>> decode_holders(encode_holders([1, 1, 3, 1, 1, 3]))
    (1, 1, 3, 1, 1, 3)
    """
    return sum(seat << 3 * place for place, seat in enumerate(holders))


def decode_holders(code: int) -> tuple[int, ...]:
    """Return the six holders of a code."""
    return tuple(code >> 3 * place & _SEAT for place in range(HALF_SIZE))
