/* Counting the parts of all guesses in bit planes.
 *
 * Bit c % 8 of byte c / 8 of a guess in plane k is bit k of the number of candidates with score c.
 * The bytes of LANES guesses are a vector, and counting is logic on vectors. Eight candidates are
 * added together, and a carry waits until a second one of its plane is there (Harley and Seal;
 * Warren, Hacker's Delight 5-1). The win, the last code, is not counted. This is for weights that
 * are all 1, and for at most 32 codes, of one byte.
 *
 * Guesses are the outer loop, candidates the inner one, so that the lowest planes stay in
 * registers. Rows of codes start at a cache line and are an odd number of lines apart: of rows an
 * even number apart, the lines for a few guesses displace one another in the first cache. Each row
 * has a page of its own, whose next line no processor asks for by itself, so the loop does: then it
 * waits for logic, not for memory.
 */

#if defined(__AVX512BW__)
enum { LANES = 64 };
#elif defined(__AVX2__)
enum { LANES = 32 };
#else
enum { LANES = 16 };
#endif
enum {
  MOST_PLANES = 32,            /* bits of a number of candidates */
  UNKNOWN = (1 << VARIETY) - 1 /* the highest variety: no limit */
};

#pragma GCC diagnostic ignored \
    "-Wpsabi" /* how vectors are passed matters to nobody: all are inlined */
typedef u8 bytes __attribute__((vector_size(LANES)));
typedef u16 shorts __attribute__((vector_size(2 * LANES)));
typedef u32 words __attribute__((vector_size(4 * LANES)));

static const bytes NOTHING = {0};

INNER bytes load_bytes(const void* from) {
  bytes lanes;
  __builtin_memcpy(&lanes, from, LANES);
  return lanes;
}

INNER void store_bytes(void* into, bytes lanes) { __builtin_memcpy(into, &lanes, LANES); }

INNER bytes highest_of(bytes a, bytes b) {
  const bytes higher = (bytes)(a > b);
  return (a & higher) | (b & ~higher);
}

INNER int any_of(bytes lanes) {
  u64 parts[LANES / 8], some = 0;
  store_bytes(parts, lanes);
  for (int i = 0; i < LANES / 8; i++) some |= parts[i];
  return some != 0;
}

INNER i64 bytes_of(i64 n_codes) { return (n_codes + 7) / 8; }

INNER int planes_for(i64 n) {
  int n_planes = 3;
  while (n >> n_planes) n_planes++;
  return n_planes;
}

/* --- bits of codes, bits in bytes --- */

/* Look up each byte in a table of 16: 0. */
#if defined(__AVX2__)
#define TABLES 112 /* added to an index: 16 and more get the highest bit, which gives 0 */
#include <immintrin.h>
INNER bytes entry_of(bytes table, bytes index) {
#ifdef __AVX512BW__
  return (bytes)_mm512_shuffle_epi8((__m512i)table, (__m512i)index);
#else
  return (bytes)_mm256_shuffle_epi8((__m256i)table, (__m256i)index);
#endif
}
#elif defined(__wasm_simd128__)
#define TABLES 0
typedef signed char entries __attribute__((vector_size(LANES)));
INNER bytes entry_of(bytes table, bytes index) {
  return (bytes)__builtin_wasm_swizzle_i8x16((entries)table, (entries)index);
}
#elif defined(__aarch64__)
#define TABLES 0
#include <arm_neon.h>
INNER bytes entry_of(bytes table, bytes index) {
  return (bytes)vqtbl1q_u8((uint8x16_t)table, (uint8x16_t)index);
}
#endif

/* How codes become the bits of one of their bytes. */
typedef struct {
  bytes shift, table;
} byte_finder;

#ifdef TABLES
#define REPEATED(...)                                                        \
  {__VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__} /* for every 16 lanes \
                                                        */
static const u8 POWERS[] = REPEATED(1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0);
static const u8 LATER[] = REPEATED(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128);
static const u8 BITS_IN[] = REPEATED(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);

INNER byte_finder finder_for(i64 byte) {
  const bytes table = load_bytes(byte % 2 ? LATER : POWERS);
  return (byte_finder){NOTHING + (u8)(byte < 2 ? TABLES : -16), table};
}

INNER bytes bits_of(bytes codes, byte_finder finder) {
  return entry_of(finder.table, codes + finder.shift);
}

INNER bytes count_bits(bytes lanes) {
  const bytes table = load_bytes(BITS_IN);
  return entry_of(table, lanes & 15) + entry_of(table, lanes >> 4);
}
#else
INNER byte_finder finder_for(i64 byte) { return (byte_finder){NOTHING + (u8)(8 * byte), NOTHING}; }

