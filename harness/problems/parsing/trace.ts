/**
 * How a parsing decoder comes to its answers.
 *
 * @module
 */

import { newWork } from "../../../decoders/contract.ts";
import type { TraceStep } from "../../../decoders/parsing/contract.ts";
import { scoreDerivation } from "../../../decoders/parsing/forest/score_derivation.ts";
import type { TracePoint } from "../../store/traces.ts";
import type { Opening } from "../contract.ts";
import { importDecoder } from "./open.ts";
import { loadParses } from "./parses_file.ts";

/**
 * Parses all sentences of a file once more and tells of each iteration the best objective so far,
 * scored anew, the decoder's best bound so far and whether that proves the objective.
 */
export async function trace({ pack, url, options }: Opening): Promise<TracePoint[]> {
  const { model, sentences } = await loadParses(pack);
  const parse = (await importDecoder(url)).prepare(model, options);
  const points: TracePoint[] = [];
  sentences.forEach((sentence, index) => {
    const steps: TraceStep[] = [];
    const { beam } = parse(sentence, newWork(), (step) => steps.push(step));
    let best = -Infinity;
    let limit = Infinity;
    for (const { iteration, derivation, bound = Infinity, delta = NaN } of steps) {
      best = Math.max(best, scoreDerivation(model, sentence, derivation, beam).objective);
      limit = Math.min(limit, bound);
      const proven = limit - best < model.unit ? 1 : 0;
      points.push({ sentence: index, iteration, objective: best, bound: limit, delta, proven });
    }
  });
  return points;
}
