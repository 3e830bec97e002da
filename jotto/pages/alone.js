// A game whose secret the page keeps: what stands below its board, and how such games went.
import { html, nothing, svg } from "./lit-html.js";
import { confirm, notes } from "./match.js";
import { isWon, pictureOf, points } from "./picture.js";
import { sentence, say } from "./sentences.js";

/** @import { Drawn, Finished, Look, PageState, Tally, TemplateResult, View } from "./types.js" */

/** @type {(key: string, facts?: Record<string, any>) => string} */
const label = (key, facts) => say(sentence(key, facts));
/** Whether the page keeps the secret of a game. @type {(v: View) => boolean} */
export const keeps = (v) => !v.match && ["give up", "again"].some((move) => v.moves.includes(move));

/**
 * Whether the player may put marks on the keys: in a match, and where no score says something of a single sign.
 * @type {(v: View) => unknown}
 */
export const hasNotes = (v) => v.match || (keeps(v) && v.boards.length === 1 && !v.tiles && !v.coloured);

/**
 * What is guessed: a word, or, where signs are no letters, a secret such as a code.
 * @type {(look: Look) => string}
 */
export const noun = ({ coloured, alphabet }) =>
  coloured || !alphabet.some((sign) => /\p{L}/u.test(sign)) ? "secret" : "word";

// --- while it is played, and its end --------------------------------------------------------------

/** @type {Drawn} */
export function bar(s, on) {
  const can = (/** @type {string} */ move) => s.view.moves.includes(move);
  const act = (/** @type {string} */ move, /** @type {() => unknown} */ does) =>
    can(move) ? html`<button @click=${does}>${label(`move ${move}`)}</button>` : nothing;
  return html`<nav class="bar" aria-label=${label("spoken: game")}>
    ${act("hint", () => on.move({ do: "hint" }))}${hasNotes(s.view) && can("give up") ? notes.button(s, on) : nothing}
    ${act("give up", () => on.sheet("give up"))}
    ${can("finish") ? html`<button @click=${() => on.move({ do: "finish" })}>${label("done")}</button>` : nothing}
    <button aria-haspopup="dialog" @click=${() => on.sheet("menu")}>Menu</button></nav>`;
}

/** Whether something was guessed; else there is nothing to record, to share or to judge. @type {(v: View) => boolean} */
export const isPlayed = (v) => v.boards.some(({ rows }) => rows.length > 0);

/** @type {Drawn} */
export function ending(s, on) {
  const again = html`<button class="main big" @click=${() => on.move({ do: "again" })}>${label("another word", { noun: noun(s.view) })}</button>`;
  if (!isPlayed(s.view)) return html`<div class="ending"><div class="buttons">${again}</div></div>`;
  const report = html`<a class="button" href="${s.path}/report" data-go>${label("report")}</a>`;
  const single = s.view.boards.length === 1;
  const made = isWon(s.view) ? Math.max(...s.view.boards.map(({ rows }) => rows.length)) : 0;
  return html`<div class="ending">${single ? points(s.end?.points[0], s.end?.waits !== false) : nothing}
    ${s.end?.tally ? tallied(s.end.tally, made) : nothing}
    ${s.end?.daily ? html`<p class="until" .textContent=${untilNext()}></p>` : nothing}
    <div class="buttons">${again}
     <button class=${s.end?.daily ? "main big" : ""} @click=${() => (s.end?.text ? on.give({ text: s.end.text }) : on.share(s.path))}>${label("share")}</button>
    ${single ? report : nothing}
    <button @click=${() => pictureOf(s, on)}>${label("picture")}</button>
    ${single ? practise(s) : nothing}</div></div>`;
}

/** A door to practice: the positions of this game where a guess cost most. */
export const practise = (/** @type {PageState} */ s) =>
  html`<a class="button" href="/practice?of=${s.path.split("/")[2]}" data-go>${label("practise these")}</a>`;

/** How long it takes until the next word of a day: midnight, where this device is. */
function untilNext() {
  const now = new Date();
  const left = Math.ceil((new Date(now).setHours(24, 0, 0, 0) - now.getTime()) / 1000);
  const [hours, ...rest] = [left / 3600, (left / 60) % 60, left % 60].map(Math.floor);
  return label("next word", { time: [hours, ...rest.map((part) => String(part).padStart(2, "0"))].join(":") });
}

/** It counts down in its element, so that nothing else is drawn again, and nothing is read out. */
export function countDown() {
  const shown = document.querySelector(".until");
  if (shown) shown.textContent = untilNext();
}

/**
 * How such games went: in a row, and by the number of guesses; that of this game is marked.
 * @type {(tally: Tally, made?: number) => TemplateResult}
 */
export function tallied({ facts, days, counts }, made = 0) {
  const most = Math.max(...counts.map(([, many]) => many), 1);
  const bar = (
    /** @type {number[]} */ [number, many],
  ) => html`<div class=${number === made ? "mine" : ""}>${many || nothing}
    <svg height=${Math.max((22 * many) / most, 2)}>${svg`<rect width="100%" height="100%"/>`}</svg><b>${number}</b></div>`;
  const games = counts.filter(([, many]) => many).map((numbers) => numbers.join(": "));
  const mine = made ? [label("spoken: this game", { made })] : [];
  const spoken = [label("games by guesses"), ...games, ...mine].join(", ");
  const figure = (/** @type {string} */ name, /** @type {number} */ number) =>
    html`<div><dt>${name}</dt><dd>${number}</dd></div>`;
  return html`<div class="played"><dl class="figures">${figure(label("figure: played"), facts.games)}
      ${figure(label("figure: found"), Math.round((100 * facts.found) / facts.games))}
      ${figure(label("figure: streak"), facts.now)}${figure(label("figure: best"), facts.longest)}</dl>
      ${days ? html`<p>${label("streak of days", days)}</p>` : nothing}</div>
    <div class="bars" role="img" aria-label=${spoken}>${counts.map(bar)}</div>`;
}

/** @type {(tally: Finished["tallies"][0]) => TemplateResult} */
export const talliedOf = (tally) => html`<h3>${tally.called}</h3>${tallied(tally)}`;

/** @type {Record<string, [title: string, inside: Drawn]>} */
export const SHEETS = {
  limit: [
    "Out of guesses",
    (s, on) => html`<p>${say(s.data.limit)}</p><p class="buttons"><button class="main" @click=${on.close}>Go on</button>
      <button @click=${() => on.move({ do: "give up" })}>${label("see the secret", { noun: noun(s.view) })}</button></p>`,
  ],
  "give up": [
    "Give up?",
    ({ view }, on) => {
      const counts = isPlayed(view) ? "the game counts as lost" : "the game does not count, as you made no guess";
      return confirm(`You see the answer, and ${counts}.`, "Give up", () => on.move({ do: "give up" }));
    },
  ],
};

/** What the menu says of how it works. @type {(v: View) => TemplateResult} */
export const help = (v) =>
  noun(v) === "word"
    ? html`<p>Type a guess and enter it: this page scores it. Letters in the right place are counted first,
    then those elsewhere; or their colours say it.</p>
  <p>The keys show what each score says of its letters, and nothing that follows from it. <b>A hint</b> does, a little
    more each time; today's word and several boards have none. You can guess as often as you like.</p>`
    : html`<p>Make a guess and enter it: this page scores it. What is in the right place is counted first, then what is
    elsewhere.</p><p><b>A hint</b> says a little more each time. You can guess as often as you like.</p>`;
