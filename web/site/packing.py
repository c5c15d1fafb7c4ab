"""Tables as files of a site: one file a column, compressed and named after its hash."""

from __future__ import annotations

import gzip
from hashlib import sha256
from typing import Any

from llq.store.schema import Column
from llq.web.site.game_tables import SiteTable

__all__ = ["pack_table"]

_LEVEL = 9
_DIGITS = 16
"""Of a hash in a file's name."""


def pack_table(table: SiteTable) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Return the files of a table by name, and what the manifest says of it."""
    files, columns = {}, {}
    described = {column.name: column for column in table.info.spec.columns}
    for name in table.columns:
        file, content, columns[name] = _pack_column(table, described[name])
        files[file] = content
    spec = table.info.spec
    return files, {
        "source": table.source,
        "content_hash": table.info.content_hash,
        "rules_id": spec.rules_id,
        "rules_version": spec.rules_version,
        "parameters": dict(spec.parameters),
        "version": spec.version,
        "provenance": table.info.provenance.to_dict(),
        "columns": columns,
        "rules": dict(table.rules),
    }


def _pack_column(table: SiteTable, column: Column) -> tuple[str, bytes, dict[str, Any]]:
    """Return a column's file, its content, and what the manifest says of it."""
    array = table.columns[column.name]
    decoded = array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
    content = gzip.compress(decoded, _LEVEL, mtime=0)
    hashed = sha256(content).hexdigest()
    file = f"tables/{table.info.spec.name}-{column.name}-{hashed[:_DIGITS]}.bin"
    return (
        file,
        content,
        {
            "file": file,
            "bytes": len(content),
            "sha256": hashed,
            "encoding": "gzip",
            "decoded_bytes": len(decoded),
            "decoded_sha256": sha256(decoded).hexdigest(),
            "dtype": column.dtype,
            "byte_order": "little",
            "shape": array.shape,
            "axes": column.axes,
            "unit": column.unit,
            "description": column.description,
        },
    )
