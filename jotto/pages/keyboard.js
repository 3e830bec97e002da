// What is typed on the board, and the keys for it: each says what is known of its letter.
import { html, nothing } from "./lit-html.js";
import { hasNotes, noun } from "./alone.js";
import * as match from "./match.js";
import { sentence, say } from "./sentences.js";

/** @import { Actions, Drawn, Look, PageState, Side, Target, TemplateResult, View } from "./types.js" */
/** @import { Sentence } from "./sentences.js" */

/** @type {Record<string, string[]>} */
const LAYOUTS = {
  qwerty: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  qwertz: ["qwertzuiop", "asdfghjkl", "yxcvbnm"],
  azerty: ["azertyuiop", "qsdfghjklm", "wxcvbn"],
};
/** @type {Record<string, string>} */
const KNOWN = {
  placed: "tile: in the right place",
  elsewhere: "tile: elsewhere",
  in: "in the word",
  open: "may be in the word",
  out: "tile: not in the word",
};
const OF_CODE = { ...KNOWN, in: "in the code", open: "may be in the code", out: "not in the code" };
/** @type {(v: View) => Record<string, string>} */
const known = (v) => (noun(v) === "word" ? KNOWN : OF_CODE);

export const shout = match.shout;
/** @type {(key: string, facts?: Record<string, any>) => string} */
export const label = (key, facts) => say(sentence(key, facts));
/** @type {(...names: unknown[]) => string} */
export const cls = (...names) => names.filter(Boolean).join(" ");
/** @type {(v: Look, sign: string) => string} */
export const peg = (v, sign) => (v.coloured && /^\d$/.test(sign) ? `peg c${Number(sign)}` : ""); // the colour of a digit

/**
 * The letters of a word, where one may be written with several characters: ij, ch, ng.
 * @type {(v: Look, word: string) => string[]}
 */
