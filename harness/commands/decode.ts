/**
 * `deno task decode`: the best paths of a pack as JSON.
 *
 * @module
 */

import { prepared } from "../../decoders/chain/prepared.ts";
import { newWork } from "../../decoders/contract.ts";
import { findVariant } from "../plan/decoder_files.ts";
import { type Command, type Flags, required } from "../terminal/flags.ts";
import {
  FORBID_BELOW_FLAG,
  LIMIT_FLAG,
  openSentences,
  PACK_FLAG,
  pathCount,
} from "./_pack_flags.ts";

const command: Command = {
  meaning: "decode a pack; one line of JSON a sentence",
  flags: {
    pack: PACK_FLAG,
    decoder: { value: "NAME", help: "NAME or FILE.ts, {option=value,…} after it" },
    k: { value: "K", help: "best paths a sentence (1)" },
    limit: LIMIT_FLAG,
    "forbid-below": FORBID_BELOW_FLAG,
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const variant = await findVariant(required(flags, "decoder", "NAME"));
  const k = pathCount(flags, variant);
  const { task, count } = await openSentences(flags);
  const decode = prepared(variant.decoder, task.model, variant.options);
  for (let sentence = 0; sentence < count; sentence++) {
    const work = newWork();
    const { paths } = decode(task.lattice(sentence), k, work);
    const listed = paths.map(({ score, labels }) => ({ score, labels: Array.from(labels) }));
    console.log(JSON.stringify({ sentence, paths: listed, work }));
  }
  return 0;
}
