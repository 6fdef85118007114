import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { writePackFile } from "../../../datasets/packs/pack_file.ts";
import {
  describe as describeModule,
  describeAll,
  readDescribed,
} from "../../../harness/decoders/describe.ts";
import { findDecoders } from "../../../harness/decoders/discover.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import { cliIn } from "../../helpers/child.ts";
import { withCopy } from "../../helpers/copies.ts";
import { writeDecoder } from "../../helpers/decoder_files.ts";
import { longIt } from "../../helpers/long.ts";
import { denseFile, TINY, withFolder } from "../../helpers/packs.ts";
import { plain } from "../../wrong/plain.ts";

const PLAIN = new URL("../../wrong/plain.ts", import.meta.url).href;

/** Writes a module whose default export is a right decoder with other members. */
async function write(dir: string, name: string, top: string, members = ""): Promise<string> {
  return `file://${await writeDecoder(dir, name, { top, members })}`;
}

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

  it("lets no decoder change what is said of another, nor keep it from being read", () =>
    withFolder(async (dir) => {
      const url = new URL("../../../decoders/viterbi.ts", import.meta.url).href;
      const top = `import viterbi from "${url}";
Object.assign(viterbi, { exact: false, title: "Nobody" });
Object.assign(String.prototype, { trim: () => "" });`;
      const [other, viterbi] = await describeAll([await write(dir, "changes-others", top), url]);
      assert(typeof other === "object" && typeof viterbi === "object");
      assertEquals(other.value.name, "changes-others");
      assertEquals([viterbi.value.exact, viterbi.value.title], [true, "Viterbi"]);
    }));
});

it("describe() says why a module gives no decoder, whatever it does when it is loaded", () =>
  withFolder(async (dir) => {
    const cases: readonly [name: string, top: string, members: string, said: RegExp][] = [
      ["leaves", "Deno.exit(0);", "", /^the process ended with code 0: no output$/],
      ["hangs", "for (;;);", "", /^it took longer than 500 ms$/],
      [
        "speaks",
        "Object.prototype.toJSON = () => ({ value: null });",
        "",
        /^it did not say what/,
      ],
      ["throws", 'throw new Error("no luck");', "", /^Error: no luck$/],
      ["controls", "", 'name: "control"', /^its name is "control"$/],
      ["halves", "", "maxK: 0.5", /^its maxK is 0.5$/],
      ["boasts", "", 'exact: "very"', /^its exact is "very"$/],
      ["colours", "", 'title: "\\u001b[31mred"', /^its title is /],
      ["dreams", "", 'options: { a: { meaning: "a" } }', /^its options.a.default is undefined$/],
    ];
    await Promise.all(cases.map(async ([name, top, members, said]) => {
      // Only what hangs is waited for to the end: a busy machine takes longer to load the others.
      const most = name === "hangs" ? 500 : undefined;
      const loaded = await describeModule(await write(dir, name, top, members), most);
      assertMatch(String(loaded), said, name);
    }));
  }));

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
    allDecoders: false,
    variants: ["viterbi", "torn", "aimless"],
    ks: [1],
  }],
  rounds: 1,
  processes: 1,
  roundMs: 1,
  passMs: 10,
  deadlineMs: 60_000,
  memoryMb: 1000,
  cellSeconds: 1,
};
`;

longIt(
  "describeDecoders() names what is broken and leaves the rest usable, for list, decode and bench",
  () =>
    withCopy(async (dir) => {
      await Deno.writeTextFile(`${dir}/decoders/torn.ts`, "export default { name: 'torn';\n");
      await Deno.writeTextFile(`${dir}/decoders/aimless.ts`, "export default {};\n");
      const second = 'import own from "./viterbi.ts";\nexport default { ...own };\n';
      await Deno.writeTextFile(`${dir}/decoders/second.ts`, second);
      await Deno.writeTextFile(`${dir}/harness/suites/tiny.ts`, SUITE);
      const pack = `${dir}/tiny.safetensors`;
      await writePackFile(pack, denseFile(TINY));
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
      assert(
        unknown.errors.some((line) => line.startsWith('error: Cannot find the decoder "torn"')),
      );
      const rows = (await ROWS.read(`${dir}/run`)).filter(({ clock }) => clock === "decode");
      assertEquals(rows.map(({ decoder }) => decoder).sort(), ["control", "viterbi"]);
      const missing = bench.errors.filter((line) =>
        /^NOT MEASURED: .*(torn|aimless|second)/.test(line)
      );
      assertEquals([bench.code, missing.length], [3, 3], bench.errors.join("\n"));
    }),
);
