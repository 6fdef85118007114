/**
 * A sentence that is parsed: the chart with a derivation over it, what parser and tagger want of
 * each word, and the bounds, round by round.
 *
 * @module
 */

import { hueOf } from "../../drawing/hues.ts";
import type { ParsedSentence, ParsingRound, ParsingTrace } from "../trace.ts";
import { type Bound, Bounds, BOUNDS_SIZE, type BoundsShown, drawBounds } from "./bounds.tsx";
import { Exactness, Lane, Scroll, Slider } from "./controls.tsx";
import * as marks from "./marks.tsx";
import { BAD, box, CARD, filled, fitted, framed, INK, type Point } from "./marks.tsx";
import type { Session } from "./session.ts";
import { count, plural, score } from "./words.ts";

/** Width of a word and height of a line of the pictures. */
const WORD = 58;
const LINE = 17;
/** Width of the chart of a long sentence. */
const CHART_WIDTH = 640;
/** Tags of a word that are listed. */
const MOST_TAGS = 12;

/** The sentence of the page's title. */
export function parsingHeadline({ length, traces }: ParsedSentence): string {
  const exact = traces.find(({ decoder }) => decoder === "bar-hillel");
  const dual = traces.find(({ decoder }) => decoder === "dual-decomposition");
  if (exact === undefined || dual === undefined) return `${length} words, parsed.`;
  const { rounds: { length: rounds }, bound = Infinity, objective } = dual;
  const course = rounds === 1 ? "agree at once" : `argue for ${rounds} rounds`;
  const end = bound === objective
    ? `prove the best derivation, ${score(objective)}`
    : `a gap of ${score(bound - objective)} stays${
      exact.converged ? `; the exact product proves ${score(exact.objective)}` : ""
    }`;
  return `${length} words: parser and tagger ${course}, and ${end}.`;
}

/** The parser that is looked at, in the round that is looked at. */
function shownOf(session: Session, { traces }: ParsedSentence) {
  const trace = session.parser!;
  const last = trace.rounds.length;
  const now = session.round;
  const round = trace.rounds[now - 1];
  const bounds: BoundsShown = {
    decoder: trace.decoder,
    bounds: boundsOf(trace),
    best: Math.max(...traces.map(({ objective }) => objective)),
    now,
    upper: round?.bound ?? Infinity,
    lower: Math.max(...trace.rounds.slice(0, now).map(({ objective }) => objective)),
    noun: "derivation",
  };
  return { trace, last, now, round, bounds };
}

/** All that is shown of the sentence. */
export function Parsing({ session, parsed }: { session: Session; parsed: ParsedSentence }) {
  const { trace, last, now, round, bounds } = shownOf(session, parsed);
  const [chartWidth, chartHeight] = chartSize(parsed);
  return (
    <section aria-label="Parsing">
      <ol class="lanes" aria-label="Parsers">
        {parsed.traces.map((parser) => (
          <Lane
            key={parser.decoder}
            session={session}
            decoder={parser.decoder}
            kind="parser"
            isChosen={parser === trace}
            course={<p>{courseText(parser)}</p>}
            edges={parser.work.edgeEvaluations}
            note="edges"
          />
        ))}
      </ol>
      <div class="moment">
        <Slider
          id="round"
          label={
            <span>
              Round <strong>{now}</strong> of {last}
            </span>
          }
          min={1}
          max={last}
          step={1}
          value={now}
          text={`round ${now} of ${last}`}
          onMove={(event) => session.look({ event })}
        />
      </div>
      {round !== undefined && <Tags parsed={parsed} round={round} hue={hueOf(trace.decoder)} />}
      <div class="pair">
        <div>
          <h3>The chart, and the derivation of the end</h3>
          <Scroll label="Chart">
            <svg
              width={chartWidth}
              height={chartHeight}
              role="img"
              aria-label={`${count(parsed.starts.length)} items; a derivation of ${
                plural(trace.steps.length, "rule use")
              }.`}
            >
              {drawChart(parsed, trace)}
            </svg>
          </Scroll>
        </div>
        <div>
          <h3>The gap</h3>
          <Bounds {...bounds} />
          <Exactness decoder={trace.decoder} isOpen />
        </div>
      </div>
    </section>
  );
}

