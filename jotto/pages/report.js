// The report of a game that is over, one turn a screen: my guess beside jotto's, what each would have left, and how lucky
// the score was; at the end the whole game. The address says which screen is shown. On paper all of them are.
import { html, nothing, svg } from "./lit-html.js";
import { fixed, grouped } from "./numbers.js";
import { picture, points, pointsOf } from "./picture.js";
import { sentence, say } from "./sentences.js";

/** @import { Account, Actions, PageState, Report, ShownGuess, TemplateResult } from "./types.js" */
/** @typedef {Account["turns"][0]} Judged */
/** @typedef {{ id: string, name: string, player?: Account, turn?: Judged }} Screen */
/** @typedef {Pick<Actions, "set" | "give">} Does */

const MEANINGS = [
  ["best", "what is best"],
  ["cost", "what a cost is"],
  ["luck", "what luck is"],
  ["bits", "what bits are"],
];
/** @type {("best" | "bits" | "gained" | "cost" | "luck")[]} */
const FIGURES = ["best", "cost", "luck", "bits", "gained"];
/** @type {Record<string, string>} */
const NAMES = { best: "best", cost: "cost", luck: "luck", bits: "bits", gained: "gained" }; // their sentences
const DEAR = 0.095; // guesses; so high a cost is marked
const FELT = 0.2; // guesses; so much luck is marked
const SWIPE = 50; // pixels
const SCREEN = /#?((?:their-)?turn-\d+|game)$/;
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** @type {(key: string, facts?: Record<string, any>) => string} */
const label = (key, facts) => say(sentence(key, facts));
/** @type {(number: number) => string} */
const shown = (number) =>
  fixed(number, 2)
    .replace(/^-(?=0\.00)/, "")
    .replace("-", "−");
/** @type {(number: number) => string} */
const words = (number) => (number >= 10 ? grouped(number) : fixed(number, 1).replace(/\.0$/, ""));

// --- which screen is shown ------------------------------------------------------------------------

/** @type {{ on: Does | null, ids: string[], at: number, from: Touch | null }} */
const now = { on: null, ids: [], at: 0, from: null };
/** The address of a screen: in the one file the page is in the hash, too. @type {(id: string) => string} */
const addressOf = (id) => `${location.hash.replace(SCREEN, "")}#${id}`;

/** @type {(at: number) => void} */
function show(at) {
  const id = now.ids[Math.max(0, Math.min(at, now.ids.length - 1))];
  history.replaceState(null, "", addressOf(id)); // Back leaves the report
  now.on?.set({});
  for (const scrolled of [globalThis, document.querySelector("main")]) scrolled?.scrollTo(0, 0);
}

/** The turn that is shown stands in the middle of the strip, where that is scrolled. */
function center() {
  const chips = globalThis.document?.querySelector(".chips");
  const current = /** @type {HTMLElement | null | undefined} */ (chips?.querySelector("[aria-current]"));
  if (chips && current) chips.scrollLeft = current.offsetLeft - (chips.clientWidth - current.clientWidth) / 2;
}

/** @type {(id: string) => (event: Event) => void} */
const goes = (id) => (event) => {
  event.preventDefault();
  event.stopPropagation(); // it is no page of its own
  show(now.ids.indexOf(id));
};

globalThis.document?.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!document.querySelector(".report") || document.querySelector(".sheet")) return;
  if (/** @type {HTMLElement} */ (event.target).closest(".table")) return; // it is scrolled
  event.preventDefault();
  show(now.at + step);
});

/** @type {(event: TouchEvent) => void} */
function touched({ touches }) {
  now.from = touches.length === 1 ? touches[0] : null;
}

/** @type {(event: TouchEvent) => void} */
function swiped({ changedTouches: [to] }) {
  if (!now.from) return;
  const [across, along] = [to.clientX - now.from.clientX, to.clientY - now.from.clientY];
  if (Math.abs(across) > Math.max(SWIPE, 2 * Math.abs(along))) show(now.at - Math.sign(across));
}

/** @type {(players: Account[]) => Screen[]} */
function screensOf(players) {
  const turns = players.flatMap((player) =>
    player.turns.map((turn, at) => ({
      id: `${player.whose === "theirs" ? "their-" : ""}turn-${at + 1}`,
      name: label("report turn", { whose: player.whose, turn: at + 1, turns: player.turns.length }),
      player,
      turn,
    })),
  );
  return [...turns, { id: "game", name: label("whole game") }];
}

// --- what is drawn --------------------------------------------------------------------------------

/** @type {(look: Report["look"], shows: ShownGuess, marks?: string) => TemplateResult} */
function word({ tiles, coloured }, { guess, signs }, marks = "") {
  const look = (/** @type {string} */ sign, /** @type {number} */ at) =>
    `${(tiles && marks[at]) || ""} ${coloured && /^\d$/.test(sign) ? `peg c${Number(sign)}` : ""}`;
  return html`<span class="word" role="img" aria-label=${guess}>${signs.map(
    (sign, at) => html`<i class=${look(sign, at)} aria-hidden="true">${sign}</i>`,
  )}</span>`;
}

