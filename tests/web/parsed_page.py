"""Pages as tests read them."""

from html.parser import HTMLParser


class Page(HTMLParser):
    """The rows of a page's tables, its links, its notices and the values of its fields."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.links, self.notices, self.fields = [], {}, [], {}
        self._link, self._is_cell, self._is_notice = "", False, False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        said = {name: value or "" for name, value in attrs}
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self._is_cell = True
        if tag == "a":
            self._link = said.get("href", "")
        if tag == "input" and said.get("type", "text") in ("text", "number", "search"):
            self.fields[said["name"]] = said.get("value", "")
        if self._is_notice or said.get("role") == "alert":
            self._is_notice = True
            self.notices += [""] * (said.get("role") == "alert")

    def handle_endtag(self, tag):
        self._is_cell = self._is_cell and tag not in ("td", "th")
        self._is_notice = self._is_notice and tag != "p"
        if tag == "a":
            self._link = ""

    def handle_data(self, data):
        if self._is_cell:
            self.rows[-1][-1] = " ".join(f"{self.rows[-1][-1]} {data}".split())
        if self._link:
            self.links[self._link] = " ".join(f"{self.links.get(self._link, '')} {data}".split())
        if self._is_notice:
            self.notices[-1] += data
