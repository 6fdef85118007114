/**
 * What a decoder prints.
 *
 * @module
 */

/** Bytes that are kept of one stream of one process. */
const KEPT_BYTES = 65_536;

/** Control characters but for tabs and ends of lines: a terminal would obey them. */
// deno-lint-ignore no-control-regex
const CONTROLS = /\u001b\[[\d;]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

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
