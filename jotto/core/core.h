/* What counts: scores, parts, values of guesses, games played out, searches, unlisted words.
 *
 * One source for Python, which calls it through ctypes (see __init__.py), and for the page, which
 * calls it as WebAssembly. No libc, no allocation, no state: every array is the caller's, and
 * nothing is checked here. Sizes come before what they size. Letters of arrays: G guesses,
 * S secrets, A candidates, K score codes.
 *
 * Score codes are uint8, or uint16 for more than 256 scores. What depends on that is compiled for
 * both: CODED(values) is values_8 and values_16. The last code, K - 1, is the win.
 */
#ifndef JOTTO_CORE_H
#define JOTTO_CORE_H

#include <stddef.h>
#include <stdint.h>

typedef int64_t i64;
typedef int32_t i32;
typedef int8_t i8;
typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;

#define R restrict
#define INNER static inline __attribute__((always_inline))
#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#define JOINED(name, bits) name##_##bits
#define SUFFIXED(name, bits) JOINED(name, bits)
#define CODED(name) SUFFIXED(name, CODE_BITS)

#define NEVER ((i64)1 << 60) /* higher than any value or total: there is none */
#define BIT ((i64)1 << 32)   /* the unit of entropy: whole numbers of 2^-32 bits */
enum {
  BLOCK = 512,      /* guesses at a time: their counters stay in the first-level cache */
  WORDS = 1024,     /* words at a time that are scored */
  LONGEST = 10,     /* letters of a word that score_pair takes */
  AT_A_TIME = 1024, /* candidates that parts.c counts in bit planes: below 2^16 */
  SMALL_SET = 64    /* candidates; up to so many, play.c counts the parts of all guesses first */
};

INNER i64 min_of(i64 a, i64 b) { return a < b ? a : b; }
INNER i64 max_of(i64 a, i64 b) { return a > b ? a : b; }

/* Which rule scores words or codes: exact and elsewhere, letters in common, a colour for each
 * letter, that with a code of its own for the win, or letters in place alone. How a rule scores a
 * pair is said once, in rules.c. */
enum { EXACT_ELSEWHERE, JOTS, COLOURS, FIBBLE, BLACK_PEG };

/* What replaces the costs of parts: where secrets have weights, what these cost; EARLIEST: nothing
 * is valued, and the earliest candidate is guessed. */
enum { BY_COSTS, BY_ENTROPY, BY_SIZE, EARLIEST };

/* What a guess is worth: the sum, or the highest, of the costs of its parts; or by weights. */
typedef struct {
  i64 highest;        /* 1: the highest cost instead of the sum */
  i64 weighed;        /* BY_COSTS, or by what their weights cost */
  const i64* costs;   /* (A + 1,) by size; costs[0] is 0, and from 1 on they are convex */
  const i64* weights; /* (S,) of the secrets */
} worth_t;

/* --- numbers.c --- */

/* Tabulate n log2 n for n below `stop` in units of 2^-32 bits, from one rounded logarithm for each
 * prime: values that are equal in exact arithmetic are equal here. */
EXPORT void n_log2_n(i64 stop, i64* table);

/* The base 2 logarithms of whole numbers up to 2^53, rounded alike on every machine. */
EXPORT void logarithms(i64 n, const i64* numbers, double* into);

/* --- worth.c --- */

/* Tabulate what parts of less than `stop` candidates cost by a measure. */
EXPORT void costs(i64 measure, i64 stop, i64* table);

/* What a part costs by its weight: by weighted entropy, or by weighted size. */
EXPORT i64 weighed_cost(i64 weighed, i64 weight, i64 size, i64 win);

/* --- words.c and rules.c: words are rows (N, length) of letters, numbered from 0 --- */

/* Number the letters of words together with their places, each pair once, and return how many
 * there are. `slots (N, length)`: for the first place of a letter its number, else -1.
 * `keys (N x length,)`: the letter << length | a bit for each place. `seen (letters << length,)`
 * is 0. */
EXPORT i64 number_letters(i64 n, i64 length, const u16* words, i32* slots, i64* keys, i32* seen);

