import { Sessions } from "@telemark/core"
import { Effect } from "effect"
import type { Settings } from "../settings/Settings.js"

/** Without a slash at its end. */
export const originOf = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`

const localUrlOf = (host: string, port: number): string =>
  originOf(host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "localhost" : host, port)

/**
 * What addresses in captured mail begin with while there is no public URL. Undefined if mail isn't
 * captured, or if the system chooses the port, which workers can't know.
 */
export const localLinks = ({
  host,
  port,
  transport
}: Pick<Settings, "host" | "port" | "transport">): string | undefined =>
  transport._tag === "Capture" && port !== 0 ? localUrlOf(host, port) : undefined

/** The server's URLs. Those of the dashboard's pages may have a token that signs in once. */
export interface Addresses {
  /** Of the API, with its version. */
  readonly url: string
  readonly docs_url: string
  readonly dashboard_url: string
  /** Undefined if mail isn't captured. */
  readonly inbox_url: string | undefined
}

export const addressesOf = (
  { host, transport }: Pick<Settings, "host" | "transport">,
  port: number,
  origin = localUrlOf(host, port)
): Addresses => ({
  url: `${origin}/v1`,
  docs_url: `${origin}/docs`,
  dashboard_url: `${origin}/`,
  inbox_url: transport._tag === "Capture" ? `${origin}/inbox` : undefined
})

/** The token is behind `#`, which browsers send to nobody. */
export const signInUrl = (page: string) =>
  Effect.map(
    Effect.flatMap(Sessions, ({ createToken }) => createToken),
    ({ expires_at, secret }) => ({ url: `${page}#token=${secret}`, expires_at })
  )
