/**
 * What a process writes: messages, and what its decoder prints.
 *
 * @module
 */

/** Bytes that are kept of one stream of one process. */
const KEPT_BYTES = 65_536;
/** Control characters but for tabs and ends of lines: a terminal would obey them. */
// deno-lint-ignore no-control-regex
const CONTROLS = /\u001b\[[\d;]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** The longest message, in bytes. */
export const LONGEST_MESSAGE: number = 2 ** 28;
const NEWLINE = 10;

/** Keeps the beginning of what is printed, and counts the rest. */
export class Log {
  readonly #parts: Uint8Array[] = [];
  #kept = 0;
  #left = 0;

  /** Adds bytes, a copy of them. */
  add(bytes: Uint8Array): void {
    const own = bytes.slice(0, KEPT_BYTES - this.#kept);
    this.#left += bytes.length - own.length;
    if (own.length === 0) return;
    this.#parts.push(own);
    this.#kept += own.length;
  }

  /** What was kept, without control characters; says how much was not. */
  get text(): string {
    const decoder = new TextDecoder();
    const text = this.#parts.map((part) => decoder.decode(part, { stream: true })).join("") +
      decoder.decode();
    const clean = text.replaceAll("\r\n", "\n").replaceAll(CONTROLS, "");
    return this.#left === 0 ? clean : `${clean}\n… ${this.#left} bytes more are left out\n`;
  }
}

/**
 * Splits a stream into lines: those that begin with a token and a space are messages, the others
 * belong to the decoder. No more is read than is asked for, and no more of a line is held than can
 * be a message.
 */
export class MessageLines {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #prefix: Uint8Array;
  readonly #onOther: (bytes: Uint8Array) => void;
  readonly #longest: number;
  #chunk: Uint8Array = new Uint8Array(0);
  /** The parts of the line so far, and their bytes. */
  #parts: Uint8Array[] = [];
  #size = 0;
  /** Whether the line is a message; undefined while it is too short to say. */
  #isMessage: boolean | undefined;

  /**
   * Reads nothing yet.
   *
   * @param onOther takes all bytes of other lines, with their ends
   * @param longest bytes of a message at most
   */
  constructor(
    stream: ReadableStream<Uint8Array>,
    token: string,
    onOther: (bytes: Uint8Array) => void,
    longest: number = LONGEST_MESSAGE,
  ) {
    this.#reader = stream.getReader();
    this.#prefix = new TextEncoder().encode(`${token} `);
    this.#onOther = onOther;
    this.#longest = longest;
  }

  /** The next message without its token, empty if it is too long; undefined at the end. */
  async next(): Promise<string | undefined> {
    for (;;) {
      const end = this.#chunk.indexOf(NEWLINE);
      this.#add(end < 0 ? this.#chunk : this.#chunk.subarray(0, end));
      if (end >= 0) {
        this.#chunk = this.#chunk.subarray(end + 1);
        const message = this.#endLine();
        if (message !== undefined) return message;
        continue;
      }
      const { done, value } = await this.#reader.read();
      if (done) {
        if (this.#isMessage !== true) this.#endLine();
        return undefined;
      }
      this.#chunk = value;
    }
  }

  /** So many bytes for each part, which follow the message; undefined if the stream ends before. */
  async bytes(sizes: readonly number[]): Promise<Uint8Array<ArrayBuffer>[] | undefined> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (const size of sizes) {
      const part = new Uint8Array(size);
      for (let at = 0; at < size;) {
        if (this.#chunk.length === 0) {
          const { done, value } = await this.#reader.read();
          if (done) return undefined;
          this.#chunk = value;
        }
        const taken = this.#chunk.subarray(0, size - at);
        part.set(taken, at);
        at += taken.length;
        this.#chunk = this.#chunk.subarray(taken.length);
      }
      parts.push(part);
    }
    return parts;
  }

  /** Stops reading the output of the process. */
  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }

  #add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#isMessage === undefined && this.#size >= this.#prefix.length) {
      const head = concat(this.#parts);
      this.#parts = [head];
      this.#isMessage = this.#prefix.every((byte, i) => head[i] === byte);
    }
    if (this.#isMessage && this.#size > this.#longest) this.#parts = [];
    if (this.#isMessage === false) this.#release();
  }

  #release(): void {
    for (const part of this.#parts) this.#onOther(part);
    this.#parts = [];
  }

  #endLine(): string | undefined {
    const bytes = concat(this.#parts);
    const isMessage = this.#isMessage ?? false;
    // Before each message comes the end of a line, which is mostly empty.
    if (!isMessage && this.#size > 0) {
      this.#release();
      this.#onOther(Uint8Array.of(NEWLINE));
    }
    this.#parts = [];
    this.#size = 0;
    this.#isMessage = undefined;
    return isMessage ? new TextDecoder().decode(bytes.subarray(this.#prefix.length)) : undefined;
  }
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
