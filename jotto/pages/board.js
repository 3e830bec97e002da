// The board of a live game or a match, drawn from a View (docs/files.md), and what is tapped on it.
//
// `s` is the state of the page: `s.view`, and what the player has begun to enter: `s.typing` (what
// for, and the word so far), `s.target` (the turn that is corrected), `s.exact` (the first of two
// numbers), `s.marks` (colours tapped on tiles). `on` has what the page does: `on.move(move)`,
// `on.set(changes)`, `on.pane(name, about)`, `on.sheet(name)`, `on.tick()`.
import { html, nothing, svg } from "./lit-html.js";
import * as alone from "./alone.js";
import { cls, corrected, inOrder, keyboard, label, letters, peg, several, shout, spelt } from "./keyboard.js";
import * as match from "./match.js";
import { EXPLAINED } from "./moves.js";
import { isWon, pictureOf, points } from "./picture.js";
import { gameFacts, sentence, say } from "./sentences.js";

/** @import { Actions, Board, Cell, Choice, Drawn, Guess, Look, NumberedBoard, TurnRow, Side, PageState } from "./types.js" */
/** @import { Target, TemplateResult, Typing, View } from "./types.js" */
/** @import { Sentence } from "./sentences.js" */
/** @typedef {Sentence | string | null} Said */
/** @typedef {{ lead: [title: Said, aside: Said, does: unknown], said: Said[], strip?: TemplateResult }} Info */

const MOST_WORDS = 400; // in a pane
const ROWS = 6; // of a board that is begun: those to come are drawn, too
/** @type {Record<string, string>} */
const SQUARES = { G: "🟩", Y: "🟨", B: "⬛" };
/** @type {Record<string, string>} */
const PEGS = { G: "●", Y: "○", B: "·" };
const CONFETTI = Array(30).fill(0); // pieces, each moved by its place: app.css
/** @type {Record<string, string>} */
const NEXT = { B: "Y", Y: "G", G: "B" }; // the colour of a tile after a tap
/** @type {Record<string, string>} */
const NAMES = { B: "tile: not in the word", Y: "tile: elsewhere", G: "tile: in the right place" };
/** @type {Record<string, string>} */
const HEADS = { you: "head: you", they: "head: they" }; // of the boards of two players
/** @type {(s: PageState, move: string) => boolean} */
const has = (s, move) => s.view.moves.includes(move);
/** @type {(s: PageState) => boolean} */
const single = (s) => s.view.boards.length === 1;
/** @type {(v: View) => View["boards"][0]} */
export const focus = (v) => v.boards.find((item) => item.asked) || v.boards[0]; // the board whose score comes next

// --- what a screen reader is told after a change --------------------------------------------------

/** @type {(v: View) => string} */
export function summary(v) {
  const rows = v.boards.flatMap((item) => item.rows.slice(-1)).filter((row) => row.score);
  const last = rows.map(({ guess, score: text }) => sentence("spoken: turn", { guess, score: text }));
  const result = v.stage === "over" ? v.result : null;
  if (several(v) && (v.guess || v.stage === "over")) {
    const asks = v.guess ? sentence("spoken: boards", { prompt: v.prompt, possible: v.guess.possible }) : v.title;
    return [result, asks, ...v.trouble, ...v.faults].map(say).filter(Boolean).join(" ");
  }
  const next = v.guess ? sentence("spoken: guess", { ...v.guess }) : v.title;
  const said = [...last, ...(v.match?.signs || []), result, next, ...v.trouble, ...v.faults, ...v.notes];
  return said.map(say).filter(Boolean).join(" ");
}

// --- rows -----------------------------------------------------------------------------------------

/** @type {(s: { view: Look }, word: string, marks?: string, change?: ((place: number) => void) | null) => TemplateResult} */
export function tiles(s, word, marks = "", change = null) {
  const signs = spelt(s.view, word).map((sign) => shout(sign, s.view));
  while (signs.length < s.view.length) signs.push("");
  const tile = (/** @type {string} */ sign, /** @type {number} */ place) => {
    const mark = s.view.tiles || change ? marks[place] || "" : "";
    const look = cls("tile", mark, sign && peg(s.view, sign));
    if (!change) return html`<span class=${look} aria-hidden="true">${sign}</span>`;
    const spoken = mark ? label("spoken: tile", { letter: sign, how: sentence(NAMES[mark]) }) : sign;
    return html`<button type="button" class=${look} aria-label=${spoken} @click=${() => change(place)}>${sign}</button>`;
  };
  return html`<span class="tiles" role=${change ? "group" : "img"}
    aria-label=${word || label("hidden word")}>${signs.map(tile)}</span>`;
}