INNER bytes bits_of(bytes codes, byte_finder finder) {
  bytes rest = codes - finder.shift, bit = 1 + (15 & (bytes)((rest & 4) != 0));
  bit += 3 * bit & (bytes)((rest & 2) != 0);
  bit += bit & (bytes)((rest & 1) != 0);
  return bit & (bytes)(rest < 8);
}

INNER bytes count_bits(bytes lanes) {
  bytes pairs = lanes - ((lanes >> 1) & 0x55), fours = (pairs & 0x33) + ((pairs >> 2) & 0x33);
  return (fours + (fours >> 4)) & 15;
}
#endif

/* --- logic of three vectors: a bit of a sum a + b + c, of a difference a - b - c, or of a choice
 *
 * AVX-512 has all such logic as one instruction, but compilers do not find it. Bit 4 a + 2 b + c of
 * `truths` is the result. */
#ifdef __AVX512BW__
#define LOGIC(a, b, c, truths) \
  ((bytes)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), truths))
INNER bytes sum_of(bytes a, bytes b, bytes c) { return LOGIC(a, b, c, 0x96); }
INNER bytes carry_of(bytes a, bytes b, bytes c) { return LOGIC(a, b, c, 0xE8); }
INNER bytes borrow_of(bytes a, bytes b, bytes c) { return LOGIC(a, b, c, 0x8E); }
INNER bytes choose(bytes first, bytes a, bytes b) { return LOGIC(first, a, b, 0xCA); }
#else
INNER bytes sum_of(bytes a, bytes b, bytes c) { return a ^ b ^ c; }
INNER bytes carry_of(bytes a, bytes b, bytes c) { return (a & b) | (c & (a ^ b)); }
INNER bytes borrow_of(bytes a, bytes b, bytes c) { return carry_of(~a, b, c); }
INNER bytes choose(bytes first, bytes a, bytes b) { return (a & first) | (b & ~first); }
#endif

/* Add three bits at each place: `held` becomes the lower bits of the sums, the higher are returned.
 */
INNER bytes add_two(bytes* held, bytes one, bytes other) {
  const bytes carry = carry_of(*held, one, other);
  *held = sum_of(*held, one, other);
  return carry;
}

/* --- the sizes of parts --- */

enum { TOGETHER = LANES > 16 };    /* all bytes in one pass over the candidates */
typedef bytes plane_t[PLANAR / 8]; /* a plane of LANES guesses, by byte */

/* Add a byte of the codes of a group to its three lowest planes; return what is carried. */
INNER bytes add_group(const u8* const* rows, i64 start, byte_finder finder, bytes* low) {
  bytes bits[GROUP], two[4], four[2];
  for (int i = 0; i < GROUP; i++) bits[i] = bits_of(load_bytes(rows[i] + start), finder);
  for (int i = 0; i < 4; i++) two[i] = add_two(low, bits[2 * i], bits[2 * i + 1]);
  for (int i = 0; i < 2; i++) four[i] = add_two(low + 1, two[2 * i], two[2 * i + 1]);
  return add_two(low + 2, four[0], four[1]);
}

/* Count bytes `from` to `to` of the codes of LANES guesses, from `start`. The rows are a multiple
 * of GROUP.
 *
 * If three bytes and more are counted, TOGETHER, the first two are looked up without a shift: codes
 * from 16 on come in them as well as in their own bytes, and are subtracted in the end. */
INNER void count_bytes(const u8* const* rows, i64 n, i64 start, int from, int to, int n_planes,
                       plane_t* planes) {
  plane_t carry, waiting[MOST_PLANES];
  bytes low[PLANAR / 8][3];
  for (int b = from; b < to; b++) {
    for (int k = 0; k < 3; k++) low[b][k] = NOTHING;
    for (int k = 3; k < n_planes; k++) planes[k][b] = NOTHING;
  }
  u32 groups = 0;
  for (i64 first = 0; first < n; first += GROUP, groups++) {
    for (int i = 0; i < GROUP && from == 0; i++) /* 370 candidates: 227 us in place of 283 */
      __builtin_prefetch(rows[first + i] + start + LANES);
    for (int b = from; b < to; b++) {
      byte_finder finder = finder_for(b);
      if (TOGETHER && b < 2 && to > 2) finder.shift = NOTHING;
      carry[b] = add_group(rows + first, start, finder, low[b]);
    }
    int k = 3; /* a carry of plane k waits if bit k - 3 of the number of groups is 1 */
    for (; groups >> (k - 3) & 1; k++)
      for (int b = from; b < to; b++) carry[b] = add_two(&planes[k][b], waiting[k][b], carry[b]);
    for (int b = from; b < to; b++) waiting[k][b] = carry[b];
  }
  for (int first = 3; first < n_planes; first++)
    if (groups >> (first - 3) & 1)
      for (int b = from; b < to; b++) {
        bytes rest = waiting[first][b];
        for (int k = first; k < n_planes; k++) rest = add_two(&planes[k][b], NOTHING, rest);
      }
  for (int b = from; b < to; b++)
    for (int k = 0; k < 3; k++) planes[k][b] = low[b][k];
  for (int b = 2; TOGETHER && b < to; b++) {
    bytes borrow = NOTHING;
    for (int k = 0; k < n_planes; k++) {
      const bytes both = planes[k][b - 2], later = planes[k][b];
      planes[k][b - 2] = sum_of(both, later, borrow);
      borrow = borrow_of(both, later, borrow);
    }
  }
}

