// The query: Ctrl+Enter asks it, as in other SQL editors, and names of views and columns complete.
const query = document.getElementById("query");
const list = Object.assign(document.createElement("ul"), { className: "names", id: "names", hidden: true });
list.setAttribute("role", "listbox");
list.setAttribute("aria-label", "Names of views and columns");
query.after(list);
query.setAttribute("aria-controls", "names");
query.setAttribute("aria-autocomplete", "list");
const MOST = 8;
let views, chosen, word;

async function suggest() {
  views ??= await (await fetch("/api/v1/sql/views")).json();
  [word] = query.value.slice(0, query.selectionStart).match(/[a-z_][a-z0-9_]*$/i) ?? [""];
  const named = views.filter(({ name }) => new RegExp(`\\b${name}\\b`, "i").test(query.value));
  const completions = new Map(); // columns of the views in the query come first
  for (const { name, columns } of named) columns.forEach((column) => completions.set(column.name, `${column.type}, ${name}`));
  for (const { name, comment } of views) completions.set(name, comment);
  const begins = [...completions].filter(([name]) => name !== word && name.startsWith(word.toLowerCase()));
  show(word.length > 1 ? begins.slice(0, MOST) : []);
}

function show(names) {
  list.replaceChildren(...names.map(([name, about], index) => {
    const item = Object.assign(document.createElement("li"), { id: `name-${index}`, textContent: name });
    item.setAttribute("role", "option");
    item.append(" ", Object.assign(document.createElement("span"), { className: "quiet", textContent: about }));
    item.addEventListener("pointerdown", (event) => { event.preventDefault(); take(name); });
    item.dataset.name = name;
    return item;
  }));
  list.hidden = !names.length;
  choose(0);
}

function choose(index) {
  const items = [...list.children];
  chosen = items[(index + items.length) % (items.length || 1)];
  items.forEach((item) => item.setAttribute("aria-selected", String(item === chosen)));
  query.setAttribute("aria-activedescendant", chosen?.id ?? "");
  chosen?.scrollIntoView({ block: "nearest" });
}

function take(name) {
  const end = query.selectionStart;
  query.setRangeText(name, end - word.length, end, "end");
  show([]);
}

query.addEventListener("input", suggest);
query.addEventListener("blur", () => show([]));
query.addEventListener("keydown", (event) => {
  const index = [...list.children].indexOf(chosen);
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) query.form.requestSubmit();
  else if (list.hidden) return;
  else if (event.key === "Tab" || event.key === "Enter") take(chosen.dataset.name);
  else if (event.key === "ArrowDown") choose(index + 1);
  else if (event.key === "ArrowUp") choose(index - 1);
  else if (event.key === "Escape") show([]);
  else return;
  event.preventDefault();
});
