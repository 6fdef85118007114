import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { writeTensors } from "../../../datasets/packs/safetensors.ts";
import { inProcess } from "../../helpers/in_process.ts";
import { denseFile, TINY, withFolder } from "../../helpers/packs.ts";

const PARSES = new URL(
  "../../../datasets/real/parsing/ewt_ccg_joint_dev.safetensors.gz",
  import.meta.url,
);

it("cli.ts explore writes a page with a pack of the reader's, of lattices or of parses", () =>
  withFolder(async (dir) => {
    const pack = `${dir}/mine.safetensors`;
    await Deno.writeFile(pack, writeTensors(denseFile(TINY)));
    for (const [kind, path] of [["example", pack], ["parses", PARSES.pathname]] as const) {
      const said = await inProcess(["explore", `--pack=${path}`, `--out=${dir}/${kind}`]);
      assertEquals([said.code, said.errors], [0, []]);
      const html = await Deno.readTextFile(`${dir}/${kind}/index.html`);
      const name = path.replace(/^.*\//, "").replace(/\.safetensors(\.gz)?$/, "");
      assert(html.includes(`data-pack="${name}"`));
    }
  }));
