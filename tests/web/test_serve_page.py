"""The JavaScript examples of docs/serve.md, run by Node."""

import re
import subprocess

import pytest

from tests import docs, serving

PAGE = (docs.ROOT / "docs" / "serve.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```js\n(.*?)^```\n+```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("script", "output"), EXAMPLES)
def test_a_script_prints_what_the_page_shows(
    standard_tables: None, script: str, output: str
) -> None:
    """An example, asked of a server of this test run, prints what stands below it."""
    asked = script.replace("http://127.0.0.1:8000", serving.address())
    command = ["node", "--input-type=module", "--eval", asked]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == output


def test_the_page_has_scripts() -> None:
    """Examples are found: a changed fence does not lose them in silence."""
    assert EXAMPLES
