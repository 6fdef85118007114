import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { writePackFile } from "../../../datasets/packs/pack_file.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import { cliIn } from "../../helpers/child.ts";
import { withCopy } from "../../helpers/copies.ts";
import { denseFile, TINY } from "../../helpers/packs.ts";
import { longIt } from "../../helpers/long.ts";

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

describe("describeDecoders()", () => {
  longIt(
    "names what is broken and leaves the rest usable, for list, decode and bench",
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
});
