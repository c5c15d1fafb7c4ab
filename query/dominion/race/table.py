"""The race's table: best buys, how often each situation is met, and matches of the rules."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import count, product
from math import factorial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownState
from llq.query.dominion.race.notation import RaceSituation
from llq.query.dominion.race.roster import RACE_PLAYERS, race_rule
from llq.query.dominion.relations import relations_and_views
from llq.query.tables.relations import Columns
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.arguments import check_threads
from llq.solver.dominion.race.rules import COSTS, Buy, Race, capped_race
from llq.solver.dominion.race.space import RaceSpace, Split
from llq.solver.dominion.rules import Action
from llq.solver.jobs.progress import Progress
from llq.store.database import Relation, View
from llq.store.schema import Column, Parameter, TableSpec

if TYPE_CHECKING:
    from llq.solver.dominion.race.solver import Plan
    from llq.solver.dominion.race.visits import RaceVisits

SILVER_ROOM, GOLD_ROOM = 12, 10
"""Silvers and Golds that each player may buy, by default."""

LEAST_FREQUENCY = 1e-8
"""Frequency per game below which situations are left out."""

_MOST_ROOM = 24  # Silvers, and Golds

_MOST_CHANCE = 1 + 1e-9
"""Upper bound of a chance, rounding included."""

_BAND_COINS = ("0-1", "2", "3-4", "5", "6-7", "8+")
_BUYS = (*(buy.card for buy in Buy), "best but province")
_SEATS = ("first", "second")

_CODES = factorial(len(Buy))
"""Number of codes: the buys of all money bands in mixed radix."""


class DominionRace(StoredTable):
    """The solved race; its columns have the names that `llq tables` describes."""

    kind = "dominion-race"
    build_options = (BuildOption("silver", read=int), BuildOption("gold", read=int))
    method = "exact for fresh hands up to its Silver and Gold, in float32 steps"

    @staticmethod
    def make_spec(silver: int | None = None, gold: int | None = None) -> TableSpec:
        """Return today's table specification; options are those of `build`."""
        silver = SILVER_ROOM if silver is None else silver
        gold = GOLD_ROOM if gold is None else gold
        parameters: dict[str, Parameter] = {
            "silver": silver,
            "gold": gold,
            "estates": False,  # as in every stored table; so is end_estates_left
            "pruned": LEAST_FREQUENCY,
            "players": ",".join(RACE_PLAYERS),
        }
        columns = _columns(table_race(silver, gold))
        return DominionRace.describe(DominionRace.kind, ("dominion/race", 1), parameters, columns)

    @classmethod
    def build(
        cls,
        silver: int | None = None,
        gold: int | None = None,
        folder: str | os.PathLike[str] | None = None,
        *,
        threads: int = 2,
        progress: Progress = None,
    ) -> Path:
        """Solve the two-player race, write its table and return its path.

        Parameters
        ----------
        silver, gold
            Treasures that each player may buy at most; by default 12 and 10.
        progress
            Called after each step with the number of steps done and their total.

        Raises
        ------
        IllegalState
            The room for Silver or Gold is out of range.
        TableMissing
            The thesis's policy needs the table of games of 31 turns.
        TableNotWritable
            The folder cannot be written to.
        """
        check_threads(threads)
        spec = cls.make_spec(silver, gold)
        race = _race_of(spec)
        for name in RACE_PLAYERS:  # before the work: a rule may miss its table
            race_rule(name)
        return cls.write(spec, lambda: _solve(race, threads, progress), folder)

    @property
    def space(self) -> RaceSpace:
        """The states of the race."""
        return RaceSpace(_race_of(self.info.spec))

    @property
    def win_prob(self) -> float:
        """Chance that the first player wins, ties a half."""
        return float(self.columns["value"][0])

    def lookup(self, situation: RaceSituation) -> Action:
        """Return the stored policy's best buy in a situation.

        Parameters
        ----------
        situation
            From `llq.dominion.race.situation`.

        Raises
        ------
        UnknownState
            The table does not go up to such decks; the message says how far it goes.

        Examples
        --------
        >>> import llq
        >>> table = llq.dominion.race.open()
        >>> table.lookup(llq.dominion.race.situation("7c 3e", "7c 3e", coins=4))
        Action(card='silver')
        """
        split, state = self._place(situation)
        code = int(self.columns["book"][self.columns["policy"][split, state]])
        band = sum(situation.coins >= cost for cost in COSTS) - 1
        buy = 0
        for below in range(1, band + 1):
            code, buy = divmod(code, below + 1)
        return Action(Buy(buy).card if buy else None)

    def get(self, situation: RaceSituation, default: Action | None = None) -> Action | None:
        """Return the best buy of a situation, or ``default`` where `lookup` raises an error."""
        try:
            return self.lookup(situation)
        except UnknownState:
            return default

    def match(self, first: str, second: str) -> float:
        """Return the exact chance that the first of two players wins.

        Raises
        ------
        IllegalState
            The table has no such match.
        """
        names = self.columns["match_first"], self.columns["match_second"]
        for mover, opponent, win in zip(*names, self.columns["match_win"], strict=True):
            if (RACE_PLAYERS[mover], RACE_PLAYERS[opponent]) == (first, second):
                return float(win)
        raise IllegalState(f"{self.info.path.name} has no match of {first} and {second}")

    def _place(self, situation: RaceSituation) -> tuple[int, int]:
        space, decks = self.space, situation.decks
        if situation.card:
            raise UnknownState(f"{self.info.path.name} is of the race without kingdom cards")
        for card, start in (("copper", 7), ("estate", 3)):
            if any(deck.get(card, 0) != start for deck in decks):
                raise UnknownState(f"{self.info.path.name} has decks with {start} {card} only")
        treasures = [(deck.get("silver", 0), deck.get("gold", 0)) for deck in decks]
        side = space.race.first
        if any(silver > side.silver_room or gold > side.gold_room for silver, gold in treasures):
            raise UnknownState(
                f"{self.info.path.name} goes up to {side.silver_room} silver and {side.gold_room} "
                "gold; llq dominion race lookup solves any deck"
            )
        first, second = decks
        taken = ((first.get(card, 0), second.get(card, 0)) for card in ("province", "duchy"))
        layer, rank = space.rank(Split(*taken))
        split = rank + sum(space.splits(below) for below in range(layer))
        return split, situation.mover * space.cells + space.cell(*treasures)

    def sql(self) -> Iterable[Relation | View]:
        """Return situations, ends, matches and answers, and what they say of Provinces."""

        def words(names: tuple[str, ...], column: str) -> NDArray[np.str_]:
            texts: NDArray[np.str_] = np.array(names)[self.columns[column]]
            return texts

        responses = self.columns["best_response"]
        fair = np.array([1 - self.win_prob, self.win_prob])  # of best play, in the seat across
        parts: dict[str, Columns] = {
            "situation": {
                "seat": words(_SEATS, "seat"),
                **{name: name for name in ("provinces_left", "duchies_left", "lead")},
                "coins": words(_BAND_COINS, "band"),
                "buy": words(_BUYS, "buy"),
                "visits": "visits",
                "best_visits": "right",
                "cost": "cost",
                "win_prob": "win",
            },
            "end": {
                "ended_by": words(_SEATS, "end_seat"),
                "duchies_left": "end_duchies_left",
                "lead": "end_lead",
                "probability": "end_chance",
            },
            "match": {
                "first": words(RACE_PLAYERS, "match_first"),
                "second": words(RACE_PLAYERS, "match_second"),
                "win_prob": "match_win",
            },
            "answer": {
                "player": np.repeat(RACE_PLAYERS, 2),
                "seat": np.tile(_SEATS, len(RACE_PLAYERS)),
                "best_answer": responses.ravel(),
                "exploited": (responses - fair).ravel(),
            },
        }
        return relations_and_views(self, "race", {"name": "dominion_race"}, parts)


