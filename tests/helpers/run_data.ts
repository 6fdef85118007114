import { runData } from "../../reports/numbers/read_run.ts";
import type { RunData } from "../../reports/numbers/run_data.ts";

/** A run with these parts and nothing else. */
export function aRun(parts: Partial<RunData> = {}): RunData {
  return { ...runData([]), ...parts };
}
