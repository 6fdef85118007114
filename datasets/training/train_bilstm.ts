/**
 * `deno task train_bilstm`: from a corpus to a pack of a BiLSTM-CRF.
 *
 * @module
 */

import { dirname } from "node:path";
import { readCorpus, type Sentence } from "../corpora/corpus.ts";
import { packTask } from "../packs/pack.ts";
import { writePackFile } from "../packs/tensor_file.ts";
import type { Accuracy } from "./path_finder.ts";
import { type BilstmSettings, DEFAULTS } from "./bilstm/settings.ts";
import { type Checkpointing, fitBilstm, heldOutText } from "./bilstm/fit.ts";
import { taggedFile } from "./bilstm/network.ts";
import { rankLabels } from "./encode.ts";
import { packPage } from "./pack_page.ts";
import { readParts, sizeText } from "./corpus_parts.ts";
import { progressPrinter } from "./learn.ts";
import { type CorpusOptions, trainCommand } from "./recipe.ts";

/** Where a corpus has no part for it, one of this many training sentences is held out. */
const HELD_OUT_SHARE = 10;

/** What to train on and how. */
export interface BilstmOptions extends CorpusOptions, Checkpointing {
  /** Of the network and its training. */
  readonly settings: BilstmSettings;
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
  const [trained, heldOut] = await holdOut(options.data, options.reader, training);
  const { learner, encode } = await fitBilstm(
    { ...options, trained, heldOut, labels },
    (from) => progressPrinter(trained.length, options.epochs, heldOutText, from),
  );
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

/** Sentences to learn from, and sentences to stop by. */
async function holdOut(
  data: string,
  reader: BilstmOptions["reader"],
  training: readonly Sentence[],
): Promise<[readonly Sentence[], readonly Sentence[]]> {
  try {
    const dev = await readCorpus(data, "dev", reader);
    if (dev.length > 0) return [training, dev];
    throw new RangeError(`Cannot use the dev part of ${data}: it has no sentences`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const kept = training.length - Math.ceil(training.length / HELD_OUT_SHARE);
  if (kept === 0) throw new RangeError(`Cannot hold sentences out of ${data}: it has one`);
  return [training.slice(0, kept), training.slice(kept)];
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
