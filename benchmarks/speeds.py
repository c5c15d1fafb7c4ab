"""The figures of speed that pages show: `benchmarks/speed.json`, written by the benchmarks.

Each benchmark that has such figures writes them if it is told ``--write``; ``python -m tools.update
figures`` then brings them into the pages.
"""

from __future__ import annotations

import json
import resource
import sys
import time
import timeit
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

__all__ = ["Seconds", "is_asked_to_write", "peak_mb", "write_speeds"]

_FILE = Path(__file__).with_name("speed.json")
_WRITE = "--write"


class Seconds(float):
    """The least time of some runs, which knows the greatest too."""

    greatest: float

    @classmethod
    def of(cls, runs: Sequence[float]) -> Seconds:
        """Return the times of some runs."""
        least = cls(min(runs))
        least.greatest = max(runs)
        return least

    @classmethod
    def of_processor(cls, work: Callable[[], object], runs: int) -> Seconds:
        """Return the processor times of some runs of a piece of work."""
        return cls.of(timeit.repeat(work, timer=time.process_time, number=1, repeat=runs))

    def __truediv__(self, count: float) -> Seconds:
        """Return the times of one of ``count`` equal parts of each run."""
        return Seconds.of([float(self) / count, self.greatest / count])

    def shown(self, unit: str, scale: float, digits: int) -> str:
        """Return the least time and, in brackets, the greatest."""
        return _pair(float(self) * scale, self.greatest * scale, f"{unit} (to {{}})", digits)

    def rate(self, unit: str, scale: float, digits: int) -> str:
        """Return how often a second the least time fits in and, in brackets, the greatest."""
        return _pair(scale / float(self), scale / self.greatest, f"{unit} (from {{}})", digits)


def _pair(best: float, other: float, words: str, digits: int) -> str:
    texts = [f"{round(number, digits):,.{max(digits, 0)}f}" for number in (best, other)]
    is_same = texts[0] == texts[1]
    return f"{texts[0]} {words.partition(' (')[0] if is_same else words.format(texts[1])}"


def peak_mb() -> float:
    """Return this process's peak resident memory in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def is_asked_to_write() -> bool:
    """Return whether ``--write`` stands on the command line, and take it from there."""
    is_asked = _WRITE in sys.argv
    sys.argv[:] = [word for word in sys.argv if word != _WRITE]
    return is_asked


def write_speeds(benchmark: str, shown: Mapping[str, str]) -> None:
    """Write figures into the file; those of other benchmarks stay.

    Parameters
    ----------
    benchmark
        The file's name of the benchmark, such as ``love_letter.py``.
    shown
        What pages show, by name.

    Raises
    ------
    KeyError
        The file has no such figure, or it is another benchmark's: pages and benchmark disagree.
    """
    speeds = json.loads(_FILE.read_text("utf-8"))
    for name, text in shown.items():
        if speeds[name]["benchmark"] != benchmark:
            raise KeyError(f"{name} is measured by {speeds[name]['benchmark']}, not by {benchmark}")
        speeds[name]["shown"] = text
    _FILE.write_text(json.dumps(speeds, indent=2) + "\n", "utf-8")
    print(f"wrote {', '.join(shown)} into {_FILE}; next: python -m tools.update figures")
