import { assert, assertEquals, assertGreaterOrEqual, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import aStar from "../../../decoders/a_star.ts";
import auto from "../../../decoders/auto.ts";
import beam from "../../../decoders/beam.ts";
import blockSkip from "../../../decoders/block_skip.ts";
import carpediem from "../../../decoders/carpediem.ts";
import { roundingTolerance } from "../../../decoders/chain/grid.ts";
import columnGeneration from "../../../decoders/column_generation.ts";
import { type Decoder, newWork } from "../../../decoders/contract.ts";
import dominance from "../../../decoders/dominance.ts";
import iterativeAStar from "../../../decoders/iterative_a_star.ts";
import iterativeViterbi from "../../../decoders/iterative_viterbi.ts";
import iterativeViterbiAStar from "../../../decoders/iterative_viterbi_a_star.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { maxMarginals } from "../../../decoders/probability/max_marginals.ts";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { drawInstance, type Regime } from "../../../harness/conformance/generators.ts";
import { BOUNDS, GROUP, KINDS, record, type Trace } from "../../../reports/explorer/trace.ts";
import { cases } from "../../helpers/long.ts";

/** What is watched: its options, and whether "opened" has the best prefix there is. */
const WATCHED: readonly [decoder: Decoder, options: Record<string, string>, opensBest: boolean][] =
  [
    [viterbi, {}, true],
    [viterbi, { loop: "textbook" }, true],
    [iterativeViterbi, {}, false],
    [iterativeViterbi, { expansion: "uniform", raise: "active" }, false],
    [iterativeViterbi, { order: "emission" }, false],
    [iterativeViterbiAStar, {}, false],
    [iterativeViterbiAStar, { order: "emission" }, false],
    [carpediem, {}, true],
    [aStar, {}, true],
    [aStar, { heuristic: "naive" }, true],
    [iterativeAStar, {}, false],
    [columnGeneration, {}, false],
    [columnGeneration, { add: "all" }, false],
    [dominance, {}, false],
    [dominance, { ends: "left" }, true],
    [dominance, { bound: "row" }, false],
    [blockSkip, {}, true],
    [auto, { kernel: "plain" }, false],
    [beam, {}, false],
  ];

/** Lattices of each kind. */
const SEEDS = cases(20, 60);

const eventsOf = ({ kinds, positions, labels, others, values }: Trace) =>
  Array.from(kinds, (kind, i) => ({
    kind: KINDS[kind]!,
    t: positions[i]!,
    label: labels[i]!,
    other: others[i]!,
    value: values[i]!,
  }));

/** What is true of a lattice: best scores of prefixes into nodes, and of paths through them. */
function truth(model: Model, lattice: Lattice) {
  const { labelCount, transitions } = model;
  const { length, emissions } = lattice;
  const prefixes = emissions.slice();
  for (let at = labelCount; at < length * labelCount; at++) {
    const [row, y] = [at - at % labelCount, at % labelCount];
    const into = (_: unknown, x: number) =>
      prefixes[row - labelCount + x]! + transitions[x * labelCount + y]!;
    const sums = Array.from({ length: labelCount }, into);
    prefixes[at] = Math.max(...sums) + emissions[at]!;
  }
  const through =
    maxMarginals({ ...model, exactSums: false, float32Exact: false }, "plain")(lattice)
      ?.scores ?? new Float64Array(length * labelCount).fill(-Infinity);
  return { prefixes, through, best: Math.max(...prefixes.subarray(-labelCount)) };
}

/** Holds every event against what is true. */
function checkEvents(trace: Trace, model: Model, lattice: Lattice, opensBest: boolean): void {
  const { labelCount, transitions } = model;
  const { prefixes, through, best } = truth(model, lattice);
  const tolerance = 4 * roundingTolerance({ ...model, exactSums: false })(lattice);
  const events = eventsOf(trace);
  const own = events.slice(0, events.length - trace.paths.length * lattice.length);
  const same = (one: number, other: number) => one === other || Math.abs(one - other) <= tolerance;
  const openings = Map.groupBy(own.filter(({ kind }) => kind === "opened"), ({ t }) => t);
  const labelsAt = new Map(
    Array.from(openings, ([t, events]) => [t, new Set(events.map(({ label }) => label))]),
  );
  const opened = (t: number) => labelsAt.get(t) ?? new Set<number>();
  /** What the opened labels of a position give each next one. */
  const given = new Map<number, Float64Array>();
  const mostInto = (t: number) => {
    const most = given.get(t) ?? new Float64Array(labelCount).map((_, y) =>
      Math.max(
        ...Array.from(
          opened(t),
          (x) => prefixes[t * labelCount + x]! + transitions[x * labelCount + y]!,
        ),
      )
    );
    given.set(t, most);
    return most;
  };
  let lower = -Infinity;
  let isForward = true;
  for (const { kind, t, label, other, value } of own) {
    const at = t * labelCount + label;
    if (kind === "iteration") isForward = other === 0;
    if (kind === "lower") {
      assertLessOrEqual(value, best + tolerance);
      lower = Math.max(lower, value);
    }
    if (kind === "upper") assertGreaterOrEqual(value, best - tolerance);
    if (kind === "activated") assertGreaterOrEqual(value, through[at]! - tolerance);
    if (kind === "opened" && opensBest && isForward) {
      assert(same(value, prefixes[at]!), `opened ${t} ${label}: ${value}, ${prefixes[at]}`);
    }
    if (kind !== "dropped") continue;
    const reason = BOUNDS[other]!;
    const said = `${reason} ${t} ${label}: ${value}; best ${best}, through ${through[at]}`;
    if (reason === "both sides" || reason === "rest of the sentence") {
      assert(value <= best + tolerance, said);
      const isTrue = label === GROUP || through[at]! <= value + tolerance;
      // Paths through nodes that went before may score more, but no more than what is known.
      assert(isTrue || through[at]! < best || lower >= best - tolerance, said);
    } else if (reason === "arrival") {
      assert(value >= prefixes[at]! - tolerance, said);
      const most = Math.max(...Array.from(opened(t), (y) => prefixes[t * labelCount + y]!));
      assert(value <= most + tolerance, said);
    } else if (reason === "dominance") {
      assert(value <= tolerance && through[at]! <= best + value + tolerance, said);
    } else {
      assertEquals(reason, "no improvement");
      mostInto(t).forEach((most, y) =>
        assert(prefixes[at]! + transitions[label * labelCount + y]! <= most, said)
      );
    }
  }
  const [path] = trace.paths;
  path?.labels.forEach((label, t) => {
    const isShown = own.some((one) =>
      one.t === t && one.label === label && ["opened", "path", "column"].includes(one.kind)
    );
    const said = `position ${t} of the best path, label ${label}`;
    assert(isShown || trace.decoder.startsWith("block-skip"), said);
  });
}

describe("record()", () => {
  for (const [decoder, options, opensBest] of WATCHED) {
    const named = `${decoder.name} ${JSON.stringify(options)}`;
    for (const regime of ["exact sums", "decimals"] as const satisfies Regime[]) {
      it(`sees what ${named} does and changes nothing, for ${regime}`, () => {
        for (let seed = 0; seed < SEEDS; seed++) {
          const size = seed % 3 === 0 ? "medium" : seed % 40 === 1 ? "large" : "small";
          const { model, lattices } = drawInstance(seed, regime, size, 1);
          const unwatched = prepared(decoder, model, options);
          const watched = prepared(decoder, model, options);
          for (const lattice of lattices) {
            const work = newWork();
            const { paths } = unwatched(lattice, 1, work);
            const trace = record(named, watched, lattice, 1);
            assertEquals(trace.work, work, `seed ${seed}`);
            const own = paths.map(({ score, labels }) => ({ score, labels: Array.from(labels) }));
            assertEquals(trace.paths, own);
            assert(trace.kinds.length > trace.paths.length * lattice.length);
            trace.edges.forEach((edges, i) => assert(edges >= (trace.edges[i - 1] ?? 0)));
            if (paths.length > 0) {
              assertEquals(trace.edges.at(-1), work.edgeEvaluations, `seed ${seed}`);
            }
            if (!decoder.exact) continue;
            try {
              checkEvents(trace, model, lattice, opensBest);
            } catch (error) {
              throw new Error(`seed ${seed}, L ${model.labelCount}: ${(error as Error).message}`);
            }
          }
        }
      });
    }
  }

  it("changes nothing for several paths, and no drop is above the worst of them", () => {
    const many = WATCHED.filter(([{ maxK, exact }]) => maxK > 1 && exact);
    for (const [decoder, options] of many) {
      for (let seed = 0; seed < SEEDS; seed++) {
        const { model, lattices: [lattice] } = drawInstance(seed, "exact sums", "small", 1);
        const work = newWork();
        const { paths } = prepared(decoder, model, options)(lattice!, 3, work);
        const trace = record(decoder.name, prepared(decoder, model, options), lattice!, 3);
        assertEquals(trace.work, work);
        assertEquals(trace.paths.map(({ score }) => score), paths.map(({ score }) => score));
        trace.edges.forEach((edges, i) => assert(edges >= (trace.edges[i - 1] ?? 0)));
        const worst = paths.length < 3 ? -Infinity : paths[2]!.score;
        for (const { kind, other, value } of eventsOf(trace)) {
          if (kind !== "dropped") continue;
          const isBound = ["both sides", "rest of the sentence"].includes(BOUNDS[other]!);
          assert(!isBound || value <= worst, `${decoder.name}, seed ${seed}: ${value}, ${worst}`);
        }
      }
    }
  });
});
