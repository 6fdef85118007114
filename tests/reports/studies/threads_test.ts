import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { describe as describeDecoder } from "../../../harness/decoders/describe.ts";
import {
  commandVariants,
  findVariant,
  resolveVariant,
  withFiles,
} from "../../../harness/decoders/variant.ts";
import { resolveDataset } from "../../../harness/problems/sequence/discover.ts";
import { takeSample } from "../../../harness/problems/sequence/sample.ts";
import { WrongAnswerError } from "../../../reports/studies/contract.ts";
import threads, { timeThreads } from "../../../reports/studies/threads.ts";
import { pythonWith, WITH_PYTHON } from "../../harness/external/programs.ts";
import { writeDecoder } from "../../helpers/decoder_files.ts";
import { inProcess } from "../../helpers/in_process.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { writePotentials } from "../../helpers/packs.ts";

const EFFORT = { rounds: 2, batchMs: 1 };
const SEED = 1;

async function sampleOf(name: string, sentences: number) {
  const { open } = await resolveDataset(name);
  return takeSample(await open(sentences, 1), sentences);
}

describe("study threads", () => {
  it("times batches on one thread and on all, in a random order in each round", async () => {
    const sample = await sampleOf("ewt_pos45", 9);
    const effort = { rounds: 6, batchMs: 1 };
    const lines = await timeThreads(sample, await findVariant("auto"), 3, SEED, effort);
    const rounds = [...Map.groupBy(lines, ({ round }) => round).values()]
      .map((own) => own.map(({ threads }) => threads));
    assertEquals(rounds.length, 6);
    assertEquals(new Set(rounds.map((own) => own.join())), new Set(["1,3", "3,1"]));
    const isTimed = lines.every(({ sentences, elapsed_ms }) => sentences === 9 && elapsed_ms > 0);
    assertEquals(isTimed, true);
  });

  itInFolder("decodes pairs with scores of their own", async (dir) => {
    const sample = await sampleOf(await writePotentials(dir), 3);
    const lines = await timeThreads(sample, await findVariant("auto"), 2, SEED, EFFORT);
    assertEquals(lines.length, 4);
  });

  it("gives each thread of a program files of its own", WITH_PYTHON, async () => {
    const [asked] = commandVariants({ "decoder-command": `mine=${pythonWith()}` });
    const { decoders, names: [name] } = await withFiles([asked!], [], describeDecoder);
    const sample = await sampleOf("synthetic-strong-20", 40);
    const lines = await timeThreads(sample, resolveVariant(name!, decoders), 4, SEED, EFFORT);
    assertEquals(lines.length, 4);
  });

  itInFolder("ends in a line where a decoder throws", async (dir) => {
    const file = await writeDecoder(dir, "throwing", { prepare: 'throw new Error("no");' });
    const args = ["study", "threads", "--dataset=synthetic-weak-5", `--out=${dir}/run`];
    const { code, errors } = await inProcess([...args, `--decoder=${file}`]);
    assertEquals(code, 3);
    assertMatch(errors.at(-1)!, /^NOT MEASURED: .*no/);
  });

  it("refuses an answer that is not the best", async () => {
    const { decoder, ...variant } = await findVariant("beam{width=1}");
    const lying = { ...variant, decoder: { ...decoder, exact: true } };
    const sample = await sampleOf("synthetic-strong-20", 8);
    const time = () => timeThreads(sample, lying, 2, SEED, EFFORT);
    const error = await assertRejects(time, WrongAnswerError, "not the best scores");
    assertStringIncludes(error.decoder, "beam");
  });

  it("shows how many times as many sentences threads decode, by rounds", () => {
    const facts = { key: "k", dataset: "d", pack: "p", labels: "45", decoder: "auto" };
    const line = (threads: number, round: number, ms: number) => ({
      ...facts,
      ...{ decoder_base: "auto", options: "", sentences: "64", passes: "8" },
      ...{ threads: String(threads), round: String(round), elapsed_ms: String(ms) },
    });
    const { tables: [table] } = threads.show([
      ...[line(2, 1, 5), line(1, 1, 10), line(1, 2, 30), line(2, 2, 15)],
    ]);
    const texts = table!.content.rows.map((row) => row.map((cell) => cell.text).join(" "));
    assertEquals(texts.length, 2);
    assertStringIncludes(texts[1]!, "2.00×");
  });
});
