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
  TALLIES = 16,              /* tallies at a time: a register holds the sums of all of them */
  SMOOTHINGS = 4             /* of smoothing: a letter alone, after one, after two, at a place */
};

/* --- numbers --- */

/* 2 to a whole power of at most 0. */
INNER double whole_power_of_two(i64 power) {
  union {
    u64 bits;
    double number;
  } scale = {.bits = power < -1022 ? 0 : (u64)(power + 1023) << 52};
  return scale.number;
}

/* 2 to a power of at most 0. */
static double power_of_two(double power) {
  const double whole = rounded(power), part = (power - whole) * 0x1.62e42fefa39efp-1; /* ln 2 */
  double total = 1;
  for (i64 k = 15; k > 0; k--) total = 1 + total * part / (double)k;
  return total * whole_power_of_two((i64)whole);
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

/* Where it is counted how often letters were seen: at all, after one letter, after two, and after
 * two at a place. */
INNER u32* seen_at(u32* seen, i64 level, i64 n_letters, i64 place, i64 before, i64 last) {
  const i64 wide = n_letters + 1, starts[SMOOTHINGS] = {0, 1, 1 + wide, 1 + wide + wide * wide};
  const i64 after_two = before * wide + last;
  const i64 rows[SMOOTHINGS] = {0, last, after_two, place * wide * wide + after_two};
  return seen + (starts[level] + rows[level]) * n_letters;
}

static void count_letters(i64 length, i64 n_letters, i64 n, const u16* words, i64 backward,
                          u32* seen) {
  const u32* end = seen_at(seen, SMOOTHINGS - 1, n_letters, length, 0, 0);
  for (u32* cell = seen; cell < end; cell++) *cell = 0;
  for (i64 word = 0; word < n; word++) {
    i64 before = n_letters, last = n_letters;
    for (i64 place = 0; place < length; place++) {
      const i64 letter = words[word * length + (backward ? length - 1 - place : place)];
      for (i64 level = 0; level < SMOOTHINGS; level++)
        seen_at(seen, level, n_letters, place, before, last)[letter]++;
      before = last;
      last = letter;
    }
  }
}

/* Add the costs, in bits, of the letters at a place after two others. Where data is sparse, they
 * are smoothed by the same three letters at any place, then by two, one, none (MacKay, Peto 1995).
 */
static void add_bits(u32* seen, i64 n_letters, i64 place, i64 before, i64 last, double* into,
                     i64 stride) {
  const double smoothing[SMOOTHINGS] = {10, 20, 20, 20};
  double all[SMOOTHINGS];
  for (i64 level = 0; level < SMOOTHINGS; level++) {
    const u32* row = seen_at(seen, level, n_letters, place, before, last);
    i64 sum = 0;
    for (i64 letter = 0; letter < n_letters; letter++) sum += row[letter];
    all[level] = (double)sum + smoothing[level];
  }
  for (i64 letter = 0; letter < n_letters; letter++) {
    double share = 1 / (double)n_letters;
    for (i64 level = 0; level < SMOOTHINGS; level++) {
      const u32* row = seen_at(seen, level, n_letters, place, before, last);
      share = ((double)row[letter] + smoothing[level] * share) / all[level];
    }
    into[letter * stride] -= logarithm(share);
  }
}

EXPORT void learn_letters(i64 length, i64 n_letters, i64 n, const u16* words, double* bits,
                          i32* costs) {
  const i64 wide = n_letters + 1, end = length - 1, cells = row_at(n_letters, length, 0, 0);
  u32* seen = (u32*)(bits + cells);
  for (i64 i = 0; i < cells; i++) bits[i] = 0;
  /* what a letter costs before two others counts at the second one, or at the end of the word */
  count_letters(length, n_letters, n, words, 1, seen);
  for (i64 before = 0; before < wide; before++)
    for (i64 last = 0; last < wide; last++) {
      double* row = bits + row_at(n_letters, end, before, last);
      for (i64 place = 2; place < length && before < n_letters; place++) {
        double* into = bits + row_at(n_letters, length + 1 - place, 0, last) + before;
        add_bits(seen, n_letters, place, before, last, into, wide * n_letters);
      }
      add_bits(seen, n_letters, 0, n_letters, n_letters, row, 1);
      if (length == 1 || last == n_letters) continue;
      row += last - last * n_letters;
      add_bits(seen, n_letters, 1, n_letters, last, row, n_letters);
    }
  count_letters(length, n_letters, n, words, 0, seen);
  for (i64 place = 0; place < length; place++)
    for (i64 before = 0; before < wide; before++)
      for (i64 last = 0; last < wide; last++) {
        double* row = bits + row_at(n_letters, place, before, last);
        add_bits(seen, n_letters, place, before, last, row, 1);
      }
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

/* Arrange tallies for a search; the scratch array ends up full if it is too small. */
static void arrange(bounds_t* b, const strings_t* strings, scratch_t* scratch) {
  const i64 length = strings->length, n_letters = strings->n_letters, n_rows = strings->n_rows;
  const i64 size = row_size(length, n_letters),
            lanes = (max_of(n_rows, 1) + TALLIES - 1) & -TALLIES;
  const i8* rows = strings->rows;
  *b = (bounds_t){length, n_letters, lanes, .levels = 1, .follows = strings->follows};
  *scratch = (scratch_t){strings->scratch, 0, strings->n_scratch};
  b->allowed = take_bytes(scratch, length * n_letters);
  b->cap = take_bytes(scratch, n_letters);
  b->slot = take_bytes(scratch, 4 * n_letters);
  b->low = take_zeros(scratch, (length + 1) * lanes);
  b->most = take_zeros(scratch, lanes);
  b->adds = take_zeros(scratch, length * n_letters * lanes);
  if (is_full(scratch)) return;
  for (i64 c = 0; c < n_letters; c++) {
    i64 cap = 0;
    for (i64 j = 0; j < n_rows; j++) cap = max_of(cap, rows[j * size + length * n_letters + c]);
    b->slot[c] = cap ? (i32)b->n_capped++ : -1;
    b->cap[c] = (u8)cap;
    b->levels = max_of(b->levels, cap + 1);
  }
  b->adds_more = take_zeros(scratch, n_letters * b->levels * lanes);
  if (is_full(scratch)) return;
  for (i64 j = 0; j < n_rows; j++) {
    const i8 *row = rows + j * size, *caps = row + length * n_letters;
    b->low[length * lanes + j] = row[size - 2];
    b->most[j] = row[size - 1];
    for (i64 i = 0; i < length * n_letters; i++) b->adds[i * lanes + j] = row[i];
    for (i64 c = 0; c < n_letters; c++)
      for (i64 many = 0; many < caps[c]; many++)
        b->adds_more[(c * b->levels + many) * lanes + j] = 1;
  }
  set_limits(b, n_rows, rows);
}

/* Add a letter to the sums of a prefix that has `many` of it: whether they stay within their
 * bounds. */
INNER i64 add_letter(const bounds_t* bounds, i64 place, i64 letter, i64 many, const i8* sums,
                     i8* R after) {
  const i64 lanes = bounds->lanes;
  const i8* adds = bounds->adds + (place * bounds->n_letters + letter) * lanes;
  const i8* more = bounds->adds_more + (letter * bounds->levels + many) * lanes;
  const i8 *low = bounds->low + (place + 1) * lanes, *most = bounds->most;
  for (i64 start = 0; start < lanes; start += TALLIES) {
    i8 outside = 0;
    for (i64 j = start; j < start + TALLIES; j++) {
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

/* A word of a record, whose parts have types of their own. */
typedef u64 __attribute__((may_alias)) word_t;

typedef struct {
  i64 n, room, slots; /* slots: a power of two, at least twice n */
  i64 key_size, size; /* of the key, with which a record begins, and of a record: whole u64 */
  word_t* records;
  u32* table; /* (slots,) 1 + the number of a record, or 0 */
} records_t;

enum { FEWEST_SLOTS = 256 }; /* of an empty set */

/* Make an empty set that has room for so many records. */
static records_t new_set(i64 room, i64 key_size, i64 size, scratch_t* scratch) {
  i64 most = FEWEST_SLOTS;
  while (most < 2 * room) most *= 2;
  records_t set = {0, room, FEWEST_SLOTS, key_size, size, 0, 0};
  set.table = take_bytes(scratch, 4 * most);
  set.records = take_bytes(scratch, 8 * size * room);
  return set;
}

static void empty(records_t* set) {
  set->n = 0;
  set->slots = FEWEST_SLOTS;
  for (i64 i = 0; i < FEWEST_SLOTS; i++) set->table[i] = 0;
}

/* Return where the table has a key, or the free place for it. */
INNER u32* slot_of(const records_t* set, const word_t* key) {
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
static word_t* put_record(records_t* set, const word_t* record, i64* is_new) {
  u32* at = slot_of(set, record);
  *is_new = !*at;
  if (*at) return set->records + (*at - 1) * set->size;
  if (set->n == set->room) return 0;
  word_t* made = set->records + set->n * set->size;
  for (i64 i = 0; i < set->size; i++) made[i] = record[i];
  *at = (u32)++set->n;
  if (2 * set->n <= set->slots) return made;
  set->slots *= 2;
  for (i64 i = 0; i < set->slots; i++) set->table[i] = 0;
  for (i64 i = 0; i < set->n; i++) *slot_of(set, set->records + i * set->size) = (u32)(i + 1);
  return made;
}

/* --- sums over all strings --- */

enum { TOO_SMALL = -1, TOO_MANY = -2 };

typedef union {
  i64 number;
  double chance;
} value_t;

/* Strings are built in layers, by length. Prefixes that have the same continuations are one record:
 * the sums of its tallies, the counts of letters up to their caps, the last two letters if these
 * matter; then the number of these prefixes, or the sum of their probabilities, and one of them. Of
 * whole strings the sums of the first, open, tallies alone matter. */
typedef struct {
  bounds_t bounds;
  const i32* costs; /* null: numbers */
  double* shares;   /* (COST_UNIT,) probabilities of fractions of a bit */
  i64 n_open, by_last;
  i64 at_counts, at_last; /* in a record, in bytes, */
  i64 key_size, size;     /* in u64 */
  i8* settled;            /* (lanes,) least sums of tallies, NO_SUM where those met are kept */
  word_t* record;
  records_t layers[2];
} builder_t;

enum { NO_SUM = 127 };

/* Forget the sums of tallies whose bounds no continuation can leave any more. */
INNER void settle(const builder_t* b, i64 place, i8* sums) {
  const i64 lanes = b->bounds.lanes;
  const i8 *low = b->bounds.low + (place + 1) * lanes, *most = b->bounds.most;
  for (i64 start = 0; start < lanes; start += TALLIES)
    for (i64 j = start; j < start + TALLIES; j++) {
      const i8 least = b->settled[j], more = (i8)(least - low[j]); /* may still be added */
      sums[j] = sums[j] >= least && sums[j] <= (i8)(most[j] - more) ? least : sums[j];
    }
}

INNER double chance_of(const builder_t* b, i64 cost) {
  return b->shares[cost & (COST_UNIT - 1)] * whole_power_of_two(-(cost >> COST_BITS));
}

/* Extend all prefixes of a layer by every letter that fits; 0 if the next layer is full. */
static i64 grow_layer(builder_t* b, i64 place, const records_t* from, records_t* into) {
  const bounds_t* bounds = &b->bounds;
  const i64 n_letters = bounds->n_letters, ends = place == bounds->length - 1;
  const u8* allowed = bounds->allowed + place * n_letters;
  word_t* record = b->record;
  i8* sums = (i8*)record;
  u8* counts = (u8*)record + b->at_counts;
  u16* last_two = (u16*)((u8*)record + b->at_last);
  value_t* value = (value_t*)(record + b->key_size);
  for (i64 prefix = 0; prefix < from->n; prefix++) {
    const word_t* old = from->records + prefix * b->size;
    const i8* old_sums = (const i8*)old;
    const u8* old_counts = (const u8*)old + b->at_counts;
    const u16* two = (const u16*)((const u8*)old + b->at_last);
    const i64 before = b->by_last ? two[0] : 0, last = b->by_last ? two[1] : 0;
    const value_t had = *(const value_t*)(old + b->key_size);
    const i32* costs = b->costs ? b->costs + row_at(n_letters, place, before, last) : 0;
    for (i64 i = 0; i < b->size; i++) record[i] = old[i];
    for (i64 letter = 0; letter < n_letters; letter++) {
      const i64 slot = bounds->slot[letter];
      const u8 many = slot < 0 ? 0 : old_counts[slot];
      if (!allowed[letter] || (b->by_last && !may_follow(bounds, before, last, letter))) continue;
      if (!add_letter(bounds, place, letter, many, old_sums, sums)) continue;
      if (costs) value->chance = had.chance * chance_of(b, costs[letter]);
      if (b->n_open) ((u16*)(value + 1))[place] = (u16)letter;
      if (ends) {
        for (i64 i = b->n_open; i < 8 * b->key_size; i++) sums[i] = 0;
      } else {
        settle(b, place, sums);
        if (slot >= 0) counts[slot] = (u8)(many + (many < bounds->cap[letter]));
        if (b->by_last) last_two[0] = (u16)last;
        if (b->by_last) last_two[1] = (u16)letter;
      }
      i64 is_new;
      word_t* same = put_record(into, record, &is_new);
      if (!same) return 0;
      value_t* sum = (value_t*)(same + b->key_size);
      if (!is_new && costs) sum->chance += value->chance;
      if (!is_new && !costs) sum->number += value->number;
      if (slot >= 0 && !ends) counts[slot] = many;
    }
  }
  return 1;
}

/* Build all strings that fit, and merge those with the same sums of the first `n_open` tallies.
 * With costs, add up probabilities, else numbers. Returns the number of records, TOO_SMALL, or
 * TOO_MANY if there are more than `most` prefixes on the way. */
static i64 build_strings(builder_t* b, const strings_t* strings, i64 most) {
  scratch_t scratch;
  const bounds_t* bounds = &b->bounds;
  arrange(&b->bounds, strings, &scratch);
  const i64 length = bounds->length, n_letters = bounds->n_letters, lanes = bounds->lanes;
  b->by_last = b->costs || bounds->follows;
  b->at_counts = lanes;
  b->at_last = (lanes + bounds->n_capped + 1) & ~(i64)1;
  b->key_size = (b->at_last + (b->by_last ? 4 : 0) + 7) / 8;
  b->size = b->key_size + 1 + (b->n_open ? (2 * length + 7) / 8 : 0);
  b->shares = take_bytes(&scratch, 8 * COST_UNIT);
  b->settled = take_bytes(&scratch, lanes);
  b->record = take_zeros(&scratch, 8 * b->size);
  if (is_full(&scratch)) return TOO_SMALL;
  for (i64 i = 0; i < COST_UNIT && b->costs; i++)
    b->shares[i] = power_of_two(-(double)i / COST_UNIT);
  for (i64 j = 0; j < lanes; j++)
    b->settled[j] = b->costs || j < b->n_open ? NO_SUM : bounds->low[length * lanes + j];
  const i64 left = scratch.size - scratch.used - 4 * (LINE + GAP) - 8 * FEWEST_SLOTS;
  const i64 room = min_of(left / (16 * b->size + 32), 1u << 31); /* up to 4 slots for a record */
  if (room < 1) return TOO_SMALL;
  for (i64 i = 0; i < 2; i++) b->layers[i] = new_set(room, b->key_size, b->size, &scratch);
  empty(&b->layers[0]);
  u16* last_two = (u16*)((u8*)b->record + b->at_last);
  if (b->by_last) last_two[0] = last_two[1] = (u16)n_letters;
  value_t* value = (value_t*)(b->record + b->key_size);
  if (b->costs) value->chance = 1;
  if (!b->costs) value->number = 1;
  i64 is_new;
  put_record(&b->layers[0], b->record, &is_new);
  for (i64 place = 0; place < length; place++) {
    records_t *from = &b->layers[place & 1], *into = &b->layers[!(place & 1)];
    most -= from->n;
    empty(into);
    into->room = place < length - 1 ? min_of(room, most) : room;
    if (most < 0 || !grow_layer(b, place, from, into))
      return into->room < room ? TOO_MANY : TOO_SMALL;
  }
  return b->layers[length & 1].n;
}

/* Return the value of a record of whole strings. */
INNER const value_t* end_value(const builder_t* b, i64 i) {
  const records_t* ends = &b->layers[b->bounds.length & 1];
  return (const value_t*)(ends->records + i * b->size + b->key_size);
}

EXPORT i64 add_chances(const strings_t* all, const i32* costs, i64 most, double* sum) {
  builder_t b = {.costs = costs};
  const i64 n = build_strings(&b, all, most);
  *sum = n > 0 ? end_value(&b, 0)->chance : 0;
  return min_of(n, 0);
}

EXPORT i64 sample_strings(const strings_t* all, i64 n_open, i64 room, i64* numbers, u16* strings) {
  builder_t b = {.n_open = n_open};
  const i64 n = build_strings(&b, all, (i64)1 << 62), length = all->length;
  if (n > room) return TOO_MANY;
  for (i64 i = 0; i < n; i++) {
    const value_t* value = end_value(&b, i);
    const u16* string = (const u16*)(value + 1);
    numbers[i] = value->number;
    for (i64 place = 0; n_open && place < length; place++)
      strings[i * length + place] = string[place];
  }
  return n;
}

EXPORT i64 match_strings(const strings_t* all, i64 n, const u16* strings, u8* matches) {
  scratch_t scratch;
  bounds_t b;
  arrange(&b, all, &scratch);
  const i64 length = all->length;
  i8* sums = take_zeros(&scratch, (length + 1) * b.lanes);
  u8* counts = take_bytes(&scratch, all->n_letters);
  if (is_full(&scratch)) return TOO_SMALL;
  for (i64 i = 0; i < n; i++, strings += length) {
    for (i64 c = 0; c < all->n_letters; c++) counts[c] = 0;
    matches[i] = 1;
    for (i64 place = 0; place < length && matches[i]; place++) {
      const i64 letter = strings[place], at = place * b.lanes;
      matches[i] = letter < all->n_letters &&
                   add_letter(&b, place, letter, counts[letter], sums + at, sums + at + b.lanes);
      if (matches[i]) counts[letter] = (u8)min_of(counts[letter] + 1, b.cap[letter]);
    }
  }
  return 0;
}

/* --- the likeliest strings --- */

/* A search for the likeliest strings. */
typedef struct {
  bounds_t bounds;
  const i32* costs;
  i64* ahead; /* (L + 1, M + 1, M + 1) lower bounds of the cost of the places from each on */
  i64 limit;  /* the highest cost that is looked for, */
  i64 least;  /* and the lowest bound above it that was met */
  i8* sums;   /* (L + 1, lanes) of the prefix of each length */
  u8* counts; /* (M,) of its letters, up to their caps; all 0 between searches */
  u16* string;
  i64 after_cost;   /* strings that cost less are passed over, and those of the same cost */
  const u16* after; /* but for those after this one, if it is not null; */
  const u16* only;  /* if it is not null, no other string is met */
  records_t passed; /* and these strings */
  word_t* record;   /* of the set */
  i64 n, most;
  i64* best;    /* (most,) the costs of the best so far, in order, */
  u16* strings; /* (most, L) and their letters */
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

/* Find a string in the set of those that are passed over, and put_record it there if it `shall` be.
 */
static i64 is_passed(search_t* s, const u16* string, i64 shall) {
  i64 is_new = 0;
  for (i64 i = 0; i < s->passed.key_size; i++) s->record[i] = 0;
  copy_string(s->bounds.length, string, (u16*)s->record);
  if (!shall) return *slot_of(&s->passed, s->record) > 0;
  put_record(&s->passed, s->record, &is_new);
  return !is_new;
}

/* Insert a string among the best so far, unless it comes after all of them. */
static void offer(search_t* s, i64 cost, const u16* string) {
  const i64 length = s->bounds.length;
  if (cost < s->after_cost) return;
  if (cost == s->after_cost && !(s->after && is_before(length, cost, s->after, cost, string)))
    return;
  i64 at = s->n;
  u16* into = s->strings + at * length;
  if (at == s->most && !is_before(length, cost, string, s->best[at - 1], into - length)) return;
  if (is_passed(s, string, 0)) return;
  if (at < s->most) s->n++;
  if (at == s->most) at--;
  for (into = s->strings + at * length; at > 0; at--, into -= length) {
    if (!is_before(length, cost, string, s->best[at - 1], into - length)) break;
    s->best[at] = s->best[at - 1];
    copy_string(length, into - length, into);
  }
  s->best[at] = cost;
  copy_string(length, string, into);
}

/* Offer the strings with a prefix of `place` letters, which costs `spent`. */
static void extend(search_t* s, i64 place, i64 before, i64 last, i64 spent) {
  const bounds_t* bounds = &s->bounds;
  const i64 n_letters = bounds->n_letters, wide = n_letters + 1, lanes = bounds->lanes;
  if (place == bounds->length) {
    offer(s, spent, s->string);
    if (s->only) is_passed(s, s->string, 1); /* from now on */
    return;
  }
  const i32* costs = s->costs + row_at(n_letters, place, before, last);
  const i64* ahead = s->ahead + ((place + 1) * wide + last) * wide;
  const u8* allowed = bounds->allowed + place * n_letters;
  i8* sums = s->sums + place * lanes;
  const i64 first = s->only ? s->only[place] : 0, end = s->only ? first + 1 : n_letters;
  for (i64 letter = first; letter < end; letter++) {
    const i64 cost = spent + costs[letter], least = cost + ahead[letter];
    if (!allowed[letter] || (least > s->limit && least >= s->least)) continue;
    if (s->n == s->most && least > s->best[s->n - 1]) continue;
    if (!may_follow(bounds, before, last, letter)) continue;
    const u8 many = s->counts[letter];
    if (!add_letter(bounds, place, letter, many, sums, sums + lanes)) continue;
    if (least > s->limit) {
      s->least = least;
      continue;
    }
    s->counts[letter] = (u8)(many + (many < bounds->cap[letter]));
    s->string[place] = (u16)letter;
    extend(s, place + 1, last, letter, cost);
    s->counts[letter] = many;
  }
}

/* Bound the cost of the places from each on, after two letters. */
static void look_ahead(const search_t* s) {
  const bounds_t* bounds = &s->bounds;
  const i64 length = bounds->length, n_letters = bounds->n_letters, wide = n_letters + 1;
  i64* ahead = s->ahead + length * wide * wide;
  for (i64 i = 0; i < wide * wide; i++) ahead[i] = 0;
  for (i64 place = length - 1; place >= 0; place--) {
    const u8* allowed = bounds->allowed + place * n_letters;
    for (i64 row = wide * wide - 1; row >= 0; row--) { /* before, last */
      const i32* costs = s->costs + (place * wide * wide + row) * n_letters;
      const i64* further = s->ahead + ((place + 1) * wide + row % wide) * wide;
      i64 least = IMPOSSIBLE;
      for (i64 c = 0; c < n_letters; c++)
        if (allowed[c]) least = min_of(least, costs[c] + further[c]);
      *--ahead = least;
    }
  }
}

EXPORT i64 list_strings(const strings_t* all, const i32* costs, i64 n_common, const u16* common,
                        const i64* bonuses, i64 alone, i64 n_excluded, const u16* excluded,
                        i64 after_cost, const u16* after, i64 most, i64* best, u16* strings) {
  scratch_t scratch;
  search_t s = {.costs = costs, .after = after, .most = most, .best = best, .strings = strings};
  arrange(&s.bounds, all, &scratch);
  const i64 length = all->length, n_letters = all->n_letters, wide = n_letters + 1;
  const i64 size = (2 * length + 7) / 8;
  s.after_cost = after ? after_cost : -IMPOSSIBLE;
  s.ahead = take_bytes(&scratch, 8 * (length + 1) * wide * wide);
  s.sums = take_zeros(&scratch, (length + 1) * s.bounds.lanes);
  s.counts = take_zeros(&scratch, n_letters);
  s.string = take_bytes(&scratch, 2 * length);
  s.record = take_bytes(&scratch, 8 * size);
  s.passed = new_set(n_common + n_excluded, size, size, &scratch);
  if (is_full(&scratch)) return TOO_SMALL;
  empty(&s.passed);
  for (i64 i = 0; i < n_excluded; i++) is_passed(&s, excluded + i * length, 1);
  look_ahead(&s);
  s.limit = IMPOSSIBLE;
  for (i64 i = 0; i < n_common; i++) {
    s.only = common + i * length;
    extend(&s, 0, n_letters, n_letters, -bonuses[i]);
  }
  s.only = 0;
  s.least = max_of(s.ahead[n_letters * wide + n_letters], s.after_cost);
  /* iterative deepening (Korf 1985): all strings up to a limit, then up to a higher one */
  while (!alone && s.least < IMPOSSIBLE && (s.n < most || s.least <= best[most - 1])) {
    s.limit = s.least + COST_STEP;
    s.least = IMPOSSIBLE;
    extend(&s, 0, n_letters, n_letters, 0);
    s.after_cost = s.limit; /* those up to it were met */
    s.after = 0;
  }
  return s.n;
}