/** @type {(look: Report["look"], turn: Judged) => TemplateResult} */
function score({ tiles }, { marks, score: right, wrong }) {
  const pegs = html`<span class="dots" aria-hidden="true">${[...marks].map((mark) => html`<i class=${mark}></i>`)}</span>`;
  const text = tiles && !wrong ? html`<span class="unseen">${right}</span>` : html`<b>${right}</b>`;
  return html`<span class="scored">${tiles ? nothing : pegs}${wrong && html`<s>${wrong}</s>`}${text}</span>`;
}

/** @type {(look: Report["look"], screen: Screen, current: boolean) => TemplateResult} */
function cell(look, { id, name, turn }, current) {
  const marked = current ? "step" : nothing;
  if (!turn)
    return html`<li><a class="whole" href=${addressOf(id)} aria-current=${marked} @click=${goes(id)}>${name}</a></li>`;
  const { cost, luck, mine, marks, judgement } = turn;
  const lost = cost === null ? "" : cost < 0.005 ? "✓" : shown(cost);
  const felt = luck === null || Math.abs(luck) < FELT ? "" : luck > 0 ? "▲" : "▼";
  const dots = html`<span class="dots ${look.tiles ? "squares" : ""}" aria-hidden="true">${[...marks].map((mark) => html`<i class=${mark}></i>`)}</span>`;
  return html`<li><a href=${addressOf(id)} aria-current=${marked} @click=${goes(id)}
      aria-label="${name}: ${mine.guess}, ${turn.score}; ${say(judgement)}">
    <b>${id.replace(/\D+/, "")}</b>${word(look, mine, marks)}${dots}
    <small><span class=${cost !== null && cost >= DEAR ? "bad" : ""}>${lost}</span> ${felt}</small></a></li>`;
}

/** @type {(screens: Screen[], report: Report) => TemplateResult} */
function strip(screens, { players, look }) {
  const cells = (/** @type {Account | undefined} */ of) =>
    screens.flatMap((screen, at) => (screen.player === of ? [cell(look, screen, at === now.at)] : []));
  const counted = players.some(({ needs }) => needs);
  const last = players[players.length - 1];
  const legend = html`<p class="legend" aria-hidden="true"><span>✓ = ${label("strip: best")}</span>
    <span>0.00 = ${label("strip: lost")}</span><span>▲ = ${label("strip: lucky")}</span><span>▼ = ${label("strip: unlucky")}</span></p>`;
  return html`<nav class="strip" aria-label=${label("the game so far")}>
    <div class="chips">${players.map(
      (player) => html`<div>${player.whose === "one" ? nothing : html`<b class="who">${say(player.verdict)}</b>`}
        <ol aria-label=${say(player.verdict)}>${cells(player)}${player === last ? cells(undefined) : nothing}</ol></div>`,
    )}</div>${counted ? legend : nothing}</nav>`;
}

/**
 * How many words each guess leaves on average, and how many mine did leave.
 * @type {(turn: Judged) => TemplateResult | symbol}
 */
function lefts({ before, after, mine, advised, left }) {
  /** @type {[text: string, number: number, look: string][]} */
  const rows = [[label("on average", mine), mine.expected, ""]];
  if (advised) rows.push([label("on average", advised), advised.expected, "theirs"]);
  if (after !== null) rows.push([label("this time", mine), after, "real"]);
  const most = Math.max(...rows.map(([, number]) => number));
  const row = (
    /** @type {typeof rows[0]} */ [text, number, look],
  ) => html`<div class=${look}><dt>${text}</dt><dd>${words(number)}</dd>
    <svg aria-hidden="true" preserveAspectRatio="none">${svg`<rect height="100%" width=${`${(100 * number) / most}%`}/>`}</svg></div>`;
  return before === 1 ? nothing : html`<h3>${say(left)}</h3><dl class="lefts">${rows.map(row)}</dl>`;
}

/** @type {(look: Report["look"], screen: Screen) => TemplateResult} */
function oneTurn(look, { name, player, turn }) {
  if (!player || !turn) return html``;
  const { mine, advised, marks, before, leaves, said, letters } = turn;
  const others = html`<figure><figcaption>${label("jotto's guess")}</figcaption>${word(look, advised || mine)}</figure>`;
  return html`<h2>${name}</h2>
    <div class="pair"><figure class="mine"><figcaption>${label(player.whose === "theirs" ? "their guess" : "your guess")}</figcaption>${word(look, mine, marks)}${score(look, turn)}</figure>
      ${advised ? others : nothing}</div>
    <div class="beside">${lefts(turn)}</div>
    <div class="said">${before === 1 ? html`<p>${say(leaves)}</p>` : nothing}${said.map((text) => html`<p>${say(text)}</p>`)}${letters && html`<p class="faint">${say(letters)}</p>`}</div>`;
}

