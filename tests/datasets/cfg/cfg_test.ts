import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  barHillel,
  beliefPropagation,
  type BracketTree,
  cfgPack,
  cfgTree,
  dualBounds,
  dualDecomposition,
  newWork,
  parsingModel,
  parsingSentences,
  pipeline,
  printBrackets,
  readBrackets,
  readCfg,
  treebankGrammar,
  type WeightedGrammar,
} from "../../../datasets/cfg/mod.ts";
import { rounded } from "../../../datasets/cfg/weighted_grammar.ts";
import { parsingDataset, parsingFile } from "../../../datasets/parsing_dataset.ts";
import { Random } from "../../../datasets/random.ts";
import { resolveOptions } from "../../../decoders/chain/options.ts";
import { countMatches } from "../../../decoders/parsing/forest/matches.ts";

const EXACT = { prune: true } as const;
const ASCENT = resolveOptions(dualDecomposition, { iterations: 50 });
const LOOPY = { iterations: 25, tolerance: 3, damping: 0, reweighted: 0, rule: "viterbi" } as const;

/** The best score by CKY over the grammar as it is given: long rules, chains and all. */
function cky(grammar: WeightedGrammar, words: readonly string[], tags?: readonly string[]): number {
  const symbols = new Set(grammar.rules.flatMap(({ parent, children }) => [parent, ...children]));
  for (const entries of [...grammar.words.values(), grammar.unknown]) {
    for (const { tag } of entries) symbols.add(tag);
  }
  const chart = new Map<string, number>();
  const at = (symbol: string, start: number, end: number) =>
    chart.get(`${symbol} ${start} ${end}`) ?? -Infinity;
  const sequence = (children: readonly string[], start: number, end: number): number => {
    const [first, ...rest] = children as [string, ...string[]];
    if (rest.length === 0) return at(first, start, end);
    let best = -Infinity;
    for (let split = start + 1; split <= end - rest.length; split++) {
      best = Math.max(best, at(first, start, split) + sequence(rest, split, end));
    }
    return best;
  };
  for (let size = 1; size <= words.length; size++) {
    for (let start = 0; start + size <= words.length; start++) {
      const end = start + size;
      const raise = (symbol: string, score: number): boolean => {
        if (score <= at(symbol, start, end)) return false;
        chart.set(`${symbol} ${start} ${end}`, score);
        return true;
      };
      for (const { tag, score } of grammar.words.get(words[start]!) ?? grammar.unknown) {
        if (size === 1 && (tags === undefined || tags[start] === tag)) raise(tag, rounded(score));
      }
      for (const { parent, children, score } of grammar.rules) {
        if (children.length > 1) raise(parent, rounded(score) + sequence(children, start, end));
      }
      let changed = true;
      while (changed) {
        changed = false;
        for (const { parent, children, score } of grammar.rules) {
          if (children.length > 1) continue;
          if (raise(parent, rounded(score) + at(children[0]!, start, end))) changed = true;
        }
      }
    }
  }
  const roots = [...grammar.roots].map(([root, score]) =>
    rounded(score) + at(root, 0, words.length)
  );
  return Math.max(...roots);
}

/** What a tree of the grammar scores, its pairs of tags left out. */
function scoreOf(grammar: WeightedGrammar, tree: BracketTree, isRoot = true): number {
  const root = isRoot ? rounded(grammar.roots.get(tree.label)!) : 0;
  if ("word" in tree) {
    const entries = grammar.words.get(tree.word) ?? grammar.unknown;
    return root + rounded(entries.find(({ tag }) => tag === tree.label)!.score);
  }
  const children = tree.children.map(({ label }) => label).join(" ");
  const rule = grammar.rules.find(({ parent, children: own }) =>
    parent === tree.label && own.join(" ") === children
  )!;
  const scores = tree.children.map((child) => scoreOf(grammar, child, false));
  return scores.reduce((sum, score) => sum + score, root + rounded(rule.score));
}

