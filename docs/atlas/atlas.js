// The page of the atlas. Its data are scripts, index.js and one for each game, so that it works as a file, too.
// A word of a list that may not be shipped is its number, until the reader gives that list.

/** @typedef {number | string} Guess a word, or its number */
/** @typedef {[Guess, number, Record<string, Tree>] | Guess} Tree guess, secrets, what follows a score; or the last guess */
/** @typedef {[Guess, number, number, number | null, number | null, number | null]} Row alike, bound, total, longest, seconds */
/** @typedef {{ rows: Row[], tree: Tree }} Played */
/**
 * @typedef {object} Entry
 * @property {string} name
 * @property {string} title
 * @property {string} rule
 * @property {string} key
 * @property {boolean} hidden
 * @property {number} secrets
 * @property {number} guesses
 * @property {number} length
 * @property {number} openings
 * @property {number} done
 * @property {Guess} opening
 * @property {number} total
 * @property {number} longest
 * @property {number} lower_bound
 * @property {[number, number, number | null][]} curve
 * @property {number} seconds
 * @property {string} command
 * @property {string} version
 * @property {string} machine
 * @property {Record<string, string>} files
 */

const AT_FIRST = 100; // rows of a table
const COLUMNS = ["opening", "alike", "total", "mean", "longest", "seconds"];
const WIN = "the secret";
const main = /** @type {HTMLElement} */ (document.getElementById("main"));

const atlas = {
  games: /** @type {Entry[]} */ ([]),
  played: /** @type {Record<string, Played>} */ ({}),
  words: /** @type {Record<string, string[]>} */ ({}), // of lists that the reader gave, by their key
  given: /** @type {string[][]} */ ([]), // all lists that the reader gave
  sort: { column: "total", down: false },
  limit: AT_FIRST,
  search: "",
  path: /** @type {string[]} */ ([]), // the scores so far
};

/** @type {(games: Entry[]) => void} */
function atlasIndex(games) {
  atlas.games = games;
  addEventListener("hashchange", () => openGame(true));
  openGame(false);
}

/** @type {(name: string, played: Played) => void} */
function atlasGame(name, played) {
  atlas.played[name] = played;
  if (chosen()?.name === name) showGame(/** @type {Entry} */ (chosen()), true);
}

Object.assign(globalThis, { atlasIndex, atlasGame }); // which the data call

// --- what the page is made of ---

/** @type {(name: string, given?: Record<string, string | number | null>, ...parts: (Element | string)[]) => HTMLElement} */
function make(name, given = {}, ...parts) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) if (value !== null) element.setAttribute(key, String(value));
  element.append(...parts);
  return element;
}

/** @type {(text: string, act: () => void, given?: Record<string, string>) => HTMLElement} */
function button(text, act, given = {}) {
  const element = make("button", { type: "button", ...given }, text);
  element.addEventListener("click", act);
  return element;
}

/** @type {(id: string) => HTMLElement} */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {(n: number, digits?: number) => string} */
const written = (n, digits = 0) =>
  n.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** @type {(n: number, noun: string) => string} */
const counted = (n, noun) => `${written(n)} ${noun}${n === 1 ? "" : "s"}`;

/** @type {() => Entry | undefined} */
const chosen = () => atlas.games.find((game) => game.name === decodeURIComponent(location.hash.slice(1)));

/** A guess as it is shown. @type {(game: Entry, guess: Guess) => string} */
function shown(game, guess) {
  if (!game.hidden) return String(guess).toUpperCase();
  return atlas.words[game.key]?.[Number(guess)].toUpperCase() ?? `word ${guess}`;
}

/** @type {(facts: Record<string, string>) => HTMLElement} */
function listOfFacts(facts) {
  const rows = Object.entries(facts).map(([name, text]) => make("div", {}, make("dt", {}, name), make("dd", {}, text)));
  return make("dl", { class: "facts" }, ...rows);
}

/** @type {(game: Entry) => string} */
const howSure = (game) =>
  game.total === game.lower_bound ? "the least that is possible" : `at least ${written(game.lower_bound)}`;

