"""Changes of advice since the player's last card, and new evidence on hidden hands."""

from dataclasses import dataclass

from llq.query.sueca.advice.advice import CardAdvice, CardValue, advise
from llq.query.sueca.advice.hidden_hands import Fact, notable
from llq.solver.sueca.players import Strategy


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
    earlier = advice.position.previous()
    if earlier is None:
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
