// What there is of a game that is over: skill and luck, and a picture to share with the marks of every turn, and no word.
import { html, nothing } from "./lit-html.js";
import { sentence, say } from "./sentences.js";

/** @import { Sentence } from "./sentences.js" */
/** @import { Actions, PageState, TemplateResult, TurnRow } from "./types.js" */
/** @typedef {{ name: string, rows: Pick<TurnRow, "marks" | "score">[] }} Column the turns on a board */

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

/**
 * Draw columns of marks under a title, and give the picture to another program.
 * @type {(on: Actions, title: string, columns: Column[], foot: string, tiles: boolean) => void}
 */
export function picture(on, title, columns, foot, tiles) {
  const canvas = document.createElement("canvas");
  const abreast = Math.min(columns.length, ABREAST);
  const wide = Math.max(...columns.flatMap(({ rows }) => rows.map(({ marks }) => marks.length || 3)));
  const size = Math.min(MOST, (WIDTH - 2 * MARGIN) / (abreast * (wide + 1) - 1));
  const high = Math.max(...columns.map(({ rows }) => rows.length)) * size + (columns.length > 1 ? 50 : 0);
  const left = (WIDTH - size * (abreast * (wide + 1) - 1)) / 2;
  [canvas.width, canvas.height] = [WIDTH, TOP + Math.ceil(columns.length / abreast) * high + FOOT];
  const draw = canvas.getContext("2d");
  if (!draw) return;
  /** @type {(text: string, font: string, colour: string, at: [x: number, y: number], most?: number) => void} */
  const write = (text, font, colour, [x, y], most = WIDTH - 2 * MARGIN) => {
    [draw.font, draw.fillStyle] = [`${font} system-ui, sans-serif`, colour];
    draw.fillText(text, x, y, most);
  };
  draw.fillStyle = PAPER;
  draw.fillRect(0, 0, canvas.width, canvas.height);
  write(title, "bold 48px", INK, [MARGIN, 90]);
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
  write(foot, "30px", FAINT, [MARGIN, canvas.height - 40]);
  canvas.toBlob((blob) => blob && on.give({ file: new File([blob], "jotto.png", { type: "image/png" }) }));
}

/**
 * The picture of a game or a match that is shown.
 * @type {(s: PageState, on: Actions) => void}
 */
export function pictureOf({ view: { boards, match, title, prompt, tiles }, end }, on) {
  const name = (/** @type {typeof boards[0]} */ { who }) => say(who.key === "you" ? sentence("me") : who);
  const columns = boards.map((board) => ({ name: boards.length > 1 ? name(board) : "", rows: board.rows }));
  const made = Math.max(...boards.map(({ rows }) => rows.length));
  const won = prompt?.key === "enter to finish";
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
 * @type {(numbers?: number[]) => TemplateResult}
 */
export function points(numbers = []) {
  const named = (/** @type {number} */ number, /** @type {number} */ at) =>
    html`<span><b>${number}</b> ${say(sentence(at ? "luck" : "skill"))}</span>`;
  return html`<p class="points" role=${numbers.length ? "img" : "presentation"} aria-label=${numbers.length ? say(pointsOf(numbers)) : nothing}>${numbers.map(named)}</p>`;
}
