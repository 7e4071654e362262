/**
 * Most lines have neither: looking for that takes a third less time than looking for the pattern.
 */
const mayHaveBlanks = (lines: string): boolean => lines.includes("\t") || lines.includes("  ")

/**
 * Lines, each ended by CRLF, in DKIM's relaxed form (RFC 6376 3.4.4): one space for blanks, none at
 * line ends. Blanks are space and tab only.
 */
export const relaxLines = (lines: string): string =>
  (mayHaveBlanks(lines) ? lines.replace(/[ \t]{2,}|\t/g, " ") : lines).replaceAll(" \r\n", "\r\n")
