// The pages around the board: lists of games, forms, and what the menu opens.
import * as alone from "./alone.js";
import { SAME, keepPlayed, keepRules } from "./first.js";
import { calledBy, calledIn, ownLists } from "./house.js";
import { html, nothing } from "./lit-html.js";
import { kinds } from "./moves.js";
import { levels, sentence, say } from "./sentences.js";
import { store, stored } from "./shelf.js";
import { SHEETS as MATCH, changed, checkbox, confirm, failure, fieldsOf, select, submitted, usualOf } from "./match.js";
// (not in one file)
import { scanned } from "./match.js";
// (to here)
import { count } from "./numbers.js";

/** @import { MoveKind } from "./moves.js" */
/** @import { Actions, Drawn, Finished, Home, Listed, PageState, TemplateResult, Title } from "./types.js" */

/** @type {Record<string, string>} */
export const LAYOUT = { fr: "azerty", de: "qwertz", cs: "qwertz", hu: "qwertz" };
/** @type {Record<string, { label: string, values: Record<string, string> }>} */
export const SETTINGS = {
  theme: { label: "Colours", values: { system: "As the phone", light: "Light", dark: "Dark" } },
  contrast: { label: "Contrast", values: { system: "As the phone", normal: "Normal", high: "High" } },
  keys: { label: "Keys", values: { qwerty: "QWERTY", qwertz: "QWERTZ", azerty: "AZERTY", abc: "A to Z" } },
  vibration: { label: "Vibration", values: { on: "On", off: "Off" } },
  sound: { label: "Sound", values: { off: "Off", on: "Quiet" } },
};

// --- pages ----------------------------------------------------------------------------------------

const [RECENT, LISTED] = [5, 30]; // games in a list: on the first page, and on others if none are looked for

/** @type {Drawn} */
export function newGame(s, on) {
  const { offers } = s.data;
  const value = { ...usualOf(offers), ...s.form };
  const send = submitted((form) => {
    keepRules("new", calledBy(offers.called, form)?.id, form);
    on.send(form);
  });
  return html`<form class="page" @submit=${send} @change=${changed(on, offers)}><h1>House rules</h1>
    <button class="main big">Start</button>${fieldsOf(offers, value, { advice: true, own: ownLists() })}</form>`;
}

const BOARDS = { 1: "1", 2: "2 (each guess counts on both)", 4: "4 (each guess counts on all)" };
const KEPT = { level: "medium", boards: "1", hard: "", changes: "" };

/**
 * Begin a game whose secret the page keeps; what was chosen last is chosen already.
 * @type {Drawn}
 */
export function keep(s, on) {
  const { today, tallies, offers } = s.data;
  const { game: ofLast, rule: by, boards: many } = calledIn(offers, stored("first").played) || {};
  const last = ofLast && { game: ofLast, boards: many, ...(by && { rule: by }) };
  /** @type {Record<string, any>} */
  const value = { ...KEPT, ...usualOf(offers, stored("alone")), ...last, ...s.form };
  const codes = value.game !== "words";
  const what = codes ? "code" : "word";
  const single = value.boards === "1"; // else there is no hard mode
  const send = submitted((form) => {
    const { daily, ...chosen } = { ...stored("alone"), ...form };
    store("alone", chosen);
    const id = calledBy(offers.called, form)?.id;
    keepPlayed(id);
    if (!daily) keepRules("alone", id, form);
    on.send(form);
  });
  const begun = (/** @type {Listed} */ { path, title }) => html`<li><a href=${path || ""} data-go>${title}</a></li>`;
  /** @type {[level: string, label: string][]} */
  const ofLevels = Object.keys(levels()).map((level) => [level, say(sentence(`level ${level}`))]);
  const [game, rules] = fieldsOf(offers, value, { boards: Object.keys(BOARDS), own: ownLists() });
  return html`<form class="page" @submit=${send} @change=${changed(on, offers)}><h1>A ${what} to guess</h1>
    <p>I choose a ${what}, and score your guesses.</p>${game}
    <div class="doors"><button class="main big">A new ${what}</button>
      <button class="big" name="daily" value="yes">Today's ${what}</button></div>${codes ? nothing : html`<p class="faint">${SAME}</p>`}
    ${today.length ? html`<ul class="list">${today.map(begun)}</ul>` : nothing}
    ${codes ? nothing : select("level", "The word is", ofLevels, value.level)}
    ${select("boards", "Boards", Object.entries(BOARDS), value.boards)}
    ${single ? checkbox("hard", "Hard mode: every guess must fit all the scores so far", value.hard) : nothing}
    ${checkbox("changes", `Tricky: the ${what} may change, as long as it fits every score`, value.changes)}
    <h2>House rules</h2>${rules}${tallies.length ? html`<h2>So far</h2>${tallies.map(alone.talliedOf)}` : nothing}</form>`;
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
  const more = `You see ${shown.length} of ${fits.length}. Search to find the others.`;
  return html`${(s.data.games || []).length > RECENT ? field : nothing}
    <ul class="list">${shown.map(draw)}</ul>
    ${shown.length ? nothing : html`<p role="status">No game matches your search.</p>`}
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
    ${list.length ? searched(s, on, list, item) : html`<p>There are no saved games: all are finished.</p>`}
    ${many ? all : nothing}
    <p><a href="/" data-go>Back to the first page</a></p></div>`;
}

