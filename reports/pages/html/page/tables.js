// Tables: sorting by any column, a filter for rows, the picked datasets and decoders, and the key
// of the row of rows.csv and summary.csv behind each number.

{
  /** Shorter tables are read at a glance. */
  const FILTERED_FROM = 6;
  const data = JSON.parse(document.getElementById("report-data").textContent);
  const datasets = new Set(data.datasets);
  const decoders = new Set(data.decoders);

  /** The first number of a text, −Infinity if there is none: what was not measured goes last. */
  const numberIn = (text) => {
    const found = /[-−]?\d[\d,]*(\.\d+)?(e[+-]?\d+)?/.exec(text);
    return found === null ? -Infinity : Number(found[0].replaceAll(",", "").replace("−", "-"));
  };

  const tables = [...document.querySelectorAll("main table")].map((table) => {
    const heads = [...table.tHead.rows[0].cells];
    const names = heads.map((head) => head.textContent);
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => {
      const cells = [...row.cells];
      const texts = cells.map((cell) => cell.textContent);
      const text = (name) => texts[names.indexOf(name)];
      return {
        row,
        cells,
        texts,
        dataset: text("dataset"),
        decoder: text("decoder"),
        k: text("k"),
      };
    });
    return { table, heads, names, body, rows, query: "" };
  });

  const keys = ({ table, names, rows }) => {
    const k = table.closest("[data-k]")?.dataset.k;
    for (const row of rows) {
      row.cells.forEach((cell, i) => {
        const dataset = datasets.has(names[i]) ? names[i] : row.dataset;
        const decoder = decoders.has(names[i]) ? names[i] : row.decoder;
        if (dataset === undefined || decoder === undefined) return;
        if (!cell.classList.contains("number")) return;
        const key = [dataset, decoder, row.k ?? k].filter((part) => part !== undefined);
        const hint = cell.title === "" ? "" : `${cell.title}\n`;
        if (cell.textContent !== "") cell.title = `${hint}row: ${key.join("/")}`;
      });
    }
  };

  const sort = ({ heads, names, body, rows }, index) => {
    const head = heads[index];
    const isNumber = head.classList.contains("number");
    const [first, second] = isNumber ? ["descending", "ascending"] : ["ascending", "descending"];
    const before = head.getAttribute("aria-sort");
    const order = before === first ? second : before === second ? "none" : first;
    for (const other of heads) other.setAttribute("aria-sort", "none");
    head.setAttribute("aria-sort", order);
    const sign = order === "descending" ? -1 : 1;
    const compare = (a, b) => {
      if (!isNumber) return sign * a.texts[index].localeCompare(b.texts[index], "en");
      const [x, y] = [numberIn(a.texts[index]), numberIn(b.texts[index])];
      if (x === y) return 0;
      if (x === -Infinity || y === -Infinity) return x < y ? 1 : -1;
      return sign * (x - y);
    };
    const sorted = order === "none" ? rows : rows.toSorted(compare);
    body.append(...sorted.map(({ row }) => row));
    return `${names[index]}: ${order === "none" ? "as written" : order}`;
  };

  const buttons = (table) => {
    if (table.rows.length < 2) return;
    table.heads.forEach((head, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () => sort(table, index));
      head.setAttribute("aria-sort", "none");
      head.append(button);
    });
  };

  const filter = (table) => {
    if (table.rows.length < FILTERED_FROM) return;
    const box = table.table.closest(".scroll");
    const line = document.createElement("p");
    line.className = "filter";
    const input = document.createElement("input");
    input.type = "search";
    input.placeholder = "Filter rows";
    input.setAttribute("aria-label", `Filter the rows of: ${box.getAttribute("aria-label")}`);
    table.count = document.createElement("span");
    table.count.setAttribute("role", "status");
    input.addEventListener("input", () => {
      table.query = input.value.trim().toLowerCase();
      show(table);
    });
    line.append(input, table.count);
    box.before(line);
  };

  let picked = { datasets, decoders };

  /** A name that is no dataset or decoder of this run is not for the pickers to hide. */
  const isHidden = (name, known, chosen) => known.has(name) && !chosen.has(name);

  const show = ({ heads, names, rows, query, count }) => {
    let shown = 0;
    for (const { row, texts, dataset, decoder } of rows) {
      row.hidden = isHidden(dataset, datasets, picked.datasets) ||
        isHidden(decoder, decoders, picked.decoders) ||
        !query.split(/\s+/).every((word) => texts.join(" ").toLowerCase().includes(word));
      if (!row.hidden) shown++;
    }
    names.forEach((name, i) => {
      const hidden = isHidden(name, decoders, picked.decoders) ||
        isHidden(name, datasets, picked.datasets);
      if (heads[i].hidden === hidden) return;
      heads[i].hidden = hidden;
      for (const { cells } of rows) cells[i].hidden = hidden;
    });
    if (count) count.textContent = shown < rows.length ? `${shown} of ${rows.length} rows` : "";
  };

  for (const table of tables) {
    keys(table);
    buttons(table);
    filter(table);
  }
  document.addEventListener("pick", ({ detail }) => {
    picked = detail;
    for (const table of tables) show(table);
  });

  // A finger cannot hover: a tap on a cell shows what a mouse sees.
  const note = document.createElement("div");
  note.id = "note";
  note.setAttribute("role", "status");
  note.hidden = true;
  document.body.append(note);
  document.addEventListener("click", ({ target }) => {
    const cell = target.closest?.("td[title], th[title]");
    note.hidden = !cell;
    if (cell) note.textContent = cell.title;
  });

  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("main details")) details.open = true;
  });
}
