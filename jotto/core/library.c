/* What the loader asks: whether the library was built from these sources, and for this processor.
 */

#ifndef SOURCES
#define SOURCES 0
#endif

/* A number that is another for other sources. */
EXPORT i64 sources(void) { return SOURCES; }

/* Whether the processor has what x86-64-v3 needs, AVX2 above all (System V psABI, 3.1.1). */
EXPORT i64 has_v3(void) {
#if defined(__x86_64__)
  u32 a, b, c, d;
  __asm__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(1), "c"(0));
  const u32 basic = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29; /* FMA .. OSXSAVE, F16C */
  if ((c & basic) != basic) return 0;
  __asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  if ((a & 6) != 6) return 0; /* the system keeps the wide registers */
  __asm__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(0x80000001), "c"(0));
  if (!(c & 1u << 5)) return 0; /* LZCNT */
  __asm__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(7), "c"(0));
  const u32 further = 1u << 3 | 1u << 5 | 1u << 8; /* BMI1, AVX2, BMI2 */
  return (b & further) == further;
#else
  return 0;
#endif
}
