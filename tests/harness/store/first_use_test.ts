import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  appendFirstUse,
  type FirstUse,
  readFirstUse,
  writeFirstUse,
} from "../../../harness/store/first_use.ts";
import { withFolder } from "../../helpers/packs.ts";

const CURVE: readonly FirstUse[] = [0, 1].flatMap((process) =>
  [1, 10, 100].map((sentences) => ({
    ...{ key: "abc", session: 0, process, sentences },
    elapsed_ms: 5 + sentences / 16,
  }))
);

describe("writeFirstUse(), appendFirstUse() and readFirstUse()", () => {
  it("keep the curves", () =>
    withFolder(async (dir) => {
      assertEquals(await readFirstUse(dir), []);
      await writeFirstUse(dir, CURVE.slice(0, 2));
      await appendFirstUse(dir, CURVE.slice(2));
      assertEquals(await readFirstUse(dir), CURVE);
    }));

  it("throw SyntaxError when the columns are others", () =>
    withFolder(async (dir) => {
      await Deno.writeTextFile(`${dir}/first_use.csv`, "key,session,sentences\na,0,1\n");
      await assertRejects(() => readFirstUse(dir), SyntaxError, "its columns are key,session");
    }));
});
