import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { dirname } from "node:path";
import { after, before, describe, it } from "@std/testing/bdd";
import { readAuto, readTreebank, writeAuto } from "../../../datasets/ccg/bank_files.ts";
import { type BankSentence, branchesOf, wordsOf } from "../../../datasets/ccg/tree.ts";
import { combine } from "../../../datasets/ccg/combinators.ts";
import { readPackFile, writePackFile } from "../../../datasets/packs/pack_file.ts";
import { tensor } from "../../../datasets/packs/tensors.ts";
import { isThere as runs } from "../external/programs.ts";
import { assertRefused } from "../../faults/lines.ts";
import { smallBank } from "../../helpers/bank.ts";
import { piped } from "../../helpers/child.ts";
import { inProcess, pipedInProcess } from "../../helpers/in_process.ts";
import { convert } from "../../../datasets/ccg/convert/convert.ts";
import { isThere } from "../../../harness/store/table_file.ts";
import { itInFolder, longItInFolder } from "../../helpers/in_folder.ts";

const columnsOf = (sentence: BankSentence) => {
  const { forms, pos } = wordsOf(sentence);
  return forms.map((form, t) => `${form}\t${pos[t]}\n`).join("");
};
const DEV = smallBank(8, 99);
const COLUMNS = DEV.map(columnsOf);

let folder = "";
let model = "";
let tagger = "";

before(async () => {
  folder = await Deno.makeTempDir();
  [model, tagger] = [`${folder}/model.safetensors.gz`, `${folder}/tagger.safetensors`];
  const train = smallBank(150, 3);
  await Deno.writeTextFile(`${folder}/train.auto`, writeAuto(train));
  await Deno.writeTextFile(`${folder}/dev.auto`, writeAuto(DEV));
  for (const part of ["train", "test"]) {
    await Deno.writeTextFile(`${folder}/${part}.tsv`, train.map(columnsOf).join("\n"));
  }
  const common = ["--tagger-epochs", "2", "--epochs", "1"];
  const parser = await inProcess(["train_parser", "--data", folder, "--save", model, ...common]);
  const tags = await inProcess(["train", "--data", folder, "--save", tagger, "--epochs", "2"]);
  assertEquals([parser.code, tags.code], [0, 0], parser.errors.join());
});
after(() => Deno.remove(folder, { recursive: true }));

const parse = (input: string, ...args: string[]) =>
  pipedInProcess(input, "parse", "--model", model, ...args);

