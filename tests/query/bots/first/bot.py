"""The bot of ``bot.mjs`` in Python, for machines without Node."""

import json
import os
import sys

fault = os.environ.get("BOT_FAULT", "")

for line in sys.stdin:
    request = json.loads(line)
    reply = {"action": request.get("legal", [None])[0]}
    if request["op"] == "hello":
        reply = {"ok": True, "name": "First", "protocol": request["protocol"]}
    elif fault == "illegal":
        reply = {"action": "9S"}
    elif fault == "missing":
        reply = {"move": request["legal"][0]}
    elif fault == "error":
        reply = {"error": "no idea"}
    elif fault == "silent":
        continue
    is_text = fault == "text" and request["op"] == "choose"
    print("the ace" if is_text else json.dumps(reply), flush=True)
