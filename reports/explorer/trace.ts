/**
 * The trace of a decoder on one sentence, as the explorer shows it.
 *
 * @module
 */

import {
  BOUNDS,
  type Decode,
  type DecodeEvent,
  EVENT_KINDS,
  GROUP,
  newWork,
  NONE,
} from "../../decoders/contract.ts";
import type { Lattice } from "../../decoders/lattice.ts";

export { BOUNDS, EVENT_KINDS as KINDS, GROUP, NONE };

/** One path and its score. */
export interface TracedPath {
  readonly score: number;
  readonly labels: readonly number[];
}

/** What was counted, as `deno task decode` and `deno task work` print it. */
export interface TracedWork {
  readonly iterations: number;
  readonly nodeExpansions: number;
  readonly edgeEvaluations: number;
}

/** What one decoder did with one sentence. Events stand in columns, in order of time. */
export interface Trace {
  /** As `--decoder` takes it: "iterative-viterbi{order=emission}". */
  readonly decoder: string;
  readonly paths: readonly TracedPath[];
  readonly work: TracedWork;
  /** False if the decoder tells of no events: then there are its paths and counts alone. */
  readonly isObserved: boolean;
  /** Indices of `KINDS`. */
  readonly kinds: Uint8Array;
  /** A position, −1 for the whole sentence. */
  readonly positions: Int32Array;
  /** A label, `GROUP`, or `NONE` for the whole position or sentence. */
  readonly labels: Int32Array;
  /** See `KINDS`. */
  readonly others: Int32Array;
  /** See `KINDS`. */
  readonly values: Float64Array;
  /** Edge evaluations so far. Never less than before; at the end, work.edgeEvaluations. */
  readonly edges: Float64Array;
}

/** The sentence that is shown. Higher scores are better; −∞ forbids. */
export interface ShownLattice {
  /** Where it is from: a pack's name, a family, a model's file. */
  readonly name: string;
  /** L names. */
  readonly labels: readonly string[];
  /** T words, if they are known. */
  readonly words: readonly string[] | undefined;
  /** T×L; start and end scores are in the first and last row. */
  readonly emissions: Float64Array;
  /**
   * L×L, row = previous label; empty in the first view of a page, until its engine has started.
   */
  readonly transitions: Float64Array;
  readonly k: number;
}

/** Where a lattice comes from. */
export type Source =
  /** A name of `Opened.examples`. */
  | { readonly from: "example"; readonly name: string; readonly sentence: number }
  /** The bytes of a pack that was dropped on the page. */
  | {
    readonly from: "pack";
    readonly name: string;
    readonly bytes: Uint8Array;
    readonly sentence: number;
  }
  /** A family of random lattices with dials, see `Dial`. */
  | {
    readonly from: "family";
    readonly name: string;
    readonly dials: Readonly<Record<string, number>>;
  }
  /** A model's file, of any tool that `deno task tag` reads, and text to tag. */
  | {
    readonly from: "tagger";
    readonly name: string;
    readonly bytes: Uint8Array;
    readonly text: string;
  };

/** What the reader has changed. */
export interface Changes {
  /** Scores that are put in place of the lattice's: n_t(y). */
  readonly scores: readonly {
    readonly position: number;
    readonly label: number;
    readonly score: number;
  }[];
  /** All transitions times this; 1 changes nothing. */
  readonly transitionFactor: number;
}

/** A number that a family of lattices can be turned by. */
export interface Dial {
  readonly name: string;
  readonly meaning: string;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly default: number;
}

/** What the page asks of its worker. */
export type Request =
  /** Take this lattice, with changes. Answer: `Opened`. */
  | {
    readonly type: "open";
    readonly source: Source;
    readonly changes: Changes;
    readonly k: number;
  }
  /** Decode the lattice that is open. Answer: `Trace`. */
  | { readonly type: "trace"; readonly decoder: string }
  /** Parse a sentence of a pack of parses: an example, or a pack. Answer: `ParsedSentence`. */
  | { readonly type: "parse"; readonly source: Source };