/* Score each of `n` words against each of `n_others` into `scores (n, n_others)`. `swapped`: the
 * words are secrets, and the others guesses. `slots`, `n_keys` and `keys`: of the words, see
 * above. `table (n_keys, WORDS)` and `letters (length, WORDS)` are scratch.
 * scores_8: for at most 256 scores. */
EXPORT void scores_8(i64 rule, i64 length, i64 swapped, i64 n, i64 n_keys, const i32* slots,
                     const i64* keys, i64 n_others, const u16* others, u8* table, u16* letters,
                     u8* scores);
EXPORT void scores_16(i64 rule, i64 length, i64 swapped, i64 n, i64 n_keys, const i32* slots,
                      const i64* keys, i64 n_others, const u16* others, u16* table, u16* letters,
                      u16* scores);

/* The score of one guess against one secret by their code points, of at most LONGEST letters. */
EXPORT i64 score_pair(i64 rule, i64 length, const u32* guess, const u32* secret);

/* --- parts.c: `by_secret (S, stride)`, of which G columns are read; `rows (n,)` of it --- */

/* Count the parts of every guess: `sizes (G, K)`. `counts (BLOCK x K,)` is scratch. */
EXPORT void part_sizes_8(i64 n, const i64* rows, i64 n_guesses, i64 stride, i64 n_codes,
                         const u8* by_secret, i32* counts, i64* sizes);

/* Add up the weights of every part of every guess: `sums (G, K)`; `weights (n,)`. */
EXPORT void part_weights_8(i64 n, const i64* rows, const i64* weights, i64 n_guesses, i64 stride,
                           i64 n_codes, const u8* by_secret, i64* sums);

/* Value every guess: `values (G,)`. `counts (BLOCK x K,)` and, if weighed, `sums (BLOCK x K,)` are
 * scratch: all 0 before and after. */
EXPORT void values_8(i64 n, const i64* rows, i64 n_guesses, i64 stride, i64 n_codes,
                     const u8* by_secret, const worth_t* worth, i32* counts, i64* sums,
                     i64* values);
EXPORT void values_16(i64 n, const i64* rows, i64 n_guesses, i64 stride, i64 n_codes,
                      const u16* by_secret, const worth_t* worth, i32* counts, i64* sums,
                      i64* values);

/* Value some guesses, `guesses (n_guesses,)` of `by_guess (G, S)`, within parts that others made:
 * `members`, part after part, `sizes (n_parts,)` of them. What passes `limit` is above it, not
 * exact; `gains (n,)`: what the next candidate adds to the cost of a part, 0 or more. `counts
 * (256,)` or (K,) if that is more, is scratch: all 0 before and after. For parts below 65,536. */
EXPORT void values_within_8(i64 n_parts, const i64* sizes, const i64* members, i64 n_guesses,
                            const i64* guesses, i64 n_secrets, i64 n_codes, const u8* by_guess,
                            const i64* gains, i64 limit, u16* counts, i64* values);
EXPORT void values_within_16(i64 n_parts, const i64* sizes, const i64* members, i64 n_guesses,
                             const i64* guesses, i64 n_secrets, i64 n_codes, const u16* by_guess,
                             const i64* gains, i64 limit, u16* counts, i64* values);

/* --- play.c --- */

/* Play `opening`, then the guess of lowest value, of equals a candidate, then the earliest: the
 * guesses that each of the `n` candidates takes, `lengths (S,)`; of the others nothing is written.
 * `by_secret (S, G)`; `guess_of (S,)` is the index of a secret as a guess, ascending, `secret_of
 * (G,)` that of a guess as a secret, or -1. `scratch`, of so many bytes as the first one says, is
 * all 0 at first; as it is left, it serves for further calls about the same game. */
EXPORT i64 lengths_scratch(i64 n_secrets, i64 n_guesses, i64 n_codes);
EXPORT void lengths_8(i64 n_secrets, i64 n_guesses, i64 n_codes, const u8* by_secret,
                      const worth_t* worth, const i64* guess_of, const i64* secret_of, i64 n,
                      const i64* candidates, i64 n_opening, const i64* opening, u8* scratch,
                      i64* lengths);