/** The pictures below each other, as they are shown. */
export function parsingPicture(session: Session, parsed: ParsedSentence) {
  const { trace, round, bounds } = shownOf(session, parsed);
  const heading = { size: 14, fill: INK, isBold: true };
  const [wide, high] = round === undefined ? [0, 0] : tagsSize(parsed);
  const [chartWidth, chartHeight] = chartSize(parsed);
  const top = high + 60;
  const drawn = [
    round !== undefined && [
      marks.text(0, 14, roundText(round), heading),
      marks.group(0, 26, drawTags(parsed, round, hueOf(trace.decoder))),
    ],
    marks.text(0, top, "The chart, and the derivation of the end", heading),
    marks.group(0, top + 12, drawChart(parsed, trace)),
    bounds.bounds.length > 1 &&
    marks.group(chartWidth + 40, top, [
      marks.text(0, 0, "The gap", heading),
      marks.group(0, 12, drawBounds(bounds)),
    ]),
  ];
  return {
    title: parsingHeadline(parsed),
    marks: drawn,
    width: Math.max(wide, chartWidth + 40 + BOUNDS_SIZE[0]),
    height: top + chartHeight + 24,
  };
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
    return words.length === 0
      ? "Parser and tagger want the same tags: this derivation is the best."
      : `Parser and tagger differ at ${words.length === 1 ? "word" : "words"} ${
        words.join(", ")
      }: multipliers change there.`;
  }
  return delta === undefined
    ? `The derivation scores ${score(objective)}.`
    : `Beliefs moved by ${score(delta)} at most; the derivation scores ${score(objective)}.`;
}

type TagsShown = { parsed: ParsedSentence; round: ParsingRound; hue: string };

/** The tags that words may have: beliefs or multipliers, and who wants which. */
function Tags({ parsed, round, hue }: TagsShown) {
  const [width, height] = tagsSize(parsed);
  return (
    <>
      <p aria-live="polite">{roundText(round)}</p>
      <h3>What each word is taken for</h3>
      <Scroll label="Tags by word">
        <svg width={width} height={height} role="img" aria-label={roundText(round)}>
          {drawTags(parsed, round, hue)}
        </svg>
      </Scroll>
      <p class="quiet">
        Framed: taken. P: the parser wants it, T: the tagger; one letter alone is a disagreement.
        {round.beliefs !== undefined && " Colour: belief."}
        {round.multipliers !== undefined && " Colour: size of the multiplier."}
      </p>
    </>
  );
}

function tagsSize({ length, slots: { offsets } }: ParsedSentence): Point {
  const most = Math.max(...offsets.subarray(1).map((end, i) => end - offsets[i]!));
  return [length * WORD, (Math.min(most, MOST_TAGS) + 1) * LINE + 4];
}

