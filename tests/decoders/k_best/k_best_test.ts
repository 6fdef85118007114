import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { denseForward, transpose } from "../../../decoders/chain/dense_viterbi.ts";
import { newWork, type Work } from "../../../decoders/contract.ts";
import { type DeviationForm, DeviationSearch } from "../../../decoders/k_best/deviations.ts";
import { HypothesisBeam } from "../../../decoders/k_best/hypothesis_beam.ts";
import { addNeighbours, BestPaths } from "../../../decoders/k_best/neighbours.ts";
import { Predecessors, type PrefixLattice } from "../../../decoders/k_best/predecessors.ts";
import { type Lattice, type Model, type Path, scorePath } from "../../../decoders/lattice.ts";
import { Random } from "../../../datasets/random.ts";
import { draw, problemOf } from "../../helpers/problems.ts";

const FORMS: readonly DeviationForm[] = ["lazy", "eager"];

/** The lattice with α as its prefixes. */
function withPrefixes({ labelCount, transitions }: Model, own: Float64Array): PrefixLattice {
  const length = own.length / labelCount;
  const prefixes = new Float64Array(own.length);
  const lattice = { length, emissions: own };
  denseForward(transpose(transitions, labelCount), labelCount, lattice, prefixes);
  return {
    length,
    counts: new Int32Array(length).fill(labelCount),
    nodes: new Int32Array(own.length).map((_, slot) => slot % labelCount),
    own,
    prefixes,
    isForward: true,
  };
}

function newSearch({ labelCount, transitions, exactSums }: Model, form: DeviationForm) {
  const edges = { labelCount, transitions, fromStride: labelCount, toStride: 1 };
  return new DeviationSearch(edges, labelCount, exactSums, form);
}

function popAll(
  search: DeviationSearch,
  lattice: PrefixLattice,
  limit: number,
  bar: number,
  work: Work = newWork(),
  tolerance = Infinity,
): Path[] {
  search.start(lattice, limit, bar, work, tolerance);
  const paths: Path[] = [];
  while (paths.length < limit && search.topScore > -Infinity) paths.push(search.pop());
  return paths;
}

function randomProblem(seed: number): { model: Model; own: Float64Array } {
  const random = new Random(seed);
  const score = () => random.integer(6) === 0 ? -Infinity : random.integer(4);
  const [model, { emissions }] = draw(1 + random.integer(4), 1 + random.integer(5), score);
  return { model, own: emissions };
}

/** The lattice of Figure 3: labels A to D at positions 0 to 3. */
const [A, B, C, D] = [0, 1, 2, 3];
const [FIGURE_3] = draw(4, 4, () => 0);

/** The best path is 0:A 1:D 2:A 3:C, the second best deviates from it at 2:B. */
function figure3(): Float64Array {
  const own = new Float64Array(16);
  for (const [t, label] of [A, D, A, C].entries()) own[t * 4 + label!] = 10;
  own[2 * 4 + B] = 9;
  return own;
}

