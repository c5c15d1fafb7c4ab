"""Kingdom cards by the real rule: Smithy and Moat solved, the fresh-hand optimum of others played.

``python benchmarks/dominion_kingdom_real.py`` prints turns to four Provinces ± standard error;
``… exact`` the optimum by caps with its states, processor seconds (compiled before) and peak
memory, its bound, and what the fresh-hand optimum and Big Money take; ``… eight`` eight Provinces.
"""

import resource
import sys
import time

import numpy as np

from llq.solver.dominion.fewest.decks import Caps
from llq.solver.dominion.fewest.piles import PileGame
from llq.solver.dominion.kingdom.cards import KingdomCard, find_card
from llq.solver.dominion.kingdom.fewest import KingdomGame
from llq.solver.dominion.kingdom.money_rules import big_money_piles, fresh_piles
from llq.solver.dominion.kingdom.piles import count_visits, kingdom_piles

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


def solve(what: str, game: PileGame, *, visits: bool = False) -> None:
    """Solve a game and print a line."""
    start = time.process_time()
    best = game.optimum()
    seconds = time.process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{what:36s} {game.states:11,} states {best.turns:12.7f} turns {seconds:6.1f} s "
        f"{memory:6.0f} MB {best.sweeps / game.box.decks:4.1f} rounds a deck",
        flush=True,
    )
    if visits:
        start = time.process_time()
        mass, ends = count_visits(best)
        seconds = time.process_time() - start
        print(
            f"  visits add up to {mass.sum() - best.turns:+.1e}, {seconds:.1f} s; copies", end=" "
        )
        print(" ".join(f"{p:.3f}" for p in ends), flush=True)


def exact(provinces: int, silver: int, gold: int) -> None:
    """Print a line a game of Smithy and of Moat."""
    for name in ("smithy", "moat"):
        card = find_card(name)
        kingdom_piles(card, 1, Caps(0, 2, 2, 1)).optimum()
        for copies in (1, 2, 3) if provinces < 8 else (2,):
            caps = Caps(0, silver, gold, copies)
            game = kingdom_piles(card, provinces, caps)
            solve(f"{name} {tuple(caps)}", game, visits=copies == 3)
            if provinces < 8:
                game = big_money_piles(card, provinces, caps)
                solve(f"{name} {tuple(caps)}, Big Money", game)
        if provinces < 8:
            solve(f"{name}, fresh-hand optimum", fresh_piles(card, provinces, caps))
            for relaxed in (False, True):
                caps = Caps(1, silver, gold, 2)
                words = f"{name} {tuple(caps)}{', bound' if relaxed else ''}"
                solve(words, kingdom_piles(card, provinces, caps, relaxed=relaxed))


def simulated() -> None:
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
    if "exact" in sys.argv:
        exact(4, 12, 10)
    elif "eight" in sys.argv:
        exact(8, 14, 12)
    else:
        simulated()
