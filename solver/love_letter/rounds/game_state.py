"""A round of Love Letter, move by move in plain Python: the counterpart of the `engine` kernels.

The two play the same round from the same stream: draws take the same card of the same pool. What
happened is kept turn by turn, and all that a player has seen is read from that.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalAction, IllegalState
from llq.solver.game_states import CHANCE, TERMINAL
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.array_types import Ints
from llq.solver.love_letter.round_state import RoundState
from llq.solver.love_letter.rounds.record import History, PlayedTurn, observed_state
from llq.solver.love_letter.rounds.rule_tables import tabulate
from llq.solver.love_letter.rules import Choice, Rules
from llq.solver.love_letter.table.spies import own_spies, spy_token
from llq.solver.love_letter.table.states import UNKNOWN, Held, State
from llq.solver.love_letter.variants import rules as find_rules
from llq.solver.love_letter.views import keep_numbers

if TYPE_CHECKING:
    from llq.solver.love_letter.table.states import StateSpace
    from llq.solver.love_letter.views import View

# What chance is about to do; the cards drawn go to the hands, or as these say.
_HAND_0, _HAND_1, _DRAWN, _EXTRA, _FACE_UP = range(5)
_NOBODY = 2  # in place of a winner


class LoveLetterState(RoundState):
    """A round of the two-player game."""

    game = "love-letter"
    bounds = (("hand", 0, 2), ("unseen", 0, 99), ("lead", -128, 127))
    players = 2

    def __init__(self, rules: Rules, face_up: int = 0, stream: int | None = None) -> None:
        spare = rules.deck_size - 4
        if type(face_up) is not int or not 0 <= face_up <= spare:
            raise IllegalState(f"0 to {spare} cards can lie face up; got {face_up!r}")
        self.rules, self.face_up = rules, face_up
        self._tables = tabulate(rules)
        self.rest = list(rules.copies)
        """Copies of each card not publicly seen."""
        self.pool: list[int] = [card for card, n in enumerate(rules.copies) for _ in range(n)]
        """Deck and aside card, then the drawn cards, latest first."""
        self.cards_left = len(self.pool)
        """Number of undrawn cards in the pool."""
        self.bottom: list[int] = []
        """Cards at the deck's bottom, returned by exchanges, next card first."""
        self._spies = 0
        self._hands, self._drawn, self._mover = [UNKNOWN, UNKNOWN], UNKNOWN, 0
        self._maid, self._lead, self._winner = 0, 0, CHANCE
        self.known = [0, 0]
        """1 for each seat whose card the other player knows."""
        self.shown: list[int] = []
        """The face-up cards, in draw order."""
        self.turns: list[PlayedTurn] = []
        """The turns so far."""
        self.begun: PlayedTurn | None = None
        """The turn under way, such as one awaiting its second choice."""
        self.dealt = [UNKNOWN, UNKNOWN]
        """Each player's card before the first turn."""
        self._due = [_FACE_UP] * face_up + [_HAND_1, _DRAWN, _HAND_0]
        self.moves = []
        self.action_count = len(rules.plays) + len(rules.keeps)
        self.current_player = CHANCE
        self._stream = stream
        if stream is not None:
            self._draw_all()

    @classmethod
    def of_options(cls, options: Mapping[str, Any], stream: int | None) -> Self:
        """Return a new game of some `options`."""
        return cls(find_rules(options["variant"]), options["face_up"], stream)

    @property
    def options(self) -> dict[str, Any]:
        """The variant and number of face-up cards."""
        return {"variant": self.rules.variant, "face_up": self.face_up}

    @property
    def hands(self) -> tuple[int, int]:
        """Each player's card, without the mover's ``drawn``."""
        return self._hands[0], self._hands[1]

    @property
    def drawn(self) -> int:
        """The card drawn by the mover, -1 in a second choice or a finished round."""
        return self._drawn

    @property
    def spies(self) -> int:
        """Spies among the discards: 1 the first player's, 2 the second's, 3 both."""
        return self._spies

    @property
    def is_protected(self) -> bool:
        """Whether the mover's opponent is behind a Handmaid."""
        return bool(self._maid)

    @property
    def deck_left(self) -> int:
        """Number of cards in the deck."""
        return self.cards_left - 1 + len(self.bottom)

    @property
    def undrawn(self) -> list[int]:
        """Cards not drawn so far, in the deck or aside."""
        return self.pool[: self.cards_left]

    @property
    def is_second_choice(self) -> bool:
        """Whether the mover chooses among cards that an exchange has drawn."""
        return bool(self.extra)

    def sees_draw(self, player: int) -> bool:
        """Return whether a player sees the card that chance is about to bring."""
        due = self._due[-1]
        return due == _FACE_UP or player == (due if due < _DRAWN else self._mover)

    # The moves

    def legal_actions(self) -> list[int]:
        """Return the mover's legal actions, ascending."""
        if self.current_player < 0:
            return []
        if self.extra:
            return keep_numbers(self.rules, (self._hands[self._mover], *self.extra))
        return self._tables.legal[self._hands[self._mover], self._drawn, self._maid][:]

    def _play(self, action: int) -> None:
        if self.extra:
            self._keep(action)
            return
        me, maid = self._mover, self._maid
        hands, known, them = self._hands, self.known, 1 - self._mover
        played, argument = self.rules.plays[action]
        self.begun = PlayedTurn(
            mover=me,
            action=action,
            maid=maid,
            drawn=self._drawn,
            mine=hands[me],
            theirs=hands[them],
        )
        if played == hands[me]:  # of two equal cards the known one counts as gone
            hands[me] = self._drawn
            known[me] = 0
        self._drawn = UNKNOWN
        kept, theirs = hands[me], hands[them]
        does = effects.resolve(self._tables.cards, played, argument, kept, theirs, maid)
        self._maid = int(does & effects.PROTECTS != 0)
        self._discard(me, played)
        if does & effects.ENDS:
            self._winner = me if does & effects.WINS else them
            self._note_spy(1 - self._winner, hands[1 - self._winner])
        if does & effects.DISCARDS:
            target = me if does & effects.DISCARDS_OWN else them
            self._discard(target, hands[target])
            if not does & effects.ENDS:
                known[target] = 0
                self._due.append(_HAND_0 + target)
        if does & effects.EXCHANGES:
            self._due += [_EXTRA] * min(2, self.deck_left)
        if does & effects.SWAPS:
            hands[me], hands[them] = theirs, kept
        if does & effects.SEES_THEIRS:
            known[them] = 1
        if does & effects.SHOWS_OWN:
            known[me] = 1
        if self._due:
            self.current_player = CHANCE
        else:
            self._end_turn()

    def _keep(self, choice: int) -> None:
        """Make a second choice: keep a card, return the others to the bottom."""
        assert self.begun is not None  # for mypy: an exchange was played
        self.begun, me = self.begun._replace(second_choice=choice), self._mover
        self._hands[me] = (choice - len(self.rules.plays)) // len(self.rules.cards)
        self.known[me] = 0
        self.bottom += self.begun.returned(self.rules)
        self._end_turn()

    def _end_turn(self) -> None:
        hands, me, begun = self._hands, self._mover, self.begun
        assert begun is not None  # for mypy: a turn ends after it began
        self.turns.append(begun._replace(mine_after=hands[me], theirs_after=hands[1 - me]))
        self.begun = None
        if self._winner == CHANCE and self.deck_left <= 0:  # only the aside card is left
            first, second = (self.rules.cards[card].value for card in hands)
            lead = first - second
            if lead == 0 and self.rules.counts_discards:
                lead = self._lead
            self._winner = _NOBODY if lead == 0 else int(lead < 0)
        if self._winner == CHANCE:
            self._mover = 1 - me
            self._due.append(_DRAWN)
            self.current_player = CHANCE
        else:
            self.current_player = TERMINAL

    def _discard(self, seat: int, card: int) -> None:
        self.rest[card] -= 1
        self._note_spy(seat, card)
        number = self.rules.cards[card].number
        self._lead += number if seat == 0 else -number

    def _note_spy(self, seat: int, card: int) -> None:
        if self.rules.cards[card].is_spy:
            self._spies |= 1 + seat

    # Chance

    @property
    def _draws_from_bottom(self) -> bool:
        return self.cards_left <= 1 and bool(self.bottom)

    @property
    def _spends_last_draw(self) -> bool:
        return not self._draws_from_bottom

    @property
    def _drawable(self) -> list[int]:
        return self.bottom[:1] if self._draws_from_bottom else self.undrawn

    def _take(self, place: int) -> int:
        due, pool, hands = self._due.pop(), self.pool, self._hands
        if self._draws_from_bottom:
            card = self.bottom.pop(0)
        else:
            card, self.cards_left = pool[place], self.cards_left - 1
            pool[place] = pool[self.cards_left]
            pool[self.cards_left] = card
        if due == _DRAWN:
            self._drawn = card
        elif due == _EXTRA:
            assert self.begun is not None  # for mypy: an exchange was played
            field = "second_extra" if self.extra else "first_extra"
            self.begun = self.begun._replace(**{field: card})
        elif due == _FACE_UP:
            self.rest[card] -= 1
            self.shown.append(card)
        else:
            hands[due] = card
            if self.begun:  # a Prince's
                self._end_turn()
                return card
            self.dealt[due] = card
        if not self._due:
            self.current_player = self._mover
        return card

    def _order(self) -> dict[str, Any]:
        return {"pool": self.pool[:]}

    def _set_pool(self, pool: list[int]) -> None:
        self.pool = pool

    # What is seen

    def held(self) -> Held | None:
        """Return the mover's hand and observations at a second choice; None at a first."""
        if not self.extra:
            return None
        me = self._mover
        hand = sorted((self._hands[me], *self.extra))
        unseen = self.rest[:]
        for card in hand:
            unseen[card] -= 1
        theirs = self._hands[1 - me] if self.known[1 - me] else UNKNOWN
        spies = 0 if self.rules.spy_rule is None else self.spies_of(me)
        return Held(tuple(hand), tuple(unseen), theirs, spies)

    def spies_of(self, player: int) -> int:
        """Return whose discards include a Spy: 1 the player's, 2 the opponent's, 3 both."""
        return own_spies(self._spies, player)

    def state(self) -> State:
        """Return the mover's state, as tables take it, at a first choice."""
        me, them = self._mover, 1 - self._mover
        return observed_state(
            self.rest,
            self._hands[me],
            self._drawn,
            self._hands[them] if self.known[them] else UNKNOWN,
            maid=self.is_protected,
            is_exposed=bool(self.known[me]),
        )

    @property
    def begun_turns(self) -> list[PlayedTurn]:
        """The turns so far, and the one under way."""
        return [*self.turns, *([self.begun] if self.begun else [])]

    @property
    def extra(self) -> list[int]:
        """Cards drawn by an exchange, awaiting the mover's second choice."""
        return [*self.begun.drawn_extra] if self.begun else []

    def discards(self, player: int) -> list[int]:
        """Return a player's discards, in order of play."""
        pile = []
        for turn in self.begun_turns:
            if turn.mover == player:
                pile.append(self.rules.plays[turn.action].card)
            gone = turn.discarded(self.rules)
            if gone is not None and gone[0] == player:
                pile.append(gone[1])
        return pile

    def lead(self, player: int) -> int:
        """Return a player's total of discarded numbers less the opponent's."""
        return self._lead if player == 0 else -self._lead

    def view(self) -> View:
        """Return what the mover sees, in words."""
        from llq.solver.love_letter.views import View

        rules, seat, names = self.rules, self._mover, self._names
        history = History(
            is_first=seat == 0,
            face_up=tuple(names[card] for card in sorted(self.shown)),
            dealt=names[self.dealt[seat]],
            drawn=names[self.begun.drawn if self.begun else self._drawn],
            turns=tuple(turn.seen_by(seat, rules) for turn in self.turns),
            extra=tuple(names[card] for card in self.extra),
        )
        return View(rules, self.held() or self.state(), history)

    def row(self, space: StateSpace) -> Ints:
        """Return the round as a row of `engine`, int64; a player must be to move."""
        from llq.solver.love_letter.rounds import engine

        row = np.zeros(engine.POOL + len(self.pool), dtype=np.int64)
        row[engine.WINNER] = engine.PLAYING
        row[engine.ACTION] = row[engine.PENDING] = -1
        row[engine.MOVER], row[engine.DRAWN] = self._mover, self._drawn
        row[engine.LEFT], row[engine.POOL :] = self.cards_left, self.pool
        row[engine.CODE] = space.layout.stride @ np.array(self.rest)
        row[engine.MAID], row[engine.LEAD] = self.is_protected, self._lead
        row[engine.HAND : engine.HAND + 2] = self._hands
        row[engine.KNOWN : engine.KNOWN + 2] = self.known
        row[engine.EXTRA] = engine.code_of(self.extra)
        row[engine.BOTTOM] = engine.code_of(self.bottom)
        row[engine.SPIES] = self._spies
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

    def knows_card(self, player: int, other: int) -> bool:
        """Return whether a player knows the card in the other's hand."""
        return player != other and bool(self.known[other])

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
        mine, theirs = self._hands[player], self._hands[1 - player]
        for card in self._hand(player):
            hand[card] += 1
        if self.known[1 - player] and theirs >= 0:
            opponent[theirs] = 1
        if self.known[player] and mine >= 0:
            known_to_opponent[mine] = 1
        maid = self._maid if self._mover == player else 0
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

    def _hand(self, seat: int) -> list[int]:
        hand = [self._hands[seat]]
        if seat == self._mover:
            hand += [self._drawn, *self.extra]
        return [card for card in hand if card >= 0]

    def information_state(self, player: int) -> str:
        """Return a player's information state for the round, with cards and actions by number.

        First the player, the cards face up and the card dealt, then each turn by its `code`.
        """
        self._check_player(player)
        shown = ".".join(map(str, sorted(self.shown)))
        parts = [f"{player}:{shown}:{self.dealt[player]}"]
        parts += [turn.code(player, self.rules) for turn in self.turns]
        if self.begun and self.extra:
            parts.append(self.begun.code(player, self.rules))
        elif self.current_player == player:
            parts.append(f"d{self._drawn}")
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
        if self.current_player != TERMINAL:
            return ()
        if self._winner != _NOBODY:
            return (self._winner,)
        return (0, 1) if self.rules.chooses_twice else ()

    def tokens(self) -> tuple[float, float]:
        """Return each player's tokens from the round."""
        if self.current_player != TERMINAL:
            return 0.0, 0.0
        won, last_turn = 1.0, self.turns[-1]
        does = last_turn.consequences(self.rules)
        if does & effects.HITS:
            won += self.rules.cards[self.rules.plays[last_turn.action].argument].guess_tokens
        result, is_out = (1, -1, 0)[self._winner], bool(does & effects.ENDS)
        spy_rule = int(self.rules.arrays.spy_rule[0])
        spy_lead = float(spy_token(spy_rule, result, is_out, self._spies))
        tokens = [max(spy_lead, 0.0), max(-spy_lead, 0.0)]
        for seat in self.winners:
            tokens[seat] += won
        return tokens[0], tokens[1]

    def _undealt(self) -> Self:
        """Return a round of the same rules before the first draw, which the caller brings."""
        return type(self)(self.rules, self.face_up)

    def resample(self, player: int, random: Random) -> Self:
        """Return a round indistinguishable to the player, with hidden cards redrawn."""
        from llq.solver.love_letter.rounds.resampling import resample

        self._check_player(player)
        if self.current_player < 0:
            raise IllegalState("hidden cards can be redrawn only in a player's turn")
        if self.rules.chooses_twice:
            return super().resample(player, random)
        world = resample(self, player, random)
        return world.with_stream(None if self.is_callers_chance else random.getrandbits(64))
