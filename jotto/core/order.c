/* An order of the guesses for the subsets of a large set: those that can find the most come first.
 *
 * Of any subset, the second guess finds no more than there are scores of the first in the large set
 * (its kinds), and the third no more than its room: the sum over its parts of the size, the variety
 * of the part, or that of the subset, whichever is least. So the total of a guess is at least 4 n -
 * kinds - room, less 3 if it is a candidate. Guesses are counted in this order until no later one
 * can have a lower bound, or more scores, than one that was counted.
 *
 * Codes of the candidates are copied in this order, so that a vector has neighbours. */

enum {
  CHUNK = 256,   /* guesses that are counted at a time, a multiple of STRIP */
  REFERENCE = 18 /* the variety by whose rooms guesses are ordered; any gives the same bounds */
};

INNER i64 place_of_guess(const problem_t* p, known_t known, i64 guess) {
  return known.ordered ? p->places[guess] : guess;
}

INNER i64 guess_at(const problem_t* p, known_t known, i64 place) {
  return known.ordered ? p->guesses[place] : place;
}

/* Mark candidates, by their places. */
static void mark(const problem_t* p, set_t set, known_t known, u8 sign) {
  for (i64 i = 0; i < set.n; i++) p->own[place_of_guess(p, known, set.at[i])] = sign;
}

/* Measure what a guess can find of subsets: a row of p->rooms. `varieties`: of its parts, or
 * NULL. */
static void measure_rooms(const problem_t* p, set_t set, i64 guess, const u8* varieties) {
  const u8* column = (const u8*)p->columns + guess * p->column_stride;
  i64 *sizes = row_by_code(p, SIZE), n_codes = p->n_codes, kinds = 0, ends[PLANAR + 1] = {0};
  for (i64 i = 0; i < set.n; i++) sizes[column[set.at[i]]]++;
  const i64 own = sizes[n_codes - 1]; /* 1 for a candidate */
  sizes[n_codes - 1] = 0;
  for (i64 code = 0; code < n_codes - 1; code++) {
    if (sizes[code] == 0) continue;
    const i64 variety = varieties ? variety_of(p, varieties, p->places[guess], code) : UNKNOWN;
    const i64 most = variety < UNKNOWN ? min_of(sizes[code], variety) : sizes[code];
    ends[min_of(most, n_codes)]++;
    sizes[code] = 0;
    kinds++;
  }
  u16* rooms = p->rooms + guess * (n_codes + 1);
  rooms[0] = (u16)(kinds + own);
  for (i64 v = 1, open = kinds, room = 0; v <= n_codes; v++) {
    room += open;
    rooms[v] = (u16)(kinds + room + 3 * own);
    open -= ends[v];
  }
}

/* Fill p->reach: the highest of the rooms of each strip and all later ones. */
static void measure_reach(const problem_t* p) {
  const i64 width = p->n_codes + 1, n_strips = p->stride / STRIP;
  for (i64 k = 0; k < width; k++) p->reach[n_strips * width + k] = 0;
  for (i64 strip = n_strips - 1; strip >= 0; strip--) {
    u16* reach = p->reach + strip * width;
    for (i64 k = 0; k < width; k++) reach[k] = reach[width + k];
    for (i64 at = strip * STRIP; at < min_of((strip + 1) * STRIP, p->n_guesses); at++) {
      const u16* rooms = p->rooms + p->guesses[at] * width;
      for (i64 k = 0; k < width; k++) reach[k] = reach[k] > rooms[k] ? reach[k] : rooms[k];
    }
  }
}

