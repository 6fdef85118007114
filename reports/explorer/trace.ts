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
  type EventKind,
  GROUP,
  newWork,
  NONE,
  type Work,
} from "../../decoders/contract.ts";
import { tellPath } from "../../decoders/chain/observer.ts";
import type { Lattice } from "../../decoders/lattice.ts";
import type { Parsed, TraceStep } from "../../decoders/parsing/contract.ts";
import type { ParsingSentence } from "../../decoders/parsing/model.ts";

export { BOUNDS, EVENT_KINDS as KINDS, type EventKind, GROUP, NONE };

/** What was counted, as `deno task decode` and `deno task work` print it. */
export type TracedWork = Omit<Work, "observer">;

/** What one decoder did with one sentence. Events stand in columns, in order of time. */
export type Trace = ReturnType<typeof record>;

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
  /** L×L, row = previous label. */
  readonly transitions: Float64Array;
  readonly k: number;
}

/** A sentence of labels, and what decoders did with it. */
export interface Decoded {
  readonly lattice: ShownLattice;
  /** How many sentences there are where it is from. */
  readonly sentences: number;
  readonly lanes: readonly Trace[];
}

/** Where a sentence comes from. */
export type Source =
  /** A pack of the page, or one of the reader's, or a model's file and a text to tag. */
  | {
    readonly from: "pack";
    readonly name: string;
    readonly sentence: number;
    readonly bytes?: Uint8Array;
    readonly text?: string;
  }
  /** A family of random lattices with dials, see `Dial`. */
  | {
    readonly from: "family";
    readonly name: string;
    readonly dials: Readonly<Record<string, number>>;
  };

/** What the reader has changed. */
export interface Changes {
  /** Scores n_t(y) that are put in place of the lattice's. */
  readonly scores: readonly (readonly [position: number, label: number, score: number])[];
  /** All transitions times this; 1 changes nothing. */
  readonly strength: number;
}

/** The lattice as it is. */
export const UNCHANGED: Changes = { scores: [], strength: 1 };

/** A number that a family of lattices can be turned by. */
export interface Dial {
  readonly name: string;
  readonly meaning: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
}

/** What there is at once, without a worker. */
export interface FirstView {
  readonly decoded: Decoded;
  /** Packs that the page has in itself, the first one opened, and those of parses among them. */
  readonly packs: readonly string[];
  readonly parses: readonly string[];
  /** Which of the sentences it is. */
  readonly sentence: number;
  /** Families of random lattices, each with its dials. */
  readonly families: Readonly<Record<string, readonly Dial[]>>;
}

/** Asks what decoders do with a sentence: see `Engine.show`. */
export type Show = (source: Source, changes: Changes, k: number) => Promise<Shown>;
/** What they do, be it decoded or parsed. */
export type Shown = Decoded | ParsedSentence;

/** A round of a parsing decoder, as it tells it: the derivation is that of which J is told. */
export type ParsingRound = Omit<TraceStep, "iteration" | "derivation"> & {
  /** Tags of the derivation that it would answer with now. */
  readonly tags: Int32Array;
};

/** What a parsing decoder did with one sentence. */
export interface ParsingTrace extends Pick<Parsed, "objective" | "bound" | "converged"> {
  readonly decoder: string;
  /** As `deno task decode` prints them. */
  readonly tags: readonly number[];
  /** (start, split, end, rule) for each rule use; split −1 for a rule with one child. */
  readonly steps: readonly (readonly number[])[];
  readonly work: TracedWork;
  readonly rounds: readonly ParsingRound[];
}

/** A sentence of n words to parse, with its chart, and what decoders did. */
export interface ParsedSentence {
  readonly name: string;
  readonly length: number;
  readonly sentences: number;
  /** The tags that words may have, and the tagger's scores of them. */
  readonly slots: Pick<ParsingSentence["slots"], "offsets" | "tags" | "emissions">;
  /** Names of tags, and of the parents of rules. */
  readonly tagNames: readonly string[];
  readonly ruleNames: readonly string[];
  /** Items of the chart: first word, word after the last, and where their edges begin. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly edgeOffsets: Int32Array;
  readonly traces: readonly ParsingTrace[];
}

/** Decodes a lattice, and writes down what the decoder tells of it, and its answer as paths. */
export function record(decoder: string, decode: Decode, lattice: Lattice, k: number) {
  const events: DecodeEvent[] = [];
  const counted = { ...newWork(), observer: (event: DecodeEvent) => events.push(event) };
  const paths = decode(lattice, k, counted).paths
    .map(({ score, labels }) => ({ score, labels: Array.from(labels) }));
  for (const path of paths) tellPath(counted, path);
  const { observer: _, ...work } = counted;
  return {
    /** As `--decoder` takes it: "iterative-viterbi{order=emission}". */
    decoder,
    paths,
    work,
    /** Indices of `KINDS`; of a decoder that tells nothing there are those of its paths alone. */
    kinds: Uint8Array.from(events, ({ kind }) => EVENT_KINDS.indexOf(kind)),
    /** A position, −1 for the whole sentence. */
    positions: Int32Array.from(events, ({ position }) => position),
    /** A label, `GROUP`, or `NONE` for the whole position or sentence. */
    labels: Int32Array.from(events, ({ label }) => label),
    /** See `KINDS`. */
    others: Int32Array.from(events, ({ other }) => other),
    /** See `KINDS`. */
    values: Float64Array.from(events, ({ value }) => value),
    /** Edge evaluations so far. Never less than before; at the end, work.edgeEvaluations. */
    edges: Float64Array.from(events, ({ edges }) => edges),
  };
}
