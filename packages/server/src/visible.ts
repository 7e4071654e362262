const escaped = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, "0")}`
}

/**
 * Who writes templates or DNS records may not be trusted to move a terminal's cursor, nor to turn the direction of what it
 * shows; and a changed line end should be seen. Tabs and line feeds stay.
 */
export const visible = (text: string): string => text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\p{Cf}\u2028\u2029]/gu, escaped)

/** `visible` for what must stay on its line. */
export const visibleLine = (text: string): string => visible(text).replace(/[\t\n]/g, escaped)
