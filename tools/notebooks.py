"""The notebooks in examples/, run by IPython as a notebook runs them."""

import json
import sys
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from tools.examples import ROOT

FOLDER = ROOT / "examples"
_KINDS = ("text/plain", "text/html", "image/png")


class _Shell(InteractiveShell):
    def enable_gui(self, gui: str | None = None) -> None:
        """Have no windows: pictures are shown in the notebook."""


def generate(part: str, *, check: bool) -> Iterator[tuple[Path, bytes]]:
    """Yield each notebook, or the one of a name, and what it holds once its cells have run."""
    shell = _Shell.instance()
    sys.path.insert(0, str(FOLDER))
    for path in sorted(FOLDER.glob(f"{part or '*'}.ipynb")):
        shell.reset()
        shell.run_line_magic("matplotlib", "inline")
        notebook = json.loads(path.read_text("utf-8"))
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        for number, cell in enumerate(cells, start=1):
            outputs = _outputs(shell, "".join(cell["source"]))
            if not check or _plain(outputs) != _plain(cell["outputs"]):
                cell |= {"execution_count": number, "outputs": outputs}
        text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True)
        yield path, f"{text}\n".encode()


def _outputs(shell: InteractiveShell, source: str) -> list[dict[str, Any]]:
    """Return what a cell shows, as the notebook's format has it."""
    with capture_output() as captured:
        result = shell.run_cell(source)
    result.raise_error()
    shown = [output.data for output in captured.outputs]
    if result.result is not None:
        shown.append(shell.display_formatter.format(result.result)[0])
    text = captured.stdout.partition("Out[")[0]  # IPython prints the last value too
    printed = {"output_type": "stream", "name": "stdout", "text": text}
    return [*([printed] if text else []), *map(_data, shown)]


def _data(data: dict[str, Any]) -> dict[str, Any]:
    plain = {
        kind: b64encode(value).decode() if isinstance(value, bytes) else value
        for kind, value in data.items()
        if kind in _KINDS
    }
    return {"output_type": "display_data", "metadata": {}, "data": plain}


def _plain(outputs: list[dict[str, Any]]) -> list[Any]:
    """Return outputs without their pictures, which go by matplotlib's version."""
    return [
        shown.get("text") or {kind: "image" in kind or data for kind, data in shown["data"].items()}
        for shown in outputs
    ]
