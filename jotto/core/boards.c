/* Several boards: what a guess is worth on all of them, and the games looked ahead to their end.
 *
 * At most AHEAD combinations of candidates are looked ahead from, on boards that have two and more:
 * there are at most AHEAD candidates in all, and what is left is a bit for each of them. */

static const double HIT = 3.5;           /* bits that the chance of a hit counts */
static const i64 CERTAIN = (i64)1 << 54; /* higher than any total: a guess that tells nothing */
static const double FINE =
    (double)(1 << 20); /* parts of a bit: sums that differ by less are equal */

EXPORT void add_board(i64 by_bits, i64 weighed, i64 n_guesses, const i64* values, i64 n,
                      const i64* guesses, const i64* weights, i64* totals) {
  const double unit = !by_bits ? 1 : weighed ? 1.0 / 1024 : (double)BIT, hit = by_bits ? HIT : 1;
  i64 sum = 0, next = 0;
  for (i64 c = 0; c < n; c++) sum += weights[c];
  const double scale = FINE / unit / (double)sum;
  for (i64 g = 0; g < n_guesses; g++) {
    double worth = (double)values[g];
    if (next < n && guesses[next] == g) worth -= hit * unit * (double)weights[next++];
    totals[g] += (i64)rounded(worth * scale);
  }
}

/* The weights of the candidates of a set on one board; the highest of them. */
INNER i64 weight_in(const boards_t* boards, u64 set, i64* highest) {
  i64 sum = 0;
  *highest = 0;
  for (u64 rest = set; rest; rest &= rest - 1) {
    const i64 weight = boards->weights[__builtin_ctzll(rest)];
    sum += weight;
    *highest = max_of(*highest, weight);
  }
  return sum;
}

/* How many boards are open, and how much all combinations weigh; `sums` and `highest` by board. */
INNER i64 open_boards(const boards_t* boards, u64 set, i64* whole, i64* sums, i64* highest) {
  i64 n_open = 0;
  *whole = 1;
  for (i64 b = 0; b < boards->n_boards; b++) {
    const u64 here = set & boards->sets[b];
    if (!here) continue;
    sums[n_open] = weight_in(boards, here, highest + n_open);
    *whole *= sums[n_open++];
  }
  return n_open;
}

/* No total is less: a guess for each board, and one more unless the next one hits. */
INNER i64 least_by_hits(const boards_t* boards, u64 set) {
  i64 whole, sums[MOST_AHEAD], highest[MOST_AHEAD], hit = 0;
  const i64 n_open = open_boards(boards, set, &whole, sums, highest);
  if (n_open == 0) return 0;
  if (!boards->apart) return whole;
  for (i64 b = 0; b < n_open; b++) hit = max_of(hit, whole / sums[b] * highest[b]);
  return whole * (n_open + 1) - hit;
}

static i64 least_on(const boards_t* boards, u64 set, i64* guess);

/* The parts of a guess on each board: `parts`, of which those of board b end at `ends[b]`. */
INNER void parts_on(const boards_t* boards, u64 set, i64 guess, u64* parts, i64* ends) {
  const u16* codes = boards->codes + guess * boards->n_rows;
  i64 n = 0;
  for (i64 b = 0; b < boards->n_boards; b++) {
    const i64 first = n;
    for (u64 rest = set & boards->sets[b]; rest;) {
      const i64 row = __builtin_ctzll(rest);
      u64 same = 0;
      for (u64 others = rest; others; others &= others - 1) {
        const i64 other = __builtin_ctzll(others);
        if (codes[other] == codes[row]) same |= (u64)1 << other;
      }
      parts[n++] = codes[row] == boards->win ? 0 : same;
      rest &= ~same;
    }
    if (n == first) parts[n++] = 0; /* the board is found */
    ends[b] = n;
  }
}

/* The sum of weight x guesses if this guess is made; any number from `limit` up if it is no less.
 * All combinations of parts are gone through as the digits of a number are counted up. */
static i64 total_on(const boards_t* boards, u64 set, i64 guess, i64 limit) {
  u64 parts[2 * MOST_AHEAD];
  i64 ends[MOST_AHEAD], at[MOST_AHEAD], total, sums[MOST_AHEAD], highest[MOST_AHEAD];
  const i64 last = boards->n_boards - 1;
  parts_on(boards, set, guess, parts, ends);
  open_boards(boards, set, &total, sums, highest);
  for (i64 exact = 0; exact < 2; exact++) {
    for (i64 b = 0; b <= last; b++) at[b] = b ? ends[b - 1] : 0;
    for (i64 b = last; b >= 0;) {
      u64 rest = 0;
      for (b = 0; b <= last; b++) rest |= parts[at[b]];
      if (rest == set) return CERTAIN;
      const i64 least = least_by_hits(boards, rest);
      i64 unused;
      if (!exact) total += least;
      if (exact && total < limit) total += least_on(boards, rest, &unused) - least;
      for (b = last; b >= 0 && ++at[b] == ends[b]; b--) at[b] = b ? ends[b - 1] : 0;
    }
  }
  return total;
}

/* Return the least total, and the guess that has it, which is remembered in one of MEMORY places.
 * A word that is certain is guessed at once. */
static i64 least_on(const boards_t* boards, u64 set, i64* guess) {
  *guess = 0;
  if (!set) return 0;
  u64* kept = boards->memory + 3 * ((set * 0x9E3779B97F4A7C15) >> (64 - MEMORY_BITS));
  if (kept[0] == set) {
    *guess = (i64)kept[2];
    return (i64)kept[1];
  }
  const i64 bound = least_by_hits(boards, set);
  i64 first = 0, end = boards->n_guesses, best = CERTAIN;
  for (i64 b = boards->n_boards - 1; b >= 0; b--) {
    const u64 here = set & boards->sets[b];
    if (!here || here & (here - 1)) continue;
    first = boards->guess_of[__builtin_ctzll(here)];
    end = first + 1;
  }
  for (i64 g = first; g < end && best != bound; g++) {
    const i64 total = total_on(boards, set, g, best);
    if (total >= best) continue;
    best = total;
    *guess = g;
  }
  kept[0] = set, kept[1] = (u64)best, kept[2] = (u64)*guess;
  return best;
}

EXPORT i64 best_on_boards(const boards_t* boards) {
  u64 set = 0;
  i64 guess, most = CERTAIN;
  for (i64 b = 0; b < boards->n_boards; b++) {
    i64 highest;
    most /= weight_in(boards, boards->sets[b], &highest);
    set |= boards->sets[b];
  }
  if (most == 0) return 0; /* totals would be too high for whole numbers */
  least_on(boards, set, &guess);
  return guess;
}
