/**
 * Runs of hostile decoders beside the baseline.
 *
 * @module
 */

import { makePlan, type PlanOptions } from "../../harness/plan/plan.ts";
import type { Plan, Suite } from "../../harness/plan/contract.ts";
import { run } from "../../harness/run/run.ts";
import { writeAnswers } from "../../harness/store/answers.ts";
import { writeFirstUse } from "../../harness/store/first_use.ts";
import type { Row } from "../../harness/store/rows.ts";
import { readRows, writeRows } from "../../harness/store/rows_table.ts";
import { writeSentenceTimes } from "../../harness/store/sentence_times.ts";
import { writeTraces } from "../../harness/store/traces.ts";
import { hostileText } from "../hostile/decoders.ts";
import { withFolder } from "./packs.ts";

/** Rows of a run, what it says of each wrong cell, and what each decoder has printed. */
export interface HostileRun {
  readonly rows: readonly Row[];
  readonly replays: readonly string[];
  readonly logs: Readonly<Record<string, string>>;
}

/** The last row of a decoder. */
export function lastRow({ rows }: HostileRun, name: string): Row {
  const row = rows.findLast(({ decoder }) => decoder === name);
  if (row === undefined) throw new Error(`Cannot find a row of the decoder: ${name}`);
  return row;
}

/** Runs a suite with less effort on hostile decoders of these names. */
export async function hostileRun(
  names: readonly string[],
  asked: PlanOptions,
  effort: Partial<Suite>,
  change: (plan: Plan) => Plan = (plan) => plan,
): Promise<HostileRun> {
  const runs: HostileRun[] = [];
  await withFolder(async (dir) => {
    const decoders: string[] = [];
    for (const name of names) {
      const path = `${dir}/${name.replaceAll("-", "_")}.ts`;
      await Deno.writeTextFile(path, hostileText(name));
      decoders.push(path);
    }
    const { suite, ...plan } = await makePlan({ ...asked, decoders });
    const out = `${dir}/run`;
    await Promise.all([
      writeRows(out, []),
      writeSentenceTimes(out, []),
      writeFirstUse(out, []),
      writeAnswers(out, []),
      writeTraces(out, []),
    ]);
    const planned = change({ ...plan, suite: { ...suite, ...effort } });
    const replays = await run(planned, { out, seed: 3, session: 0 });
    await Deno.mkdir(`${out}/logs`, { recursive: true });
    const logs: Record<string, string> = {};
    for (const name of names) {
      const [file] = Array.from(Deno.readDirSync(`${out}/logs`))
        .filter((file) => file.name.includes(`-${name}-k`));
      if (file !== undefined) logs[name] = await Deno.readTextFile(`${out}/logs/${file.name}`);
    }
    runs.push({ rows: await readRows(out), replays, logs });
  });
  return runs[0]!;
}
