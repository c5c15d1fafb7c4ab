"""A game with a window of claims after every move, move by move: every decision is an action.

The game is a row of `engine`, and `windows` says who acts and what follows: what `game_state` is to
games without windows, made of the kernels themselves.
"""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalAction, IllegalState
from llq.solver.game_states import TERMINAL
from llq.solver.literature.actions import Action, Decline
from llq.solver.literature.game_state import Ints, LiteratureState
from llq.solver.literature.positions.public_record import Event
from llq.solver.literature.rules import (
    IN_HALF,
    LADDER,
    MOST_ASKS,
    Rules,
    Stage,
    half_suit_name,
)

if TYPE_CHECKING:
    from llq.solver.literature.positions.position import Position


class WindowState(LiteratureState):
    """A game of ``us54`` or ``fishlab``; a seat's parity is its team."""

    bounds = (*LiteratureState.bounds, ("declined", 0, 6))

    def __init__(
        self, rules: Rules, claims: str = "free", limit: int = MOST_ASKS, stream: int | None = None
    ) -> None:
        self._position: Ints | None = None
        self._truths: list[tuple[int, ...]] = []
        """Who held the cards of each claim, which wrong ones may hide."""
        if claims != "free":
            raise IllegalState(
                f"claims are 'free' where they have a window, every one an action; got {claims!r}"
            )
        super().__init__(rules, claims, limit, stream)

    # The moves

    @property
    def stage(self) -> Stage:
        """What the seat to act may do."""
        return Stage.WINDOW if self._position is None else Stage(int(self._column("STAGE")))

    def _column(self, name: str) -> int:
        from llq.solver.literature import engine

        assert self._position is not None
        return int(self._position[getattr(engine, name)])

    def _find_legal(self) -> list[int]:
        from llq.solver.literature import windows

        if self.current_player < 0:
            return []
        if self.stage is Stage.ASK:
            return self._asks()
        if self.stage is Stage.PASS:
            return [self._numbers.first_pass + seat for seat in self._heirs()]
        row = self._row()
        actions: list[int] = []
        claimable = int(windows.claimable(row))
        for half in range(self.rules.pack.half_suits):
            if claimable >> half & 1:
                first = self._numbers.claim(half, (0,) * IN_HALF)
                actions += range(first, first + (self.players // 2) ** IN_HALF)
        if windows.may_decline(row):
            actions.append(self._numbers.decline)
        return actions

    def _play(self, action: int) -> None:
        from llq.solver.literature import decisions

        row = self._row().copy()
        if self.is_claim(action):
            half, _ = self._numbers.claim_of(action, self.current_player)
            self._truths.append(self.holders(half))
        decisions.act(row, self.decision_of(action))
        self._follow(row)

    def decision_of(self, action: int) -> int:
        """Return an action of the seat to act as `decisions` codes it."""
        from llq.solver.literature import decisions
        from llq.solver.literature.log import encode_holders

        numbers = self._numbers
        if action == numbers.decline:
            return decisions.DECLINE
        if action >= numbers.first_claim:
            half, said = numbers.claim_of(action, self.current_player)
            return int(decisions.claim_code(half, encode_holders(said)))
        if action >= numbers.first_pass:
            return int(decisions.PASS + action - numbers.first_pass)
        target, card = divmod(action, self.rules.pack.cards)
        return int(decisions.ask_code(target, card))

    def action_of_decision(self, decision: int) -> int:
        """Return the number of an action that `decisions` codes."""
        from llq.solver.literature import decisions
        from llq.solver.literature.log import decode_holders
        from llq.solver.literature.players import ask_of

        if decision == decisions.DECLINE:
            return int(self._numbers.decline)
        if decision >= decisions.CLAIM:
            half, said = decisions.claim_of(decision)
            return self._numbers.claim(int(half), decode_holders(int(said)))
        if decision >= decisions.PASS:
            return self._numbers.first_pass + decision - decisions.PASS
        target, card = ask_of(decision)
        return self.rules.pack.cards * int(target) + int(card)

    def _begin(self, first: int) -> None:
        from llq.solver.literature import engine

        self.dealt, self.first = tuple(self.hands), first
        row = engine.new_row(self.rules)
        row[engine.HANDS : engine.HANDS + self.players] = self.dealt
        engine.begin(row, first)
        self._follow(row)

    def _follow(self, row: Ints) -> None:
        """Take a row as what the game is now."""
        from llq.solver.literature import engine

        self._legal, self._position = None, row
        self.hands = row[engine.HANDS : engine.HANDS + self.players].tolist()
        self.owners = row[engine.OWNERS : engine.OWNERS + self.rules.pack.half_suits].tolist()
        self.live, self.turn = int(row[engine.LIVE]), int(row[engine.TURN])
        self.asks = int(row[engine.ASKS])
        begin = engine.LOG + len(self.events)
        for code in row[begin : engine.LOG + int(row[engine.LOGGED])].tolist():
            self.events.append(_event(code))
        self.current_player = int(row[engine.ACTOR])
        if self._is_over() or self.asks >= self.limit:
            self.current_player = TERMINAL

    def _is_over(self) -> bool:
        return self.stage is Stage.OVER

    def _row(self) -> Ints:
        if self._position is None:
            raise IllegalState("the cards are not dealt")
        return self._position

    # What is seen

    def view(self, player: int | None = None) -> Position:
        """Return what a player, by default the seat to act, sees."""
        if player is None:
            player = self.turn if self.current_player < 0 else self.current_player
        return super().view(player)

    def find_action(self, action: Action) -> int:
        """Return the number of an action in words, by the seat to act where it is a claim."""
        return self._numbers.decline if isinstance(action, Decline) else super().find_action(action)

    def action_of(self, action: int) -> Action:
        """Return an action of the seat to act in words."""
        return Decline() if action == self._numbers.decline else super().action_of(action)

    def observation(self, player: int) -> dict[str, NDArray[Any]]:
        """Return what a player sees now; seats are counted from the player on.

        Returns
        -------
        dict
            As of games without a window, and ``actor`` (players,) who acts; ``stage`` (5,) 1 for
            the `Stage`; ``declined`` (1,) how many have declined in this window; ``forced``
            (half suits,) that which is asked for; ``rung`` (8,) of `LADDER`. All int8.
        """
        seen = super().observation(player)
        actor = [(player + step) % self.players for step in range(self.players)]
        forced = np.zeros(self.rules.pack.half_suits, dtype=np.int8)
        rung, stage = np.zeros(len(LADDER), dtype=np.int8), np.zeros(len(Stage), dtype=np.int8)
        stage[self.stage] = 1
        if self.stage is Stage.FORCED:
            forced[self._column("FORCED_HALF")] = rung[self._column("RUNG")] = 1
        declined = self._column("DECLINED") if self.stage is Stage.WINDOW and self.dealt else 0
        return seen | {
            "actor": np.array([seat == self.current_player for seat in actor], dtype=np.int8),
            "stage": stage,
            "declined": np.array([declined], dtype=np.int8),
            "forced": forced,
            "rung": rung,
        }

    def observation_text(self, player: int) -> str:
        """Return what a player sees now, in words."""
        return f"{super().observation_text(player)}; {self._stage_text()}"

    def _stage_text(self) -> str:
        words = f"{self.stage.name.lower()}, player {self.current_player} to act"
        if self.current_player < 0:
            return self.stage.name.lower()
        if self.stage is Stage.FORCED:
            half = half_suit_name(self._column("FORCED_HALF"))
            return f"{words}, {half} at {LADDER[self._column('RUNG')]}"
        return words

    def information_state(self, player: int) -> str:
        """Return all that a player has seen: hand as dealt, who began, every move, who acts."""
        return f"{super().information_state(player)} {self._stage_text()}"

    def resample(self, player: int, random: Random) -> WindowState:
        """Return a game that the player cannot tell from this one: every such deal is as likely.

        What a wrong claim hides is redrawn among the ways to hold those cards that agree with all
        moves, as the cards in play are; of these nothing depends on it but how many each held.
        """
        self._check_player(player)
        if self.current_player < 0:
            raise IllegalState("hidden cards can be redrawn only in a player's turn")
        seen = self.information_state(player)
        while True:
            other = type(self)(self.rules, self.claims, self.limit)
            truths = [self._redrawn(number, player, random) for number in range(len(self._truths))]
            hands = self._dealt_from(self._draw_hands(player, random), truths)
            other.hands = hands
            cards = self.rules.pack.cards
            other.moves = [card for hand in hands for card in range(cards) if hand >> card & 1]
            other._begin_redrawn(self.moves[cards])
            try:
                for move in self.moves[cards + 1 :]:
                    other.apply(move)
            except IllegalAction:
                continue  # somebody could not have declined
            if other.information_state(player) == seen:
                stream = None if self._stream is None else random.getrandbits(64)
                return other.with_stream(stream)

    def _begin_redrawn(self, first: int) -> None:
        self.moves.append(first)
        self._begin(first)

    def _redrawn(self, number: int, player: int, random: Random) -> tuple[int, ...]:
        """Return who held the cards of a claim, redrawn where a player has not seen it."""
        events = [index for index, event in enumerate(self.events) if event.kind == "claim"]
        event, truth = self.events[events[number]], self._truths[number]
        if event.true:
            return truth
        ways = [
            way
            for way in sorted(set(permutations(truth)))
            if all((a == player) == (b == player) for a, b in zip(way, truth, strict=True))
            and self._could_hold(way, event.target, events[number])
        ]
        return random.choice(ways)

    def _could_hold(self, way: tuple[int, ...], half: int, until: int) -> bool:
        """Return whether players can have held a half suit so after some events, by these."""
        holders = list(way)
        for event in reversed(self.events[:until]):
            if event.kind == "ask" and event.card // IN_HALF == half:
                place = event.card % IN_HALF
                if event.held:
                    if holders[place] != event.seat:
                        return False
                    holders[place] = event.target
                elif holders[place] in (event.seat, event.target):
                    return False
                if event.seat not in holders:
                    return False
        return True

    def _dealt_from(self, hands: list[int], truths: list[tuple[int, ...]]) -> list[int]:
        """Return the hands before all moves, from those after them and from who held claims."""
        hands, claims = hands[:], truths[:]
        for event in reversed(self.events):
            if event.kind == "claim":
                for place, seat in enumerate(claims.pop()):
                    hands[seat] |= 1 << IN_HALF * event.target + place
            elif event.kind == "ask" and event.held:
                hands[event.seat] ^= 1 << event.card
                hands[event.target] |= 1 << event.card
        return hands


def _event(code: int) -> Event:
    """Return a logged move as an event."""
    from llq.solver.literature.log import Asked, Claimed, decode_move

    move = decode_move(code)
    if isinstance(move, Asked):
        return Event("ask", move.seat, move.target, move.card, move.held)
    if isinstance(move, Claimed):
        right = move.said == move.true
        said, true, lost = move.said, move.true, move.lost[:6]
        return Event("claim", move.seat, move.half_suit, -1, right, said, true, lost)
    return Event("pass", move.seat, move.target)


def begin_game(
    rules: Rules, claims: str | None, limit: int | None, stream: int | None
) -> LiteratureState:
    """Return a new game of any variant; by default claims and limit are as the variant says."""
    kind = WindowState if rules.window else LiteratureState
    usual = "free" if rules.window else "known"
    limit = rules.usual_limit if limit is None else limit
    return kind(rules, usual if claims is None else claims, limit, stream)
