// The page: it shows what the address names, sends moves, and loses none. Where its data come from, and where moves are
// sent, is a source: this device and a server (server.js), or this device alone (file.js).
import { html, nothing, render } from "./lit-html.js";
import * as alone from "./alone.js";
import * as board from "./board.js";
import * as keyboard from "./keyboard.js";
import * as match from "./match.js";
import * as first from "./first.js";
import * as frame from "./frame.js";
import { count } from "./numbers.js";
import * as pages from "./pages.js";
import * as practice from "./practice.js";
import * as report from "./report.js";
import { sentence, say } from "./sentences.js";
import { isBarred, isFull, store, stored } from "./shelf.js";
import { Away } from "./text.js";
import { lists } from "./words.js";

/** @import { Act, Actions, Ahead, Answer, Begun, Drawn, Ending, Move } from "./types.js" */
/** @import { Pane, Settings, Source, PageState, Typing, View } from "./types.js" */
/** @typedef {"unsent" | "unasked"} Kept */

const language = navigator.language.slice(0, 2);
/** @type {Settings} */
const USUAL = {
  theme: "system",
  contrast: "system",
  keys: pages.LAYOUT[language] || "qwerty",
  vibration: "on",
  sound: "off",
};
const [DARK, STRONG] = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"].map((wish) => matchMedia(wish));
/** @type {[form: RegExp, page: Drawn][]} */
const PAGES = [
  [/^\/$/, first.page],
  [/^\/new$/, pages.newGame],
  [/^\/alone$/, pages.keep],
  [/^\/lists$/, lists],
  [/^\/games$/, pages.games],
  [/^\/saved$/, pages.saved],
  [/^\/move\/[^/]+$/, pages.moving],
  [/^\/match$/, match.newMatch],
  [/^\/(game|match)\/[^/]+$/, board.game],
  [/^\/game\/[^/]+\/report$/, report.page],
  [/^\/practice(\/[a-z]+)?(\?|$)/, practice.page],
];
const [WIDE, HIGH] = [60, 40]; // letters: from this size on a table stands beside the board
const SETTLES = 350; // milliseconds until what has appeared under the finger acts: longer than a double tap
const NEAR = 30; // pixels between the two taps of one
const AGAIN = 2000; // milliseconds until what was not sent is sent again
const SEEN = ":is(.one, .two) .board li:last-child, .board.asked, .asked .coming"; // after each change, without scrolling
const STAY = ["menu", "match", "settings", "help", "leave", "challenge"]; // sheets that fit any position
/** @type {Begun} */
const EMPTY = {
  held: false,
  sure: null,
  typing: null,
  target: null,
  exact: null,
  their: "",
  doubted: "",
  meant: null,
  unlikely: false,
};
/** @type {Pick<PageState, "end" | "said" | "error" | "ahead" | "sheet">} */
const UNSAID = { end: null, said: [], error: "", ahead: null, sheet: null };
const UNJUDGED = { said: [], sums: [], points: [] };
const NO_VIEW = /** @type {View} */ (/** @type {unknown} */ (null));
/** @type {PageState} */
const s = {
  path: "",
  page: null,
  data: {},
  view: NO_VIEW,
  link: "",
  pane: null,
  unsent: null,
  unasked: null,
  settings: { ...USUAL, ...stored("settings") },
  form: null,
  search: "",
  removed: [],
  moving: false,
  arrived: 0,
  challenged: "",
  ended: false,
  ...UNSAID,
  ...EMPTY,
};
/** @type {Record<string, ReturnType<typeof setTimeout>>} */
const timers = {}; // of what is kept
/** @type {Act | null} */
let newest = null; // the move that was made last
/** @type {{ close(): void } | null} */
let stream = null;
/** @type {HTMLElement | null} */
let before = null; // what had the focus when a sheet was opened
/** @type {Promise<unknown> | null} */
let posting = null; // a form, until it is answered
let keyed = false; // whether the word is typed on a keyboard, or by a pointer on the keys of the page
let settling = 0; // a timer: what has just appeared does not act yet
let tapped = { x: 0, y: 0 }; // where the last tap was
let coloured = ""; // letters that were typed as colours, which may turn out to begin a word
/** @type {AudioContext | null} */
let audio = null; // made when the first sound is played

