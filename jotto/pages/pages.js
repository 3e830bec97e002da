// The pages around the board: lists of games, forms, and what the menu opens.
import * as alone from "./alone.js";
import { tiles } from "./board.js";
import { html, nothing } from "./lit-html.js";
import { kinds } from "./moves.js";
import { levels, sentence, say } from "./sentences.js";
import { store, stored } from "./shelf.js";
import { SHEETS as MATCH, changed, checkbox, confirm, failure, select, submitted } from "./match.js";
// (not in one file)
import { fieldsOf, usualOf } from "./match.js";
// (to here)
import { count } from "./numbers.js";

/** @import { MoveKind } from "./moves.js" */
/** @import { Actions, Drawn, Finished, Home, Listed, PageState, TemplateResult, Title } from "./types.js" */

/** @type {Record<string, string>} */
export const LAYOUT = { fr: "azerty", de: "qwertz", cs: "qwertz", hu: "qwertz" };
/** @type {Record<string, { label: string, values: Record<string, string> }>} */
export const SETTINGS = {
  theme: { label: "Colours", values: { system: "as the phone", light: "light", dark: "dark" } },
  contrast: { label: "Contrast", values: { normal: "normal", high: "high" } },
  keys: { label: "Keys", values: { qwerty: "QWERTY", qwertz: "QWERTZ", azerty: "AZERTY", abc: "A to Z" } },
  vibration: { label: "Vibration", values: { on: "on", off: "off" } },
  sound: { label: "Sound", values: { off: "off", on: "quiet" } },
};

const ALONE = "What you play now stays in this browser. Matches need a network, and the program: jotto serve.";

// --- pages ----------------------------------------------------------------------------------------

/**
 * What can be begun: with a server only, if it is `online`.
 * @type {{ path: string, title: string, about: string, online?: boolean }[]}
 */
const DOORS = [
  {
    path: "/new",
    title: "Advice for a game at the table",
    about: "You play with a friend and paper. Enter each score: jotto says what to guess next.",
  },
  {
    path: "/alone",
    title: "Guess my word: this page keeps one",
    about: "You alone: find a word in as few guesses as you can, or the word of today.",
  },
  {
    path: "/match",
    title: "Play a match: against a friend or the computer",
    about: "Each has a secret word, and guesses the other's. jotto scores every guess.",
    online: true,
  },
  {
    path: "/practice",
    title: "Practice: find the best guess",
    about: "Positions of your games where a guess cost most, and others. Ten take five minutes.",
  },
];
const LOOK = { view: { alphabet: [], length: 5, tiles: true, coloured: false } };
const [RECENT, LISTED] = [5, 30]; // games in a list: on the first page, and on others if none are looked for

/** @type {Drawn} */
export function home(s, on) {
  const { games } = /** @type {Home} */ (s.data);
  const doors = DOORS.filter(({ online }) => !online || !s.data.alone).map(
    (
      { path, title, about },
      place,
    ) => html`<li><a class="button ${place ? "" : "main"}" href=${path} data-go>${title}</a>
      <p class="faint">${about}</p></li>`,
  );
  const items = games.slice(0, RECENT).map((entry) => html`<li><a href=${entry.path} data-go>${entry.title}</a></li>`);
  const all = html`<p><a class="button" href="/saved" data-go>All saved games</a></p>`;
  const begun = html`<h2>Continue</h2><ul class="list">${items}</ul>${games.length ? all : nothing}`;
  const join = html`<h2>Join a match</h2>
    <form class="inline" @submit=${submitted(({ code }) => on.join(code.trim().toUpperCase()))}>
      <label for="code">Its code</label> <input id="code" name="code" required maxlength="6"
        autocapitalize="characters" autocomplete="off" spellcheck="false"><button>Join</button></form>
    ${failure(s)}`;
  return html`<div class="page home"><h1>Find the secret word</h1>
    <p>Guess a word, and hear how many of its letters are right.</p>
    <div class="example">${tiles(LOOK, "trace", "BGGYG")}<p><b>3</b> in the right place, <b>1</b> elsewhere:
      the secret is CRANE.</p></div>
    ${s.data.alone ? nothing : join}
    <h2>Play</h2><ul class="doors">${doors}</ul>
    ${games.length ? begun : nothing}
    ${s.data.alone ? html`<p class="faint">${ALONE}</p>` : nothing}
    <ul class="list"><li><a href="/games" data-go>Finished games and statistics</a></li>
    ${s.data.alone ? nothing : html`<li><a href="/league" data-go>A league: results of friends as a table</a></li>`}
    <li><button @click=${() => on.sheet("settings")}>Settings</button></li></ul></div>`;
}

