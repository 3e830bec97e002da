/* Open core.bin of this folder as a program of its system does, and let it count; scripts/wheels.py
 * runs this, also for other systems. Ends with the level of the processor, 0, 3 or 4, if the largest
 * parts of the five kinds of first guesses of Mastermind are those of Knuth (1977), for both types of
 * score codes; else with 1, or 2 if there is no library. */
#include "../jotto/core/core.h"

i64 level(void); /* of library.c */

#ifdef _WIN32 /* without a libc, which zig would compile for a minute */
__declspec(dllimport) void* LoadLibraryA(const char* path);
__declspec(dllimport) void* GetProcAddress(void* library, const char* name);
__declspec(dllimport) void ExitProcess(unsigned status);
int main(void);
void __main(void) {}
void start(void) { ExitProcess((unsigned)main()); }
#define OPENED LoadLibraryA("core.bin")
#define ADDRESS GetProcAddress
#else
#include <dlfcn.h>
#define OPENED dlopen("./core.bin", RTLD_NOW)
#define ADDRESS dlsym
#endif
#define FUNCTION(name) ((__typeof__(name)*)ADDRESS(library, #name))

enum { LENGTH = 4, COLOURS_OF_PEGS = 6, N = 1296, CODES = 15, CELLS = N * N };
static u16 words[N * LENGTH], letters[LENGTH * WORDS];
static i32 slots[N * LENGTH], seen[COLOURS_OF_PEGS << LENGTH], counts[BLOCK * CODES];
static i64 keys[N * LENGTH], rows[N], sizes[N + 1], values[N];
static const i64 guesses[] = {0, 1, 7, 8, 51}; /* 0000, 0001, 0011, 0012, 0123 */
static const i64 largest[] = {625, 317, 256, 276, 312};

#define CHECK(bits)                                                                       \
  static u##bits scores_of_##bits[CELLS], table_##bits[COLOURS_OF_PEGS * 16 * WORDS];     \
  static int check_##bits(void* library, i64 n_keys) {                                    \
    const worth_t worth = {1, BY_COSTS, sizes, 0};                                        \
    FUNCTION(scores_##bits)                                                               \
    (EXACT_ELSEWHERE, LENGTH, 1, N, n_keys, slots, keys, N, words, table_##bits, letters, \
     scores_of_##bits);                                                                   \
    FUNCTION(values_##bits)                                                               \
    (N, rows, N, N, CODES, scores_of_##bits, &worth, counts, 0, values);                  \
    for (i64 i = 0; i < 5; i++)                                                           \
      if (values[guesses[i]] != largest[i]) return 0;                                     \
    return 1;                                                                             \
  }
CHECK(8)
CHECK(16)

int main(void) {
  void* library = OPENED;
  if (!library) return 2;
  for (i64 i = 0; i < N; i++) {
    rows[i] = i;
    for (i64 at = LENGTH, rest = i; at--; rest /= COLOURS_OF_PEGS)
      words[i * LENGTH + at] = (u16)(rest % COLOURS_OF_PEGS);
  }
  FUNCTION(costs)(1, N + 1, sizes); /* minimax: the sizes */
  const i64 n_keys = FUNCTION(number_letters)(N, LENGTH, words, slots, keys, seen);
  if (!check_8(library, n_keys) || !check_16(library, n_keys)) return 1;
  return (int)FUNCTION(level)();
}
