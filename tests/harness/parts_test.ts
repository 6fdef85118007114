import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { fileURLToPath } from "node:url";
import { itInFolder } from "../helpers/in_folder.ts";

const SCRIPT = fileURLToPath(new URL("../../harness/parts.sh", import.meta.url));
const FILES = { "a.txt": "one\n", "b c.txt": "two\nthree\n", "d.txt": "four\n" };

/** What runs the script over three files in a folder, and gives what it printed. */
async function partsIn(dir: string) {
  for (const [name, content] of Object.entries(FILES)) {
    await Deno.writeTextFile(`${dir}/${name}`, content);
  }
  const list = Object.keys(FILES).map((name) => `${dir}/${name}\n`).join("");
  await Deno.writeTextFile(`${dir}/list`, list);
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return async (action: string, ...rest: string[]): Promise<[number, string, string]> => {
    const args = [SCRIPT, action, `${dir}/list`, `${dir}/out`, ...rest];
    const ended = await new Deno.Command("sh", { args, stdin: "null" }).output();
    return [ended.code, decode(ended.stdout), decode(ended.stderr)];
  };
}

const UPPER = ["tr", "a-z", "A-Z"];
const WHOLE = "ONE\nTWO\nTHREE\nFOUR\n";

describe("parts.sh", { skip: Deno.build.os === "windows" }, () => {
  itInFolder("runs parts in any order, and joins them in that of the list", async (dir) => {
    const parts = await partsIn(dir);
    for (const part of ["3", "1", "2"]) await parts("run", part, ...UPPER);
    assertEquals(await parts("join"), [0, WHOLE, ""]);
    for (const part of ["1", "2", "3"]) await parts("run", part, "cat", "{}");
    assertEquals((await parts("join"))[1], Object.values(FILES).join(""));
  });

  itInFolder("names parts that are missing, cut, failed or of a changed file", async (dir) => {
    const parts = await partsIn(dir);
    for (const part of ["1", "2", "3"]) await parts("run", part, ...UPPER);
    const wrong = async () => {
      const [code, stdout, errors] = await parts("join");
      assertEquals([code, stdout], [3, ""]);
      return /of 3 parts these are missing or not right: (.*)\n/.exec(errors)?.[1];
    };
    await Deno.writeTextFile(`${dir}/out/2`, "TWO\n");
    assertEquals(await wrong(), "2");
    await Deno.remove(`${dir}/out/1`);
    await Deno.writeTextFile(`${dir}/d.txt`, "five\n");
    assertEquals(await wrong(), "1 2 3");
    for (const part of ["1", "2", "3"]) await parts("run", part, ...UPPER);
    assertEquals((await parts("join"))[1], WHOLE.replace("FOUR", "FIVE"));
    // What was there goes when its part is run by another command, and fails.
    const [code, , errors] = await parts("run", "2", "sh", "-c", "echo half; exit 7");
    assertEquals(code, 1);
    assertStringIncludes(errors, "Cannot run part 2, ");
    assertEquals(await wrong(), "2");
    await parts("run", "2", "cat");
    assertEquals((await parts("join"))[0], 3);
  });

  itInFolder("leaves a part that is right as it is", async (dir) => {
    const parts = await partsIn(dir);
    const count = ["sh", "-c", `echo run >> ${dir}/log; cat`];
    for (let i = 0; i < 3; i++) await parts("run", "1", ...count);
    assertEquals(await Deno.readTextFile(`${dir}/log`), "run\n");
  });

  itInFolder("refuses parts that there are not, and a list that there is not", async (dir) => {
    const parts = await partsIn(dir);
    for (const part of ["0", "4", "x", ""]) {
      const [code, , errors] = await parts("run", part, "cat");
      assertEquals([code, errors.split("\n").length], [2, 2]);
    }
    await Deno.remove(`${dir}/list`);
    assertStringIncludes((await parts("join"))[2], "error: Cannot read the list of files: ");
  });
});