/** @type {(v: Look, row: Omit<TurnRow, "won">, right: string, told?: boolean) => TemplateResult} */
export function score(v, row, right, told = false) {
  const pegs = v.tiles ? [] : [...row.marks];
  const text = v.tiles && !right ? nothing : html`<b class=${right ? "wrong" : ""}>${row.score}</b>`;
  const drawn = html`<span class="pegs" aria-hidden="true">${pegs.map((mark) => html`<i class=${mark}></i>`)}</span>`;
  return html`<span class="score" aria-hidden=${told || nothing}>${pegs.length ? drawn : nothing}
    <span>${text}${right && html`<b class="right">${right}</b>`}</span>${
      row.doubt && html`<small class="doubt">${say(row.doubt)}</small>`
    }</span>`;
}

/**
 * The offer whose row is marked: the one that is pointed at, else the first that has a row.
 * @type {(v: View, place: number | null) => Choice | undefined}
 */
const meant = (v, place) => (place === null ? v.choices.find((choice) => choice.row) : v.choices[place]);

/** @type {(s: PageState, on: Actions, side: Side, row: TurnRow, number: number, place?: number) => TemplateResult} */
function turn(s, on, side, row, number, place = undefined) {
  const asked = place === undefined || focus(s.view).number === place;
  const offer = meant(s.view, s.meant);
  const fix = side === "me" && asked && offer?.turn === number ? offer.row : null;
  const right = row.right || (fix && fix.score !== row.score ? fix.score : "");
  const may = right || (fix ? fix.guess : "");
  const edited = s.target && s.target.side === side && s.target.turn === number && s.target.board === place;
  const guess = row.guess || sentence("hidden word");
  const won = row.won && s.view.stage !== "doubt";
  const told = { score: row.score, won: won ? sentence("boards found") : null, may, doubt: row.doubt };
  const spoken = label("spoken: row", { number, guess, ...told });
  const look = cls("turn", won && "solved", fix && "suspect", edited && "next");
  if (edited && (s.typing || (s.view.tiles && place === undefined))) {
    const word = s.typing ? s.typing.word : row.guess;
    const change = s.typing ? null : (/** @type {number} */ tile) => recolour(s, on, tile);
    return html`<li><div class=${look}>${tiles(s, word, s.typing ? "" : s.marks, change)}</div></li>`;
  }
  const inside = html`${tiles(s, row.guess, row.marks)}${score(s.view, row, right, true)}`;
  const last = s.view.boards[1]?.rows.length - (s.view.match?.challengeable || 0);
  if (side === "them" && has(s, "challenge") && number > last)
    return html`<li><button class=${look} aria-label=${label("spoken: challenge", { row: spoken })}
      @click=${() => on.set({ challenged: row.guess, sheet: "challenge" })}>${inside}</button></li>`;
  if (!has(s, "edit")) return html`<li><div class=${look} role="group" aria-label=${spoken}>${inside}</div></li>`;
  const edit = () =>
    on.set({ target: { side, turn: number, row, board: place }, typing: null, exact: null, marks: row.marks });
  return html`<li><button class=${look} aria-label=${label("spoken: correct", { row: spoken })} @click=${edit}>${inside}</button></li>`;
}

/** @type {(s: PageState, on: Actions, place: number) => void} */
function recolour(s, on, place) {
  const marks = [...(s.marks || "")];
  marks[place] = NEXT[marks[place]];
  on.tick();
  on.set({ marks: marks.join("") });
}

/** @type {(s: PageState, on: Actions, side: Side) => TemplateResult | symbol} */
function nextRow(s, on, side) {
  const { view: v, typing, target } = s;
  const mine = side === "me" && v.stage === "guess";
  const theirs = side === "them" && v.stage === "theirs";
  if (!mine && !theirs) return nothing;
  const typed = !target && typing && ["guess", "they"].includes(typing.what);
  const word = typed ? typing.word : mine ? v.guess?.word || "" : s.their || "";
  if (mine && v.tiles && !typed && has(s, "score") && !target)
    return html`<li><div class="turn next">${tiles(s, word, s.marks, (place) => recolour(s, on, place))}</div></li>`;
  const lead = v.guess ? v.guess.lead : sentence("your guess");
  const facts = { lead, word, noun: alone.noun(v) };
  const spoken = say(mine && word && !typed ? sentence("spoken: other word", facts) : v.prompt);
  const type = () => on.set({ typing: { what: mine ? "guess" : "they", word: "" }, target: null });
  return html`<li class="coming"><button class=${cls("turn", !target && "next")} aria-label=${spoken}
    @click=${type}>${tiles(s, word, "")}</button></li>`;
}

