// Keys: digits choose a play, Enter goes on, arrows step, ? lists them. Pages work without.
//
// A page marks what keys press: data-play a play (in order 1 to 9, then 0), data-enter where Enter
// leads from anywhere on the page, rel=prev and rel=next what the arrows press.
"use strict";
const STORED = "keys";
const find = (query) => document.querySelector(`main ${query}`);
const plays = [...document.querySelectorAll("main [data-play]")].slice(0, 10);
plays.forEach((play, index) => {
  play.dataset.play = String((index + 1) % 10);
  play.setAttribute("aria-keyshortcuts", play.dataset.play);
});

const keys = [
  [plays.length > 0, `1 to ${plays.length > 9 ? 0 : plays.length}`, "choose a play; Enter makes it"],
  [find("[data-enter]"), "Enter", find("[data-enter]")?.textContent.trim()],
  [find("[rel=prev]"), "←", find("[rel=prev]")?.textContent.trim()],
  [find("[rel=next]"), "→", find("[rel=next]")?.textContent.trim()],
  [true, "?", "this list"],
].filter(([isThere]) => isThere);

if (keys.length > 1) listen();

function choose(play) {
  play?.focus();
  if (play?.type === "radio") play.checked = true;
}

function listen() {
  const isOn = () => localStorage.getItem(STORED) !== "off";
  const list = document.createElement("dialog");
  list.className = "panel keys";
  list.setAttribute("aria-label", "Keys of this page");
  list.innerHTML =
    `<h2>Keys of this page</h2><dl></dl><label><input type="checkbox"> Use these keys</label>` +
    `<form method="dialog"><button class="main">Close</button></form>`;
  for (const [, key, does] of keys) {
    const [name, what] = ["dt", "dd"].map((tag) => document.createElement(tag));
    name.append(Object.assign(document.createElement("kbd"), { textContent: key }));
    what.textContent = does;
    list.querySelector("dl").append(name, what);
  }
  const use = list.querySelector("input");
  const mark = () => document.body.classList.toggle("with-keys", (use.checked = isOn()));
  use.addEventListener("change", () => {
    localStorage.setItem(STORED, use.checked ? "on" : "off");
    mark();
  });
  mark();
  const opener = Object.assign(document.createElement("button"), { className: "link", textContent: "Keys" });
  opener.addEventListener("click", () => list.showModal());
  document.body.append(list);
  document.querySelector("footer p").append(" · ", opener);

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || list.open || !isOn()) return;
    if (target.matches("input:not([type=radio]), select, textarea, [contenteditable]")) return;
    if (key === "?") list.showModal();
    else if (key === "ArrowLeft" && !target.closest(".scroll")) find("[rel=prev]")?.click();
    else if (key === "ArrowRight" && !target.closest(".scroll")) find("[rel=next]")?.click();
    else if (key === "Enter" && target === document.body) find("[data-enter]")?.click();
    else if (/^[0-9]$/.test(key)) choose(plays.find((play) => play.dataset.play === key));
  });
}