/**
 * Without a server: a choice of the games whose data this device has.
 * @type {(tables: [table: string, title: string][]) => TemplateResult}
 */
function tableOf(tables) {
  const [[table, title] = ["", ""], ...rest] = tables;
  return rest.length
    ? select("table", "Game", tables, table)
    : html`<input type="hidden" name="table" value=${table}><p class="faint">${title}</p>`;
}

/** @type {Drawn} */
function ofTables(s, on) {
  const { tables } = s.data;
  const begin = html`<button class="main big">Start</button>${tableOf(tables)}`;
  return html`<form class="page" @submit=${submitted(on.send)}><h1>New game</h1>
    ${tables.length ? begin : html`<p>There is no connection, and this device has no game yet.</p>`}</form>`;
}

/** @type {Drawn} */
export function newGame(s, on) {
  if (s.data.tables) return ofTables(s, on);
  // (not in one file)
  const fields = fieldsOf(s.data, { ...usualOf(s.data), ...s.form }, true);
  return html`<form class="page" @submit=${submitted(on.send)} @change=${changed(on)}><h1>New game</h1>
    <button class="main big">Start</button>${fields}</form>`;
  // (to here)
}

const BOARDS = { 1: "one", 2: "2: one guess for all", 4: "4: one guess for all" };
const KEPT = { level: "medium", boards: "1", hard: "", changes: "" };

/**
 * Begin a game whose secret the page keeps; what was chosen last is chosen already.
 * @type {Drawn}
 */
export function keep(s, on) {
  const { today, tally, tables } = s.data;
  /** @type {Record<string, any>} */
  const value = {
    ...KEPT,
    // (not in one file)
    ...usualOf(s.data),
    // (to here)
    ...stored("alone"),
    ...s.form,
  };
  const single = value.boards === "1"; // else there is no hard mode
  const send = submitted((form) => {
    const { daily, table, ...chosen } = { ...stored("alone"), ...form };
    store("alone", chosen);
    on.send(form);
  });
  const begun = (/** @type {Listed} */ { path, title }) => html`<li><a href=${path || ""} data-go>${title}</a></li>`;
  const ofToday = today.length
    ? html`<h2>Today's word</h2><ul class="list">${today.map(begun)}</ul>`
    : html`<button class="big" name="daily" value="yes">Today's word: the same for all</button>`;
  /** @type {[level: string, label: string][]} */
  const ofLevels = Object.keys(levels()).map((level) => [level, say(sentence(`level ${level}`))]);
  let game = tables && tableOf(tables);
  // (not in one file)
  game ||= html`<h2>House rules</h2>${fieldsOf(s.data, value)}`;
  // (to here)
  return html`<form class="page" @submit=${send} @change=${changed(on)}><h1>Guess my word</h1>
    <p>This page keeps a word, and scores your guesses.</p>
    <div class="doors"><button class="main big">A new word</button>${today.length ? nothing : ofToday}</div>
    ${today.length ? ofToday : nothing}
    ${select("level", "The word is", ofLevels, value.level)}
    ${select("boards", "Boards", Object.entries(BOARDS), value.boards)}
    ${single ? checkbox("hard", "Hard mode: every guess has to agree with all answers", value.hard) : nothing}
    ${checkbox("changes", "The word may change, as long as it agrees with all answers", value.changes)}
    ${game}${tally ? html`<h2>So far</h2>${alone.tallied(tally)}` : nothing}</form>`;
}

/** @type {(mine: boolean) => TemplateResult} */
function first(mine) {
  return html`<fieldset><legend>Who guesses first?</legend>
    <label class="switch"><input type="radio" name="first" value="me" ?checked=${mine}> I do</label>
    <label class="switch"><input type="radio" name="first" value="them" ?checked=${!mine}> They do</label></fieldset>`;
}