/**
 * The places of rows, under the rows that are made: those that have room are to be seen.
 * @type {(s: PageState, count: number) => TemplateResult}
 */
const ghosts = (s, count) =>
  html`<div class="ghosts" aria-hidden="true">${Array.from(
    { length: count },
    () => html`<div>${tiles(s, "", "")}</div>`,
  )}</div>`;

/** @type {(v: View, player: Board) => Sentence | null} */
const spokenWin = (v, { rows }) => (rows.at(-1)?.won && v.stage !== "doubt" ? sentence("boards found") : null);

/** @type {(s: PageState, on: Actions, player: Board, place: number) => TemplateResult} */
function board(s, on, player, place) {
  const side = place === 0 ? "me" : "them";
  const name = say(player.who.key in HEADS ? sentence(HEADS[player.who.key]) : player.who);
  /** @type {unknown[]} */
  const rows = player.rows.map((row, index) => turn(s, on, side, row, index + 1)); // one list, so that no row moves
  rows.push(...[nextRow(s, on, side)].filter((row) => row !== nothing));
  const most = Math.max(ROWS, ...s.view.boards.map((item) => item.rows.length + Number(s.view.stage !== "over"))); // as many on both
  return html`<section class="board" aria-label=${label("spoken: board", { name, won: spokenWin(s.view, player) })}>
    ${single(s) ? nothing : match.heading(s, name, player, place)}
    <ol tabindex="0" aria-label=${label("spoken: turns")}>${rows}</ol>${ghosts(s, most)}</section>`;
}

// --- several boards -------------------------------------------------------------------------------

/** @type {(numbered: Partial<NumberedBoard>, near: unknown) => TemplateResult} */
const heading = (numbered, near) => html`<h2><span>${numbered.number}</span>
  ${near ? html`<em>${label("nearest")}</em>` : nothing}<small>${say(numbered.note)}</small></h2>`;

/**
 * Every board in its place: with its turns, or with the last alone if it is found. The nearest to its end is marked.
 * @type {Drawn}
 */
function many(s, on) {
  const { view: v, typing } = s;
  const coming = (/** @type {string} */ word) =>
    html`<li class="coming"><div class="turn ghost">${tiles(s, word, "")}</div></li>`;
  const [near, second] = v.boards.filter((numbered) => !numbered.found); // the view has the fewest words first
  const drawn = (/** @type {View["boards"][0]} */ numbered) => {
    const rows = numbered.rows.map((row, index) => turn(s, on, "me", row, index + 1, numbered.number));
    const word = typing && typing.what === "guess" ? typing.word : v.guess?.word;
    if (word !== undefined && (v.guess || typing) && numbered.asked && !s.target) rows.push(coming(word));
    const look = cls("board", numbered.asked && v.stage !== "over" && "asked", numbered.found && "found");
    const spoken = label("spoken: board", { name: numbered.who, won: spokenWin(v, numbered) });
    return html`<section class=${look} aria-label=${spoken}>
      ${heading(numbered, v.stage !== "over" && numbered.note && second && numbered === near)}
      <ol aria-label=${label("spoken: turns")}>${numbered.found && v.stage !== "over" ? rows.slice(-1) : rows}</ol>
      ${numbered.found ? nothing : ghosts(s, v.boards.length + ROWS - 1)}</section>`;
  };
  return html`${inOrder(v).map(drawn)}`;
}

/**
 * What is entered, where the thumb is: the guess on the board whose score comes next, or the turn that is corrected.
 * @type {Drawn}
 */
function entry(s, on) {
  const { view: v, target } = s;
  const numbered = (target && v.boards.find((item) => item.number === target.board)) || focus(v);
  const word = target ? target.row.guess : v.guess?.word || "";
  const drawn = v.tiles ? tiles(s, word, s.marks, (place) => recolour(s, on, place)) : tiles(s, word);
  return html`<div class="entry turn next"><b>${shout(say(numbered.who), v)}</b>${drawn}
    <small>${say(target ? sentence("small: turn", { turn: target.turn }) : numbered.note)}</small></div>`;
}

/**
 * The marks of a letter on the board whose score comes next; false answers apart.
 * @type {(v: View, sign: string) => [mark: string, place: number][]}
 */
const marksOf = (v, sign) =>
  focus(v).rows.flatMap(({ guess, marks, doubt }) =>
    doubt ? [] : spelt(v, guess).flatMap((other, at) => (other === sign ? [[marks[at], at]] : [])),
  );

