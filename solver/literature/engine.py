"""Game engine: an integer row per game, and kernels for asks and claims.

A game is an int64 row; ``HANDS`` … ``LOG`` say what its columns are. Beside the hands, which each
player sees only one of, it keeps all that the moves have told everyone, in a form that loses
nothing (`knowledge` says why): the cards that a player was seen to get, those the player was heard
to lack, the half suits of which the player must hold a card that nobody has seen, and the size of
the hand.
"""

import numpy as np

from llq.solver.array_types import Ints, Uints
from llq.solver.card_sets import count, random_card, random_cards
from llq.solver.jit import njit
from llq.solver.literature.actions import Asked, Move, Passed
from llq.solver.literature.log import ask_code, claim_code, encode_holders, holder_at, pass_code
from llq.solver.literature.rules import (
    HALF,
    HALF_SIZE,
    HALF_SUITS,
    MOST_ASKS,
    MOST_HALF_SUITS,
    MOST_PLAYERS,
    Rules,
    WrongClaim,
)
from llq.solver.rng import next_bits, scale

HANDS = 0  # 8 columns: each seat's cards
SHOWN = 8  # 8: of those, the cards that everyone has seen the player get
LACKS = 16  # 8: the cards that everyone knows the player to lack, beside those shown by others
NEEDS = 24  # 8: the half suits, a bit each, of which the player holds a card not shown
SIZES = 32  # 8: how many cards the player holds
PLAYERS, OUT_OF_TURN, CLAIMANT_TURN, WRONG_CLAIM, CLAIM_OUT, DECK = range(40, 46)
# `Rules.settings`
TURN = 46  # the seat whose turn it is
OWNERS = 47  # 9: of each half suit, the team that has it, else UNCLAIMED or NOBODY
LIVE = 56  # the cards in hands
ASKS = 57  # asks so far
HITS = 58  # 2: those that got the card, by team
WRONG_CLAIMS = 60  # 2: by team
ASK_BACKS = 62  # 2: by team of who asks back, as `ask` says
BACK_CLAIMS = 64  # 2: of those, followed by a claim of that half suit in the same turn
PENDING = 66  # what a user's player wants to ask, else -1
LOGGED = 67  # moves in the log
_FRESH = 68  # whether the mover has not yet asked in this turn
_MISSED = 69  # who gave the mover the turn by a miss, else -1
_LOST = 70  # the cards which that player took from the mover in the turn before
_BACK = 71  # the half suits, a bit each, in which the mover has asked back in this turn
_TAKEN = 72  # 8: the cards that the mover has taken from each seat in this turn
FIRST = 80  # the seat that began
LOG = 81  # the moves, as `log` codes them

LOG_SIZE = MOST_ASKS + MOST_HALF_SUITS * 2
ROW = LOG + LOG_SIZE
PLAIN = np.r_[HANDS:DECK, TURN : OWNERS + HALF_SUITS, LIVE : LOG + MOST_ASKS + HALF_SUITS * 2]
"""Row columns, excluding those reserved for jokers."""

UNCLAIMED = -1
NOBODY = 2


def new_row(rules: Rules) -> Ints:
    """Return a row for the given rules, without dealt cards."""
    row = np.zeros(ROW, dtype=np.int64)
    row[PLAYERS : DECK + 1] = rules.settings()
    return row


@njit(_nrt=False)
def deal(row: Ints, stream: Uints) -> None:
    """Deal hands and draw who begins, each deal alike; row and stream are modified in place."""
    left, players = row[DECK], row[PLAYERS]
    size = count(left) // players
    for seat in range(players):
        row[HANDS + seat] = random_cards(left, size, stream)
        left &= ~row[HANDS + seat]
    begin(row, scale(next_bits(stream), players))


def apply_move(row: Ints, move: Move) -> None:
    """Apply a move that was made; the row, which need not hold all hands, is modified in place."""
    if isinstance(move, Asked):
        ask(row, move.target, move.card, move.held)
    elif isinstance(move, Passed):
        pass_turn(row, move.target)
    else:
        claimed, actual = encode_holders(move.claimed), encode_holders(move.actual)
        claim(row, move.seat, move.half_suit, claimed, actual)


