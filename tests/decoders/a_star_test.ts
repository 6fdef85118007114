import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertGreater, assertLessOrEqual } from "@std/assert";
import { Random } from "../../datasets/random.ts";
import aStar from "../../decoders/a_star.ts";
import { Agenda } from "../../decoders/best_first/agenda.ts";
import type { GivenOptions, Work } from "../../decoders/contract.ts";
import iterativeAStar from "../../decoders/iterative_a_star.ts";
import type { Lattice, Model, Path } from "../../decoders/lattice.ts";
import viterbi from "../../decoders/viterbi.ts";
import viterbiAStar from "../../decoders/viterbi_a_star.ts";
import { measured, nearTies, oneGoodLabel, randomProblem } from "../helpers/problems.ts";

const LENGTH = 8;
const LABELS = 45;
type Given = GivenOptions<typeof aStar.options>;
const NAIVE: Given = { heuristic: "naive", level: 0 };
const coarse = (level: number): Given => ({ heuristic: "coarse", level });

const workOf = (problem: [Model, Lattice], options: Given, k = 1) =>
  measured(aStar, problem, options, k).work;

describe("a-star", () => {
  it("expands one node a position when the naive bound is tight", () => {
    const counts = { nodeExpansions: LENGTH - 1, edgeEvaluations: (LENGTH - 1) * LABELS };
    assertEquals(workOf(oneGoodLabel(7, LENGTH), NAIVE), { iterations: 1, ...counts });
  });

  it("counts the edges of the coarse lattice", () => {
    const [steps, nodes] = [LENGTH - 1, 2 ** 3 + 1];
    const edgeEvaluations = steps * (LABELS + nodes * nodes);
    const counts = { nodeExpansions: steps * (1 + nodes), edgeEvaluations };
    assertEquals(workOf(oneGoodLabel(7, LENGTH), coarse(3)), { iterations: 1, ...counts });
  });

  it("goes straight to the end when the level is clamped to the whole lattice", () => {
    for (let seed = 0; seed < 20; seed++) {
      const work = workOf(randomProblem(LABELS, LENGTH, seed), coarse(6));
      assertEquals(work, workOf(randomProblem(LABELS, LENGTH, seed), coarse(60)));
      assertEquals(work.edgeEvaluations, (LENGTH - 1) * (LABELS * LABELS + LABELS));
    }
  });

  it("expands no node more than k times when sums are exact", () => {
    for (let seed = 0; seed < 20; seed++) {
      const problem = randomProblem(LABELS, LENGTH, seed);
      for (const k of [1, 3, 10]) {
        const { nodeExpansions, edgeEvaluations } = workOf(problem, NAIVE, k);
        assertLessOrEqual(nodeExpansions, k * (LENGTH - 1) * LABELS);
        assertEquals(edgeEvaluations, nodeExpansions * LABELS);
      }
    }
  });

  it("stays within the beam of one when all paths tie", () => {
    const [model] = oneGoodLabel(0, LENGTH);
    const lattice = { length: LENGTH, emissions: new Float64Array(LENGTH * LABELS) };
    assertEquals(workOf([model, lattice], NAIVE).nodeExpansions, LENGTH - 1);
  });

  it("pops a node again when a prefix arrives that is better by its last bits", () => {
    const problem = nearTies(8, 300);
    for (const options of [NAIVE, coarse(0)]) {
      for (const k of [1, 5]) {
        const { paths, work } = measured(aStar, problem, options, k);
        const expected = measured(viterbi, problem, {}, k).paths;
        assertEquals(paths.map(({ score }) => score), expected.map(({ score }) => score));
        if (options === NAIVE) assertGreater(work.nodeExpansions, k * 299 * 8);
      }
    }
  });
});

describe("iterative-a-star", () => {
  const workOf = (problem: [Model, Lattice]) => measured(iterativeAStar, problem).work;

  it("expands one of two nodes a position when the first label is the best", () => {
    const expected = { iterations: 1, nodeExpansions: 9, edgeEvaluations: 18 };
    assertEquals(workOf(oneGoodLabel(0, 10)), expected);
  });

  it("splits every group once for each doubling when a later label is the best", () => {
    // Labels 0 | 1 | 2, 3 | 4 … 7: the label 4 comes out with the third split.
    const expected = { iterations: 4, nodeExpansions: 4 * 9, edgeEvaluations: 9 * (2 + 3 + 5 + 9) };
    assertEquals(workOf(oneGoodLabel(4, 10)), expected);
  });

  it("splits one position alone when one position prefers a late label", () => {
    const [model, { length, emissions }] = oneGoodLabel(0, 10);
    emissions[5 * 45 + 1] = 2;
    const lattice = { length, emissions };
    const [nodeExpansions, edgeEvaluations] = [(length - 1) * 2, 9 * 2 + 8 * 2 + 3];
    assertEquals(workOf([model, lattice]), { iterations: 2, nodeExpansions, edgeEvaluations });
  });
});

