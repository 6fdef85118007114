/**
 * The study of taggers: text to labels by Trellis and by the programs whose models it reads.
 *
 * @module
 */

import { resolve } from "node:path";
import { Random } from "../../datasets/random.ts";
import { scorePath } from "../../decoders/lattice.ts";
import { shownText } from "../../datasets/models/byte_strings.ts";
import type { FeatureModel } from "../../datasets/models/contract.ts";
import { readModel } from "../../datasets/models/read_model.ts";
import { openScratch } from "../../harness/isolate/scratch.ts";
import { type LineOf, number, optional, text, word } from "../../harness/store/table.ts";
import { tableOf } from "../columns.ts";
import { formatCount, formatNumber, formatRatio } from "../numbers/format.ts";
import { median } from "../numbers/statistics.ts";
import { readStudyCorpus, type StudyCorpus } from "./_corpora.ts";
import { ratiosByRound, timedInTurns } from "./_resampled.ts";
import { attributesOf, type Columns, columnsOf, trained } from "./_tagger_files.ts";
import {
  isInstalled,
  type Program,
  PROGRAMS,
  tagging,
  trellisTag,
  writeModel,
} from "./_tagger_programs.ts";
import { provableIn } from "./_tagger_proofs.ts";
import { blank, counts, groupsOf, study, texts } from "./contract.ts";

const DATASETS = ["ewt_pos45", "ewt_pos_morph_chunk319", "erg_supertag2597"];
/** Training sentences: what is learned is of no matter, how many weights there are is. */
const TRAINED = 1000;
/** Test sentences, fewer where a sentence takes a tagger long: cost grows with L². */
const sentencesFor = (labelCount: number) => labelCount < 100 ? 400 : labelCount < 1000 ? 100 : 12;
/** The sentences come so often that a call takes about so long, beyond one that has them once. */
const CALL = { callSeconds: 3, few: 1 };
const ROUNDS = 3;
/** What scores may differ by without being different: Wapiti and CRF++ add in another order. */
const TIE = 1e-6;

const COLUMNS = {
  dataset: text,
  labels: number,
  attributes: number,
  /** What Trellis is compared with: whose model it is. */
  program: text,
  status: word("measured", "absent", "too large", "proved"),
  input: optional(text),
  /** Empty for what was not measured. */
  tagger: text,
  round: optional(number),
  sentences: optional(number),
  /** Processor time of all threads, the start included, and that of the first sentences alone. */
  seconds: optional(number),
  first_sentences: optional(number),
  start_seconds: optional(number),
  megabytes: optional(number),
  /** Of the sentences: with the same labels, and with others of the same score. */
  compared: optional(number),
  same: optional(number),
  ties: optional(number),
  /** The largest difference of a kind of numbers from those that a program printed. */
  quantity: optional(text),
  difference: optional(number),
};
type Line = LineOf<typeof COLUMNS>;

const UNMEASURED: Partial<Record<Line["status"], string>> = {
  "absent": "not installed",
  "too large": "model too large",
};

