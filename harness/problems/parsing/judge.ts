/**
 * Judging parses. Nothing that a decoder says is believed.
 *
 * @module
 */

import { remembered } from "../../../datasets/dataset.ts";
import { brief } from "../../../datasets/visible.ts";
import { isFailure } from "../../../decoders/parsing/contract.ts";
import { scoreDerivation } from "../../../decoders/parsing/forest/score_derivation.ts";
import { dualBounds } from "../../../decoders/parsing/messages/dual_ascent.ts";
import {
  largestMultiplier,
  oddMultiplier,
  type ParsingModel,
  type ParsingSentence,
} from "../../../decoders/parsing/model.ts";
import { type JsonParse, parseFromJson, type ReturnedParse } from "./answers.ts";
import type { Asked, Checked } from "../contract.ts";
import { checkedFrom, countRight, type Finding, UNCHECKED } from "../checked.ts";
import type { ParsingSample } from "./sample.ts";

/** What is found about the answer for one sentence. */
export interface ParseFinding extends Finding {
  /** Whether it claims to be the best: its bound is less than a unit above its score. */
  readonly isClaimed: boolean;
}

/** Judges an answer beside the reference's; without one by itself. */
export type JudgeParse = (
  sentence: ParsingSentence,
  answer: ReturnedParse,
  reference?: ReturnedParse,
) => ParseFinding;

/** An answer whose score is no claim any more. */
interface Scored {
  readonly defect: string;
  /** J as the pack and the grammar have it, −∞ without a derivation. */
  readonly objective: number;
  /** A bound that is at least as large as what the decoder claims; ∞ without. */
  readonly bound: number;
}

/**
 * Prepares to judge answers for a model. An answer is wrong if
 *
 * - its derivation is none, or none of the step of the search space where the reference ends;
 * - its objective is not the sum of the scores of its parts (`===`);
 * - its bound is below L(u) of the multipliers that are to prove it, below its own objective, or
 *   below a derivation of the reference;
 * - its objective is above the reference's bound;
 * - it claims to be the best and the reference's derivation is better;
 * - it finds no parse where there is one, or gives up where the reference does not.
 *
 * All scores are multiples of the unit, so what is less than a unit above an objective is not above
 * it. L(u) is computed anew, whoever found the multipliers.
 *
 * Cost: a chart and two sweeps an answer that has multipliers; a reference is judged with the first
 * answer that it is held against.
 */
