/// <reference lib="dom" />
/**
 * What the page knows and shows, and how it changes. No part of the page keeps anything else.
 *
 * @module
 */

import type {
  Answer,
  Answered,
  Dial,
  Opened,
  ParsedSentence,
  ParsingTrace,
  Request,
  Source,
  Trace,
} from "../trace.ts";
import { FIRST_VIEW, hashOf, UNCHANGED, type View, viewOf } from "./hash.ts";
import { eventsBy, isPlayable, KIND } from "./replay.ts";

/** A file of the reader's. */
export interface ReadersFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** To be tagged, if the file is a model. */
  readonly text: string;
}

/** What there is at once, without a worker. */
export interface FirstView {
  readonly opened: Opened;
  readonly lanes: readonly Trace[];
  /** Which of the sentences it is. */
  readonly sentence: number;
}

/** Milliseconds after the last change until the address says it. */
const ADDRESS_DELAY = 250;

/** The state of a page. */
export class Session {
  view: View;
  opened: Opened;
  /** Traces of the lanes, in their order. */
  lanes: readonly Trace[];
  /** The sentence that is parsed, in their place. */
  parsed: ParsedSentence | undefined;
  /** The same before the reader changed anything. */
  before: readonly Trace[] | undefined;
  file: ReadersFile | undefined;
  /** What went wrong last, in the words of the command line. */
  error: string | undefined;
  isBusy = false;
  /** Labels that were guessed in this visit. */
  score = { right: 0, tried: 0 };
  readonly #first: View;
  readonly #ask: (request: Request) => Promise<Answer>;
  readonly #listeners = new Set<() => void>();
  #address: ReturnType<typeof setTimeout> | undefined;
  #round = 0;