/** About ten minutes with all three programs. */
export default study({
  name: "taggers",
  meaning: "from a file of text to labels: Trellis and CRFsuite, Wapiti and CRF++, same weights",
  title: "Taggers",
  order: 70,
  introduction: [
    "From a file to labels in a file, by the programs that are installed and by `deno task tag`, " +
    "each with the same model and the same input: a perceptron's weights were written as the model " +
    "file of each program, which Trellis reads as well. CRFsuite reads items, CRF++ and Wapiti " +
    "columns, from which both make attributes by patterns: words from two before to two after, " +
    "bigrams, prefixes and suffixes, shapes.",
    "Time is processor time of all threads of a process, compiling and collecting garbage " +
    "included, with reading the input and writing answers. The test sentences come several times in a " +
    "file, so that a call takes three seconds or more; what a file that has them once takes, with the " +
    "reading of the model and the compiling of JavaScript, is shown as the start and taken off " +
    "both. Calls take turns, in a random order. Memory is the largest resident set.",
    "Every answer is compared: labels must be the same, or have the same score to a millionth. A " +
    "folder of models among the datasets (`--dataset ../models`) has models that these programs " +
    "trained, and what they printed of some text: every path must have the same labels there, and " +
    "the largest differences of scores, probabilities and marginals are shown.",
  ],
  reads: ["data", "format", "epochs"],
  columns: COLUMNS,

  async *cells(settings) {
    const { seed, sentences = TRAINED, epochs = 1 } = settings;
    const installed = await Promise.all(PROGRAMS.map(({ command }) => isInstalled(command)));
    for (const name of settings.datasets ?? DATASETS) {
      if (name.includes("/")) {
        yield* proofs(resolve(settings.data ?? ".", name));
        continue;
      }
      const corpus = await readStudyCorpus(settings, name, sentences);
      const { training, labels } = corpus;
      yield {
        identity: [corpus.hash, training.length, epochs, seed, installed],
        title: `${name}: ${labels.length} labels, ${training.length} training sentences`,
        run: () => measure(corpus, epochs, seed, installed),
      };
    }
  },

  /** Rates and memory of each, by dataset and program; and the proofs. */
  summarise(lines) {
    const proved = lines.filter(({ status }) => status === "proved");
    const others = lines.filter((line) => !proved.includes(line));
    const pairs = groupsOf(others, "dataset", "program").map((own) => {
      const [first] = own;
      const of = (tagger: string) => {
        const calls = own.filter((line) => line.tagger === tagger);
        return {
          calls,
          rates: calls.map(rateOf),
          start: calls[0]?.start_seconds,
          megabytes: Math.max(0, ...calls.map(({ megabytes }) => Number(megabytes))) || undefined,
        };
      };
      const [other, trellis] = [of(first.program), of("Trellis")];
      const ratios = ratiosByRound(trellis.calls, other.calls, rateOf);
      return { ...first, other, trellis, ratios };
    });
    return {
      pairs,
      proved: groupsOf(proved, "dataset").map((kinds) => ({ ...kinds[0], kinds })),
    };
  },

  tables: ({ pairs, proved }) => [
    {
      name: "taggers-speed",
      title: "Sentences per second",
      note:
        "Median over rounds of calls, without the start, on one core's worth of processor time; their " +
        "ratio, and the least of a round; last, sentences with the same labels, and with others of " +
        "the same score.",
      content: tableOf([
        ...texts("dataset"),
        ...counts("labels"),
        ...texts("program"),
        {
          name: "its sentences per second",
          of: (own) => UNMEASURED[own.status] ?? middle(own.other.rates),
          as: formatNumber,
          align: "right",
        },
        { name: "Trellis's", of: (own) => middle(own.trellis.rates), as: formatNumber },
        { name: "ratio", of: (own) => middle(own.ratios), as: formatRatio },
        { name: "least", of: (own) => least(own.ratios), as: formatRatio },
        { name: "start, s", of: (own) => own.other.start, as: formatNumber },
        { name: "Trellis's start", of: (own) => own.trellis.start, as: formatNumber },
        { name: "MiB", of: (own) => own.other.megabytes, as: formatNumber },
        { name: "Trellis's MiB", of: (own) => own.trellis.megabytes, as: formatNumber },
        { name: "same labels", of: (own) => own.status === "measured" ? sameOf(own) : undefined },
        { name: "ties", of: (own) => own.ties, as: formatCount },
      ], pairs),
    },
    ...proved.length === 0 ? [] : [{
      name: "taggers-proofs",
      title: "Models of other tools",
      note:
        "Sentences with the labels that the tool printed, in each of its paths, and the largest " +
        "differences from its numbers: six decimals are off by 5.0e-7 at most. A dump of CRFsuite has " +
        "six decimals of each weight; PyTorch adds the scores of a layer in float32.",
      content: tableOf([
        { name: "model", of: (own) => own.dataset },
        { name: "tool", of: (own) => own.program },
        ...counts("labels", "attributes"),
        { name: "same labels", of: sameOf },
        {
          name: "largest differences",
          of: ({ kinds }) =>
            kinds.map(({ quantity, difference }) =>
              `${quantity} ${Number(difference).toExponential(1)}`
            ).join(", "),
        },
      ], proved),
    }],
  ],
});

/** A part for each model of a folder. */
function* proofs(folder: string) {
  for (const { model, prove } of provableIn(folder)) {
    const run = (): Line[] => {
      const { program, read, sentences, differences } = prove();
      return [...differences].map(([quantity, difference]) => ({
        ...blank(COLUMNS),
        dataset: model,
        labels: read.labels.length,
        attributes: read.attributes.size,
        program,
        status: "proved",
        tagger: "Trellis",
        compared: sentences,
        same: sentences,
        ties: 0,
        quantity,
        difference,
      }));
    };
    yield { identity: model, title: `${model}: the answers of its tool`, run };
  }
}

const sameOf = ({ same, compared }: Pick<Line, "same" | "compared">) => `${same} of ${compared}`;