/**
 * A list that can be searched: what is not looked for is not shown, nor more than some games if nothing is.
 * @type {<T extends Listed>(s: PageState, on: Actions, entries: T[], draw: (entry: T) => TemplateResult) => TemplateResult}
 */
function searched(s, on, entries, draw) {
  const wanted = s.search.toLowerCase().split(/\s+/);
  const fits = entries.filter(({ title }) => wanted.every((part) => title.toLowerCase().includes(part)));
  const shown = s.search.trim() ? fits : fits.slice(0, LISTED);
  const search = (/** @type {InputEvent & { target: HTMLInputElement }} */ { target }) =>
    on.set({ search: target.value });
  const field = html`<label>Search: a word, a name, a date
    <input type="search" autocomplete="off" autocapitalize="none" spellcheck="false" .value=${s.search}
      @input=${search}></label>`;
  const more = `These are ${shown.length} of ${fits.length}. Search for the others.`;
  return html`${(s.data.games || []).length > RECENT ? field : nothing}
    <ul class="list">${shown.map(draw)}</ul>
    ${shown.length ? nothing : html`<p role="status">None has that.</p>`}
    ${shown.length < fits.length ? html`<p class="faint">${more}</p>` : nothing}`;
}

const FAR = 96; // pixels that a finger moves a game to delete it

/**
 * What a finger does that moves an element to the left: far enough, and `act` is called.
 * @type {(act: () => void) => (event: PointerEvent & { currentTarget: HTMLElement }) => void}
 */
