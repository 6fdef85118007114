import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { type ClaimData, claims, judgeClaim, judgeClaims } from "../../../reports/papers/claims.ts";
import type { Claim, Evidence } from "../../../reports/papers/contract.ts";
import { countClaims, verdictText } from "../../../reports/pages/paper_tables.ts";
import { aRun } from "../../helpers/run_data.ts";

/** A claim with so many lines of evidence. */
function claimWith(lines: readonly Evidence[], data: Partial<ClaimData> = {}): Claim {
  const evidence = () => [...lines];
  const [claim] = claims({ cite: "Somebody" }, [
    { name: "it", place: "§1", statement: "It is.", judge: { evidence }, ...data },
  ]);
  return claim!;
}

const line = (index: number, outcome: Evidence["outcome"] = "for", votes = true): Evidence => ({
  subject: `task${index}`,
  votes,
  published: "",
  ours: "figure",
  outcome,
});

it("claims() puts what claims share before what they say, the judge's words between", () => {
  const judge = { rule: "By it.", published: () => "1.2×", evidence: () => [] };
  const data = { name: "a", place: "Table 1", statement: "A." };
  const [first, second] = claims({ cite: "They", prefix: "p-", order: 100 }, [
    { ...data, judge, rule: "F.", remark: "So it is." },
    { ...data, order: 5, printed: () => "3" },
  ]);
  assertEquals([first!.name, first!.order, first!.source], ["p-a", 110, "They, Table 1"]);
  assertEquals([first!.rule, first!.published()], ["F. By it. So it is.", "1.2×"]);
  assertEquals([second!.rule, second!.order, second!.published()], ["", 5, "3"]);
  assertEquals(judgeClaim(second!, aRun()).verdict, "not testable here");
});

describe("judgeClaim()", () => {
  it("puts the evidence with a vote first, counts the rest apart", () => {
    const few = [line(1, "against", false), line(2), line(3, "tie"), line(2)];
    const { evidence, ours, votes } = judgeClaim(claimWith(few), aRun());
    assertEquals(evidence.map(({ subject }) => subject), ["task2", "task3", "task2", "task1"]);
    assertEquals(votes, { for: 2, against: 0, tie: 1 });
    assertEquals(
      ours,
      "2 for, 0 against, 1 tie: task2 figure, task3 figure; " +
        "without a vote: 0 for, 1 against, 0 ties",
    );
    assertEquals(judgeClaim(claimWith([]), aRun()).ours, "not measured in this run");
  });

  it("names of many figures only those against", () => {
    const many = Array.from({ length: 20 }, (_, i) => line(i, i === 8 ? "against" : "for"));
    const { ours } = judgeClaim(claimWith(many), aRun());
    assertEquals(ours, "19 for, 1 against, 0 ties: task8 figure");
  });
});

/** The verdict on lines with these outcomes, of these tasks. */
function verdictOn(outcomes: string, everywhere: readonly string[] = [], tasks = everywhere) {
  const lines = outcomes.split(" ").map((outcome, i) => ({
    ...line(i, outcome as Evidence["outcome"]),
    task: tasks[i],
  }));
  return judgeClaim(claimWith(lines, { everywhere }), aRun()).verdict;
}

it("a verdict needs more than half of the votes and none of the others, either way", () => {
  assertEquals(verdictOn("for for tie"), "holds");
  assertEquals(verdictOn("against against tie"), "does not hold");
  assertEquals([verdictOn("for tie"), verdictOn("for against")], Array(2).fill("holds in part"));
  assertEquals(verdictOn("for against tie against"), "fails in part");
  assertEquals(verdictOn("against tie"), "fails in part", "of the rest nobody knows");
  assertEquals(verdictOn("tie"), "not testable here");
});

it("a claim that says “every” holds only if all tasks of its paper are for it", () => {
  const everywhere = ["a", "b", "c"];
  const verdict = (outcomes: string, tasks?: string[]) => verdictOn(outcomes, everywhere, tasks);
  assertEquals(verdict("for for for"), "holds");
  assertEquals(verdict("for for tie"), "holds in part");
  assertEquals(verdict("for for"), "holds in part", "a task was not measured");
  assertEquals(verdict("for for for", ["a", "a", "b"]), "holds in part", "one was measured twice");
  assertEquals(verdict("for for for", ["a", "b", "d"]), "holds in part", "of another paper");
  const more = [...everywhere, "d"];
  assertEquals(verdict("for for for tie", more), "holds", "the paper did not have the task");
  assertEquals(verdict("for for for against", more), "holds in part");
  assertEquals(verdict("against against tie"), "does not hold");
});

it("judgeClaims() leaves out claims without their study, and counts what was not judged", () => {
  const study = { name: "s", command: "deno task study s --data DIR" };
  const all = [claimWith([line(1)]), claimWith([], { study })];
  const ours = claimWith([line(1)], { isOurs: true });
  assertEquals(judgeClaims(all, aRun()).length, 1);
  const judged = judgeClaims(all, aRun({ studies: new Map([["s", []]]) }));
  assertEquals(judged.map(verdictText), ["holds", "not judged: needs --data"]);
  assertEquals(countClaims(judged), "holds: 1, not judged: 1");
  const withOurs = judgeClaims([...all, ours], aRun({ studies: new Map([["s", []]]) }));
  assertEquals(countClaims(withOurs), "holds: 1, not judged: 1", "ours is no claim of a paper");
});