/** A grammar of random rules of one to four children. */
function randomGrammar(random: Random, bigrams: boolean): WeightedGrammar {
  const symbols = ["S", "A", "B", "C", "D"];
  const some = () => symbols[random.integer(symbols.length)]!;
  const rules = new Map(
    Array.from({ length: 12 }, () => {
      const children = Array.from({ length: [1, 1, 2, 2, 2, 3, 4][random.integer(7)]! }, some);
      const rule = { parent: some(), children, score: -3 * random.uniform() };
      return [`${rule.parent} ${children.join(" ")}`, rule];
    }),
  );
  const words = new Map(["a", "b", "c"].map((word) => {
    const tags = new Set(Array.from({ length: 1 + random.integer(3) }, some));
    return [word, [...tags].map((tag) => ({ tag, score: -2 * random.uniform() }))];
  }));
  const scores = new Map<string, number>();
  return {
    rules: [...rules.values()],
    words,
    unknown: [],
    roots: new Map([["S", 0], ["A", -1]]),
    ...bigrams && {
      bigrams(a: string, b: string) {
        const key = `${a} ${b}`;
        if (!scores.has(key)) scores.set(key, 2 * random.uniform() - 1);
        return scores.get(key)!;
      },
    },
  };
}

/** The best J by all sequences of tags. */
function bestJoint(grammar: WeightedGrammar, words: readonly string[]): number {
  let best = -Infinity;
  const extend = (tags: readonly string[], score: number): void => {
    if (tags.length === words.length) {
      best = Math.max(best, score + cky(grammar, words, tags));
      return;
    }
    for (const { tag } of grammar.words.get(words[tags.length]!)!) {
      const pair = tags.length === 0 ? 0 : rounded(grammar.bigrams!(tags.at(-1)!, tag));
      extend([...tags, tag], score + pair);
    }
  };
  extend([], 0);
  return best;
}

const TREEBANK = `
( (S (NP-SBJ (DT the) (NN dog)) (VP (VBD saw) (NP (DT the) (NN cat)) (PP (IN with)
  (NP (DT a) (NN hat)))) (. .)) )
( (S (NP-SBJ-1 (PRP they)) (VP (VBD were) (VP (VBN seen) (NP (-NONE- *-1)))) (. .)) )
( (FRAG (NP (NP (NN cat)) (PP (IN with) (NP (NN hat)))) (. .)) )
( (S (NP (NN dog)) (VP (VBD saw) (NP (NP (DT the) (NN cat)) (PP (IN with) (NP (NN hat)))))) )`;

describe("readBrackets()", () => {
  const read = (text: string) => readBrackets(text, "bank").map(printBrackets);

  it("leaves out empty labels, functions, indices, traces and remarks", () => {
    assertEquals(read("# PARSE=1 (\n(S a) # b\n(S #)"), ["(S a)", "(S #)"]);
    assertEquals(read(TREEBANK)[1], "(S (NP (PRP they)) (VP (VBD were) (VP (VBN seen))) (. .))");
    assertEquals(read("((X-1=2 (-LRB- -LRB-) (Y|Z-SBJ z)) (W w))"), [
      "(TOP (X (-LRB- -LRB-) (Y z)) (W w))",
    ]);
  });

  it("has symbols of a grammar whole", () => {
    const grammar = readCfg("S-X -> NP A=1 N(s)\nNP -> 'a'\nA=1 -> 'b'\nN(s) -> 'c'", "a.cfg");
    const [tree] = readBrackets("(S-X (NP-SBJ a) (A=1 b) (N-LRB-s-RRB- c))", "bank", grammar);
    const [first] = cfgPack(grammar, [{ words: ["a", "b", "c"], tree: tree! }]).contents.gold!.tags;
    assertEquals([tree!.label, first], ["S-X", 0]);
    assertEquals(printBrackets(tree!), "(S-X (NP a) (A=1 b) (N-LRB-s-RRB- c))");
  });

  it("names the line of what is no tree", () => {
    for (
      const [text, message] of [
        ["(S (NP a)\n", "line 2 of bank: 1 brackets are open at the end"],
        ["(S a))", "line 1 of bank: a bracket closes what none opened"],
        ["\n()", 'line 2 of bank: nothing in the brackets of ""'],
        ["(NP (DT the) (dog))", 'line 1 of bank: nothing in the brackets of "dog"'],
        ["(S a b)", 'line 1 of bank: "b" where brackets should be'],
        ["(S a (B b))", 'line 1 of bank: "a" and brackets in one'],
        ["S", 'line 1 of bank: "S" outside of all brackets'],
        ["(".repeat(5000), "line 1 of bank: over 1000 levels"],
      ] as const
    ) assertThrows(() => read(text), SyntaxError, message);
  });
});