/** @type {(moved: boolean) => void} */
function openGame(moved) {
  const game = chosen();
  Object.assign(atlas, { sort: { column: "total", down: false }, limit: AT_FIRST, search: "", path: [] });
  if (!game) showAll();
  else if (game.name in atlas.played) showGame(game, moved);
  else load(game);
  document.title = `${game ? `${game.title}: ` : ""}Atlas of openings`;
}

/** @type {(game: Entry) => void} */
function load(game) {
  const script = make("script", { src: `${game.name}.js` });
  script.addEventListener("error", () => {
    main.replaceChildren(backToAll(), make("p", { role: "alert" }, `${game.name}.js could not be loaded; try again.`));
  });
  main.replaceChildren(make("p", { role: "status" }, "Loading…"));
  document.head.append(script);
}

/** The command, which breaks between words only. @type {(game: Entry) => HTMLElement} */
function command(game) {
  const words = game.command.split(" ").map((word) => make("span", { class: "whole" }, word));
  return make("code", {}, ...words.flatMap((word) => [word, " "]));
}

const backToAll = () => make("p", {}, make("a", { href: "#" }, "All games"));

// --- all games ---

function showAll() {
  const heads = ["game", "least total found", "mean", "openings done", "longest", "opening"];
  const rows = atlas.games.map((game) => {
    const link = make("a", { href: `#${game.name}` }, game.title);
    const done = game.done === game.openings ? "all" : `${written(game.done)} of ${written(game.openings)}`;
    const proved = game.total === game.lower_bound ? "" : " *";
    const mean = written(game.total / game.secrets, 4);
    const cells = [written(game.total) + proved, mean, done, String(game.longest), shown(game, game.opening)];
    return make("tr", {}, make("th", { scope: "row" }, link), ...cells.map((cell) => make("td", {}, cell)));
  });
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  const table = make("table", { "aria-labelledby": "title" }, make("thead", {}, head), make("tbody", {}, ...rows));
  const unproved = atlas.games.some((game) => game.total !== game.lower_bound);
  main.replaceChildren(
    make("h1", { id: "title", tabindex: -1 }, "Atlas of openings"),
    make(
      "p",
      {},
      "For each game: the least total of guesses with which a strategy that begins with an opening finds ",
      "all secrets, and the best strategy to play.",
    ),
    make("div", { class: "wide", role: "region", "aria-labelledby": "title", tabindex: 0 }, table),
    ...(unproved ? [make("p", { class: "faint" }, "* This atlas does not show that no total is lower.")] : []),
  );
}

// --- one game ---

/** @type {(game: Entry, moved: boolean) => void} */
function showGame(game, moved) {
  const facts = {
    secrets: written(game.secrets),
    "allowed guesses": written(game.guesses),
    "least total found": `${written(game.total)}, ${howSure(game)}`,
    mean: written(game.total / game.secrets, 4),
    "openings with their least total": `${written(game.done)} of ${written(game.openings)}`,
    "processor time": `${counted(Math.round(game.seconds), "second")} (${game.machine})`,
    jotto: game.version,
  };
  main.replaceChildren(
    backToAll(),
    make("h1", { tabindex: -1 }, game.title),
    listOfFacts(facts),
    make("p", { class: "faint" }, command(game)),
    ...(game.hidden ? [listsPart(game)] : []),
    make("div", { class: "two" }, playPart(game), make("div", {}, openingsPart(), curvePart(game))),
    filesPart(game),
  );
  showRows(game);
  showTurn(game, false);
  if (moved) main.querySelector("h1")?.focus();
}

/** @type {(title: string, id: string, ...parts: (Element | string)[]) => HTMLElement} */
const part = (title, id, ...parts) => make("section", { "aria-labelledby": id }, make("h2", { id }, title), ...parts);

/** @type {(game: Entry) => HTMLElement} */
function filesPart(game) {
  const items = Object.entries(game.files).map(([name, checksum]) =>
    make("li", {}, make("a", { href: name }, name), " ", make("code", { class: "faint" }, checksum)),
  );
  return part("Files, and their SHA-256", "files", make("ul", {}, ...items));
}

