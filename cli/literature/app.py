"""``llq literature``: leagues and bots; the rest are questions."""

from llq.cli.game_groups import GameApp

APP = GameApp(bot="strong", league="quick possible", deals=20, setting="rules=pagat")
