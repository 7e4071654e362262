import { Clock, Context, Duration, Effect, Layer, Random } from "effect"
import { DomainStore } from "../Domains/index.js"
import { newId } from "../Ids/index.js"
import { Secrets } from "../Secrets/index.js"
import type { OwnServers, SmtpConfigStore } from "../SmtpConfigs/index.js"
import { decide, decideUnsent } from "./decide.js"
import { HandOver } from "./HandOver.js"
import { type ClosedWays, makeLanes } from "./lanes.js"
import type { ClaimedMessage } from "./Message.js"
import type { Transport } from "./ports.js"
import { defaultRetryPolicy, type RetryPolicy } from "./retry.js"
import { makeRoutes } from "./routes.js"
import type { Settlement } from "./Settlement.js"
import { makeOpenKeys } from "./signing.js"

export interface DeliveryOptions {
  /** A domain that a tenant here has verified: it signs mail whose sender's own domain isn't verified and not related to it. */
  readonly signingDomain?: string | undefined
  /** The server's default sender, as `EmailsOptions.from`: its mail is signed whichever tenant sends it. */
  readonly from?: string | undefined
}

/** What came of taking a message in hand: an outcome to record, or nothing yet since its route has no room until then. */
export type Attempted =
  | { readonly _tag: "Settled"; readonly settlement: Settlement }
  | { readonly _tag: "Postponed"; readonly until: number }

export interface DeliveryService {
  /**
   * Makes one attempt and says what to record. Not to be interrupted on its own: interrupting it together
   * with recording would lose the outcome, and the mail would go out again.
   */
  readonly attempt: (message: ClaimedMessage) => Effect.Effect<Attempted>
  /** Which messages needn't be claimed at the moment, since they would only wait. */
  readonly closed: Effect.Effect<ClosedWays>
  /** Resolves when one of the tenants that were closed has room again. */
  readonly opened: Effect.Effect<void>
  /** Whether tenants' own servers are used at all. */
  readonly hasOwnWays: boolean
  /** Whether a message goes a way of its tenant's own, which nobody else's mail waits for. */
  readonly goesOwnWay: (message: ClaimedMessage) => boolean
  /** Messages accepted before are too old to wait for their way any longer. */
  readonly givenUpBefore: (now: number) => number
}

/** What an attempt comes to where the route was not even asked: the message is too old to wait for it any longer. */
const routeRests = (provider: string): HandOver => HandOver.Broken({ provider, stage: "connect", reason: "resting", ambiguous: false })

const settled = (settlement: Settlement): Attempted => ({ _tag: "Settled", settlement })

const make = (policy: RetryPolicy, { from, signingDomain }: DeliveryOptions) =>
  Effect.gen(function*() {
    const openKeys = makeOpenKeys({ secrets: yield* Secrets, store: yield* DomainStore, operators: { from, signingDomain } })
    const { goesOwnWay, hasOwnWays, routeOf } = yield* makeRoutes
    const lanes = yield* makeLanes

    const attempt: DeliveryService["attempt"] = Effect.fnUntraced(function*(message) {
      const { body, suppressed } = message
      if (suppressed || body === null) {
        const context = { now: yield* Clock.currentTimeMillis, eventId: yield* newId("evt") }
        return settled(decideUnsent(message, suppressed ? "suppressed" : "content_missing", context))
      }
      const { learn, provider, route, send } = routeOf(message)
      const internal = (ambiguous: boolean) => HandOver.Broken({ provider, stage: "connect", reason: "internal", ambiguous })
      const handOver = Effect.flatMap(openKeys(message), (signing) => send({ ...message, body, signing })).pipe(
        Effect.catchAll((error) =>
          Effect.as(
            Effect.logError("a message can't be handed over without its secrets", { email_id: message.id, reason: error.message }),
            internal(false)
          )),
        Effect.catchAllDefect((defect) => Effect.as(Effect.logError("handing over a message failed unexpectedly", defect), internal(true)))
      )
      let taken: { readonly duration_ms?: number } = {}
      // Inside the lane, so that waiting for it doesn't count.
      const timed = Effect.map(Effect.timed(handOver), ([duration, outcome]) => {
        taken = { duration_ms: Math.round(Duration.toMillis(duration)) }
        return outcome
      })
      const outcome = yield* lanes.use(route, timed)
      const now = yield* Clock.currentTimeMillis
      if (outcome._tag === "Wait" && now < message.created_at + policy.giveUp) return { _tag: "Postponed", until: outcome.until }
      const known = outcome._tag === "Wait" ? routeRests(provider) : outcome
      // Not earlier: ids begin with the time, and events are read in their order.
      const eventId = yield* newId("evt")
      yield* learn(known)
      return settled(decide(message, known, { policy, now, random: yield* Random.next, eventId, ...taken }))
    })
    return Delivery.of({
      attempt,
      closed: Effect.map(Clock.currentTimeMillis, lanes.closed),
      opened: lanes.opened,
      hasOwnWays,
      goesOwnWay,
      givenUpBefore: (now) => now - policy.giveUp
    })
  })

/** Delivery: one attempt at handing one message to its next hop, and what follows from it. */
export class Delivery extends Context.Tag("@telemark/core/Delivery")<Delivery, DeliveryService>() {
  static readonly layer = (
    policy: RetryPolicy = defaultRetryPolicy,
    options: DeliveryOptions = {}
  ): Layer.Layer<Delivery, never, Transport | OwnServers | Secrets | DomainStore | SmtpConfigStore> =>
    Layer.effect(Delivery, make(policy, options))
}
