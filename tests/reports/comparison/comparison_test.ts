import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Manifest } from "../../../harness/store/manifest.ts";
import type { Row } from "../../../harness/store/rows.ts";
import type { Run } from "../../../harness/store/store.ts";
import { compareRuns, compareTimes } from "../../../reports/comparison/comparison.ts";
import { comparisonMarkdown, comparisonText, MARKER } from "../../../reports/comparison/text.ts";
import { medianRatio } from "../../../reports/numbers/statistics.ts";
import { FAKE_MANIFEST, fakeRows, withChanges } from "../../helpers/rows.ts";
import { decoderColumns } from "../../helpers/names.ts";

const MANIFEST: Manifest = { ...FAKE_MANIFEST, plan: "p", cells: 1 };
const OTHER = { ...MANIFEST, machine: { ...FAKE_MANIFEST.machine, v8: "1.2.3" } };
const ROWS = fakeRows().filter(({ dataset }) => dataset === "hwu_slot_scenario323");

function run(rows: readonly Row[], manifest: Manifest = MANIFEST): Run {
  return { dir: "runs/x", rows, sentences: [], firstUse: [], manifest };
}

/** The rows with the times of one decoder multiplied. */
function scaled(decoder: string, factor: number): Row[] {
  return ROWS.map((row) =>
    row.decoder === decoder ? { ...row, elapsed_ms: factor * row.elapsed_ms } : row
  );
}

describe("medianRatio()", () => {
  it("finds a factor between two samples, inside its interval", () => {
    const before = [10, 11, 9, 10.5, 9.5];
    const { median, low, high } = medianRatio([before], [before.map((value) => 2 * value)]);
    assertEquals(median, 2);
    assert(low! < 2 && 2 < high! && low! > 1.5 && high! < 2.5, `${low} to ${high}`);
  });

  it("has no interval when a sample is one value", () => {
    for (const [before, after] of [[[2], [4, 4]], [[2, 2], [4]]] as const) {
      assertEquals(medianRatio([before], [after]), { median: 2, low: undefined, high: undefined });
    }
  });
});

describe("compareTimes()", () => {
  it("finds the decoder that is slower, and the one that is faster", () => {
    const slower = compareTimes(run(ROWS), run(scaled("beam{width=1}", 1.5)));
    const [first, ...others] = slower.changes;
    assertEquals([first!.decoder, first!.tendency], ["beam{width=1}", "slower"]);
    assert(Math.abs(first!.ratio.median - 1.5) < 1e-9);
    assert(
      others.every(({ decoder, tendency }) => decoder === "beam{width=1}" || tendency === "same"),
    );
    assertEquals([slower.median, slower.drift], [1, 1]);
    const faster = compareTimes(run(ROWS), run(scaled("beam{width=1}", 0.5)));
    assertEquals(faster.changes.at(-1)!.tendency, "faster");
  });

  it("passes over the rounds of before an edit", () => {
    const before = ROWS.map((row) => ({ ...row, elapsed_ms: 9 * row.elapsed_ms }));
    const after = ROWS.map((row) => ({ ...row, key: `edited ${row.key}` }));
    const { changes } = compareTimes(run(ROWS), run([...before, ...after]));
    assert(changes.length > 0 && changes.every(({ ratio }) => ratio.median === 1));
  });

  it("compares times from memory over a baseline that has one clock, on two machines", () => {
    const rows = withChanges(ROWS, { decoder: "beam{width=1}" }, { clock: "memory64" });
    const { changes } = compareTimes(run(rows), run(rows, OTHER));
    assert(changes.some(({ clock }) => clock === "memory64"));
  });

  it("compares ratios to the baseline when the machines differ, if only in V8's version", () => {
    // Three times as slow a machine; one decoder is twice as slow beside the baseline, too.
    const times = (factor: number) =>
      scaled("beam{width=1}", factor).map((row) => ({ ...row, elapsed_ms: 3 * row.elapsed_ms }));
    const { changes, isSameMachine, median, drift } = compareTimes(run(ROWS), run(times(2), OTHER));
    assertEquals([isSameMachine, median, drift], [false, 1, undefined]);
    assert(changes.length > 1 && changes.every(({ decoder }) => decoder !== "viterbi"));
    for (const { decoder, ratio, tendency } of changes) {
      const isSlow = decoder === "beam{width=1}";
      assert(Math.abs(ratio.median - (isSlow ? 2 : 1)) < 1e-9);
      assertEquals(tendency, isSlow ? "slower" : "same");
    }
    // What one machine would call slower is within the limit of two.
    const little = compareTimes(run(ROWS), run(times(1.3), OTHER)).changes;
    assertEquals(new Set(little.map(({ tendency }) => tendency)), new Set(["same"]));
  });

  it("has nothing when the machines differ and a run has no baseline", () => {
    const alone = ROWS.filter(({ role }) => role !== "baseline");
    const { changes, isSameMachine } = compareTimes(run(ROWS), run(alone, OTHER));
    assertEquals([changes, isSameMachine], [[], false]);
  });

  it("takes only the sessions of a merged run that come from the other's machine", () => {
    const { machine: _, ...manifest } = MANIFEST;
    const part = { sessions: 1, commandLine: "", startedAt: "" };
    const merged: Manifest = {
      ...manifest,
      sessions: 2,
      merged: [
        { ...part, firstSession: 0, machine: OTHER.machine },
        { ...part, firstSession: 1, machine: FAKE_MANIFEST.machine },
      ],
    };
    const slow = ROWS.map((row) => ({ ...row, elapsed_ms: 100 * row.elapsed_ms }));
    const rows = [...slow, ...ROWS.map((row) => ({ ...row, session: 1 }))];
    const { changes, median } = compareTimes(run(ROWS), run(rows, merged));
    assertEquals(median, 1);
    assert(changes.length > 0 && changes.every(({ ratio }) => ratio.median === 1));
  });

  it("compares by clock, and takes what processes differ by for noise", () => {
    const timed = (memory: number, factors: readonly number[]): Row[] =>
      ROWS.filter(({ decoder }) => decoder === "beam{width=1}").flatMap((row) =>
        factors.flatMap((factor, process) => [
          { ...row, process, elapsed_ms: factor },
          { ...row, process, elapsed_ms: factor * memory, clock: "memory64" as const },
        ])
      );
    const { changes } = compareTimes(run(timed(2, [1, 1])), run(timed(4, [1, 1])));
    const found = new Set(changes.map(({ clock, tendency }) => `${clock} ${tendency}`));
    assertEquals(found, new Set(["decode same", "memory64 slower"]));
    const noisy = compareTimes(run(timed(2, [1, 1.5])), run(timed(2, [1.3, 1.8]))).changes;
    assertEquals(new Set(noisy.map(({ tendency }) => tendency)), new Set(["same"]));
  });

  it("leaves out cells that were timed on other sentences, failed, or have other lattices", () => {
    const changes: Partial<Row>[] = [{ timed_sentences: 3 }, { status: "timeout" }, { pack: "q" }];
    for (const change of changes) {
      const after = withChanges(ROWS, { decoder: "control" }, change);
      const { changes, isSameMachine } = compareTimes(run(ROWS), run(after));
      assert(isSameMachine && changes.length > 0);
      assert(changes.every(({ decoder }) => decoder !== "control"));
    }
  });
});

