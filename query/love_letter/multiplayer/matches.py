"""Matches of two to six players, repeating deals in every seat rotation."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import numpy as np

from llq.errors import UnknownStrategy
from llq.query.custom_players import is_custom_player, load_player
from llq.query.love_letter.built_in_players import PROMISE
from llq.query.love_letter.multiplayer.seats import PLAYOUTS, choose_action
from llq.query.match_result import Estimate, estimate, match_command
from llq.query.play.agents import ask_player
from llq.query.players import check_seed
from llq.query.results import Result
from llq.solver.arguments import MOST_GAMES, check_integer, check_threads
from llq.solver.array_types import Floats
from llq.solver.game_states import CHANCE
from llq.solver.jobs.blocks import in_order, run_blocks
from llq.solver.jobs.progress import Progress
from llq.solver.love_letter.rounds.party_state import PartyState
from llq.solver.love_letter.rounds.referee import party, party_rules
from llq.solver.love_letter.rounds.round_row import RoundRow

_BLOCK = 50
"""Deals played at once by a thread."""


@dataclass(frozen=True, kw_only=True)
class PartyMatch(Result):
    """Match of two to six players, with every deal repeated in every seat rotation.

    Errors are over deals, of which each is one sample: its rounds have the same cards.

    Parameters
    ----------
    players
        Names, in the order of their seats in the first rotation.
    variant, deals, seed, playouts
        As they were asked for.
    shares
        Each player's share of a round's win: equal winners divide it.
    wins
        How often each player is among the winners of a round.
    tokens
        Each player's tokens a round, the Spy's among them.
    command
        The command that plays the match again.
    """

    players: tuple[str, ...]
    variant: str
    deals: int
    seed: int
    playouts: int
    shares: tuple[Estimate, ...]
    wins: tuple[Estimate, ...]
    tokens: tuple[Estimate, ...]
    command: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Rows of player shares, wins and tokens, with standard errors."""
        return [
            {
                "player": name,
                "win_share": share.mean,
                "win_share_error": share.standard_error,
                "wins": win.mean,
                "wins_error": win.standard_error,
                "tokens": token.mean,
                "tokens_error": token.standard_error,
                "rounds": self.deals * len(self.players),
                "seed": self.seed,
            }
            for name, share, win, token in zip(
                self.players, self.shares, self.wins, self.tokens, strict=True
            )
        ]

    def _repr_html_(self) -> str:
        from llq.query.records import rows

        return rows(self.rows)._repr_html_()

    def __str__(self) -> str:
        """Return a line a player."""
        lines = [f"{self.variant} Love Letter, {self.deals} deals from every seat"]
        lines += [
            f"{row['player']}: wins {row['win_share']:.4f} ± {row['win_share_error']:.4f}, "
            f"{row['tokens']:.4f} ± {row['tokens_error']:.4f} tokens"
            for row in self.rows
        ]
        return "\n".join(lines)


def match_party(
    players: Sequence[Any],
    deals: int = 1000,
    seed: int = 1,
    *,
    variant: str = "classic",
    playouts: int = PLAYOUTS,
    by_tokens: bool = False,
    threads: int = 2,
    progress: Progress = None,
) -> PartyMatch:
    """Play a match of two to six players, repeating deals in every seat rotation.

    Equal final cards are decided by the edition's rule. A match depends on the seed and the number
    of deals, not on ``threads``.

    Parameters
    ----------
    players
        Names of `party_players`, one a seat; also custom players, who choose one of a view's
        ``legal`` by the `PartyView` of their turn, or ``module:attribute`` for one.
    playouts
        Playouts a decision for players that play them.
    by_tokens
        Whether these play for tokens, a Spy's among them, in place of the share of the win.

    Raises
    ------
    UnknownStrategy
        There is no such player.
    IllegalAction
        A custom player chose an action that is not legal.
    UnknownGame, IllegalState
        There is no such edition, or it is not for so many; a number is out of range.

    Examples
    --------
    >>> import llq
    >>> match = llq.love_letter.rounds.match_party(["thumb", "random", "random"], 2000)
    >>> round(match.shares[0].mean, 2), match.players
    (0.53, ('thumb', 'random', 'random'))
    >>> class Lowest:
    ...     name = "lowest"
    ...     def choose(self, view, random):
    ...         return view.legal[0]
    >>> match_party([Lowest(), "random", "random"], 20).players
    ('lowest', 'random', 'random')
    """
    variant = party_rules(variant, len(players)).variant
    contestants = [_find_player(player) for player in players]
    names = tuple(player if isinstance(player, str) else player.name for player in contestants)
    seed = check_seed(seed)
    check_integer("deals", deals, 2, MOST_GAMES)
    check_integer("playouts", playouts, 1, 10**6)
    check_threads(threads)
    if not all(isinstance(player, str) for player in contestants):
        threads = 1  # a custom player need not be safe on several
    play_block = partial(_play_block, variant, contestants, playouts, by_tokens, seed)
    blocks = [(first, min(first + _BLOCK, deals)) for first in range(0, deals, _BLOCK)]
    sums, deals_played = [], 0
    for block_sums in in_order(run_blocks(play_block, blocks, threads=threads)):
        sums.append(block_sums)
        deals_played += len(block_sums)
        if progress is not None:
            progress(deals_played, deals)
    means = np.concatenate(sums) / len(players)
    wins, shares, tokens = (
        tuple(estimate(means[:, seat, column]) for seat in range(len(players)))
        for column in range(3)
    )
    arguments = [
        player if isinstance(player, str) else name
        for player, name in zip(players, names, strict=True)
    ]
    options = ["--edition", variant] if variant != "classic" else []
    options += ["--playouts", str(playouts)] if playouts != PLAYOUTS else []
    return PartyMatch(
        players=names,
        variant=variant,
        deals=deals,
        seed=seed,
        playouts=playouts,
        shares=shares,
        wins=wins,
        tokens=tokens,
        command=match_command("love-letter", arguments, deals, seed, options) or "",
    )