def open_race(path: str | os.PathLike[str] | None = None) -> DominionRace:
    """Return the solved race, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`.
    """
    return DominionRace.load(DominionRace.kind, path)


def table_race(silver: int, gold: int) -> Race:
    """Return the race of a table."""
    if not (1 <= silver <= _MOST_ROOM and 1 <= gold <= _MOST_ROOM):
        raise IllegalState(
            f"silver and gold must be from 1 to {_MOST_ROOM}; got {silver} and {gold}"
        )
    return capped_race(silver, gold)


build_race = DominionRace.build


def _race_of(spec: TableSpec) -> Race:
    return table_race(int(spec.parameters["silver"]), int(spec.parameters["gold"]))


def _columns(race: Race) -> tuple[Column, ...]:
    """Return the columns of a race's table."""
    space = RaceSpace(race)
    splits = sum(space.splits(layer) for layer in range(race.provinces))
    situation, end, match = ("situation",), ("end",), ("match",)

    def small(name: str, axes: tuple[str], most: int, about: str) -> Column:
        return Column(name, "uint8", axes, "", about, shape=(f"{axes[0]}s",), most=most)

    def points(name: str, axes: tuple[str], about: str) -> Column:
        return Column(name, "int16", axes, "points", about, shape=(f"{axes[0]}s",))

    def real(name: str, axes: tuple[str], unit: str, about: str) -> Column:
        return Column(name, "float64", axes, unit, about, shape=(f"{axes[0]}s",), least=-1e-6)

    return (
        Column(
            "value", "float64", ("mover",), "probability",
            "Chance that the first player wins, if the first, if the second begins.",
            shape=(2,), least=0.0, most=_MOST_CHANCE,
        ),
        Column(
            "book", "uint16", ("entry",), "mixed radix",
            "Buys of the money bands 1 to 5: buy times the choices in the bands below.",
            shape=("entries",), most=_CODES - 1,
        ),
        Column(
            "policy", "uint8", ("split", "state"), "entry of book",
            "Best buys by split of the victory cards, player to move and treasures.",
            shape=(splits, 2 * space.cells),
        ),
        small("seat", situation, 1, "Player to move: 0 who began, 1 the other."),
        small("provinces_left", situation, 8, "Provinces for sale."),
        small("duchies_left", situation, 8, "Duchies for sale."),
        points("lead", situation, "Lead of the player to move."),
        small("band", situation, 5, "Money band of the hand."),
        small("buy", situation, 6, "The card; 6 the best one but a Province."),
        real("visits", situation, "times a game", "How often best play buys it there."),
        real("right", situation, "times a game", "How often no other buy is better there."),
        real(
            "cost", situation, "win probability a game",
            "What it costs to buy it in all of these situations.",
        ),
        real("win", situation, "probability", "Mean chance to win after buying it there."),
        small("end_seat", end, 1, "Player who ends the game."),
        small("end_duchies_left", end, 8, "Duchies for sale at the end."),
        small("end_estates_left", end, 8, "Estates for sale at the end."),
        points("end_lead", end, "Lead of the first player at the end."),
        real("end_chance", end, "probability", "Chance of such an end between best players."),
        small("match_first", match, len(RACE_PLAYERS) - 1, "The first player."),
        small("match_second", match, len(RACE_PLAYERS) - 1, "The second player."),
        real("match_win", match, "probability", "Chance that the first player wins."),
        Column(
            "best_response", "float64", ("player", "seat"), "probability",
            "Chance to win of the best answer to a player who sits there.",
            shape=(len(RACE_PLAYERS), 2), least=0.0, most=_MOST_CHANCE,
        ),
    )  # fmt: skip


