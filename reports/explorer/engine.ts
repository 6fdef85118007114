/**
 * What runs in the worker of the explorer's page: lattices in, traces of decoders out.
 *
 * @module
 */

import type { Dataset } from "../../datasets/dataset.ts";
import { laneNames, traceLane } from "./lanes.ts";
import {
  changed,
  familyDials,
  familySentence,
  openPack,
  type Sentence,
  sentenceOf,
  taggedSentence,
} from "./sources.ts";
import { parsingDataset } from "../../datasets/parsing_dataset.ts";
import { readPackTensors } from "../../datasets/packs/bytes.ts";
import { parsedSentence } from "./parses.ts";
import type { Answer, Opened, ParsedSentence, Request, Source } from "./trace.ts";

/** Files of packs by the name under which they are offered. */
export type Examples = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Opens lattices, and has decoders decode the one that is open. */
export class Engine {
  readonly #examples: Examples;
  readonly #parses: Examples;
  /** The pack that was opened last, by what it was opened from. */
  #pack: { readonly key: unknown; readonly dataset: Dataset } | undefined;
  #sentence: Sentence | undefined;
  #k = 1;

  /** Keeps the bytes of packs of lattices, and of parses; nothing is opened yet. */
  constructor(examples: Examples, parses: Examples = new Map()) {
    this.#examples = examples;
    this.#parses = parses;
  }

  /**
   * Answers a request.
   *
   * @throws SyntaxError, TypeError or RangeError in one line, for files those of the command line
   */
  async answer(request: Request): Promise<Answer> {
    if (request.type === "parse") return await this.#parse(request.source);
    if (request.type === "open") {
      const found = changed(await this.#find(request.source), request.changes);
      this.#sentence = found;
      this.#k = request.k;
      return this.#opened(found);
    }
    if (this.#sentence === undefined) throw new TypeError("Cannot decode before a lattice is open");
    const { model, lattice } = this.#sentence;
    return traceLane(request.decoder, model, lattice, this.#k);
  }

  async #find(source: Source): Promise<Sentence> {
    switch (source.from) {
      case "family":
        return familySentence(source.name, source.dials);
      case "tagger":
        return await taggedSentence(own(source.bytes), source.name, source.text);
      case "example": {
        const bytes = this.#examples.get(source.name);
        if (bytes === undefined) throw new RangeError(`Cannot open the example ${source.name}`);
        return sentenceOf(await this.#open(source.name, bytes, source.name), source.sentence);
      }
      case "pack": {
        const { name, bytes, sentence } = source;
        return sentenceOf(await this.#open(`${name} ${bytes.length}`, own(bytes), name), sentence);
      }
    }
  }

  async #parse(source: Source): Promise<ParsedSentence> {
    if (source.from !== "example" && source.from !== "pack") {
      throw new TypeError(`Cannot parse what is from a ${source.from}: only packs have parses`);
    }
    const { name, sentence } = source;
    const bytes = source.from === "pack" ? own(source.bytes) : this.#parses.get(name);
    if (bytes === undefined) throw new RangeError(`Cannot open the example ${name}`);
    return parsedSentence(parsingDataset(await readPackTensors(bytes, name), name), sentence);
  }

  async #open(key: string, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Dataset> {
    if (this.#pack?.key !== key) this.#pack = { key, dataset: await openPack(bytes, name) };
    return this.#pack.dataset;
  }

  #opened({ name, labels, words, model, lattice, sentences }: Sentence): Opened {
    const { emissions } = lattice;
    const { transitions } = model;
    return {
      lattice: { name, labels, words, emissions, transitions, k: this.#k },
      sentences,
      decoders: laneNames(this.#k),
      examples: [...this.#examples.keys()],
      parses: [...this.#parses.keys()],
      families: familyDials(),
    };
  }
}

/** Bytes that nobody shares. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
