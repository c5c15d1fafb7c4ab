"""How strong `strong` is: who it beats, what each of its parts is worth, and beside which partners.

Run with ``python -m benchmarks.literature_strong [deals] [seed] [rules] [row ...]``; one thread.
Rows are those of the table, by default all but those of `SLOW`, which play some games a second
among six; ``all`` is every row. ``search`` is `search` against `strong`.

Every deal is played with the first team in each seat that differs: twice, or, where its players
differ, once for each rotation. Rules with another number of players are ``pagat:8``. The share of a
row is of games won, a draw half, and its error the standard error over deals.
"""

import sys
import time
from dataclasses import replace

import numpy as np
from rich.console import Console
from rich.table import Table

from llq.query.literature.built_in_players import find_player, strategy_of
from llq.solver.literature.actions import Ask
from llq.solver.literature.engine import LACKS, LOG, LOGGED
from llq.solver.literature.inference.reading import SIGNS
from llq.solver.literature.log import ask_code
from llq.solver.literature.matches.match import play_games
from llq.solver.literature.players import Kind, Strategy, ask_of
from llq.solver.literature.policies.guarded_search import GuardedSearch
from llq.solver.literature.policies.policy import Policy
from llq.solver.literature.policies.strong import Feature, value_asks
from llq.solver.literature.rules import card_name, find_rules

LIMIT = 300
BLOCK = 200
SLOW = ("greedy", "compact", "search", "unrepeating")
PARTS = {
    "fear of a miss": ("MISS_SURE", "MISS_GUESS", "MISS_BACK", "MISS_BACK_MINE", "MISS_THERE"),
    "what an ask tells": ("NEW", "NEW_MINE", "NEW_MATES", "NEW_THEIRS", "TELLS"),
    "what can be proved": ("HIT_CLAIMS", "HIT_PLACED", "HIT_PUBLIC", "HIT_KNOWN", "PLACED"),
}
"""Features of asks that are left out together."""


class Unrepeating(GuardedSearch):
    """`strong`, but for an ask that it made before and everyone knows to miss, if it has another.

    Only what it claims is of the search.
    """

    name = "unrepeating"

    def choose(self, view, random):  # noqa: ARG002
        """Return the ask worth most of those that are left, the first of several."""
        desk, scratch = self._desk_for(view.rules)
        row, own, space = view.row, scratch.inference.own, scratch.strength
        weights = desk.weights[view.seat]
        size = value_asks(row, weights, own, space, scratch.asks, scratch.values)
        asked = {*row[LOG : LOG + int(row[LOGGED])].tolist()}
        for index in range(size):
            target, card = ask_of(int(scratch.asks[index]))
            known = int(row[LACKS + target]) >> card & 1
            if known and ask_code(view.seat, target, card, False) in asked:
                scratch.values[index] -= 1000
        target, card = ask_of(int(scratch.asks[np.argmax(scratch.values[:size])]))
        return Ask(target, card_name(card, view.rules.pack))


def with_weights(name, weights):
    """Return the strong player of some weights."""
    return Strategy(name, Kind.STRONG, "", Policy(name, "strong", {}, weights, {}))


def players_of():
    """Return the strong player, and what it is with a part left out, by name."""
    strong = strategy_of("strong")
    weights = strong.policy.weights
    unread, plain = weights.copy(), weights.copy()
    unread[:, :SIGNS] = 0
    plain[:, SIGNS:] = 0
    plain[:, SIGNS + Feature.HIT] = 1
    parts = {"without reading": unread, "asks by chance": plain}
    for part, features in PARTS.items():
        parts[f"without {part}"] = less = weights.copy()
        less[:, [SIGNS + Feature[name] for name in features]] = 0
    players = {name: with_weights(name, one) for name, one in parts.items()}
    return strong, {"claiming what is certain": replace(strong, kind=Kind.CAUTIOUS), **players}


def lineups(first, second):
    """Return the line-ups of two teams that differ, each with the parity of the first."""
    found, size = [], 2 * len(first)
    for shift in range(size):
        seats = [None] * size
        for index, (one, other) in enumerate(zip(first, second, strict=True)):
            seats[(2 * index + shift) % size] = one
            seats[(2 * index + shift + 1) % size] = other
        if (seats, shift % 2) not in found:
            found.append((seats, shift % 2))
    return found


def rules_of(words):
    """Return the rules of a name, such as ``us54`` or, with a number of players, ``pagat:8``."""
    name, _, players = words.partition(":")
    return find_rules(name, int(players) if players else None)


def found(seats):
    """Return players, some of which are named."""
    return [find_player(one) if isinstance(one, str) else one for one in seats]


def measure(first, second, deals, seed, rules):
    """Return the share that the first team wins, its error, the lead, and games a second.

    The share so far goes to standard error after each block of deals.
    """
    teams, shares, leads, start = lineups(first, second), [], [], time.process_time()
    for deal in range(0, deals, BLOCK):
        block = min(BLOCK, deals - deal)
        share, lead = np.zeros((2, block))
        for seats, parity in teams:
            played = {"rules": rules, "limit": LIMIT, "threads": 1, "first": deal}
            games = play_games(found(seats), block, seed, **played)
            share += np.where(games.winner < 0, 0.5, games.winner == parity)
            lead += games.half_suits[:, parity] - games.half_suits[:, 1 - parity].astype(int)
        shares.extend(share / len(teams))
        leads.extend(lead / len(teams))
        error = np.std(shares, ddof=1) / len(shares) ** 0.5
        if len(shares) < deals:
            print(f"{len(shares)} deals: {np.mean(shares):.2%} ± {error:.2%}", file=sys.stderr)
    speed = deals * len(teams) / (time.process_time() - start)
    return np.mean(shares), error, np.mean(leads), speed


def rows_of(mates):
    """Return the rows: a name, the first team and the second."""
    strong, parts = players_of()
    rows = {
        name: (strong, name) for name in ("quick", "withholder", "certain", "greedy", "compact")
    }
    rows["search"] = find_player("search"), strong
    rows["unrepeating"] = strong, Unrepeating(strong.policy)
    rows |= {name: (strong, part) for name, part in parts.items()}
    teams = {name: ([one] * mates, [other] * mates) for name, (one, other) in rows.items()}
    for name in ("quick", "withholder"):
        rest = [name] * (mates - 1)
        teams[f"one among {name}s"] = [strong, *rest], [name, *rest]
        teams[f"with {name}s, v itself"] = [strong, *rest], [strong] * mates
    return teams


def main() -> None:
    """Print the table of the rows."""
    deals, seed = (int(word) for word in (sys.argv[1:3] + ["2400", "2801"][len(sys.argv) - 1 :]))
    rules = rules_of((sys.argv[3:4] or ["us54"])[0])
    mates = rules.players // 2
    rows = rows_of(mates)
    wanted = sys.argv[4:] or [name for name in rows if name not in SLOW]
    if wanted == ["all"]:
        wanted = [*rows]
    for one, other in {rows[name][0][0].name: rows[name] for name in wanted}.values():
        play_games(found([*one, *other]), 1, 1, rules=rules, threads=1)  # compiles
    table = Table(title=f"strong, {rules.rules_id}, {deals} deals, seed {seed}")
    for heading in ("against", "wins", "error", "lead", "games/s"):
        table.add_column(heading, justify="left" if heading == "against" else "right")
    for name in wanted:
        share, error, lead, speed = measure(*rows[name], deals, seed, rules)
        table.add_row(name, f"{share:.1%}", f"{error:.1%}", f"{lead:+.2f}", f"{speed:,.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
