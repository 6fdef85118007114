import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { peakModule, tool } from "../../../reports/studies/_peak.ts";
import board from "../../../reports/studies/board.ts";
import { resolveDataset } from "../../../harness/problems/sequence/discover.ts";
import { takeSample } from "../../../harness/problems/sequence/sample.ts";
import { timeTaggers } from "../../../reports/studies/_board_measured.ts";
import { isInstalled, PROGRAMS } from "../../../reports/studies/_tagger_programs.ts";
import { withFolder } from "../../helpers/packs.ts";

const SHAPE = {
  key: "k",
  ...{ dataset: "synthetic-strong-45", pack: "p", labels: "45", length: "23", sentences: "64" },
  ...{ bits: "53", threads: "1", sentence_ms: "1", looked: "1", peak_mb: "60", reason: "" },
  ...{ rounds: "3", clock: "wall, asked to answered" },
};
const line = (kind: string, system: string, language: string, rate: number, looked = 1) => ({
  ...SHAPE,
  ...{ kind, system, language, rate: String(rate), looked: String(looked) },
});

const LINES = [
  line("limit", "float64", "C, AVX2", 20e9),
  line("limit", "float64", "WebAssembly SIMD", 10e9),
  line("limit", "bytes", "C, AVX2", 40e9),
  line("limit", "steps64", "C, AVX2", 12e9),
  line("decoder", "viterbi", "TypeScript", 1e9),
  line("decoder", "viterbi{kernel=simd}", "WebAssembly", 5e9),
  line("decoder", "auto", "WebAssembly", 100e9, 0.01),
  line("decoder", "c-avx2", "C", 10e9),
  { ...line("absent", "torch", "", 0), reason: "No module named 'torch'" },
];

const shown = (name: string) => {
  const { content } = board.show(LINES).tables.find((table) => table.name === name)!;
  return content.rows.map((row) => row.map((cell) => cell.text));
};

describe("study board", () => {
  it("says who is the fastest, and which share of the largest limits that is", () => {
    assertEquals(shown("board-fastest"), [
      ["synthetic-strong-45", "auto", "c-avx2", "c-avx2", "10.0"],
    ]);
    const systems = shown("board-systems").map((row) => [row[2], ...row.slice(6, 10)]);
    assertEquals(systems, [
      ["auto", "1.00%", "5.00%", "20.0%", "–"],
      ["c-avx2", "100%", "50.0%", "200%", "83.3%"],
      ["viterbi{kernel=simd}", "100%", "25.0%", "100%", "41.7%"],
      ["viterbi", "100%", "5.00%", "20.0%", "8.33%"],
    ]);
    assertEquals(board.show(LINES).answer, [
      "Is a decoder of Trellis the fastest on one thread in any language? Yes: on all of 1 shape " +
      "one is ahead of all else that ran here by more than 1.1 times.",
      "synthetic-strong-45: auto is 10.0 times as fast as c-avx2 (C), the fastest other that ran.",
      "The C program takes the time of its steps alone with AVX2, measured in this run, so many " +
      "times: 1.20 on synthetic-strong-45.",
    ]);
  });

  it("says that another is faster, and by how much", () => {
    const slower = LINES.map((one) => one.system === "auto" ? { ...one, rate: "8e9" } : one);
    const [verdict, first] = board.show(slower).answer;
    assertStringIncludes(verdict!, "No: on none of 1 shape one is ahead");
    assertEquals(
      first,
      "synthetic-strong-45: c-avx2 (C) is 1.25 times as fast as auto, the fastest of ours.",
    );
  });

  it("names what is absent, and prints figures of others with their clock", () => {
    assertEquals(shown("board-absent"), [
      ["torch", "synthetic-strong-45", "No module named 'torch'"],
    ]);
    const published = shown("board-published");
    assertEquals(published[0]!.slice(0, 4), [
      ...["librosa, 1 processor", "1,440", "208 time steps a second", "0.431"],
    ]);
    for (const [, , , , clock, source] of published) assert(clock !== "" && source !== "");
    const sieve = published.find(([system]) => system === "SIEVE-Mp in C")!;
    assertStringIncludes(sieve.join(), "without -O");
  });

  it("takes 64 sentences of a shape, and eight where there are thousands of labels", async () => {
    const datasets = ["synthetic-strong-5{length=3}", "synthetic-strong-1000{length=3}"];
    const cells = await board.cells({ seed: 1, datasets }, "sources");
    assertEquals(cells.map(({ title }) => title.split(": ")[1]), ["64 sentences", "8 sentences"]);
  });
});

it("peakModule() is a module whose function does so many passes", async () => {
  for (const type of ["float32", "float64"] as const) {
    const { instance } = await WebAssembly.instantiate(peakModule(type));
    assertEquals((instance.exports["peak"] as (passes: number) => number)(1000), 0);
  }
});

it("tool() says that a program is not there", async () => {
  const { success, stderr } = await tool("no-such-program", []);
  assertEquals([success, stderr], [false, "no-such-program is not installed"]);
});

/** What is found on three sentences of a dataset: titles, and reasons of what was not timed. */
async function foundOn(name: string): Promise<[title: string, reason: string][]> {
  const sample = takeSample(await (await resolveDataset(name)).open(3, 1), 3);
  const found = await withFolder((folder) => timeTaggers(sample, folder));
  return found.map(({ system, reason = "" }) => [system, reason]);
}

describe("timeTaggers()", () => {
  it("times those that are installed, whose labels are the best", async () => {
    const found = await foundOn("synthetic-strong-5{length=4}");
    for (const [i, { command, title }] of PROGRAMS.entries()) {
      const reason = await isInstalled(command) ? "" : `${command} is not installed`;
      assertEquals(found[i], [title, reason]);
    }
  });

  it("says what no model of theirs can be", async () => {
    const reasons = async (name: string) => (await foundOn(name)).map(([, reason]) => reason);
    const large = (await reasons("synthetic-strong-1450{length=4}")).join();
    assertMatch(large, /its model would have 21/);
    assertMatch((await reasons("synthetic-pitch-100{length=4}")).join(), /it has no weights of −∞/);
  });
});
