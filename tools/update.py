"""All that is generated of this repository, made again or compared with what is there.

``python -m tools.update [WHAT…] [--check]`` writes each file that differs, and names it; read the
diff before you commit it. With ``--check`` nothing is written, and the exit code is 1 if one
differs. A part of ``WHAT`` comes after a colon: ``examples:sql.md``, ``closures:sueca-policy``.

| what | is made |
|---|---|
| `figures` | figures of benchmarks in `README.md` and `docs/` |
| `examples` | outputs of the commands and queries there |
| `notebooks` | outputs in `examples/`; a picture alone makes no difference to ``--check`` |
| `schema` | `docs/sql-schema.md` |
| `tables` | `tables/README.md` and `tables/standard.json` |
| `closures` | `tests/source_hashes.json`, once a share of each table has proved the same |
| `pictures` | `docs/serve/*.png`, by Chromium; ``--check`` has nothing to compare |
"""

import sys
from collections.abc import Sequence
from importlib import import_module

GENERATORS = ("figures", "examples", "notebooks", "schema", "tables", "closures", "pictures")


def main(arguments: Sequence[str]) -> int:
    """Make or check what the arguments name, or all, and return the exit code."""
    check = "--check" in arguments
    chosen = [word for word in arguments if word != "--check"] or GENERATORS
    stale = False
    for name, _, part in (word.partition(":") for word in chosen):
        if name not in GENERATORS:
            raise SystemExit(f"nothing is named {name!r}; there are {', '.join(GENERATORS)}")
        for path, content in import_module(f"tools.{name}").generate(part, check=check):
            if not path.exists() or path.read_bytes() != content:
                print(f"{'differs' if check else 'wrote'}: {path}", flush=True)
                stale = True
                if not check:
                    path.write_bytes(content)
    return int(check and stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
