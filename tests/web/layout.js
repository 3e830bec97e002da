// What is wrong with the layout of the page as it is shown now; run in the browser by test_layout.py.
globalThis.layoutFaults = () => {
  const faults = [];
  const named = (at) => (at.ariaLabel || at.textContent).trim().replace(/\s+/g, " ").slice(0, 40);
  const inside = (box, of) =>
    box.top >= of.top - 1 && box.bottom <= of.bottom + 1 && box.left >= of.left - 1 && box.right <= of.right + 1;
  const screen = { top: 0, left: 0, right: innerWidth, bottom: innerHeight };
  function seen(at) {
    const box = at.getBoundingClientRect();
    for (let up = at.parentElement; up; up = up.parentElement)
      if (getComputedStyle(up).overflowY !== "visible" && !inside(box, up.getBoundingClientRect())) return false;
    return inside(box, screen);
  }
  // What has to be in view as it is.
  const table = document.querySelector(".game");
  if (table) {
    const last = [...document.querySelectorAll(":is(.one, .two) .board")].map((board) =>
      board.querySelector("li:last-child"));
    const meant = document.querySelector(".suspect");
    const asked = [...document.querySelectorAll(".board.asked .coming")];
    if (meant) last.splice(0, last.length, meant);
    for (const at of [...last, ...asked]) if (at && !seen(at)) faults.push(`not in view: ${named(at)}`);
    const rows = document.querySelectorAll(".one .board li");
    if (!meant && rows.length > 1 && !seen(rows[rows.length - 2])) faults.push("the row before the last is not in view");
    const entry = document.querySelector(".console").getBoundingClientRect();
    if (entry.height < 80 || !inside(entry, screen)) faults.push(`the console is not in view: ${entry.height}`);
    const [boards, hand] = [".boards", ".hand"].map((name) => document.querySelector(name).getBoundingClientRect());
    const end = Math.max(...[...document.querySelectorAll(".board li, .secret")].map((at) => at.getBoundingClientRect().bottom));
    const cut = [".info", ".console"].map((name) => document.querySelector(name));
    if (hand.top >= boards.bottom - 1 && boards.bottom - end > 60)
      for (const { scrollHeight, clientHeight, className } of cut)
        if (scrollHeight > clientHeight + 2) faults.push(`white space, while something is cut: ${className}`);
  }
  // No text is cut, and none is wider than the screen.
  for (const at of document.querySelectorAll("#app *")) {
    if (!at.checkVisibility() || at.closest(".unseen, svg, [aria-hidden=true]:not(.tile)")) continue;
    const style = getComputedStyle(at);
    const hides = ["hidden", "clip"].includes(style.overflowY) && !at.matches(".boards, main");
    if (hides && (at.scrollHeight > at.clientHeight + 1 || at.scrollWidth > at.clientWidth + 1))
      faults.push(`cut: ${at.tagName}.${at.className} ${named(at)}`);
    if (at.matches("button, .lead, h1, h2, p, label, dt, .label, b") && at.scrollWidth > at.clientWidth + 1 &&
        style.display !== "inline" && at.clientWidth) faults.push(`too wide: ${at.tagName}.${at.className} ${named(at)}`);
    const box = at.getBoundingClientRect();
    const scrolls = at.closest(".table");
    if (!scrolls && box.width && (box.right > innerWidth + 1 || box.left < -1)) faults.push(`beyond the screen: ${named(at)}`);
  }
  // Every control can be reached.
  const controls = "button:not(:disabled), a[href], input:not([type=hidden]), select, textarea";
  for (const at of document.querySelectorAll(controls)) {
    if (!at.checkVisibility() || at.closest("[inert]")) continue;
    at.scrollIntoView({ block: "center", inline: "nearest" });
    const { x, y, width, height } = at.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!hit || !(at.contains(hit) || hit.contains(at) && hit.tagName === "LABEL"))
      faults.push(`unreachable: ${named(at)} under ${hit ? hit.className || hit.tagName : "nothing"}`);
  }
  if (document.scrollingElement.scrollTop || document.querySelector(".playing")?.scrollTop) faults.push("the frame has moved");
  return [...new Set(faults)];
};

// How many offers of "No word fits" are in view.
globalThis.offersSeen = () => {
  const list = document.querySelector(".console").getBoundingClientRect();
  return [...document.querySelectorAll(".choice")].filter((at) => {
    const box = at.getBoundingClientRect();
    return box.top >= list.top - 1 && box.bottom <= list.bottom + 1;
  }).length;
};
