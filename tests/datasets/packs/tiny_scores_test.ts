import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { packDataset } from "../../../datasets/packs/pack.ts";
import { Random } from "../../../datasets/random.ts";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import { listDecoders } from "../../../harness/decoders/discover.ts";
import { denseFile } from "../../helpers/packs.ts";

const L = 9;
const LENGTHS = [7, 1, 12];

/** The same decimals times a power of two, which loses none of their digits. */
function datasetOf(scale: number) {
  const random = new Random(3);
  const rows = (count: number) =>
    Array.from(
      { length: count },
      () => Array.from({ length: L }, () => (2 * random.uniform() - 1) * scale),
    );
  const transitions = rows(L);
  const emissions = rows(LENGTHS.reduce((sum, length) => sum + length, 0));
  transitions[2]![5] = -Infinity;
  return packDataset(denseFile({ transitions, emissions, lengths: LENGTHS }, Float64Array), "FILE");
}

const usual = datasetOf(1);
const decoders = (await listDecoders()).filter(({ exact }) => exact);

for (const exponent of [-33, -133, -980]) {
  describe(`exact decoders of scores near 2^${exponent}`, () => {
    const scale = 2 ** exponent;
    const tiny = datasetOf(scale);
    for (const decoder of decoders) {
      it(`gives the paths of the same scores near 1 with ${decoder.name}`, () => {
        const k = Math.min(3, decoder.maxK);
        const [own, other] = [tiny, usual].map(({ model }) => prepared(decoder, model));
        LENGTHS.forEach((_, sentence) => {
          const { paths } = other!(usual.lattice(sentence), k);
          const expected = paths.map(({ score, labels }) => ({ score: score * scale, labels }));
          assertEquals(own!(tiny.lattice(sentence), k).paths, expected);
        });
      });
    }
  });
}
