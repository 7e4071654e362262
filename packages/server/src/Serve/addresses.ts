import type { Settings } from "../Settings/index.js"

export interface Addresses {
  /** Base URL of the API, including its version. */
  readonly url: string
  readonly docs_url: string
  /** Contains the token; undefined if mail isn't captured. */
  readonly inbox_url: string | undefined
}

const originOf = (host: string, port: number): string => `http://${host.includes(":") ? `[${host}]` : host}:${port}`

export const addressesOf = ({ host }: Pick<Settings, "host">, port: number, inboxToken?: string): Addresses => {
  const origin = originOf(host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "localhost" : host, port)
  return { url: `${origin}/v1`, docs_url: `${origin}/docs`, inbox_url: inboxToken === undefined ? undefined : `${origin}/inbox?token=${inboxToken}` }
}
