// What is shown of a live game, as plain data: the twin of jotto/assistant/view.py and wording.py.
//
// Every sentence has the key and the facts of the program's; tests/web/test_page_view.py compares them.
import { tried } from "./game.js";
import { EXPLAINED, offered } from "./moves.js";
import { approximate, fixed } from "./numbers.js";
import { sentence, share } from "./sentences.js";
import { hinted, noun, showTurn } from "./session.js";
import { Wrong, byText, firstBoards, isLong, last, quoted, remembered, repr } from "./text.js";

/** @import { Advice, Board, Choice, Game, Guess, ScoreKeys, Letters, Mistake } from "./types.js" */
/** @import { Move, RaceOdds, Pane, NumberedBoard, TurnRow, Rule, Stage, Turn, View } from "./types.js" */
/** @import { Sentence } from "./sentences.js" */
/** @import { Claim, Contradiction, Race, Session } from "./session.js" */

const FEW = 6; // words that are listed, not only counted
const SUGGESTED = 5;
const RESCUED = 5;
const HINTED = 4;
const WORTH_SAYING = 0.01;

// --- sentences ------------------------------------------------------------------------------------

/** @type {(game: Game, code: number) => string} */
const textOf = (game, code) => game.rule.texts[code];
/** @type {(game: Game, guess: string, secret: string) => string} */
const scored = (game, guess, secret) => textOf(game, game.code(guess, secret));
/** @type {(chance: number) => number | null} */
const worthSaying = (chance) => (chance >= WORTH_SAYING ? chance : null);

/** @type {(session: Session) => string} */
const nounOf = ({ game, state }) => (state.unlisted === "anything" ? "string" : noun(game));
/** @type {Record<string, string>} */
const POSSIBLE = { words: "unlisted words possible", anything: "strings possible" };

/** @type {(session: Session) => Sentence | null} */
function source(session) {
  const { sampled } = session;
  if (session.state.chosen) return null;
  if (session.toWin) return sentence("for the race");
  if (sampled) return sentence("best of the likeliest", { sampled });
  const some = tried(session.gameNow, session.left);
  if (some) return sentence("best of those tried", { tried: some });
  return session.fromBook ? sentence("from the book") : null;
}

/** @type {(session: Session) => Sentence | null} */
export function doubt(session) {
  const chance = worthSaying(session.mayBeUnlisted ? session.chanceUnlisted : 0);
  const only = session.count === 1 && !session.state.chosen; // else nothing is said to be certain
  return chance === null ? null : sentence("may be unlisted", { chance, only });
}

/** @type {(session: Session) => Sentence | null} */
function reason(session) {
  const { ahead, kit, toWin } = session;
  const { chosen } = session.state;
  if (chosen) return session.allows(chosen) ? null : sentence("not allowed here", { word: repr(chosen) });
  if (toWin) return sentence("chance to win", { chance: toWin.chance, other: session.usual, usual: toWin.usual });
  if (!ahead) return null;
  const { mean, worst, proved } = ahead;
  const scope = proved && kit.allow === "candidates" ? "trees that guess only candidates" : null;
  return sentence("looking ahead", { result: sentence("looked ahead", { mean, worst, proved, scope }) });
}

/** @type {(session: Session, advice: Advice) => Sentence} */
function can({ gameNow: game, several, sampled }, advice) {
  const chance = worthSaying(advice.chance);
  if (advice.candidate && several)
    return advice.chance >= 1 ? sentence("finds a board") : sentence("may find a board", { chance });
  if (advice.candidate && sampled && chance !== null)
    return sentence("could be, of the likeliest", { noun: noun(game), chance, sampled });
  if (advice.candidate) return sentence("could be", { noun: noun(game), chance });
  if (game.find(advice.guess) < 0) return sentence("not in the list");
  return sentence(several ? "cannot find a board" : "cannot be", { noun: noun(game) });
}

/** Its bits only where somebody asks for them. @type {(session: Session, advice: Advice, bits?: number | null) => Sentence} */
const worthOf = (session, advice, bits = null) =>
  sentence("worth", {
    bits,
    worst: session.several ? null : advice.worstLeft,
    can: can(session, advice),
  });

/**
 * A guess with what it is worth; `board`: what it leaves there is shown next.
 * @type {(session: Session, advice: Advice, board?: number | null) => Sentence}
 */
