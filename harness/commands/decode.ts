/**
 * `deno task decode`: the best paths of a pack as JSON.
 *
 * @module
 */

import { newWork } from "../../decoders/contract.ts";
import { openPack } from "../../datasets/pack.ts";
import { findDecoders } from "../discover.ts";
import { type Command, type Flags, required, wholeNumber } from "../flags.ts";
import { given } from "../usage_error.ts";
import { resolveVariant } from "../variant.ts";
import { FORBID_BELOW_FLAG, forbidBelow, pathCount } from "./_pack_flags.ts";

const command: Command = {
  meaning: "decode a pack; one line of JSON a sentence",
  flags: {
    pack: { value: "FILE", help: ".safetensors or .safetensors.gz" },
    decoder: { value: "NAME", help: "NAME or NAME{option=value,…}" },
    k: { value: "K", help: "best paths a sentence (1)" },
    limit: { value: "N", help: "only the first N sentences" },
    "forbid-below": FORBID_BELOW_FLAG,
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const pack = required(flags, "pack", "FILE");
  const variant = resolveVariant(required(flags, "decoder", "NAME"), await findDecoders());
  const k = pathCount(flags, variant);
  const task = await given(openPack(pack, forbidBelow(flags)));
  const count = Math.min(wholeNumber(flags, "limit", 0) ?? Infinity, task.lengths.length);
  const decode = variant.decoder.prepare(task.model, variant.options);
  for (let sentence = 0; sentence < count; sentence++) {
    const work = newWork();
    const { paths } = decode(task.lattice(sentence), k, work);
    const listed = paths.map(({ score, labels }) => ({ score, labels: Array.from(labels) }));
    console.log(JSON.stringify({ sentence, paths: listed, work }));
  }
  return 0;
}
