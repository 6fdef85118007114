import { assert, assertEquals, assertLess, assertMatch, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hostname } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { accessFlags } from "../../../harness/isolate/access.ts";
import { Isolate, IsolateCrash, IsolateTimeout } from "../../../harness/isolate/isolate.ts";
import { Log, MessageLines } from "../../../harness/isolate/output.ts";
import { openScratch } from "../../../harness/isolate/scratch.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import type { ParrotRequest } from "../../helpers/parrot_cell.ts";

const ENTRY = new URL("../../helpers/parrot_cell.ts", import.meta.url);
const HOSTILE = new URL("../../hostile/", import.meta.url).href;
const LATE = 60_000;

async function openParrot(...modules: string[]) {
  const isolate = await Isolate.start({ entry: ENTRY, modules, config: "green" });
  const ask = async (request: ParrotRequest) => (await isolate.ask(request, LATE)).value;
  return { isolate, ask, [Symbol.asyncDispose]: () => isolate.close() };
}

/** What a question is answered with where the process ends, or throws. */
const crashOf = (asked: Promise<unknown>, said = "") =>
  assertRejects(() => asked, IsolateCrash, said);

describe("Isolate.ask()", () => {
  it("gives what is value, notes on the way, and what was thrown; then the process goes on", async () => {
    await using parrot = await openParrot();
    const { isolate, ask } = parrot;
    const text = "ä\n\u0000";
    assertEquals(await ask({ type: "say", text }), { config: "green", text });
    const notes: unknown[] = [];
    await isolate.ask({ type: "note", text: "so" } as ParrotRequest, LATE, (note) => {
      notes.push(note);
    });
    assertEquals(notes, [{ text: "so" }, ["so"]]);
    const thrown = await crashOf(ask({ type: "throw", text: "far" }));
    assertEquals([thrown.message, thrown.isRefusal], ["RangeError: far", false]);
    const cut = await crashOf(ask({ type: "throw", text: "long\n".repeat(1000) }));
    assertEquals(cut.message, "RangeError: long");
    const refused = await crashOf(ask({ type: "refuse", text: "no" }));
    assertEquals([refused.message, refused.isRefusal], ["no", true]);
    await ask({ type: "print", text: "\u001b[31mred\u0007" });
    await crashOf(ask({ type: "leave" }), "ended with code 0: red");
    assertEquals(isolate.log, "red\nred\n");
  });

  it("says what the decoder says no more than it can, whatever that replaces", async () => {
    await using parrot = await openParrot(`${HOSTILE}replaces_everything.ts`);
    const { isolate, ask } = parrot;
    const loaded = await ask({ type: "load", text: `${HOSTILE}replaces_everything.ts` });
    assertEquals(loaded, ["default"]);
    assertEquals(await ask({ type: "say", text: "so" }), { config: "green", text: "so" });
    assertMatch(isolate.log, /^trellis \{.*\}\n[-0-9a-f]{36} \{.*\}\n$/);
  });

  it("lets nothing be loaded that was not named", async () => {
    await using parrot = await openParrot();
    const asked = parrot.ask({ type: "load", text: `${HOSTILE}floods.ts` });
    await crashOf(asked, "Requires read access");
  });

  it("lets what is timed come once, and begins the time once", async () => {
    await using parrot = await openParrot();
    const { isolate, ask } = parrot;
    let times = 0;
    const begin: ParrotRequest = { type: "begin" };
    await isolate.ask(begin, LATE, () => {}, () => times++);
    assertEquals(times, 1);
    await crashOf(ask({ type: "begin again" }), 'it sent "ready" twice');
  });

  it("ends a process that says nothing for too long", async () => {
    await using parrot = await openParrot();
    const ask = () => parrot.isolate.ask({ type: "loop" }, 100);
    await assertRejects(ask, IsolateTimeout, "no answer to loop within 100 ms");
  });
});

const ROOT = new URL("../../../", import.meta.url);
const urlOf = (path: string) => new URL(path, ROOT).href;
const flagOf = (path: string) => `--allow-read=${new URL(path, ROOT).pathname}`;

describe("accessFlags()", () => {
  it("lets modules be read with those that they name, and the project but for its packs", async () => {
    const file = "tests/hostile/replaces_everything.ts";
    const flags = await accessFlags([urlOf(file)], ["a/pack"]);
    const paths = [file, "tests/wrong/plain.ts", "decoders", "harness", "datasets/packs"];
    for (const path of paths) assert(flags.includes(flagOf(path)), path);
    assert(flags.includes("--allow-read=a/pack"));
    const tests = flags.filter((flag) => flag.startsWith(flagOf("tests/")));
    assertEquals(tests.length, 2, tests.join(" "));
    // A file that is no module could be a pack.
    assert(!flags.some((flag) => /\/datasets(\/real|\/README\.md)?$/.test(flag)));
    const others = flags.filter((flag) => !flag.startsWith("--allow-read="));
    assertEquals(others.map((flag) => flag.split("=")[0]), [
      ...["--no-prompt", "--deny-import", "--no-remote", "--cached-only", "--config"],
      "--import-map",
    ]);
  });

  itInFolder("passes over what a module, here a link, says that is no file's path", async (dir) => {
    const text = '// "//cdn.example.org/x.js", "./100%.js"\nexport * from "./other.ts";\n';
    await Deno.writeTextFile(`${dir}/elsewhere`, text);
    await Deno.mkdir(`${dir}/links`);
    await Deno.symlink(`${dir}/elsewhere`, `${dir}/links/mine.ts`);
    const flags = await accessFlags([pathToFileURL(`${dir}/links/mine.ts`).href], []);
    const own = flags.filter((flag) => flag.startsWith(`--allow-read=${dir}`));
    assertEquals(own, ["mine", "other"].map((name) => `--allow-read=${dir}/links/${name}.ts`));
  });

  it("refuses a path that Deno would divide", async () => {
    await assertRejects(() => accessFlags([], ["a,/etc"]), UsageError, "with a comma");
    const said = "Cannot read a path with a NUL";
    await assertRejects(() => accessFlags([], ["a\0b"]), UsageError, said);
  });
});