const about = (session, advice, board = null) =>
  sentence("about", { guess: session.game.shown(advice.guess), worth: worthOf(session, advice, advice.bits), board });

/** @type {(session: Session) => Sentence} */
function youFound({ game, several, state }) {
  const { boards, mine } = state;
  const made = mine.length;
  if (several) return sentence("found all", { boards: boards.length, noun: noun(game), made });
  return sentence("found", { word: game.shown(last(mine).guess), made });
}

const PRAISE = ["brilliant", "excellent", "very good", "well done", "nice", "at last"];

/**
 * A word for the number of guesses that it took, beside what is usual; wording.praise.
 * @type {(session: Session) => Sentence | null}
 */
function praise({ won, race, game, state, attempt }) {
  if (!won || race || attempt) return null;
  const made = state.mine.length;
  const codes = Math.max(game.rule.texts.length, 2);
  const usual = 1 + state.boards.length + Math.log(game.secrets.length) / Math.log(codes);
  const over = made - Math.floor(usual + 0.5);
  return sentence("praise", { how: made === 1 ? "first" : PRAISE[Math.min(Math.max(over + 2, 0), 5)] });
}

/**
 * The word of a board that is found or certain, or how many are left.
 * @type {(session: Session) => Sentence}
 */
function left(session) {
  const { won, game } = session;
  const { mine } = session.state;
  if (won) return sentence("found in", { word: game.shown(last(mine).guess), made: mine.length });
  const [first, ...rest] = session.left;
  return rest.length
    ? sentence("left", { left: rest.length + 1 })
    : sentence("certain", { word: game.shown(game.secrets[first]) });
}

/**
 * The number of the board that something is about; null with one.
 * @type {(session: Session) => number | null}
 */
const boardOf = (session) => (session.several ? session.here + 1 : null);

/** @type {(session: Session) => Sentence | null} */
function toScore({ several, toScore: places }) {
  const [boards, further] = firstBoards(places);
  if (!several) return null;
  if (boards.length === 1) return sentence("on board", { board: boards[0] });
  return sentence("on boards", { boards, more: further || null });
}

/** @type {(session: Session) => Sentence} */
function possible(session) {
  const { mine } = session.state;
  const lies = session.game.noise?.lies && mine.length ? session.listed.lies(mine, session.left) : [];
  const allTrue = lies.length ? lies.filter((number) => !number).length : null;
  const { unlisted } = session.state;
  if (!session.several) return sentence(POSSIBLE[unlisted] || "possible", { left: session.count, true: allTrue });
  const lefts = session.toScore.map((at) => session.singles[at].left.length); // in the order of the boards
  const left = Math.min(...lefts);
  if (lefts.length > 1 && lefts.every((other) => other === left))
    return sentence("possible on each board", { left, noun: noun(session.game) });
  return sentence("nearest board", { board: session.toScore[lefts.indexOf(left)] + 1, left });
}

/** @type {(session: Session) => Sentence} */
function result(session) {
  if (!session.other.lost) return sentence("you win");
  return sentence("they found yours", { made: session.state.theirs.length, drawn: session.won });
}

/** @type {(game: Game, code: number) => string | Sentence[]} */
function aloud(game, code) {
  const numbers = game.rule.numbers(code);
  if (numbers.length < 2) return textOf(game, code);
  return numbers.map((number, index) => sentence("number of", { number, name: game.rule.counts[index].name }));
}

/** A score of mine was wrong; of Fibble, only that it was. @type {(game: Game, turn: Turn, secret: string) => Sentence} */
export function wrongScore(game, turn, secret) {
  const code = game.code(turn.guess, secret);
  const right = code === turn.code ? "" : textOf(game, code);
  return sentence("a score was wrong", { turn: showTurn(game, turn), right });
}

/** @type {(session: Session, turn: Turn) => Sentence} */
function misled(session, turn) {
  const [{ game }, race] = [session, session.other];
  const right = game.code(turn.guess, /** @type {string} */ (race.secret)); // without a secret nobody is misled
  const number = race.theirs.findIndex((other) => other.guess === turn.guess && other.code === turn.code) + 1;
  const shown = { turn: showTurn(game, turn), right: textOf(game, right), score: aloud(game, right) };
  return sentence("you misled them", { ...shown, number });
}

