/**
 * `deno task train`: from a corpus to a factored pack.
 *
 * @module
 */

import { dirname } from "node:path";
import type { Sentence } from "../corpora/corpus.ts";
import { factoredFile } from "../packs/factored.ts";
import { packTask } from "../packs/pack.ts";
import { writePackFile } from "../packs/tensor_file.ts";
import { type Accuracy, tokenAccuracy } from "./path_finder.ts";
import { settingsFlags } from "./crf/settings.ts";
import { Encoder, rankLabels } from "./encode.ts";
import { firstSentences, mergeFeatures } from "./merge_features.ts";
import { type Learned, learnModel } from "./_learn_model.ts";
import { packPage } from "./pack_page.ts";
import { readParts, sizeText } from "./corpus_parts.ts";
import { trainCommand, type TrainOptions } from "./recipe.ts";

/**
 * Trains a perceptron or a CRF on the training part of a corpus, measures its token accuracy on the
 * test part, and writes the lattices of the first test sentences as a factored pack, with a page
 * that describes it. The same arguments and data give the same bytes.
 *
 * @throws SyntaxError for a malformed corpus, RangeError for one without sentences or another than
 * was asked for or labelled otherwise than `unlabelled` says, TypeError for a decoder that is not
 * exact, Deno.errors.NotFound; as `trainCrf`
 */
export async function train(options: TrainOptions): Promise<void> {
  const { decoder, decoderOptions } = options;
  if (!decoder.exact) {
    throw new TypeError(`Cannot train with a decoder that is not exact: ${decoder.name}`);
  }
  const { training, testing, hash } = await readParts(options);
  await Deno.mkdir(dirname(options.out), { recursive: true });

  const labels = knownLabels(training, testing, options.unlabelled);
  const encoder = new Encoder(labels);
  const corpus = encoder.learn(training);
  const { featureCount } = encoder;
  const learned = await learnModel({ corpus, labelCount: labels.length, featureCount }, options);
  const { model } = learned;

  const tested = encoder.encode(testing);
  const packed = mergeFeatures(model, firstSentences(tested, options.sentences));
  const accuracy = measure(factoredFile(model, tested, {}));
  const packedAccuracy = measure(factoredFile(packed.model, packed.corpus, {}));
  const file = factoredFile(packed.model, packed.corpus, {
    ...options.notes,
    name: options.name,
    labels: JSON.stringify(labels),
    ...notesOn(learned),
    trained_on: `${sizeText(training)}, ${learned.epochs} epochs`,
    tested_on: sizeText(testing),
    accuracy: shareOf(accuracy),
    packed_accuracy: shareOf(packedAccuracy),
    command: trainCommand("train", options, {
      decoder: options.variant,
      ...(options.crf === undefined ? {} : { learner: "crf", ...settingsFlags(options.crf) }),
      ...(options.unlabelled === undefined ? {} : { unlabelled: options.unlabelled }),
    }),
  });
  await writePackFile(options.out, file);
  const page = options.out.replace(/\.safetensors(\.gz)?$/, ".md");
  await Deno.writeTextFile(page, packPage(packTask(file, options.out), hash));
  console.log(
    `${accuracy.correct} of ${accuracy.tokens} test tokens right (${shareOf(accuracy)}); ` +
      `wrote ${options.out} and ${page}`,
  );

  function measure(tensors: ReturnType<typeof factoredFile>): Accuracy {
    return tokenAccuracy(packTask(tensors, options.out), decoder, decoderOptions);
  }
}

/**
 * The labels of the training part but for the one that stands for none.
 *
 * @throws RangeError if that does not occur there, if nothing else does, and if a test token has it
 */
function knownLabels(
  training: readonly Sentence[],
  testing: readonly Sentence[],
  unlabelled: string | undefined,
): string[] {
  const labels = rankLabels(training);
  if (unlabelled === undefined) return labels;
  const known = labels.filter((label) => label !== unlabelled);
  const refuse = (why: string) => {
    throw new RangeError(`Cannot take ${JSON.stringify(unlabelled)} for an unknown label: ${why}`);
  };
  if (known.length === labels.length) refuse("no training token has it");
  if (known.length === 0) refuse("all training tokens have it");
  if (testing.some((sentence) => sentence.labels.includes(unlabelled))) {
    refuse("a test token has it, so that nothing can be said of its accuracy");
  }
  return known;
}

/** What a pack says of a learner that is no perceptron. */
function notesOn({ learner, objective }: Learned): Record<string, string> {
  return {
    ...(learner === undefined ? {} : { model: "chain CRF", learner }),
    ...(objective === undefined ? {} : { objective: objective.toFixed(3) }),
  };
}

function shareOf({ correct, tokens }: Accuracy): string {
  return (correct / tokens).toFixed(5);
}
