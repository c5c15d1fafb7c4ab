"""The helpers of every picture."""

import sys

import pytest
from matplotlib.text import Text

from llq.errors import LlqError
from llq.query.figures import OKABE_ITO, add_caption, new_figure, picture_paths, save_figure


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
    caption = figure.get_supxlabel()
    (text,) = (text for text in figure.findobj(Text) if text.get_text() == caption)
    assert caption.count("\n") >= 3
    assert text.get_window_extent().x1 < figure.bbox.x1


def test_the_colours_differ():
    """No two names mean one colour."""
    assert len(set(OKABE_ITO.values())) == len(OKABE_ITO)


def test_pictures_go_to_a_folder_or_to_one_file(tmp_path):
    """A path with a suffix is the picture of one figure; any other path is a folder, made here."""
    assert picture_paths(["a"], tmp_path / "one.svg") == (tmp_path / "one.svg",)
    folder = tmp_path / "new" / "pictures"
    assert picture_paths(["a", "b"], folder) == (folder / "a.png", folder / "b.png")
    assert picture_paths(["2"], folder, "figure-") == (folder / "figure-2.png",)
    assert folder.is_dir()
    assert not (tmp_path / "one.svg").exists()


def test_where_no_picture_can_go_is_refused_before_any_work(tmp_path, monkeypatch):
    """A file for a folder, an unknown format, a missing folder or no matplotlib: told at once."""
    file = tmp_path / "file"
    file.touch()
    for output in (file, tmp_path / "a\0b"):
        with pytest.raises(LlqError, match="no pictures can be written here"):
            picture_paths(["a"], output)
    for output in (tmp_path / "nowhere" / "a.png", tmp_path / "a.xyz"):
        with pytest.raises(LlqError, match="the picture cannot be written"):
            picture_paths(["a"], output)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(LlqError, match="pip install matplotlib"):
        picture_paths(["a"], tmp_path / "new")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_a_file_of_the_users_is_replaced_only_if_asked(tmp_path, suffix):
    """A picture of llq's is drawn again; what llq did not draw, or a link, stays as it is."""
    picture, mine = tmp_path / f"a{suffix}", tmp_path / "mine.txt"
    mine.write_text("mine")
    assert picture_paths(["a"], picture, replace=False) == (picture,)
    save_figure(new_figure(4, 3), picture)
    assert picture_paths(["a"], picture, replace=False) == (picture,)
    picture.unlink()
    picture.symlink_to(mine)
    with pytest.raises(LlqError, match="--replace"):
        picture_paths(["a"], picture, replace=False)
    save_figure(new_figure(4, 3), picture)  # as with --replace
    assert not picture.is_symlink()
    assert mine.read_text() == "mine"
    picture.write_text("mine")
    with pytest.raises(LlqError, match="llq did not draw this file"):
        picture_paths(["a"], picture, replace=False)
    assert picture.read_text() == "mine"
