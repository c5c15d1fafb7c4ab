"""``llq sueca``: leagues and bots; the rest are questions."""

from llq.cli.game_groups import GameApp

APP = GameApp(bot="strong", league="rules random", deals=100, setting="trump_from=last")
