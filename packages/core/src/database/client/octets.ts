/**
 * In the older notation, which a database may be set to, all but printable ASCII is `\ooo`, and a
 * backslash is doubled.
 */
const unescaped = (text: string): Buffer =>
  Buffer.from(
    text.replace(/\\(\\|[0-7]{3})/g, (_, code: string) =>
      code === "\\" ? code : String.fromCharCode(Number.parseInt(code, 8))
    ),
    "latin1"
  )

/** Parses the text of a Postgres `bytea`, in either notation of `bytea_output`. */
export const octetsOf = (text: string): Buffer =>
  text.startsWith("\\x") ? Buffer.from(text.slice(2), "hex") : unescaped(text)
