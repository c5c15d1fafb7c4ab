"""Card advice: each legal card's value, with standard error and source.

The numbers are a player's own: means over hands drawn for the others from all that agree with the
play, weighted by how likely they make it where the player infers. They are values if the game goes
on as that player's games do, by a network, at random or with all hands open, and not values of best
play, which nobody knows.

Of the cards that no other beats clearly in wins or games, the best is worth most: its points and
the game's result in points, as the player `strong` counts them. Where the points taken so far are
not known, neither is the result, and cards are compared by their points alone.
"""

from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.answers import ActionValue, Answer, Bar, Column, Table, cost_column
from llq.query.players import check_seed
from llq.query.sueca.advice.card_values import Samples, find_sampling
from llq.query.sueca.advice.hidden_hands import HiddenHands
from llq.query.sueca.advice.quantities import ADVISER
from llq.query.sueca.stakes import USUAL, Stakes
from llq.solver.arguments import check_threads
from llq.solver.array_types import Floats, Ints, Shorts
from llq.solver.jobs.blocks import computing_on
from llq.solver.jobs.progress import Progress
from llq.solver.sueca.players import STRATEGIES, Strategy
from llq.solver.sueca.positions.position import Action, Position
from llq.solver.sueca.rules import HAND_SIZE, RULES, SEATS, Seat, find_card
from llq.store.schema import rules_name

_CLEAR = 2.0
"""Standard errors that separate a clearly worse card from the best."""
_GAME_WORTH = STRATEGIES["strong"].game_worth


@dataclass(frozen=True, slots=True, kw_only=True)
class CardValue(ActionValue[Action]):
    """A legal card with its value: the mean points that the team takes from this trick on.

    Parameters
    ----------
    total
        The value and the points that the team has; None where these are not known.
    win_prob
        Share of the games in which the team ends above 60 points; None likewise.
    game_points
        Games won less games lost, as the rules count them; None likewise. A team that takes all
        points to come is taken to take all tricks.
    cost
        Worth of the best card less this one's, in points; if negative, that of the games alone.
    cost_error
        Standard error of ``cost``, on the same hands; None where it is exact.
    is_close
        Whether the card is best or within two standard errors of the best.
    """

    total: float | None
    win_prob: float | None
    game_points: float | None
    cost_error: float | None
    is_close: bool


