/**
 * Hostile decoders measured in one run, beside the baseline, its control and a right decoder.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { makePlan } from "../../../harness/plan/plan.ts";
import { run } from "../../../harness/run/run.ts";
import type { Row } from "../../../harness/store/rows.ts";
import { readRows, writeRows } from "../../../harness/store/rows_table.ts";
import type { Ending, Hostile } from "./contract.ts";
import { writeHostile } from "./write.ts";

/** The suite of the run: two processes, so that a decoder is opened again. */
const EFFORT = {
  ...{ rounds: 2, processes: 2, roundMs: 1, passMs: 12 },
  ...{ deadlineMs: 5_000, memoryMb: 1_200 },
};
/** It is what hostile ones would be without what is hostile. */
const HONEST: Hostile = { name: "is-honest", ends: ["whole"] };
const BESIDE = ["viterbi", "control"];

/** What is not as it must be: a line for each decoder, hostile or beside them. */
export async function measureHostile(all: readonly Hostile[], dir: string): Promise<string[]> {
  const decoders: string[] = [];
  for (const hostile of [HONEST, ...all]) decoders.push(await writeHostile(hostile, dir));
  const { suite: { firstUse: _, ...suite }, ...plan } = await makePlan({
    suite: "quick",
    datasets: ["synthetic-structureless-6"],
    decoders,
    ks: [1],
    sentences: 4,
  });
  const out = join(dir, "run");
  await writeRows(out, []);
  const said = await run(
    { ...plan, suite: { ...suite, ...EFFORT } },
    { out, seed: 1, session: 0 },
  );
  const rows = await readRows(out);
  assertEquals(new Set(rows.map(({ decoder }) => decoder)).size, BESIDE.length + decoders.length);
  const beside = BESIDE.map((name): Hostile => ({ name, ends: ["whole"] }));
  return [...beside, HONEST, ...all].flatMap((hostile) => {
    const own = rows.filter(({ decoder }) => decoder === hostile.name);
    const told = said.filter((line) => line.startsWith(`${hostile.name} `));
    return defectsOf(hostile, endingOf(own), [...own.map(({ reason }) => reason), ...told]);
  });
}

/** What is wrong about how a decoder ended; nothing if nothing is. */
export function defectsOf(
  { name, ends, says }: Hostile,
  ending: Ending | "nothing",
  reasons: readonly string[],
): string[] {
  const reason = reasons.filter((text) => text !== "").join("; ");
  const fail = (what: string) => [`${name}: ${what}: ${reason.slice(0, 300)}`];
  if (!ends.some((one) => one === ending)) return fail(`${ending}, not ${ends.join(" or ")}`);
  if (ending === "whole") return [];
  if (reason === "") return fail(`${ending} without a reason`);
  if (says !== undefined && !says.test(reason)) return fail(`does not say ${says}`);
  return [];
}

/** How the rows of a decoder say that it ended; `nothing` if some are missing. */
function endingOf(rows: readonly Row[]): Ending | "nothing" {
  if (rows.some(({ verdict }) => verdict === "wrong")) return "wrong";
  for (const ending of ["error", "timeout"] as const) {
    if (rows.some(({ status }) => status === ending)) return ending;
  }
  const rounds = new Set(rows.map(({ round }) => round));
  const isRight = rows.every(({ status, verdict }) => status === "ok" && verdict === "correct");
  return isRight && rounds.has(EFFORT.rounds) ? "whole" : "nothing";
}
