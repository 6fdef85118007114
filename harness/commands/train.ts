/**
 * `deno task train`: from a corpus, or from derivations, to a pack. Each model has a table of
 * flags; `train_bilstm`, `train_factorial` and `train_parser` are `train` with their `--model`.
 *
 * @module
 */

import { reasonOf } from "../../datasets/modules.ts";
import { closeLibrary } from "../../datasets/training/bilstm/library.ts";
import {
  BILSTM_SETTINGS,
  type BilstmSettings,
  checkBilstm,
  CRF_SETTINGS,
  type CrfSettings,
} from "../../datasets/training/settings.ts";
import {
  type ParsingPackOptions,
  trainParsingPack,
} from "../../datasets/training/parsing/train_parsing_pack.ts";
import type { LearnerSettings } from "../../datasets/training/recipe.ts";
import { WrongBestError } from "../../datasets/training/path_finder.ts";
import { train } from "../../datasets/training/train.ts";
import { brief } from "../../datasets/visible.ts";
import { filesAmong } from "../decoders/variant.ts";
import sequence from "../problems/sequence.ts";
import { isThere } from "../store/table_file.ts";
import {
  type Command,
  type Flags,
  type FlagSpec,
  MOST_EPOCHS,
  MOST_SENTENCES,
  numberOf,
  oneOf,
  refuseFlags,
  required,
  seedOf,
  wholeNumber,
} from "../terminal/flags.ts";
import { refuseSameFile, tryOutput } from "../terminal/output_files.ts";
import {
  DecoderError,
  EXIT_INCOMPLETE,
  EXIT_WRONG,
  given,
  UsageError,
} from "../terminal/usage_error.ts";
import {
  NOTE_FLAGS,
  readOutput,
  readSettings,
  readTraining,
  settingFlag,
  tensorPath,
  TRAINING_FLAGS,
  WORKERS_FLAG,
} from "./_training.ts";

/** Items of a chart to learn from: the paper's limit in parsing. */
const MOST_ITEMS = 1_000_000;
const MODELS = ["perceptron", "crf", "bilstm", "factorial", "parser"] as const;
/** Those that `--learner` names, as `train` did before it had `--model`. */
const LEARNERS = ["perceptron", "crf"] as const;
type Model = (typeof MODELS)[number];

/** Settings of a CRF; in `--help` each begins with who has it. */
const CRF_ENTRIES = Object.entries(CRF_SETTINGS);
const CRF_FLAGS: FlagSpec = Object.fromEntries(
  CRF_ENTRIES.map(([name, setting]) => {
    const help = `${setting.of ?? "crf"}: ${setting.help}`;
    return [name, settingFlag({ ...setting, help })];
  }),
);
const SAVE_FLAG: FlagSpec = {
  save: { value: "FILE", help: "model file for `tag` to write, beside the pack or instead of it" },
};
const PERCEPTRON_FLAGS: FlagSpec = {
  data: { value: "DIR", help: "folder with the training and the test file" },
  ...TRAINING_FLAGS,
  ...SAVE_FLAG,
  "min-frequency": { value: "N", help: "leave out features that training has fewer times (1)" },
  decoder: { value: "NAME", help: "exact decoder to train and test with (viterbi)" },
  learner: { value: "NAME", help: "the older name of --model: perceptron or crf" },
};

