"""What to do in Literature: what is certain, exact chances, claims, and asks with their reasons.

Chances are exact where `solver.literature.posterior` counts deals: each deal that agrees with the
hand and every move is as likely as another, since nothing is read from *why* a player chose his
ask. What an ask is worth is the opinion of a player: greedy's is the chance to get the card, a
learnt policy's what its network says; of a player of one's own only the choice is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from llq.errors import IllegalState, UnknownStrategy
from llq.query.literature.asks import AskValue, list_asks
from llq.query.literature.card_text import Seats, half_suit_words, join
from llq.query.literature.claims import ClaimValue, list_claims
from llq.query.literature.deductions import Deduction, deduce
from llq.query.literature.explanations import count_deals
from llq.query.literature.notation import Game, game_record
from llq.query.literature.players import PROMISE, find_player
from llq.query.players import is_custom_player
from llq.solver.literature.players import Player, Strategy
from llq.solver.literature.position import Position
from llq.solver.literature.rules import card_name, cards_of, find_half_suit

__all__ = ["Advice", "advise"]

ADVISER = "greedy"
"""Who advises where nobody is named."""


@dataclass(frozen=True)
class Advice:
    """The whole answer to a question for advice.

    Parameters
    ----------
    game
        What was asked.
    best
        What to do, in words.
    players
        What is certain of every player, by seat.
    chances
        Of every card in play, the chance that each player holds it, by seat.
    deals
        How many deals agree with the hand and the moves; None where they are not counted.
    claims
        Of every half suit in play the likeliest claim, likeliest first.
    asks
        Every legal ask, best first; none if it is not your turn.
    player, meaning
        Who says what asks are worth, and what that is.
    """

    game: Game
    best: str
    players: tuple[Deduction, ...]
    chances: dict[str, tuple[float, ...]]
    deals: float | None
    claims: tuple[ClaimValue, ...]
    asks: tuple[AskValue, ...]
    player: str
    meaning: str

    @property
    def seats(self) -> Seats:
        """Who sits where, and how they are called."""
        return self.game.seats

    @property
    def facts(self) -> tuple[str, ...]:
        """What the advice is about, in words, but for the hand."""
        position, seats = self.game.position, self.seats
        owners = list(position.owners.values())
        mine = position.seat % 2
        facts = [f"half suits {owners.count(mine)} to {owners.count(1 - mine)}"]
        if position.perspective.is_over:
            facts.append(
                "no more asks: a team is out of cards"
                if position.perspective.live
                else "the game is over"
            )
        else:
            mover = seats.you(position.turn)
            facts.append(f"it is {mover + chr(39) + 's' if mover != 'you' else 'your'} turn")
        sizes = (f"{seats.label(seat)} {size}" for seat, size in enumerate(position.sizes))
        facts.append(f"cards: {', '.join(sizes)}")
        return tuple(facts)

    @property
    def is_exact(self) -> bool:
        """Whether chances are exact; else they are a saddle point approximation."""
        return self.deals is not None

    @property
    def based_on(self) -> str:
        """What the chances are, in words."""
        if self.deals is not None:
            agree = "agrees" if self.deals == 1 else "agree"
            return f"exact chances: {count_deals(self.deals)} {agree} with your hand and the moves"
        return "chances by a saddle point, an approximation: too many deals agree to count them"

    def to_dict(self) -> dict[str, Any]:
        """Return the advice as plain data, ready for JSON."""
        position = self.game.position
        return {
            "seat": position.seat,
            "hand": list(position.hand),
            "turn": position.turn,
            "sizes": list(position.sizes),
            "owners": position.owners,
            "facts": list(self.facts),
            "best": self.best,
            "deals": self.deals,
            "is_exact": self.is_exact,
            "player": self.player,
            "meaning": self.meaning,
            "asks": [ask.to_dict() for ask in self.asks],
            "claims": [claim.to_dict() for claim in self.claims],
            "players": [player.to_dict() for player in self.players],
            "chances": self.chances,
        }

    def __str__(self) -> str:
        """Return the advice in words."""
        hand = " ".join(self.game.position.hand) or "no cards"
        lines = [f"{hand} ({'; '.join(self.facts)}): {self.best}"]
        lines += [f"  ask {ask}" for ask in self.asks[:_SHOWN]]
        if len(self.asks) > _SHOWN:
            lines.append(f"  and {len(self.asks) - _SHOWN} other asks")
        lines += [f"  claim {claim}" for claim in self.claims if claim.team_chance]
        lines += [f"  {player}" for player in self.players]
        value = f"; values by {self.player}: {self.meaning}" if self.asks else ""
        return "\n".join([*lines, self.based_on + value])


_SHOWN = 10


def advise(game: Game | Position, player: str | Strategy | Player = ADVISER) -> Advice:
    """Return what is certain, likely and best to do for a player of Literature.

    Parameters
    ----------
    game
        Of `llq.literature.game` or `llq.literature.read_game`, or what a player of one's own is
        given.
    player
        Who says what asks are worth: a built-in player, a stored policy, or a player of one's own,
        ``module:Class`` or an object with a ``name`` and ``choose(position, random)``; to him the
        ask that he makes is worth 1 and every other 0.

    Raises
    ------
    UnknownStrategy
        There is no such player.
    IllegalState
        He was learnt for another number of players, or what is asked about is no game.
    IllegalAction
        A player of one's own makes an ask that is not legal.

    Examples
    --------
    >>> import llq
    >>> game = llq.literature.game("C:A2389 D:TJ H:345 S:QK", 2, "1>2 4D -")
    >>> best = llq.literature.advise(game).asks[0]
    >>> print(best.target, best.card, *best.why[:2], sep="; ")
    1; 4C; may have it (33.6% of deals); reveals that you have low clubs
    """
    if not isinstance(game, Game | Position):
        raise IllegalState(
            f"advice is on a game, of llq.literature.game; got {game!r} "
            "(a file is read by llq.literature.read_game)"
        )
    strategy = _find_adviser(player)
    if isinstance(game, Position):
        game = game_record(game)
    position, reasons = game.position, game.reasons
    chances = position.posterior
    claims = list_claims(reasons)
    asks, meaning = list_asks(position, reasons, strategy)
    return Advice(
        game=game,
        best=_best(position, game.seats, claims, asks),
        players=deduce(reasons),
        chances={
            card_name(card, position.rules.pack): tuple(
                chances.held[: position.rules.players, card].tolist()
            )
            for card in cards_of(position.perspective.live)
        },
        deals=position.perspective.deals,
        claims=claims,
        asks=asks,
        player=strategy.name,
        meaning=meaning,
    )


def _find_adviser(player: str | Strategy | Player) -> Strategy | Player:
    """Return a player who says what asks are worth."""
    found = find_player(player) if isinstance(player, str) else player
    if not isinstance(found, Strategy) and not is_custom_player(found):
        raise UnknownStrategy(
            f"{player!r} does not advise: name a built-in player, a policy or module:Class, or "
            f"give an object with {PROMISE}"
        )
    return found


def _best(
    position: Position,
    seats: Seats,
    claims: tuple[ClaimValue, ...],
    asks: tuple[AskValue, ...],
) -> str:
    """Return what to do, in words."""
    mine = position.turn == position.seat
    certain = [claim.words for claim in claims if claim.is_certain]
    if certain and (mine or position.rules.out_of_turn):
        return f"claim {join(certain)}"
    if position.perspective.is_over:
        mate = position.rules.out_of_turn or position.turn % 2 == position.seat % 2
        if mate and any(position.sizes[position.seat % 2 :: 2]):
            return "nothing: a team mate may claim what is certain to him"
        return "nothing: the game is over"
    if not mine:
        later = f"; then claim {join(certain)}" if certain and position.hand else ""
        return f"wait: it is {seats.name(position.turn)}'s turn{later}"
    targets = position.perspective.pass_targets
    if targets:
        may = map(seats.name, targets)
        return f"pass the turn to {join(may, 'or')}"
    if asks:
        return f"ask {seats.name(asks[0].target)} for the {asks[0].card}"
    likeliest = claims[0]
    words = half_suit_words(find_half_suit(likeliest.half_suit))
    return (
        f"claim {likeliest.words}: you cannot ask, and the {words} are likeliest, "
        f"{likeliest.chance:.1%}"
    )
