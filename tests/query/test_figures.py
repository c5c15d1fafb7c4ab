"""The helpers of every picture."""

import sys

import pytest

from llq.errors import LlqError
from llq.query.figures import OKABE_ITO, add_caption, new_figure, save_figure


def test_a_missing_matplotlib_is_said_with_the_remedy(monkeypatch):
    """Without the plot extra the error says how to install it."""
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(LlqError, match="pip install matplotlib"):
        new_figure(4, 3)


@pytest.mark.parametrize("name", ["nowhere/figure.png", "figure.xyz"])
def test_a_picture_that_cannot_be_written_is_an_expected_error(tmp_path, name):
    """A missing folder and an unknown format are errors of llq, with the file's name."""
    with pytest.raises(LlqError, match="cannot be written"):
        save_figure(new_figure(4, 3), tmp_path / name)


def test_a_caption_is_folded_to_the_width(tmp_path):
    """A long caption takes several lines and stays within the figure."""
    figure = new_figure(4, 3)
    add_caption(figure, "Each line is the exact mean. " * 10)
    save_figure(figure, tmp_path / "figure.png")
    box = figure._supxlabel.get_window_extent()
    assert figure.get_supxlabel().count("\n") >= 3
    assert box.x1 < figure.bbox.x1


def test_the_colours_differ():
    """No two names mean one colour."""
    assert len(set(OKABE_ITO.values())) == len(OKABE_ITO)
