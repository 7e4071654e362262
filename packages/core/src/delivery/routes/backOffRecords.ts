import { Clock, Effect } from "effect"
import { orLogged } from "../attempt/orLogged.js"
import {
  type BackOff,
  type BackOffCause,
  backOffId,
  type BackOffKey,
  platformRoute
} from "../backOffs/BackOff.js"
import { BackOffStore } from "../backOffs/BackOffStore.js"
import type { Sender } from "../message/Sender.js"
import type { Reading } from "../replies/Verdict.js"
import type { DeliveryOutcome } from "../settlement/DeliveryOutcome.js"
import { explainOutcome, responseOf } from "../settlement/explainOutcome.js"
import { makeRefusals } from "../settlement/refusals.js"
import type { Limited } from "./Limited.js"
import { signalOf } from "./RouteSignal.js"
import type { BegunBackOff } from "./SenderBackOffs.js"
import type { Route } from "./routeLimiters.js"

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
  const store = yield* BackOffStore
  const orLog = orLogged("the back-offs of routes could not be recorded")
  const known = new Set<string>()
  const refusals = makeRefusals()
  let refreshedAt = -Infinity
  const refresh = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (now < refreshedAt + pollInterval) return Effect.void
    refreshedAt = now
    return Effect.map(orLog(store.list, []), (all) => {
      for (const backOff of all.slice(0, maxKnown)) known.add(backOffId(backOff))
    })
  })
  yield* refresh

  const begin = (backOff: BackOff): Effect.Effect<void> => {
    if (known.size < maxKnown) known.add(backOffId(backOff))
    return Effect.andThen(refusals.begin(backOff), orLog(store.save(backOff), undefined))
  }

  const end = (keys: ReadonlyArray<BackOffKey>): Effect.Effect<void> => {
    const ended = keys.filter((key) => known.delete(backOffId(key)))
    return ended.length === 0
      ? Effect.void
      : Effect.andThen(refusals.end(ended), orLog(store.remove(ended), undefined))
  }

  /** Records what the outcome of a message at `now` means for its route. */
  return (
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
    if (
      outcome._tag !== "Accepted" ||
      notBefore > now ||
      (known.size === 0 && now < refreshedAt + pollInterval)
    )
      return Effect.void
    return Effect.andThen(
      refresh,
      Effect.suspend(() =>
        known.size === 0 ? Effect.void : end(Object.values(keysOf(route, sender)))
      )
    )
  }
})
