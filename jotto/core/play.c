/* Games played out: the guess of lowest value at every position, for all secrets at once. */

/* A game that is played out, with scratch arrays. */
typedef struct {
  i64 n_guesses, n_codes;
  const CODE* by_secret;
  const worth_t* worth;
  const i64 *guess_of, *secret_of;
  u8* inside;  /* (S,) whether a secret is a candidate; all 0 between calls, as the next three */
  i64* totals; /* (K,) of weights */
  i32* counts; /* (BLOCK x K,) */
  i64* sums;   /* (BLOCK x K,) */
  u32* masks;  /* (BLOCK,) a bit for each code */
  u8* n_parts; /* (G,) */
  i64* sizes;  /* (K,) */
  i64* heavy;  /* (SMALL_SET,) */
  i64* values; /* (G,) */
  i64 *left, *sorted, *stack; /* (S,), (S,), (S, 3) */
} CODED(play);

static i64 CODED(lay_out)(CODED(play) * game, i64 n_secrets, u8* block) {
  const i64 n_guesses = game->n_guesses, n_codes = game->n_codes;
  scratch_t scratch = {block, 0, NEVER};
  game->inside = take_bytes(&scratch, n_secrets);
  game->totals = take_bytes(&scratch, 8 * n_codes);
  game->counts = take_bytes(&scratch, 4 * BLOCK * n_codes);
  game->sums = take_bytes(&scratch, 8 * BLOCK * n_codes);
  game->masks = take_bytes(&scratch, 4 * BLOCK);
  game->n_parts = take_bytes(&scratch, n_guesses);
  game->sizes = take_bytes(&scratch, 8 * n_codes);
  game->heavy = take_bytes(&scratch, 8 * SMALL_SET);
  game->values = take_bytes(&scratch, 8 * n_guesses);
  game->left = take_bytes(&scratch, 8 * n_secrets);
  game->sorted = take_bytes(&scratch, 8 * n_secrets);
  game->stack = take_bytes(&scratch, 8 * 3 * n_secrets);
  return scratch.used;
}

/* Fill `sizes (K,)` with the sizes of the parts of a guess; return the number of parts. */
INNER i64 CODED(parts_of)(const CODED(play) * game, i64 n, const i64* members, i64 guess) {
  const CODE* column = game->by_secret + guess;
  i64 n_parts = 0;
  for (i64 k = 0; k < game->n_codes; k++) game->sizes[k] = 0;
  for (i64 i = 0; i < n; i++) n_parts += game->sizes[column[members[i] * game->n_guesses]]++ == 0;
  return n_parts;
}

INNER int CODED(is_candidate)(const CODED(play) * game, i64 guess) {
  return game->secret_of[guess] >= 0 && game->inside[game->secret_of[guess]];
}

/* Value a guess for a small set. */
INNER i64 CODED(value_of)(const CODED(play) * game, i64 n, const i64* members, i64 guess) {
  const worth_t* worth = game->worth;
  i64 value = 0;
  CODED(parts_of)(game, n, members, guess);
  if (!worth->weighed) {
    for (i64 k = 0; k < game->n_codes; k++) {
      const i64 cost = worth->costs[game->sizes[k]];
      value = worth->highest ? max_of(value, cost) : value + cost;
    }
    return value;
  }
  for (i64 i = 0; i < n; i++)
    game->totals[game->by_secret[members[i] * game->n_guesses + guess]] +=
        worth->weights[members[i]];
  for (i64 k = 0; k < game->n_codes; k++) {
    if (!game->totals[k]) continue;
    const i64 win = k == game->n_codes - 1;
    value += weighed_cost(worth->weighed, game->totals[k], game->sizes[k], win);
    game->totals[k] = 0;
  }
  return value;
}

/* Count the codes that each guess gets, at most 32, into `n_parts`; return the most. It ends at the
 * first block that has a guess which tells all candidates apart. */
static i64 CODED(count_kinds)(const CODED(play) * game, i64 n, const i64* members) {
  u32* R masks = game->masks;
  i64 most = 0;
  for (i64 start = 0; start < game->n_guesses && most < n; start += BLOCK) {
    const i64 some = min_of(BLOCK, game->n_guesses - start);
    u8 *R kinds = game->n_parts + start, fullest = 0;
    for (i64 g = 0; g < some; g++) masks[g] = 0;
    for (i64 i = 0; i < n; i++) {
      const CODE* R row = game->by_secret + members[i] * game->n_guesses + start;
      for (i64 g = 0; g < some; g++) masks[g] |= (u32)1 << row[g];
    }
    for (i64 g = 0; g < some; g++) {
      kinds[g] = (u8)__builtin_popcount(masks[g]);
      fullest = kinds[g] > fullest ? kinds[g] : fullest;
    }
    most = max_of(most, fullest);
  }
  return most;
}

