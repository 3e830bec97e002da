/* How a guess is scored against a secret.
 *
 * What one letter adds to a score depends only on its places in the guess and in the secret. So
 * the scores of a word against many others are the sum of at most `length` rows of a table, which
 * is made once for each letter with its places: some 500 rows for 13,000 words of five letters.
 * It is made for WORDS others at a time, so that it stays in the second-level cache.
 */

/* Fill the row of the table for a letter of a word: what it adds to the scores against `n` others.
 * `letters (length, WORDS)` of the others. Colours are digits of base 3, the first place the
 * highest: 2 in place, 1 elsewhere; of equal letters elsewhere the first ones of the guess. In the
 * sums of the rules without colours the letters in common count 1, those in place 16. */
INNER void CODED(fill_row)(i64 rule, i64 length, i64 swapped, i64 key, i64 n, const u16* letters,
                           CODE* R row) {
  u8 in_place[WORDS], common[WORDS];
  const u16 letter = (u16)(key >> length);
  u8 n_places = 0;
  for (i64 g = 0; g < n; g++) in_place[g] = common[g] = 0;
  for (i64 place = 0; place < length; place++) {
    const u16* R at = letters + place * WORDS;
    for (i64 g = 0; g < n; g++) common[g] += at[g] == letter;
    if (!(key >> place & 1)) continue;
    n_places++;
    for (i64 g = 0; g < n; g++) in_place[g] += at[g] == letter;
  }
  if (rule != COLOURS && rule != FIBBLE) {
    for (i64 g = 0; g < n; g++)
      row[g] = (CODE)(16 * in_place[g] + (common[g] < n_places ? common[g] : n_places));
    return;
  }
  u8* elsewhere = common; /* how many more are in the secret */
  for (i64 g = 0; g < n; g++) elsewhere[g] = (swapped ? n_places : common[g]) - in_place[g];
  for (i64 g = 0; g < n; g++) row[g] = 0;
  for (i64 place = 0; place < length; place++) {
    const u16* R at = letters + place * WORDS;
    const CODE here = key >> place & 1;
    for (i64 g = 0; g < n; g++) {
      CODE has = at[g] == letter, green = has & here;
      CODE guessed = swapped ? has : here, yellow = guessed & !green & (elsewhere[g] > 0);
      elsewhere[g] -= (u8)yellow;
      row[g] = (CODE)(3 * row[g] + 2 * green + yellow);
    }
  }
}

/* Turn sums into codes. Those of EXACT_ELSEWHERE ascend by (exact, elsewhere), without the pair
 * (length - 1, 1); the last one of JOTS is the win, and of FIBBLE, which has one more; that of
 * BLACK_PEG is how many letters are in place. Comparisons take a quarter of the time of a table
 * with 256 codes, which is not read by several lanes at once. */
INNER void CODED(to_codes)(i64 rule, i64 length, i64 n, const CODE* R sums, CODE* R codes) {
  const CODE win = (CODE)(16 * length);
  for (i64 g = 0; g < n; g++) codes[g] = sums[g];
  if (rule == COLOURS) return;
  if (rule == FIBBLE) {
    CODE green = 0;
    for (i64 place = 0; place < length; place++) green = (CODE)(3 * green + 2);
    for (i64 g = 0; g < n; g++) codes[g] += codes[g] == green;
    return;
  }
  if (rule == BLACK_PEG) {
    for (i64 g = 0; g < n; g++) codes[g] >>= 4;
    return;
  }
  for (i64 g = 0; g < n; g++) codes[g] &= 15;
  if (rule == JOTS) {
    for (i64 g = 0; g < n; g++) codes[g] += sums[g] >= win;
    return;
  }
  for (i64 exact = 1; exact <= length; exact++) {
    const CODE least = (CODE)(16 * exact), more = (CODE)(length + 1 - exact - (exact == length));
    for (i64 g = 0; g < n; g++) codes[g] += sums[g] >= least ? more : 0;
  }
}

EXPORT void CODED(scores)(i64 rule, i64 length, i64 swapped, i64 n, i64 n_keys, const i32* slots,
                          const i64* keys, i64 n_others, const u16* others, CODE* table,
                          u16* letters, CODE* scores) {
  CODE sums[WORDS];
  for (i64 start = 0; start < n_others; start += WORDS) {
    const i64 some = min_of(WORDS, n_others - start);
    for (i64 g = 0; g < some; g++)
      for (i64 place = 0; place < length; place++)
        letters[place * WORDS + g] = others[(start + g) * length + place];
    for (i64 k = 0; k < n_keys; k++)
      CODED(fill_row)(rule, length, swapped, keys[k], some, letters, table + k * WORDS);
    for (i64 word = 0; word < n; word++) {
      for (i64 g = 0; g < some; g++) sums[g] = 0;
      for (i64 place = 0; place < length; place++) {
        const i64 slot = slots[word * length + place];
        if (slot < 0) continue;
        const CODE* R row = table + slot * WORDS;
        for (i64 g = 0; g < some; g++) sums[g] += row[g];
      }
      CODED(to_codes)(rule, length, some, sums, scores + word * n_others + start);
    }
  }
}