/**
 * The marks to begin with: what is known to be in its place on this board will be there again.
 * @type {(v: View) => string}
 */
export function begun(v) {
  const { note } = focus(v);
  const signs = v.tiles && v.guess ? spelt(v, v.guess.word) : Array(v.length).fill("");
  const isSure = v.guess?.lead.key === "it must be" || (note?.key === "certain" && note.facts.word === v.guess?.word);
  const isGreen = (/** @type {string} */ sign, /** @type {number} */ place) =>
    isSure || marksOf(v, sign).some(([mark, at]) => mark === "G" && at === place);
  return signs.map((sign, place) => (sign && isGreen(sign, place) ? "G" : "B")).join("");
}

/** @type {(v: View) => TemplateResult | symbol} */
function odds(v) {
  const come = v.boards.length > 1 && !several(v) && (!v.match || (v.secret && v.match.advice));
  if (!v.odds) return come ? html`<div class="odds"></div>` : nothing; // nothing moves when they come
  const { you, draw, they, text } = v.odds;
  const width = (/** @type {number} */ share) => `${100 * share}%`;
  const chances = text.facts.chances.map((/** @type {Sentence} */ chance) => html`<span>${say(chance)}</span>`);
  return html`<div class="odds" role="img" aria-label=${say(text)}>
    <p aria-hidden="true">${chances}</p>
    <svg aria-hidden="true" width="100%" height="8" preserveAspectRatio="none">
      ${svg`<rect class="you" height="8" width=${width(you)}/><rect class="draw" height="8" x=${width(you)}
        width=${width(draw)}/>
      <rect class="they" height="8" x=${width(you + draw)} width=${width(they)}/>`}</svg></div>`;
}

// --- entering -------------------------------------------------------------------------------------

/** @type {(s: PageState, on: Actions, text: string) => void} */
export function chosen(s, on, text) {
  if (s.target) on.move({ do: "edit", ...corrected(s.target), score: text });
  else if (s.their) on.move({ do: "they", word: s.their, score: text });
  else on.move({ do: "score", score: text, ...(s.view.guess ? { word: s.view.guess.word } : {}) });
}

/** @type {(s: PageState, on: Actions, digit: number) => void} */
export function number(s, on, digit) {
  const { keys } = s.view;
  on.tick();
  if (keys.kind === "tiles") {
    const place = s.exact ?? 0;
    const marks = [...(s.marks || "")];
    if (digit > 2 || place >= marks.length) return;
    marks[place] = "BYG"[digit];
    on.set({ marks: marks.join(""), exact: place + 1 });
    return;
  }
  if (keys.kind === "one row") {
    if (keys.texts.includes(String(digit))) chosen(s, on, String(digit));
    return;
  }
  const scoresWith = (/** @type {number} */ exact) =>
    keys.rows[1][1].map((n) => `${exact},${n}`).filter((text) => keys.texts.includes(text));
  if (s.exact !== null && scoresWith(s.exact).includes(`${s.exact},${digit}`)) chosen(s, on, `${s.exact},${digit}`);
  else if (s.exact === null && scoresWith(digit).length === 1) chosen(s, on, scoresWith(digit)[0]);
  else if (s.exact === null && scoresWith(digit).length) on.set({ exact: digit });
}

/** @type {Drawn} */
function scoreKeys(s, on) {
  const { keys } = s.view;
  if (keys.kind === "tiles") return colourKeys(s, on);
  if (keys.kind === "list")
    return html`<form class="keys" @submit=${match.submitted(({ score: text }) => chosen(s, on, text))}>
      <label>${label("score")} <select name="score">${keys.texts.map((text) => html`<option>${text}</option>`)}</select></label>
      <button class="main big">${label("enter")}</button></form>`;
  const [[first, firsts], second] = keys.rows;
  const win = html`<button class="key" @click=${() => chosen(s, on, keys.win)}>${keys.win}</button>`;
  return html`<div class="keys">
    ${numberKeys(s, on, "exact", first, firsts, keys.win ? win : nothing)}
    ${second ? numberKeys(s, on, "elsewhere", second[0], second[1]) : nothing}
  </div>`;
}

