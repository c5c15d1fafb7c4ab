"""Advice at numbered seats: every play is valued by playouts over believed deals.

Where two play and a table answers, its values take precedence.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import hypot
from typing import Any

import numpy as np

from llq.errors import IllegalState, TableMissing
from llq.query.answers import ActionValue, Answer, Bar, Column, plain_action
from llq.query.love_letter.answers import KeepAnswer, PlayAnswer
from llq.query.love_letter.rounds import other_seats
from llq.query.love_letter.table.lookups import lookup
from llq.query.love_letter.table.policy_lookups import PolicyAnswer
from llq.query.players import check_seed
from llq.solver.arguments import check_integer
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.action_text import PartyAction, action_of, describe
from llq.solver.love_letter.rounds.party_state import PartyState
from llq.solver.love_letter.rounds.round_row import RoundRow
from llq.solver.love_letter.rounds.watched_round import WatchedRound
from llq.solver.love_letter.rules import Choice, Keep

_MOST_GUESSES = 4  # named in a row
_APART = 2.0  # standard errors of a difference
_HINT_PLAYOUTS = 20_000

Solved = PlayAnswer | KeepAnswer | PolicyAnswer
"""Answer of a two-player table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyValue(ActionValue[PartyAction]):
    """A legal multiplayer action and its values.

    Parameters
    ----------
    by_thumb, thumb_error
        Its value against players by rules of thumb, with the standard error: that of playouts. It
        is ``value`` too, but where a table of two has that.
    win_prob
        The chance to be among the winners of the round.
    tokens
        The tokens expected of the round, the Spy's among them.
    playouts
        The playouts behind these numbers; guesses aimed at the same seat share some.
    """

    by_thumb: float
    thumb_error: float
    win_prob: float
    tokens: float
    playouts: int


