// The colours of the page: those of the system, or what the reader chose.

{
  const KEY = "trellis-theme";
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");

  const stored = () => {
    // A page without an origin of its own may have no storage.
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };

  const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";

  const button = document.createElement("button");
  button.type = "button";
  button.id = "theme";

  const show = () => {
    root.dataset.look = isDark() ? "dark" : "light";
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", `Use ${isDark() ? "light" : "dark"} colours`);
    document.dispatchEvent(new Event("look"));
  };

  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem(KEY, root.dataset.theme);
    } catch {
      // Chosen for this visit only.
    }
    show();
  });
  system.addEventListener("change", show);

  const chosen = stored();
  if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;
  document.getElementById("controls").append(button);
  show();
}