/** @type {Drawn} */
function colourKeys(s, on) {
  const { view: v, target } = s;
  const { win } = v.keys;
  const marks = s.marks || "";
  const word = target ? "" : v.guess?.word || "";
  const isIn = spelt(v, word).some((sign) => marksOf(v, sign).some(([mark]) => mark !== "B")); // so not all are grey
  const wins = win !== "win" && !/[BY]/.test(marks);
  const button = (/** @type {string} */ text, /** @type {string} */ given, look = "big") =>
    html`<button class=${look} @click=${() => chosen(s, on, given)}>${text}</button>`;
  const enters = button(
    label(/[GY]/.test(marks) || isIn ? "enter the colours" : "enter: all grey"),
    win === "win" && !/[BY]/.test(marks) ? `${marks}?` : marks,
    "main big",
  );
  const allGreen = button(label("it was found"), "G".repeat(v.length), wins ? "main big" : "big");
  const other = wins ? allGreen : html`${enters}${win === "win" ? nothing : allGreen}`;
  return html`<div class="keys"><p class="faint">${label("tap each letter")}
      <span class="typed">${label("type each colour")}</span></p><div class="buttons">${other}</div>
    ${win === "win" ? button(label("it was the word"), win) : nothing}</div>`;
}

/**
 * A row of numbers: the first of two stays pressed, and then only numbers that go with it can be tapped.
 * @type {(s: PageState, on: Actions, kind: string, named: string, numbers: number[], last?: unknown) => TemplateResult}
 */
function numberKeys(s, on, kind, named, numbers, last = nothing) {
  const what = label("a label", { label: named });
  const { rows, texts } = s.view.keys;
  const exact = kind === "exact";
  const can = (/** @type {number} */ n) => exact || (s.exact !== null && texts.includes(`${s.exact},${n}`));
  const tap = (/** @type {number} */ n) => () => number(exact ? Object.assign(s, { exact: null }) : s, on, n);
  const key = (/** @type {number} */ n) => html`<button class="key ${kind}" data-n=${n} ?disabled=${!can(n)}
    aria-pressed=${exact && rows.length > 1 ? String(s.exact === n) : nothing}
    aria-label="${n} ${what}" @click=${tap(n)}>${n}</button>`;
  return html`<div class="keyrow" role="group" aria-label=${what}>
    <span class="label" aria-hidden="true">${what}</span>${numbers.map(key)}${last}</div>`;
}

/** @type {Drawn} */
function mistakes(s, on) {
  const v = s.view;
  if (!v.choices.length) return html`<p>${label("no single mistake")} ${label("correct a turn")}</p>`;
  const choice = (/** @type {Choice} */ mistake, /** @type {number} */ place) => {
    const entered = focus(v).rows[mistake.turn - 1]?.score;
    const drawn = (
      /** @type {TurnRow} */ { guess, marks, score: right },
    ) => html`<span class="drawn" aria-hidden="true">${tiles(s, guess, marks)}
      <span class="score">${entered && entered !== right ? html`<b class="wrong">${entered}</b>` : nothing}<b
        class="right">${right}</b></span></span>`;
    const point = () => s.meant !== place && on.set({ meant: place });
    return html`<li><button class="choice" aria-label=${say(mistake.text)} @focus=${point} @pointerenter=${point}
      @click=${() => on.move({ do: "fix", number: String(place) })}>
      ${mistake.row && drawn(mistake.row)}<span class="then">${say(mistake.row ? mistake.then : mistake.text)}</span></button></li>`;
  };
  const rest = s.unlikely || v.choices.length <= EXPLAINED + 1 ? 0 : v.choices.length - EXPLAINED;
  const shown = v.choices.slice(0, v.choices.length - rest);
  const all = () => {
    on.set({ unlikely: true });
    /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".choice"))[EXPLAINED].focus();
  };
  return html`<ul class="choices" aria-label=${label("spoken: what may be wrong")}>${shown.map(choice)}
    ${rest ? html`<li><button class="choice link" id="more" @click=${all}>${label("more mistakes", { number: rest })}</button></li>` : nothing}</ul>`;
}

/**
 * Where the record of a game is that is over: a match has one for each player; empty if there is none.
 * @type {(s: PageState) => string}
 */
export const recordOf = ({ path, view: { match: one } }) => (one ? one.record && `/game/${one.record}` : path);

/** @type {(s: PageState) => boolean} */
const solved = (s) => s.view.prompt?.key === "enter to finish";

/** @type {Drawn} */
function ending(s, on) {
  const finish = match.submitted((fields) => {
    const word = (fields.word || "").trim();
    on.move({ do: "finish", word, ...(word && word === s.doubted ? { sure: word } : {}) });
  });
  const ask = html`<label>${label("their word")} <input name="word" autocapitalize="none" autocomplete="off"
    spellcheck="false"></label>`;
  const report = html`<a class="button" href="${s.path}/report" data-go>${label("report")}</a>`;
  const text = () => (several(s.view) ? on.give({ text: boardsText(s.view) }) : on.share(s.path));
  const share = html`<button type="button" @click=${text}>${label("share")}</button>
    <button type="button" @click=${() => pictureOf(s, on)}>${label("picture")}</button>`;
  return html`<form class="ending" @submit=${finish}>
    ${solved(s) ? nothing : ask}${several(s.view) ? nothing : points(s.end?.points[0], s.end?.waits !== false)}
    <div class="buttons"><button class="main big">${label("done")}</button>${several(s.view) ? nothing : report}${share}${
      several(s.view) || s.view.rules ? nothing : alone.practise(s)
    }</div></form>`;
}

