/**
 * `deno task fuzz`: decoders on random models.
 *
 * @module
 */

import { shellQuote, visible, visibleLines } from "../../datasets/visible.ts";
import { readCommand } from "../isolate/command.ts";
import { inIsolate, IsolateCrash, IsolateTimeout } from "../isolate/isolate.ts";
import { COMMAND_FLAG, commandVariants, filesAmong, splitVariants } from "../decoders/variant.ts";
import {
  type Command,
  deadlineOf,
  type Flags,
  MOST_MODELS,
  oneOf,
  seedOf,
  wholeNumber,
} from "../terminal/flags.ts";
import { EXIT_WRONG } from "../terminal/usage_error.ts";
import type { FuzzEnd, FuzzRequest } from "./_fuzz_cell.ts";

const ENTRY = new URL("./_fuzz_cell.ts", import.meta.url);

/** Kinds of problems that there are random models of. */
const PROBLEMS = ["sequence", "parsing"] as const;

const command: Command = {
  meaning: "put decoders to random models until one is wrong; shows the smallest",
  flags: {
    decoder: { value: "X,Y", help: "decoders, names or FILE.ts, instead of all exact ones" },
    ...COMMAND_FLAG,
    problem: { value: "NAME", help: "sequence or parsing (that of the decoders, or sequence)" },
    models: { value: "N", help: "models for each decoder (100000)" },
    seed: { value: "N", help: "seed of the models and options (1)" },
    from: { value: "N", help: "first model; goes on where an earlier run stopped (0)" },
    deadline: { value: "S", help: "seconds that a model may take (any)" },
  },
  examples: {
    "fuzz --models 10000": "every exact decoder on 10,000 random models",
    "fuzz --problem parsing --models 100": "the parsing decoders on 100 random grammars",
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const { decoder } = flags.values;
  const programs = commandVariants(flags.values);
  const named = decoder === undefined ? programs : [...splitVariants(decoder), ...programs];
  const asked = named.length === 0 ? undefined : named;
  const seed = seedOf(flags);
  const from = wholeNumber(flags, "from", 0, MOST_MODELS) ?? 0;
  const end = from + (wholeNumber(flags, "models", 1, MOST_MODELS) ?? 100_000);
  const deadlineMs = deadlineOf(flags, Infinity);
  const { problem } = flags.values;
  if (problem !== undefined) oneOf(flags.values, "problem", PROBLEMS);
  const request: FuzzRequest = { type: "fuzz", asked, problem, seed, from, end };
  let doing = from;
  // What a decoder may have a hand in.
  const say = (text: unknown) => console.log(visibleLines(String(text)));
  const onNote = (note: unknown) => {
    if (typeof note === "number") doing = note;
    else say(note);
  };
  try {
    const settings = { entry: ENTRY, modules: filesAmong(asked ?? []) };
    const wrong = await inIsolate(
      settings,
      async (isolate) => (await isolate.ask(request, deadlineMs, onNote)).value as FuzzEnd,
    );
    if (wrong === null) return 0;
    const { model, name, argument, message } = wrong;
    say(message);
    console.error(visible(`WRONG: ${name} on model ${model}; again with`));
    const flag = readCommand(argument) === undefined ? "decoder" : "decoder-command";
    const replay = `--${flag} ${shellQuote(argument)} --seed ${seed}`;
    console.error(`  deno task fuzz ${replay} --from ${model} --models 1`);
  } catch (error) {
    if (!(error instanceof IsolateCrash || error instanceof IsolateTimeout)) throw error;
    console.error(`error: Cannot finish the models from ${doing} on: ${error.message}`);
  }
  return EXIT_WRONG;
}