def _solve(race: Race, threads: int, progress: Progress) -> dict[str, NDArray[Any]]:
    """Compute the columns of a race's table."""
    from llq.solver.dominion.race.solver import solve  # compiles
    from llq.solver.dominion.race.visits import count_visits

    players = len(RACE_PLAYERS)
    matches = [*product(range(players), repeat=2)]
    steps = count(1)

    def step() -> None:
        if progress:
            progress(next(steps), 2 + len(matches) + 2 * players)

    best = solve(race, keep_values=True, keep_codes=True, threads=threads)
    codes = best.codes
    step()
    visits = count_visits(best)
    arrays: dict[str, Any] = _situations(visits) | _ends(visits)
    arrays["value"] = np.array([best.first_moves, best.second_moves])
    del best
    step()
    plans = [race_rule(name) or codes for name in RACE_PLAYERS]
    pairs: list[tuple[Plan | None, Plan | None]] = [*product(plans, plans)]
    for plan in plans:
        pairs += [(plan, None), (None, plan)]  # None plays a best response
    chances = []
    for pair in pairs:
        chances.append(solve(race, plans=pair, threads=threads).first_moves)
        step()
    responses = np.array(chances[len(matches) :]).reshape(-1, 2)
    responses[:, 0] = 1 - responses[:, 0]
    arrays |= {"match_win": chances[: len(matches)], "best_response": responses}
    arrays["match_first"], arrays["match_second"] = zip(*matches, strict=True)
    arrays["book"], arrays["policy"] = _compact(codes)
    return {
        column.name: np.ascontiguousarray(arrays[column.name], column.dtype)
        for column in _columns(race)
    }


