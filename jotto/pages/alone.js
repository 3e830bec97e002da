// A game whose secret the page keeps: what stands below its board, and how such games went.
import { html, nothing, svg } from "./lit-html.js";
import { confirm } from "./match.js";
import { pictureOf, points } from "./picture.js";
import { sentence, say } from "./sentences.js";

/** @import { Drawn, Tally, TemplateResult, View } from "./types.js" */

/** @type {(key: string, facts?: Record<string, any>) => string} */
const label = (key, facts) => say(sentence(key, facts));
/** Whether the page keeps the secret of a game. @type {(v: View) => boolean} */
export const keeps = (v) => !v.match && ["give up", "again"].some((move) => v.moves.includes(move));

// --- while it is played, and its end --------------------------------------------------------------

/** @type {Drawn} */
export function bar(s, on) {
  const can = (/** @type {string} */ move) => s.view.moves.includes(move);
  const act = (/** @type {string} */ move, /** @type {() => unknown} */ does) =>
    can(move) ? html`<button @click=${does}>${label(`move ${move}`)}</button>` : nothing;
  return html`<nav class="bar" aria-label=${label("spoken: game")}>
    ${act("hint", () => on.move({ do: "hint" }))}${act("give up", () => on.sheet("give up"))}
    ${can("finish") ? html`<button @click=${() => on.move({ do: "finish" })}>${label("done")}</button>` : nothing}
    <button aria-haspopup="dialog" @click=${() => on.sheet("menu")}>Menu</button></nav>`;
}

/** @type {Drawn} */
export function ending(s, on) {
  const report = html`<a class="button" href="${s.path}/report" data-go>${label("report")}</a>`;
  const single = s.view.boards.length === 1;
  return html`<div class="ending">${single ? points(s.end?.points[0]) : nothing}
    <div class="buttons">${single ? report : nothing}
    <button @click=${() => on.share(s.path)}>${label("share")}</button>
    <button @click=${() => pictureOf(s, on)}>${label("picture")}</button>
    <button class="main" @click=${() => on.move({ do: "again" })}>${label("another word")}</button></div>
    ${s.end?.tally ? tallied(s.end.tally) : nothing}</div>`;
}

/**
 * How such games went: in a row, and by the number of guesses.
 * @type {(tally: Tally) => TemplateResult}
 */
export function tallied({ facts, days, counts }) {
  const most = Math.max(...counts.map(([, many]) => many), 1);
  const bar = (/** @type {number[]} */ [number, many]) => html`<div>${many || nothing}
    <svg height=${Math.max((22 * many) / most, 2)}>${svg`<rect width="100%" height="100%"/>`}</svg><b>${number}</b></div>`;
  const games = counts.filter(([, many]) => many).map((numbers) => numbers.join(": "));
  const spoken = [label("games by guesses"), ...games].join(", ");
  return html`<p>${label("games so far", facts)}${days ? ` ${label("streak of days", days)}` : ""}</p>
    <div class="bars" role="img" aria-label=${spoken}>${counts.map(bar)}</div>`;
}

/** @type {Record<string, [title: string, inside: Drawn]>} */
export const SHEETS = {
  "give up": [
    "Give up?",
    (_, on) => confirm("The word is shown, and counts as not found.", "Give up", () => on.move({ do: "give up" })),
  ],
};

/** What the menu says of how it works. */
export const HELP = html`<p>Type a guess and enter it: this page scores it. Letters in the right place are counted first,
    then those elsewhere; or their colours say it.</p>
  <p>The keys show what each score says of its letters, and nothing that follows from it. <b>A hint</b> does, a little
    more each time; today's word and several boards have none. There is no limit of guesses.</p>`;
