import { type Child, type ChildOptions, fromSources, startChild } from "./child.js"
import { secret } from "./storage.js"

export interface TelemarkProcess {
  readonly url: string
  readonly pid: number
  /** The key that may do everything, which the first start makes; undefined later. */
  readonly key: string | undefined
  readonly stop: () => Promise<void>
}

export interface TelemarkSettings extends ChildOptions {
  readonly database: string
  /** The port of the SMTP server on this machine that takes the mail. */
  readonly smtpPort: number
}

const program = fromSources
  ? "../../packages/server/src/cli/main.ts"
  : "../../packages/server/bin/telemark.js"

const start = (
  args: ReadonlyArray<string>,
  { core, database, env, smtpPort }: TelemarkSettings
): Promise<Child> =>
  startChild(program, [...args, "--json"], {
    ...(core === undefined ? {} : { core }),
    env: {
      TELEMARK_DATABASE_URL: database,
      TELEMARK_SECRET: secret,
      TELEMARK_PORT: "0",
      TELEMARK_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      TELEMARK_DEFAULT_RATE_LIMIT: "10000",
      TELEMARK_LOG_LEVEL: "warning",
      TELEMARK_LOG_FORMAT: "json",
      ...env
    }
  })

/** The JSON document with which a command begins its output. */
const documentOf = async (child: Child): Promise<unknown> => {
  let text = child.firstLine
  while (!text.endsWith("}") || !isJson(text)) text += await child.nextLine()
  return JSON.parse(text)
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Starts `telemark serve`, as operators do. */
export const serve = async (
  settings: TelemarkSettings,
  ...args: ReadonlyArray<string>
): Promise<TelemarkProcess> => {
  const child = await start(["serve", ...args], settings)
  const { first_start, url } = (await documentOf(child)) as {
    readonly url: string
    readonly first_start?: { readonly key: string }
  }
  return { url, pid: child.pid, key: first_start?.key, stop: child.stop }
}

/** Starts `telemark worker`, and waits until it works. */
export const work = async (
  settings: TelemarkSettings
): Promise<Pick<TelemarkProcess, "pid" | "stop">> => {
  const child = await start(["worker"], settings)
  await documentOf(child)
  return child
}

/** Makes keys that may send: one may make 10,000 sends a minute at most. */
export const makeKeys = async (
  { key, url }: TelemarkProcess,
  count: number
): Promise<ReadonlyArray<string>> => {
  const make = async (index: number): Promise<string> => {
    const response = await fetch(`${url}/api-keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${key ?? ""}`, "content-type": "application/json" },
      body: JSON.stringify({ name: `load ${index}`, rate_limit: 10_000 })
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
