"""The rule of thumb for tables of several, from its sentences: what it may play, by the referee."""


def allowed(referee):
    """Return every action that the rule of thumb may take, ties and all."""
    me, numbers = referee.mover, referee.numbers
    hand = sorted((card.name for card in referee.hands[me]), key=numbers.get)
    if referee.returning:
        last_lap = len(referee.deck) < referee.players - len(referee.out)
        worth = {n: 0 if n == "Princess" and not last_lap else numbers[n] for n in hand}
        kept = max(hand, key=worth.get)
        rest = list(hand)
        rest.remove(kept)
        return {(kept, None, min(rest, key=numbers.get))}
    low, high = hand
    targets = referee.targets()
    known = {seat: referee.hands[seat][0].name for seat in targets if referee.knows(me, seat)}

    def kills(card, kept):
        if card == "Guard":
            return {target for target in known if known[target] != "Guard"}
        if card == "Baron":
            return {target for target in known if numbers[kept] > numbers[known[target]]}
        return {target for target in known if card == "Prince" and known[target] == "Princess"}

    legal = {action[0] for action in referee.legal()} - {"Princess"} or {"Princess"}
    card = low
    if len(legal) == 1:
        (card,) = legal
    elif kills(low, high):
        card = low
    elif kills(high, low) or (low == "Baron" and targets and numbers[high] < 6):
        card = high
    kept = high if card == low else low
    if card not in ("Guard", "Priest", "Baron", "Prince", "King"):
        return {(card, None, None)}
    if not targets:
        return {(card, me if card == "Prince" else None, None)}
    chosen = kills(card, kept)
    if card == "Guard":
        if chosen:
            return {(card, target, known[target]) for target in chosen}
        best = {target: guess(referee, kept, target) for target in targets}
        most = max(chance for _, chance in best.values())
        return {(card, seat, best[seat][0]) for seat in targets if best[seat][1] > most - 1e-9}
    if not chosen:
        chosen = {
            target
            for target in targets
            if target not in known or (card == "King" and numbers[known[target]] > numbers[kept])
        }
    return {(card, target, None) for target in chosen or targets}


def guess(referee, kept, target):
    """Return the likeliest name for a target, the highest of several, and its chance."""
    me = referee.mover
    places = (referee.deck, [referee.aside], *referee.hands)
    hidden = [card.name for card in {card for place in places for card in place}]
    hidden.remove(kept)
    hidden.remove("Guard")
    for other in range(referee.players):
        if other not in (me, target) and other not in referee.out and referee.knows(me, other):
            hidden.remove(referee.hands[other][0].name)
    hidden = [name for name in hidden if name not in referee.misses[target]]
    names = sorted(set(hidden) - {"Guard"}, key=referee.numbers.get)
    if not names:
        return max(referee.numbers, key=referee.numbers.get), 0.0
    most = max(hidden.count(name) for name in names)
    return [n for n in names if hidden.count(n) == most][-1], most / len(hidden)
