/**
 * `deno task list`: what there is.
 *
 * @module
 */

import type { Description } from "../../decoders/contract.ts";
import { listReaders } from "../../datasets/corpora/corpus.ts";
import { listSuites } from "../plan/plan.ts";
import type { Command } from "../terminal/flags.ts";
import { listParsingDatasets, SYNTHETIC_EXAMPLE } from "../problems/parsing/discover.ts";
import { describeDecoders } from "../decoders/discover.ts";
import { listFamilies, listRealDatasets } from "../problems/sequence/discover.ts";

const command: Command = {
  meaning: "name decoders, datasets, suites and corpus formats",
  flags: {},
  examples: {
    "list": "decoders with their options, datasets, suites and corpus formats",
  },
  run,
};
export default command;

async function run(): Promise<number> {
  console.log(await listing());
  return 0;
}

/** Lines that are not indented. */
const HEADINGS = new Set([
  "",
  "Decoders",
  "Datasets",
  "Parsing decoders",
  "Parsing datasets",
  "Suites",
  "Corpus formats",
]);

/** Names decoders with their options, datasets, suites and corpus formats, a line each. */
async function listing(): Promise<string> {
  const lines = [
    "Decoders",
    ...(await describeDecoders()).flatMap(({ value }) => decoderLines(value)),
    "",
    "Datasets",
    ...await listRealDatasets(),
    ...(await listFamilies()).map(({ name, dial }) =>
      `synthetic-${name}-<L> (dial ${dial.default}: ${dial.meaning})`
    ),
    "or the path of a pack, FILE.safetensors or FILE.safetensors.gz",
    "",
    "Parsing decoders",
    ...(await describeDecoders("parsing")).flatMap(({ value }) => decoderLines(value)),
    "",
    "Parsing datasets",
    ...await listParsingDatasets(),
    `${SYNTHETIC_EXAMPLE.replace("238", "<L>")}{ambiguity=1,length=N}`,
    "or the path of a pack of parses; any of them with {space=ast|reverse|gold,limit=N,beam=B,…}",
    "",
    "Suites",
    ...(await listSuites()).map(({ name, meaning }) => `${name}: ${meaning}`),
    "",
    "Corpus formats",
    ...(await listReaders()).map(({ name, description }) => `${name}: ${description}`),
  ];
  return lines.map((line) => HEADINGS.has(line) ? line : `  ${line}`).join("\n");
}

function decoderLines({ name, title, source, exact, maxK, options }: Description): string[] {
  const kind = `${exact ? "exact" : "approximate"}, ${maxK === 1 ? "1-best" : "k-best"}`;
  return [
    `${name}: ${title} (${kind}). ${source}`,
    ...Object.entries(options).map(([option, { default: value, meaning, choices }]) =>
      `  ${option}=${value}: ${meaning}${choices === undefined ? "" : ` (${choices.join(", ")})`}`
    ),
  ];
}
