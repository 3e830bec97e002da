/* Bounds on the least total of a set of candidates, and the search for it: for one type of codes.
 *
 * A refutation by hand is in the docstring of jotto/search/lookahead.py. The bound of a guess
 * counts places: one candidate is found by the first guess, one of each part by the second, all
 * others later. What is missing up to the limit, the parts of the guess must give.
 *
 * `least` does this for every guess (bound_guesses) and, if something is missing, for its parts
 * (split): at a look (quick_bounds), then by a search one guess ahead, then to the end (plan). A
 * search of a part ends as soon as it gives what is missing: its limit.
 *
 * Large sets are counted in bit planes (planes.c) if all weights are 1 and codes are few, else part
 * by part. Small sets, whose parts often have one or two candidates, are compared in pairs. */

typedef CODE CODED(codes) __attribute__((vector_size(LANES * sizeof(CODE))));

INNER const CODE* CODED(row_of)(const problem_t* p, i64 candidate) {
  return (const CODE*)p->by_secret + candidate * p->stride;
}

INNER const CODE* CODED(column_of)(const problem_t* p, i64 guess) {
  return (const CODE*)p->columns + guess * p->column_stride;
}

INNER CODED(codes) CODED(load_codes)(const CODE* from) {
  CODED(codes) lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

/* --- hard mode --- */

/* The choice for a part of a guess; only in hard mode, in a buffer, is it another. */
INNER choice_t CODED(choice_after)(const problem_t* p, choice_t choice, i64 guess, set_t part,
                                   i64* buffer) {
  if (choice.n == 2) return choice;
  follow(p, choice.n, choice.at, guess, CODED(row_of)(p, part.at[0])[guess], buffer);
  return (choice_t){choice.n, buffer};
}

/* --- small sets --- */

/* Fill twins, pairs and LOST for a small set. LANES guesses at a time stay in registers. */
static void CODED(compare)(const problem_t* p, set_t set) {
  for (i64 start = 0; start < p->n_guesses; start += LANES) {
    i64* lost = row_by_guess(p, LOST) + start;
    bytes twins = NOTHING;
    shorts pairs = {0};
    for (i64 g = 0; g < LANES; g++) lost[g] = 0;
    for (i64 i = 1; i < set.n; i++) {
      const CODED(codes) codes = CODED(load_codes)(CODED(row_of)(p, set.at[i]) + start);
      bytes equal = NOTHING;
      for (i64 j = 0; j < i; j++) {
        const CODED(codes) other = CODED(load_codes)(CODED(row_of)(p, set.at[j]) + start);
        equal -= __builtin_convertvector(codes == other, bytes);
      }
      const bytes twin = (bytes)(equal > 0) & 1;
      twins += twin;
      pairs += __builtin_convertvector(equal, shorts);
      if (!p->even)
        for (i64 g = 0; g < LANES; g++) lost[g] += twin[g] * p->weights[set.at[i]];
    }
    if (p->even)
      for (i64 g = 0; g < LANES; g++) lost[g] = twins[g];
    store_bytes(p->twins + start, twins);
    __builtin_memcpy(p->pairs + start, &pairs, sizeof pairs);
  }
}

/* Whether no part of a guess has more than two candidates. */
static int CODED(in_pairs)(const problem_t* p, set_t set, i64 guess) {
  const CODE* column = CODED(column_of)(p, guess);
  i64 *sizes = row_by_code(p, SIZE), largest = 0;
  for (i64 i = 0; i < set.n; i++) largest = max_of(largest, ++sizes[column[set.at[i]]]);
  for (i64 i = 0; i < set.n; i++) sizes[column[set.at[i]]] = 0;
  return largest <= 2;
}

/* Do what `verdict_of` does, where weights are 1, codes few, and no candidate tells all others
 * apart. It is several times as fast, but looks at a few guesses only to find one that attains the
 * bound. */
static verdict_t CODED(quick_verdict)(problem_t* p, set_t set) {
  const i64 n = set.n, most = count_kinds(p, set, n);
  const u8* kinds = p->kinds;
  p->variety = most;
  if (most == n)
    for (i64 g = 0; g < p->n_guesses; g++)
      if (kinds[g] == n) return (verdict_t){2 * n, 2 * n, g};
  const i64 others = 3 * n - most; /* the bound of guesses that cannot win */
  i64 low = others, tries = TRIES;
  for (i64 i = 0; i < n; i++) low = min_of(low, 3 * n - kinds[set.at[i]] - 1);
  for (i64 i = 0; i < n && tries; i++) {
    const i64 m = set.at[i];
    if (3 * n - kinds[m] - 1 != low) continue;
    if (CODED(in_pairs)(p, set, m)) return (verdict_t){low, low, m};
    tries--;
  }
  if (low == others)
    for (i64 g = 0; g < p->n_guesses; g++) {
      if (kinds[g] != most) continue;
      if (CODED(in_pairs)(p, set, g)) return (verdict_t){low, low, g};
      if (--tries <= 0) break;
    }
  return (verdict_t){low, NEVER, -1};
}

/* Whether a guess tells all candidates of a set apart. */
INNER int CODED(tells_apart)(const problem_t* p, set_t set, i64 guess) {
  const CODE* column = CODED(column_of)(p, guess);
  i64 n = 0;
  if (p->n_codes <= 64) {
    for (u64 seen = 0; n < set.n && !(seen >> column[set.at[n]] & 1); n++)
      seen |= (u64)1 << column[set.at[n]];
    return n == set.n;
  }
  i64* seen = row_by_code(p, SIZE);
  while (n < set.n && !seen[column[set.at[n]]]) seen[column[set.at[n++]]] = 1;
  for (i64 k = 0; k < n; k++) seen[column[set.at[k]]] = 0;
  return n == set.n;
}

/* A candidate of the highest weight that tells all others apart, or -1. */
static i64 CODED(splitter)(const problem_t* p, set_t set) {
  for (i64 i = 0; i < set.n && p->weights[set.at[i]] == p->weights[set.at[0]]; i++)
    if (CODED(tells_apart)(p, set, set.at[i])) return set.at[i];
  return -1;
}

/* Fill LOST, BOUND, without the wins, KEY, twins, pairs and `mine` for the guesses that may be
 * made; all others look useless. What they find of the set is a limit for its subsets, after which
 * no others may be made. If they are few, what
 * they find is known before the bounds. */
static void CODED(bound_some)(const problem_t* p, set_t set, set_t may, const i64* found,
                              i64* mine) {
  const i64 n = set.n, n_codes = p->n_codes, whole = weight_of(p, set);
  const int squares = by_squares(p, n), at_once = may.n <= BLOCK;
  if (may.at) leave_only(p, (set_t){0, NULL});
  for (int level = 0; level <= LEVELS; level++) mine[level] = level < 2 ? level : 0;
  for (i64 start = 0; start < may.n; start += BLOCK) {
    const i64 some = min_of(BLOCK, may.n - start);
    for (i64 k = 0; k < some * n_codes; k++) p->counts[k] = 0;
    if (!may.at)
      CODED(count_codes)(n, set.at, some, p->stride, n_codes, CODED(row_of)(p, 0) + start,
                         p->counts);
    for (i64 at = 0; may.at && at < some; at++) {
      i32* counts = p->counts + at * n_codes;
      const CODE* column = CODED(column_of)(p, may.at[start + at]);
      for (i64 i = 0; i < n; i++) counts[column[set.at[i]]]++;
    }
    const i64* known = at_once ? mine : found; /* of the set, or of a superset */
    for (int level = 1; level < LEVELS; level++) {
      for (i64 at = 0; at < some; at++) {
        i64 placed = 0;
        for (i64 k = 0; k < n_codes; k++)
          placed += min_of(p->counts[at * n_codes + k], known[level]);
        mine[level + 1] = max_of(mine[level + 1], min_of(placed, found[level + 1]));
      }
      if (known[level] >= n) break;
    }
    if (start == 0) least_costs(known, n, p->costs);
    for (i64 at = 0; at < some; at++) {
      const i64 g = may.at ? may.at[start + at] : start + at;
      const CODE* column = CODED(column_of)(p, g);
      i32* counts = p->counts + at * n_codes;
      i64 lost = 0, bound = whole, pairs = 0, twins = n, spread = 0;
      for (i64 k = 0; k < n_codes; k++) {
        twins -= counts[k] > 0;
        pairs += (i64)counts[k] * (counts[k] - 1) / 2;
        spread += p->n_log2_n[counts[k]];
        bound += p->even ? p->costs[counts[k]] : 0;
        if (!p->even) counts[k] = 0, p->heavy[k] = 0;
      }
      if (p->even) {
        lost = twins;
      } else {
        double bits = 0;
        for (i64 i = 0; i < n; i++) { /* the heaviest of a part come first */
          const i64 code = column[set.at[i]], weight = p->weights[set.at[i]];
          const i64 size = counts[code]++;
          bound += (p->costs[size + 1] - p->costs[size]) * weight;
          lost += size ? weight : 0;
          p->heavy[code] += weight;
        }
        for (i64 k = 0; k < n_codes; k++) bits += weighted_bits(p->heavy[k], whole);
        spread = (i64)bits;
      }
      row_by_guess(p, LOST)[g] = lost;
      row_by_guess(p, BOUND)[g] = bound;
      row_by_guess(p, KEY)[g] = squares ? (n + 2 * pairs) * (whole / n) : spread;
      p->twins[g] = (u8)twins;
      p->pairs[g] = (u16)pairs;
    }
  }
}

/* --- bounds without a search --- */

static verdict_t CODED(look_at)(problem_t* p, set_t set, choice_t choice, i64 most,
                                const i64* found) {
  const i64 n = set.n;
  if (most <= LEVELS && n > found[most]) return (verdict_t){NEVER, NEVER, -1};
  const i64 whole = weight_of(p, set);
  if (n <= 2) {
    const i64 total = 2 * whole - p->weights[set.at[0]];
    return (verdict_t){total, total, set.at[0]};
  }
  verdict_t bounds = look_up_set(p, set, choice, most);
  if (bounds.low >= 0) return bounds;
  const i64 guess = n <= p->n_codes ? CODED(splitter)(p, set) : -1;
  if (guess >= 0) {
    const i64 total = 2 * whole - p->weights[guess];
    bounds = (verdict_t){total, total, guess};
  } else if (n > SMALL) {
    bounds = (verdict_t){0, NEVER, -1};
    least_costs(found, n, p->costs);
    for (i64 i = 0; i < n; i++) /* the heaviest are found first */
      bounds.low += (p->costs[i + 1] - p->costs[i]) * p->weights[set.at[i]];
  } else if (p->only_candidates) {
    i64 mine[LEVELS + 1];
    CODED(bound_some)(p, set, set, found, mine);
    p->variety = mine[2];
    bounds = verdict_of(p, set, most);
  } else if (p->planar && most > 2) {
    bounds = CODED(quick_verdict)(p, set);
  } else {
    CODED(compare)(p, set);
    if (choice.n > 2) leave_only(p, guesses_of(p, choice));
    bounds = verdict_of(p, set, most);
  }
  store_set(p, set, choice, most, bounds);
  return bounds;
}

EXPORT void CODED(quick_bounds)(problem_t* p, i64 n, const i64* members, i64 n_choice,
                                const i64* choice, i64 most, const i64* found, verdict_t* into) {
  *into = CODED(look_at)(p, (set_t){n, members}, (choice_t){n_choice, choice}, most, found);
}

/* --- bounds of all guesses --- */

/* Fill `mine`, BOUND and, if `ordered`, KEY; return the lowest bound. For a large set BOUND is
 * filled only if it is `wanted`. */
static i64 CODED(bound_all)(problem_t* p, set_t set, choice_t choice, known_t known, i64 wanted,
                            i64 ordered, i64 aim, i64* mine) {
  const i64 n = set.n, whole = weight_of(p, set), n_guesses = p->n_guesses;
  i64 *R bound = row_by_guess(p, BOUND), *R key = row_by_guess(p, KEY);
  const int squares = by_squares(p, n);
  i64 lowest = -1;
  for (int level = 0; level <= LEVELS; level++) mine[level] = level < 2 ? level : n;
  const set_t may = is_limited(p, choice) ? allowed_for(p, set, choice) : EVERY;
  if (may.n && (p->only_candidates || n > SMALL)) {
    CODED(bound_some)(p, set, may, known.found, mine);
  } else if (!squares) {
    CODED(bound_some)(p, set, (set_t){n_guesses, NULL}, known.found, mine);
  } else if (p->planar && n > PAIRS) {
    lowest = bound_by_places(p, set, known, wanted, ordered, aim, mine);
  } else {
    CODED(compare)(p, set);
    const i64 *R lost = row_by_guess(p, LOST), share = whole / n;
    u8 fewest = 255;
    for (i64 g = 0; g < n_guesses; g++) bound[g] = 2 * whole + lost[g];
    for (i64 g = 0; g < n_guesses; g++) key[g] = (n + 2 * p->pairs[g]) * share;
    for (i64 g = 0; !may.n && g < n_guesses; g++)
      fewest = fewest < p->twins[g] ? fewest : p->twins[g];
    for (i64 i = 0; i < may.n; i++) fewest = (u8)min_of(fewest, p->twins[may.at[i]]);
    if (may.n) leave_only(p, may);
    mine[2] = n - fewest;
  }
  for (int level = 2; level <= LEVELS; level++)
    mine[level] = min_of(max_of(mine[level - 1], mine[level]), known.found[level]);
  if (!wanted && lowest >= 0) return lowest;
  for (i64 i = 0; i < n; i++) bound[set.at[i]] -= p->weights[set.at[i]];
  if (ordered && (squares || p->even)) {
    const i64 idle = squares ? n * n * (whole / n) : p->n_log2_n[n];
    const i64 twice = squares ? 2 : 1, factor = squares ? n : BIT;
    for (i64 g = 0; g < n_guesses; g++)
      key[g] = key[g] >= idle ? NEVER : twice * key[g] + factor * bound[g];
  } else if (ordered) {
    const i64 idle = (i64)weighted_bits(whole, whole);
    const double unit = UNITS / (double)whole;
    for (i64 g = 0; g < n_guesses; g++)
      key[g] = key[g] >= idle ? NEVER : key[g] + (i64)((double)bound[g] * unit);
  }
  return lowest < 0 ? least_of(n_guesses, bound) : lowest;
}

EXPORT void CODED(bound_guesses)(problem_t* p, i64 n, const i64* members, i64 n_choice,
                                 const i64* choice, const i64* found, u8* variety, i64 ordered,
                                 i64* mine) {
  const known_t known = {found, variety, 0};
  CODED(bound_all)
  (p, (set_t){n, members}, (choice_t){n_choice, choice}, known, 1, ordered, NEVER, mine);
}

/* --- the parts of a guess --- */

/* Count the parts of a guess into by_code; return a lower bound on its total. */
static i64 CODED(count_parts)(const problem_t* p, set_t set, i64 guess, i64 most, known_t known,
                              const i64* costs, i64* n_parts) {
  i64 *sizes = row_by_code(p, SIZE), *lows = row_by_code(p, LOW), *codes = row_by_code(p, CODE_OF);
  u64 *firsts = (u64*)row_by_code(p, HASH), *seconds = (u64*)row_by_code(p, HASH + 1);
  const CODE* column = CODED(column_of)(p, guess);
  const int even = p->even != 0;
  i64 n = 0, total = weight_of(p, set);
  for (i64 i = 0; i < set.n; i++) {
    const i64 m = set.at[i], code = column[m];
    if (m == guess) continue;
    const i64 size = sizes[code]++;
    if (size == 0) {
      codes[n++] = code;
      lows[code] = 0;
      firsts[code] = p->salt[0];
      seconds[code] = p->salt[1];
    }
    if (!even) lows[code] += (costs[size + 1] - costs[size]) * p->weights[m];
    firsts[code] ^= p->randoms[2 * m];
    seconds[code] ^= p->randoms[2 * m + 1];
  }
  for (i64 q = 0; q < n; q++) { /* rows of the table are far apart: ask for all before the first */
    const i64 code = codes[q];
    const u64* randoms = randoms_left(p, min_of(most - 1, sizes[code]));
    firsts[code] ^= randoms[0];
    seconds[code] ^= randoms[1];
    __builtin_prefetch(p->rows + ROW * start_of(p, firsts[code]));
  }
  for (i64 q = 0; q < n; q++) {
    const i64 code = codes[q], size = sizes[code];
    if (even) lows[code] = costs[size];
    if (size > FEW && known.variety) {
      const i64 variety = variety_of(p, known.variety, place_of_guess(p, known, guess), code);
      if (variety < known.found[2])
        lows[code] += max_of(0, size - variety) - max_of(0, size - known.found[2]);
    }
    if (most - 1 <= LEVELS && size > known.found[most - 1]) {
      lows[code] = NEVER;
    } else if (size > 2 && !p->n_hints) { /* as hash_of, with a choice of all */
      const u64 hash[2] = {firsts[code], seconds[code]};
      lows[code] = max_of(lows[code], find_row(p, hash).verdict.low);
    }
    total = min_of(total + lows[code], NEVER);
  }
  *n_parts = n;
  return total;
}

EXPORT i64 CODED(bound_guess)(problem_t* p, i64 n, const i64* members, i64 guess, i64 most,
                              const i64* found, u8* variety) {
  i64 n_parts, *sizes = row_by_code(p, SIZE);
  least_costs(found, n, p->costs);
  const known_t known = {found, variety, 0};
  const i64 bound =
      CODED(count_parts)(p, (set_t){n, members}, guess, most, known, p->costs, &n_parts);
  for (i64 k = 0; k < p->n_codes; k++) sizes[k] = 0;
  return bound;
}

/* List the parts of a guess whose `n` codes are in CODE_OF, in their order, by SIZE and LOW; leave
 * all sizes 0. The sizes of other parts are 0. */
static void CODED(place_parts)(const problem_t* p, set_t set, i64 guess, i64 n, parts_t* parts) {
  i64 *sizes = row_by_code(p, SIZE), *lows = row_by_code(p, LOW), *codes = row_by_code(p, CODE_OF);
  i64 *places = row_by_code(p, PLACE), start = 0;
  for (i64 q = 0; q < n; q++) {
    const i64 code = codes[q];
    parts->starts[q] = places[code] = start;
    parts->sizes[q] = sizes[code];
    parts->lows[q] = lows[code];
    start += sizes[code];
  }
  const CODE* column = CODED(column_of)(p, guess);
  for (i64 i = 0; n && i < set.n; i++) {
    const i64 m = set.at[i], code = column[m];
    if (sizes[code] && m != guess) parts->members[places[code]++] = m;
  }
  for (i64 q = 0; q < n; q++) sizes[codes[q]] = 0;
  parts->n = n;
}

/* Bound the total of a guess; if that is below `aim`, list its parts of three and more, the
 * smallest first. */
static i64 CODED(split)(const problem_t* p, set_t set, i64 guess, i64 most, known_t known,
                        const i64* costs, i64 aim, parts_t* parts) {
  i64 n_parts;
  const i64 total = CODED(count_parts)(p, set, guess, most, known, costs, &n_parts);
  i64 *sizes = row_by_code(p, SIZE), *codes = row_by_code(p, CODE_OF), n = 0;
  for (i64 q = 0; q < n_parts; q++) {
    const i64 code = codes[q];
    if (sizes[code] <= 2 || total >= aim) {
      sizes[code] = 0;
      continue;
    }
    i64 at = n++;
    for (; at > 0 && sizes[codes[at - 1]] > sizes[code]; at--) codes[at] = codes[at - 1];
    codes[at] = code;
  }
  CODED(place_parts)(p, set, guess, n, parts);
  return total;
}

/* Raise the bounds of small parts whose candidates do not tell them apart; return the total. If
 * they do, a candidate may be found at once, and all others by two guesses. */
static i64 CODED(tell_apart)(const problem_t* p, parts_t* parts, i64 total, i64 aim) {
  for (i64 q = 0; q < parts->n && p->even; q++) {
    const set_t part = part_at(parts, q);
    if (total >= aim || part.n > p->n_codes) break;
    if (parts->lows[q] < 2 * part.n && CODED(splitter)(p, part) < 0) {
      total += 2 * part.n - parts->lows[q];
      parts->lows[q] = 2 * part.n;
    }
  }
  return total;
}

/* --- the search --- */

static i64 CODED(search)(problem_t* p, set_t set, choice_t choice, i64 limit, i64 most, i64 depth,
                         known_t known, set_t only);

static i64 CODED(decide_set)(problem_t* p, set_t set, choice_t choice, i64 most, const i64* widths,
                             i64 effort);

/* Return the first guess of a strategy that finds a set within `most` guesses, or -1. It is looked
 * for where every guess of a beam leads to games that are too long. */
static i64 CODED(within)(problem_t* p, set_t set, choice_t choice, i64 most) {
  const u64 *salt = p->salt, other[2] = {~salt[0], ~salt[1]};
  p->salt = other; /* in rows of its own of the table */
  const i64 answer = CODED(decide_set)(p, set, choice, most, p->tries, 1);
  const i64 guess = answer == SOLVED ? look_up_set(p, set, choice, most).guess : -1;
  p->salt = salt;
  return guess;
}

/* Bound a part by a search `ahead` guesses deep, or at a look; keep its variety. */
static i64 CODED(bound_part)(problem_t* p, const node_t* node, i64 guess, set_t part, i64 goal,
                             int look, i64 ahead) {
  const choice_t after = CODED(choice_after)(p, node->choice, guess, part, node->buffer);
  const known_t known = node->known;
  p->variety = 0;
  const i64 bound = look ? CODED(look_at)(p, part, after, node->most - 1, known.found).low
                         : CODED(search)(p, part, after, goal, node->most - 1, ahead, known, EVERY);
  if (node->keeps && ahead == 0)
    keep_variety(p, known.variety, place_of_guess(p, known, guess),
                 CODED(row_of)(p, part.at[0])[guess]);
  return bound;
}

/* Search the parts of a guess until they give `aim`, all is known of them, or the search is
 * stopped; return the bound of the guess: in the end its total. */
static i64 CODED(search_parts)(problem_t* p, node_t* node, i64 guess, i64 total, i64 aim) {
  const parts_t* parts = &node->parts;
  const i64* sizes = parts->sizes;
  i64 *lows = parts->lows, *pending = parts->pending;
  for (int search = 0; search < 2 * DEEPENINGS && total < aim && !stopped(p); search++) {
    if (node->narrow && AT_A_LOOK < search && search < 2 * DEEPENINGS - 1) continue;
    const plan_t plan = plan_for(search, node->depth, node->most);
    const int eager = search % 2 == 1, again = eager && plan.ahead && !node->narrow;
    const i64 missing = aim - total;
    double shares = 0;
    for (i64 q = 0; q < parts->n; q++) {
      const int some = again ? pending[q] != DONE : sizes[q] >= plan.smallest;
      pending[q] = some ? WAITING : DONE;
      if (some) shares += (double)sizes[q] * __builtin_sqrt((double)sizes[q]);
    }
    while (total < aim && !stopped(p)) {
      const i64 q = next_part(parts, aim - total, search == 1 ? node->rate : __builtin_inf());
      if (q < 0) break;
      const double size = (double)sizes[q], share = size * __builtin_sqrt(size) / shares;
      const i64 own = eager ? NEVER : (i64)((double)missing * share) + 1;
      const i64 goal = lows[q] + min_of(aim - total, own);
      const i64 bound = CODED(bound_part)(p, node, guess, part_at(parts, q), goal,
                                          search == AT_A_LOOK, plan.ahead);
      const i64 gain = max_of(0, bound - lows[q]);
      pending[q] = bound >= goal ? MORE : DONE;
      total += gain;
      lows[q] += gain;
      if (search == 1) node->rate = (node->rate + (double)gain / (size * size)) / 2;
    }
    if (eager && plan.ahead == node->depth - 1) break;
  }
  return total;
}

static i64 CODED(search)(problem_t* p, set_t set, choice_t choice, i64 limit, i64 most, i64 depth,
                         known_t known, set_t only) {
  const verdict_t before = CODED(look_at)(p, set, choice, most, known.found);
  const int fixed = only.n == 1;
  i64 low = fixed ? 0 : before.low, best = fixed ? NEVER : before.high, chosen = before.guess;
  if (low >= limit || low >= best || stopped(p)) return low;
  const i64 n = set.n, high = best, cut = min_of(limit, best), used = p->used;
  const int narrow = p->widths[n] < p->n_guesses;
  i64 mine[LEVELS + 1], *R bounds = row_by_guess(p, BOUND), *R keys = row_by_guess(p, KEY);
  const i64 ordered = depth > 0, below = ordered ? cut : NEVER;
  i64 lowest = CODED(bound_all)(p, set, choice, known, ordered || only.n, ordered, below, mine);
  p->variety = mine[2];
  if (only.n) {
    leave_only(p, only);
    lowest = least_of(p->n_guesses, bounds);
  }
  if (!narrow) low = max_of(low, lowest);
  if (depth == 0) {
    store_set(p, set, choice, most, (verdict_t){low, high, chosen});
    return low;
  }
  if (fixed) keys[only.at[0]] = 0;
  i64 refuted = NEVER;
  for (i64 g = 0; g < p->n_guesses && !narrow; g++) { /* without branches: it is vectorised */
    refuted = min_of(refuted, bounds[g] >= cut ? bounds[g] : NEVER);
    keys[g] = bounds[g] >= cut ? NEVER : keys[g];
  }
  node_t node = {.choice = choice, .known = known, .most = most, .depth = depth};
  node.known.found = mine;
  node.narrow = narrow;
  if (!begin(p, &node, set)) return low;
  least_costs(mine, n, node.costs);
  node.keeps = p->planar && !narrow && !known.variety && LARGE <= n && n <= p->n_candidates / 2;
  if (node.keeps) {
    node.known.ordered = node.n >= MANY;
    node.known.variety = varieties_of(p, set, choice, node.known.ordered);
    if (node.known.ordered) order_guesses(p, set, choice);
  }
  i64 last_key = -1;
  for (i64 tried = 0, deep = narrow && p->tries; best > low;) {
    const i64 at = tried < p->widths[n] ? first_of(node.n, node.values) : -1;
    if (at < 0 && !deep) break;
    const i64 aim = min_of(limit, best);
    i64 guess, total = 0;
    if (at >= 0) {
      const i64 key = node.values[at];
      guess = node.guesses[at];
      total = node.totals[at];
      node.values[at] = NEVER;
      if (narrow && n > SMALL && key == last_key) continue; /* no two of equal value */
      if (node.keeps && node.known.ordered && tried % AFRESH == 0) measure_reach(p);
      tried++;
      last_key = key;
    } else {
      guess = CODED(within)(p, set, choice, most);
      deep = 0;
      if (guess < 0) break;
    }
    if (total < aim) {
      total = CODED(split)(p, set, guess, most, node.known, node.costs, aim, &node.parts);
      total = CODED(tell_apart)(p, &node.parts, total, aim);
      total = CODED(search_parts)(p, &node, guess, total, aim);
      if (node.keeps && node.known.ordered) measure_rooms(p, set, guess, node.known.variety);
      if (stopped(p)) break;
    }
    deep = deep && total >= NEVER;
    if (total >= aim) {
      refuted = min_of(refuted, total);
      continue;
    }
    best = total;
    chosen = guess;
    for (i64 i = 0; i < node.n && !narrow; i++)
      if (node.totals[i] >= best) node.values[i] = NEVER;
  }
  p->used = used;
  p->level--;
  if (!stopped(p)) low = max_of(low, min_of(best, refuted));
  if (fixed) return low;
  const verdict_t found = {low, best, chosen}, bounded = {low, high, before.guess};
  store_set(p, set, choice, most, depth < most ? bounded : found);
  return low;
}

EXPORT i64 CODED(least)(problem_t* p, i64 n, const i64* members, i64 n_choice, const i64* choice,
                        i64 limit, i64 most, i64 depth, const i64* found, i64 n_only,
                        const i64* only) {
  const known_t known = {found, NULL, 0};
  p->failed = p->used = p->level = 0;
  const i64 total = CODED(search)(p, (set_t){n, members}, (choice_t){n_choice, choice}, limit, most,
                                  depth, known, (set_t){n_only, only});
  return p->failed ? p->failed : total;
}
