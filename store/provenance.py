"""Where a table comes from: the command, the versions and the machine that built it, and the time.

None of this is part of a table's content: the same numbers are the same table on any machine.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any, Self

_PACKAGES = ("llq", "numba", "numpy", "h5py")


@dataclass(frozen=True)
class Provenance:
    """How a table was built."""

    command: str
    """The command that builds it again; empty if nothing says so."""
    seconds: float
    """How long that took, in all where the build was resumed."""
    is_resumed: bool
    """Whether it took over what an interrupted build had finished."""
    created: str
    """UTC time of its end, in ISO 8601."""
    versions: Mapping[str, str]
    """Of llq, Python and the packages that numbers go through."""
    machine: Mapping[str, str | int]
    """Its processor, number of cores and operating system."""

    def to_dict(self) -> dict[str, Any]:
        """Return the provenance as plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """Return the provenance that `to_dict` made plain data of."""
        made = cls(**data)
        named = (made.versions["llq"], made.created, made.command)
        if not all(isinstance(text, str) for text in named) or not made.seconds >= 0:
            raise TypeError("the provenance is not one")
        return made


class Stopwatch:
    """The time that a build takes, from when this is made.

    ``command`` builds the table again; ``before`` is the time that an interrupted build took.
    """

    def __init__(self, command: str = "", before: float | None = None) -> None:
        self._command = command
        self._before = before
        self._begun = monotonic()

    @property
    def seconds(self) -> float:
        """Time so far."""
        return (self._before or 0.0) + monotonic() - self._begun

    def stop(self, command: str | None = None) -> Provenance:
        """Return the provenance of a table that is finished, by another command if one is given."""
        return Provenance(
            command=self._command if command is None else command,
            seconds=round(self.seconds, 1),
            is_resumed=self._before is not None,
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            versions={"python": platform.python_version()} | _versions(),
            machine={
                "processor": _processor(),
                "cores": os.cpu_count() or 1,
                "system": f"{platform.system()} {platform.release()} {platform.machine()}",
            },
        )


def _versions() -> dict[str, str]:
    """Return the versions of the packages that are installed."""
    from importlib.metadata import PackageNotFoundError, version  # a lookup does without

    versions = {}
    for name in _PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return versions


def _processor() -> str:
    """Return the name of the processor, as far as the system says it."""
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except (OSError, ValueError):
        pass
    return platform.processor() or platform.machine()
