import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { columns } from "../../../datasets/corpora/columns.ts";
import { readCorpus } from "../../../datasets/corpora/corpus.ts";
import type { Release } from "../../../datasets/corpora/ewt/release.ts";
import { buildData } from "../../../harness/commands/data.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { assertRefused } from "../../faults/lines.ts";
import { cli } from "../../helpers/child.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { conlluText, CROSSED } from "../../helpers/trees.ts";

const TRAIN = conlluText("Owls NOUN NNS 2 nsubj Number=Plur", "hoot VERB VBP 0 root Tense=Pres");
const TEST = conlluText("- PUNCT HYPH 0 root");

/** Writes both files of the release, one of them gzipped. */
async function writeRelease(folder: string): Promise<void> {
  await Deno.writeTextFile(`${folder}/owl-train.conllu`, TRAIN);
  await Deno.writeFile(`${folder}/owl-test.conllu.gz`, gzipSync(TEST));
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const RELEASE: Release = {
  title: "Invented Treebank 1.0",
  source: "http://127.0.0.1:1/",
  licence: "none",
  files: {
    train: { name: "owl-train.conllu", sha256: sha256(TRAIN) },
    test: { name: "owl-test.conllu", sha256: sha256(TEST) },
  },
};

/** Serves files by name, with the source of a release. */
function serve(files: Readonly<Record<string, string>>) {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url }) => {
    const file = files[new URL(url).pathname];
    return file === undefined ? new Response("none", { status: 404 }) : new Response(file);
  });
  return Object.assign(server, { source: `http://127.0.0.1:${server.addr.port}/r1.0/` });
}

describe("buildData()", () => {
  itInFolder("writes tasks of files on disk, plain or gzipped, the same twice", async (folder) => {
    await writeRelease(folder);
    const task = "ewt_pos_morph_chunk319";
    await buildData(RELEASE, ["ewt_pos45", task], `${folder}/a`, folder);
    await buildData(RELEASE, [task], `${folder}/b/`, `${folder}/`);
    assertEquals(await readCorpus(`${folder}/a/${task}`, "train", columns), [
      { forms: ["Owls", "hoot"], labels: ["NNS|Number=Plur|B-NP", "VBP|_|B-VP"] },
    ]);
    assertEquals(await readCorpus(`${folder}/a/ewt_pos45`, "test", columns), [
      { forms: ["-"], labels: [":"] },
    ]);
    for (const part of ["train", "test"]) {
      const [a, b] = await Promise.all(
        ["a", "b"].map((run) => Deno.readFile(`${folder}/${run}/${task}/${part}.tsv.gz`)),
      );
      assertEquals(a, b);
    }
  });

  itInFolder("writes derivations of the release, or any treebank, with a page", async (folder) => {
    await writeRelease(folder);
    await buildData(RELEASE, ["ewt_ccg"], folder, folder);
    await Deno.mkdir(`${folder}/owls`);
    await Deno.writeTextFile(`${folder}/owls/train.conllu`, TRAIN);
    await Deno.writeTextFile(`${folder}/owls/dev.conllu`, CROSSED);
    const where = [`--treebank=${folder}/owls`, `--out=${folder}/bank`];
    assertEquals((await cli("data", "data", ...where)).code, 0);
    for (const [name, part] of [["ewt_ccg", "ewt_ccg"], ["bank", "owls"]] as const) {
      const bytes = await Deno.readFile(`${folder}/${name}/train.auto.gz`);
      assertEquals(
        new TextDecoder().decode(gunzipSync(bytes)),
        `ID=${part}.train.1\n(<T S[dcl] 1 2> (<T NP 0 1> (<L N NNS NNS Owls N>) ) ` +
          "(<L S[dcl]\\NP VBP VBP hoot S[dcl]\\NP>) )\n",
      );
      const page = await Deno.readTextFile(`${folder}/${name}/README.md`);
      assertStringIncludes(page, "| Unary rules | 1 |");
      assertStringIncludes(page, " | 1,286 |");
      assertEquals(page.includes("NaN"), false);
    }
  });

  itInFolder("writes the held-out part of a release that has one", async (folder) => {
    const dev = { name: "owl-dev.conllu", sha256: sha256(TEST) };
    const release = { ...RELEASE, files: { ...RELEASE.files, dev } };
    const parts = { train: TRAIN, test: TEST, dev: TEST };
    for (const [part, text] of Object.entries(parts)) {
      await Deno.writeTextFile(`${folder}/owl-${part}.conllu`, text);
    }
    await buildData(release, ["ewt_pos45"], `${folder}/a`, folder);
    const read = (part: "test" | "dev") => readCorpus(`${folder}/a/ewt_pos45`, part, columns);
    assertEquals(await read("dev"), await read("test"));
    await Deno.remove(`${folder}/owl-dev.conllu`);
    const build = () => buildData(release, ["ewt_pos45"], `${folder}/b`, folder);
    await assertRejects(build, UsageError, "Cannot find owl-dev.conllu.gz or owl-dev.conllu");
  });

  itInFolder("fetches the files from the source of the release", async (folder) => {
    const files = { "/r1.0/owl-train.conllu": TRAIN, "/r1.0/owl-test.conllu": TEST };
    await using server = serve(files);
    await buildData({ ...RELEASE, source: server.source }, ["ewt_pos45"], folder);
    assertEquals(await readCorpus(`${folder}/ewt_pos45`, "train", columns), [
      { forms: ["Owls", "hoot"], labels: ["NNS", "VBP"] },
    ]);
  });

  itInFolder("refuses files with other bytes and writes nothing", async (folder) => {
    const files = { "/r1.0/owl-train.conllu": TRAIN, "/r1.0/owl-test.conllu": TRAIN };
    await using server = serve(files);
    await assertRejects(
      () => buildData({ ...RELEASE, source: server.source }, ["ewt_pos45"], `${folder}/out`),
      UsageError,
      `Cannot use ${server.source}owl-test.conllu as owl-test.conllu of Invented Treebank 1.0: ` +
        `expected SHA-256 ${sha256(TEST)}, found ${sha256(TRAIN)}`,
    );
    assertEquals([...Deno.readDirSync(folder)], []);
  });

  itInFolder("names the URL or the file that cannot be had, and why", async (folder) => {
    const refused = async (said: string, source = RELEASE.source, from?: string) => {
      const build = () => buildData({ ...RELEASE, source }, ["ewt_pos45"], folder, from);
      await assertRejects(build, UsageError, said);
    };
    const onDisk = (said: string) => refused(said, RELEASE.source, folder);
    const said = ".conllu: 404 Not Found; --from DIR takes files on disk";
    await using server = serve({});
    await refused(said, server.source);
    // Nobody listens there.
    await refused(`Cannot fetch ${RELEASE.source}owl-`);
    await onDisk(`.conllu in ${folder}`);
    for (const part of ["train", "test"]) {
      await Deno.writeTextFile(`${folder}/owl-${part}.conllu.gz`, TRAIN);
    }
    await onDisk(".conllu.gz as gzip: ");
  });
});

it("deno task data says in one line that the network is not to be reached", async () => {
  // The permissions of `write` do not let it.
  const ended = await cli("write", "data", "--out=x");
  assertRefused(ended, "Cannot fetch https://", "r2.16/en_ewt-ud-", "--from DIR");
});
