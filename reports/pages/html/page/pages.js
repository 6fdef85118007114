// Shows one page at a time: the one that the address leads to, or into. Without scripts all pages
// stand one below the other.

{
  const pages = [...document.querySelectorAll(".page")];
  const links = [...document.querySelectorAll("nav a")];
  const contents = document.querySelector(".contents");
  const narrow = matchMedia("(max-width: 60rem)");
  let shown = pages[0];

  const show = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    // A link to something outside of the pages, such as the content as a whole, changes nothing.
    shown = target?.closest(".page") ?? shown;
    for (const page of pages) page.hidden = page !== shown;
    for (const link of links) {
      if (link.hash === `#${shown.id}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (target instanceof HTMLDetailsElement) target.open = true;
    if (target === null || target === shown) scrollTo({ top: 0, behavior: "instant" });
    else target.scrollIntoView();
    document.title = `${shown.getAttribute("aria-label")} · ${TITLE}`;
  };

  const TITLE = document.title;
  const fold = () => contents.open = !narrow.matches;

  addEventListener("hashchange", () => {
    if (narrow.matches) contents.open = false;
    show();
  });
  narrow.addEventListener("change", fold);
  // On paper all pages follow each other.
  addEventListener("beforeprint", () => {
    for (const page of pages) page.hidden = false;
  });
  addEventListener("afterprint", show);
  fold();
  show();
}
