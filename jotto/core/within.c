/* The most candidates within some guesses, for one type of codes.
 *
 * What a strategy misses of a set is the weight of the candidates that it does not find within
 * `most` guesses. With no guess all is missed; with one, all but the heaviest candidate; with two,
 * all but the heaviest of each part of the first guess. With more, a guess misses what its parts
 * miss with one guess less, and that is at least all of a part but its heaviest candidates, as many
 * as can be found at all (see known_t). This is counted for every guess. Then the parts of a
 * promising guess are counted, the largest first, and then they are searched.
 *
 * A whole misses the least if each of its parts does. So the strategies of least total among those
 * that miss the least are found part by part as well; where nothing is missed, these are the trees
 * of so many guesses. */

/* --- bounds --- */

/* Fill BOUND with what each guess misses at least, KEY, and `mine`, what can be found of the set.
 */
static void CODED(bound_misses)(problem_t* p, set_t set, choice_t choice, i64 most,
                                const i64* found, i64* mine) {
  const known_t known = {found, NULL, 0};
  const i64 n = set.n, n_guesses = p->n_guesses;
  i64 *R bound = row_by_guess(p, BOUND), *sizes = row_by_code(p, SIZE);
  CODED(bound_all)(p, set, choice, known, 1, 1, NEVER, mine);
  const i64 room = most - 1 <= LEVELS ? mine[most - 1] : n; /* of a part that can be found */
  if (p->planar && n > PAIRS && by_squares(p, n) && !p->only_candidates) {
    for (i64 g = 0; g < p->stride; g++) p->overfull[g] = 0;
    mark(p, set, known, 1);
    count_overfull(p, n, (range_t){0, n_guesses}, planes_for(n), room, NULL, 0);
    mark(p, set, known, 0);
    for (i64 g = 0; g < n_guesses; g++) bound[g] = p->overfull[g];
    return;
  }
  const i64* lost = row_by_guess(p, LOST);
  for (i64 g = 0; g < n_guesses; g++) {
    if (bound[g] >= NEVER) continue;
    bound[g] = room == 1 ? lost[g] : 0;
    if (room == 1 || room >= n) continue;
    const CODE* column = CODED(column_of)(p, g);
    for (i64 i = 0; i < n; i++)
      if (sizes[column[set.at[i]]]++ >= room) bound[g] += p->weights[set.at[i]];
    for (i64 i = 0; i < n; i++) sizes[column[set.at[i]]] = 0;
  }
}

EXPORT void CODED(bound_missed)(problem_t* p, i64 n, const i64* members, i64 n_choice,
                                const i64* choice, i64 most, const i64* found) {
  i64 mine[LEVELS + 1];
  CODED(bound_misses)(p, (set_t){n, members}, (choice_t){n_choice, choice}, most, found, mine);
}

/* --- the parts of a guess --- */

/* List the parts of a guess with more than `few` candidates, the largest first, with the weight of
 * all but their first `room` candidates; return the sum of that. */
static i64 CODED(list_parts)(const problem_t* p, set_t set, i64 guess, i64 few, i64 room,
                             parts_t* parts) {
  i64 *sizes = row_by_code(p, SIZE), *lows = row_by_code(p, LOW), *codes = row_by_code(p, CODE_OF);
  i64 n_parts = 0, n = 0, total = 0;
  const CODE* column = CODED(column_of)(p, guess);
  for (i64 i = 0; i < set.n; i++) {
    const i64 m = set.at[i], code = column[m];
    if (m == guess) continue;
    if (sizes[code] == 0) {
      codes[n_parts++] = code;
      lows[code] = 0;
    }
    if (sizes[code]++ < room) continue;
    lows[code] += p->weights[m];
    total += p->weights[m];
  }
  for (i64 q = 0; q < n_parts; q++) {
    const i64 code = codes[q];
    if (sizes[code] <= few) {
      sizes[code] = 0;
      continue;
    }
    i64 at = n++;
    for (; at > 0 && sizes[codes[at - 1]] < sizes[code]; at--) codes[at] = codes[at - 1];
    codes[at] = code;
  }
  CODED(place_parts)(p, set, guess, n, parts);
  return total;
}

