import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fileURLToPath } from "node:url";
import { withFolder } from "../helpers/packs.ts";

const SCRIPT = fileURLToPath(new URL("../../harness/parts.sh", import.meta.url));
const FILES = { "a.txt": "one\n", "b c.txt": "two\nthree\n", "d.txt": "four\n" };

/** Runs the script over three files; gives what it printed. */
async function withParts(
  test: (parts: (...args: string[]) => Promise<[number, string, string]>, dir: string) => unknown,
): Promise<void> {
  await withFolder(async (dir) => {
    for (const [name, content] of Object.entries(FILES)) {
      await Deno.writeTextFile(`${dir}/${name}`, content);
    }
    const list = Object.keys(FILES).map((name) => `${dir}/${name}\n`).join("");
    await Deno.writeTextFile(`${dir}/list`, list);
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    await test(async (action, ...rest) => {
      const args = [SCRIPT, action!, `${dir}/list`, `${dir}/out`, ...rest];
      const ended = await new Deno.Command("sh", { args, stdin: "null" }).output();
      return [ended.code, decode(ended.stdout), decode(ended.stderr)];
    }, dir);
  });
}

const UPPER = ["tr", "a-z", "A-Z"];
const WHOLE = "ONE\nTWO\nTHREE\nFOUR\n";

describe("parts.sh", { skip: Deno.build.os === "windows" }, () => {
  it("runs parts in any order, and joins them in that of the list", () =>
    withParts(async (parts) => {
      for (const part of ["3", "1", "2"]) await parts("run", part, ...UPPER);
      assertEquals(await parts("join"), [0, WHOLE, ""]);
      for (const part of ["1", "2", "3"]) await parts("run", part, "cat", "{}");
      assertEquals((await parts("join"))[1], Object.values(FILES).join(""));
    }));

  it("names parts that are missing, cut, failed or of a file that has changed since", () =>
    withParts(async (parts, dir) => {
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
    }));

  it("leaves a part that is right as it is", () =>
    withParts(async (parts, dir) => {
      const count = ["sh", "-c", `echo run >> ${dir}/log; cat`];
      for (let i = 0; i < 3; i++) await parts("run", "1", ...count);
      assertEquals(await Deno.readTextFile(`${dir}/log`), "run\n");
    }));

  it("refuses parts that there are not, and a list that there is not", () =>
    withParts(async (parts, dir) => {
      for (const part of ["0", "4", "x", ""]) {
        const [code, , errors] = await parts("run", part, "cat");
        assertEquals([code, errors.split("\n").length], [2, 2]);
      }
      await Deno.remove(`${dir}/list`);
      assertStringIncludes((await parts("join"))[2], "error: Cannot read the list of files: ");
    }));
});
