/**
 * `deno task check`: whether a decoder is right.
 *
 * @module
 */

import { findVariant } from "../plan/decoder_files.ts";
import { EXIT_WRONG } from "../terminal/exit_codes.ts";
import { type Command, type Flags, wholeNumber } from "../terminal/flags.ts";
import { MOST_SECONDS } from "../terminal/limits.ts";
import { UsageError } from "../terminal/usage_error.ts";
import type { CheckMessage, CheckRequest } from "./_check_worker.ts";
import { FORBID_BELOW_FLAG, forbidBelow, pathCount } from "./_pack_flags.ts";

/** Seconds that one case or one sentence may take. */
const DEADLINE = 60;

const command: Command = {
  meaning: "run the conformance suite on a decoder, or compare it with Viterbi on a pack",
  arguments: "FILE.ts|NAME",
  flags: {
    pack: { value: "FILE", help: "compare on these lattices instead" },
    k: { value: "K", help: "with --pack: best paths a sentence (1)" },
    "forbid-below": FORBID_BELOW_FLAG,
    deadline: { value: "S", help: `seconds that a case or sentence may take (${DEADLINE})` },
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const [target, ...rest] = flags.positional;
  if (target === undefined || rest.length > 0) {
    throw new UsageError("Cannot check: give one FILE.ts or decoder NAME");
  }
  const deadline = wholeNumber(flags, "deadline", 1, MOST_SECONDS) ?? DEADLINE;
  const variant = await findVariant(target);
  const { name, url, options } = variant;
  const { pack } = flags.values;
  return await watch({
    name,
    url,
    options,
    ...(pack === undefined ? {} : { pack, ...forbidBelow(flags) }),
    k: pack === undefined ? 1 : pathCount(flags, variant),
  }, deadline);
}

/**
 * Has a worker check, and ends the process if it says nothing for so many seconds: a worker that is
 * busy cannot be stopped in any other way.
 */
async function watch(request: CheckRequest, deadline: number): Promise<number> {
  const worker = new Worker(new URL("./_check_worker.ts", import.meta.url), { type: "module" });
  let doing = request.name;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      console.error(`error: Cannot finish ${doing} within --deadline ${deadline} s`);
      Deno.exit(EXIT_WRONG);
    }, 1000 * deadline);
  };
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<CheckMessage>) => {
        restart();
        if ("doing" in data) doing = data.doing;
        else if ("line" in data) console.log(data.line);
        else if ("refused" in data) reject(new UsageError(data.refused));
        else if ("thrown" in data) {
          console.error(`error: Cannot finish ${doing}: ${data.thrown}`);
          resolve(EXIT_WRONG);
        } else {
          console.log(`${data.passed} passed, ${data.failed} failed`);
          resolve(data.failed > 0 ? EXIT_WRONG : 0);
        }
      };
      restart();
      worker.postMessage(request);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
