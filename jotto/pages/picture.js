// What there is of a game that is over: skill and luck, and a picture to share with the marks of every turn, and no word.
import { html, nothing } from "./lit-html.js";
import { sentence, say } from "./sentences.js";

/** @import { Sentence } from "./sentences.js" */
/** @import { Actions, PageState, TemplateResult, TurnRow, View } from "./types.js" */
/** @typedef {{ name: string, rows: Pick<TurnRow, "marks" | "score">[] }} Column the turns on a board */

/** Whether I have found the word, or that of every board. @type {(v: View) => boolean} */
export const isWon = ({ boards, stage }) =>
  stage === "over" && boards.every(({ rows, number }, at) => (at > 0 && !number) || Boolean(rows.at(-1)?.won));

const [WIDTH, MARGIN, TOP, FOOT, MOST] = [1080, 60, 160, 100, 96]; // pixels; the last: of a mark
const ABREAST = 4; // boards beside each other
const [PAPER, INK, FAINT] = ["#121418", "#f2f4f7", "#a3abb6"];
/** @type {Record<string, string>} */
const COLOURS = { G: "#3fae6b", Y: "#e5a83a", B: "#363c46" };

/** @type {(draw: CanvasRenderingContext2D, mark: string, tiles: boolean, at: [x: number, y: number, size: number]) => void} */
function drawMark(draw, mark, tiles, [x, y, size]) {
  const inner = size * 0.72;
  draw.beginPath();
  draw.roundRect(x + (size - inner) / 2, y + (size - inner) / 2, inner, inner, tiles ? inner / 6 : inner / 2);
  draw.lineWidth = size / 8;
  draw.strokeStyle = draw.fillStyle = COLOURS[mark];
  if (mark !== "Y") draw.fill(); // its form differs, too
  draw.stroke();
}

/** @typedef {(text: string, font: string, colour: string, at: [x: number, y: number], most?: number) => void} Write */

/**
 * Draw a title, what is to be below it, which is `high`, and a foot; give the picture to another program.
 * @type {(on: Pick<Actions, "give">, title: string, foot: string, high: number, below: (draw: CanvasRenderingContext2D, write: Write) => void) => void}
 */
export function poster(on, title, foot, high, below) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, TOP + high + FOOT];
  const draw = canvas.getContext("2d");
  if (!draw) return;
  /** @type {Write} */
  const write = (text, font, colour, [x, y], most = WIDTH - 2 * MARGIN) => {
    [draw.font, draw.fillStyle] = [`${font} system-ui, sans-serif`, colour];
    draw.fillText(text, x, y, most);
  };
  draw.fillStyle = PAPER;
  draw.fillRect(0, 0, canvas.width, canvas.height);
  write(title, "bold 48px", INK, [MARGIN, 90]);
  below(draw, write);
  write(foot, "30px", FAINT, [MARGIN, canvas.height - 40]);
  canvas.toBlob((blob) => blob && on.give({ file: new File([blob], "jotto.png", { type: "image/png" }) }));
}

/**
 * Draw columns of marks under a title, and give the picture to another program.
 * @type {(on: Pick<Actions, "give">, title: string, columns: Column[], foot: string, tiles: boolean) => void}
 */
export function picture(on, title, columns, foot, tiles) {
  const abreast = Math.min(columns.length, ABREAST);
  const wide = Math.max(...columns.flatMap(({ rows }) => rows.map(({ marks }) => marks.length || 3)));
  const size = Math.min(MOST, (WIDTH - 2 * MARGIN) / (abreast * (wide + 1) - 1));
  const high = Math.max(...columns.map(({ rows }) => rows.length)) * size + (columns.length > 1 ? 50 : 0);
  const left = (WIDTH - size * (abreast * (wide + 1) - 1)) / 2;
  poster(on, title, foot, Math.ceil(columns.length / abreast) * high, (draw, write) => {
    for (const [place, { name, rows }] of columns.entries()) {
      const x = left + (place % abreast) * (wide + 1) * size;
      const y = TOP + Math.floor(place / abreast) * high;
      write(name, "30px", FAINT, [x, y], wide * size);
      for (const [number, { marks, score }] of rows.entries()) {
        const top = y + (name ? 20 : 0) + number * size;
        if (!marks) write(score, "30px", INK, [x, top + size * 0.7]);
        for (const [at, mark] of [...marks].entries()) drawMark(draw, mark, tiles, [x + at * size, top, size]);
      }
    }
  });
}

