"""One game of a match, by its seed and number, played to its end or to some move."""

from dataclasses import dataclass
from random import Random

from llq.solver.array_types import Ints, Uints
from llq.solver.literature import engine
from llq.solver.literature.log import decode_move
from llq.solver.literature.matches.lineup import Lineup, play_on
from llq.solver.literature.players import choose_ask
from llq.solver.literature.positions.position import Position, observe
from llq.solver.literature.rules import LIMIT, MOST_CARDS, Rules, find_card
from llq.solver.literature.scratch import make_scratch
from llq.solver.rng import streams


@dataclass(frozen=True)
class PlayedGame:
    """Game played to some point."""

    rules: Rules
    hands: tuple[int, ...]
    """Dealt hands by seat, as sets of cards."""
    row: Ints
    """The engine's row, all hands in it."""

    def observe(self, seat: int | None = None) -> Position:
        """Return what a player sees, by default the mover."""
        return observe(self.row, self.rules, seat)


def play_game(
    lineup: Lineup,
    rules: Rules,
    seed: int,
    number: int,
    *,
    limit: int = LIMIT,
    moves: int | None = None,
) -> PlayedGame:
    """Play one `play_games` game, by seed and number, or its first moves."""
    row, (source,) = engine.new_row(rules), game_streams(rules, seed, range(number, number + 1))
    engine.deal(row, source[:1])
    dealt, scratch = row.copy(), make_scratch(rules.players)
    users, learns = lineup.custom_players, lineup.has_learners
    randoms = {seat: Random(f"{seed}/{number}/{seat}") for seat in users}
    while True:
        most = limit if moves is None else min(limit, int(row[engine.ASKS]) + 1)
        play_on(lineup.kinds, lineup.weights, row[None], source[None], most, scratch, learns)
        is_shown = moves is not None and row[engine.LOGGED] >= moves
        if is_shown or row[engine.ASKS] >= limit or engine.is_over(row) or not engine.can_ask(row):
            break
        seat = int(row[engine.TURN])
        if seat in users:
            ask = choose_ask(users[seat], observe(row, rules), randoms[seat])
            row[engine.PENDING] = MOST_CARDS * ask.player + find_card(ask.card, rules.pack)
    if moves is not None and row[engine.LOGGED] > moves:  # claims come at once
        log = row[engine.LOG : engine.LOG + moves].tolist()
        row = dealt.copy()
        for code in log:
            engine.apply_move(row, decode_move(code))
    hands = dealt[engine.HANDS : engine.HANDS + rules.players].tolist()
    return PlayedGame(rules, tuple(hands), row)


def game_streams(rules: Rules, seed: int, numbers: range) -> Uints:
    """Return the streams of some games of a seed, (games, 1 + seats): the deal's, the seats'."""
    width = 1 + rules.players
    return streams(seed, width * numbers.start, width * numbers.stop).reshape(-1, width)
