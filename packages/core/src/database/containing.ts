const escaped = (text: string): string => `%${text.replace(/[!%_]/g, "!$&")}%`

/** A pattern of LIKE for texts that contain this one, with `!` before what would be a wildcard. */
export const containing = (text: string): string => escaped(text.toLowerCase())

/** For what `lower()` returns on either database: SQLite's knows the letters of ASCII alone. */
export const patternsOf = (text: string): ReadonlyArray<string> => [
  ...new Set([
    containing(text),
    escaped(text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()))
  ])
]
