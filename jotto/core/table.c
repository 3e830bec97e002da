/* Sets of candidates: their hashes, the transposition table, and the memory of a search. */

enum { PROBES = 4 }; /* rows of the table in which a set may be stored */
enum { HASH_1, HASH_2, LOWER, BEST, GUESS, ROW }; /* words of a row, and how many there are */

typedef struct {
  i64 n;
  const i64* at;
} set_t;

typedef struct {
  i64 n;         /* 2: all guesses may be made */
  const i64* at; /* two hashes, then a bit for each guess */
} choice_t;

typedef struct {
  i64 row;
  verdict_t verdict;
} row_t;

/* What is known of a set and of all its subsets.
 *
 * Two guesses find no more candidates than the first has different scores. So the variety of a set,
 * the most different scores that a guess has, is a limit for all its subsets; and those of the
 * parts of its guesses are limits for the parts of its subsets. */
typedef struct {
  const i64* found;
  u8* variety; /* of the parts of all guesses; NULL: none is known */
  int ordered; /* guesses by order.c, and varieties with them */
} known_t;

static const verdict_t NOT_STORED = {-1, -1, -1};

INNER i64* row_by_guess(const problem_t* p, i64 row) { return p->by_guess + row * p->stride; }

INNER i64* row_by_code(const problem_t* p, i64 row) { return p->by_code + row * p->n_codes; }

INNER int stopped(const problem_t* p) {
  return p->failed || __atomic_load_n(p->stop, __ATOMIC_RELAXED);
}

INNER i64 weight_of(const problem_t* p, set_t set) {
  if (p->even) return set.n;
  i64 total = 0;
  for (i64 i = 0; i < set.n; i++) total += p->weights[set.at[i]];
  return total;
}

/* --- the memory of a search --- */

/* Take `n` numbers; NULL, and the search has failed, if there are not so many. */
static i64* take(problem_t* p, i64 n) {
  i64* taken = (i64*)(p->memory + p->used);
  if (p->n_memory - p->used < n * (i64)sizeof *taken) {
    p->failed = OUT_OF_MEMORY;
    return NULL;
  }
  p->used += n * (i64)sizeof *taken;
  return taken;
}

/* --- the transposition table --- */

/* The random numbers of `left` guesses that are left. */
INNER const u64* randoms_left(const problem_t* p, i64 left) {
  return p->randoms + 2 * (p->n_candidates + 1 + left);
}

/* Let sets have rows of their own in the table, for another question, until p->salt is put back:
 * that is returned. `own (2,)` is the salt meanwhile. */
INNER const u64* use_rows(problem_t* p, i64 rows, u64* own) {
  const u64* before = p->salt;
  for (int k = 0; k < 2; k++) own[k] = before[k] + (u64)rows * 0x9E3779B97F4A7C15;
  p->salt = own;
  return before;
}

/* The Zobrist hash (1970), 128 bits, of a set, its choice and the guesses left. */
static void hash_of(const problem_t* p, set_t set, choice_t choice, i64 most, u64 hash[2]) {
  const u64* left = randoms_left(p, min_of(most, set.n)); /* n guesses are always enough for n */
  for (int k = 0; k < 2; k++) hash[k] = p->salt[k] ^ left[k] ^ (u64)choice.at[k];
  for (i64 i = 0; i < set.n; i++)
    for (int k = 0; k < 2; k++) hash[k] ^= p->randoms[2 * set.at[i] + k];
}

INNER u64 get(const u64* word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }

INNER void put(u64* word, u64 value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }

/* The first of the PROBES rows in which a set may be stored. */
INNER i64 start_of(const problem_t* p, u64 first) { return (i64)(first & (u64)(p->n_rows - 1)); }

/* The row of a hash, or -1, with what is stored there.
 *
 * Threads share the table, each word of which is read and written at once. A row that another has
 * half written does not fit its own hash (Hyatt & Mann 2002, A lock-less transposition table
 * implementation for parallel search). A free row is all 0. */
INNER row_t find_row(const problem_t* p, const u64 hash[2]) {
  const i64 start = start_of(p, hash[0]);
  for (int probe = 0; probe < PROBES; probe++) {
    const i64 at = start ^ probe;
    const u64* row = p->rows + ROW * at;
    const u64 low = get(row + LOWER), high = get(row + BEST), guess = get(row + GUESS);
    if ((get(row + HASH_1) ^ low ^ guess) == hash[0] &&
        (get(row + HASH_2) ^ high ^ guess) == hash[1])
      return (row_t){at, {(i64)low, (i64)high, (i64)guess}};
  }
  return (row_t){-1, NOT_STORED};
}

static verdict_t look_up_set(const problem_t* p, set_t set, choice_t choice, i64 most) {
  u64 hash[2];
  hash_of(p, set, choice, most, hash);
  return find_row(p, hash).verdict;
}

