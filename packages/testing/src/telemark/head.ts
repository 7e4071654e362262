const field = /^([\x21-\x39\x3b-\x7e]+):[ \t]*(.*)$/s

/** The fields of a mail's head (RFC 5322 2.2) by their names in lower case; several of one name with commas between them. */
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
