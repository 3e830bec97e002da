/* Strings of letters that agree with turns: how many there are, how likely they are, which are the
 * likeliest.
 *
 * Strings are built letter by letter. A turn becomes tallies: sums over the letters of a string,
 * with a lower and an upper bound. To count strings, or to add up their probabilities, prefixes
 * with the same continuations are merged; to list them, unlikely prefixes are left out.
 *
 * How likely a string is, a letter model says. A letter is predicted from the two before it at its
 * place, and from the two after it; its cost is the mean of both, as -log2 of a probability, a
 * whole number of 1024ths of a bit, so that the order of strings is the same on every machine.
 */

#define IMPOSSIBLE ((i64)1 << 40) /* higher than any cost of a string */
enum {
  COST_BITS = 10,
  COST_UNIT = 1 << COST_BITS,
  COST_STEP = 3 * COST_UNIT, /* by which the limit of a search rises */
  LANES = 16,                /* tallies at a time: a register holds the sums of all of them */
  LEVELS = 4                 /* of smoothing: a letter alone, after one, after two, at a place */
};

/* --- numbers --- */

/* 2 to a power of at most 0. */
static double power_of_two(double power) {
  const double whole = rounded(power), part = (power - whole) * 0x1.62e42fefa39efp-1; /* ln 2 */
  double total = 1;
  for (i64 k = 15; k > 0; k--) total = 1 + total * part / (double)k;
  union {
    u64 bits;
    double number;
  } scale = {.bits = whole < -1022 ? 0 : (u64)((i64)whole + 1023) << 52};
  return total * scale.number;
}

EXPORT void share_costs(i64 n, const i64* costs, double* shares) {
  for (i64 i = 0; i < n; i++) shares[i] = power_of_two(-(double)costs[i] / COST_UNIT);
}

EXPORT void weigh_costs(i64 n, const i64* costs, i64* weights) {
  const double sure = 0.4, whole = (double)((i64)1 << 40);
  i64 least = IMPOSSIBLE;
  for (i64 i = 0; i < n; i++) least = min_of(least, costs[i]);
  double sum = 0;
  for (i64 i = 0; i < n; i++) sum += power_of_two(sure * (double)(least - costs[i]) / COST_UNIT);
  for (i64 i = 0; i < n; i++) {
    const double weight = power_of_two(sure * (double)(least - costs[i]) / COST_UNIT);
    weights[i] = max_of((i64)rounded(weight / sum * whole), 1);
  }
}

/* --- the letter model --- */

/* Where costs have the row of the letters at a place after two others, `n_letters` before it. */
INNER i64 row_at(i64 n_letters, i64 place, i64 before, i64 last) {
  const i64 wide = n_letters + 1;
  return ((place * wide + before) * wide + last) * n_letters;
}

EXPORT i64 learn_letters_scratch(i64 length, i64 n_letters) {
  const i64 wide = n_letters + 1, cells = length * wide * wide;
  return n_letters * (8 * cells + 4 * (1 + wide + wide * wide + cells));
}

/* How often letters were seen: alone, after one, after two, and after two at a place. */
typedef struct {
  i64 n_letters;
  u32* seen[LEVELS];
} counts_t;

static void count_letters(counts_t* counts, i64 length, i64 n, const u16* words, i64 backward) {
  const i64 n_letters = counts->n_letters, wide = n_letters + 1;
  const i64 sizes[LEVELS] = {1, wide, wide * wide, length * wide * wide};
  for (i64 level = 0; level < LEVELS; level++)
    for (i64 i = 0; i < sizes[level] * n_letters; i++) counts->seen[level][i] = 0;
  for (i64 word = 0; word < n; word++) {
    const u16* letters = words + word * length;
    i64 before = n_letters, last = n_letters;
    for (i64 place = 0; place < length; place++) {
      const i64 letter = letters[backward ? length - 1 - place : place];
      counts->seen[0][letter]++;
      counts->seen[1][last * n_letters + letter]++;
      counts->seen[2][row_at(n_letters, 0, before, last) + letter]++;
      counts->seen[3][row_at(n_letters, place, before, last) + letter]++;
      before = last;
      last = letter;
    }
  }
}

/* The costs, in bits, of the letters at a place after two others. Where data is sparse, it is
 * smoothed by the same three letters at any place, then by two, one, none (MacKay, Peto 1995). */
static void add_bits(const counts_t* counts, i64 place, i64 before, i64 last, double* into,
                     i64 stride) {
  const double smoothing[LEVELS] = {10, 20, 20, 20};
  const i64 n_letters = counts->n_letters;
  const i64 rows[LEVELS] = {0, last * n_letters, row_at(n_letters, 0, before, last),
                            row_at(n_letters, place, before, last)};
  const u32* seen[LEVELS];
  double all[LEVELS];
  for (i64 level = 0; level < LEVELS; level++) {
    i64 sum = 0;
    seen[level] = counts->seen[level] + rows[level];
    for (i64 letter = 0; letter < n_letters; letter++) sum += seen[level][letter];
    all[level] = (double)sum + smoothing[level];
  }
  for (i64 letter = 0; letter < n_letters; letter++) {
    double share = 1 / (double)n_letters;
    for (i64 level = 0; level < LEVELS; level++)
      share = ((double)seen[level][letter] + smoothing[level] * share) / all[level];
    into[letter * stride] -= logarithm(share);
  }
}

