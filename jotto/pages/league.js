// A league: results that friends pasted into a chat, as a table. The server reads them: jotto/assistant/league.py.
import { html, nothing } from "./lit-html.js";
import { select, submitted } from "./match.js";
import { fixed } from "./numbers.js";
import { sentence, say } from "./sentences.js";

/** @import { Drawn, League, Standing, TemplateResult } from "./types.js" */

/** @type {[label: string, name: keyof Standing, places: number][]} */
const COLUMNS = [
  ["league games", "games", 0],
  ["league found", "found", 0],
  ["league mean", "mean", 2],
  ["skill", "skill", 0],
  ["luck", "luck", 0],
  ["league week", "week_games", 0],
  ["league its mean", "week_mean", 2],
];
const DATES = [
  ["", "as they show"],
  ["day", "the day first"],
  ["month", "the month first"],
];
const MOST = 40; // lines that are listed
const EXAMPLE = "Ann: Wordle 1,234 4/6\nBob: Wordle 1,234 X/6";

/** @type {(value: Standing[keyof Standing], places: number) => string} */
const shown = (value, places) => (typeof value === "number" ? fixed(value, places) : "");

/** @type {(rows: Standing[], week: string) => TemplateResult} */
function standings(rows, week) {
  const known = COLUMNS.filter(([, name]) => rows.some((row) => row[name] !== null));
  const best = rows.filter((row) => row.best);
  const players = best.map(({ name, week_mean: mean }) => sentence("a mean", { name, mean }));
  const drawn = (/** @type {Standing} */ row) => html`<tr><th scope="row">${row.name}</th>
    ${known.map(([, name, places]) => html`<td>${shown(row[name], places)}</td>`)}</tr>`;
  return html`<h2>${rows[0].game}</h2>
    <div class="table" role="region" aria-label=${rows[0].game} tabindex="0"><table>
    <thead><tr>${[["league name"], ...known].map(([label]) => html`<th scope="col">${say(sentence(label))}</th>`)}</tr></thead>
    <tbody>${rows.map(drawn)}</tbody></table></div>
    ${best.length ? html`<p><b>${say(sentence("best of the week", { day: week, players }))}</b></p>` : nothing}`;
}

/** @type {Drawn} */
export function league(s, on) {
  const { table = [], unread = [], week: [week] = ["", ""], lines: facts } = /** @type {League} */ (s.data);
  const games = [...new Set(table.map(({ game }) => game))];
  const lines = unread.slice(0, MOST).map((row) => html`<li>${say(sentence("league unread", row))}</li>`);
  const send = submitted(async ({ text, file, dates }) => on.put({ text: text || (await file.text()), dates }));
  return html`<div class="page league"><h1>League</h1>
    <div role="status">${games.map((name) =>
      standings(
        table.filter(({ game }) => game === name),
        week,
      ),
    )}</div>
    ${facts ? html`<p>${say(sentence("league lines", facts))}</p>` : nothing}
    ${lines.length ? html`<h2>Not read</h2><ul class="unread">${lines}</ul>` : nothing}
    <form @submit=${send}><p>Paste what friends have shared, each with a name before it, or choose a chat that was
      exported or copied: of WhatsApp, Telegram, Signal, Discord, Slack and others. Nothing of it is kept.</p>
    <label>Results <textarea name="text" rows="6" placeholder=${EXAMPLE} autocomplete="off"
      spellcheck="false"></textarea></label>
    <label>Or a chat, or a table with name and result <input name="file" type="file" accept=".txt,.csv,.tsv,.json"></label>
    ${select("dates", "Dates such as 3/4/26", DATES, "")}
    <button class="main big">Make the table</button></form></div>`;
}
