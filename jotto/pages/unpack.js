// Unpack what jotto/assistant/page.py has packed: the style, the script, and what the script needs.
(async () => {
  const text = document.querySelector("#packed")?.textContent || "";
  const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const unpacked = JSON.parse(await new Response(stream).text());
  const { script, style } = unpacked;
  Object.assign(globalThis, { jotto: unpacked });
  document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
  document.head.append(Object.assign(document.createElement("script"), { type: "module", textContent: script }));
})().catch(() => document.body.append("This browser is too old for this page: it needs DecompressionStream."));
