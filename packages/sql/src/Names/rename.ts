/** The names that there are to spell, as statements are written with. */
export interface KnownNames {
  readonly tables: ReadonlySet<string>
  readonly indexes: ReadonlySet<string>
}

/** How a name is spelled: by itself, and with its schema. */
export interface Spelling {
  readonly bare: (name: string) => string
  readonly qualified: (name: string) => string
}

/** Strings, comments, names and what stands between them; digits and operators are of no interest. */
const tokens = /'(?:[^']|'')*'|\$([A-Za-z_]*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"]|"")*"|[A-Za-z_][\w$]*|[^\s\w]/g

/** What can stand behind a table that has no alias. All else is one. */
const notAliases = new Set([
  "CROSS", "DEFAULT", "EXCEPT", "FETCH", "FOR", "FULL", "GROUP", "HAVING", "INDEXED", "INNER", "INTERSECT", "JOIN", "LEFT", "LIMIT", "NATURAL",
  "NOT", "OFFSET", "ON", "ORDER", "OVERRIDING", "RETURNING", "RIGHT", "SELECT", "SET", "TABLESAMPLE", "UNION", "USING", "VALUES", "WHERE",
  "WINDOW", "WITH"
])

/** Words between a keyword and the name that it announces. */
const between = new Set(["CONCURRENTLY", "EXISTS", "IF", "NOT", "ONLY"])

/** Functions whose arguments have a FROM between them. */
const withFrom = new Set(["EXTRACT", "OVERLAY", "SUBSTRING", "TRIM"])

/**
 * What the next name is. Tables that rows come from or go to get their own name as an alias, so that columns may go on
 * saying whose they are; `newName`: only what is renamed or made can't say where it is.
 */
type Place = "rows" | "table" | "index" | "newIndex" | "newName" | undefined

const placeAfter = (word: string, last: string, isCreating: boolean, isInFunction: boolean): Place => {
  switch (word) {
    case "FROM":
      return last === "DISTINCT" || isInFunction ? undefined : "rows"
    case "JOIN":
    case "INTO":
    case "UPDATE":
      return "rows"
    case "TABLE":
    case "REFERENCES":
      return "table"
    case "INDEX":
      return isCreating ? "newIndex" : "index"
    case "TO":
      return last === "RENAME" ? "newName" : undefined
    default:
      return undefined
  }
}

const unquoted = (token: string): string => (token.startsWith("\"") ? token.slice(1, -1) : token)

const isName = (token: string | undefined): token is string => token !== undefined && /^[A-Za-z_"]/.test(token)

/**
 * A statement with the known names spelled anew where they name tables and indexes: not where they are columns, aliases,
 * or parts of strings.
 */
export const rename = (statement: string, { indexes, tables }: KnownNames, { bare, qualified }: Spelling): string => {
  const found = [...statement.matchAll(tokens)].filter(([token]) => !token.startsWith("--") && !token.startsWith("/*"))
  const inFunction: Array<boolean> = []
  let place: Place
  let last = ""
  let isCreating = false
  let isIndexed = false
  let copied = 0
  let text = ""

  const spelled = (name: string, next: string | undefined): string | undefined => {
    if (place === "index" || place === "newIndex") return indexes.has(name) ? (place === "index" ? qualified(name) : bare(name)) : undefined
    if (!tables.has(name)) return undefined
    if (place === "newName") return bare(name)
    const hasAlias = isName(next) && !notAliases.has(next.toUpperCase())
    return place === "rows" && !hasAlias ? `${qualified(name)} AS ${name}` : qualified(name)
  }

  found.forEach((match, at) => {
    const [token] = match
    const word = token.toUpperCase()
    if (token === "(") inFunction.push(withFrom.has(last))
    if (token === ")") inFunction.pop()
    if (last === "" || last === ";") {
      isCreating = word === "CREATE"
      isIndexed = false
    }
    if (place !== undefined && isName(token) && !between.has(word)) {
      const instead = spelled(unquoted(token), found[at + 1]?.[0])
      if (instead !== undefined) {
        text += statement.slice(copied, match.index) + instead
        copied = match.index + token.length
      }
      place = undefined
    } else if (!between.has(word)) {
      isIndexed ||= isCreating && word === "INDEX"
      place = isIndexed && word === "ON" ? "table" : placeAfter(word, last, isCreating, inFunction.at(-1) === true)
    }
    last = word
  })
  return text + statement.slice(copied)
}
