import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { resolveOptions } from "../../../decoders/chain/resolve_options.ts";
import { newWork } from "../../../decoders/contract.ts";
import type { Lattice } from "../../../decoders/lattice.ts";
import { findDecoders, resolveDataset } from "../../../harness/problems/sequence/discover.ts";
import type { SequenceSample } from "../../../harness/problems/sequence/sample.ts";
import { Contents, PAIRS } from "../../../harness/problems/contents.ts";
import { withFolder } from "../../helpers/packs.ts";

const SENTENCES = [2, 0, 1];
const VARIANTS = 5;

async function contents(): Promise<{ sample: SequenceSample; made: Contents }> {
  const sample = await (await resolveDataset("synthetic-hmm-7")).sample(3, 1);
  return { sample, made: new Contents(sample, SENTENCES, VARIANTS) };
}

describe("Contents", () => {
  it("are others in each variant, of the sentences' sizes, and no one can know them", async () => {
    const { sample, made } = await contents();
    const [, other] = [made, new Contents(sample, SENTENCES, VARIANTS)];
    const every = [made, other].flatMap((one) =>
      Array.from({ length: VARIANTS }, (_, variant) => {
        const { lattices } = one.sampleOf([[variant, 0]]) as SequenceSample;
        assertEquals(lattices[0]!.length, sample.lengths[2]);
        return lattices[0]!.emissions;
      })
    );
    assertEquals(new Set([...every, sample.lattices[2]!.emissions].map(String)).size, 11);
  });

  it("are in the file where a batch says", () =>
    withFolder(async (dir) => {
      const { sample, made } = await contents();
      await made.write(`${dir}/contents`);
      const { buffer } = await Deno.readFile(`${dir}/contents`);
      const [first, count, variant] = [1, 2, 3];
      const { sentences, scoresAt, pairsAt } = made.batch(first, count, [0, variant]);
      assertEquals(sentences, [0, 1]);
      const places: (readonly [number, number])[] = [[variant, 1], [variant, 2]];
      const { lattices } = made.sampleOf(places) as SequenceSample;
      let [scoreAt, pairAt] = [scoresAt, pairsAt[1]!];
      for (const [i, sentence] of sentences.entries()) {
        const size = sample.scores(sentence).length;
        const scores = new Float64Array(buffer, scoreAt, size).slice();
        const pairs = new Int32Array(buffer, pairAt, 2 * PAIRS);
        for (let at = 0; at < pairs.length; at += 2) {
          const [one, other] = [pairs[at]!, pairs[at + 1]!];
          [scores[one], scores[other]] = [scores[other]!, scores[one]!];
        }
        assertEquals(lattices[i]!.emissions, scores);
        scoreAt += scores.byteLength;
        pairAt += pairs.byteLength;
      }
      assertEquals(made.shapeOf({ sentences, scoresAt, pairsAt }), {
        lengths: [0, 1, 0, 1].map((sentence) => sample.lengths[sentence]!),
        size: 7,
      });
    }));

  it("have another best path now and then, and are about as hard", async () => {
    const count = 40;
    const sample = await (await resolveDataset("ewt_pos45")).sample(count, 1);
    const made = new Contents(sample, [...Array(count).keys()], 4);
    const places = Array.from({ length: 4 * count }, (_, i) => [i % 4, Math.floor(i / 4)] as const);
    const { lattices } = made.sampleOf(places) as SequenceSample;
    const found = await findDecoders();
    for (const name of ["dominance", "iterative-viterbi", "column-generation", "carpediem"]) {
      const { value: decoder } = found.find(({ value }) => value.name === name)!;
      const decodeAll = (all: readonly Lattice[]) => {
        const decode = decoder.prepare(sample.model, resolveOptions(decoder));
        const work = newWork();
        const best = all.map((lattice) => String(decode(lattice, 1, work).paths[0]!.labels));
        return { best, edges: work.edgeEvaluations / all.length };
      };
      const [known, unseen] = [decodeAll(sample.lattices), decodeAll(lattices)];
      const ratio = unseen.edges / known.edges;
      assert(ratio > 0.8 && ratio < 1.2, `${name}: ${ratio}`);
      const others = places.filter(([, sentence], i) => unseen.best[i] !== known.best[sentence]);
      assert(others.length > 10 && others.length < 2 * count, `${name}: ${others.length}`);
    }
  });
});
