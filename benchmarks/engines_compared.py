"""The engines that others drive, compared with kernels and with OpenSpiel.

``python benchmarks/engines_compared.py 10000`` plays so many random games of every game and variant
from the kernels and move by move, and compares every mover, observation, legal action and result;
after the number, names of games choose among them, and ``--write`` notes what was compared in
``benchmarks/engines_compared.json``. ``--decks`` compares OpenSpiel's Nash convergence and expected
scores with our exact ones on every deck of four and of five cards.
"""

from __future__ import annotations

import json
import sys
import time
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from speeds import is_asked_to_write

from llq import dominion, literature, love_letter, sueca

sys.path.append(str(Path(__file__).parent.parent))

SIDE = 64  # games side by side
RESULTS = Path(__file__).with_suffix(".json")
COMPARED: list[tuple[Any, dict[str, Any]]] = [
    *(
        (love_letter, {"variant": variant, "face_up": face_up})
        for variant in ("classic", "hobbit", "big", "batman")
        for face_up in (0, 3)
    ),
    *((sueca, {"trump_from": how, "leader": 1}) for how in ("random", "first", "last")),
    *(
        (literature, {"variant": variant, "players": players})
        for variant in ("somani", "pagat")
        for players in (4, 6, 8)
    ),
    *((dominion, {"turns": 31, "real": real}) for real in (False, True)),
    *((dominion, {"variant": "race", "real": real}) for real in (False, True)),
]
CLASSIC_COPIES = (5, 2, 2, 2, 2, 1, 1, 1)


def main() -> None:
    """Print what was asked for."""
    writes = is_asked_to_write()
    if "--decks" in sys.argv:
        compare_decks()
    elif len(sys.argv) > 1:
        compare_games(int(sys.argv[1]), sys.argv[2:], writes)
    else:
        print(__doc__)


def compare_games(games: int, names: list[str], writes: bool) -> None:
    """Play random games of every variant of some games both ways."""
    from tests.side_by_side import play_both

    for front, options in COMPARED:
        name = front.__name__.rpartition(".")[2]
        if names and name not in names:
            continue
        start = time.process_time()
        batch = front.batch(SIDE, 1, **options)
        ends, moves = play_both(batch, partial(_numbered, front, options), games)
        seconds = round(time.process_time() - start, 1)
        found = {"game": name, **options, "games": ends, "moves": moves, "cpu_seconds": seconds}
        print(" ".join(f"{key}={value}" for key, value in found.items()), flush=True)
        if writes:
            write(found, {"game": name, **options})


def write(found: dict[str, Any], key: dict[str, Any]) -> None:
    """Write one comparison in place of the last one of the same game and options."""
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else []
    others = [one for one in kept if {name: one.get(name) for name in key} != key]
    rows = sorted([*others, found], key=lambda one: json.dumps(one))
    RESULTS.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", "utf-8")


def _numbered(front: Any, options: dict[str, Any], number: int) -> Any:
    return front.new_game(1, number=number, **options)


def compare_decks() -> None:
    """Let OpenSpiel referee Table, Strategic and Random on every deck of four and five cards."""
    from open_spiel.python.algorithms import expected_game_score, exploitability

    from llq.solver.love_letter.table.solver import solve

    decks = worst = 0
    for copies in product(*(range(count + 1) for count in CLASSIC_COPIES)):
        if sum(copies) not in (4, 5):
            continue
        deck = "deck-" + "-".join(map(str, copies))
        game, decks = love_letter.openspiel_game(deck=deck), decks + 1
        for player in (solve(love_letter.rules(deck)).actions, "strategic", "random"):
            policy = love_letter.rounds.openspiel_policy(player, deck=deck)
            first = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)[0]
            exact = love_letter.exact.match(player, player, variant=deck)
            best = love_letter.responses.best_response(player, variant=deck, scoring="discards")
            off = abs(first - (exact.win_prob - exact.loss_prob))
            found = exploitability.nash_conv(game, policy)
            worst = max(worst, off, abs(found - 4 * best.exploitability))
        if decks % 50 == 0:
            print(f"{decks} decks, no number further off than {worst:.1e}", flush=True)
    print(f"{decks} decks, no number further off than {worst:.1e}")


if __name__ == "__main__":
    main()