/** The flags of each model. */
const FLAGS: Readonly<Record<Model, FlagSpec>> = {
  perceptron: { ...PERCEPTRON_FLAGS, ...NOTE_FLAGS },
  crf: {
    ...PERCEPTRON_FLAGS,
    ...CRF_FLAGS,
    unlabelled: {
      value: "TEXT",
      help: "crf: the label of training tokens whose label is not known",
    },
    ...WORKERS_FLAG,
    ...NOTE_FLAGS,
  },
  bilstm: {
    data: { value: "DIR", help: "folder with the training, the test and perhaps the dev file" },
    ...TRAINING_FLAGS,
    ...SAVE_FLAG,
    epochs: { value: "N", help: "passes over the training sentences, at most (30)" },
    ...Object.fromEntries(
      Object.entries(BILSTM_SETTINGS).map(([name, setting]) => [name, settingFlag(setting)]),
    ),
    checkpoint: { value: "FILE", help: "file to write after each epoch" },
    resume: { help: "go on from the checkpoint, or begin if there is none yet" },
    ...NOTE_FLAGS,
  },
  factorial: {
    data: { value: "DIR", help: "folder of a corpus with labels XPOS|features|chunk" },
    ...TRAINING_FLAGS,
    ...NOTE_FLAGS,
  },
  parser: {
    data: {
      value: "DIR",
      help: "folder with {train,dev,test}.auto, or a UD treebank to convert, plain or .gz",
    },
    out: TRAINING_FLAGS["out"]!,
    save: {
      value: "FILE",
      help: "model file for `parse` to write, beside the pack or instead of it",
    },
    "save-tagger": {
      value: "FILE",
      help: "model file of the supertagger for `tag` to write; alone, no parser is trained",
    },
    part: { value: "NAME", help: "what to pack: dev or test (dev)" },
    pos: { value: "NAME", help: "parts of speech: bank or predicted by a perceptron (bank)" },
    sentences: { value: "N", help: "sentences to pack, from the first on (all)" },
    deep: { value: "N", help: "of them with slots down to the beam 0.00001 (0)" },
    "train-sentences": { value: "N", help: "derivations to learn from (all)" },
    "tagger-epochs": { value: "N", help: "passes of the supertagger (8)" },
    "tagger-l2": { value: "X", help: "ℓ2 of the supertagger's weights (2)" },
    epochs: { value: "N", help: "passes of the parser (3)" },
    "chart-limit": { value: "N", help: "items of a chart that is learned from, at most (20000)" },
    joint: { value: "K", help: "train both through K rounds of belief propagation" },
    seed: TRAINING_FLAGS["seed"]!,
    ...NOTE_FLAGS,
  },
};

/** What each model does with its flags. */
const RUNS: Readonly<Record<Model, (flags: Flags) => Promise<void>>> = {
  perceptron: (flags) => trainDecoding(flags, { model: "perceptron" }),
  crf: trainCrf,
  bilstm: trainBilstm,
  factorial: async (flags) => {
    await given(train(await readTraining(flags, sequence.baseline, { model: "factorial" })));
  },
  parser: async (flags) => {
    await given(trainParsingPack(readParserOptions(flags)));
  },
};
/** Passes of a CRF where none are given. */
const CRF_EPOCHS = { "l-bfgs": 500, sgd: 10 } as const;
/** Passes of a BiLSTM where none are given. */
const BILSTM_EPOCHS = 30;

const command: Command = {
  meaning: "train a model on a corpus and write its lattices as a pack",
  flags: allFlags(),
  examples: {
    "train --data corpora/ewt_pos45 --out pos.safetensors.gz":
      "a perceptron, and the lattices of the test sentences as a pack",
    "train --data corpora/ewt_pos45 --out crf.safetensors.gz --model crf --l2 0.3":
      "the same with a chain CRF",
  },
  run: async (flags) => await run(modelOf(flags), flags),
  aliases: {
    train_bilstm: alias(
      "bilstm",
      "train a BiLSTM-CRF on a corpus and write its lattices as a pack",
      "--data corpora/ewt_pos45 --out net.safetensors.gz",
    ),
    train_factorial: alias(
      "factorial",
      "train two chains, parts of speech and chunks, and write their product lattices",
      "--data corpora/ewt_pos_morph_chunk319 --out pairs.safetensors.gz",
    ),
    train_parser: alias(
      "parser",
      "train a supertagger and a parser on derivations and write sentences to parse as a pack",
      "--data corpora/ewt_ccg --out parses.safetensors.gz",
    ),
  },
};
export default command;