// --- lists of the reader ---

/** @type {(game: Entry) => HTMLElement} */
function listsPart(game) {
  const known = game.key in atlas.words;
  const input = /** @type {HTMLInputElement} */ (
    make("input", { type: "file", id: "lists", multiple: "", accept: "text/*" })
  );
  const told = make(
    "p",
    { id: "told", role: "status" },
    known ? "Your lists are the right ones: words are shown." : "",
  );
  const both = game.guesses > game.secrets;
  const which = both
    ? `the ${written(game.secrets)} secrets and the ${written(game.guesses)} allowed guesses, two files`
    : `the ${written(game.secrets)} words`;
  const box = part(
    "Your lists",
    "own",
    make(
      "p",
      {},
      `This list may not be given away, so words are shown by their numbers, from 0. If you have it, choose it here: ${which}. `,
      "It stays on your device.",
    ),
    make("label", { for: "lists" }, "Text files, one word a line "),
    input,
    told,
  );
  box.classList.add("drop");
  input.addEventListener("change", () => {
    readFiles(game, input.files);
    input.value = ""; // the next files are read alone
  });
  box.addEventListener("dragover", (event) => {
    event.preventDefault();
    box.classList.add("over");
  });
  box.addEventListener("dragleave", () => box.classList.remove("over"));
  box.addEventListener("drop", (event) => {
    event.preventDefault();
    box.classList.remove("over");
    readFiles(game, event.dataTransfer?.files ?? null);
  });
  return box;
}

/** @type {(game: Entry, files: FileList | null) => Promise<void>} */
async function readFiles(game, files) {
  const word = new RegExp(`(?<!\\p{L})\\p{L}{${game.length}}(?!\\p{L})`, "gu");
  const texts = await Promise.all([...(files ?? [])].map((file) => file.text()));
  const lists = texts.map((text) => [...new Set(text.toLowerCase().match(word) ?? [])]);
  atlas.given.push(...lists);
  const words = await matching(game, atlas.given);
  if (words) {
    atlas.words[game.key] = words;
    showGame(game, false);
    byId("lists").focus();
    return;
  }
  const sizes = lists.map((list) => counted(list.length, "word")).join(" and ");
  const wanted = new Set([game.secrets, game.guesses, game.guesses - game.secrets]);
  const fits = lists.every((list) => wanted.has(list.length));
  const other = fits ? "Choose the other list, too; if you did, these are other words." : "These are other lists.";
  byId("told").textContent = `Read: ${sizes || "nothing"}. ${other}`;
}

/**
 * Put lists together until their checksum is that of the game, in their order or sorted.
 * @type {(game: Entry, lists: string[][]) => Promise<string[] | undefined>}
 */
async function matching(game, lists) {
  const all = lists.flatMap((list) => [list, [...list].sort()]);
  const further = game.guesses > game.secrets ? all : [[]];
  for (const secrets of all.filter((list) => list.length === game.secrets)) {
    for (const others of further) {
      const guesses = [...new Set([...secrets, ...others])];
      if (guesses.length === game.guesses && (await keyOf(game.rule, secrets, guesses)) === game.key) return guesses;
    }
  }
  return undefined;
}

/** The checksum of a game: Game.key in jotto/engine/game.py. @type {(rule: string, secrets: string[], guesses: string[]) => Promise<string>} */
async function keyOf(rule, secrets, guesses) {
  const text = `${rule}\n${secrets.join("\n")}\n\n${guesses.join("\n")}`;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// --- the openings ---

function openingsPart() {
  const input = /** @type {HTMLInputElement} */ (
    make("input", {
      type: "search",
      id: "search",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      "aria-describedby": "count",
    })
  );
  const found = make("output", { id: "count", for: "search", "aria-live": "polite", class: "faint" });
  const form = make("form", { role: "search" }, make("label", { for: "search" }, "Search openings"), input, found);
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", () => {
    Object.assign(atlas, { search: input.value.trim().toLowerCase(), limit: AT_FIRST });
    showRows(/** @type {Entry} */ (chosen()));
  });
  const table = make("table", { id: "openings", "aria-labelledby": "all" }, make("thead"), make("tbody"));
  const more = button("", showMore, { id: "more" });
  const region = make("div", { class: "wide", role: "region", "aria-label": "Table of openings", tabindex: 0 }, table);
  return part(
    "Openings",
    "all",
    make("p", {}, "“≥” is a bound: no strategy that begins so has a lower total."),
    form,
    region,
    more,
  );
}

