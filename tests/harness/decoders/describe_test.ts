import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { cp } from "node:fs/promises";
import {
  describe as describeModule,
  describeAll,
  readDescribed,
} from "../../../harness/decoders/describe.ts";
import { findDecoders } from "../../../harness/decoders/discover.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import type { Hostile } from "../../faults/hostile/measure.ts";
import { cliIn } from "../../helpers/child.ts";
import { writeDecoder } from "../../helpers/decoder_files.ts";
import { itInFolder, longItInFolder } from "../../helpers/in_folder.ts";
import { TINY, writeDense } from "../../helpers/packs.ts";
import { plain } from "../../wrong/plain.ts";

const PLAIN = new URL("../../wrong/plain.ts", import.meta.url).href;

describe("describeAll()", () => {
  it("reads what decoders say of themselves as they say it", async () => {
    const found = await findDecoders();
    const described = await describeAll(found.map(({ url }) => url));
    for (const [i, { url, value, extension }] of found.entries()) {
      const { prepare: _, ...said } = value;
      const expected = { url, value: said, ...(extension === undefined ? {} : { extension }) };
      assertEquals(described[i], expected);
    }
  });

  itInFolder("lets no decoder change what is said of another, nor keep it unread", async (dir) => {
    const url = new URL("../../../decoders/viterbi.ts", import.meta.url).href;
    const top = `import viterbi from "${url}";
Object.assign(viterbi, { exact: false, title: "Nobody" });
Object.assign(String.prototype, { trim: () => "" });`;
    const file = await writeDecoder(dir, "changes-others", { top });
    const [other, viterbi] = await describeAll([`file://${file}`, url]);
    assert(typeof other === "object" && typeof viterbi === "object");
    assertEquals(other.value.name, "changes-others");
    assertEquals([viterbi.value.exact, viterbi.value.title], [true, "Viterbi"]);
  });
});

/** A decoder's name, how it is other than a right one, and what is said of it. */
type Refused = readonly [name: string, otherwise: Partial<Hostile>, said: RegExp];

const REFUSED: readonly Refused[] = [
  ["leaves", { top: "Deno.exit(0);" }, /^the process ended with code 0: no output$/],
  ["hangs", { top: "for (;;);" }, /^it took longer than 500 ms$/],
  ["speaks", { top: "Object.prototype.toJSON = () => ({ value: null });" }, /^it did not say what/],
  ["throws", { top: 'throw new Error("no\\u009bluck");' }, /^Error: no\\u009bluck$/],
  ["controls", { members: 'name: "control"' }, /^its name is "control"$/],
  ["halves", { members: "maxK: 0.5" }, /^its maxK is 0.5$/],
  ["boasts", { members: 'exact: "very"' }, /^its exact is "very"$/],
  ["colours", { members: 'title: "\\u001b[31mred"' }, /^its title is /],
  ["dreams", { members: 'options: { a: { meaning: "a" } }' }, /^its options.a.default is undef/],
];

