"""Double-dummy search: exact play with all four hands open, in kernels.

The value v of a position is the points that North and South take from there on. A search with a
target t returns r with t <= r <= v or v <= r < t (alpha-beta with a null window, fail-soft [1]_);
MTD(f) [2]_ moves t until both bounds meet. What keeps trees small:

* Zeros, the ranks 2 … 6 without points, close ranks as cards leave, so that the hands at the start
  of a trick are in canonical form; zeros of one hand with no relevant card between are one move.
* A bound is remembered with the ranks that mattered to its proof, six flags a suit from bit 8 up of
  every bound here, and serves a class of positions, as `table` says.
* Cards of one suit in a hand that differ in points by d differ by at most d as moves if they are
  neighbours, or if neither's rank mattered when one was tried: each can play the other's part to
  the end [3]_. One tried well short of the target spares the other.
* Trumps that nobody can beat and the leader's sure tricks bound the value before any search.
* A trick's last player looks up what follows every card before one is searched.

Two arrays go through all kernels, modified in place: ``board`` holds a frame for each trick
(``LEVELS``) and a node for each card played (``PLACES``), ``table`` the entries. ``ply`` counts the
cards played since the trick at the root began; it is never passed as a literal, of which numba
would make further copies of the recursion.

References
----------
.. [1] Knuth, Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975).
.. [2] Plaat, Schaeffer, Pijls, de Bruin, Best-first fixed-depth minimax algorithms, Artificial
   Intelligence 87 (1996).
.. [3] Kupferschmid, Helmert, A Skat player based on Monte-Carlo simulation, CG 2006.
"""

from typing import NamedTuple

from llq.solver.array_types import Ints
from llq.solver.card_sets import count as count_cards
from llq.solver.card_sets import highest, lowest
from llq.solver.jit import njit
from llq.solver.sueca.double_dummy.board import (
    CARDS,
    LEADER,
    LED,
    LEFT,
    LENGTHS,
    LEVEL,
    LEVELS,
    LIMIT,
    NODES,
    PLACE,
    PLACES,
    PLAYED,
    SMALL,
    TAKER,
    TOP,
    VALUES,
    Root,
    close_trick,
    last_trick,
    play,
    set_root,
    sure_bound,
)
from llq.solver.sueca.double_dummy.cards import (
    ACES,
    FLAGS,
    PRICED,
    SUIT,
    TRUMPS,
    beating_cards,
    card_points,
    distinct_cards,
    playable,
    points_of,
    rank_matters,
    ranks_from,
    rename,
)
from llq.solver.sueca.double_dummy.table import (
    ENTRY,
    WAYS,
    find_bucket,
    find_slot,
    look_up,
    move_up,
    places_needed,
    store,
)

_STEP = 7  # points that MTD(f) goes beyond a bound: measured
NO_LIMIT = 1 << 62
"""Node limit of an unlimited search."""
_FEW_CARDS, _FEW_BUCKETS = 20, 1 << 7  # endings keep to a part of the table that caches hold
_PEEK_SIZE = 6  # cards in hand from which on the last player peeks at every card first: measured


@njit(_nrt=False)
def solve_value(root: Root, guess: int, board: Ints, table: Ints) -> int:
    """Return v, the points that North and South take, the trick in progress included.

    The search begins at ``guess``: the nearer to v, the faster; -1 for an estimate. ``board`` and
    ``table`` are of `make_scratch`; ``board[NODES]`` is set to the nodes searched.
    """
    _begin(root, NO_LIMIT, board, table)
    return _converge(board, table, root.played, board[LEVELS + LEFT], guess)[0]


@njit(_nrt=False)
def solve_cards(
    root: Root, guess: int, limit: int, lows: Ints, highs: Ints, board: Ints, table: Ints
) -> int:
    """Return the mover's best card, the lowest of equals, or -1 if ``limit`` nodes are too few.

    Either way lows[card] <= points <= highs[card] for the points that North and South take from
    here on after each legal card, with equality if all are solved; both are (64,), elsewhere -1.
    Equal cards are searched once, and every search begins at the value of the card before it. The
    rest is as for `solve_value`.

    The limit is over all cards, `NO_LIMIT` for none, and makes no clock decide: if the table is all
    0 as a decision begins, the search stops at the same node in every run.
    """
    hands, trump, leader, trick, played = root
    _begin(root, limit, board, table)
    seat = (leader + played) & 3
    hand = int(hands[seat])
    legal = playable(hand, SUIT << (trick[0] & 48)) if played else hand
    present = hands[0] | hands[1] | hands[2] | hands[3]
    for place in range(played):
        present |= 1 << trick[place]
    tried = _distinct_moves(board, played, legal, trump, present)
    for card in range(64):
        lows[card] = highs[card] = -1
    best = -1
    low = high = 0
    is_solved = True
    while legal:
        # The lowest card of each run comes first: the rest of it share its value.
        card = lowest(legal)
        legal &= legal - 1
        name = rename(card, trump, present)
        if (tried >> name) & 1:
            low, high = _bounds_after(board, table, played, name, guess)
            is_solved &= low == high
            guess = low
        lows[card], highs[card] = low, high
        if best < 0 or (low < lows[best] if seat & 1 else low > lows[best]):
            best = card
    return best if is_solved else -1


