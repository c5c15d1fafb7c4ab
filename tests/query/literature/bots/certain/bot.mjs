// A small bot of fishlab-json-v1: asks for the first card that it may, and claims what it holds
// alone or saw its mates get. BOT_FAULT makes it break one rule of the protocol.
import { createInterface } from "node:readline";

const fault = process.env.BOT_FAULT ?? "";
let cards = [];

function held(state) {
  // who was seen to get each card and has it still, own cards too
  const where = new Map(state.hand.map((card) => [card, state.seat]));
  for (const event of state.history) {
    if (event.t === "ask" && event.success) where.set(event.card, event.actor);
    if (event.t === "declare") {
      for (let place = 0; place < 6; place++) where.delete(cards[event.set * 6 + place]);
    }
  }
  for (const card of state.hand) where.set(card, state.seat);
  return where;
}

function claim(state, set, guess) {
  const where = held(state);
  const mates = [0, 2, 4].map((step) => (state.seat + step) % 6);
  const owner = [];
  for (let place = 0; place < 6; place++) {
    const seat = where.get(cards[set * 6 + place]);
    if (seat !== undefined && mates.includes(seat)) owner.push(seat);
    else if (guess) owner.push(mates[1]);
    else return { action: "none" };
  }
  return { action: "declare", set, owner, confidence: guess ? 0.1 : 1.0 };
}

function answer(request) {
  const { op, state } = request;
  if (op === "hello") {
    cards = request.cards;
    return { ok: true, name: "Certain", protocol: "fishlab-json-v1" };
  }
  if (op === "new_game") return { ok: true };
  if (op === "pass") return { action: "pass", to: request.candidates[0] };
  if (op === "forced") return claim(state, request.set, request.last_resort);
  if (op === "declare_poll") {
    if (fault === "team") return { action: "declare", set: 0, owner: [0, 1, 2, 3, 4, 5] };
    for (let set = 0; set < 9; set++) {
      const made = state.set_active[set] ? claim(state, set, false) : { action: "none" };
      if (made.action === "declare") return made;
    }
    return { action: "none" };
  }
  if (fault === "held") return { action: "ask", card: state.hand[0], target: (state.seat + 1) % 6 };
  if (fault === "silent") return null;
  if (fault === "poll") return { action: "none" };
  if (fault === "dies") {
    process.stderr.write("out of ideas\n");
    process.exit(1);
  }
  if (fault === "error") return { error: "no legal move" };
  const mine = new Set(state.hand);
  const targets = [1, 3, 5].map((step) => (state.seat + step) % 6);
  const target = targets.find((seat) => state.hand_counts[seat] > 0);
  for (const card of state.hand) {
    const set = Math.floor(cards.indexOf(card) / 6);
    for (let place = 0; place < 6; place++) {
      const wanted = cards[set * 6 + place];
      if (!mine.has(wanted)) return { action: "ask", card: wanted, target };
    }
  }
  return { error: "nothing to ask for" };
}

for await (const line of createInterface({ input: process.stdin })) {
  const reply = answer(JSON.parse(line));
  if (fault === "text" && reply.action === "ask") console.log("QH please");
  else if (reply) console.log(JSON.stringify(reply));
}
