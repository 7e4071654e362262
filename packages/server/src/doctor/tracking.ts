import type { DnsTrouble } from "@telemark/network"
import { Effect, Result } from "effect"
import { layerNameServers } from "../application/layers.js"
import type { Settings } from "../settings/Settings.js"
import { type Finding, ok, warn } from "./Finding.js"
import { resolves } from "./dns.js"

const withoutUrl = warn(
  "tracking",
  "TELEMARK_TRACKING_HOST has no effect without TELEMARK_PUBLIC_URL, with whose scheme and path addresses in mail are made. Set both."
)

const judgeHost = (host: string, answer: Result.Result<boolean, DnsTrouble>): Finding =>
  Result.match(answer, {
    onFailure: ({ reason }) =>
      warn(
        "tracking",
        `${host}, to which tenants' names for tracking lead, could not be looked up: DNS doesn't answer (${reason}).`
      ),
    onSuccess: (hasAddress) =>
      hasAddress
        ? ok(
            "tracking",
            `${host}, to which tenants' names for tracking lead, has an address. It must be that of this service, which needs a certificate for each of these names.`
          )
        : warn(
            "tracking",
            `${host} has no address, so links in mail from domains that lead there can't be followed. Publish an address record for it.`
          )
  })

/** No finding without a tracking host. */
export const checkTracking = ({
  dnsServers,
  publicUrl,
  trackingHost
}: Settings): Effect.Effect<ReadonlyArray<Finding>> => {
  if (trackingHost === undefined) return Effect.succeed([])
  if (publicUrl === undefined) return Effect.succeed([withoutUrl])
  return Effect.map(
    Effect.provide(Effect.result(resolves(trackingHost)), layerNameServers(dnsServers)),
    (answer) => [judgeHost(trackingHost, answer)]
  )
}