static i64 CODED(search_missed)(problem_t* p, set_t set, choice_t choice, i64 limit, i64 most,
                                int ahead, const i64* found, set_t only);

/* Count the parts of a guess, then search them, until they miss `aim` or all is known; return what
 * they miss. */
static i64 CODED(miss_parts)(problem_t* p, node_t* node, set_t set, i64 guess, i64 aim) {
  parts_t* parts = &node->parts;
  const i64 most = node->most - 1, *found = node->known.found;
  const i64 room = most <= LEVELS ? found[most] : set.n;
  i64 total = CODED(list_parts)(p, set, guess, most, room, parts);
  for (int ahead = most <= 2; ahead < 2; ahead++) /* with two guesses, counting says all */
    for (i64 q = 0; q < parts->n; q++) {
      const set_t part = part_at(parts, q);
      if (total >= aim || stopped(p)) return total;
      const choice_t after = CODED(choice_after)(p, node->choice, guess, part, node->buffer);
      const i64 low = parts->lows[q], goal = low + aim - total;
      const i64 missed = CODED(search_missed)(p, part, after, goal, most, ahead, found, EVERY);
      parts->lows[q] = max_of(low, missed);
      total += parts->lows[q] - low;
    }
  return total;
}

/* --- what is missed --- */

/* Count the candidates with an earlier one in their part, for LANES guesses. */
INNER bytes CODED(twins_of)(const problem_t* p, set_t set, i64 start) {
  bytes twins = NOTHING;
  for (i64 i = 1; i < set.n; i++) {
    const CODED(codes) codes = CODED(load_codes)(CODED(row_of)(p, set.at[i]) + start);
    CODED(codes) equal = {0};
    for (i64 j = 0; j < i; j++)
      equal |= (CODED(codes))(codes == CODED(load_codes)(CODED(row_of)(p, set.at[j]) + start));
    twins += __builtin_convertvector(equal, bytes) & 1;
  }
  return twins;
}

/* What a set misses with two guesses, where all guesses may be made and weights are 1. */
static verdict_t CODED(miss_by_kinds)(const problem_t* p, set_t set) {
  if (p->planar) {
    const i64 most = count_kinds(p, set, set.n);
    i64 g = 0;
    while (p->kinds[g] != most) g++;
    return (verdict_t){set.n - most, set.n - most, g};
  }
  verdict_t best = {NEVER, NEVER, -1};
  for (i64 start = 0; start < p->n_guesses && best.low > 0; start += LANES) {
    u8 twins[LANES];
    store_bytes(twins, CODED(twins_of)(p, set, start));
    for (i64 g = start; g < min_of(start + LANES, p->n_guesses); g++)
      if (twins[g - start] < best.low) best = (verdict_t){twins[g - start], twins[g - start], g};
  }
  return best;
}

