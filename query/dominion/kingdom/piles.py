"""One drawing card with money by the real rule: a draw pile and a discard pile, both known."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from llq.query.dominion.fewest.games import fewest_caps
from llq.query.dominion.kingdom.answers import KingdomTurns
from llq.solver.dominion.kingdom.cards import KingdomCard
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.dominion.variants import rules

if TYPE_CHECKING:
    from llq.solver.dominion.fewest.piles import PileValues
    from llq.solver.dominion.kingdom.piles import KingdomPileGame

_COPIES = 3
"""Copies that decks have room for: of Smithy a fourth saves 0.00001 turns at four Provinces."""

_ROOM = {1: (8, 6), 2: (10, 8), 3: (11, 9), 4: (12, 10)}
"""Silvers and Golds by Provinces."""

_MOST_ROOM = 14, 12


def kingdom_by_piles(
    card: KingdomCard,
    provinces: int,
    copies: int,
    threads: int,
    progress: Callable[[int, int], None] | None,
) -> KingdomTurns:
    """Return what a drawing card saves by the real rule, as `llq.dominion.kingdom.turns` does.

    Raises
    ------
    IllegalState
        The card is not a terminal one that draws and gives no buy.
    """
    # Imported here: compiling is for those who solve.
    from llq.solver.dominion.kingdom.boxes import KingdomCaps
    from llq.solver.dominion.kingdom.piles import kingdom_piles

    silver, gold = _ROOM.get(provinces, _MOST_ROOM)
    caps = KingdomCaps(0, silver, gold, min(copies, _COPIES))
    game = kingdom_piles(card, provinces, caps)
    best = game.optimum(threads=threads, progress=progress)
    _, ends = game.visits(best)
    likeliest = int(ends.argmax())
    return KingdomTurns(
        card=card.name,
        provinces=provinces,
        rule="real",
        turns=best.turns,
        saved=_money_alone(provinces, threads) - best.turns,
        copies=float(ends @ range(len(ends))),
        likeliest=likeliest,
        likeliest_chance=float(ends[likeliest]),
        first_buys=_first_buys(game, best),
        big_money=None,
        big_money_copies=None,
        at_least=None,
        decks=game.box.decks,
        states=game.states,
    )


@lru_cache
def _money_alone(provinces: int, threads: int) -> float:
    from llq.solver.dominion.fewest.fresh import money_box
    from llq.solver.dominion.fewest.piles import PileGame

    box = money_box(provinces, fewest_caps(provinces, "real"))
    return PileGame(box).optimum(threads=threads).turns


def _first_buys(game: KingdomPileGame, best: PileValues) -> dict[int, tuple[str, ...]]:
    """Return what is bought of the first hand, by its Coppers; () where it is best to pass."""
    start, kinds = rules().start, game.box.kinds
    coppers, others = start[0], sum(start[1:])
    deck, found = [kind.least for kind in kinds], {}
    for coins in range(HAND_SIZE - others, HAND_SIZE + 1):
        pile = (coppers - coins, 0, 0, 0, others - (HAND_SIZE - coins))
        worth: dict[tuple[str, ...], float] = {(): best.lookup(deck, pile)}
        for place, kind in enumerate(kinds):
            if kind.cost <= coins and kind.most > kind.least:
                bought = [n + (i == place) for i, n in enumerate(deck)]
                worth[kind.name,] = best.lookup(bought, pile)
        found[coins] = min(worth, key=worth.__getitem__)
    return found
