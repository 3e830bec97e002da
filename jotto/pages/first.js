// The first page: what the player wants, asked once, and the games, each a small board; a tap begins one.
import { calledIn, ownLists, ownName } from "./house.js";
import { html, nothing } from "./lit-html.js";
import { failure, submitted } from "./match.js";
// (not in one file)
import { USUAL } from "./match.js";
// (to here)
import { count } from "./numbers.js";
import { isFull, store, stored } from "./shelf.js";

/** @import { Actions, Drawn, Home, PageState, TemplateResult, Tile } from "./types.js" */

/** What the player wants: the first words of its paths. @type {Record<string, string>} */
const WAYS = {
  new: "I want advice",
  alone: "Give me a word to guess",
  match: "Play with a friend",
  practice: "Practice",
};
/** @type {Record<string, string>} */
const DOES = {
  new: "For a game that you play somewhere else: enter each score, and jotto says what to guess next.",
  alone: "I choose a secret and score your guesses. Find it in as few as you can.",
  match: "Each of you chooses a secret and guesses the other's. jotto scores all guesses.",
  practice: "Find the best guess in positions from your own games first, then in others.",
};
/** @type {Record<string, string>} */
const FORMS = {
  codes: "Hard mode and other rules",
  new: "House rules and other games",
  alone: "Hard mode and other rules",
  match: "A computer to play against, clocks and other rules",
};
const NEEDS = `A match needs a computer that both phones can reach, with jotto on it: type "jotto serve --lan" there. This
  page has everything else.`;
export const SAME = "Each game has one word a day, the same for everybody.";
const OFFLINE = "You are offline. A match needs the computer that keeps it; you can play the rest without.";
const ALONE = "Your games stay in this browser.";
const RECENT = 5; // games in the list

/** @type {Tile[]} */
export const TILES = [
  { id: "jotto", kind: "jotto", name: "Jotto", about: "Letters are counted" },
  { id: "wordle", kind: "wordle", name: "Wordle", about: "Letters have colours" },
  { id: "quordle", kind: "quordle", name: "Quordle", about: "Four words at once" },
  { id: "mastermind", kind: "mastermind", name: "Mastermind", about: "4 pegs of 6 colours" },
];

/** What was chosen last for a game; `way`: how it is played. @type {(way: string, id: string) => Record<string, any>} */
export const rulesOf = (way, id) => {
  const rules = stored("rules")[`${way} ${id}`] || {};
  const own = ownName(rules.list);
  return own && !ownLists().some(([, name]) => name === own) ? { ...rules, list: "" } : rules;
};
/** @type {(way: string, id: string | undefined, form: Record<string, any>) => void} */
export function keepRules(way, id, form) {
  if (id) store("rules", { ...stored("rules"), [`${way} ${id}`]: form });
}

/** The game of which a word was guessed last comes first. @type {(id: string | undefined) => void} */
export const keepPlayed = (id) => id && store("first", { ...stored("first"), played: id });

// --- small boards ---------------------------------------------------------------------------------

/** Words with the marks of their letters, and scores; pegs by their colours. @type {Record<string, string[]>} */
const BOARDS = {
  jotto: ["tares 0,2", "moist 0,3", "stoic 3,1", "stock 5,0"],
  wordle: ["crane BGBBB", "shirt BBYYG", "droit BGYGG", "orbit GGGGG"],
  quordle: ["BYBBG", "BGYBB", "GGGGG"],
  mastermind: ["0123 YY", "3014 GY", "4512 GYYY", "2415 GGGG"],
};
/** Of four boards, how far each is turned. */
const SHIFTS = [0, 2, 1, 3];

/** @type {(mark: string, sign?: string) => TemplateResult} */
const cell = (mark, sign) => html`<i class=${mark} data-sign=${sign || nothing}></i>`;

/** @type {(row: string) => TemplateResult} */
function wordRow(row) {
  const [word, score] = row.split(" ");
  const marks = score.includes(",") ? "" : score;
  const counts = score.split(",").map((number, at) => html`<b class=${at ? "Y" : "G"} data-sign=${number}></b>`);
  return html`<span>${[...word].map((sign, at) => cell(marks[at] || "N", sign))}${marks ? nothing : counts}</span>`;
}

/** @type {(row: string) => TemplateResult} */
function pegRow(row) {
  const [pegs, score] = row.split(" ");
  return html`<span>${[...pegs].map((colour) => cell(`c${colour}`))}<em>${[...score].map((mark) => cell(mark))}</em></span>`;
}

/** @type {(kind: string) => TemplateResult} */
function board(kind) {
  const rows = BOARDS[kind];
  const marked = (/** @type {string} */ row, /** @type {number} */ by) =>
    html`<span>${[...row.slice(by), ...row.slice(0, by)].map((mark) => cell(mark))}</span>`;
  const four = () => SHIFTS.map((by) => html`<span class="small">${rows.map((row) => marked(row, by))}</span>`);
  const drawn = kind === "quordle" ? four() : rows.map(kind === "mastermind" ? pegRow : wordRow);
  return html`<span class="art ${kind}" aria-hidden="true">${drawn}</span>`;
}

// --- the page -------------------------------------------------------------------------------------

/** @type {(s: PageState) => string} */
const wayOf = (s) => s.form?.way || stored("first").way || "new";

/** @type {(s: PageState, on: Actions) => (tile: Tile) => TemplateResult} */
const tileFor = (s, on) => (tile) => {
  const { id, kind, name, about } = tile;
  const way = wayOf(s);
  const single = kind === "quordle" && ["match", "practice"].includes(way);
  const cannot = single || (way === "match" && s.data.alone);
  const own = way !== "match" && ownName(rulesOf(way, id).list);
  return html`<li class="card"><button ?disabled=${cannot} @click=${() => begin(s, on, tile)}
      aria-describedby="about-${id}">${board(kind)}${name}</button>
    <small id="about-${id}">${single ? "Here on one board only" : own ? `Words of ${own}` : about}</small></li>`;
};

