/**
 * `deno task site`: the explorer, the reference runs and the guides as a static folder.
 *
 * @module
 */

import { type Command, type Flags, required } from "../../harness/terminal/flags.ts";
import { tryOutput } from "../../harness/terminal/output_files.ts";
import { given } from "../../harness/terminal/usage_error.ts";
import { packsOf } from "../explorer/examples.ts";

const command: Command = {
  meaning: "write the explorer, the pages of the reference runs and the guides as a folder",
  flags: { out: { value: "DIR", help: "where it is written; what lies there stays" } },
  examples: { "site --out SITE": "then any web server shows SITE as it is; a minute" },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const dir = required(flags, "out", "DIR");
  tryOutput("out", `${dir}/index.html`);
  // Charts pull in Vega, which nothing else needs.
  const { siteFiles, writeSite } = await import("../site/site.ts");
  const { explorerHtml } = await import("../explorer/html.ts");
  const files = await siteFiles(await explorerHtml(await packsOf()));
  const bytes = await given(writeSite(dir, files));
  console.log(`${files.size} files, ${(bytes / 1e6).toFixed(1)} MB: ${dir}/index.html`);
  return 0;
}
