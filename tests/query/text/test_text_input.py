"""Reading what people type."""

from llq.query.text.text_input import split_words


def test_separators_do_not_matter():
    """Blanks, commas and semicolons separate words alike, one or several, and none at the ends."""
    wanted = ["2S", "3S", "TH"]
    for text in ("2S 3S TH", "2S,3S,TH", " 2S;3S , TH\n", "2S\t3S,,TH;"):
        assert split_words(text) == wanted
    assert split_words(" ,; ") == []
