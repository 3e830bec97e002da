// The report of a game that is over: what each guess has cost, and how lucky its score was; for a phone, and to print.
import { html, nothing, svg } from "./lit-html.js";
import { score, tiles } from "./board.js";
import { fixed } from "./numbers.js";
import { picture, pointsOf } from "./picture.js";
import { sentence, say } from "./sentences.js";

/** @import { Account, Actions, Drawn, Look, Report, TemplateResult } from "./types.js" */
/** @typedef {Account["turns"][0]} Judged */

/** @type {[label: string, name: "bits" | "bestBits" | "gained" | "cost" | "luck"][]} */
const FIGURES = [
  ["bits", "bits"],
  ["best", "bestBits"],
  ["gained", "gained"],
  ["cost", "cost"],
  ["luck", "luck"],
];
const MEANINGS = [
  ["bits", "what bits are"],
  ["best", "what is best"],
  ["cost", "what a cost is"],
  ["luck", "what luck is"],
  ["bar", "what the bar shows"],
];
const DEAR = 0.095; // guesses; so high a cost is marked

/** @type {(key: string) => string} */
const label = (key) => say(sentence(key));
/** @type {(number: number) => string} */
const shown = (number) => fixed(number, 2).replace("-", "−");

/**
 * How often what was left could be halved before a turn, and after it.
 * @type {(turn: Judged, all: number) => TemplateResult}
 */
function bar({ before, after }, all) {
  const width = (/** @type {number} */ left) => `${(100 * Math.log2(left)) / (Math.log2(all) || 1)}%`;
  return html`<svg aria-hidden="true" preserveAspectRatio="none">
    ${svg`<rect class="was" height="100%" width=${width(before)}/><rect height="100%" width=${width(after)}/>`}</svg>`;
}

/** @type {(turn: Judged) => TemplateResult} */
function figures(turn) {
  const figure = (/** @type {string} */ key, /** @type {number} */ value) =>
    html`<div><dt>${label(key)}</dt><dd class=${key === "cost" && value >= DEAR ? "bad" : ""}>${shown(value)}</dd></div>`;
  return html`<dl class="figures">${FIGURES.map(([key, name]) => {
    const value = turn[name];
    return value === null ? nothing : figure(key, value); // in a large game, and where answers may be false
  })}</dl>`;
}

/** @type {(look: Look, turn: Judged, number: number, all: number) => TemplateResult} */
function judged(look, turn, number, all) {
  const { guess, marks, wrong, left, words, letters } = turn;
  const right = wrong && turn.score;
  const row = { guess, marks, score: wrong || turn.score, right, doubt: null };
  const knowledge = words.length ? words.join(", ") : say(letters);
  return html`<li>
    <div class="turn" role="group" aria-label=${say(sentence("spoken: row", { ...row, number, may: right }))}>
      ${tiles({ view: look }, guess, marks)}${score(look, row, right)}</div>
    ${bar(turn, all)}
    <p>${left ? say(left) : label("it was found")}</p>
    <p><b>${say(turn.judgement)}</b></p>
    ${knowledge && html`<p class="faint">${knowledge}</p>`}
    ${figures(turn)}</li>`;
}

/** @type {(look: Look, one: Account, several: boolean) => TemplateResult} */
function account(look, { verdict, needs, sum, points, turns, notes }, several) {
  const all = turns.length ? turns[0].before : 1;
  const terms = html`<ul class="sum">${sum.map((term) => html`<li>${say(term)}</li>`)}</ul>`;
  return html`<section aria-label=${say(verdict)}>
    ${several ? html`<h2>${say(verdict)}</h2>` : nothing}
    ${needs && html`<p>${say(needs)}</p>`}${sum.length ? terms : nothing}
    ${points.length ? html`<p>${say(pointsOf(points))}</p>` : nothing}
    <ol>${turns.map((turn, at) => judged(look, turn, at + 1, all))}</ol>
    ${notes.map((note) => html`<p>${say(note)}</p>`)}</section>`;
}

/** @type {(on: Actions, report: Report) => void} */
function draw(on, { players, title, look }) {
  const name = (/** @type {Account} */ { verdict }) => (players.length > 1 ? say(verdict.facts.who) : "");
  const columns = players.map((player) => ({ name: name(player), rows: player.turns }));
  const [{ verdict, points }] = players;
  const head = players.length > 1 ? title : sentence("in guesses", verdict.facts);
  picture(on, say(head), columns, `jotto ${players.length > 1 ? "" : say(pointsOf(points))}`, look.tiles);
}

/** @type {Drawn} */
export function page(s, on) {
  const { name, title, players, look, settings, back } = /** @type {Report} */ (s.data);
  const counted = players.some(({ needs }) => needs);
  const meanings = MEANINGS.filter(([key]) => counted || !["cost", "luck"].includes(key));
  return html`<div class="page report">
    <p class="back"><a href=${back} data-go>${say(sentence("back", { to: back === "/games" ? "games" : "game" }))}</a></p>
    <h1>${say(title)}</h1>
    ${players.map((player) => account(look, player, players.length > 1))}
    <p><button @click=${() => on.share(`/game/${name}`)}>${label("share")}</button>
      <button @click=${() => draw(on, /** @type {Report} */ (s.data))}>${label("picture")}</button></p>
    <dl class="meanings">${meanings.map(([key, text]) => html`<dt>${label(key)}</dt><dd>${label(text)}</dd>`)}</dl>
    <p class="faint">${settings}</p></div>`;
}
