/* Answers that may be false: how they are told is said in jotto/engine/lies.py. */

/* Return in how many ways a true score is told as `told`, which is not the win. */
INNER i64 ways_of(const noise_t* noise, i64 code, i64 told) {
  if (noise->n_ways == 0) return code == told ? noise->truly : noise->falsely;
  for (i64 i = 0; i < noise->n_ways; i++)
    if (noise->told_as[code * noise->n_ways + i] == told) return noise->ways[i];
  return 0;
}

/* A probability, `share` x TINY^steps: after hundreds of answers a double alone becomes 0. */
typedef struct {
  double share;
  i64 steps;
} chance_t;
static const double TINY = 0x1p-500; /* a power of two, so that nothing is rounded */

/* The product of equal factors depends on their number alone: candidates of which as many answers
 * are false have equal weights. */
INNER chance_t times(chance_t product, double factor, i64 number) {
  for (i64 i = 0; i < number && product.share > 0; i++) {
    product.share *= factor;
    if (product.share < TINY) product.share /= TINY, product.steps++;
  }
  return product;
}

/* The probability of what was told of a candidate, whose true scores are `codes (T,)`; by
 * `stride`. */
INNER chance_t told_chance(const noise_t* noise, i64 n_turns, const i64* told, const u16* codes,
                           i64 stride) {
  const i64 win = noise->n_codes - 1;
  const double whole = (double)noise->whole;
  i64 left = noise->lies, n_true = 0;
  chance_t chance = {1, 0};
  for (i64 turn = 0; turn < n_turns; turn++) {
    const i64 code = codes[turn * stride], wrong = code != told[turn];
    if (code == win || told[turn] == win || (noise->n_ways == 0 && left == 0)) {
      if (wrong) return (chance_t){0, 0};
    } else if (noise->n_ways) {
      chance = times(chance, (double)ways_of(noise, code, told[turn]) / whole, 1);
    } else {
      left -= wrong;
      n_true += !wrong;
    }
  }
  if (noise->n_ways) return chance;
  chance = times(chance, (double)noise->truly / whole, n_true);
  return times(chance, (double)noise->falsely / whole, noise->lies - left);
}

EXPORT void weigh_told(const noise_t* noise, i64 n_turns, const i64* told, i64 n, const u16* codes,
                       const i64* prior, double* shares, i64* weights) {
  chance_t most = {0, 0};
  double sum = 0;
  for (i64 c = 0; c < n; c++) {
    const chance_t chance = told_chance(noise, n_turns, told, codes + c, n);
    const int larger =
        chance.steps == most.steps ? chance.share > most.share : chance.steps < most.steps;
    if (chance.share > 0 && (most.share == 0 || larger)) most = chance;
    shares[c] = chance.share;
    weights[c] = chance.steps;
  }
  for (i64 c = 0; c < n; c++) {
    double share = shares[c] / most.share;
    for (i64 i = most.steps; i < weights[c] && share > 0; i++) share *= TINY;
    sum += shares[c] = (double)prior[c] * share;
  }
  const double scale = (double)HEAVIEST / (double)noise->whole / sum;
  for (i64 c = 0; c < n; c++) weights[c] = max_of((i64)rounded(shares[c] * scale), 1);
}

/* Weight x bits that the ways of telling one score make, for a weight of 1. */
INNER double bits_of_ways(const noise_t* noise) {
  double bits = (double)noise->whole * logarithm(noise->whole);
  const i64 n = noise->n_ways ? noise->n_ways : noise->n_codes - 1;
  for (i64 i = 0; i < n; i++) {
    const i64 ways = noise->n_ways ? noise->ways[i] : i ? noise->falsely : noise->truly;
    if (ways) bits -= (double)ways * logarithm(ways);
  }
  return bits;
}

EXPORT void hear(const noise_t* noise, i64 n_guesses, const i64* sizes, const i64* sums,
                 i64* R left, i64* R told, i64* R lost) {
  const i64 n_codes = noise->n_codes, win = n_codes - 1, sure = n_guesses * n_codes;
  const double bits = bits_of_ways(noise);
  for (i64 g = 0; g < n_guesses; g++) {
    const i64 *size = sizes + g * n_codes, *sum = sums + g * n_codes;
    i64 *R left_by = left + g * n_codes, *R told_by = told + g * n_codes, free = 0, weight = 0;
    for (i64 k = 0; k < win; k++) free += size[k], weight += sum[k];
    for (i64 k = 0; k < win; k++) {
      left_by[k] = noise->n_ways ? 0 : size[sure + k] + free;
      told_by[k] = noise->n_ways ? 0
                                 : noise->whole * sum[sure + k] + noise->falsely * weight +
                                       (noise->truly - noise->falsely) * sum[k];
    }
    for (i64 k = 0; noise->n_ways && k < win; k++) {
      if (!size[k]) continue;
      for (i64 i = 0; i < noise->n_ways; i++) {
        const i64 as = noise->told_as[k * noise->n_ways + i];
        left_by[as] += size[k] * noise->ways[i];
        told_by[as] += sum[k] * noise->ways[i];
      }
    }
    left_by[win] = size[win] + size[sure + win];
    told_by[win] = noise->whole * (sum[win] + sum[sure + win]);
    lost[g] = (i64)rounded((double)weight * bits);
  }
}

EXPORT void value_heard(i64 n_guesses, i64 n_codes, const i64* told, const i64* lost, i64* values) {
  for (i64 g = 0; g < n_guesses; g++) {
    values[g] = lost[g] / 1024 - told[g * n_codes + n_codes - 1] / 1024;
    for (i64 k = 0; k < n_codes; k++) {
      const i64 weight = told[g * n_codes + k];
      if (weight) values[g] += (i64)rounded((double)weight * logarithm(weight) / 1024);
    }
  }
}
