// What scrolls sideways can be scrolled with the keyboard, too.
document$.subscribe(() => {
  for (const one of document.querySelectorAll("pre > code, .md-typeset__scrollwrap, .md-typeset p:has(> img)")) one.tabIndex = 0;
});
