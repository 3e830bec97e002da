/* The arrays of a search in one block of memory. */

EXPORT i64 set_up(problem_t* p, u8* block) {
  const i64 n = p->n_candidates, stride = p->stride, n_codes = p->n_codes;
  scratch_t scratch = {block, 0, NEVER};
  p->even = p->weights[0] == 1;
  p->planar = p->even && n_codes <= PLANAR && !p->n_hints;
  p->n_planes = planes_for(n);
  p->used = p->level = p->failed = p->variety = 0;
  const i64 bytes = p->planar ? stride * bytes_of(n_codes - 1) : 0;
  const i64 large = p->planar && n >= 2 * LARGE; /* it has large sets, of which more is kept */
  p->by_guess = take_zeros(&scratch, 8 * 3 * stride);
  p->slots = take_zeros(&scratch, 8 * 2 * SLOTS);
  p->by_code = take_zeros(&scratch, 8 * 6 * n_codes);
  p->varieties = take_bytes(&scratch, large * SLOTS * VARIETY * bytes);
  p->rows_of = take_bytes(&scratch, (i64)sizeof *p->rows_of * (n + GROUP));
  p->planes = take_bytes(&scratch, p->n_planes * bytes);
  p->overfull = take_bytes(&scratch, 4 * stride);
  p->kinds = take_bytes(&scratch, stride);
  p->twins = take_bytes(&scratch, stride);
  p->pairs = take_bytes(&scratch, 2 * stride);
  p->counts = take_bytes(&scratch, 4 * BLOCK * n_codes);
  p->heavy = take_bytes(&scratch, 8 * BLOCK * n_codes);
  p->costs = take_bytes(&scratch, 8 * (n + 1));
  p->n_log2_n = take_bytes(&scratch, 8 * (n + 1));
  if (block) n_log2_n(n + 1, p->n_log2_n);
  p->arranged_of = take_zeros(&scratch, 8 * 2);
  p->own = take_zeros(&scratch, stride);
  p->guesses = take_bytes(&scratch, 4 * stride);
  p->places = take_bytes(&scratch, 4 * stride);
  p->row_at = take_bytes(&scratch, 4 * n);
  p->rooms = take_bytes(&scratch, large * 2 * p->n_guesses * (n_codes + 1));
  p->reach = take_bytes(&scratch, large * 2 * (stride / STRIP + 1) * (n_codes + 1));
  p->arranged = take_bytes(&scratch, large * (n / 2 + 1) * stride);
  p->allowed = take_bytes(&scratch, p->n_hints ? 8 * p->n_guesses : 0);
  return scratch.used;
}