// --- the source -----------------------------------------------------------------------------------

class Late extends Error {}

/** @type {Source} */
let source;
let visited = 0; // pages gone to

/**
 * An answer belongs to what was shown when it was asked for: the page, and of what is only asked the
 * position, too. At any other it is dropped, here alone.
 * @type {(move?: unknown) => string}
 */
const shown = (move) => `${visited} ${s.path} ${move ? "" : s.view?.at}`;

/** @type {(path: string, move?: Record<string, any>) => Promise<Answer>} */
async function ask(path, move) {
  const then = shown(move);
  const answer = await source.ask(path, move, s.ahead?.view === s.view ? s.ahead?.found : null);
  if (then !== shown(move)) throw new Late();
  return answer;
}

/**
 * Do something with the source; if it cannot be reached, say so and keep it for later: the last move
 * as `unsent`, and the last of all else as `unasked`, so that no move gives way to what is only asked.
 * @type {(act: Act, slot?: Kept) => Promise<void>}
 */
async function reach(act, slot = "unasked") {
  const again = s[slot] === act;
  const slow = setTimeout(() => document.documentElement.toggleAttribute("data-busy", true), 300);
  try {
    await act().catch((error) => {
      if (!(error instanceof Late)) throw error;
    });
    if (s[slot] === act) keep(slot, null);
  } catch (error) {
    if (slot === "unsent" && act !== newest) return; // another move was made since
    if (again && s[slot] !== act) return; // it was done meanwhile, or another has its place
    keep(slot, error instanceof Away ? act : null);
    if (!s[slot]) throw error;
    clearTimeout(timers[slot]);
    timers[slot] = setTimeout(() => s[slot] === act && reach(act, slot), AGAIN);
  } finally {
    clearTimeout(slow);
    document.documentElement.removeAttribute("data-busy");
  }
}

/**
 * A move is kept on this device, too, even if the page is closed.
 * @type {(slot: Kept, act: Act | null) => void}
 */
function keep(slot, act) {
  set({ [slot]: act });
  if (slot === "unsent") store("unsent", act?.move);
}

const waits = () => s.unsent || s.unasked;
/** @type {Record<string, string>} */
const NAMED = { "/": "/home", "/saved": "/home?all=yes" }; // pages whose data have another name

/**
 * Delete the games that were removed from the list: until then they can be taken back.
 * @type {() => Promise<void>}
 */
async function clear() {
  /** @type {string[]} */
  const left = [];
  for (const path of stored("removed").paths || [])
    await source.ask(path, { do: "delete" }).catch((error) => {
      if (!(error instanceof Away)) throw error;
      left.push(path);
    });
  store("removed", left.length ? { paths: left } : null);
}

const PASSED = /^\/(new|alone|match|play\/.*|guess\/.*)$/; // pages that lead to a game, to which nobody goes back

/**
 * Where a path leads: a link that begins a game, such as /play/wordle, leads to that game.
 * @type {(path: string) => Promise<{ path: string, error?: string }>}
 */
async function leadsTo(path) {
  const [, way, tile] = path.match(/^\/(play|guess)\/([^/]+)$/) || [];
  if (!tile) return { path };
  const { go: to, error } = await source.ask(way === "play" ? "/new" : "/alone", { tile });
  return { path: to || path, error };
}

/**
 * The path of an address: of what a link has besides, ?of=NAME and ?in=NAME of practice are kept.
 * @type {(address: string) => string}
 */
export const hereOf = (address) => (address.startsWith("/practice?") ? address : address.split("?")[0]);

/** @type {(from: string, back?: boolean) => Promise<void>} */
function go(from, back = false) {
  return reach(async () => {
    const { path, error = "There is no such page." } = await leadsTo(from);
    const [, page] = PAGES.find(([form]) => form.test(path)) || [];
    const visit = ++visited;
    await clear();
    const data = page ? await source.ask(NAMED[path] || path) : { error };
    if (visit !== visited) return; // another page was asked for since
    if (stream) stream.close();
    const replaces = path !== from || PASSED.test(s.path) || (s.path !== path && isGame(s.path) && isGame(path));
    if ((!back || path !== from) && path !== source.here()) source.show(path, replaces);
    const lost = !page || (data.error && !data.view);
    const shows = { path, data, page: lost ? pages.missing : page, view: NO_VIEW, pane: null, unasked: null };
    Object.assign(s, EMPTY, UNSAID, shows, { form: null, search: "", removed: [], noting: false });
    appear();
    tell(""); // what was said of another page
    if (data.view) take(data);
    else {
      set({});
      frame.show(s.view);
    }
    element("main").scrollTop = 0;
    if (!document.activeElement?.matches("[data-enter]")) element("main").focus({ preventScroll: true });
  });
}

