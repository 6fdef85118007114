/**
 * Runs of hostile decoders beside the baseline.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { findProblem } from "../../harness/plan/discover.ts";
import type { PlannedCell } from "../../harness/plan/plan.ts";
import { resolveVariant } from "../../harness/plan/variant.ts";
import { findDecoders, resolveDataset } from "../../harness/problems/sequence/discover.ts";
import { run } from "../../harness/run/run.ts";
import type { Row } from "../../harness/store/rows.ts";
import { readRows, writeRows } from "../../harness/store/rows_table.ts";

/** Rows of a run, and what each decoder has printed. */
export interface HostileRun {
  readonly rows: readonly Row[];
  readonly logs: Readonly<Record<string, string>>;
}

/** Runs files of `tests/hostile/` in one process each. */
export async function hostileRun(files: readonly string[]): Promise<HostileRun> {
  const decoders = await findDecoders();
  const names: string[] = [];
  for (const file of files) {
    const url = new URL(`../hostile/${file}.ts`, import.meta.url).href;
    const { default: value } = await import(url) as { default: Decoder };
    decoders.push({ url, value });
    names.push(value.name);
  }
  const cell = (role: PlannedCell["role"], name: string): PlannedCell => ({
    ...{ role, name, k: 1 },
    variant: resolveVariant(name, decoders),
  });
  const plan = {
    problem: await findProblem("sequence"),
    reference: resolveVariant("viterbi", decoders),
    suite: {
      ...{ name: "hostile", meaning: "", problem: "sequence", blocks: [] },
      ...{ rounds: 2, processes: 1, roundMs: 2, passMs: 400 },
      ...{ deadlineMs: 10_000, memoryMb: 4_000 },
    },
    // With few labels to decode takes but a dozen times as long as to look up, and one pass under a
    // millisecond: what another thread of its process does then would hide who remembers.
    datasets: [{
      ...await resolveDataset("synthetic-structureless-16"),
      sentences: 12,
      cells: [cell("baseline", "viterbi"), ...names.map((name) => cell("rival", name))],
    }],
  };
  const out = await Deno.makeTempDir();
  try {
    await writeRows(out, []);
    await run(plan, { out, seed: 1, session: 0 });
    const logs: Record<string, string> = {};
    for await (const { name } of Deno.readDir(`${out}/logs`)) {
      logs[name.split("-").slice(3, -1).join("-")] = await Deno.readTextFile(`${out}/logs/${name}`);
    }
    return { rows: await readRows(out), logs };
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}
