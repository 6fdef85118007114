// Which datasets and decoders the tables and charts show. Says so in an event "pick".

{
  const { datasets, decoders } = JSON.parse(document.getElementById("report-data").textContent);
  const controls = document.getElementById("controls");
  const picked = { datasets: new Set(datasets), decoders: new Set(decoders) };
  let pending = false;

  const tell = () => {
    if (pending) return;
    pending = true;
    // Several boxes may change at once.
    queueMicrotask(() => {
      pending = false;
      document.dispatchEvent(new CustomEvent("pick", { detail: picked }));
    });
  };

  const picker = (title, names, chosen) => {
    const details = document.createElement("details");
    details.className = "picker";
    const summary = document.createElement("summary");
    const panel = document.createElement("fieldset");
    const legend = document.createElement("legend");
    legend.textContent = `${title} in tables and charts`;
    const boxes = names.map((name) => {
      const box = document.createElement("input");
      box.type = "checkbox";
      box.value = name;
      box.checked = true;
      return box;
    });
    const count = () => {
      const { size } = chosen;
      summary.textContent = size === names.length ? `${title}: all` : `${title}: ${size}`;
      details.classList.toggle("partial", size < names.length);
    };
    const set = (box, isOn) => {
      box.checked = isOn;
      if (isOn) chosen.add(box.value);
      else chosen.delete(box.value);
    };
    const every = (text, isOn) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", () => {
        for (const box of boxes) set(box, isOn);
        count();
        tell();
      });
      return button;
    };
    panel.append(legend, every("All", true), every("None", false));
    for (const box of boxes) {
      const label = document.createElement("label");
      label.append(box, box.value);
      box.addEventListener("change", () => {
        set(box, box.checked);
        count();
        tell();
      });
      panel.append(label);
    }
    details.append(summary, panel);
    details.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !details.open) return;
      details.open = false;
      summary.focus();
    });
    document.addEventListener("pointerdown", (event) => {
      if (!details.contains(event.target)) details.open = false;
    });
    details.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget !== null && !details.contains(relatedTarget)) details.open = false;
    });
    count();
    controls.prepend(details);
  };

  picker("Decoders", decoders, picked.decoders);
  picker("Datasets", datasets, picked.datasets);
}
