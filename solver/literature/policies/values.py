"""A learnt policy's values of a position's asks."""

from llq.solver.literature.actions import Ask
from llq.solver.literature.inference import knowledge
from llq.solver.literature.matches.match import line_up
from llq.solver.literature.players import Kind, Strategy, ask_of, list_asks
from llq.solver.literature.policies import article, strong
from llq.solver.literature.positions.position import Position
from llq.solver.literature.rules import card_name
from llq.solver.literature.scratch import make_scratch


def value_position(position: Position, strategy: Strategy) -> dict[Ask, float]:
    """Return a policy's value of each legal ask."""
    rules, row = position.rules, position.row.copy()
    weights = line_up([strategy] * rules.players, rules).weights[0]
    scratch = make_scratch(rules.players)
    if strategy.kind == Kind.ARTICLE:
        knowledge.infer(row, position.seat, scratch.inference.own)
        asks = list_asks(row, False, scratch)
        article.value_asks(row, weights, asks, scratch)
    else:
        own, space = scratch.inference.own, scratch.strength
        asks = strong.value_asks(row, weights, own, space, scratch.asks, scratch.values)
    values = {}
    for code, value in zip(scratch.asks[:asks], scratch.values[:asks], strict=True):
        target, card = ask_of(int(code))
        values[Ask(int(target), card_name(int(card), rules.pack))] = float(value)
    return values
