/**
 * `deno task list`: what there is.
 *
 * @module
 */

import type { Description } from "../../decoders/contract.ts";
import { counted } from "../../datasets/markdown.ts";
import { describeTransitions } from "../../datasets/transition_shape.ts";
import { visible } from "../../datasets/visible.ts";
import { listReaders } from "../../datasets/corpora/corpus.ts";
import { listSuites } from "../plan/plan.ts";
import type { Command, Flags } from "../terminal/flags.ts";
import { listParsingDatasets, SYNTHETIC_EXAMPLE } from "../problems/parsing/discover.ts";
import { describeDecoders } from "../decoders/discover.ts";
import { isPath } from "../problems/packs.ts";
import { listFamilies, listRealDatasets } from "../problems/sequence/discover.ts";
import { openSentences } from "./_pack_flags.ts";

const command: Command = {
  meaning: "name decoders, datasets, suites and corpus formats",
  flags: {
    dataset: { value: "NAME", help: "say what is in this one, and which structure it has" },
  },
  examples: {
    "list": "decoders with their options, datasets, suites and corpus formats",
    "list --dataset synthetic-pitch-360":
      "its labels and sentences, and what its transitions look like",
  },
  run,
};
export default command;

async function run({ values }: Flags): Promise<number> {
  const name = values["dataset"];
  console.log(name === undefined ? await listing() : await datasetLines(name));
  return 0;
}

/** Names decoders with their options, datasets, suites and corpus formats, a line each. */
async function listing(): Promise<string> {
  const sections: Readonly<Record<string, readonly string[]>> = {
    "Decoders": (await describeDecoders()).flatMap(({ value }) => decoderLines(value)),
    "Datasets": [
      ...await listRealDatasets(),
      ...(await listFamilies()).map(({ name, dial, voicing }) =>
        `synthetic-${name}-<L> (dial ${dial.default}: ${dial.meaning}${
          voicing === undefined ? "" : "; voicing=true: labels twice, voiced and not"
        })`
      ),
      "or the path of a pack, FILE.safetensors or FILE.safetensors.gz",
    ],
    "Parsing decoders": (await describeDecoders("parsing"))
      .flatMap(({ value }) => decoderLines(value)),
    "Parsing datasets": [
      ...await listParsingDatasets(),
      `${SYNTHETIC_EXAMPLE.replace("238", "<L>")}{ambiguity=1,length=N}`,
      "or the path of a pack of parses; any of them with {space=ast|reverse|gold,limit=N,beam=B,…}",
    ],
    "Suites": (await listSuites()).map(({ name, meaning }) => `${name}: ${meaning}`),
    "Corpus formats": (await listReaders())
      .map(({ name, description }) => `${name}: ${description}`),
  };
  return Object.entries(sections)
    .map(([heading, lines]) => [heading, ...lines.map((line) => `  ${line}`)].join("\n"))
    .join("\n\n");
}

/** What there is to say of a dataset; a synthetic one has any number of sentences. */
async function datasetLines(named: string): Promise<string> {
  const { dataset } = await openSentences({ values: { pack: named, limit: "1" } });
  const { name, model, lengths } = dataset;
  const sentences = named.startsWith("synthetic-") && !await isPath(named)
    ? "as many sentences as are asked for"
    : counted(lengths.length, "sentence");
  return [
    `${visible(name)}: ${counted(model.labelCount, "label")}, ${sentences}`,
    `  transitions: ${describeTransitions(model)}`,
  ].join("\n");
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
