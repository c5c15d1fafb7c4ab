"""HTTP answers: the library's own as plain data, with provenance."""

from functools import lru_cache
from typing import Any

from pydantic_core import to_json
from starlette.responses import Response

from llq.query.games import find_kind
from llq.store.locate import SUFFIX
from llq.store.schema import rules_name
from llq.store.tables import TableInfo

Plain = dict[str, Any]


class PlainAnswer(Plain):
    """Plain answer data with provenance."""

    words: object = None
    """Same answer in words, a sentence first; None if unavailable."""


def with_provenance(
    answer: Any,
    info: TableInfo | None = None,
    *,
    rules: str = "",
    accuracy: str = "",
    words: object = None,
) -> Plain:
    """Return a library answer, or plain data with its ``words``, with provenance."""
    result = PlainAnswer(answer if isinstance(answer, dict) else answer.to_dict())
    result.words = words if isinstance(answer, dict) else answer
    if info is not None:
        rules = rules_name(info.spec.rules_id, info.spec.rules_version)
        result["provenance"] = _provenance(info.path.name, info.content_hash, rules)
    else:
        origin = {"file": None, "content_hash": None, "rules": rules or None, "accuracy": accuracy}
        result["provenance"] = origin
    return result


def as_json(plain: Any) -> Response:
    """Return plain data as JSON, with null for non-finite numbers."""
    return Response(to_json(plain, inf_nan_mode="null"), media_type="application/json")


@lru_cache(maxsize=64)
def _provenance(file: str, content_hash: str, rules: str) -> Plain:
    accuracy = find_kind(file.removesuffix(SUFFIX)).accuracy
    return {"file": file, "content_hash": content_hash, "rules": rules, "accuracy": accuracy}
