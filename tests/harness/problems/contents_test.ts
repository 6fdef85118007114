import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { resolveOptions } from "../../../decoders/chain/options.ts";
import { newWork } from "../../../decoders/contract.ts";
import type { Lattice } from "../../../decoders/lattice.ts";
import { resolveDataset } from "../../../harness/problems/sequence/discover.ts";
import { findDecoders } from "../../../harness/decoders/discover.ts";
import type { SequenceSample } from "../../../harness/problems/sequence/sample.ts";
import {
  changeRow,
  Contents,
  drawPair,
  factsOf,
  PAIRS,
} from "../../../harness/problems/contents.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { Random } from "../../../datasets/random.ts";
import { drawSentences } from "../../../harness/problems/draw.ts";

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
        const { lattices } = one.sampleOf([[variant, 1]]) as SequenceSample;
        assertEquals(lattices[0]!.length, sample.lengths[SENTENCES[1]!]);
        return lattices[0]!.emissions;
      })
    );
    const own = sample.lattices[SENTENCES[1]!]!.emissions;
    assertEquals(new Set([...every, own].map(String)).size, 11);
  });

  it("are never twice the same, however many there are of a few words and labels", async () => {
    const dataset = await resolveDataset("synthetic-structureless-16{length=6}");
    const sample = await dataset.sample(1, 1);
    const count = 5_000;
    const made = new Contents(sample, [0], count);
    const places = Array.from({ length: count }, (_, variant) => [variant, 0] as const);
    const { lattices } = made.sampleOf(places) as SequenceSample;
    assertEquals(new Set(lattices.map(({ emissions }) => emissions.join())).size, count);
  });

  itInFolder("are in the file where a batch says", async (dir) => {
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
  });

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

const ROW = Float64Array.of(1, 4, -Infinity, 2, 3, -1);
const LARGEST = 8;

function changed(seed: number): number[] {
  const row = ROW.slice();
  changeRow(row, factsOf(row), LARGEST, new Random(seed));
  return [...row];
}

/** What is left of a row without its best score. */
function centred(row: Iterable<number>): number[] {
  const scores = [...row];
  return scores.map((score) => score - Math.max(...scores));
}

it("factsOf() finds the two best and the extremes of what is allowed", () => {
  assertEquals(factsOf(ROW), { best: 1, second: 4, low: -1, high: 4 });
  assertEquals(factsOf(Float64Array.of(-Infinity)), { best: -1, second: -1, low: 0, high: 0 });
  assertEquals(factsOf(Float64Array.of(2)), { best: 0, second: -1, low: 2, high: 2 });
});

describe("changeRow()", () => {
  it("changes most rows even without their constant, and keeps the best where it was", () => {
    let same = 0;
    for (let seed = 0; seed < 200; seed++) {
      const row = changed(seed);
      assertEquals(row.indexOf(Math.max(...row)), 1);
      assertEquals(row.indexOf(-Infinity), 2);
      assertEquals(centred(row).toSorted(), centred(ROW).toSorted());
      assert(row.every((score) => score === -Infinity || Math.abs(score) <= LARGEST));
      if (String(centred(row)) === String(centred(ROW))) same++;
    }
    assert(same < 150, `${same}`);
  });

  it("stays on the grid, and changes nothing where there is nothing to choose from", () => {
    for (const scores of [[], [-Infinity], [-Infinity, -Infinity], [0.5]]) {
      const row = Float64Array.from(scores);
      changeRow(row, factsOf(row), 1, new Random(1));
      assertEquals([...row], scores);
    }
    const row = Float64Array.of(0.25, 1.5, -3);
    changeRow(row, factsOf(row), LARGEST, new Random(3));
    assert(row.every((score) => Number.isInteger(4 * score)));
  });
});

it("drawPair() leaves alone what is best and what is forbidden", () => {
  const random = new Random(2);
  const places = new Set(Array.from({ length: 200 }, () => drawPair(ROW, 1, random)).flat());
  assertEquals(places, new Set([0, 3, 4, 5]));
  assertEquals(drawPair(Float64Array.of(1, 1, 1), 0, random), [0, 0]);
});

describe("drawSentences()", () => {
  const lengths = Array.from({ length: 1000 }, (_, index) => 1 + (index * 7919) % 1000);

  it("has one of each part of the sentences by length in every prefix of 2^j", () => {
    const drawn = drawSentences(lengths, 1000);
    assertEquals(new Set(drawn).size, 1000);
    for (const size of [2, 4, 8, 16, 64, 512]) {
      const parts = drawn.slice(0, size).map((index) =>
        Math.floor((lengths[index]! - 1) * size / 1000)
      );
      assertEquals(new Set(parts).size, size);
    }
  });

  it("begins a larger sample with a smaller one", () => {
    assertEquals(drawSentences(lengths, 300).slice(0, 40), drawSentences(lengths, 40));
  });

  it("takes ties in the order of the dataset, and all where there are fewer", () => {
    assertEquals(drawSentences([5, 5, 5], 9), [1, 2, 0]);
    assertEquals(drawSentences([], 9), []);
    assertEquals(drawSentences([3], 1), [0]);
  });

  it("passes over sentences that are too long", () => {
    const drawn = drawSentences(lengths, 50, 12);
    assertEquals(drawn.length, 12);
    assert(drawn.every((index) => lengths[index]! <= 12));
  });
});
