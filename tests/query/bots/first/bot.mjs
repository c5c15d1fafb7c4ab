// A bot of any game: it takes the first legal move. BOT_FAULT spoils its answers.
import { createInterface } from "node:readline";

const fault = process.env.BOT_FAULT ?? "";

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let reply = { action: request.legal?.[0] };
  if (request.op === "hello") reply = { ok: true, name: "First", protocol: request.protocol };
  else if (fault === "illegal") reply = { action: "9S" };
  else if (fault === "missing") reply = { move: request.legal[0] };
  else if (fault === "error") reply = { error: "no idea" };
  else if (fault === "silent") continue;
  console.log(fault === "text" && request.op === "choose" ? "the ace" : JSON.stringify(reply));
}
