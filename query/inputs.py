"""Types of parameters that questions of several games share."""

from functools import partial
from typing import Annotated

from llq.query.questions import Input

CommandInput = partial(Input, only="command")
"""Input of the command line alone."""

Seed = Annotated[int, Input("Seed: the same seed gives the same result.", 1, low=0, high=2**63 - 1)]
Threads = Annotated[int, CommandInput("Number of threads; results do not depend on it.", 2, low=1)]
Games = Annotated[int, Input("Number of games.", 1000, low=2, flags="-n, --games")]