/** `train` with its `--model`. */
function alias(model: Model, meaning: string, example: string): Command {
  const examples = { [`train_${model} ${example}`]: `as \`train --model ${model}\`` };
  return { meaning, flags: FLAGS[model], examples, run: (flags) => run(model, flags) };
}

async function run(model: Model, flags: Flags): Promise<number> {
  await RUNS[model](flags);
  return 0;
}

/** The flags of all models; where they mean other things, the help says which. */
function allFlags(): FlagSpec {
  const flags: Record<string, FlagSpec[string]> = {
    model: { value: "NAME", help: `${MODELS.join(", ")} (perceptron)` },
  };
  for (const model of ["crf", "perceptron", "bilstm", "factorial", "parser"] as const) {
    for (const [name, spec] of Object.entries(FLAGS[model])) {
      const known = flags[name];
      const isOwn = LEARNERS.some((learner) => learner === model);
      const help = isOwn ? spec.help : `${model}: ${spec.help}`;
      if (known?.help.includes(spec.help)) continue;
      flags[name] = { ...spec, help: known === undefined ? help : `${known.help}; ${help}` };
    }
  }
  return flags;
}

/**
 * The model that the flags ask for.
 *
 * @throws UsageError for an unknown one, and for flags that it does not have
 */
function modelOf(flags: Flags): Model {
  const { values } = flags;
  const learner = values["learner"];
  const isNamed = values["model"] !== undefined;
  const model = isNamed ? oneOf(values, "model", MODELS) : oneOf(values, "learner", LEARNERS);
  const asked = isNamed ? `--model ${model}` : `--learner ${model}`;
  if (isNamed && learner !== undefined && learner !== model) {
    throw new UsageError(`Cannot use --learner ${learner} with ${asked}`);
  }
  const others = Object.keys(allFlags()).filter((name) => !Object.hasOwn(FLAGS[model], name));
  refuseFlags(flags, others.filter((name) => name !== "model"), `with ${asked}`);
  return model;
}

/**
 * Trains with the decoder of the flags.
 *
 * @throws DecoderError if that is wrong, and if it fails and is of a file
 */
async function trainDecoding(
  flags: Flags,
  learner: LearnerSettings,
  epochs?: number,
): Promise<void> {
  const decoder = flags.values["decoder"] ?? sequence.baseline;
  const [file] = filesAmong([decoder]);
  const options = await readTraining(flags, decoder, learner, epochs);
  await given(
    train(options).catch((error: unknown) => {
      if (error instanceof WrongBestError) throw new DecoderError(error.message, EXIT_WRONG);
      // Nothing but a decoder throws what is no error, or what its file has a hand in.
      const isOurs = error instanceof Error && !error.stack?.includes(file!);
      if (file === undefined || isOurs) throw error;
      const reason = `Cannot train with ${brief(decoder)}: ${reasonOf(error)}`;
      throw new DecoderError(reason, EXIT_INCOMPLETE);
    }),
  );
}

async function trainCrf(flags: Flags): Promise<void> {
  const settings = readCrf(flags);
  const { unlabelled } = flags.values;
  const partial = unlabelled !== undefined && { unlabelled };
  const learner = { model: "crf", settings, ...partial } as const;
  await trainDecoding(flags, learner, CRF_EPOCHS[settings.optimiser]);
}

/**
 * Reads the flags of a CRF.
 *
 * @throws UsageError for unknown names, numbers that are none, and flags of another optimiser
 */
export function readCrf(flags: Flags): CrfSettings {
  const { optimiser } = CRF_SETTINGS;
  const chosen = readSettings<CrfSettings>(flags.values, { optimiser }).optimiser;
  const isOther = ([, { of = chosen }]: (typeof CRF_ENTRIES)[number]) => of !== chosen;
  const others = CRF_ENTRIES.filter(isOther).map(([name]) => name);
  if (chosen !== "l-bfgs") others.push(...Object.keys(WORKERS_FLAG));
  refuseFlags(flags, others, `with --optimiser ${chosen}`);
  const own = Object.fromEntries(CRF_ENTRIES.filter((entry) => !isOther(entry)));
  return readSettings(flags.values, own);
}