/** @type {(session: Session) => Sentence} */
function raceNote(session) {
  const [race, { mine, theirs }] = [session.other, session.state];
  if (race.lost) return sentence("your last guess", { made: theirs.length });
  if (session.won) return sentence("their last guess", { made: mine.length });
  const facts = { left: race.candidates.length, noun: noun(session.game) };
  return sentence("they have left", { ...facts, yours: amongThem(race) });
}

/**
 * Whether my secret is among the candidates of the other player, if it is known.
 * @type {(race: Race) => Sentence | null}
 */
function amongThem({ game, secret, candidates, exposure }) {
  if (exposure) {
    const first = Boolean(game.weights) && candidates.length > 1 && game.likeliest(candidates)[0] === secret;
    return sentence("yours may be it", { first, chance: worthSaying(exposure) });
  }
  if (secret === null) return null;
  return sentence(game.find(secret) < 0 ? "yours is unlisted" : "yours cannot be it");
}

/** @type {(win: number, draw: number, lose: number, mayDraw: boolean) => Sentence} */
function oddsText(win, draw, lose, mayDraw) {
  const drawn = mayDraw ? [sentence("draw chance", { chance: draw })] : [];
  return sentence("odds", {
    chances: [sentence("your chance", { chance: win }), ...drawn, sentence("their chance", { chance: lose })],
  });
}

/**
 * An explanation as one line, and of it which secrets then fit.
 * @type {(game: Game, mistake: Mistake, written: string[]) => [text: Sentence, then: Sentence]}
 */
function explained(game, mistake, written) {
  const first = (/** @type {string[]} */ words) => [
    ...words.slice(0, RESCUED),
    ...(words.length > RESCUED ? ["..."] : []),
  ];
  if (!mistake.meant || !mistake.entered) {
    const line = written.length
      ? sentence("people write the word", { left: written.length, words: first(written) })
      : sentence("the word is unlisted", { strings: null, words: [] });
    return [line, line];
  }
  const { rescued, entered, meant } = mistake;
  const secrets = first(game.likeliest(rescued));
  const then = sentence("then it is", { several: rescued.length > 1, secrets });
  const [right, wrong] = [textOf(game, meant.code), textOf(game, entered.code)];
  const changed =
    mistake.kind === "score"
      ? sentence("the score may be", { guess: entered.guess, right, wrong })
      : sentence("the guess may be", { right: meant.guess, wrong: entered.guess });
  return [sentence("a mistake", { turn: mistake.turn, changed, then }), then];
}

/**
 * What there is to say after a move.
 * @type {(before: Session, session: Session, move: Move) => Sentence[]}
 */
export function messagesAfter(before, session, move) {
  const word = String(move.word || "").trim();
  if (move.do === "undo" && !before.transcript.length && !before.attempt) return [sentence("nothing to take back")];
  if (move.do === "hint") {
    const { singles, sampled } = before;
    const [board, number] = hinted(before, move);
    const hint = HINTS[Math.min(number, HINTS.length) - 1](board ? singles[board - 1] : before);
    if (board) return [sentence("a hint, of a board", { board, hint })];
    return [sampled ? sentence("a hint, of the likeliest", { sampled, hint }) : hint];
  }
  if (session.attempt) return [];
  if (move.do === "race") return session.other.misled.map((turn) => misled(session, turn));
  if (move.do === "they") {
    const [turn, wrong] = [last(session.other.theirs), session.other.misled];
    if (!move.score) return [sentence("tell them", { score: aloud(session.game, turn.code) })];
    return wrong.includes(turn) ? [misled(session, turn)] : [];
  }
  if (move.do === "score" && word && before.race && word !== before.guess)
    return [sentence("counted as yours", { guess: word, score: String(move.score) })];
  return [];
}

// --- letters --------------------------------------------------------------------------------------

/** @type {(session: Session) => number[]} */
const shares = ({ heard, left }) => {
  const all = heard.weigh(left);
  return heard.weightsOf(left).map((weight) => weight / all);
};
/** @type {(chance: number) => number} */
const rounded = (chance) => Number(chance.toFixed(9));

/** @type {(session: Session) => [letter: string, chance: number][]} */
function letterChances(session) {
  return remembered(session, "letters", () => {
    const [game, chances] = [session.gameNow, shares(session)];
    const sums = new Map(game.alphabet.map((letter) => [letter, 0]));
    session.left.forEach((secret, i) => {
      for (const letter of new Set(game.spell(game.secrets[secret])))
        sums.set(letter, (sums.get(letter) || 0) + chances[i]);
    });
    return Array.from(sums, ([letter, chance]) => [letter, rounded(chance)]);
  });
}

