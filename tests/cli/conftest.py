"""What tests of the command line share."""

from collections.abc import Callable

import pytest


@pytest.fixture
def refused(llq: Callable[..., tuple[int | str, str, str]]) -> Callable[..., str]:
    """Return a function that runs a wrong command line and returns the message.

    A mistake is answered by one line on stderr, without a traceback, and exit code 2.
    """

    def run(*words: object, stdin: str = "") -> str:
        code, out, err = llq(*words, stdin=stdin)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("llq: ")
        return err

    return run
