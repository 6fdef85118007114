/**
 * What a run says about the tutorial on the chain CRF: it has claims alone, judged by a study.
 *
 * @module
 */

import { formatNumber, formatRatio, formatShare } from "../numbers/format.ts";
import { batchNoise, batchTimes, pairs, pruning, usesForCrfs } from "./_tutorial_judges.ts";
import { type ClaimData, claims, EVIDENCE_RULE, vote } from "./claims.ts";
import type { Paper } from "./contract.ts";
import { type StudyClaim, studyClaims } from "./study_claims.ts";

const NAME = "tutorial";
/** How their names begin. */
const PREFIX = `${NAME}-`;
/** Behind the claims of the other papers. */
const FIRST = 1000;
/** More than rounding does to a sum of 81 probabilities. */
const MOST = 1e-12;
/** How far the variance of a mean of B gradients may be from 1/B of that of one, as a factor. */
const NEAR = 1.5;

/** The claims of the tutorial, in its order. */
const CLAIMS: readonly StudyClaim[] = [
  {
    name: "scan",
    place: "“Sequence Batching”",
    statement: "The time dimension of a CRF cannot be parallelised.",
    printed: "“We can’t parallelize the time-dimension in CRFs unfortunately.”",
    rule: "Against on a dataset where, by two ends and (up to 64 labels) by a tree, every score " +
      "of scan is Viterbi’s to the last bit, every log Z by a scan is within its error, and the " +
      "depth that was counted is at most ⌈log₂ T⌉ (tree) or one step more than half of that from " +
      "the left for each sentence (two ends); otherwise for. Depth is counted: nothing ran in " +
      "parallel here. A tree takes as many times the products as it says, so no machine with " +
      "fewer cores gains by it; two ends take the same products on two.",
    ofDataset: (own) => {
      const ways = own.by("condition").map(([way, one]) => {
        const [depth, before] = [one.value("depth"), one.value("depth from the left")];
        const limit = way === "tree" ? one.value("⌈log₂ T⌉") : before / 2 + one.sentences;
        const wrong = one.value("scores other than Viterbi's") +
          one.value("log Z beyond its error");
        const products = one.value("products over those from the left");
        return {
          holds: wrong === 0 && depth <= limit && depth < before,
          text: `${way}: ${formatShare(depth / before)} of the depth at ` +
            `${formatRatio(products)}× the products, ${wrong} answers differ`,
        };
      });
      return [ways.map(({ text }) => text).join("; "), !ways.every(({ holds }) => holds)];
    },
  },
  {
    name: "batching",
    flags: "--data DIR",
    place: "“Sequence Batching”",
    statement: "Batching speeds up training, and lessens the noise of the gradient.",
    printed: "“batching examples speeds up training”; “batch size of 1 gives a maximally noisy " +
      "gradient”",
    rule: "Time, for each dataset and part of a step: the rounds of B = 1 over those of the " +
      "largest B, 128; for if this ratio is above 1 by more than the control differs from B = 1, " +
      "against if it is below 1 by as much, otherwise a tie. Smaller B stand beside it. What a " +
      "batch saves in the CRF layer is to prepare the transitions, which a step changes. Noise, " +
      "without a vote: for if the variance of the mean gradient is within " +
      `${NEAR}× of 1/B of that of a sentence at every B, otherwise against.`,
    judge: (lines) =>
      lines.by("dataset").flatMap(([dataset, own]) => [
        ...batchTimes(dataset, own),
        ...batchNoise(dataset, own, NEAR),
      ]),
  },
  {
    name: "stability",
    place: "“Implementation in log-space”, logsumexp",
    statement: "Logarithms with a shift by the largest term make Z stable.",
    printed: "“If we take the constant c to be the maximum value …, the summation becomes stable.”",
    rule: "For on a dataset where some log Z is not finite without the shift, or plain products " +
      "are 0 or ∞ before the end of the chain, and every log Z is finite with it; against where " +
      "one is not with it; a tie where nothing needs the shift. Against for a row of −∞ alone if " +
      "the printed function makes it NaN.",
    judge: (lines) =>
      lines.by("dataset").map(([dataset, own]) => {
        const [broken] = own.values("results that are not numbers");
        if (broken !== undefined) {
          return vote("a row of −∞", broken > 0 ? "NaN" : "a number", broken === 0);
        }
        const ways = own.of("log Z not finite").by("condition");
        const [without, shifted] = ["without the shift", "with the shift"].map((way) =>
          ways.filter(([name]) => name.startsWith(way))
            .reduce((sum, [, one]) => sum + one.value("log Z not finite"), 0)
        ) as [number, number];
        const limit = own.value("positions before plain products are 0 or ∞");
        const needed = without > 0 ||
          limit < own.value("positions of the longest chain looked at");
        return vote(
          dataset,
          `plain products last ${limit} positions; log Z not finite ${without} times without ` +
            `the shift, ${shifted} with it`,
          shifted > 0 ? "against" : needed ? "for" : "tie",
        );
      }),
  },
  {
    name: "recursion",
    place: "“Forward Belief Propagation”",
    statement: "The recursion with α̂, which takes in the next emission, is equivalent to the one " +
      "with α.",
    printed: "“Why this is equivalent becomes apparent when we look at the full partition " +
      "function”",
    rule: "For on a dataset where log Z by α and by α̂ are within their errors of each other and " +
      "of logPartition at every sentence, otherwise against.",
    ofDataset: (own) => {
      const beyond = own.value("log Z by α and by α̂ beyond their errors") +
        own.value("log Z by either beyond its error of ours");
      const largest = own.value("largest difference").toExponential(1);
      return [`${beyond} of ${own.sentences} beyond, at most ${largest} apart`, beyond === 0];
    },
  },
  {
    name: "forbidding",
    place: "“Implementing a Linear-Chain CRF”, the constructor",
    statement: "A score of −10,000 forbids, as e^−10,000 is nearly 0.",
    printed: "“this becomes 0 in the CRF equation: … exp −10000 ≈ 0”",
    rule: "For under a condition where log Z with −10,000 and with −∞ are within their errors of " +
      "each other at every sentence; otherwise against. Decay: steps of rate 0.1 with a weight " +
      "decay of 1e-3.",
    ofCondition: (one) => {
      const changed = one.value("log Z changed beyond its error");
      const mass = formatNumber(one.value("largest forbidden mass"));
      return [
        `${changed} of ${one.sentences} changed; forbidden mass up to ${mass}`,
        changed === 0,
      ];
    },
  },
  {
    name: "masks",
    place: "“Forward Belief Propagation”, forward_belief_propagation",
    statement: "Multiplying by a mask leaves sentences that have ended as they are.",
    printed: "“mask all instances that ended and keep the old forward alphas for those instances”",
    rule:
      "For if every log Z of a batch that is padded with zeros, as the tutorial's tensors are, " +
      "has the bits of the sentence alone, otherwise against. Pads of NaN or ∞, which they never " +
      "hold, our own batches, and −∞ in place of −10,000 stand beside without a vote.",
    judge: (lines) =>
      lines.by("dataset").flatMap(([dataset, own]) =>
        own.by("condition").map(([condition, one]) => {
          const [changed = 0] = one.values("log Z other than alone");
          const [broken = 0] = one.values("log Z not finite");
          const text = condition.includes("pads")
            ? `${changed} of ${one.sentences} other than alone`
            : `${broken} of ${one.sentences} not finite`;
          const line = vote(`${dataset}, ${condition}`, text, changed + broken === 0);
          return { ...line, votes: condition === "printed, pads 0" };
        })
      ),
  },
  {
    name: "viterbi",
    place: "“Viterbi Decoding”",
    statement: "Viterbi takes m·|S|² instead of |S|^m.",
    printed: "“the time complexity of doing this is m·|S|²”",
    rule:
      "Shown, without a vote: the edges that Viterbi evaluates are (T−1)·L² by construction, and " +
      "are added up by that formula. Beside them the exact decoder with the fewest.",
    judge: (lines) =>
      lines.by("dataset").map(([dataset, own]) => {
        const [edges, square] = [own.value("edges of Viterbi"), own.value("(T−1)·L²")];
        const [best] = own.of("edges of an exact decoder").by("condition")
          .map(([name, one]) => ({ name, count: one.value("edges of an exact decoder") }))
          .toSorted((a, b) => a.count - b.count);
        const beside = best && `${best.name}: ${formatShare(best.count / square)}`;
        const share = `${formatShare(edges / square)} of it`;
        const text = [share, beside].filter(Boolean).join("; ");
        return { ...vote(dataset, text, edges === square), votes: false };
      }),
  },
  {
    name: "no-exp-log",
    place: "“Viterbi Decoding”",
    statement: "Viterbi may leave out exp and log: the best path is the same.",
    printed: "“it doesn’t matter for finding the maximizing sequence”",
    rule: "For on a dataset where no path found with exp and log is worth less than Viterbi’s as " +
      "long as every e^q is in range, and the five best paths by score are in order by " +
      "probability; against otherwise; a tie if no sentence is in range. What happens out of " +
      "range is shown.",
    ofDataset: (own) => {
      const [inside, outside] = ["all e^q in range", "some e^q out of range"].map((name) => {
        const one = own.under(name);
        return { sentences: one.sentences, worse: one.value("paths worth less") };
      });
      const disordered = own.value("five best paths in another order");
      const isTie = inside!.sentences === 0 && disordered === 0;
      return [
        `in range ${inside!.worse} of ${inside!.sentences} worth less, out of range ` +
        `${outside!.worse} of ${outside!.sentences}; ${disordered} in another order`,
        isTie ? "tie" : inside!.worse + disordered === 0,
      ];
    },
  },
  {
    name: "path-score",
    place: "“Viterbi Decoding”, viterbi_decode (best_path_scores becomes a LongTensor)",
    statement: "Decoding returns the scores of the best paths.",
    printed: "“Return the scores and the paths”",
    rule: "Against on a dataset where the cast to an integer changes a score; otherwise for.",
    ofDataset: (own) => {
      const changed = own.value("scores that the cast changes");
      const share = formatShare(changed / own.sentences);
      const most = formatNumber(own.value("largest change of a score"));
      return [`${share} changed, by up to ${most}`, changed === 0];
    },
  },
  {
    name: "printed-loss",
    place: "introduction (formula) and “Calculating the Nominator”, score_sentence",
    statement: "The loss is the negative log-likelihood.",
    printed: "NLL = Σ log Z − Σ ( Σ_t θ₁f(y_t) + Σ_t θ₂f(y_t, y_{t+1}) )",
    rule: "For a numerator with which Σ e^−NLL over all paths of small random models is 1 within " +
      `${MOST}; against otherwise. The formula's numerator is set against the code's Z, which has ROOT ` +
      "and EOS besides, and stands there without a vote: with its own Z it is one by definition.",
    judge: (lines) =>
      lines.by("condition").map(([numerator, own]) => {
        const change = own.value("largest |Σ e^−NLL − 1|");
        const line = vote(numerator, `off 1 by up to ${change.toExponential(1)}`, change <= MOST);
        return { ...line, votes: numerator.startsWith("code") };
      }),
  },
  {
    name: "gradients",
    place: "introduction",
    statement: "The backward recursion gives the marginals, which the gradient is made of.",
    printed: "“The backward recursion allows calculating the marginals (which are needed for the " +
      "gradients).”",
    rule:
      "For on a dataset where every quotient of differences of log Z is the marginal, but for " +
      "what the step h and the errors allow; against otherwise. Beside it what both passes take.",
    ofDataset: (own) => {
      const beyond = own.value("quotients other than the marginal");
      const times = formatRatio(own.value("edges over those of forward alone"));
      return [
        `${beyond} of ${own.value("scores changed")} differ; ${times}× the edges of forward ` +
        "alone",
        beyond === 0,
      ];
    },
  },
  {
    name: "sorting",
    place: "“Viterbi Decoding”, viterbi_decode",
    statement: "The sentences of a batch must be sorted by length, the longest first.",
    printed: "“Important here is that the sequences are ordered descending in length.”",
    rule: "For if the printed code finds the best path of every sentence when sorted, and not of " +
      "every one in random orders; otherwise against. The tutorial says it of its own code: our " +
      "batches, for which the order may make no difference, stand beside without a vote.",
    judge: (lines) =>
      lines.by("dataset").flatMap(([dataset, own]) =>
        ["printed", "ours"].map((rule) => {
          const [sorted, any] = ["longest first", "any order"].map((order) =>
            own.value("paths that are not the best", `${rule}, ${order}`)
          ) as [number, number];
          const { sentences } = own.under(`${rule}, any order`);
          const text = `wrong: ${sorted} sorted, ${any} of ${sentences} in any order`;
          const isFor = any > 0 && (rule === "ours" || sorted === 0);
          return { ...vote(`${dataset}, ${rule}`, text, isFor), votes: rule === "printed" };
        })
      ),
  },
  {
    name: "pairs",
    place: "“Feature Extraction”",
    statement: "It helps to model pairs of tags.",
    printed: "“we want each next output tag to depend on the previous tag”",
    rule: "For if the 95% interval of the difference of token accuracies, with transitions less " +
      "without, is above 0 (paired bootstrap over test sentences, and over seeds of a BiLSTM, if " +
      "study bilstm is in the same run); against if it is below; a tie if it holds 0.",
    flags: "--data DIR",
    judge: pairs,
  },
  {
    name: "root",
    place: "“Viterbi Decoding”, viterbi_decode (the assert)",
    statement: "Every path, followed back, begins at ROOT.",
    printed: "“Sanity check that first tag is the <ROOT> token.”",
    rule: "For under a condition where every path does; otherwise against.",
    ofCondition: (one) => {
      const lost = one.value("paths that do not begin at ROOT");
      return [`${lost} of ${one.sentences} do not`, lost === 0];
    },
  },
];

