// The page of SQL: DuckDB-Wasm and the database are loaded at the first question.

import { SiteError } from "./errors.js";
import { element, heading, read, table } from "./page.js";
import { readManifest, readUnpacked } from "./tables.js";

const MOST_ROWS = 1000;
const FILE = "llq.duckdb";
const form = document.querySelector("form");
const query = document.getElementById("query");
const status = document.getElementById("status");
const answer = document.getElementById("answer");
let opening;

/** Return a connection to the database, which reads nothing else. */
async function open() {
  const { manifest, sha256 } = document.body.dataset;
  const { code, engine, database } = (await readManifest(read, manifest, sha256)).sql;
  const [duckdb, wasm, tables] = await Promise.all([
    import(new URL(code.duckdb, document.baseURI)),
    readUnpacked(read, engine),
    readUnpacked(read, database),
  ]);
  const worker = new Worker(new URL(code.worker, document.baseURI));
  const instance = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
  const address = URL.createObjectURL(new Blob([wasm], { type: "application/wasm" }));
  await instance.instantiate(address);
  URL.revokeObjectURL(address);
  await instance.registerFileBuffer(FILE, new Uint8Array(tables));
  await instance.open({ path: FILE, accessMode: duckdb.DuckDBAccessMode.READ_ONLY });
  const connection = await instance.connect();
  await connection.query("SET enable_external_access = false");
  await connection.query("SET lock_configuration = true");
  return connection;
}

/** Return the answer to a query as elements. */
async function ask(connection, text) {
  const whole = `(${text.replace(/[\s;]+$/, "")}\n)`;
  const columns = (await connection.query(`DESCRIBE FROM ${whole}`)).toArray();
  const found = await connection.query(
    `SELECT CAST(COLUMNS(*) AS VARCHAR) FROM ${whole} LIMIT ${MOST_ROWS + 1}`,
  );
  const kinds = columns.map(({ column_type: type }) =>
    /INT|DOUBLE|FLOAT|DECIMAL/.test(type) && !/[[(]?STRUCT|MAP|\[\]/.test(type) ? "number" : "",
  );
  const headings = columns.map(({ column_name: name }, i) => heading(name, kinds[i]));
  const rows = found.toArray().slice(0, MOST_ROWS);
  const cells = rows.map((row) => {
    const values = [...row].map(([, value]) => value);
    return element(
      "tr",
      {},
      ...values.map((value, i) =>
        value === null
          ? element("td", { class: kinds[i] }, element("span", { class: "quiet" }, "NULL"))
          : element("td", { class: kinds[i] }, value),
      ),
    );
  });
  const isCut = found.numRows > MOST_ROWS;
  const count = rows.length.toLocaleString("en");
  const title = isCut ? `The first ${count} rows` : `${count} row${rows.length === 1 ? "" : "s"}`;
  return [element("h2", {}, title), table("Rows of the answer", headings, cells, "rows")];
}

async function show() {
  const button = form.querySelector("button");
  button.disabled = true;
  status.className = "notice";
  status.hidden = false;
  status.textContent = opening ? "Asking …" : `Loading ${status.dataset.size}, once …`;
  answer.replaceChildren();
  try {
    opening ??= open();
    const connection = await opening.catch((error) => {
      opening = undefined; // what could not be loaded is loaded at the next question
      throw error;
    });
    answer.replaceChildren(...(await ask(connection, query.value)));
    status.hidden = true;
  } catch (error) {
    if (!opening && !(error instanceof SiteError)) console.error(error);
    status.className = "notice bad pre";
    [status.textContent] = error.message.split("\n\n");
  }
  answer.hidden = !answer.hasChildNodes();
  button.disabled = false;
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
status.hidden = true;
if (readAddress()) show();
