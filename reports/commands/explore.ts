/**
 * `deno task explore`: watch exact decoders race on a real sentence.
 *
 * @module
 */

import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packMetadata } from "../../datasets/packs/pack_file.ts";
import { isParsing } from "../../datasets/packs/parsing_contents.ts";
import { readPlainFile } from "../../datasets/plain_file.ts";
import { replaceText } from "../../harness/store/table_file.ts";
import { type Command, type Flags, wholeNumber } from "../../harness/terminal/flags.ts";
import { given, UsageError } from "../../harness/terminal/usage_error.ts";

const DEFAULT_OUT = "reports/runs/explorer";
const REAL = new URL("../../datasets/real/", import.meta.url);
/** Packs of the page, and the sentence of the first one that it shows first. */
const EXAMPLES = ["ewt_pos_morph_chunk443", "ewt_pos45", "hwu_slot_scenario323"];
const SENTENCE = 11;
const PARSES = ["parsing/ewt_ccg_joint_dev"];
/** Bytes of a pack of the reader's in a page that browsers still open with ease. */
const MOST_BYTES = 2 ** 27;

const command: Command = {
  meaning: "write a page on which decoders race on a sentence, step by step",
  flags: {
    pack: {
      value: "FILE",
      help: ".safetensors or .safetensors.gz, instead of the packs of Trellis",
    },
    sentence: {
      value: "N",
      help: "the sentence that is shown first (0; of Trellis's packs one of 22 words)",
    },
    out: { value: "DIR", help: `folder of the page (${DEFAULT_OUT})` },
  },
  examples: {
    "explore": "watch eight exact decoders on one sentence with 443 labels, in a browser",
    "explore --pack mine.safetensors": "the same on sentences of a pack of yours",
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const { values } = flags;
  const out = values["out"] ?? DEFAULT_OUT;
  const sentence = wholeNumber(flags, "sentence", 0, 2 ** 31 - 1);
  const pack = values["pack"];
  const hasParses = pack !== undefined &&
    isParsing({ metadata: await given(packMetadata(pack)) });
  const ours = pack === undefined || hasParses;
  const pathOf = (name: string) => fileURLToPath(new URL(`${name}.safetensors.gz`, REAL));
  const examples = await readPacks(ours ? EXAMPLES.map(pathOf) : [pack]);
  const parses = await readPacks(hasParses ? [pack] : PARSES.map(pathOf));
  const first = sentence ?? (ours ? SENTENCE : 0);
  // Only pages bundle.
  const { explorerHtml } = await import("../explorer/html.ts");
  const html = await given(explorerHtml({ examples, parses, sentence: first }));
  await given(Deno.mkdir(out, { recursive: true }));
  const file = join(out, "index.html");
  await given(replaceText(file, html));
  console.log(`Explorer: ${file}`);
  return 0;
}

/** The bytes of packs by their names. */
async function readPacks(paths: readonly string[]): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const packs = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const path of paths) {
    const bytes = await given(readPlainFile(path));
    if (bytes.length > MOST_BYTES) {
      throw new UsageError(`Cannot put ${path} into a page: it has ${bytes.length} bytes`);
    }
    packs.set(basename(path).replace(/\.safetensors(\.gz)?$/, ""), bytes);
  }
  return packs;
}
