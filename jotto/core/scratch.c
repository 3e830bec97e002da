/* Memory of the caller, given out piece by piece. */

enum { LINE = 64 }; /* bytes: a piece begins at a cache line, as the whole does */

typedef struct {
  u8* start; /* null: pieces are only counted */
  i64 used, size;
} scratch_t;

#ifdef __SANITIZE_ADDRESS__ /* what lies between pieces is not to be touched */
void __asan_poison_memory_region(const volatile void* start, size_t bytes);
#define LEAVE(start, bytes) __asan_poison_memory_region(start, (size_t)(bytes))
enum { GAP = LINE };
#else
#define LEAVE(start, bytes) ((void)0)
enum { GAP = 0 };
#endif

/* Take some bytes; null if there are not so many, but they are counted. Not inlined: 2 kB less of
 * the page. */
__attribute__((noinline)) static void* take_bytes(scratch_t* scratch, i64 bytes) {
  const i64 at = scratch->used;
  scratch->used += ((bytes + LINE - 1) & -LINE) + GAP;
  if (!scratch->start || scratch->used > scratch->size) return 0;
  LEAVE(scratch->start + at + bytes, scratch->used - at - bytes);
  return scratch->start + at;
}

/* The same, and all of them 0. */
static void* take_zeros(scratch_t* scratch, i64 bytes) {
  u8* taken = take_bytes(scratch, bytes);
  for (i64 i = 0; i < bytes && taken; i++) taken[i] = 0;
  return taken;
}

/* Whether some of the pieces had no place. */
INNER i64 is_full(const scratch_t* scratch) { return scratch->used > scratch->size; }
