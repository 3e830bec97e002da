// A league: results that friends pasted into a chat, as a table. The server reads them: jotto/assistant/league.py.
import { html, nothing, svg } from "./lit-html.js";
import { failure, select, submitted } from "./match.js";
import { fixed } from "./numbers.js";
import { standingsPicture } from "./picture.js";
import { sentence, say } from "./sentences.js";

/** @import { Actions, Drawn, League, LeagueGame, Standing, TemplateResult } from "./types.js" */

/** @type {[label: string, name: "mean" | "found" | "streak" | "skill" | "luck", places: number][]} */
const COLUMNS = [
  ["league mean", "mean", 2],
  ["league found", "found", 0],
  ["league streak", "streak", 0],
  ["skill", "skill", 0],
  ["luck", "luck", 0],
];
const DATES = [
  ["", "as they show"],
  ["day", "the day first"],
  ["month", "the month first"],
];
const LOST = [
  ["", "one more guess than it allows"],
  ...["7", "8", "10", "12"].map((number) => [number, `${number} guesses`]),
  ["out", "nothing: it is left out"],
];
const MOST = 40; // lines that are listed
const CHARTS = 24; // players
const [WIDE, HIGH, EDGE] = [120, 44, 5]; // of a chart, in its own units
const EXAMPLE = "Ann: Wordle 1,234 4/6\nBob: Wordle 1,234 X/6";

/** @type {(key: string, facts?: Record<string, any>) => string} */
const label = (key, facts) => say(sentence(key, facts));
/** @type {(value: number | null, places: number) => string} */
const shown = (value, places) => (typeof value === "number" ? fixed(value, places) : "");

/**
 * A day as its sign, and how it compares with the usual number of guesses.
 * @type {(day: string, usual: number | null) => { sign: string, pace: string }}
 */
function dayOf(day, usual) {
  if (!day) return { sign: "·", pace: "none" };
  if (day === "X" || usual === null) return { sign: day, pace: day === "X" ? "lost" : "slow" };
  const pace = Number(day) < usual ? "fast" : Number(day) === usual ? "usual" : "slow";
  return { sign: day, pace };
}

/** @type {(game: LeagueGame, days: string[]) => TemplateResult} */
function squares({ usual }, days) {
  const signs = days.map((day) => dayOf(day, usual));
  const spoken = days.map((day) => (day === "X" ? label("league not solved") : day || label("league not played")));
  const drawn = signs.map(({ sign, pace }) => html`<i class=${pace}>${sign}</i>`);
  return html`<span class="days" role="img" aria-label="${label("league last days")}: ${spoken.join(", ")}">${drawn}</span>`;
}

/** @type {(game: LeagueGame, rows: Standing[]) => TemplateResult} */
function tableOf(game, rows) {
  const known = COLUMNS.filter(([, name]) => rows.some((row) => row[name] !== null));
  const drawn = (/** @type {Standing} */ row) => html`<tr><td><b class="medal m${row.place}">${row.place}</b></td>
    <th scope="row"><span>${row.name}</span> ${game.days.length ? squares(game, row.days) : nothing}</th>
    ${known.map(([, name, places]) => html`<td>${shown(row[name], places)}${name === "found" ? `/${row.games}` : ""}</td>`)}</tr>`;
  const heads = ["league place", "league name", ...known.map(([key]) => key)];
  return html`<div class="table" role="region" aria-label=${game.game} tabindex="0"><table>
    <thead><tr>${heads.map((key) => html`<th scope="col">${label(key)}</th>`)}</tr></thead>
    <tbody>${rows.map(drawn)}</tbody></table></div>`;
}

/**
 * The average of each week as a line, on one scale for all players; where none was played there is a gap.
 * @type {(row: Standing, low: number, high: number) => TemplateResult}
 */
function chart({ name, weeks }, low, high) {
  const x = (/** @type {number} */ at) => EDGE + (at / (weeks.length - 1)) * (WIDE - 2 * EDGE);
  const y = (/** @type {number} */ mean) => EDGE + ((high - mean) / (high - low || 1)) * (HIGH - 2 * EDGE);
  const at = (/** @type {number} */ week) => `${fixed(x(week), 1)} ${fixed(y(weeks[week] ?? 0), 1)}`;
  const weeksPlayed = [...weeks.keys()].filter((week) => weeks[week] !== null);
  const path = weeksPlayed.map((week) => `${weeks[week - 1] === null || !week ? "M" : "L"}${at(week)}`).join("");
  const means = weeks.map((mean) => (mean === null ? label("league not played") : shown(mean, 2)));
  const last = weeks[weeksPlayed[weeksPlayed.length - 1]];
  return html`<figure><figcaption><span>${name}</span> <b>${shown(last, 2)}</b></figcaption>
    <svg viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label="${name}: ${means.join(", ")}">
    <path class="edge" d="M0 ${EDGE}H${WIDE}M0 ${HIGH - EDGE}H${WIDE}"></path><path d=${path}></path>
    ${weeksPlayed.map((week) => svg`<circle cx=${x(week)} cy=${y(weeks[week] ?? 0)} r="2"></circle>`)}</svg></figure>`;
}

