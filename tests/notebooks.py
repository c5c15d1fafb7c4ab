"""The notebooks in examples/, run by IPython as a notebook runs them.

``python -m tests.notebooks`` runs each and writes into it what its cells show;
``python -m tests.notebooks FILE`` prints what those of one show, as JSON.
"""

import json
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from tests.docs import ROOT

FOLDER = ROOT / "examples"
NOTEBOOKS = sorted({*FOLDER.glob("*.ipynb")} - {FOLDER / "first_look.ipynb"})  # it shows text alone
_KINDS = ("text/plain", "text/html", "image/png")


class _Shell(InteractiveShell):
    def enable_gui(self, gui: str | None = None) -> None:
        """Have no windows: pictures are shown in the notebook."""


def shown(path: Path) -> list[list[dict[str, Any]]]:
    """Return what each cell of code of a notebook shows, as the notebook's format has it.

    Raises
    ------
    Exception
        What a cell raises.
    """
    shell = _Shell.instance()
    shell.run_line_magic("matplotlib", "inline")
    sys.path.insert(0, str(FOLDER))
    found = []
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            with capture_output() as captured:
                result = shell.run_cell("".join(cell["source"]))
            result.raise_error()
            outputs = [one.data for one in captured.outputs]
            if result.result is not None:
                outputs.append(shell.display_formatter.format(result.result)[0])
            text = captured.stdout.partition("Out[")[0]  # IPython prints the last value too
            printed = {"output_type": "stream", "name": "stdout", "text": text}
            found.append([*([printed] if text else []), *map(_data, outputs)])
    return found


def _data(data: dict[str, Any]) -> dict[str, Any]:
    plain = {
        kind: b64encode(value).decode() if isinstance(value, bytes) else value
        for kind, value in data.items()
        if kind in _KINDS
    }
    return {"output_type": "display_data", "metadata": {}, "data": plain}


def main(chosen: list[str]) -> None:
    """Print what the cells of a notebook show, or write it into every notebook."""
    if chosen:
        print(json.dumps(shown(Path(chosen[0]))))
        return
    for path in NOTEBOOKS:
        notebook = json.loads(path.read_text("utf-8"))
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        for number, (cell, outputs) in enumerate(zip(cells, shown(path), strict=True), start=1):
            cell |= {"execution_count": number, "outputs": outputs}
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
