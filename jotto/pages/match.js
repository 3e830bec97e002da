// What a match has besides its board: forms, invitations, what one player asks of the other, the end.
import { calledBy, calledIn } from "./house.js";
import { html, nothing } from "./lit-html.js";
import { fixed, signed } from "./numbers.js";
import { pictureOf } from "./picture.js";
import { sentence, say } from "./sentences.js";
import { store, stored } from "./shelf.js";

/** @import { Sentence } from "./sentences.js" */
/** @import { Actions, Board, Drawn, Look, Offers, PageState, TemplateResult, Title, Versus, View } from "./types.js" */
/**
 * @typedef {(name: string, label: string, values: string[][], value: string, act?: Change) => TemplateResult} Select
 */
/** @typedef {(event: Event & { target: HTMLSelectElement }) => void} Change */

/** @type {(view: Look | null) => boolean} */
const turkish = (view) => Boolean(view?.alphabet.includes("ı")); // or alike: the capital of ı is I, that of i is İ
/** @type {(text: string, view: Look | null) => string} */
export function shout(text, view) {
  const capitals = turkish(view) ? String(text).replaceAll("i", "İ") : String(text);
  return capitals.replace(/./gsu, (sign) => ([...sign.toUpperCase()].length === 1 ? sign.toUpperCase() : sign));
}

/** @type {(text: string, view: View | null) => string} */
export const small = (text, view) =>
  (turkish(view) ? text.replace("I", "ı") : text).replace("İ", "i").toLowerCase().replace("ς", "σ");

/**
 * What is entered in a form, by the names of its fields: "" of a box that is not checked.
 * @type {(form: HTMLFormElement, button?: HTMLElement | null) => Record<string, any>}
 */
const entered = (form, button) => {
  const boxes = [...form.querySelectorAll("[type=checkbox]")].map((box) => [/** @type {any} */ (box).name, ""]);
  const { called, ...fields } = Object.fromEntries([...boxes, ...new FormData(form, button)]); // it stands in others
  return fields;
};

/**
 * A handler for the submit of a form: `use` is given what is entered.
 * @type {(use: (fields: Record<string, any>) => unknown) => (event: SubmitEvent & { target: HTMLFormElement }) => void}
 */
export const submitted = (use) => (event) => {
  event.preventDefault();
  use(entered(event.target, event.submitter));
};

/**
 * A handler for a change in a form, whose fields may depend on each other, or on the name of a game.
 * @type {(on: Actions, offers?: Offers) => (event: Event & { currentTarget: HTMLFormElement }) => void}
 */
export const changed = (on, offers) => (event) => {
  const { name, value } = /** @type {HTMLInputElement} */ (event.target);
  const called = name === "called" && calledIn(offers, value);
  const { game, rule, boards } = called || {};
  on.set({ form: { ...entered(event.currentTarget), ...(called && { game, rule, boards }) } });
};

/** @type {Select} */
export const select = (name, label, values, value, change) => {
  const option = (/** @type {string[]} */ [choice, text]) =>
    html`<option value=${choice} .selected=${choice === value}>${text}</option>`;
  return html`<label>${label} <select name=${name} @change=${change || nothing}>${values.map(option)}</select></label>`;
};
/** @type {(name: string, label: string, on: boolean) => TemplateResult} */
export const checkbox = (name, label, on) =>
  html`<label class="switch"><input type="checkbox" name=${name} value="yes" ?checked=${on}> ${label}</label>`;

// --- before it begins -----------------------------------------------------------------------------

/**
 * What a form begins with: what is usual, or what was `kept`, if this page has its game: a file may share the browser's
 * storage with others.
 * @type {(offers: Offers | undefined, kept?: Record<string, any>) => Record<string, any>}
 */
export const usualOf = (offers, kept = {}) => {
  const { form, called } = offers || { form: [], called: [] };
  const isKnown = !kept.game || calledBy(called, kept);
  const usual = Object.fromEntries(
    form.map(({ name, usual, choices }) => [name, choices ? usual : usual ? "yes" : ""]),
  );
  const still = Object.entries(kept).filter(([name]) => isKnown || !(name in usual));
  return { ...usual, ...Object.fromEntries(still) };
};