/** @type {Drawn} */
export function games(s, on) {
  const { games: list, said, counts, tallies } = /** @type {Finished} */ (s.data);
  const counted = (/** @type {Finished["counts"][0]} */ { title, numbers }) => {
    const most = Math.max(...numbers.map(([, many]) => many));
    const bar = (/** @type {number[]} */ [number, many]) =>
      html`<tr><th scope="row">${number}</th><td><meter min="0" max=${most} value=${many}></meter> ${many}</td></tr>`;
    return html`<table class="counts"><caption>${title}</caption><tbody>${numbers.map(bar)}</tbody></table>`;
  };
  const share = (/** @type {Listed} */ { name, title }) =>
    html`<button aria-label="Share: ${title}" @click=${() => on.share(`/game/${name}`)}>Share</button>`;
  const named = (/** @type {Listed} */ { name, title }) =>
    name ? html`<a href="/game/${name}/report" data-go>${title}</a>` : html`<span>${title}</span>`;
  const item = (/** @type {Listed} */ entry) =>
    html`<li class="split">${named(entry)} ${entry.name ? share(entry) : nothing}</li>`;
  const all = html`${said.map((text) => html`<p>${text}</p>`)}
    ${counts.map(counted)}
    ${tallies.length ? html`<h2>Words you guessed here</h2>${tallies.map(alone.talliedOf)}<h2>All games</h2>` : nothing}
    ${searched(s, on, list, item)}`;
  return html`<div class="page"><h1>Finished games</h1>
    <p><a class="button main" href="/" data-go>New game</a></p>
    ${list.length ? all : html`<p>You have no finished games yet. A game is listed here when it ends.</p>`}
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
    <p>If you add them, this phone has the games of both. Nothing changes on the other phone, which does not see the
      games of this one.</p>
    <button class="main big">Add the games of the other phone</button>
    <p><a href="/" data-go>No, leave everything as it is</a></p>
    <p class="faint">If you did not open this link from your own phone just now, add nothing: somebody else may have sent
      it.</p></form>`;
}

// (to here)
/** @type {Drawn} */
export const missing = (s, on) => html`<div class="page"><h1>Not found</h1><p>${s.data.error}</p>
  <p><a href="/" data-go>Your games</a></p>
  ${s.data.damaged ? html`<p><button @click=${() => on.send({ do: "delete" })}>Delete this game</button></p>` : nothing}</div>`;
// (not in one file)
/** @type {Drawn} */
export const away = (_, on) => html`<div class="page"><h1>No connection</h1>
  <p>This phone cannot reach the computer that has your matches. Check that jotto serve is running there, and that this
    phone is on the same network.</p>
  <p><button class="main" @click=${on.again}>Try again</button> <a class="button" href="/" data-go>Your games</a></p>
  </div>`;

// (to here)
// --- sheets: what opens over the board ------------------------------------------------------------

/** @type {Drawn} */
function menu(s, on) {
  const v = s.view;
  const theirs = v?.stage === "theirs";
  const facts = { noun: v && alone.noun(v), word: v?.guess?.word, race: Boolean(v?.rules), theirs };
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
    ${v?.match ? item("What you agreed on, and the code", () => on.sheet("match")) : nothing}
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
      : "Your secret, to score their guesses (optional)";
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

// (not in one file)
const MOVES = `Scan this with the other phone within ten minutes, or open the link there. The other phone asks whether to
  add the games of this one to its own.`;
// (to here)
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
        "You cannot get it back, and it is not listed among the finished games.",
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
    (s) => html`${scanned(s.link, "/move.svg", MOVES)}<p class="words">${s.link || ""}</p>`,
  ],
  // (to here)
  help: [
    "How it works",
    (s) =>
      s.view && alone.keeps(s.view)
        ? alone.help(s.view)
        : s.view?.match
          ? html`<p>Find the other player's word before they find yours. Type a guess; the program scores it, and both of
          you see the score: first the letters in the right place, then those elsewhere.</p>
    <p><b>Notes</b> marks letters as out or in, for you alone. Hold <b>Secret</b> to see your word. <b>Undo</b> asks
      the other player to take back your last guess. <b>Say</b> sends a short message, such
      as "Well done!".</p>
    <p>Do you doubt that their guess is a word? Tap it: jotto looks it up, and you both see the answer.</p>`
          : html`<p>Make the guess that is shown, and enter its score: first what is in the right place, then what is
          elsewhere; or its colours. The next guess appears.</p>
    <p>Did you make another guess? Tap the guess, and enter yours. Was a score wrong? Tap that turn. <b>Undo</b> takes
      back what you entered last.</p>
    <p><b>Why?</b> shows what each score would leave, <b>Others</b> more good guesses, and the button beside it what is
      still possible. When nothing fits, tap the likeliest mistake.</p>
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