/* --- advice.c --- */

/* What `advise` writes for a guess: whether it can be the secret, the bits that its score gives on
 * average, rounded to nine digits, the candidates left on average and at most, the parts, and the
 * chance that it is the secret. */
enum { ADVICE = 6 };

/* Measure guesses by the sizes and weights `(G, K)` of their parts: `into (G, ADVICE)`. `lost
 * (G,)`, or null: weight x bits of the scores that tell nothing of the secret. */
EXPORT void advise(i64 n_guesses, i64 n_codes, const i64* sizes, const i64* weights,
                   const i64* lost, double* into);

/* --- noise.c: answers that may be false --- */

/* In how many ways a score is told while a lie is left: of `whole`, `truly` as it is, `falsely` as
 * each other one but the win. Or, for a rule with lies of its own, as one of `told_as`, each in
 * `ways`. */
typedef struct {
  i64 n_codes, lies, whole, truly, falsely, n_ways;
  const i64* told_as; /* (K - 1, n_ways) */
  const i64* ways;    /* (n_ways,) the same for each score */
} noise_t;

/* Weigh candidates by their prior and by what was `told (T,)`: `weights (n,)`, at least 1, with a
 * sum of about HEAVIEST / whole. `codes (T, n)`: their true scores. `shares (n,)` is scratch. */
#define HEAVIEST ((i64)1 << 50)
EXPORT void weigh_told(const noise_t* noise, i64 n_turns, const i64* told, i64 n, const u16* codes,
                       const i64* prior, double* shares, i64* weights);

/* What the answers to guesses leave. `sizes` and `sums (2, G, K)`: size and weight of each part by
 * the true scores, of the candidates that allow a further lie, and of those that do not. A
 * candidate counts for each answer that it allows: `left` and `told (G, K)`, weights `whole` times
 * as large. `lost (G,)`: weight x bits that the lies alone make. */
EXPORT void hear(const noise_t* noise, i64 n_guesses, const i64* sizes, const i64* sums, i64* left,
                 i64* told, i64* lost);

/* Value guesses by what stays unknown on average, less a bit for a win: `values (G,)`. */
EXPORT void value_heard(i64 n_guesses, i64 n_codes, const i64* told, const i64* lost, i64* values);

/* --- boards.c: several secrets --- */

/* Add to `totals (G,)` what the guesses leave on a board, per candidate, less the chance of a hit.
 * `values (G,)`; `by_bits`: they are bits; `guesses (n,)`, ascending, and `weights (n,)` of the
 * candidates. */
EXPORT void add_board(i64 by_bits, i64 weighed, i64 n_guesses, const i64* values, i64 n,
                      const i64* guesses, const i64* weights, i64* totals);

enum { MOST_AHEAD = 64, MEMORY_BITS = 16 };

/* What is looked ahead from: at most MOST_AHEAD candidates in all, a row for each. */
typedef struct {
  i64 n_boards, n_rows, n_guesses, win;
  i64 apart;           /* no word is a candidate of two boards */
  const u64* sets;     /* (n_boards,) a bit for each row of a board */
  const i64* weights;  /* (n_rows,) */
  const i64* guess_of; /* (n_rows,) */
  const u16* codes;    /* (n_guesses, n_rows) */
  u64* memory;         /* (1 << MEMORY_BITS, 3) all 0 */
} boards_t;

/* Return the guess that ends the games on all boards soonest, over all combinations of secrets; of
 * equals the first. */
EXPORT i64 best_on_boards(const boards_t* boards);

/* --- searches: what table.c, planes.c, least.c and worst.c share ---
 *
 * Candidates are numbered from 0, the heaviest first; guess i < A is candidate i. A set of
 * candidates is an ascending array (n,). Its total is the sum of weight x guesses over it.
 *
 * In hard mode what may be guessed depends on the scores so far. A choice is a hash of the guesses
 * that may be made, 128 bits, and a bit for each guess, 64 to a word: (2 + W,), or (2,) if all may.
 * Candidates always may. Equal sets with different choices are different problems. */

