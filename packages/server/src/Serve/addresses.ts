import { localUrlOf } from "../Application/index.js"
import type { Settings } from "../Settings/index.js"

export interface Addresses {
  /** Base URL of the API, including its version. */
  readonly url: string
  readonly docs_url: string
  /** On the first start, it contains a token that signs in once. */
  readonly dashboard_url: string
  /** Contains the token; undefined if mail isn't captured. */
  readonly inbox_url: string | undefined
}

export const addressesOf = (
  { host }: Pick<Settings, "host">,
  port: number,
  inboxToken?: string
): Addresses => {
  const origin = localUrlOf(host, port)
  return {
    url: `${origin}/v1`,
    docs_url: `${origin}/docs`,
    dashboard_url: `${origin}/`,
    inbox_url: inboxToken === undefined ? undefined : `${origin}/inbox?token=${inboxToken}`
  }
}
