/**
 * Wrong answers of a decoder: found on a file, made smaller and written to a file that shows them.
 *
 * @module
 */

import type { Description } from "../../decoders/contract.ts";
import { importDecoder } from "../decoders/load_decoder.ts";
import { variantName } from "../decoders/variant.ts";
import type { Opening, Problem, ReplayOptions, Sample } from "./contract.ts";

/** Items of each kind that are left of a sentence, such as positions and labels, rising. */
export type Part = Readonly<Record<string, readonly number[]>>;

/** The answer to a sentence beside the reference's. */
export interface JudgedSentence {
  /** What is wrong with the answer; empty if nothing is. */
  readonly defect: string;
  /** Both answers as text, the decoder's first. */
  shown(): readonly [answer: string, reference: string];
}

/** Judges the answers to the sentences of a group, in their order. */
export type JudgeGroup<Group> = (group: Group) => (sentence: number) => JudgedSentence;

/** What a kind of problem knows of groups of sentences with their model. */
export interface Grouping<S extends Sample, Group, D extends Description> {
  /** The decoder that answers are compared with. */
  readonly reference: string;
  /** All sentences of a file that the harness has written. */
  load(pack: string): Promise<Group>;
  /** The sentences of a file or a dataset, as the command line names it, and how many to take. */
  find(pack: string, options: ReplayOptions): Promise<{ group: Group; count: number }>;
  /** Those of a sample. */
  of(sample: S): Group;
  /** Some of the sentences. */
  pick(group: Group, sentences: readonly number[]): Group;
  /** How many items of each kind a group of one sentence has. */
  sizes(group: Group): Readonly<Record<string, number>>;
  /** A group of one sentence with only some of the items. */
  select(group: Group, part: Part): Group;
  /** Writes a file of them; nothing is lost. */
  write(path: string, title: string, group: Group): Promise<void>;
  /** Prepares a decoder and the reference for each group. */
  judge(decoder: D, opening: Opening): JudgeGroup<Group>;
}

/** What a problem does with wrong answers. */
export function counterexamples<S extends Sample, Group, D extends Description>(
  { reference, load, find, of, pick, sizes, select, write, judge }: Grouping<S, Group, D>,
): Pick<Problem<S, unknown, Part>, "shrink" | "writeFailing" | "replay"> {
  return {
    async shrink(opening, sentence) {
      const whole = pick(await load(opening.pack), [sentence]);
      const judgeGroup = judge(await importDecoder<D>(opening.url), opening);
      const isWrong = (group: Group) => judgeGroup(group)(0).defect !== "";
      if (!isWrong(whole)) return null;
      return shrinkPart(sizes(whole), (part) => isWrong(select(whole, part)));
    },

    async writeFailing(path, sample, sentence, part) {
      const title = `${sample.name}, sentence ${sentence}`;
      const group = of(sample);
      if (part === null) return await write(path, title, pick(group, range(sentence + 1)));
      const whole = pick(group, [sentence]);
      await write(path, title, isPart(part, sizes(whole)) ? select(whole, part) : whole);
    },

    async replay(opening, { begin, ...options } = {}) {
      const decoder = await importDecoder<D>(opening.url);
      const name = variantName(decoder, opening.options);
      const { group, count } = await find(opening.pack, options);
      const judgeSentence = judge(decoder, opening)(group);
      const differences: string[] = [];
      for (let sentence = 0; sentence < count; sentence++) {
        begin?.(sentence, count);
        const { defect, shown } = judgeSentence(sentence);
        if (defect === "") continue;
        const [answer, right] = shown();
        differences.push(
          `sentence ${sentence}: ${defect}; ${name}: ${answer}; ${reference}: ${right}`,
        );
      }
      return { sentences: count, differences };
    },
  };
}

/**
 * Finds a smaller part of a sentence that is still wrong: items are taken away, one kind after
 * another, until no single one can go, see `minimize`.
 *
 * @param sizes how many items there are of each kind
 */
export function shrinkPart(
  sizes: Readonly<Record<string, number>>,
  isWrong: (part: Part) => boolean,
): Part {
  let part: Part = Object.fromEntries(
    Object.entries(sizes).map(([kind, size]) => [kind, range(size)]),
  );
  const sizeOf = () => Object.values(part).reduce((sum, items) => sum + items.length, 0);
  for (let size = Infinity; size > sizeOf();) {
    size = sizeOf();
    for (const kind of Object.keys(sizes)) {
      const kept = minimize(part[kind]!, (items) => isWrong({ ...part, [kind]: items }));
      part = { ...part, [kind]: kept };
    }
  }
  return part;
}

/** Whether a value, whoever gave it, is a part of a sentence: some of its items, in order. */
export function isPart(value: unknown, sizes: Readonly<Record<string, number>>): value is Part {
  const part: Record<string, unknown> = { ...value as object };
  return Object.entries(sizes).every(([kind, size]) => {
    const items = part[kind];
    return Array.isArray(items) && items.length > 0 &&
      items.every((item, i) =>
        Number.isInteger(item) && item < size && item > (i === 0 ? -1 : items[i - 1])
      );
  });
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/**
 * Takes away runs of items while what is left is still wrong: of half their number at first and one
 * by one at last, until no single one can go. At least one item is left.
 *
 * Cost: O(n log n) to O(n²) calls of `isWrong` for n items.
 *
 * Source: Zeller and Hildebrandt 2002, Simplifying and Isolating Failure-Inducing Input (ddmin).
 *
 * @example
 * ```ts
 * import { minimize } from "./counterexample.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const isWrong = (items: readonly number[]) => items.includes(3) && items.includes(5);
 * assertEquals(minimize([1, 2, 3, 4, 5, 6], isWrong), [3, 5]);
 * ```
 */
export function minimize(
  items: readonly number[],
  isWrong: (items: readonly number[]) => boolean,
): readonly number[] {
  for (let run = Math.ceil(items.length / 2); run >= 1;) {
    let hasShrunk = false;
    for (let start = 0; start < items.length && items.length > 1;) {
      const rest = [...items.slice(0, start), ...items.slice(start + run)];
      if (rest.length > 0 && isWrong(rest)) {
        items = rest;
        hasShrunk = true;
      } else {
        start += run;
      }
    }
    if (run === 1 && !hasShrunk) break;
    run = run === 1 ? 1 : Math.ceil(run / 2);
  }
  return items;
}