/** Claims that the tutorial does not make. */
const OURS: readonly ClaimData[] = [
  {
    name: "crf",
    isOurs: true,
    place: "beside the tutorial",
    statement: "What the three papers claim of perceptrons holds for CRFs: their decoders beat " +
      "Viterbi.",
    printed: "not in the tutorial: it decodes with Viterbi alone",
    rule: "For on a dataset if the decoder of a paper evaluates fewer edges than Viterbi, " +
      "otherwise against. If cells of suite crf are in the same run, times vote as in the " +
      "papers' claims; all of these are then in claims.md (deno task bench --suite crf).",
    study: { name: NAME, command: `deno task study ${NAME}` },
    judge: { evidence: usesForCrfs },
  },
  {
    name: "pruning",
    isOurs: true,
    place: "beside the tutorial",
    statement: "Pruning labels pays for log Z as it does for the best path.",
    printed: "not in the tutorial: it sums over all labels",
    rule: "Of Z a share of 1e-6 may be lost. For on a dataset where dominance keeps a smaller " +
      "share of the labels than sums with exceptions, which lose nothing, take of the products; " +
      "otherwise against. Dominance multiplies each label that it keeps by all labels of the next " +
      "position, so that its share of the products is that of the labels. The oracle knows the " +
      "marginals: nothing keeps fewer labels.",
    study: { name: "partition", command: "deno task study partition" },
    judge: { evidence: pruning },
  },
];

/** The paper. */
const tutorial: Paper = {
  name: NAME,
  order: 400,
  rules: [],
  claimsRule: EVIDENCE_RULE,
  tables: [],
  claims: [
    ...studyClaims(NAME, { cite: "Tutorial", prefix: PREFIX, order: FIRST }, CLAIMS),
    ...claims({ cite: "Ours", prefix: PREFIX, order: FIRST + 10 * CLAIMS.length }, OURS),
  ],
};

export default tutorial;
