"""Options of Love Letter's own commands, in the words of its questions."""

from typing import Annotated

import typer

from llq.cli.completions import complete
from llq.query.love_letter import inputs as of
from llq.query.questions import words_of
from llq.solver.love_letter.rules import Scoring

ScoringOption = Annotated[Scoring, typer.Option(help=words_of(of.ScoringName))]
VariantOption = Annotated[
    str | None,
    typer.Option(
        "--edition", "--variant", help=words_of(of.Variant), autocompletion=complete("variant")
    ),
]
DeckOption = Annotated[str | None, typer.Option(help=words_of(of.Deck))]
