const field = /^([\x21-\x39\x3b-\x7e]+):[ \t]*(.*)$/s

/**
 * Parses header fields (RFC 5322 2.2) into an object by lower-case name; values of repeated fields
 * are joined by commas.
 */
export const fieldsOf = (head: string): Readonly<Record<string, string>> => {
  const fields = new Map<string, string>()
  for (const line of head.replace(/\r\n(?=[ \t])/g, "").split("\r\n")) {
    const [, name, value] = field.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    const key = name.toLowerCase()
    const before = fields.get(key)
    fields.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(fields)
}
