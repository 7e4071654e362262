import { localUrlOf } from "../Application/index.js"
import type { Settings } from "../Settings/index.js"

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