@njit(_nrt=False)
def _distinct_moves(board: Ints, place: int, legal: int, trump: int, present: int) -> int:
    """Return the distinct cards, as the search names them, among legal ones at the root."""
    names = 0
    while legal:
        names |= 1 << rename(lowest(legal), trump, present)
        legal &= legal - 1
    return distinct_cards(names, _separating_cards(board, LEVELS, PLACES + PLACE * place, place))


@njit(_nrt=False, forceinline=True)
def _separating_cards(board: Ints, frame: int, node: int, place: int) -> int:
    """Return the cards that keep zeros apart: all left, and of the trick's only the top."""
    if place == 0:
        return int(board[frame + CARDS])
    return int(board[frame + CARDS] & ~board[node + PLAYED] | 1 << board[node + TOP])


@njit(_nrt=False)
def _bounds_after(board: Ints, table: Ints, place: int, card: int, guess: int) -> tuple[int, int]:
    """Return bounds on v of the root, given the card that is played at ``place`` next."""
    gain = play(board, 0, place, card) & ~FLAGS
    if place < 3:
        return _converge(board, table, place + 1, board[LEVELS + LEFT], guess)
    close_trick(board, LEVELS)
    left = board[LEVELS + LEVEL + LEFT]
    guess = guess - gain if guess >= 0 else -1
    low, high = _converge(board, table, place + 1, left, guess)
    return gain + low, gain + high


@njit(_nrt=False)
def _converge(board: Ints, table: Ints, ply: int, left: int, guess: int) -> tuple[int, int]:
    """Return bounds on v of the node at ``ply``, 0 <= v <= ``left``, by MTD(f).

    They meet unless the limit of nodes stops the search.
    """
    low, high = 0, left
    target = guess if guess >= 0 else _estimate(board, LEVELS + LEVEL * (ply >> 2))
    while low < high:
        target = min(max(target, low + 1), high)
        result = _search(board, table, ply, target)
        if result < 0:
            break
        value = result & ~FLAGS
        if value >= target:
            low = value
            target = value + _STEP
        else:
            high = value
            target = value - _STEP + 1
    return low, high


@njit(_nrt=False, forceinline=True)
def _estimate(board: Ints, frame: int) -> int:
    """Return an estimate of v: a regression on random deals and endings."""
    our_cards, their_cards = board[frame] | board[frame + 2], board[frame + 1] | board[frame + 3]
    trumps = count_cards(our_cards & TRUMPS) - count_cards(their_cards & TRUMPS)
    trump_points = points_of(our_cards & TRUMPS) - points_of(their_cards & TRUMPS)
    aces = count_cards(our_cards & ACES) - count_cards(their_cards & ACES)
    lead = -1 if board[frame + LEADER] & 1 else 1
    points = points_of(our_cards) - points_of(their_cards)
    by_cards = 40 * trumps + 3 * trump_points + 65 * aces + 2 * points
    return int(5 * board[frame + LEFT] + by_cards + 30 * lead) // 10