def _find_player(player: Any) -> Any:
    from llq.solver.love_letter.multiplayer.match import find_party_player

    is_name = isinstance(player, str)
    loaded = load_player(player, PROMISE) if is_name else player
    if is_name and loaded is None:
        return find_party_player(player).name.lower()
    if not is_custom_player(loaded):
        raise UnknownStrategy(f"{player!r} is not a player: it needs {PROMISE}")
    return loaded


def _play_block(
    variant: str,
    players: Sequence[Any],
    playouts: int,
    by_tokens: bool,
    seed: int,
    block: tuple[int, int],
) -> Floats:
    """Return `play_rounds` sums over seat rotations of a block of deals.

    Built-in players play in the kernel, a table with a custom player move by move.
    """
    from llq.solver.love_letter.multiplayer.beliefs import BY_CHANCE
    from llq.solver.love_letter.multiplayer.kernels import shuffle
    from llq.solver.love_letter.multiplayer.match import find_party_player, play_rounds
    from llq.solver.love_letter.multiplayer.playouts import make_room
    from llq.solver.rng import streams

    seats = len(players)
    rules = party_rules(variant, seats)
    table, deals = party(rules, seats), streams(seed, *block)
    results = np.zeros((len(deals), seats, 3))
    if all(isinstance(player, str) for player in players):
        kinds = np.array([find_party_player(name) for name in players], dtype=np.int64)
        room = make_room(table)
        play_rounds(table, kinds, playouts, BY_CHANCE, by_tokens, deals, room, results)
        return results
    for deal, source in enumerate(deals):
        row = table.fresh.copy()
        shuffle(row, np.array([source]))
        order = RoundRow.of(row).pool
        for rotation in range(seats):
            label = f"{seed} {block[0] + deal} {rotation}"
            contestants = [(player, Random(f"{label} {n}")) for n, player in enumerate(players)]
            turned = contestants[seats - rotation :] + contestants[: seats - rotation]
            state = PartyState(rules, seats)
            _play_round(state, turned, order, playouts, by_tokens=by_tokens)
            winners, tokens = state.winners, state.returns()
            for number in range(seats):
                seat = (number + rotation) % seats
                has_won = seat in winners
                results[deal, number] += has_won, has_won / len(winners), tokens[seat]
    return results


def _play_round(
    state: PartyState,
    players: Sequence[tuple[Any, Random]],
    order: list[int],
    playouts: int,
    *,
    by_tokens: bool,
) -> None:
    """Play a round to its end, in place; its cards are drawn from the end of an order."""
    while not state.is_terminal:
        if state.current_player == CHANCE:
            outcomes = state.chance_outcomes()
            next_card = order[len(state.undrawn) - 1]
            state.apply(outcomes[0][0] if len(outcomes) == 1 else next_card)
            continue
        player, random = players[state.current_player]
        if isinstance(player, str):
            state.apply(choose_action(state, player, random, playouts, by_tokens))
        else:
            state.apply(ask_player(player, state, random))
