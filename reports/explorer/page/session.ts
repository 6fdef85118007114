/// <reference lib="dom" />
/**
 * What the page knows and shows, and how it changes. No part of the page keeps anything else.
 *
 * @module
 */

import {
  type Changes,
  type Decoded,
  type FirstView,
  GROUP,
  type ParsedSentence,
  type ParsingTrace,
  type Show,
  type Shown,
  type Trace,
  UNCHANGED,
} from "../trace.ts";
import { eventsBy, isPlayable, KIND } from "./replay.ts";
import { FIRST_VIEW, hashOf, type View, viewOf } from "./view.ts";
import { count, denseEdges, lengthOf, ratio } from "./words.ts";

/** Milliseconds after the last change until the address says it. */
const ADDRESS_DELAY = 250;
/** Fields that say which sentence is decoded, and all that decide what is decoded. */
const WHICH = ["pack", "family", "dials", "sentence", "k"] as const;
const DECODED = [...WHICH, "scores", "strength"] as const;

/** The moment when all edges are done and the best path is known. */
export const END = { edges: undefined, event: undefined };

/** The state of a page. */
export class Session {
  view: View;
  /** The sentence of labels that was decoded last. */
  decoded: Decoded;
  /** The sentence that is parsed, in its place. */
  parsed: ParsedSentence | undefined;
  /** What there was before the reader changed anything. */
  before: Shown | undefined;
  /** A file of the reader's in place of a pack, and the text that is tagged if it is a model. */
  file: { readonly name: string; readonly bytes: Uint8Array; readonly text: string } | undefined;
  /** The file that the reader gave last, shown or not, and the text as it is typed. */
  given: File | undefined;
  text = "";
  /** What went wrong last, in the words of the command line. */
  error: string | undefined;
  isBusy = false;
  /** Labels that were guessed in this visit. */
  score = { right: 0, tried: 0 };
  readonly #first: View;
  /** What there was before a file that is not shown yet: if it is refused, that stays. */
  #old: Pick<Session, "file" | "view" | "before"> | undefined;
  #address: ReturnType<typeof setTimeout> | undefined;
  #round = 0;

