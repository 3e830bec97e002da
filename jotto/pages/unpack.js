// Unpack what jotto/assistant/page.py has packed: the style, the script, and what the script needs.
(async () => {
  const packed = Uint8Array.from(atob(document.querySelector("#packed").textContent), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  globalThis.jotto = JSON.parse(await new Response(stream).text());
  const { script, style } = globalThis.jotto;
  document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
  document.head.append(Object.assign(document.createElement("script"), { type: "module", textContent: script }));
})().catch(() => document.body.append("This browser is too old for this page: it needs DecompressionStream."));
