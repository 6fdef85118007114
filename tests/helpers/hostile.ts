/**
 * Runs of hostile decoders beside the baseline.
 *
 * @module
 */

import { makePlan, type PlanOptions, sourceHashes } from "../../harness/plan/plan.ts";
import type { Plan, Suite } from "../../harness/plan/contract.ts";
import { run } from "../../harness/run/run.ts";
import { ANSWERS, FIRST_USE, SENTENCES, TRACES } from "../../harness/store/side_tables.ts";
import { type Row, ROWS } from "../../harness/store/rows.ts";
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

/** What is done with a run besides. */
export interface HostileOptions {
  /** Other rounds, times and limits than the suite's. */
  readonly effort: Partial<Suite>;
  /** Programs besides, as `name=COMMAND`. */
  readonly programs?: readonly string[];
  /** Changes what is planned. */
  readonly change?: (plan: Plan) => Plan;
  /** Looks at what is there before it is removed. */
  readonly look?: (plan: Plan, replays: readonly string[]) => Promise<void>;
}

/** Runs what is planned on decoders whose modules have these texts, by their names. */
export async function hostileRun(
  texts: Readonly<Record<string, string>>,
  asked: PlanOptions,
  { effort, programs = [], change = (plan) => plan, look }: HostileOptions,
): Promise<HostileRun> {
  return await withFolder(async (dir) => {
    const decoders: string[] = [...programs];
    for (const [name, text] of Object.entries(texts)) {
      const path = `${dir}/${name.replaceAll("-", "_")}.ts`;
      await Deno.writeTextFile(path, text);
      decoders.push(path);
    }
    const { suite, ...rest } = await makePlan({ ...asked, decoders });
    const plan = change({ ...rest, suite: { ...suite, ...effort } });
    const out = `${dir}/run`;
    const tables = [ROWS, SENTENCES, FIRST_USE, ANSWERS, TRACES];
    await Promise.all(tables.map((table) => table.write(out, [])));
    const sources = await sourceHashes(plan);
    const replays = await run(plan, { out, seed: 3, session: 0, sources });
    const logs: Record<string, string> = {};
    await Deno.mkdir(`${out}/logs`, { recursive: true });
    for (const name of [...Object.keys(texts), ...programs.map((text) => text.split("=")[0]!)]) {
      const [file] = Array.from(Deno.readDirSync(`${out}/logs`))
        .filter((file) => new RegExp(`-${name}(-k|_)`).test(file.name));
      if (file !== undefined) logs[name] = await Deno.readTextFile(`${out}/logs/${file.name}`);
    }
    await look?.(plan, replays);
    return { rows: await ROWS.read(out), replays, logs };
  });
}
