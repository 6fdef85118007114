import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { finiteScores } from "../../../decoders/column_generation/finite_scores.ts";
import { type Lattice, type Model, scorePath } from "../../../decoders/lattice.ts";

const NO = -Infinity;

function model(...transitions: number[]): Model {
  return {
    labelCount: 2,
    transitions: Float64Array.from(transitions),
    exactSums: true,
    float32Exact: true,
  };
}

function lattice(...emissions: number[]): Lattice {
  return { length: emissions.length / 2, emissions: Float64Array.from(emissions) };
}

describe("finiteScores()", () => {
  it("passes a lattice on when nothing is forbidden", () => {
    const finite = lattice(1, 2, 3, 4);
    const { emissions, transitions, tolerance } = finiteScores(model(1, 2, 3, 4))(finite);
    assertStrictEquals(emissions, finite.emissions);
    assertEquals(transitions.outgoing, Float64Array.of(1, 2, 3, 4));
    assertEquals(transitions.incoming, Float64Array.of(1, 3, 2, 4));
    assertEquals(transitions.outgoingMaxima, Float64Array.of(2, 4));
    assertEquals(transitions.incomingMaxima, Float64Array.of(3, 4));
    assertEquals(tolerance, 0);
  });

  it("makes every forbidden path worse than every other when scores are forbidden", () => {
    const dataset = model(-7, NO, 5, 0);
    const given = lattice(9, -9, NO, 3, 0, 4, -8, NO);
    const { transitions, ...finite } = finiteScores(dataset)(given);
    assert(finite.tolerance > 0);
    const finiteTask = { ...dataset, transitions: transitions.outgoing };
    const allowed: number[] = [];
    const forbidden: number[] = [];
    for (let path = 0; path < 16; path++) {
      const labels = [path & 1, path >> 1 & 1, path >> 2 & 1, path >> 3];
      const score = scorePath(dataset, given, labels);
      const finiteScore = scorePath(finiteTask, finite, labels);
      if (score === NO) forbidden.push(finiteScore);
      else assertEquals(finiteScore, score);
      if (score !== NO) allowed.push(score);
    }
    assert(allowed.length > 0 && Math.max(...forbidden) < Math.min(...allowed));
    assert(forbidden.every(Number.isFinite));
  });
});