/** @type {(session: Session) => string[]} */
function knownLetters(session) {
  /** @type {string[][]} */
  const [inside, open, out] = [[], [], []];
  for (const [letter, chance] of letterChances(session)) {
    if (chance === 1) inside.push(letter);
    else (chance > 0 ? open : out).push(letter);
  }
  return [inside, open, out].map((letters) => letters.join(" "));
}

/** @type {(session: Session) => Letters} */
function letterGroups(session) {
  const [inside, open, out] = knownLetters(session);
  if (!inside && !out) return {};
  const fixed = placed(session);
  const turns = session.gameNow.rule.tiles ? session.state.mine : [];
  const isMoved = (/** @type {string} */ letter) =>
    turns.some(({ guess, code }) =>
      session.gameNow.spell(guess).some((sign, at) => sign === letter && textOf(session.gameNow, code)[at] === "Y"),
    );
  const known = (/** @type {string} */ letter) => (fixed.has(letter) ? "placed" : isMoved(letter) ? "elsewhere" : "in");
  const letters = inside.split(" ");
  const named = ["placed", "elsewhere", "in"].map((how) => [
    how,
    letters.filter((letter) => known(letter) === how).join(" "),
  ]);
  return Object.fromEntries([...named, ["open", open], ["out", out]].filter(([, some]) => some));
}

/**
 * The letters that stand in the same place in all candidates; hints.placed.
 * @type {(session: Session) => Set<string>}
 */
function placed({ gameNow: game, left }) {
  const first = left.length ? game.spell(game.secrets[left[0]]) : [];
  let same = [...first.keys()];
  for (const secret of left) {
    if (!same.length) break;
    const letters = game.spell(game.secrets[secret]);
    same = same.filter((at) => letters[at] === first[at]);
  }
  return new Set(same.map((at) => first[at]));
}

// What a score can say of a letter, the first of which counts, with the mark where letters have marks; as hints.SAID.
/** @type {Record<string, string>} */
const SAID = { placed: "G", elsewhere: "Y", in: "", out: "B" };

/**
 * What each score by itself says of the letters of its guess, as hints.scored_letters.
 * @type {(game: Game, turns: Turn[]) => Letters}
 */
export function scoredLetters(game, turns) {
  /** @type {Map<string, Set<string>>} */
  const said = new Map();
  /** @type {Letters} */
  const groups = {};
  if (turns.length && last(turns).code === game.rule.win) return groups;
  for (const { guess, code } of turns) {
    const hows = saidOf(game, code);
    for (const [at, letter] of game.spell(guess).entries())
      said.set(letter, (said.get(letter) || new Set()).add(hows[at]));
  }
  for (const how of Object.keys(SAID)) {
    const letters = [...said.keys()].filter((letter) => said.get(letter)?.has(how));
    for (const letter of letters) said.delete(letter);
    if (letters.length) groups[how] = letters.sort(byText).join(" ");
  }
  return groups;
}

/**
 * What a score says of each letter of its guess; nothing if it says it of none.
 * @type {(game: Game, code: number) => string[]}
 */
function saidOf({ rule, noise, length }, code) {
  const marks = [...rule.marks(code, length)];
  if (noise) return [];
  if (rule.tiles) return marks.map((mark) => Object.keys(SAID).find((how) => SAID[how] === mark) || "");
  if (rule.core < 0 || !rule.counts.some(({ mark }) => mark === SAID.elsewhere)) return [];
  const has = new Set(marks.map((mark) => mark !== SAID.out));
  return has.size === 1 ? marks.map(() => (has.has(true) ? "in" : "out")) : [];
}

/** @type {(what: string, chance: number) => Sentence} */
const withChance = (what, chance) => sentence("with a chance", { what, percent: 100 * chance });

/** @type {(session: Session) => Sentence} */
function knownHint(session) {
  const [inside, , out] = knownLetters(session).map((letters) => letters || sentence("none known"));
  return sentence("hint: known letters", { inside, out });
}

