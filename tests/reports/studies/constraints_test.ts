import { assert, assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { scorePath } from "../../../decoders/lattice.ts";
import { bioScores } from "../../../decoders/tagging/bio.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import { resolveDataset } from "../../../harness/problems/sequence/discover.ts";
import { rescored, takeSample } from "../../../harness/problems/sequence/sample.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import {
  breaksNotation,
  constrained,
  findings,
} from "../../../reports/studies/_constraints_measured.ts";
import constraints from "../../../reports/studies/constraints.ts";
import { chartsOf, csvOf, linesOf } from "../../helpers/study_lines.ts";

const RULES = bioScores(["O", "B-X", "I-X", "B-Y", "I-Y"]);

/** Sentences of 5 labels and 3 positions, with the best of what is enumerated as right paths. */
async function drawSample(sentences: number) {
  const { open } = await resolveDataset("synthetic-structureless-5{length=3}");
  const sample = takeSample(await open(sentences, 3), sentences);
  const { model, lattices } = sample;
  const paths = Array.from(
    { length: 5 ** 3 },
    (_, i) => Int32Array.from([25, 5, 1], (unit) => Math.floor(i / unit) % 5),
  ).filter((path) => !breaksNotation(path, RULES));
  const gold = lattices.map((lattice) =>
    paths.reduce((best, path) =>
      scorePath(model, lattice, path) > scorePath(model, lattice, best) ? path : best
    )
  );
  return { ...sample, gold };
}

describe("breaksNotation()", () => {
  it("is true where a chunk goes on that is not open", () => {
    const broken = (...labels: number[]) => breaksNotation(Int32Array.from(labels), RULES);
    assertEquals([broken(0, 1, 2, 2, 0), broken(1, 3, 4), broken(1, -1, 4)], Array(3).fill(false));
    assertEquals([broken(2), broken(0, 2), broken(1, 4)], Array(3).fill(true));
  });
});

describe("constrained()", () => {
  it("leaves the best of the paths that keep to the notation", async () => {
    const sample = await drawSample(20);
    const { model, lattices } = constrained(sample, RULES);
    const decode = prepared(viterbi, model);
    assertEquals(lattices.map((lattice) => decode(lattice).paths[0]!.labels), sample.gold);
  });
});

describe("findings()", () => {
  it("counts what is broken and what is right, before and after", async () => {
    const free = await drawSample(40);
    const found = findings(free, constrained(free, RULES), RULES, 1);
    const value = (quantity: string, paths: string) =>
      found.find((one) => one.quantity === quantity && one.paths === paths)!.value;
    // The right paths are the best of those in BIO notation: sentences that were not broken.
    const broken = value("broken", "free");
    assert(broken > 0 && broken < 1, `${broken}`);
    assertEquals([value("broken", "bio"), value("broken", "right")], [0, 0]);
    assertAlmostEquals(value("sentences right", "free"), 1 - broken, 1e-12);
    assertEquals(value("sentences right", "bio"), 1);
    assertEquals(value("tokens right", "bio"), 1);
    const change = value("tokens right", "bio − free");
    assertAlmostEquals(change, value("tokens changed", "bio"), 1e-12);
  });

  it("says nothing of broken paths where there is none", async () => {
    const sample = await drawSample(10);
    const bio = constrained(sample, RULES);
    const kept = rescored(sample, bio.model, bio.lattices);
    const found = findings(kept, bio, RULES, 1);
    assertEquals(found.filter(({ quantity }) => quantity.endsWith("where broken")), []);
  });
});

describe("the study constraints", () => {
  const line = linesOf(constraints, {
    dataset: "hwu_slot_scenario323",
    pack: "p0",
    labels: 100,
    forbidden_pairs: 2500,
    sentences: 50,
    tokens: 400,
    quantity: "milliseconds",
    paths: "free",
    decoder: "viterbi",
    sentence_edges: 1000,
  });
  const times = [1, 2, 3].flatMap((round) => [
    line({ round, value: round }),
    line({ round, paths: "free again", value: round }),
    line({ round, paths: "bio", value: round * 3, sentence_edges: 2000 }),
  ]);
  const share = (quantity: string, paths: string, value: number, low: number, high: number) =>
    line({ quantity, paths, value, low, high });
  const shares = [
    share("broken", "right", 0, 0, 0),
    share("broken", "free", 0.1, 0.05, 0.15),
    share("broken", "bio", 0, 0, 0),
    share("tokens changed", "bio", 0.02, 0.01, 0.03),
    share("tokens right", "free", 0.9, 0.8, 0.95),
    share("tokens right", "bio − free", 0.005, -0.001, 0.01),
  ];

  it("pairs times within rounds, with the control, and leaves out who lacks one of the three", () => {
    const rows = (lines: typeof times) => csvOf(constraints, lines, "constraints-time").slice(1);
    assertEquals(rows(times), ["hwu_slot_scenario323,100,50,viterbi,2000,6000,3,1,2"]);
    assertEquals(rows(times.filter(({ paths }) => paths !== "bio")), []);
  });

  it("shows shares with their changes, and nothing where nothing was found", () => {
    assertEquals(csvOf(constraints, [...shares, ...times], "constraints-paths").slice(1), [
      "hwu_slot_scenario323,100,50,0.25,0.1,0,0,0.02,0.9,0.005,,,,",
    ]);
    const { rows } = constraints.show(shares).tables[0]!.content;
    assertEquals(rows[0]![9]!.text, "+0.50 [−0.10, +1.00]");
  });

  it("draws times, if there are any", () => {
    assertEquals(chartsOf(constraints, [...shares, ...times]), ["constraints-time"]);
    assertEquals(chartsOf(constraints, shares), []);
  });

  const settings = { format: "columns", seed: 1, sentences: 2 };

  it("takes the packs whose labels are in BIO notation", async () => {
    const cells = await constraints.cells(settings, "");
    assertEquals(
      cells.map(({ title }) => title.replace(/: .*/, "")),
      ["ewt_pos_morph_chunk319", "ewt_pos_morph_chunk443", "hwu_slot_scenario323"]
        .flatMap((name) => [name, `${name}_crf`]),
    );
  });

  it("refuses another one", async () => {
    for (
      const [name, message] of [
        ["ewt_pos45", "Cannot constrain ewt_pos45: Cannot find the part of a label"],
        ["synthetic-weak-5", "Cannot constrain synthetic-weak-5: it has no label names"],
      ] as const
    ) {
      const cells = () => constraints.cells({ ...settings, datasets: [name] }, "");
      await assertRejects(cells, UsageError, message);
    }
  });
});
