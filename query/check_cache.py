"""Results of long checks of a paper, kept in the user's cache folder: a second run shows them.

A file is named after the code that made it, the published figures and the settings, so that its
contents are what the same run would find today. The files may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_cache_path

from llq.errors import TableNotWritable
from llq.query.checks import Check
from llq.query.published_figures import published_hash
from llq.solver.sources import code_hash
from llq.store.atomic import replacing
from llq.store.schema import Parameter, canonical_json


@dataclass(frozen=True)
class KeptChecks:
    """The checks of an earlier run.

    Parameters
    ----------
    checks
        In their order.
    created
        UTC date and time of the run, in ISO 8601.
    """

    checks: tuple[Check, ...]
    created: str


def find_checks(root: str, settings: Mapping[str, Parameter]) -> KeptChecks | None:
    """Return the kept checks of a run; None if there are none, or if the file has been altered.

    Parameters
    ----------
    root
        The module that makes the checks, such as ``llq.query.sueca.verification.run``.
    settings
        Everything else that the results depend on, such as games and seed.
    """
    with suppress(OSError, ValueError, KeyError, TypeError):
        stored = json.loads(_path(root, settings).read_text("utf-8"))
        if stored["sha256"] == _digest(stored["checks"]):
            return KeptChecks(
                tuple(Check(**check) for check in stored["checks"]), str(stored["created"])
            )
    return None


def keep_checks(root: str, settings: Mapping[str, Parameter], checks: Iterable[Check]) -> None:
    """Keep the checks of a run, unless the cache folder cannot be written to."""
    rows = [check.to_dict() for check in checks]
    created = datetime.now(UTC).isoformat(timespec="seconds")
    text = json.dumps({"created": created, "sha256": _digest(rows), "checks": rows})
    with suppress(TableNotWritable), replacing(_path(root, settings)) as temporary:
        temporary.write_text(text, "utf-8")


def _path(root: str, settings: Mapping[str, Parameter]) -> Path:
    """Return where the checks of a run are kept."""
    key = code_hash() + root + published_hash() + canonical_json(dict(settings))
    name = f"{root.split('.')[-3]}-{hashlib.sha256(key.encode()).hexdigest()[:16]}.json"
    return user_cache_path("llq", appauthor=False) / "checks" / name


def _digest(rows: object) -> str:
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()
