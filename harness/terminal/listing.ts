/**
 * The text of `deno task list`.
 *
 * @module
 */

import type { Description } from "../../decoders/contract.ts";
import { listReaders } from "../../datasets/corpora/corpus.ts";
import { listSuites } from "../plan/discover.ts";
import { describeDecoders, listFamilies, listRealDatasets } from "../problems/sequence/discover.ts";

/** Names decoders with their options, datasets, suites and corpus formats, a line each. */
export async function listing(): Promise<string> {
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
    "Suites",
    ...(await listSuites()).map(({ name, meaning }) => `${name}: ${meaning}`),
    "",
    "Corpus formats",
    ...(await listReaders()).map(({ name, description }) => `${name}: ${description}`),
  ];
  const headings = new Set(["", "Decoders", "Datasets", "Suites", "Corpus formats"]);
  return lines.map((line) => headings.has(line) ? line : `  ${line}`).join("\n");
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
