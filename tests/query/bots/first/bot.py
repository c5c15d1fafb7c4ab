"""The bot of ``bot.mjs`` in Python, for machines without Node."""

import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    reply = {"action": request.get("legal", [None])[0]}
    if request["op"] == "hello":
        reply = {"ok": True, "name": "First", "protocol": request["protocol"]}
    print(json.dumps(reply), flush=True)
