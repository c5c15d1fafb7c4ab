// A bot of any game: it takes the first legal move.
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let reply = { action: request.legal?.[0] };
  if (request.op === "hello") reply = { ok: true, name: "First", protocol: request.protocol };
  console.log(JSON.stringify(reply));
}