/**
 * The fields of a form, see jotto/question/forms.py: the game by its name, and then those that go with it, with the choices
 * that go with the others; those of advice only with `advice`; the numbers of boards that there may be; and
 * word lists of the player's own.
 * @type {(offers: Offers, value: Record<string, any>, how?: Partial<{ advice: boolean, boards: string[], own: string[][] }>) => TemplateResult[]}
 */
export function fieldsOf({ form, called, lists }, value, { advice = false, boards = ["1"], own = [] } = {}) {
  const ofWords = value.game === "words";
  const shown = form.filter((field) => (ofWords || !field.ofWords) && (advice || !field.advice));
  const fields = shown.map(({ name, label, choices, fits, advised }) => {
    if (["game", "rule"].includes(name)) return html`<input type="hidden" name=${name} value=${value[name]}>`;
    if (!choices) return checkbox(name, label, value[name]);
    const goes = (/** @type {string[]} */ [choice]) =>
      (advice || !advised.includes(choice)) &&
      shown.every(({ name: other }) => !fits[choice]?.[other] || fits[choice][other].includes(value[other]));
    return select(name, label, choices.filter(goes), value[name]);
  });
  const advised = form.flatMap((field) => (advice ? [] : field.advised));
  const games = called.filter((each) => (advice || boards.includes(each.boards)) && !advised.includes(each.rule));
  const names = [["", "the usual one"], ...lists.map((name) => [name, name]), ...own];
  const list = names.length > 1 && ofWords ? select("list", "Word list", names, value.list || "") : nothing;
  const titles = games.map(({ id, title }) => [id, title]);
  return [html`${select("called", "Game", titles, calledBy(games, value)?.id || "")}${list}`, html`${fields}`];
}

// (not in one file)
const MINUTES = Object.fromEntries([3, 5, 10, 20].map((n) => [n, `${n} minutes each`]));
/** @type {Record<string, [label: string, values: Record<string, string>]>} */
const AGREED = {
  order: [
    "Who goes first",
    { me: "I do", them: "They do", chance: "By chance", together: "Both guess at the same time" },
  ],
  dictionary: [
    "What counts as a word",
    {
      common: "Words most people know",
      list: "Words of the list",
      any: "Any letters, if you are sure",
    },
  ],
  challenge: ["A challenged guess that is in no list", { back: "Is taken back", counts: "Still counts" }],
  advice: ["Advice", { none: "For nobody", both: "For either player", behind: "For whoever is behind" }],
  minutes: ["Clock", { 0: "None", ...MINUTES, 60: "1 hour each" }],
};
export const USUAL = {
  ...{ other: "person", order: "me", last_turn: "yes", dictionary: "any" },
  ...{ challenge: "back", advice: "none", minutes: "0" },
};
const LEVEL = "A computer at your level: stronger after you win, weaker after you lose";

/** @type {() => Record<string, any>} */
const last = () => stored("match");

/** @type {Drawn} */
export function newMatch(s, on) {
  /** @type {Record<string, any>} */
  const value = { ...USUAL, ...usualOf(s.data.offers, last()), ...s.form };
  const ofWords = value.game === "words";
  const begin = submitted((form) => {
    store("match", { ...last(), ...form });
    on.send(form);
  });
  const who = (/** @type {string[]} */ [choice, text]) =>
    html`<label class="switch"><input type="radio" name="other" value=${choice} ?checked=${choice === value.other}>
      ${text}</label>`;
  const opponents = [["person", "A friend on another phone"], ["level", LEVEL], ...Object.entries(s.data.players)];
  const asks = { dictionary: ofWords, challenge: ofWords && value.dictionary === "any" };
  const agreed = Object.entries(AGREED)
    .filter(([name]) => ({ order: true, advice: true, minutes: true, ...asks })[name])
    .map(([name, [label, values]]) => select(name, label, Object.entries(values), String(value[name])));
  return html`<form class="page" @submit=${begin} @change=${changed(on, s.data.offers)}><h1>New match</h1>
    <label>Your name <input name="name" required maxlength="20" autocomplete="nickname"
      .value=${value.name || ""}></label>
    <fieldset><legend>Against</legend>${opponents.map(who)}</fieldset>
    <button class="main big">Begin</button>
    <h2>What you agree on</h2>
    ${agreed}
    ${checkbox("last_turn", "The second player gets one last guess", value.last_turn)}
    ${fieldsOf(s.data.offers, value)}
    <p class="faint">The next match begins with the same rules.</p></form>`;
}