enum {
  LEVELS = 8,    /* guesses after which a bound takes all candidates to be found */
  STRIP = 64,    /* guesses whose codes are a cache line */
  PLANAR = 32,   /* codes, at most, that are counted in bit planes */
  GROUP = 8,     /* candidates that are added together there */
  SLOTS = 64,    /* sets whose varieties are kept */
  VARIETY = 5,   /* bits of a variety */
  DEEPEST = 1000 /* searches within each other; each takes less than 1 kB of the stack */
};
enum { LEAST, MISSED, AFTER_MISSED };         /* rows of the table, by what they are about */
enum { LOST, BOUND, KEY };                    /* rows of by_guess */
enum { SIZE, LOW, CODE_OF, PLACE, HASH };     /* rows of by_code; HASH: and the next */
enum { OUT_OF_MEMORY = -8, TOO_DEEP = -9 };   /* why a search failed, instead of its result */
enum { REFUTED = -1, OPEN, SOLVED, UNTRIED }; /* whether some guesses are enough for a set */

/* What a search reads, its table, and the scratch arrays of its thread: the caller fills the first
 * numbers and arrays, set_up the others. */
typedef struct {
  i64 n_candidates, n_guesses, n_codes;
  i64 stride;            /* from one row of by_secret to the next, a multiple of STRIP */
  i64 column_stride;     /* of columns */
  i64 only_candidates;   /* are guessed */
  i64 n_hints;           /* that a guess may give, in hard mode: they change the choice; or 0 */
  i64 n_rows;            /* of the table, a power of two */
  i64 n_memory;          /* bytes */
  i64 even;              /* all weights are 1 */
  i64 planar;            /* even, and few codes: sizes of parts are counted in bit planes */
  i64 n_planes;          /* that there is space for */
  i64 used;              /* bytes of the memory that the searches in progress have taken */
  i64 level;             /* searches in progress, each within the one before */
  i64 failed;            /* OUT_OF_MEMORY or TOO_DEEP, which ends all of them, or 0 */
  i64 variety;           /* of the set that was bounded last; 0: not known */
  const void* by_secret; /* (A + 1, stride) codes; beyond the guesses, and in the last row, wins */
  const void* columns;   /* (G, column_stride) codes by guess */
  const i64* weights;    /* (A,) descending */
  const u64* randoms;    /* (2, A + 1, 2) of candidates, of the guesses left, see hash_of; then
                            (W, 2) of the words of a choice */
  const u64* salt;       /* (2,) part of each hash: searches with other salts may share a table */
  const i64* hint_users; /* (hints, W) a bit for each guess that uses a hint */
  const i32* hints_of;   /* (G, n_hints) the hints that a guess may give */
  const i64* hint_kinds; /* (G,) */
  const u8* hints_given; /* (kinds, K, n_hints) which of them it gives with a score */
  const i64* widths;     /* (A + 1,) how many guesses are tried for a set of n; all for a proof */
  const i64* tries;      /* (6,) how many are tried with so many guesses left, or five and more, to
                            find a set within a limit that a beam search misses; NULL: none */
  u64* rows;             /* (n_rows, 5) of the table, see table.c; shared by threads */
  const u8* stop;        /* (1,) another thread sets it to 1 to stop the search */
  u8* memory;            /* (n_memory,) */
  i64* by_guess;         /* (3, stride) LOST: the weight of twins, of small sets; BOUND: the least
                            total a guess can lead to; KEY: the lowest is tried first; NEVER: none */
  u64* slots;            /* (SLOTS, 2) the hashes of the sets whose varieties are kept */
  i64* by_code;          /* (6, K) of the parts of a guess; all sizes are 0 between calls */
  u8* varieties;         /* (SLOTS, stride / STRIP, VARIETY, bytes, STRIP), see keep_variety */
  const u8** rows_of;    /* (A + GROUP,) of by_secret: of the set that is counted */
  u8* planes;            /* (stride / STRIP, n_planes, bytes, STRIP), see planes.c */
  u32* overfull;         /* (stride,) candidates of a large set that have no place */
  u8* kinds;             /* (stride,) codes that came */
  u8* twins;             /* (stride,) candidates with an earlier one in their part */
  u16* pairs;            /* (stride,) pairs of candidates in the same part */
  i32* counts;           /* (BLOCK x K,) */
  i64* heavy;            /* (BLOCK x K,) weights */
  i64* costs;            /* (A + 1,) */
  i64* n_log2_n;         /* (A + 1,) */
  u64* arranged_of;      /* (2,) the hash of the large set for which guesses are ordered */
  i32* guesses;          /* (stride,) the guess at each place of the order, see order.c */
  i32* places;           /* (stride,) the place of each guess */
  i32* row_at;           /* (A,) rows of `arranged`, of candidates of the large set */
  u8* arranged;          /* (A / 2 + 1, stride) codes by place; in the first row wins */
  u8* own;               /* (stride,) 1: a candidate; 0 between calls */
  u16* rooms;            /* (G, K + 1) what a guess can find of a subset: [0] two guesses of it, [v]
                            both two and three, if it has the variety v, and 1 more for a win */
  u16* reach;            /* (stride / STRIP + 1, K + 1) the highest from a strip on */
  i64* allowed;          /* (G,) the guesses of a choice */
} problem_t;