/**
 * Several boards as a text to share: in how many guesses each was found, and their scores, two beside each other.
 * @type {(v: View) => string}
 */
function boardsText(v) {
  const boards = inOrder(v);
  const sign = (/** @type {View["boards"][0]} */ { found, rows }) =>
    found ? (rows.length < 10 ? `${rows.length}\ufe0f\u20e3` : `(${rows.length})`) : "🟥";
  const drawn = (/** @type {TurnRow | undefined} */ row) => {
    if (!row) return "\u3000".repeat(v.length);
    return [...row.marks].map((mark) => (v.tiles ? SQUARES : PEGS)[mark]).join("") || row.score;
  };
  const made = Math.max(...boards.map(({ rows }) => rows.length));
  const pairs = boards.flatMap((_, at) => (at % 2 ? [] : [boards.slice(at, at + 2)]));
  const lines = pairs.flatMap((pair) => {
    const rows = Array.from({ length: Math.max(...pair.map(({ rows: some }) => some.length)) }, (_, at) => at);
    return [
      "",
      ...rows.map((at) =>
        pair
          .map(({ rows: some }) => drawn(some[at]))
          .join(" ")
          .trimEnd(),
      ),
    ];
  });
  const counts = pairs.map((pair) => pair.map(sign).join(""));
  const called = v.tiles && alone.noun(v) === "word" ? "wordle" : v.coloured ? "mastermind" : "";
  return [say(sentence("share: boards", { ...gameFacts(called, boards.length), made })), ...counts, ...lines].join(
    "\n",
  );
}

/** @type {Drawn} */
function console_(s, on) {
  const { view: v } = s;
  if (s.typing || (v.match && v.stage === "wait" && v.secret)) return keyboard(s, on);
  if (several(v) && (s.target || (v.stage === "guess" && v.guess))) return html`${entry(s, on)}${scoreKeys(s, on)}`;
  if (s.target) return scoreKeys(s, on);
  if (v.stage === "doubt") return mistakes(s, on);
  if (v.stage === "over") return (v.match ? match : alone.keeps(v) ? alone : { ending }).ending(s, on);
  if (s.their) return scoreKeys(s, on);
  if (v.stage === "guess" && has(s, "score")) return html`${letters(v)}${scoreKeys(s, on)}`;
  return html`<div class="waiting" aria-hidden="true"><i></i><i></i><i></i></div>`;
}

/** @type {(text: string, act: () => unknown) => TemplateResult} */
const link = (text, act) => html`<button class="link" @click=${act}>${text}</button>`;

/** @type {(v: View, word: string, act: () => unknown) => TemplateResult} */
const take = (v, word, act) => link(label("use a word", { word: shout(word, v) }), act);

/** @type {(v: View, on: Actions, what: string) => TemplateResult} */
const otherWord = (v, on, what) =>
  link(label("other word", { noun: alone.noun(v) }), () => on.set({ typing: { what, word: "" } }));

// Whether my secret is to be seen.
const shows = (/** @type {PageState} */ s) => s.view.secret && s.typing?.what !== "secret" && (s.held || !s.view.match);

/** @type {(s: PageState, on: Actions, typing: Typing) => Info} */
function secretInfo(s, on, typing) {
  const { view: v } = s;
  const about = (/** @type {string} */ word) => () => on.secret(word);
  const isNew = spelt(v, typing.word).length === v.length && !typing.rated;
  const other = link(label(typing.rated ? "another secret" : "suggest a secret"), about(""));
  const does = isNew ? link(label("rate it"), about(typing.word)) : other;
  const asks = s.said.length ? usualInfo(s).said : [sentence("asked for", { prompt: v.prompt })];
  return { lead: [v.title, "", v.coloured ? nothing : does], said: asks };
}

/** @type {(s: PageState, on: Actions, target: Target) => Info} */
function targetInfo(s, on, target) {
  const does = html`${s.typing ? nothing : otherWord(s.view, on, "edit")} ${link(label("cancel"), on.reset)}`;
  const asks = sentence(s.typing ? "type what was guessed" : "choose the right score", { noun: alone.noun(s.view) });
  return { lead: [sentence("head: turn", { turn: target.turn }), "", does], said: [asks] };
}

