/**
 * Seeded times of single sentences for the rows of `rows.ts`.
 *
 * @module
 */

import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import type { Row } from "../../harness/store/rows.ts";
import type { SentenceTime } from "../../harness/store/side_tables.ts";

/**
 * Times of the sentences of real tasks at k = 1, with a slow one in fifty, which grow with length.
 */
export function fakeSentenceTimes(rows: readonly Row[]): SentenceTime[] {
  const random = xoroshiro128plus(7);
  const cells = rows.filter(({ family, k, round }) => family === "real" && k === 1 && round === 1);
  return cells.flatMap(({ key, session, timed_sentences, elapsed_ms }) =>
    Array.from({ length: timed_sentences }, (_, sentence) => {
      const length = 2 + sentence % 37;
      const spike = sentence % 50 === 49 ? 10 : 1;
      const elapsed = spike * length * (elapsed_ms / timed_sentences / 20);
      return {
        key,
        session,
        sentence,
        length,
        elapsed_ms: elapsed * (0.9 + 0.2 * uniformFloat64(random)),
      };
    })
  );
}
