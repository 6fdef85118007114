/**
 * The tutorial's claims about its model and its batches, put to sentences: ROOT and EOS, what
 * −10,000 forbids, masks, the order of a batch, and the loss.
 *
 * @module
 */

import { pad, type PaddedBatch, unpad } from "../../datasets/batch.ts";
import { Random } from "../../datasets/random.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import { type Lattice, type Model, scorePath } from "../../decoders/lattice.ts";
import { exp, log } from "../../decoders/kernels/probability/exp.ts";
import { logPartition } from "../../decoders/probability/log_partition.ts";
import viterbi from "../../decoders/viterbi.ts";
import { total } from "../numbers/statistics.ts";
import {
  count,
  differ,
  type Measured,
  measuredOn,
  raised,
  scaledTo,
  type Scored,
  type Subject,
} from "./_tutorial_measure.ts";
import {
  type Ends,
  PRINTED_FORBIDDEN,
  printedFeatures,
  printedForward,
  printedModel,
  printedViterbi,
} from "./_tutorial_printed.ts";

/** A training with weight decay: what a step leaves of a weight that the loss does not pull at. */
const RATE = 0.1;
const DECAY = 1e-3;
/** Steps of such a training. */
const STEPS = [10_000, 50_000, 100_000];
/** By how much scores that nobody has centred are lower: by more than twice 10,000. */
const LOWER = 25_000;
/** A score as large as what stands for “forbidden”. */
const LARGE = -PRINTED_FORBIDDEN;

/** What may be in a pad. */
const PADS = [0, NaN, Infinity];
/** Sentences of a batch, and orders that each batch is put into. */
const BATCH = 8;
const ORDERS = 4;

/** Models that are enumerated, and their sizes. */
const MODELS = 20;
const LABELS = 3;
const LENGTH = 4;

/**
 * Does −10,000 forbid? The share of all weight that is on forbidden paths where it stands for −∞,
 * and how that changes ln Z: of paths through ROOT or EOS, on the scores as they are, with scores
 * that reach ±10,000 themselves, with emissions that are lower, and where weight decay has made the
 * transitions smaller (the emissions of ROOT and EOS are no weights); and of transitions that weigh
 * nothing, which a user might forbid so, likewise.
 */
export function measureForbidding({ model, lattices }: Subject): Measured[] {
  const scored = { model, lattices };
  const large = scaledTo(LARGE, scored);
  const low = { model, lattices: raised(-LOWER, lattices) };
  const decayed = STEPS.map((steps) => ({
    name: `${steps} steps of decay`,
    left: PRINTED_FORBIDDEN * exp(steps * log(1 - RATE * DECAY)),
  }));
  const most = decayed.at(-1)!;
  return [
    ...endLines("scores as they are", scored, PRINTED_FORBIDDEN),
    ...endLines("scores up to 10,000", large, PRINTED_FORBIDDEN),
    ...endLines(`emissions lower by ${LOWER}`, low, PRINTED_FORBIDDEN),
    ...endLines(most.name, scored, most.left),
    ...unseenLines("scores as they are", scored, PRINTED_FORBIDDEN),
    ...decayed.flatMap(({ name, left }) => unseenLines(name, scored, left)),
  ];
}

/** ROOT and EOS as printed, against the model without them. */
function endLines(scores: string, scored: Scored, forbidden: number): Measured[] {
  const printed = printedModel(scored.model, undefined, forbidden);
  const { labelCount, root, end, transitions } = printed;
  const wide = scored.lattices.map((lattice) => {
    const { length } = lattice;
    const batch = pad([lattice], scored.model.labelCount);
    const emissions = printedFeatures({ ...printed, forbidden: PRINTED_FORBIDDEN }, batch);
    for (let y = 0; y < labelCount; y++) {
      emissions[y]! += transitions[root * labelCount + y]!;
      emissions[(length - 1) * labelCount + y]! += transitions[y * labelCount + end]!;
    }
    return { length, emissions };
  });
  const loose = { model: { ...scored.model, labelCount, transitions }, lattices: wide };
  return leakLines(`ROOT and EOS, ${scores}`, loose, scored, forbidden);
}

/** All transitions of weight 0 forbidden, against −∞ in their place. */
function unseenLines(scores: string, { model, lattices }: Scored, forbidden: number): Measured[] {
  const withScore = (score: number) => ({
    model: { ...model, transitions: model.transitions.map((own) => own === 0 ? score : own) },
    lattices,
  });
  const [loose, tight] = [withScore(forbidden), withScore(-Infinity)];
  return leakLines(`transitions of weight 0, ${scores}`, loose, tight, forbidden);
}