const PROXY = "new Proxy({}, { get() { throw new Error('gone'); } })";
/** More of them: a process each, one after another. */
const MORE: readonly Refused[] = [
  ["exits-from-a-timer", {
    top: "setTimeout(() => Deno.exit(0), 0); await new Promise((go) => setTimeout(go, 1000));",
  }, /^the process ended with code 0/],
  ["throws-null", { top: "throw null;" }, /^null$/],
  ["throws-a-book", { top: 'throw new Error("long\\n".repeat(100000));' }, /^Error: long/],
  ["breaks-the-syntax", { text: "export default {\n" }, /Expected identifier/],
  ["waits", { top: "await new Promise(() => {});" }, /code 1: error: Top-level await promise/],
  ["imports-nothing", { top: 'import "./nowhere.ts";' }, /Module not found ".*nowhere\.ts"/],
  ["imports-far", { top: 'import "https://127.0.0.1:9/x.ts";' }, /Requires import access/],
  ["exports-nothing", { text: "export const decoder = {};\n" }, /^it has no default export/],
  ["exports-null", { text: "export default null;\n" }, /no decoder: it has no name$/],
  ["exports-a-number", { text: "export default 7;\n" }, /no decoder: it has no name$/],
  ["exports-a-proxy", { text: `export default ${PROXY};\n` }, /no decoder: it has no name$/],
  ["has-no-prepare", { members: "prepare: undefined" }, /no decoder: it has no prepare$/],
  ["has-no-name", { members: "name: undefined" }, /no decoder: it has no name$/],
  ["has-no-options", { members: "options: null" }, /^its options is null$/],
  ["has-half-an-option", { members: "options: { a: {} }" }, /^its options.a.meaning is undefined$/],
  ["finds-many", { members: 'maxK: "many"' }, /^its maxK is NaN$/],
  ["is-a-variant", { members: 'name: "beam{width=2}"' }, /^its name is "beam{width=2}"$/],
  ["is-a-path", { members: 'name: "../../escaped"' }, /^its name is "\.\.\/\.\.\/escaped"$/],
  ["is-two-lines", { members: 'name: "two\\nlines"' }, /^its name is "two\\nlines"$/],
  ["is-in-colour", { members: 'name: "\\u001b[31mred"' }, /^its name is "\\u001b\[31mred"$/],
  ["is-a-formula", { members: "name: '=HYPERLINK(\"x\")'" }, /^its name is "=HYPERLINK/],
  ["is-long", { members: 'name: "n".repeat(1e6)' }, /^its name is "n{40,400}\W*$/],
  ["says-good-bye", { top: 'console.log("bye"); Deno.exit(7);' }, /^the process ended with code 7/],
  ["ends-its-process", { top: 'Deno.kill(Deno.pid, "SIGKILL");' }, /^.* ended with SIGKILL/],
  ["runs", { top: 'await new Deno.Command("true").output();' }, /^NotCapable: .*run access/],
  ["writes", {
    top: 'Deno.writeTextFileSync(new URL("./written", import.meta.url), "x");',
  }, /^NotCapable: .*write access/],
];

async function refuse(dir: string, [name, otherwise, said]: Refused): Promise<void> {
  const file = `file://${await writeDecoder(dir, name, otherwise)}`;
  // Only what hangs is waited for to the end: a busy machine takes longer to load the others.
  assertMatch(String(await describeModule(file, name === "hangs" ? 500 : undefined)), said, name);
}

itInFolder("describe() says why a module gives no decoder, whatever that does", async (dir) => {
  await Promise.all(REFUSED.map((one) => refuse(dir, one)));
});

longItInFolder(
  "describe() says so of whatever else a module may do or be, and nothing is written",
  async (dir) => {
    for (const one of MORE) await refuse(dir, one);
    const names = Array.from(Deno.readDirSync(dir), ({ name }) => name);
    assertEquals(names.filter((name) => !name.endsWith(".ts")), []);
  },
);

it("describe() takes no extension that is no file", () => {
  const options = { a: { default: 1, meaning: "a" } };
  const extension = { option: "a", value: 1, module: "data:text/javascript,0" };
  const said = readDescribed(PLAIN, { description: { ...plain, options }, extension });
  assertEquals(said, "its EXTENSION is of no option, or no module");
});

const SUITE = `export default {
  name: "tiny",
  meaning: "for a test",
  problem: "sequence",
  blocks: [{
    datasets: [{ name: "synthetic-weak-3", sentences: 1 }],
    variants: ["viterbi", "torn", "aimless"],
    ks: [1],
  }],
  rounds: 1,
  processes: 1,
  roundMs: 1,
  passMs: 10,
  deadlineMs: 60_000,
  memoryMb: 1000,
  passSeconds: 1,
};
`;

const ROOT = new URL("../../../", import.meta.url).pathname;
/** What of the project can list, decode and measure. */
const PARTS = ["cli.ts", "deno.json", "deno.lock", "std.d.ts"]
  .concat("datasets", "decoders", "harness", "reports");
/** Packs and runs are large. */
const isSmall = (path: string) => !/\.gz$|\/(reference|runs)$/.test(path);

longItInFolder(
  "describeDecoders() names what is broken and leaves the rest usable, for list, decode and bench",
  async (dir) => {
    for (const part of PARTS) {
      await cp(`${ROOT}${part}`, `${dir}/${part}`, { recursive: true, filter: isSmall });
    }
    await Deno.writeTextFile(`${dir}/decoders/torn.ts`, "export default { name: 'torn';\n");
    await Deno.writeTextFile(`${dir}/decoders/aimless.ts`, "export default {};\n");
    const second = 'import own from "./viterbi.ts";\nexport default { ...own };\n';
    await Deno.writeTextFile(`${dir}/decoders/second.ts`, second);
    await Deno.writeTextFile(`${dir}/harness/suites/tiny.ts`, SUITE);
    const pack = await writeDense(dir);
    const [list, decode, unknown, bench] = await Promise.all([
      cliIn(dir, "cell", "list"),
      cliIn(dir, "cell", "decode", `--pack=${pack}`, "--decoder=viterbi"),
      cliIn(dir, "cell", "decode", `--pack=${pack}`, "--decoder=torn"),
      cliIn(dir, "bench", "bench", "--suite=tiny", `--out=${dir}/run`),
    ]);
    assertEquals(decode.errors, []);
    for (const { errors } of [list, unknown, bench]) {
      const warnings = errors.filter((line) => line.startsWith("warning: "));
      assertEquals(warnings.length, 3, errors.join("\n"));
      assertStringIncludes(warnings[0]!, "aimless.ts: its default export is no decoder");
      assertMatch(warnings[1]!, /^warning: Cannot load .*decoders\/torn\.ts: .*Expected/);
      assertMatch(warnings[1]!, /torn\.ts:1:\d+$/);
      assertMatch(warnings[2]!, /second\.ts: its name "viterbi" is that of .*\/viterbi\.ts$/);
    }
    assertEquals([list.code, decode.code, unknown.code], [0, 0, 2]);
    assertStringIncludes(list.stdout, "  dominance: ");
    assertEquals(decode.stdout.trimEnd().split("\n").length, TINY.lengths.length);
    assert(unknown.errors.some((line) => line.startsWith('error: Cannot find the decoder "torn"')));
    const rows = (await ROWS.read(`${dir}/run`)).filter(({ clock }) => clock === "decode");
    assertEquals(rows.map(({ decoder }) => decoder).sort(), ["control", "viterbi"]);
    const missing = bench.errors.filter((line) =>
      /^NOT MEASURED: .*(torn|aimless|second)/.test(line)
    );
    assertEquals([bench.code, missing.length], [3, 3], bench.errors.join("\n"));
  },
);
