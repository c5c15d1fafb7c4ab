"""``llq dominion``: lookups, checks and games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich import box
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from llq.cli.dominion.build import build_dominion_command
from llq.cli.dominion.plot import plot_command
from llq.cli.dominion.verify import verify_command
from llq.cli.options import SeedOption
from llq.cli.output import Format, FormatOption, bar, messages, print_rows, progress_bar, stdout
from llq.errors import TableMissing

if TYPE_CHECKING:
    from llq.query.dominion.answers import DominionAnswer
    from llq.solver.dominion.definitions import Report

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)
app.command("verify")(verify_command)
app.command("plot")(plot_command)


@app.command("lookup")
def lookup_command(
    deck: Annotated[str, typer.Option(help="All cards you own: '7 copper, 3 estate, 2 silver'.")],
    coins: Annotated[int, typer.Option(min=0, help="Coins in hand.")],
    turn: Annotated[int, typer.Option(min=1, help="The turn being played; the first is 1.")],
    of: Annotated[int | None, typer.Option(min=1, help="Turns of the game; by default 31.")] = None,
    game: Annotated[
        Path | None, typer.Option(help="A game of your own in TOML, solved on the spot.")
    ] = None,
    form: FormatOption = Format.table,
) -> None:
    """Say what to buy in a Dominion game, and what every other buy is worth.

    For example:

      llq dominion lookup --deck "7 copper, 3 estate, 2 silver" --coins 5 --turn 4 --of 31

      llq dominion lookup --deck "7 copper, 3 estate" --coins 4 --turn 1 --format json
    """
    from llq.query.dominion.table import dominion_lookup  # here, as Love Letter does without

    if game is not None:
        from llq.query.dominion.custom_games import lookup_in_game, read_game

        answer = lookup_in_game(read_game(game), deck, coins, turn, of)
    else:
        turns = 31 if of is None else of
        try:
            answer = dominion_lookup(deck, coins, turn, turns)
        except TableMissing:
            if turns > 100:  # minutes and gigabytes: on request only
                raise
            messages.print("No table of Dominion games this long yet: building it, once.")
            build_dominion_command(31 if turns <= 31 else 100)
            answer = dominion_lookup(deck, coins, turn, turns)
    if form is Format.table:
        stdout.print(_panel(answer))
    elif form is Format.json:
        print(json.dumps(answer.to_dict(), indent=2))
    else:
        print_rows(answer.to_dict()["actions"], form)


@app.command("check")
def check_command(
    game: Annotated[Path, typer.Argument(help="A game in TOML.")],
    form: FormatOption = Format.table,
) -> None:
    """Report what the thesis's definitions say of a game; exit with 1 if it is none.

    For example:

      llq dominion check docs/dominion/dominion.toml

      llq dominion check mygame.toml --format json
    """
    from llq.query.dominion.custom_games import check_game

    report = check_game(game)
    if form is Format.json:
        from dataclasses import asdict

        print(json.dumps(asdict(report) | {"is_game": report.is_game}, indent=2))
    else:
        print_rows(list(_report_rows(report)), form)
    if not report.is_game:
        raise typer.Exit(1)


@app.command("simulate")
def simulate_command(
    strategy: Annotated[
        str,
        typer.Argument(
            help="random, greedy, expensive, picky, monte_carlo, monte_carlo_limit, optimal, "
            "or your own module:Player."
        ),
    ],
    turns: Annotated[int, typer.Option(min=1, help="Turns of a game.")] = 31,
    games: Annotated[int, typer.Option("-n", "--games", min=2, help="Games.")] = 10_000,
    seed: SeedOption = 1,
    real: Annotated[
        bool, typer.Option("--real", help="Draw from a pile that is reshuffled when empty.")
    ] = False,
    playouts: Annotated[int, typer.Option(min=1, help="Monte Carlo playouts an action.")] = 100,
    form: FormatOption = Format.table,
) -> None:
    """Play Dominion games and report the mean score with its standard error.

    For example:

      llq dominion simulate picky --turns 31 -n 20000

      llq dominion simulate optimal --turns 31 --real --seed 7
    """
    from llq.query.dominion.verification.run import simulate_dominion
    from llq.query.players import load_player

    player: Any = load_player(strategy, "choose(state) -> card or None") or strategy
    try:
        played = simulate_dominion(player, turns, games, seed, real=real, playouts=playouts)
    except TableMissing:
        messages.print("No table of Dominion games yet: building it, once.")
        build_dominion_command(31)
        played = simulate_dominion(player, turns, games, seed, real=real, playouts=playouts)
    print_rows(
        [
            {
                "strategy": played.strategy,
                "turns": turns,
                "reshuffle": "real" if real else "every turn",
                "games": games,
                "mean_score": played.mean,
                "standard_error": played.standard_error,
                "sd": float(played.scores.std(ddof=1)),
                "seed": seed,
            }
        ],
        form,
    )


@app.command("scores")
def scores_command(
    turns: Annotated[int, typer.Option(min=1, max=250, help="Turns of the game.")] = 31,
    chance: Annotated[
        str | None, typer.Option(help="Instead: each turn is the last with this chance, as 1/10.")
    ] = None,
    form: FormatOption = Format.table,
) -> None:
    """Print every strategy's exact expected score, computed on the spot.

    For example:

      llq dominion scores --turns 31

      llq dominion scores --chance 1/10
    """
    from llq.query.dominion.strategy_table import HAZARD_STRATEGIES, STRATEGIES
    from llq.query.dominion.verification.run import exact_score, score_bounds

    strategies = STRATEGIES if chance is None else HAZARD_STRATEGIES
    rows: list[dict[str, Any]] = []
    with progress_bar("Evaluating strategies") as progress:
        for done, strategy in enumerate(strategies, start=1):
            if chance is None:
                score = exact_score(strategy, turns)
                rows.append({"strategy": strategy, "turns": turns, "expected_score": score})
            else:
                low, high = score_bounds(strategy, chance)
                rows.append(
                    {"strategy": strategy, "chance": chance, "at_least": low, "at_most": high}
                )
            progress(done, len(strategies))
    print_rows(rows, form)


def _panel(answer: DominionAnswer) -> Panel:
    """Return the answer as a panel with a bar for each action."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("buy")
    table.add_column("expected score", justify="right")
    table.add_column("costs", justify="right")
    table.add_column("")
    top = max(answer.expected_score, 1.0)
    for action in answer.actions:
        best = action.cost < 1e-9
        table.add_row(
            action.card or "pass",
            f"{action.expected_score:.3f}",
            "" if best else f"{action.cost:.3f}",
            bar(max(action.expected_score, 0.0) / top),
            style="bold green" if best else "",
        )
    deck = ", ".join(f"{count} {name}" for name, count in answer.deck.items() if count)
    facts = f"{deck}; {answer.coins} coins, turn {answer.turn} of {answer.turns}"
    title = f"buy {answer.best}" if answer.best else "pass"
    source = Text(answer.source.replace("; ", "\n"), style="dim")
    return Panel.fit(Group(facts, table, source), title=title, padding=(1, 2))


def _report_rows(report: Report) -> Any:
    """Yield a report as rows of what and value."""
    yield {"what": "a game by Definition 2.1", "value": "yes" if report.is_game else "no"}
    for finding in report.findings:
        about = f"{finding.card}: " if finding.card else ""
        yield {"what": f"Definition {finding.definition}", "value": f"{about}{finding.message}"}
    if not report.is_game:
        return
    for what, cards in (
        ("unreachable (4.1)", report.unreachable),
        ("inefficient (4.3)", report.inefficient),
        ("never bought", report.never_bought),
        ("can be dropped without loss", report.droppable),
    ):
        yield {"what": what, "value": ", ".join(cards) or "none"}
    for band in report.bands:
        buys = ", ".join(card for card in (band.treasure, band.victory) if card) or "nothing"
        yield {"what": f"{band.name} coins buy", "value": buys}
    if report.turns is not None:
        yield {"what": "turns", "value": str(report.turns)}
        yield {"what": "decks D_t (equation 5)", "value": f"{report.decks:,}"}
        yield {"what": "reduced decks", "value": f"{report.reduced_decks:,}"}
        yield {"what": "reduced states", "value": f"{report.reduced_states:,}"}
