import { assert, assertEquals, assertGreaterOrEqual, assertMatch } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { resolveOptions } from "../../../decoders/chain/options.ts";
import type { Decoder } from "../../../decoders/contract.ts";
import { programDecoder } from "../../../harness/external/decoder.ts";
import { kitChapters, kitDefect } from "../../../harness/conformance/kit.ts";
import { variants } from "../../../harness/conformance/instance.ts";
import { findDecoders } from "../../../harness/decoders/discover.ts";
import {
  type Change,
  compiled,
  exampleFile,
  isThere,
  PYTHON,
  pythonWith,
  WITH_PYTHON,
  withTorch,
} from "./programs.ts";
import { holdsWithin } from "../../faults/run/bench_process.ts";
import { printed } from "../../helpers/in_process.ts";
import { itInFolder, longItInFolder } from "../../helpers/in_folder.ts";
import { longIt } from "../../helpers/long.ts";
import { WRONG } from "../../wrong/sequence.ts";

const chapters = kitChapters();

/** The first defect that the kit finds in a decoder, with its chapter; empty if there is none. */
function firstDefect(
  decoder: Decoder,
  without = /^$/,
  options = resolveOptions(decoder, decoder.fixed),
): string {
  for (const { name, cases } of chapters.filter(({ name }) => !without.test(name))) {
    for (const [which, instance] of cases) {
      const defect = kitDefect(decoder, options, instance);
      if (defect !== "") return `${name}, ${which}: ${defect}`;
    }
  }
  return "";
}

const [KEPT, FILTER, ORDER] = ["[:k]", "path[0] > -inf", "-path[0])"];
const [STEP, TRANSITION, EMISSION] = ["s + ", "transitions[p[0] * L + y]", "n[t * L + y]"];
const FIRST = "(n[y], (y, None))";
const PREFIXES = "prefixes = [path for end in ends for path in end]";
const BEGIN = "    ends = [best(k, [(n[y]";
const LABELS = "return labels[::-1]";
const POSITIONS = "range(1, len(n) // L)";
const SWAP = "scores[one], scores[other] = scores[other], scores[one]";
/** Changes of the Python example, each of which makes it wrong. */
const MUTANTS: Readonly<Record<string, Change>> = {
  "keeps scores above 0": [FILTER, "path[0] > 0"],
  "keeps scores above -1": [FILTER, "path[0] > -1"],
  "keeps scores above -1,000": [FILTER, "path[0] > -1000"],
  "keeps forbidden paths": [FILTER, "True"],
  "takes the worst": [ORDER, "path[0])"],
  "takes the largest magnitude": [ORDER, "-abs(path[0]))"],
  "compares whole numbers": [ORDER, "-round(path[0]))"],
  "compares six decimals": [ORDER, "-round(path[0], 6))"],
  "compares in float32": [ORDER, '-array("f", path[:1])[0])'],
  "keeps one prefix": [KEPT, "[:1]"],
  "keeps one prefix too few": [KEPT, "[: max(1, k - 1)]"],
  "returns one path too many": [KEPT, "[: k + 1]"],
  "returns no more than four": [KEPT, "[: min(k, 4)]"],
  "leaves out equal scores": [
    "(path for path in paths if path[0] > -inf)",
    "{p[0]: p for p in paths if p[0] > -inf}.values()",
  ],
  "forgets the first emission": [FIRST, "(0.0, (y, None))"],
  "begins with label 0": [FIRST, "(n[y] + transitions[y], (y, None))"],
  "begins with label 0 alone": [FIRST, "(n[y] if y == 0 else -inf, (y, None))"],
  "forgets the second position": [POSITIONS, "range(2, len(n) // L)"],
  "ends after 12 positions": [POSITIONS, "range(1, min(12, len(n) // L))"],
  "reads transitions by column": [TRANSITION, "transitions[y * L + p[0]]"],
  "forgets transitions": [TRANSITION, "0"],
  "forgets negative transitions": [TRANSITION, "max(0, transitions[p[0] * L + y])"],
  "allows forbidden transitions": [TRANSITION, "max(-1e9, transitions[p[0] * L + y])"],
  "takes transitions as a probability": [TRANSITION, "min(0, transitions[p[0] * L + y])"],
  "stays where it is": [TRANSITION, "(transitions[p[0] * L + y] if t % 7 else 0)"],
  "adds in another order": [STEP, "s + 0 * "],
  "forgets emissions": [EMISSION, "0"],
  "is late by a position": [EMISSION, "n[(t - 1) * L + y]"],
  "allows forbidden labels": [EMISSION, "max(-1e9, n[t * L + y])"],
  "has float32 emissions": [EMISSION, 'array("f", [n[t * L + y]])[0]'],
  "keeps one prefix a label": [PREFIXES, "prefixes = [path for end in ends for path in end[:1]]"],
  "keeps 3 k prefixes": [PREFIXES, `${PREFIXES}\n        prefixes = best(3 * k, prefixes)`],
  "drops what is 20 behind": [
    PREFIXES,
    `${PREFIXES}\n        prefixes = [p for p in prefixes if p[0] > best(1, prefixes)[0][0] - 20]`,
  ],
  "knows one label": [BEGIN, `    if L == 1: return [[0] * len(n)]\n${BEGIN}`],
  "knows one position": [BEGIN, `    if len(n) == L: return [[n.index(max(n))]]\n${BEGIN}`],
  "knows 32 labels": [FIRST, "(n[y] if y < 32 else -inf, (y, None))"],
  "gives labels backwards": [LABELS, "return labels"],
  "takes label 0 at the end": [LABELS, "return [*labels[:0:-1], 0]"],
  "gives each path twice": ["return [labels_of(path)", "return 2 * [labels_of(path)"],
  "decodes the first sentence": ["scores[at * L : (at + length) * L]", "scores[: length * L]"],
  "decodes the shortest first": ["for length in lengths", "for length in sorted(lengths)"],
  "exchanges nothing": [SWAP, "pass"],
  "exchanges the same again": [
    "range(2 * r * swaps, 2 * (r + 1) * swaps, 2)",
    "range(0, 2 * swaps, 2)",
  ],
  "knows one model": [
    "[transitions] = read",
    "[transitions] = [transitions] if len(transitions) == L * L else read",
  ],
};

