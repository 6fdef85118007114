import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { refuseSameFile, tryOutput } from "../../../harness/terminal/output_files.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { withFolder } from "../../helpers/packs.ts";

describe("tryOutput()", () => {
  it("leaves what is there, and nothing new, and refuses what cannot be written", () =>
    withFolder(async (dir) => {
      await Deno.writeTextFile(`${dir}/old`, "kept");
      tryOutput("out", `${dir}/old`);
      await new Deno.Command("mkfifo", { args: [`${dir}/pipe`] }).output();
      tryOutput("out", `${dir}/pipe`);
      tryOutput("out", `${dir}/not/yet/there`);
      assertEquals([...Deno.readDirSync(dir)].map(({ name }) => name).sort(), ["old", "pipe"]);
      assertEquals(await Deno.readTextFile(`${dir}/old`), "kept");
      for (const path of [dir, `${dir}/old/below`]) {
        assertThrows(() => tryOutput("save", path), UsageError, `Cannot write to --save ${path}: `);
      }
    }));
});

describe("refuseSameFile()", () => {
  it("refuses two flags for one file, however it is written", () =>
    withFolder(async (dir) => {
      refuseSameFile({ out: `${dir}/a`, save: `${dir}/b`, other: undefined });
      const said = "for --out and --save: give two files";
      const same = (save: string) => () => refuseSameFile({ out: `${dir}/a`, save });
      assertThrows(same(`${dir}/./a`), UsageError, said);
      await Deno.writeTextFile(`${dir}/a`, "");
      await Deno.symlink(`${dir}/a`, `${dir}/b`);
      assertThrows(same(`${dir}/b`), UsageError, said);
    }));
});