/** Another position or page is shown: it does not act for a moment. */
function appear() {
  const { dataset } = document.body;
  clearTimeout(settling);
  dataset.fresh = "";
  settling = window.setTimeout(() => delete dataset.fresh, SETTLES);
}

/** @type {(path: string) => boolean} */
const isGame = (path) => /^\/(game|match)\/[^/]+$/.test(path);

/** @type {(data: Answer, begun?: Typing | null | false) => void} */
function take(data, begun = null) {
  const had = s.view;
  const { view, said, link = "" } = data;
  const ended = had && had.stage !== "over" && view?.stage === "over"; // just now
  Object.assign(s, EMPTY, UNSAID, { data, view, said, link, ended, arrived: performance.now() });
  if (had?.at !== s.view.at) appear();
  if (!wide() || ["over", "doubt"].includes(s.view.stage)) s.pane = null;
  reset();
  /** @type {HTMLElement | null} */ (document.querySelector("[data-enter]"))?.focus({ preventScroll: true });
  entitle();
  if (had && had.at !== s.view.at) sound();
  tell([...s.said.map(say), board.summary(s.view)].join(" "));
  const what = s.typing?.what || s.view.stage;
  if (begun && [what, begun.what].every((purpose) => ["guess", "they"].includes(purpose)))
    set({ typing: { what, word: begun.word } });
  listen();
  explain();
  frame.show(s.view);
  if (s.view.stage === "over") finish();
}

function entitle() {
  document.title = `${s.view.guess ? keyboard.shout(s.view.guess.word, s.view) : say(s.view.title)} · jotto`;
}

/** Whether a table stands beside the board, at the size of the text: several boards need the room themselves. */
function wide() {
  const letters = (/** @type {number} */ pixels) =>
    pixels / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const { innerWidth: across, innerHeight: down } = window;
  return !(s.view && keyboard.several(s.view)) && across >= down && letters(across) >= WIDE && letters(down) >= HIGH;
}

function explain() {
  if (wide() && s.view?.guess && s.view.moves.includes("score")) open("why");
}

/**
 * Ask for something, and use the answer, or say why there is none.
 * @type {(path: string, use: (data: Answer) => unknown, form?: Record<string, any>) => Promise<void>}
 */
const asking = (path, use, form) =>
  reach(async () => {
    if (form && s.error) set({ error: "" }); // it is about what was sent before
    const data = await ask(path, form);
    return data.error ? set({ error: data.error }) : use(data);
  });

// What there is to say about a game that is over takes some time to work out; a match has a record of it.
async function finish() {
  const path = board.recordOf(s);
  if (!path) return null;
  match.notes.forget(s.path);
  return reach(async () => {
    const { ended, view } = s;
    const kept = alone.keeps(view) ? ["share", "end"] : ["end"]; // squares need no analysis
    const asked = alone.isPlayed(view) ? kept : [];
    for (const what of asked) {
      const end = await ask(`${path}/${what}`);
      set({ end: /** @type {Ending} */ ({ ...s.end, ...UNJUDGED, ...end, waits: what !== "end" }) });
    }
    const found = view.boards.every(({ rows }) => rows.at(-1)?.won);
    if (ended)
      frame.report("finished", { ...frame.told(s.view), found, result: say(view.title), share: s.end?.text || "" });
  });
}

// --- what is tapped -------------------------------------------------------------------------------

function reset() {
  keyed = false;
  coloured = "";
  const v = s.view;
  const guess = v.moves.includes("guess") && !v.moves.includes("score") ? "guess" : null;
  const typed = v.stage === "theirs" ? "they" : v.stage === "secret" ? "secret" : guess;
  const marks = board.begun(v);
  set({ ...EMPTY, marks, typing: typed && { what: typed, word: "" } });
}

