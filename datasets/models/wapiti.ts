/**
 * Models of Wapiti.
 *
 * @module
 */

import { brief } from "../visible.ts";
import { byteStringOf, labelTexts, shownText } from "./byte_strings.ts";
import type { FeatureModel, ModelFormat } from "./contract.ts";
import { isConstant } from "./crfpp_patterns.ts";
import { featureModel, MOST_LABELS, RowBuilder } from "./feature_model.ts";
import { wapitiExpander } from "./wapiti_patterns.ts";

const MAGIC = "#mdl#";
/** Types by their number. Models of older versions have none, and are CRFs. */
const TYPES = ["maxent", "memm", "crf"];
const CRF = 2;
const MOST_DIGITS = 15;

/**
 * The model of a text file. An observation that begins with `u` has a weight a label, with `b` one
 * a pair of labels, with `*` both; the file numbers these weights in the order of observations and
 * has those that are not 0. Bigrams that look at the sentence become scores of pairs.
 *
 * Source: Wapiti 1.5, src/model.c, reader.c, quark.c and tools.c.
 *
 * @throws TypeError for maxent models, MEMMs and those of `--me`, SyntaxError naming the place for
 * what does not belong there, RangeError for weights and counts that are not in the file
 */
function readText(bytes: Uint8Array, source: string): FeatureModel {
  const scan = new Scanner(byteStringOf(bytes), source);
  scan.literal(MAGIC);
  let active = scan.integer("the number of weights");
  let type = CRF;
  if (scan.accepts("#")) [type, active] = [active, scan.integer("the number of weights")];
  if (type !== CRF) {
    const name = TYPES[type] ?? `type ${type}`;
    throw new TypeError(`Cannot use ${source}: a ${name} model of Wapiti, only CRFs are read`);
  }
  scan.literal("#rdr#");
  const patternCount = scan.integer("the number of patterns");
  scan.literal("/");
  scan.integer("the number of columns");
  if (scan.accepts("/") && scan.integer("the kind of attributes") !== 0) {
    throw new TypeError(
      `Cannot use ${source}: a model of Wapiti's --me, whose sentences have one position each`,
    );
  }
  const patterns = scan.strings(patternCount, "pattern");
  // Says which pattern is wrong before anything is tagged.
  wapitiExpander(patterns);
  const names = scan.quarks("label");
  const L = names.length;
  if (L > MOST_LABELS) throw new RangeError(`Cannot use ${source}: it has ${L} labels`);
  const observations = scan.quarks("observation");
  const [first, total] = numbered(observations, L, source);
  /** How often each position has an observation that all have: once a pattern that says it. */
  const plain = new Map<string, number>();
  for (const own of patterns.filter(isConstant)) plain.set(own, (plain.get(own) ?? 0) + 1);
  const isPlain = patterns.every((own) => own.startsWith("u") || plain.has(own)) &&
    observations.every((name) => name.startsWith("u") || plain.has(name));
  const transitions = new Float64Array(L * L);
  const [weights, pairs] = [new RowBuilder(), new RowBuilder()];
  let row = 0;
  const endRow = () => {
    row++;
    weights.endRow();
    pairs.endRow();
  };
  for (let i = 0, before = -1; i < active; i++) {
    const at = scan.at;
    const index = scan.integer("the number of a weight");
    scan.literal("=");
    const weight = scan.weight();
    if (index <= before || index >= total) {
      scan.refuse(at, `weight ${index} behind ${before}, of ${total}`);
    }
    before = index;
    while (row + 1 < observations.length && first[row + 1]! <= index) endRow();
    const own = index - first[row]!;
    const states = observations[row]!.startsWith("b") ? 0 : L;
    if (own < states) weights.add(own, weight);
    else if (isPlain) transitions[own - states]! += plain.get(observations[row]!)! * weight;
    else pairs.add(own - states, weight);
  }
  scan.end();
  while (row < observations.length) endRow();
  return featureModel({
    format: "wapiti",
    ...labelTexts(names),
    attributes: new Map(observations.map((name, row) => [name, row])),
    weights: weights.toRows(),
    ...!isPlain && { pairs: pairs.toRows() },
    transitions,
    templates: { syntax: "wapiti", patterns },
  }, source);
}

/** Where the weights of each observation begin, and how many there are. */
function numbered(
  observations: readonly string[],
  labelCount: number,
  source: string,
): [Float64Array, number] {
  const first = new Float64Array(observations.length);
  let total = 0;
  observations.forEach((name, row) => {
    first[row] = total;
    if (!/^[ub*]/.test(name)) {
      throw new SyntaxError(
        `Cannot use observation ${row} of ${source}: ${brief(shownText(name))} begins with none ` +
          "of u, b and *",
      );
    }
    total += (name[0] === "b" ? 0 : labelCount) + (name[0] === "u" ? 0 : labelCount ** 2);
  });
  return [first, total];
}

