"""Advice for a player of Literature: certain facts, exact chances, claims, and asks with reasons.

Chances are exact where `solver.literature.inference.posterior` counts deals: each deal that agrees
with the hand and every move is as likely as another, since nothing is read from *why* a player
chose an ask. The value of an ask is a player's opinion: greedy's is the chance to get the card, a
trained policy's is its network's; of a custom player only the choice is known.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from llq.errors import IllegalState, UnknownStrategy
from llq.query.answers import Answer, Records, Table, record_names
from llq.query.custom_players import is_custom_player
from llq.query.literature.advice import tables
from llq.query.literature.advice.asks import AskValue, list_asks
from llq.query.literature.advice.claims import ClaimValue, list_claims
from llq.query.literature.advice.deductions import Deduction, deduce
from llq.query.literature.advice.explanations import count_deals
from llq.query.literature.built_in_players import PROMISE, find_player
from llq.query.literature.positions.card_text import Seats, half_suit_words, join, spell_out
from llq.query.literature.positions.notation import Game, record
from llq.solver.card_masks import cards_of
from llq.solver.literature.actions import Action, Ask, Claim, Pass
from llq.solver.literature.players import Player, Strategy
from llq.solver.literature.positions.position import Position
from llq.solver.literature.rules import card_name, find_half_suit
from llq.store.schema import rules_name

ADVISER = "greedy"
"""The player who advises by default."""
_SHOWN = 10
"""Asks that the advice in words lists."""


class Details(NamedTuple):
    """Optional details of the tables; rows follow the first one set."""

    knowledge: bool = False
    """Counts by half suit, other players' knowledge, and reasons for certain cards."""
    grid: bool = False
    """Each card's chance in each hand."""
    claims: bool = False
    """Claims instead of asks in rows."""
    every: bool = False
    """Full lists of asks and claims."""


_USUAL = Details()


