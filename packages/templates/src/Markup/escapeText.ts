const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "{": "&#123;",
  "}": "&#125;",
  "\\": "&#92;"
}

/**
 * Text as markup, for content or between double quotes. Braces and backslashes are escaped too, so that none of it can
 * begin a merge tag, or change what one beside it means.
 */
export const escapeText = (text: string): string =>
  text.replace(/[\x00-\x08\v\f\x0e-\x1f\x7f]/g, "").replace(/[&<>"{}\\]/g, (character) => references[character] ?? "")
