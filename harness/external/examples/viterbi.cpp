// Dense Viterbi in C++ to begin with, as the recursion is written (harness/PROTOCOL.md).
//   c++ -O3 -o viterbi viterbi.cpp
#include "trellis.h"
#include <cmath>
#include <vector>

static int L;
static std::vector<double> transitions;  // e(x, y) at y·L + x

static const char *hello() { return R"("name":"Viterbi in C++","exact":true,"language":"C++")"; }

static const char *prepare(int labels, int, const double *e) {
  L = labels, transitions.resize((size_t)L * L);
  for (size_t x = 0; x < (size_t)L; x++)
    for (size_t y = 0; y < (size_t)L; y++) transitions[y * L + x] = e[x * L + y];
  return nullptr;
}

static void decode_one(const double *n, int T, int *labels) {
  std::vector<double> alpha(n, n + L), next(L);
  std::vector<int> from((size_t)T * L);
  for (int t = 1; t < T; t++, alpha.swap(next))
    for (int y = 0; y < L; y++) {
      const double *e = &transitions[(size_t)y * L];
      int best = 0;
      for (int x = 1; x < L; x++) if (alpha[x] + e[x] > alpha[best] + e[best]) best = x;
      next[y] = alpha[best] + e[best] + n[(size_t)t * L + y];  // from left to right: no other sum
      from[(size_t)t * L + y] = best;
    }
  int y = 0;
  for (int x = 1; x < L; x++) if (alpha[x] > alpha[y]) y = x;
  labels[T - 1] = alpha[y] == -INFINITY ? -1 : y;  // −1: there is no path
  for (int t = T - 1; t > 0; t--) labels[t - 1] = y = from[(size_t)t * L + y];
}

static void decode(const double *scores, int S, const int *T, int *labels) {
  for (int i = 0; i < S; scores += (size_t)T[i] * L, labels += T[i++]) decode_one(scores, T[i], labels);
}
