/**
 * `deno task explore`: watch exact decoders race on a real sentence.
 *
 * @module
 */

import { join } from "node:path";
import { replaceText } from "../../harness/store/table_file.ts";
import { type Command, type Flags, wholeNumber } from "../../harness/terminal/flags.ts";
import { tryOutput } from "../../harness/terminal/output_files.ts";
import { given } from "../../harness/terminal/usage_error.ts";
import { packsOf } from "../explorer/examples.ts";

const DEFAULT_OUT = "reports/runs/explorer";

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
  const file = join(values["out"] ?? DEFAULT_OUT, "index.html");
  tryOutput("out", file);
  const sentence = wholeNumber(flags, "sentence", 0, 2 ** 31 - 1);
  // Only pages bundle.
  const { explorerHtml } = await import("../explorer/html.ts");
  const html = await given(explorerHtml(await packsOf(values["pack"], sentence)));
  await given(replaceText(file, html));
  console.log(`Explorer: ${file}`);
  return 0;
}
