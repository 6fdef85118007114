/**
 * The programs of the board that decode, and what is installed for them.
 *
 * @module
 */

import type { SequenceSample } from "../../harness/problems/sequence/sample.ts";
import { compile, tool } from "./_peak.ts";
import { isInstalled, PROGRAMS } from "./_tagger_programs.ts";

const EXAMPLES = new URL("../../harness/external/examples/", import.meta.url);
/** A decoder in C, and one with each library of Python. */
const C_FILE = "viterbi.c";
const LIBRARIES = ["numpy", "torch"];
/** What the program in C is called. */
export const NATIVE = "c-avx2";
/** Datasets with so many labels have batches of few sentences. */
export const MANY_LABELS = 1000;
/** Sentences of such a batch. */
export const FEW = 8;

/** What lines depend on besides the lattices: the programs' sources, and what is installed. */
export async function surroundings(): Promise<unknown> {
  const files = [
    new URL("peak.c", import.meta.url),
    ...[C_FILE, ...LIBRARIES.map(pythonFile)].map((name) => new URL(name, EXAMPLES)),
  ];
  return await Promise.all([
    ...files.map((file) => Deno.readTextFile(file)),
    ...["cc", ...PROGRAMS.map(({ command }) => command)].map(isInstalled),
    ...LIBRARIES.map(async (library) => (await imported(library)).success),
  ]);
}

const pythonFile = (library: string) => `viterbi_${library}.py`;

/** Asks Python for the library that a program decodes with. */
async function imported(library: string) {
  return await tool("python3", ["-c", `import ${library}`]);
}

/** The programs that can run here, as `--decoder-command` takes them. */
export async function programs(
  { lengths, model }: SequenceSample,
  folder: string,
  missing: (system: string, reason: string) => void,
): Promise<string[]> {
  const found: string[] = [];
  const flags = [
    ...model.float32Exact ? ["-DFLOAT"] : [],
    // All of few sentences with many labels, whose transitions are read from memory.
    ...lengths.length > 1 ? [`-DTOGETHER=${model.labelCount < MANY_LABELS ? 4 : FEW}`] : [],
  ];
  const program = await compile(new URL(C_FILE, EXAMPLES), `${folder}/viterbi`, flags);
  if (typeof program === "string") found.push(`${NATIVE}=${program}`);
  else missing(NATIVE, program.absent);
  for (const library of LIBRARIES) {
    const { success, stderr } = await imported(library);
    const file = decodeURIComponent(new URL(pythonFile(library), EXAMPLES).pathname);
    if (success) found.push(`${library}=python3 ${file}`);
    else missing(library, stderr);
  }
  return found;
}
