"""Views browsed without SQL: what a page shows is what the query says, and nothing else runs."""

import pytest
from starlette.datastructures import QueryParams

from llq.errors import IllegalState
from llq.query.sql.manual import views
from llq.web.pages.browse import Browsed

VIEW = "love_letter_classic_opening"


def rows(client, link):
    """Return the rows of a link as objects."""
    answer = client.get(link).json()
    return [dict(zip(answer["columns"], row, strict=True)) for row in answer["rows"]]


def test_rows_are_sorted_filtered_and_turned(client):
    """Each is as Python does it with all rows, and pages follow one another to the end."""
    every = rows(client, f"/sql/{VIEW}.json")
    assert len(every) == 33
    by_wins = rows(client, f"/sql/{VIEW}.json?_sort=-win_prob")
    wins = [row["win_prob"] for row in every]
    assert [row["win_prob"] for row in by_wins] == sorted(wins, reverse=True)
    filtered = rows(client, f"/sql/{VIEW}.json?b1=%3E%3D+3&b2=!%3D8&card_2=~UNT")
    assert filtered == [row for row in every if row["b1"] >= 3 and row["card_2"] == "Countess"]
    link, count = "/sql/dominion_strategy.json?_sort=turns", 0
    while link:
        answer = client.get(link).json()
        count, link = count + len(answer["rows"]), answer["next"]
    query = {"query": "SELECT count(*) FROM dominion_strategy"}
    assert [[count]] == client.post("/api/v1/sql", json=query).json()["rows"]


def test_a_view_shows_columns_and_values(client):
    """Headings say what columns hold and sort by a click; values are counted and lead to rows."""
    page = client.get(f"/sql/{VIEW}?_values=card_1&_sort=b1").text
    assert 'aria-sort="ascending"' in page
    for column in next(view for view in views() if view.name == VIEW).columns:
        assert f'title="{column.type}: ' in page
        assert f'aria-label="Values of {column.name}"' in page
    assert "card_1=%3D+Guard" in page
    redirect = client.get(f"/sql/{VIEW}?_column=b1&_value=%3E3", follow_redirects=False)
    assert redirect.headers["location"] == f"/sql/{VIEW}?b1=%3E3"


def test_a_wrong_link_is_refused_in_words(client):
    """What a view has not, or no condition can be, is 422 with the reason."""
    for link in ["b1=abc", "b1=nan", "b1=1e999", "nothing=1", "_sort=nothing", "_page=0", "_page=x",
             "_page=" + "9" * 5000, "_values=b1%22", "card_1=" + "x" * 300]:  # fmt: skip
        answer = client.get(f"/sql/{VIEW}?{link}")
        assert answer.status_code == 422
        assert 0 < len(answer.json()["detail"]) < 500


@pytest.mark.parametrize("text", ["x' OR 1=1 --", "'", "= '; DROP", "~%'"])
def test_a_condition_is_a_value_and_never_sql(client, text):
    """Quotes end nothing: no card is called so."""
    assert client.get(f"/sql/{VIEW}.json", params={"card_1": text}).json()["rows"] == []


def test_pages_are_counted_from_the_first():
    """A change of what is shown begins again, and the address says only what is not usual."""
    view = views()[0]
    name = view.columns[0].name
    browsed = Browsed.read(view, QueryParams([("_page", "3"), (name, "x"), (name, "x")]))
    assert browsed.link() == f"/sql/{view.name}?{name}=x"
    assert browsed.link(page=4) == f"/sql/{view.name}?{name}=x&_page=4"
    with pytest.raises(IllegalState, match="pages go from 1"):
        Browsed.read(view, QueryParams("_page=1001"))
