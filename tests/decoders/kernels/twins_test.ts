import { assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import beam from "../../../decoders/beam.ts";
import { plainBeam } from "../../../decoders/chain/beam.ts";
import { transpose } from "../../../decoders/chain/dense_viterbi.ts";
import { newWork } from "../../../decoders/contract.ts";
import { DegenerateKernel } from "../../../decoders/degenerate/kernel.ts";
import type { LabelPaths } from "../../../decoders/degenerate/pass.ts";
import {
  type DegenerateSearch,
  greedyPaths,
  plainSearch,
} from "../../../decoders/degenerate/search.ts";
import { prefixPaths } from "../../../decoders/k_best/prefix_paths.ts";
import { placedBeam } from "../../../decoders/kernels/beam/beam.ts";
import { BlockTables } from "../../../decoders/kernels/blocks/block_tables.ts";
import { DOMINANCE } from "../../../decoders/kernels/dominance/dominance.ts";
import {
  type DominanceBound,
  DominanceTables,
} from "../../../decoders/kernels/dominance/dominance_tables.ts";
import { DeviationKernel } from "../../../decoders/kernels/deviations/search.ts";
import {
  type PlacedTransitions,
  placePanels,
  placeTransitions,
} from "../../../decoders/kernels/edges/transitions.ts";
import { blocksOf, VECTOR_BYTES } from "../../../decoders/kernels/rows.ts";
import {
  addPlainly,
  type RowLists,
  type SparseRows,
  WeightTable,
} from "../../../decoders/kernels/sum/weight_table.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import type { SumOptions } from "../../../decoders/probability/estimate.ts";
import { openSums } from "../../../decoders/probability/open_sums.ts";
import { kernelCases, type Placed, placed, unpadded } from "../../helpers/kernel_cases.ts";
import { draw, measured } from "../../helpers/problems.ts";

/** Everything that is made of the transitions, as numbers. */
function placedParts(transitions: PlacedTransitions) {
  const { arena, edges, extremes, panels, reversed, labelCount } = transitions;
  const width = 16 * blocksOf(labelCount);
  const stride = width * VECTOR_BYTES;
  const maxima = arena.allocate(labelCount * stride);
  transitions.findBlockMaxima(maxima, stride);
  const read = (address: number, count: number) => {
    const start = address / arena.scoreBytes;
    return Array.from(arena.scores.subarray(start, start + count));
  };
  return {
    edges: read(edges, labelCount * width),
    extremes: [extremes.incoming, extremes.outgoing, extremes.least].map((at) => read(at, width)),
    panels: read(panels - arena.scoreBytes, 1 + labelCount * width),
    reversed: read(reversed.edges, labelCount * width),
    maxima: Array.from({ length: labelCount }, (_, x) => read(maxima + x * stride, width / 16)),
  };
}

describe("EdgeKernels", () => {
  it("make of the transitions what their plain twins make", () => {
    for (const { model, simd, plain, title } of kernelCases()) {
      const [one, other] = [simd, plain].map(({ arena }) => placeTransitions(arena, model));
      assertEquals(placedParts(one!), placedParts(other!), title);
    }
  });

  it("make the same panels of rows that are not in the arena", () => {
    for (const { model, simd: { arena }, title } of kernelCases()) {
      const { labelCount, transitions } = model;
      const count = labelCount * blocksOf(labelCount) * 16 + 1;
      const [one, other] = [transitions, placeTransitions(arena, model).edges]
        .map((edges) => placePanels(arena, labelCount, edges) / arena.scoreBytes - 1)
        .map((start) => arena.scores.slice(start, start + count));
      assertEquals(one, other, title);
    }
  });
});

describe("PlacedTransitions", () => {
  it("are those of a fresh model after changes", () => {
    const random = new Random(20261122);
    for (const { model, simd: { arena }, title } of kernelCases()) {
      const { labelCount } = model;
      const changed: Model = { ...model, transitions: model.transitions.slice() };
      const placed = placeTransitions(arena, changed);
      placedParts(placed);
      for (let i = 0; i < 20; i++) {
        const edge = random.integer(labelCount ** 2);
        const score = random.uniform() < 0.2 ? -Infinity : random.integer(9) - 4;
        changed.transitions[edge] = score;
        placed.revise(Math.floor(edge / labelCount), edge % labelCount, score);
      }
      assertEquals(placedParts(placed), placedParts(placeTransitions(arena, changed)), title);
    }
  });

  it("know the largest of all after it has fallen, before they know any other extreme", () => {
    for (const { model, simd: { arena }, title } of kernelCases()) {
      const transitions = model.transitions.map((_, edge) => edge === 0 ? 1000 : 1);
      const placed = placeTransitions(arena, { ...model, transitions });
      const before = placed.panels / arena.scoreBytes - 1;
      const largest = () => arena.scores[before];
      assertEquals(largest(), 1000, title);
      placed.revise(0, 0, 0);
      assertEquals(largest(), model.labelCount === 1 ? 0 : 1, title);
    }
  });
});

/** One label, fewer than a vector has lanes, more, and all. */
const BEAM_WIDTHS = [1, 2, 3, 5, 20, Infinity];

it("BeamKernels keep the labels of the plain path and find its best paths by the same work", () => {
  for (const { model, lattice, title } of kernelCases()) {
    for (const widest of BEAM_WIDTHS) {
      const width = Math.min(widest, model.labelCount);
      const [simd, plain] = [placedBeam, plainBeam].map((open) => {
        const search = open(model, width);
        search.sweep(lattice);
        const kept = Array.from({ length: lattice.length }, (_, t) => [...search.keptAt(t)]);
        const { score, labels } = search.backtrack(lattice.length);
        return { kept, score, labels: score > -Infinity ? labels : undefined };
      });
      assertEquals(simd, plain, `${title}, width ${width}`);
      const [answer, expected] = (["simd", "plain"] as const)
        .map((kernel) => measured(beam, [model, lattice], { width, kernel }, 4));
      assertEquals(answer, expected, `${title}, width ${width}`);
    }
  }
});

function sweep({ arena, own }: Placed, model: Model, { length }: Lattice) {
  const { labelCount } = model;
  const tables = new BlockTables(placeTransitions(arena, model));
  const work = newWork();
  const isLeft = tables.sweep(own, length, labelCount ** 2 / 8);
  tables.addCounts(work);
  if (!isLeft) return { work };
  const alpha = unpadded(arena, tables.alpha, length, labelCount);
  return { work, alpha, best: tables.bestPath(length) };
}

it("BlockKernels find the scores and the path of their plain twins, by the same work", () => {
  for (const { model, lattice, simd, plain, title } of kernelCases()) {
    assertEquals(sweep(simd, model, lattice), sweep(plain, model, lattice), title);
  }
});

/** What a search on a degenerate lattice comes across until its best path has only labels. */
function searched(search: DegenerateSearch, lattice: Lattice, isPruned: boolean) {
  const work = newWork();
  search.reset(lattice, work);
  const [greedy] = greedyPaths(search, lattice, work);
  const least = greedy?.score ?? -Infinity;
  const bar = isPruned ? { above: -Infinity, least } : undefined;
  const passes = [];
  for (let isForward = true;; isForward = !isForward) {
    const found = search.run(isForward, work, bar);
    if (found.upper === -Infinity) return { greedy, passes, work };
    const labels = found.labelScore > -Infinity ? search.follow(isForward, true) : undefined;
    const path = search.follow(isForward, false);
    const ends = search.ends(isForward, least).map((end) => search.follow(isForward, true, end));
    passes.push({ ...found, labels, path, ends, left: nodesLeft(search, isForward) });
    if (found.labelScore === found.upper) return { greedy, passes, work };
    if (passes.length % 4 === 0) search.expandAll(bar);
    else if (passes.length % 2 === 0) search.expandBest(isForward, bar);
    else search.expandOn([path, ...ends], bar);
  }
}

/** By position, the nodes that are left with their emissions and best prefixes. */
function nodesLeft(search: DegenerateSearch, isForward: boolean) {
  const { length, counts, nodes, own, prefixes } = search.prefixes(isForward);
  const width = nodes.length / counts.length;
  return Array.from({ length }, (_, t) => {
    const [from, to] = [t * width, t * width + counts[t]!];
    const left = [nodes, own, prefixes].map((all) => Array.from(all.subarray(from, to)));
    return { left, same: Array.from(search.nodesAt(t)) };
  });
}

/** `searched` for all ways to do it. */
function searches(make: (labelPaths: LabelPaths) => DegenerateSearch, lattice: Lattice) {
  return (["ends", "active"] as const).flatMap((labelPaths) =>
    [true, false].map((isPruned) => searched(make(labelPaths), lattice, isPruned))
  );
}

it("DegenerateKernels find the plain search's paths and leave its nodes, by the same work", () => {
  for (const { model, lattice, simd: { arena }, title } of kernelCases()) {
    const simd = searches((labelPaths) => new DegenerateKernel(arena, model, labelPaths), lattice);
    const plain = searches((labelPaths) => plainSearch(model, labelPaths), lattice);
    assertEquals(simd, plain, title);
  }
});

it("DeviationKernels find the plain search's paths in the same order, by the same work", () => {
  for (const { model, lattice, simd: { arena, own }, title } of kernelCases()) {
    const { length } = lattice;
    const tables = new BlockTables(placeTransitions(arena, model));
    if (!tables.sweep(own, length, Infinity)) continue;
    const alpha = unpadded(arena, tables.alpha, length, model.labelCount);
    const search = prefixPaths(model, transpose(model.transitions, model.labelCount), "lazy");
    const kernel = new DeviationKernel(arena, model);
    for (const k of [1, 2, 7, 300]) {
      const [expected, work] = [newWork(), newWork()];
      const paths = search(lattice, alpha, k, expected);
      assertEquals(kernel.find(lattice, tables.alpha, own, k, work), paths, `${title}, ${k}`);
      assertEquals(work, expected, title);
    }
  }
});

/** Forward dominance from the left and from both ends, each without giving up and with it. */
function dominanceSweeps(
  { arena, own }: Placed,
  model: Model,
  length: number,
  bound: DominanceBound,
  byRow: boolean,
) {
  const kernels = DOMINANCE.open(arena);
  const transitions = placeTransitions(arena, model);
  const tables = new DominanceTables(transitions, kernels, bound, byRow);
  const opposite = new DominanceTables(transitions.reversed, kernels, bound, byRow);
  const tolerance = model.exactSums ? 0 : 1e-9;
  const sweep = (sides: readonly DominanceTables[], mayGiveUp: number) => {
    for (const side of sides) side.reserve(length);
    const addresses = [sides[0]!.address, sides[1]?.address ?? 0] as const;
    const parameters = [own, length, tolerance, mayGiveUp] as const;
    let done: number;
    let isNew = 1;
    while ((done = kernels.dominanceSweep(...addresses, ...parameters, isNew)) === -1) {
      for (const side of sides) side.supply();
      isNew = 0;
    }
    const work = newWork();
    tables.addCounts(work);
    const kept = sides.map((side) => side.kept());
    return { done, work, kept, best: done > 0 ? tables.bestPath(length) : undefined };
  };
  return [[tables], [tables, opposite]].flatMap((sides) =>
    [0, 1].map((mayGiveUp) => sweep(sides, mayGiveUp))
  );
}

describe("DominanceKernels", () => {
  for (const bound of ["pair", "row", "late"] as const) {
    for (const byRow of [true, false]) {
      it(`keep what their plain twins keep, by the same work; ${bound}, by row: ${byRow}`, () => {
        for (const { model, lattice, simd, plain, title } of kernelCases()) {
          const [found, expected] = [simd, plain].map((side) =>
            dominanceSweeps(side, model, lattice.length, bound, byRow)
          );
          assertEquals(found, expected, title);
        }
      });
    }
  }

  it("take the dense step when nothing can be passed over, and only then", () => {
    const random = new Random(20261121, 2);
    const share = ([model, lattice]: [Model, Lattice]) =>
      dominanceSweeps(placed("simd", model, lattice), model, lattice.length, "pair", true)[0]!
        .work.edgeEvaluations / ((lattice.length - 1) * model.labelCount ** 2);
    assertLess(0.9, share(draw(100, 4, () => random.integer(2))));
    const [model] = draw(100, 4, () => random.integer(2));
    const [, lattice] = draw(100, 4, () => random.integer(1000));
    assertLess(share([model, lattice]), 0.1);
  });
});

/** Everything that sums over paths are made of and give. */
function everything(model: Model, lattice: Lattice, options: SumOptions, entries?: Int32Array) {
  const sums = openSums(model, options, entries);
  const work = newWork();
  const sum = sums.forward(lattice, work);
  if (sum === undefined) return undefined;
  const nodes = new Float64Array(lattice.emissions.length);
  const counts = new Float64Array(entries?.length ?? model.labelCount ** 2);
  const errors = sums.backward(nodes, work);
  sums.addExpected(counts);
  const edges = lattice.length > 1 ? sums.edgesInto(1) : undefined;
  return { work, log: sum.log.value, error: sum.error, nodes, errors, counts, edges };
}

it("ProbabilityKernels give the bits of their plain twins", () => {
  for (const { model, lattice, title } of kernelCases()) {
    if (model.float32Exact) continue;
    const entries = Int32Array.from(model.transitions.keys()).filter((edge) => edge % 3 === 0);
    const sparse = { ...model, transitions: new Float64Array(model.transitions.length) };
    for (const edge of entries) sparse.transitions[edge] = model.transitions[edge]!;
    for (const arithmetic of ["scaled", "exceptions"] as const) {
      const both = (given: Model, some?: Int32Array) => {
        const [simd, plain] = (["simd", "plain"] as const).map((kernel) =>
          everything(given, lattice, { arithmetic, kernel }, some)
        );
        assertEquals(simd, plain, `${title}, ${arithmetic}`);
      };
      both(model);
      both(sparse, entries);
    }
  }
});

/** Rows with up to all columns, some of which stand twice. */
function randomRows(random: Random, count: number, width: number): SparseRows {
  const [offsets, columns, weights]: [number[], number[], number[]] = [[0], [], []];
  for (let row = 0; row < count; row++) {
    const share = random.uniform() ** 2;
    for (let column = 0; column < width; column++) {
      if (random.uniform() > share) continue;
      for (let i = row % 7 === 0 ? 2 : 1; i > 0; i--) {
        columns.push(column);
        weights.push(random.gaussian());
      }
    }
    offsets.push(columns.length);
  }
  return {
    offsets: Int32Array.from(offsets),
    columns: Int32Array.from(columns),
    weights: Float64Array.from(weights),
  };
}

function randomLists(random: Random, length: number, rows: number, hasValues: boolean): RowLists {
  const [starts, found]: [number[], number[]] = [[0], []];
  for (let t = 0; t < length; t++) {
    for (let i = random.integer(12); i > 0; i--) found.push(random.integer(rows));
    starts.push(found.length);
  }
  const valueOf = () => hasValues && random.uniform() < 0.5 ? random.gaussian() : 1;
  return {
    length,
    starts: Int32Array.from(starts),
    rows: Int32Array.from(found),
    values: Float64Array.from(found, valueOf),
    hasValues,
  };
}

describe("WeightTable", () => {
  for (const width of [1, 2, 5, 45, 319, 20_000]) {
    it(`adds ${width} columns as plain loops do, to the last bit of sums that round`, () => {
      const random = new Random(width);
      const rows = randomRows(random, width > 1000 ? 6 : 40, width);
      const table = new WeightTable(rows, width);
      for (let trial = 0; trial < 12; trial++) {
        const length = random.integer(width > 1000 ? 4 : 60);
        const first = Math.min(trial % 2, length);
        const scale = [0, 2 ** 10, 2 ** 32][trial % 3]!;
        const lists = randomLists(random, length, rows.offsets.length - 1, trial % 4 > 1);
        const expected = new Float64Array((length - first) * width);
        addPlainly(rows, lists, first, scale, expected, width);
        assertEquals(table.add(lists, first, scale).slice(), expected);
      }
    });
  }
});
