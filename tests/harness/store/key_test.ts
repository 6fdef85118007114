import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { pathToFileURL } from "node:url";
import { commandUrl } from "../../../harness/isolate/command.ts";
import { rowKey, sampleHash, sourceHash, sourcesOf } from "../../../harness/store/key.ts";
import { itInFolder } from "../../helpers/in_folder.ts";

it("rowKey() is the same whatever the order of the options, another when anything differs", () => {
  const measured = {
    pack: "p",
    sample: sampleHash([0, 1]),
    decoder: "x",
    sources: "s",
    options: { a: 1, b: "c" },
    k: 1,
  };
  const key = rowKey(measured);
  assertMatch(key, /^[0-9a-f]{16}$/);
  assertEquals(rowKey({ ...measured, options: { b: "c", a: 1 } }), key);
  const changes = [
    { pack: "q" },
    { sample: sampleHash([0, 1, 2]) },
    { sample: sampleHash([1, 0]) },
    { decoder: "y" },
    { sources: "t" },
    { options: { a: 1, b: "d" } },
    { options: { a: "1", b: "c" } },
    { options: {} },
    { k: 2 },
  ];
  const keys = changes.map((change) => rowKey({ ...measured, ...change }));
  assertEquals(new Set([key, ...keys]).size, changes.length + 1);
});

describe("sourceHash()", () => {
  const write = async (dir: string, files: Readonly<Record<string, string>>) => {
    await Deno.mkdir(`${dir}/parts`, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${dir}/${name}`, text);
    }
    return await sourceHash(pathToFileURL(`${dir}/main.ts`).href);
  };

  const imports: readonly [kind: string, line: string][] = [
    ["a named import", 'import { x } from "./parts/a.ts";'],
    ["an import over several lines", 'import {\n  x,\n} from\n  "./parts/a.ts";'],
    ["a re-export", 'export * from "./parts/a.ts";'],
    ["an import for its effects", 'import "./parts/a.ts";'],
    ["a dynamic import", 'const { x } = await import("./parts/a.ts");'],
    ["single quotes", "import { x } from './parts/a.ts';"],
    ["a path alone", 'new Worker(new URL("./parts/a.ts", import.meta.url));'],
    ["a whole path", 'import { x } from "$DIR/parts/a.ts";'],
    ["a URL", 'import { x } from "file://$DIR/parts/a.ts#1";'],
  ];
  for (const [kind, line] of imports) {
    itInFolder(`changes when a file changes that is reached by ${kind}`, async (dir) => {
      const files = {
        "main.ts": `${line.replace("$DIR", dir)}\n`,
        "parts/a.ts": 'export { x } from "../b.ts";\nimport type { Y } from "../main.ts";\n',
        "b.ts": "export const x = 1;\n",
        "unrelated.ts": "",
      };
      const hash = await write(dir, files);
      assertEquals(await write(dir, { "unrelated.ts": "changed" }), hash);
      assertNotEquals(await write(dir, { "b.ts": "export const x = 2;\n" }), hash);
      assertEquals(await write(dir, files), hash);
      assertNotEquals(await write(dir, { "main.ts": `${line}\n// more\n` }), hash);
    });
  }

  itInFolder("changes with the words of a program's command, and files among them", async (dir) => {
    const hashOf = async (text: string, option = "fast", quoted = `"${dir}/run it.sh"`) => {
      await Deno.writeTextFile(`${dir}/run it.sh`, text);
      const command = `sh ${quoted} ${option}`;
      return await sourceHash(commandUrl({ name: "c", command }));
    };
    assertEquals(await hashOf("cat"), await hashOf("cat"));
    assertNotEquals(await hashOf("cat"), await hashOf("tac"));
    const escaped = `${dir}/run\\ it.sh`;
    assertNotEquals(await hashOf("cat", "fast", escaped), await hashOf("tac", "fast", escaped));
    assertNotEquals(await hashOf("cat"), await hashOf("cat", "slow"));
  });

  itInFolder("is the same wherever files lie, whatever is imported in comments", async (dir) => {
    const files = {
      "main.ts":
        '/**\n * ```ts\n * import x from "./not/here.ts";\n * import "./50%.ts";\n * ```\n */\n' +
        "export {};\n",
    };
    const hash = await write(`${dir}/one`, files);
    assertEquals(await write(`${dir}/two`, files), hash);
  });
});

it("sourcesOf() has what modules of the project start in processes and threads", async () => {
  const urlOf = (file: string) => new URL(`../../../${file}`, import.meta.url);
  const started = { choice: "run/cell", taggers: "commands/tag", threads: "run/threads_worker" };
  for (const [study, file] of Object.entries(started)) {
    const sources = await sourcesOf(urlOf(`reports/studies/${study}.ts`).href);
    assert(sources.has(urlOf(`harness/${file}.ts`).pathname), file);
  }
});