async function trainBilstm(flags: Flags): Promise<void> {
  const settings = readBilstm(flags.values);
  const { out, save, checkpoint } = flags.values;
  if (checkpoint !== undefined) {
    refuseSameFile({ out, save, checkpoint });
    tryOutput("checkpoint", checkpoint);
  }
  const isResumed = await resumes(flags.switches, checkpoint);
  const kept = checkpoint !== undefined && { checkpoint };
  const learner = { model: "bilstm", settings, isResumed, ...kept } as const;
  try {
    await given(train(await readTraining(flags, sequence.baseline, learner, BILSTM_EPOCHS)));
  } finally {
    closeLibrary();
  }
}

/**
 * Reads the flags of the network and its training.
 *
 * @throws UsageError for names that are none and numbers that no training can use
 */
export function readBilstm(values: Flags["values"]): BilstmSettings {
  const settings = readSettings<BilstmSettings>(values, BILSTM_SETTINGS);
  try {
    checkBilstm(settings);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return settings;
}

/**
 * Whether there is a training to go on with. A job that ended before its first checkpoint can be
 * submitted again as it was.
 */
async function resumes(
  switches: Flags["switches"],
  checkpoint: string | undefined,
): Promise<boolean> {
  if (!switches.has("resume")) return false;
  if (checkpoint === undefined) {
    throw new UsageError("Cannot --resume without --checkpoint FILE");
  }
  if (await isThere(checkpoint)) return true;
  console.error(`note: there is no ${checkpoint} yet; the training begins`);
  return false;
}

/**
 * Reads the flags of a parser.
 *
 * @throws UsageError for wrong ones
 */
export function readParserOptions(flags: Flags): ParsingPackOptions {
  const { values } = flags;
  const { ["save-tagger"]: saveTagger } = values;
  const output = readOutput(flags, { "save-tagger": saveTagger });
  if (output.out === undefined) {
    refuseFlags(flags, ["pos", "sentences", "deep"], "without --out PACK");
    if (saveTagger === undefined) refuseFlags(flags, ["part"], "without --out PACK");
    else if (output.save === undefined) {
      refuseFlags(flags, ["epochs", "chart-limit"], "with --save-tagger alone");
    }
  }
  const most = (name: string, least: number, most: number) => wholeNumber(flags, name, least, most);
  const sentences = most("sentences", 1, MOST_SENTENCES);
  const trained = most("train-sentences", 1, MOST_SENTENCES);
  const joint = most("joint", 1, MOST_EPOCHS);
  const chartLimit = most("chart-limit", 1, MOST_ITEMS);
  for (const [name, file] of [["save", output.save], ["save-tagger", saveTagger]]) {
    if (joint === undefined || file === undefined) continue;
    throw new UsageError(`Cannot use --${name} ${file} with --joint: its beams are of others`);
  }
  return {
    ...output,
    ...saveTagger !== undefined &&
      { saveTagger: tensorPath(saveTagger, "save-tagger", "a model") },
    data: required(flags, "data", "DIR"),
    part: oneOf(values, "part", ["dev", "test"]),
    pos: oneOf(values, "pos", ["bank", "predicted"]),
    ...(sentences === undefined ? {} : { sentences }),
    deep: most("deep", 0, MOST_SENTENCES) ?? 0,
    model: {
      ...(trained === undefined ? {} : { sentences: trained }),
      taggerEpochs: most("tagger-epochs", 1, MOST_EPOCHS) ?? 8,
      taggerL2: numberOf(values, "tagger-l2", 2),
      parserEpochs: most("epochs", 1, MOST_EPOCHS) ?? 3,
      ...(chartLimit === undefined ? {} : { chartLimit }),
      ...(joint === undefined ? {} : { joint }),
      seed: seedOf(flags),
    },
  };
}
