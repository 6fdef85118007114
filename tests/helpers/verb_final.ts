/**
 * A treebank of a language that there is not: verbs come last, cases are suffixes, adpositions
 * stand behind their nouns, and adjectives, which agree, too. As CoNLL-U, seeded.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { conlluText } from "./trees.ts";

const NOUNS = ["tali", "meru", "soka", "vinu", "pela", "kori", "lamo", "rude"];
const NAMES = ["Anto", "Belu", "Cira"];
const ADJECTIVES = ["suri", "neka", "holo"];
const TRANSITIVE = ["mak", "tor", "vel", "sil"];
const INTRANSITIVE = ["lum", "pas"];
const ADVERBS = ["nun", "oti"];
const ADPOSITIONS = ["ule", "sen"];
const SUFFIXES = { Nom: "ka", Acc: "ru", Loc: "mi" } as const;
type Case = keyof typeof SUFFIXES;

/** A word whose head is another one of a list, or the root. */
interface Word {
  readonly form: string;
  readonly upos: string;
  readonly xpos: string;
  readonly relation: string;
  readonly features?: string;
  readonly head?: Word;
}

/** So many sentences. */
export function verbFinalTreebank(sentences: number, seed: number): string {
  const random = new Random(seed);
  return Array.from({ length: sentences }, () => {
    const words = sentenceOf(random);
    return conlluText(...words.map(({ form, upos, xpos, head, relation, features = "_" }) => {
      const place = head === undefined ? 0 : words.indexOf(head) + 1;
      return [form, upos, xpos, place, relation, features].join(" ");
    }));
  }).join("");
}

function sentenceOf(random: Random): Word[] {
  const pick = (forms: readonly string[]) => forms[random.integer(forms.length)]!;
  const isIn = (share: number) => random.uniform() < share;
  const hasObject = isIn(0.7);
  const hasAuxiliary = isIn(0.3);
  const stem = pick(hasObject ? TRANSITIVE : INTRANSITIVE);
  const verb: Word = {
    form: `${stem}${hasAuxiliary ? "en" : "as"}`,
    ...{ upos: "VERB", xpos: hasAuxiliary ? "VI" : "VF", relation: "root" },
    features: hasAuxiliary ? "VerbForm=Inf" : "VerbForm=Fin",
  };
  const phrase = (relation: string, own: Case, depth: number): Word[] => {
    if (own === "Nom" && isIn(0.2)) {
      const form = `${pick(NAMES)}${SUFFIXES[own]}`;
      return [{ form, upos: "PROPN", xpos: "NP", head: verb, relation }];
    }
    const features = `Case=${own}`;
    const noun: Word = {
      form: `${pick(NOUNS)}${SUFFIXES[own]}`,
      ...{ upos: "NOUN", xpos: `N${own}`, head: verb, relation, features },
    };
    const words = [noun];
    if (isIn(0.4)) {
      const form = `${pick(ADJECTIVES)}${SUFFIXES[own]}`;
      words.push({ form, upos: "ADJ", xpos: "A", head: noun, relation: "amod", features });
    }
    if (own === "Loc") {
      words.push({ form: pick(ADPOSITIONS), upos: "ADP", xpos: "P", head: noun, relation: "case" });
    } else if (depth > 0 && isIn(0.2)) {
      const other = phrase("conj", own, 0).map((word) =>
        word.head === verb ? { ...word, head: noun } : word
      );
      const [first, ...rest] = other;
      const moved = rest.map((word) => ({ ...word, head: first! }));
      words.push({ form: "ta", upos: "CCONJ", xpos: "C", head: first!, relation: "cc" });
      words.push(first!, ...moved);
    }
    return words;
  };
  return [
    ...phrase("nsubj", "Nom", 1),
    ...isIn(0.4) ? phrase("obl", "Loc", 0) : [],
    ...hasObject ? phrase("obj", "Acc", 1) : [],
    ...isIn(0.3)
      ? [{ form: pick(ADVERBS), upos: "ADV", xpos: "R", head: verb, relation: "advmod" }]
      : [],
    verb,
    ...hasAuxiliary
      ? [{
        ...{ form: "das", upos: "AUX", xpos: "X", head: verb, relation: "aux" },
        features: "VerbForm=Fin",
      }]
      : [],
    { form: ".", upos: "PUNCT", xpos: ".", head: verb, relation: "punct" },
  ];
}
