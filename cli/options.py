"""Options that several commands share: one name, one help text, one definition each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["FolderOption", "PicturePath", "ReplaceOption", "SeedOption", "ThreadsOption"]

SeedOption = Annotated[int, typer.Option(min=0, help="Seed: the same seed gives the same games.")]
ThreadsOption = Annotated[int, typer.Option(min=1, help="Threads; no result depends on them.")]
FolderOption = Annotated[
    Path | None, typer.Option(help="Where to write it; by default where llq looks first.")
]
ReplaceOption = Annotated[
    bool, typer.Option("--replace", help="Replace a table even if it has more games.")
]
PicturePath = Annotated[
    Path,
    typer.Argument(
        help="A folder for FIGURE.png, made if need be; or, for one figure, the picture itself: "
        ".png, .svg or .pdf."
    ),
]