@dataclass(frozen=True, kw_only=True)
class AskAdvice(Answer[Action | None, AskValue]):
    """A complete answer to advice questions.

    ``actions`` are the legal asks, best first, none if it is not your turn. What is best may be an
    ask, a claim or a pass; ``best`` is None where there is nothing for you to do.

    Parameters
    ----------
    game
        The game.
    decision, decision_text
        What to do, as an action and in words.
    players
        What is certain of every player, by seat.
    chances
        For every card in play, the chance that each player holds it, by seat.
    deals
        The number of deals that agree with the hand and the moves; None where it is not counted.
    claims
        The likeliest claim of every half suit in play, likeliest first.
    player
        The player whose values the asks have.
    details
        What tables and rows show.
    """

    game: Game
    decision: Action | None
    decision_text: str
    players: tuple[Deduction, ...]
    chances: dict[str, tuple[float, ...]]
    deals: float | None
    claims: tuple[ClaimValue, ...]
    player: str
    details: Details = _USUAL

    @property
    def rules(self) -> str:
        """The rules and their version."""
        rules = self.game.position.rules
        return rules_name(rules.rules_id, rules.version)

    @property
    def best(self) -> Action | None:
        """The recommended action; None when you have no move."""
        return self.decision

    @property
    def text(self) -> str:
        """The recommendation in words."""
        return self.decision_text

    @property
    def value(self) -> float | None:
        """The best ask's value, None for another best action."""
        return self.actions[0].value if isinstance(self.decision, Ask) else None

    @property
    def seats(self) -> Seats:
        """The seats and the players' names."""
        return self.game.seats

    @property
    def facts(self) -> tuple[str, ...]:
        """The game's state in words, hand excluded."""
        position, seats = self.game.position, self.seats
        owners = list(position.owners.values())
        team = position.seat % 2
        facts = [f"half suits {owners.count(team)} to {owners.count(1 - team)}"]
        if position.perspective.is_over:
            facts.append(
                "no more asks: a team is out of cards"
                if position.perspective.live
                else "the game is over"
            )
        else:
            mover = seats.name(position.turn)
            facts.append(
                "it is your turn" if position.turn == seats.me else f"it is {mover}'s turn"
            )
        sizes = (f"{seats.label(seat)} {size}" for seat, size in enumerate(position.sizes))
        facts.append(f"cards: {', '.join(sizes)}")
        return tuple(facts)

    @property
    def is_exact(self) -> bool:
        """Whether the chances are exact, rather than saddle point approximations."""
        return self.deals is not None

    @property
    def title(self) -> str:
        """The seat advised, and the recommended action."""
        return f"{self.seats.name(self.game.position.seat).capitalize()}: {spell_out(self.text)}"

    @property
    def context(self) -> tuple[str, ...]:
        """The hand, and the facts."""
        return " ".join(self.game.position.hand) or "no cards", *self.facts

    @property
    def table(self) -> Table:
        """The asks, best first; equivalent cards share a row."""
        return tables.ask_table(self.actions, self.seats)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The likeliest asks and claims, each player's certain cards, and chosen details."""
        seats, players, every = self.seats, self.players, self.details.every
        ranks = "".join(self.game.position.rules.pack.ranks)
        sections = (
            *([tables.ask_table(self.actions, seats, every=every)] if self.actions else []),
            *([tables.claim_table(self.claims, every=every)] if self.claims else []),
            tables.player_table(players, seats),
            *(tables.knowledge_tables(players, seats) if self.details.knowledge else []),
            *([tables.grid_table(self.chances, ranks, seats)] if self.details.grid else []),
        )
        return tuple(map(tables.in_words, sections))

    def records(self) -> Records:
        """Return flat rows of the asks, or of a chosen detail."""
        if sum(self.details[:3]) > 1:
            raise IllegalState("a CSV is one table: give one of --claims, --grid and --knowledge")
        if self.details.claims:
            return Records(tables.CLAIM, [tables.claim_record(claim) for claim in self.claims])
        if self.details.knowledge:
            rows = [tables.player_record(player) for player in self.players]
            return Records(tuple(rows[0]), rows)
        if self.details.grid:
            names = ("card", *(f"player {seat}" for seat in range(self.seats.players)))
            chances = ((card, *by_seat) for card, by_seat in self.chances.items())
            return Records(names, [dict(zip(names, row, strict=True)) for row in chances])
        names = record_names(AskValue, Ask._fields)
        return Records(names, [ask.to_record() for ask in self.actions])

    def to_dict(self) -> dict[str, Any]:
        """Return the advice as plain data, ready for JSON."""
        position = self.game.position
        return super().to_dict() | {
            "seat": position.seat,
            "hand": list(position.hand),
            "turn": position.turn,
            "sizes": list(position.sizes),
            "owners": position.owners,
            "facts": list(self.facts),
            "deals": self.deals,
            "is_exact": self.is_exact,
            "player": self.player,
            "claims": [claim.to_dict() for claim in self.claims],
            "players": [player.to_dict() for player in self.players],
            "chances": self.chances,
        }

    def __str__(self) -> str:
        """Return the advice in words."""
        hand = " ".join(self.game.position.hand) or "no cards"
        lines = [f"{hand} ({'; '.join(self.facts)}): {self.text}"]
        lines += [f"  ask {ask}" for ask in self.actions[:_SHOWN]]
        if len(self.actions) > _SHOWN:
            lines.append(f"  and {len(self.actions) - _SHOWN} other asks")
        lines += [f"  claim {claim}" for claim in self.claims if claim.team_chance]
        lines += [f"  {player}" for player in self.players]
        return "\n".join([*lines, self.source])


