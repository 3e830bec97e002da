/* What depends on the type of score codes: CODE, of CODE_BITS bits. */

#include "parts.c"
#include "play.c"
#include "rules.c"
#include "least.c"
#include "worst.c"
