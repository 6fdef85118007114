/**
 * Models of other tools put to these tools' own answers.
 *
 * A folder of models has `crfsuite/chunk`, `crfpp/chunk`, `crfpp/bigram`, `wapiti/grobid-date`,
 * `wapiti/anystyle-finder` and `heads`, each with a model, an input and what its tool printed of
 * it: n-best lists, scores, probabilities and marginals.
 *
 * @module
 */

import { parseItems } from "../../datasets/items.ts";
import { HEAD_LAYOUTS } from "../../datasets/models/heads.ts";
import { readModel } from "../../datasets/models/read_model.ts";
import { readTensors } from "../../datasets/packs/safetensors.ts";
import { inflated } from "../../datasets/gzipped_text.ts";

/** A number of six decimals is off by half of the last. */
const PRINTED = 0.5e-6 * (1 + 1e-9);
/** Six decimals of each weight of a dump. */
const DUMPED = 3e-5;
/** CRF++'s answers come from its binary model: sums in float32 move the last digit. */
const FROM_FLOAT32 = 6e-7;
/** Of a score: weights were put on a grid; PyTorch adds in float32. */
const [GRID, FLOAT32] = [1e-8, 1e-6];

/** Compares labels and numbers with those that a tool printed. */
class Comparison {
  readonly differences = new Map<string, number>();
  readonly #model: string;

  constructor(model: string) {
    this.#model = model;
  }

  number(what: string, value: number | undefined, printed: string | number, most = PRINTED): void {
    const off = Math.abs(value! - Number(printed));
    if (!(off <= most)) throw this.#off(what, `${value}, printed ${printed}`);
    this.differences.set(what, Math.max(off, this.differences.get(what) ?? 0));
  }

  labels(place: string, own: readonly unknown[], printed: readonly unknown[]): void {
    if (own.join("\n") === printed.join("\n")) return;
    throw this.#off(place, `${own.join(" ")}, printed ${printed.join(" ")}`);
  }

  #off(what: string, values: string): Error {
    return new Error(`Cannot prove ${this.#model}, ${what}: ${values}`);
  }
}

const columnsOf = (block: string) => block.split("\n").map((line) => line.split("\t"));
const cutAt = (field: string, separator: string) => {
  const at = field.lastIndexOf(separator);
  return [field.slice(0, at), field.slice(at + 1)] as const;
};

