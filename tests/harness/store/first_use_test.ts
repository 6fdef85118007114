import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  appendCurve,
  type FirstUse,
  followsFirstUse,
  readFirstUse,
  writeFirstUse,
} from "../../../harness/store/first_use.ts";
import { withFolder } from "../../helpers/packs.ts";

const POINTS = [1, 10, 100].map((sentences) => ({ sentences, elapsed_ms: 5 + sentences / 16 }));
const CURVES: readonly FirstUse[] = [0, 1].flatMap((process) =>
  [...POINTS, { sentences: 0, elapsed_ms: 0 }]
    .map((point) => ({ key: "abc", session: 0, process, ...point }))
);

describe("writeFirstUse(), appendCurve() and readFirstUse()", () => {
  it("keep the curves, each with its origin at the end", () =>
    withFolder(async (dir) => {
      assertEquals(await readFirstUse(dir), []);
      await writeFirstUse(dir, CURVES.slice(0, 4));
      await appendCurve(dir, { key: "abc", session: 0, process: 1 }, POINTS);
      assertEquals(await readFirstUse(dir), CURVES);
    }));
});

describe("followsFirstUse()", () => {
  it("chooses the decoders of a plan on real tasks at k = 1", () => {
    const cell = { family: "real", role: "rival", decoder: "auto", k: 1 } as const;
    const plan = { decoders: ["auto", "control"] };
    assertEquals(followsFirstUse(cell, plan), true);
    for (const other of [{ family: "hmm" }, { decoder: "beam" }, { k: 5 }]) {
      assertEquals(followsFirstUse({ ...cell, ...other }, plan), false);
    }
    assertEquals(followsFirstUse({ ...cell, role: "control", decoder: "control" }, plan), false);
  });
});
