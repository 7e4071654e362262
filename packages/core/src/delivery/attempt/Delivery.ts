import { Clock, Context, Effect, Layer, Random } from "effect"
import { Entropy, idAt, newId } from "../../kernel/ids.js"
import { isTraced } from "../../kernel/traceparent.js"
import { senderOf } from "../../sending/domains/Domain.js"
import { DeliveryOutcome, type ForeseenReport } from "../message/DeliveryOutcome.js"
import { type ClaimedMessage, datedAt } from "../message/Message.js"
import { Transport } from "../message/Transport.js"
import {
  type Limited,
  makePlatformRoute,
  ownRouteOf,
  type Route,
  type Sender,
  type Wait
} from "../routes/Route.js"
import { makeBackOffRecords } from "../routes/backOffRecords.js"
import { type ClosedRoutes, makeRouteLimiters } from "../routes/routeLimiters.js"
import { makeServerRecords } from "../routes/serverRecords.js"
import type { Settlement } from "../settlement/Settlement.js"
import {
  type DecisionContext,
  decideSettlement,
  decideUnsent
} from "../settlement/decideSettlement.js"
import { type JudgedOutcome, makeJudgeOutcome } from "../settlement/judgeOutcome.js"
import { defaultRetryPolicy, giveUpAge, type RetryPolicy } from "../settlement/retry.js"
import { traceAttempts } from "../traces/traceAttempts.js"
import type { Attempt, Attempted, BeginAttempt } from "./Attempt.js"
import { makeBegin } from "./beginAttempt.js"
import { internal, makeDeliverMessage } from "./deliverMessage.js"
import { measureConnections } from "./measureConnections.js"

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

export interface DeliveryService {
  readonly attempt: Attempt
  readonly begin: BeginAttempt
  /** Routes whose messages needn't be claimed now, since they would only wait. */
  readonly closed: Effect.Effect<ClosedRoutes>
  /**
   * A listener for routes that `closed` reported as full and that have capacity again. Create one
   * for each loop.
   */
  readonly listenForCapacity: Effect.Effect<Effect.Effect<void>>
  /**
   * Whether the platform's route backs off or is paced so that messages would wait for long at
   * `now`, in epoch milliseconds.
   */
  readonly isSlowedDown: (now: number) => boolean
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
    const transport = yield* Transport
    const { deliver, ready } = yield* makeDeliverMessage({ from, signingDomain })
    const servers = yield* makeServerRecords
    const limiters = makeRouteLimiters(servers.limitOf)
    yield* measureConnections(limiters.inFlight)
    const judgement = yield* makeJudgeOutcome(policy)
    const backOffs = yield* makeBackOffRecords

    const platform = makePlatformRoute(transport.connections)
    const serverOf = ({ smtp_config }: ClaimedMessage) =>
      transport.deliversAll ? null : smtp_config
    const routeOf = (message: ClaimedMessage): Route => {
      const server = serverOf(message)
      return server === null ? platform : ownRouteOf(server)
    }

    const unsent = (message: ClaimedMessage, verdict: "suppressed" | "content_missing") =>
      Effect.zipWith(Clock.currentTimeMillis, newId("evt"), (now, eventId) =>
        settled(decideUnsent(message, verdict, { now, eventId }))
      )

    const givenUpAt = (message: ClaimedMessage, { isDaily = false }: Wait): number =>
      datedAt(message) + giveUpAge(policy, isDaily)

    const decided = (
      message: ClaimedMessage,
      outcome: DeliveryOutcome,
      judged: JudgedOutcome,
      { duration_ms, notBefore }: Limited,
      // The id is made now, not earlier: ids begin with the time, and events are read in their order.
      chosen: Pick<DecisionContext, "now" | "random" | "eventId">
    ): Attempted =>
      settled(
        decideSettlement(message, outcome, {
          policy,
          ...chosen,
          judged,
          notBefore,
          route: serverOf(message) === null ? "platform" : "tenant",
          ...(duration_ms === undefined ? {} : { duration_ms })
        }),
        outcome._tag === "Accepted" ? outcome.report : undefined
      )

    /** Decides what follows from an outcome, and notes what it shows of the route. */
    const settle = (
      message: ClaimedMessage,
      sender: Sender,
      route: Route,
      limited: Limited
    ): Effect.Effect<Attempted> =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const { outcome } = limited
        yield* servers.noteConnections(route, limited, now)
        if (outcome._tag === "Wait" && now < givenUpAt(message, outcome))
          return { _tag: "Postponed", until: outcome.until }
        const known = outcome._tag === "Wait" ? routeBacksOff(route.provider) : outcome
        const judged = yield* judgement.judge(message, route, known, now)
        yield* servers.noteLogin(route, known)
        yield* backOffs.note(route, sender, limited, judged.reading, now)
        return decided(message, known, judged, limited, {
          now,
          random: yield* Random.next,
          eventId: yield* newId("evt")
        })
      })

    /** Choose the route, wait for its permit, deliver, settle. */
    const attemptPlainly: Attempt = (message) =>
      Effect.suspend(() => {
        const { body, suppressed } = message
        if (suppressed) return unsent(message, "suppressed")
        if (body === null) return unsent(message, "content_missing")
        const route = routeOf(message)
        const sender = senderOf(message)
        return Effect.flatMap(
          // Delivered inside the limiter, so that waiting for a permit isn't part of its duration.
          limiters.use(route, sender, deliver(message, body, route)),
          (limited) =>
            limited.lacksFiles === true
              ? unsent(message, "content_missing")
              : settle(message, sender, route, limited)
        )
      })

    const areTraced = yield* isTraced
    const attempt = areTraced ? traceAttempts(attemptPlainly) : attemptPlainly
    const context = yield* Effect.context()
    const clock = yield* Effect.clockWith(Effect.succeed)
    const { bytes } = yield* Entropy
    const begin = makeBegin({
      transport,
      limiters,
      platform,
      clock,
      runFork: Effect.runForkWith(context),
      attempt,
      ready: (message) =>
        areTraced || message.suppressed || serverOf(message) !== null ? undefined : ready(message),
      settleNow: (message, limited) => {
        const { isUnlimited, outcome } = limited
        const now = clock.currentTimeMillisUnsafe()
        if (outcome._tag !== "Accepted" || isUnlimited === true || !backOffs.isQuiet(now))
          return undefined
        const judged = judgement.accepted(message, platform, outcome, now)
        // Only what is tried again needs chance.
        const chosen = { now, random: 0, eventId: idAt("evt", now, bytes(16)) }
        return decided(message, outcome, judged, limited, chosen)
      },
      settle,
      internal: (message) => internal(message, platform.provider, true)
    })

    return Delivery.of({
      attempt,
      begin,
      closed: Effect.map(Clock.currentTimeMillis, limiters.closed),
      listenForCapacity: limiters.listenForCapacity,
      isSlowedDown: limiters.isSlowedDown,
      atOnce: platform.limits.concurrency,
      hasOwnRoutes: !transport.deliversAll,
      usesOwnRoute: (message) => serverOf(message) !== null,
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
  ) => Layer.effect(Delivery, make(policy, options))
}
