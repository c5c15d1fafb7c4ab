"""A player alone, turn by turn: points, Provinces and coins, computed or simulated."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownStrategy
from llq.query.dominion.kingdom.lookups import MOST_PROVINCES
from llq.query.dominion.menus.reading import menu_of
from llq.query.dominion.menus.turns import card_of_menu
from llq.query.dominion.table.table import WHOLE, open_table
from llq.query.players import check_seed
from llq.solver.arguments import check_integer
from llq.solver.dominion.kingdom.cards import find_card
from llq.solver.dominion.menus import MENUS, OTHER_MENUS, Menu

if TYPE_CHECKING:
    from llq.solver.dominion.curves.buyers import Buyer

MOST_TURNS = WHOLE
MOST_GAMES = 1_000_000
OPTIMAL, FEWEST = "optimal", "fewest"
QUANTILES = {"low": 0.1, "median": 0.5, "high": 0.9}
"""What is given of the points beside their mean."""

PLAYERS = (
    OPTIMAL,
    FEWEST,
    *(menu.name for menu in MENUS.values() if menu.wishes and menu.name != "big_money_penultimate"),
    *(f"{FEWEST}:{name}" for name in OTHER_MENUS),
    *OTHER_MENUS,
)
"""Players whose curves are stored: the known ones that need no opponent."""

_GAMES_AT_ONCE = 20_000

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Curve:
    """What a player has turn by turn, alone.

    Parameters
    ----------
    player, turns
        As asked.
    real
        Whether with draw pile and discard pile; else with a fresh hand every turn.
    games, seed
        Games that were simulated, and their seed; None where chances were computed.
    points, low, median, high
        (turns + 1,) float64. Mean points of the deck after 0, 1, … turns, and the points that one
        game in ten, in two and nine in ten do not exceed.
    points_error
        (turns + 1,) float64. Standard error of the mean; 0 where it was computed.
    provinces
        (turns + 1,) float64. Mean Provinces.
    coins
        (turns,) float64. Mean coins of the hand of each turn, over the games that still go on; NaN
        where none does.
    playing
        (turns,) float64. Share of the games that go on in each turn.
    lost
        Chance of decks too unlikely to be followed, which the means leave out; 0 of games.
    """

    player: str
    turns: int
    real: bool
    games: int | None
    seed: int | None
    points: Floats
    low: Floats
    median: Floats
    high: Floats
    points_error: Floats
    provinces: Floats
    coins: Floats
    playing: Floats
    lost: float

    @property
    def method(self) -> str:
        """How the numbers were made, in words."""
        if self.games is None:
            return f"computed, fresh hands; decks of chance {self.lost:.0e} left out"
        rule = "real draw pile" if self.real else "fresh hands"
        return f"{self.games} games simulated, {rule}, seed {self.seed}"

    @property
    def command(self) -> str:
        """The command that makes it again."""
        words = ["llq", "dominion", "curves", self.player, "--turns", str(self.turns)]
        if self.games is not None:
            words += ["-n", str(self.games), "--seed", str(self.seed)]
        return shlex.join([*words, *(["--real"] if self.real else [])])

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each turn, from 0."""
        after = ("points", "points_error", *QUANTILES, "provinces")
        during = ("coins", "playing")
        rows = []
        for turn in range(self.turns + 1):
            row: dict[str, Any] = {"turn": turn}
            row |= {name: float(getattr(self, name)[turn]) for name in after}
            for name in during:
                value = float(getattr(self, name)[turn - 1]) if turn else np.nan
                row[name] = None if np.isnan(value) else value
            rows.append(row)
        return rows

    def to_dict(self) -> dict[str, Any]:
        """Return the curve as plain data, ready for JSON."""
        asked = {name: getattr(self, name) for name in ("player", "turns", "real", "games", "seed")}
        made = {"method": self.method, "command": self.command}
        return {**asked, "lost": self.lost, **made, "rows": self.rows()}

    def __str__(self) -> str:
        """Return the end of the curve in one line."""
        return (
            f"{self.player}: {self.points[-1]:.2f} points and {self.provinces[-1]:.2f} Provinces "
            f"after {self.turns} turns ({self.method})"
        )


