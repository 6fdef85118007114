/**
 * A sentence that is parsed: the chart with a derivation over it, what parser and tagger want of
 * each word, and the bounds, round by round.
 *
 * @module
 */

import type { ParsedSentence, ParsingRound, ParsingTrace } from "../trace.ts";
import { EXACTNESS } from "../exactness.ts";
import { hueOf } from "../../drawing/hues.ts";
import { type Bound, Bounds } from "./bounds.tsx";
import { fitted } from "./picture.ts";
import type { Session } from "./session.ts";
import { count, score, titleOf } from "./words.ts";

/** Width of a word and height of a line of the pictures. */
const WORD = 58;
const LINE = 17;
/** Tags of a word that are listed. */
const MOST_TAGS = 12;

/** The sentence of the page's title. */
export function parsingHeadline({ length, traces }: ParsedSentence): string {
  const exact = traces.find(({ decoder }) => decoder === "bar-hillel");
  const dual = traces.find(({ decoder }) => decoder === "dual-decomposition");
  if (exact === undefined || dual === undefined) return `${length} words, parsed.`;
  const gap = (dual.bound ?? Infinity) - dual.objective;
  return `${length} words: parser and tagger ${
    dual.rounds.length === 1 ? "agree at once" : `argue for ${dual.rounds.length} rounds`
  }, and ${
    gap === 0
      ? `prove the best derivation, ${score(dual.objective)}`
      : `a gap of ${score(gap)} stays; the exact product proves ${score(exact.objective)}`
  }.`;
}

/** All that is shown of the sentence. */
export function Parsing({ session }: { session: Session }) {
  const parsed = session.parsed!;
  const trace = session.parser!;
  const last = trace.rounds.length;
  const now = Math.max(1, Math.min(last, session.view.event ?? last));
  const round = trace.rounds[now - 1];
  return (
    <section aria-label="Parsing">
      <ol class="lanes" aria-label="Parsers">
        {parsed.traces.map(({ decoder, objective, bound, work, rounds }) => (
          <li
            key={decoder}
            class={decoder === trace.decoder ? "lane parser chosen" : "lane parser"}
          >
            <button
              type="button"
              class="name"
              aria-pressed={decoder === trace.decoder}
              onClick={() => session.show({ lane: decoder, event: undefined })}
            >
              <strong>{titleOf(decoder)[0]}</strong>
            </button>
            <p class="course">
              {count(rounds.length)} {rounds.length === 1 ? "round" : "rounds"}, score{" "}
              {score(objective)}
              {bound === undefined
                ? ""
                : bound === objective
                ? ", proven the best"
                : `, at most ${score(bound)}`}
            </p>
            <p class="edges">
              <strong>{count(work.edgeEvaluations)}</strong>
              <span>edges</span>
            </p>
          </li>
        ))}
      </ol>
      <div class="moment">
        <label>
          Round <strong>{now}</strong> of {last}
          <input
            id="round"
            type="range"
            min="1"
            max={last}
            value={now}
            onInput={({ currentTarget: { valueAsNumber } }) =>
              session.show({ event: valueAsNumber })}
          />
        </label>
      </div>
      {round !== undefined && (
        <>
          <p aria-live="polite">{roundText(round)}</p>
          <h3>What each word is taken for</h3>
          <Tags parsed={parsed} round={round} hue={hueOf(trace.decoder)} />
        </>
      )}
      <div class="pair">
        <div>
          <h3>The chart, and the derivation of the end</h3>
          <Chart parsed={parsed} trace={trace} />
        </div>
        <div>
          <h3>The gap</h3>
          <Bounds
            decoder={trace.decoder}
            bounds={boundsOf(trace)}
            best={parsed.traces.at(-1)!.objective}
            now={now}
            upper={round?.bound ?? Infinity}
            lower={Math.max(...trace.rounds.slice(0, now).map(({ objective }) => objective))}
            noun="derivation"
          />
          <details class="exact" open>
            <summary>How it is exact</summary>
            {EXACTNESS[trace.decoder]?.map((text) => <p key={text}>{text}</p>)}
          </details>
        </div>
      </div>
    </section>
  );
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
  const { length, offsets, slotTags, tagNames, emissions } = parsed;
  const { beliefs, multipliers, parserTags, taggerTags, tags } = round;
  const words = Array.from({ length }, (_, i) => {
    const slots = Array.from({ length: offsets[i + 1]! - offsets[i]! }, (_, j) => offsets[i]! + j);
    const wanted = (slot: number) =>
      Number([tags[i], parserTags?.[i], taggerTags?.[i]].includes(slotTags[slot]));
    return slots.sort((a, b) => wanted(b) - wanted(a) || emissions[b]! - emissions[a]!)
      .slice(0, MOST_TAGS);
  });
  const lines = Math.max(...words.map((slots) => slots.length));
  const largest = Math.max(...(multipliers ?? []).map(Math.abs), 1e-9);
  const share = (slot: number) =>
    beliefs !== undefined
      ? beliefs[slot]!
      : multipliers !== undefined
      ? Math.abs(multipliers[slot]!) / largest
      : 0;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Tags by word">
      <svg
        width={length * WORD}
        height={(lines + 1) * LINE + 4}
        role="img"
        aria-label={roundText(round)}
      >
        {words.map((slots, i) => (
          <g key={i} transform={`translate(${i * WORD} 0)`}>
            <text x={WORD / 2} y="12" class="middle quiet">{i + 1}</text>
            {slots.map((slot, j) => {
              const tag = slotTags[slot]!;
              const marks = `${tag === parserTags?.[i] ? "P" : ""}${
                tag === taggerTags?.[i] ? "T" : ""
              }`;
              const isDifferent = marks.length === 1;
              const number = beliefs?.[slot] ?? multipliers?.[slot];
              const name = tagNames[tag]!;
              return (
                <g key={slot} transform={`translate(0 ${(j + 1) * LINE})`}>
                  <title>
                    {`word ${i + 1}, ${name}: tagger ${score(emissions[slot]!)}${
                      number === undefined
                        ? ""
                        : `, ${beliefs ? "belief" : "multiplier"} ${score(number)}`
                    }`}
                  </title>
                  <rect width={WORD - 2} height={LINE - 2} class="slot" />
                  <rect
                    width={WORD - 2}
                    height={LINE - 2}
                    fill={hue}
                    fill-opacity={0.75 * share(slot)}
                  />
                  {tag === tags[i] && <rect width={WORD - 2} height={LINE - 2} class="taken" />}
                  <text x="3" y="11">{fitted(name, WORD - (marks === "" ? 4 : 18), 10)}</text>
                  <text x={WORD - 4} y="11" class={isDifferent ? "end different" : "end"}>
                    {marks}
                  </text>
                </g>
              );
            })}
          </g>
        ))}
      </svg>
      <p class="quiet">
        Framed: taken. P: the parser wants it, T: the tagger; one letter alone is a disagreement.
        {beliefs !== undefined && " Colour: belief."}
        {multipliers !== undefined && " Colour: size of the multiplier."}
      </p>
    </div>
  );
}

