// How many edges of a max-plus recursion a core can do with AVX2, and how many bytes it can read,
// on one thread: a line of JSON, per second. In registers, without a load of a score; and as steps of
// several sentences at once over L labels, with transitions as they lie in memory and nothing else.
//   cc -O3 -o peak peak.c && ./peak 319
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
// next_s(y) = max_x (alpha_s(x) + e(x, y)) of S sentences, W vectors of labels y at a time: S·W
// maxima, the W vectors and alpha_s(x) fit the 16 registers.
#define STEPS(name, real, vec, suffix, lanes, S, W)                                            \
AVX2 static double name(long L) {                                                              \
  long panels = (L + W * lanes - 1) / (W * lanes), scores = panels * W * lanes * L;            \
  real *e = aligned_alloc(64, (sizeof(real) * scores + 63) / 64 * 64);                         \
  real *alpha = malloc(sizeof(real) * S * L), *next = malloc(sizeof(real) * S * (L + W * lanes)); \
  for (long i = 0; i < scores; i++) e[i] = i % 7;                                              \
  for (long i = 0; i < S * L; i++) alpha[i] = i % 5;                                           \
  long steps = 20000000 / (S * L * L) + 1; double best = 0; volatile real sink;                \
  for (int round = 0; round < (L > 1000 ? 19 : ROUNDS); round++) {                              \
    double start = now();                                                                      \
    for (long n = 0; n < steps; n++) {                                                         \
      const real *to = e;                                                                      \
      for (long p = 0; p < panels; p++) {                                                      \
        vec most[S * W];                                                                       \
        for (int i = 0; i < S * W; i++) most[i] = _mm256_set1_##suffix(-1);                    \
        for (long x = 0; x < L; x++, to += W * lanes) for (int s = 0; s < S; s++) {            \
          vec from = _mm256_set1_##suffix(alpha[s * L + x]);                                   \
          for (int j = 0; j < W; j++) most[s * W + j] = _mm256_max_##suffix(                   \
            _mm256_add_##suffix(from, _mm256_load_##suffix(to + lanes * j)), most[s * W + j]); \
        }                                                                                      \
        for (int i = 0; i < S * W; i++) _mm256_storeu_##suffix(next + (p * S * W + i) * lanes, most[i]); \
      }                                                                                        \
      __asm__ volatile("" ::: "memory");                                                       \
    }                                                                                          \
    double rate = (double)steps * S * L * L / (now() - start);                                 \
    if (rate > best) best = rate;                                                              \
  }                                                                                            \
  sink = next[0]; (void)sink; free(e), free(alpha), free(next);                                \
  return best;                                                                                 \
}
STEPS(double4x2, double, __m256d, pd, 4, 4, 2)
STEPS(double3x4, double, __m256d, pd, 4, 3, 4)
STEPS(double6x2, double, __m256d, pd, 4, 6, 2)
STEPS(double8x1, double, __m256d, pd, 4, 8, 1)
STEPS(float4x2, float, __m256, ps, 8, 4, 2)
STEPS(float3x4, float, __m256, ps, 8, 3, 4)
STEPS(float6x2, float, __m256, ps, 8, 6, 2)
STEPS(float8x1, float, __m256, ps, 8, 8, 1)
static double larger(double a, double b) { return a > b ? a : b; }
static double most(double a, double b, double c, double d) { return larger(larger(a, b), larger(c, d)); }
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
int main(int count, char **words) {
  if (!__builtin_cpu_supports("avx2")) { fputs("this processor has no AVX2\n", stderr); return 1; }
  long L = count > 1 ? atol(words[1]) : 319;
  printf("{\"float32\":%.4g,\"float64\":%.4g,\"bytes\":%.4g", peak32(), peak64(), bandwidth());
  printf(",\"steps32\":%.4g", most(float4x2(L), float3x4(L), float6x2(L), float8x1(L)));
  printf(",\"steps64\":%.4g}\n", most(double4x2(L), double3x4(L), double6x2(L), double8x1(L)));
  return 0;
}