describe("readCfg()", () => {
  it("names the line of what is no rule", () => {
    for (
      const [text, message] of [
        ["S -> A\nS = A", "line 2 of a.cfg"],
        ["S -> ", "a right side is empty"],
        ["S -> A | ", "a right side is empty"],
        ["S -> A [2]", "no probability: [2]"],
        ["S -> A [.5] B", "a probability is the last"],
        ["S -> A B\nS -> A B", "S -> A B twice"],
        ["S -> 'a' | 'a'", '"a" is a word of S already'],
        ["'a' -> S", "a rule begins with a symbol"],
        ["# nothing", "there is no rule in it"],
        ["S -> NP VP\nNP -> 'dogs'\nVp -> 'bark'", "no rule makes the symbol VP"],
        ["%start X\nS -> 'a'", "no rule makes the symbol X"],
      ] as const
    ) assertThrows(() => readCfg(text, "a.cfg"), SyntaxError, message);
  });

  it("takes lines that end as on Windows", () => {
    const text = "# of S\nS -> A B # main\nA -> 'a'\nB -> 'b'\n";
    assertEquals(readCfg(text.replaceAll("\n", "\r\n"), "a.cfg"), readCfg(text, "a.cfg"));
  });

  it("gives a word among symbols a tag of its own", () => {
    const grammar = readCfg("%start VP\nNP -> '(it)'\nVP -> 'switch' NP '(' # particle", "a.cfg");
    const words = ["switch", "(it)", "("];
    const { grammar: compiled, contents } = cfgPack(grammar, [{ words }]);
    const parse = pipeline.prepare(parsingModel(contents), { rule: "viterbi" });
    const { derivation } = parse(parsingSentences(contents, {})[0]!, newWork());
    const tree = printBrackets(cfgTree(compiled, words, derivation!));
    assertEquals(tree, `(VP ("switch" switch) (NP -LRB-it-RRB-) ("-LRB-" -LRB-))`);
  });
});

