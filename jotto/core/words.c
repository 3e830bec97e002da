/* Letters of words with their places. */

EXPORT i64 number_letters(i64 n, i64 length, const u16* words, i32* slots, i64* keys, i32* seen) {
  i64 n_keys = 0;
  for (i64 word = 0; word < n; word++) {
    const u16* letters = words + word * length;
    for (i64 place = 0; place < length; place++) {
      i64 places = 0, first = place;
      for (i64 other = length - 1; other >= 0; other--) {
        if (letters[other] != letters[place]) continue;
        places |= (i64)1 << other;
        first = other;
      }
      i64 key = (i64)letters[place] << length | places;
      if (first == place && seen[key] == 0) {
        keys[n_keys++] = key;
        seen[key] = (i32)n_keys;
      }
      slots[word * length + place] = first == place ? seen[key] - 1 : -1;
    }
  }
  return n_keys;
}
