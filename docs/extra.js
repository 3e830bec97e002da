// What scrolls sideways can be scrolled with the keyboard, too.
document$.subscribe(() => {
  for (const one of document.querySelectorAll("pre > code, .md-typeset__scrollwrap")) one.tabIndex = 0;
});