/** @type {(session: Session) => Sentence} */
function lettersHint(session) {
  const open = letterChances(session).filter(([, chance]) => chance % 1);
  open.sort(([first, a], [second, b]) => b - a || byText(first, second));
  const letters = open.slice(0, HINTED).map(([letter, chance]) => withChance(letter, chance));
  return letters.length ? sentence("hint: open letters", { letters }) : sentence("every letter is known");
}

/** @type {(session: Session) => Sentence} */
function placesHint(session) {
  const [game, chances] = [session.gameNow, shares(session)];
  /** @type {Map<string, { place: number, letter: string, chance: number }>} */
  const all = new Map();
  session.left.forEach((secret, i) => {
    for (const [at, letter] of game.spell(game.secrets[secret]).entries()) {
      const before = all.get(`${at} ${letter}`) || { place: at + 1, letter, chance: 0 };
      all.set(`${at} ${letter}`, { ...before, chance: before.chance + chances[i] });
    }
  });
  const likeliest = [...all.values()].map((entry) => ({ ...entry, chance: rounded(entry.chance) }));
  likeliest.sort((a, b) => b.chance - a.chance || a.place - b.place || byText(a.letter, b.letter));
  const letters = likeliest
    .slice(0, HINTED)
    .map(({ place, letter, chance }) => sentence("at a place", { letter, place, percent: 100 * chance }));
  return sentence("hint: places", { letters });
}

/** @type {(session: Session) => Sentence} */
function secretHint(session) {
  const words = Array.from(session.left, (secret) => session.gameNow.secrets[secret]);
  const chances = shares(session);
  const likely = [...words.keys()].sort((a, b) => chances[b] - chances[a]);
  const best = likely.find((at) => !session.avoid.includes(words[at])) ?? likely[0];
  return sentence("hint: secret", { secret: withChance(words[best], chances[best]) });
}

const HINTS = [knownHint, lettersHint, placesHint, secretHint]; // each says more than the one before it

// --- the view -------------------------------------------------------------------------------------

/** @type {(game: Game, turn: Turn, right?: string) => TurnRow} */
function row(game, turn, right = "") {
  const marks = game.rule.tiles || game.rule.counts.length > 1 ? game.rule.marks(turn.code, game.length) : "";
  return {
    guess: turn.guess,
    score: textOf(game, turn.code),
    marks,
    right,
    doubt: null,
    won: turn.code === game.rule.win,
  };
}

/** @type {(game: Game, turns: Turn[], wrong: Turn[], secret: string | null) => TurnRow[]} */
const rowsOf = (game, turns, wrong, secret) => {
  const right = (/** @type {Turn} */ turn) =>
    secret !== null && wrong.some((other) => other.guess === turn.guess && other.code === turn.code)
      ? scored(game, turn.guess, secret)
      : "";
  return turns.map((turn) => row(game, turn, right(turn)));
};

/**
 * How likely an answer is false; wording.false.
 * @type {(chance: number) => Sentence | null}
 */
function falseAnswer(chance) {
  if (chance < WORTH_SAYING || chance === 1) return chance === 1 ? sentence("false") : null;
  return sentence(chance > 0.5 ? "probably false" : "perhaps false", { chance });
}

/** @type {(session: Session) => Sentence} */
function lead(session) {
  if (session.state.chosen) return sentence("your guess");
  if (session.several) return sentence(session.pending ? "score" : "guess");
  return sentence(session.left.length === 1 ? "it must be" : "guess");
}

/**
 * The question about a win that the scores before it exclude.
 * @type {(session: Session, claim: Claim) => Sentence}
 */
function asked({ game, several, answers: [{ meant }] }, { side, board, turns, wrong }) {
  const facts = { board: several ? board + 1 : null, guess: game.shown(last(turns).guess), noun: noun(game) };
  const further = wrong.length - 1;
  const right = meant && { turn: game.shown(meant.guess), right: textOf(game, meant.code), more: further || null };
  return sentence(side === "them" ? "is it theirs" : "is it the word", { ...facts, ...right });
}

/**
 * The answers to it: yes, and no with a score.
 * @type {(session: Session) => Sentence[]}
 */
function answers({ game, attempt, answers: [yes, no] }) {
  if (!yes) return [];
  const then = no?.rescued.length ? explained(/** @type {Session} */ (attempt).nearly, no, [])[1] : null;
  const right = no?.meant && textOf(game, no.meant.code);
  return [sentence("yes"), ...(right ? [sentence("no: the score", { right, then })] : [])];
}

