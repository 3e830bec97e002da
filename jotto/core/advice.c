/* What a guess is worth before its score is known; see Advice in jotto/engine/position.py. */

INNER double rounded_to_nine(double number) { return rounded(number * 1e9) / 1e9 + 0.0; }

/* Sums of weight x size exceed 64 bits from 8,192 candidates on where answers may be false, so they
 * are added in two halves; the result is rounded once. */
static const i64 HALF = ((i64)1 << 32) - 1;

EXPORT void advise(i64 n_guesses, i64 n_codes, const i64* sizes, const i64* weights,
                   const i64* lost, double* into) {
  for (i64 g = 0; g < n_guesses; g++) {
    const i64 *size = sizes + g * n_codes, *weight = weights + g * n_codes;
    const i64 mine = weight[n_codes - 1];
    i64 all = 0, most = 0, upper = 0, lower = 0, n_parts = 0;
    double bits = lost ? (double)lost[g] : 0;
    for (i64 k = 0; k < n_codes; k++) {
      if (weight[k]) bits += (double)weight[k] * logarithm(weight[k]);
      all += weight[k];
      upper += (weight[k] >> 32) * size[k];
      lower += (weight[k] & HALF) * size[k];
      most = max_of(most, size[k]);
      n_parts += size[k] > 0;
    }
    const double whole = (double)all;
    upper += lower >> 32;
    double* R advice = into + g * ADVICE;
    advice[0] = mine > 0;
    advice[1] = rounded_to_nine(logarithm(all) - bits / whole);
    advice[2] = ((double)upper * 0x1p32 + (double)(lower & HALF)) / whole;
    advice[3] = (double)most;
    advice[4] = (double)n_parts;
    advice[5] = (double)mine / whole;
  }
}