function showMore() {
  const next = atlas.limit;
  atlas.limit *= 2;
  showRows(/** @type {Entry} */ (chosen()));
  /** @type {HTMLElement} */ (main.querySelectorAll("#openings tbody tr")[next]).focus();
}

/** How often each sign occurs, by which codes are alike. @type {(code: string) => string} */
function shape(code) {
  const times = [...new Set(code)].map((sign) => [...code].filter((other) => other === sign).length);
  return times.sort().join();
}

/** @type {(game: Entry, row: Row) => boolean} */
function isFound(game, row) {
  const text = shown(game, row[0]).toLowerCase();
  const alike = game.openings < game.guesses && atlas.search.length === game.length;
  return alike ? shape(text) === shape(atlas.search) : text.includes(atlas.search);
}

/** @type {(row: Row, column: string) => number | string | null} */
function figureOf(row, column) {
  const [guess, alike, bound, total, longest, seconds] = row;
  if (column === "opening") return typeof guess === "number" ? shown(/** @type {Entry} */ (chosen()), guess) : guess;
  return { alike, total: total ?? bound, mean: total ?? bound, longest, seconds }[column] ?? null;
}

/** How sure a total is: it is exact, that of a tree, or a bound. @type {(row: Row) => number} */
const doubt = (row) => (row[3] === null ? 2 : Number(row[3] !== row[2]));

/** Sorted by a column; what is unknown comes last, and what is exact first. @type {(rows: Row[]) => Row[]} */
function sorted(rows) {
  const { column, down } = atlas.sort;
  const totals = ["total", "mean"].includes(column);
  return [...rows].sort((one, other) => {
    const [a, b] = [figureOf(one, column), figureOf(other, column)];
    const unknown = totals ? doubt(one) - doubt(other) : Number(a === null) - Number(b === null);
    if (unknown || a === b || a === null || b === null) return unknown;
    return a < b === down ? 1 : -1;
  });
}

/** @type {(game: Entry, row: Row) => HTMLElement} */
function rowOf(game, row) {
  const [guess, alike, bound, found, longest, seconds] = row;
  const exact = found === bound;
  const total = exact ? written(bound) : `≥ ${written(bound)}${found === null ? "" : `, ≤ ${written(found)}`}`;
  const mean = exact
    ? written(bound / game.secrets, 4)
    : found === null
      ? "–"
      : `≤ ${written(found / game.secrets, 4)}`;
  /** @type {Record<string, string>} */
  const cells = {
    alike: written(alike),
    total,
    mean,
    longest: String(longest ?? "–"),
    seconds: seconds === null ? "–" : written(seconds, 1),
  };
  const values = columnsOf(game)
    .slice(1)
    .map((column) => make("td", {}, cells[column]));
  return make("tr", { tabindex: -1 }, make("th", { scope: "row" }, shown(game, guess)), ...values);
}

/** @type {(game: Entry) => string[]} */
const columnsOf = (game) => COLUMNS.filter((column) => column !== "alike" || game.openings < game.guesses);

/** @type {(game: Entry) => void} */
function showRows(game) {
  const heads = columnsOf(game).map((column) => {
    const direction = atlas.sort.column !== column ? "none" : atlas.sort.down ? "descending" : "ascending";
    const head = make("th", { scope: "col", "aria-sort": direction });
    head.append(button(column, () => sortBy(game, column), { class: "sort" }));
    return head;
  });
  main.querySelector("#openings thead")?.replaceChildren(make("tr", {}, ...heads));
  const { rows } = atlas.played[game.name];
  const found = sorted(rows).filter((row) => isFound(game, row));
  const few = found.slice(0, atlas.limit);
  main.querySelector("#openings tbody")?.replaceChildren(...few.map((row) => rowOf(game, row)));
  const told = found.length < rows.length ? [`${written(found.length)} found`] : [];
  if (few.length < found.length) told.push(`the first ${written(few.length)} shown`);
  byId("count").textContent = told.join(", ");
  byId("more").hidden = few.length === found.length;
  byId("more").textContent = `Show ${written(Math.min(2 * atlas.limit, found.length) - few.length)} more`;
}

