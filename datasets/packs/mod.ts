/**
 * Packs: the lattices of a dataset, or sentences to parse with their grammar, in a safetensors
 * file. Reads and writes files, in Deno and Node.
 *
 * @module
 */

export * from "./in_memory.ts";
export { openPack, readPackFile, writePackFile } from "./pack_file.ts";
export { parsingFile } from "../parsing_dataset.ts";
export {
  type BoundaryTables,
  type DependencyTables,
  type GoldTables,
  type GrammarTables,
  isParsing,
  type Lists,
  type ParsingContents,
  type SlotTables,
  type SpanTables,
} from "./parsing_contents.ts";
export type { SparseRows } from "../linear_model.ts";
export type { SpaceSettings } from "../search_space.ts";
export type {
  Beam,
  BoundaryRole,
  Cutoff,
  GoldParse,
  ParsingModel,
  ParsingSentence,
  SearchSpace,
  Slots,
} from "../../decoders/parsing/model.ts";
export {
  isSearchable,
  type ParsingDataset,
  parsingDataset,
  parsingModel,
  parsingSentences,
} from "../parsing_dataset.ts";