/** @type {(made: Move) => Promise<void>} */
function move(made) {
  tick();
  if (s.error) set({ error: "" });
  if (s.unsent) keep("unsent", null); // what is entered last counts
  newest = sending(s.path, { at: String(s.view.at), ...made });
  s.moving = true;
  return reach(newest, "unsent").finally(() => set({ moving: false }));
}

/** @type {(path: string, sent: Move) => Act} */
function sending(path, sent) {
  const [{ at, ...made }, { typing }] = [sent, s];
  const act = async () => {
    const data = await ask(path, sent);
    if (s.path !== path) return null; // another page by now
    if (data.go) return go(data.go);
    if (data.error) frame.report("refused", { error: data.error, sure: Boolean(data.sure) });
    // a word begun meanwhile stays
    if (!data.error) take(data, (made.do === "say" || s.typing !== typing) && s.typing);
    if (!data.error) return data.limit && set({ sheet: "limit" });
    if (data.sure) return set({ sure: { text: data.error, move: made, meant: data.meant }, sheet: "sure" });
    return set({ error: data.error, sheet: s.sheet === "paste" ? s.sheet : null, doubted: made.word || "" });
  };
  return Object.assign(act, { move: { path, sent } });
}

/** What the host of a frame asks for. @type {(asked: Record<string, any>) => unknown} */
function asks({ do: name, game, way, ...given }) {
  if (name === "state") return frame.show(s.view);
  if (name === "begin") return go(`/${way === "guess" ? way : "play"}/${game}`);
  if (!["guess", "score", "undo"].includes(name) || !s.view?.moves.includes(name))
    return frame.report("refused", { error: "This cannot be done now.", sure: false });
  const texts = ["word", "score", "sure"].filter((field) => typeof given[field] === "string");
  return move({ do: name, ...Object.fromEntries(texts.map((field) => [field, given[field]])) });
}

/** @type {(name: string, about?: string) => Promise<void>} */
const open = (name, about = "") => {
  const word = s.view?.guess?.word;
  return asking(`${s.path}/${name}?about=${encodeURIComponent(about)}`, (data) => {
    if (s.view?.guess?.word !== word) return open(name, about); // another guess is shown since
    if (s.typing?.what === "about") reset();
    return set({ pane: { name, .../** @type {Pane} */ (data) }, sheet: null });
  });
};

/** @type {(path: string) => Promise<void>} */
const share = (path) => asking(`${path}/share`, ({ text }) => give({ text }));

/**
 * Give a text or a file to another program: by the phone's sheet, else the clipboard or a download.
 * @type {(what: { text?: string, file?: File }) => Promise<void>}
 */
async function give({ text = "", file }) {
  const what = file ? { files: [file] } : { text };
  const copied = () => {
    set({ said: [sentence("copied")], sheet: null });
    tell(say(s.said[0]));
  };
  if (navigator.share && matchMedia("(pointer: coarse)").matches && (!file || navigator.canShare(what)))
    await navigator.share(what).catch(() => null);
  else if (file) {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
    link.click();
    set({ said: [sentence("saved as", { name: file.name })] });
  } else if (navigator.clipboard)
    await navigator.clipboard.writeText(text).then(copied, () => set({ sheet: "text", text }));
  else set({ sheet: "text", text });
}

