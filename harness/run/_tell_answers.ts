/**
 * Writing what is told of the answers of cells, and how cells come to them.
 *
 * @module
 */

import { appendAnswers } from "../store/answers.ts";
import { appendTraces } from "../store/traces.ts";
import type { LiveCell } from "./live_cell.ts";
import type { RunOptions } from "./run_options.ts";
import type { Subject } from "./subject.ts";

type Target = Pick<RunOptions, "out" | "session">;

/** Writes what the problem tells of the answers of cells. */
export async function tellAnswers(
  cells: readonly LiveCell[],
  { out, session }: Target,
): Promise<void> {
  for (const { answers, key } of cells.filter(({ planned: { role } }) => role !== "control")) {
    await appendAnswers(out, answers.map((answer) => ({ key, session, ...answer })));
  }
}

/** Writes how cells come to their answers, if the problem can tell. */
export async function traceCells(
  cells: readonly LiveCell[],
  subject: Subject,
  { out, session }: Target,
  say: (name: string) => void,
): Promise<void> {
  const { problem, sample: { indices } } = subject;
  if (problem.value.trace === undefined) return;
  for (const cell of cells) {
    const { key, planned: { role, name } } = cell;
    if (role === "control" || !cell.isAlive) continue;
    say(name);
    const points = await cell.trace(subject);
    await appendTraces(
      out,
      points.map((point) => ({ key, session, ...point, sentence: indices[point.sentence]! })),
    );
  }
}
