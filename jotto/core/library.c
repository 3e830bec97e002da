/* What the loader asks: whether the library was built from these sources, and for this processor.
 */

#ifndef SOURCES
#define SOURCES 0
#endif

/* A number that is another for other sources. */
EXPORT i64 sources(void) { return SOURCES; }

/* The level of an x86-64 processor as far as it matters: 3, AVX2 above all, 4, AVX-512, or 0
 * (System V psABI, 3.1.1). */
EXPORT i64 level(void) {
#if defined(__x86_64__)
  u32 a, b, c, d, kept;
  __asm__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(1), "c"(0));
  const u32 basic = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29; /* FMA .. OSXSAVE, F16C */
  if ((c & basic) != basic) return 0;
  __asm__("xgetbv" : "=a"(kept), "=d"(d) : "c"(0));
  if ((kept & 6) != 6) return 0; /* the system keeps the wide registers */
  __asm__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(0x80000001), "c"(0));
  if (!(c & 1u << 5)) return 0; /* LZCNT */
  __asm__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(7), "c"(0));
  const u32 further = 1u << 3 | 1u << 5 | 1u << 8; /* BMI1, AVX2, BMI2 */
  if ((b & further) != further) return 0;
  const u32 widest = 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31; /* F, DQ, CD, BW, VL */
  return (kept & 0xE6) == 0xE6 && (b & widest) == widest ? 4 : 3;
#else
  return 0;
#endif
}