static i64 CODED(search_missed)(problem_t* p, set_t set, choice_t choice, i64 limit, i64 most,
                                int ahead, const i64* found, set_t only) {
  const i64 n = set.n, fixed = only.n == 1;
  if (!fixed && n <= most) return 0; /* one after the other */
  if (most == 0) return weight_of(p, set);
  if (most == 1) {
    const i64 guess = fixed ? only.at[0] : set.at[0];
    return weight_of(p, set) - (guess < p->n_candidates ? p->weights[guess] : 0);
  }
  verdict_t known = fixed ? NOT_STORED : look_up_set(p, set, choice, most);
  if (known.low < 0) known = (verdict_t){0, NEVER, -1};
  i64 low = known.low, best = known.high, chosen = known.guess;
  if (low >= limit || low >= best || stopped(p)) return low;
  const int narrow = p->widths[n] < p->n_guesses;
  const i64 apart = !fixed && n <= p->n_codes ? CODED(splitter)(p, set) : -1;
  const int quick = p->even && (p->planar || n <= SMALL) && !is_limited(p, choice);
  if (apart >= 0 || (most == 2 && quick && only.n == 0)) {
    const verdict_t all = apart >= 0 ? (verdict_t){0, 0, apart} : CODED(miss_by_kinds)(p, set);
    store_set(p, set, choice, most, all);
    return all.low;
  }
  i64 mine[LEVELS + 1], *R bounds = row_by_guess(p, BOUND), *R keys = row_by_guess(p, KEY);
  CODED(bound_misses)(p, set, choice, most, found, mine);
  if (only.n) leave_only(p, only);
  if (fixed) keys[only.at[0]] = 0;
  if (!narrow && !fixed) low = max_of(low, least_of(p->n_guesses, bounds));
  const i64 used = p->used, cut = min_of(limit, best);
  if (!ahead || low >= cut) {
    if (!fixed) store_set(p, set, choice, most, (verdict_t){low, best, chosen});
    return low;
  }
  i64 refuted = NEVER;
  for (i64 g = 0; g < p->n_guesses; g++) {
    refuted = min_of(refuted, bounds[g] >= cut ? bounds[g] : NEVER);
    keys[g] = bounds[g] >= cut ? NEVER : keys[g];
  }
  node_t node = {.choice = choice, .known = {mine, NULL, 0}, .most = most};
  if (!begin(p, &node, set)) return low;
  i64 last_key = -1;
  for (i64 tried = 0; best > low && tried < p->widths[n];) {
    const i64 at = first_of(node.n, node.values);
    if (at < 0) break;
    const i64 guess = node.guesses[at], key = node.values[at], aim = min_of(limit, best);
    i64 total = node.totals[at];
    node.values[at] = NEVER;
    if (narrow && n > SMALL && key == last_key) continue; /* no two of equal value */
    tried++;
    last_key = key;
    if (total < aim && most > 2) total = CODED(miss_parts)(p, &node, set, guess, aim);
    if (stopped(p)) break;
    if (total >= aim) {
      refuted = min_of(refuted, total);
      continue;
    }
    best = total;
    chosen = guess;
  }
  p->used = used;
  p->level--;
  if (!stopped(p)) low = max_of(low, min_of(best, refuted));
  if (!fixed) store_set(p, set, choice, most, (verdict_t){low, best, chosen});
  return low;
}

/* Do the same as search_missed in its own rows of the table. */
static i64 CODED(miss_set)(problem_t* p, set_t set, choice_t choice, i64 limit, i64 most, int ahead,
                           const i64* found, set_t only) {
  u64 own[2];
  const u64* before = use_rows(p, MISSED, own);
  const i64 missed = CODED(search_missed)(p, set, choice, limit, most, ahead, found, only);
  p->salt = before;
  return missed;
}

EXPORT i64 CODED(missed)(problem_t* p, i64 n, const i64* members, i64 n_choice, const i64* choice,
                         i64 limit, i64 most, i64 ahead, const i64* found, i64 n_only,
                         const i64* only) {
  p->failed = p->used = p->level = 0;
  const i64 missed = CODED(miss_set)(p, (set_t){n, members}, (choice_t){n_choice, choice}, limit,
                                     most, ahead != 0, found, (set_t){n_only, only});
  return p->failed ? p->failed : missed;
}

/* --- the least total where the least is missed --- */

/* The guess for the least that is missed of a set, or -1. */
static i64 CODED(guess_missing)(problem_t* p, set_t set, choice_t choice, i64 most) {
  u64 own[2];
  const u64* before = use_rows(p, MISSED, own);
  const i64 guess = look_up_set(p, set, choice, most).guess;
  p->salt = before;
  return guess;
}

static i64 CODED(search_after)(problem_t* p, set_t set, choice_t choice, i64 limit, i64 most,
                               const i64* found, set_t only);

/* Search the parts of a guess that may miss `missed` in all, until they give `aim`; return their
 * total, NEVER if they miss more. */
