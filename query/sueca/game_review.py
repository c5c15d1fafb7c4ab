"""A played game of Sueca, reviewed: what each choice of a player cost, the costliest first."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from llq.errors import IllegalState
from llq.query.agents import PlayedGame
from llq.query.sueca.advice import Advice, CardValue, advise
from llq.solver.sueca.game_state import SuecaState
from llq.solver.sueca.players import Strategy
from llq.solver.sueca.rules import SEATS

__all__ = ["ReviewedCard", "review"]


@dataclass(frozen=True, slots=True)
class ReviewedCard:
    """A card that a player chose, and the advice at that moment.

    Parameters
    ----------
    trick
        The number of the trick, 1 … 10.
    card
        The card with its value and cost.
    advice
        On every card that was legal.
    """

    trick: int
    card: CardValue
    advice: Advice


def review(
    record: PlayedGame, seat: int, player: str | Strategy | None = None, seed: int = 1
) -> tuple[ReviewedCard, ...]:
    """Return every choice of a player in a game with what it cost, the costliest first.

    A turn with one legal card is no choice.

    Parameters
    ----------
    record
        Of `llq.sueca.play`, or of a sitting.
    seat
        Whose cards are reviewed.
    player, seed
        As in `llq.sueca.advise`.

    Raises
    ------
    IllegalState
        It is not a game of Sueca, or there is no such seat.
    UnknownStrategy
        There is no such player, or it does not advise.

    Examples
    --------
    >>> import llq
    >>> record = llq.sueca.play(["random"] * 4, seed=1)
    >>> costliest = llq.sueca.review(record, 0, "mc_extra:50x2")[0]
    >>> costliest.trick, costliest.card.text, costliest.advice.text
    (7, '7D', '4S')
    """
    if not isinstance(record.state, SuecaState):
        raise IllegalState(f"a game of Sueca is reviewed here; got one of {record.state.game}")
    if seat not in range(SEATS):
        raise IllegalState(f"seats are 0 to {SEATS - 1}; got {seat!r}")
    found = []
    for before, after in pairwise(record.states):
        if before.current_player == seat and len(before.legal_actions()) > 1:
            advice = advise(before.view(), player, seed)
            name = before.action_text(after.moves[len(before.moves)])
            chosen = next(card for card in advice.actions if card.action == name)
            trick = len(advice.position.played) // SEATS + 1
            found.append(ReviewedCard(trick, chosen, advice))
    return tuple(sorted(found, key=lambda one: -one.card.cost))