EXPORT void learn_letters(i64 length, i64 n_letters, i64 n, const u16* words, double* bits,
                          i32* costs) {
  const i64 wide = n_letters + 1, cells = length * wide * wide * n_letters, end = length - 1;
  counts_t counts = {.n_letters = n_letters};
  counts.seen[0] = (u32*)(bits + cells);
  counts.seen[1] = counts.seen[0] + n_letters;
  counts.seen[2] = counts.seen[1] + wide * n_letters;
  counts.seen[3] = counts.seen[2] + wide * wide * n_letters;
  for (i64 i = 0; i < cells; i++) bits[i] = 0;
  /* what a letter costs before two others counts at the second one, or at the end of the word */
  count_letters(&counts, length, n, words, 1);
  for (i64 place = 2; place < length; place++)
    for (i64 letter = 0; letter < wide; letter++)
      for (i64 last = 0; last < wide; last++) {
        if (letter == n_letters) continue; /* the windows end with a letter */
        double* into = bits + row_at(n_letters, place, 0, last) + letter;
        add_bits(&counts, length + 1 - place, letter, last, into, wide * n_letters);
      }
  for (i64 before = 0; before < wide; before++)
    for (i64 last = 0; last < wide; last++)
      add_bits(&counts, 0, n_letters, n_letters, bits + row_at(n_letters, end, before, last), 1);
  for (i64 before = 0; before < wide && length > 1; before++)
    for (i64 letter = 0; letter < n_letters; letter++) {
      double* into = bits + row_at(n_letters, end, before, 0) + letter;
      add_bits(&counts, 1, n_letters, letter, into, n_letters);
    }
  count_letters(&counts, length, n, words, 0);
  for (i64 place = 0; place < length; place++)
    for (i64 before = 0; before < wide; before++)
      for (i64 last = 0; last < wide; last++)
        add_bits(&counts, place, before, last, bits + row_at(n_letters, place, before, last), 1);
  for (i64 i = 0; i < cells; i++) costs[i] = (i32)rounded(bits[i] * (COST_UNIT / 2.0));
}

INNER i64 string_cost(i64 length, i64 n_letters, const i32* costs, const u16* string) {
  i64 before = n_letters, last = n_letters, cost = 0;
  for (i64 place = 0; place < length; place++) {
    cost += costs[row_at(n_letters, place, before, last) + string[place]];
    before = last;
    last = string[place];
  }
  return cost;
}

EXPORT void cost_strings(i64 length, i64 n_letters, const i32* costs, i64 n, const u16* strings,
                         i64* into) {
  for (i64 i = 0; i < n; i++) into[i] = string_cost(length, n_letters, costs, strings + i * length);
}

EXPORT void chance_unlisted(double before, double agreeing, double listed_agreeing, double all,
                            double listed, double left, double* chance) {
  const double rounding = 1e-9, unlisted = agreeing - listed_agreeing;
  const double share = unlisted > rounding * agreeing ? unlisted / (all - listed) : 0;
  *chance = before * share / (before * share + (1 - before) * left);
}

/* --- turns as tallies --- */

INNER i64 row_size(i64 length, i64 n_letters) { return (length + 1) * n_letters + 2; }

/* Begin a tally with these bounds, to which no letter adds anything. */
static i8* new_tally(i64 length, i64 n_letters, i64 least, i64 most, i8* row) {
  const i64 size = row_size(length, n_letters);
  for (i64 i = 0; i < size - 2; i++) row[i] = 0;
  row[size - 2] = (i8)least;
  row[size - 1] = (i8)most;
  return row;
}

EXPORT i64 tally_pairs(i64 length, i64 n_letters, const u16* guess, i64 least_exact, i64 most_exact,
                       i64 least_common, i64 most_common, i8* rows) {
  i8* exact = new_tally(length, n_letters, least_exact, most_exact, rows);
  i8* common = rows + row_size(length, n_letters);
  i8* caps = new_tally(length, n_letters, least_common, most_common, common) + length * n_letters;
  for (i64 place = 0; place < length; place++) {
    if (guess[place] >= n_letters) continue; /* no string has it */
    exact[place * n_letters + guess[place]] = 1;
    caps[guess[place]]++;
  }
  return 2;
}