@njit(_nrt=False)
def _search(board: Ints, table: Ints, ply: int, target: int) -> int:
    """Return r with target <= r <= v or v <= r < target, and as flags the ranks that r needs.

    Return -1 if the limit of nodes is reached first.
    """
    # Locate the trick, the place in it and the node's arrays.
    if board[NODES] >= board[LIMIT]:
        return -1
    board[NODES] += 1
    level, place = ply >> 2, ply & 3
    frame, node = LEVELS + LEVEL * level, PLACES + PLACE * ply
    seat = (board[frame + LEADER] + place) & 3
    stored = _FrameBound(-1, -1, -1, -1, 0, 0, 0, 0)
    # Before a trick: settle it by bounds, or by the table.
    if place == 0:
        if target <= 0:
            return 0
        if target > board[frame + LEFT]:
            return int(board[frame + LEFT])
        if board[frame] & (board[frame] - 1) == 0:
            return last_trick(board, frame)
        stored = _look_up_frame(board, table, frame, target)
        if stored.bound >= 0:
            return stored.bound
    # Order the moves.
    maximises = seat & 1 == 0
    hand = board[frame + seat]
    relevant = _separating_cards(board, frame, node, place)
    count = _order(board, level, place, relevant, stored.lead)
    best, choice, flags = -1 if maximises else 999, 0, 0
    for i in range(count):
        board[node + VALUES + i] = -1
    # The last player peeks first: what is known of one card's rest may spare searching another's.
    peeks = count if place == 3 and count > 1 and count_cards(hand) >= _PEEK_SIZE else 0
    for turn in range(peeks + count):
        i = turn - peeks if turn >= peeks else turn
        if board[node + VALUES + i] >= 0:
            continue
        # Reuse the value of an equal or neighbouring card where it decides ...
        card = board[node + i]
        bound = _neighbour_bound(board, node, i, relevant & ~hand, maximises)
        if bound >= 0 and not _cuts(bound & ~FLAGS, target, maximises):
            value, ranks = bound & ~FLAGS, bound & FLAGS
        else:
            # ... or play the card and search, unless the tricks to come cannot decide.
            result = play(board, level, place, card)
            value, ranks = result & ~FLAGS, result & FLAGS
            if place < 3:
                result = _search(board, table, ply + 1, target)
                if result < 0:
                    return -1
                value, ranks = result & ~FLAGS, result & FLAGS
            elif target - value > board[frame + LEVEL + LEFT]:
                value += board[frame + LEVEL + LEFT]
            elif target > value:
                close_trick(board, frame)
                if turn < peeks:
                    result = _peek(board, table, frame + LEVEL, target - value)
                    if result < 0:
                        continue
                else:
                    result = _search(board, table, ply + 1, target - value)
                    if result < 0:
                        return -1
                value, ranks = value + (result & ~FLAGS), ranks | result & FLAGS
        # Update the best value, and stop at a cutoff: then only this card's ranks matter.
        board[node + VALUES + i] = value | ranks
        flags |= ranks
        if value > best if maximises else value < best:
            best, choice = value, card
        if _cuts(value, target, maximises):
            flags = ranks
            break
    if place == 0:
        _store_bound(board, table, frame, stored, target, best, choice, flags)
    return best | flags


@njit(_nrt=False, forceinline=True)
def _cuts(value: int, target: int, maximises: bool) -> bool:
    """Return whether a move's value decides for its team; North and South's ``maximises``."""
    return value >= target if maximises else value < target


class _FrameBound(NamedTuple):
    """A frame's bound before its search, and its place in the table; -1 for none."""

    bound: int  # As `_search` returns it.
    slot: int  # The entry's slot in the table.
    entry: int  # The entry's last word; a search below may move the entry.
    lead: int  # The best lead of the frame's class.
    bucket: int
    lengths: int  # The first word of the entry, followed by the next two.
    odd_plane: int
    high_plane: int


@njit(_nrt=False, forceinline=True)
def _look_up_frame(board: Ints, table: Ints, frame: int, target: int) -> _FrameBound:
    """Bound a frame by table or `sure_bound`."""
    present, lengths = board[frame + CARDS], board[frame + LENGTHS]
    odd_plane = move_up(board[frame + 1] | board[frame + 3], present) | (present & PRICED) << 5
    high_plane = move_up(board[frame + 2] | board[frame + 3], present) | board[frame + LEADER] << 10
    bucket = find_bucket(lengths, odd_plane, high_plane, board[SMALL])
    bound, slot, lead = look_up(table, bucket, lengths, odd_plane, high_plane, target)
    if bound < 0:
        bound = sure_bound(board, frame, target)
    entry = table[slot + 3 * WAYS] if slot >= 0 else -1
    return _FrameBound(bound, slot, entry, lead, bucket, lengths, odd_plane, high_plane)


@njit(_nrt=False)
def _peek(board: Ints, table: Ints, frame: int, target: int) -> int:
    """Return the bound of `_look_up_frame` alone."""
    return _look_up_frame(board, table, frame, target).bound


