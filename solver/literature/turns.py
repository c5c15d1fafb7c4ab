"""Events between two asks: certain claims, passed turns and forced claims.

All players claim what they know as soon as the rules allow, as the article's players do; a player
who has to claim without knowing claims what is likeliest.
"""

from llq.solver.array_types import Ints, Uints
from llq.solver.jit import njit
from llq.solver.literature import engine
from llq.solver.literature.engine import HANDS, OUT_OF_TURN, PLAYERS, TURN
from llq.solver.literature.inference import knowledge, posterior
from llq.solver.literature.rules import HALF, HALF_SIZE, MOST_HALF_SUITS
from llq.solver.literature.scratch import Inference


@njit(_nrt=False)
def advance(row: Ints, stream: Uints, inference: Inference) -> bool:
    """Advance to the next ask and return whether one exists; modifies row and stream in place.

    The stream draws who gets the turn of a player without cards.
    """
    while True:
        _claim_known(row, inference)
        if engine.pass_at_random(row, stream):
            continue  # the player who gets the turn may now be allowed a certain claim
        if engine.is_over(row):
            return False
        if engine.can_ask(row):
            return True
        _claim_likeliest(row, inference)


@njit(_nrt=False)
def _claim_known(row: Ints, inference: Inference) -> None:
    """Make each claim that an eligible player knows for certain; modified in place."""
    is_claimed = True
    while is_claimed:  # a claim may tell other players more
        is_claimed = False
        for seat in range(row[PLAYERS]):
            if row[OUT_OF_TURN] or seat == row[TURN]:
                is_claimed |= _claim_own(row, seat, inference)


@njit(_nrt=False)
def _claim_own(row: Ints, seat: int, inference: Inference) -> bool:
    """Make each claim that a player knows for certain, in place; return whether there was one."""
    is_inferred = is_claimed = False
    for half in range(MOST_HALF_SUITS):
        if not _has_half_suit(row, seat & 1, half):
            continue  # no player can be certain of it
        if not is_inferred:
            knowledge.infer(row, seat, inference.own)
            is_inferred = True
        claimed = knowledge.certain_claim(row, seat, half, inference.own)
        if claimed >= 0:
            engine.claim(row, seat, half, claimed, claimed)
            is_inferred, is_claimed = False, True
    return is_claimed


@njit(forceinline=True)
def _has_half_suit(row: Ints, team: int, half: int) -> bool:
    cards, team_cards = HALF << HALF_SIZE * half, 0
    for seat in range(team, row[PLAYERS], 2):
        team_cards |= row[HANDS + seat]
    return bool(team_cards & cards == cards)


@njit(_nrt=False)
def _claim_likeliest(row: Ints, inference: Inference) -> None:
    """Let the mover claim the half suit that is likeliest right; the row is modified in place."""
    seat = row[TURN]
    knowledge.infer(row, seat, inference.own)
    posterior.find_chances(row, inference.own, inference.chances)
    best_claim, best_half, best_chance = 0, 0, -1.0
    for half in range(MOST_HALF_SUITS):
        if engine.is_live(row, half):
            claimed = posterior.likeliest_claim(row, seat, half, inference.chances)
            chance = posterior.chance_of_claim(half, claimed, inference.chances)
            if chance > best_chance:
                best_claim, best_half, best_chance = claimed, half, chance
    engine.claim(row, seat, best_half, best_claim, engine.holders(row, best_half))