describe("DeviationSearch", () => {
  it("pushes 1:A 1:B 1:C 0:B 0:C 0:D when 2:B of Figure 3 is popped eagerly", () => {
    const search = newSearch(FIGURE_3, "eager");
    search.start(withPrefixes(FIGURE_3, figure3()), Infinity, -Infinity, newWork(), 0);
    assertEquals([...search.pop().labels], [A, D, A, C]);
    const before = search.pushed;
    assertEquals([...search.pop().labels], [A, D, B, C]);
    const pushed: string[] = [];
    for (let element = before; element < search.pushed; element++) {
      const slot = search.slotOf(element);
      pushed.push(`${Math.floor(slot / 4)}:${"ABCD"[slot % 4]}`);
    }
    assertEquals(pushed, ["1:A", "1:B", "1:C", "0:B", "0:C", "0:D"]);
  });

  it("pushes the next label in place and one at each position to the left when lazy", () => {
    const search = newSearch(FIGURE_3, "lazy");
    search.start(withPrefixes(FIGURE_3, figure3()), Infinity, -Infinity, newWork(), 0);
    search.pop();
    const before = search.pushed;
    search.pop();
    const positionAt = (_: unknown, i: number) => Math.floor(search.slotOf(before + i) / 4);
    const positions = Array.from({ length: search.pushed - before }, positionAt);
    assertEquals(positions, [2, 1, 0]);
  });

  for (const form of FORMS) {
    it(`leaves out what does not exceed the bar or the best so far when ${form}`, () => {
      for (let seed = 0; seed < 100; seed++) {
        const { model, own } = randomProblem(seed);
        const lattice = withPrefixes(model, own);
        const search = newSearch(model, form);
        const all = popAll(search, lattice, Infinity, -Infinity).map(({ score }) => score);
        const allPushed = search.pushed;
        assertEquals(popAll(search, lattice, 3, -Infinity).map((p) => p.score), all.slice(0, 3));
        assertLessOrEqual(search.pushed, allPushed);
        const bar = all[Math.floor(all.length / 2)] ?? 0;
        const above = popAll(search, lattice, Infinity, bar).map(({ score }) => score);
        assertEquals(above, all.filter((score) => score > bar));
      }
    });
  }

  it("does not add up what cannot exceed the bar where sums round", () => {
    const random = new Random(1);
    for (const values of [1, 4, 1000]) {
      const score = () => random.integer(values) / 10;
      const [model, { emissions }] = draw(3, 300, score);
      const lattice = withPrefixes(model, emissions);
      let reads = 0;
      const own = new Proxy(emissions, {
        get: (scores, at) => (reads++, Reflect.get(scores, at)),
      });
      const search = newSearch({ ...model, exactSums: false }, "lazy");
      const all = popAll(search, { ...lattice, own }, 30, -Infinity, newWork(), 1e-9);
      // T²/2 for each path otherwise.
      assertLessOrEqual(reads, 30 * 300 * 10, `${values} values`);
      assertEquals(all, popAll(search, lattice, 30, -Infinity), `${values} values`);
    }
  });

  it("counts a scan as an expansion with an edge from each predecessor", () => {
    const [lazy, eager] = FORMS.map((form) => {
      const work = newWork();
      popAll(newSearch(FIGURE_3, form), withPrefixes(FIGURE_3, figure3()), 2, -Infinity, work);
      return work;
    });
    // Before 3:C, 2:A and 1:D; then before 2:B, but not before 3:C for its third best, for this is
    // the last path. What comes before 1:D is known.
    assertEquals(lazy, { iterations: 0, nodeExpansions: 4, edgeEvaluations: 16 });
    // Before 3:C, 2:A and 1:D; then before 2:B and 1:D.
    assertEquals(eager, { iterations: 0, nodeExpansions: 5, edgeEvaluations: 20 });
  });
});

/** A random problem without ties. */
function randomCase(seed: number): [Model, Lattice] {
  const random = new Random(seed);
  const [labelCount, length] = [1 + random.integer(7), 1 + random.integer(6)];
  const score = () => random.integer(6) === 0 ? -Infinity : random.gaussian();
  return draw(labelCount, length, score, false);
}

/** Extends all hypotheses by all labels and keeps the best; whether all were kept. */
function naiveBeam(model: Model, { length, emissions }: Lattice, width: number) {
  const { labelCount } = model;
  let paths: { score: number; labels: number[] }[] = [{ score: 0, labels: [] }];
  let isComplete = true;
  for (let t = 1; t <= length; t++) {
    const lattice = { length: t, emissions };
    const all = paths
      .flatMap(({ labels }) => Array.from({ length: labelCount }, (_, y) => [...labels, y]))
      .map((labels) => ({ score: scorePath(model, lattice, labels), labels }))
      .filter(({ score }) => score > -Infinity)
      .sort((a, b) => b.score - a.score);
    isComplete &&= all.length <= width;
    paths = all.slice(0, width);
  }
  return { paths, isComplete };
}

describe("HypothesisBeam", () => {
  it("keeps the best hypotheses of each position", () => {
    for (let seed = 0; seed < 300; seed++) {
      const [model, lattice] = randomCase(seed);
      const beam = new HypothesisBeam(model);
      for (const width of [1, 2, 5, 40]) {
        const expected = naiveBeam(model, lattice, width);
        const paths = beam.find(lattice, width, newWork())
          .map(({ score, labels }) => ({ score, labels: [...labels] }));
        assertEquals(paths, expected.paths, `seed ${seed}, width ${width}`);
        assert(!beam.isComplete || expected.isComplete, `seed ${seed}, width ${width}`);
      }
    }
  });

  it("looks at L edges a label that ends a hypothesis, and one more for each other", () => {
    const none = [0, 0, 0];
    // After two positions both hypotheses end with label 0.
    const emissions = [[9, 8, 0], [100, 0, 0], [100, 0, 0]];
    const [model, lattice] = problemOf([none, none, none], emissions);
    const work = newWork();
    const paths = new HypothesisBeam(model).find(lattice, 2, work);
    assertEquals(paths.map(({ labels }) => [...labels]), [[0, 0, 0], [1, 0, 0]]);
    assertEquals(work, { iterations: 0, nodeExpansions: 2 + 1, edgeEvaluations: 2 * 3 + 3 + 1 });
  });
});

function withPath(seed: number) {
  const [length, labelCount] = [5, 6];
  const random = new Random(seed);
  const score = () => random.integer(6) === 0 ? -Infinity : random.gaussian();
  const [model, lattice] = draw(labelCount, length, score, false);
  const labels = new Int32Array(length).map(() => random.integer(labelCount));
  for (let t = 0; t < length; t++) {
    lattice.emissions[t * labelCount + labels[t]!] = random.gaussian();
    if (t > 0) model.transitions[labels[t - 1]! * labelCount + labels[t]!] = random.gaussian();
  }
  return { model, lattice, path: { score: scorePath(model, lattice, labels), labels } };
}

