"""Questions of Literature whose parameters the library takes apart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Unpack

from llq.query.literature.advice.advice import ADVISER, AskAdvice, Details
from llq.query.literature.advice.advice import advise as advise_game
from llq.query.literature.inputs import Adviser, Claims, Every, GameFile, Grid, Items, Knowledge
from llq.query.literature.positions.notation import game, read_game
from llq.query.questions import question


@question(
    arguments=("file",),
    needed=("me",),
    examples=(
        "game.txt",
        "game.txt --knowledge --grid",
        'game.txt --move "2>1 6H +" --format json',
        "game.txt --claims --format csv",
    ),
    busy="Valuing asks (compiled the first time)",
    accuracy="see source: exact chances where deals can be counted",
)
def advise(
    file: GameFile | None = None,
    *,
    player: Adviser = ADVISER,
    knowledge: Knowledge = False,
    grid: Grid = False,
    claims: Claims = False,
    every: Every = False,
    **items: Unpack[Items],
) -> AskAdvice:
    """Return what to do: certain claims, every ask with its value and why, and exact chances.

    In JSON ``chances`` has for every card in play the chance that each seat holds it.
    """
    given: dict[str, Any] = {name: value for name, value in items.items() if value}
    seen = game(**given) if file is None else read_game(file, **given)
    details = Details(knowledge, grid, claims, every)
    return replace(advise_game(seen, player), details=details)