EXPORT i64 tally_marks(i64 length, i64 n_letters, const u16* guess, const u8* marks, i8* rows) {
  i64 n = 1;
  i8* places = new_tally(length, n_letters, length, length, rows);
  for (i64 place = 0; place < length; place++)
    for (i64 letter = 0; letter < n_letters; letter++)
      places[place * n_letters + letter] = (letter == guess[place]) == (marks[place] == 2);
  for (i64 place = 0; place < length; place++) {
    const i64 letter = guess[place];
    i64 copies = 0, black = 0, first = 1, false_yellow = 0;
    for (i64 other = 0; other < length; other++) {
      if (guess[other] != letter) continue;
      first &= other >= place;
      copies += marks[other] > 0;
      false_yellow |= black && marks[other] == 1; /* no secret gives black before yellow */
      black |= marks[other] == 0;
    }
    if (!first || letter >= n_letters) continue;
    if (false_yellow) copies = length + 1;
    i8* row = new_tally(length, n_letters, copies, copies, rows + n * row_size(length, n_letters));
    row[length * n_letters + letter] = (i8)(copies + black);
    n++;
  }
  return n;
}

/* --- bounds: the tallies, as a search reads them --- */

typedef struct {
  u8 *next, *end;
} scratch_t;

/* Take some bytes of the scratch array; null if it has too few, and so has every later call. */
static void* take_bytes(scratch_t* scratch, i64 bytes) {
  bytes = (bytes + 15) & ~(i64)15;
  u8* taken = scratch->next;
  if (!taken || bytes > scratch->end - taken) return scratch->next = 0;
  scratch->next += bytes;
  return taken;
}

static scratch_t scratch_of(i64 bytes, u8* scratch) {
  const i64 past = (i64)((uintptr_t)scratch & 15), skipped = past ? 16 - past : 0;
  return (scratch_t){bytes < skipped ? 0 : scratch + skipped, scratch + bytes};
}

/* Tallies stand next to each other, `lanes` for n_rows, so that a letter is added to all at once;
 * those that fill up have no bounds but 0. */
typedef struct {
  i64 length, n_letters, lanes, levels;
  i64 n_capped;      /* letters of which it counts how many a prefix has */
  const u8* follows; /* (M + 1, M + 1, M) which letters may come after two others; null: all */
  i8* adds;          /* (L, M, lanes) what a letter adds at a place */
  i8* adds_more;     /* (M, levels, lanes) and what besides, if the prefix has so many of it */
  i8* low;           /* (L + 1, lanes) lower bounds of the sums after so many letters */
  i8* most;          /* (lanes,) upper bounds of the sums */
  u8* allowed;       /* (L, M) which letters are possible at each place */
  u8* cap;           /* (M,) so many copies of a letter differ from more, */
  i32* slot;         /* (M,) and where a key has their number; -1 where cap is 0 */
} bounds_t;

/* Lower the bounds after fewer letters by what letters to come may add; leave out the letters that
 * an upper bound forbids, and those that do not add to a tally to which every place must add. */
static void set_limits(const bounds_t* bounds, i64 n_rows, const i8* rows) {
  const i64 length = bounds->length, n_letters = bounds->n_letters, lanes = bounds->lanes;
  const i64 size = row_size(length, n_letters);
  for (i64 i = 0; i < length * n_letters; i++) bounds->allowed[i] = 1;
  enum { UPPER, LOW, MUST };
  for (i64 step = UPPER; step <= MUST; step++)
    for (i64 j = 0; j < n_rows; j++)
      for (i64 place = length - 1; place >= 0; place--) {
        u8* allowed = bounds->allowed + place * n_letters;
        i8* low = bounds->low + place * lanes + j;
        const i8 *adds = rows + j * size + place * n_letters, *caps = rows + (j + 1) * size - 2;
        caps -= n_letters;
        const i64 least = step == MUST && bounds->low[j] == 0 && low[0] < low[lanes];
        const i64 most = step == UPPER ? bounds->most[j] : 1;
        i64 any = 0;
        for (i64 c = 0; c < n_letters; c++) {
          const i64 may = adds[c] || caps[c];
          any |= may && allowed[c];
          allowed[c] &= least <= may && may <= most;
        }
        if (step == LOW) low[0] = (i8)(low[lanes] - any);
      }
}

/* Arrange tallies for a search; the scratch array ends up null if it is too small. */
static bounds_t new_bounds(i64 length, i64 n_letters, i64 n_rows, const i8* rows, const u8* follows,
                           scratch_t* scratch) {
  const i64 size = row_size(length, n_letters), lanes = max_of(n_rows + LANES - 1, LANES) & -LANES;
  bounds_t b = {length, n_letters, lanes, .levels = 1, .follows = follows};
  b.allowed = take_bytes(scratch, length * n_letters);
  b.cap = take_bytes(scratch, n_letters);
  b.slot = take_bytes(scratch, 4 * n_letters);
  b.low = take_bytes(scratch, (length + 1) * lanes);
  b.most = take_bytes(scratch, lanes);
  b.adds = take_bytes(scratch, length * n_letters * lanes);
  if (!scratch->next) return b;
  for (i64 c = 0; c < n_letters; c++) {
    b.cap[c] = 0;
    for (i64 j = 0; j < n_rows; j++)
      b.cap[c] = (u8)max_of(b.cap[c], rows[j * size + length * n_letters + c]);
    b.slot[c] = b.cap[c] ? (i32)b.n_capped++ : -1;
    b.levels = max_of(b.levels, b.cap[c] + 1);
  }
  b.adds_more = take_bytes(scratch, n_letters * b.levels * lanes);
  if (!scratch->next) return b;
  for (i64 j = 0; j < lanes; j++) {
    const i8 *row = rows + j * size, *caps = row + length * n_letters;
    const i64 real = j < n_rows;
    b.low[length * lanes + j] = real ? row[size - 2] : 0;
    b.most[j] = real ? row[size - 1] : 0;
    for (i64 place = 0; place < length; place++) b.low[place * lanes + j] = 0;
    for (i64 i = 0; i < length * n_letters; i++) b.adds[i * lanes + j] = real ? row[i] : 0;
    for (i64 c = 0; c < n_letters; c++)
      for (i64 level = 0; level < b.levels; level++)
        b.adds_more[(c * b.levels + level) * lanes + j] = real && caps[c] > level;
  }
  set_limits(&b, n_rows, rows);
  return b;
}