function drawTags(parsed: ParsedSentence, round: ParsingRound, hue: string) {
  const { length, slots: { offsets, tags: slotTags, emissions }, tagNames } = parsed;
  const { beliefs, multipliers, parserTags, taggerTags, tags } = round;
  const largest = Math.max(...(multipliers ?? []).map(Math.abs), 1e-9);
  const share = (slot: number) => beliefs?.[slot] ?? Math.abs(multipliers?.[slot] ?? 0) / largest;
  const outline = box(0, 0, WORD - 2, LINE - 2);
  const drawSlot = (slot: number, word: number) => {
    const tag = slotTags[slot]!;
    const marked = (tag === parserTags?.[word] ? "P" : "") +
      (tag === taggerTags?.[word] ? "T" : "");
    const look = marked.length === 1 ? { fill: BAD, isBold: true } : { fill: INK };
    const name = fitted(tagNames[tag]!, WORD - (marked === "" ? 4 : 18), 10);
    return [
      filled(outline, CARD),
      filled(outline, hue, 0.75 * share(slot)),
      tag === tags[word] && framed(outline, INK, 1.5),
      marks.text(3, 11, name, { fill: INK }),
      marks.text(WORD - 4, 11, marked, { ...look, anchor: "end" }),
    ];
  };
  const slotText = (slot: number, word: number) => {
    const number = beliefs?.[slot] ?? multipliers?.[slot];
    const noun = beliefs === undefined ? "multiplier" : "belief";
    return `word ${word + 1}, ${tagNames[slotTags[slot]!]}: tagger ${score(emissions[slot]!)}${
      number === undefined ? "" : `, ${noun} ${score(number)}`
    }`;
  };
  return Array.from({ length }, (_, word) => {
    const wanted = (slot: number) =>
      Number([tags[word], parserTags?.[word], taggerTags?.[word]].includes(slotTags[slot]));
    const slots = Array.from(slotTags.keys()).slice(offsets[word], offsets[word + 1])
      .sort((a, b) => wanted(b) - wanted(a) || emissions[b]! - emissions[a]!)
      .slice(0, MOST_TAGS);
    return marks.group(word * WORD, 0, [
      marks.text(WORD / 2, 12, `${word + 1}`, { anchor: "middle" }),
      ...slots.map((slot, i) =>
        marks.group(0, (i + 1) * LINE, drawSlot(slot, word), slotText(slot, word))
      ),
    ]);
  });
}

function chartSize({ length }: ParsedSentence): Point {
  return [Math.min(WORD * length, CHART_WIDTH), (length + 1) * LINE];
}

/** Items by span, and the derivation over them: longer spans higher up. */
function drawChart(parsed: ParsedSentence, { decoder, steps }: ParsingTrace) {
  const { length, starts, ends, edges, ruleNames } = parsed;
  const width = chartSize(parsed)[0] / length;
  const made = new Map<string, number>();
  starts.forEach((start, i) => {
    const span = `${start}-${ends[i]}`;
    made.set(span, (made.get(span) ?? 0) + 1 + edges[i]!);
  });
  const most = Math.log1p(Math.max(...made.values()));
  const at = (start: number, end: number): Point => [
    (start + end) / 2 * width,
    (length - (end - start)) * LINE,
  ];
  const middle = (start: number, end: number): Point => {
    const [x, y] = at(start, end);
    return [x, y + LINE / 2];
  };
  const outline = box(-width / 2, 0, width - 1, LINE - 1);
  return (
    <>
      {Array.from(made, ([span, size]) => {
        const [start, end] = span.split("-").map(Number) as [number, number];
        const opacity = 0.08 + 0.5 * Math.log1p(size) / most;
        const title = `words ${start + 1} to ${end}: ${count(size)} items and edges`;
        return marks.group(...at(start, end), filled(outline, hueOf(decoder), opacity), title);
      })}
      {steps.filter(([, split]) => split! >= 0).map(([start, split, end]) =>
        marks.line(
          [middle(start!, split!), middle(start!, end!), middle(split!, end!)],
          INK,
          1,
        )
      )}
      {steps.filter(([, split]) => split! >= 0).map(([start, , end, rule]) => {
        const [x, y] = at(start!, end!);
        const name = fitted(ruleNames[rule!] ?? "", width * 1.6, 10);
        return marks.text(x, y + 12, name, { fill: INK, anchor: "middle" });
      })}
    </>
  );
}

function boundsOf({ rounds }: ParsingTrace): Bound[] {
  let lower = -Infinity;
  return rounds.flatMap(({ objective, bound }, i): Bound[] => {
    lower = Math.max(lower, objective);
    const known = { kind: "lower", round: i + 1, value: lower } as const;
    return bound === undefined ? [known] : [{ kind: "upper", round: i + 1, value: bound }, known];
  });
}
