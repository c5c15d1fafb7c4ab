"""What tests of the web share: the application with the tables that come with llq."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from llq.web.app import create_app
from llq.web.http.limits import Limits

PATIENT = Limits(seconds=600, wait_seconds=600)
"""No answer of a slow machine is refused for its time."""


@pytest.fixture(scope="package")
def standard_tables(folders: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let the tables that come with llq be found, and none that other tests built."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LLQ_TABLES", str(tmp_path_factory.mktemp("no-tables")))
        patch.setenv("LLQ_STANDARD_TABLES", "yes")
        yield


@pytest.fixture(scope="package")
def client(standard_tables: None) -> Iterator[TestClient]:
    """Return a client of the application; an error of the server is an answer, as for users."""
    with TestClient(create_app(PATIENT), raise_server_exceptions=False) as client:
        yield client
