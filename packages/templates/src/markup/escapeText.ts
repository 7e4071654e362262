const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "{": "&#123;",
  "}": "&#125;",
  "\\": "&#92;"
}

/**
 * Escapes text for content and for values in double quotes. Escapes braces and backslashes too, so
 * that it can't begin or alter a merge tag.
 */
export const escapeText = (text: string): string =>
  text
    .replace(/[\x00-\x08\v\f\x0e-\x1f\x7f]/g, "")
    .replace(/[&<>"{}\\]/g, (character) => references[character] ?? "")
