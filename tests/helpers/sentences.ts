/**
 * Seeded times of single sentences for the rows of `rows.ts`.
 *
 * @module
 */

import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import type { Row } from "../../harness/store/rows.ts";
import { ALONE, type SentenceTime } from "../../harness/store/side_tables.ts";

/** Times of the sentences of real tasks at k = 1, the last one slow, which grow with length. */
export function fakeSentenceTimes(rows: readonly Row[]): SentenceTime[] {
  const random = xoroshiro128plus(7);
  const cells = rows.filter(({ family, k, round, timed_sentences }) =>
    family === "real" && k === 1 && round === 1 && timed_sentences >= ALONE
  );
  return cells.flatMap(({ key, session, timed_sentences, elapsed_ms }) =>
    Array.from({ length: ALONE }, (_, sentence) => {
      const length = 2 + sentence % 37;
      const spike = sentence === ALONE - 1 ? 10 : 1;
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
