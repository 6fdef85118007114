/**
 * What runs in the worker of the explorer's page: sentences in, traces of decoders out.
 *
 * @module
 */

import type { Dataset } from "../../datasets/dataset.ts";
import { readPackTensors } from "../../datasets/packs/bytes.ts";
import { packDataset } from "../../datasets/packs/pack.ts";
import { isParsing } from "../../datasets/packs/parsing_contents.ts";
import { type ParsingDataset, parsingDataset } from "../../datasets/parsing_dataset.ts";
import { lanesFor, traceLane } from "./lanes.ts";
import { parsedSentence } from "./parses.ts";
import { changed, familySentence, type Sentence, sentenceOf, taggedSentence } from "./sources.ts";
import type { Changes, ParsedSentence, Shown, Source } from "./trace.ts";

/** Files of packs by the name under which they are offered. */
export type Packs = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Nodes of a lattice at most: each lane may tell of each. */
const MOST_NODES = 2 ** 20;

/** Opens packs, families and models, and has decoders decode a sentence of them. */
export class Engine {
  /** The pack that was opened last, and what it was opened from. */
  #last: { name: string; bytes: Uint8Array; pack: Dataset | ParsingDataset } | undefined;

  /** Keeps the bytes of packs; nothing is opened yet. */
  constructor(private readonly packs: Packs) {}

  /**
   * What decoders do with a sentence: the lanes for k paths, or all parsers if it is to be parsed.
   *
   * @throws SyntaxError, TypeError or RangeError in one line, for files those of the command line
   */
  async show(source: Source, changes: Changes, k: number): Promise<Shown> {
    const found = await this.#find(source);
    if ("traces" in found) return found;
    const { model, lattice, sentences, ...names } = changed(found, changes);
    const { emissions } = lattice;
    if (emissions.length > MOST_NODES) {
      throw new RangeError(
        `Cannot show ${names.name}: it has ${emissions.length} nodes, ${MOST_NODES} are the most`,
      );
    }
    return {
      lattice: { ...names, emissions, transitions: model.transitions, k },
      sentences,
      lanes: lanesFor(k).map((lane) => traceLane(lane, model, lattice, k)),
    };
  }

  async #find(source: Source): Promise<Sentence | ParsedSentence> {
    if (source.from === "family") return familySentence(source.name, source.dials);
    const { name, text = "", sentence } = source;
    // Bytes that nobody shares.
    const bytes = source.bytes === undefined ? this.packs.get(name) : new Uint8Array(source.bytes);
    if (bytes === undefined) throw new RangeError(`Cannot open the example ${name}`);
    const pack = await this.#open(bytes, name).catch((error: unknown) => {
      // What is no pack is a model, if there is a text to tag.
      if (text.trim() === "") throw error;
    });
    if (pack === undefined) return await taggedSentence(bytes, name, text);
    return "contents" in pack ? parsedSentence(pack, sentence) : sentenceOf(pack, sentence);
  }

  async #open(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Dataset | ParsingDataset> {
    const last = this.#last;
    // A file may have been written anew under its name, with as many bytes.
    const isSame = last?.name === name && last.bytes.length === bytes.length &&
      bytes.every((byte, i) => byte === last.bytes[i]);
    if (isSame) return last.pack;
    const file = await readPackTensors(bytes, name);
    const pack = isParsing(file) ? parsingDataset(file, name) : packDataset(file, name);
    this.#last = { name, bytes, pack };
    return pack;
  }
}
