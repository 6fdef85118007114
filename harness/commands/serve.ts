/**
 * `deno task serve`: models that stay prepared for other programs, who send scores and get paths
 * and probabilities.
 *
 * A frame is 8 bytes with a length, little-endian, and a safetensors file of that length, whose
 * metadata say what it is: all of them strings.
 *
 * - `request=model`: tensors `transitions` [L,L], and optionally `start_transitions`,
 *   `end_transitions` [L]; metadata `model` (its name; a number without), `decoder` (`auto`), and
 *   as JSON `labels` and `bound`, `{"emission":100,"length":200}`. The answer is `model`.
 * - `request=batch`, as if it is left out: tensors `emissions` [B,T,L], and if it is padded
 *   `lengths` [B] or `mask` [B,T]; or [N,L] and `lengths`, or one sentence [T,L]; metadata `model`
 *   (the last one), `k` (1), `answers` (`paths`): some of `paths`, `log_partition`, `marginals` and
 *   `spans`, with commas.
 * - `request=forget`: metadata `model`.
 *
 * Scores are F64, F32 or F16. Each frame is answered in its turn, by a frame or a line of JSON,
 * with its number from 0 on, `frame`, and what it asks for: `counts` [B] of paths, `scores` [B,K]
 * and `labels` [B,K,T], padded with −∞ and −1; `log_partition` [B] and `log_partition_error` [B];
 * `marginals` [N,L], without padding, and `marginals_error` [B]; `spans` as JSON in the metadata
 * and `spans_error` [B]. A frame that is wrong or too long is answered by `error` and `kind`, and
 * the next one is read. A stream that ends within a frame is exit code 3.
 *
 * @module
 */

import { PREFIX_BYTES, writeTensors } from "../../datasets/packs/safetensors.ts";
import type { TensorFile } from "../../datasets/packs/tensors.ts";
import { visible } from "../../datasets/visible.ts";
import { type Command, type Flags, oneOf } from "../terminal/flags.ts";
import { writeAll } from "../terminal/output_files.ts";
import { EXIT_INCOMPLETE, UsageError } from "../terminal/usage_error.ts";
import { type Found, type Named, Served } from "./_served.ts";
import { jsonOf, tensorsOf } from "./_served_answer.ts";

/** Longer frames are refused and passed over; memory grows to the longest that came. */
const MOST_BYTES = 2 ** 31 - 1;
/** As much is passed over at once. */
const PIECE_BYTES = 2 ** 16;

const command: Command = {
  meaning: "keep models and decode what other programs send; harness/trellis.py is for Python",
  flags: {
    stdio: { help: "frames on standard input, answers on standard output (the only way)" },
    format: { value: "NAME", help: "answers as frames or json, a line each (frames)" },
  },
  examples: {
    "serve --stdio --format json < frames.bin": "a line of JSON for each frame, in their order",
  },
  run,
};
export default command;

/** What a frame has come to: paths and probabilities, a name, or an error. */
type Outcome = { readonly found: Found | Named } | { readonly error: Error };

async function run({ values, switches }: Flags): Promise<number> {
  if (!switches.has("stdio")) throw new UsageError("Cannot serve without --stdio");
  const format = oneOf(values, "format", ["frames", "json"]);
  const shown = format === "json" ? lineOf : frameOf;
  const served = new Served();
  for (let frame = 0;; frame++) {
    const source = `frame ${frame}`;
    let failure: unknown;
    let answer: Uint8Array;
    try {
      const asked = readFrame(source);
      if (asked === undefined) return 0;
      let found: Found | Named;
      try {
        found = await served.answer(asked.bytes, source, asked.arrive);
      } finally {
        asked.arrive(Infinity);
      }
      // What is asked for may be more than memory holds.
      answer = shown(frame, { found });
    } catch (error) {
      failure = error;
      answer = shown(frame, { error: error as Error });
    }
    writeAll(Deno.stdout, answer);
    const isWhole = failure instanceof TooLong
      ? passOver(failure.length)
      : !(failure instanceof Cut);
    if (!isWhole) return EXIT_INCOMPLETE;
  }
}

