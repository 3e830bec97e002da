// The word lists that the player brings: how to fetch one, and those that this browser keeps.
import { keepRules, rulesOf } from "./first.js";
import { decoded, keepList, ownList, ownLists, ownName, readList, removeList } from "./house.js";
import { html, nothing } from "./lit-html.js";
import { select, submitted } from "./match.js";
import { count } from "./numbers.js";
import { sentence } from "./sentences.js";
import { Wrong } from "./text.js";

/** @import { Actions, Drawn, TemplateResult } from "./types.js" */

const [WAYS, TILES] = [
  ["new", "alone", "practice"],
  ["wordle", "quordle"],
];
const PASTED = "pasted text";
/** @type {Record<string, string>} */
const files = {}; // the names of the files that fill a field

/** Play Wordle with a list, or with the usual one. @type {(on: Actions, choice: string) => void} */
function use(on, choice) {
  for (const way of WAYS) for (const tile of TILES) keepRules(way, tile, { ...rulesOf(way, tile), list: choice });
  on.set({ error: "", said: [sentence("list is used", { name: ownName(choice) || "the usual one" })] });
}

/** @type {(on: Actions, form: Record<string, any>) => void} */
function keep(on, { name, secrets, guesses }) {
  try {
    const words = readList(secrets, files.secrets || PASTED);
    if (words.length < 2) throw new Wrong(`the list has one word, '${words[0]}'; it needs at least two`);
    if ([...words[0]].length < 2) throw new Wrong(`'${words[0]}' has one letter; a word needs at least two`);
    const others = guesses.trim() ? readList(guesses, files.guesses || PASTED) : words;
    if ([...words[0]].length !== [...others[0]].length)
      throw new Wrong(`'${words[0]}' and '${others[0]}' have different lengths; both lists need words of one length`);
    keepList(name.trim(), words, others);
    const [choice] = ownLists().find(([, other]) => other === name.trim()) || [""];
    on.go("/").then(() => use(on, choice));
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    on.set({ error: error.message, said: [] });
  }
}

/**
 * Fill a field with a file that is a list, and say how many words it has.
 * @type {(on: Actions, name: string) => (event: Event & { target: HTMLInputElement }) => Promise<void>}
 */
const filled = (on, name) => async (event) => {
  const { target } = event;
  const [[file], form] = [target.files || [], /** @type {any} */ (target.form)];
  if (!file) return;
  try {
    const text = decoded(await file.arrayBuffer());
    const words = readList(text, file.name).length;
    files[name] = file.name;
    form[name].value = text;
    form.name.value ||= file.name.replace(/\.\w+$/, "");
    on.set({ error: "", said: [sentence("list is read", { name: file.name, words })] });
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    target.value = "";
    on.set({ error: error.message, said: [] });
  }
};

/** @type {(on: Actions, name: string, label: string, needed: boolean) => TemplateResult} */
const field = (on, name, label, needed) => html`<label>${label}
    <textarea name=${name} rows="3" ?required=${needed} autocapitalize="none" autocomplete="off" spellcheck="false"
      @input=${() => delete files[name]}></textarea></label>
  <label>or a file <input type="file" accept="text/*,.csv,.json,.js,.ts,.md" @change=${filled(on, name)}></label>`;

/** @type {Drawn} */
export function lists(_, on) {
  const all = ownLists();
  const item = (/** @type {string} */ name) => {
    const { secrets = [], guesses = [] } = ownList(name) || {};
    const more = guesses.length > secrets.length ? `, ${count(guesses.length, "guess")} allowed` : "";
    const remove = () => {
      removeList(name);
      on.set({ said: [sentence("list is removed", { name })] });
    };
    return html`<li class="split"><span>${name}: ${count(secrets.length, "word")}${more}</span>
      <button aria-label="Remove: ${name}" @click=${remove}>✕</button></li>`;
  };
  const used = rulesOf(WAYS[0], TILES[0]).list || "";
  const names = [["", "the usual one"], ...all];
  const chosen = (/** @type {any} */ { target }) => use(on, target.value);
  const had = html`${select("used", "Wordle and Quordle use", names, used, chosen)}
    <ul class="list">${all.map(([, name]) => item(name))}</ul><h2>Add another list</h2>`;
  return html`<div class="page"><h1>Your own word list</h1>
    <p>Does your Wordle have other words than jotto? Their lists belong to others, so jotto has none of them, but you can bring
      one. Search the web for "wordle answers list" and "wordle allowed guesses", or for the list of the Wordle that you
      play. Save it as a file, or copy its words.</p>
    ${all.length ? had : nothing}
    <form @submit=${submitted((form) => keep(on, form))}>
    ${field(on, "secrets", "Words that can be the secret", true)}
    ${field(on, "guesses", "More words that may be guessed, if there are any", false)}
    <label>Its name <input name="name" required maxlength="30" autocomplete="off"></label>
    <button class="main big">Use this list</button></form>
    <p class="faint">The list stays in this browser. Wordle and Quordle use it, and House rules offers it.</p></div>`;
}
