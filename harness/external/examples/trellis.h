// What a decoder in C or C++ needs of Trellis (harness/PROTOCOL.md): include it, write the three
// below, and compile. One best path a sentence; k = 1.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static const char *hello(void);  // `"name":…,"exact":…,"language":…,"threads":…`
static const char *prepare(int L, int bits, const double *e);  // e(x, y) at x·L + y; 0, or an error
// Labels of S sentences of T[i] positions, one after another: scores n_t(y) at t·L + y. −1 as the
// last label of a sentence says that it has no path.
static void decode(const double *scores, int S, const int *T, int *labels);

// A file from a place on, in memory that the next one takes, with room beyond for whole vectors.
static double *read_from(const char *path, long at, size_t bytes) {
  static char *kept; static size_t size;
  if (bytes + 64 > size) free(kept), kept = (char *)malloc(size = bytes + 64);
  int file = open(path, O_RDONLY);
  if (file < 0 || !kept || pread(file, kept, bytes, at) != (ssize_t)bytes) exit(2);
  close(file);
  return (double *)kept;
}
static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e3 * t.tv_sec + t.tv_nsec / 1e6;
}
int main(void) {
  static char line[8192], path[8192];
  static int L, bits, k, S, N, R, pairs;
  for (long at; fgets(line, sizeof line, stdin); fflush(stdout)) {
    if (!strncmp(line, "hello", 5)) printf("{\"protocol\":1,%s}\n", hello());
    else if (sscanf(line, "prepare %d %d %ld %[^\n]", &L, &bits, &at, path) == 4) {
      const char *error = prepare(L, bits, read_from(path, at, sizeof(double) * L * L));
      if (error) printf("{\"error\":\"%s\"}\n", error); else puts("{\"prepared\":true}");
    } else if (sscanf(line, "decode %d %d %d %d %d %ld %[^\n]", &k, &S, &N, &R, &pairs, &at, path) == 7) {
      double start = now_ms();
      size_t count = (size_t)N * L;
      double *scores = read_from(path, at, 8 * count + 4l * S + 8l * R * pairs);
      int *T = (int *)(scores + count), *swap = T + S;
      int *labels = (int *)malloc(sizeof(int) * ((size_t)R * N + 1)), *y = labels;
      for (int r = 0; r < R; r++) {
        for (int i = 0; i < pairs; i++, swap += 2) {
          double one = scores[swap[0]]; scores[swap[0]] = scores[swap[1]], scores[swap[1]] = one;
        }
        decode(scores, S, T, labels + (size_t)r * N);
      }
      unsigned sum = 0;
      for (int r = 0; r < R; r++) for (int i = 0; i < S; y += T[i++])
        for (int t = 0; y[T[i] - 1] >= 0 && t < T[i]; t++) sum = 31 * sum + y[t] + 1;
      printf("{\"elapsedMs\":%.6f,\"checksum\":%u}\n", now_ms() - start, sum), fflush(stdout);
      y = labels;
      for (int r = 0; r < R; r++) for (int i = 0; i < S; y += T[i++]) {
        printf("{\"labels\":[");
        for (int t = 0; y[T[i] - 1] >= 0 && t < T[i]; t++) printf("%s%d", t ? "," : "[", y[t]);
        puts(y[T[i] - 1] < 0 ? "]}" : "]]}");
      }
      free(labels);
    }
  }
}
