import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertLessOrEqual } from "@std/assert";
import { newWork, type Work } from "../../../decoders/contract.ts";
import { type DeviationForm, DeviationSearch } from "../../../decoders/k_best/deviations.ts";
import type { Model, Path } from "../../../decoders/lattice.ts";
import type { PrefixLattice } from "../../../decoders/k_best/predecessors.ts";
import { Random } from "../../../datasets/random.ts";
import { draw } from "../../helpers/problems.ts";

const FORMS: readonly DeviationForm[] = ["lazy", "eager"];

/** The lattice with α as its prefixes. */
function withPrefixes({ labelCount, transitions }: Model, own: Float64Array): PrefixLattice {
  const length = own.length / labelCount;
  const prefixes = own.slice();
  for (let t = 1; t < length; t++) {
    for (let y = 0; y < labelCount; y++) {
      const incoming = Array.from(
        { length: labelCount },
        (_, x) => prefixes[(t - 1) * labelCount + x]! + transitions[x * labelCount + y]!,
      );
      prefixes[t * labelCount + y] = Math.max(...incoming) + own[t * labelCount + y]!;
    }
  }
  return {
    length,
    counts: new Int32Array(length).fill(labelCount),
    nodes: new Int32Array(own.length).map((_, slot) => slot % labelCount),
    own,
    prefixes,
    isForward: true,
  };
}

function newSearch(
  { labelCount, transitions, exactSums }: Model,
  form: DeviationForm,
): DeviationSearch {
  const edges = { labelCount, transitions, fromStride: labelCount, toStride: 1 };
  return new DeviationSearch(edges, labelCount, exactSums, form);
}

function popAll(
  search: DeviationSearch,
  lattice: PrefixLattice,
  limit: number,
  bar: number,
  work: Work = newWork(),
): Path[] {
  search.start(lattice, limit, bar, work);
  const paths: Path[] = [];
  while (paths.length < limit && search.topScore > -Infinity) paths.push(search.pop());
  return paths;
}

function randomProblem(seed: number): { model: Model; own: Float64Array } {
  const random = new Random(seed);
  const score = () => random.integer(6) === 0 ? -Infinity : random.integer(4);
  const labelCount = 1 + random.integer(4);
  const transitions = new Float64Array(labelCount * labelCount).map(score);
  const own = new Float64Array(labelCount * (1 + random.integer(5))).map(score);
  return { model: { labelCount, transitions, exactSums: true, float32Exact: false }, own };
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
    search.start(withPrefixes(FIGURE_3, figure3()), Infinity, -Infinity, newWork());
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
    search.start(withPrefixes(FIGURE_3, figure3()), Infinity, -Infinity, newWork());
    search.pop();
    const before = search.pushed;
    search.pop();
    const positions = Array.from(
      { length: search.pushed - before },
      (_, i) => Math.floor(search.slotOf(before + i) / 4),
    );
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
        assertEquals(
          popAll(search, lattice, Infinity, bar).map(({ score }) => score),
          all.filter((score) => score > bar),
        );
      }
    });
  }

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