/* A set's lower bound, its best total so far or NEVER, and the guess for that or -1. */
typedef struct {
  i64 low, high, guess;
} verdict_t;

/* Fill what the caller does not; the scratch arrays lie in `block`, which begins with by_guess, at
 * an address that is a multiple of STRIP. Returns how many bytes it has. If it is null, the problem
 * can only be set up again. */
EXPORT i64 set_up(problem_t* p, u8* block);

/* The most candidates that 0, 1, .. guesses find, and the least total of 0, 1, .. candidates of
 * weight 1 that follows: `found (LEVELS + 1,)`, `costs (n + 1,)`. */
EXPORT void least_costs(const i64* found, i64 n, i64* costs);

/* Look up a set with `most` guesses left; -1, -1, -1 if it is not in the table. `rows`: about what;
 * LEAST: its total. */
EXPORT void look_up(problem_t* p, i64 rows, i64 n, const i64* members, i64 n_choice,
                    const i64* choice, i64 most, verdict_t* into);

/* Store the bounds of a set; if no row is free, they replace the set with the lowest bound. */
EXPORT void store(problem_t* p, i64 rows, i64 n, const i64* members, i64 n_choice,
                  const i64* choice, i64 most, i64 low, i64 high, i64 guess);

/* Write the choice after a score in hard mode `into (n_choice,)`. */
EXPORT void follow(const problem_t* p, i64 n_choice, const i64* choice, i64 guess, i64 code,
                   i64* into);

/* Bound a set without a search: with at most `most` guesses, if `found` is known of it. */
EXPORT void quick_bounds_8(problem_t* p, i64 n, const i64* members, i64 n_choice, const i64* choice,
                           i64 most, const i64* found, verdict_t* into);

/* Fill BOUND and, if `ordered`, KEY for all guesses; and `mine (LEVELS + 1,)`, what can be found of
 * the set. `found` and `variety`, those of a slot or NULL, are of it or of a superset. */
EXPORT void bound_guesses_8(problem_t* p, i64 n, const i64* members, i64 n_choice,
                            const i64* choice, const i64* found, u8* variety, i64 ordered,
                            i64* mine);

/* Bound one guess in the same way, by its parts and what the table has of them. */
EXPORT i64 bound_guess_8(problem_t* p, i64 n, const i64* members, i64 guess, i64 most,
                         const i64* found, u8* variety);

