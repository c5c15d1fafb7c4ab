"""Rounds that go move by move: draws from a pool, and redraws of cards that a player cannot see.

A redraw swaps two cards that the player has not seen, among those drawn and those left, and makes
again what others chose to keep; where the player would have seen anything else, nothing is changed.
The chain of such swaps begins with the round itself, and comes near to the chances given what was
seen, where orders of the cards and second choices are equally likely.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any, Self

from llq.errors import IllegalAction, IllegalState
from llq.solver.game_states import CHANCE, TERMINAL, GameState
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.round_row import RoundRow
from llq.solver.love_letter.rules import Rules
from llq.solver.splitmix import next_bits, scale

_SWAPS = 60


class RoundState(GameState):
    """A round of any number of players, driven by the functions of `referee`."""

    _spends_last_draw = False
    """Whether the card set aside, drawn alone, takes a number of the stream."""

    def __init__(self, rules: Rules, table: referee.PlainParty, stream: int | None) -> None:
        self.rules, self._table = rules, table
        self._row = table.fresh[:]
        self.rows: list[list[int]] = []
        """The round before each move, as `referee` has it."""
        self.players = self._row[referee.SEATS]
        self.moves = []
        self.action_count = len(table.moves)
        self.current_player = CHANCE
        self._stream = stream
        if stream is not None:
            self._draw_all()

    @abstractmethod
    def _undealt(self) -> Self:
        """Return a round with the same rules before its first draw, left to the caller."""

    @property
    def now(self) -> RoundRow:
        """The round in words."""
        return RoundRow.of(self._row)

    @property
    def hands(self) -> tuple[int, ...]:
        """Each player's card, without the mover's drawn ones; -1 for none."""
        return tuple(self._row[referee.HAND : referee.HAND + self.players])

    @property
    def deck_left(self) -> int:
        """Number of cards in the deck."""
        return referee.deck_left(self._row)

    @property
    def undrawn(self) -> list[int]:
        """Cards not drawn so far, in the deck or aside."""
        return self._row[referee.POOL : referee.POOL + self._row[referee.LEFT]]

    @property
    def is_second_choice(self) -> bool:
        """Whether the mover chooses among cards that an exchange has drawn."""
        return self._row[referee.PHASE] == referee.KEEP

    def sees_draw(self, player: int) -> bool:
        """Return whether a player sees the card that chance is about to bring."""
        due = referee.next_due(self._row)
        return due in (player, referee.DUE_FACE_UP) or (
            due >= referee.DUE_DRAWN and self._row[referee.MOVER] == player
        )

    def knows_card(self, player: int, other: int) -> bool:
        """Return whether a player knows the card in another's hand."""
        is_known = self._row[referee.KNOWN + other] >> player & 1
        return bool(is_known) and self.hands[other] >= 0

    @property
    def winners(self) -> tuple[int, ...]:
        """The round's winning seats; empty before its end."""
        return tuple(referee.seats_in(self._row[referee.WINNERS])) if self.is_terminal else ()

    def tokens(self) -> tuple[float, ...]:
        """Return each player's tokens from the round."""
        if not self.is_terminal:
            return (0.0,) * self.players
        row, won = self._row, 1.0
        if row[referee.NAMED] >= 0 and row[referee.OUT] >= 0:
            won += self.rules.cards[row[referee.NAMED]].guess_tokens
        return tuple(
            won * (seat in self.winners) + (row[referee.SPY_TOKEN] == seat)
            for seat in range(self.players)
        )

    def discards(self, player: int) -> list[int]:
        """Return a player's discards, in order of play."""
        pile = []
        steps = pairwise([*self.rows, self._row])
        for move, (before, after) in zip(self.moves, steps, strict=True):
            if before[referee.PHASE] != referee.PLAY:
                continue
            if before[referee.MOVER] == player:
                pile.append(self._table.moves[move][0])
            owner = after[referee.OUT] if after[referee.OUT] >= 0 else after[referee.TARGET]
            if after[referee.GONE] >= 0 and owner == player:
                pile.append(after[referee.GONE])
        return pile

    def _hand(self, seat: int) -> list[int]:
        return referee.held_cards(self._row, seat)

    def _play(self, action: int) -> None:
        self.rows.append(self._row[:])
        cards, setup, moves, _ = self._table
        referee.act(cards, setup, moves, self._row, action)
        self._set_mover()

    def _take(self, place: int) -> int:
        """Move the drawable card at a place to its destination, and return the card."""
        self.rows.append(self._row[:])
        cards, setup, _, _ = self._table
        card = referee.take(cards, setup, self._row, place)
        self._set_mover()
        return card

    def _set_mover(self) -> None:
        mover = self._row[referee.MOVER]
        self.current_player = (CHANCE, mover, mover, TERMINAL)[self._row[referee.PHASE]]

    @property
    def _draws_from_bottom(self) -> bool:
        row = self._row
        return row[referee.LEFT] <= 1 and row[referee.LOW] < row[referee.END]

    @property
    def _drawable(self) -> list[int]:
        """Cards that the next draw may bring, all equally likely."""
        if self._draws_from_bottom:
            return [self._row[referee.BOTTOM + self._row[referee.LOW]]]
        return self.undrawn

    def _set_pool(self, pool: list[int]) -> None:
        """Replace the pool by the same cards in another order."""
        self._row[referee.POOL : referee.POOL + len(pool)] = pool

    @property
    def _names(self) -> list[str]:
        return [card.name for card in self.rules.cards]

    def held_names(self, player: int) -> list[str]:
        """Return the names of the cards in a player's hand."""
        return [self._names[card] for card in self._hand(player)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible next cards with their chances."""
        if self.current_player != CHANCE:
            return []
        counts = Counter(self._drawable)
        return [(card, copies / counts.total()) for card, copies in sorted(counts.items())]

    def _take_outcome(self, outcome: int) -> None:
        self._take(self._drawable.index(outcome))

    def _draw(self) -> int:
        place, count = 0, referee.places(self._row)
        if count > 1 or (self._spends_last_draw and not self._draws_from_bottom):
            assert self._stream is not None  # for mypy: only such a game draws
            self._stream, bits = next_bits(self._stream)
            place = scale(bits, count)
        return self._take(place)

    def _draw_order(self) -> dict[str, Any]:
        return {"pool": self.undrawn}

    def _set_draw_order(self, plain: Mapping[str, Any]) -> None:
        pool, left = plain.get("pool"), len(self.undrawn)
        current = self._draw_order()["pool"]
        if (
            not isinstance(pool, list)
            or sorted(map(str, pool[:left])) != sorted(map(str, current[:left]))
            or pool[left:] != current[left:]
        ):
            raise IllegalState(f"the pool of the game does not hold what its moves left: {pool!r}")
        self._set_pool(pool[:])

    def resample(self, player: int, random: Random) -> Self:
        """Return a round indistinguishable to the player, with hidden cards redrawn."""
        self._check_player(player)
        cards: list[int] = []
        hidden: list[int] = []
        world = self._undealt()
        for move in self.moves:
            if world.current_player == CHANCE and len(world.undrawn) > 1:
                if not world.sees_draw(player):
                    hidden.append(len(cards))
                cards.append(move)
            world.apply(move)
        hidden += range(len(cards), len(cards) + len(world.undrawn))
        cards += world.undrawn
        seen = self._seen_by(player)
        for _ in range(_SWAPS):
            i, j = random.choices(hidden, k=2)
            if cards[i] == cards[j]:
                continue
            cards[i], cards[j] = cards[j], cards[i]
            swapped = self._replayed(cards, player, random)
            if swapped is not None and swapped._seen_by(player) == seen:
                world = swapped
            else:
                cards[i], cards[j] = cards[j], cards[i]
        return world.with_stream(None if self._stream is None else random.getrandbits(64))

    def _seen_by(self, player: int) -> tuple[int, str, list[float]]:
        """Return everything that lets a player tell rounds apart."""
        return self.current_player, self.information_state(player), self.returns()

    def _replayed(self, cards: list[int], player: int, random: Random) -> Self | None:
        """Return the round replayed with other draws; None if that makes an action illegal."""
        world, draws = self._undealt(), iter(cards)
        for move in self.moves:
            if world.current_player == CHANCE:
                is_open = len(world.undrawn) > 1
                world.apply(next(draws) if is_open else world.chance_outcomes()[0][0])
            elif world.is_second_choice and world.current_player != player:
                world.apply(random.choice(world.legal_actions()))
            else:
                try:
                    world.apply(move)
                except IllegalAction:
                    return None
        return world