/** The models of a folder. */
export function provableIn(folder: string) {
  const read = (path: string) => inflated(Deno.readFileSync(`${folder}/${path}`), path);
  const text = (path: string) => new TextDecoder().decode(read(path));
  const blocksOf = (path: string) => text(path).trimEnd().split("\n\n");
  const provable = (
    model: string,
    program: string,
    compare: (tag: Tagger, comparison: Comparison) => number,
    layout?: string,
  ) => ({
    /** Path of the model in the folder. */
    model,
    /**
     * Holds its answers against those that its tool printed: the same labels in every path of so
     * many sentences, and the largest difference of each kind of numbers.
     *
     * @throws Error naming the sentence where labels differ, or a number by too much
     */
    prove() {
      const comparison = new Comparison(model);
      const { tagger, ...own } = readModel(read(model), layout === undefined ? {} : { layout });
      const sentences = compare(tagger(), comparison);
      return { program, read: own, sentences, differences: comparison.differences };
    },
  });

  const crfsuite = (file: string, most: number) =>
    provable(`crfsuite/chunk/${file}`, "CRFsuite", (tag, comparison) => {
      const expected = blocksOf("crfsuite/chunk/marginals.txt");
      const sentences = [...parseItems(text("crfsuite/chunk/input.txt"))];
      sentences.forEach((sentence, s) => {
        const [scores, probability, ...rows] = columnsOf(expected[s]!);
        const items = sentence.map(({ attributes }) => attributes);
        const [best] = tag.attributes(items, { probabilities: true, marginals: true });
        comparison.labels(`sentence ${s}`, best!.labels, rows.map(([label]) => label));
        comparison.number("score", best!.score, scores![1]!, most);
        comparison.number("ln Z", best!.logPartition, scores![2]!, most);
        comparison.number("probability", best!.probability, probability![1]!, most);
        rows.forEach(([, ...marginals], t) =>
          marginals.forEach((pair) => {
            const [label, p] = cutAt(pair, ":");
            const own = best!.marginals![t]![tag.model.labels.indexOf(label)];
            comparison.number("marginals", own, p, most);
          })
        );
      });
      return sentences.length;
    });

  const crfpp = (name: string, file: string, most: number) =>
    provable(`crfpp/${name}/${file}`, "CRF++", (tag, comparison) => {
      const sentences = blocksOf(`crfpp/${name}/input.txt`).map(columnsOf);
      const paths = blocksOf(`crfpp/${name}/nbest3.txt`).values();
      const marginals = blocksOf(`crfpp/${name}/marginals.txt`);
      const { labels: names } = tag.model;
      const options = { k: 3, probabilities: true, confidences: true, marginals: true };
      sentences.forEach((sentence, s) => {
        const answers = tag.columns(sentence, options);
        for (const { labels, probability, confidences } of answers) {
          const [header, ...rows] = columnsOf(paths.next().value!);
          const printed = rows.map((row) => cutAt(row.at(-1)!, "/"));
          comparison.labels(`sentence ${s}`, labels, printed.map(([label]) => label));
          comparison.number("probability", probability, header![0]!.split(" ")[2]!, most);
          printed.forEach(([, p], t) => comparison.number("marginals", confidences![t], p, most));
        }
        columnsOf(marginals[s]!).slice(1).forEach((row, t) => {
          for (const [label, p] of row.slice(-names.length).map((field) => cutAt(field, "/"))) {
            const own = answers[0]!.marginals![t]![names.indexOf(label)];
            comparison.number("marginals", own, p, most);
          }
        });
      });
      comparison.labels("paths behind the last", [paths.next().done], [true]);
      return sentences.length;
    });

  const wapiti = (name: string) =>
    provable(`wapiti/${name}/model.wapiti`, "Wapiti", (tag, comparison) => {
      const [sentences, best, posterior] = ["input", "best", "posterior"].map((file) =>
        blocksOf(`wapiti/${name}/${file}.txt`).map(columnsOf)
      ) as [string[][][], string[][][], string[][][]];
      const paths = blocksOf(`wapiti/${name}/nbest3.txt.gz`).map(columnsOf).values();
      sentences.forEach((sentence, s) => {
        const answers = tag.columns(sentence, { k: 3, marginals: true });
        answers.forEach(({ score, labels }, rank) => {
          for (const [header, ...rows] of [paths.next().value!, ...rank === 0 ? [best[s]!] : []]) {
            comparison.labels(`sentence ${s}, ${rank}`, labels, rows.map((row) => row.at(-2)));
            const most = PRINTED + GRID * Math.abs(score);
            comparison.number("score", score, header![0]!.split(" ")[2]!, most);
          }
        });
        // The most probable label of each position, which is another answer than the best path.
        posterior[s]!.slice(1).forEach((row, t) => {
          const [label, p] = cutAt(row.at(-1)!, "/");
          const own = answers[0]!.marginals![t]!;
          const probable = tag.model.labels[own.indexOf(Math.max(...own))];
          comparison.labels(`sentence ${s}, position ${t}`, [probable], [label]);
          comparison.number("marginals", own[tag.model.labels.indexOf(label)], p);
        });
      });
      comparison.labels("paths behind the last", [paths.next().done], [true]);
      return sentences.length;
    });

  const head = (layout: string) => {
    const isAmbiguous = layout === "ncrfpp" || layout === "flair";
    return provable(`heads/${layout}.safetensors`, layout, (tag, comparison) => {
      const { tensors } = readTensors(read("heads/emissions.safetensors"), "emissions");
      const [emissions, mask] = ["emissions", "mask"].map((name) => tensors.get(name)!);
      const [, T, L] = emissions!.shape as [number, number, number];
      const expected = text("heads/expected.jsonl").trimEnd().split("\n");
      for (const line of expected) {
        const { sentence, labels, score, log_likelihood } = JSON.parse(line);
        const own = (mask!.data as Uint8Array).subarray(sentence * T, (sentence + 1) * T);
        const length = own.filter((isToken) => isToken === 1).length;
        const scores = emissions!.data as Float32Array;
        const rows = scores.subarray(sentence * T * L, (sentence * T + length) * L);
        const [best] = tag.emissions(rows, { probabilities: true });
        comparison.labels(`sentence ${sentence}`, best!.labels, labels);
        const logProbability = best!.score - best!.logPartition!;
        comparison.number("score, relative", best!.score / score, 1, FLOAT32);
        const share = [logProbability / score, log_likelihood / score] as const;
        comparison.number("ln p, relative to the score", ...share, FLOAT32);
      }
      return expected.length;
    }, isAmbiguous ? layout : undefined);
  };

  return [
    crfsuite("model.crfsuite.gz", PRINTED),
    crfsuite("dump.txt.gz", DUMPED),
    ...["chunk", "bigram"].flatMap((name) => [
      crfpp(name, "model.crfpp.gz", PRINTED),
      crfpp(name, "model.crfpp.txt.gz", FROM_FLOAT32),
    ]),
    wapiti("grobid-date"),
    wapiti("anystyle-finder"),
    ...HEAD_LAYOUTS.map(head),
  ];
}

type Tagger = ReturnType<ReturnType<typeof readModel>["tagger"]>;
