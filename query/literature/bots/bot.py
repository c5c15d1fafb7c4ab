"""A player of llq as a bot: answers FishLab's requests, one JSON object a line."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from llq.errors import LlqError
from llq.query.bots.answering import answer_lines, fault
from llq.query.literature.bots.protocol import (
    CARD_OF,
    NAME_OF,
    PROTOCOL,
    RULES,
    claim_answer,
    position_of,
)
from llq.query.literature.built_in_players import find_player
from llq.query.players import check_seed
from llq.query.version import __version__
from llq.solver.literature import decisions
from llq.solver.literature.log import decode_holders
from llq.solver.literature.matches.match import line_up
from llq.solver.literature.players import Strategy, ask_of
from llq.solver.literature.scratch import make_scratch

if TYPE_CHECKING:
    from llq.solver.literature.positions.position import Position


class Bot:
    """A player that answers requests.

    Parameters
    ----------
    player
        Its name, or ``module:Class``.
    seed
        Of its chance, with the hand that is dealt: a game goes the same way every time.

    Raises
    ------
    UnknownStrategy
        There is no such player.
    """

    def __init__(self, player: str = "strong", seed: int = 1) -> None:
        self.player, self.seed = find_player(player), check_seed(seed)
        self._lineup = line_up([self.player] * RULES.players, RULES)
        self._scratch = make_scratch(RULES.players)
        self._random = Random(f"{self.seed}")

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a request; one that cannot be answered is answered with its error.

        Examples
        --------
        >>> Bot("quick").answer({"op": "hello", "protocol": "fishlab-json-v1"})["name"]
        'llq quick'
        """
        try:
            op = request.get("op")
            if op == "hello":
                return self._hello(request)
            if op == "new_game":
                self._random = Random(f"{self.seed} {' '.join(request['hand'])}")
                return {"ok": True}
            return self._decide(position_of(request))
        except LlqError as error:
            return {"error": str(error)}
        except (LookupError, TypeError) as error:
            return {"error": f"not a request of {PROTOCOL}: {fault(error)}"}

    def _hello(self, request: Mapping[str, Any]) -> dict[str, Any]:
        cards, protocol = request.get("cards"), request.get("protocol", PROTOCOL)
        if protocol != PROTOCOL:
            return {"error": f"this bot speaks {PROTOCOL}, not {protocol!r}"}
        if cards is not None and set(cards) != set(CARD_OF):
            return {"error": "the cards are not the 54 that this bot knows"}
        if cards is not None and [CARD_OF[name] for name in cards] != [*NAME_OF]:
            return {"error": "the cards are in another order than this bot knows"}
        name = f"llq {self.player.name}"
        return {"ok": True, "name": name[:40], "version": __version__, "protocol": PROTOCOL}

    def _decide(self, position: Position) -> dict[str, Any]:
        if isinstance(self.player, Strategy):
            bits = np.array([self._random.getrandbits(64)], dtype=np.uint64)
            lineup, row = self._lineup, position.row.copy()
            kind, weights = int(self.player.kind), lineup.weights[0]
            learners = lineup.has_learners
            decision = decisions.decide(row, kind, weights, bits, self._scratch, learners)
        else:
            decision = decisions.decide_as(self.player, position, self._random)
        decision = int(decision)
        if decision == decisions.DECLINE:
            return {"action": "none"}
        if decision >= decisions.CLAIM:
            half, said = decisions.claim_of(decision)
            chance = position.perspective.claim_chance(int(half), decode_holders(int(said)))
            return claim_answer(int(half), int(said), chance)
        if decision >= decisions.PASS:
            return {"action": "pass", "to": decision - decisions.PASS}
        target, card = ask_of(decision)
        return {"action": "ask", "card": NAME_OF[int(card)], "target": int(target)}


def serve(
    player: str = "strong", seed: int = 1, lines: IO[str] | None = None, out: IO[str] | None = None
) -> None:
    """Answer requests, by default from standard input on standard output, until there are no more.

    Parameters
    ----------
    player, seed
        As of a `Bot`.

    Raises
    ------
    UnknownStrategy
        There is no such player.
    """
    answer_lines(Bot(player, seed).answer, lines, out)