@njit(_nrt=False, forceinline=True)
def _store_bound(
    board: Ints,
    table: Ints,
    frame: int,
    stored: _FrameBound,
    target: int,
    value: int,
    lead: int,
    flags: int,
) -> None:
    """Store a frame's new bound, the card to lead first and the ranks needed, in place.

    Bounds that need other ranks take another entry: apart they serve more positions than in one.
    """
    places = places_needed(flags, board[frame + CARDS])
    if stored.slot >= 0 and stored.entry >> 20 == places:
        slot, low, high = stored.slot, stored.entry & 127, stored.entry >> 7 & 127
    else:
        slot, low, high = find_slot(table, stored.bucket, board[NODES]), 0, board[frame + LEFT]
    if value >= target:
        low = max(low, value)
    else:
        high = min(high, value)
    bounds = low | high << 7 | lead << 14 | places << 20
    store(table, slot, stored.lengths, stored.odd_plane, stored.high_plane, bounds)


@njit(_nrt=False, forceinline=True)
def _order(board: Ints, level: int, place: int, relevant: int, first: int) -> int:
    """Fill the node's moves, the most promising first, and return their number.

    A card is judged by who takes the trick if everybody after it plays as high as possible: points
    go to a trick of the mover's team and none to the opponents', and the lowest card that takes it
    is preferred.
    """
    frame = LEVELS + LEVEL * level
    node = PLACES + PLACE * (4 * level + place)
    seat = (board[frame + LEADER] + place) & 3
    hand = board[frame + seat]
    top, beating, led, is_ours_now = -1, -1, 0, False
    if place:
        top = board[node + TOP]
        beating = beating_cards(top)
        led = SUIT << (board[node - PLACE * (place - 1) + LED] & 48)
        is_ours_now = (board[node + TAKER] ^ seat) & 1 == 0
        hand = playable(hand, led)
    moves = distinct_cards(hand, relevant)
    if moves & (moves - 1) == 0:
        board[node] = lowest(moves)
        return 1
    count = 0
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        best_card, is_ours = top, is_ours_now
        if (beating >> card) & 1:
            best_card, is_ours = card, True
        suit = led if place else SUIT << (card & 48)
        for later in range(1, 4 - place):
            answers = playable(board[frame + ((seat + later) & 3)], suit) & beating_cards(best_card)
            if answers:
                best_card, is_ours = highest(answers), later == 2
        score = _promise(card, place, best_card, is_ours)
        if card == first:
            score += 1 << 20
        score = score * 64 + card
        slot = count
        while slot > 0 and board[node + slot - 1] < score:
            board[node + slot] = board[node + slot - 1]
            slot -= 1
        board[node + slot] = score
        count += 1
    for i in range(count):
        board[node + i] &= 63
    return count


@njit(_nrt=False, forceinline=True)
def _promise(card: int, place: int, best_card: int, is_ours: bool) -> int:
    """Return a score of a card whose trick ``best_card`` takes, for the mover's team or not."""
    score = 100 + 4 * card_points(card) if is_ours else -4 * card_points(card)
    if is_ours and best_card == card:
        score += 8 - (card & 15)
    if card >= 48 and place:
        score -= 12
    return score


@njit(_nrt=False, forceinline=True)
def _neighbour_bound(board: Ints, node: int, i: int, others: int, maximises: bool) -> int:
    """Return r >= v after the node's move ``i``, r <= v for West and East, or -1 if none is known.

    r follows from the value of a card of the suit that was tried before.
    """
    card = board[node + i]
    for j in range(i):
        tried, result = board[node + j], board[node + VALUES + j]
        if tried ^ card < 16 and result >= 0:
            below, upper = min(card, tried), max(card, tried)
            is_equal = not rank_matters(upper, result)
            if is_equal or ((1 << upper) - (1 << below)) & others == 0:
                difference = abs(card_points(card) - card_points(tried))
                value = result & ~FLAGS
                value = value + difference if maximises else max(0, value - difference)
                return int(value | result & FLAGS | (0 if is_equal else ranks_from(below)))
    return -1


@njit(_nrt=False)
def _begin(root: Root, limit: int, board: Ints, table: Ints) -> None:
    """Initialise the root, node limit and usable table size."""
    set_root(root, board)
    board[LIMIT] = limit
    buckets = len(table) // (ENTRY * WAYS)
    is_small = count_cards(board[LEVELS + CARDS]) <= _FEW_CARDS
    board[SMALL] = (min(buckets, _FEW_BUCKETS) if is_small else buckets) - 1
