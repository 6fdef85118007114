/**
 * A sentence that is parsed: the chart with a derivation over it, what parser and tagger want of
 * each word, and the bounds, round by round.
 *
 * @module
 */

import { hueOf } from "../../numbers/hues.ts";
import type { ParsedSentence, ParsingRound, ParsingTrace } from "../trace.ts";
import { Bounds, BOUNDS_SIZE, type BoundsShown, drawBounds, isCourse } from "./bounds.tsx";
import { Exactness, Lane, NumberInput, Scroll } from "./controls.tsx";
import * as marks from "./marks.tsx";
import { BAD, box, CARD, filled, fitted, framed, INK, type Picture, type Point } from "./marks.tsx";
import type { Session } from "./session.ts";
import { count, plural, score } from "./words.ts";

/** Width of a word and height of a line of the pictures. */
const WORD = 58;
const LINE = 17;
/** Width of the chart of a long sentence. */
const CHART_WIDTH = 640;
/** Tags of a word that are listed. */
const MOST_TAGS = 12;
const GAP = "The gap";

/** A picture, and what it shows in a sentence. */
type Told = Picture & { readonly text: string };

/** The sentence of the page's title. */
export function parsingHeadline({ length, traces }: ParsedSentence): string {
  const traceOf = (name: string) => traces.find(({ decoder }) => decoder === name)!;
  const { rounds: { length: rounds }, bound = Infinity, objective } = traceOf("dual-decomposition");
  const exact = traceOf("bar-hillel");
  const course = rounds === 1 ? "agree at once" : `argue for ${rounds} rounds`;
  const proof = exact.converged ? `; the exact product proves ${score(exact.objective)}` : "";
  const end = bound === objective
    ? `prove the best derivation, ${score(objective)}`
    : `a gap of ${score(bound - objective)} stays${proof}`;
  return `${plural(length, "word")}: parser and tagger ${course}, and ${end}.`;
}

/** The parser that is looked at, in the round that is looked at, and its pictures. */
function shownOf(session: Session, parsed: ParsedSentence) {
  const trace = session.parser!;
  const { decoder } = trace;
  const now = session.round;
  const round = trace.rounds[now - 1];
  let known = -Infinity;
  const course = trace.rounds.map(({ objective, bound = Infinity }) => {
    known = Math.max(known, objective);
    return [bound, known] as const;
  });
  const all = [[Infinity, -Infinity] as const, ...course];
  const [upper, lower] = all[now] ?? all[0]!;
  const best = Math.max(...parsed.traces.map(({ objective }) => objective));
  const bounds: BoundsShown = { decoder, bounds: all, best, now, upper, lower, noun: "derivation" };
  const tags = round && tagsPicture(parsed, round, hueOf(decoder));
  return { trace, now, round, bounds, tags, chart: chartPicture(parsed, trace) };
}

/** All that is shown of the sentence. */
export function Parsing({ session, parsed }: { session: Session; parsed: ParsedSentence }) {
  const { trace, now, round, bounds, tags, chart } = shownOf(session, parsed);
  const last = trace.rounds.length;
  return (
    <section aria-label="Parsing">
      <ol class="lanes" aria-label="Parsers">
        {parsed.traces.map((parser) => (
          <Lane
            key={parser.decoder}
            session={session}
            decoder={parser.decoder}
            edges={parser.work.edgeEvaluations}
            note="edges"
          >
            <p>{courseText(parser)}</p>
          </Lane>
        ))}
      </ol>
      <div class="moment">
        <NumberInput
          id="round"
          label={`round ${now} of ${last}`}
          min={1}
          max={last}
          value={now}
          onMove={(event) => session.toEvent(event)}
        />
      </div>
      {tags !== undefined && (
        <>
          <p aria-live="polite">{tags.text}</p>
          <Shown {...tags} />
          <p class="quiet">
            Framed: taken. P: the parser wants it, T: the tagger; one letter alone is a
            disagreement.
            {round?.beliefs !== undefined && " Colour: belief."}
            {round?.multipliers !== undefined && " Colour: size of the multiplier."}
          </p>
        </>
      )}
      <div class="pair">
        <Shown {...chart} />
        <div>
          <h3>{GAP}</h3>
          <Bounds {...bounds} />
          <Exactness decoder={trace.decoder} isOpen />
        </div>
      </div>
    </section>
  );
}

function Shown({ title, text, width, height, drawn }: Told) {
  return (
    <div>
      <h3>{title}</h3>
      <Scroll label={title}>
        <svg width={width} height={height} role="img" aria-label={text}>{drawn}</svg>
      </Scroll>
    </div>
  );
}

/** The pictures in rows, as they are shown. */
export function parsingPictures(session: Session, parsed: ParsedSentence): Picture[][] {
  const { bounds, tags, chart } = shownOf(session, parsed);
  const [width, height] = BOUNDS_SIZE;
  const gap = { title: GAP, width, height, drawn: drawBounds(bounds) };
  return [
    tags === undefined ? [] : [{ ...tags, title: tags.text }],
    isCourse(bounds) ? [chart, gap] : [chart],
  ];
}

function courseText({ rounds, objective, bound }: ParsingTrace): string {
  const course = `${plural(rounds.length, "round")}, score ${score(objective)}`;
  if (bound === undefined) return course;
  return `${course}, ${bound === objective ? "proven the best" : `at most ${score(bound)}`}`;
}

