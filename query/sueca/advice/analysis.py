"""Advice compared: costs of a game's choices, and changes since a player's last card."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from llq.errors import IllegalState
from llq.query.play.agents import PlayedGame
from llq.query.play.judged_actions import Judged
from llq.query.sueca.advice.advice import CardAdvice, CardValue, advise, with_error
from llq.query.sueca.advice.hidden_hands import Fact, notable
from llq.query.sueca.stakes import StakedState, Stakes
from llq.solver.jobs.progress import Progress
from llq.solver.sueca.game_state import SuecaState
from llq.solver.sueca.players import Strategy
from llq.solver.sueca.rules import SEATS


@dataclass(frozen=True, kw_only=True)
class JudgedCard(Judged[CardAdvice, CardValue]):
    """A game's card beside its alternatives.

    Parameters
    ----------
    trick
        The number of the trick, 1 … 10.
    answer
        The advice at that moment, on every card that was legal.
    chosen
        The card with its value and cost.
    """

    trick: int


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """A player's choices in a game; ``str()`` lists the mistakes.

    Parameters
    ----------
    cards
        The most costly first; those that cost the same in the order of play.
    """

    cards: tuple[JudgedCard, ...]

    @property
    def cost(self) -> float:
        """Points that all choices cost together, the game's result counted as in advice."""
        return sum(card.cost for card in self.cards)

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as plain data, ready for JSON."""
        return {"cost": self.cost, "cards": [card.to_dict() for card in self.cards]}

    def __str__(self) -> str:
        lines = [
            f"trick {card.trick}: {card.chosen.text}, costs "
            f"{with_error(card.cost, card.chosen.cost_error)}: {card.best.text}"
            for card in self.cards
            if not card.chosen.is_best
        ]
        choices = f"{len(self.cards)} choice{'s' if len(self.cards) != 1 else ''}"
        objective = f" ({self.cards[0].answer.objective})" if self.cards else ""
        return "\n".join([*lines, f"{self.cost:.2f} points in {choices}{objective}"])


def analyse(
    game: PlayedGame,
    seat: int = 0,
    *,
    player: str | Strategy | None = None,
    seed: int = 1,
    stakes: str | Stakes | None = None,
    progress: Progress = None,
) -> Analysis:
    """Return the costs of a player's choices; single legal cards do not count.

    Parameters
    ----------
    game
        Of `llq.sueca.play`, or of a sitting.
    seat
        Whose cards are judged.
    player, seed
        As in `llq.sueca.advise`.
    stakes
        Likewise; by default those that the game was played for.
    progress
        Called with the number of choices judged and their total.

    Raises
    ------
    IllegalState
        It is not a game of Sueca, or there is no such seat.
    UnknownStrategy
        There is no such player, or it does not advise.

    Examples
    --------
    >>> import llq
    >>> played = llq.sueca.play(["random"] * 4, seed=1)
    >>> costliest = llq.sueca.analyse(played, player="mc_extra:50x2").cards[0]
    >>> costliest.trick, costliest.chosen.text, costliest.best.text
    (7, '7D', '4S')
    """
    if not isinstance(game.state, SuecaState):
        raise IllegalState(f"a game of Sueca is analysed here; got one of {game.state.game}")
    if seat not in range(SEATS):
        raise IllegalState(f"seats are 0 to {SEATS - 1}; got {seat!r}")
    if stakes is None:
        stakes = game.state.stakes if isinstance(game.state, StakedState) else ""
    choices = [
        (before, before.action_text(after.moves[len(before.moves)]))
        for before, after in pairwise(game.states)
        if before.current_player == seat and len(before.legal_actions()) > 1
    ]
    cards = []
    for index, (state, name) in enumerate(choices):
        if progress:
            progress(index, len(choices))
        advice = advise(state.view(), player, seed, stakes=stakes)
        chosen = next(card for card in advice.actions if card.action == name)
        trick = len(advice.position.played) // SEATS + 1
        cards.append(JudgedCard(trick=trick, answer=advice, chosen=chosen))
    return Analysis(cards=tuple(sorted(cards, key=lambda card: -card.cost)))


@dataclass(frozen=True, kw_only=True)
class Change:
    """The advice before a player's last card beside today's.

    Parameters
    ----------
    before, now
        The advice then and now.
    chosen
        The card played then, with what it was worth.
    learnt
        The chances of hidden cards and suits that moved most, from then (``before``) to now.
    """

    before: CardAdvice
    now: CardAdvice
    chosen: CardValue
    learnt: tuple[Fact, ...]


def change_of(
    advice: CardAdvice, player: str | Strategy | None = None, seed: int = 1
) -> Change | None:
    """Return the change of advice since the player's last card.

    None if the player has not played yet, or the order of play is not known.

    Parameters
    ----------
    advice
        Today's.
    player, seed
        Of the earlier advice, as in `llq.sueca.advise`.

    Examples
    --------
    >>> import llq
    >>> tricks = "W 5D KD AD 6D; E 2S 3S 4S"
    >>> position = llq.sueca.position("S:AK7 H:7642 D:3 C:2", "H", tricks=tricks)
    >>> change_of(llq.sueca.advise(position, "mc_extra:20x1")) is None
    False
    """
    if (earlier := advice.position.previous()) is None:
        return None
    before = advise(earlier, player, seed, stakes=advice.stakes)
    hand, hidden = advice.position.hand, advice.hidden
    chosen = next(card for card in before.actions if card.action not in hand)
    learnt: tuple[Fact, ...] = ()
    if before.hidden is not None and hidden is not None:
        chances = {(fact.seat, fact.what): fact.chance for fact in before.hidden.facts()}
        learnt = notable(
            fact._replace(before=chances[fact.seat, fact.what])
            for fact in hidden.facts()
            if hidden.counts(fact.what)
        )
    return Change(before=before, now=advice, chosen=chosen, learnt=learnt)