/** @type {(game: LeagueGame, rows: Standing[]) => TemplateResult | typeof nothing} */
function charts({ weeks }, rows) {
  const players = rows.filter((row) => row.weeks.filter((mean) => mean !== null).length > 1).slice(0, CHARTS);
  if (!players.length) return nothing;
  const means = players.flatMap((row) => row.weeks.filter((mean) => mean !== null));
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const facts = { first: weeks[0], last: weeks[weeks.length - 1], low, high };
  return html`<h3>${label("league by week")}</h3><p class="faint">${label("league weeks", facts)}</p>
    <div class="weeks">${players.map((row) => chart(row, low, high))}</div>`;
}

/**
 * What is said of one table: how it was counted.
 * @type {(game: LeagueGame, rows: Standing[]) => string[]}
 */
function saidOf({ said, days, usual }, rows) {
  const dated = days.length && usual !== null && rows.some((row) => row.place);
  return [...said, ...(dated ? [sentence("league days", { day: days[days.length - 1] })] : [])].map(say);
}

/** @type {(on: Actions, game: LeagueGame, rows: Standing[], said: string[], text: string) => TemplateResult} */
function standings(on, game, rows, said, text) {
  const placed = rows.filter((row) => row.place);
  const others = rows.filter((row) => !row.place);
  const facts = (/** @type {Standing} */ row) => ({ ...row, missing: row.missing || null });
  const title = label("league shared", { game: game.game, day: game.days[game.days.length - 1] || null });
  const drawn = () =>
    standingsPicture(
      on,
      title,
      placed.map((row) => ({
        place: row.place || 0,
        name: row.name,
        mean: shown(row.mean, 2),
        days: row.days.map((day) => dayOf(day, game.usual)),
      })),
    );
  return html`<section><h2>${game.game}</h2>${placed.length ? tableOf(game, placed) : nothing}
    ${others.length ? html`<h3>${label("league without place")}</h3><ul>${others.map((row) => html`<li>${label("league missing", facts(row))}</li>`)}</ul>` : nothing}
    ${said.length ? html`<p class="faint">${said.join(" ")}</p>` : nothing}
    ${charts(game, rows)}
    ${
      placed.length
        ? html`<p><button @click=${drawn}>${label("picture")}</button>
      <button @click=${() => on.give({ text })}>${label("league copy")}</button></p>`
        : nothing
    }</section>`;
}

/** @type {Drawn} */
export function league(s, on) {
  const { table = [], games = [], unread = [], lines: facts, share = "" } = /** @type {League} */ (s.data);
  const lines = unread.slice(0, MOST).map((row) => html`<li>${label("league unread", row)}</li>`);
  const texts = share.split("\n\n"); // one for each game
  const rowsOf = (/** @type {LeagueGame} */ { game }) => table.filter((row) => row.game === game);
  const said = games.map((game) => saidOf(game, rowsOf(game)));
  const legend = said.length > 1 ? said[0].filter((text) => said.every((other) => other.includes(text))) : [];
  const send = submitted(async ({ text, file, ...counted }) => {
    await on.put({ text: text || (await file.text()), ...counted });
    if (s.error && !text && file.name) on.set({ error: `${file.name}: ${s.error}` });
  });
  return html`<div class="page league"><h1>League</h1>
    <div role="status">${games.map((game, at) =>
      standings(
        on,
        game,
        rowsOf(game),
        said[at].filter((text) => !legend.includes(text)),
        texts[at],
      ),
    )}${legend.length ? html`<p class="faint">${legend.join(" ")}</p>` : nothing}</div>
    ${facts ? html`<p>${label("league lines", facts)}</p>` : nothing}
    ${lines.length ? html`<h2>Not read</h2><ul class="unread">${lines}</ul>` : nothing}
    <form @submit=${send}><p>Paste what friends have shared, each with a name before it, or choose a chat that was
      exported or copied: of WhatsApp, Telegram, Signal, Discord, Slack and others. Nothing of it is kept.</p>
    <label>Results <textarea name="text" rows="6" placeholder=${EXAMPLE} autocomplete="off"
      spellcheck="false"></textarea></label>
    <label>Or a chat, or a table with name and result <input name="file" type="file" accept=".txt,.csv,.tsv,.json"></label>
    ${select("dates", "Dates such as 3/4/26", DATES, "")}
    ${select("lost", "A game that was not solved counts as", LOST, "")}
    <label>Games needed for a place (empty: a third of the busiest player's)
      <input name="least" type="number" min="1" max="9999" inputmode="numeric"></label>
    ${failure(s)}<button class="main big">Make the table</button></form></div>`;
}