describe("kitDefect()", () => {
  longIt("finds nothing in any decoder of the project with any value of an option", async () => {
    for (const { value } of await findDecoders()) {
      for (const options of variants(value)) {
        const defect = firstDefect(value, value.exact ? /^$/ : /20,000|large/, options);
        assertEquals(defect, "", `${value.name} ${JSON.stringify(options)}`);
      }
    }
  });

  longIt("finds decoders that are wrong on purpose, but those whose answers are right", () => {
    // One is wrong in its counts, which programs need not have, and one with two options only.
    const UNSEEN = ["unsteady-work", "wrong-option"];
    const missed = WRONG.filter(({ decoder }) => firstDefect(decoder) === "");
    assertEquals(missed.map(({ decoder }) => decoder.name).sort(), UNSEEN);
    const both = { prune: true, order: "reverse" };
    assert(
      firstDefect(WRONG.find((one) => one.decoder.name === "wrong-option")!.decoder, /^$/, both),
    );
    const inPython = Object.keys(MUTANTS).length;
    assertGreaterOrEqual(WRONG.length - missed.length + inPython, 60);
    assertGreaterOrEqual(inPython, 30);
  });

  longItInFolder("finds every change of a program that makes it wrong", (folder) => {
    for (const [name, change] of Object.entries(MUTANTS)) {
      const program = programDecoder({ name: "program", command: pythonWith(change) }, folder);
      assert(firstDefect(program) !== "", `a program that ${name} is not found`);
    }
  }, WITH_PYTHON);
});

itInFolder("a program whose hello is none is asked for nothing else", (folder) => {
  // It refuses every model; when it is started for the second time, it says what is no hello first.
  const whole = '{"protocol":1,"name":"c","exact":true,"language":"C"}';
  const command = `echo >> ${folder}/starts; read hello; case $(wc -l < ${folder}/starts) in
    *2) echo '{"protocol":2}'; echo 7;;
    *) echo '${whole}';;
    esac; while read request; do echo '{"error":"no"}'; done`;
  const program = programDecoder({ name: "program", command }, folder);
  const said = () => kitDefect(program, {}, chapters[0]!.cases[0]![1]).split("\n")[0];
  const hello = "its hello has the protocol 2";
  assertEquals([said(), said(), said()], ["it says: no", hello, "it says: no"]);
}, { skip: Deno.build.os === "windows" });

itInFolder("a program that has gone wrong computes on for nobody", async (folder) => {
  const command = `read hello; echo '{"protocol":1,"name":"c","exact":true,"language":"C"}'
    read request; echo 7; exec sleep 78`;
  const program = programDecoder({ name: "program", command }, folder);
  const defect = kitDefect(program, {}, chapters[0]!.cases[0]![1]);
  assertMatch(defect, /^it wrote what is no JSON object: 7\n/);
  const isGone = () => Promise.resolve(!isThere("pgrep", "-f", "^sleep 78$"));
  assert(await holdsWithin(30_000, isGone), "it runs");
}, { skip: Deno.build.os !== "linux" });

