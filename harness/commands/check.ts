/**
 * `deno task check`: whether a decoder is right.
 *
 * @module
 */

import { visible, visibleLines } from "../../datasets/visible.ts";
import { inIsolate, IsolateCrash, IsolateTimeout } from "../isolate/isolate.ts";
import { COMMAND_FLAG, commandVariants, filesAmong } from "../decoders/variant.ts";
import { isPath, withoutSettings } from "../problems/packs.ts";
import { type Command, deadlineOf, type Flags, refuseFlags } from "../terminal/flags.ts";
import { Progress } from "../terminal/progress.ts";
import { EXIT_WRONG, UsageError } from "../terminal/usage_error.ts";
import type { CheckEnd, CheckNote, CheckRequest } from "./_check_cell.ts";
import { FORBID_BELOW_FLAG, LIMIT_FLAG, PACK_FLAG, REAL, SPACE_FLAG } from "./_pack_flags.ts";

/** Seconds that one case or one sentence may take. */
const DEADLINE = 60;
/** Flags of a comparison on a pack. */
const PACK_FLAGS = ["k", "limit", "forbid-below", "space"];

const command: Command = {
  meaning: "run the conformance suite on a decoder, or compare it with the exact one on a pack",
  arguments: "FILE.ts|NAME",
  flags: {
    ...COMMAND_FLAG,
    pack: { ...PACK_FLAG, help: `compare on this instead: ${PACK_FLAG.help}` },
    kit: { help: "the conformance kit instead, chapter by chapter, as for programs" },
    k: { value: "K", help: "with --pack: best paths a sentence (1)" },
    limit: { ...LIMIT_FLAG, help: `with --pack: ${LIMIT_FLAG.help}` },
    "forbid-below": FORBID_BELOW_FLAG,
    space: SPACE_FLAG,
    verbose: { help: "a line for each case that passed, besides those that failed" },
    deadline: { value: "S", help: `seconds that a case or sentence may take (${DEADLINE})` },
  },
  examples: {
    "check my_decoder.ts":
      "the conformance suite on a decoder of yours; what fails is shown as small as it gets",
    "check --decoder-command 'mine=./viterbi batch'":
      "the conformance kit on a program of yours, in any language",
    "check auto --pack mine.safetensors --k 3":
      "a decoder's three best scores beside those of dense Viterbi, sentence by sentence",
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const [target, ...rest] = [...flags.positional, ...commandVariants(flags.values)];
  if (target === undefined || rest.length > 0) {
    throw new UsageError("Cannot check: give one FILE.ts, decoder NAME or --decoder-command");
  }
  const deadlineMs = deadlineOf(flags, 1000 * DEADLINE);
  const isVerbose = flags.switches.has("verbose");
  const isKit = flags.switches.has("kit");
  if (flags.values["pack"] === undefined) refuseFlags(flags, PACK_FLAGS, "without --pack FILE");
  else refuseFlags(flags, ["kit", "verbose"], "with --pack");
  return await watch({ type: "check", target, values: flags.values, isKit }, deadlineMs, isVerbose);
}

/** Has an isolate check, and ends it if it says nothing for so many seconds. */
async function watch(
  request: CheckRequest,
  deadlineMs: number,
  isVerbose: boolean,
): Promise<number> {
  const { target, values: { pack } } = request;
  const entry = new URL("./_check_cell.ts", import.meta.url);
  const files = pack === undefined ? [] : [await isPath(pack) ? withoutSettings(pack) : REAL];
  const settings = { entry, modules: filesAmong([target]), files };
  let doing = target;
  let progress: Progress | undefined;
  const onNote = (note: unknown) => {
    const { doing: next, of, line }: Partial<Record<string, unknown>> = note as CheckNote;
    if (line === undefined) {
      doing = visible(String(next));
      if (of === undefined) return;
      if (progress === undefined) progress = new Progress(Number(of));
      else progress.advance();
      progress.doing(doing);
    } else if (isVerbose || !/^ok /.test(String(line))) {
      progress?.clear();
      console.log(visibleLines(String(line)));
    }
  };
  try {
    const { passed, failed } = await inIsolate(
      settings,
      async (isolate) => (await isolate.ask(request, deadlineMs, onNote)).value as CheckEnd,
    );
    progress?.clear();
    console.log(`${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : EXIT_WRONG;
  } catch (error) {
    progress?.clear();
    if (error instanceof IsolateTimeout) {
      console.error(`error: Cannot finish ${doing} within --deadline ${deadlineMs / 1000} s`);
    } else if (error instanceof IsolateCrash) {
      console.error(`error: Cannot finish ${doing}: ${error.message}`);
    } else throw error;
    return EXIT_WRONG;
  }
}
