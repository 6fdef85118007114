import { assert, assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  describe as describeModule,
  describeAll,
  readDescribed,
} from "../../../harness/decoders/describe.ts";
import { findDecoders } from "../../../harness/decoders/discover.ts";
import { writeDecoder } from "../../helpers/decoder_files.ts";
import { withFolder } from "../../helpers/packs.ts";
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
      const most = name === "hangs" ? 500 : 60_000;
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
