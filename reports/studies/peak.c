// How many edges of a max-plus recursion a core can do with AVX2, and how many bytes it can read,
// on one thread: a line of JSON, per second. No load of a score is counted, nothing else is done.
//   cc -O3 -o peak peak.c
#include <immintrin.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define AVX2 __attribute__((target("avx2")))
#define REGISTERS 12
#define ROUNDS 99
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
// acc_i = max(acc_i, acc_{i+1} + c): an addition and a maximum an edge, all independent in a pass.
#define PEAK(name, real, vec, suffix, lanes)                                                   \
AVX2 static double name(void) {                                                                \
  double best = 0; long passes = 200000; volatile real sink;                                  \
  for (int round = 0; round < ROUNDS; round++) {                                               \
    vec a[REGISTERS], c = _mm256_set1_##suffix(-1);                                            \
    for (int i = 0; i < REGISTERS; i++) a[i] = _mm256_set1_##suffix(i);                        \
    double start = now();                                                                      \
    for (long n = 0; n < passes; n++) {                                                        \
      vec first = a[0];                                                                        \
      for (int i = 0; i < REGISTERS; i++)                                                      \
        a[i] = _mm256_max_##suffix(_mm256_add_##suffix(i + 1 < REGISTERS ? a[i + 1] : first, c), a[i]); \
      __asm__ volatile("" : "+x"(a[0]));                                                       \
    }                                                                                          \
    double rate = (double)passes * REGISTERS * lanes / (now() - start);                        \
    for (int i = 1; i < REGISTERS; i++) a[0] = _mm256_max_##suffix(a[0], a[i]);                \
    real out[lanes]; _mm256_storeu_##suffix(out, a[0]); sink = out[0]; (void)sink;             \
    if (rate > best) best = rate;                                                              \
  }                                                                                            \
  return best;                                                                                 \
}
PEAK(peak32, float, __m256, ps, 8)
PEAK(peak64, double, __m256d, pd, 4)
AVX2 static double bandwidth(void) {
  size_t size = (size_t)128 << 20, count = size / 8;
  double *from = malloc(size), best = 0; volatile double sink;
  for (size_t i = 0; i < count; i++) from[i] = (double)i;
  for (int round = 0; round < ROUNDS / 8; round++) {
    __m256d a[8];
    for (int i = 0; i < 8; i++) a[i] = _mm256_setzero_pd();
    double start = now();
    for (size_t at = 0; at < count; at += 32)
      for (int i = 0; i < 8; i++) a[i] = _mm256_max_pd(_mm256_loadu_pd(from + at + 4 * i), a[i]);
    double rate = size / (now() - start);
    for (int i = 1; i < 8; i++) a[0] = _mm256_max_pd(a[0], a[i]);
    double out[4]; _mm256_storeu_pd(out, a[0]); sink = out[0]; (void)sink;
    if (rate > best) best = rate;
  }
  return best;
}
int main(void) {
  if (!__builtin_cpu_supports("avx2")) { fputs("this processor has no AVX2\n", stderr); return 1; }
  printf("{\"float32\":%.4g,\"float64\":%.4g,\"bytes\":%.4g}\n", peak32(), peak64(), bandwidth());
  return 0;
}