/** Reads what Wapiti writes, as its `scanf` does: white space before numbers does not count. */
class Scanner {
  /** The byte that is next. */
  at = 0;
  readonly #text: string;
  readonly #source: string;

  constructor(text: string, source: string) {
    this.#text = text;
    this.#source = source;
  }

  refuse(at: number, defect: string): never {
    throw new SyntaxError(`Cannot read byte ${at} of ${this.#source}, a Wapiti model: ${defect}`);
  }

  accepts(literal: string): boolean {
    if (!this.#text.startsWith(literal, this.at)) return false;
    this.at += literal.length;
    return true;
  }

  literal(literal: string): void {
    this.#skip();
    if (!this.accepts(literal)) this.refuse(this.at, `no ${literal}`);
  }

  integer(what: string): number {
    this.#skip();
    const begin = this.at;
    while (this.#isDigit(this.at) && this.at - begin < MOST_DIGITS) this.at++;
    if (this.at === begin || this.#isDigit(this.at)) this.refuse(begin, `no ${what}`);
    return Number(this.#text.slice(begin, this.at));
  }

  /** What stands up to the end of a line, as a number. */
  weight(): number {
    const end = this.#text.indexOf("\n", this.at);
    const text = this.#text.slice(this.at, end < 0 ? undefined : end).trimEnd();
    const weight = text.length > 64 ? undefined : hexFloat(text);
    if (weight === undefined) this.refuse(this.at, `no weight: ${brief(shownText(text))}`);
    this.at += text.length;
    return weight;
  }

  /** So many netstrings: `bytes:text,`. */
  strings(count: number, what: string): string[] {
    // Each takes three bytes at least.
    if (3 * count > this.#text.length) this.refuse(this.at, `no room for ${count} ${what}s`);
    return Array.from({ length: count }, (_, i) => {
      const size = this.integer(`length of ${what} ${i}`);
      if (!this.accepts(":")) this.refuse(this.at, `no : behind the length of ${what} ${i}`);
      const text = this.#text.slice(this.at, this.at + size);
      if (text.length < size || text.includes("\0")) this.refuse(this.at, `no ${what} ${i}`);
      this.at += size;
      if (!this.accepts(",")) this.refuse(this.at, `no , behind ${what} ${i}`);
      return text;
    });
  }

  /** A list of names, no two the same. */
  quarks(what: string): string[] {
    this.literal("#qrk#");
    const at = this.at;
    const names = this.strings(this.integer(`number of ${what}s`), what);
    if (new Set(names).size < names.length) this.refuse(at, `two ${what}s are the same`);
    return names;
  }

  end(): void {
    this.#skip();
    if (this.at < this.#text.length) this.refuse(this.at, "more than was counted");
  }

  #isDigit(at: number): boolean {
    const code = this.#text.charCodeAt(at);
    return code >= 0x30 && code <= 0x39;
  }

  #skip(): void {
    while (/[\t-\r ]/.test(this.#text.charAt(this.at))) this.at++;
  }
}

/** The text file, there is no other. */
export const wapiti: ModelFormat = {
  name: "wapiti",
  title: "Wapiti",
  recognises: (bytes) => byteStringOf(bytes, 0, Math.min(MAGIC.length, bytes.length)) === MAGIC,
  read: readText,
};

const HEX = /^([+-]?)0[xX]([0-9a-fA-F]+)(?:\.([0-9a-fA-F]*))?(?:[pP]([+-]?\d{1,5}))?$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,5})?$/;
/** Below all integers are exact. */
const MOST_EXACT = 2 ** 53;

/**
 * The number that `-0x1.8p+1` and its like stand for, exactly; undefined for what is none, for
 * infinities and for more than 53 bits. Decimals are numbers, too.
 *
 * @example
 * ```ts
 * import { hexFloat } from "./wapiti.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(["-0x1.8p+1", "0x0p+0", "0x1p-1074"].map(hexFloat), [-3, 0, 5e-324]);
 * ```
 */
export function hexFloat(text: string): number | undefined {
  const [, sign, whole, fraction = "", power = "0"] = HEX.exec(text) ?? [];
  if (whole === undefined) return DECIMAL.test(text) ? finite(Number(text)) : undefined;
  const digits = Number(`0x${whole}${fraction}`);
  // Nothing was rounded: it is no more than 53 bits, or all the others are 0.
  if (digits === Infinity) return undefined;
  if (digits >= MOST_EXACT && BigInt(digits) !== BigInt(`0x${whole}${fraction}`)) return undefined;
  const exponent = Number(power) - 4 * fraction.length;
  // By two factors, for one alone may be out of range. The first product is exact.
  const half = Math.max(-1000, Math.min(900, exponent));
  const value = digits * 2 ** half * 2 ** (exponent - half);
  return finite(sign === "-" ? -value : value);
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
