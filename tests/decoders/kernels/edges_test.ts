import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import {
  type PlacedTransitions,
  placePanels,
  placeTransitions,
} from "../../../decoders/kernels/edges/transitions.ts";
import { blocksOf, VECTOR_BYTES } from "../../../decoders/kernels/rows.ts";
import type { Model } from "../../../decoders/lattice.ts";
import { kernelCases } from "../../helpers/kernel_cases.ts";

/** Everything that is made of the transitions, as numbers. */
function everything(transitions: PlacedTransitions) {
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
      assertEquals(everything(one!), everything(other!), title);
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
      everything(placed);
      for (let i = 0; i < 20; i++) {
        const edge = random.integer(labelCount ** 2);
        const score = random.uniform() < 0.2 ? -Infinity : random.integer(9) - 4;
        changed.transitions[edge] = score;
        placed.revise(Math.floor(edge / labelCount), edge % labelCount, score);
      }
      assertEquals(everything(placed), everything(placeTransitions(arena, changed)), title);
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