  /** Begins with what an address says. @param draw is called after each change */
  constructor(
    readonly page: FirstView,
    private readonly show: Show,
    private readonly draw: (session: Session) => void,
    hash: string,
  ) {
    this.decoded = page.decoded;
    this.#first = { ...FIRST_VIEW, pack: page.packs[0], sentence: page.sentence };
    this.view = viewOf(hash, this.#first);
    if (DECODED.some(differing(this.view, this.#first))) void this.#load();
  }

  /** Shows the sentence and the decoders that a new address names. */
  follow(hash: string): void {
    // The link over the page's head; what the address said before is written there again.
    if (hash === "#main") return this.#tell();
    // No link is to a file.
    void this.#goTo(viewOf(hash, this.#first), false);
  }

  /** Shows the same sentence and decoders in another view; what stands beside changes places. */
  look(change: Partial<View>): void {
    const isSwapped = change.lane !== undefined && change.lane === this.view.beside;
    const beside = isSwapped ? { beside: this.lane.decoder } : {};
    this.view = { ...this.view, ...beside, ...change };
    this.#tell();
  }

  /** Changes what is decoded, and decodes. Scores that were changed stay with their sentence. */
  change(change: Partial<View>): Promise<void> {
    const isOther = WHICH.some((field) => field !== "k" && field in change);
    const fresh = isOther ? { ...UNCHANGED, node: undefined } : {};
    const keepsFile = !("pack" in change || "family" in change);
    return this.#goTo({ ...this.view, ...END, ...fresh, ...change }, keepsFile);
  }

  async #goTo(view: View, keepsFile: boolean): Promise<void> {
    const isOther = differing(this.view, view);
    const losesFile = !keepsFile && this.file !== undefined;
    if (losesFile) this.file = this.#old = undefined;
    // At once: scores may be changed before what is asked for here is there.
    if (losesFile || WHICH.some(isOther)) this.before = undefined;
    this.view = view;
    if (losesFile || DECODED.some(isOther)) await this.#load();
    else this.#tell();
  }

  /** Takes a file of the reader's. If it cannot be read or is refused, all stays as it was. */
  async take(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    this.given = file;
    const { name } = file;
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      // Another one was given meanwhile.
      if (file !== this.given) return;
      this.#old ??= { file: this.file, view: this.view, before: this.before };
      this.file = { name, bytes, text: this.text };
    } catch (error) {
      this.error = `Cannot read ${name}: ${(error as Error).message}`;
      return this.#tell();
    }
    const fresh = { ...END, ...UNCHANGED, node: undefined, sentence: 0, family: undefined };
    this.view = { ...this.view, ...fresh };
    this.before = undefined;
    await this.#load();
  }

  /** Decodes what the view says; before the changes, too, if that is not known. */
  async #load(): Promise<void> {
    const round = ++this.#round;
    this.isBusy = true;
    this.error = undefined;
    this.#tell();
    try {
      const before = this.isChanged ? this.before ?? await this.#ask(UNCHANGED) : undefined;
      const found = await this.#ask(this.view);
      if (round !== this.#round) return;
      this.before = before;
      this.parsed = "lanes" in found ? undefined : found;
      if ("lanes" in found) this.decoded = found;
      this.#old = undefined;
    } catch (error) {
      if (round !== this.#round) return;
      if (this.#old !== undefined) {
        Object.assign(this, this.#old);
        this.#old = undefined;
        // What was asked for when the file came may not be there yet.
        await this.#load();
        if (round + 1 !== this.#round) return;
      }
      this.error = (error as Error).message;
    }
    this.isBusy = false;
    this.#tell();
  }

  /** Whether scores are other than those of the sentence. */
  get isChanged(): boolean {
    return this.view.scores.length > 0 || this.view.strength !== 1;
  }

  /** The lane that is looked at: the chosen one, if this lattice has it. */
  get lane(): Trace {
    const { view, decoded: { lanes } } = this;
    return lanes.find(({ decoder }) => decoder === view.lane) ??
      lanes.find((trace) => isPlayable(trace) && trace.decoder.includes("order=emission")) ??
      lanes[0]!;
  }

  /** The chosen node, if this lattice has it: a link may name one of another, or of none. */
  get node(): View["node"] {
    const { view: { node }, decoded: { lattice } } = this;
    const isThere = node !== undefined && node[0] < lengthOf(lattice) &&
      (node[1] === GROUP || lattice.labels[node[1]] !== undefined);
    return isThere ? node : undefined;
  }

  /** The lanes whose lattices are shown: the one that is looked at, and the one beside it. */
  get shown(): readonly Trace[] {
    const { lane, view, decoded: { lanes } } = this;
    const beside = lanes.find(({ decoder }) => decoder === view.beside);
    return beside === undefined || beside === lane ? [lane] : [lane, beside];
  }

  /** The parser that is looked at, if a sentence is parsed. */
  get parser(): ParsingTrace | undefined {
    const traces = this.parsed?.traces ?? [];
    return traces.find(({ decoder }) => decoder === this.view.lane) ??
      traces.find(({ decoder }) => decoder === "dual-decomposition") ?? traces[0];
  }

  /** The lane or the parser that is looked at. */
  get chosen(): Trace | ParsingTrace {
    return this.parser ?? this.lane;
  }

  /** The round of that parser that is looked at, from 1. */
  get round(): number {
    const last = this.parser!.rounds.length;
    return Math.max(1, Math.min(last, this.view.event ?? last));
  }

  /** Edges until the moment that is shown. */
  get edges(): number {
    return Math.min(this.view.edges ?? Infinity, mostEdges(this.decoded.lanes));
  }

  /** How many events of a lane have happened at that moment. */
  eventsOf(trace: Trace): number {
    const { event, edges } = this.view;
    if (event !== undefined && trace === this.lane) return Math.min(event, trace.kinds.length);
    return edges === undefined ? trace.kinds.length : eventsBy(trace, edges);
  }

  /** The edges that a decoder's lane has touched at that moment, and how it says so. */
  progressOf(trace: Trace) {
    const { lattice, lanes } = this.decoded;
    const { edgeEvaluations } = trace.work;
    const edges = Math.min(this.edges, edgeEvaluations);
    const isDone = edges === edgeEvaluations && this.eventsOf(trace) === trace.kinds.length;
    const dense = denseEdges(lattice);
    const most = Math.max(dense, mostEdges(lanes));
    return {
      edges,
      isDone,
      note: isDone ? ratio(dense, edgeEvaluations) : `of ${count(edgeEvaluations)} edges`,
      /** The share of the lane's bar that so many edges take. */
      share: (value: number) => logShare(value, most),
    };
  }

  /** Goes on by so many events of the lane, or rounds of a parser. */
  step(by: number): void {
    this.toEvent((this.parsed === undefined ? this.eventsOf(this.lane) : this.round) + by);
  }

  /** Chooses the lane, or the parser, so many below. */
  toLane(by: number): void {
    const lanes: readonly { decoder: string }[] = this.parsed?.traces ?? this.decoded.lanes;
    const next = lanes[lanes.indexOf(this.chosen) + by];
    if (next === undefined) return;
    this.look({ lane: next.decoder, node: undefined, event: undefined });
  }

  /** Goes to the moment after so many events of the lane, or to a round of a parser. */
  toEvent(event: number): void {
    if (this.parsed !== undefined) return this.look({ event: Math.max(1, event) });
    const { edges } = this.lane;
    const at = Math.max(0, Math.min(edges.length, event));
    this.look({ event: at, edges: at === 0 ? 0 : edges[at - 1]! });
  }

  /** Goes to the next event of the lane of one of some kinds, or to the one before. */
  jump(kinds: readonly (keyof typeof KIND)[], step: 1 | -1): void {
    if (this.parsed !== undefined) return this.step(step);
    const trace = this.lane;
    const wanted = kinds.map((kind) => KIND[kind]);
    const now = this.eventsOf(trace);
    for (let i = step > 0 ? now : now - 2; i >= 0 && i < trace.kinds.length; i += step) {
      if (wanted.includes(trace.kinds[i]!)) return this.toEvent(i + 1);
    }
    this.toEvent(step > 0 ? trace.kinds.length : 0);
  }

  #ask({ scores, strength }: Changes): Promise<Shown> {
    const { family, dials, sentence, pack = "", k } = this.view;
    const source = this.file === undefined && family !== undefined
      ? { from: "family", name: family, dials } as const
      : { from: "pack", name: pack, sentence, ...this.file } as const;
    return this.show(source, { scores, strength }, k);
  }

  #tell(): void {
    clearTimeout(this.#address);
    this.#address = setTimeout(() => {
      history.replaceState(null, "", `#${hashOf(this.view, this.#first)}`);
    }, ADDRESS_DELAY);
    this.draw(this);
  }
}

/** The most edges of a lane. */
export function mostEdges(lanes: readonly Trace[]): number {
  return Math.max(...lanes.map(({ work }) => work.edgeEvaluations));
}

/** The share of a bar that so many edges take: on a log scale. */
export function logShare(edges: number, most: number): number {
  return Math.log1p(edges) / (Math.log1p(most) || 1);
}

/** So many edges as take that share. */
export function edgesAt(share: number, most: number): number {
  return Math.round(Math.expm1(share * Math.log1p(most)));
}

/** Whether a field of two views differs. */
const differing = (one: View, other: View) => (field: keyof View) =>
  JSON.stringify(one[field]) !== JSON.stringify(other[field]);
