/* One guess against one secret: the loop of rules.c, without arrays of the caller's. */

EXPORT i64 score_pair(i64 rule, i64 length, const u32* guess, const u32* secret) {
  u16 others[LONGEST], table[LONGEST * WORDS], letters[LONGEST * WORDS], code;
  i32 slots[LONGEST];
  i64 keys[LONGEST], n_keys = 0;
  for (i64 place = 0; place < length; place++) { /* a letter's number: its first place of both */
    i64 mine = 0, other = 0;
    while (guess[mine] != guess[place]) mine++;
    while (other < length && guess[other] != secret[place]) other++;
    others[place] = (u16)other;
    slots[place] = mine < place ? -1 : (i32)n_keys;
    if (mine == place) keys[n_keys++] = place << length;
    for (i64 key = 0; key < n_keys; key++)
      if (keys[key] >> length == mine) keys[key] |= (i64)1 << place;
  }
  scores_16(rule, length, 0, 1, n_keys, slots, keys, 1, others, table, letters, &code);
  return code;
}
