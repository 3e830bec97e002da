/* The search for the least total, as far as it is the same for all codes. */

enum {
  SMALL = 100,  /* candidates, below 256; up to here, comparing codes is faster than counting */
  PAIRS = 20,   /* candidates; up to here, codes are compared, not counted in planes */
  FEW = 8,      /* candidates; so few are hardly ever more than a variety */
  AT_ONCE = 32, /* candidates; so few are searched to the end at once */
  LARGE = 200,  /* candidates; of a set as large, the varieties of the parts of guesses are kept */
  TRIES = 12,   /* guesses */
  MANY = 1000,  /* guesses to be tried; then they are ordered for the subsets of a large set */
  AFRESH = 32,  /* guesses that are tried until the reach of all is measured again */
  DEEPENINGS = 3, /* of the searches of the parts of a guess, the last to the end */
  AT_A_LOOK = 0   /* the first of these searches */
};
enum { DONE, WAITING, MORE };        /* what is pending of a part: MORE than its limit */
static const double UNITS = 1 << 30; /* of a bit, if weights differ */

static const set_t EVERY = {0, NULL}; /* guesses: all may be tried */

/* The parts of a guess that have three candidates and more, the smallest first. */
typedef struct {
  i64 n;
  i64 *starts, *sizes, *lows, *pending; /* (n,) */
  i64* members;                         /* of all parts */
} parts_t;

/* A set while its guesses are tried. */
typedef struct {
  choice_t choice;
  known_t known; /* of the set */
  i64 most, depth;
  int narrow;    /* a beam search: not all guesses are tried */
  int keeps;     /* the varieties of the parts are kept */
  double rate;   /* what a part gains, relative to the square of its size */
  i64 n;         /* guesses that may be tried */
  i64* guesses;  /* (n,) ascending */
  i64* values;   /* (n,) their keys; NEVER once they are tried */
  i64* totals;   /* (n,) their bounds */
  i64* costs;    /* by size */
  i64* buffer;   /* for the choice after a score */
  parts_t parts; /* of the guess that is tried */
} node_t;

/* How many guesses ahead the parts of a guess are searched, and the smallest part. */
typedef struct {
  i64 ahead, smallest;
} plan_t;

/* Iterative deepening: at a look, no guess ahead, then in pairs of searches, the last to the end.
 * The first of a pair gives each part a limit of its own, the second all that is missing. */
INNER plan_t plan_for(int search, i64 depth, i64 most) {
  const i64 ahead = search / 2;
  if (search == AT_A_LOOK) return (plan_t){ahead, 3};
  if (ahead < min_of(DEEPENINGS - 1, depth - 1)) return (plan_t){ahead, AT_ONCE};
  return (plan_t){depth - 1, depth >= most ? 3 : AT_ONCE};
}

INNER set_t part_at(const parts_t* parts, i64 q) {
  return (set_t){parts->sizes[q], parts->members + parts->starts[q]};
}

/* The smallest pending part that may gain what is missing, or the largest; -1 if none is. */
INNER i64 next_part(const parts_t* parts, i64 missing, double rate) {
  i64 chosen = -1;
  for (i64 q = 0; q < parts->n; q++) {
    if (parts->pending[q] != WAITING) continue;
    chosen = q;
    if (rate * (double)(parts->sizes[q] * parts->sizes[q]) >= (double)missing) break;
  }
  return chosen;
}

/* Begin to try the guesses of a set whose key is not NEVER; 0 if the search has failed. */
static int begin(problem_t* p, node_t* node, set_t set) {
  const i64 *bounds = row_by_guess(p, BOUND), *keys = row_by_guess(p, KEY), n = set.n;
  if (p->level == DEEPEST) {
    p->failed = TOO_DEEP;
    return 0;
  }
  node->n = 0;
  for (i64 g = 0; g < p->n_guesses; g++) node->n += keys[g] < NEVER;
  const i64 n_buffer = node->choice.n > 2 ? node->choice.n : 0;
  i64* taken = take(p, 3 * node->n + n + 1 + 5 * n + n_buffer);
  if (taken == NULL) return 0;
  p->level++;
  node->guesses = taken;
  node->values = node->guesses + node->n;
  node->totals = node->values + node->n;
  node->costs = node->totals + node->n;
  node->parts.starts = node->costs + n + 1;
  node->parts.sizes = node->parts.starts + n;
  node->parts.lows = node->parts.sizes + n;
  node->parts.pending = node->parts.lows + n;
  node->parts.members = node->parts.pending + n;
  node->buffer = node->parts.members + n;
  i64 at = 0;
  for (i64 g = 0; g < p->n_guesses; g++) {
    if (keys[g] == NEVER) continue;
    node->guesses[at] = g;
    node->values[at] = keys[g];
    node->totals[at++] = bounds[g];
  }
  return 1;
}