/** Sentences a second, without the start. */
const rateOf = (line: Line) =>
  (Number(line.sentences) - Number(line.first_sentences)) /
  (Number(line.seconds) - Number(line.start_seconds));
/** The median and the least; undefined without values. */
const middle = (values: readonly number[]) => values.length > 0 ? median(values) : undefined;
const least = (values: readonly number[]) => values.length > 0 ? Math.min(...values) : undefined;

/** Trains a model and has it tagged with by each program that is installed. */
async function measure(corpus: StudyCorpus, epochs: number, seed: number, installed: boolean[]) {
  const random = new Random(seed);
  const model = await trained(corpus, epochs, seed);
  const count = sentencesFor(model.labels.length);
  const sentences = random.shuffle([...corpus.testing]).slice(0, count)
    .map(({ forms }) => columnsOf(forms));
  const common = {
    ...blank(COLUMNS),
    dataset: corpus.name,
    labels: model.labels.length,
    attributes: model.attributes.size,
  };
  const lines: Line[] = [];
  await using scratch = await openScratch();
  for (const [i, program] of PROGRAMS.entries()) {
    const { title, input } = program;
    const own = { ...common, program: title, input, tagger: "" };
    const found = installed[i]
      ? await compare(program, model, sentences, scratch.path, random)
      : [{ status: "absent" as const }];
    lines.push(...found.map((line) => ({ ...own, status: "measured" as const, ...line })));
  }
  return lines;
}

/** Checks and times a program and Trellis, unless the model is too large for it. */
async function compare(
  program: Program,
  model: FeatureModel,
  sentences: Columns,
  folder: string,
  random: Random,
): Promise<Partial<Line>[]> {
  const bytes = program.modelFile(model);
  if (bytes === undefined) return [{ status: "too large" }];
  const file = await writeModel(program, bytes, `${folder}/${program.command}`);
  const text = program.inputFile(sentences);
  const calls = {
    [program.title]: (input: string) => [program.command, ...program.tag(file, input)],
    "Trellis": () => trellisTag(file, program.input),
  };
  const ways = [];
  for (const [tagger, command] of Object.entries(calls)) {
    const path = `${folder}/${program.command}.${tagger}`;
    const own = await tagging(command, text, path, CALL);
    ways.push({ ...own, tagger, pass: () => own.secondsOf(own.times) });
  }
  const outputs = ways.map(({ labels }) => labels);
  const equality = compared(readModel(await Deno.readFile(file)), sentences, program, outputs);
  const timed = await timedInTurns(ways, { warmUps: 0, rounds: ROUNDS, random });
  const starts = new Map<string, number>();
  for (const { tagger, secondsOf } of ways) {
    starts.set(tagger, Math.min(await secondsOf(1), await secondsOf(1)));
  }
  // `ms` is what a pass says it took: here it says seconds.
  return timed.map(({ way: { tagger, times, megabytes }, round, ms }) => ({
    ...equality,
    tagger,
    round,
    sentences: times * sentences.length,
    first_sentences: sentences.length,
    seconds: ms,
    start_seconds: starts.get(tagger)!,
    megabytes,
  }));
}

/**
 * How many sentences have the same labels by both.
 *
 * @throws Error naming a sentence whose labels have different scores
 */
function compared(
  model: ReturnType<typeof readModel>,
  sentences: Columns,
  { title, input }: Program,
  [theirs, ours]: readonly string[][][],
): Pick<Line, "compared" | "same" | "ties"> {
  const tag = model.tagger();
  const chain = { labelCount: model.labels.length, transitions: model.transitions };
  let ties = 0;
  sentences.forEach((sentence, s) => {
    const [a, b] = [theirs![s] ?? [], ours![s] ?? []];
    if (a.length === sentence.length && a.join() === b.join()) return;
    const { emissions } = input === "items"
      ? tag.scoresOfAttributes(attributesOf(sentence).map((names) => names.map(shownText)))
      : tag.scoresOfColumns(sentence);
    const lattice = { length: sentence.length, emissions };
    const [own, other] = [b, a].map((path) =>
      scorePath(chain, lattice, path.map((label) => model.labels.indexOf(label)))
    );
    if (!(Math.abs(own! - other!) <= TIE * Math.max(1, Math.abs(own!)))) {
      throw new Error(`Cannot go on: ${title} gives sentence ${s} a path of ${other}, not ${own}`);
    }
    ties++;
  });
  return { compared: sentences.length, same: sentences.length - ties, ties };
}
