import type { Program } from "./startProgram.js"

/** The most that a key may send in a minute. */
const mostOfKey = 10_000

/**
 * The settings of `telemark serve` and `telemark worker` in which a measured one differs from the
 * defaults: where its data and mail go, and that nobody is held back.
 */
export const serverSettings = ({
  database,
  secret,
  smtpPort
}: {
  readonly database: string
  readonly secret: string
  /** The port of the SMTP server on this machine that takes the mail. */
  readonly smtpPort: number
}): Readonly<Record<string, string>> => ({
  TELEMARK_DATABASE_URL: database,
  TELEMARK_SECRET: secret,
  TELEMARK_PORT: "0",
  TELEMARK_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  TELEMARK_DEFAULT_RATE_LIMIT: String(mostOfKey),
  TELEMARK_LOG_LEVEL: "warning",
  TELEMARK_LOG_FORMAT: "json"
})

const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** The JSON document with which a command begins its output. */
export const documentOf = async ({
  firstLine,
  nextLine
}: Pick<Program, "firstLine" | "nextLine">): Promise<unknown> => {
  let text = firstLine
  for (;;) {
    const document = text.endsWith("}") ? parsed(text) : undefined
    if (document !== undefined) return document.value
    text += await nextLine()
  }
}

/** How many keys so many sends need, if all are made at once. */
export const keysFor = (sends: number): number => Math.max(1, Math.ceil(sends / mostOfKey))

/** Makes keys that may send, with one that may do everything. */
export const makeKeys = async (
  { key, url }: { readonly key: string; readonly url: string },
  count: number
): Promise<ReadonlyArray<string>> => {
  const make = async (index: number): Promise<string> => {
    const response = await fetch(`${url}/api-keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ name: `load ${index}`, rate_limit: mostOfKey })
    })
    if (response.status !== 201)
      throw new Error(`A key could not be made: ${response.status} ${await response.text()}`)
    const { key: made } = (await response.json()) as { readonly key: string }
    // A key's first use takes a slow hash, of which a server makes only so many at once.
    await (
      await fetch(`${url}/emails?limit=1`, { headers: { authorization: `Bearer ${made}` } })
    ).arrayBuffer()
    return made
  }
  const keys: Array<string> = []
  for (let index = 0; index < count; index++) keys.push(await make(index))
  return keys
}
