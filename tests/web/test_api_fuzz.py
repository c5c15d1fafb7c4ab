"""Requests that schemathesis makes from `openapi.json`: each is answered as it is described there.

`LLQ_FUZZ=10000 pytest -n0 tests/web/test_api_fuzz.py` makes that many; the usual run makes
forty and CI three hundred, the same each time. No answer takes longer than `LIMITS` allow, so that
long work is begun and stopped.
"""

import json
import os

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Config, GenerationMode, checks

from llq.web.app import create_app
from llq.web.http.limits import Limits
from tests.web.conftest import PATIENT

LIMITS = Limits(seconds=0.5, games=50, questions=5, wait_seconds=300)
REMEDIED = {"TableMissing", "ExtraMissing", "Busy"}
"""What is refused with 503 and a remedy: a command, or to ask again when a layout is done."""
TEXTS = [
    *("classic", "hobbit", "deck-1,1,2", "race", "pagat", "random", "strategic", "solution"),
    *("R", "MC", "pimc:20/3", "mc_extra:9x9", "greedy", "article", "guard,8", "witch", "7c3e"),
    *("7 copper, 3 estates", "gold; silver", "S:AK72", "N:2H", "1>2 4D -", "SELECT 1", "-", ";"),
    *("../..", "NaN", "-0", "1e9", "9" * 5000),
]


def config():
    """Return what schemathesis makes, and what it checks."""
    return Config.from_dict(
        {
            # by default ten seconds: less than two cold compilers may keep the next job waiting
            "request-timeout": 2 * PATIENT.seconds,
            "dictionaries": {"texts": {"values": TEXTS}},
            "generation": {"dictionaries": {"string": {"dictionary": "texts", "probability": 0.5}}},
            "checks": {
                "not_a_server_error": {"expected-statuses": ["2xx", "4xx", 503]},
                "negative_data_rejection": {"expected-statuses": ["4xx", 503]},
                # what a schema allows, a game's rules may not
                "positive_data_acceptance": {"enabled": False},
            },
        }
    )


@pytest.fixture(scope="module")
def cases(standard_tables):
    """Return requests, as described and otherwise, to a server that gives each half a second."""
    app = create_app(LIMITS)
    schema = schemathesis.openapi.from_asgi("/openapi.json", app, config=config())
    operations = [operation.ok() for operation in schema.get_all_operations()]
    return st.one_of(
        operation.as_strategy(generation_mode=mode)
        for operation in operations
        for mode in GenerationMode
    )


def is_one_line(_context, response, _case):
    """Check what the description cannot state: JSON has no NaN, a problem's reason is one line."""
    if response.status_code != 200:
        assert response.json()["detail"]
        assert "\n" not in response.text
        assert response.status_code != 503 or response.json()["title"] in REMEDIED
    elif response.headers["content-type"] == ["application/json"]:
        json.loads(response.text, parse_constant=pytest.fail)


def examples(usual):
    """Return the settings of a test that draws as many examples, or as the environment says."""
    return settings(
        max_examples=int(os.environ.get("LLQ_FUZZ", usual)),
        deadline=None,
        derandomize="LLQ_FUZZ" not in os.environ,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


@examples(30)
@given(data=st.data())
def test_every_request_is_answered_as_described(cases, data):
    """A request, whether it follows the description or not, has an answer that does."""
    assert_described(data.draw(cases))


@pytest.mark.long
@examples(150)
@given(data=st.data())
def test_more_requests_are_answered_as_described(cases, data):
    """Rare parameters together have an answer as well."""
    assert_described(data.draw(cases))


def assert_described(case):
    """Compare the answer to a request with the description."""
    is_batch = isinstance(case.body, list)  # its questions are refused one by one
    case.call_and_validate(
        additional_checks=[is_one_line],
        excluded_checks=[checks.negative_data_rejection] if is_batch else [],
    )