@njit(_nrt=False)
def begin(row: Ints, first: int) -> None:
    """Start a game from the row's hands, modifying the row in place."""
    players = row[PLAYERS]
    for column in range(HANDS + players, HANDS + MOST_PLAYERS):
        row[column] = 0
    for column in range(SHOWN, PLAYERS):
        row[column] = 0
    for column in range(TURN, LOG):
        row[column] = 0
    for seat in range(players):
        row[SIZES + seat] = count(row[DECK]) // players
    for half in range(MOST_HALF_SUITS):
        row[OWNERS + half] = UNCLAIMED
    row[TURN], row[LIVE], row[PENDING], row[_MISSED] = first, row[DECK], -1, -1
    row[FIRST] = first


@njit(forceinline=True)
def targets(row: Ints) -> int:
    """Return the mover's legal targets as a seat mask: opponents with cards."""
    return _seats_with_cards(row, (row[TURN] + 1) & 1)


@njit(forceinline=True)
def askable(hand: int) -> int:
    """Return a hand's askable cards: all missing cards of its half suits."""
    missing = 0
    for half in range(MOST_HALF_SUITS):
        cards = HALF << HALF_SIZE * half
        if hand & cards:
            missing |= cards & ~hand
    return missing


@njit(forceinline=True)
def can_ask(row: Ints) -> bool:
    """Return whether the mover has a legal ask; if not, a mover in a game under way claims."""
    return bool(targets(row) and askable(row[HANDS + row[TURN]]))


@njit(_nrt=False)
def ask(row: Ints, target: int, card: int, is_hit: bool) -> None:
    """Apply the mover's ask, a hit if ``is_hit``, modifying the row in place.

    An *ask-back* is the first ask of a turn that began when another missed against the mover, put
    to that player, for a card which they took from the mover in the turn that they lost.
    """
    seat = row[TURN]
    half, bit = card // HALF_SIZE, 1 << card
    cards = HALF << HALF_SIZE * half
    if row[_FRESH] and target == row[_MISSED] and row[_LOST] & bit:
        row[ASK_BACKS + (seat & 1)] += 1
        row[_BACK] |= 1 << half
    row[_FRESH] = 0
    row[LOG + row[LOGGED]] = ask_code(seat, target, card, is_hit)
    row[LOGGED] += 1
    row[ASKS] += 1
    if not row[SHOWN + seat] & cards:
        row[NEEDS + seat] |= 1 << half
    if is_hit:
        row[HITS + (seat & 1)] += 1
        row[_TAKEN + target] |= bit
        if not row[SHOWN + target] & bit:
            row[NEEDS + target] &= ~(1 << half)  # this card may be the one that was needed
        row[HANDS + target] &= ~bit
        row[SHOWN + target] &= ~bit
        row[HANDS + seat] |= bit
        row[SHOWN + seat] |= bit
        row[SIZES + target] -= 1
        row[SIZES + seat] += 1
        for player in range(row[PLAYERS]):
            row[LACKS + player] &= ~bit
        return
    row[LACKS + seat] |= bit
    row[LACKS + target] |= bit
    row[_MISSED], row[_LOST] = seat, row[_TAKEN + target]
    give_turn(row, target)
    row[_FRESH] = 1


@njit(forceinline=True)
def give_turn(row: Ints, seat: int) -> None:
    """Begin a player's turn; the row is modified in place."""
    row[TURN] = seat
    row[_FRESH], row[_BACK] = 0, 0
    for player in range(MOST_PLAYERS):
        row[_TAKEN + player] = 0


@njit(forceinline=True)
def holders(row: Ints, half: int) -> int:
    """Return who holds each card of a half suit, as `log` codes holders."""
    code = 0
    for place in range(HALF_SIZE):
        bit = 1 << (HALF_SIZE * half + place)
        for seat in range(row[PLAYERS]):
            if row[HANDS + seat] & bit:
                code |= seat << 3 * place
    return code


