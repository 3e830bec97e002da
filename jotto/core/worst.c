/* Whether so many guesses are enough for a set of candidates, whatever the secret.
 *
 * In the table, the lower bound of a set is NEVER if that is refuted, and its total is FOUND if a
 * strategy is known, whose first guess is stored. */

/* Fill KEY for every guess: the sum of p->costs of its parts, by their sizes. */
INNER void CODED(sum_costs)(const problem_t* p, set_t set) {
  const worth_t worth = {.costs = p->costs};
  for (i64 k = 0; k < BLOCK * p->n_codes; k++) p->counts[k] = 0; /* least.c leaves numbers there */
  CODED(values)(set.n, set.at, p->n_guesses, p->stride, p->n_codes, CODED(row_of)(p, 0), &worth,
                p->counts, NULL, row_by_guess(p, KEY));
}

EXPORT i64 CODED(capacity_for)(const problem_t* p, i64 n, const i64* members, i64 most,
                               i64* parts) {
  const set_t set = {n, members};
  const int in_planes = sizeof(CODE) == 1 && p->n_codes <= PLANAR;
  *parts = in_planes ? count_kinds(p, set, NEVER) : min_of(n, p->n_codes);
  if (!in_planes && n <= SMALL) { /* codes are too many for planes */
    CODED(compare)(p, set);
    *parts = 0;
    for (i64 g = 0; g < p->n_guesses; g++) *parts = max_of(*parts, n - p->twins[g]);
  }
  const int counted = in_planes || n <= SMALL;
  i64 capacity = counted && most > 1 ? *parts : min_of(most, 1);
  for (i64 guesses = 1 + counted; guesses < most && capacity < n; guesses++) {
    for (i64 size = 0; size <= n; size++) p->costs[size] = min_of(size, capacity);
    CODED(sum_costs)(p, set);
    const i64* key = row_by_guess(p, KEY);
    capacity = 0;
    for (i64 g = 0; g < p->n_guesses; g++) capacity = max_of(capacity, key[g]);
  }
  return min_of(capacity, n);
}

EXPORT void CODED(value_parts)(const problem_t* p, i64 n, const i64* members, i64 most) {
  i64 parts, *key = row_by_guess(p, KEY);
  const i64 capacity = CODED(capacity_for)(p, n, members, most - 1, &parts);
  if (capacity * parts < n) {
    for (i64 g = 0; g < p->n_guesses; g++) key[g] = NEVER;
    return;
  }
  for (i64 size = 0; size <= n; size++) {
    const double share = (double)size / (double)capacity;
    p->costs[size] = size <= capacity ? (i64)(LARGEST * (share * share * share)) : TOO_LARGE;
  }
  p->costs[n] = TOO_LARGE; /* such a guess tells nothing apart */
  CODED(sum_costs)(p, (set_t){n, members});
  for (i64 g = 0; g < p->n_guesses; g++)
    if (key[g] >= TOO_LARGE) key[g] = NEVER;
}

/* Take the largest part that is left of `sizes (K,)`, if it has at least `most` candidates. */
static set_t CODED(largest_part)(const problem_t* p, set_t set, i64 guess, i64 most, i64* sizes,
                                 i64* members) {
  const CODE* column = CODED(column_of)(p, guess);
  i64 largest = 0, n = 0;
  for (i64 k = 1; k < p->n_codes; k++)
    if (sizes[k] > sizes[largest]) largest = k;
  if (sizes[largest] < most) return (set_t){0, NULL};
  sizes[largest] = 0;
  for (i64 i = 0; i < set.n; i++)
    if (column[set.at[i]] == largest) members[n++] = set.at[i];
  return (set_t){n, members};
}

static i64 CODED(decide_set)(problem_t* p, set_t set, choice_t choice, i64 most, const i64* widths,
                             i64 effort) {
  i64 answer = recall(p, set, choice, most, effort);
  if (answer != UNTRIED) return answer;
  if (stopped(p)) return OPEN;
  const i64 used = p->used;
  CODED(value_parts)(p, set.n, set.at, most);
  if (is_limited(p, choice)) leave_only(p, allowed_for(p, set, choice));
  node_t node = {.choice = choice};
  if (!begin(p, &node, set)) return OPEN;
  i64 chosen = -1, *sizes = take(p, p->n_codes);
  if (sizes == NULL) return OPEN;
  answer = REFUTED;
  for (i64 tried = 0; answer != SOLVED; tried++) {
    const i64 at = first_of(node.n, node.values);
    if (at < 0) break;
    if (tried >= widths[min_of(most, ALIKE)] || stopped(p)) {
      answer = OPEN;
      break;
    }
    const i64 guess = node.guesses[at];
    node.values[at] = NEVER;
    const CODE* column = CODED(column_of)(p, guess);
    for (i64 k = 0; k < p->n_codes; k++) sizes[k] = 0;
    for (i64 i = 0; i < set.n; i++) sizes[column[set.at[i]]]++;
    sizes[p->n_codes - 1] = 0;
    i64 status = SOLVED;
    while (status == SOLVED) {
      const set_t part = CODED(largest_part)(p, set, guess, most, sizes, node.parts.members);
      if (part.n == 0) break; /* the others can be guessed one after the other */
      const choice_t after = CODED(choice_after)(p, choice, guess, part, node.buffer);
      status = CODED(decide_set)(p, part, after, most - 1, widths, effort);
    }
    if (status != REFUTED) answer = status;
    if (status == SOLVED) chosen = guess;
  }
  p->used = used;
  p->level--;
  if (answer == SOLVED || !stopped(p)) learn_set(p, set, choice, most, answer, chosen, effort);
  return answer;
}

EXPORT i64 CODED(decide)(problem_t* p, i64 n, const i64* members, i64 n_choice, const i64* choice,
                         i64 most, const i64* widths, i64 effort) {
  p->failed = p->used = p->level = 0;
  const i64 answer =
      CODED(decide_set)(p, (set_t){n, members}, (choice_t){n_choice, choice}, most, widths, effort);
  return p->failed ? p->failed : answer;
}
