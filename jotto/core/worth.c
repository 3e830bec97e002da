/* What a part is worth. A new measure is a name and a line of cost_of, and a row of
 * jotto/engine/measure_table.py, whose order this is.
 *
 * ON_BOARDS: as by entropy, and a bit and a half for each candidate beyond the first, as bits alone
 * are worth less the more are missing: to tell two candidates apart saves half a guess, to halve
 * many a quarter. */
enum { ON_BOARDS = -1, ENTROPY, MINIMAX, EXPECTED_SIZE, MOST_PARTS };

/* The cost of a part by its size. */
INNER i64 cost_of(i64 measure, i64 size) {
  switch (measure) {
    case MINIMAX:
      return size; /* Knuth 1976; of which the highest counts */
    case EXPECTED_SIZE:
      return size * size; /* Irving 1979 */
    case MOST_PARTS:
      return size ? -1 : 0; /* Kooi 2005 */
    default:
      return 0;
  }
}

EXPORT void costs(i64 measure, i64 stop, i64* table) {
  if (measure == ENTROPY || measure == ON_BOARDS) { /* Neuwirth 1982 */
    n_log2_n(stop, table);
    for (i64 size = 1; measure == ON_BOARDS && size < stop; size++)
      table[size] += (size - 1) * (BIT + BIT / 2);
    return;
  }
  for (i64 size = 0; size < stop; size++) table[size] = cost_of(measure, size);
}

EXPORT i64 weighed_cost(i64 weighed, i64 weight, i64 size, i64 win) {
  if (weighed == BY_SIZE) return win ? 0 : weight * size;
  i64 cost = (i64)rounded((double)weight * logarithm(weight) / 1024);
  return win ? cost - weight / 1024 : cost;
}

/* Add the cost of a part by its weight to the value of a guess, and empty it: also a part whose
 * candidates weigh nothing. */
INNER void take_part(i64 weighed, i64 win, i64* sum, i32* count, i64* value) {
  if (*sum) *value += weighed_cost(weighed, *sum, *count, win);
  *sum = *count = 0;
}

/* A lower bound on the value of a guess that splits `n` candidates into `p` parts.
 *
 * Costs are convex: parts of equal size cost least. With weights it is for guesses that cannot win;
 * `heavy (n,)`: the weights, descending. Entropy is lowest if all parts weigh the same; candidates
 * heavier than that get parts of their own, the others share the rest. By size, each candidate
 * beyond one for each part adds at least twice the lowest weight. */
INNER i64 least_of_parts(i64 n, i64 p, const worth_t* worth, const i64* heavy) {
  if (!worth->weighed) {
    const i64 size = n / p, larger = n % p, most = worth->costs[size + (larger > 0)];
    return worth->highest ? most : (p - larger) * worth->costs[size] + larger * most;
  }
  i64 whole = 0, alone = 0;
  for (i64 i = 0; i < n; i++) whole += heavy[i];
  if (worth->weighed == BY_SIZE) return whole + 2 * (n - p) * heavy[n - 1];
  double value = 0;
  for (; alone < p - 1 && heavy[alone] * (p - alone) > whole; alone++) {
    value += (double)heavy[alone] * logarithm(heavy[alone]);
    whole -= heavy[alone];
  }
  value += (double)whole * (logarithm(whole) - logarithm(p - alone));
  return (i64)(value / 1024) - p - 1; /* for the rounding of each part */
}

/* Write the weights of a small set to `heavy`, descending. */
INNER void sort_weights(i64 n, const i64* members, const i64* weights, i64* heavy) {
  for (i64 i = 0; i < n; i++) {
    i64 at = i;
    for (; at > 0 && heavy[at - 1] < weights[members[i]]; at--) heavy[at] = heavy[at - 1];
    heavy[at] = weights[members[i]];
  }
}
