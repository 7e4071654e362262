import { timestamp } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { newId } from "../../kernel/ids.js"
import {
  type Answered,
  brakeLimits,
  SuppressionBrake
} from "../../sending/suppressions/SuppressionBrake.js"
import {
  suppressionCause,
  type SuppressionIncident
} from "../../sending/suppressions/SuppressionIncident.js"
import { incidentQueries } from "../../sending/suppressions/incidentTable.js"
import type { DeliveryOutcome, Refusal } from "../message/DeliveryOutcome.js"
import type { ClaimedMessage } from "../message/Message.js"
import { Transport } from "../message/Transport.js"
import { isBeforeMessage } from "../replies/Reply.js"
import { type Reading, readingOf, suppresses } from "../replies/Verdict.js"
import { wordingOf } from "../replies/plainWords.js"
import type { Route } from "../routes/Route.js"
import { classify } from "./classify.js"
import { refusedFor, type RetryPolicy } from "./retry.js"

/** How an outcome is understood, and the cause that a resulting suppression records. */
export interface JudgedOutcome {
  readonly reading: Reading
  readonly suppression_cause: string | null
}

const isAnswer = (outcome: DeliveryOutcome): boolean =>
  outcome._tag === "Refused" && !isBeforeMessage(outcome.stage)

type JudgedRoute = Pick<Route, "name" | "server">

/** Treated as a hop that refuses us: retried for an hour (`refusedFor`), without a suppression. */
const disbelieved: JudgedOutcome = {
  reading: { ...readingOf("hop_refuses_us"), isDisbelieved: true },
  suppression_cause: null
}

/**
 * How soon this process learns of a brake engaged by another process, or by itself before a
 * restart.
 */
const pollInterval = "5 seconds"

const logEngaged = ({
  ends_at,
  id: incident,
  route,
  suppressed,
  tenant_id,
  wording
}: SuppressionIncident) =>
  Effect.logError(
    "too many recipients were refused with the same reply: while it lasts, this reply suppresses no address, and mail that gets it is deferred. " +
      `Ask the operator of the mail server. \`telemark suppressions undo ${incident}\` removes the suppressions that it caused`,
    { incident, route, tenant_id, wording, suppressed, until: timestamp(ends_at) }
  )

/**
 * Reads outcomes with the suppression brake, which considers how many replies were alike. Outcomes
 * simulated by the inbox are believed.
 */
export const makeJudgeOutcome = (policy: RetryPolicy) =>
  Effect.gen(function* () {
    const { captures = false } = yield* Transport
    const incidents = yield* incidentQueries
    const brake = new SuppressionBrake({
      ...brakeLimits,
      duration: refusedFor(policy, true) + brakeLimits.window
    })

    const readIncidents = Effect.flatMap(Clock.currentTimeMillis, incidents.active).pipe(
      Effect.map((active) => {
        for (const incident of active) brake.adopt(incident)
      }),
      Effect.catchCause((cause) =>
        Effect.logWarning("suppression incidents could not be read", cause)
      )
    )
    const refreshIncidents = yield* Effect.cachedWithTTL(readIncidents, pollInterval)

    const keep = (incident: SuppressionIncident) =>
      incidents.save(incident).pipe(
        Effect.catchCause((cause) => {
          brake.notKept(incident)
          return Effect.logWarning(
            "a suppression incident could not be recorded yet",
            { incident: incident.id },
            cause
          )
        })
      )

    const judgeDeadAddress = (
      reading: Reading,
      { reply }: Refusal,
      answered: Answered & { readonly recipient: string }
    ) =>
      Effect.gen(function* () {
        yield* refreshIncidents
        const { recipient, route } = answered
        const wording = wordingOf(reply, recipient)
        const { incident, isBelieved } = brake.judge(
          { ...answered, wording },
          yield* Clock.currentTimeMillis,
          yield* newId("inc")
        )
        if (incident !== undefined) {
          if (isBelieved) yield* logEngaged(incident)
          yield* keep(incident)
        }
        return isBelieved
          ? { reading, suppression_cause: suppressionCause({ route, wording }) }
          : disbelieved
      })

    const isPretended = ({ server }: JudgedRoute): boolean => captures && server === null

    /** An acceptance, which needs no look at others' incidents. */
    const accepted = (
      { tenant_id }: ClaimedMessage,
      route: JudgedRoute,
      outcome: Extract<DeliveryOutcome, { readonly _tag: "Accepted" }>,
      now: number
    ): JudgedOutcome => {
      if (!isPretended(route)) brake.note({ route: route.name, tenant_id }, now)
      return { reading: classify(outcome), suppression_cause: null }
    }

    const judge = (
      message: ClaimedMessage,
      route: JudgedRoute,
      outcome: DeliveryOutcome,
      now: number
    ): Effect.Effect<JudgedOutcome> => {
      if (outcome._tag === "Accepted") return Effect.succeed(accepted(message, route, outcome, now))
      const { recipient, sender, tenant_id } = message
      const reading = classify(outcome, { sender: sender.address, recipient })
      if (!isPretended(route) && isAnswer(outcome)) {
        const answered = { route: route.name, tenant_id }
        if (outcome._tag === "Refused" && suppresses(reading.verdict))
          return judgeDeadAddress(reading, outcome, { ...answered, recipient })
        brake.note(answered, now)
      }
      return Effect.succeed({ reading, suppression_cause: null })
    }

    return { accepted, judge }
  })
