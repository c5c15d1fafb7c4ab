"""The bot of ``bot.mjs`` in Python, for machines without Node."""

import json
import os
import sys

fault = os.environ.get("BOT_FAULT", "")
cards = []


def held(state):
    """Return who was seen to get each card and has it still, own cards too."""
    where = {}
    for event in state["history"]:
        if event["t"] == "ask" and event["success"]:
            where[event["card"]] = event["actor"]
        if event["t"] == "declare":
            for card in cards[6 * event["set"] : 6 * event["set"] + 6]:
                where.pop(card, None)
    return where | dict.fromkeys(state["hand"], state["seat"])


def claim(state, number, guess):
    """Return a claim of a set, guessed or only if it is known; else decline."""
    where, owner = held(state), []
    mates = [(state["seat"] + step) % 6 for step in (0, 2, 4)]
    for card in cards[6 * number : 6 * number + 6]:
        if where.get(card) in mates:
            owner.append(where[card])
        elif guess:
            owner.append(mates[1])
        else:
            return {"action": "none"}
    confidence = 0.1 if guess else 1.0
    return {"action": "declare", "set": number, "owner": owner, "confidence": confidence}


def poll(state):
    """Return the first claim that is known."""
    if fault == "team":
        return {"action": "declare", "set": 0, "owner": [0, 1, 2, 3, 4, 5]}
    for number in range(9):
        if state["set_active"][number]:
            made = claim(state, number, guess=False)
            if made["action"] == "declare":
                return made
    return {"action": "none"}


def ask(state):
    """Return the first ask that is legal."""
    if fault == "held":
        return {"action": "ask", "card": state["hand"][0], "target": (state["seat"] + 1) % 6}
    if fault == "poll":
        return {"action": "none"}
    if fault == "error":
        return {"error": "no legal move"}
    if fault == "dies":
        sys.exit("out of ideas")
    others = [(state["seat"] + step) % 6 for step in (1, 3, 5)]
    target = next(seat for seat in others if state["hand_counts"][seat])
    for card in state["hand"]:
        number = cards.index(card) // 6
        for wanted in cards[6 * number : 6 * number + 6]:
            if wanted not in state["hand"]:
                return {"action": "ask", "card": wanted, "target": target}
    return {"error": "nothing to ask for"}


for line in sys.stdin:
    request = json.loads(line)
    op = request["op"]
    if op == "hello":
        cards = request["cards"]
        reply = {"ok": True, "name": "Certain", "protocol": "fishlab-json-v1"}
    elif op == "new_game":
        reply = {"ok": True}
    elif op == "pass":
        reply = {"action": "pass", "to": request["candidates"][0]}
    elif op == "forced":
        reply = claim(request["state"], request["set"], request["last_resort"])
    elif op == "declare_poll":
        reply = poll(request["state"])
    elif fault == "silent":
        continue
    else:
        reply = ask(request["state"])
    print("QH please" if fault == "text" and op == "ask" else json.dumps(reply), flush=True)
