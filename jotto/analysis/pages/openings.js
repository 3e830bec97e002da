"use strict";
const { columns, figures, labels, bars, some, coloured, whole, atFirst } = JSON.parse(document.getElementById("data").textContent);
const table = document.getElementById("openings");
const body = table.tBodies[0];
const form = document.getElementById("find");
const search = document.getElementById("search");
const more = document.getElementById("more");
const detail = document.getElementById("detail");
const plot = document.getElementById("plot");
const FEW = 1000; // points; more are drawn translucent
const LAYERS = 12; // paths that share the points: where points of several overlap, they look darker
const REACH = 16; // the greatest distance in pixels between the pointer and a chosen point

const LEADERS = 10; // openings counted as leading a rank
const FARTHEST = 5; // openings listed on each side, where the two ranks differ most

const everything = figures.word.map((_, i) => i);
const standing = ["prior_mean" in figures ? "prior_mean" : "mean", "worst", "sd"]; // ranks what was played
if (whole) {
  figures.by_bits = ranked(["bits"], -1);
  figures.by_mean = ranked(standing);
  figures.difference = figures.by_bits.map((rank, i) => rank - figures.by_mean[i]);
}
const rows = everything.map((i) => columns.map(({ key }) => figures[key][i]));
const at = Object.fromEntries(columns.map((column, i) => [column.key, i]));
const places = new Map(figures.word.map((word, i) => [word, i]));
const named = whole ? [figures.by_bits.indexOf(1), figures.by_mean.indexOf(1)] : [];
let order = everything; // all rows as sorted; the search filters it
let limit = atFirst;
let chosen = -1;

const written = (n, digits = 0) => n.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const counted = (n, noun) => `${written(n)} ${noun}${n === 1 ? "" : "s"}`;
const shown = (row, key) => written(row[at[key]], columns[at[key]].digits);