def curve(
    player: str | Menu,
    turns: int = MOST_TURNS,
    *,
    games: int | None = None,
    seed: int = 1,
    real: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Curve:
    """Return points, Provinces and coins of a player alone, turn by turn.

    Parameters
    ----------
    player
        A menu, its text, or a name of `llq.dominion.menus.known`, with one kingdom card at most;
        ``"fewest"``, which needs the fewest expected turns to eight Provinces, or
        ``"fewest:smithy"`` with that card for sale; or ``"optimal"``, which makes the most points
        of as many turns. The game ends with the eighth Province, of the supply of two players, of
        whom one plays; ``optimal`` plays the thesis's, where no card runs out.
    turns
        1 to 31.
    games, seed
        Games to simulate; by default chances are computed, by fresh hands.
    real
        Whether games have a draw pile and a discard pile; they are simulated.
    progress
        Called with the steps done and their total.

    Raises
    ------
    UnknownStrategy, UnknownCard
        There is no such menu, or no such kingdom card.
    IllegalState
        The menu has a mistake, or asks for what a game of one does not have; there are no such
        turns or games; or the real rule is to be computed.
    TableMissing, StaleTable, CorruptTable
        As `llq.dominion.table.open` does, for ``optimal``.

    Examples
    --------
    >>> import llq
    >>> print(llq.dominion.menus.curve("big_money", 16))
    big_money: 25.30 points and 3.72 Provinces after 16 turns (computed, fresh hands; decks of \
chance 8e-07 left out)
    """
    check_integer("turns", turns, 1, MOST_TURNS)
    check_seed(seed)
    if games is None and real:
        raise IllegalState(
            "curves with a real draw pile are simulated: say how many games (-n, games)"
        )
    if games is not None:
        check_integer("games", games, 2, MOST_GAMES)
    name = str(player) if isinstance(player, Menu) else player.strip()
    buyer = _buyer(player, name, turns)
    if progress:
        progress(1, 2)
    made = _computed(buyer, turns) if games is None else _simulated(buyer, turns, games, seed, real)
    if progress:
        progress(2, 2)
    asked = seed if games else None
    return Curve(player=name, turns=turns, real=real, games=games, seed=asked, **made)


def _buyer(player: str | Menu, name: str, turns: int) -> Buyer:
    from llq.solver.dominion.curves.buyers import FewestBuyer, MenuBuyer, Shop, SolutionBuyer
    from llq.solver.dominion.kingdom.fewest import KingdomGame

    best, _, wanted = name.lower().partition(":")
    if best == OPTIMAL and not wanted:
        table = open_table(WHOLE)
        return SolutionBuyer(table.codes, table.space, turns)
    if best == FEWEST:
        card = find_card(wanted) if wanted else None
        shop = Shop(card)
        return FewestBuyer(KingdomGame(card, MOST_PROVINCES).best, shop)
    try:
        menu = menu_of(player)
    except UnknownStrategy as error:
        others = f"{OPTIMAL}, {FEWEST} and {FEWEST}:CARD"
        raise UnknownStrategy(f"{error}; {others} are players too") from error
    card = card_of_menu(menu)
    return MenuBuyer(menu, Shop(card), MOST_PROVINCES)


def _computed(buyer: Buyer, turns: int) -> dict[str, Any]:
    from llq.solver.dominion.curves.flow import follow

    grown = follow(buyer, turns)
    below = grown.points.cumsum(axis=1)
    return {
        "points": (grown.points * np.arange(grown.points.shape[1])).sum(axis=1),
        "points_error": np.zeros(turns + 1),
        **{
            name: (below < share - 1e-9).sum(axis=1).astype(np.float64)
            for name, share in QUANTILES.items()
        },
        "provinces": grown.provinces,
        "coins": grown.coins,
        "playing": grown.playing,
        "lost": grown.lost,
    }


def _simulated(buyer: Buyer, turns: int, games: int, seed: int, real: bool) -> dict[str, Any]:
    from llq.solver.dominion.curves.games import play

    played = [
        play(buyer, turns, min(_GAMES_AT_ONCE, games - begin), (seed, begin), real=real)
        for begin in range(0, games, _GAMES_AT_ONCE)
    ]
    points, provinces, coins = (
        np.concatenate([getattr(some, name) for some in played])
        for name in ("points", "provinces", "coins")
    )
    on = coins >= 0
    count = on.sum(axis=0)
    with np.errstate(invalid="ignore"):
        mean_coins = np.where(on, coins, 0).sum(axis=0) / count
    levels = np.quantile(points, list(QUANTILES.values()), axis=0, method="inverted_cdf")
    return {
        "points": points.mean(axis=0),
        "points_error": points.std(axis=0, ddof=1) / np.sqrt(games),
        **dict(zip(QUANTILES, levels.astype(np.float64), strict=True)),
        "provinces": provinces.mean(axis=0),
        "coins": mean_coins,
        "playing": count / games,
        "lost": 0.0,
    }
