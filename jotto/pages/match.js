// What a match has besides its board: forms, invitations, what one player asks of the other, the end.
import { html, nothing } from "./lit-html.js";

const turkish = (view) => view?.alphabet.includes("ı"); // or alike: the capital of ı is I, that of i is İ
const capitals = (text, view) => (turkish(view) ? text.replaceAll("i", "İ") : text);
export const shout = (text, view) =>
  [...capitals(String(text), view)]
    .map((one) => ([...one.toUpperCase()].length === 1 ? one.toUpperCase() : one))
    .join("");

export const small = (text, view) =>
  (turkish(view) ? text.replace("I", "ı") : text).replace("İ", "i").toLowerCase().replace("ς", "σ");

// What this device keeps under a name, as an object.
export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) || {};
  } catch {
    return {};
  }
}

// Keep it; without a value, nothing.
export function store(name, value) {
  try {
    if (value) localStorage.setItem(name, JSON.stringify(value));
    else localStorage.removeItem(name);
  } catch {
    /* it is not allowed: then it lasts as long as the page */
  }
}

export const select = (name, label, values, value, change) => {
  const option = ([each, text]) => html`<option value=${each} ?selected=${each === value}>${text}</option>`;
  return html`<label>${label} <select name=${name} @change=${change || nothing}>${values.map(option)}</select></label>`;
};
export const checkbox = (name, label, on) =>
  html`<label class="switch"><input type="checkbox" name=${name} value="yes" ?checked=${on}> ${label}</label>`;

export const lists = (names, value = "") =>
  names.length
    ? select("list", "Word list", [["", "the usual one"], ...names.map((each) => [each, each])], value)
    : nothing;

// --- before it begins -----------------------------------------------------------------------------

const AGREED = {
  order: [
    "Who begins",
    { me: "I do", them: "they do", chance: "by chance", together: "nobody: both guess at the same time" },
  ],
  dictionary: [
    "What counts as a word",
    {
      common: "words most people know",
      list: "words of the list",
      any: "any letters; what is in no list is asked about",
    },
  ],
  advice: ["Advice", { none: "for nobody", both: "for both who want it", behind: "for whoever is behind" }],
  minutes: [
    "Clock",
    {
      0: "none",
      3: "3 minutes each",
      5: "5 minutes each",
      10: "10 minutes each",
      20: "20 minutes each",
      60: "1 hour each",
    },
  ],
};
export const GAMES = {
  words: "Jotto: words of five letters",
  "mastermind:4x6": "Mastermind: four places, six colours",
  "bulls-and-cows:4x10": "Bulls & Cows: four different digits",
};
const USUAL = { other: "person", order: "me", last_turn: "yes", dictionary: "any", advice: "none", minutes: "0" };

const last = () => stored("match");

export function newMatch(s, on) {
  const { rules, players, lists: more, ...given } = s.data;
  const yes = (value) => (value ? "yes" : "");
  const value = { ...USUAL, ...given, repeats: yes(given.repeats), plurals: yes(given.plurals), ...last() };
  const begin = (event) => {
    event.preventDefault();
    const form = { last_turn: "", repeats: "", plurals: "", ...Object.fromEntries(new FormData(event.target)) };
    store("match", form);
    on.send(form);
  };
  const who = ([each, text]) =>
    html`<label class="switch"><input type="radio" name="other" value=${each} ?checked=${each === value.other}> ${text}</label>`;
  return html`<form class="page" @submit=${begin}><h1>New match</h1>
    <label>Your name <input name="name" required maxlength="20" autocomplete="nickname" .value=${value.name || ""}></label>
    <fieldset><legend>Against</legend>${[["person", "a friend on another phone"], ...Object.entries(players)].map(who)}</fieldset>
    <button class="main big">Begin</button>
    <h2>What you agree on</h2>
    ${Object.entries(AGREED).map(([name, [label, values]]) => select(name, label, Object.entries(values), String(value[name])))}
    ${checkbox("last_turn", "The second player gets one last guess", value.last_turn)}
    ${select("game", "Game", Object.entries(GAMES), value.game)}${lists(more, value.list)}
    ${given.polite ? html`<input type="hidden" name="polite" value="yes">` : nothing}${select("rule", "Score of a word", Object.entries(rules), value.rule)}
    ${checkbox("repeats", "A secret may have a letter twice", value.repeats)}${checkbox("plurals", "A secret may be a plural", value.plurals)}
    <p class="faint">The next match begins with the same rules.</p></form>`;
}

const terms = (v) => html`<ul class="terms">${v.match.terms.map((text) => html`<li>${text}</li>`)}</ul>`;

