import { documentOf, makeKeys as makeKeysWith, serverSettings } from "@telemark-tools/load"
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
    env: { ...serverSettings({ database, secret, smtpPort }), ...env }
  })

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
export const makeKeys = (
  { key = "", url }: TelemarkProcess,
  count: number
): Promise<ReadonlyArray<string>> => makeKeysWith({ key, url }, count)