@dataclass(frozen=True, kw_only=True)
class CardAdvice(Answer[Action, CardValue]):
    """Card advice: the best card, and each legal card's value.

    Parameters
    ----------
    position
        The position that was asked about.
    objective
        What a card is worth, in words.
    best_to_win, best_for_points
        The card that wins the game most often, and the one that takes most points, if it clearly
        does so rather than the best, by two standard errors of the difference; else the best.
        ``best_to_win`` is None where points are not known.
    deals
        The number of ways in which the others can hold the cards that are not seen.
    hands, games
        Different hands looked at, and games with each of them and each card.
    hidden
        What is inferred of the hidden hands, by a player that infers; else None.
    is_exact
        Whether the hands are all that there are: values are then without error.
    player, seed
        The player whose games these are, and their seed.
    stakes
        What the result counts.
    """

    position: Position
    objective: str
    best_to_win: Action | None
    best_for_points: Action
    deals: int
    hands: int
    games: int
    is_exact: bool
    player: str
    seed: int
    stakes: Stakes
    hidden: HiddenHands | None = None

    @property
    def rules(self) -> str:
        """The rules and their version."""
        return rules_name(RULES.rules_id, RULES.version)

    @property
    def accuracy(self) -> str:
        """Accuracy of the values."""
        if self.is_exact:
            return "exact over all hands that agree, with open hands"
        return "sampled; standard errors beside"

    @property
    def close(self) -> tuple[Action, ...]:
        """The best card, and others within two standard errors."""
        return tuple(card.action for card in self.actions if card.is_close)

    @property
    def trade_offs(self) -> tuple[str, ...]:
        """Sentences on cards that beat the best in wins or points."""
        cards = {card.action: card for card in self.actions}
        best, winner, scorer = cards[self.best], self.best_to_win, cards[self.best_for_points]
        sentences = []
        if winner is not None and winner != self.best:
            shares = f"{cards[winner].win_prob:.1%} to {self.best}'s {best.win_prob:.1%}"
            sentences.append(f"{winner} wins the game more often: {shares}")
        if scorer is not best:
            points = f"{scorer.value:.2f} to {self.best}'s {best.value:.2f}"
            sentences.append(f"{scorer.action} takes more points: {points}")
        return tuple(sentences)

    @property
    def _findings(self) -> tuple[str, ...]:
        notable = self.hidden.notable if self.hidden else ()
        return (*(fact.say() for fact in notable), *self.trade_offs)

    @property
    def facts(self) -> tuple[str, ...]:
        """The position in words, without the hand."""
        position = self.position
        on_table = f"on the table {' '.join(position.trick)}"
        facts = [
            f"trumps {position.trump}",
            on_table if position.trick else f"{position.seat.name.title()} leads",
            f"trick {len(position.played) // 4 + 1}",
        ]
        if position.points and position.played:
            own, other = _own_first(position, position.points)
            facts.append(f"{own} points to {other}")
        for seat, suits in zip(Seat, position.voids, strict=True):
            if suits and seat != position.seat:
                facts.append(f"{seat.name.title()} lacks {' '.join(suits)}")
        return tuple(facts)

    @property
    def title(self) -> str:
        """The mover and the recommended card."""
        return f"{self.position.seat.name.title()}: play {self.best}"

    @property
    def context(self) -> tuple[str, ...]:
        """The hand and the known facts."""
        return " ".join(self.position.hand), ", ".join(self.facts)

    @property
    def columns(self) -> tuple[Column, ...]:
        """Points, the games won where points are known, and what cards cost."""
        takes = Column("value", "takes", ".2f", error="standard_error")
        costs = cost_column(".2f", error="cost_error")
        if self.actions[0].win_prob is None:
            return takes, costs
        games = Column("win_prob", "wins", ".1%"), Column("game_points", "games", "+.2f")
        return takes, *games, costs._replace(heading=f"costs, {_GAME_WORTH} a game")

    @property
    def bar(self) -> Bar:
        """The bar's full length: the largest value of any card."""
        return Bar(most=max(1.0, *(card.value for card in self.actions)), cells=18)

    @property
    def tables(self) -> tuple[Table, ...]:
        """Card values, and inferred holders of hidden aces and sevens."""
        return self.table, *([self.hidden.table] if self.hidden and self.hidden.table.rows else [])

    @property
    def notes(self) -> tuple[str, ...]:
        """Notable inferences, trade-offs, units of costs, meaning of marks, and source."""
        return (
            *self._findings,
            f"costs are in {self.objective}",
            *(["~ within two standard errors of the best"] if len(self.close) > 1 else []),
            *super().notes,
        )

    def mark(self, action: CardValue) -> str:
        """Mark cards within two standard errors of the best."""
        return " ~" if action.is_close and not action.is_best else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the advice as plain data, ready for JSON."""
        question = {
            "seat": self.position.seat.name.lower(),
            "hand": list(self.position.hand),
            "facts": list(self.facts),
        }
        names = "objective best_to_win best_for_points trade_offs deals hands games is_exact"
        details = {name: getattr(self, name) for name in [*names.split(), "player", "seed"]}
        hidden = self.hidden.to_dict() if self.hidden else None
        return question | Answer.to_dict(self) | details | {"hidden": hidden}

    def __str__(self) -> str:
        """Return the advice in words, one line per card."""
        lines = [f"{' '.join(self.position.hand)} ({', '.join(self.facts)}): play {self.best}"]
        for card in self.actions:
            wins = "" if card.win_prob is None else f"  wins {card.win_prob:6.1%}"
            cost = "" if card.is_best else f"  costs {with_error(card.cost, card.cost_error)}"
            value = with_error(card.value, card.standard_error, 6)
            lines.append(f"  {card.text}  {value}{wins}{cost}{' *' * card.is_close}")
        note = f"* best, or within two standard errors of it; costs are in {self.objective}"
        return "\n".join([*lines, *self._findings, f"{note}; {self.source}"])


def with_error(number: float, error: float | None, width: int = 0) -> str:
    """Return a formatted number, with its standard error when known."""
    return f"{number:{width}.2f}" + ("" if error is None else f" ± {error:.2f}")


def advise(
    position: Position,
    player: str | Strategy | None = None,
    seed: int = 1,
    *,
    stakes: str | Stakes = "",
    threads: int = 1,
    progress: Progress = None,
    executor: Executor | None = None,
) -> CardAdvice:
    """Return a position's legal cards with their team values, best first.

    A card is not recommended if another wins at least as often and scores at least as many games,
    and clearly more of one. Of the rest, the best is worth most: its points, and 15 for a game.

    Parameters
    ----------
    position
        Of `llq.sueca.position`, or what a custom player is given.
    player
        The player whose games decide: by default ``strong:5000/6``, which infers from 5,000 hands
        and solves deals with open hands from six cards on. ``mc_extra:500x2`` draws 500 hands and
        plays two random games with each, ``pimc:200/6`` solves 200 from six cards in hand on.
    seed
        Of the random numbers: the same seed gives the same answer.
    stakes
        What the table's results count, as `Stakes.read` has it: ``120=4 drawn=x2 to=4 at=3-2``.
    threads, executor
        What solves hands: a number of threads, enough for most advice, or an executor.
    progress
        Called with the number of hands looked at and their total.

    Raises
    ------
    UnknownStrategy
        There is no such player, or it does not advise.
    IllegalState
        ``position`` is not a position, the seed is not a non-negative integer, there is no
        thread, or there are no such stakes.

    Examples
    --------
    >>> import llq
    >>> position = llq.sueca.position("S:AK72 H:765 D:2 C:A7", "C", trick="N:2H W:4H")
    >>> advice = llq.sueca.advise(position, "mc_extra:500x2")
    >>> advice.best, [card.action for card in advice.actions]
    ('7H', ['7H', '5H', '6H'])
    """
    check_threads(threads)
    if not isinstance(position, Position):
        raise IllegalState(f"advice needs a position, of llq.sueca.position; got {position!r}")
    strategy, sampling = find_sampling(ADVISER if player is None else player)
    stakes = Stakes.read(stakes) if isinstance(stakes, str) else stakes
    results = find_results(position, stakes)
    with computing_on(executor):
        samples = sampling(position, strategy, check_seed(seed), threads, progress)
    points = samples.points
    names = sorted(position.legal, key=find_card)
    means = [samples.estimate(worth)[0] for worth in results.worth[points]]
    counts = [numbers[points] for numbers in (results.wins, results.games) if numbers is not None]
    dominated = [_is_dominated(samples, counts, place) for place in range(len(means))]
    order = sorted(range(len(means)), key=lambda place: (dominated[place], -means[place]))
    best = order[0]  # of equals the lowest
    winner: Action | None = None
    if results.wins is not None:
        winner = names[_clear_leader(samples, results.wins[points], means, best)]
    return CardAdvice(
        actions=tuple(
            _value(names[place], place, best, samples, results, is_dominated=dominated[place])
            for place in order
        ),
        unit="points",
        source=samples.source,
        position=position,
        objective=results.objective,
        best_to_win=winner,
        best_for_points=names[_clear_leader(samples, points, means, best)],
        deals=position.deals,
        hands=points.shape[1],
        games=points.shape[2],
        is_exact=samples.is_exact,
        player=strategy.name,
        seed=seed,
        hidden=HiddenHands.infer(position, samples.beliefs) if samples.beliefs else None,
        stakes=stakes,
    )


class Results(NamedTuple):
    """Final results, indexed by the further points of the mover's team from 0 on.

    Optional fields are None where the points taken so far are not known.
    """

    objective: str
    worth: Floats
    """Objective: card points plus the result's worth in points."""
    own_points: int | None = None
    """The points that the team has."""
    wins: Shorts | None = None
    """1 where the team ends above 60."""
    games: Ints | None = None
    """Games won less games lost."""