/* --- bounds --- */

/* Bound the total of a small set after `compare`. If all parts of a guess have one or two
 * candidates, its total equals its bound. */
static verdict_t verdict_of(const problem_t* p, set_t set, i64 most) {
  const i64 whole = weight_of(p, set), *lost = row_by_guess(p, LOST);
  const u8* twins = p->twins;
  const u16* pairs = p->pairs;
  verdict_t best = {NEVER, NEVER, -1};
  for (i64 i = 0; i < set.n; i++) {
    const i64 m = set.at[i], bound = 2 * whole + lost[m] - p->weights[m];
    best.low = min_of(best.low, bound);
    if (twins[m] == pairs[m] && (most > 2 || pairs[m] == 0) && bound < best.high) {
      best.high = bound;
      best.guess = m;
    }
  }
  if (!p->only_candidates) {
    i64 fewest = NEVER, attained = NEVER;
    for (i64 g = 0; g < p->n_guesses; g++) fewest = min_of(fewest, lost[g]);
    for (i64 g = 0; g < p->n_guesses; g++)
      attained = min_of(attained, twins[g] == pairs[g] ? lost[g] : NEVER);
    best.low = min_of(best.low, 2 * whole + fewest);
    /* if nothing is lost, two guesses are enough; of equal totals this has the shorter games */
    const i64 total = 2 * whole + attained;
    const int better = total < best.high || (total == best.high && attained == 0);
    if (better && attained < NEVER && (most > 2 || attained == 0)) {
      best.high = total;
      best.guess = 0;
      while (lost[best.guess] != attained || twins[best.guess] != pairs[best.guess]) best.guess++;
    }
  }
  if (most == 2) best.low = best.high;
  return best;
}

/* w log2 w divided by the weight of the whole, in units of 1 / UNITS. */
INNER double weighted_bits(i64 weight, i64 whole) {
  return rounded((double)weight * logarithm(weight) * (UNITS / (double)whole));
}

/* Whether guesses are ordered by the sums of squared sizes, which a proof counts faster. For large
 * sets the entropy finds better trees in a beam search. */
INNER int by_squares(const problem_t* p, i64 n) {
  return n <= SMALL || (p->planar && p->widths[n] >= p->n_guesses);
}

/* --- the least worst case --- */

static const double LARGEST = 1 << 20;     /* the cost of the largest part that can be found */
static const i64 TOO_LARGE = (i64)1 << 50; /* the cost of larger ones */
enum { ALIKE = 5 };                        /* guesses left; as many are tried with more */
enum { FOUND, MISSING };                   /* in the table, instead of a total */

static i64 recall(const problem_t* p, set_t set, choice_t choice, i64 most, i64 effort) {
  if (set.n <= most) return SOLVED; /* guess one after the other */
  if (most < 2) return REFUTED;
  const verdict_t stored = look_up_set(p, set, choice, most);
  if (stored.low < 0) return UNTRIED;
  if (stored.high == FOUND) return SOLVED;
  if (stored.low == NEVER) return REFUTED;
  return stored.low >= effort ? OPEN : UNTRIED;
}

static void learn_set(const problem_t* p, set_t set, choice_t choice, i64 most, i64 answer,
                      i64 guess, i64 effort) {
  verdict_t bounds = {effort, MISSING, guess};
  if (answer == SOLVED) bounds = (verdict_t){set.n, FOUND, guess};
  if (answer == REFUTED) bounds.low = NEVER;
  store_set(p, set, choice, most, bounds);
}

EXPORT i64 recalled(const problem_t* p, i64 n, const i64* members, i64 n_choice, const i64* choice,
                    i64 most, i64 effort) {
  return recall(p, (set_t){n, members}, (choice_t){n_choice, choice}, most, effort);
}

EXPORT void learn(const problem_t* p, i64 n, const i64* members, i64 n_choice, const i64* choice,
                  i64 most, i64 answer, i64 guess, i64 effort) {
  learn_set(p, (set_t){n, members}, (choice_t){n_choice, choice}, most, answer, guess, effort);
}