/* Count all bytes of the codes of LANES guesses, from `start`. */
INNER void count_lanes(const u8* const* rows, i64 n, i64 start, int n_bytes, int n_planes,
                       plane_t* planes) {
  for (int b = 0; b < n_bytes && !TOGETHER; b++)
    count_bytes(rows, n, start, b, b + 1, n_planes, planes);
  if (!TOGETHER) return;
  switch (n_bytes) { /* loops over bytes are unrolled */
    case 1:
      return count_bytes(rows, n, start, 0, 1, n_planes, planes);
    case 2:
      return count_bytes(rows, n, start, 0, 2, n_planes, planes);
    case 3:
      return count_bytes(rows, n, start, 0, 3, n_planes, planes);
    default:
      return count_bytes(rows, n, start, 0, 4, n_planes, planes);
  }
}

/* Where a byte of a plane of LANES guesses is, of the planes of all guesses: (stride / STRIP,
 * planes, bytes, STRIP). */
INNER i64 place_of(i64 guess, i64 n_planes, i64 k, i64 n_bytes, i64 byte) {
  return ((guess / STRIP * n_planes + k) * n_bytes + byte) * STRIP + guess % STRIP;
}

/* List the rows of a set in p->rows_of, with wins up to a multiple of GROUP; return how many. */
static i64 list_rows(const problem_t* p, set_t set, int ordered) {
  const u8* codes = ordered ? p->arranged : p->by_secret;
  const u8* wins = ordered ? codes : codes + p->n_candidates * p->stride;
  i64 n = 0;
  for (; n < set.n; n++) {
    const i64 row = ordered ? p->row_at[set.at[n]] : set.at[n];
    p->rows_of[n] = codes + row * p->stride;
  }
  for (; n % GROUP; n++) p->rows_of[n] = wins;
  return n;
}

/* Guesses, or their places in the order, that are counted. */
typedef struct {
  i64 from, to;
} range_t;

/* Fill p->planes for `n` rows that are listed, and p->kinds with how many codes came, without the
 * win. */
static void count_in_planes(const problem_t* p, i64 n, range_t range, int n_planes) {
  const i64 n_bytes = bytes_of(p->n_codes - 1);
  const int n_counted =
      (int)n_bytes + (p->n_codes == 25); /* the win, 24, would come as 8 as well */
  const u8 last = (u8)((1 << ((p->n_codes - 2) % 8 + 1)) - 1); /* all of its bits but the win */
  for (i64 start = range.from; start < range.to; start += LANES) {
    bytes kinds = NOTHING;
    plane_t planes[MOST_PLANES];
    count_lanes(p->rows_of, n, start, n_counted, n_planes, planes);
    for (i64 byte = 0; byte < n_bytes; byte++) {
      bytes some = NOTHING;
      for (int k = 0; k < n_planes; k++) {
        if (byte == n_bytes - 1) planes[k][byte] &= last;
        store_bytes(p->planes + place_of(start, p->n_planes, k, n_bytes, byte), planes[k][byte]);
        some |= planes[k][byte];
      }
      kinds += count_bits(some);
    }
    store_bytes(p->kinds + start, kinds);
  }
}

/* Return how many candidates are among the first `place` of their parts, of LANES guesses: the sum
 * of the sizes or, where it is less, of the place. In a part of less variety, that is its place.
 *
 * Only the planes of the place, at most five for a variety, have bits of this sum, and the bits of
 * all bytes are added before they are counted: 70 to 100 candidates take half as long as with the
 * sum of what is left of the parts. */
