"""The record of one game between built-in and custom players, move by move."""

from dataclasses import dataclass
from typing import Any

from llq.errors import IllegalState
from llq.query.inputs import Seed
from llq.query.literature import inputs as of
from llq.query.literature.built_in_players import find_teams
from llq.query.literature.matches.matches import chosen_rules
from llq.query.literature.positions.notation import Game, record
from llq.query.players import check_seed
from llq.query.questions import question
from llq.query.results import Result, Rows
from llq.solver.literature.matches.lineup import line_up
from llq.solver.literature.matches.single_game import play_game
from llq.solver.literature.rules import LIMIT, MOST_ASKS, card_names


@dataclass(frozen=True)
class ShownGame(Result):
    """A played game; ``str()`` writes its record, with all hands as comments.

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
        """Return a parseable record, with hands and result as comments."""
        lines = [
            f"# player {seat}, {name}: {' '.join(hand)}"
            for seat, (name, hand) in enumerate(zip(self.players, self.hands, strict=True))
        ]
        even, odd = self.half_suits
        ending = "over" if self.is_over else "not over"
        result = f"# {ending}: half suits {even} to {odd}, even seats first"
        return "\n".join([*lines, str(self.game) + result])

    @property
    def text(self) -> str:
        """The record."""
        return str(self)

    is_row = False

    def records(self) -> Rows:
        """Return the moves, a row each."""
        moves = enumerate(self.game.lines, start=1)
        return [{"number": number, "move": move} for number, move in moves]


@question(
    arguments=("first", "second"),
    examples=(
        "greedy greedy --seed 3 --moves 40 --me 1",
        "possible possible --rules pagat --format csv",
    ),
    busy="Playing (compiled the first time)",
)
def show(
    first: of.TeamText,
    second: of.TeamText,
    seed: Seed = 1,
    *,
    number: of.GameNumber = 0,
    moves: of.Moves | None = None,
    me: of.SeatNumber | None = None,
    rules: of.Variant | None = None,
    players: of.Players | None = None,
    changes: of.Changes = (),
    limit: of.Limit | None = None,
) -> ShownGame:
    """Play one game and print its record, which ``llq literature advise`` reads.

    The first team has the even seats.

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
    rules = chosen_rules(rules, players, changes)
    limit = LIMIT if limit is None else limit
    if not 1 <= limit <= MOST_ASKS or number < 0 or (moves is not None and moves < 0):
        raise IllegalState(
            f"a game has 1 to {MOST_ASKS} asks, games and moves must be non-negative integers; got "
            f"{limit}, {number} and {moves}"
        )
    if me is not None and not 0 <= me < rules.players:
        raise IllegalState(f"there are seats 0 to {rules.players - 1}; got {me}")
    seed = check_seed(seed)
    teams = find_teams((first, second), rules.players // 2)
    seats = [player for pair in zip(*teams, strict=True) for player in pair]
    played = play_game(line_up(seats, rules), rules, seed, number, limit=limit, moves=moves)
    position = played.observe(me)
    owners = position.perspective.owners
    return ShownGame(
        game=record(position),
        players=tuple(player.name for player in seats),
        hands=tuple(card_names(hand, rules.pack) for hand in played.hands),
        half_suits=(owners.count(0), owners.count(1)),
        is_over=position.perspective.is_over,
    )
