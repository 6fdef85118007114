/**
 * How well confidences tell what is right, from tokens whose right labels are known.
 *
 * @module
 */

/** A chosen label. */
export interface JudgedToken {
  /** How sure the tagger is of it; more is surer. */
  readonly confidence: number;
  /** Whether it is the right one. */
  readonly isRight: boolean;
}

/** Tokens of about the same confidence. */
export interface ReliabilityBin {
  readonly tokens: number;
  /** Mean confidence. */
  readonly confidence: number;
  /** Share of the tokens that are right. */
  readonly accuracy: number;
}

/**
 * Tokens in order of their confidence, cut into bins of as many tokens each, but for one: bins of
 * equal width would be almost empty where a tagger is nearly always sure. Ties stay in the order in
 * which they come.
 *
 * @param count bins at most; fewer tokens make fewer
 */
export function reliabilityBins(tokens: readonly JudgedToken[], count: number): ReliabilityBin[] {
  const sorted = tokens.toSorted((one, other) => one.confidence - other.confidence);
  const bins: ReliabilityBin[] = [];
  const some = Math.min(count, sorted.length);
  for (let b = 0; b < some; b++) {
    const from = Math.floor(b * sorted.length / some);
    const own = sorted.slice(from, Math.floor((b + 1) * sorted.length / some));
    bins.push({
      tokens: own.length,
      confidence: own.reduce((sum, { confidence }) => sum + confidence, 0) / own.length,
      accuracy: own.filter(({ isRight }) => isRight).length / own.length,
    });
  }
  return bins;
}

/**
 * Expected calibration error: Σ_b n_b/n·|accuracy_b − confidence_b| over bins.
 *
 * Source: Naeini, Cooper and Hauskrecht 2015; bins of equal mass as in Nguyen and O'Connor 2015.
 */
export function calibrationError(bins: readonly ReliabilityBin[]): number {
  const total = bins.reduce((sum, { tokens }) => sum + tokens, 0);
  return bins.reduce(
    (sum, { tokens, accuracy, confidence }) =>
      sum + tokens / total * Math.abs(accuracy - confidence),
    0,
  );
}

/**
 * The probability that a right token has more confidence than a wrong one, a tie counting one half:
 * the area under the ROC curve. It compares confidences that are no probabilities.
 *
 * AUC = (R − n₁(n₁ + 1)/2) / (n₁·n₀), R the sum of the ranks of the n₁ right ones, ties sharing
 * their mean rank.
 *
 * @returns NaN if none is right, or none wrong
 *
 * Source: Hanley and McNeil 1982.
 */
export function rankQuality(tokens: readonly JudgedToken[]): number {
  const sorted = tokens.toSorted((one, other) => one.confidence - other.confidence);
  let [ranks, right] = [0, 0];
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to]!.confidence === sorted[from]!.confidence) to++;
    const own = sorted.slice(from, to).filter(({ isRight }) => isRight).length;
    right += own;
    // Ranks are from + 1 to `to`.
    ranks += own * (from + 1 + to) / 2;
  }
  const wrong = sorted.length - right;
  return (ranks - right * (right + 1) / 2) / (right * wrong);
}