/* Return the guess of lowest value for a small set, without a look at those with too few parts. */
static i64 CODED(best_by_parts)(const CODED(play) * game, i64 n, const i64* members) {
  const i64 fullest = CODED(count_kinds)(game, n, members), weighed = game->worth->weighed;
  i64 best = -1, least = NEVER, own = 0;
  if (fullest == n) /* a guess tells all apart: only candidates can be better */
    for (best = 0; game->n_parts[best] < n;) best++;
  if (weighed) {
    if (best >= 0) least = CODED(value_of)(game, n, members, best);
    for (i64 i = 0; i < n; i++) {
      const i64 guess = game->guess_of[members[i]];
      const i64 value = CODED(value_of)(game, n, members, guess);
      if (value < least || (value == least && !own)) best = guess, own = 1, least = value;
    }
  }
  if (fullest == n) return best;
  if (weighed) sort_weights(n, members, game->worth->weights, game->heavy);
  for (i64 p = fullest; p > 0 && least_of_parts(n, p, game->worth, game->heavy) <= least; p--) {
    for (i64 g = 0; g < game->n_guesses; g++) {
      if (game->n_parts[g] != p) continue;
      const i64 value = CODED(value_of)(game, n, members, g);
      if (value > least) continue;
      const i64 can = CODED(is_candidate)(game, g);
      if (value < least || (can && !own) || (can == own && g < best))
        best = g, own = can, least = value;
    }
  }
  return best;
}

/* Return the guess of lowest value; of equals a candidate, then the earliest. */
static i64 CODED(best_guess)(const CODED(play) * game, i64 n, const i64* members) {
  if (n <= game->n_codes && !game->worth->weighed)
    for (i64 i = 0; i < n; i++)
      if (CODED(parts_of)(game, n, members, game->guess_of[members[i]]) == n)
        return game->guess_of[members[i]];
  if (n <= SMALL_SET && game->n_codes <= 32) return CODED(best_by_parts)(game, n, members);
  CODED(values)(n, members, game->n_guesses, game->n_guesses, game->n_codes, game->by_secret,
                game->worth, game->counts, game->sums, game->values);
  i64 best = 0, own = CODED(is_candidate)(game, 0);
  for (i64 g = 1; g < game->n_guesses; g++) {
    if (game->values[g] > game->values[best]) continue;
    const i64 can = CODED(is_candidate)(game, g);
    if (game->values[g] < game->values[best] || (can && !own)) best = g, own = can;
  }
  return best;
}

/* Sort a set by the score of a guess, and put the parts that are not found on the stack; return
 * how high it is. */
static i64 CODED(push_parts)(const CODED(play) * game, i64 start, i64 stop, i64 depth, i64 guess,
                             i64 height, i64* lengths) {
  const i64 win = game->n_codes - 1;
  i64 *sizes = game->sizes, *left = game->left, at = start;
  CODED(parts_of)(game, stop - start, left + start, guess);
  for (i64 k = 0; k <= win; k++) {
    if (sizes[k] && k != win) {
      i64* part = game->stack + 3 * height++;
      part[0] = at, part[1] = at + sizes[k], part[2] = depth + 1;
    }
    at += sizes[k];
    sizes[k] = at - sizes[k];
  }
  for (i64 i = start; i < stop; i++) {
    const CODE code = game->by_secret[left[i] * game->n_guesses + guess];
    if (code == win) lengths[left[i]] = depth;
    game->sorted[sizes[code]++] = left[i];
  }
  for (i64 i = start; i < stop; i++) left[i] = game->sorted[i];
  return height;
}

#if CODE_BITS == 8
EXPORT i64 lengths_scratch(i64 n_secrets, i64 n_guesses, i64 n_codes) {
  play_8 game = {.n_guesses = n_guesses, .n_codes = n_codes};
  return lay_out_8(&game, n_secrets, 0);
}
#endif

EXPORT void CODED(lengths)(i64 n_secrets, i64 n_guesses, i64 n_codes, const CODE* by_secret,
                           const worth_t* worth, const i64* guess_of, const i64* secret_of, i64 n,
                           const i64* candidates, i64 n_opening, const i64* opening, u8* scratch,
                           i64* lengths) {
  CODED(play) game = {n_guesses, n_codes, by_secret, worth, guess_of, .secret_of = secret_of};
  CODED(lay_out)(&game, n_secrets, scratch);
  i64 *stack = game.stack, height = 1;
  for (i64 i = 0; i < n; i++) game.left[i] = candidates[i];
  stack[0] = 0, stack[1] = n, stack[2] = 1; /* start, stop, depth; parts are at most n */
  while (height) {
    const i64* part = stack + 3 * --height;
    const i64 start = part[0], stop = part[1], depth = part[2], size = stop - start;
    i64 *members = game.left + start, guess;
    if (depth <= n_opening) {
      guess = opening[depth - 1];
    } else if (worth->weighed == EARLIEST) {
      guess = guess_of[members[0]];
    } else if (size <= 2) {
      const i64 swapped = size == 2 && worth->weights[members[1]] > worth->weights[members[0]];
      for (i64 i = 0; i < size; i++) lengths[members[i]] = depth + (swapped ? !i : i);
      continue;
    } else {
      for (i64 i = 0; i < size; i++) game.inside[members[i]] = 1;
      guess = CODED(best_guess)(&game, size, members);
      for (i64 i = 0; i < size; i++) game.inside[members[i]] = 0;
    }
    height = CODED(push_parts)(&game, start, stop, depth, guess, height, lengths);
  }
}
