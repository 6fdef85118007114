/**
 * Checking the answers of a cell.
 *
 * @module
 */

import type { ParsingModel } from "../../../decoders/parsing/model.ts";
import { type Asked, type Checked, UNCHECKED } from "../contract.ts";
import { type ClaimedParse, claimOf, type ToldParse } from "./claimed_parse.ts";
import { type JudgeParse, judgeParses } from "./judge.ts";
import type { ParsingSample } from "./sample.ts";

/**
 * Judges the answers to all sentences, see `judgeParses`. A cell is correct if every answer claims
 * to be the best there is, and is; claims are answers' own, whatever the decoder says of itself.
 */
export function check(
  sample: ParsingSample,
  _asked: Asked,
  told: readonly ToldParse[],
  reference?: readonly ToldParse[],
): Checked {
  const answers = told.map(claimOf);
  const right = countRight(sample, answers);
  if (reference === undefined) return { ...UNCHECKED, ...right };
  const { sentences, lengths } = sample;
  const { judge, claims } = held(sample.model);
  const findings = answers.map((answer, i) => {
    const told = reference[i]!;
    const claim = claims.get(told) ?? claimOf(told);
    claims.set(told, claim);
    return judge(sentences[i]!, answer, claim);
  });
  const [wrong] = [...findings.keys()].filter((sentence) => findings[sentence]!.defect !== "")
    .sort((a, b) => lengths[a]! - lengths[b]!);
  const isProven = findings.every(({ isExact }, i) =>
    isExact && (findings[i]!.isClaimed || answers[i]!.derivation === undefined)
  );
  return {
    ...right,
    verdict: wrong !== undefined ? "wrong" : isProven ? "correct" : "inexact",
    evidence: { compared: "bound", tolerance: 0 },
    wrongSentence: wrong ?? -1,
    defect: wrong === undefined ? "" : findings[wrong]!.defect,
    exactShare: findings.filter(({ isExact }) => isExact).length / findings.length,
    meanGap: findings.reduce((sum, { gap }) => sum + gap, 0) / findings.length,
  };
}

/** What the cells of a model share: a judge, and the claims of references. */
interface Held {
  readonly judge: JudgeParse;
  readonly claims: WeakMap<ToldParse, ClaimedParse>;
}

const HELD = new WeakMap<ParsingModel, Held>();

function held(model: ParsingModel): Held {
  const known = HELD.get(model) ?? { judge: judgeParses(model), claims: new WeakMap() };
  HELD.set(model, known);
  return known;
}

/** Words with a known tag, and those that answers tag rightly. */
function countRight(
  { sentences }: ParsingSample,
  answers: readonly ClaimedParse[],
): Pick<Checked, "goldTokens" | "rightTokens"> {
  const counts = sentences.map((sentence, i) => rightTags(sentence.gold?.tags, answers[i]!));
  return {
    goldTokens: counts.reduce((sum, { known }) => sum + known, 0),
    rightTokens: counts.reduce((sum, { right }) => sum + right, 0),
  };
}

/** Known tags of a sentence, and how many of them an answer has. */
export function rightTags(
  gold: Int32Array | undefined,
  { derivation }: Pick<ClaimedParse, "derivation">,
): { known: number; right: number } {
  let known = 0;
  let right = 0;
  gold?.forEach((tag, word) => {
    if (tag < 0) return;
    known++;
    if (derivation?.tags[word] === tag) right++;
  });
  return { known, right };
}