/** @type {(s: PageState, on: Actions, tile: Tile) => unknown} */
function begin(s, on, { id }) {
  const way = wayOf(s);
  if (way === "practice") return on.go(`/practice/${id}`);
  // (not in one file)
  if (way === "match") {
    const { game, rule, boards } = calledIn(s.data.offers, id) || {};
    store("match", { ...USUAL, ...stored("match"), game, boards, ...(rule && { rule }) });
    if (!stored("match").name) return on.go("/match"); // who are you?
  }
  // (to here)
  if (way === "alone") keepPlayed(id);
  return on.begin(`/${way}`, { tile: id });
}

/** @type {(made: number | undefined) => string} */
const ended = (made) => (made === undefined ? "" : made ? `, found in ${count(made, "guess")}` : ", not found");

/**
 * The words of today, a button for each game that has one: that of last time first.
 * @type {(s: PageState, on: Actions, tiles: Tile[]) => TemplateResult}
 */
function ofToday(s, on, tiles) {
  const { played } = stored("first");
  const single = tiles.filter(({ kind }) => kind !== "quordle");
  const begins = (/** @type {string} */ id) => () => {
    keepPlayed(id);
    on.begin("/alone", { tile: id, daily: "yes" });
  };
  const { played: over = {} } = /** @type {Home} */ (s.data);
  const button = (/** @type {Tile} */ { id, name }) =>
    html`<button @click=${begins(id)}>${name}<span class="unseen"> today${ended(over[name])}</span>${
      name in over ? html`<b aria-hidden="true"> ${over[name] ? `✓ ${over[name]}` : "X"}</b>` : nothing
    }</button>`;
  const ordered = [...single].sort((a, b) => Number(b.id === played) - Number(a.id === played));
  return html`<section class="today"><h2>${ofCodes(s) ? "Today's code" : "Today's word"}</h2>
    <p class="buttons">${ordered.map(button)}</p>${single.length > 1 && !ofCodes(s) ? html`<p class="faint">${SAME}</p>` : nothing}</section>`;
}

/** Whether no game is of words. @type {(s: PageState) => boolean} */
const ofCodes = (s) => Boolean(s.data.tiles?.every((/** @type {Tile} */ { kind }) => kind === "mastermind"));

/** @type {Drawn} */
function question(s, on) {
  const way = wayOf(s);
  const choose = (/** @type {string} */ chosen) => () => {
    if (chosen !== "match") store("first", { ...stored("first"), way: chosen }); // it is begun with somebody, not by habit
    on.set({ form: { way: chosen } });
  };
  const choice = (/** @type {[name: string, text: string]} */ [name, text]) =>
    html`<label><input type="radio" name="way" value=${name} .checked=${name === way} @change=${choose(name)}>
      <span>${codes && name === "alone" ? "Give me a code to guess" : text}</span></label>`;
  const needs = way === "match" && s.data.alone;
  const codes = ofCodes(s);
  return html`<fieldset class="ways"><legend><h1>What would you like?</h1></legend>
      ${Object.entries(WAYS).map(choice)}</fieldset>
    <p class=${needs ? "needs" : "faint does"} role="status">${needs ? (s.data.offline ? OFFLINE : NEEDS) : DOES[way]}</p>`;
}

/** @type {Drawn} */
export function page(s, on) {
  const { games } = /** @type {Home} */ (s.data);
  const [way, tiles] = [wayOf(s), /** @type {Tile[]} */ (s.data.tiles || TILES)];
  const items = games.slice(0, RECENT).map((entry) => html`<li><a href=${entry.path} data-go>${entry.title}</a></li>`);
  const all = html`<li><a href="/saved" data-go>All saved games</a></li>`;
  const begun = html`<section><h2>Continue</h2><ul class="list">${items}${all}</ul></section>`;
  const join = html`<section><h2>Join a match</h2>
    <form class="inline" @submit=${submitted(({ code }) => on.join(code.trim().toUpperCase()))}>
      <label for="code">Match code</label> <input id="code" name="code" required maxlength="6"
        autocapitalize="characters" autocomplete="off" spellcheck="false"><button>Join</button></form></section>`;
  const hasForm = FORMS[way] && (way !== "match" || !s.data.alone);
  const lists =
    ofCodes(s) || way === "match" ? nothing : html`<a class="button" href="/lists" data-go>Your own word list</a>`;
  const form = html`<p class="other"><a class="button" href="/${way}" data-go>${ofCodes(s) && way === "alone" ? FORMS.codes : FORMS[way]}</a>
    ${lists}</p>`;
  return html`<div class="page home">${question(s, on)}${failure(s)}
    ${way === "alone" ? ofToday(s, on, tiles) : nothing}
    <ul class="cards">${tiles.map(tileFor(s, on))}</ul>${hasForm ? form : nothing}
    <div class="quiet">${games.length ? begun : nothing}${s.data.alone ? nothing : join}
    <section><h2>More</h2><ul class="list"><li><a href="/games" data-go>Finished games and statistics</a></li>
    ${s.data.alone ? nothing : html`<li><a href="/league" data-go>A league: a table of your friends' results</a></li>`}
    <li><button @click=${() => on.sheet("settings")}>Settings</button></li></ul>
    ${s.data.alone && !s.data.offline && !isFull() ? html`<p class="faint">${ALONE}</p>` : nothing}</section></div></div>`;
}