function make(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// Ranks by these figures, the least first or, with sign -1, the greatest; ties share a rank.
function ranked(keys, sign = 1) {
  const compare = (a, b) => sign * (keys.map((key) => figures[key][a] - figures[key][b]).find((by) => by) ?? 0);
  const [order, ranks] = [[...everything].sort(compare), []];
  order.forEach((place, i) => { ranks[place] = i && !compare(order[i - 1], place) ? ranks[order[i - 1]] : i + 1; });
  return ranks;
}

const wordButton = (word) => make("button", word, { type: "button", class: "word", "data-word": word });

// --- the table: the page has only the rows that are shown ---

function rowOf(place, line) {
  const row = make("tr", "", { "aria-rowindex": line + 2 });
  row.dataset.place = place;
  rows[place].forEach((cell, i) => {
    if (i > 0) return row.append(make("td", cell === null ? "–" : written(cell, columns[i].digits)));
    const head = make("th", "", { scope: "row" });
    head.append(wordButton(cell));
    return row.append(head);
  });
  if (place === chosen) row.setAttribute("aria-current", "true");
  return row;
}

function show() {
  const text = search.value.trim().toLowerCase();
  const found = order.filter((place) => rows[place][0].toLowerCase().includes(text));
  const few = Math.min(limit, found.length);
  body.replaceChildren(...found.slice(0, few).map(rowOf));
  table.setAttribute("aria-rowcount", found.length + 1);
  const told = [];
  if (found.length < rows.length) told.push(`${written(found.length)} found`);
  if (few < found.length) told.push(`the first ${written(few)} shown`);
  document.getElementById("count").textContent = told.join(", ");
  more.hidden = few === found.length;
  more.textContent = `Show ${written(Math.min(2 * limit, found.length) - few)} more`;
}

function sortBy(column) {
  const before = heads[column].getAttribute("aria-sort");
  const highest = columns[column].highestFirst ?? false;
  const down = before === "none" ? highest : before === "ascending";
  heads.forEach((head) => head.setAttribute("aria-sort", "none"));
  heads[column].setAttribute("aria-sort", down ? "descending" : "ascending");
  const sign = down ? -1 : 1;
  order = [...everything].sort((a, b) => {
    const [x, y] = [rows[a][column], rows[b][column]];
    if (x === null || y === null) return (x === null) - (y === null) || a - b; // null is always last
    return x === y ? a - b : x < y ? -sign : sign;
  });
  limit = atFirst;
  show();
}

const heads = columns.map((column, i) => {
  const head = make("th", "", { scope: "col", "aria-sort": "none" });
  const button = make("button", column.label, { type: "button", class: "sort" });
  button.addEventListener("click", () => sortBy(i));
  head.append(button);
  return head;
});
table.tHead.rows[0].replaceChildren(...heads);
search.addEventListener("input", () => {
  limit = atFirst;
  show();
});
form.addEventListener("submit", (event) => event.preventDefault());
more.addEventListener("click", () => {
  const next = limit;
  limit *= 2;
  show();
  body.rows[next].querySelector("button").focus();
});

// --- one opening ---

function summary(row) {
  const left = `${shown(row, "bits")} bits, ${counted(row[at.parts], "part")}, at worst ${shown(row, "worst_left")} left`;
  if (!whole) return `${left}, on average ${shown(row, "expected_left")}`;
  const under = "prior_mean" in at ? `, under the prior ${shown(row, "prior_mean")}` : "";
  return `${left}; mean ${shown(row, "mean")}${under}, worst ${shown(row, "worst")}`;
}

function label(i, word) {
  const item = make("span", whole ? counted(labels[i], "guess").replace("guesss", "guesses") : labels[i]);
  if (!coloured) return item;
  const tiles = make("b", "", { class: "tiles", "aria-hidden": "true" });
  tiles.append(...[...labels[i]].map((mark, n) => make("b", [...word][n], { class: mark })));
  item.replaceChildren(tiles, make("b", labels[i], { class: "unseen" }));
  return item;
}

function bar([i, count], tallest, word) {
  const item = make("li");
  const mark = make("i", "", { "aria-hidden": "true" });
  mark.style.width = `${(100 * count) / tallest}%`;
  const name = label(i, word);
  name.append(make("b", ": ", { class: "unseen" }));
  item.append(name, mark, make("b", written(count)));
  return item;
}

function choose(place) {
  if (place === chosen) return;
  chosen = place;
  const [row, drawn] = [rows[place], bars[place] ?? []];
  const tallest = Math.max(...drawn.map(([, count]) => count));
  const others = whole ? 0 : row[at.parts] - drawn.length;
  detail.querySelector("h2").textContent = row[0];
  detail.querySelector("p").textContent = summary(row);
  detail.querySelector("h3").textContent = whole ? "Secrets found in" : "Candidates left after";
  detail.querySelector("ol").replaceChildren(...drawn.map((one) => bar(one, tallest, row[0])));
  document.getElementById("rest").textContent = others > 0 ? `and after ${counted(others, "other score")} at most ${written(drawn.at(-1)[1])} each` : "";
  for (const line of body.rows) {
    if (Number(line.dataset.place) === place) line.setAttribute("aria-current", "true");
    else line.removeAttribute("aria-current");
  }
  mark();
}

function chooseIn(event) {
  const word = event.target.closest("[data-word]");
  const row = event.target.closest("tr[data-place]");
  if (word) choose(places.get(word.dataset.word));
  else if (row) choose(Number(row.dataset.place));
  return word;
}

document.addEventListener("click", (event) => {
  if (chooseIn(event)) detail.scrollIntoView({ block: "nearest" }); // on a phone it is below the table
});
body.addEventListener("focusin", chooseIn);
body.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse") chooseIn(event);
});

// --- where the two ranks disagree ---

function compareRanks(section) {
  const { word, bits, by_bits: byBits, by_mean: byMean, difference } = figures;
  const [most, least] = named;
  const mean = standing[0];
  const worth = (place) => `${columns[at[mean]].label} ${written(figures[mean][place], 4)}`;
  const text = section.querySelector("p");
  if (byMean[most] === 1) text.append(wordButton(word[most]), ` is first by both: ${written(bits[most], 4)} bits, ${worth(most)}. `);
  else {
    text.append("By the bits of one guess ", wordButton(word[most]), ` is first, with ${written(bits[most], 4)}; by whole trees it is number ${written(byMean[most])}, with ${worth(most)}. `);
    text.append("By whole trees ", wordButton(word[least]), ` is first, with ${worth(least)}; by bits it is number ${written(byBits[least])}, with ${written(bits[least], 4)}. `);
  }
  if (rows.length > LEADERS) {
    const both = everything.filter((i) => Math.max(byBits[i], byMean[i]) <= LEADERS).length;
    text.append(`Of the first ${LEADERS} by bits${some ? " of those chosen" : ""}, ${both || "none"} ${both > 1 ? "are" : "is"} among the first ${LEADERS} by mean.`);
  }
  for (const [sign, title] of [[1, "Better"], [-1, "Worse"]]) {
    const far = everything.filter((i) => sign * difference[i] > 0).sort((a, b) => sign * (difference[b] - difference[a]));
    if (!far.length) continue;
    const [side, list] = [make("div"), make("ul")];
    for (const i of far.slice(0, FARTHEST)) {
      const item = make("li");
      item.append(wordButton(word[i]), `: ${written(byBits[i])} by bits, ${written(byMean[i])} by mean`);
      list.append(item);
    }
    side.append(make("h3", `${title} than their bits suggest, by rank`), list);
    section.querySelector(".sides").append(side);
  }
  section.hidden = false;
}

