"""The record of one game between built-in and custom players, move by move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from llq.errors import IllegalState
from llq.query.literature.built_in_players import find_team
from llq.query.literature.positions.notation import Game, record
from llq.query.players import check_seed
from llq.solver.literature.log import MOST_ASKS
from llq.solver.literature.matches.match import MOVE_LIMIT, line_up
from llq.solver.literature.matches.single_game import play_game
from llq.solver.literature.players import Player, Strategy
from llq.solver.literature.rules import Rules, card_name, cards_of, find_rules

if TYPE_CHECKING:
    from llq.query.literature.built_in_players import Team


@dataclass(frozen=True)
class ShownGame:
    """A game that was played; ``str()`` is its record with all hands as comments.

    Parameters
    ----------
    game
        The record, as one player saw it.
    players
        The players' names, by seat.
    hands
        The hands as dealt, by seat.
    half_suits
        Half suits of the even and of the odd seats' team.
    is_over
        Whether the game ended.
    """

    game: Game
    players: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    half_suits: tuple[int, int]
    is_over: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the game as plain data, ready for JSON."""
        return {
            "game": self.game.to_dict(),
            "players": list(self.players),
            "hands": [list(hand) for hand in self.hands],
            "half_suits": list(self.half_suits),
            "is_over": self.is_over,
        }

    def __str__(self) -> str:
        """Return the record, hands and result as comments: it reads as the game."""
        lines = [
            f"# player {seat}, {name}: {' '.join(hand)}"
            for seat, (name, hand) in enumerate(zip(self.players, self.hands, strict=True))
        ]
        even, odd = self.half_suits
        ending = "over" if self.is_over else "not over"
        result = f"# {ending}: half suits {even} to {odd}, even seats first"
        return "\n".join([*lines, str(self.game) + result])


def show(
    first: Team,
    second: Team,
    seed: int = 1,
    *,
    number: int = 0,
    moves: int | None = None,
    me: int | None = None,
    rules: Rules | str | None = None,
    players: int | None = None,
    limit: int | None = None,
) -> ShownGame:
    """Play one game of a match and return its record.

    Parameters
    ----------
    first, second
        The even and the odd seats' players, as `llq.literature.match` takes them.
    seed, number
        Which game: the one with this number of a match of the seed.
    moves
        Moves after which to stop, for the record of a game under way.
    me
        The seat whose record it is; by default the seat to move.
    rules, players, limit
        As in a match.

    Raises
    ------
    UnknownStrategy, UnknownGame, IllegalState, IllegalAction
        As in a match, or there is no such seat or game.

    Examples
    --------
    >>> import llq
    >>> shown = llq.literature.positions.show("greedy", "possible", seed=1, moves=2)
    >>> print(str(shown.game).splitlines()[-1])
    1 asks 2 2D no
    """
    if not isinstance(rules, Rules):
        rules = find_rules(rules or "somani")
        if players is not None:
            rules = find_rules(rules.rules_id.partition("/")[2], players)
    limit = MOVE_LIMIT if limit is None else limit
    if not 1 <= limit <= MOST_ASKS or number < 0 or (moves is not None and moves < 0):
        raise IllegalState(
            f"a game has 1 to {MOST_ASKS} asks, games and moves must be non-negative integers; got "
            f"{limit}, {number} and {moves}"
        )
    if me is not None and not 0 <= me < rules.players:
        raise IllegalState(f"there are seats 0 to {rules.players - 1}; got {me}")
    seed = check_seed(seed)
    known: dict[str, Strategy | Player] = {}
    teams = (find_team(side, rules.players // 2, known) for side in (first, second))
    seats = [player for pair in zip(*teams, strict=True) for player in pair]
    played = play_game(line_up(seats, rules), rules, seed, number, limit=limit, moves=moves)
    seat = played.turn if me is None else me
    return ShownGame(
        game=record(played.observe(seat)),
        players=tuple(player.name for player in seats),
        hands=tuple(
            tuple(card_name(card, rules.pack) for card in cards_of(hand)) for hand in played.hands
        ),
        half_suits=played.half_suits,
        is_over=played.is_over,
    )
