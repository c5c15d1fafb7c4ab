"""The players of the public repository Mycsina/suecann, as players of a match.

The repository has no licence, so nothing of it is part of this project: bring a copy. Its Rust
crate ``sueca_solver`` and one module of ``sueca_wann`` are compiled with `suecann.rs`, our C
interface to them, without the two functions that need rayon::

    git clone https://github.com/Mycsina/suecann
    export SUECANN=$PWD/suecann
    python benchmarks/suecann.py 1000

That compiles the library by ``rustc`` alone, offline, into ``$SUECANN.llq``, and compares every
mover, the legal cards and the score of 1,000 random games with this project's rules. Then
``llq sueca match benchmarks.suecann:elite,benchmarks.suecann:elite MC,MC`` and
``python -m benchmarks.sueca_strong suecann`` play against it.

The commit is the last at which the champion's genome that is in the tree ("v6") can be loaded.
Elite and the rollout teacher have not changed since, up to a1839594 (25 June 2026); the genome of
the later champion (55.2 % against Elite by its author's measure) is not in the tree.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from llq.solver.sueca.game_state import SuecaState, action_of
from llq.solver.sueca.positions.position import Position
from llq.solver.sueca.rules import SUIT_SYMBOLS, TOTAL, find_card

COMMIT = "ad0084f14f4ae5761c0bf7b45c3e09f86deeb527"
GENOME = "code/checkpoints/production/2026-06-14-2/genomes/best_genome_final.json"
SOURCES = "code/src/sueca_solver/src"
MODULES = (
    *(f"{SOURCES}/{name}.rs" for name in ("belief", "constants", "engine", "heuristic")),
    *(f"{SOURCES}/{name}.rs" for name in ("pimc", "rng", "search", "simulator")),
    "code/src/sueca_wann/src/wann_network.rs",
)
PARALLEL = ("solve_pimc_rollout", "solve_pimc")
"""Functions that are left out, as they need the crate rayon; the first has a serial twin."""
OPTIONS = "--edition 2024 --crate-type cdylib -C opt-level=3 -C target-cpu=native -A warnings"
WORLDS = 200


class Suecann:
    """A player of suecann.

    Parameters
    ----------
    name
        In results.
    ask
        Returns the library's card, given a random number and what is seen.
    """

    def __init__(self, name: str, ask: Callable[..., int]) -> None:
        self.name, self.ask = name, ask

    def choose(self, position: Position, random: Random) -> str:
        """Return the card that it plays."""
        hand = sum(1 << number(find_card(card)) for card in position.hand)
        played = [*position.played, *position.trick]
        seen = view(hand, SUIT_SYMBOLS.index(position.trump), played)
        card = self.ask(ctypes.c_uint64(random.getrandbits(64)), seen)
        return {number(find_card(name)): name for name in position.legal}[card]


elite = Suecann("suecann_elite", lambda _, seen: library().elite(*seen))
"""EliteHeuristicBot: rules."""
teacher = Suecann(
    "suecann_teacher", lambda seed, seen: library().teacher(*seen, ctypes.c_size_t(WORLDS), seed)
)
"""The rollout teacher: every card in `WORLDS` worlds, continued by Elite."""
champion = Suecann("suecann_champion", lambda seed, seen: with_champion().champion(*seen, seed))
"""The champion v6: a network that chooses one of three styles of Elite."""


def number(card: int) -> int:
    """Return a card as the crate numbers it: hearts, diamonds, clubs and spades, ten each.

    >>> number(find_card("7H")), number(find_card("2S"))
    (8, 30)
    """
    return (action_of(card) + 30) % 40


def view(hand: int, trump: int, cards: Sequence[str]) -> tuple[Any, ...]:
    """Return a hand, our trump suit and the cards played in order, as the library takes them.

    The seat that led first is the crate's seat 0: its players are alike in all seats.
    """
    played = bytes(number(find_card(card)) for card in cards)
    suit = ctypes.c_uint8(number(16 * trump) // 10)
    return ctypes.c_uint64(hand), suit, played, ctypes.c_size_t(len(played))


def copy() -> Path:
    """Return the copy of the repository that was brought."""
    if "SUECANN" not in os.environ:
        sys.exit("set SUECANN to a clone of https://github.com/Mycsina/suecann")
    return Path(os.environ["SUECANN"])


def text_of(path: str) -> str:
    """Return a file of the copy at the commit."""
    command = ["git", "-C", str(copy()), "show", f"{COMMIT}:{path}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@cache
def library() -> ctypes.CDLL:
    """Return the library, which is compiled if there is none of this interface."""
    folder, ours = copy().with_suffix(".llq"), Path(__file__).with_suffix(".rs")
    built = folder / "libsuecann.so"
    if not built.exists() or built.stat().st_mtime < ours.stat().st_mtime:
        folder.mkdir(exist_ok=True)
        for path in MODULES:
            text = text_of(path).replace("use rayon::prelude::*;", "")
            for name in PARALLEL:
                text = re.sub(rf"^pub fn {name}\(.*?^}}$", "", text, flags=re.M | re.S)
            (folder / Path(path).name).write_text(text, "utf-8")
        (folder / "lib.rs").write_text(ours.read_text("utf-8"), "utf-8")
        subprocess.run(["rustc", *OPTIONS.split(), "-o", built, folder / "lib.rs"], check=True)
    loaded = ctypes.CDLL(str(built))
    loaded.legal.restype = ctypes.c_uint64
    for name in ("seat", "score", "elite", "teacher", "champion"):
        getattr(loaded, name).restype = ctypes.c_uint8
    return loaded


@cache
def with_champion() -> ctypes.CDLL:
    """Return the library after it was given the champion's two networks."""
    genomes = json.loads(text_of(GENOME))
    for which, name in enumerate(("lead", "follow")):
        genome = genomes[name]
        links = [place for place, used in enumerate(genome["conn_enabled"]) if used]
        library().load(
            ctypes.c_size_t(which),
            *_arrays(genome, range(len(genome["node_ids"])), "node_ids node_acts node_aggs"),
            *_arrays(genome, links, "conn_srcs conn_dsts conn_signs"),
        )
    return library()


def _arrays(genome: dict[str, list[int]], which: Sequence[int], names: str) -> tuple[Any, ...]:
    kinds = {"node_acts": ctypes.c_uint8, "node_aggs": ctypes.c_uint8, "conn_signs": ctypes.c_int8}
    arrays = [
        (kinds.get(name, ctypes.c_size_t) * len(which))(*(int(genome[name][i]) for i in which))
        for name in names.split()
    ]
    return ctypes.c_size_t(len(which)), *arrays


def compare_rules(games: int) -> None:
    """Compare the mover, the legal cards and the score with ours in random games."""
    random, moves = Random(27), 0
    for game in range(games):
        state, names = SuecaState(stream=game), list[str]()
        while state.current_player >= 0:
            held = state.hands[state.current_player]
            hand = sum(1 << (card + 30) % 40 for card in range(40) if held >> card & 1)
            seen = view(hand, state.trump, names)
            legal = [state.action_text(action) for action in state.legal_actions()]
            theirs = -library().seat(*seen) % 4, library().legal(*seen)
            ours = sum(1 << number(find_card(card)) for card in legal)
            assert theirs == (state.current_player, ours), (game, names)
            names.append(random.choice(legal))
            state.apply(state.find_action(names[-1]))
            moves += 1
        points = library().score(*view(0, state.trump, names)[1:])
        assert points == state.score, (game, names)
    print(
        f"{games} games, {moves} moves: the same movers, legal cards and scores, of {TOTAL} points"
    )


if __name__ == "__main__":
    compare_rules(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