/** Items by span, and the derivation over them: longer spans higher up. */
function Chart({ parsed, trace }: { parsed: ParsedSentence; trace: ParsingTrace }) {
  const { length, starts, ends, edges, ruleNames } = parsed;
  const width = Math.min(WORD, 640 / length);
  const made = new Map<string, number>();
  starts.forEach((start, i) => {
    const span = `${start}-${ends[i]}`;
    made.set(span, (made.get(span) ?? 0) + 1 + edges[i]!);
  });
  const most = Math.log1p(Math.max(...made.values()));
  const x = (start: number, end: number) => (start + end) / 2 * width;
  const y = (start: number, end: number) => (length - (end - start)) * LINE;
  const hue = hueOf(trace.decoder);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Chart">
      <svg
        width={length * width}
        height={(length + 1) * LINE}
        role="img"
        aria-label={`${
          count(starts.length)
        } items over ${made.size} spans; a derivation of ${trace.steps.length} rule uses.`}
      >
        {[...made].map(([span, size]) => {
          const [start, end] = span.split("-").map(Number) as [number, number];
          return (
            <rect
              key={span}
              x={x(start, end) - width / 2}
              y={y(start, end)}
              width={width - 1}
              height={LINE - 1}
              fill={hue}
              fill-opacity={0.08 + 0.5 * Math.log1p(size) / most}
            >
              <title>{`words ${start + 1} to ${end}: ${count(size)} items and edges`}</title>
            </rect>
          );
        })}
        {trace.steps.filter(([, split]) => split! >= 0).map(([start, split, end]) => (
          <polyline
            key={`${start}-${end}`}
            class="branch"
            points={[[start!, split!], [start!, end!], [split!, end!]].map(([from, to]) =>
              `${x(from!, to!)},${y(from!, to!) + LINE / 2}`
            ).join(" ")}
          />
        ))}
        {trace.steps.map(([start, split, end, rule]) => (
          <text
            key={`${start}-${end}-${rule}`}
            class="middle"
            x={x(start!, end!)}
            y={y(start!, end!) + 12}
          >
            {split! < 0 ? "" : fitted(ruleNames[rule!] ?? "", width * 1.6, 10)}
          </text>
        ))}
      </svg>
    </div>
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
