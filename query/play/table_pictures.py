"""Pictures of a game's table as every card is seen, for videos of learners' games.

Needs ``pip install 'llq[pettingzoo]'``. Every picture of a game has the same size.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from llq.solver.game_states import GameState

_WIDTH, _ROW, _GAP, _CARDS_FROM = 880, 40, 6, 120  # pixels
_CLOTH, _MOVER, _PAPER, _INK = "#1f5a41", "#2f8a63", "#fffdf5", "#1c1c1c"
_FONT_PIXELS = 15


def draw_table(state: GameState) -> NDArray[np.uint8]:
    """Return a picture of a game's `table_rows`, the mover's row lit: (height, width, 3), RGB.

    A row with more cards than fit ends with the number of those left out.
    """
    rows = state.table_rows()
    image = Image.new("RGB", (_WIDTH, _GAP + len(rows) * (_ROW + _GAP)), _CLOTH)
    canvas, font = ImageDraw.Draw(image), _font()
    for place, (title, cards) in enumerate(rows.items()):
        top = _GAP + place * (_ROW + _GAP)
        middle, left = top + _ROW // 2, float(_CARDS_FROM)
        if title == f"player {state.current_player}":
            canvas.rectangle((0, top - _GAP // 2, _WIDTH, top + _ROW + _GAP // 2), _MOVER)
        canvas.text((2 * _GAP, middle), title, _PAPER, font, anchor="lm")
        for number, card in enumerate(cards):
            wide, left_out = canvas.textlength(card, font) + 2 * _GAP, f"+{len(cards) - number}"
            room = _WIDTH - _GAP - left - canvas.textlength(left_out, font) - _GAP
            if wide > room:
                canvas.text((left, middle), left_out, _PAPER, font, anchor="lm")
                break
            canvas.rounded_rectangle((left, top, left + wide, top + _ROW), _GAP, _PAPER)
            canvas.text((left + wide / 2, middle), card, _INK, font, anchor="mm")
            left += wide + _GAP
    return np.asarray(image, dtype=np.uint8).copy()


@cache
def _font() -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    return ImageFont.load_default(_FONT_PIXELS)