/* Order the guesses for the subsets of a set. */
static void order_guesses(const problem_t* p, set_t set, choice_t choice) {
  enum { HIGHEST = PLANAR * PLANAR + PLANAR + 3 };
  const i64 n_guesses = p->n_guesses, stride = p->stride, reference = min_of(REFERENCE, p->n_codes);
  const u16* values = p->rooms + reference;
  i32 firsts[HIGHEST + 2] = {0};
  u64 hash[2];
  hash_of(p, set, choice, 0, hash);
  if (p->arranged_of[0] == hash[0] && p->arranged_of[1] == hash[1]) return;
  for (int k = 0; k < 2; k++) p->arranged_of[k] = hash[k];
  for (i64 g = 0; g < n_guesses; g++) {
    measure_rooms(p, set, g, NULL);
    firsts[HIGHEST - values[g * (p->n_codes + 1)] + 1]++;
  }
  for (i64 k = 0; k < HIGHEST; k++) firsts[k + 1] += firsts[k];
  for (i64 g = 0; g < n_guesses; g++) { /* the highest first, equal ones as they are numbered */
    p->places[g] = firsts[HIGHEST - values[g * (p->n_codes + 1)]]++;
    p->guesses[p->places[g]] = (i32)g;
  }
  for (i64 i = 0; i <= set.n; i++) { /* the first row has wins */
    const u8* row = (const u8*)p->by_secret + (i ? set.at[i - 1] : p->n_candidates) * stride;
    u8* arranged = p->arranged + i * stride;
    for (i64 at = 0; at < n_guesses; at++) arranged[at] = row[p->guesses[at]];
    for (i64 at = n_guesses; at < stride; at++) arranged[at] = (u8)(p->n_codes - 1);
    if (i) p->row_at[set.at[i - 1]] = (i32)i;
  }
}

/* --- bounds --- */

/* The lowest bound of those that are counted. */
static i64 lowest_of(const problem_t* p, i64 n, i64 end) {
  i64 lowest = NEVER;
  for (i64 at = 0; at < end; at++) lowest = min_of(lowest, 2 * n + p->overfull[at] - p->own[at]);
  return lowest;
}

/* Fill `mine` and, if `wanted`, BOUND, without the wins, and if `ordered` KEY, the squares; return
 * the lowest bound, with the wins.
 *
 * A candidate takes one guess more for each number of guesses that cannot find all before it. Two
 * find no more of a part than its variety. Guesses that cannot be below `aim` or, if it is NEVER,
 * below the lowest may get the same lower bound. */
static i64 bound_by_places(const problem_t* p, set_t set, known_t known, i64 wanted, i64 ordered,
                           i64 aim, i64* mine) {
  const i64 n = set.n, n_guesses = p->n_guesses, n_rows = list_rows(p, set, known.ordered);
  const i64 step = known.ordered ? CHUNK : n_guesses;
  const int n_planes = planes_for(n);
  i64 *R bound = row_by_guess(p, BOUND), *key = row_by_guess(p, KEY);
  i64 end = 0, most = 0, fewest = n, rest = 0;
  mark(p, set, known, 1);
  for (int last = 0; !last;) {
    range_t range = {end, min_of(end + step, n_guesses)};
    const i64 before = most;
    count_in_planes(p, n_rows, range, n_planes);
    for (i64 at = range.from; at < range.to; at++) most = max_of(most, p->kinds[at] + p->own[at]);
    if (most > before) { /* the variety is higher than it was for the others */
      range.from = 0;
      fewest = n;
    }
    mine[2] = min_of(most, known.found[2]);
    fewest = min_of(fewest, count_overfull(p, n, range, n_planes, mine[2], known.variety, 1));
    end = range.to;
    last = end == n_guesses;
    if (!last) {
      const u16* reach = p->reach + end / STRIP * (p->n_codes + 1);
      rest = 4 * n - reach[mine[2]];
      last = reach[0] <= most && rest >= (aim < NEVER ? aim : lowest_of(p, n, end));
    }
  }
  for (int level = 3; level <= LEVELS; level++) {
    mine[level] = min_of(end < n_guesses ? n : n - fewest, known.found[level]);
    if (mine[level] >= n || level == LEVELS) break;
    fewest = count_overfull(p, n, (range_t){0, end}, n_planes, mine[level], NULL, 0);
  }
  const i64 lowest = min_of(lowest_of(p, n, end), end < n_guesses ? rest : NEVER);
  for (i64 at = 0; wanted && at < end; at++)
    bound[guess_at(p, known, at)] = 2 * n + p->overfull[at];
  for (i64 at = end; wanted && at < n_guesses; at++) {
    bound[p->guesses[at]] = rest + p->own[at];
    key[p->guesses[at]] = NEVER;
  }
  mark(p, set, known, 0);
  if (ordered) {
    u32* squares = p->overfull;
    add_squares(p, (range_t){0, end}, n_planes, squares);
    for (i64 at = 0; at < end; at++) key[guess_at(p, known, at)] = squares[at];
    for (i64 i = 0; i < n; i++) key[set.at[i]] += key[set.at[i]] < NEVER;
  }
  return lowest;
}