const FORMS = ["lazy", "eager"] as const;

const decode = (problem: [Model, Lattice], deviations: "lazy" | "eager", k: number) =>
  measured(viterbiAStar, problem, { deviations }, k);
const scores = (paths: readonly Path[]) => paths.map(({ score }) => score);

describe("viterbi-a-star", () => {
  for (const deviations of FORMS) {
    it(`scans the labels before each node of the best path when k = 1 and ${deviations}`, () => {
      const { work } = decode(randomProblem(30, 8, 1, 1000), deviations, 1);
      const [nodeExpansions, edgeEvaluations] = [7 * (30 + 1), 7 * (30 * 30 + 30)];
      assertEquals(work, { iterations: 1, nodeExpansions, edgeEvaluations });
    });

    it(`costs at most 1.2 times its forward pass when k = 5, L = 300 and ${deviations}`, () => {
      for (let seed = 0; seed < 3; seed++) {
        const { work } = decode(randomProblem(300, 20, seed, 1000), deviations, 5);
        assertLessOrEqual(work.edgeEvaluations, 1.2 * 19 * 300 * 300);
      }
    });
  }

  it("evaluates fewer edges when lazy than when eager", () => {
    const problem = randomProblem(100, 20, 1, 1000);
    const [lazy, eager] = FORMS.map((form) => decode(problem, form, 50));
    assertEquals(scores(lazy!.paths), scores(eager!.paths));
    const deviationEdges = ({ edgeEvaluations }: Work) => edgeEvaluations - 19 * 100 * 100;
    assertLessOrEqual(5 * deviationEdges(lazy!.work), deviationEdges(eager!.work));
  });

  it("has the list of viterbi to the last bit when there are more near-ties than atoms", () => {
    const problem = nearTies(8, 300);
    const expected = scores(measured(viterbi, problem, {}, 20).paths);
    for (const deviations of FORMS) {
      assertEquals(scores(decode(problem, deviations, 20).paths), expected);
    }
  });
});

const WIDTH = 4;

/** An agenda on which these scores were raised, position by position. */
function agendaOf(rows: readonly (readonly number[])[]): Agenda {
  const agenda = new Agenda();
  agenda.reset(rows.length, WIDTH);
  rows.forEach((row, position) => raise(agenda, position, row));
  return agenda;
}

function raise(agenda: Agenda, position: number, row: readonly number[]): void {
  row.forEach((score, i) => agenda.scores[position * WIDTH + i] = score);
  agenda.raised(position, position * WIDTH + row.indexOf(Math.max(...row)));
}

function drain(agenda: Agenda): [number, number][] {
  const entries: [number, number][] = [];
  while (agenda.topScore > -Infinity) {
    entries.push([agenda.topScore, agenda.topSlot]);
    agenda.lowerTop(-Infinity, WIDTH);
  }
  return entries;
}

describe("Agenda", () => {
  it("pops in descending order, later positions and smaller slots first among ties", () => {
    const random = new Random(1);
    for (let length = 1; length < 20; length++) {
      const row = () => Array.from({ length: WIDTH }, () => random.integer(5));
      const rows = Array.from({ length }, row);
      const expected = rows
        .flatMap((row, t) => row.map((score, i) => ({ score, t, slot: t * WIDTH + i })))
        .toSorted((a, b) => b.score - a.score || b.t - a.t || a.slot - b.slot)
        .map(({ score, slot }) => [score, slot]);
      assertEquals<number[][]>(drain(agendaOf(rows)), expected);
    }
  });

  it("keeps one entry a node when its score is raised or lowered", () => {
    const agenda = agendaOf([[1, 2, 0, 0], [3, 0, 0, 0]]);
    assertEquals([agenda.topScore, agenda.topSlot, agenda.topPosition], [3, WIDTH, 1]);
    raise(agenda, 0, [5, 2, 0, 0]);
    assertEquals([agenda.topScore, agenda.topSlot, agenda.topPosition], [5, 0, 0]);
    agenda.lowerTop(1, WIDTH);
    assertEquals(drain(agenda).slice(0, 3), [[3, WIDTH], [2, 1], [1, 0]]);
  });

  it("sees that the best of a position has risen when another rises to the same score", () => {
    const agenda = agendaOf([[1, 2, 0, 0], [3, 0, 0, 0]]);
    agenda.scores[0] = 4;
    agenda.scores[1] = 4;
    agenda.raised(0, 0);
    assertEquals([agenda.topScore, agenda.topPosition], [4, 0]);
  });
});
