/**
 * Running studies into the folder of a run, from the command line.
 *
 * @module
 */

import type { Found } from "../../datasets/modules.ts";
import { writeFailing } from "../../harness/run/failing.ts";
import { runStudy, type StudyRunOptions } from "./_run_study.ts";
import type { Study, StudySettings } from "../studies/contract.ts";
import { WrongAnswerError } from "../studies/contract.ts";

/**
 * Runs studies, one after another, up to the first with a wrong answer: that is told, with the
 * command that replays it.
 *
 * @returns whether all answers were right
 * @throws UsageError as `runStudy`
 */
export async function measureStudies(
  studies: readonly Found<Study>[],
  settings: StudySettings,
  options: StudyRunOptions,
): Promise<boolean> {
  try {
    for (const study of studies) await runStudy(study, settings, options);
    return true;
  } catch (error) {
    if (!(error instanceof WrongAnswerError)) throw error;
    const { message, decoder, k, write } = error;
    console.error(`WRONG: ${message}`);
    console.error(await writeFailing(options.out, `study-${decoder}`, decoder, k, write));
    return false;
  }
}
