import { htmlOf } from "../../../helpers/run_data.ts";
import type { Row } from "../../../../harness/store/rows.ts";
import { runData } from "../../../../reports/numbers/read_run.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { createHash } from "node:crypto";
import { composeReport } from "../../../../reports/pages/report.ts";
import {
  breakable,
  escapeHtml,
  scriptJson,
  scriptSource,
} from "../../../../reports/pages/html/blocks.ts";
import { FAKE_MANIFEST, fakeRowsWithFailures } from "../../../helpers/rows.ts";
import { line } from "../../../helpers/study_lines.ts";

const reportOf = (rows: readonly Row[]) =>
  composeReport(runData(rows, { manifest: FAKE_MANIFEST }), FAKE_MANIFEST);
const BAD = { suite: '"><script>alert(1)</script>' };
const REPORT = await reportOf(fakeRowsWithFailures());
const PAGE = await htmlOf(REPORT);

describe("reportHtml()", () => {
  it("allows by hash exactly the programs and styles that it holds", () => {
    const policy = PAGE.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)![1]!
      .replaceAll("&#39;", "'");
    const hash = (text: string): string =>
      `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const scripts = [...PAGE.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((m) => hash(m[1]!));
    const styles = [...PAGE.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((m) => hash(m[1]!));
    assertEquals(scripts.length, 8);
    assertStringIncludes(policy, "default-src 'none'");
    assertStringIncludes(policy, `script-src ${scripts.join(" ")};`);
    assertStringIncludes(policy, `style-src ${styles.join(" ")};`);
    assert(!policy.includes("unsafe"), policy);
  });

  it("holds the charts and tables of studies when there are any", async () => {
    const studies = new Map([["training", [line({}), line({ epoch: 2 })]]]);
    const page = await htmlOf(
      await composeReport(
        runData(fakeRowsWithFailures(), { manifest: FAKE_MANIFEST, studies }),
        FAKE_MANIFEST,
      ),
    );
    assertStringIncludes(page, '<section class="page" id="study-training"');
    assertStringIncludes(page, '<a href="#study-training">');
    assert(!PAGE.includes("study-training"));
  });

  it("has no style attribute, no handler and nothing to load, which its policy would refuse", () => {
    const markup = PAGE.replace(/<script[\s\S]*?<\/script>|<style>[\s\S]*?<\/style>/g, "");
    assert(!/<[^>]*\s(style|on\w+)=/i.test(markup));
    assert(!/\s(?:src|href)="[^#]/.test(markup));
    assert(!/<link|@import|url\(/i.test(markup));
  });

  it("shows the run, the machine, units, sample sizes and failures", () => {
    const { machine, commandLine, commit } = FAKE_MANIFEST;
    const wanted = [
      commandLine,
      `${commit} with uncommitted changes`,
      `${machine.cpu}, 2 cores`,
      "8.0 GiB",
      "Sentences per second",
      "sentences timed",
      "no answer within 20 s",
      "Wrong answers from decoders that claim to be exact: naive on ewt_pos45",
    ];
    for (const text of wanted) assertStringIncludes(PAGE, escapeHtml(text));
  });

  it("shows every claim with its verdict, its rule and what it rests on", () => {
    for (const { claim, verdict, evidence } of REPORT.claims) {
      assertStringIncludes(PAGE, escapeHtml(claim.statement));
      assertStringIncludes(PAGE, escapeHtml(verdict));
      for (const { ours } of evidence) assertStringIncludes(PAGE, escapeHtml(ours));
    }
  });

  it("marks each claim on the first page, a tie unlike what was not tested, with a link", async () => {
    const strip = PAGE.slice(PAGE.indexOf('class="strip"'), PAGE.indexOf("In words"));
    for (const { claim } of REPORT.claims) {
      assertStringIncludes(strip, `href="#claim-${claim.name}"`);
      assertStringIncludes(PAGE, `<details id="claim-${claim.name}">`);
    }
    const [first, second, ...rest] = REPORT.claims.map((judged) => ({
      ...judged,
      verdict: "not testable here" as const,
      votes: { for: 0, against: 0, tie: 0 },
    }));
    const tied = { ...first!, votes: { for: 0, against: 0, tie: 2 } };
    const page = await htmlOf({ ...REPORT, claims: [tied, second!, ...rest] });
    assertStringIncludes(
      page,
      `1 tie · <span class="untested">–</span> ${rest.length + 1} not tested`,
    );
  });

  it("links to every paper's tables", () => {
    assert(REPORT.papers.length > 1);
    for (const { name, title } of REPORT.papers) {
      assertStringIncludes(PAGE, `<a href="#paper-${name}">${escapeHtml(title)}</a>`);
      assertStringIncludes(PAGE, `id="paper-${name}"`);
    }
  });

  it("stays under 3 MB", () => assert(new TextEncoder().encode(PAGE).length < 3e6));

  it("escapes what a decoder or a manifest may say", async () => {
    const rows = fakeRowsWithFailures().map((row) => ({
      ...row,
      decoder: row.decoder === "naive" ? "</script><b>" : row.decoder,
      reason: row.reason && "<img src=x>",
    }));
    const page = await htmlOf(await composeReport(runData(rows, { manifest: BAD }), BAD));
    assert(!page.includes("<img src=x>"));
    assert(!page.includes("</script><b>"));
    assert(!page.includes("<script>alert"));
    assertEquals(page.match(/<script/g)!.length, 9);
  });
});

describe("html text", () => {
  it("scriptJson() cannot end its element and reads back", () => {
    const value = { text: "</script><!-- <b>" };
    assert(!scriptJson(value).includes("<"));
    assertEquals(JSON.parse(scriptJson(value)), value);
  });

  it("scriptSource() cannot end its element and means the same", () => {
    const source = 'globalThis.x = "</script><!--";\n//# sourceMappingURL=x.map\n';
    const escaped = scriptSource(source);
    assertEquals(escaped, 'globalThis.x = "<\\/script><\\!--";');
  });

  it("breakable() lets a name break before its options and after a comma only", () => {
    assertEquals(
      breakable("a-b{x=1,y=2}"),
      "<span>a-b</span><wbr><span>{x=1,</span><wbr><span>y=2}</span>",
    );
  });
});
