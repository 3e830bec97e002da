/* The parts of every guess: how many candidates get each score, and what that is worth. */

/* Count the parts of some guesses into `counts`, K for each. */
INNER void CODED(count_codes)(i64 n, const i64* rows, i64 n_guesses, i64 stride, i64 n_codes,
                              const CODE* by_secret, i32* counts) {
  for (i64 c = 0; c < n; c++) {
    const CODE* row = by_secret + rows[c] * stride;
    for (i64 g = 0; g < n_guesses; g++) counts[g * n_codes + row[g]]++;
  }
}

EXPORT void CODED(part_sizes)(i64 n, const i64* rows, i64 n_guesses, i64 stride, i64 n_codes,
                              const CODE* by_secret, i64* sizes) {
  for (i64 k = 0; k < n_guesses * n_codes; k++) sizes[k] = 0;
  for (i64 start = 0; start < n_guesses; start += BLOCK) {
    const i64 some = min_of(BLOCK, n_guesses - start);
    i64* counts = sizes + start * n_codes;
    for (i64 c = 0; c < n; c++) {
      const CODE* row = by_secret + rows[c] * stride + start;
      for (i64 g = 0; g < some; g++) counts[g * n_codes + row[g]]++;
    }
  }
}

/* Add the weights of candidates to those of the parts of some guesses, K for each. */
INNER void CODED(add_weights)(i64 n, const i64* rows, const i64* weights, i64 by_row, i64 n_guesses,
                              i64 stride, i64 n_codes, const CODE* by_secret, i64* sums) {
  for (i64 c = 0; c < n; c++) {
    const CODE* row = by_secret + rows[c] * stride;
    const i64 weight = weights[by_row ? rows[c] : c];
    for (i64 g = 0; g < n_guesses; g++) sums[g * n_codes + row[g]] += weight;
  }
}

EXPORT void CODED(part_weights)(i64 n, const i64* rows, const i64* weights, i64 n_guesses,
                                i64 stride, i64 n_codes, const CODE* by_secret, i64* sums) {
  for (i64 k = 0; k < n_guesses * n_codes; k++) sums[k] = 0;
  for (i64 start = 0; start < n_guesses; start += BLOCK)
    CODED(add_weights)(n, rows, weights, 0, min_of(BLOCK, n_guesses - start), stride, n_codes,
                       by_secret + start, sums + start * n_codes);
}

/* Count parts, and add each change of cost to `values`: with few candidates most counters stay 0,
 * so that this is less work than a pass over all counters: 2 to 7 times faster up to 20 candidates
 * and 20 codes, equal at 40. The counters are 0 before and after. */
INNER void CODED(add_values)(i64 n, const i64* rows, i64 n_guesses, i64 stride, i64 n_codes,
                             const CODE* by_secret, const worth_t* worth, i32* R counts,
                             i64* R values) {
  const i64* costs = worth->costs;
  for (i64 c = 0; c < n; c++) {
    const CODE* row = by_secret + rows[c] * stride;
    if (worth->highest) {
      for (i64 g = 0; g < n_guesses; g++)
        values[g] = max_of(values[g], costs[++counts[g * n_codes + row[g]]]);
    } else {
      for (i64 g = 0; g < n_guesses; g++) {
        const i64* cost = costs + counts[g * n_codes + row[g]]++;
        values[g] += cost[1] - cost[0];
      }
    }
  }
  for (i64 c = 0; c < n; c++) {
    const CODE* row = by_secret + rows[c] * stride;
    for (i64 g = 0; g < n_guesses; g++) counts[g * n_codes + row[g]] = 0;
  }
}

/* Value some guesses by the weights of their parts. */
INNER void CODED(weigh_guesses)(i64 n, const i64* rows, i64 n_guesses, i64 stride, i64 n_codes,
                                const CODE* by_secret, const worth_t* worth, i32* counts, i64* sums,
                                i64* values) {
  for (i64 k = 0; k < n_guesses * n_codes; k++) sums[k] = counts[k] = 0;
  if (worth->weighed == BY_SIZE)
    CODED(count_codes)(n, rows, n_guesses, stride, n_codes, by_secret, counts);
  CODED(add_weights)(n, rows, worth->weights, 1, n_guesses, stride, n_codes, by_secret, sums);
  for (i64 g = 0; g < n_guesses; g++) {
    values[g] = 0;
    for (i64 k = 0; k < n_codes; k++) {
      const i64 at = g * n_codes + k;
      if (sums[at])
        values[g] += weighed_cost(worth->weighed, sums[at], counts[at], k == n_codes - 1);
    }
  }
}

EXPORT void CODED(values)(i64 n, const i64* rows, i64 n_guesses, i64 stride, i64 n_codes,
                          const CODE* by_secret, const worth_t* worth, i32* counts, i64* sums,
                          i64* values) {
  const i64 few = min_of(2 * n_codes, 255), *costs = worth->costs;
  for (i64 k = 0; k < BLOCK * n_codes; k++) counts[k] = 0;
  for (i64 start = 0; start < n_guesses; start += BLOCK) {
    const i64 some = min_of(BLOCK, n_guesses - start);
    const CODE* columns = by_secret + start;
    i64* R into = values + start;
    if (worth->weighed) {
      CODED(weigh_guesses)(n, rows, some, stride, n_codes, columns, worth, counts, sums, into);
      continue;
    }
    for (i64 g = 0; g < some; g++) into[g] = 0;
    if (n <= few) {
      CODED(add_values)(n, rows, some, stride, n_codes, columns, worth, counts, into);
      continue;
    }
    CODED(count_codes)(n, rows, some, stride, n_codes, columns, counts);
    for (i64 g = 0; g < some; g++) {
      i32* of_guess = counts + g * n_codes;
      i64 value = 0;
      for (i64 k = 0; k < n_codes; k++) {
        const i64 cost = costs[of_guess[k]];
        value = worth->highest ? max_of(value, cost) : value + cost;
        of_guess[k] = 0;
      }
      into[g] = value;
    }
  }
}
