// What the pages share: loading a table, the question in the address, and making elements.

import { IllegalState, SiteError } from "./errors.js";
import { readColumns, readManifest } from "./tables.js";

/**
 * Load the page's tables; then keep its question in the form and the address, its answer below.
 *
 * `make(table, …)`, each with its `rules`, `source` and `columns`, returns what answers:
 *   read(parameters)  the question of an address
 *   write(question)   the parameters of a question
 *   fill(question)    shows a question; returns parts, as below
 *   parts(question)   its answer: the children of elements with `data-part`, by their names
 */
export async function openPage(make) {
  const { tables: names, manifest, sha256 } = document.body.dataset;
  const status = document.getElementById("status");
  try {
    const { tables } = await readManifest(read, manifest, sha256);
    const loading = names.split(" ").map(async (name) => {
      return { ...tables[name], columns: await readColumns(read, tables[name]) };
    });
    converse(make(...(await Promise.all(loading))));
    status.remove();
    document.getElementById("explorer").hidden = false;
  } catch (error) {
    if (!(error instanceof SiteError)) console.error(error);
    status.className = "notice bad";
    status.setAttribute("role", "alert");
    status.textContent = `No answers: ${error.message}.`;
  }
}

function converse(page) {
  const show = () => {
    const { key } = document.activeElement?.dataset ?? {};
    const question = page.read(new URLSearchParams(location.search));
    const parts = page.fill(question);
    try {
      Object.assign(parts, page.parts(question));
    } catch (error) {
      if (!(error instanceof IllegalState)) throw error;
      const notice = element("p", { class: "notice bad", role: "alert" }, `${error.message}.`);
      parts.answer = [element("h2", {}, "No answer"), notice];
    }
    for (const place of document.querySelectorAll("[data-part]")) {
      place.replaceChildren(...(parts[place.dataset.part] ?? []));
      place.hidden = !place.hasChildNodes();
    }
    if (key) document.querySelector(`[data-key="${key}"]`)?.focus();
  };
  const go = (query) => {
    history.pushState(null, "", query);
    show();
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  };
  const goAsked = (event) => {
    event.preventDefault();
    const asked = new URLSearchParams(new FormData(event.currentTarget));
    go(`?${page.write(page.read(asked))}`);
  };
  const form = document.querySelector("form");
  form?.addEventListener("change", goAsked);
  form?.addEventListener("submit", goAsked);
  document.getElementById("explorer").addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="?"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.getAttribute("href"));
  });
  addEventListener("popstate", show);
  show();
}

/** Return a file of the site; `again` past any cache. */
export async function read(file, again) {
  let response;
  try {
    response = await fetch(file, { cache: again ? "reload" : "force-cache" });
  } catch {
    throw new SiteError(`${file} cannot be loaded; check the connection and reload the page`);
  }
  if (!response.ok) {
    throw new SiteError(`${file} cannot be loaded: the host says ${response.status}`);
  }
  return response.arrayBuffer();
}

const SVG = "http://www.w3.org/2000/svg";

/** Return an HTML element. */
export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Return an SVG element. */
function drawing(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** Return a bar of a share of one; the number beside it says the same. */
export function bar(share, kind = "") {
  const width = `${(100 * Math.min(1, Math.max(0, share))).toFixed(2)}%`;
  return drawing(
    "svg",
    { class: `bar ${kind}`, width: "100%", height: 12, "aria-hidden": "true", focusable: "false" },
    drawing("rect", { class: "track", width: "100%", height: 12, rx: 3 }),
    drawing("rect", { class: "fill", width, height: 12, rx: 3 }),
  );
}

/** Return what a choice gives up, as a share of the worst loss: red, from the right, on no track. */
export function loss(share) {
  const width = 100 * Math.min(1, Math.max(0, share));
  return drawing(
    "svg",
    { class: "bar loss", width: "100%", height: 12, "aria-hidden": "true", focusable: "false" },
    drawing("rect", { class: "fill", x: `${100 - width}%`, y: 3, width: `${width}%`, height: 6 }),
  );
}

/** Return ten beads: how often a mixed strategy makes one play. */
export function often(share) {
  const beads = Array.from({ length: 10 }, (_, n) => {
    const place = { cx: 6 + 11 * n, cy: 6 };
    const on = Math.min(1, 10 * share - n);
    const made = [drawing("circle", { class: "bead", ...place, r: 4.5 })];
    if (on > 0.05) {
      const r = (4.5 * Math.sqrt(on)).toFixed(1);
      made.push(drawing("circle", { class: "bead on", ...place, r }));
    }
    return made;
  });
  const size = { width: 110, height: 12, "aria-hidden": "true", focusable: "false" };
  return drawing("svg", { class: "often", ...size }, ...beads.flat());
}

/** Return a mixed strategy as one bar, cut into plays: the share and the colour's number of each. */
export function mix(plays) {
  let x = 0;
  const parts = plays.map(({ share, colour }) => {
    const left = x;
    x += 100 * share;
    const place = { x: `${left.toFixed(2)}%`, width: `${(100 * share).toFixed(2)}%`, height: 12 };
    return drawing("rect", { class: `c${colour % 8}`, ...place });
  });
  const size = { width: "100%", height: 12, "aria-hidden": "true", focusable: "false" };
  return drawing("svg", { class: "mix", ...size }, ...parts);
}

/** Return a table of rows of cells, below a caption and a row of headings. */
export function table(caption, headings, rows, kind = "") {
  return element(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    element(
      "table",
      { class: kind },
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...headings)),
      element("tbody", {}, ...rows),
    ),
  );
}

/** Return the heading of a column. */
export function heading(text, kind = "") {
  return element("th", { scope: "col", class: kind }, ...[text].flat());
}

/** Return a share of one as people read it. */
export function percent(share, digits = 2) {
  return `${(100 * share).toFixed(digits)}%`;
}