/** The error for a stream that ends within a frame. */
class Cut extends RangeError {}
/** The error for a frame that is longer than one may be. */
class TooLong extends RangeError {
  constructor(readonly length: bigint, source: string) {
    super(`Cannot hold ${source} of ${length} bytes: ${MOST_BYTES} are the most`);
  }
}

const prefix = new Uint8Array(PREFIX_BYTES);
let room = new Uint8Array(PIECE_BYTES);

/** A frame, and what waits for its first bytes and says how many have come. */
interface Frame {
  readonly bytes: Uint8Array;
  arrive(end: number): number;
}

/** The next frame, in memory that the one after it overwrites; undefined behind the last. */
function readFrame(source: string): Frame | undefined {
  const read = fill(prefix);
  if (read === 0) return undefined;
  if (read < PREFIX_BYTES) throw cut(source, read, PREFIX_BYTES);
  const length = new DataView(prefix.buffer).getBigUint64(0, true);
  if (length > MOST_BYTES) throw new TooLong(length, source);
  const size = Number(length);
  try {
    if (size > room.length) room = new Uint8Array(size);
  } catch {
    throw new TooLong(length, source);
  }
  const bytes = room.subarray(0, size);
  let got = 0;
  const arrive = (end: number) => {
    const wanted = Math.min(end, size);
    if (wanted > got) got += fill(bytes.subarray(got), wanted - got);
    if (got < wanted) throw cut(source, got, size);
    return got;
  };
  return { bytes, arrive };
}

/**
 * Reads what is there of standard input until it is enough, or there is no more; returns how many
 * bytes.
 */
function fill(bytes: Uint8Array, enough = bytes.length): number {
  let at = 0;
  while (at < enough) {
    const read = Deno.stdin.readSync(bytes.subarray(at));
    if (read === null) break;
    at += read;
  }
  return at;
}

function cut(source: string, got: number, size: number): Cut {
  return new Cut(`Cannot read ${source}: the stream ends after ${got} of ${size} bytes`);
}

/** Whether so many bytes have come, which are not kept. */
function passOver(length: bigint): boolean {
  const piece = new Uint8Array(PIECE_BYTES);
  for (let left = length; left > 0n;) {
    const read = fill(piece.subarray(0, Number(left < PIECE_BYTES ? left : PIECE_BYTES)));
    if (read === 0) return false;
    left -= BigInt(read);
  }
  return true;
}

/** Of an error in a frame: its class, and what it says in one line. */
function errorOf(frame: number, { name, message }: Error): { error: string; kind: string } {
  const line = visible(message.split("\n")[0]!);
  const what = line.startsWith("Cannot ") ? "" : `Cannot answer frame ${frame}: `;
  return { error: what + line, kind: name };
}

/** An answer as a frame. */
function frameOf(frame: number, outcome: Outcome): Uint8Array {
  let file: TensorFile = { metadata: {}, tensors: new Map() };
  if ("error" in outcome) file = { ...file, metadata: errorOf(frame, outcome.error) };
  else if ("model" in outcome.found) file = { ...file, metadata: { ...outcome.found } };
  else file = tensorsOf(outcome.found);
  const metadata = { ...file.metadata, frame: String(frame) };
  const written = writeTensors({ metadata, tensors: file.tensors });
  const bytes = new Uint8Array(PREFIX_BYTES + written.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(written.length), true);
  bytes.set(written, PREFIX_BYTES);
  return bytes;
}

const encoder = new TextEncoder();

/** An answer as a line of JSON. */
function lineOf(frame: number, outcome: Outcome): Uint8Array {
  const what = "error" in outcome
    ? errorOf(frame, outcome.error)
    : "model" in outcome.found
    ? outcome.found
    : jsonOf(outcome.found);
  return encoder.encode(`${JSON.stringify({ frame, ...what })}\n`);
}
