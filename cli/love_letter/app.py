"""``llq love-letter``: leagues and bots; the rest are questions."""

from llq.cli.game_groups import GameApp

APP = GameApp(bot="table", league="table random", deals=200, setting="variant=batman")
