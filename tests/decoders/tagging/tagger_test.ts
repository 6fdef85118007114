import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import auto from "../../../decoders/auto.ts";
import beam from "../../../decoders/beam.ts";
import { decodingTagger } from "../../../decoders/tagging/decoding_tagger.ts";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import type { Decode, Decoder } from "../../../decoders/contract.ts";
import { scorePath } from "../../../decoders/lattice.ts";
import { checkModel } from "../../../decoders/tagging/model.ts";
import { rounded } from "../../../decoders/tagging/score_rule.ts";
import { tagger } from "../../../decoders/tagging/tagger.ts";
import viterbi from "../../../decoders/kernels/dense/viterbi.ts";
import { seededRandom } from "../../../harness/conformance/generators.ts";

const L = 37;
const random = seededRandom(7);
const decimals = (count: number) =>
  Float32Array.from({ length: count }, () => 8 * random.unit() - 4);
const MODEL = {
  transitions: decimals(L * L),
  start: decimals(L),
  end: decimals(L),
  labels: Array.from({ length: L }, (_, y) => `L${y}`),
};
const BOUND = { emission: 4, length: 30 };
const LENGTHS = [3, 1, 7, 2, 5];
/** Rows of each sentence. */
const BATCH = LENGTHS.map((length) => Array.from({ length }, () => decimals(L)));
const flat = (rows: readonly Float32Array[]) => Float32Array.from(rows.flatMap((row) => [...row]));

/** Of a sentence, the best k scores of dense Viterbi on scores that are folded and rounded here. */
function reference(rows: readonly Float32Array[], k: number, bound?: typeof BOUND): number[] {
  const { model, rule, start, end } = checkModel(bound ? { ...MODEL, bound } : MODEL);
  const emissions = Float64Array.from(rows.flatMap((row, t) =>
    Array.from(row, (score, y) => {
      const first = t === 0 ? start![y]! : 0;
      const last = t === rows.length - 1 ? end![y]! : 0;
      return rounded(score + (first + last), rule.scale);
    })
  ));
  const decode = prepared(viterbi, model);
  const { paths } = decode({ length: rows.length, emissions }, k);
  return paths.map(({ labels }) => scorePath(model, { length: rows.length, emissions }, labels));
}