// --- the plot, drawn again when its width changes ---

let spots = []; // x, y of each row
let width = 0;

function draw(name, attributes, text = "") {
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", name);
  drawn.textContent = text;
  for (const [key, value] of Object.entries(attributes)) drawn.setAttribute(key, value);
  plot.firstElementChild.append(drawn);
  return drawn;
}

function scale(values, from, to) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const edge = (most - least) * 0.06 || 1;
  const [low, high] = [least - edge, most + edge];
  const power = 10 ** Math.floor(Math.log10((high - low) / 5));
  const step = power * [1, 2, 5, 10].find((n) => n * power * 5 >= high - low);
  const ticks = [];
  for (let n = Math.ceil(low / step); n * step <= high; n += 1) ticks.push(n * step);
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return { ticks, digits, of: (value) => from + ((value - low) / (high - low)) * (to - from) };
}

function name(place, attributes, away = -9) {
  const [x, y] = spots[place];
  const anchor = x > width * 0.8 ? "end" : x < width * 0.25 ? "start" : "middle";
  draw("text", { x, y: y + away, "text-anchor": anchor, class: "name", ...attributes }, rows[place][0]);
}

function scatter() {
  const height = Math.round(Math.min(width * 0.75, 420));
  const [left, bottom] = [60, height - 40];
  const mean = "prior_mean" in at ? at.prior_mean : at.mean;
  const across = scale(rows.map((row) => row[at.bits]), left, width - 8);
  const up = scale(rows.map((row) => row[mean]), bottom, 8);
  plot.innerHTML = `<svg viewBox="0 0 ${width} ${height}" class="${rows.length > FEW ? "many" : "few"}"></svg>`;
  for (const tick of across.ticks) {
    draw("line", { x1: across.of(tick), x2: across.of(tick), y1: 8, y2: bottom });
    draw("text", { x: across.of(tick), y: bottom + 17, "text-anchor": "middle" }, written(tick, across.digits));
  }
  for (const tick of up.ticks) {
    draw("line", { x1: left, x2: width - 8, y1: up.of(tick), y2: up.of(tick) });
    draw("text", { x: left - 6, y: up.of(tick) + 4, "text-anchor": "end" }, written(tick, up.digits));
  }
  draw("text", { x: (left + width) / 2, y: height - 4, "text-anchor": "middle" }, "bits of the first guess");
  const middle = bottom / 2;
  const turned = { x: 12, y: middle, "text-anchor": "middle", transform: `rotate(-90 12 ${middle})` };
  draw("text", turned, columns[mean].label);
  spots = rows.map((row) => [across.of(row[at.bits]), up.of(row[mean])]);
  const layers = Array.from({ length: LAYERS }, () => "");
  spots.forEach(([x, y], place) => { layers[place % LAYERS] += `M${x.toFixed(1)} ${y.toFixed(1)}h0`; });
  for (const d of layers) draw("path", { d, class: "points" });
  [...new Set(named)].forEach((place, i) => {
    const [x, y] = spots[place];
    draw("circle", { cx: x, cy: y, r: 5, class: "first" });
    name(place, {}, i ? 20 : -9); // below the first by mean there are no points
  });
  mark();
}

function mark() {
  if (!spots.length) return;
  plot.querySelectorAll(".chosen").forEach((drawn) => drawn.remove());
  const [cx, cy] = spots[chosen];
  draw("circle", { cx, cy, r: 6, class: "ring chosen" });
  if (!named.includes(chosen)) name(chosen, { class: "name chosen" });
}

function chooseNearest(event) {
  const svg = plot.querySelector("svg");
  const from = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  let [best, least] = [-1, REACH ** 2];
  spots.forEach(([x, y], place) => {
    const away = (x - from.x) ** 2 + (y - from.y) ** 2;
    if (away < least) [best, least] = [place, away];
  });
  if (best >= 0) choose(best);
}

plot?.addEventListener("click", chooseNearest);
plot?.addEventListener("pointermove", (event) => {
  if (event.pointerType === "mouse") chooseNearest(event);
});

form.hidden = false;
detail.hidden = false;
show();
choose(0);
if (whole) {
  compareRanks(document.querySelector("section[aria-labelledby=apart]"));
  document.getElementById("against").hidden = false;
  new ResizeObserver(([entry]) => {
    const now = Math.round(entry.contentRect.width);
    if (now === width) return;
    width = now;
    scatter();
  }).observe(plot);
}