/** @type {(session: Session) => [stage: Stage, title: Sentence]} */
function stageOf(session) {
  if (session.claim) return ["doubt", asked(session, session.claim)];
  if (session.attempt) return ["doubt", /** @type {Contradiction} */ (session.attempt.contradiction).sentence];
  if (session.over) return ["over", session.race ? result(session) : youFound(session)];
  return session.side === "them" ? ["theirs", sentence("their guess")] : ["guess", lead(session)];
}

/** @type {(session: Session) => Guess} */
function guessOf(session) {
  const { left: words, advice, several } = session;
  const certain = words.length === 1 && !session.state.chosen && !several;
  const vague = session.game.noise && advice.expectedLeft > words.length / 2; // any of them may still be the secret
  const leaves = { guess: session.game.shown(session.guess), left: advice.expectedLeft };
  return {
    lead: lead(session),
    word: session.guess,
    source: source(session),
    possible: possible(session),
    names: words.length <= FEW && !several ? polite(session, session.heard.likeliest(words)).join(", ") : "",
    after: certain || vague || several ? null : sentence("leaves", leaves),
    worth: worthOf(session, advice),
    reason: reason(session),
    certain,
  };
}

/** @type {(session: Session) => Sentence[]} */
function trouble(session) {
  if (!session.attempt || session.claim) return [];
  const { here, state } = session.attempt;
  const turn = last(state.boards[here]);
  return session.game.rule.mayMeanWin(turn.code, session.game.length)
    ? [sentence("if it was the word", { guess: session.game.shown(turn.guess) })]
    : [];
}

/** @type {(session: Session) => Sentence[]} */
function faults(session) {
  const mine = session.singles.flatMap((board) =>
    board.wrongTurns().map((turn) => wrongScore(board.game, turn, last(board.state.mine).guess)),
  );
  return [...mine, ...(session.race ? session.race.misled : []).map((turn) => misled(session, turn))];
}

/** @type {(session: Session) => Choice[]} */
function choices(session) {
  const tried = session.attempt || session;
  const offers = `${session.game.rule.texts.includes("1") ? "" : "123456789"}abcdefghjklmoprstuvwxz`; // wording.offer_keys
  const [told, theirs] = [answers(session), session.claim?.side === "them"];
  const keys = told.length ? "yn" : offers;
  return session.choices.map((mistake, place) => {
    const written = session.attempt ? tried.written : [];
    const [text, then] = told.length ? [told[place], told[place]] : explained(tried.nearly, mistake, written);
    const changed = mistake.meant && !theirs ? row(session.game, mistake.meant) : null;
    return { key: keys[place] || "", text, turn: theirs ? 0 : mistake.turn || 0, row: changed, then };
  });
}

/**
 * What is so in a live game, of all that moves.json names.
 * @type {(session: Session) => Set<string>}
 */
export function factsOf(session) {
  const { state, game, attempt, isAsked } = session;
  const over = session.over && !attempt;
  const so = {
    doubt: attempt,
    over,
    "my turn": isAsked,
    "their turn": !(attempt || over || isAsked),
    entries: session.transcript.length,
    turns: state.mine.length,
    "their turns": state.theirs.length,
    choices: attempt && session.explanations.length,
    claim: session.claim,
    nearest: session.answers.length > 1,
    unlikely: attempt && session.explanations.length > EXPLAINED,
    race: session.race,
    several: session.several,
    closed: game.closed,
    noisy: game.noise,
    "may be unlisted": !game.closed && !state.unlisted && game.rule.tallies,
    "may be anything": state.unlisted === "words",
  };
  return new Set(Object.entries(so).flatMap(([name, value]) => (value ? [name] : [])));
}

/** Whose score is asked for again on which of several boards. @type {(session: Session) => Record<string, any>} */
function again({ several, attempt, askedAbout: at, askedTurn: [, number], game }) {
  if (!several || !attempt) return { guess: null, board: null };
  return { guess: game.shown(attempt.state.boards[at][number - 1].guess), board: at + 1 };
}

/** @type {(session: Session) => Sentence} */
function promptOf(session) {
  if (session.claim) return sentence("yes or no or score", { no: session.answers.length > 1, ...again(session) });
  if (session.attempt) return sentence("letter or score", again(session));
  if (session.over) return sentence(session.won ? "enter to finish" : "what was their word");
  if (session.side === "them") return sentence("their guess");
  return sentence("score for", { guess: session.game.shown(session.guess), boards: toScore(session) });
}

