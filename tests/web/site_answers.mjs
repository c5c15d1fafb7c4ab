// Answer questions by the scripts of an exported site: node site_answers.mjs SITE QUESTIONS.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [site, questions] = process.argv.slice(2);
const asked = JSON.parse(await readFile(questions, "utf8"));
const files = Object.keys(JSON.parse(await readFile(join(site, "manifest.json"), "utf8")).code);
const script = (name) =>
  import(pathToFileURL(join(site, files.find((file) => file.endsWith(`/${name}`)))));
const read = async (file, again) => {
  const bytes = new Uint8Array(await readFile(join(site, file)));
  if (asked.stale && !again) bytes[bytes.length >> 1] ^= 1; // as a cache may have it
  return bytes.buffer;
};

const { readColumns, readManifest } = await script("tables.js");
const { LoveLetter } = await script("love_letter.js");
const { endings, follow } = await script("love_letter_outcomes.js");
const { Solution } = await script("love_letter_solution.js");
const { Dominion } = await script("dominion.js");

async function answers(Game, name) {
  const table = manifest.tables[name];
  const game = new Game(table.rules, await readColumns(read, table));
  const solution = asked[name].some(({ mixed }) => mixed) && (await readSolution(game));
  return asked[name].map((question) => {
    try {
      const state = game.state(question);
      if (question.mixed) return [...(solution.chances(state) ?? [])];
      if (question.atOnce) return [...endings(game, state, question.play)];
      if ("play" in question) return follow(game, state, question.play);
      const { value, actions } = game.answer(state);
      return { value, actions: actions.map((a) => [a.text, a.value, a.cost, a.isBest]) };
    } catch (error) {
      return { error: error.message };
    }
  });
}

async function readSolution(game) {
  const table = manifest.tables["love_letter-classic-solution"];
  return new Solution(game, table.rules, await readColumns(read, table));
}

let found;
let manifest;
try {
  manifest = await readManifest(read, "manifest.json", asked.manifest);
  found = {
    "love_letter-classic": await answers(LoveLetter, "love_letter-classic"),
    "dominion-31": await answers(Dominion, "dominion-31"),
  };
} catch (error) {
  found = { error: error.message };
}
console.log(JSON.stringify(found));