const swiped = (act) => (event) => {
  const { currentTarget: item, pointerId, clientX, pointerType } = event;
  if (pointerType === "mouse") return;
  let by = 0;
  const move = (/** @type {PointerEvent} */ moved) => {
    if (moved.pointerId !== pointerId) return;
    by = Math.min(0, moved.clientX - clientX);
    item.style.translate = by < -8 ? `${by}px` : "";
    item.classList.toggle("far", by < -FAR);
  };
  const end = (/** @type {PointerEvent} */ ended) => {
    item.style.translate = "";
    item.classList.remove("far");
    for (const name of ["pointermove", "pointerup", "pointercancel"])
      document.removeEventListener(name, /** @type {any} */ (name === "pointermove" ? move : end));
    if (ended.type === "pointerup" && by < -FAR) act();
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
};

/** @type {(s: PageState) => Listed[]} */
const savedGames = ({ data, removed }) =>
  /** @type {Home} */ (data).games.filter(({ path = "" }) => !removed.includes(path));
/** @type {(games: Listed[]) => string[]} */
const deletable = (games) => games.map(({ path = "" }) => path).filter((path) => path.startsWith("/game/"));

/** @type {Drawn} */
export function saved(s, on) {
  const list = savedGames(s);
  const item = (/** @type {Listed} */ { path = "", title }) => {
    const link = html`<a href=${path} data-go>${title}</a>`;
    if (!deletable([{ path, title }]).length) return html`<li>${link}</li>`;
    const remove = () => on.remove([path]);
    return html`<li class="split swipe" @pointerdown=${swiped(remove)}>${link}
      <button aria-label="Delete: ${title}" @click=${remove}>✕</button></li>`;
  };
  const many = deletable(list).length > 1;
  const all = html`<p><button @click=${() => on.sheet("delete all")}>Delete all</button></p>`;
  return html`<div class="page"><h1>Saved games</h1>
    ${list.length ? searched(s, on, list, item) : html`<p>None: all are finished.</p>`}
    ${many ? all : nothing}
    <p><a href="/" data-go>Back to the first page</a></p></div>`;
}

/** @type {Drawn} */
export function games(s, on) {
  const { games: list, said, counts, tally } = /** @type {Finished} */ (s.data);
  const most = Math.max(...counts.map(([, many]) => many), 1);
  const bar = (/** @type {number[]} */ [number, many]) =>
    html`<tr><th scope="row">${number}</th><td><meter min="0" max=${most} value=${many}></meter> ${many}</td></tr>`;
  const share = (/** @type {Listed} */ { name, title }) =>
    html`<button aria-label="Share: ${title}" @click=${() => on.share(`/game/${name}`)}>Share</button>`;
  const named = (/** @type {Listed} */ { name, title }) =>
    name ? html`<a href="/game/${name}/report" data-go>${title}</a>` : html`<span>${title}</span>`;
  const item = (/** @type {Listed} */ entry) =>
    html`<li class="split">${named(entry)} ${entry.name ? share(entry) : nothing}</li>`;
  const all = html`${said.map((text) => html`<p>${text}</p>`)}
    <table class="counts"><caption>Games by the number of guesses</caption><tbody>${counts.map(bar)}</tbody></table>
    ${tally ? html`<h2>Words that this page kept</h2>${alone.tallied(tally)}<h2>All games</h2>` : nothing}
    ${searched(s, on, list, item)}`;
  return html`<div class="page"><h1>Finished games</h1>
    <p><a class="button main" href="/new" data-go>New game</a></p>
    ${list.length ? all : html`<p>None yet. A game is listed here when it ends.</p>`}
    ${s.data.alone ? nothing : html`<p><button @click=${() => on.sheet("move")}>Move to another phone</button></p>`}</div>`;
}

// (not in one file)
/**
 * Asked on the other phone: only the button changes something.
 * @type {Drawn}
 */
export function moving(s, on) {
  const { mine, theirs } = s.data;
  return html`<form class="page" @submit=${submitted(on.send)}><h1>Games of another phone</h1>
    <p>The other phone has ${theirs}. This phone has ${mine} of its own.</p>
    <p>Add them: this phone then has the games of both, and keeps its own. The other phone keeps its games, and sees
      none of this one.</p>
    <button class="main big">Add the games of the other phone</button>
    <p><a href="/" data-go>No, leave everything as it is</a></p>
    <p class="faint">Did you not show this link on a phone of yours just now? Then leave it.</p></form>`;
}

// (to here)
/** @type {Drawn} */
export const missing = (s, on) => html`<div class="page"><h1>Not found</h1><p>${s.data.error}</p>
  <p><a href="/" data-go>Your games</a></p>
  ${s.data.damaged ? html`<p><button @click=${() => on.send({ do: "delete" })}>Delete this game</button></p>` : nothing}</div>`;
// (not in one file)
/** @type {Drawn} */
export const away = (_, on) => html`<div class="page"><h1>No connection</h1>
  <p>The computer with your matches cannot be reached. They are saved there. Is jotto serve running, and this phone in
    its network?</p>
  <p><button class="main" @click=${on.again}>Try again</button> <a class="button" href="/" data-go>Your games</a></p>
  </div>`;

// (to here)
// --- sheets: what opens over the board ------------------------------------------------------------

/** @type {Drawn} */
function menu(s, on) {
  const v = s.view;
  const theirs = v?.stage === "theirs";
  const facts = { word: v?.guess?.word, race: Boolean(v?.rules), theirs };
  const item = (/** @type {string} */ text, /** @type {() => unknown} */ act) =>
    html`<li><button @click=${act}>${text}</button></li>`;
  const act = (/** @type {MoveKind} */ { name, sheet: opens, shows, values = {} }) => {
    if (opens) return on.sheet(opens);
    if (shows) return on.set({ sheet: null, typing: { what: name, word: "" } });
    return on.move({ do: name, ...("side" in values ? { side: theirs ? "me" : "them" } : {}) });
  };
  const items = (/** @type {string} */ where) =>
    kinds()
      .filter(({ name, place }) => place === where && v?.moves.includes(name))
      .map((kind) => item(say(sentence(`move ${kind.name}`, facts)), () => act(kind)));
  return html`<ul class="list">${items("menu")}
    ${v?.match ? item("What was agreed, and the code", () => on.sheet("match")) : nothing}
    ${item("How it works", () => on.sheet("help"))}
    ${item("Settings", () => on.sheet("settings"))}
    ${items("end")}
    ${v?.match && v.stage === "over" ? html`<li><a href="/match" data-go>New match</a></li>` : nothing}
    <li><a href="/" data-go>All games</a></li></ul>`;
}

/** @type {Drawn} */
function race(s, on) {
  const rules = s.view.rules;
  const note =
    rules && !rules.private
      ? "Your secret is set; type another to change it"
      : "Your secret, to score their guesses (may stay empty)";
  return html`<form @submit=${submitted((fields) => on.move({ do: "race", ...fields }))}>
    <label>${note} <input name="word" type="password" autocapitalize="none" autocomplete="off"
      spellcheck="false"></label>
    ${first(!rules || rules.first)}
    ${checkbox("last_turn", "The second player gets one last guess", Boolean(rules?.last_turn))}
    <button class="main big">${rules ? "Change" : "Track both"}</button></form>`;
}

/** @type {Drawn} */
function settings(s, on) {
  return html`${Object.entries(SETTINGS).map(([name, { label, values }]) =>
    select(name, label, Object.entries(values), s.settings[name], (event) => on.setting(name, event.target.value)),
  )}`;
}

/** @type {Drawn} */
function paste(s, on) {
  return html`<form @submit=${submitted(({ text }) => on.move({ do: "grid", text }))}>
    <label>The words that were guessed, then a row of squares for each
    <textarea name="text" rows="10" required autocapitalize="none" autocomplete="off"
      spellcheck="false"></textarea></label>
    ${failure(s)}<button class="main big">Enter</button></form>`;
}

/** @type {Record<string, Title>} */
const SHEETS = {
  ...alone.SHEETS,
  menu: ["Menu", menu],
  race: ["Both players", race],
  paste: ["Paste a shared game", paste],
  settings: ["Settings", settings],
  delete: [
    "Delete this game?",
    (_, on) =>
      confirm(
        "It is gone then, and not among the finished games.",
        "Delete it",
        () => on.move({ do: "delete" }),
        "danger",
      ),
  ],
  "delete all": [
    "Delete all saved games?",
    (s, on) => {
      const paths = deletable(savedGames(s));
      const text = "Finished games stay, and so do matches.";
      return confirm(text, `Delete ${count(paths.length, "game")}`, () => on.remove(paths));
    },
  ],
  // (not in one file)
  move: [
    "Move to another phone",
    (
      s,
    ) => html`<p>Scan this with the other phone within ten minutes, or open the link there. It asks there, and then has
      the games of this one, too.</p>
    <img class="code" src="/data/move.svg" alt="A code that holds the link" width="240" height="240"><p
      class="words">${s.link || ""}</p>`,
  ],
  // (to here)
  help: [
    "How it works",
    (s) =>
      s.view && alone.keeps(s.view)
        ? alone.HELP
        : s.view?.match
          ? html`<p>Find the other player's word before they find yours. Type a guess; the program scores it, and both of
          you see the score: first the letters in the right place, then those elsewhere.</p>
    <p><b>Notes</b> marks letters as out or in, for you alone. Hold <b>Secret</b> to see your word. <b>Undo</b> asks
      the other player to take back your last guess. <b>Say</b> sends a sign, such as
      "Well done!".</p>
    <p>You doubt that a guess of theirs is a word? Tap it: the lists answer, and both of you see it.</p>`
          : html`<p>Say the guess that is shown to the other player, and enter the score they tell you: first the letters
          in the right place, then those elsewhere. The next guess appears.</p>
    <p>You guessed another word? Tap the guess, and type it. A score was wrong? Tap that turn. Undo takes back what was
      entered last.</p>
    <p><b>Why?</b> shows what each score would leave, <b>Others</b> more good guesses, <b>Words</b> what is still
      possible. When no word fits, tap the mistake that is likeliest.</p>
    <p>To keep both halves of the game, your secret and their guesses as well, tap <b>Track both players</b> in the
      menu.</p>`,
  ],
  text: ["Copy this", (s) => html`<textarea readonly rows="10" aria-label="The text to share">${s.text}</textarea>`],
};

/** @type {(s: PageState, on: Actions, inside?: Drawn) => TemplateResult} */
export function sheet(s, on, inside) {
  const name = s.sheet || "";
  /** @type {Title} */
  let [title, draw] = name in MATCH ? MATCH[name](s) : SHEETS[name] || ["", () => nothing];
  if (inside) [title, draw] = [say(s.pane?.title), inside];
  return html`<section class="sheet" role="dialog" aria-label=${title} tabindex="-1">
    <header><h2>${title}</h2><button class="close" aria-label="Close" @click=${on.close}>✕</button></header>
    <div class="body" tabindex="0">${draw(s, on)}</div></section>`;
}
