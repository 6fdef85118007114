// Dense Viterbi with AVX2 on one thread.
//   cc -O3 -o viterbi viterbi.c       a sentence at a time; -DTOGETHER=4 four, up to 8 of them
//   … -DFLOAT                         in float32, for models whose sums fit it
#include "trellis.h"
#include <immintrin.h>
#include <math.h>
#ifdef FLOAT
typedef float real; typedef __m256 vec; enum { LANES = 8 };
#define V(name) _mm256_##name##_ps
#else
typedef double real; typedef __m256d vec; enum { LANES = 4 };
#define V(name) _mm256_##name##_pd
#endif
#ifndef TOGETHER
#define TOGETHER 1
#endif
// Labels of a panel: so many vectors, whose sums of all sentences fit the registers.
enum { WIDE = TOGETHER == 1 ? 4 : TOGETHER < 7 ? 2 : 1, PANEL = WIDE * LANES };
#define AVX2 __attribute__((target("avx2")))
typedef struct { int T, *labels; real *alpha, *scores; } sentence;
static int labels_, W;        // labels, and those of a row that whole panels fill
static real *forth, *back;    // e(x, y) by panel and x, and in rows of y, −∞ beyond the labels
static const char *hello(void) { return "\"name\":\"Viterbi in C with AVX2\",\"exact\":true,\"language\":\"C\""; }
static const char *prepare(int L, int bits, const double *e) {
  if (!__builtin_cpu_supports("avx2")) return "this processor has no AVX2";
  if (LANES == 8 && bits != 24) return "sums do not fit float32";
  labels_ = L, W = (L + PANEL - 1) / PANEL * PANEL;
  forth = realloc(forth, sizeof *forth * L * W), back = realloc(back, sizeof *back * L * W);
  for (size_t x = 0; x < L; x++) for (size_t y = 0; y < W; y++)
    forth[(y / PANEL * L + x) * PANEL + y % PANEL] = y < L ? e[x * L + y] : -INFINITY, back[x * W + y] = y < L ? e[y * L + x] : -INFINITY;
  return 0;
}
// α_t(y) = max_x (α_{t−1}(x) + e(x, y)) + n_t(y) of b sentences and the labels of a panel.
AVX2 static inline __attribute__((always_inline)) void panel(int b, int y, int t, sentence *s) {
  const real *to = forth + (size_t)y * labels_;
  vec best[TOGETHER * WIDE];
  for (int i = 0; i < b * WIDE; i++) best[i] = V(set1)(-INFINITY);
  for (int x = 0; x < labels_; x++, to += PANEL) for (int i = 0; i < b; i++) {
    vec from = V(set1)(s[i].alpha[(size_t)(t - 1) * W + x]);
    for (int j = 0; j < WIDE; j++)
      best[i * WIDE + j] = V(max)(V(add)(from, V(loadu)(to + LANES * j)), best[i * WIDE + j]);
  }
  for (int i = 0; i < b; i++) for (int j = 0, at = y; j < WIDE; j++, at += LANES)
    V(storeu)(s[i].alpha + (size_t)t * W + at, V(add)(best[i * WIDE + j], V(loadu)(s[i].scores + (size_t)t * labels_ + at)));
}
#define STEP(b) case b: if (b <= TOGETHER) for (int y = 0; y < W; y += PANEL) panel(b, y, t, s); break;
AVX2 static void step(int b, int t, sentence *s) {
  switch (b) { STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8) }
}
// The path back from the best last label: each time the first one that attains the sum.
AVX2 static void trace(const sentence *s) {
  const real *row = s->alpha + (size_t)(s->T - 1) * W;
  int y = 0, t = s->T - 1;
  for (int x = 1; x < labels_; x++) if (row[x] > row[y]) y = x;
  for (s->labels[t] = row[y] == -INFINITY ? -1 : y; t > 0 && s->labels[s->T - 1] >= 0; s->labels[--t] = y) {
    const real *to = back + (size_t)y * W;
    vec own = V(set1)(s->scores[(size_t)t * labels_ + y]), sum = V(set1)(row[y]); row -= W;
    for (int x = 0, hit = 0; !hit; x += LANES) {
      hit = V(movemask)(V(cmp)(V(add)(V(add)(V(loadu)(row + x), V(loadu)(to + x)), own), sum, _CMP_EQ_OQ));
      if (hit) y = x + __builtin_ctz(hit);
    }
  }
}
static int longer(const void *p, const void *q) { return ((sentence *)q)->T - ((sentence *)p)->T; }
static void decode(const double *from, int S, const int *T, int *labels) {
  static sentence *s; static real *scores, *alpha; size_t N = 0, n = 0;
  for (int i = 0; i < S; i++) N += T[i];
  s = realloc(s, sizeof *s * S);
  alpha = realloc(alpha, sizeof *alpha * (N * W + LANES)), scores = realloc(scores, sizeof *scores * (N * W + PANEL));
  for (size_t i = 0; i < N * labels_; i++) scores[i] = from[i];
  for (int i = 0; i < S; n += T[i++]) s[i] = (sentence){T[i], labels + n, alpha + n * W, scores + n * labels_};
  if (TOGETHER > 1) qsort(s, S, sizeof *s, longer);
  for (int first = 0, b; first < S; first += b) {
    b = S - first < TOGETHER ? S - first : TOGETHER;
    for (int i = first; i < first + b; i++) for (int y = 0; y < W; y++) s[i].alpha[y] = y < labels_ ? s[i].scores[y] : -INFINITY;
    for (int t = 1, n = b; t < s[first].T; t++) { while (s[first + n - 1].T <= t) n--; step(n, t, s + first); }
    for (int i = first; i < first + b; i++) trace(s + i);
  }
}