/** @type {(rule: Rule) => ScoreKeys} */
function keysOf(rule) {
  const numbers = rule.texts.map((_, code) => rule.numbers(code)).filter((parts) => parts.length);
  const column = (/** @type {number} */ index) =>
    [...new Set(numbers.map((parts) => parts[index]))].sort((a, b) => a - b);
  /** @type {ScoreKeys["rows"]} */
  const rows = numbers.length ? rule.counts.map((count, index) => [count.label, column(index)]) : [];
  const kind = rule.tiles ? "tiles" : ["list", "one row", "pairs"][rows.length] || "list";
  const win = rule.numbers(rule.win).length ? "" : rule.texts[rule.win];
  return { kind, rows, texts: rule.tiles ? [] : rule.texts, win };
}

/** @type {(game: Game) => string[]} */
function alphabetOf({ alphabet, declared }) {
  const further = declared.filter((letter) => isLong(letter) || letter === "ı");
  return [...new Set([...alphabet, ...further])].sort(byText);
}

/** @type {(session: Session) => RaceOdds | null} */
function oddsOf(session) {
  if (!session.race || session.decided) return null;
  const [{ lastTurn }, { win, draw: drawn }] = [session.race, session.odds];
  const draw = lastTurn ? drawn : 0;
  const they = Math.max(0, 1 - win - draw);
  return { you: win, draw, they, text: oddsText(win, draw, they, lastTurn) };
}

/**
 * Several boards: those not found first, the fewest words left first.
 * @type {(session: Session, boards: Board[]) => NumberedBoard[]}
 */
function places(session, boards) {
  const here = session.askedAbout;
  const numbered = session.singles.map((alone, at) => ({
    ...boards[at],
    who: sentence("board", { number: at + 1 }),
    note: left(alone),
    number: at + 1,
    left: alone.won ? 0 : alone.left.length,
    found: alone.won,
    asked: at === here && !alone.won,
    letters: alone.state.mine.length && !alone.won ? letterGroups(alone) : {},
  }));
  return numbered.sort((a, b) => Number(a.found) - Number(b.found) || a.left - b.left);
}

/**
 * Several boards in their places, by what their scores say; the twin of view.kept_places.
 * @type {(session: Session, boards: Board[]) => NumberedBoard[]}
 */
const keptPlaces = (session, boards) =>
  session.singles.map((alone, at) => ({
    ...boards[at],
    who: sentence("board", { number: at + 1 }),
    note: alone.won ? left(alone) : null,
    number: at + 1,
    left: alone.won ? 0 : null,
    found: alone.won,
    asked: !alone.won,
    letters: scoredLetters(session.game, alone.state.mine),
  }));

/**
 * What the scores say of the letters; of several boards, which are out on all.
 * @type {(session: Session) => Letters}
 */
function keptLetters({ game, singles, several, won, state }) {
  if (!several || won) return scoredLetters(game, state.mine);
  const still = singles.filter((board) => !board.won);
  const outs = still.map((board) => (scoredLetters(game, board.state.mine).out || "").split(" "));
  const out = outs.reduce((all, some) => all.filter((letter) => some.includes(letter))).join(" ");
  return out ? { out } : {};
}

/** @type {(session: Session) => Letters} */
const shownLetters = (session) =>
  session.state.mine.length && !session.won && !session.sampled ? letterGroups(session) : {};

/**
 * All that is shown of a live game, saved as version `at`; without `doubts`, that the word may be unlisted is left out;
 * on the face `alone`, where the page keeps the secret or tests the player, nothing is shown that follows by reasoning.
 * @type {(session: Session, options?: { at?: number, doubts?: boolean, face?: "page" | "alone" }) => View}
 */
