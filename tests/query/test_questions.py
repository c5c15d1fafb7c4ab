"""Questions: one declaration, read as plain data, and each door made of it."""

from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from fastapi import APIRouter, FastAPI
from fastapi.testclient import TestClient

from llq.errors import LlqError
from llq.query.games import GAMES, find_game
from llq.query.inputs import Seed
from llq.query.questions import Input, find_question, question
from llq.query.results import Result
from llq.web.app import _refuse
from llq.web.games import Link
from llq.web.http.library import add_library_question
from llq.web.http.limits import LIMITS
from llq.web.pages.question_pages import QuestionPage
from tests.web.parsed_page import Page

Sides = Annotated[int, Input("Sides of the die.", 6, low=2, high=100)]
Colour = Annotated[str, Input("Colour of the die.", choices=("red", "blue"))]
Name = Annotated[str, Input("Name of the die.", "lucky")]
Raised = Annotated[bool, Input("Whether each side counts one more.")]


@dataclass(frozen=True)
class Rolled(Result):
    """A roll."""

    name: str
    mean: float
    colour: str
    seed: int

    settings = ("seed",)

    def to_dict(self) -> dict[str, Any]:
        """Return the roll as plain data."""
        return {"name": self.name, "mean": self.mean, "colour": self.colour, "seed": self.seed}


@question(arguments=("name",), examples=("lucky --sides 8",), rules="dice", accuracy="exact")
def roll(
    name: Name, sides: Sides, colour: Colour = "red", raised: Raised = False, seed: Seed = 1
) -> Rolled:
    """Return the mean of a die.

    It is the same for every seed.

    Parameters
    ----------
    seed
        Changes nothing.
    """
    return Rolled(name, (1 + sides) / 2 + raised, colour, seed)


@pytest.fixture(autouse=True)
def _dice(monkeypatch):
    """Give a game a made-up question."""
    monkeypatch.setitem(find_game("dominion").questions, "race roll", f"{__name__}:roll")


def test_a_declaration_is_read_as_it_stands():
    """Names, defaults, bounds and words come from the signature, its types and the docstring."""
    declared = find_question("dominion", "race roll")
    name, sides, colour, _, seed = declared.items
    assert (declared.summary, declared.answer) == ("Return the mean of a die.", roll)
    assert declared.examples == (
        "llq dominion race roll lucky --sides 6",
        "llq dominion race roll lucky --sides 8",
    )
    assert name.is_required
    assert (sides.kind, sides.input.low, sides.words) == (int, 2, "Sides of the die.")
    assert (colour.default, colour.input.choices) == ("red", ("red", "blue"))
    assert (seed.default, seed.words) == (1, "Changes nothing.")


def test_a_command_is_made_of_it(llq):
    """Help, formats and refusals of a command follow from the declaration alone."""
    _, out, _ = llq("dominion", "race", "roll", "--help")
    for words in ("Show the mean of a die.", "Sides of the die.", "red|blue", "Changes nothing."):
        assert words in out
    assert llq("dominion", "race", "roll", "x", "--sides", 8, "--format", "csv")[1] == (
        "name,mean,colour,seed\nx,4.5,red,1\n"
    )
    table = llq("dominion", "race", "roll", "x", "--sides", 8)[1]
    assert table.endswith("seed 1\n")
    code, _, err = llq("dominion", "race", "roll", "x", "--sides", 1)
    assert (code, "from 2 to 100; got '1'" in err) == (2, True)


@pytest.fixture
def client():
    """Return a client of a server with the question's route and its page."""
    api = APIRouter()
    add_library_question(api, "dominion", "/roll", "race roll", "Roll a die", limits={"sides": 20})
    page = QuestionPage(
        link=Link("/dominion/die", "Die", "A die."),
        heading="A die",
        intro="Rolled.",
        api=api,
        route="/roll",
        examples={"Eight sides": {"name": "x", "sides": "8"}},
    )
    app = FastAPI()
    app.state.limits = LIMITS
    app.add_exception_handler(LlqError, _refuse)
    app.include_router(api)
    app.get(page.link.path)(page.show)
    return TestClient(app)


def test_a_route_is_made_of_it(client):
    """The API reads the same parameters, within its own limits, and refuses in plain words."""
    answer = client.get("/roll?name=x&sides=8").json()
    assert (answer["mean"], answer["permalink"]) == (4.5, "/roll?name=x&sides=8")
    assert answer["provenance"]["rules"] == "dice"
    assert client.post("/roll", json={"name": "x", "sides": 8}).json() == answer
    assert "sides must be at most 20; got '21'" in client.get("/roll?name=x&sides=21").text
    assert "colour must be 'red' or 'blue'" in client.get("/roll?name=x&sides=8&colour=z").text


def test_a_page_is_made_of_it(client):
    """A page has a field for each parameter, the answer, and the command that asks the same."""
    page = Page(client.get("/dominion/die").text)
    assert page.fields == {"name": "x", "sides": "8", "seed": "1"}
    assert page.rows == [["Name", "Mean", "Colour", "Seed"], ["X", "4.5", "red", "1"]]
    assert page.code == ["llq dominion race roll x --sides 8"]
    refused = client.get("/dominion/die?name=x&sides=21&colour=blue&raised=true")
    assert refused.status_code == 422
    assert Page(refused.text).notices == ["Sides must be at most 20; got '21'."]
    for words in ('value="21"', '<option value="blue" selected>', "checked", "Colour of the die."):
        assert words in refused.text


@pytest.mark.parametrize("game", GAMES)
def test_every_item_is_described(game):
    """No parameter of a question is without words, and those required have an example."""
    for name in (*find_game(game).questions, *find_game(game).other_questions):
        declared = find_question(game, name)
        for item in declared.items:
            assert item.words.endswith("."), (name, item.name)
            assert item.input.example is not None or not item.is_required, (name, item.name)
