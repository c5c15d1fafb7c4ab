"""Command lines equivalent to questions, built from their parameters."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

from llq.web.http.questions import QuestionModel

_LINE = "%s\\n"


@dataclass(frozen=True)
class Command:
    """Command-line form of a question type."""

    words: str
    """Beginning of the line, such as ``llq dominion lookup``."""
    arguments: tuple[str, ...] = ()
    """Positional parameters, in order."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Options named unlike their parameters; an empty name omits the parameter."""
    always: tuple[str, ...] = ()
    """Options whose defaults are not the command's."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Parameters that a shell first writes into files, with file names."""

    def line(self, question: QuestionModel) -> str:
        """Return the command line of a question.

        >>> class Lookup(QuestionModel):
        ...     hand: list[str]
        ...     seen: list[str] = []
        ...     handmaid: bool = False
        >>> ask = Command("llq lookup", ("hand",))
        >>> ask.line(Lookup(hand=["guard", "king"], seen=["1", "5"], handmaid=True))
        'llq lookup guard king --seen 1,5 --handmaid'
        """
        words = self.words.split()
        for name in self.arguments:
            value = getattr(question, name)
            words += map(str, value) if isinstance(value, list) else [str(value)]
        values = {name: getattr(question, name) for name in self.always}
        values |= question.model_dump(mode="json", exclude_defaults=True)
        for name, value in values.items():
            option = self.renamed.get(name, f"--{name.replace('_', '-')}")
            if option and name not in self.arguments:
                value = self.files.get(name, value)
                text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
                words += [option] if value is True else [option, text]
        file_commands = (
            f"{shlex.join(['printf', _LINE, getattr(question, name)])} > {file} && "
            for name, file in self.files.items()
        )
        return "".join(file_commands) + shlex.join(words)
