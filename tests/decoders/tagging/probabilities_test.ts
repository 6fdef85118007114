import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import type { Marginals } from "../../../decoders/probability/estimate.ts";
import { UNLABELLED } from "../../../decoders/probability/negative_log_likelihood.ts";
import { tagger } from "../../../decoders/tagging/tagger.ts";
import { seededRandom } from "../../../harness/conformance/generators.ts";
import { type Big, distance, logarithm, subtract } from "../../../harness/conformance/big_float.ts";
import { type ExactPaths, exactPaths } from "../../../harness/conformance/exact_paths.ts";

const L = 3;
const LENGTHS = [2, 1, 3];
const GOLD = [[0, 2], [1], [2, 2, 0]];

interface Scores {
  readonly transitions: Float64Array;
  readonly start?: Float64Array;
  readonly end?: Float64Array;
}

function draw(seed: number) {
  const random = seededRandom(seed);
  const decimals = (count: number) =>
    Float64Array.from({ length: count }, () => random.integer(-3000, 3000) / 1000);
  const model: Scores = {
    transitions: decimals(L * L),
    ...(seed % 3 === 1 ? {} : { start: decimals(L) }),
    ...(seed % 4 === 1 ? {} : { end: decimals(L) }),
  };
  if (seed % 5 === 0) model.transitions[L] = -Infinity;
  const batch = LENGTHS.map((length) => Array.from({ length }, () => decimals(L)));
  return { model, batch };
}

/**
 * The same sentence for the oracle: start and end scores are transitions from and to one more
 * label, which no other position has, so that none is added to an emission.
 */
function exactOf({ transitions, start, end }: Scores, rows: readonly Float64Array[]): ExactPaths {
  const labelCount = L + 1;
  const model: Model = {
    labelCount,
    transitions: Float64Array.from({ length: labelCount ** 2 }, (_, i) => {
      const [x, y] = [Math.floor(i / labelCount), i % labelCount];
      if (x === L) return y === L ? 0 : start?.[y] ?? 0;
      return y === L ? end?.[x] ?? 0 : transitions[x * L + y]!;
    }),
  };
  const edge = [...new Array(L).fill(-Infinity), 0];
  const emissions = [...edge, ...rows.flatMap((row) => [...row, -Infinity]), ...edge];
  const lattice: Lattice = { length: rows.length + 2, emissions: Float64Array.from(emissions) };
  return exactPaths(model, lattice)!;
}

/** Room for the gradient of so many positions, of which emissions are overwritten. */
function room(positions: number) {
  return {
    emissions: new Float64Array(positions * L).fill(9),
    transitions: new Float64Array(L * L),
    start: new Float64Array(L),
    end: new Float64Array(L),
  };
}

function within(exact: Big, value: number, error: number, what: string): void {
  assert(error < 1e-12 && distance(exact, value) <= error, `${what}: ${value} ± ${error}`);
}

