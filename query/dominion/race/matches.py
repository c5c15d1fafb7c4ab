"""Race matches: exact for fresh hands, simulated for fresh hands or the real rule."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from llq.errors import IllegalState
from llq.query.dominion import inputs as of
from llq.query.dominion.menus.reading import kingdom_wish
from llq.query.dominion.race.roster import race_rule
from llq.query.inputs import Seed, Threads
from llq.query.questions import question
from llq.query.results import Result, Rows
from llq.solver.arguments import MOST_GAMES, check_flags, check_integer, check_threads
from llq.solver.dominion.kingdom.cards import find_card
from llq.solver.dominion.race.game_state import GOLD_BELOW
from llq.solver.dominion.race.rules import Race, capped_race
from llq.solver.dominion.race.space import RaceSpace
from llq.solver.jobs.progress import Progress

_WIDEST = 24

_MOST_COPIES = 4
"""Limit on a player's kingdom-card copies; two players cannot empty the pile."""

_MOST_STATES = 5_000_000_000
"""States of the largest solved race, some 25 GB."""


@dataclass(frozen=True, kw_only=True)
class RaceMatch(Result):
    """Chances and results of a race match between two players.

    Parameters
    ----------
    first, second
        The players, by name; the first takes the first turn.
    win_prob
        Exact chance that the first player wins by fresh hands, ties a half.
    best_against_first, best_against_second
        Exact chance to win of the best answer to each player, in the other seat.
    games, seed, real
        Of the simulation: its games, its seed, and whether it drew from a pile that is reshuffled
        when it is empty.
    simulated, simulated_error
        What the first player won of the games played, and how far that may be off; None where none
        were played.
    lead
        Mean lead of the first player in points; None where none were played.
    turns
        Mean number of turns a player; None where none were played.
    silver, gold
        Silvers and Golds that each player could buy at most.
    card, second_card, copies
        The kingdom card that each player could buy, and how many; None for none.
    """

    first: str
    second: str
    win_prob: float
    best_against_first: float
    best_against_second: float
    games: int
    seed: int
    real: bool
    simulated: float | None
    simulated_error: float | None
    lead: float | None
    turns: float | None
    silver: int
    gold: int
    card: str | None = None
    second_card: str | None = None
    copies: int | None = None

    def records(self) -> Rows:
        """Return the match's row, omitting absent values."""
        return ({name: value for name, value in self.to_dict().items() if value is not None},)

    @property
    def _chances(self) -> dict[str, float]:
        return {
            f"{self.first} wins": self.win_prob,
            f"{self.second} wins": 1 - self.win_prob,
            f"the best answer to {self.first} wins": self.best_against_first,
            f"the best answer to {self.second} wins": self.best_against_second,
        }

    def shown(self) -> Rows:
        """Return the exact chances, a row each."""
        return [{"result": name, "chance": f"{won:.2%}"} for name, won in self._chances.items()]

    @property
    def remarks(self) -> tuple[str, ...]:
        """Race limits, and results of simulated games."""
        (row,), limits = self.records(), ("silver", "gold", "card", "second_card", "copies")
        text = ", ".join(f"{name} {row[name]}" for name in limits if name in row)
        return f"exact by fresh hands; {text}", *str(self).split("; ")[1:]

    def _repr_html_(self) -> str:
        from llq.query.text.html import chances_panel

        chances = [((name, f"{chance:.4%}"), chance) for name, chance in self._chances.items()]
        return chances_panel(f"{self.first} v {self.second}", str(self), ("", "chance"), chances)

    def __str__(self) -> str:
        text = f"{self.first} v {self.second}: first wins {self.win_prob:.4f}"
        if self.simulated is None:
            return text
        drawing = "real shuffle" if self.real else "fresh hands"
        played = f"{self.simulated:.4f} ± {self.simulated_error:.4f}"
        return f"{text}; played {played} ({self.games} games, {drawing}, seed {self.seed})"


