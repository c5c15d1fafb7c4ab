"""What the rules of inference say, in plain Python: cards as sets, counts by player and half suit.

Written from the three rules in `solver.literature.inference.knowledge`.
"""

IN_HALF = 6


def view(hand, seat, live, sizes, shown, lacks, needs):
    """Return the cards each player may hold and holds, and bounds of counts; None if none agree.

    Parameters
    ----------
    hand, seat
        What the owner of the view holds.
    live
        The cards in hands.
    sizes, shown, lacks, needs
        Of each player the size of the hand, the cards that everyone saw them get, those they were
        heard to lack, and the half suits of which they must hold a card not shown.
    """
    players = range(len(sizes))
    halves = {card // IN_HALF for card in live}
    seen = set().union(*shown)
    may = [(live - seen - lacks[player]) | shown[player] for player in players]
    may = [hand if player == seat else may[player] - hand for player in players]
    low = {
        (player, half): len(of(shown[player], half)) + (half in needs[player])
        for player in players
        for half in halves
    }
    high = dict.fromkeys(low, IN_HALF)
    while True:
        others = [set().union(*may[:player], *may[player + 1 :]) for player in players]
        held = [may[player] - others[player] for player in players]
        if set().union(*may) != live:
            return None
        before = [set(cards) for cards in may], dict(low), dict(high)
        for player, half in low:
            mine = player, half
            low[mine] = max(low[mine], len(of(held[player], half)))
            high[mine] = min(high[mine], len(of(may[player], half)))
        for player in players:
            narrow([(player, half) for half in halves], sizes[player], low, high)
        for half in halves:
            narrow([(player, half) for player in players], IN_HALF, low, high)
        if any(low[mine] > high[mine] for mine in low):
            return None
        if any(sum(low[player, half] for half in halves) > sizes[player] for player in players):
            return None
        for player, half in low:
            unsure = of(may[player] - held[player], half)
            if high[player, half] == len(of(held[player], half)):
                may[player] = may[player] - unsure
            elif low[player, half] == len(of(may[player], half)):
                may = [may[one] - unsure if one != player else may[one] for one in players]
        if before == (may, low, high):
            return may, held, low, high


def of(cards, half):
    """Return the cards of a half suit."""
    return {card for card in cards if card // IN_HALF == half}


def narrow(counts, total, low, high):
    """Narrow the bounds of counts that add up to a total."""
    for one in counts:
        rest = [other for other in counts if other != one]
        low[one] = max(low[one], total - sum(high[other] for other in rest))
        high[one] = min(high[one], total - sum(low[other] for other in rest))