@dataclass(frozen=True, kw_only=True)
class PartyAdvice(Answer[PartyAction, PartyValue]):
    """Multiplayer advice, best action first; two-player tables take precedence where available.

    Playouts alone order plays as they outlasted others: one that was dropped early has few, and may
    have a higher mean by chance.

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
    by_table
        What `llq.lookup` answers where two play: values, or the policy's choice alone, which then
        stands first. None without a table.
    """

    hand: tuple[str, ...]
    seat: int
    players: int
    held: tuple[other_seats.HeldCard, ...]
    seed: int
    by_table: Solved | None = None

    @property
    def title(self) -> str:
        """The hand, and what to play."""
        verb = "" if self.best.last else "play "
        return f"{' and '.join(self.hand)}: {verb}{self._text(self.groups[0][:1])}"

    @property
    def context(self) -> tuple[str, ...]:
        """The seating, then the possible cards of each other seat, line by line."""
        words = other_seats.seat_words(self.seat, self.players)
        others = ", ".join(f"{word} is seat {seat}" for seat, word in words.items())
        seating = f": {others}" if self.players > 2 else ""
        where = f"you are seat {self.seat} of {self.players}{seating}"
        return where, *other_seats.held_lines(self.held, words)

    @property
    def columns(self) -> tuple[Column, ...]:
        """Value, win share and expected tokens per action."""
        thumb = Column("by_thumb", "against rules of thumb", ".1%", error="thumb_error")
        if self.by_table is not None:
            wins = Column("value", "wins", ".2%")
            return (wins, thumb) if self.by_table.actions else (thumb,)
        if self.unit == "win share":
            return thumb._replace(heading="share"), Column("tokens", "tokens", ".3f")
        value = Column("value", "value", ".3f", error="standard_error")
        return value, Column("win_prob", "wins", ".1%")

    @property
    def bar(self) -> Bar:
        """A full bar is a certain win, or two tokens."""
        return Bar(most=2.0 if self.unit == "tokens" else 1.0, cells=12)

    @cached_property
    def groups(self) -> tuple[tuple[PartyValue, ...], ...]:
        """Groups of statistically indistinguishable plays of one card, best first."""
        groups: dict[PartyAction, list[PartyValue]] = {}
        for play in self.actions:
            alike = (first for first, group in groups.items() if _is_alike(group[0], play))
            groups.setdefault(next(alike, play.action), []).append(play)
        return tuple(map(tuple, groups.values()))

    @property
    def shown(self) -> tuple[PartyValue, ...]:
        """First play of each group, worded for the whole group; seats as *left* or *across*."""
        return tuple(replace(group[0], text=self._text(group)) for group in self.groups)

    def _text(self, group: Sequence[PartyValue]) -> str:
        """Return a group's wording: card, possible targets and named cards."""
        words, card = other_seats.seat_words(self.seat, self.players), group[0].action.card
        order = ["", *words.values(), "yourself"]
        targets_by_card: dict[str, list[str]] = {}
        for play in group:
            _, target, guess, last = play.action
            word = "" if target is None else words.get(target, "yourself")
            targets_by_card.setdefault(guess or last or "", []).append(word)
        cards_by_targets: dict[tuple[str, ...], list[str]] = {}
        for name, targets in targets_by_card.items():
            cards_by_targets.setdefault(tuple(sorted(targets, key=order.index)), []).append(name)
        legal = {play.action.target for play in self.actions if play.action.card == card}
        parts = [
            self._part_text(targets, names, len(legal))
            for targets, names in cards_by_targets.items()
        ]
        verb = "keep " if group[0].action.last else ""
        return ", ".join(filter(None, [verb + card, "; or ".join(parts)]))

    def _part_text(self, targets: Sequence[str], names: list[str], legal_count: int) -> str:
        """Return the wording of cards named at the same targets, of ``legal_count`` in all."""
        place = f"on {_either(targets)}"
        if len(targets) == legal_count > 1:
            place = "any seat or yourself" if "yourself" in targets else "any seat"
        if not targets[0] or (self.players == 2 and legal_count == 1):
            place = ""
        if len(names) > _MOST_GUESSES + 1:
            names = [*names[:_MOST_GUESSES], "another"]
        cards = _either(names)
        cards = cards and (f"guessing {cards}" if targets[0] else f"{cards} last")
        return ", ".join(filter(None, [cards, place]))

    @property
    def notes(self) -> tuple[str, ...]:
        """Caveats and sources of the numbers."""
        notes = [*super().notes]
        if self.by_table is not None:
            playouts = notes[0].replace(" by rules of thumb", "")
            notes = [f"Against players by rules of thumb: {playouts}", self.by_table.source]
            if not self.by_table.actions:
                notes.insert(0, "First stands what the solved policy plays; it values no play.")
        elif len(self.groups) < len(self.actions):
            notes.insert(0, "Plays in one row cannot be told apart by so many playouts.")
        return tuple(notes)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        return super().to_dict() | {
            "hand": self.hand,
            "seat": self.seat,
            "players": self.players,
            "held": [card._asdict() for card in self.held],
            "seed": self.seed,
            "by_table": None if self.by_table is None else plain_action(self.by_table.best),
        }

    def __str__(self) -> str:
        """Return the answer in words, one row per line."""
        lines = [f"  {'  '.join((*row.cells[1:], row.cells[0]))}" for row in self.table.rows]
        return "\n".join([self.title, *lines, *self.notes])


def advise_party(
    round_: WatchedRound, *, playouts: int = 50_000, seed: int = 1, by_tokens: bool = False
) -> PartyAdvice:
    """Return ranked actions for the mover in a multiplayer round.

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
    reason = ""
    if round_.is_over:
        reason = "the round is over"
    elif round_.mover != round_.seat:
        reason = f"seat {round_.mover} is to move"
    elif round_.now.next_draw is not None:
        reason = "say what you drew, such as: I draw Guard"
    if reason:
        raise IllegalState(f"advice is for your own turn, with both cards in hand: {reason}")
    check_integer("playouts", playouts, 1, 10**7)
    return value_plays(round_, playouts, check_seed(seed), by_tokens=by_tokens)


def value_plays(
    round_: other_seats.SeenRound, playouts: int, seed: int = 1, *, by_tokens: bool = False
) -> PartyAdvice:
    """Return advice for the mover by playouts, and by a table where two play and one answers."""
    from llq.solver.love_letter.multiplayer import playouts as trials

    rules, seat, view = round_.rules, round_.seat, round_.view
    players = len(RoundRow.of(view).hands)
    table, room = other_seats.playout_room(rules.variant, players)
    room.stream[0] = np.uint64(seed % 2**64)
    count = trials.value_actions(table, view, seat, round_.likely, playouts, by_tokens, room)
    sums = trials.Sums(*room.sums[:count].T)
    values = (sums.tokens if by_tokens else sums.share) / sums.weight
    spread = sums.squares - values**2 * sums.weight_squares
    errors = (np.sqrt(np.maximum(spread, 0.0)) / sums.weight).tolist()
    costs = np.maximum(values[0] - values, 0.0).tolist()
    plays = zip(room.actions[:count].tolist(), values.tolist(), errors, costs, strict=True)
    actions = tuple(
        PartyValue(
            action=action_of(rules, table, view, number),
            text=describe(rules, table, view, number),
            value=value,
            by_thumb=value,
            thumb_error=error,
            cost=cost,
            standard_error=error,
            is_best=index == 0,
            win_prob=float(sums.wins[index] / sums.weight[index]),
            tokens=float(sums.tokens[index] / sums.weight[index]),
            playouts=int(sums.deals[index]),
        )
        for index, (number, value, error, cost) in enumerate(plays)
    )
    total = int(sums.played.sum())
    advice = PartyAdvice(
        actions=actions,
        unit="tokens" if by_tokens else "win share",
        source=f"{total:,} playouts by rules of thumb over deals from beliefs, seed {seed}",
        hand=tuple(rules.cards[card].name for card in referee.hand_cards(view, seat)),
        seat=seat,
        players=players,
        held=other_seats.held_cards(round_, seed),
        seed=seed,
    )
    solved = None if by_tokens or players != 2 else _look_up(round_)
    return advice if solved is None else _order_by_table(advice, solved)


def hint_party(state: PartyState) -> PartyAdvice:
    """Return the mover's actions at a table of several, with playout values."""
    return value_plays(other_seats.seat_view(state, state.current_player), _HINT_PLAYOUTS)


