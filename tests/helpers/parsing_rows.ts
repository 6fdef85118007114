/**
 * A small run of parses, for the tests of its report: two sentences of which one takes three
 * iterations, and one without a parse.
 *
 * @module
 */

import type { AnswerLine, SentenceTime, TraceLine } from "../../harness/store/side_tables.ts";
import type { Row } from "../../harness/store/rows.ts";
import type { ParsedCell } from "../../reports/numbers/run_data.ts";
import { runData } from "../../reports/numbers/read_run.ts";
import { datasetColumns } from "./names.ts";
import { aRow } from "./rows.ts";

const DECODERS = ["pipeline", "control", "bar-hillel", "dual-decomposition"] as const;
const DATASET = "synthetic-parsing-9{space=ast}";

/** Rows of four cells in two rounds. */
export const PARSING_ROWS: readonly Row[] = DECODERS.flatMap((decoder) =>
  [1, 2].map((round) =>
    aRow({
      ...datasetColumns(DATASET),
      ...{ key: decoder, problem: "parsing", family: "parsing", labels: 9, compared: "bound" },
      ...{ decoder, decoder_base: decoder === "control" ? "pipeline" : decoder, options: {} },
      role: decoder === "pipeline" ? "baseline" : decoder === "control" ? "control" : "rival",
      exact: decoder === "bar-hillel",
      verdict: decoder === "bar-hillel" ? "correct" : "inexact",
      ...{ round, sentences: 3, timed_sentences: 3, passes: 1 },
      elapsed_ms: round + decoder.length,
    })
  )
);

/** The best J of both sentences is −4. */
export const PARSING_ANSWERS: readonly AnswerLine[] = DECODERS.filter((name) => name !== "control")
  .flatMap((key) =>
    [0, 1, 2].map((sentence): AnswerLine => {
      const isParsed = sentence < 2;
      const objective = !isParsed ? NaN : key === "pipeline" && sentence === 1 ? -6 : -4;
      const isClaimed = isParsed &&
        (key === "bar-hillel" || (key !== "pipeline" && sentence === 0));
      return {
        ...{ key, session: 0, sentence, words: 4, beam: isParsed ? sentence : 4 },
        ...isParsed ? { slots: 8, items: 20, edges: 30 } : { slots: 0, items: 0, edges: 0 },
        ...{ converged: 1, iterations: sentence === 1 ? 3 : 1, objective, parser_score: objective },
        ...{ bound: isClaimed ? -4 : NaN, claimed: isClaimed ? 1 : 0 },
        ...{ right_tags: isParsed ? 3 : 0, known_tags: 4 },
        ...{ matched_spans: isParsed ? 1 : 0, predicted_spans: isParsed ? 2 : 0, gold_spans: 2 },
        ...{ matched_labelled: isParsed ? 2 : 0, matched_unlabelled: isParsed ? 3 : 0 },
        ...{ predicted_dependencies: isParsed ? 4 : 0, gold_dependencies: 4 },
        failure: isParsed ? "" : "too large",
      };
    })
  );

/** The first sentence is proven at once, the second never: its bound ends half a nat too high. */
export const PARSING_TRACES: readonly TraceLine[] = ["bar-hillel", "dual-decomposition"]
  .flatMap((key) => {
    const common = { key, session: 0, delta: NaN };
    return [
      { ...common, sentence: 0, iteration: 1, objective: -4, bound: -4, proven: 1 },
      { ...common, sentence: 1, iteration: 1, objective: -6, bound: -1, proven: 0 },
      { ...common, sentence: 1, iteration: 2, objective: -6, bound: -3, proven: 0 },
      { ...common, sentence: 1, iteration: 3, objective: -4, bound: -3.5, proven: 0 },
    ];
  });

/** Times of the sentences of all cells but the control. */
export const PARSING_TIMES: readonly SentenceTime[] = PARSING_ANSWERS.map((answer) => ({
  ...{ key: answer.key, session: 0, sentence: answer.sentence, length: 4 },
  elapsed_ms: 1 + answer.edges,
}));

/** All of it as a run. */
export const PARSING_RUN = runData(PARSING_ROWS, {
  answers: PARSING_ANSWERS,
  traces: PARSING_TRACES,
  sentences: PARSING_TIMES,
});

/** A cell whose answers have so many right tags and dependencies of ten; NaN is no parse. */
export function parsedCell(
  rightTags: readonly number[],
  answer: Partial<AnswerLine> = {},
  row: Partial<ParsedCell["row"]> = {},
): ParsedCell {
  const answers = rightTags.map((right, sentence): AnswerLine => ({
    ...PARSING_ANSWERS[0]!,
    sentence,
    words: 10,
    right_tags: right,
    matched_labelled: right,
    predicted_dependencies: 10,
    gold_dependencies: 10,
    matched_spans: right,
    predicted_spans: 10,
    gold_spans: 10,
    objective: right,
    parser_score: right,
    converged: right > 5 ? 1 : 0,
    iterations: right,
    ...answer,
  }));
  return { row: row as ParsedCell["row"], answers, traces: new Map() };
}