export function spelt(v, word) {
  const long = v.alphabet.filter((sign) => [...sign].length > 1).sort((a, b) => b.length - a.length);
  const parts = long.map((sign) => sign.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return word.match(new RegExp([...parts, "."].join("|"), "gu")) || [];
}
/** @type {(v: View) => boolean} */
export const several = (v) => v.boards.length > 1 && "number" in v.boards[0];
/** @type {(v: View) => View["boards"]} */
export const inOrder = ({ boards }) => [...boards].sort((a, b) => Number(a.number) - Number(b.number));

// --- entering -------------------------------------------------------------------------------------

/** @type {(s: PageState, on: Actions, sign: string) => void} */
export function press(s, on, sign) {
  const { typing } = s;
  const word = `${typing?.rated ? "" : typing?.word}${sign}`; // a suggestion gives way to what is typed
  if (!typing || spelt(s.view, word).length > s.view.length) return;
  on.tick();
  on.set({ typing: { what: typing.what, word } });
}

/** @type {(s: PageState, on: Actions) => void} */
export function erase(s, on) {
  if (s.typing) on.set({ typing: { what: s.typing.what, word: spelt(s.view, s.typing.word).slice(0, -1).join("") } });
}

/** @type {(s: PageState, on: Actions) => void} */
export function enter(s, on) {
  if (!s.typing) return;
  const { what, word } = s.typing;
  if (spelt(s.view, word).length < s.view.length)
    return on.set({ error: label("not enough letters", { noun: noun(s.view) }) });
  if (what === "about") on.pane("about", word);
  else if (what === "edit" && s.target) on.move({ do: "edit", ...corrected(s.target), word });
  else if (what === "they" && s.view.rules?.private) on.set({ their: word, typing: null });
  else on.move({ do: what, word });
}

/** @type {(target: Target) => { side: Side, turn: string, board?: string }} */
export function corrected({ side, turn: made, board: place }) {
  return { side, turn: String(made), ...(place ? { board: String(place) } : {}) };
}

// --- keys -----------------------------------------------------------------------------------------

/** @type {(of: Pick<View, "letters">) => Map<string, string>} */
function letterStates({ letters: groups }) {
  return new Map(Object.entries(groups).flatMap(([how, signs]) => signs.split(" ").map((sign) => [sign, how])));
}

/**
 * What is known of each letter on up to four boards, in their order: of a board that is found, nothing.
 * @type {(v: View) => Map<string, string>[]}
 */
function boardStates(v) {
  if (!several(v) || v.boards.length > 4) return [];
  return inOrder(v).map(({ letters: groups = {} }) => letterStates({ letters: groups }));
}

/** @type {Drawn} */
export function keyboard(s, on) {
  const { view: v, settings } = s;
  const typing = s.typing || { what: "note", word: "" };
  const notes = hasNotes(v) && typing.what !== "secret";
  const noting = !s.typing || (s.noting && notes && typing.what === "guess");
  const about = ["they", "secret"].includes(typing.what) ? new Map() : letterStates(v);
  const boards = boardStates(v);
  if (notes) for (const [sign, how] of Object.entries(match.notes.kept(s.path))) about.set(sign, how);
  let rows = (LAYOUTS[settings.keys] || []).map((row) => [...row]);
  const rest = v.alphabet.filter((sign) => !rows.flat().includes(sign));
  if (rest.length > 9 || rest.length === v.alphabet.length) {
    const width = Math.max(6, Math.ceil(v.alphabet.length / 3));
    rows = [0, 1, 2].map((row) => v.alphabet.slice(row * width, (row + 1) * width));
  } else for (const sign of rest) rows.reduce((a, b) => (b.length < a.length ? b : a)).push(sign);
  const key = (/** @type {string} */ sign) => {
    const hows = boards.map((states) => states.get(sign) || "");
    const parted = hows.some((how) => how && how !== "open") && !hows.every((how) => how === "out");
    const how = parted ? "" : hows[0] || about.get(sign) || "";
    const look = cls("letter", how, parted && "parted", peg(v, sign));
    const act = () => (noting ? match.notes.turn(s, on, sign) : press(s, on, sign));
    const told = parted
      ? hows.flatMap((part, at) => (known(v)[part] ? [onBoard(known(v)[part], at)] : []))
      : how && sentence(known(v)[how]);
    const parts = html`<span class="parts" aria-hidden="true">${hows.map((part) => html`<i class=${part}></i>`)}</span>`;
    return html`<button class=${look} aria-label=${how || parted ? label("spoken: key", { letter: sign, how: told }) : sign}
      @click=${act}>${parted ? parts : nothing}<span>${shout(sign, v)}</span></button>`;
  };
  const last = html`<button class="letter wide" aria-label=${label("spoken: delete")} ?disabled=${noting}
    @click=${() => erase(s, on)}>⌫</button>
    <button class="letter wide main" aria-label=${label("enter")} ?disabled=${noting}
      @click=${() => enter(s, on)}>✓</button>`;
  return html`<div class="keyboard" role="group" aria-label=${label(noting ? "spoken: notes" : "spoken: keyboard")}>
    ${rows.map((row, place) => html`<div class="keyrow">${row.map(key)}${place === 2 ? last : nothing}</div>`)}</div>`;
}

/** @type {(how: string, at: number) => Sentence} */
const onBoard = (how, at) => sentence("spoken: key on a board", { number: at + 1, how: sentence(how) });

/** @type {(v: View) => TemplateResult | symbol} */
export function letters(v) {
  const about = letterStates(v);
  const groups = Object.entries(v.letters).map(([how, signs]) => `${label(known(v)[how])}: ${signs}`);
  const letter = (/** @type {string} */ sign) =>
    html`<span aria-hidden="true" class=${cls(about.get(sign), peg(v, sign))}>${shout(sign, v)}</span>`;
  return html`<div class="letters" role="img" aria-label=${groups.join("; ") || label("no letter is known")}>
    ${v.alphabet.map(letter)}</div>`;
}