/** @type {Actions} */
const on = {
  move,
  go,
  share,
  give,
  reset,
  set,
  tick,
  pane: open,
  again: async () => {
    if (!waits()) return go(source.here(), true);
    if (s.unsent) await reach(s.unsent, "unsent");
    return s.unasked && reach(s.unasked);
  },
  send: (form) =>
    (posting ||= asking(s.path, (data) => go(data.go || "/"), form).finally(() => {
      posting = null;
    })),
  begin: (path, form) =>
    (posting ||= asking(path, (data) => go(data.go || "/"), form).finally(() => {
      posting = null;
    })),
  put: (form) => asking(s.path, (data) => set({ data: { ...s.data, ...data }, error: "" }), form),
  join: (code) => asking(`/match/${encodeURIComponent(code)}`, () => go(`/match/${code}`)),
  secret: (word) =>
    reach(async () => {
      const { typing } = s;
      const data = await ask(`${s.path}/secret?about=${encodeURIComponent(word)}`);
      if (s.typing !== typing) return; // another word by now
      if (data.error) return set({ error: data.error });
      set({ typing: { what: "secret", word: data.words[0], rated: true } });
      keyed = true; // Enter takes the word that is shown
      set({ said: [data.title] });
    }),
  sheet: async (name) => {
    if (name === "move")
      await reach(async () => {
        s.link = (await ask("/move")).link;
      });
    set({ sheet: name, ...(name === "paste" ? { error: "" } : {}) });
  },
  remove: (paths) => {
    const removed = paths.length ? [...s.removed, ...paths] : []; // none: all are taken back
    store("removed", removed.length ? { paths: removed } : null);
    tick();
    set({ removed, sheet: null });
    element(removed.length ? "#undo" : "main").focus({ preventScroll: true });
  },
  close: () => set(s.sheet ? { sheet: null } : { pane: null }),
  setting: (name, value) => {
    s.settings[name] = value;
    store("settings", s.settings);
    set({});
    sound();
  },
};

function tick() {
  if (s.settings.vibration === "on" && navigator.vibrate && navigator.userActivation?.hasBeenActive)
    navigator.vibrate(8);
}

function sound() {
  if (s.settings.sound !== "on") return;
  audio ||= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = 520;
  volume.gain.setValueAtTime(0.04, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.09);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.1);
}

// --- what comes by itself -------------------------------------------------------------------------

function listen() {
  if (stream) stream.close();
  const { path, view } = s;
  const listens = () => s.path === path && listen();
  const changed = () =>
    reach(async () => {
      const data = await ask(path);
      if (!data.view) return;
      if (data.view.stage === s.view.stage && (s.typing || s.end)) {
        set({ view: data.view, said: data.said, arrived: performance.now() });
        if (data.view.match?.signs.length) tell(board.summary(data.view));
        listen();
        return;
      }
      const { sheet } = s;
      take(data);
      if (sheet && STAY.includes(sheet)) set({ sheet }); // what is read or chosen is not taken away
    });
  const ahead = (/** @type {Ahead} */ news) => s.path === path && set({ ahead: news });
  stream = source.follow(path, view, { changed, ahead, lost: () => setTimeout(listens, AGAIN) });
}

/** Whether the player has begun nothing, so that another guess may be shown. */
const idle = () =>
  !(s.typing || s.target || s.sheet || s.moving || s.unsent || s.exact !== null) && s.marks === board.begun(s.view);

// Show what looking ahead has found at this position.
function lookAhead() {
  const [had, view] = [s.view, s.ahead?.view];
  if (!view || view === had || view.at !== had.at) return;
  const same = view.guess?.word === had.guess?.word;
  if (same || idle()) s.view = view;
  if (same || s.view === had) return;
  s.marks = board.begun(view);
  entitle();
  tell(board.summary(view));
  if (s.pane?.name === "why") open("why");
}

// --- drawing --------------------------------------------------------------------------------------

function notices() {
  const error = s.view || s.page === first.page || /^\/(league|practice)/.test(s.path) ? "" : s.error; // these show it
  const unsent = html`<p class="notice error" role="alert">Not sent: there is no connection. Nothing is lost.
    <button class="link" id="again" @click=${on.again}>Try again</button></p>`;
  const full = html`<p class="notice error" role="alert">${
    isBarred
      ? "This browser does not let jotto save anything: what you enter is lost when the page is closed."
      : `The storage of this browser is full: what you enter now is lost when the page is closed. Delete games that you
      do not need.`
  }</p>`;
  const gone = html`<p class="notice" role="status">Deleted: ${count(s.removed.length, "game")}.
    <button class="link" id="undo" @click=${() => on.remove([])}>Undo</button></p>`;
  return html`${waits() ? unsent : nothing}${s.removed.length ? gone : nothing}${isFull() ? full : nothing}
    ${error && html`<p class="notice error" role="alert">${error}</p>`}
    ${s.view ? nothing : s.said.map((text) => html`<p class="notice" role="status">${say(text)}</p>`)}`;
}