/** @type {(s: PageState, on: Actions, guess: Guess) => Info} */
function guessInfo(s, on, guess) {
  const { view: v, typing } = s;
  /** @type {unknown} */
  let does = otherWord(v, on, "guess");
  if (v.match) does = take(v, guess.word, () => on.set({ typing: { what: "guess", word: guess.word } }));
  else if (typing) does = link(label("cancel"), on.reset);
  else if (guess.lead.key === "score") does = nothing;
  /** @type {Said} */
  let aside = several(v) ? focus(v).who : null;
  if (shows(s)) aside = usualInfo(s).lead[1];
  const lead = sentence("head: guess", { lead: guess.lead, word: shout(guess.word, v) });
  const possible = sentence("page: possible", { possible: guess.possible, after: guess.after, names: guess.names });
  const about = [possible, v.match || several(v) ? "" : guess.source].map(say).filter(Boolean).join(" ");
  const late = [about, v.match ? null : guess.reason, v.doubt]; // below what stays, which it does not move
  return { lead: [lead, aside, does], said: [...v.faults, ...v.trouble, ...v.notes, ...late] };
}

/** @type {(s: PageState) => Info} */
function usualInfo(s) {
  const { view: v } = s;
  const secret = shows(s) ? sentence("your secret", { word: shout(v.secret, v) }) : "";
  return { lead: [v.title, secret, nothing], said: [...v.faults, ...v.trouble, ...v.notes, v.doubt] };
}

/** @type {(s: PageState) => Info} */
function waitingInfo(s) {
  const shown = usualInfo(s);
  if (s.view.stage === "wait" && s.view.secret && !shown.said.some(Boolean)) shown.said.push(sentence("tap letters"));
  else if (s.noting && s.view.stage === "guess") shown.said.push(sentence("tap a letter"));
  return shown;
}

/** @type {(s: PageState, on: Actions) => Info} */
function infoOf(s, on) {
  const { view: v, typing, target } = s;
  const cancel = link(label("cancel"), on.reset);
  if (typing?.what === "about")
    return { lead: [sentence("what is it worth"), "", cancel], said: [], strip: tiles(s, typing.word) };
  if (typing?.what === "secret") return secretInfo(s, on, typing);
  if (target) return targetInfo(s, on, target);
  if (v.match && !v.guess) return waitingInfo(s);
  if (s.their) return { lead: [shout(s.their, v), sentence("what did you tell them"), cancel], said: [] };
  return v.guess ? guessInfo(s, on, v.guess) : waitingInfo(s);
}

/**
 * What is known: a line that leads, then sentences. All are elements of one form, so that none moves.
 * @type {Drawn}
 */
function info(s, on) {
  const { view: v, target } = s;
  let { lead, said: shown, strip } = infoOf(s, on);
  if (v.stage === "over" && s.end && !v.match && !target) shown = [...shown, ...s.end.said];
  if (v.match?.away) shown = [...shown, sentence("is not connected", { who: v.boards[1].who })];
  if (v.match && shows(s)) lead = [sentence("head: your secret", { word: shout(v.secret, v) }), "", nothing];
  else if (v.match?.asks)
    return html`${match.asking(s, on)}${s.error && html`<p class="error" role="alert">${s.error}</p>`}`;
  const texts = shown.map(say).filter(Boolean);
  const lines = [...s.said, ...(v.match?.signs || [])].map((text) => ["said", say(text)]);
  lines.push(...(v.match && texts.length ? [texts.join(" ")] : texts).map((text) => ["", text]));
  if (s.error) lines.unshift(["error", s.error]);
  const [title, aside, does] = [say(lead[0]), say(lead[1]), lead[2]];
  const praise = v.stage === "over" && v.result ? html`<p class="praise">${say(v.result)}</p>` : nothing;
  const short = html`<p class="lead"><b>${title}</b> <small class="faint">${aside}</small> <span>${does}</span></p>`;
  const long = html`<p class="lead long"><b>${title}</b></p>`; // an element of its own, over two lines
  return html`${praise}${title.length > 20 ? long : short}
    ${lines.map(([look, text]) => html`<p class=${look} role=${look === "error" ? "alert" : nothing}>${text}</p>`)}
    ${strip}`;
}

// --- the whole ------------------------------------------------------------------------------------