export function judgeParses(model: ParsingModel): JudgeParse {
  const dualBound = dualBounds(model);
  const { unit } = model;
  const score = (sentence: ParsingSentence, answer: ReturnedParse): Scored => {
    const { derivation, failure, objective, bound = Infinity, proof, beam } = answer;
    const steps = Math.max(sentence.space.steps.length, 1);
    const wrong = (defect: string) => ({ defect, objective: -Infinity, bound: Infinity });
    if (beam < 0 || beam >= steps) return wrong(`step ${beam} of a search space of ${steps}`);
    if (failure !== undefined && !isFailure(failure)) {
      return wrong(`finds no parse for the reason ${brief(String(failure))}`);
    }
    if (derivation === undefined) {
      const said = objective === -Infinity && failure !== undefined;
      return wrong(said ? "" : `no derivation, with the objective ${objective} and no reason`);
    }
    let right: number;
    try {
      right = scoreDerivation(model, sentence, derivation, beam).objective;
    } catch (error) {
      if (error instanceof RangeError) return wrong(error.message);
      throw error;
    }
    if (objective !== right) {
      return wrong(`claims the objective ${objective}, its derivation scores ${right}`);
    }
    const scored = { objective: right, bound, defect: "" };
    if (Number.isNaN(bound) || bound < right) {
      return { ...scored, defect: `claims the bound ${bound} below its objective ${right}` };
    }
    if (proof === undefined || bound === Infinity) return scored;
    return { ...scored, defect: proofDefect(sentence, beam, proof, bound) };
  };
  const proofDefect = (
    sentence: ParsingSentence,
    beam: number,
    proof: Float64Array,
    bound: number,
  ) => {
    const { tags } = sentence.slots;
    if (proof.length !== tags.length) {
      return `gives ${proof.length} multipliers for ${tags.length} slots`;
    }
    // Sums with others may round what they are to prove.
    const most = largestMultiplier(unit, sentence.length);
    const odd = oddMultiplier(unit, sentence.length, proof);
    if (odd !== undefined) return `gives the multiplier ${odd}, no multiple of 2^-20 up to ${most}`;
    const proven = dualBound(sentence, beam, proof);
    return bound >= proven ? "" : `claims the bound ${bound}, its multipliers prove ${proven}`;
  };
  // One reference is held against many answers.
  const references = new WeakMap<ReturnedParse, Scored>();
  return (sentence, answer, reference = answer) => {
    const own = score(sentence, answer);
    const best = reference === answer
      ? own
      : remembered(references, reference, () => score(sentence, reference));
    // What the reference cannot show of itself is no measure for others.
    const limit = best.defect === "" ? best.bound : Infinity;
    const isClaimed = own.bound - own.objective < unit;
    const isProven = limit - best.objective < unit;
    const defect = own.defect || (best.defect === "" ? comparison() : "");
    const isSame = answer.derivation === undefined
      ? answer.failure === reference.failure
      : isProven && own.objective === best.objective;
    return {
      ...{ defect, isClaimed },
      isExact: defect === "" && isSame,
      gap: gap(),
    };

    function comparison(): string {
      const [found, known] = [answer.derivation, reference.derivation];
      if ((found === undefined) !== (known === undefined) || answer.failure !== reference.failure) {
        const say = ({ failure }: ReturnedParse) => failure ?? "a parse";
        return `finds ${say(answer)}, the reference ${say(reference)}`;
      }
      if (answer.beam !== reference.beam) {
        return `searches step ${answer.beam}, the reference step ${reference.beam}`;
      }
      if (own.objective > limit) {
        return `scores ${own.objective}, better than the reference's bound ${limit}`;
      }
      if (own.bound < best.objective) {
        return `claims the bound ${own.bound}, the reference scores ${best.objective}`;
      }
      return "";
    }

    function gap(): number {
      if (reference.derivation === undefined) return 0;
      return (isProven || limit === Infinity ? best.objective : limit) - own.objective;
    }
  };
}

/**
 * Judges the answers to all sentences, see `judgeParses`. A cell is correct if every answer claims
 * to be the best there is, and is; claims are answers' own, whatever the decoder says of itself.
 */
export function check(
  sample: ParsingSample,
  _asked: Asked,
  parses: readonly JsonParse[],
  reference?: readonly JsonParse[],
): Checked {
  const answers = parses.map(parseFromJson);
  const right = countRight(
    sample.sentences.map(({ gold }) => gold?.tags),
    answers.map(({ derivation }) => derivation?.tags),
  );
  if (reference === undefined) return { ...UNCHECKED, ...right };
  const { judge, parsed } = held(sample.model);
  const findings = answers.map((answer, i) => {
    const json = reference[i]!;
    return judge(sample.sentences[i]!, answer, remembered(parsed, json, () => parseFromJson(json)));
  });
  const isBest = findings.every(({ isExact, isClaimed }, i) =>
    isExact && (isClaimed || answers[i]!.derivation === undefined)
  );
  return checkedFrom(findings, sample.lengths, { ...right, compared: "bound", isBest });
}

/** What the cells of a model share: a judge, and the parses of references. */
interface Held {
  readonly judge: JudgeParse;
  readonly parsed: WeakMap<JsonParse, ReturnedParse>;
}

const HELD = new WeakMap<ParsingModel, Held>();

function held(model: ParsingModel): Held {
  return remembered(HELD, model, () => ({ judge: judgeParses(model), parsed: new WeakMap() }));
}
