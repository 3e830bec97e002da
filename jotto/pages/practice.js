// Practice: a position is drawn as a game is, the guess is typed, and then the best ones are shown beside it. It begins
// with a page that has the rating, and ends on it with how the round went.
import { html, nothing } from "./lit-html.js";
import { noun } from "./alone.js";
import { game, pane } from "./board.js";
import { sentence, say } from "./sentences.js";

/** @import { Actions, Drawn, Pane, Practice, TemplateResult } from "./types.js" */

/** @type {Record<string, string>} */
const SIGNS = { G: "✓", Y: "~", B: "✗" };

/** @type {(key: string, facts?: Record<string, any>) => string} */
const label = (key, facts) => say(sentence(key, facts));

/** @type {Drawn} */
export function page(s, on) {
  return s.view ? game(s, on, { answer, bar }) : start(s, on);
}

/**
 * How good each answer was, as tiles.
 * @type {(marks: string[]) => TemplateResult}
 */
const row = (marks) => html`<div class="marks" role="img"
  aria-label=${marks.map((mark) => label("practice mark", { mark })).join(", ")}>${marks.map(
    (mark) => html`<span class="tile ${mark}" aria-hidden="true">${SIGNS[mark]}</span>`,
  )}</div>`;

/** @type {(data: Practice, on: Actions) => TemplateResult} */
function ended({ result = [], marks, missed, text }, on) {
  const [word, moved, streaks] = result;
  const list = html`<ul class="missed">${missed.map((told) => html`<li>${say(told)}</li>`)}</ul>`;
  const again = html`<button class="main" @click=${() => on.send({ do: "begin", again: "yes" })}>${label(
    "practice again",
    { missed: missed.length },
  )}</button>`;
  return html`<p class="result" role="status"><b>${say(word)}</b></p>${row(marks)}
    <p class="moved">${say(moved)}</p><p class="faint">${say(streaks)}</p>
    ${missed.length ? list : nothing}
    <div class="buttons">${missed.length ? again : nothing}<button @click=${() => on.give({ text })}>${label("share")}</button></div>`;
}

/** @type {Drawn} */
function start(s, on) {
  const data = /** @type {Practice} */ (/** @type {unknown} */ (s.data));
  const { title, result, rating, themes, theme, of } = data;
  const begin = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    on.send({ do: "begin", ...Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target))) });
  };
  const look = result?.length && data.missed.length ? "big" : "main big";
  const choice = html`<p><label>${label("practice about")} <select name="theme">
    <option value="">${label("theme any")}</option>
    ${themes.map(([name, said]) => html`<option value=${name} ?selected=${name === theme}>${say(said)}</option>`)}
    </select></label></p>`;
  const about = html`<p>Find the guess that needs the fewest further guesses. Ten positions take about five minutes: first
      those of your finished games where a guess cost most, then others near your rating.</p>
    <p>Positions you miss come back until you solve them. Solved ones come back a few days later.</p>`;
  return html`<div class="page practice"><h1>Practice</h1>
    ${result ? ended(data, on) : nothing}${of ? html`<p role="status">${say(of)}</p>` : nothing}
    ${rating && !result ? html`<p><b>${say(rating)}</b></p>` : nothing}
    ${result ? nothing : about}
    <form @submit=${begin}><button class=${look} data-looks=${label("practice looks")}>${label(result ? "practice more" : "practice begin")}</button>
      ${of && !data.nothing ? nothing : choice}</form>
    <p class="faint">${title}</p>
    ${s.error && html`<p class="error" role="alert">${s.error}</p>`}</div>`;
}

/** @type {Drawn} */
function answer(s, on) {
  const next = label(s.data.last ? "practice end" : "practice next");
  return html`<div class="graded">${row(s.data.marks)}
    <button class="main big" data-enter data-looks=${s.data.last ? nothing : label("practice looks")} @click=${() => on.move({ do: "next" })}>${next}</button>
    ${pane({ ...s, pane: /** @type {Pane & { name: string }} */ (s.data.pane) }, on)}</div>`;
}

/** @type {Drawn} */
function bar(s, on) {
  const button = (/** @type {string} */ move, /** @type {string} */ key) =>
    html`<button ?disabled=${s.view.stage !== "guess"} @click=${() => on.move({ do: move })}>${label(key, { noun: noun(s.view) })}</button>`;
  return html`<nav class="bar" aria-label="Practice">
    ${button("list", "move list")}${button("hint", "move hint")}${button("show", "practice show")}
    <button @click=${() => on.go("/")}>${label("practice leave")}</button></nav>`;
}
