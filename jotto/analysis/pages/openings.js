"use strict";
const { columns, rows, labels, counts, whole, atFirst } = JSON.parse(document.getElementById("data").textContent);
const table = document.getElementById("openings");
const body = table.tBodies[0];
const heads = [...table.tHead.rows[0].cells];
const search = document.getElementById("search");
const more = document.getElementById("more");
const detail = document.getElementById("detail");
const list = detail.querySelector("ol");
const plot = document.getElementById("plot");
const PLOT_REACH = 16; // units of the plot between a pointer and the point it means
const TALLEST = 80; // pixels
const MANY = 12; // bars, from which on their numbers stand upright

const at = Object.fromEntries(columns.map((column, i) => [column.key, i]));
const places = new Map(rows.map((row, i) => [row[0], i]));
const everything = rows.map((_, i) => i);
let order = everything; // as sorted; what is found and shown is taken from it
let limit = atFirst;
let chosen = -1;

const counted = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;

function make(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// --- the table: only the rows that are asked for are in the page ---

function rowOf(place, line) {
  const row = make("tr", "", { "aria-rowindex": line + 2 });
  row.dataset.place = place;
  rows[place].forEach((cell, i) => {
    if (i > 0) return row.append(make("td", cell === null ? "–" : cell.toFixed(columns[i].digits)));
    const head = make("th", "", { scope: "row" });
    head.append(make("button", cell, { type: "button", class: "word", "data-word": cell }));
    return row.append(head);
  });
  if (place === chosen) row.setAttribute("aria-current", "true");
  return row;
}

function show() {
  const text = search.value.trim().toLowerCase();
  const found = order.filter((place) => rows[place][0].toLowerCase().includes(text));
  body.replaceChildren(...found.slice(0, limit).map(rowOf));
  table.setAttribute("aria-rowcount", found.length + 1);
  const shown = Math.min(limit, found.length);
  const of = found.length < rows.length ? `${found.length.toLocaleString("en")} of ` : "";
  document.getElementById("count").textContent = `${of}${counted(rows.length, "opening")}`;
  more.hidden = shown === found.length;
  more.textContent = `Show ${Math.min(2 * limit, found.length) - shown} more (${shown} of ${found.length.toLocaleString("en")} shown)`;
}

function sortBy(column) {
  const before = heads[column].getAttribute("aria-sort");
  const highest = columns[column].highest_first;
  const down = before === "none" ? highest : before === "ascending";
  heads.forEach((head) => head.setAttribute("aria-sort", "none"));
  heads[column].setAttribute("aria-sort", down ? "descending" : "ascending");
  const sign = down ? -1 : 1;
  const [least, most] = [-sign, sign];
  order = [...everything].sort((a, b) => {
    const [x, y] = [rows[a][column], rows[b][column]];
    if (x === null || y === null) return (x === null) - (y === null) || a - b; // always the last
    return x < y ? least : x > y ? most : a - b;
  });
  limit = atFirst;
  show();
}

heads.forEach((head, column) => {
  head.firstElementChild.addEventListener("click", () => sortBy(column));
});
search.addEventListener("input", () => {
  limit = atFirst;
  show();
});
document.getElementById("find").addEventListener("submit", (event) => event.preventDefault());
more.addEventListener("click", () => {
  const next = limit;
  limit *= 2;
  show();
  body.rows[next].querySelector("button").focus();
});

// --- one opening ---

function summary(row) {
  const left = `${row[at.bits].toFixed(4)} bits, ${counted(row[at.parts], "part")}, at worst ${row[at.worst_left]} left`;
  if (!whole) return `${left}, on average ${row[at.expected_left].toFixed(2)}`;
  const under = "prior_mean" in at ? `, under the prior ${row[at.prior_mean].toFixed(4)}` : "";
  return `${left}; mean ${row[at.mean].toFixed(4)}${under}, worst ${row[at.worst]}`;
}

function bar(count, label, tallest) {
  const item = make("li");
  const mark = make("i", "", { "aria-hidden": "true" });
  mark.style.height = `${(TALLEST * count) / tallest}px`;
  const between = whole ? " found in " : " left after the score ";
  item.append(make("span", count), make("span", between, { class: "unseen" }), mark, make("span", label));
  if (whole) item.append(make("span", label === 1 ? " guess" : " guesses", { class: "unseen" }));
  return item;
}

function choose(place) {
  if (place === chosen) return;
  chosen = place;
  detail.hidden = false; // before it is filled, so that it is read out
  const [row, heights] = [rows[place], counts[place] ?? []];
  detail.querySelector("h2").textContent = row[0];
  detail.querySelector("p").textContent = summary(row);
  const tallest = Math.max(...heights);
  const bars = heights.map((count, i) => bar(count, labels[i], tallest));
  list.replaceChildren(...bars);
  list.classList.toggle("many", bars.length > MANY);
  for (const line of body.rows) {
    if (Number(line.dataset.place) === place) line.setAttribute("aria-current", "true");
    else line.removeAttribute("aria-current");
  }
  mark(place);
}

function close() {
  detail.hidden = true;
  chosen = -1;
  body.querySelector("[aria-current]")?.removeAttribute("aria-current");
  plot?.querySelector(".chosen")?.remove();
}

function chooseIn(event) {
  const word = event.target.closest("[data-word]");
  const row = event.target.closest("tr[data-place]");
  if (word) choose(places.get(word.dataset.word));
  else if (row) choose(Number(row.dataset.place));
}

document.addEventListener("click", chooseIn);
body.addEventListener("focusin", chooseIn);
body.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse") chooseIn(event);
});
document.getElementById("close").addEventListener("click", close);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !detail.hidden) close();
});

// --- the plot: its points stand in the order of the rows ---

const points = plot ? [...plot.querySelectorAll("#points use")] : [];
const spots = points.map((point) => [Number(point.getAttribute("x")), Number(point.getAttribute("y"))]);

function mark(place) {
  if (!plot) return;
  plot.querySelector(".chosen")?.remove();
  const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  const [x, y] = spots[place];
  const look = { class: "chosen", cx: x, cy: y, r: 5 };
  for (const [key, value] of Object.entries(look)) ring.setAttribute(key, value);
  plot.querySelector("svg").append(ring);
}

function nearest(event) {
  const svg = plot.querySelector("svg");
  const from = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  let [best, least] = [-1, PLOT_REACH ** 2];
  spots.forEach(([x, y], place) => {
    const away = (x - from.x) ** 2 + (y - from.y) ** 2;
    if (away < least) [best, least] = [place, away];
  });
  return best;
}

function chooseNearest(event) {
  const place = nearest(event);
  if (place >= 0) choose(place);
}

plot?.addEventListener("click", chooseNearest);
plot?.addEventListener("pointermove", (event) => {
  if (event.pointerType === "mouse") chooseNearest(event);
});

show();