static i64 CODED(total_parts)(problem_t* p, node_t* node, set_t set, i64 guess, i64 missed,
                              i64 aim) {
  parts_t* parts = &node->parts;
  const i64 most = node->most - 1, *found = node->known.found;
  i64 left = missed, total = weight_of(p, set);
  CODED(list_parts)(p, set, guess, 0, set.n, parts);
  for (i64 q = 0; q < parts->n && left >= 0; q++) {
    const set_t part = part_at(parts, q);
    const choice_t after = CODED(choice_after)(p, node->choice, guess, part, node->buffer);
    left -= CODED(miss_set)(p, part, after, left + 1, most, 1, found, EVERY);
  }
  if (left < 0) return NEVER;
  for (i64 q = 0; q < parts->n; q++) {
    const set_t part = part_at(parts, q);
    for (i64 i = 0; i < part.n; i++) /* the heaviest are found first */
      parts->lows[q] += (node->costs[i + 1] - node->costs[i]) * p->weights[part.at[i]];
    total += parts->lows[q];
  }
  for (i64 q = parts->n - 1; q >= 0 && total < aim && !stopped(p); q--) {
    const set_t part = part_at(parts, q);
    const choice_t after = CODED(choice_after)(p, node->choice, guess, part, node->buffer);
    const i64 low = parts->lows[q];
    const i64 found_total =
        CODED(search_after)(p, part, after, low + aim - total, most, found, EVERY);
    total += max_of(0, found_total - low);
  }
  return total;
}

static i64 CODED(search_after)(problem_t* p, set_t set, choice_t choice, i64 limit, i64 most,
                               const i64* found, set_t only) {
  const known_t known = {found, NULL, 0};
  const i64 n = set.n, fixed = only.n == 1;
  const i64 missed = CODED(miss_set)(p, set, choice, NEVER, most, 1, found, only);
  if (stopped(p)) return 0;
  if (most == 0) return CODED(search)(p, set, choice, limit, n, n, known, EVERY);
  if (missed == 0) return CODED(search)(p, set, choice, limit, most, most, known, only);
  u64 own[2];
  const u64* before = use_rows(p, AFTER_MISSED, own);
  verdict_t stored = fixed ? NOT_STORED : look_up_set(p, set, choice, most);
  p->salt = before;
  if (stored.low < 0) stored = (verdict_t){0, NEVER, -1};
  i64 low = stored.low, best = stored.high, chosen = stored.guess;
  if (low >= limit || low >= best) return low;
  const int narrow = p->widths[n] < p->n_guesses;
  i64 mine[LEVELS + 1], *R bounds = row_by_guess(p, BOUND), *R keys = row_by_guess(p, KEY);
  const i64 first = CODED(guess_missing)(p, set, choice, most), used = p->used;
  CODED(bound_all)(p, set, choice, known, 1, 1, NEVER, mine);
  if (only.n) leave_only(p, only);
  if (fixed) keys[only.at[0]] = 0;
  if (!narrow && !fixed) low = max_of(low, least_of(p->n_guesses, bounds));
  if (first >= 0 && keys[first] < NEVER) keys[first] = -1; /* one that is known to miss the least */
  node_t node = {.choice = choice, .known = {mine, NULL, 0}, .most = most};
  if (!begin(p, &node, set)) return low;
  least_costs(mine, n, node.costs);
  i64 refuted = NEVER;
  for (i64 tried = 0; best > low && tried < p->widths[n]; tried++) {
    const i64 at = first_of(node.n, node.values);
    if (at < 0) break;
    const i64 guess = node.guesses[at], aim = min_of(limit, best);
    i64 total = node.totals[at];
    node.values[at] = NEVER;
    if (total < aim) total = CODED(total_parts)(p, &node, set, guess, missed, aim);
    if (stopped(p)) break;
    if (total >= aim) {
      refuted = min_of(refuted, total);
      continue;
    }
    best = total;
    chosen = guess;
  }
  p->used = used;
  p->level--;
  if (!stopped(p)) low = max_of(low, min_of(best, refuted));
  if (fixed) return low;
  use_rows(p, AFTER_MISSED, own);
  store_set(p, set, choice, most, (verdict_t){low, best, chosen});
  p->salt = before;
  return low;
}

EXPORT i64 CODED(least_after_missed)(problem_t* p, i64 n, const i64* members, i64 n_choice,
                                     const i64* choice, i64 limit, i64 most, const i64* found,
                                     i64 n_only, const i64* only) {
  p->failed = p->used = p->level = 0;
  const i64 total = CODED(search_after)(p, (set_t){n, members}, (choice_t){n_choice, choice}, limit,
                                        most, found, (set_t){n_only, only});
  return p->failed ? p->failed : total;
}