/* Return the least total of a set if that is below `limit`, else a bound not below it.
 *
 * Depth-first branch and bound; the best guess is in the table. In a beam search both hold for the
 * guesses tried. `most` guesses are left; after `depth` of them, if that is less, bounds stand for
 * totals. `found` is known of the set or of a superset. If the search is stopped, the result is
 * only a lower bound. If `only` has one guess, no other is tried, and nothing is stored; if it has
 * more, ascending, they stand for all, by symmetry.
 *
 * If the memory is too small, the result is OUT_OF_MEMORY; then what the search has stored is true,
 * and it can be repeated with more. TOO_DEEP: there are more than DEEPEST searches in progress. */
EXPORT i64 least_8(problem_t* p, i64 n, const i64* members, i64 n_choice, const i64* choice,
                   i64 limit, i64 most, i64 depth, const i64* found, i64 n_only, const i64* only);

/* Return how many of a set `most` guesses can find at most, by counting.
 *
 * Two guesses find at most one candidate in each part of the first; k + 1 guesses find, in each
 * part, at most what k guesses find in all. The sizes of the parts of this set are used. `parts`
 * gets the most parts of a guess, or if codes are many an upper bound. */
EXPORT i64 capacity_for_8(const problem_t* p, i64 n, const i64* members, i64 most, i64* parts);

/* Fill KEY by what is to be found after a guess: NEVER if a part is too large for the guesses left.
 */
EXPORT void value_parts_8(const problem_t* p, i64 n, const i64* members, i64 most);

/* Return SOLVED or REFUTED if that is known of a set, OPEN if so much effort failed, else UNTRIED.
 */
EXPORT i64 recalled(const problem_t* p, i64 n, const i64* members, i64 n_choice, const i64* choice,
                    i64 most, i64 effort);

/* Store an answer, with the guess of the strategy or -1. */
EXPORT void learn(const problem_t* p, i64 n, const i64* members, i64 n_choice, const i64* choice,
                  i64 most, i64 answer, i64 guess, i64 effort);

/* Decide whether `most` guesses are enough for a set: SOLVED, OPEN or REFUTED; or it fails as
 * least_8 does.
 *
 * With m guesses left the first `widths[m]` guesses are tried, with more than five `widths[5]`;
 * what is refuted is proved, for any width. `effort`: the number of these widths, higher for wider
 * ones. If the search is stopped, the answer may be OPEN. */
EXPORT i64 decide_8(problem_t* p, i64 n, const i64* members, i64 n_choice, const i64* choice,
                    i64 most, const i64* widths, i64 effort);

/* --- within.c: the most candidates within some guesses ---
 *
 * What a strategy misses is the weight of the candidates that it does not find within `most`
 * guesses. */

/* Return the least that a strategy misses of a set if that is below `limit`, else a bound not below
 * it: with arguments as of least_8, and the same failures. The best guess is in the table, in the
 * rows MISSED. If not `ahead`, guesses are only counted, and the result is a lower bound. */
EXPORT i64 missed_8(problem_t* p, i64 n, const i64* members, i64 n_choice, const i64* choice,
                    i64 limit, i64 most, i64 ahead, const i64* found, i64 n_only, const i64* only);

/* Fill BOUND with what each guess misses at least, and KEY. */
EXPORT void bound_missed_8(problem_t* p, i64 n, const i64* members, i64 n_choice, const i64* choice,
                           i64 most, const i64* found);

/* Return the least total of the strategies that miss the least, in the same way; AFTER_MISSED. */
EXPORT i64 least_after_missed_8(problem_t* p, i64 n, const i64* members, i64 n_choice,
                                const i64* choice, i64 limit, i64 most, const i64* found,
                                i64 n_only, const i64* only);

/* --- letters.c: the model of unlisted words ---
 *
 * L places, M letters of the alphabet, numbered from 0; M < 65536, and M^L < 2^62 strings. `M` also
 * stands for no letter: before the first place, and in a guess for a letter that no string has.
 * Words and strings are rows (n, L). A cost is -log2 of a probability in 1024ths of a bit.
 *
 * `costs (L, M + 1, M + 1, M)`: of a letter at a place after two others.
 * Tallies say that a sum over the letters of a string is within bounds. A row of them has what a
 * letter adds at each place, (L, M), 0 or 1; caps, (M): a letter adds 1 more where it has fewer
 * copies before it than this; the least sum; the highest. */