/** @type {(game: Entry, column: string) => void} */
function sortBy(game, column) {
  atlas.sort = { column, down: atlas.sort.column === column && !atlas.sort.down };
  atlas.limit = AT_FIRST;
  showRows(game);
  const heads = /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll("#openings .sort"));
  heads[columnsOf(game).indexOf(column)].focus();
}

// --- the curve ---

/** @type {(game: Entry) => HTMLElement} */
function curvePart(game) {
  const bars = game.curve.map(([k, found, most]) => {
    const share = (n = 0) => (100 * n) / game.secrets;
    const known =
      most === null ? "" : most === found ? "; no strategy finds more" : `; the most possible is ${written(most)}`;
    const inner = make("i");
    inner.style.width = `${share(found)}%`;
    const told = `${written(found)}, ${written(share(found), 1)} %${known}`;
    const bar = make("span", { class: "bar", "aria-hidden": "true" }, inner);
    return make(
      "li",
      {},
      make("span", {}, counted(k, "guess").replace("guesss", "guesses")),
      bar,
      make("span", { class: "told" }, told),
    );
  });
  return part(
    "Secrets found within so many guesses",
    "curve",
    make("p", {}, "By the best strategy that is known for the mean:"),
    make("ol", { class: "curve" }, ...bars),
  );
}

// --- play ---

/**
 * A form with one field; what was typed goes to `act`.
 * @type {(id: string, label: string, verb: string, act: (text: string) => void) => HTMLElement}
 */
function ask(id, label, verb, act) {
  const plain = { autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-describedby": "answer" };
  const input = /** @type {HTMLInputElement} */ (make("input", { id, ...plain }));
  const form = make("form", {}, make("label", { for: id }, label), input, make("button", {}, verb));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(input.value.trim().toLowerCase());
    input.value = "";
  });
  return form;
}

/** @type {(text: string, wrong?: boolean) => void} */
function answer(text, wrong = false) {
  byId("answer").className = wrong ? "wrong" : "";
  byId("answer").textContent = text;
}

/** @type {(game: Entry) => HTMLElement} */
function playPart(game) {
  const needed = game.hidden && !(game.key in atlas.words);
  return part(
    "Play the best strategy",
    "play",
    make("p", {}, "Think of a secret, and choose or type the score of each guess."),
    make("div", { id: "turn" }),
    ask("score", "Score", "Go", (text) => typed(game, text)),
    needed
      ? make("p", { class: "faint" }, "To replay a secret, choose your lists above.")
      : ask("secret", "Replay a secret", "Replay", (text) => replay(game, text)),
    make("p", { id: "answer", role: "status" }),
  );
}

/** What is played after the scores so far, and the guesses before. @type {(game: Entry) => { node: Tree, before: Tree[] }} */
function walk(game) {
  let node = atlas.played[game.name].tree;
  const before = [];
  for (const score of atlas.path) {
    before.push(node);
    node = /** @type {[Guess, number, Record<string, Tree>]} */ (node)[2][score];
  }
  return { node, before };
}

/** @type {(node: Tree) => [Guess, number, Record<string, Tree>]} */
const opened = (node) => (Array.isArray(node) ? node : [node, 1, {}]);

/** A score: as tiles, if it is colours. @type {(score: string) => HTMLElement} */
function marks(score) {
  if (!/^[BGY]+$/.test(score)) return make("span", {}, score);
  return make(
    "span",
    { class: "marks", role: "img", "aria-label": [...score].join(" ") },
    ...[...score].map((mark) => make("b", { class: mark }, mark)),
  );
}