describe("Tagger.decode()", () => {
  for (const [name, bound] of [["a bound", BOUND], ["no bound", undefined]] as const) {
    it(`finds the scores of dense Viterbi with ${name}, start and end scores`, () => {
      const tag = tagger(bound ? { ...MODEL, bound } : MODEL);
      for (const k of [1, 4]) {
        const scores = tag.decode(BATCH, { k }).map((paths) => paths.map(({ score }) => score));
        const expected = BATCH.map((rows) => reference(rows, k, bound));
        if (bound) assertEquals(scores, expected);
        expected.flat().forEach((wanted, i) => {
          const score = scores.flat()[i]!;
          assert(Math.abs(score - wanted) <= 1e-12 * Math.abs(wanted), `${score} ${wanted}`);
        });
      }
    });
  }

  it("decodes in float32 where sums in the unit fit", () => {
    const bound = { emission: 4, length: 7, unit: 2 ** -6 };
    const { model } = checkModel({ ...MODEL, bound });
    assertEquals([model.float32Exact, model.exactSums], [true, true]);
    const tag = tagger({ ...MODEL, bound });
    assert(tag.reserve(1).rows[0] instanceof Float32Array);
    const scores = tag.decode(BATCH, { k: 2 }).map((paths) => paths.map(({ score }) => score));
    assertEquals(scores, BATCH.map((rows) => reference(rows, 2, bound)));
  });

  it("gives the same bits however the scores come, alone or in a batch, in any order", () => {
    const tag = tagger({ ...MODEL, bound: BOUND });
    const expected = BATCH.map((rows) => tag.decode(rows, { k: 3 }));
    const width = 9;
    const pad = (length: number) => Array.from({ length }, () => new Float32Array(L).fill(NaN));
    const padded = BATCH.map((rows) => rows.concat(pad(width - rows.length)));
    const mask = LENGTHS.map((length) => Array.from({ length: width }, (_, t) => t < length));
    const lengths = LENGTHS;
    const rows = BATCH.flat();
    const block = flat(padded.flat());
    const k = 3;
    const forms = [
      tag.decode(BATCH, { k }),
      tag.decode(BATCH.map((rows) => rows.map((row) => [...row])), { k }),
      tag.decode(rows, { k, lengths }),
      tag.decode(flat(rows), { k, lengths: Int32Array.from(lengths) }),
      tag.decode([...flat(rows)], { k, lengths }),
      tag.decode(padded, { k, lengths }),
      tag.decode(padded, { k, mask }),
      tag.decode(padded.flat(), { k, mask }),
      tag.decode(block, { k, lengths }),
      tag.decode(Float64Array.from(block), { k, mask }),
      tag.decode(block, { k, mask: Uint8Array.from(mask.flat(), Number), shape: [5, width, L] }),
      tag.decode(block, { k, lengths, shape: [5, width] }),
    ];
    for (const form of forms) assertEquals(form, expected);
    assertEquals(tag.decode(flat(BATCH[2]!), { k }), expected[2]);
    assertEquals(tag.decode(BATCH.toReversed(), { k }), expected.toReversed());
    assertEquals(tag.decode(flat(BATCH[2]!), { k, shape: [7, 1] }).length, 7);
  });

  it("rounds the same scores the same way, whatever holds them and whoever reads them", () => {
    for (const unit of [{}, { unit: 2 ** -6 }]) {
      const bound = { emission: 4, length: 7, ...unit };
      const [kernels, plain] = [auto, viterbi]
        .map((decoder) => tagger({ ...MODEL, bound }, decoder));
      const expected = BATCH.map((rows) => plain!.decode(rows)[0]!.score);
      const doubles = BATCH.map((rows) => rows.map((row) => Float64Array.from(row)));
      const lists = BATCH.map((rows) => rows.map((row) => [...row]));
      for (const batch of [BATCH, doubles, lists]) {
        assertEquals(kernels!.decode(batch).map((paths) => paths[0]!.score), expected);
      }
    }
  });

  it("answers in reserved rows when the paths take so much memory that these move", () => {
    const tag = tagger({ transitions: [[0, 0], [0, 0]], start: [0, 1] });
    const reserved = tag.reserve(34);
    for (const row of reserved.rows) row.fill(0);
    const [one, other] = tag.decode(reserved, { k: 100_000, lengths: [17, 17] });
    assertEquals([one!.length, other!.length, other![99_999]], [100_000, 100_000, one![99_999]]);
    assertEquals(Array.from(reserved.block.scores.subarray(0, 2)), [0, 0]);
    assertThrows(() => tag.decode(reserved), Error, "reserve again");
  });

  it("gives labels by index, or by name", () => {
    const tag = tagger(MODEL);
    const [byIndex] = tag.decode(BATCH[0]!);
    const [byName] = tag.decode(BATCH[0]!, { names: true });
    assertEquals(byName!.labels, byIndex!.labels.map((label) => `L${label}`));
    assert(JSON.stringify(byIndex).endsWith(`"labels":[${byIndex!.labels}]}`));
    const { transitions } = MODEL;
    assertThrows(() => tagger({ transitions }).decode(BATCH[0]!, { names: true }), TypeError);
  });

  it("finds no path where all are forbidden, and one in a sentence without positions", () => {
    const tag = tagger(MODEL);
    const forbidden = [decimals(L), new Float32Array(L).fill(-Infinity)];
    assertEquals(tag.decode(forbidden, { k: 2 }), []);
    const none = [{ score: 0, labels: [] }];
    assertEquals(tag.decode([[], forbidden, BATCH[1]!]).map((paths) => paths.length), [1, 0, 1]);
    assertEquals(tag.decode(new Float32Array(0)), none);
    const empty: number[][][] = [[], []];
    assertEquals(tag.decode(empty), [none, none]);
    assertThrows(() => tag.decode([new Float32Array(0)]), RangeError, "position 0: 0 scores");
    assertEquals(tag.decode(new Float32Array(0), { lengths: [0, 0] }), [none, none]);
    assertEquals(tag.decode([], { lengths: [] }), []);
  });

  it("decodes with any decoder and its options", () => {
    const greedy = tagger(MODEL, beam, { width: 1 }).decode(BATCH[2]!)[0]!;
    const best = tagger(MODEL, viterbi, { kernel: "simd" }).decode(BATCH[2]!)[0]!;
    assert(greedy.score <= best.score);
    assertThrows(() => tagger(MODEL, beam, { width: 0 }), RangeError, "width");
    const call = () => tagger(MODEL, auto).decode(BATCH, { k: 0 });
    assertThrows(call, RangeError, "finds 1 or more: 0");
  });

  it("gives a decoder that takes batches all sentences at once, and says how many", () => {
    const sizes: number[][] = [];
    const expected: number[] = [];
    const batching: Decoder = {
      ...viterbi,
      options: {},
      prepare(model) {
        const one = prepared(viterbi, model);
        const decode: Decode = () => {
          throw new Error("not one by one");
        };
        decode.batch = (lattices, k, works) => {
          sizes.push(lattices.map(({ length }) => length));
          return lattices.map((lattice, i) => one(lattice, k, works[i]!));
        };
        decode.expect = (sentences) => void expected.push(sentences);
        return decode;
      },
    };
    const found = tagger(MODEL, batching).decode([...BATCH, []], { k: 2 });
    assertEquals([sizes, expected], [[LENGTHS], [6]]);
    assertEquals(found, tagger(MODEL, viterbi).decode([...BATCH, []], { k: 2 }));
  });

  it("says which score of which sentence cannot be used", () => {
    const { labels } = MODEL;
    const spoilt = (score: number) => {
      const batch = BATCH.map((rows) => rows.map((row) => row.slice()));
      batch[2]![4]![5] = score;
      return batch;
    };
    const where = `sentence 2, position 4, label 5 ("${labels[5]}")`;
    for (const model of [MODEL, { ...MODEL, bound: BOUND }]) {
      const tag = tagger(model);
      for (const score of [NaN, Infinity]) {
        const message = `Cannot use emissions, ${where}, as a score: ${score}`;
        assertThrows(() => tag.decode(spoilt(score)), RangeError, message);
        const block = flat(spoilt(score).flat());
        assertThrows(() => tag.decode(block, { lengths: LENGTHS }), RangeError, message);
      }
      assertEquals(tag.decode(spoilt(-Infinity)).length, 5);
    }
    const bounded = tagger({ ...MODEL, bound: BOUND });
    assertThrows(() => bounded.decode(spoilt(4.5)), RangeError, "4.5 (the bound is 4)");
    assertThrows(() => bounded.decode(spoilt(-4.5)), RangeError, where);
    // What is nearest to it in float32 is beyond the bound, whatever the decoder computes in.
    const bound = { emission: 3.72, length: 7, unit: 2 ** -6 };
    const mild = BATCH.map((rows) => rows.map((row) => row.map((score) => score / 2)));
    const single = tagger({ ...MODEL, bound });
    mild[2]![4]![5] = 3.5;
    single.decode(mild);
    mild[2]![4]![5] = 3.72;
    assertThrows(() => single.decode(mild), RangeError, where);
    const call = () => bounded.decode(new Float32Array(31 * L));
    assertThrows(call, RangeError, "sentence 0: 31 positions, the bound is 30");
  });
});

