import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { pathToFileURL } from "node:url";
import { accessFlags } from "../../../harness/isolate/access.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { withFolder } from "../../helpers/packs.ts";

const ROOT = new URL("../../../", import.meta.url);
const urlOf = (path: string) => new URL(path, ROOT).href;
const flagOf = (path: string) => `--allow-read=${new URL(path, ROOT).pathname}`;

describe("accessFlags()", () => {
  it("lets modules be read with those that they name, and the project but for its packs", async () => {
    const flags = await accessFlags([urlOf("tests/hostile/floods.ts")], ["a/pack"]);
    const paths = ["tests/hostile/floods.ts", "tests/wrong/plain.ts", "decoders", "harness"];
    for (const path of [...paths, "datasets/packs"]) assert(flags.includes(flagOf(path)), path);
    assert(flags.includes("--allow-read=a/pack"));
    const tests = flags.filter((flag) => flag.startsWith(flagOf("tests/")));
    assertEquals(tests.length, 2, tests.join(" "));
    assert(!flags.some((flag) => flag.endsWith("/datasets") || flag.includes("/real")));
    const others = flags.filter((flag) => !flag.startsWith("--allow-read="));
    assertEquals(others.map((flag) => flag.split("=")[0]), [
      ...["--no-prompt", "--deny-import", "--no-remote", "--cached-only", "--config"],
      "--import-map",
    ]);
  });

  it("passes over what a module says that is no path of a file", () =>
    withFolder(async (dir) => {
      const text = '// "//cdn.example.org/x.js", "./100%.js"\nexport * from "./other.ts";\n';
      await Deno.writeTextFile(`${dir}/mine.ts`, text);
      const flags = await accessFlags([pathToFileURL(`${dir}/mine.ts`).href], []);
      const own = flags.filter((flag) => flag.startsWith(`--allow-read=${dir}`));
      assertEquals(own, ["mine", "other"].map((name) => `--allow-read=${dir}/${name}.ts`));
    }));

  it("refuses a path that Deno would divide", async () => {
    await assertRejects(() => accessFlags([], ["a,/etc"]), UsageError, "with a comma");
    await assertRejects(
      () => accessFlags([], ["a\0b"]),
      UsageError,
      "Cannot read a path with a NUL",
    );
  });
});