/** @type {(game: Entry, focus: boolean) => void} */
function showTurn(game, focus) {
  const { node, before } = walk(game);
  const [guess, secrets, below] = opened(node);
  const turns = before.map((each, i) => {
    const word = shown(game, opened(each)[0]);
    const back = button("change", () => goBack(game, i), { "aria-label": `Change the score of ${word}` });
    return make("li", {}, `${word} `, marks(atlas.path[i]), back);
  });
  const left = Object.entries(below).map(([score, each]) => [score, opened(each)[1]]);
  const after = left.reduce((total, [, n]) => total + Number(n), 0);
  left.sort((one, other) => Number(other[1]) - Number(one[1]));
  const scores = left.map(([score, n]) => {
    const choose = button("", () => go(game, String(score)));
    const noun = make("span", { class: "unseen" }, Number(n) === 1 ? " secret" : " secrets");
    choose.append(marks(String(score)), make("span", { class: "faint" }, written(Number(n)), noun));
    return make("li", {}, choose);
  });
  const said =
    after < secrets
      ? [after ? `It may be ${WIN}, or one of ${written(after)}:` : `It is ${WIN}.`]
      : [`It is not ${WIN}; one of ${written(after)} is:`];
  const heading = make("h3", { tabindex: -1 }, `Guess ${before.length + 1}: ${shown(game, guess)}`);
  byId("turn").replaceChildren(
    make("ol", { class: "turns" }, ...turns),
    heading,
    make("p", {}, ...said),
    scores.length
      ? make("ul", { class: "scores" }, ...scores)
      : button("Begin again", () => goBack(game, 0), { id: "again" }),
  );
  byId("score").parentElement?.toggleAttribute("hidden", !scores.length);
  if (focus) heading.focus();
}

/** @type {(game: Entry, score: string) => void} */
function go(game, score) {
  atlas.path.push(score);
  showTurn(game, true);
}

/** @type {(game: Entry, turn: number) => void} */
function goBack(game, turn) {
  atlas.path.length = turn;
  showTurn(game, true);
}

/** The score of a guess, as jotto writes it. @type {(rule: string, guess: string, secret: string) => string} */
function scoreOf(rule, guess, secret) {
  const left = [...secret].filter((sign, i) => sign !== guess[i]);
  const marked = [...guess].map((sign, i) => {
    if (sign === secret[i]) return "G";
    const at = left.indexOf(sign);
    if (at < 0) return "B";
    left.splice(at, 1);
    return "Y";
  });
  if (rule === "colours") return marked.join("");
  const times = (/** @type {string} */ mark) => marked.filter((other) => other === mark).length;
  return `${times("G")},${times("Y")}`;
}

/** @type {(game: Entry, text: string) => void} */
function typed(game, text) {
  const [, , below] = opened(walk(game).node);
  const plain = text.toUpperCase().replaceAll(/[^A-Z\d]/g, "");
  const score = Object.keys(below).find((each) => each.replaceAll(",", "") === plain);
  if (score === undefined) return answer(`“${text}” is not a score that this guess can have.`, true);
  answer("");
  go(game, score);
}

/** @type {(game: Entry, secret: string) => void} */
function replay(game, secret) {
  const path = pathTo(game, secret);
  if (!path) return answer(secret ? `“${secret}” is not a secret of this game.` : "Write a secret.", true);
  atlas.path = path;
  showTurn(game, false);
  answer(`${secret.toUpperCase()} is found with guess ${path.length + 1}.`);
}

/** The scores on the way to a secret; nothing if it is none. @type {(game: Entry, secret: string) => string[] | undefined} */
function pathTo(game, secret) {
  const path = [];
  let node = atlas.played[game.name].tree;
  while (true) {
    const [guess, , below] = opened(node);
    const word = game.hidden ? atlas.words[game.key][Number(guess)] : String(guess);
    if (word === secret) return path;
    const score = scoreOf(game.rule, word, secret);
    if (secret.length !== game.length || !(score in below)) return undefined;
    path.push(score);
    node = below[score];
  }
}
