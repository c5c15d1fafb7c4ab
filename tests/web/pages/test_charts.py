"""Charts as SVG: places by value, words that do not lie on one another, nothing unescaped."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from llq.web.pages.charts import Series, line_chart, ticks


def _pictures(chart):
    pictures = list(ElementTree.fromstring(chart))
    assert [picture.get("class") for picture in pictures] == ["wide", "medium", "narrow"]
    return pictures


def _lines(*series):
    """Return the pictures of a chart of lines."""
    return _pictures(line_chart("t", series, x_label="x", y_label="y"))


def _points(picture):
    """Return the points of a line."""
    path = picture.find("path").attrib["d"].lstrip("M")
    return [tuple(map(float, point.split())) for point in path.split("L")]


def _names(picture):
    """Return the texts that name lines."""
    return [text for text in picture.iter("text") if text.attrib["class"].startswith("name")]


def test_ticks_are_round_and_hold_the_span():
    """Axes have at most six round numbers, the data between the first and the last."""
    for low, high, numbers in [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (1, 31, [0, 10, 20, 30, 40]),
        (-3, 4, [-4, -2, 0, 2, 4]),
        (5, 5, [0, 1, 2, 3, 4, 5]),
        (0, 0, [0, 0.2, 0.4, 0.6, 0.8, 1]),
    ]:
        assert ticks(low, high, 6) == numbers


def test_a_line_goes_through_its_points():
    """Points at equal distances are drawn so: y downwards, x to the right, both in proportion."""
    for picture in _lines(Series("a", [(0, 0), (1, 5), (3, 10)])):
        (x0, y0), (x1, y1), (x2, y2) = _points(picture)
        assert x2 - x0 == pytest.approx(3 * (x1 - x0), abs=0.2)
        assert y0 - y2 == pytest.approx(2 * (y0 - y1), abs=0.2)
        assert x2 > x0
        assert y0 > y2


def test_a_strip_is_wide_enough_for_a_pointer():
    """A hundred points have strips of sixteen pixels or more, which cover the whole width."""
    for picture in _lines(Series("a", [(x, x * x) for x in range(100)])):
        strips = [strip.attrib for strip in picture.findall("rect[@class='hit']")]
        widths = [float(strip["width"]) for strip in strips]
        assert min(widths[1:-1]) > 15.8
        (first, _), *_, (last, _) = _points(picture)
        assert sum(widths) == pytest.approx(last - first, abs=0.1 * len(widths))


def test_a_level_stretch_is_drawn_from_end_to_end():
    """Points within it are left out, its ends stay: the line is the same."""
    points = [(0, 3), (1, 0), (2, 0), (3, 0), (4, 0), (5, 7)]
    for picture in _lines(Series("a", points)):
        drawn = _points(picture)
        assert len(drawn) == 4
        assert drawn[1][1] == drawn[2][1]


def test_names_of_lines_that_end_together_do_not_overlap():
    """Each series has its name inside the picture, a line of text apart from the next."""
    for picture in _lines(*(Series(f"line {n}", [(0, 0), (1, 10 + n / 100)], n) for n in range(7))):
        height = float(picture.attrib["viewBox"].split()[3])
        places = sorted(float(name.attrib["y"]) for name in _names(picture))
        assert len(places) == 7
        assert all(b - a > 14 for a, b in pairwise(places))
        assert places[0] > 0
        assert places[-1] < height


@pytest.mark.parametrize("name", ["you", "big money duchies", "a name that is long for a phone"])
def test_a_name_is_whole_where_it_fits_the_picture(name):
    """A long name stands below its lines, not cut beside them, and the lines keep their room."""
    for picture in _lines(Series(name, [(0, 0), (1, 9)])):
        width = float(picture.attrib["viewBox"].split()[2])
        (label,) = _names(picture)
        assert float(label.attrib["x"]) + 8.4 * len(label.text or "") <= width
        assert label.text == name
        (first, _), (last, _) = _points(picture)
        assert last - first > 0.6 * width


def test_words_of_a_chart_are_escaped():
    """What data says is text, never markup."""
    wicked = "<script>&"
    chart = line_chart(wicked, [Series(wicked, [(1, 1)])], x_label=wicked, y_label=wicked)
    assert "<script" not in chart
    assert _pictures(chart)[0].findtext("title") == wicked