itInFolder("the kit judges answers alone: a busy machine delays batches so small", (folder) => {
  const [said, begin] = ["1000 * (time.perf_counter() - start)", "    start = time.perf"];
  const late: Change = [begin, `    time.sleep(0.02)\n${begin}`];
  const command = pythonWith([said, "0.001"], late);
  const program = programDecoder({ name: "program", command }, folder);
  assertEquals(firstDefect(program, /^(?!by hand)/), "");
}, WITH_PYTHON);

const NUMPY = PYTHON !== "" && isThere(PYTHON, "-c", "import numpy");
const hasTool = (tool: string) => isThere(tool, "--version");
type Example = readonly [isHere: boolean, commandIn: (folder: string) => string];
const compiledBy = (tool: string, name: string, ...flags: string[]): Example => [
  hasTool(tool),
  (folder) => compiled(folder, name, tool, ...flags),
];
/** Whether what an example needs is there, and its command; what is interpreted takes seconds. */
const EXAMPLES: Readonly<Record<string, Example>> = {
  "C, 4 together (gcc)": compiledBy("gcc", "viterbi.c", "-O2", "-DTOGETHER=4"),
  "C, 8 together (gcc)": compiledBy("gcc", "viterbi.c", "-O2", "-DTOGETHER=8"),
  "C++ (g++)": compiledBy("g++", "viterbi.cpp", "-Wall", "-Werror", "-O2"),
  "Rust (rustc)": compiledBy("rustc", "viterbi.rs", "--edition", "2021", "-C", "opt-level=1"),
  "numpy (python3 with numpy)": [NUMPY, () => `${PYTHON} ${exampleFile("viterbi_numpy.py")}`],
  "torch (python3 with torch or numpy)": [NUMPY, withTorch],
  "Python (python3)": [PYTHON !== "", () => `${PYTHON} -SE ${exampleFile("viterbi.py")}`],
};

for (const [name, [isHere, commandIn]] of Object.entries(EXAMPLES)) {
  longItInFolder(`the example of ${name} survives the kit`, (folder) => {
    const command = commandIn(folder);
    assert(command !== "", "it does not compile");
    const program = programDecoder({ name: "example", command }, folder);
    const isSlow = name.includes("python3");
    assertEquals(firstDefect(program, isSlow ? /large|20,000/ : /^$/), "");
  }, { skip: !isHere });
}

describe("deno task kit", () => {
  const page = Deno.readTextFileSync(new URL("../../../harness/PROTOCOL.md", import.meta.url));
  const reader = (language: string) =>
    new RegExp("```" + `${language}\n([^]*?)` + "```").exec(page)![1]!;
  const output = async (program: string, ...args: string[]) => {
    const { stdout, stderr } = await new Deno.Command(program, { args }).output();
    return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  };

  longItInFolder("writes packs that open, and that the page's Python reader takes", async (dir) => {
    assertMatch(await printed("kit", "--out", dir), /^\d+ packs in 19 chapters: /);
    const pack = ["--pack", `${dir}/by-hand/19.safetensors`, "--k", "4"];
    assertEquals(await printed("check", "auto", ...pack), "5 passed, 0 failed");

    const kit = JSON.parse(await Deno.readTextFile(`${dir}/kit.json`));
    const [{ cases }] = kit.chapters;
    const four = cases.find(({ k }: { k: number }) => k === 100).sentences[0];
    assertEquals([four.ties, four.best], [1, [[0, 1]]]);
    // ln (e^13 + e^10 + e^5 + e^2)
    assertEquals(four.logPartition, "1.304892275794663782759049982971072286689e1");

    const [example] = (await Deno.readTextFile(exampleFile("viterbi.py"))).split("def decode_b");
    const adapted = "own = decode\ndef decode(n, e, labels, k):\n" +
      "    global L, transitions\n    L, transitions = labels, e\n    return own(n, k)\n";
    const program = example + adapted + reader("python");
    assertEquals(await output(PYTHON, "-c", program, dir), "");
    const wrong = program.replace("own(n, k)", "own(n, k)[:1]");
    assertMatch(await output(PYTHON, "-c", wrong, dir), /^wrong: by hand\n/);
  }, WITH_PYTHON);

  longItInFolder("writes packs that the page's C reader takes (gcc)", async (dir) => {
    await printed("kit", "--out", dir);
    const best = "int best_path(int L, const double *e, int T, const double *n, int *y) " +
      "{ for (int t = 0; t < T; t++) y[t] = 0; return 1; }";
    await Deno.writeTextFile(`${dir}/kit.c`, reader("c") + best);
    const built = await output("gcc", "-Wall", "-Werror", "-o", `${dir}/kit`, `${dir}/kit.c`);
    assertEquals(built, "");
    assertMatch(await output(`${dir}/kit`, dir), /^wrong: by-hand.*[^]*\n\d+ of 3103 right\n$/);
  }, { skip: !hasTool("gcc") });
});
