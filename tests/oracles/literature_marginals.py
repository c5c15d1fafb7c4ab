"""Quick chances in plain Python: free cards shared out by odds that are fitted in rounds."""

from math import prod

LEAST = 1e-6


def fit(holders, rooms, needed, rounds, near, damped, prior=None):
    """Return the chance of each (player, card) of the free cards.

    Parameters
    ----------
    holders
        Of each free card, the players who may hold it.
    rooms
        Of each player, how many free cards they hold.
    needed
        Of players who must hold one of some free cards, the player and those cards.
    rounds, near, damped
        Rounds at most; the relative error of a hand's expected size at which to stop; the number of
        rounds after which the odds move half the way and fitting may stop.
    prior
        Of each (player, card), the odds before any constraint, by default 1.
    """
    weights = dict.fromkeys(rooms, 1.0)
    odds = {(player, card): 1.0 for card in holders for player in holders[card]}
    prior = prior or odds.copy()
    chances = {}
    for number in range(rounds):
        for card, players in holders.items():
            shares = {p: weights[p] * prior[p, card] * odds[p, card] for p in players}
            for player, share in shares.items():
                chances[player, card] = share / sum(shares.values())
        off = 0.0
        for player, room in rooms.items():
            expected = sum(chance for (holder, _), chance in chances.items() if holder == player)
            if expected > 0:
                weights[player] *= room / expected
                off = max(off, abs(room / expected - 1))
        if off < near and number >= damped:
            break
        for player, cards in needed:
            lacked = {}
            for card in cards:
                chance = chances[player, card]
                elsewhere = odds[player, card] * (1 - chance)
                lacked[card] = max(elsewhere / (chance + elsewhere), LEAST)
            none_held = prod(lacked.values())
            for card in cards:
                raised = 1 / max(1 - none_held / lacked[card], LEAST)
                old = odds[player, card]
                odds[player, card] = (old + raised) / 2 if number >= damped else raised
    return chances