describe("treebankGrammar()", () => {
  const trees = readBrackets(TREEBANK, "bank");

  it("counts rules, and rare words as unknown ones", () => {
    const { rules, words, unknown } = treebankGrammar(trees);
    const noun = rules.filter(({ parent }) => parent === "NP");
    assertAlmostEquals(noun.reduce((sum, { score }) => sum + Math.exp(score), 0), 1);
    const sides = noun.map(({ children }) => children.join(" "));
    assertEquals(sides.sort(), ["DT NN", "NN", "NP PP", "PRP"]);
    assertEquals([...words.keys()].sort(), [".", "cat", "dog", "hat", "saw", "the", "with"]);
    assertEquals(unknown.map(({ tag }) => tag).sort(), ["DT", "PRP", "VBD", "VBN"]);
  });

  it("parses the bank as CKY does, with a proof, and finds what is right in its trees", () => {
    const grammar = treebankGrammar(trees);
    const sentences = trees.map((tree) => ({
      tree,
      words: [...printBrackets(tree).matchAll(/ ([^\s()]+)\)/g)].map(([, word]) => word!),
    }));
    const { contents, grammar: compiled, categories } = cfgPack(grammar, sentences);
    // Through a file, which checks everything.
    const labels = JSON.stringify(compiled.tags);
    const file = parsingFile(contents, { labels, categories: JSON.stringify(categories) });
    const dataset = parsingDataset(file, "bank");
    const model = parsingModel(dataset.contents);
    const parse = pipeline.prepare(model, { rule: "viterbi" });
    parsingSentences(dataset.contents, {}).forEach((sentence, i) => {
      const { words, tree } = sentences[i]!;
      const { objective, derivation } = parse(sentence, newWork());
      assertEquals(objective, cky(grammar, words));
      const found = cfgTree(compiled, words, derivation!);
      assertEquals(scoreOf(grammar, found), objective);
      const { matched, gold, predicted } = countMatches(model, sentence.gold!, derivation!);
      const isRight = printBrackets(found) === printBrackets(tree);
      assertEquals(matched === gold && matched === predicted, isRight, printBrackets(found));
      assert(isRight || i === 3, "all but the attachment of one phrase are as in the bank");
    });
  });
});