@njit(_nrt=False)
def claim(row: Ints, seat: int, half: int, claimed: int, actual: int) -> bool:
    """Let a player claim a half suit and return whether the claim is right; modified in place.

    ``claimed`` and ``actual`` are who holds each card, as `holders` returns them; a claim names
    players of the claimant's team.
    """
    team, lost, cards = seat & 1, 0, HALF << HALF_SIZE * half
    is_right = claimed == actual
    owner = team
    if not is_right:
        row[WRONG_CLAIMS + team] += 1
        owner = 1 - team if row[WRONG_CLAIM] == WrongClaim.OPPONENTS else NOBODY
    for place in range(HALF_SIZE):
        holder = holder_at(actual, place)
        lost += 1 << 3 * holder
        if not is_right and row[WRONG_CLAIM] == WrongClaim.HOLDERS and holder & 1 != team:
            owner = 1 - team
    row[OWNERS + half] = owner
    row[LOG + row[LOGGED]] = claim_code(seat, half, is_right, claimed, actual)
    row[LOGGED] += 1
    row[LIVE] &= ~cards
    for player in range(row[PLAYERS]):
        row[SIZES + player] -= lost >> 3 * player & 7
        row[HANDS + player] &= ~cards
        row[SHOWN + player] &= ~cards
        row[LACKS + player] &= ~cards
        row[NEEDS + player] &= ~(1 << half)
    if row[_BACK] >> half & 1:
        row[BACK_CLAIMS + (row[TURN] & 1)] += 1
        row[_BACK] &= ~(1 << half)
    if is_right and row[CLAIMANT_TURN] and seat != row[TURN]:
        give_turn(row, seat)
    return bool(is_right)


@njit(forceinline=True)
def is_live(row: Ints, half: int) -> bool:
    """Return whether a half suit is in hands, not yet claimed."""
    return bool(row[LIVE] >> HALF_SIZE * half & 1)


@njit(forceinline=True)
def is_over(row: Ints) -> bool:
    """Return whether nothing is left to do."""
    if not row[LIVE]:
        return True
    if row[CLAIM_OUT]:
        return False
    even_cards = odd_cards = 0
    for seat in range(0, row[PLAYERS], 2):
        even_cards += row[SIZES + seat]
        odd_cards += row[SIZES + seat + 1]
    return even_cards == 0 or odd_cards == 0


@njit(forceinline=True)
def pass_targets(row: Ints) -> int:
    """Return the legal pass targets as a seat mask, empty while the mover has cards.

    A mover without cards passes the turn to a team mate who has some; if none has, to an opponent,
    who claims what is left [2]_ of `rules`.
    """
    mover = row[TURN]
    if row[SIZES + mover] or is_over(row):
        return 0
    mates = _seats_with_cards(row, mover & 1)
    return mates if mates else _seats_with_cards(row, (mover + 1) & 1)


@njit(forceinline=True)
def pass_turn(row: Ints, seat: int) -> None:
    """Pass a cardless mover's turn to a `pass_targets` seat, modifying the row in place."""
    row[LOG + row[LOGGED]] = pass_code(row[TURN], seat)
    row[LOGGED] += 1
    give_turn(row, seat)


@njit(forceinline=True)
def pass_at_random(row: Ints, stream: Uints) -> bool:
    """Pass the turn to a random pass target, if any; return success, modifying row and stream."""
    seats = pass_targets(row)
    if seats:
        pass_turn(row, random_card(seats, stream))
    return seats != 0


@njit(forceinline=True)
def claims_won(row: Ints, team: int) -> int:
    """Return the number of half suits won by a team."""
    won = 0
    for half in range(MOST_HALF_SUITS):
        won += row[OWNERS + half] == team
    return won


@njit(forceinline=True)
def _seats_with_cards(row: Ints, team: int) -> int:
    """Return a team's seats with cards, as a mask."""
    seats = 0
    for seat in range(team, row[PLAYERS], 2):
        if row[SIZES + seat]:
            seats |= 1 << seat
    return seats
