/* Memory of the caller, given out piece by piece. */

enum { LINE = 64 }; /* bytes: a piece begins at a cache line, as the whole does */

typedef struct {
  u8* start; /* null: pieces are only counted */
  i64 used, size;
} scratch_t;

/* Take some bytes; null if there are not so many, but they are counted. */
static void* take_bytes(scratch_t* scratch, i64 bytes) {
  const i64 at = scratch->used;
  scratch->used += (bytes + LINE - 1) & -LINE;
  return scratch->start && scratch->used <= scratch->size ? scratch->start + at : 0;
}

/* The same, and all of them 0. */
static void* take_zeros(scratch_t* scratch, i64 bytes) {
  u8* taken = take_bytes(scratch, bytes);
  for (i64 i = 0; i < bytes && taken; i++) taken[i] = 0;
  return taken;
}

/* Whether some of the pieces had no place. */
INNER i64 is_full(const scratch_t* scratch) { return scratch->used > scratch->size; }
