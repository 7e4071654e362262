import { Clock, Context, Effect, Layer, Random } from "effect"
import { Secrets } from "../../accounts/secrets/Secrets.js"
import type { Database } from "../../database/Database.js"
import { newId } from "../../kernel/ids/newId.js"
import type { AttachmentStore } from "../../sending/attachments/AttachmentStore.js"
import { senderOf } from "../../sending/domains/Domain.js"
import type { OwnServers } from "../../sending/smtpConfigs/OwnServers.js"
import type { SuppressionIncidentStore } from "../../sending/suppressions/SuppressionIncidentStore.js"
import type { BackOffStore } from "../backOffs/BackOffStore.js"
import { type ClaimedMessage, datedAt } from "../message/Message.js"
import { makeOpenKeys } from "../message/openKeys.js"
import { makeWithFiles } from "../message/withFiles.js"
import type { Limited } from "../routes/Limited.js"
import type { Wait } from "../routes/Wait.js"
import { makeBackOffRecords } from "../routes/backOffRecords.js"
import { makeConnectionLimits } from "../routes/connectionLimits.js"
import { type ClosedRoutes, makeRouteLimiters } from "../routes/routeLimiters.js"
import { makeRoutes, type MessageRoute } from "../routes/routes.js"
import { DeliveryOutcome, type ForeseenReport } from "../settlement/DeliveryOutcome.js"
import type { Settlement } from "../settlement/Settlement.js"
import { decideSettlement, decideUnsent } from "../settlement/decideSettlement.js"
import { makeJudgeOutcome } from "../settlement/judgeOutcome.js"
import { defaultRetryPolicy, giveUpAge, type RetryPolicy } from "../settlement/retry.js"
import { type DeliveryFacts, makeDeliverMessage } from "./deliverMessage.js"
import type { Transport } from "./ports.js"

export interface DeliveryOptions {
  /**
   * A domain that some tenant has verified: it signs mail whose own sender domain is neither
   * verified nor related to it.
   */
  readonly signingDomain?: string | undefined
  /**
   * The server's default sender, as `EmailsOptions.from`: its mail is signed whichever tenant sends
   * it.
   */
  readonly from?: string | undefined
}

/**
 * A settlement to record, followed by feedback that a pretended hop foresees; or, if the route is
 * blocked, until when (epoch milliseconds).
 */
export type Attempted =
  | {
      readonly _tag: "Settled"
      readonly settlement: Settlement
      readonly report: ForeseenReport | undefined
    }
  | { readonly _tag: "Postponed"; readonly until: number }

export interface DeliveryService {
  /**
   * Makes one attempt and returns what to record. Make it uninterruptible together with recording:
   * a lost outcome would send the message again.
   */
  readonly attempt: (message: ClaimedMessage) => Effect.Effect<Attempted>
  /** Routes whose messages needn't be claimed now, since they would only wait. */
  readonly closed: Effect.Effect<ClosedRoutes>
  /**
   * A listener for routes that `closed` reported as full and that have capacity again. Create one
   * for each loop.
   */
  readonly listenForCapacity: Effect.Effect<Effect.Effect<void>>
  /** Whether the platform's route takes more messages at `now`, in epoch milliseconds. */
  readonly isOpen: (now: number) => boolean
  /** Maximum concurrent messages on the platform's route; `Infinity` if unlimited. */
  readonly atOnce: number
  readonly hasOwnRoutes: boolean
  /** Whether a message takes its tenant's own route, for which no other tenant's mail waits. */
  readonly usesOwnRoute: (message: ClaimedMessage) => boolean
  /** Messages whose delivery began before this time are too old to wait for their route. */
  readonly givenUpBefore: (now: number) => number
}

/**
 * The outcome if the message became too old while its route backed off: the server wasn't
 * contacted.
 */
const routeBacksOff = (provider: string): DeliveryOutcome =>
  DeliveryOutcome.Broken({ provider, stage: "connect", reason: "backing_off", ambiguous: false })

