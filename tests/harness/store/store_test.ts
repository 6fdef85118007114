import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { makePlan } from "../../../harness/plan/plan.ts";
import type { Manifest } from "../../../harness/store/manifest.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import {
  type AnswerLine,
  ANSWERS,
  appendCurve,
  FIRST_USE,
  type FirstUse,
  followsFirstUse,
  SENTENCES,
  timesSentences,
} from "../../../harness/store/side_tables.ts";
import {
  compressRun,
  keepRows,
  readRun,
  writeManifest,
  writeRun,
} from "../../../harness/store/store.ts";
import { filesBelow } from "../../helpers/folder_contents.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { PARSING_ANSWERS } from "../../helpers/parsing_rows.ts";
import { FAKE_MANIFEST, fakeRows } from "../../helpers/rows.ts";
import { fakeSentenceTimes } from "../../helpers/sentences.ts";

const ROUNDS = 2;
const MANIFEST: Manifest = { ...FAKE_MANIFEST, rounds: ROUNDS, plan: "p", cells: 14 };
const SOME = fakeRows(7, ROUNDS).filter(({ dataset }) => dataset === "ewt_pos45");
const RUN = { manifest: MANIFEST, rows: SOME, sentences: fakeSentenceTimes(SOME), firstUse: [] };

describe("writeRun() and readRun()", () => {
  itInFolder("keep a run", async (dir) => {
    await writeRun(`${dir}/new`, RUN, true);
    const { dir: _, sentences, ...rest } = await readRun(`${dir}/new`);
    assertEquals(rest, { manifest: MANIFEST, rows: SOME, firstUse: [] });
    assertEquals(sentences.length, RUN.sentences.length);
  });

  itInFolder("leave no row of the run before, compressed or not", async (dir) => {
    await writeRun(dir, RUN, true);
    await compressRun(dir);
    await writeRun(dir, { ...RUN, rows: [], sentences: [] }, true);
    assertEquals((await readRun(dir)).rows, []);
    const files = ["first_use.csv", "manifest.json", "rows.csv", "sentences.csv"];
    assertEquals(filesBelow(dir), files);
  });

  itInFolder(
    "take a table that is gone for one that was cut when a run is rewritten",
    async (dir) => {
      await writeRun(dir, RUN, true);
      await Deno.remove(`${dir}/sentences.csv`);
      assertEquals((await readRun(dir)).rows, SOME);
      const left = SOME.filter((row) => !timesSentences(row));
      assertEquals((await readRun(dir, true)).rows, left);
    },
  );

  itInFolder("throws NotFound when rows or manifest are not there", async (dir) => {
    await ROWS.write(dir, SOME);
    await assertRejects(() => readRun(dir), Deno.errors.NotFound, `the run ${dir}: it has no`);
    await writeManifest(dir, MANIFEST);
    await Deno.remove(`${dir}/rows.csv`);
    await assertRejects(() => readRun(dir), Deno.errors.NotFound, `the run ${dir}: it has no`);
    const file = `${dir}/manifest.json`;
    await assertRejects(() => readRun(file), Deno.errors.NotFound, `the run ${file}: it has no`);
  });

  itInFolder("leaves out what was not measured to the end", async (dir) => {
    await writeRun(dir, RUN, true);
    const [lost] = RUN.sentences.slice(-1);
    const path = `${dir}/sentences.csv`;
    const lines = (await Deno.readTextFile(path)).split("\n");
    const first = lines.findIndex((line) => line.startsWith(lost!.key));
    await Deno.writeTextFile(path, `${lines.slice(0, first + 1).join("\n")}\n${lost!.key},`);
    const { rows, sentences } = await readRun(dir);
    assertEquals(rows, SOME.filter(({ key }) => key !== lost!.key));
    assertEquals(sentences.some(({ key }) => key === lost!.key), false);
  });
});

itInFolder("keepRows() removes other rows and the times of their cells", async (dir) => {
  await writeRun(dir, RUN, true);
  const [first] = SOME;
  const kept = SOME.filter(({ key }) => key === first!.key);
  await keepRows(dir, kept);
  assertEquals(await ROWS.read(dir), kept);
  const times = await SENTENCES.readIfThere(dir);
  assertEquals(new Set(times.map(({ key }) => key)), new Set([first!.key]));
});

const POINTS = [1, 10, 100].map((sentences) => ({ sentences, elapsed_ms: 5 + sentences / 16 }));
const CURVES: readonly FirstUse[] = [0, 1].flatMap((process) =>
  [...POINTS, { sentences: 0, elapsed_ms: 0 }]
    .map((point) => ({ key: "abc", session: 0, process, ...point }))
);

itInFolder("FIRST_USE keeps curves, appendCurve() each with its origin at the end", async (dir) => {
  assertEquals(await FIRST_USE.readIfThere(dir), []);
  await FIRST_USE.write(dir, CURVES.slice(0, 4));
  await appendCurve(dir, { key: "abc", session: 0, process: 1 }, POINTS);
  assertEquals(await FIRST_USE.readIfThere(dir), CURVES);
});

itInFolder("ANSWERS reads runs of earlier versions, without reasons, and of both", async (dir) => {
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
});

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
