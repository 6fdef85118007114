import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import partition from "../../../reports/studies/partition.ts";
import { chartsOf, csvOf, linesOf, measured } from "../../helpers/study_lines.ts";

const line = linesOf(partition, {
  dataset: "ewt_pos45_crf",
  pack: "p0",
  labels: 45,
  non_zero: 360,
  sentences: 20,
  positions: 100,
  method: "oracle",
  epsilon: 0.01,
  kept: 900,
});

describe("the study partition", () => {
  const lines = [
    line(),
    line({ method: "dominance", kept: 1800 }),
    line({ method: "best path", epsilon: 1, kept: 150 }),
  ];

  it("shows mean labels kept, and what sums with exceptions take", () =>
    assertEquals(csvOf(partition, lines, "partition-kept"), [
      'dataset,labels,positions,"oracle, ε = 0.01","dominance, ε = 0.01",best path,' +
      "exceptions,least",
      "ewt_pos45_crf,45,100,9,18,1.5,0.2,0.2",
    ]));

  it("draws both prunings, and nothing without them", () => {
    assertEquals(chartsOf(partition, lines), ["partition-kept"]);
    assertEquals(chartsOf(partition, lines.slice(2)), []);
  });

  it("keeps no more by the oracle than by dominance, and fewer the more may be lost", async () => {
    const settings = { format: "columns", seed: 1, sentences: 5, datasets: ["synthetic-weak-9"] };
    const [cell] = await partition.cells(settings, "");
    const found = await measured(partition, cell!);
    const kept = (method: string) =>
      found.filter((own) => own["method"] === method).map((own) => Number(own["kept"]));
    const [oracle, dominance] = [kept("oracle"), kept("dominance")];
    assertEquals([oracle.length, dominance.length, kept("best path").length], [5, 5, 1]);
    oracle.forEach((least, i) => assert(least <= dominance[i]!, `${oracle} ${dominance}`));
    assertEquals(oracle, oracle.toSorted((a, b) => a - b));
    assertEquals(csvOf(partition, found, "partition-kept").length, 2);
  });
});
