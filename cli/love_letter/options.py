"""The edition, an option of Love Letter's own commands in the words of its questions."""

from typing import Annotated

import typer

from llq.cli.completions import complete
from llq.query.love_letter.inputs import Variant
from llq.query.questions import words_of

VariantOption = Annotated[
    str | None,
    typer.Option(
        "--edition", "--variant", help=words_of(Variant), autocompletion=complete("variant")
    ),
]