describe("Tagger.marginals(), logPartition() and loss()", () => {
  it("are within their errors of sums over all paths, start and end scores included", () => {
    for (let seed = 0; seed < 60; seed++) {
      const { model, batch } = draw(seed);
      const bound = { emission: 4, length: 3 };
      const tag = tagger(seed % 2 ? model : { ...model, bound });
      const found = tag.marginals(batch);
      const partitions = tag.logPartition(batch);
      const losses = tag.loss(batch, GOLD);
      const sure = tag.decode(batch, { confidences: true });
      batch.forEach((rows, i) => {
        const title = `seed ${seed}, sentence ${i}`;
        const exact = exactOf(model, rows);
        const { value, error } = partitions[i]!;
        within(exact.logPartition, value, error, title);
        const { nodes, error: nodeError, logPartition } = found[i]!;
        assertEquals(logPartition, partitions[i], title);
        const nodeAt = (t: number, y: number) => exact.nodes[(t + 1) * (L + 1) + y]!;
        nodes.forEach((p, at) =>
          within(nodeAt(Math.floor(at / L), at % L), p, nodeError, `${title}, node ${at}`)
        );
        const [path] = sure[i]!;
        path!.labels.forEach((y, t) =>
          within(nodeAt(t, y), path!.confidences[t]!, path!.confidenceError, title)
        );
        const p = exact.paths.get([L, ...GOLD[i]!, L].join())!;
        const log = subtract({ significand: 0n, exponent: 0 }, logarithm(p));
        within(log, losses[i]!.value, losses[i]!.error, `loss, ${title}`);
      });
    }
  });

  it("give the same numbers however a batch comes, and for a sentence alone", () => {
    const { model, batch } = draw(2);
    const tag = tagger(model);
    const block = batch.flat();
    const width = 4;
    const pad = (length: number) =>
      Array.from({ length: width - length }, () => new Float64Array(L).fill(NaN));
    const padded = batch.map((rows) => [...rows, ...pad(rows.length)]);
    const flat = Float64Array.from(padded.flat().flatMap((row) => [...row]));
    const mask = LENGTHS.map((length) => Array.from({ length: width }, (_, t) => t < length));
    const lengths = LENGTHS;
    const plain = (found: Marginals | undefined) => [found!.nodes, found!.logPartition];
    const expected = batch.map((rows) => plain(tag.marginals(rows)));
    const reserved = tag.reserve(block.length);
    block.forEach((row, t) => reserved.rows[t]!.set(row));
    const forms = [
      tag.marginals(reserved, { lengths }),
      tag.marginals(batch),
      tag.marginals(block, { lengths }),
      tag.marginals(padded, { mask }),
      tag.marginals(flat, { lengths, shape: [3, width, L] }),
    ];
    for (const form of forms) assertEquals(form.map(plain), expected);
    assertEquals(tag.logPartition(batch), batch.map((rows) => tag.logPartition(rows)));

    const [one, other] = [room(block.length), room(3 * width)];
    const losses = tag.loss(batch, GOLD, one);
    const spread = GOLD.map((row) => [...row, ...new Array(width - row.length).fill(77)]);
    assertEquals(tag.loss(flat, spread.flat(), other, { lengths, shape: [3, width] }), losses);
    assertEquals(tag.loss(padded, spread, room(3 * width), { mask }), losses);
    assertEquals(tag.loss(block, GOLD, undefined, { lengths }).length, 3);
    for (const name of ["transitions", "start", "end"] as const) {
      assertEquals(one[name], other[name]);
    }
    let from = 0;
    LENGTHS.forEach((length, i) => {
      const size = length * L;
      const at = i * width * L;
      const own = one.emissions.subarray(from, from += size);
      assertEquals(own, other.emissions.subarray(at, at + size));
      assertEquals(other.emissions.subarray(at + size, at + width * L).every((d) => d === 0), true);
    });
  });

  it("has the derivatives of the loss by every score", () => {
    const { model, batch } = draw(6);
    const scores = {
      emissions: Float64Array.from(batch.flat().flatMap((row) => [...row])),
      transitions: model.transitions,
      start: model.start!,
      end: model.end!,
    };
    const gold = [[0, UNLABELLED], [1], [2, 2, 0]];
    const lossOf = ({ emissions, ...rest }: typeof scores) =>
      tagger(rest).loss(emissions, gold, undefined, { lengths: LENGTHS })
        .reduce((sum, { value }) => sum + value, 0);
    const gradient = room(batch.flat().length);
    const found = tagger(model).loss(scores.emissions, gold, gradient, { lengths: LENGTHS });
    for (const { gradientError } of found) {
      assert(gradientError!.emissions < 1e-12 && gradientError!.transitions < 1e-12);
    }
    const step = 1e-5;
    for (const name of ["emissions", "transitions", "start", "end"] as const) {
      scores[name].forEach((score, i) => {
        if (score === -Infinity) return assertEquals(gradient[name][i], 0);
        const [low, high] = [-step, step].map((by) =>
          lossOf({ ...scores, [name]: scores[name].with(i, score + by) })
        );
        const wanted = (high! - low!) / (2 * step);
        assert(Math.abs(gradient[name][i]! - wanted) < 1e-8, `${name} ${i}`);
      });
    }
  });

  it("know sentences without a path and without positions", () => {
    const tag = tagger({ transitions: new Float64Array(4), start: [-Infinity, -Infinity] });
    assertEquals(tag.marginals([[0, 0]]), undefined);
    assertEquals(tag.logPartition([[0, 0]]), { value: -Infinity, error: 0 });
    assertEquals(tag.decode([[0, 0]], { confidences: true }), []);
    assertThrows(() => tag.loss([[0, 0]], [1]), RangeError, "label 1 at sentence 0, position 0");
    const none = new Float64Array(0);
    assertEquals(tag.logPartition(none), { value: 0, error: 0 });
    assertEquals(tag.loss(none, []), { value: 0, error: 0 });
    assertEquals(tag.marginals(none)!.nodes.length, 0);
    const path = { score: 0, labels: [], confidences: [], confidenceError: 0 };
    assertEquals(tag.decode(none, { confidences: true }), [path]);
    assertEquals(tag.loss([], [], undefined, { lengths: [] }), []);
  });

  it("have no error of transitions where there is none", () => {
    const gradient = { emissions: new Float64Array(2), transitions: new Float64Array(4) };
    const tag = tagger({ transitions: new Float64Array(4), start: [2 ** 53, 0] });
    const { gradientError } = tag.loss([[0, 0]], [0], gradient);
    assertEquals(gradientError, { emissions: 2, transitions: 0 });
  });

  it("say what is wrong in one line", () => {
    const tag = tagger({ transitions: new Float64Array(4) });
    const rows = [[1, 2], [3, 4]];
    const gradient = { emissions: new Float64Array(4), transitions: new Float64Array(4) };
    const wrong = (change: Record<string, unknown>) => ({ ...gradient, ...change }) as never;
    const short = new Float64Array(1);
    const cases: readonly (readonly [() => unknown, string])[] = [
      [() => tag.loss(rows, [0]), "gold labels of 2 positions: 1"],
      [() => tag.loss([rows, rows], [[0, 1]]), "gold labels of 2 sentences: 1"],
      [() => tag.loss([rows, rows], [[0, 1], [0]]), "gold of sentence 1, of 2 positions: 1"],
      [() => tag.loss([rows], [[0, 1, 0]]), "gold of sentence 0, of 2 positions: 3"],
      [() => tag.loss(rows, null as never), "Cannot use gold labels, no array: null"],
      [() => tag.loss([rows, rows], [[0, 1], [0, 5]]), "label 5 at sentence 1, position 1"],
      [() => tag.loss(rows, [0, 1], wrong({ emissions: short })), "emissions, 4 numbers"],
      [() => tag.loss(rows, [0, 1], wrong({ transitions: short })), "transitions, 4 numbers"],
      [() => tag.loss(rows, [0, 1], wrong({ end: short })), "of end, 2 numbers, to so many: 1"],
      [() => tag.loss(rows, [0, 1], wrong({ start: [0, 0] })), "start to what is no Float64Array"],
      [() => tag.marginals([[1, NaN]]), "sentence 0, position 0, label 1, as a score: NaN"],
      [() => tag.marginals(rows, { k: 3 } as never), 'an option "k" of marginals: it has lengths'],
      [() => tag.logPartition(rows, { k: 3 } as never), 'an option "k" of ln Z: it has lengths'],
      [() =>
        tagger({ transitions: [0, 0, 0, 0], bound: { emission: 3, length: 9 } })
          .logPartition(rows), "position 1, label 1, as a score: 4 (the bound is 3)"],
    ];
    for (const [call, said] of cases) assertThrows(call, Error, said);
    tag.dispose();
    assertThrows(() => tag.marginals(rows), Error, "disposed of");
  });
});
