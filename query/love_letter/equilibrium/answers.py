"""An equilibrium as an answer: what both seats win, and what each plays after a history."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from llq.errors import IllegalState
from llq.query.love_letter.equilibrium.histories import HistoryStep, find_infoset
from llq.solver.love_letter.rules import Action

if TYPE_CHECKING:
    from llq.solver.love_letter.equilibrium.solver import Floats, Solution
    from llq.solver.love_letter.equilibrium.tree import GameTree

HABITS = ("turns", "mixed", "guesses", "bluffs", "mixed_guesses")
"""What an `Equilibrium` counts by seat."""

_SEATS = ("first", "second")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayChance:
    """One play of an equilibrium policy in a turn.

    Parameters
    ----------
    action
        The play.
    text
        The play in words.
    chance
        How often the policy makes it there.
    win_prob
        The chance to win (and half that of a draw) with it against the equilibrium's opponent, if
        the best follows; None where that opponent's play never leads here.
    """

    action: Action
    text: str
    chance: float
    win_prob: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the play as plain data, ready for JSON."""
        return asdict(self) | {"action": self.action._asdict()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What an equilibrium plays from an opening hand of the first player's."""

    hand: tuple[str, str]
    dealt: float
    """How often the hand is dealt."""
    plays: tuple[PlayChance, ...]
    """The likeliest first."""

    def to_dict(self) -> dict[str, Any]:
        """Return the opening as plain data, ready for JSON."""
        return asdict(self) | {"plays": [play.to_dict() for play in self.plays]}


@dataclass(frozen=True, kw_only=True)
class Equilibrium:
    """A pair of policies with perfect recall, one a seat, and proof of how good they are.

    The two seats are the two players of one zero-sum game. Equilibria are many, their value is one.

    Parameters
    ----------
    variant
        The variant of the rules.
    scoring
        How equal final cards are decided.
    face_up
        The number of cards face up, or the cards by name.
    first, second
        The chances to win of the first and of the second player, a draw being half a win; they add
        up to 1, and neither is further from the truth than the exploitability.
    exploitability
        Mean, over both seats, of what a best response to the other seat's policy wins, less one
        half; computed for these policies, not expected of the method.
    method
        ``regret`` or ``linear-program``.
    iterations
        Steps of regret minimization, the most of any deal; 0 for a linear program.
    nodes, infosets
        Size of the game tree, over all deals: histories of both players before each turn, and
        information sets.
    deals
        In how many ways the cards may lie face up.
    turns, mixed, guesses, bluffs, mixed_guesses
        By seat, mean numbers in a round of: turns with more than one play to choose; those in which
        two plays or more have a chance of 1 %; guesses that by what both players know may hit;
        *bluffs*, those that their player knows will miss where another may hit; guesses where two
        or more have a chance of 1 %.
    """

    variant: str
    scoring: str
    face_up: int | tuple[str, ...]
    first: float
    second: float
    exploitability: float
    method: str
    iterations: int
    nodes: int
    infosets: int
    deals: int
    turns: tuple[float, float]
    mixed: tuple[float, float]
    guesses: tuple[float, float]
    bluffs: tuple[float, float]
    mixed_guesses: tuple[float, float]
    _policy: SolvedTree | None = field(repr=False, compare=False, default=None)

    @property
    def openings(self) -> tuple[Opening, ...]:
        """What the first player plays from each hand, the likeliest hand first.

        Raises
        ------
        IllegalState
            The equilibrium is a mean over several deals.
        """
        policy = self._policy_or_refuse()
        names = [card.name for card in policy.tree.rules.cards]
        rows = []
        for infoset in range(*policy.tree.turns[0].infosets):
            low, high = policy.hand(infoset)
            rows.append(
                Opening(
                    hand=(names[low], names[high]),
                    dealt=float(policy.weights[0][infoset]) / policy.tree.orders,
                    plays=policy.plays(0, infoset),
                )
            )
        return tuple(sorted(rows, key=lambda opening: -opening.dealt))

    def strategy(
        self, history: Iterable[HistoryStep], *, seat: str = "first"
    ) -> tuple[PlayChance, ...]:
        """Return what the equilibrium plays after a player's own history, the likeliest play first.

        Left out are plays that surely lose at once, guesses that surely miss in the last turn, and,
        of guesses that both players know will miss, all but one.

        Parameters
        ----------
        history
            All that the player saw, in order. The first player's begins with their two cards, the
            second's with their card and the first player's play. Then: the own play, what it
            showed, the opponent's play, what it showed, the card drawn. Cards are numbers or
            names, plays are actions or texts such as ``guard priest``.
        seat
            ``first`` or ``second``.

        Raises
        ------
        IllegalState, IllegalAction, UnknownCard
            The history cannot be, or does not end with two cards in the player's hand; or the
            equilibrium is a mean over several deals.

        Examples
        --------
        >>> import llq
        >>> found = llq.love_letter.equilibrium.solve((2, 1, 1, 1, 0, 0, 0, 0))
        >>> [(play.text, round(play.chance, 3)) for play in found.strategy(["Priest", 4])]
        [('Handmaid', 1.0), ('Priest', 0.0)]
        """
        policy = self._policy_or_refuse()
        if seat not in _SEATS:
            raise IllegalState(f"seat is one of {', '.join(_SEATS)}; got {seat!r}")
        player = _SEATS.index(seat)
        return policy.plays(player, find_infoset(policy.tree, player, history))

    def to_dict(self) -> dict[str, Any]:
        """Return the equilibrium as plain data, ready for JSON; openings if it is of one deal."""
        plain: dict[str, Any] = {
            name: getattr(self, name)
            for name in self.__dataclass_fields__
            if not name.startswith("_") and name not in HABITS
        }
        for name in HABITS:
            plain |= {
                f"{seat}_{name}": value
                for seat, value in zip(_SEATS, getattr(self, name), strict=True)
            }
        if self._policy is not None:
            plain["openings"] = [opening.to_dict() for opening in self.openings]
        return plain

    def __str__(self) -> str:
        """Return the equilibrium in one line."""
        deal = ""
        if self.face_up:
            shown = self.face_up if isinstance(self.face_up, int) else ", ".join(self.face_up)
            deal = f" with {shown} face up"
        how = "a linear program" if self.method != "regret" else f"{self.iterations:,} iterations"
        return (
            f"equilibrium of {self.variant}{deal}: first wins {self.first:.6f}, second "
            f"{self.second:.6f}; exploitability {self.exploitability:.1e} "
            f"({self.nodes:,} nodes, {self.infosets:,} information sets, {how})"
        )

    def _policy_or_refuse(self) -> SolvedTree:
        if self._policy is None:
            raise IllegalState(
                f"this equilibrium is a mean over {self.deals} deals, each with policies of its "
                "own: ask for one by the cards face up"
            )
        return self._policy


class SolvedTree:
    """A solved game tree, asked turn by turn."""

    def __init__(self, tree: GameTree, solution: Solution) -> None:
        self.tree, self.solution = tree, solution

    @cached_property
    def weights(self) -> tuple[Floats, Floats]:
        """The orders of the cards in which the opponent's play leads to each information set."""
        from llq.solver.love_letter.equilibrium.solver import belief_weights

        chances = self.solution.chances
        return (
            belief_weights(self.tree, 0, chances[1]),
            belief_weights(self.tree, 1, chances[0]),
        )

    @cached_property
    def values(self) -> tuple[Floats, Floats]:
        """What each sequence is worth in a best response."""
        from llq.solver.love_letter.equilibrium.solver import sequence_values

        chances = self.solution.chances
        return (
            sequence_values(self.tree, 0, chances[1]),
            sequence_values(self.tree, 1, chances[0]),
        )

    def hand(self, infoset: int) -> tuple[int, int]:
        """Return the first player's hand in an information set."""
        from llq.solver.love_letter.equilibrium.expansion import unpack

        _, low, high, *_ = unpack(self.tree.players[0].state[infoset])
        return low, high

    def plays(self, player: int, infoset: int) -> tuple[PlayChance, ...]:
        """Return what may be played in an information set, the likeliest first."""
        rules, moves = self.tree.rules, self.tree.players[player]
        weight = float(self.weights[player][infoset])
        rows = []
        for sequence in range(moves.first[infoset], moves.first[infoset + 1]):
            action = rules.actions[moves.play[sequence]]
            won = None
            if weight > 0.0:
                won = 0.5 + float(self.values[player][sequence]) / weight / 2
            chance = float(self.solution.chances[player][sequence])
            text = rules.describe(action)
            rows.append(PlayChance(action=action, text=text, chance=chance, win_prob=won))
        return tuple(sorted(rows, key=lambda play: -round(play.chance, 9)))
