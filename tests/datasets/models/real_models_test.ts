import { assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { existsSync } from "node:fs";
import { readTensors } from "../../../datasets/packs/safetensors.ts";
import { inflated } from "../../../datasets/plain_file.ts";
import { parseItems } from "../../../datasets/items.ts";
import { HEAD_LAYOUTS } from "../../../datasets/models/heads.ts";
import { readModel } from "../../../datasets/models/read_model.ts";

const DATA = Deno.env.get("TRELLIS_DATA");
/** Models of other tools with these tools' answers, beside the data. */
const MODELS = `${DATA}/../models`;
/** What is printed with six decimals is off by half of the last. */
const PRINTED = 0.5e-6 * (1 + 1e-9);
/** By `TRELLIS_CASES=1` the table is printed. */
const isTold = Deno.env.has("TRELLIS_CASES");

const read = (path: string) => inflated(Deno.readFileSync(`${MODELS}/${path}`), path);
const text = (path: string) => new TextDecoder().decode(read(path));
const blocksOf = (path: string) => text(path).trimEnd().split("\n\n");

/** Lines with columns behind tabs. */
const columnsOf = (block: string) => block.split("\n").map((line) => line.split("\t"));
/** What is before the last separator and behind it. */
const cutAt = (field: string, separator: string) => {
  const at = field.lastIndexOf(separator);
  return [field.slice(0, at), field.slice(at + 1)] as const;
};

/** Compares numbers with those that a tool printed; keeps the largest difference of each kind. */
class Differences {
  readonly #largest = new Map<string, number>();

  /** Asserts that a printed number is that of an answer. */
  printed(what: string, value: number | undefined, printed: string, most = PRINTED): void {
    const off = Math.abs(value! - Number(printed));
    assertLessOrEqual(off, most, `${what}: ${value}, printed ${printed}`);
    this.#largest.set(what, Math.max(off, this.#largest.get(what) ?? 0));
  }

  tell(title: string, sentences: number): void {
    if (!isTold) return;
    const all = [...this.#largest].map(([what, off]) => `${what} ${off.toExponential(1)}`);
    console.log(`${title}: ${sentences} of ${sentences} sentences, largest differences ${all}`);
  }
}

const isThere = DATA !== undefined && existsSync(MODELS);

describe("models of other tools beside $TRELLIS_DATA", { skip: !isThere }, () => {
  for (const [file, most] of [["model.crfsuite.gz", PRINTED], ["dump.txt.gz", 3e-5]] as const) {
    it(`CRFsuite's ${file}: labels, scores, probabilities and marginals`, () => {
      const model = readModel(read(`crfsuite/chunk/${file}`));
      const tag = model.tagger();
      const expected = blocksOf("crfsuite/chunk/marginals.txt");
      const sentences = [...parseItems(text("crfsuite/chunk/input.txt"))];
      assertEquals(sentences.length, expected.length);
      const differences = new Differences();
      sentences.forEach((sentence, s) => {
        const [scores, probability, ...rows] = expected[s]!.split("\n").map((l) => l.split("\t"));
        const items = sentence.map(({ attributes }) => attributes);
        const [best] = tag.attributes(items, { probabilities: true, marginals: true });
        assertEquals(best!.labels, rows.map(([label]) => label), `sentence ${s}`);
        differences.printed("score", best!.score, scores![1]!, most);
        differences.printed("ln Z", best!.logPartition, scores![2]!, most);
        differences.printed("probability", best!.probability, probability![1]!, most);
        rows.forEach(([, ...marginals], t) =>
          marginals.forEach((pair) => {
            const [label, p] = cutAt(pair, ":");
            const own = best!.marginals![t]![model.labels.indexOf(label)];
            differences.printed("marginals", own, p, most);
          })
        );
      });
      differences.tell(`crfsuite/chunk/${file}`, sentences.length);
    });
  }

  for (const folder of ["chunk", "bigram"]) {
    // What is compared comes from the binary model: sums in float32 move the last digit.
    for (
      const [file, most] of [["model.crfpp.gz", PRINTED], ["model.crfpp.txt.gz", 6e-7]] as const
    ) {
      it(`CRF++'s ${folder}, ${file}: three best paths, probabilities and marginals`, () => {
        const model = readModel(read(`crfpp/${folder}/${file}`));
        const tag = model.tagger();
        const sentences = blocksOf(`crfpp/${folder}/input.txt`).map(columnsOf);
        const paths = blocksOf(`crfpp/${folder}/nbest3.txt`).values();
        const marginals = blocksOf(`crfpp/${folder}/marginals.txt`);
        const differences = new Differences();
        const options = { k: 3, probabilities: true, confidences: true, marginals: true };
        sentences.forEach((sentence, s) => {
          const answers = tag.columns(sentence, options);
          for (const { labels, probability, confidences } of answers) {
            const [header, ...rows] = columnsOf(paths.next().value!);
            const printed = rows.map((row) => cutAt(row.at(-1)!, "/"));
            assertEquals(labels, printed.map(([label]) => label), `sentence ${s}`);
            differences.printed("probability", probability, header![0]!.split(" ")[2]!, most);
            printed.forEach(([, p], t) => differences.printed("label", confidences![t], p, most));
          }
          columnsOf(marginals[s]!).slice(1).forEach((row, t) => {
            for (const [label, p] of row.slice(-model.labels.length).map((f) => cutAt(f, "/"))) {
              const own = answers[0]!.marginals![t]![model.labels.indexOf(label)];
              differences.printed("marginals", own, p, most);
            }
          });
        });
        assertEquals(paths.next().done, true);
        differences.tell(`crfpp/${folder}/${file}`, sentences.length);
      });
    }
  }

  for (const folder of ["grobid-date", "anystyle-finder"]) {
    it(`Wapiti's ${folder}: three best paths with scores, and posterior probabilities`, () => {
      const model = readModel(read(`wapiti/${folder}/model.wapiti`));
      const tag = model.tagger();
      const sentences = blocksOf(`wapiti/${folder}/input.txt`).map(columnsOf);
      const [best, posterior] = ["best", "posterior"].map((name) =>
        blocksOf(`wapiti/${folder}/${name}.txt`).map(columnsOf)
      );
      const paths = blocksOf(`wapiti/${folder}/nbest3.txt.gz`).map(columnsOf).values();
      const differences = new Differences();
      sentences.forEach((sentence, s) => {
        const answers = tag.columns(sentence, { k: 3, marginals: true });
        answers.forEach(({ score, labels }, rank) => {
          for (const [header, ...rows] of [paths.next().value!, ...rank === 0 ? [best![s]!] : []]) {
            assertEquals(labels, rows.map((row) => row.at(-2)), `sentence ${s}, rank ${rank}`);
            // Weights were put on a grid: a millionth of a score is what must be reached.
            const most = PRINTED + 1e-8 * Math.abs(score);
            differences.printed("score", score, header![0]!.split(" ")[2]!, most);
          }
        });
        // The most probable label of each position, which is another answer than the best path.
        posterior![s]!.slice(1).forEach((row, t) => {
          const [label, p] = cutAt(row.at(-1)!, "/");
          const own = answers[0]!.marginals![t]!;
          assertEquals(model.labels[own.indexOf(Math.max(...own))], label, `sentence ${s}, ${t}`);
          differences.printed("marginals", own[model.labels.indexOf(label)], p);
        });
      });
      assertEquals(paths.next().done, true);
      differences.tell(`wapiti/${folder}`, sentences.length);
    });
  }

  for (const layout of HEAD_LAYOUTS) {
    it(`the layer of a network as ${layout} stores it: labels, scores and losses`, () => {
      const isAmbiguous = layout === "ncrfpp" || layout === "flair";
      const bytes = read(`heads/${layout}.safetensors`);
      const tag = readModel(bytes, isAmbiguous ? { layout } : {}).tagger();
      const { tensors } = readTensors(read("heads/emissions.safetensors"), "emissions");
      const [emissions, mask] = ["emissions", "mask"].map((name) => tensors.get(name)!);
      const [, T, L] = emissions!.shape as [number, number, number];
      const scores = emissions!.data as Float32Array;
      const differences = new Differences();
      const expected = text("heads/expected.jsonl").trimEnd().split("\n");
      for (const line of expected) {
        const { sentence, labels, score, log_likelihood } = JSON.parse(line);
        const own = (mask!.data as Uint8Array).subarray(sentence * T, (sentence + 1) * T);
        const length = own.filter((isToken) => isToken === 1).length;
        const rows = scores.subarray(sentence * T * L, (sentence * T + length) * L);
        const [best] = tag.emissions(rows, { probabilities: true });
        assertEquals(best!.labels.map(Number), labels, `sentence ${sentence}`);
        // PyTorch adds in float32.
        const logLikelihood = best!.score - best!.logPartition!;
        differences.printed("score", best!.score, score, 1e-6 * Math.abs(score));
        differences.printed("loss", logLikelihood, log_likelihood, 1e-6 * Math.abs(score));
      }
      differences.tell(`heads/${layout}`, expected.length);
    });
  }
});
