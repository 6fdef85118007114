/**
 * Escaping for the HTML page.
 *
 * @module
 */

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** JSON that cannot end the script element around it. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/**
 * A program that cannot end the script element around it: in strings and regular expressions, the
 * only places where they occur in practice, an escaped slash or exclamation mark means the same.
 */
export function scriptSource(source: string): string {
  return source
    .replace(/^\/\/# sourceMappingURL=.*$/gm, "")
    .replace(/<\/(?=script)/gi, "<\\/")
    .replaceAll("<!--", "<\\!--")
    .trim();
}

/** A decoder's name, or any other, that a narrow column may break before its options only. */
export function breakable(name: string): string {
  return name.split(/(?=\{)|(?<=,)/).map((part) => `<span>${escapeHtml(part)}</span>`)
    .join("<wbr>");
}
