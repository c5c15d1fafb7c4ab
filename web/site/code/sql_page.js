// The page of SQL: DuckDB-Wasm and the database are loaded at the first question.

import { begin, finish } from "./busy.js";
import { element, heading, read, table } from "./page.js";
import { readManifest, readUnpacked } from "./tables.js";

const MOST_ROWS = 1000;
const MOST_SAVED = 10_000;
const FILE = "llq.duckdb";
const form = document.querySelector("form");
const query = document.getElementById("query");
const status = document.getElementById("status");
const answer = document.getElementById("answer");
const csv = document.getElementById("csv");
let loaded, opening, worker;
let asked = 0;

/** Return DuckDB-Wasm and the database, which one that is stopped leaves for the next. */
async function load() {
  const { manifest, sha256 } = document.body.dataset;
  const { code, engine, database } = (await readManifest(read, manifest, sha256)).sql;
  const [duckdb, wasm, tables] = await Promise.all([
    import(new URL(code.duckdb, document.baseURI)),
    readUnpacked(read, engine),
    readUnpacked(read, database),
  ]);
  const address = URL.createObjectURL(new Blob([wasm], { type: "application/wasm" }));
  return { duckdb, script: new URL(code.worker, document.baseURI), address, tables: new Blob([tables]) };
}

/** Return a connection to the database, which reads nothing else. */
async function open() {
  loaded ??= load();
  const { duckdb, script, address, tables } = await loaded;
  worker = new Worker(script);
  const instance = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
  await instance.instantiate(address);
  await instance.registerFileBuffer(FILE, new Uint8Array(await tables.arrayBuffer()));
  await instance.open({ path: FILE, accessMode: duckdb.DuckDBAccessMode.READ_ONLY });
  const connection = await instance.connect();
  await connection.query("SET enable_external_access = false");
  await connection.query("SET lock_configuration = true");
  return connection;
}

/** Return the columns and rows that answer a query. */
async function ask(connection, text) {
  const whole = `(${text.replace(/[\s;]+$/, "")}\n)`;
  const described = (await connection.query(`DESCRIBE FROM ${whole}`)).toArray();
  const found = await connection.query(
    `SELECT CAST(COLUMNS(*) AS VARCHAR) FROM ${whole} LIMIT ${MOST_SAVED + 1}`,
  );
  const columns = described.map(({ column_name: name, column_type: type }) => ({
    name,
    kind: /INT|DOUBLE|FLOAT|DECIMAL/.test(type) && !/STRUCT|MAP|\[\]/.test(type) ? "number" : "",
  }));
  return { columns, rows: found.toArray().map((row) => [...row].map(([, value]) => value)) };
}

/** Return the first rows as elements. */
function elements({ columns, rows }) {
  const headings = columns.map(({ name, kind }) => heading(name, kind));
  const shown = rows.slice(0, MOST_ROWS);
  const cells = shown.map((row) => {
    const values = row.map((value) => value ?? element("span", { class: "quiet" }, "NULL"));
    return element("tr", {}, ...values.map((one, i) => element("td", { class: columns[i].kind }, one)));
  });
  const count = shown.length.toLocaleString("en");
  const isCut = rows.length > MOST_ROWS;
  const title = isCut ? `The first ${count} rows` : `${count} row${shown.length === 1 ? "" : "s"}`;
  return [element("h2", {}, title), table("Rows of the answer", headings, cells, "rows")];
}

/** Return the rows as a file; those beyond `MOST_SAVED` are not asked for. */
function file({ columns, rows }) {
  const cell = (value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : (value ?? ""));
  const lines = [columns.map(({ name }) => name), ...rows.slice(0, MOST_SAVED)];
  return new Blob(lines.map((row) => `${row.map(cell).join(",")}\n`), { type: "text/csv" });
}

/** End the query; DuckDB-Wasm begins again with the next one. */
function stop() {
  asked += 1;
  worker?.terminate();
  opening = undefined;
  showStatus("Stopped.");
}

function showStatus(text, kind = "") {
  status.className = `notice ${kind}`;
  status.hidden = !text;
  status.textContent = text;
}

async function show() {
  const turn = (asked += 1);
  showStatus("");
  answer.hidden = true;
  csv.hidden = true;
  begin(loaded ? "Asking …" : `Loading ${status.dataset.size}, once …`, stop);
  try {
    opening ??= open().catch((error) => {
      loaded = opening = undefined; // what could not be loaded is loaded at the next question
      throw error;
    });
    const found = await ask(await opening, query.value);
    if (turn !== asked) return;
    answer.replaceChildren(...elements(found));
    answer.hidden = false;
    URL.revokeObjectURL(csv.href);
    csv.href = URL.createObjectURL(file(found));
    csv.hidden = false;
  } catch (error) {
    if (turn !== asked) return;
    showStatus(error.message.split("\n\n")[0], "bad pre");
  }
  finish();
}

function readAddress() {
  const asked = new URLSearchParams(location.search).get("query");
  if (asked) query.value = asked;
  return Boolean(asked);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  history.pushState(null, "", `?${new URLSearchParams({ query: query.value })}`);
  show();
});
query.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});
addEventListener("popstate", () => readAddress() && show());
showStatus("");
if (readAddress()) show();
