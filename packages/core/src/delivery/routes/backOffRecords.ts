import { Clock, Effect } from "effect"
import { count } from "../../kernel/metrics/metrics.js"
import { orLog } from "../../kernel/orLog.js"
import {
  type BackOff,
  type BackOffCause,
  backOffId,
  type BackOffKey,
  isRefusal,
  platformRoute
} from "../backOffs/BackOff.js"
import { backOffQueries } from "../backOffs/backOffTable.js"
import type { DeliveryOutcome } from "../message/DeliveryOutcome.js"
import type { Reading } from "../replies/Verdict.js"
import { explainOutcome, responseOf } from "../settlement/explainOutcome.js"
import type { BegunBackOff, Limited, Route, Sender } from "./Route.js"
import { signalOf } from "./RouteSignal.js"

const maxLogged = 10_000

/** One for each attempt that finds that the server still refuses us, not one for each message. */
const countRefusal = ({ cause, route }: BackOff): Effect.Effect<void> =>
  count("telemark_route_refusals_total", {
    cause,
    route: route === platformRoute ? platformRoute : "tenant"
  })

/** Omits empty parts of the key, which mean all. The reply isn't logged: it may name an address. */
const fieldsOf = ({
  route,
  sender_domain,
  tenant_id
}: BackOffKey): Readonly<Record<string, string>> => ({
  route,
  ...(tenant_id === "" ? {} : { tenant_id }),
  ...(sender_domain === "" ? {} : { sender_domain })
})

/** A refusal on a tenant's own server is a warning: the tenant has to fix it. */
const logRefusal = (backOff: BackOff): Effect.Effect<void> => {
  const { cause, error_message: reason, route, stage } = backOff
  return (route === platformRoute ? Effect.logError : Effect.logWarning)(
    "a mail server refuses this service: its mail waits, and fails unless you fix the cause. `telemark doctor` says what to do",
    { ...fieldsOf(backOff), cause, stage, reason }
  )
}

const logEndOfRefusal = (key: BackOffKey): Effect.Effect<void> =>
  Effect.logInfo("a mail server that refused this service takes mail again", fieldsOf(key))

/**
 * Reports refusals at once, as a metric and in the log: there once for each back-off key and cause,
 * until mail is accepted again.
 */
export const makeRefusals = () => {
  const logged = new Map<string, Set<string>>()
  return {
    begin: (backOff: BackOff): Effect.Effect<void> =>
      Effect.suspend(() => {
        if (!isRefusal(backOff.cause)) return Effect.void
        const id = backOffId(backOff)
        const causes = logged.get(id) ?? new Set<string>()
        if (causes.has(backOff.cause)) return countRefusal(backOff)
        if (logged.size < maxLogged || logged.has(id)) logged.set(id, causes.add(backOff.cause))
        return Effect.andThen(countRefusal(backOff), logRefusal(backOff))
      }),
    end: (keys: ReadonlyArray<BackOffKey>): Effect.Effect<void> =>
      Effect.suspend(() =>
        Effect.forEach(
          keys.filter((key) => logged.delete(backOffId(key))),
          logEndOfRefusal,
          { discard: true }
        )
      )
  }
}

type Refusal = Extract<DeliveryOutcome, { readonly _tag: "Refused" | "Broken" }>

const causeOf = (outcome: Refusal, { verdict }: Reading): BackOffCause => {
  const { asks, isDaily } = signalOf(outcome)
  if (verdict === "account_refused") return "account_refused"
  return asks === "refuses_us" ? "refused" : isDaily ? "daily_limit" : "asked_for_less"
}

/** The back-off key for each scope. A tenant's own route belongs to that tenant alone. */
const keysOf = (
  { id: route }: Route,
  { domain, tenant_id }: Sender
): Readonly<Record<BegunBackOff["scope"], BackOffKey>> => {
  const tenant = { route, tenant_id, sender_domain: "" }
  return {
    sender: { ...tenant, sender_domain: domain },
    tenant,
    route: route === platformRoute ? { ...tenant, tenant_id: "" } : tenant
  }
}

const backOffOf = (
  key: BackOffKey,
  outcome: Refusal,
  reading: Reading,
  since: number,
  until: number
): BackOff => ({
  ...key,
  cause: causeOf(outcome, reading),
  stage: outcome.stage,
  smtp_response: responseOf(outcome),
  error_message: explainOutcome(outcome, reading, false) ?? "",
  since,
  until
})

/**
 * Known back-offs in memory. Beyond it, some may be listed until they end although mail is accepted
 * again.
 */
const maxKnown = 10_000

/**
 * How often a process reads others' back-offs while mail is accepted, in milliseconds: the process
 * that wrote them may be gone.
 */
const pollInterval = 5 * 60_000

/**
 * Stores back-offs for people to see, reports refusals, and removes records (also of earlier
 * processes) once mail is accepted. Best effort.
 */
export const makeBackOffRecords = Effect.gen(function* () {
  const store = yield* backOffQueries
  const failed = "the back-offs of routes could not be recorded"
  const orIgnored = orLog(failed, undefined)
  const known = new Set<string>()
  const refusals = makeRefusals()
  let refreshedAt = -Infinity
  const refresh = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (now < refreshedAt + pollInterval) return Effect.void
    refreshedAt = now
    return Effect.map(orLog(failed, [])(store.list), (all) => {
      for (const backOff of all.slice(0, maxKnown)) known.add(backOffId(backOff))
    })
  })
  yield* refresh

  const begin = (backOff: BackOff): Effect.Effect<void> => {
    if (known.size < maxKnown) known.add(backOffId(backOff))
    return Effect.all(
      [
        count("telemark_throttled_total", { cause: backOff.cause }),
        refusals.begin(backOff),
        orIgnored(store.save(backOff))
      ],
      { discard: true }
    )
  }

  const end = (keys: ReadonlyArray<BackOffKey>): Effect.Effect<void> => {
    const ended = keys.filter((key) => known.delete(backOffId(key)))
    return ended.length === 0
      ? Effect.void
      : Effect.andThen(refusals.end(ended), orIgnored(store.remove(ended)))
  }

  /** Whether nothing is known that an acceptance at `now` could end. */
  const isQuiet = (now: number): boolean => known.size === 0 && now < refreshedAt + pollInterval

  /** Records what the outcome of a message at `now` means for its route. */
  const note = (
    route: Route,
    sender: Sender,
    { begun, notBefore, outcome }: Limited,
    reading: Reading,
    now: number
  ): Effect.Effect<void> => {
    if (begun !== undefined && (outcome._tag === "Refused" || outcome._tag === "Broken")) {
      return begin(
        backOffOf(keysOf(route, sender)[begun.scope], outcome, reading, now, begun.until)
      )
    }
    // If the route or sender backs off now, this message had begun before.
    if (outcome._tag !== "Accepted" || notBefore > now || isQuiet(now)) return Effect.void
    return Effect.andThen(
      refresh,
      Effect.suspend(() =>
        known.size === 0 ? Effect.void : end(Object.values(keysOf(route, sender)))
      )
    )
  }

  return { note, isQuiet }
})
