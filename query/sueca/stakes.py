"""Stakes: games scored for a deal's result at a table. No rule of play depends on them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from llq.errors import IllegalState
from llq.query.text.words import split_words
from llq.solver.sueca.game_state import SuecaState
from llq.solver.sueca.rules import HAND_SIZE, RULES, TOTAL_POINTS

_VALUES = {"120": r"[1-9]", "drawn": r"[+x][1-9]", "to": r"[1-9]\d?", "at": r"\d\d?-\d\d?"}
"""Patterns of the values, by name."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """Games scored by a deal's result."""

    full_games: int = RULES.games(TOTAL_POINTS, 0)
    """Games for 120 points without all ten tricks."""
    extra_games: int = 0
    """Games added to a win after a drawn deal."""
    multiplier: int = 1
    """Factor of a win's games after a drawn deal."""
    target: int = 0
    """Target score of the match in games; 0 for unlimited play."""
    score: tuple[int, int] = (0, 0)
    """Current game scores of both teams, North and South first."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the stakes written in words, all optional.

        ``120=4`` counts 120 points four games; ``drawn=+1`` or ``drawn=x2`` says that the deal
        before was drawn, so that this one counts one more, or double; ``to=4 at=3-2`` plays to four
        games, of which North and South have three.
        """
        fields: dict[str, str] = {}
        for word in split_words(text):
            name, _, value = word.lower().partition("=")
            if name not in _VALUES or not re.fullmatch(_VALUES[name], value):
                raise IllegalState(
                    f"stakes: {word!r} is none of 120=4, drawn=+1, drawn=x2, to=4 and at=3-2"
                )
            if name in fields:
                raise IllegalState(f"stakes: {name} is given twice: {fields[name]} and {value}")
            fields[name] = value
        drawn = fields.get("drawn", "+0")
        north, west = map(int, fields.get("at", "0-0").split("-"))
        target = int(fields.get("to", 0))
        if max(north, west) >= target and "at" in fields:
            raise IllegalState(
                f"stakes: at={fields['at']} is no score of a match "
                + (f"to {target}" if target else "without an end, such as to=4")
            )
        return cls(
            full_games=int(fields.get("120", USUAL.full_games)),
            extra_games=int(drawn[1:]) if drawn[0] == "+" else 0,
            multiplier=int(drawn[1:]) if drawn[0] == "x" else 1,
            target=target,
            score=(north, west),
        )

    def __str__(self) -> str:
        """Return these stakes as parseable text, empty for the thesis's."""
        words = (
            f"120={self.full_games}" if self.full_games != USUAL.full_games else "",
            f"drawn=+{self.extra_games}" if self.extra_games else "",
            f"drawn=x{self.multiplier}" if self.multiplier != 1 else "",
            f"to={self.target}" if self.target else "",
            "at={}-{}".format(*self.score) if any(self.score) else "",
        )
        return " ".join(filter(None, words))

    def games(self, points: int, tricks: int, side: int) -> int:
        """Return a team's games for given points and tricks.

        ``side`` is 0 for North and South, 1 for West and East.
        """
        is_full_points = points == TOTAL_POINTS and tricks < HAND_SIZE
        games = self.full_games if is_full_points else RULES.games(points, tricks)
        games = (games + self.extra_games) * self.multiplier if games else 0
        return min(games, self.target - self.score[side]) if self.target else games


USUAL = Stakes()
"""Stakes of the thesis."""


class StakedState(SuecaState):
    """A game that carries stakes for advice."""

    stakes = USUAL

    @classmethod
    def of_options(cls, options: Mapping[str, Any], stream: int | None) -> Self:
        """Return a new game of some `options`."""
        state = super().of_options(options, stream)
        state.stakes = Stakes.read(options.get("stakes", ""))
        return state

    @property
    def options(self) -> dict[str, Any]:
        """Settings of the game, including unusual stakes."""
        stakes = str(self.stakes)
        return super().options | ({"stakes": stakes} if stakes else {})
