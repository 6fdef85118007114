import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Round } from "../../../reports/numbers/summary_row.ts";
import {
  fastestOf,
  gainOver,
  pairedRatioOf,
  ratioOf,
  roundsOf,
  type Timed,
} from "../../../reports/numbers/speed_ratio.ts";
import { decoderColumns } from "../../helpers/names.ts";
import { aRow } from "../../helpers/rows.ts";

/** A cell with rounds on 10 sentences; those of one process are next to each other. */
function cell(decoder: string, elapsed: readonly number[], change: Partial<Round> = {}): Timed {
  return {
    ...decoderColumns(decoder),
    times: elapsed.map((elapsedMs, round) => ({
      id: `0 0 0 ${round}`,
      process: "0 0 0",
      machine: "here",
      clock: "decode",
      sentences: 10,
      elapsedMs,
      ...change,
    })),
  };
}

function joined(...cells: readonly Timed[]): Timed {
  return { ...cells[0]!, times: cells.flatMap(({ times }) => times) };
}

describe("ratioOf()", () => {
  it("divides within rounds when the machine drifts", () => {
    const drift = [1, 2, 4, 8, 16];
    const ratio = ratioOf(cell("a", drift.map((d) => 10 * d)), cell("b", drift.map((d) => 30 * d)));
    assertEquals(ratio, { median: 3, low: 3, high: 3, sentences: 10 });
  });

  it("takes the most sentences that both were timed on", () => {
    const fast = joined(cell("a", [5]), cell("a", [2], { sentences: 4 }));
    const slow = joined(cell("b", [60], { sentences: 4 }), cell("b", [9], { sentences: 2 }));
    const ratio = ratioOf(fast, slow)!;
    assertEquals([ratio.median, ratio.sentences], [30, 4]);
  });

  it("is no quotient of two ratios to a third cell", () => {
    const [a, b, c] = [cell("a", [1, 1, 10]), cell("b", [2, 2, 2]), cell("c", [10, 2, 20])];
    // Over c, whose rounds are noisy, a seems to be slower than b; it is faster in most rounds.
    assertEquals([ratioOf(a, c)!.median, ratioOf(b, c)!.median], [2, 5]);
    assertEquals(ratioOf(a, b)!.median, 2);
  });

  it("pairs each clock with the same one, and decoding with memory where nothing is copied", () => {
    const copied = cell("a{kernel=simd}", [4], { clock: "memory64" });
    const simd = joined(cell("a{kernel=simd}", [1]), copied);
    const plain = cell("b", [8]);
    assertEquals(ratioOf(simd, plain)!.median, 8);
    assertEquals(ratioOf(simd, plain, "memory64")!.median, 2);
    assertEquals(ratioOf(simd, plain, "memory32"), undefined, "it was not measured");
  });

  it("compares medians where two cells were not timed side by side, not of two machines", () => {
    const fast = cell("a", [10, 10]);
    const elsewhen = { id: "0 1 0 0", process: "0 1 0" };
    assertEquals(ratioOf(fast, cell("b", [30, 30], elsewhen))!.median, 3);
    assertEquals(pairedRatioOf(fast, cell("b", [30, 30], elsewhen)), undefined);
    assertEquals(ratioOf(fast, cell("b", [30], { ...elsewhen, machine: "there" })), undefined);
    assertEquals(ratioOf(fast, cell("b", [30], { ...elsewhen, sentences: 3 })), undefined);
  });

  it("does not pool the pairs of two machines", () => {
    const there = { id: "1 0 0 0", process: "1 0 0", machine: "there" };
    const fast = joined(cell("a", [1]), cell("a", [1], there));
    const slow = joined(cell("b", [2]), cell("b", [50], there));
    assertEquals(ratioOf(fast, slow)!.median, 2);
  });
});

it("roundsOf() pairs no rounds of two datasets", () => {
  const at = (dataset: string): Timed => ({
    ...decoderColumns("a"),
    times: roundsOf([aRow({ dataset })], () => "here"),
  });
  const [one, other] = [at("dev{space=ast}"), at("dev{space=reverse}")];
  assertEquals(pairedRatioOf(one, one)!.median, 1);
  assertEquals([pairedRatioOf(one, other), ratioOf(one, other)!.median], [undefined, 1]);
});

describe("fastestOf()", () => {
  it("compares on common sentences and passes over what was not timed", () => {
    const short = joined(cell("a", [3], { sentences: 4 }));
    const long = joined(cell("b", [50]), cell("b", [2], { sentences: 4 }));
    assertEquals(fastestOf([cell("c", []), short, long])?.decoder, "b");
    assertEquals(fastestOf([cell("c", [])]), undefined);
  });

  it("compares those on other sentences by the baseline, in whichever order they come", () => {
    const slow = { ...cell("a", [3], { sentences: 4 }), ratio_to_viterbi: 18 };
    const fast = { ...cell("b", [50]), ratio_to_viterbi: 1500 };
    for (const cells of [[slow, fast], [fast, slow]]) {
      assertEquals(fastestOf(cells)?.decoder, "b");
      // Nothing is known by another clock.
      assertEquals(fastestOf(cells, "memory64"), cells[0]);
    }
  });
});

it("gainOver() takes the extremes of both intervals", () => {
  const six = { median: 6, low: 5, high: 7 };
  assertEquals(gainOver(six, { median: 2, low: 1, high: 4 }), { median: 3, low: 1.25, high: 7 });
  const single = (median: number) => ({ median, low: undefined, high: undefined });
  assertEquals(gainOver(six, single(2)), { median: 3, low: 2.5, high: 3.5 });
  assertEquals(gainOver(single(6), single(2)), single(3), "two values show no difference");
});