describe("cfgPack()", () => {
  it("has the best trees of 300 random grammars, by CKY over the rules as they are given", () => {
    let parsed = 0;
    for (let seed = 0; seed < 300; seed++) {
      const random = new Random(seed);
      const grammar = randomGrammar(random, false);
      const words = Array.from({ length: 1 + random.integer(7) }, () => "abc"[random.integer(3)]!);
      const { contents, grammar: compiled } = cfgPack(grammar, [{ words }]);
      const [sentence] = parsingSentences(contents, {});
      const parse = pipeline.prepare(parsingModel(contents), { rule: "viterbi" });
      const found = parse(sentence!, newWork());
      assertEquals(found.objective, cky(grammar, words), `seed ${seed}`);
      if (found.derivation === undefined) continue;
      parsed++;
      const tree = cfgTree(compiled, words, found.derivation);
      assertEquals(scoreOf(grammar, tree), found.objective, `seed ${seed}`);
    }
    assert(parsed > 150, `${parsed} parsed`);
  });

  it("makes a joint task of pairs of tags: proven best J of all sequences of tags", () => {
    let [parsed, proven] = [0, 0];
    for (let seed = 0; seed < 100; seed++) {
      const random = new Random(seed, 1);
      const grammar = randomGrammar(random, true);
      const words = Array.from({ length: 1 + random.integer(5) }, () => "abc"[random.integer(3)]!);
      const { contents } = cfgPack(grammar, [{ words }]);
      const model = parsingModel(contents);
      const [sentence] = parsingSentences(contents, {});
      const best = bestJoint(grammar, words);
      const exact = barHillel.prepare(model, EXACT)(sentence!, newWork());
      assertEquals(exact.objective, best, `seed ${seed}`);
      if (exact.derivation === undefined) continue;
      parsed++;
      assert(exact.bound! - best < model.unit, `seed ${seed}`);
      const dual = dualDecomposition.prepare(model, ASCENT)(sentence!, newWork());
      assert(dual.objective <= best && dual.bound! >= best, `seed ${seed}`);
      assertEquals(dualBounds(model)(sentence!, dual.beam, dual.proof!), dual.bound);
      if (dual.converged) proven++;
      assert(beliefPropagation.prepare(model, LOOPY)(sentence!, newWork()).objective <= best);
    }
    assert(parsed > 50 && proven > parsed / 2, `${parsed} parsed, ${proven} proven`);
  });

  it("takes a tree of 20,000 levels, as the grammar of it and its brackets do", () => {
    let tree: BracketTree = { label: "D", word: "dogs" };
    const words = new Array<string>(20_001).fill("dogs");
    for (const word of words.slice(1)) {
      tree = { label: "S", children: [tree, { label: "D", word }] };
    }
    const grammar = treebankGrammar([tree]);
    const { gold } = cfgPack(grammar, [{ words, tree }]).contents;
    assertEquals([grammar.rules.length, gold!.spans!.ends.length], [2, 20_000]);
    const text = printBrackets(tree);
    assert(text.startsWith("(S ".repeat(20_000)) && text.endsWith("(D dogs)) (D dogs))"));
  });

  it("refuses unary rules that gain by going round, long chains, and words without a tag", () => {
    const cfg = readCfg("S -> A\nA -> S | 'a'", "a.cfg");
    assertEquals(cfgPack(cfg, [{ words: ["a"] }]).grammar.chains.filter(Boolean), [["S"]]);
    const rules = cfg.rules.map((rule) => ({ ...rule, score: 1 }));
    assertThrows(() => cfgPack({ ...cfg, rules }, [{ words: ["a"] }]), RangeError, "going round");
    const steps = Array.from({ length: 65 }, (_, i) => `A${i} -> A${i + 1}\n`).join("");
    const long = readCfg(`${steps}A65 -> 'a'`, "long.cfg");
    assertThrows(() => cfgPack(long, [{ words: ["a"] }]), RangeError, "over 64 in a chain");
    const odd = [{ words: ["a"] }, { words: ["b"] }];
    assertThrows(() => cfgPack(cfg, odd), RangeError, 'sentence 1: no tag for the word "b"');
  });

  it("refuses sentences without words, or a tree beside others with one, and odd rules", () => {
    const cfg = readCfg("S -> 'a'\nT -> S S", "a.cfg");
    const [tree] = readBrackets("(S a)", "bank");
    const both = [{ words: ["a"], tree: tree! }, { words: ["a"] }];
    assertThrows(() => cfgPack(cfg, both), RangeError, "Cannot pack sentence 1: others have");
    assertThrows(() => cfgPack(cfg, [{ words: [] }]), RangeError, "pack sentence 0: no words");
    const empty = { ...cfg, rules: [{ parent: "S", children: [], score: 0 }] };
    assertThrows(() => cfgPack(empty, [{ words: ["a"] }]), RangeError, "an empty rule of S");
    // Names of the rests of a right side: gigabytes of 40 KB.
    const wide = readCfg(`S -> ${"S ".repeat(257)}\nS -> 'a'`, "wide.cfg");
    const pack = () => cfgPack(wide, [{ words: ["a"] }]);
    assertThrows(pack, RangeError, "Cannot use 257 children of S: 256 are the most");
    const [flat] = readBrackets(`(T ${"(S a)".repeat(257)})`, "bank");
    const asked = { words: new Array<string>(257).fill("a"), tree: flat! };
    assertThrows(() => cfgPack(cfg, [asked]), RangeError, "Cannot use 257 children of T");
  });

  it("refuses symbols that it would take for the rest of a right side", () => {
    for (const symbol of ["\0A\0B", "A\0B"]) {
      const cfg = readCfg(`S -> X A B\nA -> 'a'\nB -> 'b'\nX -> 'x'\n${symbol} -> 'z'`, "a.cfg");
      const pack = () => cfgPack(cfg, [{ words: ["x", "z"] }]);
      assertThrows(pack, RangeError, "Cannot use a symbol with \\0");
    }
  });

  it("refuses scores of which sums are not exact", () => {
    const cfg = readCfg("S -> A B\nA -> 'a'\nB -> 'b'", "ab.cfg");
    const words = new Map([...cfg.words, ["a", [{ tag: "A", score: -1e30 }]]] as const);
    assertThrows(() => cfgPack({ ...cfg, words }, [{ words: ["a", "b"] }]), RangeError, "grammar");
    for (const score of [-1e6, -1e30, 2 ** 17]) {
      const pairs = { ...cfg, bigrams: () => score };
      const said = `score of the tags A A: ${score}`;
      assertThrows(() => cfgPack(pairs, [{ words: ["a", "b"] }]), RangeError, said);
    }
  });
});
