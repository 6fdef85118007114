import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertGreaterOrEqual, assertStringIncludes } from "@std/assert";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { logPartition, marginals } from "../../../decoders/probability/log_partition.ts";
import { Random } from "../../../datasets/random.ts";
import partition, {
  keptByOracle,
  type KeptLabels,
  massDominance,
} from "../../../reports/studies/partition.ts";
import { chartsOf, csvOf, linesOf, measured } from "../../helpers/study_lines.ts";

const line = linesOf(partition, {
  dataset: "ewt_pos45_crf",
  pack: "p0",
  labels: 45,
  non_zero: 360,
  sentences: 20,
  positions: 100,
  method: "oracle",
  epsilon: 0.01,
  kept: 900,
});

describe("the study partition", () => {
  const lines = [
    line(),
    line({ method: "dominance", kept: 1800 }),
    line({ method: "best path", epsilon: 1, kept: 150 }),
  ];

  it("draws both prunings, and nothing without them", () => {
    assertEquals(chartsOf(partition, lines), ["partition-kept"]);
    assertEquals(chartsOf(partition, lines.slice(2)), []);
  });

  it("has no line of sentences of one position, and a place for more products than dense", async () => {
    const settings = { seed: 1, sentences: 2, datasets: ["synthetic-weak-9{length=1}"] };
    const [cell] = await partition.cells(settings, "");
    assertEquals(await measured(partition, cell!), []);
    const { spec } = partition.show([line({ non_zero: 45 ** 2 })]).charts[0]!;
    assertStringIncludes(JSON.stringify(spec), '"exceptions":1,');
  });

  it("keeps no more by the oracle than by dominance, and fewer the more may be lost", async () => {
    const settings = { seed: 1, sentences: 5, datasets: ["synthetic-weak-9"] };
    const [cell] = await partition.cells(settings, "");
    const found = await measured(partition, cell!);
    const kept = (method: string) =>
      found.filter((own) => own["method"] === method).map((own) => Number(own["kept"]));
    const [oracle, dominance] = [kept("oracle"), kept("dominance")];
    assertEquals([oracle.length, dominance.length, kept("best path").length], [5, 5, 1]);
    oracle.forEach((least, i) => assert(least <= dominance[i]!, `${oracle} ${dominance}`));
    assertEquals(oracle, oracle.toSorted((a, b) => a - b));
    assertEquals(csvOf(partition, found, "partition-kept").length, 2);
  });
});

const LABELS = 7;

function randomLattice(seed: number): { model: Model; lattice: Lattice } {
  const random = new Random(seed);
  const scores = (count: number, spread: number) =>
    Float64Array.from({ length: count }, () => spread * random.gaussian());
  const transitions = scores(LABELS * LABELS, 0.5);
  transitions[random.integer(transitions.length)] = -Infinity;
  const length = 2 + random.integer(4);
  return {
    model: { labelCount: LABELS, transitions, exactSums: false, float32Exact: false },
    lattice: { length, emissions: scores(length * LABELS, 3) },
  };
}

/** The share of the partition sum that the paths of kept labels have. */
function keptShare(model: Model, lattice: Lattice, kept: KeptLabels): number {
  const sum = logPartition(model);
  const emissions = lattice.emissions.map((score, i) => kept[i] === 1 ? score : -Infinity);
  return Math.exp(sum({ ...lattice, emissions }).value - sum(lattice).value);
}

function countsOf(kept: KeptLabels): number[] {
  const rows = Array.from({ length: kept.length / LABELS }, (_, t) => t * LABELS);
  return rows.map((row) => kept.subarray(row, row + LABELS).reduce((sum, one) => sum + one, 0));
}

describe("massDominance()", () => {
  it("loses at most the share that it may", () => {
    let dropped = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { model, lattice } = randomLattice(seed);
      for (const epsilon of [0.5, 0.1, 1e-3]) {
        const kept = massDominance(model, epsilon)(lattice);
        assertGreaterOrEqual(keptShare(model, lattice, kept), 1 - epsilon - 1e-12, `seed ${seed}`);
        dropped += kept.filter((one) => one === 0).length;
      }
    }
    assert(dropped > 100, `${dropped}`);
  });

  it("drops labels that lead nowhere for nothing, however large scores are", () => {
    for (const score of [0, 1000]) {
      const transitions = Float64Array.of(score, score, -Infinity, -Infinity);
      const model = { labelCount: 2, transitions, exactSums: true, float32Exact: true };
      const kept = massDominance(model, 0)({ length: 3, emissions: new Float64Array(6) });
      assertEquals([...kept], [1, 0, 1, 0, 1, 1]);
    }
  });
});

describe("keptByOracle()", () => {
  it("keeps the least labels with so much mass", () => {
    const nodes = Float64Array.of(0.05, 0.8, 0.15, 0.25, 0.25, 0.5);
    assertEquals([...keptByOracle(nodes, 3, 0.1)], [0, 1, 1, 1, 1, 1]);
    assertEquals([...keptByOracle(nodes, 3, 0.3)], [0, 1, 0, 0, 1, 1]);
  });

  it("keeps no more at any position than dominance, which loses as much at most", () => {
    for (let seed = 0; seed < 40; seed++) {
      const { model, lattice } = randomLattice(seed);
      const { nodes } = marginals(model)(lattice)!;
      for (const epsilon of [0.5, 0.1, 1e-3]) {
        const most = countsOf(massDominance(model, epsilon)(lattice));
        countsOf(keptByOracle(nodes, LABELS, epsilon + 1e-12)).forEach((least, t) =>
          assertGreaterOrEqual(most[t]!, least, `seed ${seed}, position ${t}`)
        );
      }
    }
  });
});
