import { Effect } from "effect"
import type { Settings } from "../settings/Settings.js"
import { findingsOf } from "./Finding.js"
import { resolves } from "./dns.js"

const { ok, warn } = findingsOf("tracking")

const withoutUrl = warn(
  "TELEMARK_TRACKING_HOST has no effect without TELEMARK_PUBLIC_URL, with whose scheme and path addresses in mail are made. Set both."
)

/** No finding without a tracking host. */
export const checkTracking = (settings: Settings) => {
  const { publicUrl, trackingHost: host } = settings
  if (host === undefined) return Effect.succeed([])
  if (publicUrl === undefined) return Effect.succeed([withoutUrl])
  return Effect.match(resolves(host, settings), {
    onFailure: ({ reason }) => [
      warn(
        `${host}, to which tenants' names for tracking lead, could not be looked up: DNS doesn't answer (${reason}).`
      )
    ],
    onSuccess: (hasAddress) => [
      hasAddress
        ? ok(
            `${host}, to which tenants' names for tracking lead, has an address. It must be that of this service, which needs a certificate for each of these names.`
          )
        : warn(
            `${host} has no address, so links in mail from domains that lead there can't be followed. Publish an address record for it.`
          )
    ]
  })
}
