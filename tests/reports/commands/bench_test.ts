import { assertEquals } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { readManifest } from "../../../harness/store/store.ts";
import { readStudies } from "../../../reports/numbers/study_rows.ts";
import { cli } from "../../helpers/child.ts";
import { withFolder } from "../../helpers/packs.ts";
import { writeCorpus } from "../../helpers/word_sentences.ts";
import { longIt } from "../../helpers/long.ts";

describe("cli.ts bench --data", () => {
  longIt(
    "measures the studies of a suite into the folder of the run",
    () =>
      withFolder(async (dir) => {
        for (const task of ["ewt_pos45", "ewt_pos_morph_chunk319", "erg_supertag2597"]) {
          await writeCorpus(`${dir}/data/${task}`, 20, 10);
        }
        const only = ["--dataset=synthetic-weak-5", "--decoder=viterbi", "--k=1", "--sentences=2"];
        const args = ["--suite=paper", `--data=${dir}/data`, `--out=${dir}/run`, ...only];
        const { code } = await cli("bench", "bench", ...args);
        assertEquals(code, 0);
        const studies = await readStudies(`${dir}/run`);
        assertEquals([...studies.keys()], ["regularisation", "training"]);
        assertEquals(new Set(studies.get("training")!.map((line) => line["dataset"])).size, 3);
        assertEquals((await readManifest(`${dir}/run`)).suite, "paper");
      }),
  );
});