def _look_up(round_: other_seats.SeenRound) -> Solved | None:
    """Look up the visible cards in the two-player tables; None if no table answers."""
    rules, seat, view, now = round_.rules, round_.seat, round_.view, RoundRow.of(round_.view)
    names, other = [card.name for card in rules.cards], 1 - seat
    known = now.hands[other]
    copies = zip(names, rules.copies, now.unseen, strict=False)
    is_known = now.is_play and now.known_to[seat] >> other & 1
    try:
        return lookup(
            *(names[card] for card in referee.hand_cards(view, seat)),
            chancellor=now.is_keep,
            variant=rules.variant,
            values=False,
            seen=[name for name, count, left in copies for _ in range(count - left)],
            opponent=names[known] if known >= 0 else None,
            opponent_knows=names[now.hands[seat]] if is_known else None,
            handmaid=other in now.protected,
        )
    except (TableMissing, IllegalState):
        return None


def _order_by_table(advice: PartyAdvice, solved: Solved) -> PartyAdvice:
    """Return playout advice reordered by a solved table, with available table values."""
    plays = []
    for play in advice.actions:
        alike = (twin for twin in solved.actions if _is_same(twin.action, play.action, advice))
        if (twin := next(alike, None)) is not None:
            play = replace(play, value=twin.value, cost=twin.cost, standard_error=None)
        is_best = twin.is_best if twin else _is_same(solved.best, play.action, advice)
        plays.append(replace(play, is_best=is_best))
    if solved.actions:
        plays.sort(key=lambda play: (not play.is_best, -play.value))
    else:  # what playouts say that another choice than the policy's costs
        plays.sort(key=lambda play: not play.is_best)
        costs = [0.0 if play.is_best else max(plays[0].value - play.value, 0.0) for play in plays]
        plays = [replace(play, cost=cost) for play, cost in zip(plays, costs, strict=True)]
    unit = solved.unit if solved.actions else advice.unit
    return replace(advice, actions=tuple(plays), unit=unit, by_table=solved)


def _is_same(move: Choice, action: PartyAction, advice: PartyAdvice) -> bool:
    """Return whether a table of two and a table of several mean the same action."""
    if isinstance(move, Keep):
        rest = list(advice.hand)
        rest.remove(action.card)
        rest.remove(action.last or "")
        return move.card == action.card and move.first in (None, rest[0] if rest else action.last)
    target = move.target and ("self" if action.target == advice.seat else "opponent")
    return (move.card, move.target, move.guess) == (action.card, target, action.guess or move.guess)


def _is_alike(first: PartyValue, other: PartyValue) -> bool:
    """Return whether two plays' difference is within chance."""
    error = hypot(first.standard_error or 0.0, other.standard_error or 0.0)
    is_close = abs(first.value - other.value) <= max(_APART * error, 1e-12)
    return first.action.card == other.action.card and is_close


def _either(names: Sequence[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