/**
 * What a match has besides its boards.
 * @type {(v: View) => Versus}
 */
const versus = (v) => /** @type {Versus} */ (v.match);

/** @type {(v: View) => TemplateResult} */
const terms = (v) => html`<ul class="terms">${versus(v).terms.map((text) => html`<li>${say(text)}</li>`)}</ul>`;

// (to here)
/** @type {(s: PageState) => unknown} */
export const failure = (s) => s.error && html`<p class="bad" role="alert">${s.error}</p>`;

// (not in one file)
/** @type {Drawn} */
export function joining(s, on) {
  const join = submitted(({ name }) => on.move({ do: "join", name }));
  return html`<form class="page" @submit=${join}><h1>${say(s.view.title)}</h1>
    <p>Each of you chooses a secret, and guesses the other's.</p>${terms(s.view)}
    ${failure(s)}
    <label>${say(s.view.prompt)} <input name="name" required maxlength="20" autocomplete="nickname"
      .value=${last().name || ""}></label>
    <button class="main big">Join</button></form>`;
}

/**
 * A link as a code to scan, unless no other device can open it.
 * @type {(link: string, path: string, ask: string) => TemplateResult}
 */
export const scanned = (link, path, ask) =>
  /\/\/(127\.|localhost|\[::1\])/.test(link)
    ? html`<p>Only this computer can open the link. For a phone or another computer, stop jotto serve with Ctrl-C, and
      type <code>jotto serve --lan</code>.</p>`
    : html`<p>${ask}</p>
      <img class="code" src="/data${path}" alt="A code that holds the link" width="220" height="220">`;

/** @type {Drawn} */
export function inviting(s, on) {
  const match = versus(s.view);
  return html`<div class="page inviting"><h1>${say(s.view.title)}</h1>
    ${scanned(s.link, `${s.path}/code.svg`, "Ask them to scan this, to open the link, or to type the code.")}
    <p class="big-code" aria-label="Code ${[...match.code].join(" ")}">${match.code}</p>
    <p class="words">${s.link}</p>
    <p class="buttons"><button class="main"
      @click=${() => on.give({ text: `Play Jotto with me: ${s.link}` })}>Send the link</button>
    <button @click=${() => on.sheet("leave")}>Cancel the match</button></p>
    <h2>What you agree on</h2>${terms(s.view)}
    ${s.said.map((text) => html`<p role="status">${say(text)}</p>`)}<p class="faint">The match starts as soon as they join. Until
      then you find it here, and under Continue.</p></div>`;
}

// --- while it is played ---------------------------------------------------------------------------

