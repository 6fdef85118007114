/**
 * Flags of the commands that read a pack.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { isParsing } from "../../datasets/packs/parsing_contents.ts";
import { packMetadata, withFile } from "../../datasets/packs/pack_file.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Description } from "../problems/contract.ts";
import { isPath, withoutSettings } from "../problems/packs.ts";
import { isParsingName } from "../problems/parsing/discover.ts";
import {
  type Flags,
  type FlagSpec,
  type FlagValues,
  MOST_PATHS,
  MOST_SENTENCES,
  numberOf,
  refuseFlags,
  required,
  wholeNumber,
} from "../terminal/flags.ts";
import { openDataset, resolveDataset } from "../problems/sequence/discover.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import type { Variant } from "../decoders/load_decoder.ts";

/** The packs of the project. */
export const REAL: string = fileURLToPath(new URL("../../datasets/real", import.meta.url));

/** `--pack`. */
export const PACK_FLAG = {
  value: "FILE",
  help: ".safetensors or .safetensors.gz, or the name of a dataset",
};
/** `--limit`. */
export const LIMIT_FLAG = { value: "N", help: "only the first N sentences" };
/** `--forbid-below`. */
export const FORBID_BELOW_FLAG = { value: "X", help: "scores below X mean -Infinity" };
/** Flags of a command that says something of the best paths of sentences. */
export const SENTENCE_FLAGS: FlagSpec = {
  pack: PACK_FLAG,
  limit: LIMIT_FLAG,
  "forbid-below": FORBID_BELOW_FLAG,
  names: { help: "label names of each path besides, as `names`" },
};

/** `--space`. */
export const SPACE_FLAG = {
  value: "SPACE",
  help: "search space of a FILE of parses: ast, reverse, gold, beam=B,cutoff=C,coupling=W (ast)",
};

/**
 * The kind of problem of `--pack`, a file or a dataset.
 *
 * @throws UsageError for flags that the kind does not have, and for a file that cannot be opened
 */
export async function problemOfPack(
  flags: FlagValues & Partial<Flags>,
): Promise<"sequence" | "parsing"> {
  const pack = flags.values["pack"] ?? "";
  const isFile = await isPath(pack);
  if (isFile) await given(withFile(withoutSettings(pack), () => Promise.resolve()));
  const isOfParses = isFile
    ? isParsing({ metadata: await packMetadata(withoutSettings(pack)) })
    : await isParsingName(pack);
  const problem = isOfParses ? "parsing" : "sequence";
  // What there is not is of no kind.
  if (!isFile && !isOfParses) await resolveDataset(withoutSettings(pack));
  const others = problem === "parsing" ? ["forbid-below"] : ["space", "proof", "beliefs"];
  refuseFlags(flags, others, `with ${pack}: it is a pack of ${problem} problems`);
  return problem;
}

/**
 * The names of a pack's labels, as many as there are: packs are checked when they are opened.
 *
 * @throws UsageError where a pack has none, with how one writes them
 */
export function labelNames({ name, metadata }: Pick<Dataset, "name" | "metadata">): string[] {
  const json = metadata["labels"];
  if (json !== undefined) return JSON.parse(json);
  throw new UsageError(
    `Cannot use --names: ${name} has no label names; write them to the file's __metadata__ as ` +
      '`labels`, a JSON array (Python: save_file(…, metadata={"labels": json.dumps(names)}))',
  );
}

/** The names of some labels, as a field to be added where labels are given; none without names. */
export function named(
  names: readonly string[] | undefined,
  labels: Int32Array,
): { names?: string[] } {
  return names === undefined ? {} : { names: Array.from(labels, (label) => names[label]!) };
}

export function forbidBelow({ values }: FlagValues): { forbidBelow?: number } {
  if (values["forbid-below"] === undefined) return {};
  return { forbidBelow: numberOf(values, "forbid-below", NaN) };
}

/**
 * The dataset of `--pack`, and how many of its sentences `--limit` leaves.
 *
 * @throws UsageError as `openDataset`
 */
export async function openSentences(
  flags: FlagValues,
): Promise<{ dataset: Dataset; count: number }> {
  const limit = wholeNumber(flags, "limit", 0, MOST_SENTENCES);
  const pack = required(flags, "pack", "FILE");
  const dataset = await openDataset(pack, forbidBelow(flags), limit);
  return { dataset, count: Math.min(limit ?? Infinity, dataset.lengths.length) };
}

/** `--k`, which the decoder must be able to return. */
export function pathCount(flags: FlagValues, { decoder }: Variant<Description>): number {
  const k = wholeNumber(flags, "k", 1, MOST_PATHS) ?? 1;
  if (k <= decoder.maxK) return k;
  throw new UsageError(`Cannot ask ${decoder.name} for --k ${k}: it returns ${decoder.maxK} path`);
}
