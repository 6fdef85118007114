/**
 * `deno task decode`: the best paths or parses of a pack as JSON.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { scoreText } from "../../datasets/ccg/evaluation.ts";
import { brief, visibleJson } from "../../datasets/visible.ts";
import { inIsolate } from "../isolate/isolate.ts";
import { withoutSettings } from "../problems/packs.ts";
import { COMMAND_FLAG, commandVariants, filesAmong } from "../decoders/variant.ts";
import { type Command, deadlineOf, type Flags, required } from "../terminal/flags.ts";
import { printLine, refuseSameFile } from "../terminal/output_files.ts";
import { DecoderError, EXIT_WRONG, given, UsageError } from "../terminal/usage_error.ts";
import type { DecodeRequest } from "./_decode_cell.ts";
import type { DecodeEnd } from "./_decode_parses.ts";
import {
  FORBID_BELOW_FLAG,
  LIMIT_FLAG,
  PACK_FLAG,
  problemOfPack,
  REAL,
  SPACE_FLAG,
} from "./_pack_flags.ts";

/** What decodes where no decoder is named: exact, and the fastest of the project. */
const DECODERS = { sequence: "auto", parsing: "bar-hillel" } as const;
const ENTRY = new URL("./_decode_cell.ts", import.meta.url);

const command: Command = {
  meaning: "decode a pack or dataset; one line of JSON a sentence",
  flags: {
    pack: PACK_FLAG,
    decoder: {
      value: "NAME",
      help: "NAME or FILE.ts, {option=value,…} after it (auto, bar-hillel for parses)",
    },
    ...COMMAND_FLAG,
    k: { value: "K", help: "best paths a sentence (1)" },
    names: { help: "label names of each path besides, as `names`" },
    proof: { help: "parses: the multipliers besides that prove the bound" },
    beliefs: { help: "parses: the probability of each tag besides, if the decoder has them" },
    out: { value: "FILE", help: "write the lines there" },
    deadline: { value: "S", help: "seconds that a sentence or preparing may take (any)" },
    limit: LIMIT_FLAG,
    "forbid-below": FORBID_BELOW_FLAG,
    space: SPACE_FLAG,
  },
  examples: {
    "decode --pack ewt_pos45 --limit 1 --names":
      "the best path of a sentence, with the names of its labels",
    "decode --pack mine.safetensors --k 5 --out paths.jsonl":
      "the five best paths of each sentence of a pack of yours",
  },
  run,
};
export default command;

/** Prints the paths and, on standard error, how many labels of the best ones are right. */
async function run(flags: Flags): Promise<number> {
  const pack = withoutSettings(required(flags, "pack", "FILE"));
  const files = [pack, REAL];
  const asked = [flags.values["decoder"] ?? [], commandVariants(flags.values)].flat();
  if (asked.length > 1) throw new UsageError(`Cannot decode with several: ${asked.join(", ")}`);
  const decoder = asked[0] ?? DECODERS[await given(problemOfPack(flags))];
  const { values, switches } = flags;
  const deadlineMs = deadlineOf(flags, Infinity);
  const modules = filesAmong([decoder]);
  // It is opened anew when the pack and the decoder have been read.
  const [own] = modules.map((url) => fileURLToPath(url));
  refuseSameFile({ pack, decoder: own, out: values["out"] });
  const open: DecodeRequest = { type: "open", decoder, values, switches: [...switches] };
  const settings = { entry: ENTRY, modules, files };
  const failing = `Cannot decode with ${brief(decoder)}`;
  const end = await inIsolate(settings, async (isolate) => {
    await isolate.ask(open, deadlineMs);
    using out = await openOutput(values["out"]);
    const { value } = await isolate.ask({ type: "decode" }, deadlineMs, (paths) => {
      out.line(visibleJson(paths));
    });
    return value as DecodeEnd;
  }, failing);
  if (end.wrong !== undefined) throw new DecoderError(`${failing}: ${end.wrong}`, EXIT_WRONG);
  sayAccuracy(end);
  return 0;
}

/** Where lines go: to a file, or to standard output. */
async function openOutput(path: string | undefined) {
  if (path === undefined) return { line: printLine, [Symbol.dispose]: () => {} };
  const refuse = (cause: Error): never => {
    throw new UsageError(`Cannot write to --out ${path}: ${cause.message}`, { cause });
  };
  const file = await Deno.open(path, { write: true, create: true, truncate: true }).catch(refuse);
  // No room, or no reader, is no fault of the command line.
  return { line: (text: string) => printLine(text, file), [Symbol.dispose]: () => file.close() };
}

function sayAccuracy({ tokens, right, matches = {} }: DecodeEnd): void {
  if (tokens === 0) return;
  const share = (100 * right / tokens).toFixed(2);
  console.error(`accuracy: ${share}%, ${right} of ${tokens} tokens`);
  for (const [name, of] of Object.entries(matches)) console.error(scoreText(name, of));
}
