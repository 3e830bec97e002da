/* Logarithms that are the same on every machine, unlike a library's. */

static const i64 SERIES = 19;                    /* terms of the inverse hyperbolic tangent, odd */
static const double ROOT = 0x1.6a09e667f3bcdp-1; /* of 1/2 */
static const double PER_BIT = 0x1.71547652b82fep+1; /* 2 / ln 2 */

/* Round to the nearest whole number, halves to the even one; for numbers below 2^51. */
INNER double rounded(double number) {
  const double shift = 0x1.8p52;
  return (number + shift) - shift;
}

/* The base 2 logarithm of a number, not a subnormal; of 0 some finite number. */
INNER double logarithm(double number) {
  union {
    double number;
    u64 bits;
  } share = {.number = number};
  i64 power = (i64)(share.bits >> 52) - 1022; /* number is share x 2^power, 1/2 <= share < 1 */
  if (number == 0) {
    power = 0;
  } else {
    share.bits = (share.bits & 0xFFFFFFFFFFFFF) | (u64)1022 << 52;
  }
  double part = (share.number - ROOT) / (share.number + ROOT), square = part * part, total = 0;
  for (i64 k = SERIES; k > 0; k -= 2) {
    total *= square;
    total += 1.0 / (double)k;
  }
  return total * part * PER_BIT + ((double)power - 0.5);
}

EXPORT void logarithms(i64 n, const i64* numbers, double* into) {
  for (i64 i = 0; i < n; i++) into[i] = logarithm((double)numbers[i]);
}

EXPORT void n_log2_n(i64 stop, i64* table) {
  for (i64 n = 0; n < stop; n++) table[n] = 0;
  for (i64 prime = 2; prime < stop; prime++) {
    if (table[prime]) continue; /* composite numbers are set already */
    i64 of_prime = (i64)rounded(logarithm((double)prime) * (double)BIT);
    for (i64 power = prime; power < stop; power *= prime)
      for (i64 n = power; n < stop; n += power) table[n] += of_prime;
  }
  for (i64 n = 0; n < stop; n++) table[n] *= n;
}
