import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  type AnswerLine,
  ANSWERS,
  appendCurve,
  FIRST_USE,
  type FirstUse,
  followsFirstUse,
  timesSentences,
} from "../../../harness/store/side_tables.ts";
import { PARSING_ANSWERS } from "../../helpers/parsing_rows.ts";
import { withFolder } from "../../helpers/packs.ts";
import { makePlan } from "../../../harness/plan/plan.ts";

const POINTS = [1, 10, 100].map((sentences) => ({ sentences, elapsed_ms: 5 + sentences / 16 }));
const CURVES: readonly FirstUse[] = [0, 1].flatMap((process) =>
  [...POINTS, { sentences: 0, elapsed_ms: 0 }]
    .map((point) => ({ key: "abc", session: 0, process, ...point }))
);

describe("FIRST_USE.write(), appendCurve() and FIRST_USE.readIfThere()", () => {
  it("keep the curves, each with its origin at the end", () =>
    withFolder(async (dir) => {
      assertEquals(await FIRST_USE.readIfThere(dir), []);
      await FIRST_USE.write(dir, CURVES.slice(0, 4));
      await appendCurve(dir, { key: "abc", session: 0, process: 1 }, POINTS);
      assertEquals(await FIRST_USE.readIfThere(dir), CURVES);
    }));
});

it("ANSWERS reads runs of earlier versions, which had no reasons, and lines of both", () =>
  withFolder(async (dir) => {
    const answers: readonly AnswerLine[] = PARSING_ANSWERS.slice(0, 3);
    assertEquals(answers.map(({ failure }) => failure), ["", "", "too large"]);
    await ANSWERS.write(dir, answers);
    assertEquals(await ANSWERS.read(dir), answers);
    const [header, first, ...rest] = (await Deno.readTextFile(`${dir}/answers.csv`)).split("\n");
    assertEquals(header!.endsWith(",failure"), true);
    const earlier = [header, first].map((line) => line!.replace(/,[^,]*$/, ""));
    await Deno.writeTextFile(`${dir}/answers.csv`, [...earlier, ...rest].join("\n"));
    assertEquals(await ANSWERS.read(dir), answers);
    const damaged = [earlier[0], first!.replace(/(,[^,]*){2}$/, ""), ""].join("\n");
    await Deno.writeTextFile(`${dir}/answers.csv`, damaged);
    await assertRejects(() => ANSWERS.read(dir), SyntaxError, "Cannot read line 2");
  }));

it("followsFirstUse() chooses the decoders of a plan on real tasks at k = 1", () => {
  const cell = { family: "real", role: "rival", decoder: "auto", k: 1 } as const;
  const plan = { decoders: ["auto", "control"] };
  assertEquals(followsFirstUse(cell, plan), true);
  for (const other of [{ family: "hmm" }, { decoder: "beam" }, { k: 5 }]) {
    assertEquals(followsFirstUse({ ...cell, ...other }, plan), false);
  }
  assertEquals(followsFirstUse({ ...cell, role: "control", decoder: "control" }, plan), false);
});

it("timesSentences() chooses decoders with their defaults at k = 1 on real tasks", async () => {
  const { datasets } = await makePlan({ suite: "quick", datasets: ["ewt_pos45"], sentences: 2 });
  const cells = datasets.flatMap(({ cells }) => cells)
    .map(({ name: decoder, role, variant, k }) => {
      const { name: decoder_base } = variant.decoder;
      return { problem: "sequence", family: "real", decoder, decoder_base, role, k };
    });
  const chosen = cells.filter(timesSentences);
  assert(chosen.length > 5 && chosen.length < cells.length / 2);
  for (const { decoder, k } of chosen) {
    assert(k === 1 && !decoder.includes("{") && decoder !== "control", decoder);
  }
  assert(!cells.some((cell) => timesSentences({ ...cell, family: "hmm" })));
});