def advise(game: Game | Position, player: str | Strategy | Player = ADVISER) -> AskAdvice:
    """Return certain facts, chances and the best action for a Literature player.

    Parameters
    ----------
    game
        A game of `llq.literature.game` or `llq.literature.positions.read`, or the position that a
        custom player is given.
    player
        The player whose values the asks have: a built-in player, a stored policy, or a custom
        player, ``module:Class`` or an object with a ``name`` and ``choose(view, random)``. To a
        custom player the ask that it makes is worth 1 and every other 0.

    Raises
    ------
    UnknownStrategy
        There is no such player.
    IllegalState
        The player was trained for another number of players, or ``game`` is not a game.
    IllegalAction
        A custom player makes an ask that is not legal.

    Examples
    --------
    >>> import llq
    >>> game = llq.literature.game("C:A2389 D:TJ H:345 S:QK", 2, "1>2 4D -")
    >>> advice = llq.literature.advise(game)
    >>> advice.best
    Ask(player=1, card='4C')
    >>> print(*advice.actions[0].why[:2], sep="; ")
    may have it (33.6% of deals); reveals that you have low clubs
    """
    if not isinstance(game, Game | Position):
        raise IllegalState(
            f"advice is on a game, of llq.literature.game; got {game!r} "
            "(llq.literature.positions.read reads a file)"
        )
    strategy = find_player(player) if isinstance(player, str) else player
    if not isinstance(strategy, Strategy) and not is_custom_player(strategy):
        raise UnknownStrategy(
            f"{player!r} does not advise: name a built-in player, a policy or module:Class, or "
            f"give an object with {PROMISE}"
        )
    if isinstance(game, Position):
        game = record(game)
    position, reasons = game.position, game.reasons
    chances = position.posterior.held[: position.rules.players]
    claims = list_claims(reasons)
    asks, meaning = list_asks(position, reasons, strategy)
    decision, text = _decide(position, game.seats, claims, asks)
    deals = position.perspective.deals
    values = f"; values by {strategy.name}: {meaning}" if asks else ""
    return AskAdvice(
        actions=asks,
        unit=meaning,
        source=_source(deals) + values,
        game=game,
        decision=decision,
        decision_text=text,
        players=deduce(reasons),
        chances={
            card_name(card, position.rules.pack): tuple(chances[:, card].tolist())
            for card in cards_of(position.perspective.live)
        },
        deals=deals,
        claims=claims,
        player=strategy.name,
    )


def _source(deals: float | None) -> str:
    """Return in words what the chances are."""
    if deals is None:
        return "chances by a saddle point, an approximation: too many deals agree to count them"
    verb = "agrees" if deals == 1 else "agree"
    return f"exact chances: {count_deals(deals)} {verb} with your hand and the moves"


def _decide(
    position: Position, seats: Seats, claims: tuple[ClaimValue, ...], asks: tuple[AskValue, ...]
) -> tuple[Action | None, str]:
    """Return the recommended action, if any, and the recommendation in words."""
    perspective, rules = position.perspective, position.rules
    is_own_turn = position.turn == position.seat
    certain = [claim for claim in claims if claim.is_certain]
    certain_texts = join(claim.text for claim in certain) if certain else ""
    if certain and (is_own_turn or rules.out_of_turn):
        return certain[0].action, f"claim {certain_texts}"
    if perspective.is_over:
        may_claim = rules.out_of_turn or position.turn % 2 == position.seat % 2
        if may_claim and any(position.sizes[position.seat % 2 :: 2]):
            return None, "nothing: a teammate may have a certain claim"
        return None, "nothing: the game is over"
    if not is_own_turn:
        later = f"; then claim {certain_texts}" if certain and position.hand else ""
        return None, f"wait: it is {seats.name(position.turn)}'s turn{later}"
    if perspective.pass_targets:
        recipients = join(map(seats.name, perspective.pass_targets), "or")
        return Pass(perspective.pass_targets[0]), f"pass the turn to {recipients}"
    if asks:
        return asks[0].action, asks[0].text
    claim = claims[0]
    half = find_half_suit(claim.half_suit)
    action = claim.action or Claim(claim.half_suit, perspective.likeliest_claim(half))
    reason = f"you cannot ask, and the {half_suit_words(half)} are likeliest, {claim.chance:.1%}"
    return action, f"claim {claim.text}: {reason}"
