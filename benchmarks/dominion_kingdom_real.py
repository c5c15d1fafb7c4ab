"""The fresh-hand optimum with a kingdom card by the real shuffle, simulated.

``python benchmarks/dominion_kingdom_real.py`` prints turns to four Provinces ± standard error.
"""

import numpy as np

from llq.solver.dominion.kingdom.cards import KingdomCard, find_card
from llq.solver.dominion.kingdom.fewest import KingdomGame

GAMES, SEED = 4000, 1
CARDS = ("council_room", "smithy", "library", "laboratory", "moat", "market", "chancellor")
COPPER, CARD, DEAD = 0, 3, 4
MONEY = (1, 2, 3, 0, 0)


def hand(card: KingdomCard, draw: list, discard: list, rng) -> tuple[int, int]:
    """Draw and play a hand, put it on the discard pile in place; return its coins and buys."""
    held, gone, coins, buys, actions = [], [], 0, 1, 1

    def take() -> int | None:
        if not draw:
            draw.extend(int(kind) for kind in rng.permutation(discard))
            discard.clear()
        return draw.pop() if draw else None

    def draws(number: int) -> None:
        held.extend(kind for kind in (take() for _ in range(number)) if kind is not None)

    draws(5)
    while actions and CARD in held:
        held.remove(CARD)
        gone.append(CARD)
        actions, coins, buys = actions + card.actions - 1, coins + card.coins, buys + card.buys
        draws(card.cards)
        while card.draw_to and len(held) < card.draw_to:
            kind = take()
            if kind is None:
                break
            (gone if kind == CARD and card.sets_aside and not actions else held).append(kind)
    discard.extend(held + gone)
    return coins + sum(MONEY[kind] for kind in held), buys


def main() -> None:
    """Print a line a card."""
    for name in CARDS:
        card, rng, lengths = find_card(name), np.random.default_rng(SEED), []
        best = KingdomGame(card, 4).best
        coins, buys = (
            int(most.max()) for most in (best.game.outcomes.coins, best.game.outcomes.buys)
        )
        for _ in range(GAMES):
            deck, draw, discard, turns = [7, 0, 0, 0, 0], [], [COPPER] * 7 + [DEAD] * 3, 0
            while deck[-1] < 4:
                turns += 1
                has, may = hand(card, draw, discard, rng)
                outcome = (min(may, buys) - 1) * (coins + 1) + min(has, coins)
                which = best.choice[best.game.box.number(deck), outcome]
                for kind in best.game.bought[which] if which >= 0 else ():
                    deck[kind] += 1
                    discard.append(kind)
            lengths.append(turns)
        error = np.std(lengths, ddof=1) / GAMES**0.5
        print(
            f"{name:12s} {np.mean(lengths):8.3f} ± {error:.3f}, fresh {best.turns:.3f}", flush=True
        )


if __name__ == "__main__":
    main()