def find_results(position: Position, stakes: Stakes = USUAL) -> Results:
    """Return the results that a position can end in."""
    gains = np.arange(position.points_to_come + 1)
    if position.points is None:
        objective = "card points: the points taken so far are not known"
        return Results(objective, gains.astype(np.float64))
    own, other = _own_first(position, position.points)
    games = _games(position, own, other, stakes)
    return Results(
        f"card points, and {_GAME_WORTH} a game" + (f", where {stakes}" if str(stakes) else ""),
        gains + _GAME_WORTH * games.astype(np.float64),
        own,
        (own + gains > RULES.win_above).astype(np.int16),
        games,
    )


def _is_dominated(samples: Samples, counts: list[NDArray[Any]], place: int) -> bool:
    """Return whether another card clearly gains wins or games over a card, and loses neither.

    ``counts`` are the wins and the games by card; none where the result is not known.
    """
    for other in range(len(samples.points)):
        gains = [samples.estimate(numbers[other] - numbers[place]) for numbers in counts]
        is_clear = any(gain > _CLEAR * (error or 0.0) for gain, error in gains)
        if is_clear and all(gain >= 0 for gain, _ in gains):
            return True
    return False


def _value(
    name: Action, place: int, best: int, samples: Samples, results: Results, *, is_dominated: bool
) -> CardValue:
    """Build a card's value from its samples and the best card's, both by their places."""
    points, best_points = samples.points[place], samples.points[best]
    value, error = samples.estimate(points)
    mean, best_mean = (samples.estimate(results.worth[card])[0] for card in (points, best_points))
    costs = results.worth[best_points] - results.worth[points]
    if mean > best_mean and results.games is not None:  # points bring back no game
        costs = _GAME_WORTH * (results.games[best_points] - results.games[points]) + 0.0
    cost, cost_error = samples.estimate(costs)
    is_best = mean == best_mean and not is_dominated
    win_prob, game_points = (
        None if numbers is None else samples.estimate(numbers[points])[0]
        for numbers in (results.wins, results.games)
    )
    return CardValue(
        action=name,
        text=name,
        value=value,
        standard_error=error,
        total=None if results.own_points is None else results.own_points + value,
        win_prob=win_prob,
        game_points=game_points,
        cost=cost,
        cost_error=cost_error,
        is_best=is_best,
        is_close=is_best or cost <= _CLEAR * (cost_error or 0.0),
    )