/* Add a letter to the sums of a prefix that has `many` of it: whether they stay within their
 * bounds. Registers of 16 sums: 4 times as fast as one sum at a time. */
INNER i64 add_letter(const bounds_t* bounds, i64 place, i64 letter, i64 many, const i8* sums,
                     i8* R after) {
  const i64 lanes = bounds->lanes;
  const i8* adds = bounds->adds + (place * bounds->n_letters + letter) * lanes;
  const i8* more = bounds->adds_more + (letter * bounds->levels + many) * lanes;
  const i8 *low = bounds->low + (place + 1) * lanes, *most = bounds->most;
  for (i64 start = 0; start < lanes; start += LANES) {
    i8 outside = 0;
    for (i64 j = start; j < start + LANES; j++) {
      const i8 sum = (i8)(sums[j] + adds[j] + more[j]);
      after[j] = sum;
      outside |= (i8)((sum < low[j]) | (sum > most[j]));
    }
    if (outside) return 0;
  }
  return 1;
}

INNER i64 may_follow(const bounds_t* bounds, i64 before, i64 last, i64 letter) {
  return !bounds->follows || bounds->follows[row_at(bounds->n_letters, 0, before, last) + letter];
}

/* --- sets of records, by their keys --- */

typedef u64
    __attribute__((may_alias)) word_t; /* of a record, whose parts have types of their own */

typedef struct {
  i64 n, room, slots; /* slots: a power of two, at least twice n */
  i64 key_size, size; /* of the key, with which a record begins, and of a record: whole u64 */
  word_t* records;
  u32* table; /* (slots,) 1 + the number of a record, or 0 */
} set_t;

enum { SLOTS = 256 }; /* of an empty set */

/* Make an empty set that has room for so many records. */
static set_t new_set(i64 room, i64 key_size, i64 size, scratch_t* scratch) {
  i64 most = SLOTS;
  while (most < 2 * room) most *= 2;
  set_t set = {0, room, SLOTS, key_size, size, 0, 0};
  set.table = take_bytes(scratch, 4 * most);
  set.records = take_bytes(scratch, 8 * size * room);
  return set;
}

static void empty(set_t* set) {
  set->n = 0;
  set->slots = SLOTS;
  for (i64 i = 0; i < SLOTS; i++) set->table[i] = 0;
}

