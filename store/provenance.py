"""Provenance of a table: build command, versions, machine and time.

None of this is part of a table's content: the same numbers are the same table on any machine.
"""

import os
import platform
from collections.abc import Mapping
from contextlib import suppress
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
    """Command that rebuilds the table; empty if unknown."""
    seconds: float
    """Build time in seconds, interrupted runs included."""
    is_resumed: bool
    """Whether the build resumed an interrupted one."""
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
        """Return the provenance read from `to_dict`'s plain data."""
        provenance = cls(**data)
        texts = (provenance.versions["llq"], provenance.created, provenance.command)
        if not all(isinstance(text, str) for text in texts) or not provenance.seconds >= 0:
            raise TypeError("the provenance is not one")
        return provenance


class Stopwatch:
    """Timer of a build, started on creation.

    ``before`` is the time that an interrupted build took.
    """

    def __init__(self, before: float | None = None) -> None:
        self._before, self._begun = before, monotonic()

    @property
    def seconds(self) -> float:
        """Time so far."""
        return (self._before or 0.0) + monotonic() - self._begun

    def stop(self, command: str = "") -> Provenance:
        """Return the finished table's provenance; ``command`` builds it again."""
        return Provenance(
            command=command,
            seconds=round(self.seconds, 1),
            is_resumed=self._before is not None,
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            versions=_versions(),
            machine={
                "processor": _processor(),
                "cores": os.cpu_count() or 1,
                "system": f"{platform.system()} {platform.release()} {platform.machine()}",
            },
        )


def _versions() -> dict[str, str]:
    """Return the versions of Python and the installed `_PACKAGES`."""
    from importlib.metadata import PackageNotFoundError, version  # slow; lookups do without

    versions = {"python": platform.python_version()}
    for name in _PACKAGES:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions


def _processor() -> str:
    """Return the processor name that the system reports."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