export function view(session, { at = 0, doubts = true, face = "page" } = {}) {
  const { game, state, race } = session;
  const shown = (session.attempt || session).state.boards;
  const secretOf = (/** @type {Session} */ board) => (board.won ? last(board.state.mine).guess : null);
  /** @type {Board[]} */
  let boards = session.singles.map((board, at) => ({
    who: sentence("you"),
    rows: rowsOf(game, shown[at], board.wrongTurns(), secretOf(board)),
    note: null,
  }));
  if (game.noise?.lies && !session.won && !session.attempt)
    for (const { rows } of boards)
      for (const [at, turn] of rows.entries()) turn.doubt = falseAnswer(session.falseChances[at]);
  const kept = face === "alone";
  if (session.several) boards = kept ? keptPlaces(session, boards) : places(session, boards);
  const told = (session.attempt || session).race;
  if (told)
    boards.push({ who: sentence("they"), rows: rowsOf(game, told.theirs, told.misled, told.secret), note: null });
  const [stage, title] = stageOf(session);
  return {
    at,
    stage,
    title,
    boards,
    tiles: game.rule.tiles,
    coloured: game.rule.coloured,
    length: game.length,
    guess: stage === "guess" && !kept ? guessOf(session) : null,
    letters: kept ? keptLetters(session) : shownLetters(session),
    odds: oddsOf(session),
    trouble: trouble(session),
    notes: race && !session.over ? [raceNote(session)] : [],
    faults: faults(session),
    doubt: doubts && stage === "guess" && !kept ? doubt(session) : null,
    choices: choices(session),
    moves: offered(factsOf(session), face),
    prompt: kept ? sentence("guess number", { number: state.mine.length + 1 }) : promptOf(session),
    keys: keysOf(game.rule),
    alphabet: alphabetOf(game),
    rules: race ? { first: race.first, last_turn: race.lastTurn, private: race.secret === null } : null,
    secret: "",
    match: null,
    result: praise(session),
  };
}

// --- what is shown when it is asked for -----------------------------------------------------------

/** @type {(title: Sentence, shown?: Partial<Pane>) => Pane} */
const paneOf = (title, { headers = [], rows = [], words = [] } = {}) => ({ title, headers, rows, words });

/**
 * Words without those that are not proposed, unless there is no other, as view._polite.
 * @type {(session: Session, words: string[]) => string[]}
 */
function polite({ avoid }, words) {
  const rude = new Set(avoid);
  return words.length > 1 ? words.filter((word) => !rude.has(word)) : words;
}

/** @type {Record<string, (session: Session, about: string) => Pane>} */
const PANES = {
  why: (session) => {
    const [game, { left, guess }] = [session.heard, session];
    const words = game.partition(guess, left);
    const sizes = session.sampled
      ? [...session.sizes(guess).entries()]
      : [...words].map(([code, { length }]) => [code, length]);
    const parts = sizes.filter(([, size]) => size).sort(([, a], [, b]) => b - a);
    const likeliest = (/** @type {number} */ code) => game.likeliest(words.get(code) || Uint32Array.of());
    const rows = parts.map(([code, size]) => [textOf(game, code), size, polite(session, likeliest(code))]);
    const headers = [sentence("a score"), sentence("words left"), sentence("likeliest first")];
    return paneOf(about(session, session.advice, boardOf(session)), { headers, rows });
  },
  more: (session) => {
    const measure = session.kit.measure === "simple" ? "entropy" : session.kit.measure;
    const rows = session.rank({ measure, top: SUGGESTED }).map((guess) => session.measured(guess));
    const cells = (/** @type {Advice} */ advice) => [
      session.game.shown(advice.guess),
      fixed(advice.bits, 2),
      approximate(advice.expectedLeft),
      advice.candidate ? share(Math.min(advice.chance, 1)) : "-",
    ];
    const headers = [sentence("a guess"), sentence("bits"), sentence("left after it"), sentence("chance")];
    const title = sentence("good guesses", { sampled: session.sampled || null });
    return paneOf(title, { headers, rows: rows.map(cells) });
  },
  list: (session) => {
    const all = session.heard.likeliest(session.left);
    const [{ sampled, count: strings }, words] = [session, polite(session, all)];
    if (sampled) return paneOf(sentence("likeliest of", { sampled, strings }), { words });
    const hidden = all.length - words.length || null;
    const facts = { left: all.length, noun: nounOf(session), board: boardOf(session), hidden };
    return paneOf(sentence("words possible", facts), { words });
  },
  about: (session, word) => paneOf(about(session, session.measured(session.read(word)))),
};

/** @type {(session: Session, name: string, about?: string) => Pane} */
export function pane(session, name, about = "") {
  if (!Object.hasOwn(PANES, name))
    throw new Wrong(`there is no ${quoted(name)} to show; there are ${Object.keys(PANES).join(", ")}`);
  return PANES[name](session, about);
}
