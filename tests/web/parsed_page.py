"""Pages as tests read them."""

import re
from html import unescape

from tests.web.conftest import text_of


class Page:
    """A page's table rows, links, notices, code and values of fields."""

    def __init__(self, text):
        rows = re.findall(r"<tr\b.*?</tr>", text, re.DOTALL)
        cells = [re.findall(r"<t[dh]\b.*?</t[dh]>", row, re.DOTALL) for row in rows]
        self.rows = [[*map(text_of, row)] for row in cells]
        links = re.findall(r'<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)</a>', text, re.DOTALL)
        self.links = {unescape(link): text_of(words) for link, words in links}
        notices = re.findall(r'role="alert"[^>]*>(.*?)</p>', text, re.DOTALL)
        self.notices = [*map(text_of, notices)]
        self.code = [*map(text_of, re.findall(r"<code>(.*?)</code>", text, re.DOTALL))]
        tags = re.findall("<input[^>]*>", text)
        inputs = [dict(re.findall(r'(\w+)="([^"]*)"', tag)) for tag in tags]
        self.fields = {
            field["name"]: unescape(field.get("value", ""))
            for field in inputs
            if field.get("type", "text") in ("text", "number", "search")
        }
