/**
 * `deno task check`: whether a decoder is right.
 *
 * @module
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Decoder } from "../../decoders/contract.ts";
import { openPack } from "../../datasets/packs/pack.ts";
import { findDecoders } from "../plan/discover.ts";
import { EXIT_WRONG } from "../terminal/exit_codes.ts";
import type { Command, Flags } from "../terminal/flags.ts";
import { replay } from "../problems/sequence/replay.ts";
import { given, UsageError } from "../terminal/usage_error.ts";
import { resolveVariant } from "../plan/variant.ts";
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
  const isFile = target.endsWith(".ts");
  const decoders = isFile ? [await loadDecoder(target)] : await findDecoders();
  const variant = resolveVariant(isFile ? decoders[0]!.value.name : target, decoders);
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

async function loadDecoder(path: string): Promise<{ url: string; value: Decoder }> {
  const url = pathToFileURL(resolve(path)).href;
  await given(Deno.stat(path));
  const { default: value } = await import(url) as { default?: Partial<Decoder> };
  if (typeof value?.name !== "string" || typeof value.prepare !== "function") {
    throw new UsageError(`Cannot check ${path}: its default export is no decoder`);
  }
  return { url, value: { ...value, options: value.options ?? {} } as Decoder };
}
