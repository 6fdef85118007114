/**
 * `deno task train_bilstm`: from a corpus to a pack of a BiLSTM-CRF.
 *
 * @module
 */

import { dirname } from "node:path";
import { readCorpus, type Sentence } from "../corpora/corpus.ts";
import { packTask } from "../packs/pack.ts";
import { writePackFile } from "../packs/pack_file.ts";
import type { Accuracy } from "./accuracy.ts";
import { BilstmLearner } from "./bilstm/bilstm_learner.ts";
import { readCheckpoint, writeCheckpoint } from "./bilstm/checkpoint.ts";
import { loadLibrary } from "./bilstm/library.ts";
import { BilstmNetwork, type EncodedSentence } from "./bilstm/network.ts";
import { type BilstmSettings, checkSettings, DEFAULTS } from "./bilstm/settings.ts";
import { taggedFile } from "./bilstm/tagged.ts";
import { corpusHash } from "./corpus_hash.ts";
import { rankLabels } from "./labels.ts";
import { learn } from "./learn.ts";
import { UNKNOWN_LABEL } from "./linear_model.ts";
import { packPage } from "./pack_page.ts";
import { readParts, sizeText } from "./_parts.ts";
import { progressPrinter, tellHeldOut } from "./_progress.ts";
import { type CorpusOptions, trainCommand } from "./train_options.ts";

/** Where a corpus has no part for it, one of this many training sentences is held out. */
const HELD_OUT_SHARE = 10;

/** What to train on and how. */
export interface BilstmOptions extends CorpusOptions {
  /** Of the network and its training. */
  readonly settings: BilstmSettings;
  /** File that is written after each epoch, and that `isResumed` goes on from. */
  readonly checkpoint?: string;
  /** Whether to go on from the checkpoint. */
  readonly isResumed?: boolean;
}

/** A trained network and how it came to be. */
interface TrainedBilstm {
  readonly learner: BilstmLearner;
  readonly trained: readonly Sentence[];
  readonly heldOut: readonly Sentence[];
  encode(sentences: readonly Sentence[]): EncodedSentence[];
}

/**
 * Trains the network until held-out sentences say that it is enough, measures the token accuracy of
 * the best epoch on the test part, and writes the lattices of the first test sentences as a dense
 * pack, with a page that describes it.
 *
 * Held out are the sentences of the part `dev` of the corpus, or, where it has none, the last tenth
 * of the training part. The same arguments and data give the same bytes on one machine; elsewhere
 * float32 sums may differ, and with them the pack.
 *
 * @throws SyntaxError for a malformed corpus, RangeError for one without sentences or another than
 * was asked for, or wrong settings; TypeError if the library is missing; Deno.errors.NotFound; as
 * `readCheckpoint`
 */
export async function trainBilstm(options: BilstmOptions): Promise<void> {
  const { settings, out, name, notes } = options;
  const { training, testing, hash } = await readParts(options);
  const labels = rankLabels(training);
  const { learner, trained, heldOut, encode } = await train(options, training, labels, hash);
  const { network, state, insight } = learner;
  const tested = encode(testing);
  const [accuracy, heldOutAccuracy] = [
    await learner.accuracy(tested),
    await learner.accuracy(encode(heldOut)),
  ];
  const packed = tested.slice(0, options.sentences);
  const file = await taggedFile(network, packed, settings.batch, {
    ...notes,
    name,
    labels: JSON.stringify(labels),
    model: settings.output === "crf" ? "BiLSTM-CRF" : "BiLSTM with a softmax",
    learner: describe(settings),
    trained_on: `${sizeText(trained)}, ${state.epoch} epochs, the best is ${state.bestEpoch}`,
    held_out: sizeText(heldOut),
    tested_on: sizeText(testing),
    held_out_accuracy: shareOf(heldOutAccuracy),
    accuracy: shareOf(accuracy),
    packed_accuracy: shareOf(await learner.accuracy(packed)),
    command: trainCommand("train_bilstm", options, { ...settings }),
  });
  await Deno.mkdir(dirname(out), { recursive: true });
  await writePackFile(out, file);
  const page = out.replace(/\.safetensors(\.gz)?$/, ".md");
  await Deno.writeTextFile(page, packPage(packTask(file, out), hash));
  console.log(
    `${accuracy.correct} of ${accuracy.tokens} test tokens right (${shareOf(accuracy)}); ` +
      `wrote ${out} and ${page}`,
  );
  if (insight.stepMs > 0) {
    console.error(
      `steps took ${Math.round(insight.stepMs / 1000)} s, the CRF layer ` +
        `${(100 * insight.crfMs / insight.stepMs).toFixed(1)}% of it`,
    );
  }
}