@question(
    arguments=("first", "second"),
    examples=(
        "optimal big_money_ultimate -n 20000 --real",
        'big_money "province; gold; duchy if provinces_left <= 6; silver"',
        "smithy big_money_ultimate --silver 8 -n 20000 --real",
    ),
    busy="{first} v {second}",
)
def race_match(
    first: of.RacePlayer,
    second: of.RacePlayer,
    games: of.GamesBeside = 0,
    seed: Seed = 1,
    *,
    real: of.Real = False,
    silver: of.Silver = 10,
    card: of.Card | None = None,
    second_card: of.SecondCard | None = None,
    copies: of.RaceCopies = 2,
    threads: Threads = 2,
    progress: Progress = None,
) -> RaceMatch:
    """Compute an exact race match, and optionally simulate games beside it.

    Parameters
    ----------
    card
        The kingdom card for sale, by default the one that a menu wishes for.
    progress
        Called after each number with how many are done and their total.

    Raises
    ------
    UnknownStrategy
        The race has no player of a name.
    IllegalState
        The number of games or the room for Silver is out of range, a flag is not one, or the race
        is too large.
    UnknownCard
        There is no such kingdom card.
    TableMissing
        The thesis's policy needs the table of games of 31 turns.

    Examples
    --------
    >>> import llq
    >>> print(llq.dominion.race.match("big_money", "big_money_ultimate", silver=6))
    big_money v big_money_ultimate: first wins 0.2792
    """
    from llq.solver.dominion.race.play import play_races
    from llq.solver.dominion.race.solver import solve

    check_threads(threads)
    check_flags(real=real)
    check_integer("games", games, 0, MOST_GAMES)
    first_wish, second_wish = kingdom_wish(first), kingdom_wish(second)
    race = match_race(silver, card or first_wish or second_wish, second_card or second_wish, copies)
    rules = race_rule(first, race.first.card), race_rule(second, race.second.card)
    codes = best_codes(race, threads) if None in rules else ()
    plan, reply = (codes if rule is None else rule for rule in rules)
    report, chances = progress or (lambda *_: None), []
    for number, plans in enumerate(((plan, reply), (plan, None), (None, reply)), start=1):
        report(number, 4)
        chances.append(solve(race, plans=plans, threads=threads).first_moves)
    kingdom: dict[str, Any] = {}
    if race.first.card:
        sides = [
            side.card.name if side.card and side.copies_room else "none" for side in race.sides
        ]
        kingdom = {"card": sides[0], "second_card": sides[1], "copies": copies}
    results: dict[str, Any] = dict.fromkeys(("simulated", "simulated_error", "lead", "turns"))
    if games:
        played = play_races(race, (plan, reply), games, seed=seed, real=real)
        results = {
            "simulated": float(played.won.mean()),
            "simulated_error": float(played.won.std() / np.sqrt(max(games - 1, 1))),
            "lead": float(played.lead.mean()),
            "turns": float(played.turns.mean() / 2),
        }
    report(4, 4)
    return RaceMatch(
        first=first,
        second=second,
        win_prob=chances[0],
        best_against_first=1 - chances[1],
        best_against_second=chances[2],
        games=games,
        seed=seed,
        real=real,
        **results,
        silver=silver,
        gold=silver - GOLD_BELOW,
        **kingdom,
    )


def match_race(
    silver: int, card: str | None = None, second_card: str | None = None, copies: int = 2
) -> Race:
    """Return the whole race, in which each player may buy some Silvers and two Golds fewer.

    The other arguments are as in `race_match`.
    """
    check_integer("silver", silver, GOLD_BELOW, _WIDEST)
    check_integer("copies", copies, 1, _MOST_COPIES)
    names = (card, card if second_card is None else second_card)
    first, second = (None if name in (None, "none") else find_card(name) for name in names)
    race = capped_race(silver, silver - GOLD_BELOW, cards=(first, second), copies=copies)
    states = RaceSpace(race).states
    if states > _MOST_STATES:
        raise IllegalState(
            f"this race has {states:,} states; {_MOST_STATES:,} at most are solved: give less room "
            "for silver, or fewer copies"
        )
    return race


@lru_cache(maxsize=1)
def best_codes(race: Race, threads: int) -> Any:
    """Return the codes of best play, kept for the next match."""
    from llq.solver.dominion.race.solver import solve

    return solve(race, keep_codes=True, threads=threads).codes
