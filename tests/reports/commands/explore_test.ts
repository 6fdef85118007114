import { assert } from "@std/assert";
import { printed } from "../../helpers/in_process.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { writeDense } from "../../helpers/packs.ts";

const PACK = "../../../datasets/real/parsing/ewt_ccg_joint_dev.safetensors.gz";
const PARSES = new URL(PACK, import.meta.url);

itInFolder("cli.ts explore writes a page with the reader's lattices or parses", async (dir) => {
  const pack = await writeDense(dir);
  for (const [kind, path] of [["example", pack], ["parses", PARSES.pathname]] as const) {
    await printed("explore", `--pack=${path}`, `--out=${dir}/${kind}`);
    const html = await Deno.readTextFile(`${dir}/${kind}/index.html`);
    const name = path.replace(/^.*\//, "").replace(/\.safetensors(\.gz)?$/, "");
    assert(html.includes(`data-pack="${name}"`));
  }
});
