// A report as a file of its own, which `jotto review -o` writes: its facts stand in the file, and it asks nobody.
import { html, nothing, render } from "./lit-html.js";
import { page } from "./report.js";
import { learn, sentence, say } from "./sentences.js";

/** @import { Actions } from "./types.js" */

const { report, sentences } = JSON.parse(document.querySelector("#facts")?.textContent || "{}");
const root = /** @type {HTMLElement} */ (document.querySelector("#app"));
const strong = matchMedia("(prefers-contrast: more)");
let said = "";

/** @type {Actions["give"]} */
async function give({ text = "", file }) {
  if (file)
    Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name }).click();
  else if (navigator.clipboard)
    await navigator.clipboard.writeText(text).then(
      () => tell("copied"),
      () => prompt("", text),
    );
  else prompt("", text);
}

/** @type {(key: string) => void} */
function tell(key) {
  said = say(sentence(key));
  draw();
  setTimeout(() => {
    said = "";
    draw();
  }, 3000);
}

function draw() {
  const notice = html`<p class="notice" role="status">${said}</p>`;
  const high = document.documentElement.dataset.contrast === "high";
  const contrast = html`<p class="contrast"><button class="link" aria-pressed=${String(high)}
    @click=${() => contrasted(!high)}>${say(sentence("high contrast"))}</button></p>`;
  render(html`${page({ data: report }, { set: draw, give })}${contrast}${said ? notice : nothing}`, root);
}

/** @type {(high: boolean) => void} */
function contrasted(high) {
  document.documentElement.dataset.contrast = high ? "high" : "normal";
  draw();
}

learn(sentences);
root.replaceChildren(); // the same, as a text
strong.addEventListener("change", () => contrasted(strong.matches));
addEventListener("hashchange", draw);
contrasted(strong.matches);