describe("comparisonText() and comparisonMarkdown()", () => {
  const cell = "hwu_slot_scenario323, beam{width=1}, k = 1";

  it("say that nothing is worse, and how the times are", () => {
    const comparison = compareRuns(run(ROWS), run(scaled("beam{width=1}", 2)));
    const text = comparisonText(comparison);
    assertMatch(text, /No regression; \d+ cells compared$/);
    assertMatch(text, new RegExp(`^slower: ${cell}, decode: 2.00× the time \\[`, "m"));
    assertMatch(text, /^Times after \/ before, advisory, .* 0 faster$/m);
    const markdown = comparisonMarkdown(comparison);
    assert(markdown.startsWith(`${MARKER}\n\n**✓ No regression`));
    assertStringIncludes(markdown, "| **slower** |");
    assertStringIncludes(markdown, "| time after / before |");
    const none = comparisonMarkdown(compareRuns(run([]), run([])));
    assert(none.startsWith(`${MARKER}\n\n**Nothing to compare`), none);
  });

  it("say what is worse, by how much, and compare ratios where the machines are two", () => {
    const rows = ROWS.map((row) =>
      row.decoder === "beam{width=1}" && row.k === 1
        ? { ...row, edge_evaluations: 1.5 * row.edge_evaluations }
        : row
    );
    const comparison = compareRuns(run(ROWS), run(rows.filter(({ k }) => k === 1), OTHER));
    const text = comparisonText(comparison);
    assertStringIncludes(text, `REGRESSION: ${cell}: changed\n  edge_evaluations `);
    assertStringIncludes(text, "(+50.0%)");
    assertStringIncludes(text, "k = 5: vanished");
    assertMatch(text, /^Times over the baseline's .* two machines .* ratios 1.00; beyond 1.5×: /m);
    assertMatch(text, /^\d+ regressions; \d+ cells compared$/m);
    const markdown = comparisonMarkdown(comparison);
    assertMatch(markdown, /^\*\*✗ \d+ regressions; /m);
    assertMatch(markdown, /^\| hwu_slot_scenario323 \| beam\{width=1\} \| 1 \| changed \| edge/m);
  });

  it("say that times are absent when a run only has counts", () => {
    const counted = ROWS.map((row) => ({ ...row, round: 0, passes: 0, elapsed_ms: 0 }));
    const text = comparisonText(compareRuns(run(ROWS), run(counted, { ...MANIFEST, rounds: 0 })));
    assertMatch(text, /^Times are not compared: runs\/x has none\nNo regression; /m);
  });

  it("stay short enough for a comment when everything differs", () => {
    const beams = Array.from({ length: 500 }, (_, i) => decoderColumns(`beam{width=${i}}`));
    const rows = beams.map((columns) => ({ ...ROWS[0]!, ...columns }));
    const worse = { iterations: 0, node_expansions: 0, verdict: "wrong" } as const;
    const after = withChanges(rows, {}, worse);
    const markdown = comparisonMarkdown(compareRuns(run(rows), run(after)));
    assert(markdown.length < 65_536, `${markdown.length} characters`);
    assertStringIncludes(markdown, "… and 440 more.");
  });
});
