/* The one translation unit. What depends on the type of score codes is compiled for both types. */

#include "core.h"

#include "numbers.c"
/* the others read its numbers */
#include "advice.c"
#include "boards.c"
#include "noise.c"
#include "words.c"
#include "worth.c"
#ifdef __wasm__ /* small code: for few candidates as fast, and 20 kB less of the page */
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif
#include "scratch.c"
/* the next use it */
#include "table.c"
#include "planes.c"
#include "order.c"
#include "search.c"
#include "problem.c"
#include "letters.c"
#ifdef __wasm__
#pragma clang attribute pop
#endif

#define CODE u8
#define CODE_BITS 8
#include "coded.c"
#undef CODE
#undef CODE_BITS

#define CODE u16
#define CODE_BITS 16
#include "coded.c"
#undef CODE
#undef CODE_BITS

#include "pair.c"
/* it scores by rules.c */
#include "library.c"
