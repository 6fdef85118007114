/**
 * The isolate of `decode`.
 *
 * @module
 */

import { prepared } from "../../decoders/tagging/prepared.ts";
import { newWork } from "../../decoders/contract.ts";
import { sentenceStarts } from "../../datasets/dataset.ts";
import { brief } from "../../datasets/visible.ts";
import { serve } from "../isolate/serve.ts";
import { findVariant } from "../decoders/variant.ts";
import { countRight, countsOf } from "../problems/checked.ts";
import { verifyAnswer } from "../problems/sequence/judge.ts";
import type { Flags } from "../terminal/flags.ts";
import { UsageError } from "../terminal/usage_error.ts";
import { type DecodeAll, openParses } from "./_decode_parses.ts";
import { labelNames, named, openSentences, pathCount, problemOfPack } from "./_pack_flags.ts";

/** What is asked: to open everything, so that nothing is wrong, and then to decode. */
export type DecodeRequest =
  | {
    readonly type: "open";
    /** The variant, as the command line has it. */
    readonly decoder: string;
    /** How many paths, and which sentences. */
    readonly values: Flags["values"];
    /** What is printed besides: `names`, of parses also `proof` and `beliefs`. */
    readonly switches: readonly string[];
  }
  | { readonly type: "decode" };

async function openLattices(asked: string, flags: Flags): Promise<DecodeAll> {
  const variant = await findVariant(asked);
  const k = pathCount(flags, variant);
  const { dataset, count } = await openSentences(flags);
  const names = flags.switches.has("names") ? labelNames(dataset) : undefined;
  // A decoder may want to know how many sentences will come; the command line may say otherwise.
  const { decoder, options } = variant;
  if (dataset.model.hasPairs && !decoder.pairs) {
    const pack = brief(flags.values["pack"]!);
    throw new UsageError(`Cannot decode ${pack} with ${decoder.name}, which takes no pairs`);
  }
  const isAsking = options["expect"] === 0;
  const decode = prepared(
    decoder,
    dataset.model,
    isAsking ? { ...options, expect: count } : options,
    { areSumsChecked: true },
  );
  const starts = sentenceStarts(dataset.lengths);
  return (note) => {
    const end = { tokens: 0, right: 0 };
    for (let sentence = 0; sentence < count; sentence++) {
      const work = newWork();
      const lattice = dataset.lattice(sentence);
      const { paths } = decode(lattice, k, work);
      const { defect } = verifyAnswer(dataset.model, lattice, k, paths);
      if (defect !== "") return { ...end, wrong: `sentence ${sentence}: ${defect}` };
      const gold = dataset.gold?.subarray(starts[sentence], starts[sentence + 1]);
      const { goldTokens, rightTokens } = countRight([gold], [paths[0]?.labels]);
      end.tokens += goldTokens;
      end.right += rightTokens;
      const listed = paths.map(({ score, labels }) => ({
        score,
        labels: Array.from(labels),
        ...named(names, labels),
      }));
      note({ sentence, paths: listed, work: countsOf(work, sentence) });
    }
    return end;
  };
}

if (import.meta.main) {
  let decodeAll: DecodeAll | undefined;
  await serve<DecodeRequest>(async (request, { note }) => {
    if (request.type === "decode") return decodeAll!(note);
    const switches = new Set(request.switches);
    const flags = { values: request.values, switches, positional: [] };
    const open = await problemOfPack(flags) === "parsing" ? openParses : openLattices;
    decodeAll = await open(request.decoder, flags);
    return null;
  });
}