it("DecodingTagger.decode() answers as a tagger does, and refuses confidences: it has none", () => {
  const [tag, own] = [tagger(MODEL), decodingTagger(MODEL)];
  const options = { k: 3, names: true };
  assertEquals(own.decode(BATCH, options), tag.decode(BATCH, options));
  const said = "Cannot find confidences with a decoding tagger: tagger has them";
  assertThrows(() => own.decode(BATCH, { confidences: true }), TypeError, said);
});

describe("Tagger.reserve()", () => {
  const taggers = [
    ["a bound", { ...MODEL, bound: BOUND }, auto],
    ["no bound", MODEL, auto],
    ["a decoder in TypeScript", MODEL, viterbi],
  ] as const;
  for (const [name, model, decoder] of taggers) {
    it(`hands out rows that are decoded in place, again and again, with ${name}`, () => {
      const tag = tagger(model, decoder);
      const reserved = tag.reserve(8);
      for (const rows of [BATCH[2]!, BATCH[0]!]) {
        rows.forEach((row, t) => reserved.rows[t]!.set(row));
        for (const k of [1, 6, 1]) {
          const found = tag.decode(reserved, { k, lengths: [rows.length] });
          assertEquals(found, [tag.decode(rows, { k })]);
        }
      }
      BATCH.slice(0, 2).flat().concat(BATCH[0]!, BATCH[1]!)
        .forEach((row, t) => reserved.rows[t]!.set(row));
      const found = tag.decode(reserved, { k: 2, lengths: [3, 1, 3, 1] });
      assertEquals(found, tag.decode([0, 1, 0, 1].map((sentence) => BATCH[sentence]!), { k: 2 }));
      assertEquals(tag.decode(reserved).length, 1);
    });
  }

  it("hands out views that stay valid while much is decoded", () => {
    const zeros = { transitions: new Float64Array(200 * 200) };
    const tag = tagger({ ...zeros, bound: { emission: 1, length: 60 } });
    const reserved = tag.reserve(60);
    const { rows } = reserved;
    const row = () => new Float64Array(200).map(() => random.unit());
    const sentence = Array.from({ length: 60 }, row);
    for (const k of [1, 50, 1]) {
      sentence.forEach((row, t) => rows[t]!.set(row));
      assertEquals(tag.decode(reserved, { k }), tag.decode(sentence, { k }));
    }
  });

  it("refuses rows of memory that has moved, rather than lose what is written there", () => {
    const tag = tagger(MODEL);
    const reserved = tag.reserve(2);
    tag.reserve(100_000);
    assertThrows(() => tag.decode(reserved), Error, "reserve again");
    assertThrows(() => tag.reserve(0), RangeError, "0");
  });

  it("names the score that cannot be used, and leaves the others as they were", () => {
    const tag = tagger(MODEL);
    const reserved = tag.reserve(2);
    reserved.rows.forEach((row) => row.fill(1));
    reserved.rows[1]![3] = NaN;
    assertThrows(() => tag.decode(reserved), RangeError, "sentence 0, position 1, label 3");
    assertEquals(reserved.rows[0]!.every((score) => score === 1), true);
  });
});

it("Tagger.dispose() makes decoding an error; `using` does it", () => {
  const tag = tagger(MODEL);
  {
    using own = tag;
    own.decode(BATCH);
  }
  assertThrows(() => tag.decode(BATCH), Error, "disposed of: auto");
  assertThrows(() => tag.reserve(1), Error, "disposed of");
  tag.dispose();
  const other = tagger({ ...MODEL, bound: { emission: 0.3, length: 2 } });
  const reserved = other.reserve(1);
  reserved.rows[0]!.fill(0.3);
  const expected = other.decode([new Float64Array(L).fill(0.3)]);
  // Rounded in place, it is the largest score still.
  assertEquals([1, 2].map(() => other.decode(reserved)), [expected, expected]);
  other.dispose();
  assertThrows(() => other.decode(reserved), Error, "disposed of");
});
