"""SQL on the web: the page, JSON and CSV."""

import csv
from urllib.parse import quote

from llq import lookup
from llq.query.sql.manual import questions, views
from llq.query.sql.table_cache import layout_folder

OPENINGS = "SELECT b1, win_prob FROM love_letter_classic_opening WHERE b2 = 8 ORDER BY b1"


def test_an_answer_is_the_librarys(client):
    """JSON by GET and POST, CSV and the page have a lookup's numbers, and say where from."""
    answer = client.post("/api/v1/sql", json={"query": OPENINGS}).json()
    assert answer == client.get("/api/v1/sql", params={"query": OPENINGS}).json()
    assert answer["columns"] == ["b1", "win_prob"]
    assert answer["rows"] == [[b1, lookup(b1, 8).value] for b1 in range(1, 8)]
    assert [source["table_file"] for source in answer["sources"]] == ["love_letter-classic.h5"]
    text = client.get("/api/v1/sql", params={"query": OPENINGS, "format": "csv"}).text
    rows = list(csv.reader(text.splitlines()))
    assert rows[0] == answer["columns"]
    assert [[int(b1), float(wins)] for b1, wins in rows[1:]] == answer["rows"]
    page = client.get("/sql", params={"query": OPENINGS}).text
    assert '<h2 id="answer">7 rows</h2>' in page
    assert "love_letter-classic.h5" in page


def test_a_visitor_writes_and_sees_no_file(client):
    """A query that writes to the cache or asks for its path is refused, and nothing is there."""
    for query in [
        "WITH x AS (COPY (SELECT 1) TO '{0}/evil.csv') FROM x",
        "SELECT json_serialize_plan('SELECT current_setting(''threads'')', optimize := true)",
        'FROM "{0}"."*".csv',
    ]:
        folder = layout_folder()
        answer = client.post("/api/v1/sql", json={"query": query.format(folder)})
        assert answer.status_code == 422
        assert str(folder) not in answer.text.replace(query.format(folder), "")
        assert not (folder / "evil.csv").exists()


def test_a_bad_query_is_refused_in_words(client):
    """The API and the page refuse alike; a table that is missing is 503 with what builds it."""
    for query, status, message in [
        ("SELEC 1", 422, "syntax error"),
        ("COPY (SELECT 1) TO '/tmp/x.csv'", 422, "COPY is not answered here"),
        ("FROM read_csv('/etc/passwd')", 422, "read_csv() is not answered here"),
        ("FROM love_letter_hobbit", 503, "llq build love-letter --variant hobbit"),
        ("SELECT '" + "x" * 20_000 + "'", 413, "20,000 characters"),
    ]:
        answer = client.post("/api/v1/sql", json={"query": query})
        assert (answer.status_code, answer.json()["status"]) == (status, status)
        assert message in answer.json()["detail"]
        page = client.get("/sql", params={"query": query})
        assert page.status_code == status
        assert 'role="alert"' in page.text


def test_every_question_is_one_click_away(client):
    """The page has a link for each question of the manual that holds the query."""
    page = client.get("/sql").text
    for question in questions():
        assert quote(question.query).replace("%2F", "/") in page or question.query in page


def test_every_view_has_a_page(client):
    """A view's page has its columns, and says which rows; an unknown view is 404."""
    assert client.get("/api/v1/sql/views").json()[0]["name"] == views()[0].name
    page = client.get("/sql/love_letter_classic_opening_action?_page=2").text
    assert "win_prob" in page
    assert '<h2 id="rows">Rows 101 to 200</h2>' in page
    assert client.get("/sql/nothing").status_code == 404