/** A round of a parsing decoder, as it tells it; see `TraceStep` of the parsing contract. */
export interface ParsingRound {
  /** J of the derivation that it would answer with now. */
  readonly objective: number;
  /** Tags of that derivation. */
  readonly tags: Int32Array;
  /** The best bound so far, and that of this round alone. */
  readonly bound?: number;
  readonly dual?: number;
  /** What parser and tagger want, [n] each: where they differ, multipliers change. */
  readonly parserTags?: Int32Array;
  readonly taggerTags?: Int32Array;
  /** By slot. */
  readonly multipliers?: Float64Array;
  readonly beliefs?: Float64Array;
  /** The largest change of a belief. */
  readonly delta?: number;
}

/** What a parsing decoder did with one sentence. */
export interface ParsingTrace {
  readonly decoder: string;
  /** As `deno task decode` prints them. */
  readonly tags: readonly number[];
  /** (start, split, end, rule) for each rule use; split −1 for a rule with one child. */
  readonly steps: readonly (readonly number[])[];
  readonly objective: number;
  readonly bound?: number;
  readonly converged: boolean;
  readonly work: TracedWork;
  readonly rounds: readonly ParsingRound[];
}

/** A sentence of n words to parse, with its chart, and what decoders did. */
export interface ParsedSentence {
  readonly name: string;
  readonly length: number;
  readonly sentences: number;
  /** Slots, the tags that words may have: those of word i begin at `offsets[i]`, [n + 1]. */
  readonly offsets: Int32Array;
  /** By slot: its tag, the tagger's score and the parser's. */
  readonly slotTags: Int32Array;
  readonly emissions: Float64Array;
  readonly leafScores: Float64Array;
  /** Names of tags, and of the parents of rules. */
  readonly tagNames: readonly string[];
  readonly ruleNames: readonly string[];
  /** Items of the chart: first word, word after the last, and edges that make it. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly edges: Int32Array;
  readonly traces: readonly ParsingTrace[];
}

/** What the worker answers. */
export type Answer = Opened | Trace | ParsedSentence;

/** What a lattice that was opened is. */
export interface Opened {
  readonly lattice: ShownLattice;
  /** How many sentences the source has. */
  readonly sentences: number;
  /** Decoders that take this lattice and k, as `trace` takes them. */
  readonly decoders: readonly string[];
  /** Lattices that the page has in itself. */
  readonly examples: readonly string[];
  /** Packs of parses that it has in itself. */
  readonly parses: readonly string[];
  /** Families, each with its dials. */
  readonly families: Readonly<Record<string, readonly Dial[]>>;
}

/** What worker and page say to each other: each message has the number of its request. */
export type Asked = { readonly id: number; readonly request: Request };
/** An answer, or in one line what is wrong with the request. */
export type Answered =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: string };

/** Decodes a lattice, and writes down what the decoder tells of it, and its answer as paths. */
export function record(decoder: string, decode: Decode, lattice: Lattice, k: number): Trace {
  const events: DecodeEvent[] = [];
  const counted = { ...newWork(), observer: (event: DecodeEvent) => events.push(event) };
  const found = decode(lattice, k, counted);
  const isObserved = events.length > 0;
  const paths = found.paths.map(({ score, labels }) => ({ score, labels: Array.from(labels) }));
  const { observer: _, ...work } = counted;
  for (const { score: value, labels } of paths) {
    labels.forEach((label, position) => {
      const edges = work.edgeEvaluations;
      events.push({ kind: "path", position, label, other: NONE, value, edges });
    });
  }
  const column = (name: "position" | "label" | "other" | "value" | "edges") =>
    events.map((event) => event[name]);
  return {
    decoder,
    paths,
    work,
    isObserved,
    kinds: Uint8Array.from(events, ({ kind }) => EVENT_KINDS.indexOf(kind)),
    positions: Int32Array.from(column("position")),
    labels: Int32Array.from(column("label")),
    others: Int32Array.from(column("other")),
    values: Float64Array.from(column("value")),
    edges: Float64Array.from(column("edges")),
  };
}
