/**
 * The page that lies beside a bank of derivations.
 *
 * @module
 */

import { count } from "../training/pack_page.ts";
import { type BankStatistics, type Cutoffs, derivableShare, statisticsOf } from "./statistics.ts";
import type { BankSentence } from "./tree.ts";
import type { Agreement } from "./convert/agreement.ts";
import type { Loss } from "./convert/convert.ts";

/** How often rules and categories must have been seen in the training part to be learned. */
const CUTOFFS: Cutoffs = { unaries: 5, categories: 10 };
const LOSSES: readonly Loss[] = ["not projective", "not licensed"];

/** A part of a treebank and what became of it. */
export interface BankPart {
  readonly name: string;
  readonly sentences: readonly BankSentence[];
  readonly losses: readonly { readonly why: Loss }[];
  /** How far its dependencies are those of the treebank. */
  readonly agreement: Agreement;
}

/**
 * What a bank holds, in Markdown: a column for each part; the first one is what is learned from.
 *
 * @param from what the bank was made of, with its licence
 */
export function bankPage(name: string, parts: readonly BankPart[], from: string): string {
  const all = parts.map(({ sentences }) => statisticsOf(sentences));
  const learned = all[0]!;
  const row = (title: string, value: (one: BankStatistics, part: BankPart) => string) =>
    [title, ...all.map((one, i) => value(one, parts[i]!))] as const;
  const rows = [
    row("Sentences", (_, { sentences, losses }) => count(sentences.length + losses.length)),
    row("Derivations", ({ sentences }) => count(sentences)),
    ...LOSSES.map((loss) =>
      row(
        `Lost: ${loss}`,
        (_, { losses }) => count(losses.filter(({ why }) => why === loss).length),
      )
    ),
    row("Words", ({ words }) => count(words)),
    row("Lexical categories", ({ lexical }) => count(lexical.size)),
    row(`Lexical categories seen ${CUTOFFS.categories} times`, ({ lexical }) => {
      return count([...lexical.values()].filter((uses) => uses >= CUTOFFS.categories).length);
    }),
    row("Categories", ({ categories }) => count(categories)),
    row("Lexical categories a form", ({ categoriesOfForm }) => categoriesOfForm.toFixed(2)),
    row("Lexical categories a running word", ({ categoriesOfWord }) => categoriesOfWord.toFixed(1)),
    row("Binary rules", ({ binaryTypes }) => count(binaryTypes)),
    row("Unary rules", ({ unaries }) => count(unaries.size)),
    row("Unary steps other than N → NP", ({ otherUnaries }) => count(otherUnaries)),
    row(
      `Derivations with unary rules seen ${CUTOFFS.unaries} times and categories seen ` +
        `${CUTOFFS.categories} times in ${parts[0]!.name}`,
      (_, { sentences }) => share(derivableShare(sentences, learned, CUTOFFS)),
    ),
  ];
  const agreed = (count: (one: Agreement) => number) =>
    row("", (_, { agreement }) => share(count(agreement) / Math.max(1, agreement.derived))).slice(
      1,
    );
  rows.push(
    row("Pairs of words that dependencies join", (_, { agreement }) => count(agreement.derived)),
    ["… that the treebank joins too", ...agreed(({ basic }) => basic)],
    ["… with its enhanced relations", ...agreed(({ enhanced }) => enhanced)],
  );
  const names = [...new Set(all.flatMap(({ rules }) => [...rules.keys()]))];
  return [
    "<!-- deno-fmt-ignore-file -->",
    `# ${name}`,
    `Derivations of combinatory categorial grammar, one \`.auto\` file a part. Made of ${from}.`,
    table(["", ...parts.map((part) => part.name)], rows),
    "## Rules",
    "How often each is used. `raised` and `unary` have one child, `B` is composition over so many " +
    "arguments, `x` crosses slashes.",
    table(
      ["rule", ...parts.map((part) => part.name)],
      byUses(learned.rules, names).map((rule) =>
        [`\`${rule}\``, ...all.map(({ rules }) => count(rules.get(rule) ?? 0))] as const
      ),
    ),
    `## Most frequent lexical categories of ${parts[0]!.name}`,
    frequent(learned.lexical, "category"),
    `## Most frequent unary rules of ${parts[0]!.name}`,
    frequent(learned.unaries, "rule"),
    `## Whole sentences of ${parts[0]!.name}`,
    frequent(learned.roots, "category"),
  ].join("\n\n") + "\n";
}

/** Rows of the longest list. */
const MOST_ROWS = 30;

function frequent(uses: ReadonlyMap<string, number>, title: string): string {
  const names = byUses(uses, [...uses.keys()]).slice(0, MOST_ROWS);
  return table([title, "uses"], names.map((name) => [`\`${name}\``, count(uses.get(name)!)]));
}

function byUses<T extends string>(uses: ReadonlyMap<T, number>, names: readonly T[]): T[] {
  return names.toSorted((a, b) =>
    (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || (a < b ? -1 : a > b ? 1 : 0)
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = head.map((_, i) => i === 0 ? "---" : "---:");
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

function share(value: number): string {
  return `${(100 * value).toFixed(1)}%`;
}
