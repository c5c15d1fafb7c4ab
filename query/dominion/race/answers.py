"""Race lookups: each buy's chance to win, solved from the situation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from llq.query.answers import Column
from llq.query.dominion.answers import PurchaseAnswer, exact_value, pluralise
from llq.query.dominion.inputs import Card, Coins, Deck, Left, SeatName
from llq.query.dominion.race.notation import RaceSituation, points, race_situation
from llq.query.inputs import Threads
from llq.query.questions import question
from llq.solver.arguments import check_threads
from llq.solver.dominion.kingdom.cards import find_card
from llq.solver.dominion.kingdom.fresh import TREASURES
from llq.solver.dominion.race.rules import Race, Seat, Side
from llq.solver.dominion.race.space import RaceSpace
from llq.solver.dominion.rules import Action, deck_words
from llq.solver.jobs.progress import Progress

_SILVERS, _GOLDS, _LEAST = 12, 10, 2
"""Maximum Silvers and Golds in a deck, and minimum room for each."""

_COPIES = 2
"""Limit on a deck's kingdom-card copies in solved races."""

_MOST_STATES = 500_000_000
"""Limit on states solved for an answer: some 15 seconds of processor time and 1 GB."""

_TIE = 1e-6


@dataclass(frozen=True, kw_only=True)
class RaceAnswer(PurchaseAnswer[Action]):
    """A race lookup's answer: the best buy, and each buy's chance to win.

    An action's value is the chance to win if best play of both follows; a tie is a half.

    Parameters
    ----------
    situation
        Both decks, what is left, the coins in hand and whose turn it is.
    actions
        Every affordable buy, best first; of equals the dearest card first.
    unit
        ``win probability``; a shared win counts a half.
    """

    situation: RaceSituation

    question_fields = ("mine", "theirs", "left", "coins", "lead", "seat", "card")
    column = Column("value", "win chance", ".4f")
    ending = "winning {:.4f}"

    @property
    def facts(self) -> tuple[str, ...]:
        """The situation in words, one line each."""
        situation = self.situation
        names = ("mine", "theirs", "left")
        lines = [f"{name}: {deck_words(getattr(situation, name))}" for name in names]
        if situation.card:
            lines.append(f"for sale: {situation.card}")
        coins = pluralise(situation.coins, "coin")
        return *lines, f"{coins}, lead {situation.lead:+d}, {situation.seat} player"

    @property
    def question(self) -> RaceSituation:
        """The situation."""
        return self.situation


@question(
    examples=('--mine "7c 3e 2si" --theirs "7c 3e 2si" --coins 4 --card smithy',),
    busy="Solving it (the first time compiles)",
    rules="dominion/race",
    accuracy="exact for fresh hands",
)
def race_lookup(
    mine: Deck,
    theirs: Deck,
    left: Left | None = None,
    *,
    coins: Coins,
    seat: SeatName = "first",
    card: Card | None = None,
    threads: Threads = 2,
    progress: Progress = None,
) -> RaceAnswer:
    """Return the best buy in a two-player race, and each buy's chance to win.

    The game is solved from the situation on, with fresh hands and best play of both: a fraction of
    a second late in a game, a few seconds at its beginning; other hands of the last few situations
    are answered at once.

    Parameters
    ----------
    mine, theirs, left, coins, seat, card
        As in `llq.dominion.race.situation`.
    progress
        Called with the layers of Provinces that are solved and their number.

    Raises
    ------
    IllegalState, UnknownCard
        No game reaches such a situation; the message says why.

    Examples
    --------
    >>> import llq
    >>> answer = llq.dominion.race.lookup(
    ...     "7 copper, 5 silver, 4 gold, 3 province, 3 estate",
    ...     "7 copper, 5 silver, 4 gold, 3 province, 3 estate, 2 duchy",
    ...     "2 province, 6 duchy", coins=8, seat="second")
    >>> answer.best, round(answer.value, 3)
    (Action(card='province'), 0.453)
    """
    check_threads(threads)
    situation = race_situation(mine, theirs, left, coins=coins, seat=seat, card=card)
    race = race_of(situation)
    chances = _chances(_SolverCall(race, situation.mover, threads, progress))
    named = ((action, action.card or "pass") for action in reversed(situation.legal))
    values = [(action, chances[name]) for action, name in named if name in chances]
    best = max(chance for _, chance in values)
    values.sort(key=lambda value: -round(value[1] / _TIE / 2))  # ties stay, the dearest first
    return RaceAnswer(
        situation=situation,
        actions=tuple(
            exact_value(action, chance, max(best - chance, 0.0), _TIE) for action, chance in values
        ),
        unit="win probability",
        source=_source(race),
    )


def race_of(situation: RaceSituation) -> Race:
    """Return the race from a situation, with treasure room cut to fit the state limit."""
    most = {"silver": _SILVERS, "gold": _GOLDS}
    while True:
        first, second = (_side(situation, deck, most) for deck in situation.decks)
        race = Race(
            provinces=situation.left["province"],
            duchies=situation.left["duchy"],
            first=first,
            second=second,
        )
        if RaceSpace(race).states <= _MOST_STATES or max(most.values()) <= _LEAST:
            return race
        wider = "silver" if most["silver"] > most["gold"] else "gold"
        most[wider] -= 1


@dataclass(frozen=True, slots=True)
class _SolverCall:
    """A race and mover, with solver settings."""

    race: Race
    seat: Seat
    threads: int = field(compare=False)
    progress: Progress = field(compare=False)


@lru_cache(maxsize=64)
def _chances(call: _SolverCall) -> Mapping[str, float]:
    """Return the chance to win after each buy, whatever the hand pays for."""
    from llq.solver.dominion.race.solver import options, solve  # compiles

    return options(solve(call.race, threads=call.threads, progress=call.progress), call.seat)


def _side(situation: RaceSituation, deck: Mapping[str, int], most: Mapping[str, int]) -> Side:
    """Return a deck as the solver's side, which buys no treasures beyond the piles."""
    card = find_card(situation.card) if situation.card else None
    copies = deck.get(card.name, 0) if card else 0
    room = {
        name: min(max(most[name] - deck.get(name, 0), _LEAST), situation.treasures[name])
        for name in most
    }
    treasures = {name: deck.get(name, 0) for name in TREASURES}
    return Side(
        **treasures,
        victory=sum(deck[name] for name in deck.keys() - {*TREASURES, situation.card}),
        points=points(deck),
        silver_room=room["silver"],
        gold_room=room["gold"],
        card=card,
        copies=copies,
        copies_room=max(_COPIES - copies, 0) if card else 0,
    )


def _source(race: Race) -> str:
    silver = " and ".join(str(side.silver + side.silver_room) for side in race.sides)
    gold = " and ".join(str(side.gold + side.gold_room) for side in race.sides)
    card = race.first.card
    copies = f", {_COPIES} and {_COPIES} {card.name}" if card else ""
    return (
        f"solved from here, {RaceSpace(race).states:,} states; fresh hands; "
        f"up to {silver} silver, {gold} gold{copies} (first and second player)"
    )
