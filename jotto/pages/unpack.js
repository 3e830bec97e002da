// Unpack what jotto/assistant/page_file.py has packed: the style, the script, and what the script needs.
(async () => {
  const text = document.querySelector("#packed")?.textContent || "";
  const packed = new Uint8Array((text.length * 13) >> 4);
  const valueAt = (/** @type {number} */ i) => text.charCodeAt(i) - (text[i] > "<" ? 36 : 35) || 0; // 0 after the end
  for (let i = 0, at = 0, bits = 0, held = 0; i < text.length; i += 2) {
    bits |= (valueAt(i) + 91 * valueAt(i + 1)) << held;
    for (held += 13; held > 7; held -= 8, bits >>= 8) packed[at++] = bits;
  }
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const unpacked = new Uint8Array(await new Response(stream).arrayBuffer());
  const end = unpacked.indexOf(0); // of the texts: the core begins with a 0
  const texts = JSON.parse(new TextDecoder().decode(unpacked.subarray(0, end)));
  const { shared, script, style } = texts;
  Object.assign(globalThis, { jotto: { ...texts, core: unpacked.slice(end) } });
  document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
  document.head.append(
    Object.assign(document.createElement("script"), { type: "module", textContent: shared + script }),
  );
})().catch(() => document.body.append("This browser is too old for this page: it needs DecompressionStream."));
