/** Lines, each ended by CRLF, in DKIM's relaxed form (RFC 6376 3.4.4): one space for blanks, none at line ends. Blanks are space and tab only. */
export const relaxLines = (lines: string): string => lines.replace(/[ \t]{2,}|\t/g, " ").replaceAll(" \r\n", "\r\n")