export function joining(s, on) {
  const join = (event) => {
    event.preventDefault();
    on.move({ do: "join", name: event.target.elements.name.value });
  };
  return html`<form class="page" @submit=${join}><h1>${s.view.title}</h1>
    <p>Each of you chooses a secret, and guesses the other's.</p>${terms(s.view)}
    ${s.error ? html`<p class="bad" role="alert">${s.error}</p>` : nothing}
    <label>${s.view.prompt} <input name="name" required maxlength="20" autocomplete="nickname" .value=${last().name || ""}></label>
    <button class="main big">Join</button></form>`;
}

export function inviting(s, on) {
  const { match } = s.view;
  return html`<div class="page inviting"><h1>${s.view.title}</h1>
    <p>They scan it, or type the code.</p>
    <img class="code" src="/data${s.path}/code.svg" alt="A code that holds the link" width="220" height="220">
    <p class="big-code" aria-label="Code ${[...match.code].join(" ")}">${match.code}</p>
    <p class="words">${s.link}</p>
    <p class="buttons"><button class="main" @click=${() => on.give({ text: `Play Jotto with me: ${s.link}` })}>Send the link</button>
    <button @click=${() => on.sheet("leave")}>Call it off</button></p>
    <h2>What you agree on</h2>${terms(s.view)}
    ${s.said.map((text) => html`<p role="status">${text}</p>`)}<p class="faint">It begins by itself when they have joined. It stays here, and under Continue.</p></div>`;
}

// --- while it is played ---------------------------------------------------------------------------

