"""Costs of a game's asks and claims, judged by their player's knowledge.

Nobody knows what an ask of Literature is worth. Its cost is an opinion, the adviser's: greedy's is
the chance to get the card, which says nothing of what the ask tells or risks; a learnt policy's is
its network's estimate. So costs do not add up to half suits: a card known to be somewhere that is
not asked for is given up again in each turn. What is certain is counted apart: claims that were
wrong, and claims that were certain but were not made.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from llq.errors import IllegalState
from llq.query.literature.advice.advice import ADVISER, AskAdvice, advise
from llq.query.literature.advice.asks import AskValue
from llq.query.literature.advice.claims import ClaimValue
from llq.query.literature.positions.moves import write_move
from llq.query.literature.positions.notation import Game, record
from llq.query.play.agents import PlayedGame
from llq.query.play.judged_actions import Judged
from llq.solver.card_masks import mask_of
from llq.solver.jobs.progress import Progress
from llq.solver.literature.actions import Ask, Asked, Claimed, Move
from llq.solver.literature.game_state import LiteratureState
from llq.solver.literature.players import Player, Strategy
from llq.solver.literature.positions.perspective import Perspective
from llq.solver.literature.positions.position import Position
from llq.solver.literature.rules import card_name, find_card, half_suit_name

_TIED = 1e-9  # equal chances differ in their last digits


@dataclass(frozen=True, kw_only=True)
class JudgedAsk(Judged[AskAdvice, AskValue]):
    """A game's ask beside its alternatives.

    Parameters
    ----------
    move
        Its number in the record of the game, from 1.
    answer
        The advice at that moment.
    chosen
        The ask, with its value and its cost.
    held
        Whether the opponent had the card.
    """

    move: int
    held: bool


@dataclass(frozen=True, kw_only=True)
class JudgedClaim:
    """A game's claim beside its half suit's likeliest claim.

    Parameters
    ----------
    move
        Its number in the record of the game, from 1.
    text
        The claim in notation, with the true holders where it was wrong.
    is_right
        Whether it was.
    chance
        The chance that it was, as far as the player could know.
    likeliest
        The claim of the half suit that was likeliest right.
    """

    move: int
    text: str
    is_right: bool
    chance: float
    likeliest: ClaimValue

    @property
    def cost(self) -> float:
        """The likeliest claim's chance minus the made claim's."""
        return self.likeliest.chance - self.chance

    def to_dict(self) -> dict[str, Any]:
        """Return the claim as plain data, ready for JSON."""
        plain = {name: getattr(self, name) for name in ("move", "text", "is_right", "chance")}
        return plain | {"likeliest": self.likeliest.to_dict(), "cost": self.cost}


@dataclass(frozen=True, kw_only=True)
class MissedClaim:
    """A certain claim missed in a turn.

    Parameters
    ----------
    move
        What was done instead the first time, by its number in the record.
    turns
        Turns in which it was certain and not made.
    claim
        The claim, and why it was certain.
    """

    move: int
    turns: int
    claim: ClaimValue

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, ready for JSON."""
        return {"move": self.move, "turns": self.turns, "claim": self.claim.to_dict()}


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """A player's asks and claims in a game; ``str()`` lists the mistakes.

    Parameters
    ----------
    asks
        The most costly first; those that cost the same in the order of play.
    claims
        Those that were not certain; wrong ones first, then by cost.
    missed
        Certain claims that were not made in the first turn that allowed it, in that order.
    unit
        What the values of asks measure.
    """

    asks: tuple[JudgedAsk, ...]
    claims: tuple[JudgedClaim, ...]
    missed: tuple[MissedClaim, ...]
    unit: str

    @property
    def cost(self) -> float:
        """Total cost of all asks, in the values' unit."""
        return sum(ask.cost for ask in self.asks)

    @property
    def mistakes(self) -> tuple[JudgedAsk, ...]:
        """Asks that cost something, most costly first."""
        return tuple(ask for ask in self.asks if ask.cost > _TIED)

    @property
    def hits(self) -> int:
        """Asks that got the card."""
        return sum(ask.held for ask in self.asks)

    @property
    def expected_hits(self) -> float:
        """Expected number of hits among the same asks, given the player's knowledge."""
        return sum(ask.chosen.chance for ask in self.asks)

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as plain data, ready for JSON."""
        return {
            **{name: getattr(self, name) for name in ("cost", "unit", "hits", "expected_hits")},
            "asks": [ask.to_dict() for ask in self.asks],
            "claims": [claim.to_dict() for claim in self.claims],
            "missed": [claim.to_dict() for claim in self.missed],
        }

    def __str__(self) -> str:
        lines = [ask.line(f"move {ask.move}") for ask in self.mistakes]
        lines += [
            f"move {claim.move}: {claim.text}, at {claim.chance:.1%}"
            + (f"; likeliest was {claim.likeliest}" if claim.cost > 0 else "")
            for claim in self.claims
        ]
        lines += [
            f"move {claim.move}: {claim.claim.text} was certain, and in {claim.turns} "
            f"turn{'s' if claim.turns > 1 else ''} not claimed"
            for claim in self.missed
        ]
        count = len(self.asks)
        lines += [
            f"{self.hits} of {count} ask{'s' if count != 1 else ''} got the card, "
            f"{self.expected_hits:.1f} expected",
            f"asks cost {self.cost:.4f} in all" + (f": {self.unit}" if count else ""),
        ]
        return "\n".join(lines)


def analyse(
    game: PlayedGame | Game,
    seat: int = 0,
    *,
    player: str | Strategy | Player = ADVISER,
    progress: Progress = None,
) -> Analysis:
    """Return each ask's and claim's cost, given the player's knowledge.

    Parameters
    ----------
    game
        A game that was played, finished or not, or a record of one as a player saw it.
    seat
        Whose moves of a played game; a record has those of its player.
    player
        Whose values the asks have, as in `llq.literature.advise`. An ask that this player does not
        consider may cost less than nothing.
    progress
        Called with the number of moves judged and their total.

    Raises
    ------
    IllegalState
        It is no game of Literature, or there is no such seat.
    UnknownStrategy
        There is no such player.

    Examples
    --------
    >>> import llq
    >>> played = llq.literature.play(["possible", "greedy"] * 2, seed=1)
    >>> analysis = llq.literature.analyse(played, seat=0)
    >>> print(str(analysis).splitlines()[-1])
    asks cost 10.3185 in all: the chance to get the card
    """
    # A game whose known claims are made by themselves misses none.
    has_free_claims = True
    if isinstance(game, PlayedGame):
        state = game.state
        if not isinstance(state, LiteratureState):
            raise IllegalState(f"a game of Literature is analysed here; got one of {state.game}")
        if seat not in range(state.players):
            raise IllegalState(f"seats are 0 to {state.players - 1}; got {seat!r}")
        has_free_claims = state.claims == "free"
        game = record(state.view(seat))
    unit, asks, claims = "", [], []
    missed: dict[str, MissedClaim] = {}
    moves = [*_moves_of(game)]
    for index, (number, position, move) in enumerate(moves):
        if progress:
            progress(index, len(moves))
        advice = advise(record(position, game.names), player)
        if isinstance(move, Claimed):
            judged_claim = _judge_claim(number, advice, move)
            claims += [judged_claim] if judged_claim.chance < 1 else []
            continue
        if isinstance(move, Asked):
            unit = advice.unit
            ask = Ask(move.target, card_name(move.card, position.rules.pack))
            chosen = next(value for value in advice.actions if value.action == ask)
            asks.append(JudgedAsk(move=number, answer=advice, chosen=chosen, held=move.held))
        for claim in advice.claims if has_free_claims else ():
            if claim.is_certain:
                earlier = missed.get(claim.half_suit)
                start, turns = (earlier.move, earlier.turns) if earlier else (number, 0)
                missed[claim.half_suit] = MissedClaim(move=start, turns=turns + 1, claim=claim)
    return Analysis(
        asks=tuple(sorted(asks, key=lambda judged: -round(judged.cost, 9))),
        claims=tuple(sorted(claims, key=lambda judged: (judged.is_right, -judged.cost))),
        missed=tuple(missed.values()),
        unit=unit,
    )


def _moves_of(game: Game) -> Iterator[tuple[int, Position, Move]]:
    rules, me = game.position.rules, game.position.seat
    hand = mask_of(find_card(card, rules.pack) for card in game.hand)
    perspective = Perspective.begin(rules, me, hand, game.first)
    for number, move in enumerate(game.moves, start=1):
        if move.seat == me:
            yield number, Position(perspective), move
        perspective = perspective.after(move)


def _judge_claim(number: int, advice: AskAdvice, move: Claimed) -> JudgedClaim:
    position, name = advice.game.position, half_suit_name(move.half_suit)
    likeliest = next(claim for claim in advice.claims if claim.half_suit == name)
    is_likeliest = likeliest.action is not None and likeliest.action.holders == move.claimed
    chance = position.perspective.claim_chance(move.half_suit, move.claimed)
    return JudgedClaim(
        move=number,
        text=write_move(move, position.rules.pack),
        is_right=move.is_right,
        chance=likeliest.chance if is_likeliest else chance,
        likeliest=likeliest,
    )
