"""One game between some players, move by move, as a record."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.literature.ask_values import choice_of
from llq.query.literature.history import hand_as_dealt
from llq.query.literature.moves import move_of
from llq.query.literature.notation import Game, game_record
from llq.query.literature.teams import Team, find_team
from llq.query.players import check_seed
from llq.solver.literature import engine, turns
from llq.solver.literature.engine import ASKS, HANDS, LOG, LOGGED, MOST_ASKS, TURN
from llq.solver.literature.match import MOVE_LIMIT, stack_weights
from llq.solver.literature.players import Player, Strategy, ask_of, choose, make_table
from llq.solver.literature.position import see
from llq.solver.literature.rules import Rules, card_name, cards_of, find_card, find_rules
from llq.solver.rng import streams

__all__ = ["ShownGame", "show_literature"]


@dataclass(frozen=True)
class ShownGame:
    """A game that was played; ``str()`` is its record with all hands as comments.

    Parameters
    ----------
    game
        Its record, as one player saw it.
    players
        Who played, by seat.
    hands
        The hands as dealt, by seat.
    half_suits
        Half suits of the even and the odd seats' team.
    is_over
        Whether it came to its end.
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


def show_literature(
    team: Team,
    other: Team,
    seed: int = 1,
    *,
    number: int = 0,
    moves: int | None = None,
    me: int | None = None,
    rules: Rules | str | None = None,
    players: int | None = None,
    limit: int = MOVE_LIMIT,
) -> ShownGame:
    """Play one game of a match and return its record.

    Parameters
    ----------
    team, other
        The even and the odd seats' players, as `llq.literature.match` takes them.
    seed, number
        Which game: the one that `llq.solver.literature.match.play_games` plays with that number.
    moves
        Moves after which to stop, for the record of a game that goes on.
    me
        The seat whose record it is; by default that whose turn it then is.
    rules, players, limit
        As in a match.

    Raises
    ------
    UnknownStrategy, UnknownGame, IllegalState, IllegalAction
        As in a match, or there is no such seat or game.

    Examples
    --------
    >>> import llq
    >>> shown = llq.literature.show("greedy", "possible", seed=1, moves=2)
    >>> print(str(shown.game).splitlines()[-1])
    1 asks 2 2D no
    """
    if not isinstance(rules, Rules):
        rules = find_rules(rules or "somani", players)
    if not 1 <= limit <= MOST_ASKS or number < 0 or (moves is not None and moves < 0):
        raise IllegalState(
            f"a game has 1 to {MOST_ASKS} asks, games and moves are numbers from 0 on; got "
            f"{limit}, {number} and {moves}"
        )
    if me is not None and not 0 <= me < rules.players:
        raise IllegalState(f"there are seats 0 to {rules.players - 1}; got {me}")
    seed = check_seed(seed)
    known: dict[str, Strategy | Player] = {}
    teams = (find_team(side, rules.players // 2, known) for side in (team, other))
    seats = [player for pair in zip(*teams, strict=True) for player in pair]
    row = _play(seats, rules, seed, number, limit, moves)
    said = [(move_of(int(code)), "") for code in row[LOG : LOG + int(row[LOGGED])]]
    hands = tuple(
        tuple(
            card_name(card, rules.pack)
            for card in cards_of(hand_as_dealt(int(row[HANDS + seat]), seat, said, rules))
        )
        for seat in range(rules.players)
    )
    return ShownGame(
        game=game_record(row, rules, int(row[TURN]) if me is None else me),
        players=tuple(player.name for player in seats),
        hands=hands,
        half_suits=(int(engine.claims_won(row, 0)), int(engine.claims_won(row, 1))),
        is_over=bool(engine.is_over(row)),
    )


def _play(
    seats: list[Strategy | Player],
    rules: Rules,
    seed: int,
    number: int,
    limit: int,
    moves: int | None,
) -> NDArray[np.int64]:
    """Return the row of a game, or of as much of it as is asked for: as `play_games` plays it."""
    each = 1 + rules.players
    sources = streams(seed, each * number, each * (number + 1))
    row = engine.new_row(rules)
    table = make_table(rules.players)
    weights = stack_weights(seats, rules.players)
    randoms = [Random(f"{seed}/{number}/{seat}") for seat in range(rules.players)]
    engine.deal(row, sources[:1])
    dealt = row.copy()
    while turns.advance(row, sources[:1], table.mind) and row[ASKS] < limit:
        if moves is not None and row[LOGGED] >= moves:
            break
        seat = int(row[TURN])
        player = seats[seat]
        if isinstance(player, Strategy):
            stream = sources[seat + 1 : seat + 2]
            code = choose(row, int(player.kind), weights[seat], stream, table)
            target, card = ask_of(int(code))
        else:
            target, card = _ask_user(player, row, rules, randoms[seat])
        engine.ask(row, target, card, bool(int(row[HANDS + target]) >> card & 1))
    if moves is None or row[LOGGED] <= moves:
        return row
    return _up_to(dealt, row, moves)


def _up_to(dealt: NDArray[np.int64], row: NDArray[np.int64], moves: int) -> NDArray[np.int64]:
    """Return the row after the first moves of a game: several claims come at once."""
    for code in row[LOG : LOG + moves].tolist():
        kind, seat, other = code & 3, code >> 2 & 7, code >> 5 & 7
        if kind == engine.ASK:
            engine.ask(dealt, other, code >> 8 & 63, bool(code >> 14 & 1))
        elif kind == engine.PASS:
            engine.pass_turn(dealt, other)
        else:
            engine.claim(dealt, seat, other, code >> 9 & (1 << 18) - 1, code >> 27)
    return dealt


def _ask_user(
    player: Player, row: NDArray[np.int64], rules: Rules, random: Random
) -> tuple[int, int]:
    """Return the ask of a player of one's own."""
    position = see(row, rules)
    target, name = choice_of(player, position, random)
    return target, find_card(name, rules.pack)
