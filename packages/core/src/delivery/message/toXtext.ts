const encoder = new TextEncoder()

/**
 * Text as xtext (RFC 3461 4): printable ASCII without `+` and `=`, and every other octet of its
 * UTF-8 as `+` and two hexadecimal digits.
 */
export const toXtext = (text: string): string =>
  text.replace(/[^!-*,-<>-~]/gu, (character) =>
    [...encoder.encode(character)]
      .map((octet) => `+${octet.toString(16).toUpperCase().padStart(2, "0")}`)
      .join("")
  )
