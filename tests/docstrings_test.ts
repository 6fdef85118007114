import { assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { filesBelow } from "./helpers/folder_contents.ts";

const ROOT = new URL("../", import.meta.url);
/**
 * Stems of the nouns of the field: of decoding and probabilities, of corpora and models, of
 * measuring, of files and processes, of tables and pictures. A docstring of one line has one, or a
 * name in code: one without says nothing that the name below it does not.
 */
const NOUNS = `
  beam belief best bound chain confidence decod derivation distribution edge emission entrop error
  estimate factor feature forest gap gold gradient grammar heuristic label lattice level logarithm
  loss marginal mass matri maxim message minim model multiplier node objective odds parse path
  penalt posterior position prefix probabilit proof rule score slot span split state step suffix
  sum supertag tag tie token transition tree vector weight

  accurac adjective adverb answer bilstm bootstrap clause combinator compil composition conjunct
  constituent coordinat crf embedding ngram nominal noun optimiser parameter perceptron predicate
  precision preposition production pronoun punctuation regularisation relation subject subtype verb

  alphabet annotation attribute author bank batch block case categor charact chunk claim column
  corp dataset dependenc digit document entit epoch evidence example field figure format fraction
  half head instance item language learner length licence list mask mean median mistake network
  notation pack pad pair paper part pass percent phrase published reader row sample seed sentence
  share spell syllab table task tensor test text train treebank tutorial type unit value variant
  verdict word year

  comparison configuration download escape export quantit
  allocation arena argument arit arra attempt baseline bench bits byte cache capacity cell chart
  check child choice class clock code command condition contract control count counter curve
  deadline default defect dial difference director draw effort element engine entri entry epoch event
  exit exponent expression file flag folder function generation greeting group hash heap host hour ident
  index indices input integer interval isolate iteration join key kernel kind layout lead left
  limit line link list lock log loop machine magnitude manifest measure median megabyte memor
  merge metadata method microsecond millisecond minute module multiple name number object offset
  operand option order outcome output owner permission point problem process program progress
  project prompt query question queue ratio reason record reference regression release remark
  repetition replay reply report request resource response result right round run safetensors
  search second secret select session setting shape shard side sign size source space spec speed
  stack stage start statistic string stud suite symbol system task term thread threshold time
  timer trace trial url usage user version view window work worker

  axis axes bar border caption color colour font heading height hue json latex layer legend
  markdown mark page panel percentile picture pixel point scale screen section shade svg tick
  title tooltip width html tex
`.split(/\s+/).filter((stem) => stem !== "");
const NOUN = new RegExp(`\\b(?:${NOUNS.join("|")})|\`|\\{@linkcode`, "i");

/** How many docstrings of each room have none: they may get fewer. */
const WITHOUT: Readonly<Record<string, number>> = {
  // Rows are keyed by the texts of decoders: these wait for a reference run.
  decoders: 6,
  datasets: 0,
  harness: 0,
  reports: 0,
};

/** Docstrings of one line without a noun of the field, with their places. */
function emptyDocstrings(room: string): string[] {
  const modules = filesBelow(new URL(room, ROOT).pathname)
    .filter((path) => path.endsWith(".ts") && !/^(runs|reference)\//.test(path));
  return modules.map((path) => `${room}/${path}`).flatMap((path) =>
    Deno.readTextFileSync(new URL(path, ROOT)).split("\n").flatMap((line, index) => {
      const text = /^\s*\/\*\* (.*) \*\/$/.exec(line)?.[1];
      return text === undefined || NOUN.test(text) ? [] : [`${path}:${index + 1}: ${text}`];
    })
  );
}

describe("docstrings of one line", () => {
  for (const [room, most] of Object.entries(WITHOUT)) {
    it(`have a noun of the field in ${room}/, but for ${most} that are known`, () => {
      const found = emptyDocstrings(room);
      assertLessOrEqual(found.length, most, found.join("\n"));
    });
  }
});
