"""Exact chances: who holds each card, and whether a claim is right.

A view leaves some cards *free*: more than one player may hold them. Every way to give the free
cards to players who may hold them, so that each gets as many as the hand has room for and one of
every half suit of which that player must hold a card not shown (`knowledge`), is a deal that
agrees with the moves; each is as likely as another, for the deal was. They are counted a half
suit at a time.

``W_h[v]`` is the number of ways to give half suit ``h``'s free cards so that player ``p`` gets
``v[p]`` of them; the deals are the coefficient of the hands' rooms in the product of all ``W_h``.
The product of all but one, the *cavity* of ``h``, is met with forward and backward partial
products; then a card's chances are derivatives, taken by running the building of ``W_h``
backwards. Half suits whose free cards anyone may hold, most of them early in a game, are one factor
together: a multinomial coefficient. All terms are positive and, in a player's own view among four,
whole numbers below 2⁵³: no error at all; among six the relative error is below 1e-13.

**Saddle point.** Among eight the product has too many terms until cards are known. Then each
player gets a weight such that the hand size is right on average, not in every deal, and the cavity
of a half suit is the product of its players' weights: the saddle point approximation of the
coefficient [1]_.

References
----------
.. [1] P. Flajolet, R. Sedgewick, Analytic Combinatorics, Cambridge 2009, chapter VIII.
"""

from llq.solver.array_types import Ints
from llq.solver.card_sets import count
from llq.solver.jit import njit
from llq.solver.literature.engine import PLAYERS
from llq.solver.literature.inference.counting import Posterior, find_cavities
from llq.solver.literature.inference.knowledge import View
from llq.solver.literature.log import holder_at
from llq.solver.literature.rules import HALF_SIZE, MOST_CARDS, MOST_HALF_SUITS, MOST_PLAYERS


@njit(_nrt=False)
def find_chances(row: Ints, view: View, out: Posterior) -> bool:
    """Compute the exact or saddle-point chances of cards unknown to a view's owner.

    Returns False, with nothing to rely on, where no deal agrees.
    """
    find_cavities(row, view, out)
    for player in range(row[PLAYERS]):
        for card in range(MOST_CARDS):
            out.held[player, card] = view.held[player] >> card & 1
    if not out.deals[0] > 0:
        return False
    for half in range(MOST_HALF_SUITS):
        if out.free[half]:
            _derive(view, half, out)
    return True


@njit(_nrt=False)
def chance_of_claim(half: int, claimed: int, post: Posterior) -> float:
    """Return a claim's chance of success; ``claimed`` is coded as in `engine.holders`."""
    holders = post.active[MOST_PLAYERS]
    share = cards = 0
    for place in range(HALF_SIZE):
        card = HALF_SIZE * half + place
        player = holder_at(claimed, place)
        if post.held[player, card] == 0.0:
            return 0.0
        if post.free[half] >> card & 1:
            for index in range(holders):
                if post.active[index] == player:
                    share = post.gain[holders, cards, share, index]
            cards += 1
    return float(post.cavity[half, share] / post.deals[0]) if cards else 1.0


@njit(_nrt=False)
def chance_of_team(half: int, team: int, post: Posterior) -> float:
    """Return the chance that a team holds an entire half suit."""
    for place in range(HALF_SIZE):
        card = HALF_SIZE * half + place
        if not post.free[half] >> card & 1:
            team_chance = 0.0
            for player in range(team, MOST_PLAYERS, 2):
                team_chance += post.held[player, card]
            if team_chance == 0.0:
                return 0.0
    cards = count(post.free[half])
    if not cards:
        return 1.0
    holders = post.active[MOST_PLAYERS]
    total = 0.0
    for share in range(post.sizes[holders, cards]):
        opponents_cards = 0
        for index in range(holders):
            if post.active[index] & 1 != team:
                opponents_cards += post.shares[holders, cards, share, index]
        if not opponents_cards:
            total += post.ways[half, cards, share] * post.cavity[half, share]
    return float(total / post.deals[0])


@njit(_nrt=False)
def likeliest_claim(row: Ints, seat: int, half: int, post: Posterior) -> int:
    """Return the likeliest claim of a half suit by a seat's team.

    If no claim can be right, any is returned.
    """
    mates = row[PLAYERS] // 2
    best, best_chance = 0, -1.0
    for number in range(mates**HALF_SIZE):
        holders, left, possible = 0, number, True
        for place in range(HALF_SIZE):
            player = (seat & 1) + 2 * (left % mates)
            left //= mates
            holders |= player << 3 * place
            if post.held[player, HALF_SIZE * half + place] == 0.0:
                possible = False
                if best_chance >= 0:
                    break
        if not possible and best_chance >= 0:
            continue
        chance = chance_of_claim(half, holders, post) if possible else 0.0
        if chance > best_chance:
            best, best_chance = holders, chance
    return best


@njit(_nrt=False)
def _derive(view: View, half: int, out: Posterior) -> None:
    """Find the chances of a half suit's free cards from its cavity."""
    holders = out.active[MOST_PLAYERS]
    cards = count(out.free[half])
    for share in range(out.sizes[holders, cards]):
        if out.ways[half, cards, share] == 0.0:
            out.cavity[half, share] = 0.0
        out.back[cards, share] = out.cavity[half, share]
    for place in range(HALF_SIZE - 1, -1, -1):
        card = HALF_SIZE * half + place
        if not out.free[half] >> card & 1:
            continue
        cards -= 1
        for share in range(out.sizes[holders, cards]):
            ways, total = out.ways[half, cards, share], 0.0
            for index in range(holders):
                player = out.active[index]
                if view.may[player] >> card & 1:
                    term = out.back[cards + 1, out.gain[holders, cards, share, index]]
                    out.held[player, card] += ways * term
                    total += term
            out.back[cards, share] = total
        for index in range(holders):
            out.held[out.active[index], card] /= out.deals[0]