function time(seconds) {
  const left_ = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left_ / 60)}:${String(left_ % 60).padStart(2, "0")}`;
}

export function heading(s, name, one, place) {
  const { match } = s.view;
  if (!match) return html`<h2>${name}</h2>`;
  const gone = place === 1 && match.away ? "offline" : "";
  const clock = match.clocks.length
    ? html`<time class=${match.running[place] ? "clock running" : "clock"} data-place=${place} .textContent=${time(left(s, place))}></time>`
    : nothing;
  return html`<h2 class=${match.running[place] ? "asked" : ""}><span>${name}</span> <small>${[gone, one.note].filter(Boolean).join(", ")}</small>${clock}</h2>`;
}

function left(s, place) {
  const { clocks, running } = s.view.match;
  return clocks[place] - (running[place] ? (performance.now() - s.arrived) / 1000 : 0);
}

// The clocks are written into their elements, so that nothing else is drawn again.
export function run(s, on) {
  if (!s.view || !s.view.match || s.view.stage === "over" || !s.view.match.clocks.length) return;
  for (const one of document.querySelectorAll(".clock.running")) {
    const seconds = left(s, Number(one.dataset.place));
    one.textContent = time(seconds);
    one.classList.toggle("short", seconds < 30);
    if (seconds <= 0 && s.late !== s.view && s.view.match.code && s.view.moves.length) {
      s.late = s.view;
      on.move({ do: "late" });
    }
  }
}

export const watches = (v) => v.stage === "wait" && !v.moves.length;

export function asking(s, on) {
  const { match } = s.view;
  const answer = (word) => () => on.move({ do: "answer", word });
  return html`<div class="asking" role="alert"><b>${match.asks}</b>
    <p class="buttons small"><button @click=${answer("yes")}>Allow</button><button @click=${answer("no")}>Refuse</button></p></div>`;
}

// Marks that a player puts on letters, kept on this device.
export const notes = {
  kept: (path) => stored(`notes ${path}`),
  turn(s, on, sign) {
    const next = { undefined: "out", out: "in", in: undefined };
    const marks = { ...notes.kept(s.path), [sign]: next[notes.kept(s.path)[sign]] };
    store(`notes ${s.path}`, marks);
    on.tick();
    on.set({});
  },
};

export function bar(s, on) {
  const { view: v } = s;
  const can = (move) => v.moves.includes(move);
  const hold = (held) => () => s.held !== held && on.set({ held });
  const menu = html`<button aria-haspopup="dialog" @click=${() => on.sheet("menu")}>Menu</button>`;
  if (v.stage === "over" && !can("again")) return html`<nav class="bar" aria-label="Match">${menu}</nav>`;
  if (v.stage === "over")
    return html`<nav class="bar" aria-label="Match">
    <button ?disabled=${!s.end} @click=${() => on.give({ text: s.end.text })}>Share</button>
    <button @click=${() => picture(s, on)}>Picture</button>${menu}</nav>`;
  if (watches(v)) return html`<nav class="bar" aria-label="Match">${menu}</nav>`;
  return html`<nav class="bar" aria-label="Match">
    <button ?disabled=${!can("back")} @click=${() => on.sheet("back")}>Undo</button>
    <button class="hold" ?disabled=${!v.secret} aria-pressed=${String(Boolean(s.held))} @pointerdown=${hold(true)} @pointerup=${hold(false)} @pointerleave=${hold(false)} @pointercancel=${hold(false)}
      @contextmenu=${(event) => event.preventDefault()} @click=${(event) => event.detail === 0 && on.set({ held: !s.held })}>Secret</button>
    <button ?disabled=${v.stage !== "guess"} aria-pressed=${String(Boolean(s.noting))} @click=${() => on.set({ noting: !s.noting })}>Notes</button>
    ${v.match.advice ? html`<button ?disabled=${!v.guess} @click=${() => on.pane("why")}>Why?</button>` : nothing}${menu}</nav>`;
}

// --- what opens over the board --------------------------------------------------------------------

const confirm = (text, button, act, look = "danger") =>
  html`<p>${text}</p><p><button class="${look} big" @click=${act}>${button}</button></p>`;

export const SHEETS = {
  leave: (s) => {
    const begun = !s.link && s.view.stage !== "secret";
    const text = begun
      ? "The other player wins if both secrets are chosen. Both words are then shown."
      : "Nobody wins, and nothing is counted.";
    return [
      begun ? "Give up?" : "Call it off?",
      (_, on) => confirm(text, begun ? "Give up" : "Call it off", () => on.move({ do: "leave" })),
    ];
  },
  back: () => [
    "Take back your last guess?",
    (_, on) =>
      confirm(
        "The other player is asked. What was guessed after it goes, too.",
        "Ask",
        () => on.move({ do: "back" }),
        "main",
      ),
  ],
  challenge: (s) => [
    `Is ${shout(s.challenged, s.view)} a word?`,
    (_, on) =>
      confirm(
        "The lists answer, and both of you see it.",
        "Challenge it",
        () => on.move({ do: "challenge", word: s.challenged }),
        "main",
      ),
  ],
  sure: (s) => [
    "Are you sure?",
    (_, on) =>
      confirm(
        s.sure.text,
        s.sure.move.do === "guess" ? "Guess it" : "Set as my word",
        () => on.move({ ...s.sure.move, sure: s.sure.move.word }),
        "main",
      ),
  ],
  match: (s) => [
    "This match",
    () => html`<p>Its code is <b>${s.view.match.code}</b>. Who opens it without a seat can watch, and sees no word before the end.</p>${terms(s.view)}
    ${s.view.match.series ? html`<p>Matches won: ${s.view.match.series}</p>` : nothing}`,
  ],
};

// --- the end --------------------------------------------------------------------------------------

export function ending(s, on) {
  const { match } = s.view;
  const again = () => (match.again ? on.go(`/match/${match.again}`) : on.move({ do: "again" }));
  const buttons = s.view.moves.includes("again")
    ? html`<button class="main" @click=${again}>${match.again ? "Join the rematch" : "Rematch"}</button><a class="button" href="${s.path}/report">Report</a>`
    : html`<a class="button main" href="/match" data-go>New match</a>`;
  return html`<div class="ending"><div class="buttons">${buttons}</div>
    ${match.series ? html`<p><b>Matches won: ${match.series}</b></p>` : nothing}${s.end ? html`<p>${s.end.said.join(" ")}</p>` : nothing}</div>`;
}

// A picture of both boards without a word: the pegs of every turn.
function picture(s, on) {
  const { boards, title, match } = s.view;
  const [size, gap, top] = [44, 12, 150];
  const most = Math.max(...boards.map((one) => one.rows.length));
  const canvas = Object.assign(document.createElement("canvas"), {
    width: 1080,
    height: top + most * (size + gap) + 90,
  });
  const draw = canvas.getContext("2d");
  draw.fillStyle = "#121418";
  draw.fillRect(0, 0, canvas.width, canvas.height);
  draw.fillStyle = "#f2f4f7";
  draw.font = "bold 44px system-ui, sans-serif";
  draw.fillText(title, 60, 70, 960);
  draw.font = "30px system-ui, sans-serif";
  boards.forEach((one, place) => {
    const x = 60 + place * 500;
    draw.fillStyle = "#a3abb6";
    draw.fillText(one.who === "you" ? "me" : one.who, x, top - 20, 440);
    one.rows.forEach((row, number) => {
      const y = top + number * (size + gap) + size / 2;
      if (!row.marks) draw.fillText(row.score, x, y + 10);
      [...row.marks].forEach((mark, at) => {
        draw.beginPath();
        draw.arc(x + at * (size + gap) + size / 2, y, size / 2 - 3, 0, 7);
        draw.lineWidth = 6;
        draw.fillStyle = mark === "G" ? "#3fae6b" : "#363c46";
        draw.strokeStyle = mark === "Y" ? "#e5a83a" : draw.fillStyle;
        if (mark !== "Y") draw.fill();
        draw.stroke();
      });
    });
  });
  draw.fillStyle = "#a3abb6";
  draw.fillText(`jotto${match.series ? `, matches ${match.series}` : ""}`, 60, canvas.height - 30, 960);
  canvas.toBlob((blob) => on.give({ file: new File([blob], "jotto.png", { type: "image/png" }) }));
}
