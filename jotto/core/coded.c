/* What depends on the type of score codes: CODE, of CODE_BITS bits. */

#include "parts.c"
#include "play.c"
#include "rules.c"
#ifdef __wasm__ /* see core.c */
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif
#include "least.c"
#include "worst.c"
/* the next uses them */
#include "within.c"
#ifdef __wasm__
#pragma clang attribute pop
#endif
