const trim = (text: string): string => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "")

/** A tag with its value. Undefined if it is malformed. */
export type Tag = readonly [name: string, value: string] | undefined

const parseTag = (text: string): Tag => {
  const equals = text.indexOf("=")
  const name = trim(text.slice(0, Math.max(0, equals)))
  return /^[a-z][a-z0-9_]*$/i.test(name) ? [name, trim(text.slice(equals + 1))] : undefined
}

/**
 * The tags of a list such as `v=DKIM1; p=…` in order (RFC 6376 3.2). A final semicolon adds none.
 */
export const parseTags = (text: string): ReadonlyArray<Tag> => {
  const parts = text.split(";")
  const isClosed = parts.length > 1 && trim(parts.at(-1) ?? "") === ""
  return (isClosed ? parts.slice(0, -1) : parts).map(parseTag)
}
