import type { StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { type BackOff, type BackOffCause, backOffId, type BackOffKey, BackOffStore, platformRoute } from "../BackOffs/index.js"
import type { Reading } from "../Replies/index.js"
import { explain, responseOf } from "./explain.js"
import type { DeliveryOutcome } from "./DeliveryOutcome.js"
import { makeRefusals } from "./refusals.js"
import type { Limited } from "./RouteLimiter.js"
import type { Route } from "./routeLimiters.js"
import type { Sender } from "./Sender.js"
import type { BegunBackOff } from "./SenderBackOffs.js"
import { signalOf } from "./signal.js"

/** Outcomes that begin a back-off. */
type Refusal = Extract<DeliveryOutcome, { readonly _tag: "Refused" | "Broken" }>

const causeOf = (outcome: Refusal, { verdict }: Reading): BackOffCause => {
  const { asks, isDaily } = signalOf(outcome)
  if (verdict === "account_refused") return "account_refused"
  return asks === "refuses_us" ? "refused" : isDaily ? "daily_limit" : "asked_for_less"
}

/** What a message on a route is counted with: its sender, its tenant and the route. A tenant's own route is all of that tenant. */
const keysOf = ({ id: route }: Route, { domain, tenant_id }: Sender): Readonly<Record<BegunBackOff["scope"], BackOffKey>> => {
  const tenant = { route, tenant_id, sender_domain: "" }
  return { sender: { ...tenant, sender_domain: domain }, tenant, route: route === platformRoute ? { ...tenant, tenant_id: "" } : tenant }
}

const backOffOf = (key: BackOffKey, outcome: Refusal, reading: Reading, since: number, until: number): BackOff => ({
  ...key,
  cause: causeOf(outcome, reading),
  stage: outcome.stage,
  smtp_response: responseOf(outcome),
  error_message: explain(outcome, reading, false) ?? "",
  since,
  until
})

/** Beyond these, some may be shown until they end, though mail is taken again. */
const maxKnown = 10_000

/** How often a process looks, while mail is taken, for back-offs that others noted, in milliseconds: their process may be gone. */
const lookEvery = 5 * 60_000

/**
 * Keeps where people can read it which routes back off, and reports those that refuse us. What earlier processes had kept is removed once mail is taken, as what this one kept.
 * Storage that can't be had is no reason to hold up mail.
 */
export const makeBackOffRecords = Effect.gen(function*() {
  const store = yield* BackOffStore
  const orLog = <A>(attempt: Effect.Effect<A, StorageError>, otherwise: A): Effect.Effect<A> =>
    Effect.catchAll(attempt, ({ message: reason }) => Effect.as(Effect.logWarning("which routes back off could not be noted", { reason }), otherwise))
  const known = new Set<string>()
  const refusals = makeRefusals()
  let lookedAt = -Infinity
  const look = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (now < lookedAt + lookEvery) return Effect.void
    lookedAt = now
    return Effect.map(orLog(store.list, []), (all) => { for (const backOff of all.slice(0, maxKnown)) known.add(backOffId(backOff)) })
  })
  yield* look

  const begin = (backOff: BackOff): Effect.Effect<void> => {
    if (known.size < maxKnown) known.add(backOffId(backOff))
    return Effect.zipRight(refusals.begin(backOff), orLog(store.save(backOff), undefined))
  }

  const end = (keys: ReadonlyArray<BackOffKey>): Effect.Effect<void> => {
    const ended = keys.filter((key) => known.delete(backOffId(key)))
    return ended.length === 0 ? Effect.void : Effect.zipRight(refusals.end(ended), orLog(store.remove(ended), undefined))
  }

  /** Notes what the outcome of a message at `now` means for its route; undefined if that is nothing new. */
  return (route: Route, sender: Sender, { begun, notBefore, outcome }: Limited, reading: Reading, now: number): Effect.Effect<void> | undefined => {
    if (begun !== undefined && (outcome._tag === "Refused" || outcome._tag === "Broken")) {
      return begin(backOffOf(keysOf(route, sender)[begun.scope], outcome, reading, now, begun.until))
    }
    // Taken while mail backs off, it was begun before.
    if (outcome._tag !== "Accepted" || notBefore > now || (known.size === 0 && now < lookedAt + lookEvery)) return undefined
    return Effect.zipRight(look, Effect.suspend(() => known.size === 0 ? Effect.void : end(Object.values(keysOf(route, sender)))))
  }
})