INNER words count_placed(const u8* sizes, const u8* limits, i64 place, int n_planes, int n_bytes) {
  const i64 step = n_bytes * STRIP; /* from a plane to the next */
  plane_t below, bits[MOST_PLANES]; /* the sizes below their place; the bits of the places */
  bytes carries[PLANAR / 8], counts[MOST_PLANES + 3];
  int width = 1;
  while (width < n_planes && place >> width) width++;
  for (int b = 0; b < n_bytes; b++) {
    bytes lower = NOTHING, borrow = NOTHING;
    for (int k = 0; limits && k < VARIETY; k++) { /* where the variety is lower than the place */
      const bytes bit = NOTHING - (u8)(place >> k & 1);
      lower = borrow_of(load_bytes(limits + k * step + b * STRIP), bit, lower);
    }
    for (int k = 0; k < width; k++) {
      bytes bit = NOTHING - (u8)(place >> k & 1);
      if (limits && k < VARIETY)
        bit = choose(lower, load_bytes(limits + k * step + b * STRIP), bit);
      bits[k][b] = bit;
      borrow = borrow_of(load_bytes(sizes + k * step + b * STRIP), bit, borrow);
    }
    for (int k = width; k < n_planes; k++) borrow &= ~load_bytes(sizes + k * step + b * STRIP);
    below[b] = borrow;
    carries[b] = NOTHING;
  }
  for (int k = 0; k < width; k++) { /* n bytes and n - 1 carries become one byte, n - 1 carries */
    bytes sum = choose(below[0], load_bytes(sizes + k * step), bits[k][0]);
    for (int b = 1; b < n_bytes; b++) {
      const bytes bit = choose(below[b], load_bytes(sizes + k * step + b * STRIP), bits[k][b]);
      carries[b] = add_two(&sum, carries[b], bit);
    }
    counts[k] = count_bits(sum);
  }
  for (int k = width; k < width + 3; k++) counts[k] = NOTHING;
  for (int b = 1; b < n_bytes; b++) counts[width] += count_bits(carries[b]);
  words placed = {0}; /* a byte holds three planes: 8 + 2 x 8 + 4 x 24 at most */
  for (int k = 0; k <= width; k += 3) {
    const bytes three = counts[k] + 2 * counts[k + 1] + 4 * counts[k + 2];
    placed += __builtin_convertvector(three, words) << k;
  }
  return placed;
}

/* Add to p->overfull the candidates of n that are not among the first `place` of their parts;
 * return the fewest of a guess. `variety`: NULL if none is known. If `afresh`, p->overfull begins
 * with those that two guesses do not find. */
static i64 count_overfull(const problem_t* p, i64 n, range_t range, int n_planes, i64 place,
                          const u8* variety, int afresh) {
  const i64 n_bytes = bytes_of(p->n_codes - 1);
  const int unrolled = LANES > 16 ? (int)n_bytes : 0; /* for others one loop, which is small */
  words fewest = {0};
  fewest += (u32)n;
  if (place >= UNKNOWN) variety = NULL;
  for (i64 start = range.from; start < range.to; start += LANES) {
    const u8* limits = variety ? variety + place_of(start, VARIETY, 0, n_bytes, 0) : NULL;
    const u8* sizes = p->planes + place_of(start, p->n_planes, 0, n_bytes, 0);
    words placed, overfull;
    switch (unrolled) {
      case 1:
        placed = count_placed(sizes, limits, place, n_planes, 1);
        break;
      case 2:
        placed = count_placed(sizes, limits, place, n_planes, 2);
        break;
      case 3:
        placed = count_placed(sizes, limits, place, n_planes, 3);
        break;
      default:
        placed = count_placed(sizes, limits, place, n_planes, (int)n_bytes);
    }
    const words others = (u32)n - __builtin_convertvector(load_bytes(p->own + start), words);
    const words left = others - placed, fewer = (words)(left < fewest);
    fewest = (left & fewer) | (fewest & ~fewer);
    if (afresh)
      overfull = others - __builtin_convertvector(load_bytes(p->kinds + start), words);
    else
      __builtin_memcpy(&overfull, p->overfull + start, sizeof overfull);
    overfull += left;
    __builtin_memcpy(p->overfull + start, &overfull, sizeof overfull);
  }
  i64 least = n;
  for (int i = 0; i < LANES; i++) least = min_of(least, fewest[i]);
  return least;
}

