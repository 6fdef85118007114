import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Isolate, IsolateCrash, IsolateTimeout } from "../../../harness/isolate/isolate.ts";
import type { ParrotRequest } from "../../helpers/parrot_cell.ts";
import { pathToFileURL } from "node:url";
import { withFolder } from "../../helpers/packs.ts";
import { accessFlags } from "../../../harness/isolate/access.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";

const ENTRY = new URL("../../helpers/parrot_cell.ts", import.meta.url);
const HOSTILE = new URL("../../hostile/", import.meta.url).href;
const LATE = 60_000;

async function withParrot(
  modules: readonly string[],
  test: (
    isolate: Isolate,
    ask: (request: ParrotRequest) => Promise<unknown>,
  ) => Promise<void>,
): Promise<void> {
  const isolate = await Isolate.start({ entry: ENTRY, modules, config: "green" });
  try {
    await test(isolate, async (request) => (await isolate.ask(request, LATE)).value);
  } finally {
    await isolate.close();
  }
}

describe("Isolate.ask()", () => {
  it("gives what is value, notes on the way, and what was thrown; then the process goes on", () =>
    withParrot([], async (isolate, ask) => {
      assertEquals(await ask({ type: "say", text: "ä\n\u0000" }), {
        config: "green",
        text: "ä\n\u0000",
      });
      const notes: unknown[] = [];
      await isolate.ask({ type: "note", text: "so" } as ParrotRequest, LATE, (note) => {
        notes.push(note);
      });
      assertEquals(notes, [{ text: "so" }, ["so"]]);
      const thrown = await assertRejects(() => ask({ type: "throw", text: "far" }), IsolateCrash);
      assertEquals([thrown.message, thrown.isRefusal], ["RangeError: far", false]);
      const book = "long\n".repeat(1000);
      const cut = await assertRejects(() => ask({ type: "throw", text: book }), IsolateCrash);
      assertEquals(cut.message, "RangeError: long");
      const refused = await assertRejects(() => ask({ type: "refuse", text: "no" }), IsolateCrash);
      assertEquals([refused.message, refused.isRefusal], ["no", true]);
      await ask({ type: "print", text: "\u001b[31mred\u0007" });
      await assertRejects(() => ask({ type: "leave" }), IsolateCrash, "ended with code 0: red");
      assertEquals(isolate.log, "red\nred\n");
    }));

  it("says what the decoder says no more than it can, whatever that replaces", () =>
    withParrot([`${HOSTILE}replaces_everything.ts`], async (isolate, ask) => {
      const loaded = await ask({ type: "load", text: `${HOSTILE}replaces_everything.ts` });
      assertEquals(loaded, ["default"]);
      assertEquals(await ask({ type: "say", text: "so" }), { config: "green", text: "so" });
      assertMatch(isolate.log, /^trellis \{.*\}\n[-0-9a-f]{36} \{.*\}\n$/);
    }));

  it("lets nothing be loaded that was not named", () =>
    withParrot([], async (_isolate, ask) => {
      await assertRejects(
        () => ask({ type: "load", text: `${HOSTILE}floods.ts` }),
        IsolateCrash,
        "Requires read access",
      );
    }));

  it("lets what is timed come once, and begins the time once", () =>
    withParrot([], async (isolate, ask) => {
      let times = 0;
      const begin: ParrotRequest = { type: "begin" };
      await isolate.ask(begin, LATE, () => {}, () => times++);
      assertEquals(times, 1);
      await assertRejects(
        () => ask({ type: "begin again" }),
        IsolateCrash,
        'it sent "ready" twice',
      );
    }));

  it("ends a process that says nothing for too long", () =>
    withParrot([], async (isolate) => {
      await assertRejects(
        () => isolate.ask({ type: "loop" }, 100),
        IsolateTimeout,
        "no answer to loop within 100 ms",
      );
    }));
});

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
