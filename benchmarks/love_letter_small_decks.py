"""Small decks of Love Letter as a benchmark for algorithms: exact values, a referee, OpenSpiel's.

``python benchmarks/love_letter_small_decks.py values`` prints each deck's size, the first player's
exact chance to win, and what OpenSpiel's referee says of the policies that prove it (up to six
cards). ``algorithms`` runs OpenSpiel's own on the decks of four and five cards and prints their
exploitability, in hundredths of a round: a quarter of OpenSpiel's Nash convergence. ``efg FOLDER``
writes these decks as Gambit's extensive form games, which OpenSpiel loads as ``efg_game``. ``ppo``
runs its proximal policy optimization, an agent in each seat, which takes PyTorch (``pip install
torch``). Equal final cards are decided by discards. Rows are Markdown.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import (
    discounted_cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    gambit,
    mmd_dilated,
)
from open_spiel.python.rl_environment import ChanceEventSampler, Environment

import llq
from llq.solver.love_letter.variants import custom_deck

DECKS = (
    (2, 1, 1, 0, 0, 0, 0, 0),
    (2, 1, 1, 1, 0, 0, 0, 0),
    (2, 0, 0, 0, 1, 1, 0, 1),
    (2, 1, 1, 1, 0, 0, 0, 1),
    (2, 1, 1, 1, 1, 0, 0, 1),
    (1, 1, 1, 1, 1, 1, 1, 1),
)
PLAYED = 5
"""Cards of the largest decks that algorithms are run on."""
REFEREED = 6
"""Cards of the largest decks that OpenSpiel referees, in Python."""
ITERATIONS = (10, 100)
MANY, EXACT, ROUGH = 7, 1e-10, 1e-6
"""Cards up to which policies are exploitable by 1e-10 at most, and how much they are beyond."""
ROUNDS = (10_000, 100_000)
"""Of proximal policy optimization."""
ALPHA = 0.01
"""Of magnetic mirror descent: it converges to a regularized equilibrium, whose distance from one
grows with it."""

Steps = tuple[Callable[[], object], Callable[[], Any]]
"""One iteration, and the policy so far."""


def main() -> None:
    """Print or write what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["values", "algorithms", "ppo", "efg"])
    parser.add_argument("folder", nargs="?", type=Path, default=Path())
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    played = [deck for deck in DECKS if sum(deck) <= PLAYED]
    if asked.what == "values":
        print_values()
    elif asked.what == "algorithms":
        for deck in played:
            print_algorithms(deck, asked.seed)
    elif asked.what == "ppo":
        for deck in played:
            print_ppo(deck, asked.seed)
    else:
        for deck in played:
            path = asked.folder / f"{custom_deck(deck).variant}.efg"
            path.write_text(extensive_form(deck), "utf-8")
            print(path)


def extensive_form(deck: tuple[int, ...]) -> str:
    """Return a deck's game tree in Gambit's format."""
    game = llq.love_letter.openspiel_game(deck=custom_deck(deck).variant)
    return str(gambit.export_gambit(game))


def print_values() -> None:
    """Print each deck's value and what OpenSpiel makes of the policies."""
    print("| deck | cards | information sets | first wins | exploitability | OpenSpiel's |")
    print("|---|---|---|---|---|---|")
    for deck in DECKS:
        found = llq.love_letter.equilibrium.solve(
            deck,
            scoring="discards",
            within=EXACT if sum(deck) <= MANY else ROUGH,
            threads=1,
        )
        refereed = "" if sum(deck) > REFEREED else referee(found)
        print(
            f"| {','.join(map(str, deck))} | {sum(deck)} | {found.infosets:,} | {found.first:.9f} "
            f"| {found.exploitability:.2e} | {refereed} |",
            flush=True,
        )


def referee(found: Any) -> str:
    """Return the exploitability of an equilibrium's policies by OpenSpiel, and check both."""
    game = llq.love_letter.openspiel_game(deck=found.variant)
    policy = llq.love_letter.rounds.openspiel_policy(found)
    theirs = exploitability.nash_conv(game, policy) / 4
    score = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
    assert abs(theirs - found.exploitability) < 1e-12
    assert abs(score / 2 + 0.5 - found.first) < 1e-9
    return f"{theirs:.2e}"