// (not in one file)
const [LINE, DAY, PLACED] = [84, 56, 20]; // pixels of a row and of a day; the most rows
const MEDALS = ["#e8b923", "#b9c0c9", "#cd8a4b"]; // gold, silver, bronze, as in app.css
/** @type {Record<string, [paper: string, ink: string]>} */
const PACES = { fast: [COLOURS.G, PAPER], usual: [COLOURS.Y, PAPER], slow: [COLOURS.B, INK], lost: [PAPER, "#ff8a7c"] };

/**
 * The picture of a table of a league: places, averages, and the last seven days.
 * @type {(on: Actions, title: string, rows: { place: number, name: string, mean: string, days: { sign: string, pace: string }[] }[]) => void}
 */
export function standingsPicture(on, title, rows) {
  const shown = rows.slice(0, PLACED);
  poster(on, title, "jotto", shown.length * LINE, (draw, write) => {
    for (const [number, { place, name, mean, days }] of shown.entries()) {
      const y = TOP + number * LINE;
      const left = WIDTH - MARGIN - days.length * (DAY + 8);
      draw.beginPath();
      draw.arc(MARGIN + 28, y + 28, 28, 0, 7);
      draw.fillStyle = MEDALS[place - 1] || COLOURS.B;
      draw.fill();
      write(name, "36px", INK, [MARGIN + 80, y + 42], left - MARGIN - 220);
      write(mean, "bold 36px", INK, [left - 110, y + 42], 100);
      draw.textAlign = "center";
      write(String(place), "bold 32px", MEDALS[place - 1] ? PAPER : INK, [MARGIN + 28, y + 40], 50);
      for (const [at, { sign, pace }] of days.entries()) {
        const [paper, ink] = PACES[pace] || [PAPER, FAINT];
        draw.beginPath();
        draw.roundRect(left + at * (DAY + 8), y, DAY, DAY, 10);
        [draw.fillStyle, draw.strokeStyle, draw.lineWidth] = [paper, pace === "lost" ? ink : paper, 3];
        draw.fill();
        draw.stroke();
        write(sign, "bold 32px", ink, [left + at * (DAY + 8) + DAY / 2, y + 40], DAY);
      }
      draw.textAlign = "start";
    }
  });
}
// (to here)

/**
 * The picture of a game or a match that is shown.
 * @type {(s: PageState, on: Actions) => void}
 */
export function pictureOf({ view, end }, on) {
  const { boards, match, title, tiles } = view;
  const name = (/** @type {typeof boards[0]} */ { who }) => say(who.key === "you" ? sentence("me") : who);
  const columns = boards.map((board) => ({ name: boards.length > 1 ? name(board) : "", rows: board.rows }));
  const made = Math.max(...boards.map(({ rows }) => rows.length));
  const won = isWon(view);
  const several = !match && boards.length > 1 ? boards.length : null;
  const head = match ? title : sentence("in guesses", { won, made, boards: several });
  const rest = match ? match.series && `matches ${say(match.series)}` : say(pointsOf(end?.points[0]));
  picture(on, say(head), columns, ["jotto", rest].filter(Boolean).join(" · "), tiles);
}

/** @type {(points?: number[]) => Sentence | null} */
export const pointsOf = ([skill, luck] = []) =>
  skill === undefined ? null : sentence("skill and luck", { skill, luck });

/**
 * Skill and luck as two large numbers; their room is there before they are known, so that nothing moves.
 * @type {(numbers?: number[], waits?: boolean) => TemplateResult}
 */
export function points(numbers = [], waits = false) {
  const named = (/** @type {number} */ number, /** @type {number} */ at) =>
    html`<span><b>${number}</b> ${say(sentence(at ? "luck" : "skill"))}</span>`;
  return html`<p class="points" role=${numbers.length ? "img" : "presentation"} aria-label=${numbers.length ? say(pointsOf(numbers)) : nothing}>${waits ? say(sentence("points to come")) : numbers.map(named)}</p>`;
}
