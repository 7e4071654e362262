import { createHash } from "node:crypto"

/** Every connection keeps each of them, in the client and on the server. */
const max = 200
const maxLength = 8192

/**
 * Names statements: one name for each text, the same in every process. Too long a text, or one too
 * many, gets none and is planned each time.
 */
export const makeStatementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= max || text.length > maxLength) return undefined
    const name = `telemark_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`
    names.set(text, name)
    return name
  }
}
