const references = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ["\"", "&quot;"],
  ["{", "&#123;"],
  ["}", "&#125;"],
  ["\\", "&#92;"]
])

/**
 * Text for MJML, as content or between double quotes. Braces and backslashes are escaped too: beside a merge tag they
 * would change what it means.
 */
export const escapeText = (text: string): string => text.replace(/[&<>"{}\\]/g, (sign) => references.get(sign) ?? sign)

/** Text on one line. */
export const singleLine = (text: string): string => text.replace(/\s+/g, " ").trim()