/** What forbidden paths weigh in one of two models, of which the other has none of them. */
function leakLines(condition: string, loose: Scored, tight: Scored, forbidden: number): Measured[] {
  const sumsOf = ({ model: { labelCount, transitions }, lattices }: Scored) => {
    const sum = logPartition({ labelCount, transitions, exactSums: false, float32Exact: false });
    return lattices.map((lattice) => sum(lattice));
  };
  const without = sumsOf(tight);
  const pairs = sumsOf(loose).map((one, i) => ({ one, other: without[i]! }));
  const changes = pairs.map(({ one, other }) => Math.abs(one.value - other.value));
  const masses = pairs.map(({ one, other }) => 1 - exp(other.value - one.value));
  const changed = count(pairs, ({ one, other }) => differ(one, other));
  const line = measuredOn(pairs.length, condition);
  return [
    line("what stands for −∞ in transitions", forbidden, "nats"),
    line("log Z changed beyond its error", changed, "sentences"),
    line("largest change of log Z", Math.max(0, ...changes), "nats"),
    line("largest forbidden mass", Math.max(0, ...masses), "of all"),
  ];
}

/**
 * Do masks leave sentences that have ended as they are? Sentences of a padded batch whose ln Z is
 * not the same bits as alone: by the tutorial's rule and by ours, for what may be in the pads. And
 * those whose ln Z is no number by the tutorial's rule if −∞ stands for what is forbidden.
 */
export function measureMasks({ model, lattices }: Subject): Measured[] {
  const batch = pad(lattices, model.labelCount);
  const lineOf = (name: string) => measuredOn(lattices.length, name);
  const byPads = (name: string, sums: (batch: PaddedBatch) => number[]) => {
    const alone = lattices.flatMap((one) => sums(pad([one], model.labelCount)));
    return PADS.map((content) => {
      const changed = sums(withPads(batch, content)).filter((sum, i) => !Object.is(sum, alone[i]));
      const line = lineOf(`${name}, pads ${content}`);
      return line("log Z other than alone", changed.length, "sentences");
    });
  };
  const printed = (forbidden: number) => {
    const own = printedModel(model, undefined, forbidden);
    return (batch: PaddedBatch) => Array.from(printedForward(own, batch));
  };
  const sum = logPartition(model);
  const broken = count(printed(-Infinity)(batch), (value) => !Number.isFinite(value));
  return [
    ...byPads("printed", printed(PRINTED_FORBIDDEN)),
    lineOf("printed, −∞ forbids")("log Z not finite", broken, "sentences"),
    ...byPads(
      "ours",
      ({ emissions, shape, mask }) => unpad(emissions, shape, mask).map((one) => sum(one).value),
    ),
  ];
}

/** The batch with something in its pads. */
function withPads(batch: PaddedBatch, content: number): PaddedBatch {
  const labelCount = batch.shape[2];
  const emissions = batch.emissions.slice();
  batch.mask.forEach((isThere, row) => {
    if (isThere === 0) emissions.fill(content, row * labelCount, (row + 1) * labelCount);
  });
  return { ...batch, emissions };
}

/**
 * Must batches be sorted by length? Sentences of batches that are answered with a path that is not
 * a best one, by the printed rule and by ours: sorted by length, the longest first, and in random
 * orders.
 */
export function measureOrder({ model, lattices, seed }: Subject): Measured[] {
  const random = new Random(seed, 4);
  const printed = printedModel(model);
  const decode = prepared(viterbi, model);
  /** A path of each sentence of a batch. */
  const rules: Readonly<Record<string, (batch: readonly Lattice[]) => readonly Int32Array[]>> = {
    printed: (batch) =>
      printedViterbi(printed, pad(batch, model.labelCount), batch.map(({ length }) => length))
        .map(({ labels }, i) => labels.subarray(0, batch[i]!.length)),
    ours: (batch) => {
      const { emissions, shape } = pad(batch, model.labelCount);
      return unpad(emissions, shape, { lengths: batch.map(({ length }) => length) })
        .map((lattice) => decode(lattice).paths[0]!.labels);
    },
  };
  const best = new Map(lattices.map((one) => [one, decode(one).paths[0]!.score]));
  // Neighbours are of like length: a batch takes every n-th sentence.
  const step = Math.ceil(lattices.length / BATCH);
  const sorted = Array.from(
    { length: step },
    (_, own) => lattices.filter((_, i) => i % step === own).sort((a, b) => b.length - a.length),
  );
  const orders = {
    "longest first": sorted,
    "any order": sorted.flatMap((batch) =>
      Array.from({ length: ORDERS }, () => random.shuffle([...batch]))
    ),
  };
  return Object.entries(rules).flatMap(([rule, find]) =>
    Object.entries(orders).map(([order, batches]) => {
      const wrong = total(
        batches,
        (batch) =>
          find(batch).filter((labels, i) =>
            !labels.every((label) => label < model.labelCount) ||
            scorePath(model, batch[i]!, labels) !== best.get(batch[i]!)
          ).length,
      );
      const line = measuredOn(batches.flat().length, `${rule}, ${order}`);
      return line("paths that are not the best", wrong, "sentences");
    })
  );
}