describe("addNeighbours()", () => {
  it("adds the best paths that differ in one of the labels tried", () => {
    for (let seed = 0; seed < 100; seed++) {
      const { model, lattice, path } = withPath(seed);
      const { labelCount } = model;
      const tried = (t: number) => Int32Array.from([t % labelCount, 3, 5, labelCount + 1]);
      const scores: number[] = [];
      for (let t = 0; t < lattice.length; t++) {
        for (const label of new Set(tried(t))) {
          if (label >= labelCount || label === path.labels[t]) continue;
          scores.push(scorePath(model, lattice, path.labels.with(t, label)));
        }
      }
      const finite = scores.filter((score) => score > -Infinity).sort((a, b) => b - a);
      for (const k of [1, 2, 4, 100]) {
        const known = new BestPaths(k);
        const distinct = (t: number) => Int32Array.from(new Set(tried(t)));
        addNeighbours(known, path, model, lattice, distinct, newWork());
        assertEquals(known.paths.map(({ score }) => score), finite.slice(0, k), `seed ${seed}`);
        for (const { score, labels } of known.paths) {
          assertEquals(score, scorePath(model, lattice, labels));
        }
      }
    }
  });

  it("counts an edge on each side of a label", () => {
    const { model, lattice, path } = withPath(1);
    const work = newWork();
    addNeighbours(new BestPaths(2), path, model, lattice, () => Int32Array.of(0, 1, 2), work);
    assertEquals(work, { iterations: 0, nodeExpansions: 0, edgeEvaluations: 2 * 4 * 3 });
  });
});

const WIDTH = 20;

/** Two positions of which only some slots are in use, by nodes that are out of order. */
function twoPositions(seed: number, isForward: boolean) {
  const random = new Random(seed);
  const nodeCount = 30;
  const transitions = new Float64Array(nodeCount * nodeCount).map(() => random.integer(5));
  const score = () => random.integer(5) === 0 ? -Infinity : random.integer(5);
  const prefixes = new Float64Array(2 * WIDTH).map(score);
  const counts = Int32Array.of(1 + random.integer(WIDTH), 1 + random.integer(WIDTH));
  const nodes = new Int32Array(2 * WIDTH).map((_, slot) => (slot * 7) % nodeCount);
  const own = new Float64Array(2 * WIDTH);
  const edges = { labelCount: nodeCount, transitions, fromStride: nodeCount, toStride: 1 };
  const lattice = { length: 2, counts, nodes, own, prefixes, isForward };
  return { edges, lattice, edgeAt: (x: number, y: number) => transitions[x * nodeCount + y]! };
}

describe("Predecessors", () => {
  for (const isForward of [true, false]) {
    it(`ranks like a stable sort when isForward is ${isForward}`, () => {
      for (let seed = 0; seed < 50; seed++) {
        const { edges, lattice, edgeAt } = twoPositions(seed, isForward);
        const { counts, nodes, prefixes } = lattice;
        const predecessors = new Predecessors(edges, WIDTH);
        predecessors.reset(lattice, newWork());
        const [from, to] = isForward ? [0, 1] : [1, 0];
        const node = nodes[to * WIDTH]!;
        const sorted = Array.from({ length: counts[from]! }, (_, i) => from * WIDTH + i)
          .map((slot) => {
            const [x, y] = isForward ? [nodes[slot]!, node] : [node, nodes[slot]!];
            return { slot, score: prefixes[slot]! + edgeAt(x, y) };
          })
          .filter(({ score }) => score > -Infinity)
          .sort((one, other) => other.score - one.score);
        for (let rank = 0; rank < WIDTH; rank++) {
          const slot = predecessors.slotAt(to * WIDTH, rank);
          assertEquals(slot, sorted[rank]?.slot ?? -1);
          if (slot < 0) continue;
          assertEquals(predecessors.scoreAt(to * WIDTH, rank), sorted[rank]!.score);
        }
      }
    });
  }

  it("scans again only when more ranks are asked for than it has", () => {
    const { edges, lattice } = twoPositions(1, true);
    lattice.counts.fill(WIDTH);
    const predecessors = new Predecessors(edges, WIDTH);
    const work = newWork();
    predecessors.reset(lattice, work);
    const scans = [0, 1, 0, 2, 7, 8, 19, 500].map((rank) => {
      predecessors.slotAt(WIDTH, rank);
      return work.edgeEvaluations / WIDTH;
    });
    assertEquals(scans, [1, 1, 1, 2, 2, 3, 3, 3]);
    assertEquals(work.nodeExpansions, 3);
  });
});