/** Where parser and tagger differ, or how far beliefs moved, in words. */
function roundText({ parserTags, taggerTags, delta, objective }: ParsingRound): string {
  if (parserTags !== undefined && taggerTags !== undefined) {
    const words = Array.from(parserTags).flatMap((tag, i) => tag === taggerTags[i] ? [] : [i + 1]);
    const places = `${words.length === 1 ? "word" : "words"} ${words.join(", ")}`;
    return words.length === 0
      ? "Parser and tagger want the same tags: this derivation is the best."
      : `Parser and tagger differ at ${places}: multipliers change there.`;
  }
  return delta === undefined
    ? `The derivation scores ${score(objective)}.`
    : `Beliefs moved by ${score(delta)} at most; the derivation scores ${score(objective)}.`;
}

/** The tags that words may have: beliefs or multipliers, and who wants which. */
function tagsPicture(parsed: ParsedSentence, round: ParsingRound, hue: string): Told {
  const { length, slots: { offsets, tags: slotTags, emissions }, tagNames } = parsed;
  const { beliefs, multipliers, parserTags, taggerTags, tags } = round;
  const numbers = beliefs ?? multipliers ?? new Float64Array();
  // Beliefs are shares.
  const most = beliefs === undefined ? Math.max(...numbers.map(Math.abs), 1e-9) : 1;
  const outline = box(0, 0, WORD - 2, LINE - 2);
  const drawSlot = (slot: number, word: number) => {
    const tag = slotTags[slot]!;
    const marked = (tag === parserTags?.[word] ? "P" : "") +
      (tag === taggerTags?.[word] ? "T" : "");
    const look = marked.length === 1 ? { fill: BAD, isBold: true } : { fill: INK };
    const name = fitted(tagNames[tag]!, WORD - (marked === "" ? 4 : 18), 10);
    return [
      filled(outline, CARD),
      filled(outline, hue, 0.75 * Math.abs(numbers[slot] ?? 0) / most),
      tag === tags[word] && framed(outline, INK, 1.5),
      marks.text(3, 11, name, { fill: INK }),
      marks.text(WORD - 4, 11, marked, { ...look, anchor: "end" }),
    ];
  };
  const slotText = (slot: number, word: number) => {
    const noun = beliefs === undefined ? "multiplier" : "belief";
    const number = slot in numbers ? `, ${noun} ${score(numbers[slot]!)}` : "";
    return `word ${word + 1}, ${tagNames[slotTags[slot]!]}: tagger ${
      score(emissions[slot]!)
    }${number}`;
  };
  const listed = Array.from({ length }, (_, word) => {
    const wanted = (slot: number) =>
      Number([tags[word], parserTags?.[word], taggerTags?.[word]].includes(slotTags[slot]));
    return Array.from(slotTags.keys()).slice(offsets[word], offsets[word + 1])
      .sort((a, b) => wanted(b) - wanted(a) || emissions[b]! - emissions[a]!)
      .slice(0, MOST_TAGS);
  });
  const drawn = listed.map((slots, word) =>
    marks.group(word * WORD, 0, [
      marks.text(WORD / 2, 12, `${word + 1}`, { anchor: "middle" }),
      ...slots.map((slot, i) =>
        marks.group(0, (i + 1) * LINE, drawSlot(slot, word), slotText(slot, word))
      ),
    ])
  );
  return {
    title: "What each word is taken for",
    text: roundText(round),
    width: length * WORD,
    height: (Math.max(...listed.map(({ length }) => length)) + 1) * LINE + 4,
    drawn,
  };
}

/** Items by span, and the derivation over them: longer spans higher up. */
function chartPicture(parsed: ParsedSentence, { decoder, steps }: ParsingTrace): Told {
  const { length, starts, ends, edgeOffsets, ruleNames } = parsed;
  const chartWidth = Math.min(WORD * length, CHART_WIDTH);
  const width = chartWidth / length;
  const made = new Map<string, number>();
  starts.forEach((start, i) => {
    const span = `${start}-${ends[i]}`;
    const size = 1 + edgeOffsets[i + 1]! - edgeOffsets[i]!;
    made.set(span, (made.get(span) ?? 0) + size);
  });
  const most = Math.log1p(Math.max(...made.values()));
  const at = (start: number, end: number): Point => [
    (start + end) / 2 * width,
    (length - (end - start)) * LINE,
  ];
  const outline = box(-width / 2, 0, width - 1, LINE - 1);
  const branches = steps.filter(([, split]) => split! >= 0);
  const drawn = (
    <>
      {Array.from(made, ([span, size]) => {
        const [start, end] = span.split("-").map(Number) as [number, number];
        const opacity = 0.08 + 0.5 * Math.log1p(size) / most;
        const title = `words ${start + 1} to ${end}: ${count(size)} items and edges`;
        return marks.group(...at(start, end), filled(outline, hueOf(decoder), opacity), title);
      })}
      {branches.map(([start, split, end]) => {
        const points = [at(start!, split!), at(start!, end!), at(split!, end!)];
        return marks.group(0, LINE / 2, marks.line(points, INK, 1));
      })}
      {branches.map(([start, , end, rule]) => {
        const [x, y] = at(start!, end!);
        const name = fitted(ruleNames[rule!] ?? "", width * 1.6, 10);
        return marks.text(x, y + 12, name, { fill: INK, anchor: "middle" });
      })}
    </>
  );
  return {
    title: "The chart, and the derivation of the end",
    text: `${count(starts.length)} items; a derivation of ${plural(steps.length, "rule use")}.`,
    width: chartWidth,
    height: (length + 1) * LINE,
    drawn,
  };
}