static void store_set(const problem_t* p, set_t set, choice_t choice, i64 most, verdict_t bounds) {
  u64 hash[2];
  hash_of(p, set, choice, most, hash);
  const row_t stored = find_row(p, hash);
  i64 chosen = stored.row;
  if (chosen >= 0) {
    bounds.low = max_of(bounds.low, stored.verdict.low);
    if (bounds.high >= stored.verdict.high) {
      bounds.high = stored.verdict.high;
      bounds.guess = stored.verdict.guess;
    }
  } else {
    const i64 start = start_of(p, hash[0]);
    chosen = start;
    for (int probe = 0; probe < PROBES; probe++)
      if (get(p->rows + ROW * (start ^ probe) + LOWER) < get(p->rows + ROW * chosen + LOWER))
        chosen = start ^ probe;
  }
  u64* row = p->rows + ROW * chosen;
  put(row + HASH_1, hash[0] ^ (u64)bounds.low ^ (u64)bounds.guess);
  put(row + HASH_2, hash[1] ^ (u64)bounds.high ^ (u64)bounds.guess);
  put(row + LOWER, (u64)bounds.low);
  put(row + BEST, (u64)bounds.high);
  put(row + GUESS, (u64)bounds.guess);
}

EXPORT void look_up(problem_t* p, i64 rows, i64 n, const i64* members, i64 n_choice,
                    const i64* choice, i64 most, verdict_t* into) {
  u64 own[2];
  const u64* before = use_rows(p, rows, own);
  *into = look_up_set(p, (set_t){n, members}, (choice_t){n_choice, choice}, most);
  p->salt = before;
}

EXPORT void store(problem_t* p, i64 rows, i64 n, const i64* members, i64 n_choice,
                  const i64* choice, i64 most, i64 low, i64 high, i64 guess) {
  u64 own[2];
  const u64* before = use_rows(p, rows, own);
  store_set(p, (set_t){n, members}, (choice_t){n_choice, choice}, most,
            (verdict_t){low, high, guess});
  p->salt = before;
}

/* --- guesses that are tried --- */

/* Make all guesses but those of `tried`, ascending, look useless. */
static void leave_only(const problem_t* p, set_t tried) {
  i64 at = 0;
  for (i64 g = 0; g < p->n_guesses; g++) {
    if (at < tried.n && tried.at[at] == g) {
      at++;
    } else {
      for (int row = LOST; row <= KEY; row++) row_by_guess(p, row)[g] = NEVER;
    }
  }
}

/* List the guesses of a choice. */
static set_t guesses_of(const problem_t* p, choice_t choice) {
  i64 n = 0;
  for (i64 word = 0; word < choice.n - 2; word++)
    for (u64 bits = (u64)choice.at[2 + word]; bits; bits &= bits - 1)
      p->allowed[n++] = 64 * word + __builtin_ctzll(bits);
  return (set_t){n, p->allowed};
}

/* Whether not all guesses may be made for a set, and those that may. */
INNER int is_limited(const problem_t* p, choice_t choice) {
  return p->only_candidates || choice.n > 2;
}

INNER set_t allowed_for(const problem_t* p, set_t set, choice_t choice) {
  return p->only_candidates ? set : guesses_of(p, choice);
}

/* Halves of words are hashed by NH (Black et al. 1999, UMAC): two sets have the same 128 bits with
 * a probability of 2^-64. */
EXPORT void follow(const problem_t* p, i64 n_choice, const i64* choice, i64 guess, i64 code,
                   i64* into) {
  const i64 n_words = n_choice - 2, *words = choice + 2, n_hints = p->n_hints;
  const i32* hints = p->hints_of + guess * n_hints;
  const u8* given = p->hints_given + (p->hint_kinds[guess] * p->n_codes + code) * n_hints;
  const u64* randoms = p->randoms + 4 * (p->n_candidates + 1);
  i64* R left = into + 2;
  u64 hash[2] = {0, 0};
  for (i64 w = 0; w < n_words; w++) left[w] = words[w];
  for (i64 h = 0; h < n_hints; h++) {
    const i64* users = p->hint_users + hints[h] * n_words;
    for (i64 w = 0; given[h] && w < n_words; w++) left[w] &= users[w];
  }
  for (i64 w = 0; w < n_words; w++)
    for (int k = 0; k < 2; k++) {
      const u64 word = (u64)left[w], random = randoms[2 * w + k];
      hash[k] += (u64)((u32)word + (u32)random) * (u32)((word >> 32) + (random >> 32));
    }
  for (int k = 0; k < 2; k++) into[k] = (i64)hash[k];
}

/* The lowest of some numbers, or NEVER. */
INNER i64 least_of(i64 n, const i64* numbers) {
  i64 least = NEVER;
  for (i64 at = 0; at < n; at++) least = min_of(least, numbers[at]);
  return least;
}

/* The index of the lowest key, the first of equal ones; -1 if all are NEVER. */
static i64 first_of(i64 n, const i64* keys) {
  const i64 least = least_of(n, keys);
  if (least < NEVER)
    for (i64 at = 0; at < n; at++)
      if (keys[at] == least) return at;
  return -1;
}

/* --- the least total by counting --- */

EXPORT void least_costs(const i64* found, i64 n, i64* costs) {
  i64 turn = 0;
  costs[0] = 0;
  for (i64 i = 1; i <= n; i++) {
    while (turn < LEVELS && found[turn] < i) turn++;
    costs[i] = costs[i - 1] + turn;
  }
}
