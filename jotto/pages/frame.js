// The page in a frame of another site, its host: what that may ask, and what it is told (docs/embed.md). The address of the
// frame names the origin of the host, as in jotto.html?host=https://example.org; else nothing is told, and nobody is heard.

/** @import { View } from "./types.js" */

const asked = new URLSearchParams(location.search).get("host") || "";
const host = parent !== window && URL.canParse(asked) && new URL(asked).origin === asked ? asked : ""; // never "*"

/** @type {(event: string, facts?: object) => void} */
export function report(event, facts) {
  if (host) parent.postMessage({ jotto: 1, event, ...facts }, host);
}

/** What is asked is done in turn: a move is made in the position after the one before. */
/** @type {(act: (asked: Record<string, any>) => unknown) => void} */
export function hear(act) {
  /** @type {Promise<unknown>} */
  let before = Promise.resolve();
  const heard = (/** @type {MessageEvent} */ { source, origin, data }) => {
    if (source === parent && origin === host && data?.jotto === 1)
      before = before.catch(() => {}).then(() => act(data));
  };
  if (host) window.addEventListener("message", heard);
}

/** @type {(view: View | null) => void} */
export const show = (view) => report("state", told(view));

/** What it is told of the game that is shown. @type {(view: View | null) => object} */
export function told(view) {
  if (!view) return { stage: "", boards: [], guess: null };
  const boards = view.boards.map(({ rows }) => rows.map(({ guess, score }) => `${guess}=${score}`));
  return { stage: view.stage, boards, guess: view.guess?.word ?? null };
}