/* Fill `squares` with the sums of the squared sizes. */
static void add_squares(const problem_t* p, range_t range, int n_planes, u32* squares) {
  i64 n_bytes = bytes_of(p->n_codes - 1);
  for (i64 start = range.from; start < range.to; start += LANES) {
    /* the square of a sum: each product of two bits twice. Up to 15 planes, 8 products of 31 codes
     * have the same power; of more planes, few codes can have the highest bits */
    bytes counts[2 * MOST_PLANES];
    for (int power = 0; power < 2 * n_planes; power++) counts[power] = NOTHING;
    for (i64 byte = 0; byte < n_bytes; byte++) {
      const u8* plane = p->planes + place_of(start, p->n_planes, 0, n_bytes, byte);
      for (int j = 0; j < n_planes; j++) {
        bytes high = load_bytes(plane + j * n_bytes * STRIP);
        counts[2 * j] += count_bits(high);
        for (int k = 0; k < j; k++)
          counts[j + k + 1] += count_bits(high & load_bytes(plane + k * n_bytes * STRIP));
      }
    }
    words totals = {0};
    for (int power = 0; power < 2 * n_planes - 1; power++)
      totals += __builtin_convertvector(counts[power], words) << power;
    __builtin_memcpy(squares + start, &totals, sizeof totals);
  }
}

/* Return how many codes came, the win included, of LANES guesses; the loop over bytes is unrolled.
 */
INNER bytes kinds_of(i64 n, const u8* const* rows, i64 start, int n_bytes) {
  bytes some[PLANAR / 8] = {NOTHING}, kinds = NOTHING;
  for (i64 i = 0; i < n; i++) {
    const bytes codes = load_bytes(rows[i] + start);
    __builtin_prefetch(rows[i] + start + STRIP); /* as in count_bytes */
    for (int byte = 0; byte < n_bytes; byte++) some[byte] |= bits_of(codes, finder_for(byte));
  }
  for (int byte = 0; byte < n_bytes; byte++) kinds += count_bits(some[byte]);
  return kinds;
}

/* Fill p->kinds with how many codes came, the win included; return the most of a guess.
 *
 * It ends soon after a guess with `enough`. */
static i64 count_kinds(const problem_t* p, set_t set, i64 enough) {
  const u8* const* rows = p->rows_of;
  const u8 last = (u8)min_of(enough, 255);
  bytes most = NOTHING;
  list_rows(p, set, 0);
  for (i64 start = 0; start < p->n_guesses; start += LANES) {
    bytes kinds;
    switch (bytes_of(p->n_codes)) {
      case 1:
        kinds = kinds_of(set.n, rows, start, 1);
        break;
      case 2:
        kinds = kinds_of(set.n, rows, start, 2);
        break;
      case 3:
        kinds = kinds_of(set.n, rows, start, 3);
        break;
      default:
        kinds = kinds_of(set.n, rows, start, 4);
    }
    store_bytes(p->kinds + start, kinds);
    most = highest_of(most, kinds);
    if (any_of((bytes)(kinds >= last))) break;
  }
  i64 highest = 0;
  for (int i = 0; i < LANES; i++) highest = max_of(highest, most[i]);
  return highest;
}

/* --- the varieties of the parts of a large set --- */

/* The varieties that are kept of a large set; those of another set may be lost. */
static u8* varieties_of(const problem_t* p, set_t set, choice_t choice, int ordered) {
  u64 hash[2];
  hash_of(p, set, choice, ordered, hash);
  const i64 slot = (i64)(hash[0] % SLOTS), n = p->stride * VARIETY * bytes_of(p->n_codes - 1);
  u64* of = p->slots + 2 * slot;
  u8* varieties = p->varieties + slot * n;
  if (of[0] != hash[0] || of[1] != hash[1]) {
    for (i64 i = 0; i < n; i++) varieties[i] = 0xFF;
    of[0] = hash[0];
    of[1] = hash[1];
  }
  return varieties;
}

static i64 variety_of(const problem_t* p, const u8* varieties, i64 guess, i64 code) {
  i64 n_bytes = bytes_of(p->n_codes - 1), variety = 0;
  const u8* bits = varieties + place_of(guess, VARIETY, 0, n_bytes, code / 8);
  for (i64 k = 0; k < VARIETY; k++)
    variety |= (i64)(bits[k * n_bytes * STRIP] >> code % 8 & 1) << k;
  return variety;
}

/* Keep the variety of the part that was bounded last, if it is lower than what is kept. */
static void keep_variety(const problem_t* p, u8* varieties, i64 guess, i64 code) {
  i64 n_bytes = bytes_of(p->n_codes - 1), variety = p->variety;
  if (variety == 0 || variety >= variety_of(p, varieties, guess, code)) return;
  u8* bits = varieties + place_of(guess, VARIETY, 0, n_bytes, code / 8);
  for (i64 k = 0; k < VARIETY; k++) {
    u8* plane = bits + k * n_bytes * STRIP;
    *plane = (u8)((*plane & ~(1 << code % 8)) | (variety >> k & 1) << code % 8);
  }
}
