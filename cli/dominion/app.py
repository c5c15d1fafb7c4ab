"""Commands of ``llq dominion``: questions by topic, leagues, bots, and custom games' checks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from llq.cli.game_groups import GameApp
from llq.cli.output.printing import Format, FormatOption, messages, print_rows, progress_bar

if TYPE_CHECKING:
    from llq.solver.dominion.definitions import Report


def check_command(
    game: Annotated[Path, typer.Argument(help="A custom game in TOML.")],
    form: FormatOption = Format.table,
) -> None:
    """Check a custom game against the thesis's definitions; exit with 1 if invalid.

    For example:

      llq dominion check docs/dominion/dominion.toml

      llq dominion check mygame.toml --format json
    """
    from llq.query.dominion.game_files import check_game

    with progress_bar("Solving it (the first time compiles)", transient=True):
        report = check_game(game)
    if form is Format.json:
        print(json.dumps(report.to_dict(), indent=2))
    else:
        print_rows(list(_report_rows(report)), form)
    if not report.is_game:
        messages.print(f"{game} is not a valid game by Definition 2.1")
        raise typer.Exit(1)


def _report_rows(report: Report) -> Iterator[dict[str, Any]]:
    yield {"what": "a game by Definition 2.1", "value": "yes" if report.is_game else "no"}
    for finding in report.findings:
        about = f"{finding.card}: " if finding.card else ""
        yield {"what": f"Definition {finding.definition}", "value": f"{about}{finding.message}"}
    if not report.is_game:
        return
    for label, cards in (
        ("unreachable (4.1)", report.unreachable),
        ("inefficient (4.3)", report.inefficient),
        ("never bought", report.never_bought),
        ("can be dropped without loss", report.droppable),
    ):
        yield {"what": label, "value": ", ".join(cards) or "none"}
    for band in report.bands:
        buys = ", ".join(card for card in (band.treasure, band.victory) if card) or "nothing"
        yield {"what": f"{band.name} coins buy", "value": buys}
    if report.turns is not None:
        yield {"what": "turns", "value": str(report.turns)}
        yield {"what": "decks D_t (equation 5)", "value": f"{report.decks:,}"}
        yield {"what": "reduced decks", "value": f"{report.reduced_decks:,}"}
        yield {"what": "reduced states", "value": f"{report.reduced_states:,}"}


APP = GameApp(
    bot="optimal",
    league="picky random",
    deals=200,
    setting="turns=20",
    rooms={
        "race": "The two-player race: what to buy, matches, players.",
        "kingdom": "Money and one kingdom card: what helps, what to buy.",
        "menus": "Menus, ranked lists of what to buy: where they go wrong.",
        "strategies": "What strategies score, computed and simulated.",
    },
    others={"check": check_command},
)
