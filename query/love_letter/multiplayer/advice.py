"""What to play at a table of several: every play by playouts over deals from beliefs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.answers import ActionValue, Answer, Bar, Column
from llq.query.love_letter.multiplayer.matches import PLAYOUTS
from llq.query.players import check_seed
from llq.solver.arguments import check_integer
from llq.solver.love_letter.multiplayer.rounds import HAND, KEEP, PHASE, PLAY, SEATS, party_rules
from llq.solver.love_letter.multiplayer.watched_round import WatchedRound
from llq.solver.love_letter.multiplayer.words import PartyAction, action_of, describe

_SAMPLES = 4000  # deals for the beliefs shown
_LEAST_SHOWN = 0.005  # of chances


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyValue(ActionValue[PartyAction]):
    """A legal action of a table of several, and what it is worth by playouts.

    Parameters
    ----------
    win_prob
        The chance to be among the winners of the round.
    tokens
        The tokens expected of the round, the Spy's among them.
    playouts
        The playouts behind the numbers; guesses aimed at the same seat share some.
    """

    win_prob: float
    tokens: float
    playouts: int


class HeldCard(NamedTuple):
    """How likely a seat holds a card."""

    seat: int
    card: str
    chance: float


@dataclass(frozen=True, kw_only=True)
class PartyAdvice(Answer[PartyAction, PartyValue]):
    """What to play at a table of several, best first: in the order in which plays outlasted others.

    A play that was dropped early has few playouts, and may have a higher mean by chance.

    Parameters
    ----------
    hand
        The cards in hand, by name.
    seat, players
        The player's seat, and how many sit at the table.
    held
        What the others may hold, the likelier first.
    seed
        Of the playouts.
    """

    hand: tuple[str, ...]
    seat: int
    players: int
    held: tuple[HeldCard, ...]
    seed: int

    @property
    def title(self) -> str:
        """The hand, and what to play."""
        return f"{' and '.join(self.hand)}: {self.text}"

    @property
    def context(self) -> tuple[str, ...]:
        """The table, and what each other seat may hold, a line each."""
        return f"seat {self.seat} of {self.players}", *held_lines(self.held)

    @property
    def columns(self) -> tuple[Column, ...]:
        """What each action is worth, wins and earns."""
        return (
            Column("value", "share" if self.unit == "win share" else "value", ".3f",
                   error="standard_error"),
            Column("win_prob", "wins", ".1%"),
            Column("tokens", "tokens", ".3f"),
            Column("playouts", "playouts", ",d"),
        )  # fmt: skip

    @property
    def bar(self) -> Bar:
        """A full bar is a certain win, or two tokens."""
        return Bar(most=1.0 if self.unit == "win share" else 2.0, cells=12)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        return super().to_dict() | {
            "hand": self.hand,
            "seat": self.seat,
            "players": self.players,
            "held": [card._asdict() for card in self.held],
            "seed": self.seed,
        }

    def __str__(self) -> str:
        """Return the answer in words, one action a line."""
        lines = [self.title]
        lines += [
            f"  {action.value:.3f} ± {action.standard_error or 0:.3f}  {action.text}"
            for action in self.actions
        ]
        return "\n".join([*lines, self.source])


def advise_party(
    round_: WatchedRound, *, playouts: int = 50_000, seed: int = 1, by_tokens: bool = False
) -> PartyAdvice:
    """Return what to play in a round at a table of several.

    Parameters
    ----------
    round_
        As `watch` returns it; the player is to move, and has drawn.
    playouts
        About how many playouts for all plays; half of the plays are dropped after each share.
    seed
        Of the playouts.
    by_tokens
        Whether to rank plays by tokens in place of the share of the win.

    Raises
    ------
    IllegalState
        It is not the player's turn to choose, or a number is out of range.

    Examples
    --------
    >>> import llq
    >>> turns = "0 Priest on 1; I draw Guard; "
    >>> round_ = llq.love_letter.rounds.watch(4, "Princess", turns, seat=1)
    >>> llq.love_letter.rounds.advise_party(round_, playouts=4000).best.card
    'Guard'
    """
    view, seat = round_.view, round_.seat
    if round_.is_over or round_.mover != seat or view[PHASE] not in (PLAY, KEEP):
        why = "the round is over" if round_.is_over else f"seat {round_.mover} is to move"
        if round_.mover == seat and not round_.is_over:
            why = "say what you drew, such as: I draw Guard"
        raise IllegalState(f"advice is for your own turn, with both cards in hand: {why}")
    check_integer("playouts", playouts, 1, 10**7)
    return value_view(
        round_.rules, view, seat, round_.likely, playouts, check_seed(seed), by_tokens=by_tokens
    )


def value_view(
    rules: Any,
    view: NDArray[np.int64],
    seat: int,
    likely: NDArray[np.float64],
    playouts: int = PLAYOUTS,
    seed: int = 1,
    *,
    by_tokens: bool = False,
) -> PartyAdvice:
    """Return the advice for a view and its likelihoods, as in the solver's `beliefs`."""
    from llq.solver.love_letter.multiplayer import playouts as trials

    players = int(view[SEATS])
    table, room = _table_and_room(rules.variant, players)
    room.stream[0] = np.uint64(seed % 2**64)
    count = trials.value_actions(table, view, seat, likely, playouts, by_tokens, room)
    sums = room.sums[:count]
    weight = sums[:, trials.WEIGHT]
    means = sums[:, : trials.SQUARES] / weight[:, None]
    worth = means[:, trials.TOKENS if by_tokens else trials.SHARE]
    spread = sums[:, trials.SQUARES] - worth**2 * sums[:, trials.WEIGHT_SQUARES]
    errors = np.sqrt(np.maximum(spread, 0.0)) / weight
    actions = tuple(
        PartyValue(
            action=action_of(rules, table, view, int(room.actions[index])),
            text=describe(rules, table, view, int(room.actions[index])),
            value=float(worth[index]),
            cost=max(float(worth[0] - worth[index]), 0.0),
            standard_error=float(errors[index]),
            is_best=index == 0,
            win_prob=float(means[index, trials.WINS]),
            tokens=float(means[index, trials.TOKENS]),
            playouts=int(sums[index, trials.DEALS]),
        )
        for index in range(count)
    )
    names = [card.name for card in rules.cards]
    cards = [int(card) for card in own_cards(view, seat)]
    total = int(sums[:, trials.PLAYED].sum())
    return PartyAdvice(
        actions=actions,
        unit="tokens" if by_tokens else "win share",
        source=f"{total:,} playouts by rules of thumb over deals from beliefs, seed {seed}",
        hand=tuple(names[card] for card in cards),
        seat=seat,
        players=players,
        held=_held(rules, view, seat, likely, seed),
        seed=seed,
    )


