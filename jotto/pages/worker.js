// The part of the page in one file that works out its answers, in a thread of its own.
import { startCore } from "./core.js";
import { NOTHING, ask, open } from "./live.js";
import { learnMoves } from "./moves.js";
import { learn } from "./sentences.js";

self.onmessage = ({ data: { id, game, core, sentences, moves, path, move, state } }) => {
  if (game) {
    startCore(core);
    learn(sentences);
    learnMoves(moves);
    return open(game);
  }
  const before = state || NOTHING;
  const { state: changed, answer } = ask(before, path, move);
  return postMessage({ id, answer, state: changed === before ? null : changed });
};
