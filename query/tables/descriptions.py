"""Descriptions of table files for people: content, size and origin."""

from llq.query.games import find_kind
from llq.store.tables import TableInfo


def table_facts(info: TableInfo) -> dict[str, str]:
    """Return a table's content and origin as labelled texts."""
    kind, origin = find_kind(info.spec.name), info.provenance
    machine, versions = origin.machine, origin.versions
    sample = ", ".join(
        f"{name} {value:,}"
        for name, value in info.spec.parameters.items()
        if name.endswith("games") and isinstance(value, int)
    )
    rows = sum(array.shape[0] for array in info.stored.values())
    return {
        "Holds": f"{kind.title}; {rows:,} rows in {len(info.stored)} columns",
        "Size": bytes_text(info.size_bytes),
        "Sample": sample or "none: computed",
        "Accuracy": kind.accuracy,
        "Seed": str(info.spec.parameters.get("seed", "none")),
        "Command": origin.command,
        "Took": f"{origin.seconds:,.0f} s{', resumed' if origin.is_resumed else ''}",
        "On": f"{machine['processor']}, {machine['cores']} cores, {machine['system']}",
        "With": ", ".join(f"{name} {version}" for name, version in versions.items()),
        "Content": info.content_hash,
        "Version": str(info.spec.version),
    }


def bytes_text(size: int) -> str:
    """Return a size as people read it."""
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"
