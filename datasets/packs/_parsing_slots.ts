/**
 * The words of a parsing pack: which tags each may have.
 *
 * @module
 */

import { readIds, readScores } from "./_parsing_numbers.ts";
import { checkBelow, readLists } from "./_sparse_tensors.ts";
import { checkLengths, readIntegers, requireTensor } from "./_tensor_checks.ts";
import type { TensorFile } from "./safetensors.ts";
import { NO_CANDIDATE } from "../../decoders/parsing/model.ts";
import type { SlotTables } from "./parsing_contents.ts";

/** Levels of the slots, by tensor. */
const LEVELS = ["slot_levels_20", "slot_levels_150"] as const;

/**
 * Reads and checks the slots: every word has some, their tags ascend, and the best tag of a word
 * has level 0.
 *
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function readSlots(
  file: TensorFile,
  source: string,
  unitExponent: number,
  tagCount: number,
): SlotTables {
  const { offsets, ids: tags } = readLists(file, source, "slot_counts", "slot_tags");
  checkBelow(tags, tagCount, source, "slot_tags", "tags");
  const lengths = readIntegers(file, source, "lengths", ["S"]);
  checkLengths(lengths, offsets.length - 1, source);
  checkTags(source, offsets, tags);
  const scores = (name: string) => readScores(file, source, name, [tags.length], { unitExponent });
  const [levels20, levels150] = LEVELS.map((name) => readLevels(file, source, name, offsets));
  return {
    lengths,
    depths: readIds(file, source, "sentence_depths", [lengths.length], {
      ...{ what: "levels", count: NO_CANDIDATE },
    }),
    offsets,
    tags,
    emissions: scores("slot_emissions"),
    leafScores: scores("slot_leaf_scores"),
    levels20: levels20!,
    levels150: levels150!,
  };
}

function checkTags(source: string, offsets: Int32Array, tags: Int32Array): void {
  for (let position = 0; position + 1 < offsets.length; position++) {
    const [start, end] = [offsets[position]!, offsets[position + 1]!];
    if (start === end) {
      throw new RangeError(
        `Cannot use tensor "slot_counts" of ${source}: index ${position} is 0, a word has tags`,
      );
    }
    for (let i = start + 1; i < end; i++) {
      if (tags[i]! > tags[i - 1]!) continue;
      throw new RangeError(
        `Cannot use tensor "slot_tags" of ${source}: index ${i} (word ${position}) is ` +
          `${tags[i]} after ${tags[i - 1]}, tags must ascend`,
      );
    }
  }
}

function readLevels(
  file: TensorFile,
  source: string,
  name: string,
  offsets: Int32Array,
): Uint8Array {
  const slotCount = offsets.at(-1)!;
  const levels = requireTensor(file, source, name, ["U8"], [slotCount]).data as Uint8Array;
  for (let position = 0; position + 1 < offsets.length; position++) {
    if (levels.subarray(offsets[position], offsets[position + 1]).includes(0)) continue;
    throw new RangeError(
      `Cannot use tensor "${name}" of ${source}: no slot of word ${position} has level 0`,
    );
  }
  return levels;
}
