import { Dns, type DnsTrouble } from "@telemark/network"
import { Clock, Effect, Result } from "effect"
import { layerNameServers } from "../application/layers.js"
import type { Settings } from "../settings/Settings.js"
import { fail, type Finding, ok, warn } from "./Finding.js"

/** It exists (RFC 2606 3), and its owner learns nothing from the query. */
const asked = "example.com"

/** In milliseconds, whatever the answer. */
const timed = (servers: ReadonlyArray<string> | undefined): Effect.Effect<number, DnsTrouble> =>
  Effect.gen(function* () {
    const { resolver } = yield* Dns
    const { a } = yield* resolver
    const begun = yield* Clock.currentTimeMillis
    yield* a(asked)
    return (yield* Clock.currentTimeMillis) - begun
  }).pipe(Effect.scoped, Effect.provide(layerNameServers(servers)))

const failed = "Domains can't be verified, and the hosts that tenants name can't be resolved."

const checkSystem = Effect.match(timed(undefined), {
  // A machine without a network may do.
  onFailure: ({ reason }) =>
    warn(
      "dns",
      `The system's DNS servers don't answer (${reason}). ${failed} Fix them, or set TELEMARK_DNS_SERVERS.`
    ),
  onSuccess: (millis) => ok("dns", `The system's DNS servers answer, in ${String(millis)} ms.`)
})

interface Answering {
  readonly server: string
  readonly answer: Result.Result<number, DnsTrouble>
}

/** If one is silent, resolvers try the next. */
const judgeServers = (servers: ReadonlyArray<Answering>): Finding => {
  const times = servers.flatMap(({ answer }) => (Result.isSuccess(answer) ? [answer.success] : []))
  const silent = servers
    .flatMap(({ answer, server }) =>
      Result.isFailure(answer) ? [`${server} (${answer.failure.reason})`] : []
    )
    .join(", ")
  if (times.length === 0)
    return fail(
      "dns",
      `None of TELEMARK_DNS_SERVERS answers: ${silent}. ${failed} Check addresses, ports and firewall.`
    )
  if (silent !== "")
    return warn(
      "dns",
      `Of TELEMARK_DNS_SERVERS these don't answer: ${silent}. Each look-up that tries them first is delayed.`
    )
  return ok(
    "dns",
    `All of TELEMARK_DNS_SERVERS answer, in ${String(Math.max(...times))} ms or less.`
  )
}

const checkServer = (server: string): Effect.Effect<Answering> =>
  Effect.map(Effect.result(timed([server])), (answer) => ({ server, answer }))

export const checkDns = ({ dnsServers }: Settings): Effect.Effect<Finding> =>
  dnsServers === undefined
    ? checkSystem
    : Effect.map(
        Effect.forEach(dnsServers, checkServer, { concurrency: "unbounded" }),
        judgeServers
      )

/** Whether a name has an address. */
export const resolves = (name: string): Effect.Effect<boolean, DnsTrouble, Dns> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { a, aaaa } = yield* (yield* Dns).resolver
      const answers = yield* Effect.all([a(name), aaaa(name)].map(Effect.result), {
        concurrency: "unbounded"
      })
      if (answers.some((answer) => Result.isSuccess(answer) && answer.success._tag === "Found"))
        return true
      const trouble = answers.find(Result.isFailure)
      return trouble === undefined ? false : yield* Effect.fail(trouble.failure)
    })
  )