def held_cards(round_: WatchedRound, seed: int = 1) -> tuple[HeldCard, ...]:
    """Return how likely each other player still in a round holds each card, the likelier first.

    Examples
    --------
    >>> import llq
    >>> round_ = llq.love_letter.rounds.watch(3, "King", "I draw Guard; I Guard on 2, guessing 8")
    >>> {card.seat for card in held_cards(round_)}, "Princess" in [
    ...     card.card for card in held_cards(round_) if card.seat == 2
    ... ]
    ({1, 2}, False)
    """
    return _held(round_.rules, round_.view, round_.seat, round_.likely, seed)


def held_lines(held: Sequence[HeldCard]) -> list[str]:
    """Return what each seat may hold in words, a line each."""
    return [
        f"{seat} holds "
        + ", ".join(f"{card} {chance:.0%}" for _, card, chance in cards if chance >= _LEAST_SHOWN)
        for seat, cards in groupby(held, key=lambda card: card.seat)
    ]


def own_cards(view: NDArray[np.int64], seat: int) -> list[int]:
    """Return the cards that the mover of a view holds."""
    from llq.solver.love_letter.multiplayer.rounds import DRAWN, EXTRA

    cards = [view[HAND + seat], view[DRAWN], view[EXTRA], view[EXTRA + 1]]
    return sorted(int(card) for card in cards if card >= 0)


def _held(
    rules: Any, view: NDArray[np.int64], seat: int, likely: NDArray[np.float64], seed: int
) -> tuple[HeldCard, ...]:
    """Return how likely each other seat holds each card, from weighted deals."""
    from llq.solver.love_letter.multiplayer.beliefs import deal_hidden
    from llq.solver.love_letter.multiplayer.rounds import ALIVE

    _, room = _table_and_room(rules.variant, int(view[SEATS]))
    room.stream[0] = np.uint64((seed + 1) % 2**64)
    players = int(view[SEATS])
    chances = np.zeros((players, len(rules.cards)))
    for _ in range(_SAMPLES):
        weight = deal_hidden(view, likely, room.stream, room.unseen, room.rows[0])
        for other in range(players):
            if room.rows[0][HAND + other] >= 0:
                chances[other, room.rows[0][HAND + other]] += weight
    held: list[HeldCard] = []
    for other in range(players):
        if other == seat or not view[ALIVE] >> other & 1:
            continue
        shares = chances[other] / chances[other].sum()
        cards = sorted(np.flatnonzero(shares).tolist(), key=lambda card: -shares[card])
        held += [HeldCard(other, rules.cards[card].name, float(shares[card])) for card in cards]
    return tuple(held)


@lru_cache(maxsize=16)
def _table_and_room(variant: str, players: int) -> Any:
    from llq.solver.love_letter.multiplayer.playouts import make_room
    from llq.solver.love_letter.multiplayer.rounds import party

    table = party(party_rules(variant, players), players)
    return table, make_room(table)
