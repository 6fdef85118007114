/**
 * `deno task check`: whether a decoder is right.
 *
 * @module
 */

import { openPack } from "../../datasets/packs/pack_file.ts";
import { findVariant } from "../plan/decoder_files.ts";
import { EXIT_WRONG } from "../terminal/exit_codes.ts";
import type { Command, Flags } from "../terminal/flags.ts";
import { replay } from "../problems/sequence/replay.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import { FORBID_BELOW_FLAG, forbidBelow, pathCount } from "./_pack_flags.ts";

const command: Command = {
  meaning: "run the conformance suite on a decoder, or compare it with Viterbi on a pack",
  arguments: "FILE.ts|NAME",
  flags: {
    pack: { value: "FILE", help: "compare on these lattices instead" },
    k: { value: "K", help: "with --pack: best paths a sentence (1)" },
    "forbid-below": FORBID_BELOW_FLAG,
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const [target, ...rest] = flags.positional;
  if (target === undefined || rest.length > 0) {
    throw new UsageError("Cannot check: give one FILE.ts or decoder NAME");
  }
  const variant = await findVariant(target);
  const pack = flags.values["pack"];
  if (pack === undefined) {
    // fast-check is not needed to decode.
    const { runConformance } = await import("../conformance/conformance.ts");
    const { passed, failed } = runConformance(variant.decoder, {}, (name, message) => {
      console.log(message === undefined ? `ok      ${name}` : `FAILED  ${name}\n${message}\n`);
    });
    console.log(`${passed} passed, ${failed.length} failed`);
    return failed.length > 0 ? EXIT_WRONG : 0;
  }
  const task = await given(openPack(pack, forbidBelow(flags)));
  const differences = replay(task, variant, pathCount(flags, variant));
  for (const difference of differences) console.log(difference);
  console.log(`${task.lengths.length - differences.length} passed, ${differences.length} failed`);
  return differences.length > 0 ? EXIT_WRONG : 0;
}