def _compact(codes: tuple[NDArray[np.uint16], ...]) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Return the distinct codes, and each state's uint8 index among them."""
    is_used = np.zeros(_CODES, bool)
    for layer in codes:
        is_used[layer] = True
    book = np.flatnonzero(is_used).astype(np.uint16)
    entry = np.zeros(_CODES, np.uint8)
    entry[book] = np.arange(len(book))
    return book, np.concatenate([entry[layer].reshape(len(layer), -1) for layer in codes])


def _situations(visits: RaceVisits) -> dict[str, Any]:
    """Return the columns of situations that best play meets often enough."""
    names = "seat provinces_left duchies_left lead band buy visits right cost win"
    flows = visits.visits.sum(-1)
    provinces, _, duchies, _, _ = flows.shape
    rows = []
    for situation in map(tuple, np.argwhere(flows >= LEAST_FREQUENCY).tolist()):
        provinces_taken, seat, duchies_taken, lead, band = situation
        for buy in range(len(_BUYS) if band == Buy.PROVINCE else band + 1):
            is_card = buy < len(Buy)  # else the best card but a Province
            bought = visits.visits[situation][buy] if is_card else 0.0
            right = visits.right[situation][buy] if is_card else 0.0
            cost = float(visits.cost[situation][buy])
            if bought == right == cost == 0.0:  # not for sale there
                continue
            left = provinces - provinces_taken, duchies - 1 - duchies_taken
            win = min(max(float((visits.wins[situation] - cost) / flows[situation]), 0.0), 1.0)
            measures = bought, right, max(cost, 0.0), win
            rows.append((seat, *left, lead - visits.middle, band, buy, *measures))
    return dict(zip(names.split(), zip(*rows, strict=True), strict=True))


def _ends(visits: RaceVisits) -> dict[str, NDArray[Any]]:
    duchies = visits.ends.shape[1]
    is_met = visits.ends > 1e-12
    seat, duchies_taken, lead = np.nonzero(is_met)
    return {
        "end_seat": seat,
        "end_duchies_left": duchies - 1 - duchies_taken,
        "end_estates_left": np.zeros(len(seat)),
        "end_lead": lead - visits.middle,
        "end_chance": visits.ends[is_met],
    }