/* Return where the table has a key, or the free place for it. */
INNER u32* look_up(const set_t* set, const word_t* key) {
  u64 hash = 0;
  for (i64 i = 0; i < set->key_size; i++) {
    hash = (hash ^ key[i]) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  for (u64 slot = hash;; slot++) {
    u32* at = set->table + (slot & (u64)(set->slots - 1));
    if (!*at) return at;
    const word_t* other = set->records + (*at - 1) * set->size;
    i64 same = 1;
    for (i64 i = 0; i < set->key_size; i++) same &= other[i] == key[i];
    if (same) return at;
  }
}

/* Return the record that has the key of this one, which is added if there is none; null if the set
 * is full. The table grows with the set, so that a small set is emptied at once. */
static word_t* put(set_t* set, const word_t* record, i64* is_new) {
  u32* at = look_up(set, record);
  *is_new = !*at;
  if (*at) return set->records + (*at - 1) * set->size;
  if (set->n == set->room) return 0;
  word_t* made = set->records + set->n * set->size;
  for (i64 i = 0; i < set->size; i++) made[i] = record[i];
  *at = (u32)++set->n;
  if (2 * set->n <= set->slots) return made;
  set->slots *= 2;
  for (i64 i = 0; i < set->slots; i++) set->table[i] = 0;
  for (i64 i = 0; i < set->n; i++) *look_up(set, set->records + i * set->size) = (u32)(i + 1);
  return made;
}

/* --- sums over all strings --- */

enum { TOO_SMALL = -1, TOO_MANY = -2 };

/* Prefixes that have the same continuations are one record: the sums of its tallies, the counts of
 * letters up to their caps, the last two letters if these matter; then the sum of the numbers or
 * of the probabilities of all of them, and one of them, if it is asked for. */
typedef struct {
  i64 at_counts, at_last; /* in bytes */
  i64 key_size, size;     /* in u64 */
} layout_t;

static layout_t layout_of(const bounds_t* bounds, i64 by_last, i64 with_strings) {
  const i64 at_counts = bounds->lanes, at_last = (at_counts + bounds->n_capped + 3) & ~(i64)3;
  const i64 key_size = (at_last + (by_last ? 4 : 0) + 7) / 8;
  const i64 string = with_strings ? (2 * bounds->length + 7) / 8 : 0;
  return (layout_t){at_counts, at_last, key_size, key_size + 1 + string};
}

/* Group the letters that no tally tells apart: `kinds` has one of each, `many` their numbers. */
static i64 group_letters(const bounds_t* bounds, i64 by_last, u16* kinds, i64* many) {
  const i64 n_letters = bounds->n_letters, lanes = bounds->lanes;
  i64 n = 0;
  for (i64 c = 0; c < n_letters; c++) {
    i64 kind = by_last || bounds->cap[c] ? n : 0;
    for (; kind < n; kind++) {
      const i64 other = kinds[kind];
      i64 same = bounds->cap[other] == 0;
      for (i64 place = 0; place < bounds->length && same; place++) {
        const i8* adds = bounds->adds + place * n_letters * lanes;
        for (i64 j = 0; j < lanes; j++) same &= adds[c * lanes + j] == adds[other * lanes + j];
      }
      if (same) break;
    }
    if (kind == n) {
      kinds[n] = (u16)c;
      many[n++] = 0;
    }
    many[kind]++;
  }
  return n;
}

/* A sum of numbers, or of probabilities. */
typedef union {
  i64 number;
  double chance;
} value_t;

/* Extend all prefixes of a layer by every letter that fits. With costs, values are probabilities,
 * else numbers of strings. At the last place the values are only added up, unless strings are asked
 * for. Returns 0, or TOO_SMALL. */
INNER i64 grow_layer(const bounds_t* bounds, const layout_t* layout, i64 place, i64 by_last,
                     i64 with_strings, i64 n_kinds, const u16* kinds, const i64* many,
                     const i32* costs, const double* shares, const set_t* from, set_t* into,
                     word_t* record, value_t* total) {
  const i64 n_letters = bounds->n_letters, last_place = place == bounds->length - 1;
  i8* after = (i8*)record;
  u8* counts = (u8*)record + layout->at_counts;
  u16* last_two = (u16*)((u8*)record + layout->at_last);
  value_t* value = (value_t*)(record + layout->key_size);
  u16* string = (u16*)(value + 1);
  for (i64 i = 0; i < layout->size; i++) record[i] = 0;
  for (i64 prefix = 0; prefix < from->n; prefix++) {
    const word_t* old = from->records + prefix * from->size;
    const u16* old_two = (const u16*)((const u8*)old + layout->at_last);
    const value_t* old_value = (const value_t*)(old + layout->key_size);
    const i64 before = by_last ? old_two[0] : 0, last = by_last ? old_two[1] : 0;
    const i32* row = costs ? costs + row_at(n_letters, place, before, last) : 0;
    for (i64 i = bounds->lanes / 8; i < layout->size; i++) record[i] = old[i];
    for (i64 kind = 0; kind < n_kinds; kind++) {
      const i64 letter = kinds[kind], slot = bounds->slot[letter];
      if (by_last && !may_follow(bounds, before, last, letter)) continue;
      const u8 had = slot < 0 ? 0 : counts[slot];
      if (!add_letter(bounds, place, letter, had, (const i8*)old, after)) continue;
      if (costs) {
        const i64 cost = row[letter], whole = cost >> COST_BITS;
        union {
          u64 bits;
          double number;
        } scale = {.bits = whole > 1022 ? 0 : (u64)(1023 - whole) << 52};
        value->chance = old_value->chance * (shares[cost & (COST_UNIT - 1)] * scale.number);
        if (last_place) total->chance += value->chance;
      } else {
        value->number = old_value->number * many[kind];
        if (last_place) total->number += value->number;
      }
      if (last_place && !with_strings) continue;
      if (slot >= 0 && had < bounds->cap[letter]) counts[slot]++;
      if (by_last) {
        last_two[0] = last_place ? 0 : (u16)last;
        last_two[1] = last_place ? 0 : (u16)letter;
      }
      if (with_strings) string[place] = (u16)letter;
      i64 is_new;
      word_t* same = put(into, record, &is_new);
      if (!same) return TOO_SMALL;
      if (!is_new && costs) ((value_t*)(same + layout->key_size))->chance += value->chance;
      if (!is_new && !costs) ((value_t*)(same + layout->key_size))->number += value->number;
      if (slot >= 0) counts[slot] = had;
    }
  }
  return 0;
}

/* Build all strings that fit; of `ends` there is one for each of the last records. Returns 0,
 * TOO_SMALL, or TOO_MANY if there are more than `most` prefixes on the way. */
INNER i64 build_strings(i64 length, i64 n_letters, i64 n_rows, const i8* rows, const u8* follows,
                        const i32* costs, i64 most, i64 with_strings, scratch_t* scratch,
                        value_t* total, layout_t* layout, set_t* ends) {
  const i64 by_last = costs || follows;
  bounds_t bounds = new_bounds(length, n_letters, n_rows, rows, follows, scratch);
  u16* kinds = take_bytes(scratch, 2 * n_letters);
  i64* many = take_bytes(scratch, 8 * n_letters);
  u16* here = take_bytes(scratch, 2 * n_letters);
  i64* many_here = take_bytes(scratch, 8 * n_letters);
  double* shares = take_bytes(scratch, 8 * COST_UNIT);
  if (!scratch->next) return TOO_SMALL;
  const i64 n_kinds = group_letters(&bounds, by_last, kinds, many);
  for (i64 i = 0; i < COST_UNIT && costs; i++) shares[i] = power_of_two(-(double)i / COST_UNIT);
  *layout = layout_of(&bounds, by_last, with_strings);
  word_t* record = take_bytes(scratch, 8 * layout->size);
  const i64 bytes = scratch->next ? scratch->end - scratch->next - 64 : 0;
  const i64 room = (bytes - 8 * SLOTS) / (16 * layout->size + 32); /* slots: up to 4 a record */
  if (room < 1) return TOO_SMALL;
  set_t layers[2];
  for (i64 i = 0; i < 2; i++)
    layers[i] = new_set(min_of(room, 1u << 31), layout->key_size, layout->size, scratch);
  if (!scratch->next) return TOO_SMALL;
  empty(&layers[0]);
  for (i64 i = 0; i < layout->size; i++) record[i] = 0;
  u16* last_two = (u16*)((u8*)record + layout->at_last);
  if (by_last) last_two[0] = last_two[1] = (u16)n_letters;
  value_t* value = (value_t*)(record + layout->key_size);
  if (costs) value->chance = 1;
  if (costs) total->chance = 0;
  if (!costs) value->number = 1;
  if (!costs) total->number = 0;
  i64 is_new;
  put(&layers[0], record, &is_new);
  for (i64 place = 0; place < length; place++) {
    set_t *from = &layers[place & 1], *into = &layers[!(place & 1)];
    most -= from->n;
    if (most < 0) return TOO_MANY;
    i64 n_here = 0;
    for (i64 kind = 0; kind < n_kinds; kind++) {
      if (!bounds.allowed[place * n_letters + kinds[kind]]) continue;
      here[n_here] = kinds[kind];
      many_here[n_here++] = many[kind];
    }
    empty(into);
    /* the scratch array, or the number of prefixes, is what ends first */
    const i64 whole = into->room;
    if (place < length - 1) into->room = min_of(whole, most);
    const i64 failed = grow_layer(&bounds, layout, place, by_last, with_strings, n_here, here,
                                  many_here, costs, shares, from, into, record, total);
    if (failed) return into->room < whole ? TOO_MANY : TOO_SMALL;
    into->room = whole;
  }
  *ends = layers[length & 1];
  return 0;
}

EXPORT i64 count_strings(i64 length, i64 n_letters, i64 n_rows, const i8* rows, const u8* follows,
                         i64 n_scratch, u8* bytes) {
  scratch_t scratch = scratch_of(n_scratch, bytes);
  value_t total;
  layout_t layout;
  set_t ends;
  const i64 failed = build_strings(length, n_letters, n_rows, rows, follows, 0, (i64)1 << 62, 0,
                                   &scratch, &total, &layout, &ends);
  return failed ? failed : total.number;
}

EXPORT i64 add_chances(i64 length, i64 n_letters, i64 n_rows, const i8* rows, const u8* follows,
                       const i32* costs, i64 most, i64 n_scratch, u8* bytes, double* sum) {
  scratch_t scratch = scratch_of(n_scratch, bytes);
  value_t total;
  layout_t layout;
  set_t ends;
  const i64 failed = build_strings(length, n_letters, n_rows, rows, follows, costs, most, 0,
                                   &scratch, &total, &layout, &ends);
  if (!failed) *sum = total.chance;
  return failed;
}

EXPORT i64 sample_strings(i64 length, i64 n_letters, i64 n_rows, const i8* rows, const u8* follows,
                          i64 n_scratch, u8* bytes, i64 room, i64* numbers, u16* strings) {
  scratch_t scratch = scratch_of(n_scratch, bytes);
  value_t total;
  layout_t layout;
  set_t ends;
  const i64 failed = build_strings(length, n_letters, n_rows, rows, follows, 0, (i64)1 << 62, 1,
                                   &scratch, &total, &layout, &ends);
  if (failed || ends.n > room) return TOO_SMALL;
  for (i64 i = 0; i < ends.n; i++) {
    const value_t* value = (const value_t*)(ends.records + i * ends.size + layout.key_size);
    const u16* string = (const u16*)(value + 1);
    numbers[i] = value->number;
    for (i64 place = 0; place < length; place++) strings[i * length + place] = string[place];
  }
  return ends.n;
}

/* --- the likeliest strings --- */

/* A search for the likeliest strings: the best so far are a heap, with the dearest on top. */
typedef struct {
  bounds_t bounds;
  const i32* costs;
  i64* ahead; /* (L + 1, M + 1, M + 1) lower bounds of the cost of the places from each on */
  i64 done;   /* strings of up to this cost were met before */
  i64 limit;  /* the highest cost that is looked for, */
  i64 least;  /* and the lowest bound above it that was met */
  i8* sums;   /* (L + 1, lanes) of the prefix of each length */
  u8* counts; /* (M,) of its letters, up to their caps */
  u16* string;
  i64 after_cost; /* only strings that come after this one */
  const u16* after;
  set_t passed; /* strings that are passed over */
  i64 n, most;
  i64* best;    /* (most,) costs, */
  u16* strings; /* (most, L) and letters */
} search_t;

/* Whether a string comes before another one: it costs less, or its letters do. */
INNER i64 is_before(i64 length, i64 cost, const u16* string, i64 other_cost, const u16* other) {
  if (cost != other_cost) return cost < other_cost;
  i64 place = 0;
  while (place < length - 1 && string[place] == other[place]) place++;
  return string[place] < other[place];
}

INNER void copy_string(i64 length, const u16* from, u16* into) {
  for (i64 place = 0; place < length; place++) into[place] = from[place];
}

/* Let a string sink from the place of a heap of `n` to where it belongs. */
static void sink(search_t* s, i64 n, i64 at, i64 cost, const u16* string) {
  const i64 length = s->bounds.length;
  for (;;) {
    i64 child = 2 * at + 1;
    if (child >= n) break;
    const u16 *left = s->strings + child * length, *right = left + length;
    if (child + 1 < n && is_before(length, s->best[child], left, s->best[child + 1], right))
      child++;
    const u16* dearer = s->strings + child * length;
    if (!is_before(length, cost, string, s->best[child], dearer)) break;
    s->best[at] = s->best[child];
    copy_string(length, dearer, s->strings + at * length);
    at = child;
  }
  s->best[at] = cost;
  copy_string(length, string, s->strings + at * length);
}

/* Add a string to the heap, where it may replace the dearest. */
static void offer(search_t* s, i64 cost, const u16* string) {
  const i64 length = s->bounds.length;
  if (s->n == s->most) {
    if (is_before(length, cost, string, s->best[0], s->strings)) sink(s, s->n, 0, cost, string);
    return;
  }
  i64 at = s->n++;
  while (at > 0) {
    const i64 parent = (at - 1) / 2;
    const u16* other = s->strings + parent * length;
    if (!is_before(length, s->best[parent], other, cost, string)) break;
    s->best[at] = s->best[parent];
    copy_string(length, other, s->strings + at * length);
    at = parent;
  }
  s->best[at] = cost;
  copy_string(length, string, s->strings + at * length);
}

/* Sort the heap: the first string first. */
static void sort_heap(search_t* s, u16* string) {
  const i64 length = s->bounds.length;
  for (i64 n = s->n - 1; n > 0; n--) {
    const i64 cost = s->best[n];
    copy_string(length, s->strings + n * length, string);
    s->best[n] = s->best[0];
    copy_string(length, s->strings, s->strings + n * length);
    sink(s, n, 0, cost, string);
  }
}

INNER i64 comes_after(const search_t* s, i64 cost, const u16* string) {
  return !s->after || is_before(s->bounds.length, s->after_cost, s->after, cost, string);
}

/* Write a string as the key of a record. */
INNER void write_key(const search_t* s, const u16* string, word_t* key) {
  for (i64 i = 0; i < s->passed.key_size; i++) key[i] = 0;
  copy_string(s->bounds.length, string, (u16*)key);
}

/* Whether a whole string fits. */
static i64 agrees(search_t* s, const u16* string) {
  const bounds_t* bounds = &s->bounds;
  for (i64 c = 0; c < bounds->n_letters; c++) s->counts[c] = 0;
  i64 fits = 1, before = bounds->n_letters, last = before;
  for (i64 place = 0; place < bounds->length && fits; place++) {
    const i64 letter = string[place];
    const i8* sums = s->sums + place * bounds->lanes;
    fits = bounds->allowed[place * bounds->n_letters + letter] &&
           may_follow(bounds, before, last, letter) &&
           add_letter(bounds, place, letter, s->counts[letter], sums, (i8*)sums + bounds->lanes);
    s->counts[letter] += s->counts[letter] < bounds->cap[letter];
    before = last;
    last = letter;
  }
  for (i64 c = 0; c < bounds->n_letters; c++) s->counts[c] = 0;
  return fits;
}

/* Look at all strings with a prefix of `place` letters that has cost `spent`. */
static void extend(search_t* s, i64 place, i64 before, i64 last, i64 spent, word_t* key) {
  const bounds_t* bounds = &s->bounds;
  const i64 n_letters = bounds->n_letters, wide = n_letters + 1, lanes = bounds->lanes;
  if (place == bounds->length) {
    if (spent <= s->done || !comes_after(s, spent, s->string)) return;
    if (s->n == s->most && !is_before(place, spent, s->string, s->best[0], s->strings)) return;
    write_key(s, s->string, key);
    if (!*look_up(&s->passed, key)) offer(s, spent, s->string);
    return;
  }
  const i32* costs = s->costs + row_at(n_letters, place, before, last);
  const i64* ahead = s->ahead + ((place + 1) * wide + last) * wide;
  const u8* allowed = bounds->allowed + place * n_letters;
  i8* sums = s->sums + place * lanes;
  for (i64 letter = 0; letter < n_letters; letter++) {
    const i64 cost = spent + costs[letter], least = cost + ahead[letter];
    if (!allowed[letter] || (least > s->limit && least >= s->least)) continue;
    if (s->n == s->most && least > s->best[0]) continue;
    if (!may_follow(bounds, before, last, letter)) continue;
    u8* many = s->counts + letter;
    if (!add_letter(bounds, place, letter, *many, sums, sums + lanes)) continue;
    if (least > s->limit) {
      s->least = least;
      continue;
    }
    const i64 counts = *many < bounds->cap[letter];
    *many += (u8)counts;
    s->string[place] = (u16)letter;
    extend(s, place + 1, last, letter, cost, key);
    *many -= (u8)counts;
  }
}

/* Bound the cost of the places from each on, after two letters. */
static void look_ahead(const search_t* s) {
  const bounds_t* bounds = &s->bounds;
  const i64 length = bounds->length, n_letters = bounds->n_letters, wide = n_letters + 1;
  i64* ahead = s->ahead + length * wide * wide;
  for (i64 i = 0; i < wide * wide; i++) ahead[i] = 0;
  for (i64 place = length - 1; place >= 0; place--) {
    const i64* further = ahead;
    ahead -= wide * wide;
    const u8* allowed = bounds->allowed + place * n_letters;
    for (i64 before = 0; before < wide; before++)
      for (i64 last = 0; last < wide; last++) {
        const i32* costs = s->costs + row_at(n_letters, place, before, last);
        i64 least = IMPOSSIBLE;
        for (i64 c = 0; c < n_letters; c++)
          if (allowed[c]) least = min_of(least, costs[c] + further[last * wide + c]);
        ahead[before * wide + last] = least;
      }
  }
}

EXPORT i64 list_strings(i64 length, i64 n_letters, i64 n_rows, const i8* rows, const u8* follows,
                        const i32* costs, i64 n_common, const u16* common, const i64* bonuses,
                        i64 n_excluded, const u16* excluded, i64 after_cost, const u16* after,
                        i64 n_scratch, u8* bytes, i64 most, i64* best, u16* strings) {
  scratch_t scratch = scratch_of(n_scratch, bytes);
  const i64 wide = n_letters + 1, size = (2 * length + 7) / 8;
  search_t s = {.costs = costs, .done = -1, .after_cost = after_cost, .after = after};
  s.bounds = new_bounds(length, n_letters, n_rows, rows, follows, &scratch);
  s.most = most;
  s.best = best;
  s.strings = strings;
  s.ahead = take_bytes(&scratch, 8 * (length + 1) * wide * wide);
  s.sums = take_bytes(&scratch, (length + 1) * s.bounds.lanes);
  s.counts = take_bytes(&scratch, n_letters);
  s.string = take_bytes(&scratch, 2 * length);
  word_t* key = take_bytes(&scratch, 8 * size);
  s.passed = new_set(n_common + n_excluded + 1, size, size, &scratch);
  if (!scratch.next) return TOO_SMALL;
  for (i64 j = 0; j < s.bounds.lanes; j++) s.sums[j] = 0;
  i64 is_new;
  empty(&s.passed);
  for (i64 i = 0; i < n_excluded; i++) {
    write_key(&s, excluded + i * length, key);
    put(&s.passed, key, &is_new);
  }
  for (i64 i = 0; i < n_common; i++) {
    const u16* string = common + i * length;
    if (!agrees(&s, string)) continue;
    write_key(&s, string, key);
    put(&s.passed, key, &is_new);
    const i64 cost = string_cost(length, n_letters, costs, string) - bonuses[i];
    if (is_new && comes_after(&s, cost, string)) offer(&s, cost, string);
  }
  for (i64 c = 0; c < n_letters; c++) s.counts[c] = 0;
  look_ahead(&s);
  s.least = s.ahead[n_letters * wide + n_letters];
  if (after) s.least = max_of(s.least, after_cost);
  /* iterative deepening (Korf 1985): all strings up to a limit, then up to a higher one */
  while (s.least < IMPOSSIBLE && (s.n < most || s.least <= s.best[0])) {
    s.limit = s.least + COST_STEP;
    s.least = IMPOSSIBLE;
    extend(&s, 0, n_letters, n_letters, 0, key);
    s.done = s.limit;
  }
  sort_heap(&s, s.string);
  return s.n;
}