/** @type {(seconds: number) => string} */
function time(seconds) {
  const left_ = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left_ / 60)}:${String(left_ % 60).padStart(2, "0")}`;
}

// (to here)
/** @type {(s: PageState, name: string, player: Board, place: number) => TemplateResult} */
export function heading(s, name, player, place) {
  const { match } = s.view;
  if (!match) return html`<h2>${name}</h2>`;
  const gone = place === 1 && match.away ? "offline" : "";
  const clock = match.clocks.length
    ? html`<time class=${match.running[place] ? "clock running" : "clock"} data-place=${place}
      .textContent=${time(left(s, place))}></time>`
    : nothing;
  return html`<h2 class=${match.running[place] ? "asked" : ""}><span>${name}</span>
    <small>${[gone, say(player.note)].filter(Boolean).join(", ")}</small>${clock}</h2>`;
}

/** @type {(s: PageState, place: number) => number} */
function left(s, place) {
  const { clocks, running } = versus(s.view);
  return clocks[place] - (running[place] ? (performance.now() - s.arrived) / 1000 : 0);
}

/**
 * The clocks are written into their elements, so that nothing else is drawn again.
 * @type {(s: PageState, on: Actions) => void}
 */
export function run(s, on) {
  if (!s.view?.match || s.view.stage === "over" || !s.view.match.clocks.length) return;
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock.running"))) {
    const seconds = left(s, Number(clock.dataset.place));
    clock.textContent = time(seconds);
    clock.classList.toggle("short", seconds < 30);
    if (seconds <= 0 && s.late !== s.view && s.view.match.code && s.view.moves.length) {
      s.late = s.view;
      on.move({ do: "late" });
    }
  }
}

/** @type {(v: View) => boolean} */
const watches = (v) => v.stage === "wait" && !v.moves.length;

// (not in one file)
/** @type {Drawn} */
export function asking(s, on) {
  const match = versus(s.view);
  const answer = (/** @type {string} */ word) => () => on.move({ do: "answer", word });
  return html`<div class="asking" role="alert"><b>${say(match.asks)}</b>
    <p class="buttons small"><button @click=${answer("yes")}>Allow</button><button
      @click=${answer("no")}>Refuse</button></p></div>`;
}

// (to here)
// Marks that a player puts on letters, kept on this device.
export const notes = {
  /** @type {(path: string) => Record<string, string>} */
  kept: (path) => stored(`notes ${path}`),
  /** @type {(path: string) => void} */
  forget: (path) => store(`notes ${path}`, null),
  /** @type {Drawn} */
  button: (s, on) => html`<button ?disabled=${s.view.stage !== "guess"} aria-pressed=${String(Boolean(s.noting))}
    @click=${() => on.set({ noting: !s.noting })}>Notes</button>`,
  /** @type {(s: PageState, on: Actions, sign: string) => void} */
  turn(s, on, sign) {
    const before = notes.kept(s.path);
    const next = { "": "out", out: "in" }[before[sign] || ""];
    const marks = { ...before, [sign]: next };
    store(`notes ${s.path}`, marks);
    on.tick();
    on.set({});
  },
};

// (not in one file)
/** @type {Drawn} */
export function bar(s, on) {
  const { view: v } = s;
  const can = (/** @type {string} */ move) => v.moves.includes(move);
  const hold = (/** @type {boolean} */ held) => () => s.held !== held && on.set({ held });
  const speak = html`<button aria-haspopup="dialog" @click=${() => on.sheet("say")}>${say(sentence("move say"))}</button>`;
  const menu = html`${can("say") ? speak : nothing}<button aria-haspopup="dialog"
    @click=${() => on.sheet("menu")}>Menu</button>`;
  if (watches(v) || (v.stage === "over" && !can("again")))
    return html`<nav class="bar" aria-label="Match">${menu}</nav>`;
  if (v.stage === "over")
    return html`<nav class="bar" aria-label="Match">
    <button ?disabled=${!s.end?.text} @click=${() => on.give({ text: s.end?.text })}>Share</button>
    <button @click=${() => pictureOf(s, on)}>Picture</button>${menu}</nav>`;
  const why = html`<button ?disabled=${!v.guess} @click=${() => on.pane("why")}>Why?</button>`;
  return html`<nav class="bar" aria-label="Match">
    <button ?disabled=${!can("back")} @click=${() => on.sheet("back")}>${say(sentence("move back"))}</button>
    <button class="hold" ?disabled=${!v.secret} aria-pressed=${String(Boolean(s.held))} @pointerdown=${hold(true)}
      @pointerup=${hold(false)} @pointerleave=${hold(false)} @pointercancel=${hold(false)}
      @contextmenu=${(/** @type {Event} */ event) => event.preventDefault()}
      @click=${(/** @type {UIEvent} */ event) => event.detail === 0 && on.set({ held: !s.held })}>Secret</button>
    ${notes.button(s, on)}
    ${versus(v).advice ? why : nothing}${menu}</nav>`;
}

// (to here)
// --- what opens over the board --------------------------------------------------------------------

/** @type {(text: string, button: string, act: () => unknown, look?: string) => TemplateResult} */
export const confirm = (text, button, act, look = "danger big") =>
  html`<p>${text}</p><p><button class=${look} @click=${act}>${button}</button></p>`;

const SIGNS = ["well done", "ouch", "hm", "hurry"];

/** @type {Record<string, (s: PageState) => Title>} */
export const SHEETS = {
  // (not in one file)
  leave: (s) => {
    const begun = !s.link && s.view.stage !== "secret";
    const what = begun ? "Resign" : "Cancel the match";
    const text = begun
      ? "The other player wins, and you both see the words. If a secret is not chosen yet, nobody wins."
      : "Nobody wins, and the match does not count.";
    return [`${what}?`, (_, on) => confirm(text, what, () => on.move({ do: "leave" }))];
  },
  back: () => {
    const text = "We ask the other player. Guesses made after it are taken back, too.";
    return ["Take back your last guess?", (_, on) => confirm(text, "Ask", () => on.move({ do: "back" }), "main big")];
  },
  challenge: (s) => {
    const back = versus(s.view).terms.some(({ key }) => key === "challenged words go back");
    const then = back ? " If it is in no list, the guess is taken back." : "";
    const [text, move] = [
      `We look the word up, and you both see the answer.${then}`,
      { do: "challenge", word: s.challenged },
    ];
    const title = `Is ${shout(s.challenged, s.view)} a word?`;
    return [title, (_, on) => confirm(text, "Challenge it", () => on.move(move), "main big")];
  },
  // (to here)
  sure: (s) => {
    const { text, move, meant = [] } = /** @type {NonNullable<PageState["sure"]>} */ (s.sure);
    const typed = shout(String(move.word), s.view);
    const button = { guess: `Guess ${typed}`, secret: `Set ${typed} as my word` }[String(move.do)] || "Yes";
    const instead = (/** @type {Actions} */ on) => (/** @type {string} */ word) =>
      html`<button @click=${() => on.move({ ...move, word })}>${shout(word, s.view)}</button>`;
    const sure = (/** @type {Actions} */ on) => () => on.move({ ...move, sure: move.word });
    return [
      "Are you sure?",
      (_, on) => html`<p>${text}</p><p class="buttons">${meant.map(instead(on))}</p>
        <p><button class=${meant.length ? "" : "main big"} @click=${sure(on)}>${button}</button></p>`,
    ];
  },
  // (not in one file)
  say: (s) => [
    `To ${say(s.view.boards[1].who)}`,
    (_, on) => {
      const send = (/** @type {string} */ word) =>
        html`<button @click=${() => on.move({ do: "say", word })}>${say(sentence(word))}</button>`;
      return html`<p class="signs">${SIGNS.map(send)}</p>`;
    },
  ],
  match: (s) => [
    "This match",
    () => html`<p>The match code is <b>${versus(s.view).code}</b>. Anyone else who opens the match can watch, but
      sees no words before the end.</p>${terms(s.view)}
    ${versus(s.view).series && html`<p>Matches won: ${say(versus(s.view).series)}</p>`}`,
  ],
  // (to here)
};

// (not in one file)
// --- the end --------------------------------------------------------------------------------------

/** @type {(s: PageState) => Sentence[]} */
function choiceAndLuck({ end, view }) {
  const sums = end?.sums || [];
  if (!sums.length || sums.some(({ luck }) => luck === null)) return [];
  /** @type {(numbers: string[]) => Sentence[]} */
  const ofBoth = (numbers) =>
    numbers.map((number, at) => sentence("of a player", { who: at ? view.boards[1].who : sentence("you"), number }));
  const [lost, luck] = [
    sums.map(({ cost }) => fixed(Math.max(Number(cost), 0), 2)),
    sums.map((sum) => signed(Number(sum.luck))),
  ];
  return [sentence("choice and luck", { lost: ofBoth(lost), luck: ofBoth(luck) })];
}

/** @type {Drawn} */
export function ending(s, on) {
  const match = versus(s.view);
  const again = () => (match.again ? on.go(`/match/${match.again}`) : on.move({ do: "again" }));
  const buttons = s.view.moves.includes("again")
    ? html`<button class="main" @click=${again}>${match.again ? "Join the rematch" : "Rematch"}</button><a
      class="button" href="/game/${match.record}/report" data-go>Report</a>`
    : html`<a class="button main" href="/match" data-go>New match</a>`;
  return html`<div class="ending">
    ${match.series && html`<p><b>Matches won: ${say(match.series)}</b></p>`}
    <p>${[...(s.end ? choiceAndLuck(s) : []), ...match.had_left].map(say).join(" ")}</p>
    <div class="buttons">${buttons}</div></div>`;
}

// (to here)
