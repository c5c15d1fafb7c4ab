"""Options that several commands share: one name, one help text, one definition each."""

from pathlib import Path
from typing import Annotated

import typer

SeedOption = Annotated[int, typer.Option(min=0, help="Seed: the same seed gives the same result.")]
ThreadsOption = Annotated[
    int, typer.Option(min=1, help="Number of threads; results do not depend on it.")
]
FolderOption = Annotated[
    Path | None, typer.Option(help="Folder to write to; by default the first that llq looks in.")
]
ReplaceOption = Annotated[
    bool, typer.Option("--replace", help="Replace a table of more games, or a file that is there.")
]