// The turn that comes next on the first board that is not found, as a title.
function turnNumber() {
  if (!s.view || s.link || s.page === practice.page || !["guess", "theirs", "doubt", "wait"].includes(s.view.stage))
    return "";
  const made = s.view.boards.filter((board) => !board.found).map((board) => board.rows.length);
  return say(sentence("head: turn", { turn: Math.min(...made) + 1 }));
}

/** @type {(changes: Partial<PageState>) => void} */
function set(changes) {
  const opens = ("sheet" in changes && changes.sheet) || ("pane" in changes && changes.pane && !wide());
  if (opens && !before) before = /** @type {HTMLElement | null} */ (document.activeElement);
  Object.assign(s, changes);
  lookAhead();
  if (("exact" in changes && changes.exact !== null) || changes.typing?.word) Object.assign(s, { said: [], error: "" });
  const { dataset } = document.documentElement;
  const { theme, contrast } = s.settings;
  Object.assign(dataset, { theme, contrast: contrast === "system" && STRONG.matches ? "high" : contrast });
  const paper = getComputedStyle(document.body).backgroundColor; // the browser's bar has it, too
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.setAttribute("content", paper);
  element("#app").classList.toggle("beside", wide());
  const open_ = s.sheet ? pages.sheet(s, on) : s.pane ? pages.sheet(s, on, board.pane) : nothing;
  const over = Boolean(s.sheet || (s.pane && !wide()));
  const page = s.page || (waits() ? pages.away : () => nothing);
  render(
    html`<header class=${s.path === "/" ? "top" : "top away"} ?inert=${over}><a href="/" data-go>jotto</a><span
      class="title">${turnNumber()}</span></header>
    <main tabindex="-1" ?inert=${over} class=${s.view ? "playing" : ""}>${page(s, on)}</main>
    ${over ? html`<div class="shade" @click=${on.close}></div>` : nothing}${open_}
    <div class="notices">${s.page || !waits() ? notices() : nothing}</div>`,
    element("#app"),
  );
  fit();
  if (opens) element(".sheet").focus({ preventScroll: true });
  else if (!over && before) {
    if (before.isConnected) before.focus({ preventScroll: true });
    before = null;
  }
  const meant = s.target ? ".turn.next" : ".suspect";
  for (const part of document.querySelectorAll(document.querySelector(meant) ? meant : SEEN))
    part.scrollIntoView({ block: "nearest" });
}

// More than a few rows stand close together where they do not fit otherwise; while no word fits they are as they were.
const FEW = 3;
let isClose = false;

function fit() {
  const game = document.querySelector(".game:not(.several)");
  const row = game?.querySelector(".turn");
  if (!game || !row) return;
  if (game.matches(".doubt")) return void game.classList.toggle("long", isClose);
  game.classList.remove("long");
  const lists = [...game.querySelectorAll(".board ol")];
  isClose = lists.some((list) => list.children.length > FEW && list.scrollHeight > list.clientHeight + 1);
  game.classList.toggle("long", isClose);
  element("main").style.setProperty("--held", getComputedStyle(row).getPropertyValue("--tile"));
}

/**
 * An element that is always there.
 * @type {(selector: string) => HTMLElement}
 */
const element = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** @type {(text: string) => void} */
function tell(text) {
  element("#told").textContent = text;
}

// --- keys of a keyboard, links, connection --------------------------------------------------------

