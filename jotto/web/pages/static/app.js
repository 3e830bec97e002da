"use strict";
// Forms are sent without loading the page again; without this file they work as plain forms.
const main = document.getElementById("main");
const offline = document.getElementById("offline");
const MARKS = { B: ["Y", "yellow"], Y: ["G", "green"], G: ["B", "grey"] };
let unsent = null;
let stream = null;

async function send(form, extra) {
  const data = new URLSearchParams(new FormData(form));
  for (const [name, value] of extra) data.set(name, value);
  const how = { method: "POST", body: data, headers: { "X-Part": "main" } };
  try {
    show(await fetch(form.action, how));
  } catch {
    unsent = [form, extra]; // it says at which turn it was made, so it counts only once
    offline.hidden = false;
  }
}

async function show(response) {
  unsent = null;
  offline.hidden = true;
  if (response.redirected || !(response.headers.get("Content-Type") || "").startsWith("text/html")) {
    location.href = response.url;
    return;
  }
  const text = await response.text();
  if (text.startsWith("<!doctype")) {
    document.open();
    document.write(text);
    document.close();
    return;
  }
  main.innerHTML = text;
  window.scrollTo(0, 0);
  main.focus({ preventScroll: true });
  if (location.search) history.replaceState(null, "", location.pathname);
  prepare();
}

function seen(page) {
  return page.innerHTML.trim().replace(/(name="at" value="|at=)\d+/g, "$1");
}

async function refresh() {
  const response = await fetch(location.pathname, { headers: { "X-Part": "main" } }).catch(() => null);
  if (!response || !response.ok) return; // the stream is opened again, and says so again
  const text = await response.text();
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  if (seen(fresh) === seen(main)) { // nobody is interrupted by what does not show
    for (const one of main.querySelectorAll("[name=at]")) one.value = fresh.content.querySelector("[name=at]").value;
    document.getElementById("match").dataset.events = fresh.content.getElementById("match").dataset.events;
    prepare();
    return;
  }
  const typed = new Map([...main.querySelectorAll("input:not([type])")].map((one) => [one.id, one.value]));
  const focused = document.activeElement.id; // so that a keyboard on the screen stays
  main.innerHTML = text;
  for (const [id, value] of typed) if (id && document.getElementById(id)) document.getElementById(id).value = value;
  if (focused && document.getElementById(focused)) document.getElementById(focused).focus();
  prepare();
}

function choose(key) {
  const keys = key.closest(".keys");
  const pairs = new Set(keys.dataset.pairs.split(" "));
  for (const one of keys.querySelectorAll(".exact")) one.setAttribute("aria-pressed", one === key);
  for (const one of keys.querySelectorAll(".elsewhere")) {
    one.value = `${key.dataset.n},${one.dataset.n}`;
    one.disabled = !pairs.has(one.value);
    one.classList.toggle("never", one.disabled);
  }
  const possible = keys.querySelectorAll(".elsewhere:not(:disabled)");
  if (possible.length === 1) possible[0].click();
}

function paint(tile) {
  const [mark, name] = MARKS[tile.dataset.mark];
  tile.dataset.mark = mark;
  tile.className = `tile ${mark}`;
  tile.setAttribute("aria-label", `${tile.dataset.letter}: ${name}`);
  const tiles = [...tile.parentElement.children];
  tile.closest("form").querySelector(".colours").value = tiles.map((one) => one.dataset.mark).join("");
}

function prepare() {
  if (stream) stream.close();
  stream = null;
  const match = document.getElementById("match");
  if (match) {
    stream = new EventSource(match.dataset.events);
    stream.addEventListener("changed", refresh);
  }
  const ahead = document.getElementById("ahead");
  if (!ahead) return;
  stream = new EventSource(ahead.dataset.from);
  stream.addEventListener("ahead", (event) => {
    ahead.innerHTML = event.data;
  });
  stream.addEventListener("end", () => stream.close());
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || !form.querySelector("[name=at]")) return;
  event.preventDefault();
  const by = event.submitter;
  send(form, by && by.name ? [[by.name, by.value]] : []);
});

document.addEventListener("click", (event) => {
  const key = event.target.closest(".exact");
  if (key) choose(key);
  const tile = event.target.closest(".tap .tile");
  if (tile) paint(tile);
});

document.addEventListener("keydown", (event) => {
  if (!/^[0-9]$/.test(event.key) || event.target.matches("input, select, textarea")) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const row = document.querySelector(".exact[aria-pressed=true]") ? ".elsewhere" : ".exact";
  const key = document.querySelector(`${row}[data-n="${event.key}"]:not(:disabled)`);
  if (key) key.click();
});

function again() {
  if (unsent) send(...unsent);
  else offline.hidden = true;
}
document.getElementById("again").addEventListener("click", again);
window.addEventListener("online", again);
prepare();
