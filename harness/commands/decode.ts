/**
 * `deno task decode`: the best paths of a pack as JSON.
 *
 * @module
 */

import { prepared } from "../../decoders/chain/prepared.ts";
import { newWork } from "../../decoders/contract.ts";
import { sentenceStarts } from "../../datasets/packs/sentences.ts";
import type { Task } from "../../datasets/task.ts";
import { visibleJson } from "../../datasets/visible.ts";
import { findVariant } from "../plan/decoder_files.ts";
import { type Command, type Flags, required } from "../terminal/flags.ts";
import { UsageError } from "../terminal/usage_error.ts";
import {
  FORBID_BELOW_FLAG,
  LIMIT_FLAG,
  openSentences,
  PACK_FLAG,
  pathCount,
} from "./_pack_flags.ts";

const command: Command = {
  meaning: "decode a pack or dataset; one line of JSON a sentence",
  flags: {
    pack: PACK_FLAG,
    decoder: { value: "NAME", help: "NAME or FILE.ts, {option=value,…} after it" },
    k: { value: "K", help: "best paths a sentence (1)" },
    names: { help: "label names of each path besides, as `names`" },
    out: { value: "FILE", help: "write the lines there" },
    limit: LIMIT_FLAG,
    "forbid-below": FORBID_BELOW_FLAG,
  },
  run,
};
export default command;

/** Prints the paths and, on standard error, how many labels of the best ones are right. */
async function run(flags: Flags): Promise<number> {
  const variant = await findVariant(required(flags, "decoder", "NAME"));
  const k = pathCount(flags, variant);
  const { task, count } = await openSentences(flags);
  const names = flags.switches.has("names") ? labelNames(task) : undefined;
  using out = await openOutput(flags.values["out"]);
  const { decoder, options } = variant;
  // A decoder that asks how many sentences will come is told, unless it was told otherwise.
  const isAsking = options["expect"] === 0;
  const decode = prepared(decoder, task.model, isAsking ? { ...options, expect: count } : options);
  const accuracy = new Accuracy(task);
  for (let sentence = 0; sentence < count; sentence++) {
    const work = newWork();
    const { paths } = decode(task.lattice(sentence), k, work);
    accuracy.add(sentence, paths[0]?.labels);
    const listed = paths.map(({ score, labels }) => ({
      score,
      labels: Array.from(labels),
      ...(names === undefined ? {} : { names: Array.from(labels, (label) => names[label]) }),
    }));
    out.line(visibleJson({ sentence, paths: listed, work }));
  }
  accuracy.say();
  return 0;
}

/** Names of the labels, as many as there are: packs are checked when they are opened. */
function labelNames({ name, metadata }: Task): readonly string[] {
  const json = metadata["labels"];
  if (json === undefined) throw new UsageError(`Cannot use --names: ${name} has no label names`);
  return JSON.parse(json);
}

/** Where lines go: to a file, or to standard output. */
async function openOutput(path: string | undefined) {
  if (path === undefined) return { line: console.log, [Symbol.dispose]: () => {} };
  const refuse = (cause: Error): never => {
    throw new UsageError(`Cannot write to --out ${path}: ${cause.message}`, { cause });
  };
  const file = await Deno.open(path, { write: true, create: true, truncate: true }).catch(refuse);
  const encoder = new TextEncoder();
  return {
    line(text: string) {
      const bytes = encoder.encode(`${text}\n`);
      try {
        for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
      } catch (error) {
        refuse(error as Error);
      }
    },
    [Symbol.dispose]: () => file.close(),
  };
}

/** Counts labels that are those of the gold standard; tokens without a known one do not count. */
class Accuracy {
  readonly #gold: Int32Array | undefined;
  readonly #starts: Int32Array;
  #tokens = 0;
  #right = 0;

  constructor({ gold, lengths }: Task) {
    this.#gold = gold;
    this.#starts = sentenceStarts(lengths);
  }

  add(sentence: number, labels: ArrayLike<number> | undefined): void {
    const gold = this.#gold?.subarray(this.#starts[sentence], this.#starts[sentence + 1]);
    gold?.forEach((label, t) => {
      if (label < 0) return;
      this.#tokens++;
      if (labels?.[t] === label) this.#right++;
    });
  }

  say(): void {
    if (this.#tokens === 0) return;
    const share = (100 * this.#right / this.#tokens).toFixed(2);
    console.error(`accuracy: ${share}%, ${this.#right} of ${this.#tokens} tokens`);
  }
}