// They belong to the word that is typed, except that a button which was reached by the keyboard acts
// while the word was made by such buttons.
document.addEventListener("keydown", (event) => {
  if (event.isComposing) return null;
  if (event.key === "Escape" && (s.sheet || s.pane)) return on.close();
  if (event.key === "Escape" && s.view) return reset();
  if (event.key === "Tab") keyed = false; // Enter belongs to what is reached
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return null;
  const sign = match.small(event.key, s.view);
  const typed = [...sign].length === 1 && (/[\p{L}\p{N}]/u.test(sign) || s.view?.alphabet.includes(sign));
  const button = s.view && /** @type {HTMLElement | null} */ (target.closest("button, a"));
  const word = !s.sheet && (keyed || !button?.matches(":focus-visible")) && s.typing?.word;
  const ofWord = typed || (word && ["Enter", " ", "Backspace"].includes(event.key));
  if (button && ofWord) button.blur();
  if (word && ["Enter", " "].includes(event.key)) {
    event.preventDefault();
    return event.key === "Enter" && !event.repeat && keyboard.enter(s, on);
  }
  if (!s.view || s.sheet) return null;
  if (event.key === "Backspace") return s.typing ? keyboard.erase(s, on) : coloured ? uncolour() : null;
  const digit = /^[0-9]$/.test(sign) && !s.typing;
  if (event.key === "Enter" && s.view.keys.kind === "tiles" && s.exact === s.view.length && !button)
    return board.chosen(s, on, s.marks || "");
  const scores = s.target || s.their || (s.view.stage === "guess" && s.view.moves.includes("score"));
  if (digit && scores && ["pairs", "one row", "tiles"].includes(s.view.keys.kind))
    return board.number(s, on, Number(sign));
  if (!typed) return null;
  if (!s.typing && scores && s.view.keys.kind === "tiles" && coloured.length === (s.exact || 0) && isColour(sign)) {
    coloured += sign;
    return board.number(s, on, "byg".indexOf(sign));
  }
  const begun = { what: s.target ? "edit" : "guess", word: coloured }; // no colours then: a word
  if (!s.typing && (s.target || s.view.stage === "guess")) s.typing = begun;
  if (coloured) Object.assign(s, { exact: null, marks: s.target ? s.target.row.marks : board.begun(s.view) });
  coloured = "";
  keyed = true;
  return keyboard.press(s, on, sign);
});

/** @type {(sign: string) => boolean} */
const isColour = (sign) => "byg".includes(sign) && coloured.length < s.view.length;

function uncolour() {
  coloured = coloured.slice(0, -1);
  const marks = [...(s.marks || "")].with(coloured.length, "B").join("");
  set({ marks, exact: coloured.length || null });
}

// A tap that was meant for what was here before does nothing: a double tap counts once.
document.addEventListener(
  "click",
  (event) => {
    const { detail, clientX: x, clientY: y } = event;
    if (!detail) return; // by a key
    const target = /** @type {HTMLElement} */ (event.target);
    const near = Math.hypot(x - tapped.x, y - tapped.y) < NEAR;
    tapped = { x, y };
    keyed ||= Boolean(target.closest(".keyboard"));
    const settled = !s.moving && !("fresh" in document.body.dataset);
    if (!near || settled || target.closest(".tile, .letter:not(.main)")) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// What is pasted on the board is read as it is in the sheet for it.
document.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text").trim();
  const free = !s.sheet && !(/** @type {HTMLElement} */ (event.target).matches("input, textarea"));
  if (text && free && s.view?.moves.includes("grid")) on.move({ do: "grid", text });
});

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("a");
  const path = link?.getAttribute("href");
  if (!link || !path || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if ("go" in link.dataset) go(path);
  else
    reach(async () => {
      await source.ask("/match");
      location.href = path;
    }); // a page of its own: only with a connection
});

/**
 * Show the page, with data and moves of a source.
 * @type {(from: Source) => Promise<void>}
 */
export async function mount(from) {
  source = from;
  PAGES.push(...(from.pages || []));
  window.addEventListener("popstate", () => go(source.here(), true));
  window.addEventListener("pagehide", () => stream?.close()); // else a page that can come back keeps it
  window.addEventListener("pageshow", (event) => event.persisted && go(source.here(), true));
  window.addEventListener("online", () => waits() && on.again());
  setInterval(() => match.run(s, on), 250);
  setInterval(alone.countDown, 1000);
  let was = wide();
  window.addEventListener("resize", () => {
    const turned = was !== wide();
    was = wide();
    set(turned && !was ? { pane: null } : {});
    if (turned && !s.pane) explain();
  });
  for (const wish of [DARK, STRONG]) wish.addEventListener("change", () => set({}));
  render(html`<div id="app"></div><p id="told" class="unseen" role="status"></p>`, document.body);
  set({});
  const { path, sent } = stored("unsent");
  const unsent = path && sending(path, sent);
  await go(source.here(), true);
  frame.hear(asks);
  frame.report("ready");
  if (!unsent) return;
  s.unsent = newest = unsent;
  await reach(unsent, "unsent");
}
