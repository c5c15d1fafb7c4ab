"""A round for two players, move by move in plain Python: the counterpart of the `engine` kernels.

The two play the same round from the same stream: draws take the same card of the same pool. Here
`referee` rules a table of two. What happened is kept turn by turn, and all that a player has seen
is read from that.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalAction, IllegalState
from llq.solver.array_types import Ints
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.record import History, PlayedTurn, observed_state
from llq.solver.love_letter.rounds.round_state import RoundState
from llq.solver.love_letter.rounds.rule_tables import tabulate
from llq.solver.love_letter.rules import Choice, Rules
from llq.solver.love_letter.table.spies import own_spies
from llq.solver.love_letter.table.states import UNKNOWN, Held, State
from llq.solver.love_letter.variants import rules as find_rules
from llq.solver.love_letter.views import View, keep_numbers

if TYPE_CHECKING:
    from llq.solver.love_letter.table.states import StateSpace


class LoveLetterState(RoundState):
    """A round of the two-player game."""

    game = "love-letter"
    bounds = (("hand", 0, 2), ("unseen", 0, 99), ("lead", -128, 127))
    _spends_last_draw = True

    def __init__(self, rules: Rules, face_up: int = 0, stream: int | None = None) -> None:
        spare = rules.deck_size - 4
        if type(face_up) is not int or not 0 <= face_up <= spare:
            raise IllegalState(f"0 to {spare} cards can lie face up; got {face_up!r}")
        self.face_up, self._tables = face_up, tabulate(rules)
        self._turns: list[PlayedTurn] = []  # of the first moves, as many as `_moves_read`
        self._moves_read = 0
        super().__init__(rules, referee.plain_pair(rules, face_up), stream)

    @classmethod
    def of_options(cls, options: Mapping[str, Any], stream: int | None) -> Self:
        """Return a new game of some `options`."""
        return cls(find_rules(options["variant"]), options["face_up"], stream)

    @property
    def options(self) -> dict[str, Any]:
        """The variant and number of face-up cards."""
        return {"variant": self.rules.variant, "face_up": self.face_up}

    @property
    def drawn(self) -> int:
        """The card drawn by the mover, -1 in a second choice or a finished round."""
        return self._row[referee.DRAWN]

    @property
    def extra(self) -> list[int]:
        """Cards drawn by an exchange, awaiting the mover's second choice."""
        return [card for card in self._row[referee.EXTRA : referee.EXTRA + 2] if card >= 0]

    @property
    def known(self) -> list[int]:
        """1 for each seat whose card the other player knows."""
        return [int(self.knows_card(1 - seat, seat)) for seat in (0, 1)]

    @property
    def spies(self) -> int:
        """Spies among the discards: 1 the first player's, 2 the second's, 3 both."""
        return self._row[referee.SPIES]

    @property
    def is_protected(self) -> bool:
        """Whether the mover's opponent is behind a Handmaid."""
        row, phase = self._row, self._row[referee.PHASE]
        is_drawing = phase == referee.CHANCE and referee.next_due(row) != referee.DUE_DRAWN
        if phase == referee.KEEP or is_drawing:  # the play itself is over
            return False
        seat = self._mover if phase == referee.OVER else 1 - self._mover
        return bool(row[referee.MAIDS] >> seat & 1)

    @property
    def rest(self) -> list[int]:
        """Copies of each card not publicly seen."""
        return self._row[referee.REST : referee.REST + len(self.rules.cards)]

    @property
    def pool(self) -> list[int]:
        """Deck and aside card, then the drawn cards, latest first."""
        return self._row[referee.POOL : referee.POOL + self.rules.deck_size]

    @property
    def cards_left(self) -> int:
        """Number of undrawn cards in the pool."""
        return self._row[referee.LEFT]

    @property
    def bottom(self) -> list[int]:
        """Cards at the deck's bottom, returned by exchanges, next card first."""
        low, end = self._row[referee.LOW], self._row[referee.END]
        return self._row[referee.BOTTOM + low : referee.BOTTOM + end]

    @property
    def dealt(self) -> list[int]:
        """Each player's card before the first turn."""
        first, _, second, *_ = [*self._drawn_cards, UNKNOWN, UNKNOWN, UNKNOWN]
        return [first, second]

    @property
    def shown(self) -> list[int]:
        """The face-up cards, in draw order."""
        return self._drawn_cards[3 : 3 + self.face_up]

    @property
    def _drawn_cards(self) -> list[int]:
        return self.pool[: self.cards_left - self.rules.deck_size - 1 : -1]

    @property
    def _mover(self) -> int:
        return self._row[referee.MOVER]

    # The moves

    def legal_actions(self) -> list[int]:
        """Return the mover's legal actions, ascending."""
        row, me = self._row, self.current_player
        if me < 0:
            return []
        if row[referee.PHASE] == referee.KEEP:
            return keep_numbers(self.rules, referee.held_cards(row, me))
        maid = row[referee.MAIDS] >> 1 - me & 1
        return self._tables.legal[row[referee.HAND + me], row[referee.DRAWN], maid][:]

    def _draw_order(self) -> dict[str, Any]:
        return {"pool": self.pool}

    # What is seen

    def held(self) -> Held | None:
        """Return the mover's hand and observations at a second choice; None at a first."""
        if not self.extra:
            return None
        me = self._mover
        hand = referee.hand_cards(self._row, me)
        unseen = self.rest
        for card in hand:
            unseen[card] -= 1
        opponent = self.hands[1 - me] if self.known[1 - me] else UNKNOWN
        spies = 0 if self.rules.spy_rule is None else self.spies_of(me)
        return Held(tuple(hand), tuple(unseen), opponent, spies)

    def spies_of(self, player: int) -> int:
        """Return whose discards include a Spy: 1 the player's, 2 the opponent's, 3 both."""
        return own_spies(self.spies, player)

    def state(self) -> State:
        """Return the mover's state, as tables take it, at a first choice."""
        me, hands, known, maid = self._mover, self.hands, self.known, self.is_protected
        opponent, is_exposed = hands[1 - me] if known[1 - me] else UNKNOWN, bool(known[me])
        return observed_state(
            self.rest, hands[me], self.drawn, opponent, maid=maid, is_exposed=is_exposed
        )

    @property
    def begun_turns(self) -> list[PlayedTurn]:
        """The turns so far, and the one under way."""
        turns, first = self._turns, self._moves_read
        steps = pairwise([*self.rows[first:], self._row])
        for move, (before, after) in zip(self.moves[first:], steps, strict=True):
            me, phase = before[referee.MOVER], before[referee.PHASE]
            own, other = referee.HAND + me, referee.HAND + 1 - me
            if phase == referee.PLAY:
                maid = before[referee.MAIDS] >> 1 - me & 1
                hands = before[referee.DRAWN], before[own], before[other]
                turns.append(PlayedTurn(me, move, maid, *hands))
            elif phase == referee.KEEP:
                turns[-1] = turns[-1]._replace(second_choice=move)
            if after[referee.EXTRA] >= 0:
                first, second = after[referee.EXTRA : referee.EXTRA + 2]
                turns[-1] = turns[-1]._replace(first_extra=first, second_extra=second)
            elif turns and (after[referee.MOVER] != me or after[referee.PHASE] == referee.OVER):
                turns[-1] = turns[-1]._replace(mine_after=after[own], theirs_after=after[other])
        self._moves_read = len(self.moves)
        return turns[:]

    @property
    def turns(self) -> list[PlayedTurn]:
        """The turns so far."""
        turns = self.begun_turns
        return turns[:-1] if turns and turns[-1].mine_after == UNKNOWN else turns

    @property
    def begun(self) -> PlayedTurn | None:
        """The turn under way, such as one awaiting its second choice."""
        turns = self.begun_turns
        return turns[-1] if turns and turns[-1].mine_after == UNKNOWN else None

    def lead(self, player: int) -> int:
        """Return a player's total of discarded numbers less the opponent's."""
        return self._row[referee.TOTAL + player] - self._row[referee.TOTAL + 1 - player]

    def view(self) -> View:
        """Return what the mover sees, in words."""
        rules, seat, names, begun = self.rules, self._mover, self._names, self.begun
        history = History(
            is_first=seat == 0,
            face_up=tuple(names[card] for card in sorted(self.shown)),
            dealt=names[self.dealt[seat]],
            drawn=names[begun.drawn if begun else self.drawn],
            turns=tuple(turn.seen_by(seat, rules) for turn in self.turns),
            extra=tuple(names[card] for card in self.extra),
        )
        return View(rules, self.held() or self.state(), history)

    def row(self, space: StateSpace) -> Ints:
        """Return the round as a row of `engine`, int64; a player must be to move."""
        from llq.solver.love_letter.rounds import engine

        row = np.zeros(engine.POOL + self.rules.deck_size, dtype=np.int64)
        row[engine.WINNER] = engine.PLAYING
        row[engine.ACTION] = row[engine.PENDING] = -1
        row[engine.MOVER], row[engine.DRAWN] = self._mover, self.drawn
        row[engine.LEFT], row[engine.POOL :] = self.cards_left, self.pool
        row[engine.CODE] = space.layout.stride @ np.array(self.rest)
        row[engine.MAID], row[engine.LEAD] = self.is_protected, self.lead(0)
        row[engine.HAND : engine.HAND + 2] = self.hands
        row[engine.KNOWN : engine.KNOWN + 2] = self.known
        row[engine.EXTRA] = engine.code_of(self.extra)
        row[engine.BOTTOM] = engine.code_of(self.bottom)
        row[engine.SPIES] = self.spies
        return row

    def find_action(self, action: Choice) -> int:
        """Return an action's number, given in words."""
        number = self.rules.action_numbers.get(action)
        if number is None:
            raise IllegalAction(f"{self.rules.variant} Love Letter has no action {action!r}")
        return number

    def action(self, number: int) -> Choice:
        """Return an action by number."""
        return self.rules.choice(number)

    def action_text(self, action: int) -> str:
        """Return an action in words."""
        return self.rules.describe(self.rules.choice(action))

    def observation(self, player: int) -> dict[str, NDArray[Any]]:
        """Return what a player sees now.

        Returns
        -------
        dict
            ``hand`` (cards,) copies in hand; ``unseen`` (cards,) copies in the deck, the opponent's
            hand and aside; ``opponent`` and ``known_to_opponent`` (cards,) 1 for the opponent's
            card, or the own one, that the other player knows; ``handmaid`` (1,) whether the
            opponent is protected; ``lead`` (1,) in discarded numbers; ``spies`` (2,) who has
            discarded a Spy, the player and the opponent, where that may earn a token. All int8.
        """
        self._check_player(player)
        cards = len(self.rules.cards)
        hand, opponent, known_to_opponent = np.zeros((3, cards), dtype=np.int8)
        for card in self._hand(player):
            hand[card] += 1
        if self.known[1 - player]:
            opponent[self.hands[1 - player]] = 1
        if self.known[player]:
            known_to_opponent[self.hands[player]] = 1
        maid = int(self._mover == player and self.is_protected)
        seen = {
            "hand": hand,
            "unseen": np.array(self.rest, dtype=np.int8) - hand,
            "opponent": opponent,
            "known_to_opponent": known_to_opponent,
            "handmaid": np.array([maid], dtype=np.int8),
            "lead": np.array([self.lead(player)], dtype=np.int8),
        }
        if self.rules.spy_rule is not None:
            spies = self.spies_of(player)
            seen["spies"] = np.array([spies & 1, spies >> 1], dtype=np.int8)
        return seen

    def observation_text(self, player: int) -> str:
        """Return what a player sees now, in words."""
        seen, names = self.observation(player), self._names

        def words(key: str) -> str:
            return " and ".join(
                name for name, count in zip(names, seen[key], strict=True) for _ in range(count)
            )

        parts = [f"hand {words('hand') or 'none'}"]
        if seen["opponent"].any():
            parts.append(f"the opponent holds {words('opponent')}")
        if seen["known_to_opponent"].any():
            parts.append(f"the opponent knows {words('known_to_opponent')}")
        if seen["handmaid"][0]:
            parts.append("the opponent is protected")
        unseen = ", ".join(f"{n} {names[card]}" for card, n in enumerate(seen["unseen"]) if n)
        parts.append(f"unseen {unseen}")
        if not self.rules.chooses_twice:
            parts.append(f"lead {seen['lead'][0]:+d}")
        elif self.rules.spy_rule is not None and any(seen["spies"]):
            names_by_bit = zip(("you", "the opponent"), seen["spies"], strict=True)
            owners = " and ".join(name for name, has_spy in names_by_bit if has_spy)
            parts.append(f"a Spy discarded by {owners}")
        return "; ".join(parts)

    def information_state(self, player: int) -> str:
        """Return a player's information state for the round, with cards and actions by number.

        First the player, the cards face up and the card dealt, then each turn by its `code`.
        """
        self._check_player(player)
        shown = ".".join(map(str, sorted(self.shown)))
        parts = [f"{player}:{shown}:{self.dealt[player]}"]
        parts += [turn.code(player, self.rules) for turn in self.turns]
        if self.extra:
            parts.append(self.begun_turns[-1].code(player, self.rules))
        elif self.current_player == player:
            parts.append(f"d{self.drawn}")
        return " ".join(parts)

    def returns(self) -> list[float]:
        """Return each seat's result: 1 for a win, -1 for a loss, 0 for a draw.

        Where guesses or Spies earn tokens, those of the round less the opponent's.
        """
        first, second = self.tokens()
        return [first - second, second - first]

    @property
    def winners(self) -> tuple[int, ...]:
        """Winning seats of the round; tied final cards make both win in 2019, nobody elsewhere."""
        winners = super().winners
        return winners if len(winners) < 2 or self.rules.chooses_twice else ()

    def _undealt(self) -> Self:
        """Return a round of the same rules before the first draw, which the caller brings."""
        return type(self)(self.rules, self.face_up)

    def resample(self, player: int, random: Random) -> Self:
        """Return a round indistinguishable to the player, with hidden cards redrawn."""
        from llq.solver.love_letter.rounds.resampling import resample

        self._check_redraw(player)
        if self.rules.chooses_twice:
            return super().resample(player, random)
        world = resample(self, player, random)
        return world.with_stream(None if self.is_callers_chance else random.getrandbits(64))
