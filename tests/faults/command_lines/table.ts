/**
 * All command lines that are refused, and what is wrong with how one is.
 *
 * @module
 */

import { join } from "node:path";
import config from "../../../deno.json" with { type: "json" };
import { cli } from "../../helpers/child.ts";
import { inProcess, type Said } from "../../helpers/in_process.ts";
import { lineDefect } from "../lines.ts";
import type { Refused } from "./contract.ts";
import { placed } from "./files.ts";
import { LEARNING } from "./learning.ts";
import { MEASURING } from "./measuring.ts";
import { READING } from "./reading.ts";

/** Nothing may be made where nothing was. */
const NEW = "NEW";

/** Each ends with one line and exit code 2, or 3 where the system refuses. */
export const COMMAND_LINES: readonly Refused[] = [...READING, ...MEASURING, ...LEARNING];

/** Tries a command line on the files of a folder; what is not as it must be, a line each. */
export async function refuse({ args, says, alone }: Refused, dir: string): Promise<string[]> {
  const given = args.map((arg) => placed(arg, dir));
  const { code, stdout, errors } = await (alone ? inChild(given) : inProcess(given));
  const shown = args.map((arg) => arg.slice(0, 80)).join(" ");
  const fail = (what: string) => [`${shown}: ${what}`];
  const made = Array.from(Deno.readDirSync(dir), ({ name }) => name)
    .filter((name) => name.startsWith(NEW));
  for (const name of made) await Deno.remove(join(dir, name), { recursive: true });
  if (code !== 2 && code !== 3) {
    return fail(`exit code ${code}: ${[...errors, stdout].join("; ").slice(0, 300)}`);
  }
  if (stdout !== "") return fail(`it has output: ${stdout.slice(0, 300)}`);
  const defect = lineDefect(errors, says.map((words) => placed(words, dir)));
  if (defect !== undefined) return fail(defect);
  return made.length > 0 ? fail(`it made ${made}`) : [];
}

/** In a process with the rights that the task has. */
async function inChild(args: readonly string[]): Promise<Said> {
  const { command } = config.tasks[args[0] as keyof typeof config.tasks];
  const [, set = "cell"] = /-P=(\w+)/.exec(command) ?? [];
  return await cli(set, ...args);
}
