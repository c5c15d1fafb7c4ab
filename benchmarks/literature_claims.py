"""How soon players of Literature claim what their team holds, how well, and how games get stuck.

Run with ``python -m benchmarks.literature_claims [games] [seed] [rules] [player ...]``; one thread.
Rules with another number of players are ``pagat:8``; ``cautious`` is `strong` claiming only what is
certain. Among players of one kind: moves to a right claim from the one, or from the deal, by which
the team holds the whole half suit, and from that by which some seat of it could prove so, its exact
chances being 1; and in games that reach the limit, the asks after the last hit. Errors are over
games.
"""

import sys

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.literature_strong import found, players_of, rules_of
from llq.solver.literature import engine
from llq.solver.literature.engine import FIRST, HANDS, LACKS, LOG, LOGGED
from llq.solver.literature.inference import knowledge, posterior
from llq.solver.literature.log import Asked, Claimed, decode_move
from llq.solver.literature.matches.match import line_up
from llq.solver.literature.matches.single_game import play_game, repeat
from llq.solver.literature.rules import HALF, IN_HALF, MOST_HALF_SUITS
from llq.solver.literature.scratch import make_scratch

LIMIT = 300


def replay(game):
    """Yield each move of a game with its row before."""
    row, players = engine.new_row(game.rules), game.rules.players
    row[HANDS : HANDS + players] = game.hands
    engine.begin(row, int(game.row[FIRST]))
    for code in game.row[LOG : LOG + int(game.row[LOGGED])].tolist():
        move = decode_move(code)
        yield move, row
        repeat(row, move)


def side_of(row, half):
    """Return the team that holds a whole half suit in play, None if neither does."""
    cards, players = HALF << IN_HALF * half, int(row[engine.PLAYERS])
    teams = {seat & 1 for seat in range(players) if row[HANDS + seat] & cards}
    return teams.pop() if len(teams) == 1 else None


def can_prove(row, half, team, space):
    """Return whether some seat of a team that holds a half suit can prove who has each card."""
    holders = [engine.holders(row, half) >> 3 * place & 7 for place in range(IN_HALF)]
    for seat in range(team, int(row[engine.PLAYERS]), 2):
        knowledge.infer(row, seat, space.own)
        posterior.find_chances(row, space.own, space.chances)
        cards = range(IN_HALF * half, IN_HALF * half + IN_HALF)
        if space.chances.held[holders, cards].min() > 1 - 1e-9:
            return True
    return False


def study(game, space):
    """Return the claims of a game, and its asks after the last hit.

    A claim is whether it is right, the moves since the team held the half suit and those since it
    could be proved, -1 if it could not. An ask is whether its half suit is the asker's team's, and
    whether everyone knows that it misses.
    """
    held, proved, claims, asks, before = {}, {}, [], [], None
    for number, (move, row) in enumerate(replay(game)):
        told, before = before, row[: engine.PLAYERS].tobytes()
        for half in range(MOST_HALF_SUITS if told != before else 0):  # else nothing is new
            if (team := side_of(row, half)) is not None:
                held.setdefault(half, number)
                if half not in proved and can_prove(row, half, team, space):
                    proved[half] = number
        if isinstance(move, Claimed):
            half = move.half_suit
            since = number - proved[half] if half in proved else -1
            claims.append((move.said == move.true, number - held.get(half, number), since))
        elif isinstance(move, Asked):
            known = int(row[LACKS + move.target]) >> move.card & 1
            asks = [] if move.held else [*asks, (move.card // IN_HALF in held, known)]
    return claims, asks


def mean(games):
    """Return the mean of the numbers that games have, and its error over games, as text."""
    sums, counts = np.array([(sum(game), len(game)) for game in games], dtype=float).T
    mean = sums.sum() / counts.sum()
    error = np.std(sums - mean * counts, ddof=1) * len(games) ** 0.5 / counts.sum()
    return f"{mean:.3f} ± {error:.3f}"


def main() -> None:
    """Print the table of the players."""
    games, seed, name, *players = sys.argv[1:] + ["400", "2801", "us54"][len(sys.argv) - 1 :]
    games, seed, rules = int(games), int(seed), rules_of(name)
    space = make_scratch(rules.players).inference
    cautious = {"cautious": players_of()[1]["claiming what is certain"]}
    columns = {}
    for word in players or ["strong"]:
        (player,) = found([cautious.get(word, word)])
        lineup = line_up([player] * rules.players, rules)
        played = [play_game(lineup, rules, seed, game, limit=LIMIT) for game in range(games)]
        claims, asks = zip(*(study(game, space) for game in played), strict=True)
        right = [[waits for is_right, *waits in some if is_right] for some in claims]
        proved = [[since for _, since in some if since >= 0] for some in right]
        waits = [since for some in right for since, _ in some]
        stuck = [some for some, game in zip(asks, played, strict=True) if not game.is_over]
        column = columns[word] = {
            "claims": f"{sum(map(len, claims))}",
            "of them right": mean([[one for one, *_ in some] for some in claims]),
            "right claims: moves since held": mean([[one for one, _ in some] for some in right]),
            "median": f"{np.median(waits):.0f}",
            "90 %": f"{np.quantile(waits, 0.9):.0f}",
            "could be proved": mean([[since >= 0 for _, since in some] for some in right]),
            "moves since then": mean(proved),
            "games not over": mean([[not game.is_over] for game in played]),
        }
        if len(stuck) > 1:
            column["asks there since a hit: of the team's"] = mean(
                [[a for a, _ in s] for s in stuck]
            )
            column["known to miss"] = mean([[known for _, known in some] for some in stuck])
    table = Table("", *columns, title=f"{rules.rules_id}, {games} games, seed {seed}")
    for heading in {heading: None for column in columns.values() for heading in column}:
        table.add_row(heading, *(column.get(heading, "") for column in columns.values()))
    Console().print(table)


if __name__ == "__main__":
    main()
