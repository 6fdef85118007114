import { assertEquals, assertNotEquals } from "@std/assert";
import { parse } from "@std/csv";
import { describe } from "@std/testing/bdd";
import { csv } from "../../../harness/store/table.ts";
import { ROWS } from "../../../harness/store/rows.ts";
import { writeManifest } from "../../../harness/store/store.ts";
import { replaceTable, replaceText } from "../../../harness/store/table_file.ts";
import { buildAfterStudy, buildReport } from "../../../reports/pages/report.ts";
import { withFolder } from "../../helpers/packs.ts";
import { FAKE_MANIFEST, fakeRows } from "../../helpers/rows.ts";
import { line } from "../../helpers/study_lines.ts";
import { longIt } from "../../helpers/long.ts";

describe("buildAfterStudy()", () => {
  longIt(
    "builds the report of the run again, whose papers show what the study measured",
    () =>
      withFolder(async (dir) => {
        await ROWS.write(dir, fakeRows(7, 2).filter(({ dataset }) => dataset === "ewt_pos45"));
        await writeManifest(dir, { ...FAKE_MANIFEST, rounds: 2, plan: "p", cells: 14 });
        await buildReport(dir);
        const ours = async () =>
          parse(await Deno.readTextFile(`${dir}/papers.csv`), { skipFirstRow: true })
            .find(({ paper, table, dataset, algorithm }) =>
              `${paper} ${table} ${dataset} ${algorithm}` ===
                "kaji2010 table3 pos iterative-viterbi{expansion=column}"
            )!["ours"];
        assertEquals(await ours(), "");
        const lines = ["viterbi", "iterative-viterbi"].map((decoder) => line({ decoder }));
        const columns = Object.keys(lines[0]!);
        const table = lines.map((fields) => columns.map((name) => fields[name]!));
        await replaceTable(`${dir}/studies/training.csv`, csv([columns, ...table]));
        await replaceText(`${dir}/studies/training.json`, JSON.stringify(FAKE_MANIFEST));
        await buildAfterStudy(dir);
        assertNotEquals(await ours(), "");
      }),
  );
});