def _clear_leader(
    samples: Samples, numbers: NDArray[np.number], means: list[float], best: int
) -> int:
    """Return the card that clearly leads in ``numbers``, otherwise the best.

    Of equals it is the one that is worth most by ``means``.
    """
    estimates = [samples.estimate(card_numbers)[0] for card_numbers in numbers]
    leader = max(range(len(means)), key=lambda place: (estimates[place], means[place]))
    gain, error = samples.estimate(numbers[leader] - numbers[best])
    return leader if gain > _CLEAR * (error or 0.0) else best


def _games(position: Position, own: int, other: int, stakes: Stakes) -> Ints:
    """Return games won less lost, by further points of the mover's team."""
    side, to_come = position.seat % 2, position.points_to_come
    played, tricks = len(position.played) // SEATS, position.tricks_taken
    own_tricks = played - tricks if side else tricks
    tricks_to_come = HAND_SIZE - played  # only a sweep of them counts
    games = []
    for gain in range(to_come + 1):
        most_tricks = own_tricks + (tricks_to_come if gain == to_come else 0)
        other_tricks = played - own_tricks + (tricks_to_come if gain == 0 else 0)
        games_won = stakes.games(own + gain, most_tricks, side)
        games.append(games_won - stakes.games(other + to_come - gain, other_tricks, 1 - side))
    return np.array(games)


def _own_first(position: Position, numbers: tuple[int, int]) -> tuple[int, int]:
    return numbers[::-1] if position.seat % 2 else numbers