  constructor(first: FirstView, ask: (request: Request) => Promise<Answer>) {
    this.#ask = ask;

    this.opened = first.opened;
    this.lanes = first.lanes;
    this.#first = { ...FIRST_VIEW, example: first.opened.examples[0], sentence: first.sentence };
    this.view = viewOf(location.hash, this.#first);
    addEventListener("hashchange", () => {
      if (location.hash.slice(1) === hashOf(this.view, this.#first)) return;
      const before = decodedOf(this.view);
      this.view = viewOf(location.hash, this.#first);
      if (decodedOf(this.view) === before) this.#tell();
      else void this.load();
    });
    if (decodedOf(this.view) !== decodedOf(this.#first)) void this.load();
  }

  /** Calls a function after each change; returns how to stop that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Shows the same lattice in another way. */
  show(change: Partial<View>): void {
    this.view = { ...this.view, ...change };
    this.#tell();
  }

  /** Changes what is decoded, and decodes. */
  change(change: Partial<View>): Promise<void> {
    const isOther = "example" in change || "parse" in change || "family" in change ||
      "sentence" in change ||
      "dials" in change || "k" in change;
    const fresh = isOther ? { changes: UNCHANGED, node: undefined } : {};
    if ("example" in change || "family" in change || "parse" in change) this.file = undefined;
    this.view = { ...this.view, edges: undefined, event: undefined, ...fresh, ...change };
    return this.load();
  }

  /** Takes a file of the reader's. If it is refused, all stays as it was. */
  async take(file: ReadersFile): Promise<void> {
    const [old, view] = [this.file, this.view];
    this.file = file;
    this.view = {
      ...view,
      ...UNSEEN,
      sentence: 0,
      family: undefined,
      parse: undefined,
      changes: UNCHANGED,
    };
    await this.load();
    if (this.error === undefined) return;
    this.file = old;
    this.view = view;
    this.#tell();
  }

  /** Asks the worker for the transitions, which the first view does not have. */
  async complete(): Promise<void> {
    if (this.opened.lattice.transitions.length === 0) await this.load();
  }

  /** Opens and decodes what the view says; before the changes, too, if that is not known. */
  async load(): Promise<void> {
    const round = ++this.#round;
    this.isBusy = true;
    this.error = undefined;
    this.#tell();
    try {
      const { changes, parse, sentence } = this.view;
      if (parse !== undefined) {
        const source = { from: "example", name: parse, sentence } as const;
        const parsed = await this.#ask({ type: "parse", source }) as ParsedSentence;
        if (round === this.#round) this.parsed = parsed;
        return;
      }
      const isChanged = changes.scores.length > 0 || changes.transitionFactor !== 1;
      if (!isChanged) this.before = undefined;
      else if (this.before === undefined) {
        const [, lanes] = await this.#decode(UNCHANGED);
        if (round === this.#round) this.before = lanes;
      }
      const [opened, lanes] = await this.#decode(changes);
      if (round !== this.#round) return;
      this.parsed = undefined;
      this.opened = opened;
      this.lanes = lanes;
    } catch (error) {
      if (round === this.#round) this.error = (error as Error).message;
    } finally {
      if (round === this.#round) {
        this.isBusy = false;
        this.#tell();
      }
    }
  }

  /** The trace of a lane. */
  trace(lane: string | undefined): Trace | undefined {
    return this.lanes.find(({ decoder }) => decoder === lane);
  }

  /** The lane that is looked at: the chosen one, if this lattice has it. */
  get lane(): Trace | undefined {
    return this.trace(this.view.lane) ??
      this.lanes.find((trace) => isPlayable(trace) && trace.decoder.includes("order=emission")) ??
      this.lanes[0];
  }

  /** The parser that is looked at, if a sentence is parsed. */
  get parser(): ParsingTrace | undefined {
    const traces = this.parsed?.traces ?? [];
    return traces.find(({ decoder }) => decoder === this.view.lane) ??
      traces.find(({ decoder }) => decoder === "dual-decomposition") ?? traces[0];
  }

  /** Edges until the moment that is shown. */
  get edges(): number {
    return this.view.edges ?? Math.max(...this.lanes.map(({ work }) => work.edgeEvaluations));
  }

  /** How many events of a lane have happened at that moment. */
  eventsOf(trace: Trace): number {
    const { event, edges } = this.view;
    if (event !== undefined && trace === this.lane) return Math.min(event, trace.kinds.length);
    return edges === undefined ? trace.kinds.length : eventsBy(trace, edges);
  }

  /** Goes on by so many events of the lane, or rounds of a parser. */
  step(by: number): void {
    if (this.parsed === undefined) {
      if (this.lane !== undefined) this.toEvent(this.eventsOf(this.lane) + by);
      return;
    }
    const last = this.parser!.rounds.length;
    this.show({ event: Math.max(1, Math.min(last, this.view.event ?? last) + by) });
  }

  /** Goes to the moment after so many events of the lane. */
  toEvent(event: number): void {
    const trace = this.lane;
    if (trace === undefined) return;
    const at = Math.max(0, Math.min(trace.kinds.length, event));
    this.show({ event: at, edges: at === 0 ? 0 : trace.edges[at - 1]! });
  }

  /** Goes to the next event of the lane of one of some kinds, or to the one before. */
  jump(kinds: readonly (keyof typeof KIND)[], step: 1 | -1): void {
    const trace = this.lane;
    if (trace === undefined) return;
    const wanted = kinds.map((kind) => KIND[kind]);
    const now = this.eventsOf(trace);
    for (let i = step > 0 ? now : now - 2; i >= 0 && i < trace.kinds.length; i += step) {
      if (wanted.includes(trace.kinds[i]!)) return this.toEvent(i + 1);
    }
    this.toEvent(step > 0 ? trace.kinds.length : 0);
  }

  /** Dials of the family that is shown. */
  get dials(): readonly Dial[] {
    return this.opened.families[this.view.family ?? ""] ?? [];
  }

  #source(): Source {
    const { family, dials, sentence, example } = this.view;
    if (this.file !== undefined) {
      const { name, bytes, text } = this.file;
      return text.trim() === ""
        ? { from: "pack", name, bytes, sentence }
        : { from: "tagger", name, bytes, text };
    }
    if (family !== undefined) return { from: "family", name: family, dials };
    return { from: "example", name: example ?? "", sentence };
  }

  async #decode(changes: View["changes"]): Promise<[Opened, Trace[]]> {
    const { k } = this.view;
    const opened = await this.#ask({ type: "open", source: this.#source(), changes, k }) as Opened;
    const lanes: Trace[] = [];
    for (const decoder of opened.decoders) {
      lanes.push(await this.#ask({ type: "trace", decoder }) as Trace);
    }
    return [opened, lanes];
  }

  #tell(): void {
    clearTimeout(this.#address);
    this.#address = setTimeout(() => {
      history.replaceState(null, "", `#${hashOf(this.view, this.#first)}`);
    }, ADDRESS_DELAY);
    for (const listener of this.#listeners) listener();
  }
}

/** The part of a view that decides what is decoded. */
function decodedOf({ example, family, parse, dials, sentence, k, changes }: View): string {
  return JSON.stringify([example, family, parse, dials, sentence, k, changes]);
}

const UNSEEN = { edges: undefined, event: undefined, node: undefined };

/** Starts the worker when it is first asked; answers come in the order of the questions. */
export function workerOf(
  start: () => Promise<Worker>,
): (request: Request) => Promise<Answer> {
  let started: Promise<Worker> | undefined;
  let id = 0;
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  const listen = (worker: Worker) => {
    worker.addEventListener("message", ({ data }: MessageEvent<Answered>) => {
      const asked = waiting.get(data.id);
      waiting.delete(data.id);
      if ("error" in data) asked?.reject(new Error(data.error));
      else asked?.resolve(data.answer);
    });
    worker.addEventListener("error", ({ message }) => {
      const failure = new Error(`The worker failed: ${message}`);
      for (const { reject } of waiting.values()) reject(failure);
      waiting.clear();
    });
    return worker;
  };
  return async (request) => {
    const worker = await (started ??= start().then(listen));
    const asked = Promise.withResolvers<Answer>();
    waiting.set(++id, asked);
    worker.postMessage({ id, request });
    return await asked.promise;
  };
}