/** Trains to the end, or goes on to it, and puts the best epoch's numbers into the network. */
async function train(
  { settings, data, reader, seed, epochs, checkpoint, isResumed = false }: BilstmOptions,
  sentences: readonly Sentence[],
  labels: readonly string[],
  corpus: string,
): Promise<TrainedBilstm> {
  checkSettings(settings);
  const library = await loadLibrary();
  const [trained, heldOut] = await holdOut(data, reader, sentences);
  const shape = {
    labelCount: labels.length,
    forms: trained.flatMap(({ forms }) => forms),
    seed,
  };
  const network = new BilstmNetwork(library, settings, shape);
  const encode = encoder(network, labels);
  const identity = JSON.stringify({
    ...settings,
    seed,
    corpus,
    heldOut: corpusHash([], heldOut),
  });
  const parts = { training: encode(trained), heldOut: encode(heldOut) };
  const learner: BilstmLearner = new BilstmLearner(network, settings, parts, seed, async () => {
    if (checkpoint !== undefined) await writeCheckpoint(checkpoint, identity, learner);
  });
  if (isResumed) {
    if (checkpoint === undefined) throw new RangeError("Cannot go on without a checkpoint");
    await readCheckpoint(checkpoint, identity, learner);
  }
  const from = learner.state.epoch;
  if (!learner.isDone) {
    const corpus = { lengths: Int32Array.from(trained, ({ forms }) => forms.length) };
    const print = progressPrinter(trained.length, epochs, tellHeldOut, from);
    await learn({ corpus, epochs, seed, from }, learner, print);
  }
  learner.restoreBest();
  return { learner, trained, heldOut, encode };
}

/** Sentences to learn from, and sentences to stop by. */
async function holdOut(
  data: string,
  reader: BilstmOptions["reader"],
  training: readonly Sentence[],
): Promise<[readonly Sentence[], readonly Sentence[]]> {
  try {
    return [training, await readCorpus(data, "dev", reader)];
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const kept = training.length - Math.ceil(training.length / HELD_OUT_SHARE);
  if (kept === 0) throw new RangeError(`Cannot hold sentences out of ${data}: it has one`);
  return [training.slice(0, kept), training.slice(kept)];
}

function encoder(
  { embeddings }: BilstmNetwork,
  labels: readonly string[],
): TrainedBilstm["encode"] {
  const ranks = new Map(labels.map((label, rank) => [label, rank]));
  return (sentences) =>
    sentences.map(({ forms, labels }) => ({
      words: forms.map((form) => embeddings.rowsOf(form)),
      gold: Int32Array.from(labels, (label) => ranks.get(label) ?? UNKNOWN_LABEL),
    }));
}

/** The settings that differ from those of the command. */
function describe(settings: BilstmSettings): string {
  const others = Object.entries(settings)
    .filter(([name, value]) => DEFAULTS[name as keyof BilstmSettings] !== value)
    .map(([name, value]) => `${name} ${value}`);
  return others.length === 0 ? "the defaults of the command" : others.join(", ");
}

function shareOf({ correct, tokens }: Accuracy): string {
  return (correct / tokens).toFixed(5);
}
