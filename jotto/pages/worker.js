// The part of the page in one file that works out its answers, in a thread of its own.
import { NOTHING, ask, open } from "./live.js";

self.onmessage = ({ data: { id, game, path, move, state } }) => {
  if (game) return open(game);
  const before = state || NOTHING;
  const { state: after, answer } = ask(before, path, move);
  return postMessage({ id, answer, state: after === before ? null : after });
};
