// Practice: a position is drawn as a game is, the guess is typed, and then the best ones are shown beside it.
import { html, nothing } from "./lit-html.js";
import { game, pane } from "./board.js";
import { sentence, say } from "./sentences.js";

/** @import { Drawn, Pane } from "./types.js" */

/** @type {Drawn} */
export function page(s, on) {
  return s.view ? game(s, on, { answer, bar }) : start(s, on);
}

/** @type {Drawn} */
function start(s, on) {
  const { result, rating, title } = s.data;
  return html`<div class="page"><h1>Practice</h1>
    ${result ? html`<p class="result" role="status"><b>${say(result)}</b></p>` : nothing}
    <p>Find the guess that needs the fewest further guesses. Ten positions take about five minutes: first those of your
      finished games where a guess cost most, then others.</p>
    <p>What you miss comes again until you find it; what you find comes again days later.</p>
    <button class="main big" @click=${() => on.send({ do: "begin" })}>${result ? "Ten more" : "Begin"}</button>
    ${rating && !result ? html`<p>${say(rating)}</p>` : nothing}<p class="faint">${title}</p></div>`;
}

/** @type {Drawn} */
function answer(s, on) {
  const next = say(sentence(s.data.last ? "practice end" : "practice next"));
  return html`<div class="graded"><button class="main big" data-enter @click=${() => on.move({ do: "next" })}>${next}</button>
    ${pane({ ...s, pane: /** @type {Pane & { name: string }} */ (s.data.pane) }, on)}</div>`;
}

/** @type {Drawn} */
function bar(s, on) {
  const button = (/** @type {string} */ move, /** @type {string} */ key) =>
    html`<button ?disabled=${s.view.stage !== "guess"} @click=${() => on.move({ do: move })}>${say(sentence(key))}</button>`;
  return html`<nav class="bar" aria-label="Practice">
    ${button("list", "move list")}${button("show", "practice show")}
    <button @click=${() => on.go("/")}>${say(sentence("practice leave"))}</button></nav>`;
}
