"""A player's perspective, with numbered cards: facts, chances and successors of moves.

A `Perspective` owns an engine's row in which all other hands are empty, so that nothing can be read
from it that the player does not know. It is never modified: a move makes another one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Self

from llq.solver.array_types import Floats, Ints
from llq.solver.card_masks import cards_of
from llq.solver.literature import engine
from llq.solver.literature.actions import Asked, Move
from llq.solver.literature.inference import knowledge, marginals, posterior
from llq.solver.literature.inference.counting import Posterior, make_posterior
from llq.solver.literature.inference.knowledge import View, make_view
from llq.solver.literature.inference.marginals import make_marginals
from llq.solver.literature.log import decode_holders, decode_move, encode_holders
from llq.solver.literature.rules import HALF, HALF_SIZE, MOST_HALF_SUITS, Rules


@dataclass(frozen=True)
class Perspective:
    """A game as one player sees it."""

    rules: Rules
    seat: int
    row: Ints
    """Read-only engine row without other players' hands."""

    @classmethod
    def of(cls, row: Ints, rules: Rules, seat: int) -> Self:
        """Return a player's perspective, copying the row."""
        visible = row.copy()
        for player in range(rules.players):
            if player != seat:
                visible[engine.HANDS + player] = 0
        visible.flags.writeable = False
        return cls(rules, seat, visible)

    @classmethod
    def begin(cls, rules: Rules, seat: int, hand: int, first: int) -> Self:
        """Return a player's initial perspective, with ``hand`` as a card mask."""
        row = engine.new_row(rules)
        row[engine.HANDS + seat] = hand
        engine.begin(row, first)
        return cls.of(row, rules, seat)

    # What everyone has seen

    @property
    def asks(self) -> int:
        """Asks so far."""
        return int(self.row[engine.ASKS])

    @property
    def hand(self) -> int:
        """The player's own cards."""
        return int(self.row[engine.HANDS + self.seat])

    @property
    def live(self) -> int:
        """The cards in hands."""
        return int(self.row[engine.LIVE])

    @property
    def turn(self) -> int:
        """The seat to move."""
        return int(self.row[engine.TURN])

    @property
    def first(self) -> int:
        """The seat that began."""
        return int(self.row[engine.FIRST])

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each player holds."""
        return tuple(self.row[engine.SIZES : engine.SIZES + self.rules.players].tolist())

    @property
    def owners(self) -> tuple[int, ...]:
        """The team of each half suit, else `engine.UNCLAIMED` or `engine.NOBODY`."""
        return tuple(self.row[engine.OWNERS : engine.OWNERS + self.rules.pack.half_suits].tolist())

    @property
    def half_suits(self) -> tuple[int, ...]:
        """The half suits in play."""
        return tuple(half for half in range(MOST_HALF_SUITS) if self.live >> HALF_SIZE * half & 1)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        end = engine.LOG + int(self.row[engine.LOGGED])
        return tuple(map(decode_move, self.row[engine.LOG : end].tolist()))

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""
        return bool(engine.is_over(self._copy()))

    @property
    def pass_targets(self) -> tuple[int, ...]:
        """Legal pass targets, empty if the mover has cards."""
        return self._seats(int(engine.pass_targets(self._copy())))

    @property
    def legal_asks(self) -> list[tuple[int, int]]:
        """The player's legal asks, on their turn: targets and cards."""
        targets = self._seats(int(engine.targets(self._copy())))
        return list(product(targets, cards_of(int(engine.askable(self.hand)))))

    def shown(self, seat: int) -> int:
        """Return the cards that everyone has seen a player get and that the player still holds."""
        return int(self.row[engine.SHOWN + seat])

    def told_lacks(self, seat: int) -> int:
        """Return the cards a player publicly lacks."""
        return int(self.row[engine.LACKS + seat])

    def needs(self, seat: int, half: int) -> bool:
        """Return whether a player must hold an unshown card of a half suit."""
        return bool(self.row[engine.NEEDS + seat] >> half & 1)

    # What the player knows

    @property
    def view(self) -> View:
        """The player's certain knowledge."""
        return self._inference[0]

    @property
    def is_consistent(self) -> bool:
        """Whether the rules of inference meet no contradiction."""
        return self._inference[1]

    @cached_property
    def _inference(self) -> tuple[View, bool]:
        view = make_view()
        return view, bool(knowledge.infer(self._copy(), self.seat, view))

    @cached_property
    def common_view(self) -> View:
        """Common knowledge: facts that everyone knows to be known by everyone."""
        view = make_view()
        knowledge.infer_common(self._copy(), view)
        return view

    def view_of(self, other: int) -> View:
        """Return what the player knows that another knows."""
        view = make_view()
        knowledge.infer_other(self._copy(), self.view, other, view)
        return view

    # What is likely

    @property
    def posterior(self) -> Posterior:
        """Chances of cards hidden from the player."""
        return self._chances[0]

    @cached_property
    def _chances(self) -> tuple[Posterior, bool]:
        chances = make_posterior(self.rules.players)
        return chances, bool(posterior.find_chances(self._copy(), self.view, chances))

    @property
    def is_possible(self) -> bool:
        """Whether some deal agrees with hand and moves."""
        return self.is_consistent and self._chances[1]

    @property
    def deals(self) -> float | None:
        """Number of agreeing deals; None if too many to count."""
        deals, is_exact = self.posterior.deals.tolist()
        return deals if is_exact else None

    def chance(self, seat: int, card: int) -> float:
        """Return a player's chance of holding a card."""
        return float(self.posterior.held[seat, card])

    @cached_property
    def quick_chances(self) -> Floats:
        """Approximate card chances by player, as in `quick`."""
        approximation = make_marginals()
        marginals.find_marginals(self._copy(), self.view, approximation)
        return approximation.held

    def claim_chance(self, half: int, holders: Sequence[int]) -> float:
        """Return the chance that six players hold the cards of a half suit, lowest first."""
        return float(posterior.chance_of_claim(half, encode_holders(holders), self.posterior))

    def team_chance(self, half: int, team: int) -> float:
        """Return a team's chance to hold an entire half suit."""
        return float(posterior.chance_of_team(half, team, self.posterior))

    def certain_claim(self, half: int) -> tuple[int, ...] | None:
        """Return the player's certain claim of a half suit as holders, else None."""
        holders = int(knowledge.certain_claim(self._copy(), self.seat, half, self.view))
        return None if holders < 0 else decode_holders(holders)

    def likeliest_claim(self, half: int) -> tuple[int, ...]:
        """Return the team's likeliest claim of a half suit."""
        holders = posterior.likeliest_claim(self._copy(), self.seat, half, self.posterior)
        return decode_holders(int(holders))

    # What moves lead to

    def after_ask(self, target: int, card: int, held: bool) -> Self:
        """Return the game after the mover's ask."""
        return self.after(Asked(self.turn, target, card, held))

    def after(self, move: Move) -> Self:
        """Return the game after a move."""
        row = self._copy()
        engine.apply_move(row, move)
        return self.of(row, self.rules, self.seat)

    def after_question(self, card: int) -> Self:
        """Return the game after the mover's question, before its answer."""
        row, seat, half = self._copy(), self.turn, card // HALF_SIZE
        if not row[engine.SHOWN + seat] & HALF << HALF_SIZE * half:
            row[engine.NEEDS + seat] |= 1 << half
        row[engine.LACKS + seat] |= 1 << card
        return self.of(row, self.rules, self.seat)

    def _copy(self) -> Ints:
        """Return a writable row copy, to avoid another kernel compilation."""
        return self.row.copy()

    def _seats(self, mask: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.rules.players) if mask >> seat & 1)
