import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import { timeCells } from "../../../harness/run/measure.ts";

describe("timeCells()", () => {
  it("says which share is behind at the start of each round", async () => {
    const said: [string, number][] = [];
    const say = (what: string, share: number) => said.push([what, share]);
    await timeCells([], { rounds: 3, random: new Random(1), say }, () => {});
    assertEquals(said, [["round 1 of 3", 2 / 5], ["round 2 of 3", 3 / 5], ["round 3 of 3", 4 / 5]]);
  });
});
