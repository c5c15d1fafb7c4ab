"""Sources of explanations: each move's information."""

from dataclasses import dataclass, field

from llq.solver.literature.log import Asked, Claimed, Move
from llq.solver.literature.rules import IN_HALF, Rules


@dataclass(slots=True)
class Trace:
    """Public information so far; cards are numbers, places such as ``line 7``."""

    rules: Rules
    turn: str = "they begin"
    """Reason for the mover's turn."""
    got: dict[int, tuple[int, int, str]] = field(default_factory=dict)
    """By card shown: its last taker, giver and move."""
    gave: dict[tuple[int, int], tuple[int, str]] = field(default_factory=dict)
    """By player and card given away: the last taker and move."""
    missed: dict[tuple[int, int], str] = field(default_factory=dict)
    """Failed asks' moves, by target and card."""
    sought: dict[tuple[int, int], str] = field(default_factory=dict)
    """Failed asks' moves, by asker and card."""
    asked: dict[tuple[int, int], str] = field(default_factory=dict)
    """Last asks' moves, by asker and half suit with a held card."""
    claimed: dict[int, tuple[int, str]] = field(default_factory=dict)
    """By half suit: its claimer and move."""

    def note(self, move: Move, place: str) -> None:
        """Take note of a move."""
        if isinstance(move, Asked):
            self._note_ask(move, place)
        elif isinstance(move, Claimed):
            self.claimed[move.half_suit] = move.seat, place
            if move.said == move.true and self.rules.claimant_turn:
                self.turn = f"they claimed in {place}"
        else:
            self.turn = f"the turn was passed to them in {place}"

    def _note_ask(self, move: Asked, place: str) -> None:
        self.asked[move.seat, move.card // IN_HALF] = place
        if move.held:
            self.got[move.card] = move.seat, move.target, place
            self.gave[move.target, move.card] = move.seat, place
            self.turn = f"they got a card in {place}"
            for places in (self.missed, self.sought):
                for key in [key for key in places if key[1] == move.card]:
                    del places[key]
        else:
            self.missed[move.target, move.card] = place
            self.sought[move.seat, move.card] = place
            self.turn = f"they were asked in vain in {place}"
