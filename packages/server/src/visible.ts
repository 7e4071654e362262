const escaped = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, "0")}`
}

/**
 * Escapes characters that control the terminal or text direction, since authors of templates and
 * DNS records may not be trusted. Keeps \t and \n.
 */
export const visible = (text: string): string =>
  text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\p{Cf}\u2028\u2029]/gu, escaped)

/** `visible` for a single line: escapes tabs and line feeds too. */
export const visibleLine = (text: string): string => visible(text).replace(/[\t\n]/g, escaped)
