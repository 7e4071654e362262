import { layerNameServers } from "../application/layers.js"
import type { Settings } from "../settings/Settings.js"
import { findingsOf } from "./Finding.js"
import { Dns } from "@telemark/network"
import { Clock, Effect, Result } from "effect"

const { fail, ok, warn } = findingsOf("dns")

/** It exists (RFC 2606 3), and its owner learns nothing from the query. */
const asked = "example.com"

/** In milliseconds, whatever the answer. */
const timed = (servers: ReadonlyArray<string> | undefined) =>
  Effect.gen(function* () {
    const { a } = yield* (yield* Dns).resolver
    const begun = yield* Clock.currentTimeMillis
    yield* a(asked)
    return (yield* Clock.currentTimeMillis) - begun
  }).pipe(Effect.scoped, Effect.provide(layerNameServers(servers)))

const failed = "Domains can't be verified, and the hosts that tenants name can't be resolved."

const checkSystem = Effect.match(timed(undefined), {
  // A machine without a network may do.
  onFailure: ({ reason }) =>
    warn(
      `The system's DNS servers don't answer (${reason}). ${failed} Fix them, or set TELEMARK_DNS_SERVERS.`
    ),
  onSuccess: (millis) => ok(`The system's DNS servers answer, in ${String(millis)} ms.`)
})

/** If one is silent, resolvers try the next. */
const checkServers = (servers: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(servers, (server) => Effect.result(timed([server])), {
      concurrency: "unbounded"
    }),
    (answers) => {
      const times = answers.filter(Result.isSuccess).map(({ success }) => success)
      const silent = answers
        .flatMap((answer, index) =>
          Result.isFailure(answer) ? [`${servers[index] ?? ""} (${answer.failure.reason})`] : []
        )
        .join(", ")
      if (times.length === 0)
        return fail(
          `None of TELEMARK_DNS_SERVERS answers: ${silent}. ${failed} Check addresses, ports and firewall.`
        )
      return silent !== ""
        ? warn(
            `Of TELEMARK_DNS_SERVERS these don't answer: ${silent}. Each look-up that tries them first is delayed.`
          )
        : ok(`All of TELEMARK_DNS_SERVERS answer, in ${String(Math.max(...times))} ms or less.`)
    }
  )

export const checkDns = ({ dnsServers }: Settings) =>
  dnsServers === undefined ? checkSystem : checkServers(dnsServers)

/** Whether a name has an address. */
export const resolves = (name: string, { dnsServers }: Pick<Settings, "dnsServers">) =>
  Effect.gen(function* () {
    const { a, aaaa } = yield* (yield* Dns).resolver
    const answers = yield* Effect.all([a(name), aaaa(name)].map(Effect.result), {
      concurrency: "unbounded"
    })
    if (answers.some((answer) => Result.isSuccess(answer) && answer.success._tag === "Found"))
      return true
    const trouble = answers.find(Result.isFailure)
    return trouble === undefined ? false : yield* Effect.fail(trouble.failure)
  }).pipe(Effect.scoped, Effect.provide(layerNameServers(dnsServers)))

const onTracking = findingsOf("tracking")

const withoutUrl = onTracking.warn(
  "TELEMARK_TRACKING_HOST has no effect without TELEMARK_PUBLIC_URL, with whose scheme and path addresses in mail are made. Set both."
)

/** No finding without a tracking host. */
export const checkTracking = (settings: Settings) => {
  const { publicUrl, trackingHost: host } = settings
  if (host === undefined) return Effect.succeed([])
  if (publicUrl === undefined) return Effect.succeed([withoutUrl])
  return Effect.match(resolves(host, settings), {
    onFailure: ({ reason }) => [
      onTracking.warn(
        `${host}, to which tenants' names for tracking lead, could not be looked up: DNS doesn't answer (${reason}).`
      )
    ],
    onSuccess: (hasAddress) => [
      hasAddress
        ? onTracking.ok(
            `${host}, to which tenants' names for tracking lead, has an address. It must be that of this service, which needs a certificate for each of these names.`
          )
        : onTracking.warn(
            `${host} has no address, so links in mail from domains that lead there can't be followed. Publish an address record for it.`
          )
    ]
  })
}
