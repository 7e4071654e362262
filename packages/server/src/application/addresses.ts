import { type NewSession, Sessions, type StorageError } from "@telemark/core"
import { Effect } from "effect"
import type { Settings } from "../settings/Settings.js"

/** The server's address on this machine, without a slash at its end. */
const localUrlOf = (host: string, port: number): string => {
  const named = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "localhost" : host
  return `http://${named.includes(":") ? `[${named}]` : named}:${port}`
}

/**
 * What addresses in captured mail begin with while there is no public URL, so that they can be
 * followed on this machine. Undefined if mail isn't captured, or if the system chooses the port,
 * which workers can't know.
 */
export const localLinks = ({
  host,
  port,
  transport
}: Pick<Settings, "host" | "port" | "transport">): string | undefined =>
  transport._tag === "Capture" && port !== 0 ? localUrlOf(host, port) : undefined

/** The server's URLs. Those of the dashboard's pages may have a token that signs in once. */
export interface Addresses {
  /** Base URL of the API, including its version. */
  readonly url: string
  readonly docs_url: string
  readonly dashboard_url: string
  /** The dashboard's page of captured mail; undefined if mail isn't captured. */
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

/** An address that signs the operator in once, and when it expires. */
interface SignInUrl extends Pick<NewSession, "expires_at"> {
  readonly url: string
}

/**
 * Makes the address of one of the dashboard's pages sign in. The token is behind `#`, which
 * browsers send to nobody.
 */
export const signInUrl = (page: string): Effect.Effect<SignInUrl, StorageError, Sessions> =>
  Effect.map(
    Effect.flatMap(Sessions, ({ createToken }) => createToken),
    ({ expires_at, secret }) => ({ url: `${page}#token=${secret}`, expires_at })
  )
