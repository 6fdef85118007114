import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { deno } from "../../helpers/child.ts";
import { findChromium, startChromium } from "../../helpers/chromium.ts";
import { crfsuiteBytes, INVENTED } from "../../helpers/model_files.ts";
import { ALL, LONG } from "../../helpers/long.ts";

const ROOM = new URL("../../../datasets/models/", import.meta.url);
const found = findChromium();

Deno.test({
  name: "the example page loads a model of CRFsuite and tags what one types" + LONG,
  ignore: !ALL || !("path" in found) && found.mayLack,
  async fn() {
    assert("path" in found, "reason" in found ? found.reason : "");
    const path = await Deno.makeTempFile({ suffix: ".js" });
    const flags = ["bundle", "--quiet", "--platform", "browser", "--output", path];
    const args = [...flags, fileURLToPath(new URL("mod.ts", ROOM))];
    const { code, errors } = await deno(...args);
    assertEquals(code, 0, errors.join("\n"));
    const script = await Deno.readTextFile(path);
    await Deno.remove(path);
    const page = await Deno.readTextFile(new URL("example.html", ROOM));
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      ({ url }) =>
        url.endsWith("/models.js")
          ? new Response(script, { headers: { "content-type": "text/javascript" } })
          : new Response(page, { headers: { "content-type": "text/html" } }),
    );
    await using browser = await startChromium(found.path);
    const tab = await browser.newPage();
    const complaints: string[] = [];
    tab.on("pageerror", ({ message }) => complaints.push(message));
    await tab.goto(`http://127.0.0.1:${server.addr.port}/`);
    const give = (name: string, bytes: Uint8Array) =>
      tab.setInputFiles("#model", { name, mimeType: "", buffer: bytes as never });
    const { Buffer } = await import("node:buffer");
    await tab.fill("#text", "dax blicket fép");
    await give("zups.crfsuite", Buffer.from(crfsuiteBytes(INVENTED)));
    await tab.locator("td").first().waitFor();
    const cells = await tab.locator("tbody tr").allInnerTexts();
    const pairs = [["dax", "B-ZUP"], ["blicket", "I-ZUP"], ["fép", "O"]];
    assertEquals(cells.map((row) => row.split("\t").slice(0, 2)), pairs);
    for (const row of cells) assertMatch(row, /\t0\.\d{3}$/);
    assertMatch(await tab.locator("#state").innerText(), /probability 0\.\d+$/);
    await give("other.bin", Buffer.from([1, 2, 3]));
    await tab.locator("#answer").waitFor({ state: "hidden" });
    assertMatch(await tab.locator("#state").innerText(), /^Cannot tell the format of other\.bin/);
    await give("cut.gz", Buffer.from([0x1f, 0x8b, 8]));
    await tab.locator("#state", { hasText: "Cannot decompress cut.gz: " }).waitFor();
    await tab.setInputFiles("#model", []);
    await tab.locator("#state", { hasText: "Choose a model." }).waitFor();
    assertEquals(complaints, []);
  },
});