def print_algorithms(deck: tuple[int, ...], seed: int) -> None:
    """Print the exploitability of each algorithm's policy by iterations."""
    game = pyspiel.load_efg_game(extensive_form(deck))
    for name, (iterate, average) in algorithms(game, seed):
        cells, done, seconds = [], 0, 0.0
        for iterations in ITERATIONS:
            begun = time.process_time()
            while done < iterations:
                iterate()
                done += 1
            seconds += time.process_time() - begun
            cells.append(f"{25 * exploitability.nash_conv(game, average()):.4f}")
        print(
            f"| {','.join(map(str, deck))} | {name} | {' | '.join(cells)} | {seconds:.1f} |",
            flush=True,
        )


def algorithms(game: Any, seed: int) -> Iterator[tuple[str, Steps]]:
    """Yield OpenSpiel's algorithms by name."""
    for name, solver in (
        ("CFR", pyspiel.CFRSolver(game)),
        ("CFR+", pyspiel.CFRPlusSolver(game)),
        ("DCFR (1.5, 0, 2)", discounted_cfr.DCFRSolver(game)),
        ("linear CFR", discounted_cfr.LCFRSolver(game)),
    ):
        yield name, (solver.evaluate_and_update_policy, solver.average_policy)
    np.random.seed(seed)  # noqa: NPY002 - the generator that OpenSpiel draws from
    sampler = external_sampling_mccfr.ExternalSamplingSolver(game)
    yield f"external sampling, seed {seed}", (sampler.iteration, sampler.average_policy)
    mirror = mmd_dilated.MMDDilatedEnt(game, ALPHA)
    yield f"MMD, alpha {ALPHA}", (mirror.update_sequences, mirror.get_policies)
    yield "uniform", (lambda: None, lambda: spiel_policy.UniformRandomPolicy(game))


def print_ppo(deck: tuple[int, ...], seed: int) -> None:
    """Print the exploitability of two agents who learn by playing each other, by rounds."""
    import torch  # not among llq's extras
    from open_spiel.python.pytorch.ppo import PPO, PPOAgent

    torch.set_num_threads(1)
    torch.manual_seed(seed)
    np.random.seed(seed)  # noqa: NPY002 - the generator that OpenSpiel draws from
    game = llq.love_letter.openspiel_game(deck=custom_deck(deck).variant)
    environment = Environment(game, chance_event_sampler=ChanceEventSampler(seed))
    shape = tuple(game.information_state_tensor_shape())
    agents = [
        PPO(shape, game.num_distinct_actions(), 2, seat, gamma=1.0, agent_fn=PPOAgent)
        for seat in (0, 1)
    ]
    cells, begun = [], time.process_time()
    for rounds in range(1, ROUNDS[-1] + 1):
        play_round(environment, agents)
        if rounds in ROUNDS:
            cells.append(f"{25 * exploitability.nash_conv(game, play_of(game, agents)):.4f}")
    seconds = time.process_time() - begun
    print(f"| {','.join(map(str, deck))} | {' | '.join(cells)} | {seconds:.0f} |", flush=True)


def play_round(environment: Environment, agents: list[Any]) -> None:
    """Play a round; each agent learns whenever its batch is full."""
    step, has_acted = environment.reset(), [False, False]
    while not step.last():
        seat = step.observations["current_player"]
        if has_acted[seat]:
            end_step(agents[seat], step, 0.0, False)
        has_acted[seat] = True
        step = environment.step([agents[seat].step([step])[0].action])
    for seat, agent in enumerate(agents):
        if has_acted[seat]:
            end_step(agent, step, step.rewards[seat], True)


def end_step(agent: Any, step: Any, reward: float, is_done: bool) -> None:
    """Tell an agent what came of its last action."""
    agent.post_step([reward], [is_done])
    if agent.cur_batch_idx == agent.steps_per_batch:
        agent.learn([step])


def play_of(game: Any, agents: list[Any]) -> spiel_policy.Policy:
    """Return what the agents' networks play."""
    import torch

    def chances(state: Any) -> list[tuple[int, float]]:
        seat, legal = state.current_player(), state.legal_actions()
        mask = torch.zeros((1, game.num_distinct_actions()), dtype=torch.bool)
        mask[0, legal] = True
        seen = torch.tensor([state.information_state_tensor(seat)], dtype=torch.float32)
        with torch.no_grad():
            found = agents[seat].get_action_and_value(seen, legal_actions_mask=mask)[-1][0]
        return [(action, float(found[action])) for action in legal]

    return spiel_policy.tabular_policy_from_callable(game, chances)


if __name__ == "__main__":
    main()