describe("cli.ts parse", () => {
  it("writes derivations that evaluate compares with right ones", async () => {
    // As the task runs it, with its permissions.
    const input = `\n${writeAuto(DEV)}\n`;
    const flags = ["--model", model, "--input", "auto", "--proof"];
    const said = await piped(input, "read", "parse", ...flags);
    assertEquals([said.code, said.errors], [0, ["8 sentences, 8 parsed, 8 proven to be the best"]]);
    const found = readAuto(said.stdout, "output");
    assertEquals(found.map(({ id }) => id), DEV.map(({ id }) => id));
    found.forEach((one, i) => assertEquals(wordsOf(one).forms, wordsOf(DEV[i]!).forms));
    assertMatch(found[0]!.note!, /^ PARSE=1 SCORE=(\S+) BOUND=\1 PROVEN=yes$/);
    for (const { category, head, children: [left, right] } of branchesOf(found[0]!.tree)) {
      if (right === undefined) continue;
      const made = combine(left.category, right.category);
      assertEquals(made.find((one) => one.category === category)!.head, head);
    }
    const path = `${folder}/found.auto`;
    await Deno.writeTextFile(path, writeAuto(found.slice(1)));
    const { stdout } = await inProcess(["evaluate", `${folder}/dev.auto`, path]);
    assertStringIncludes(stdout, "8 sentences, 7 parsed; what is not parsed counts as missed");
    assertMatch(stdout, /labelled dependencies \(LF\): \d\d\.\d\d%, precision \d/);
    const same = await inProcess(["evaluate", path, path, "--format", "json"]);
    await Deno.writeTextFile(`${folder}/none.auto`, "");
    const none = await inProcess(["evaluate", `${folder}/none.auto`, `${folder}/none.auto`]);
    assertEquals([none.code, none.errors], [3, ["error: there is nothing to evaluate"]]);
    const words = "(<L N/N X X a N/N>) (<L N X X b N>)";
    const chain = String.raw`(<T S/(S\NP) 0 1> (<T NP 0 1> (<T N 0 2> ${words} ) ) )`;
    await Deno.writeTextFile(`${folder}/chain.auto`, `ID=c PARSER=GOLD NUMPARSE=1\n${chain}\n`);
    const step = chain.replace(" (<T NP 0 1>", "").replace(/ \)$/, "");
    await Deno.writeTextFile(`${folder}/step.auto`, `ID=c PARSER=GOLD NUMPARSE=1\n${step}\n`);
    const folded = await inProcess([
      ...["evaluate", `${folder}/chain.auto`, `${folder}/step.auto`, "--format", "json"],
    ]);
    assertEquals(JSON.parse(folded.stdout).spans, { matched: 2, predicted: 2, gold: 2 });
    await Deno.writeTextFile(`${folder}/twice.auto`, writeAuto([...found, found[0]!]));
    const twice = await inProcess(["evaluate", `${folder}/twice.auto`, path]);
    assertMatch(twice.errors.join(), /of .*twice.auto: it is there twice/);
    const { labelled, spans, tags } = JSON.parse(same.stdout);
    for (const { matched, predicted, gold } of [labelled, spans, tags]) {
      assertEquals([matched, predicted], [gold, gold]);
    }
  });

  it("reads columns, CoNLL-U and text alike, and prints brackets and dependencies", async () => {
    const blank = await parse(COLUMNS[0]!.replace(/^\S+/, "new word"));
    assertStringIncludes(blank.stdout, " new_word ");
    const outputs = [
      await parse(COLUMNS.join("\n"), "--format", "brackets"),
      await parse(
        DEV.map((sentence, i) => {
          const { forms, pos } = wordsOf(sentence);
          // Where a treebank has no tags of its own, its universal ones are in the bank, too.
          const tags = pos.map((tag, t) => t % 2 === 0 ? `X\t${tag}` : `${tag}\t_`);
          const rows = forms.map((form, t) => [t + 1, form, "_", tags[t], ..."_____"].join("\t"));
          const both = ["1-2", "both", ..."________"].join("\t");
          return [`# sent_id = s${i}`, both, ...rows, "", ""].join("\n");
        }).join(""),
        ...["--input", "conllu", "--format", "dependencies", "--proof"],
      ),
      await parse(
        DEV.map((sentence) => `${wordsOf(sentence).forms.join(" ")}\n`).join("\n"),
        ...["--input", "text", "--tagger", tagger, "--format", "brackets"],
      ),
    ];
    const [columns, conllu, text] = outputs;
    const errors = outputs.flatMap((one) => one.errors).join();
    assertEquals(outputs.map(({ code }) => code), [0, 0, 0], errors);
    const trees = columns!.stdout.trimEnd().split("\n");
    assertEquals(trees.length, 8);
    assertMatch(trees[0]!, /^\(S\[dcl\] \(/);
    assertStringIncludes(columns!.stdout, "(<S[dcl]\\NP>/NP ");
    assertMatch(conllu!.stdout, /^<s id="s0"> \d PARSE=1 SCORE=\S+ .*\n\d\t\d\t\S+\t1\t\S+\t\S+\n/);
    assertEquals(conllu!.stdout.match(/<s id="s\d">/g)!.length, 8);
    assertEquals(text!.stdout.split("\n").length, 9);
  });

  it("lists best parses, beliefs, proofs and samples as JSON, the same ones each time", async () => {
    const flags = ["--format", "json", "--k", "3", "--beliefs", "--proof", "--samples", "2"];
    const one = await parse(COLUMNS.join("\n"), ...flags);
    const two = await piped(COLUMNS.join("\n"), "read", "parse", "--model", model, ...flags);
    assertEquals([one.code, one.stdout], [0, two.stdout]);
    for (const line of one.stdout.trimEnd().split("\n")) {
      const { words, parses, bound, proven, beliefs, samples } = JSON.parse(line);
      const scores: number[] = parses.map(({ score }: { score: number }) => score);
      assertEquals([proven, samples.length, beliefs.length], [true, 2, words.length]);
      assertEquals(scores, scores.toSorted((a, b) => b - a));
      assert(bound === null || bound <= scores.at(-1)!);
      const sums = beliefs.map((own: [string, number][]) => own.reduce((sum, [, p]) => sum + p, 0));
      for (const sum of sums) assert(Math.abs(sum - 1) < 1e-9);
    }
    const proof = ["--format", "json", "--proof", "--decoder", "pipeline"];
    const pipeline = await parse(COLUMNS[0]!, ...proof);
    const { parses: [{ score }], bound } = JSON.parse(pipeline.stdout);
    assert(bound >= score);
    const own = ["--format", "json", "--beliefs", "--decoder"];
    const others = await parse(COLUMNS.join("\n"), ...own, "belief-propagation{reweighted=100}");
    const beliefs = [one, others].map(({ stdout }) => stdout.match(/"beliefs":.*?\]{3}/g)!.join());
    assert(beliefs[0] !== beliefs[1]);
  });

  it("does not believe what a decoder from elsewhere says of bounds", async () => {
    // Of one of the two sentences the parser's best, which is that of both, is not the best.
    const lines = [[0, -6], [-6, 0]].map(([verb, clause]) => {
      const often = { "(S\\NP)\\(S\\NP)": verb, "S\\S": clause };
      const tags = [{ N: 0 }, { "S[dcl]\\NP": 0 }, often];
      return JSON.stringify({ words: ["dogs", "runs", "often"], pos: ["NNS", "VBZ", "RB"], tags });
    });
    const flags = ["--input", "scores", "--space", "beam=0.001", "--format", "json", "--proof"];
    const by = (decoder: string) => parse(lines.join("\n"), ...flags, "--decoder", decoder);
    const known = await by("pipeline");
    const boastful = new URL("../../helpers/boastful_parser.ts", import.meta.url);
    assertEquals(await by(boastful.pathname), known);
    assertEquals(known.errors.at(-1), "2 sentences, 2 parsed, 1 proven to be the best");
  });

  itInFolder("says in a line what is wrong with a decoder from elsewhere", async (dir) => {
    const right = new URL("../../../decoders/parsing/pipeline.ts", import.meta.url);
    const bodies: readonly (readonly [body: string, said: string])[] = [
      ['throw new Error("no");', "Error: no"],
      ["return Promise.resolve({});", "no derivation, and the reason undefined"],
      ['return { failure: "a\\nb" };', "no derivation, and the reason a\\u000ab"],
    ];
    for (const [index, [body, said]] of bodies.entries()) {
      const source = `import right from "${right}";
        export default { ...right, prepare: () => () => { ${body} } };`;
      const path = `${dir}/odd${index}.ts`;
      await Deno.writeTextFile(path, source);
      const { code, errors } = await parse(COLUMNS[0]!, "--decoder", path);
      const where = "error: Cannot parse sentence 1 (line 1 of standard input)";
      assertEquals([code, errors], [2, [`${where}: ${said}`]]);
    }
  });

  it("prints the same with several threads, in order, up to what is wrong", async () => {
    const flags = ["--format", "json", "--k", "2", "--proof", "--samples", "2"];
    const input = [...COLUMNS, ...COLUMNS].join("\n");
    const one = await parse(input, ...flags);
    assertEquals(await parse(input, ...flags, "--workers", "3"), one);
    assertEquals(one.stdout.trimEnd().split("\n").length, 16);
    const long = "dogs\tNNS\n".repeat(501);
    const broken = await parse([COLUMNS[0], long, COLUMNS[1]].join("\n"), "--workers", "2");
    assertEquals([broken.code, readAuto(broken.stdout, "output").length], [2, 1]);
    assertMatch(broken.errors.join(), /Cannot parse sentence 2 \(line \d+ of standard input\)/);
  });

  it("takes scores of another tagger from numpy as its README says", {
    skip: !runs("python3", "-c", "import numpy") && "no python3 with numpy",
  }, async () => {
    const readme = await Deno.readTextFile(
      new URL("../../../datasets/cfg/README.md", import.meta.url),
    );
    const code = /```python\n(import json, subprocess\n[^]*?)```/.exec(readme)![1]!;
    assert(code.trim().split("\n").length <= 12, "ten lines besides the imports");
    const words = wordsOf(DEV[0]!);
    const names = [...new Set(DEV.flatMap((one) => wordsOf(one).labels))];
    // A network that is sure of the right categories, and of one that no grammar has.
    const setting = `
model, names = ${JSON.stringify(model)}, ${JSON.stringify([...names, "NOTHING"])}
import numpy as np
logits = np.zeros((${words.forms.length}, ${names.length + 1}))
logits[:, -1] = 3
for t, c in enumerate(${JSON.stringify(words.labels.map((label) => names.indexOf(label)))}):
    logits[t, c] = 9
sentences = [(${JSON.stringify(words.forms)}, ${JSON.stringify(words.pos)}, logits)] * 2
`;
    const { success, stdout, stderr } = await new Deno.Command("python3", {
      args: ["-c", `${setting}\n${code}\nprint(parsed, end="")`],
      cwd: new URL("../../..", import.meta.url),
      env: { PATH: `${dirname(Deno.execPath())}:${Deno.env.get("PATH")}` },
    }).output();
    assert(success, new TextDecoder().decode(stderr));
    const found = readAuto(new TextDecoder().decode(stdout), "output");
    assertEquals(found.length, 2);
    for (const one of found) assertEquals(wordsOf(one).labels, words.labels);
  });

  it("says what is wrong with scores, by sentence and line", async () => {
    const line = { words: ["dogs"], pos: ["NNS"], tags: [{ N: -0.5 }] };
    const cases = [
      [{ ...line, words: "dogs" }, '"words" is no list of words'],
      [{ ...line, pos: [1] }, '"pos" is no list of parts of speech'],
      [{ ...line, tags: [{}] }, '"tags" is no list of scores'],
      [{ ...line, tags: [{ N: "high" }] }, '"tags" is no list of scores'],
      [{ ...line, tags: [] }, '1 words, but 0 of "tags" and 1 of "pos"'],
      [{ ...line, tags: [{ M: 0 }] }, "word 1: none of its categories is a tag"],
      [{ ...line, tags: [{ N: 1e9 }] }, "so large a score of word 1: 1000000000"],
    ] as const;
    for (const [wrong, message] of cases) {
      const text = `${JSON.stringify(line)}\n${JSON.stringify(wrong)}\n`;
      const { code, errors } = await parse(text, "--input", "scores");
      assertEquals(code, 2);
      assertStringIncludes(errors.at(-1)!, "sentence 2 (line 2 of standard input)");
      assertStringIncludes(errors.at(-1)!, message);
    }
  });

  it("says in one line what it cannot parse, with the sentence", async () => {
    const flags = [
      [["--format", "auto", "--beliefs"], "Cannot print --beliefs as auto"],
      [["--k", "2", "--decoder", "belief-propagation"], "Cannot list 2 parses with belief-"],
      [["--k", "2", "--decoder", "pipeline", "--proof"], "Cannot prove with pipeline"],
      [["--decoder", "belief-propagation{damping=100}"], "Cannot damp messages"],
      [["--decoder", "oracle"], "it asks for right analyses"],
      [["--input", "text"], "without --tagger FILE"],
      [["--space", "gold"], "in the space gold"],
    ] as const;
    for (const [args, message] of flags) {
      assertRefused(await inProcess(["parse", "--model", model, ...args]), message);
    }
    const untagged = await parse(`${COLUMNS[0]}\ndogs\n`);
    const long = await parse("dogs\tNNS\n".repeat(501));
    const none = await parse("saw\tVBZ\nthe\tDT\n\n");
    const place = "sentence 2 (line 8 of standard input)";
    assertEquals([untagged.code, untagged.errors], [2, [
      `error: Cannot parse ${place}: "dogs" has no part of speech; --tagger FILE predicts it`,
    ]]);
    assertEquals([long.code, long.errors], [2, [
      "error: Cannot parse sentence 1 (line 1 of standard input): 501 words: 1 to 500 are possible",
    ]]);
    const { metadata, tensors } = await readPackFile(tagger);
    const forbidding = `${folder}/forbidding.safetensors`;
    const { shape } = tensors.get("transitions")!;
    const transitions = tensor(new Float64Array(shape[0]! ** 2).fill(-Infinity), shape);
    const changed = new Map(tensors).set("transitions", transitions);
    await writePackFile(forbidding, { metadata, tensors: changed });
    const forbidden = await parse("dogs bark\n", "--input", "text", "--tagger", forbidding);
    assertEquals([forbidden.code, forbidden.errors], [2, [
      "error: Cannot parse sentence 1 (line 1 of standard input): every path of parts of speech " +
      `is forbidden by ${forbidding}`,
    ]]);
    assertEquals([none.code, none.errors], [0, [
      "note: no parse of sentence 1 (line 1 of standard input): unparsed",
      "1 sentence, 0 parsed, 0 proven to be the best",
    ]]);
  });
});

