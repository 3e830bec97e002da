/* The parts of every guess: how many candidates get each score, and what that is worth. */

#if CODE_BITS == 8
/* Add the sizes of the parts of LANES guesses, from `start`, to `counts`: planes turned to numbers.
 */
static void add_sizes(i64 n_rows, const u8* const* rows, i64 start, i64 n_codes, i32* counts) {
  const int n_planes = planes_for(n_rows);
  plane_t planes[MOST_PLANES];
  count_lanes(rows, n_rows, start, (int)bytes_of(n_codes), n_planes, planes);
  for (i64 byte = 0; byte * 8 < n_codes; byte++) {
    for (i64 bit = 0; bit < min_of(8, n_codes - byte * 8); bit++) {
      shorts sizes = {0};
      for (int k = 0; k < n_planes; k++)
        sizes += __builtin_convertvector(planes[k][byte] >> (u8)bit & 1, shorts) << (u16)k;
      for (i64 g = 0; g < LANES; g++) counts[g * n_codes + byte * 8 + bit] += sizes[g];
    }
  }
}

/* Count the parts of some guesses, a multiple of LANES, in bit planes, AT_A_TIME candidates
 * together: for 20 codes 7 times as fast as a counter for each part. The last group of candidates
 * is filled up with the first of them, which is subtracted again. */
static void count_in_lanes(i64 n, const i64* rows, i64 n_guesses, i64 stride, i64 n_codes,
                           const u8* by_secret, i32* counts) {
  const u8* some[AT_A_TIME + GROUP];
  for (i64 first = 0; first < n; first += AT_A_TIME) {
    const i64 n_some = min_of(AT_A_TIME, n - first);
    i64 filled = n_some;
    for (i64 c = 0; c < n_some; c++) some[c] = by_secret + rows[first + c] * stride;
    for (; filled % GROUP; filled++) some[filled] = some[0];
    for (i64 start = 0; start < n_guesses; start += LANES)
      add_sizes(filled, some, start, n_codes, counts + start * n_codes);
    for (i64 g = 0; g < n_guesses; g++) counts[g * n_codes + some[0][g]] -= (i32)(filled - n_some);
  }
}
#endif

/* Count the parts of some guesses into `counts`, K for each. */
INNER void CODED(count_codes)(i64 n, const i64* rows, i64 n_guesses, i64 stride, i64 n_codes,
                              const CODE* by_secret, i32* counts) {
#if CODE_BITS == 8
  if (n_codes <= PLANAR && n > PLANAR) {
    const i64 whole = n_guesses / LANES * LANES; /* no row is read beyond its end */
    count_in_lanes(n, rows, whole, stride, n_codes, by_secret, counts);
    by_secret += whole;
    counts += whole * n_codes;
    n_guesses -= whole;
  }
#endif
  for (i64 c = 0; c < n; c++) {
    const CODE* row = by_secret + rows[c] * stride;
    for (i64 g = 0; g < n_guesses; g++) counts[g * n_codes + row[g]]++;
  }
}

EXPORT void CODED(part_sizes)(i64 n, const i64* rows, i64 n_guesses, i64 stride, i64 n_codes,
                              const CODE* by_secret, i32* counts, i64* sizes) {
  for (i64 start = 0; start < n_guesses; start += BLOCK) {
    const i64 some = min_of(BLOCK, n_guesses - start);
    for (i64 k = 0; k < some * n_codes; k++) counts[k] = 0;
    CODED(count_codes)(n, rows, some, stride, n_codes, by_secret + start, counts);
    for (i64 k = 0; k < some * n_codes; k++) sizes[start * n_codes + k] = counts[k];
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

/* Value some guesses by the weights of their parts. With fewer candidates than codes most parts are
 * empty, so that parts are looked up by candidate: for the 243 codes of COLOURS the review of a
 * game in a page took 1.7 s in place of 5.5. */
INNER void CODED(weigh_guesses)(i64 n, const i64* rows, i64 n_guesses, i64 stride, i64 n_codes,
                                const CODE* by_secret, const worth_t* worth, i32* counts, i64* sums,
                                i64* values) {
  const i64 weighed = worth->weighed, win = n_codes - 1;
  if (weighed == BY_SIZE)
    CODED(count_codes)(n, rows, n_guesses, stride, n_codes, by_secret, counts);
  CODED(add_weights)(n, rows, worth->weights, 1, n_guesses, stride, n_codes, by_secret, sums);
  for (i64 g = 0; g < n_guesses; g++) values[g] = 0;
  for (i64 c = 0; n < n_codes && c < n; c++) {
    const CODE* row = by_secret + rows[c] * stride;
    for (i64 g = 0; g < n_guesses; g++) {
      const i64 at = g * n_codes + row[g];
      take_part(weighed, row[g] == win, sums + at, counts + at, values + g);
    }
  }
  for (i64 g = 0; n >= n_codes && g < n_guesses; g++)
    for (i64 k = 0, at = g * n_codes; k < n_codes; k++, at++)
      take_part(weighed, k == win, sums + at, counts + at, values + g);
}

EXPORT void CODED(values)(i64 n, const i64* rows, i64 n_guesses, i64 stride, i64 n_codes,
                          const CODE* by_secret, const worth_t* worth, i32* counts, i64* sums,
                          i64* values) {
  const i64 few = min_of(2 * n_codes, 255), *costs = worth->costs;
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

/* The costs of the parts within parts, a guess at a time: its counters stay in the first cache, and
 * many guesses pass the limit in the largest parts, which come first. */
EXPORT void CODED(values_within)(i64 n_parts, const i64* sizes, const i64* members, i64 n_guesses,
                                 const i64* guesses, i64 n_secrets, i64 n_codes,
                                 const CODE* by_guess, const i64* gains, i64 limit, u16* R counts,
                                 i64* R values) {
  const i64 cleared = CODE_BITS == 8 ? 256 : n_codes; /* a constant: eight stores of 64 bytes */
  for (i64 g = 0; g < n_guesses; g++) {
    const CODE* row = by_guess + guesses[g] * n_secrets;
    const i64* part = members;
    i64 value = 0;
    for (i64 p = 0; p < n_parts && value <= limit; part += sizes[p++]) {
      const i64 n = sizes[p];
      if (n <= 2) {
        value += gains[0] + (n == 2 ? gains[row[part[0]] == row[part[1]]] : 0);
        continue;
      }
      for (i64 c = 0; c < n; c++) value += gains[counts[row[part[c]]]++];
      if (n * 32 < cleared)
        for (i64 c = 0; c < n; c++) counts[row[part[c]]] = 0;
      else
        for (i64 k = 0; k < cleared; k++) counts[k] = 0;
    }
    values[g] = value;
  }
}