/** @type {Drawn} */
function bar(s, on) {
  const button = (/** @type {string} */ move, /** @type {() => unknown} */ act) =>
    html`<button ?disabled=${!has(s, move)} @click=${act}>${label(`move ${move}`, { noun: alone.noun(s.view) })}</button>`;
  return html`<nav class="bar" aria-label=${label("spoken: game")}>
      ${button("undo", () => on.move({ do: "undo" }))}
      ${["why", "more", "list"].map((name) => button(name, () => on.pane(name)))}
      <button aria-haspopup="dialog" @click=${() => on.sheet("menu")}>Menu</button>
    </nav>`;
}

/**
 * How many rows are to be seen of each board: all that were made, and before the end the one that comes next; of several
 * boards six at least.
 * @type {(v: View) => number}
 */
function rowsSeen(v) {
  const made = v.boards.map(({ found, rows }) => (found && v.stage !== "over" ? 1 : rows.length));
  if (v.stage === "over") return Math.max(1, ...made);
  return Math.max(several(v) ? ROWS : 1, 1 + Math.max(...made));
}

/**
 * A game, or a page that looks like one: with a bar of its own, and what is shown where nothing is typed.
 * @type {(s: PageState, on: Actions, own?: { answer?: Drawn, bar?: Drawn }) => TemplateResult | symbol}
 */
export function game(s, on, own = {}) {
  const { view: v } = s;
  if (v.stage === "join") return match.joining(s, on);
  if (s.link) return match.inviting(s, on);
  const boards = several(v)
    ? cls("several", v.tiles && "tiled", v.boards.length > 2 && "many")
    : single(s)
      ? "one"
      : "two";
  let drawn = several(v) ? many(s, on) : v.boards.map((item, place) => board(s, on, item, place));
  if (v.stage === "secret") drawn = html`<div class="secret">${tiles(s, s.typing?.word || "")}</div>`;
  const wins = s.ended && isWon(v);
  const rows = rowsSeen(v);
  const hand = html`<div class="info" role="region" aria-label=${label("spoken: what is known")} tabindex="0">${info(s, on)}</div>
    <div class="console" role="region" aria-label=${label("spoken: what to enter")}>${(!s.typing && own.answer ? own.answer : console_)(s, on)}</div>
    ${(own.bar || (v.match ? match : alone.keeps(v) ? alone : { bar }).bar)(s, on)}`;
  // Another element when no word fits: the keys do not move, they go.
  const kinds = [
    v.match && "match",
    alone.keeps(v) && "kept",
    v.tiles && "marked",
    v.match && v.stage === "over" && "ended",
    wins && "won",
  ];
  return html`<div class=${cls("game", boards, v.stage, ...kinds)} .style=${`--rows: ${rows}`}>
    ${wins ? html`<div class="confetti" aria-hidden="true">${CONFETTI.map(() => html`<i></i>`)}</div>` : nothing}
    <h1 class="unseen">${say(v.title)}</h1>
    ${odds(v)}
    <div class="boards" tabindex=${several(v) ? "0" : nothing}>${drawn}</div>
    ${v.stage === "doubt" ? html`<div class="hand doubts">${hand}</div>` : html`<div class="hand">${hand}</div>`}</div>`;
}

/** @type {Drawn} */
export function pane(s, on) {
  if (!s.pane) return nothing;
  const { name, title, headers, rows, words } = s.pane;
  const cell = (/** @type {Cell} */ value) =>
    Array.isArray(value)
      ? value.slice(0, 12).join(", ") + (value.length > 12 ? ", …" : "")
      : typeof value === "object"
        ? say(value)
        : value;
  const use = (/** @type {string} */ word) =>
    html`<button class="link" @click=${() => on.move({ do: "guess", word })}>${word}</button>`;
  const guesses = name === "more" && has(s, "guess");
  const draw = (/** @type {Cell} */ value, /** @type {number} */ place) =>
    place ? html`<td>${cell(value)}</td>` : html`<th scope="row">${guesses ? use(String(value)) : cell(value)}</th>`;
  const rest = words.length > MOST_WORDS ? label("and more", { more: words.length - MOST_WORDS }) : "";
  const head = html`<thead><tr>${headers.map((text) => html`<th scope="col">${say(text)}</th>`)}</tr></thead>`;
  const table = html`<div class="table" role="region" aria-label=${say(title)} tabindex="0"><table>
    ${headers.length ? head : nothing}
    <tbody>${rows.slice(0, 40).map((row) => html`<tr>${row.map(draw)}</tr>`)}</tbody></table></div>`;
  return html`${rows.length ? table : nothing}
    ${words.length ? html`<p class="words">${words.slice(0, MOST_WORDS).join(" ")} ${rest}</p>` : nothing}`;
}
