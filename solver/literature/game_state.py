"""Move-by-move Literature game in plain Python, the counterpart of the kernels' `engine`.

Actions are numbered by `action_numbers`. Of claims only those that agree with the claimant's own
hand are legal: any other is known to be wrong.

**Who claims.** As in matches (``claims="known"``), every player claims what they know to be right
as soon as the rules allow, without a choice; the mover chooses a claim only where no
ask is left. With ``claims="free"`` nothing is claimed by itself, and the mover may claim in place
of asking; claims out of turn are left out, as then there would be no one player to move.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalAction, IllegalState, UnknownCard
from llq.solver.array_types import Ints
from llq.solver.card_masks import cards_of
from llq.solver.game_states import CHANCE, TERMINAL, DealtState
from llq.solver.literature import rules
from llq.solver.literature.action_numbers import ActionNumbers
from llq.solver.literature.actions import Action, Ask, Asked, Claim, Claimed, Move, Pass, Passed
from llq.solver.literature.rules import LIMIT, MOST_ASKS, Rules, WrongClaim
from llq.solver.splitmix import next_bits, random_cards, scale

if TYPE_CHECKING:
    from llq.solver.literature.inference.knowledge import View
    from llq.solver.literature.positions.position import Position
    from llq.solver.literature.scratch import Inference

UNCLAIMED, NOBODY = -1, 2
HALVES = tuple(rules.HALF << rules.HALF_SIZE * half for half in range(rules.MOST_HALF_SUITS))
"""The cards of each half suit."""


class LiteratureState(DealtState):
    """Literature game for four, six or eight players; a seat's parity is its team."""

    game = "literature"
    bounds: ClassVar[tuple[tuple[str, int, int], ...]] = (("sizes", 0, rules.MOST_CARDS),)

    def __init__(
        self, rules: Rules, claims: str = "known", limit: int = LIMIT, stream: int | None = None
    ) -> None:
        if claims not in ("known", "free"):
            raise IllegalState(f"claims are 'known' or 'free'; got {claims!r}")
        if type(limit) is not int or not 1 <= limit <= MOST_ASKS:
            raise IllegalState(f"a game has 1 to {MOST_ASKS} asks; got a limit of {limit!r}")
        self.rules, self.claims, self.limit = rules, claims, limit
        self.players, self._numbers = rules.players, ActionNumbers(rules)
        self.action_count = self._numbers.count
        self.hands = [0] * self.players
        self.dealt: tuple[int, ...] = ()
        """The hands as dealt."""
        self.owners = [UNCLAIMED] * rules.pack.half_suits
        self.live, self.turn, self.first, self.asks = rules.pack.deck, 0, 0, 0
        self.events: list[Move] = []
        self._legal: tuple[int, ...] | None = None
        self._cached_row: tuple[Ints, int] | None = None
        """Latest row of the game with its event count, possibly shared by copies."""
        self.moves = []
        self.current_player = CHANCE
        self._stream = stream
        self._draw_all()

    @classmethod
    def of_options(cls, options: Mapping[str, Any], stream: int | None) -> Self:
        """Return a new game of some `options`."""
        chosen = rules.find_rules(options["variant"], options["players"])
        return cls(chosen, options["claims"], options["limit"], stream)

    @property
    def options(self) -> dict[str, Any]:
        """Options: variant, number of players, claim mode and ask limit."""
        return {
            "variant": self.rules.variant,
            "players": self.players,
            "claims": self.claims,
            "limit": self.limit,
        }

    # The moves

    def legal_actions(self) -> list[int]:
        """Return the mover's legal action numbers: asks, passes without cards, or claims."""
        if self._legal is None:
            self._legal = tuple(self._find_legal())
        return list(self._legal)

    def _find_legal(self) -> list[int]:
        mover = self.current_player
        if mover < 0:
            return []
        if not self.hands[mover]:
            return [self._numbers.first_pass + seat for seat in self._pass_targets()]
        asks = self._asks()
        if asks and self.claims == "known":
            return asks
        halves = [half for half, owner in enumerate(self.owners) if owner == UNCLAIMED]
        return asks + self._numbers.claims(self.hands[mover], mover, halves)

    def _asks(self) -> list[int]:
        hands = self.hands
        targets = [seat for seat in range(1 - self.turn % 2, self.players, 2) if hands[seat]]
        return self._numbers.asks(hands[self.turn], targets)

    def _pass_targets(self) -> list[int]:
        """Return the seats a cardless mover may pass to: team mates with cards, else opponents."""
        for team in (self.turn, self.turn + 1):
            seats = [seat for seat in range(team % 2, self.players, 2) if self.hands[seat]]
            if seats:
                return seats
        return []

    def _play(self, action: int) -> None:
        if action < self._numbers.first_pass:
            self._ask(*divmod(action, self.rules.pack.cards))
        elif action < self._numbers.first_claim:
            target = action - self._numbers.first_pass
            self.events.append(Passed(self.turn, target))
            self.turn = target
        else:
            self._claim(self.turn, *self._numbers.claim_of(action, self.turn))
        self._settle()

    def _ask(self, target: int, card: int) -> None:
        seat, bit = self.turn, 1 << card
        is_hit = bool(self.hands[target] & bit)
        self.asks += 1
        self.events.append(Asked(seat, target, card, is_hit))
        if is_hit:
            self.hands[target] ^= bit
            self.hands[seat] |= bit
        else:
            self.turn = target

    def _claim(self, seat: int, half: int, claimed: tuple[int, ...]) -> None:
        actual, team, rules = self.holders(half), seat % 2, self.rules
        is_right = claimed == actual
        owner = team
        if not is_right:
            is_shared = any(holder % 2 != team for holder in actual)
            is_lost = rules.wrong_claim == WrongClaim.OPPONENTS or (
                rules.wrong_claim == WrongClaim.HOLDERS and is_shared
            )
            owner = 1 - team if is_lost else NOBODY
        self.owners[half] = owner
        self.live &= ~HALVES[half]
        self.hands = [hand & ~HALVES[half] for hand in self.hands]
        self.events.append(Claimed(seat, half, claimed, actual))
        if is_right and rules.claimant_turn:
            self.turn = seat

    def holders(self, half: int) -> tuple[int, ...]:
        """Return the six holders of a half suit in play."""
        return tuple(
            next(seat for seat, hand in enumerate(self.hands) if hand >> card & 1)
            for card in rules.half_suit_cards(half)
        )

    def _settle(self) -> None:
        """Make the known claims, and determine the next mover."""
        self._legal = None
        if self.claims == "known":
            self._claim_known()
        self.current_player = self.turn
        if self._is_over() or (self.asks >= self.limit and self.hands[self.turn] and self._asks()):
            self.current_player = TERMINAL

    def _is_over(self) -> bool:
        if not self.live:
            return True
        return not self.rules.claim_out and not (any(self.hands[::2]) and any(self.hands[1::2]))

    def _claim_known(self) -> None:
        """Make each claim that an eligible player knows for certain."""
        is_claimed = True
        while is_claimed:
            is_claimed = False
            whole = [self._whole_halves(team) for team in (0, 1)]
            if not any(whole):  # nobody can know what is not so
                return
            for seat in range(self.players):
                if seat != self.turn and not self.rules.out_of_turn:
                    continue
                for half in whole[seat % 2]:
                    holders = self._certain_claim(seat, half)
                    if holders is not None:
                        self._claim(seat, half, holders)
                        is_claimed = True

    def _whole_halves(self, team: int) -> list[int]:
        """Return the half suits of which a team holds all cards."""
        team_cards = sum(self.hands[team::2])  # hands are disjoint
        return [half for half, cards in enumerate(HALVES) if team_cards & cards == cards]

    # Chance

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the next chance outcomes: cards dealt seat by seat, then the starting seat."""
        if self.current_player != CHANCE:
            return []
        cards = self.rules.pack.cards
        if len(self.moves) == cards:
            return [(seat, 1 / self.players) for seat in range(self.players)]
        undealt = cards_of(self.rules.pack.deck & ~sum(self.hands))
        return [(card, 1 / len(undealt)) for card in undealt]

    def _take_outcome(self, outcome: int) -> None:
        dealt, cards = len(self.moves), self.rules.pack.cards
        if dealt <= cards:
            self.hands[(dealt - 1) * self.players // cards] |= 1 << outcome
            return
        self._begin(outcome)

    def _begin(self, first: int) -> None:
        self.dealt = tuple(self.hands)
        self.first = self.turn = first
        self._settle()

    def _deal(self, stream: int) -> None:
        undealt, size = self.rules.pack.deck, self.rules.pack.cards // self.players
        for seat in range(self.players):
            stream, self.hands[seat] = random_cards(stream, undealt, size)
            undealt &= ~self.hands[seat]
        self._stream, bits = next_bits(stream)
        self.moves = [card for hand in self.hands for card in cards_of(hand)]
        self.moves.append(scale(bits, self.players))
        self._begin(self.moves[-1])

    # The kernels' row, and what players know by it

    def row(self) -> Ints:
        """Return the game as an `engine` row, int64."""
        return self._row().copy()

    def _row(self) -> Ints:
        """Return the cached row after replaying new events; callers must not change it."""
        from llq.solver.literature import engine

        if self._cached_row is None:
            row, made = engine.new_row(self.rules), 0
            row[engine.HANDS : engine.HANDS + self.players] = self.dealt
            engine.begin(row, self.first)
        else:
            row, made = self._cached_row
            if made == len(self.events):
                return row
            row = row.copy()
        for event in self.events[made:]:
            engine.apply_move(row, event)
        self._cached_row = row, len(self.events)
        return row

    def _certain_claim(self, seat: int, half: int) -> tuple[int, ...] | None:
        """Return the holders of a player's certain claim, None if uncertain or claimed already."""
        if self.owners[half] != UNCLAIMED:
            return None
        from llq.solver.literature.inference import knowledge
        from llq.solver.literature.log import decode_holders

        row, view = self._row(), _inference(self.players).own
        knowledge.infer(row, seat, view)
        holders = int(knowledge.certain_claim(row, seat, half, view))
        return None if holders < 0 else decode_holders(holders)

    def _draw_hands(self, player: int, random: Random) -> list[int]:
        """Return random hands consistent with a player's knowledge, drawn from exact chances."""
        from llq.solver.literature import engine
        from llq.solver.literature.inference import posterior

        row, space = self.row(), _inference(self.players)
        row[engine.PENDING] = -1
        for seat in range(self.players):
            if seat != player:
                row[engine.HANDS + seat] = 0
        view, chances = space.own, space.chances
        unknown = cards_of(_infer_unplaced(row, player, view))
        random.shuffle(unknown)
        while unknown:
            posterior.find_chances(row, view, chances)
            card = unknown.pop()
            odds = chances.held[: self.players, card].tolist()
            (seat,) = random.choices(range(self.players), odds)
            row[engine.SHOWN + seat] |= 1 << card
            row[engine.NEEDS + seat] &= ~(1 << card // rules.HALF_SIZE)
            unsure = _infer_unplaced(row, player, view)
            unknown = [card for card in unknown if unsure >> card & 1]
        hands: list[int] = view.held[: self.players].tolist()
        return hands

    # What is seen

    def view(self, player: int | None = None) -> Position:
        """Return a player's position, by default the mover's."""
        from llq.solver.literature.positions.position import observe

        return observe(self.row(), self.rules, self.turn if player is None else player)

    def find_action(self, action: Action) -> int:
        """Return an action's number; claims belong to the mover."""
        try:
            if isinstance(action, Claim):
                return self._numbers.claim(
                    rules.find_half_suit(action.half_suit, self.rules.pack), action.holders
                )
            if isinstance(action, Pass):
                return self._numbers.first_pass + action.player
            target, card = action
            return self.rules.pack.cards * target + rules.find_card(card, self.rules.pack)
        except (TypeError, ValueError, AttributeError, UnknownCard):
            raise IllegalAction(f"{action!r} is not an action of Literature") from None

    def is_claim(self, action: int) -> bool:
        """Return whether an action claims a half suit."""
        return self._numbers.first_claim <= action

    def action_of(self, action: int) -> Action:
        """Decode an action number of the mover."""
        if action < self._numbers.first_pass:
            target, card = divmod(action, self.rules.pack.cards)
            return Ask(target, rules.card_name(card, self.rules.pack))
        if action < self._numbers.first_claim:
            return Pass(action - self._numbers.first_pass)
        half, claimed = self._numbers.claim_of(action, self.current_player)
        return Claim(rules.half_suit_name(half), claimed)

    def action_text(self, action: int) -> str:
        """Return the text of a mover's action."""
        return str(self.action_of(action))

    def observation(self, player: int) -> dict[str, NDArray[Any]]:
        """Return a player's current observation, numbering seats from the player on.

        Returns
        -------
        dict
            ``hand`` (cards,) 1 for each card held; ``shown`` (players, cards) those that a seat was
            seen to get and still has; ``lacks`` (players, cards) those it was heard to lack since;
            ``needs`` (players, half suits) those of which it must hold a card not shown; ``sizes``
            (players,) cards held; ``owners`` (half suits, 4) 1 for unclaimed, own, the others',
            nobody's; ``turn`` (players,) who moves. All int8.
        """
        from llq.solver.literature import engine

        self._check_player(player)
        row = self._row() if self.dealt else engine.new_row(self.rules)
        seats = [(player + step) % self.players for step in range(self.players)]
        cards, halves = self.rules.pack.cards, self.rules.pack.half_suits
        owners = np.zeros((halves, 4), dtype=np.int8)
        for half, owner in enumerate(self.owners):
            team = 1 + (owner - player) % 2
            owners[half, {UNCLAIMED: 0, NOBODY: 3}.get(owner, team)] = 1
        return {
            "hand": _bits([self.hands[player]], cards)[0],
            "shown": _bits([row[engine.SHOWN + seat] for seat in seats], cards),
            "lacks": _bits([row[engine.LACKS + seat] for seat in seats], cards),
            "needs": _bits([row[engine.NEEDS + seat] for seat in seats], halves),
            "sizes": np.array([self.hands[seat].bit_count() for seat in seats], dtype=np.int8),
            "owners": owners,
            "turn": np.array([seat == self.turn for seat in seats], dtype=np.int8),
        }

    def observation_text(self, player: int) -> str:
        """Return what a player sees now, in words."""
        self._check_player(player)
        hand = " ".join(rules.card_names(self.hands[player], self.rules.pack))
        sizes = " ".join(str(cards.bit_count()) for cards in self.hands)
        won = [self.owners.count(team) for team in (player % 2, 1 - player % 2)]
        return (
            f"player {player}: {hand or 'no cards'}; hands of {sizes}; player {self.turn} to move; "
            f"half suits {won[0]} to {won[1]}"
        )

    def information_state(self, player: int) -> str:
        """Return the observed history as text: dealt hand, starter and every move."""
        self._check_player(player)
        hand = (self.dealt or self.hands)[player]
        parts = [f"{player}:{hand:012x}:{self.first}"]
        for event in self.events:
            if isinstance(event, Asked):
                answer = "+" if event.held else "-"
                parts.append(f"{event.seat}>{event.target}?{event.card}{answer}")
            elif isinstance(event, Passed):
                parts.append(f"{event.seat}>{event.target}")
            else:
                claimed, actual = "".join(map(str, event.claimed)), "".join(map(str, event.actual))
                parts.append(f"{event.seat}!{event.half_suit}={claimed}/{actual}")
        return " ".join(parts)

    def returns(self) -> list[float]:
        """Return each player's half-suit lead, by team; 0 for unfinished games."""
        if self.current_player != TERMINAL or not self._is_over():
            return [0.0] * self.players
        lead = float(self.owners.count(0) - self.owners.count(1))
        return [lead if seat % 2 == 0 else 0 - lead for seat in range(self.players)]

    def resample(self, player: int, random: Random) -> Self:
        """Return a random game indistinguishable to the player, uniform over consistent deals.

        Among eight, chances are those of `inference.posterior`, which are not quite exact.
        """
        self._check_redraw(player)
        seen = self.information_state(player)
        while True:
            redealt = type(self)(self.rules, self.claims, self.limit)
            redealt.hands = self._hands_dealt(self._draw_hands(player, random))
            redealt.moves = [card for hand in redealt.hands for card in cards_of(hand)]
            try:
                for move in self.moves[self.rules.pack.cards :]:
                    redealt.apply(move)
            except IllegalAction:
                continue  # somebody would have known a claim, and claimed
            if redealt.information_state(player) == seen:
                return redealt.with_stream(None if self._stream is None else random.getrandbits(64))

    def _hands_dealt(self, hands: list[int]) -> list[int]:
        """Return the dealt hands, reconstructed by undoing moves from the given hands."""
        hands = hands[:]
        for event in reversed(self.events):
            if isinstance(event, Claimed):
                for place, seat in enumerate(event.actual):
                    hands[seat] |= 1 << rules.HALF_SIZE * event.half_suit + place
            elif isinstance(event, Asked) and event.held:
                hands[event.seat] ^= 1 << event.card
                hands[event.target] |= 1 << event.card
        return hands


def _bits(masks: list[int], size: int) -> NDArray[np.int8]:
    """Return the lowest bits of each mask, (masks, size)."""
    octets = np.array(masks, dtype="<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(octets, axis=1, count=size, bitorder="little").view(np.int8)


def _infer_unplaced(row: Ints, player: int, view: View) -> int:
    """Infer a player's knowledge; return the cards that the player cannot place."""
    from llq.solver.literature import engine
    from llq.solver.literature.inference import knowledge

    knowledge.infer(row, player, view)
    return int(row[engine.LIVE] & ~np.bitwise_or.reduce(view.held))


@cache
def _inference(players: int) -> Inference:
    from llq.solver.literature.scratch import make_inference

    return make_inference(players)