const DATA = `${Deno.env.get("TRELLIS_DATA") ?? ""}/ud_english_ewt`;

longItInFolder("parse proves every best parse of UD English EWT in $TRELLIS_DATA", async (dir) => {
  const trees = (await readTreebank(DATA, "dev"))!.filter(({ length }) => length <= 20);
  const { sentences } = convert(trees.slice(0, 900), "ewt");
  const [train, dev] = [sentences.slice(0, 800), sentences.slice(-40)];
  await Deno.writeTextFile(`${dir}/train.auto`, writeAuto(train));
  await Deno.writeTextFile(`${dir}/dev.auto`, writeAuto(dev));
  const model = `${dir}/model.safetensors`;
  const flags = ["--tagger-epochs", "3", "--epochs", "1"];
  const { code } = await inProcess(["train_parser", "--data", dir, "--save", model, ...flags]);
  assertEquals(code, 0);
  const asked = ["--model", model, "--input", "auto", "--proof"];
  const found = await piped(writeAuto(dev), "read", "parse", ...asked);
  const [, all, parsed, proven] = /^(\d+) sentences, (\d+) parsed, (\d+) proven/
    .exec(found.errors.at(-1)!)!.map(Number);
  assertEquals([found.code, all, proven], [0, 40, parsed]);
  assert(parsed! >= 20, found.errors.at(-1));
  await Deno.writeTextFile(`${dir}/found.auto`, found.stdout);
  const { stdout } = await inProcess(["evaluate", `${dir}/dev.auto`, `${dir}/found.auto`]);
  const share = Number(/\(LF\): ([\d.]+)%/.exec(stdout)![1]);
  // 800 short sentences are little to learn from.
  assert(share > 20, stdout);
}, { skip: !await isThere(DATA) });
