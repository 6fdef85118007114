/**
 * A run of decoders that are wrong, crash or never return.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { pathToFileURL } from "node:url";
import type { Decoder } from "../../decoders/contract.ts";
import { openPack } from "../../datasets/packs/pack_file.ts";
import { findProblem } from "../../harness/plan/plan.ts";
import type { Row } from "../../harness/store/rows.ts";
import { findDecoders, resolveDataset } from "../../harness/problems/sequence/discover.ts";
import type { Role } from "../../harness/store/key.ts";
import { run } from "../../harness/run/run.ts";
import { readRows, writeRows } from "../../harness/store/rows_table.ts";
import { resolveVariant } from "../../harness/decoders/variant.ts";

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

/** What came of the run. */
export interface Lawless {
  readonly rows: Row[];
  readonly replays: readonly string[];
  /** Shapes of the failing packs and what replaying says, by decoder. */
  readonly failing: ReadonlyMap<
    string,
    { length: number; labels: number; differences: readonly string[] }
  >;
}

let once: Promise<Lawless> | undefined;
/** A run of outlaws beside the baseline, made once for all tests. */
export const lawlessRun = (): Promise<Lawless> =>
  once ??= (async () => {
    const dir = await Deno.makeTempDir();
    try {
      const found = await findDecoders();
      const wrong = new URL("../wrong/beam_claiming_exactness.ts", import.meta.url).href;
      const urls = [wrong];
      for (const [name, text] of Object.entries(OUTLAWS)) {
        const plain = new URL("../wrong/plain.ts", import.meta.url).href;
        await Deno.writeTextFile(
          `${dir}/${name}.ts`,
          `import { plain } from "${plain}";\n` +
            `export default { ...plain, name: "${name}", maxK: 1, ${text} };\n`,
        );
        urls.push(pathToFileURL(`${dir}/${name}.ts`).href);
      }
      for (const url of urls) {
        found.push({ url, value: (await import(url) as { default: Decoder }).default });
      }
      const cell = (role: Role, name: string, planned = name, k = 1) => ({
        role,
        name: planned,
        variant: resolveVariant(name, found),
        k,
      });
      const wrongNames = ["beam-claiming-exactness", ...Object.keys(OUTLAWS)];
      const problem = await findProblem("sequence");
      const plan = {
        problem,
        reference: resolveVariant("viterbi", found),
        suite: {
          name: "lawless",
          meaning: "",
          problem: "sequence",
          blocks: [],
          rounds: 2,
          processes: 2,
          roundMs: 1,
          passMs: 12,
          deadlineMs: 3_000,
          memoryMb: 1_200,
        },
        datasets: [{
          ...await resolveDataset("synthetic-structureless-6"),
          sentences: 4,
          cells: [
            cell("baseline", "viterbi"),
            cell("control", "viterbi", "control"),
            ...wrongNames.map((name) => cell("rival", name)),
            cell("baseline", "viterbi", "viterbi", 2),
            cell("rival", "talking", "talking", 2),
          ],
        }],
      };
      await writeRows(dir, []);
      const replays = await run(plan, { out: dir, seed: 1, session: 0 });
      const failing = new Map<
        string,
        { length: number; labels: number; differences: readonly string[] }
      >();
      for (const name of wrongNames) {
        const line = replays.find((text) => text.startsWith(`${name} is wrong`));
        const path = line?.match(/--pack '?([^' ]+)/)?.[1];
        if (path === undefined) continue;
        const replayed = async (decoder: string) =>
          await problem.value.replay({ ...resolveVariant(decoder, found), pack: path, k: 1 });
        const { differences } = await replayed(name);
        assertEquals((await replayed("viterbi")).differences, []);
        const { model: { labelCount: labels }, lengths: [length] } = await openPack(path);
        failing.set(name, { length: length!, labels, differences });
      }
      return { rows: await readRows(dir), replays, failing };
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  })();