/**
 * Does each path begin at ROOT? Sentences whose path, followed back, does not: on the scores as
 * they are, beside a row of length 0, and with scores that reach 10,000.
 */
export function measureRoot({ model, lattices }: Subject): Measured[] {
  const sorted = lattices.toSorted((a, b) => b.length - a.length);
  const empty: Lattice = { length: 0, emissions: new Float64Array() };
  return [
    rootLine("scores as they are", { model, lattices: sorted }),
    rootLine("with a row of length 0", { model, lattices: [...sorted, empty] }),
    rootLine("scores up to 10,000", scaledTo(LARGE, { model, lattices: sorted })),
  ];
}

/**
 * The same on a model in which another label ties with ROOT or beats it: two labels, of which the
 * first follows itself so gladly that −10,000 does not keep it from the place of ROOT.
 */
export function measureRootTies(): Measured[] {
  return Object.entries({ "a tie": LARGE, "a transition of 10,001": LARGE + 1 })
    .map(([name, score]) => {
      const transitions = Float64Array.of(score, 0, 0, 0);
      const model = { labelCount: 2, transitions, exactSums: true, float32Exact: true };
      const lattices = [{ length: 1, emissions: Float64Array.of(1, 0) }];
      return rootLine(name, { model, lattices });
    });
}

function rootLine(condition: string, { model, lattices }: Scored): Measured {
  const lengths = lattices.map(({ length }) => length);
  const paths = printedViterbi(printedModel(model), pad(lattices, model.labelCount), lengths);
  const lost = count(paths, ({ isRooted }) => !isRooted);
  return measuredOn(paths.length, condition)("paths that do not begin at ROOT", lost, "sentences");
}

/** Scores of a path beside those of its emissions and of the transitions within it. */
const NUMERATORS: Readonly<Record<string, (ends: Ends, labels: readonly number[]) => number>> = {
  "code: with ROOT and EOS": ({ start, end }, labels) => start[labels[0]!]! + end[labels.at(-1)!]!,
  "formula: without ROOT and EOS": () => 0,
};

/**
 * Is the printed loss a negative log-likelihood? How far Σ e^−NLL over all paths is from 1 on small
 * random models, with ln Z of the printed code and two numerators: that of the code, which has the
 * transitions from ROOT and to EOS, and that of the formula, which has the transitions from one
 * label to the next alone.
 */
export function measurePrintedLoss(seed: number): Measured[] {
  const random = new Random(seed, 2);
  const draw = (count: number) => Float64Array.from({ length: count }, () => random.gaussian());
  const models = Array.from({ length: MODELS }, () => {
    const transitions = draw(LABELS ** 2);
    const model = { labelCount: LABELS, transitions, exactSums: false, float32Exact: false };
    const ends = { start: draw(LABELS), end: draw(LABELS) };
    return { model, ends, emissions: draw(LENGTH * LABELS) };
  });
  return Object.entries(NUMERATORS).map(([name, extra]) => {
    const changes = models.map(({ model, emissions, ends }) =>
      Math.abs(totalOf(model, emissions, ends, (labels) => extra(ends, labels)) - 1)
    );
    return measuredOn(MODELS, name)("largest |Σ e^−NLL − 1|", Math.max(...changes), "");
  });
}

/** Σ over all paths of e^(numerator − ln Z). */
function totalOf(
  model: Model,
  emissions: Float64Array,
  ends: Ends,
  extra: (labels: readonly number[]) => number,
): number {
  const [logZ] = printedForward(
    printedModel(model, ends),
    pad([{ length: LENGTH, emissions }], LABELS),
  );
  let sum = 0;
  for (let path = 0; path < LABELS ** LENGTH; path++) {
    const labels = Array.from(
      { length: LENGTH },
      (_, t) => Math.floor(path / LABELS ** t) % LABELS,
    );
    const score = extra(labels) + scorePath(model, { length: LENGTH, emissions }, labels);
    sum += exp(score - logZ!);
  }
  return sum;
}