const bytes = (text: string) => new TextEncoder().encode(text);

describe("Log", () => {
  it("keeps text without what a terminal would obey", () => {
    const log = new Log();
    log.add(bytes("a\tb\r\n\u001b[1;31mred\u001b[0m\u0007 "));
    // A character in two parts.
    log.add(bytes("ä").subarray(0, 1));
    log.add(bytes("ä").subarray(1));
    assertEquals(log.text, "a\tb\nred ä");
  });

  it("keeps the beginning of a flood and says how much it left out", () => {
    const log = new Log();
    for (let i = 0; i < 100; i++) log.add(bytes("x".repeat(10_000)));
    assertLess(log.text.length, 70_000);
    assertMatch(log.text, /^x+\n… 93\d{4} bytes more are left out\n$/);
  });
});

const TOKEN = "abc";

/** The messages in a text that comes in pieces of a size, and all else. */
async function split(text: string, size: number, longest?: number) {
  const bytes = new TextEncoder().encode(text);
  const pieceAt = (_: unknown, i: number) => bytes.slice(i * size, (i + 1) * size);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, pieceAt);
  let others = "";
  const decoder = new TextDecoder();
  const lines = new MessageLines(ReadableStream.from(pieces), TOKEN, (part) => {
    others += decoder.decode(part, { stream: true });
  }, longest);
  const messages: string[] = [];
  for (let next = await lines.next(); next !== undefined; next = await lines.next()) {
    messages.push(next);
  }
  return [messages, others] as const;
}

describe("MessageLines", () => {
  it("tells messages from the rest, however the stream is cut", async () => {
    const text = "a\nab\n\nabc 1\nabcd\nabc ä→\nx abc 2\nabc\nabc 3\nno end";
    for (let size = 1; size < 30; size++) {
      const others = "a\nab\nabcd\nx abc 2\nabc\nno end\n";
      assertEquals(await split(text, size), [["1", "ä→", "3"], others]);
    }
  });

  it("gives an empty one for a message that is too long, and all of what is none", async () => {
    const text = "abc 123456\nabc 12345\nmore than ten bytes\nabc 1\n";
    for (let size = 1; size < 30; size++) {
      assertEquals(await split(text, size, 9), [["", "12345", "1"], "more than ten bytes\n"]);
    }
  });

  it("gives no message whose line does not end", async () => {
    assertEquals(await split("abc 1\nabc 2", 4), [["1"], ""]);
    assertEquals(await split("", 4), [[], ""]);
  });
});

describe("openScratch()", () => {
  itInFolder("makes a folder of the process, removes it with everything in it", async (parent) => {
    const scratch = await openScratch(parent);
    assert(scratch.path.startsWith(`${parent}/trellis-${hostname()}-${Deno.pid}-`));
    await Deno.writeTextFile(`${scratch.path}/file`, "text");
    await scratch.remove();
    assertEquals([...Deno.readDirSync(parent)], []);
    // As when a program or a cleaner of temporary files has removed it before.
    await scratch.remove();
  });

  itInFolder("removes what dead runs of this machine have left, nothing else", async (parent) => {
    const command = new Deno.Command(Deno.execPath(), { args: ["--version"], stdout: "null" });
    const { pid: dead, status } = command.spawn();
    await status;
    const kept = [
      `trellis-${hostname()}-${Deno.pid}-0a`,
      `trellis-another.machine-${dead}-0a`,
      `trellis-of-a-user`,
      `trellis`,
    ];
    for (const name of [...kept, `trellis-${hostname()}-${dead}-0a`]) {
      await Deno.mkdir(`${parent}/${name}/folder`, { recursive: true });
    }
    const scratch = await openScratch(parent);
    const left = [...Deno.readDirSync(parent)].map(({ name }) => `${parent}/${name}`);
    const expected = [...kept.map((name) => `${parent}/${name}`), scratch.path];
    assertEquals(left.sort(), expected.sort());
    await scratch.remove();
  });
});

const HELPER = fileURLToPath(new URL("../../helpers/left_behind.ts", import.meta.url));

/**
 * Ends the helper with a signal as soon as it has a folder and a child. Waits for the end of all
 * that it and they say: the child holds its output, and the guardian its errors.
 */
async function endWith(signal: Deno.Signal, parent: string): Promise<string> {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-P=test", HELPER, parent],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(process.stderr).text();
  let said = "";
  for await (const text of process.stdout.pipeThrough(new TextDecoderStream())) {
    said += text;
    if (said.endsWith("\n")) process.kill(signal);
  }
  assertEquals((await process.status).signal, signal, await errors);
  await errors;
  return said.trimEnd();
}

itInFolder("guard() kills children and removes folders however a process ends", async (parent) => {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const;
  for (const folder of await Promise.all(signals.map((signal) => endWith(signal, parent)))) {
    await assertRejects(() => Deno.stat(folder), Deno.errors.NotFound);
  }
});
