// Unpack what jotto/assistant/page.py has packed: the style, the script, and what the script needs.
(async () => {
  const text = document.querySelector("#packed")?.textContent || "";
  const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const unpacked = new Uint8Array(await new Response(stream).arrayBuffer());
  const end = unpacked.indexOf(0); // of the texts: the core begins with a 0
  const texts = JSON.parse(new TextDecoder().decode(unpacked.subarray(0, end)));
  const { script, style } = texts;
  Object.assign(globalThis, { jotto: { ...texts, core: unpacked.slice(end) } });
  document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
  document.head.append(Object.assign(document.createElement("script"), { type: "module", textContent: script }));
})().catch(() => document.body.append("This browser is too old for this page: it needs DecompressionStream."));
