/**
 * Parts of speech for those who are not given any.
 *
 * @module
 */

import dominance from "../../../decoders/dominance.ts";
import type { TaggedSentence } from "../../ccg/tree.ts";
import { factoredFile } from "../../packs/factored.ts";
import { packTask } from "../../packs/pack.ts";
import { Encoder, rankLabels } from "../encode.ts";
import { PathFinder } from "../path_finder.ts";
import { mistakesText, trainPerceptron } from "../perceptron.ts";
import { progressPrinter } from "../learn.ts";

/** Passes over the sentences. */
const EPOCHS = 10;
/** Of several best paths it finds that of dense Viterbi. */
const OPTIONS = { bound: "row", ends: "left", kernel: "simd" } as const;

/** Gives sentences the parts of speech that it finds. */
export type PosTagger = (sentences: readonly TaggedSentence[]) => TaggedSentence[];

/**
 * Trains an averaged perceptron on words and their parts of speech, as `ewt_pos45` is trained.
 *
 * @param seed of the order of the sentences
 */
export async function trainPosTagger(
  sentences: readonly TaggedSentence[],
  seed: number,
): Promise<PosTagger> {
  const unlabelled = ({ forms, pos }: TaggedSentence) => ({ forms, labels: pos });
  const training = sentences.map(unlabelled);
  const labels = rankLabels(training);
  const encoder = new Encoder(labels);
  const corpus = encoder.learn(training);
  const model = await trainPerceptron({
    ...{ corpus, epochs: EPOCHS, seed, decoder: dominance, decoderOptions: OPTIONS },
    ...{ labelCount: labels.length, featureCount: encoder.featureCount },
  }, progressPrinter(sentences.length, EPOCHS, mistakesText));
  return (asked) => {
    const encoded = encoder.encode(asked.map(unlabelled));
    const task = packTask(factoredFile(model, encoded, {}), "parts of speech");
    const finder = new PathFinder(task.model, dominance, OPTIONS);
    return asked.map((sentence, i) => {
      const best = finder.best(task.lattice(i));
      return { ...sentence, pos: Array.from(best.labels, (label) => labels[label]!) };
    });
  };
}
