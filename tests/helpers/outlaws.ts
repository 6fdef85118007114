/**
 * A run of decoders that are wrong, crash or never return.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { openPack } from "../../datasets/packs/pack_file.ts";
import { type HostileRun, hostileRun } from "./hostile.ts";

/** Decoders that do not play by the rules, as source text: `plain` is a right one. */
const OUTLAWS: Readonly<Record<string, string>> = {
  // Waits where others would loop: what must be killed is the same, and no processor is busy.
  "never-returning":
    "prepare: () => () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }",
  throwing: 'prepare: () => () => { throw new RangeError("out of luck"); }',
  leaving: "prepare: () => () => Deno.exit(0)",
  "failing-to-prepare": 'prepare: () => { throw new Error("no memory"); }',
  // A word beside the protocol must not be taken for an answer.
  talking: `prepare: (...model) => {
    const decode = plain.prepare(...model);
    return (...question) => { console.log("{}"); return decode(...question); };
  }`,
  // An approximate decoder may miss the best path, but not make up a score.
  "lying-approximately": `exact: false, prepare: (...model) => {
    const decode = plain.prepare(...model);
    return (lattice, k, work) => {
      const paths = decode(lattice, 2, work).paths.slice(-1);
      const lie = lattice.length > 1 ? 1 : 0;
      return { paths: paths.map(({ score, labels }) => ({ score: score + lie, labels })) };
    };
  }`,
  // What it counts depends on the process.
  "counting-anew": `prepare: (...model) => {
    const decode = plain.prepare(...model);
    return (lattice, k, work) => {
      work.edgeEvaluations += Deno.pid;
      return decode(lattice, k, work);
    };
  }`,
  // Wrong from its second sentence on.
  "wrong-in-turn": `prepare: (...model) => {
    const decode = plain.prepare(...model);
    let sentences = 0;
    return (lattice, k, work) => {
      const { paths } = decode(lattice, 1, work);
      return sentences++ === 0 ? { paths } : { paths: [] };
    };
  }`,
};

const NAME = "beam-claiming-exactness";
const url = (path: string) => new URL(path, import.meta.url);
const TEXTS: Readonly<Record<string, string>> = {
  [NAME]: `export { default } from "${url("../wrong/beam_claiming_exactness.ts")}";\n`,
  ...Object.fromEntries(
    Object.entries(OUTLAWS).map(([name, text]) => [
      name,
      `import { plain } from "${url("../wrong/plain.ts")}";\n` +
      `export default { ...plain, name: "${name}", maxK: 1, ${text} };\n`,
    ]),
  ),
};

/** A failing pack: its shape, and what replaying says. */
interface Failing {
  readonly length: number;
  readonly labels: number;
  readonly differences: readonly string[];
}

/** What came of the run. */
export interface Lawless extends HostileRun {
  /** By decoder. */
  readonly failing: ReadonlyMap<string, Failing>;
}

let once: Promise<Lawless> | undefined;
/** A run of outlaws beside the baseline, made once for all tests. */
export const lawlessRun = (): Promise<Lawless> =>
  once ??= (async () => {
    const failing = new Map<string, Failing>();
    const asked = { suite: "quick", datasets: ["synthetic-structureless-6"], ks: [1, 2] };
    const ended = await hostileRun(TEXTS, { ...asked, sentences: 4 }, {
      effort: {
        ...{ rounds: 2, processes: 2, roundMs: 1, passMs: 12 },
        ...{ deadlineMs: 3_000, memoryMb: 1_200 },
      },
      // One of them is asked for more paths than it finds.
      change: (plan) => ({
        ...plan,
        datasets: plan.datasets.map((dataset) => ({
          ...dataset,
          cells: dataset.cells.filter(({ k, role, name }) =>
            k === 1 || role === "baseline" || name === "talking"
          ),
        })),
      }),
      async look({ problem, datasets }, replays) {
        for (const { name, variant } of datasets.flatMap(({ cells }) => cells)) {
          const line = replays.find((text) => text.startsWith(`${name} is wrong`));
          const pack = line?.match(/--pack '?([^' ]+)/)?.[1];
          if (pack === undefined) continue;
          const { differences } = await problem.value.replay({ ...variant, pack, k: 1 });
          const { model, lengths: [length] } = await openPack(pack);
          failing.set(name, { length: length!, labels: model.labelCount, differences });
          const baseline = datasets[0]!.cells.find(({ role }) => role === "baseline")!.variant;
          assertEquals((await problem.value.replay({ ...baseline, pack, k: 1 })).differences, []);
        }
      },
    });
    return { ...ended, failing };
  })();