/* The strings that agree with tallies. A function that returns -1 had too little scratch: call it
 * again with twice as much. */
typedef struct {
  i64 length, n_letters, n_rows, n_scratch;
  const i8* rows;    /* (n_rows, (L + 1) x M + 2) tallies */
  const u8* follows; /* (M + 1, M + 1, M) whether a letter may come after two others; null: all */
  u8* scratch;       /* (n_scratch,) bytes, at an address that is a multiple of 16 */
} strings_t;

/* Write the tallies of a guess that has from `least_exact` to `most_exact` letters in the right
 * place, and so many in common with every string: 2 rows. Returns their number. */
EXPORT i64 tally_pairs(i64 length, i64 n_letters, const u16* guess, i64 least_exact, i64 most_exact,
                       i64 least_common, i64 most_common, i8* rows);

/* The same for a guess with colours, `marks (L,)`: 2 in place, 1 elsewhere, 0 no further copies. At
 * most 1 + L rows. */
EXPORT i64 tally_marks(i64 length, i64 n_letters, const u16* guess, const u8* marks, i8* rows);

/* Learn `costs` from words. `bits`, of doubles: scratch of so many bytes as the first one says. */
EXPORT i64 learn_letters_scratch(i64 length, i64 n_letters);
EXPORT void learn_letters(i64 length, i64 n_letters, i64 n, const u16* words, double* bits,
                          i32* costs);

/* Add up what the letters of each string cost: `into (n,)`. */
EXPORT void cost_strings(i64 length, i64 n_letters, const i32* costs, i64 n, const u16* strings,
                         i64* into);

/* The probabilities of costs: `shares (n,)`. */
EXPORT void share_costs(i64 n, const i64* costs, double* shares);

/* Whole weights, with a sum of about 2^40, of the unlisted words that have these costs: by the
 * probabilities to the power of 0.4, as the model is too sure. People choose words for other
 * reasons than their letters: of 250 words of SCOWL's level 80 the likeliest was right in 0.32 of
 * games, when no listed word was left; its mean probability is 0.68 without, 0.35 with 0.4. */
EXPORT void weigh_costs(i64 n, const i64* costs, i64* weights);

/* Add up their probabilities: `sum (1,)`. Returns 0; or -2 if that takes more than `most` prefixes,
 * merged where they have the same continuations. */
EXPORT i64 add_chances(const strings_t* all, const i32* costs, i64 most, double* sum);

/* Group them by the sums of the first `n_open` tallies, which is one group of all if that is 0:
 * `numbers (room,)` of strings in a group, and one of each, `strings (room, L)`. Returns how many
 * groups there are; -2 if that is more than `room`. */
EXPORT i64 sample_strings(const strings_t* all, i64 n_open, i64 room, i64* numbers, u16* strings);

/* Which of `strings (n, L)`, whose letters may be others, are among them: `matches (n,)`. Returns
 * 0. */
EXPORT i64 match_strings(const strings_t* all, i64 n, const u16* strings, u8* matches);

/* List the likeliest of them, then by their letters: `strings (most, L)`, and their costs,
 * `best (most,)`; returns how many there are. The cost of those in `common` is lowered by their
 * bonus; if `alone`, no others, quickly if they are in order. None of `excluded`; if `after` is not
 * null, only those that come after it, which has `after_cost`. */
EXPORT i64 list_strings(const strings_t* all, const i32* costs, i64 n_common, const u16* common,
                        const i64* bonuses, i64 alone, i64 n_excluded, const u16* excluded,
                        i64 after_cost, const u16* after, i64 most, i64* best, u16* strings);

/* The probability that the secret is an unlisted word, by Bayes' theorem: `chance (1,)`. `before`
 * any turn; by the letter model, the probability of the strings that agree, of the listed ones of
 * them, of all strings, of all listed ones; `left` of the prior of the list. */
EXPORT void chance_unlisted(double before, double agreeing, double listed_agreeing, double all,
                            double listed, double left, double* chance);

#endif