const settled = (settlement: Settlement, report?: ForeseenReport): Attempted => ({
  _tag: "Settled",
  settlement,
  report
})

const make = (policy: RetryPolicy, { from, signingDomain }: DeliveryOptions) =>
  Effect.gen(function* () {
    const openKeys = yield* makeOpenKeys(yield* Secrets, { from, signingDomain })
    const deliverMessage = makeDeliverMessage({ openKeys, withFiles: yield* makeWithFiles })
    const { atOnce, usesOwnRoute, hasOwnRoutes, routeOf } = yield* makeRoutes
    const connectionLimits = yield* makeConnectionLimits
    const limiters = makeRouteLimiters(connectionLimits.of)
    const judgeOutcome = yield* makeJudgeOutcome(policy)
    const noteBackOffs = yield* makeBackOffRecords

    const givenUpAt = (message: ClaimedMessage, { isDaily = false }: Wait): number =>
      datedAt(message) + giveUpAge(policy, isDaily)

    const unsent = (message: ClaimedMessage, verdict: "suppressed" | "content_missing") =>
      Effect.zipWith(Clock.currentTimeMillis, newId("evt"), (now, eventId) =>
        settled(decideUnsent(message, verdict, { now, eventId }))
      )

    const settle = (
      message: ClaimedMessage,
      messageRoute: MessageRoute,
      { duration_ms }: DeliveryFacts,
      limited: Limited
    ): Effect.Effect<Attempted> =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const { notBefore, outcome } = limited
        yield* connectionLimits.note(messageRoute.route, limited, now)
        if (outcome._tag === "Wait" && now < givenUpAt(message, outcome))
          return { _tag: "Postponed", until: outcome.until }
        const known = outcome._tag === "Wait" ? routeBacksOff(messageRoute.provider) : outcome
        const judged = yield* judgeOutcome(message, messageRoute, known, now)
        yield* messageRoute.learn(known)
        yield* noteBackOffs(messageRoute.route, senderOf(message), limited, judged.reading, now)
        return settled(
          decideSettlement(message, known, {
            policy,
            now,
            random: yield* Random.next,
            // Not earlier: ids begin with the time, and events are read in the order of their ids.
            eventId: yield* newId("evt"),
            judged,
            notBefore,
            ...(duration_ms === undefined ? {} : { duration_ms })
          }),
          known._tag === "Accepted" ? known.report : undefined
        )
      })

    const attempt: DeliveryService["attempt"] = (message) =>
      Effect.suspend(() => {
        const { body, suppressed } = message
        if (suppressed) return unsent(message, "suppressed")
        if (body === null) return unsent(message, "content_missing")
        const messageRoute = routeOf(message)
        let facts: DeliveryFacts = {}
        // Inside the limiter, so that waiting for a permit doesn't count.
        const deliver = deliverMessage(message, body, messageRoute, (known) => {
          facts = known
        })
        return Effect.flatMap(
          limiters.use(messageRoute.route, senderOf(message), deliver),
          (limited) =>
            facts.lacksFiles === true
              ? unsent(message, "content_missing")
              : settle(message, messageRoute, facts, limited)
        )
      })
    return Delivery.of({
      attempt,
      closed: Effect.map(Clock.currentTimeMillis, limiters.closed),
      listenForCapacity: limiters.listenForCapacity,
      isOpen: limiters.isOpen,
      atOnce,
      hasOwnRoutes,
      usesOwnRoute,
      givenUpBefore: (now) => now - policy.giveUp
    })
  })

/** Delivery: one attempt to deliver one message to its next hop, and what follows from it. */
export class Delivery extends Context.Service<Delivery, DeliveryService>()(
  "@telemark/core/Delivery"
) {
  static readonly layer = (
    policy: RetryPolicy = defaultRetryPolicy,
    options: DeliveryOptions = {}
  ): Layer.Layer<
    Delivery,
    never,
    | AttachmentStore
    | BackOffStore
    | Transport
    | OwnServers
    | Secrets
    | Database
    | SuppressionIncidentStore
  > => Layer.effect(Delivery, make(policy, options))
}