/** @type {(player: Account) => TemplateResult} */
function account({ whose, verdict, result, needs, sum, points: numbers, costly, notes }) {
  const terms = html`<ul class="sum">${sum.map((term) => html`<li>${say(term).replace(/^-/, "−")}</li>`)}</ul>`;
  const dear = ({ turn, said } = costly[0]) => {
    const id = `${whose === "theirs" ? "their-" : ""}turn-${turn}`;
    return html`<li><a href=${addressOf(id)} @click=${goes(id)}>${say(said)}</a></li>`;
  };
  return html`<div class="account">
    ${whose === "one" ? nothing : html`<h3>${say(verdict)}</h3>`}
    ${result && html`<p class="result">${say(result)}</p>`}${numbers.length ? points(numbers) : nothing}
    ${needs && html`<p>${say(needs)}</p>`}${sum.length ? terms : nothing}
    ${costly.length ? html`<h3>${label("what cost most")}</h3><ul class="costly">${costly.map(dear)}</ul>` : nothing}
    ${notes.map((note) => html`<p>${say(note)}</p>`)}</div>`;
}

/** @type {(player: Account) => TemplateResult} */
function table({ verdict, turns }) {
  const known = FIGURES.filter((name) => turns.some((turn) => turn[name] !== null));
  const figure = (/** @type {Judged} */ turn) => (/** @type {typeof FIGURES[0]} */ name) => {
    const value = turn[name];
    if (typeof value !== "number") return html`<td>${value}</td>`;
    return html`<td>${shown(name === "cost" ? Math.max(value, 0) : value)}</td>`;
  };
  return html`<div class="table" role="region" tabindex="0" aria-label=${say(verdict)}><table>
    <thead><tr><td></td>${known.map((name) => html`<th scope="col">${label(NAMES[name])}</th>`)}</tr></thead>
    <tbody>${turns.map((turn) => html`<tr><th scope="row">${turn.guess}</th>${known.map(figure(turn))}</tr>`)}</tbody></table></div>`;
}

/** @type {(on: Does, report: Report) => void} */
function draw(on, { players, head, look }) {
  const columns = players.map(({ whose, who, turns }) => ({ name: whose === "one" ? "" : say(who), rows: turns }));
  picture(on, say(head), columns, `jotto ${players.length > 1 ? "" : say(pointsOf(players[0].points))}`, look.tiles);
}

/** @type {(on: Does, report: Report, path?: string) => TemplateResult} */
function whole(on, report, path) {
  const { players, settings, text } = report;
  const counted = players.some(({ needs }) => needs);
  const meanings = MEANINGS.filter(([key]) => counted || !["cost", "luck"].includes(key));
  const practise = path
    ? html`<a class="button main" href="/practice?of=${path.split("/")[2]}" data-go>${label("practise these")}</a>`
    : html`<p class="faint">${label("practise in a terminal")} <code>jotto practice</code></p>`;
  return html`<h2>${label("whole game")}</h2>${players.map(account)}
    <div class="does">${players[0].costly.length ? practise : nothing}
      <button @click=${() => on.give({ text })}>${label("share")}</button>
      <button @click=${() => draw(on, report)}>${label("picture")}</button></div>
    <details><summary>${label("all figures")}</summary>${players.map(table)}
      <dl class="meanings">${meanings.map(([key, meaning]) => html`<dt>${label(key)}</dt><dd>${label(meaning)}</dd>`)}</dl></details>
    <p class="faint">${settings}</p>`;
}

/** @type {(s: Pick<PageState, "data"> & { path?: string }, on: Does) => TemplateResult} */
export function page({ data, path }, on) {
  const report = /** @type {Report} */ (data);
  const { title, players, look, back } = report;
  const screens = screensOf(players);
  const ids = screens.map(({ id }) => id);
  Object.assign(now, { on, ids, at: Math.max(0, ids.indexOf(SCREEN.exec(location.hash)?.[1] || "")) });
  const { name, turn } = screens[now.at];
  queueMicrotask(center); // when it is drawn
  const goesTo = (/** @type {number} */ at, /** @type {string} */ key) =>
    html`<button aria-disabled=${screens[at] ? nothing : "true"} @click=${() => show(at)}>${label(at > 0 && screens[at]?.id === "game" ? "whole game" : key)}</button>`;
  return html`<div class="page report">
    ${back ? html`<p class="back"><a href=${back} data-go>${label("back", { to: back === "/games" ? "games" : "game" })}</a></p>` : nothing}
    <h1>${say(title).replace(/\.$/, "")}</h1>
    <div class="play">${strip(screens, report)}
    <div class="screens" @touchstart=${touched} @touchend=${swiped}>${screens.map(
      (
        screen,
        at,
      ) => html`<section class="screen ${screen.turn ? "turned" : ""}" ?hidden=${at !== now.at} aria-label=${screen.name}>
        ${screen.turn ? oneTurn(look, screen) : whole(on, report, path)}</section>`,
    )}</div>
    <div class="steps">${goesTo(now.at - 1, "turn before")}${goesTo(now.at + 1, "turn after")}</div></div>
    <p class="unseen" role="status">${name}${turn ? `: ${turn.mine.guess}, ${turn.score}` : ""}</p></div>`;
}
