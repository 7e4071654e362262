import { type WebhookEndpointRecord, WebhookQueue, type WebhookSettlement } from "@telemark/core"
import { Effect, LogLevel, References } from "effect"
import type { WorkerSettings } from "../options.js"
import { recordOutcomes } from "../outcomes.js"

const warn = ({
  disabled_reason,
  id: endpoint_id
}: Pick<WebhookEndpointRecord, "id" | "disabled_reason">) =>
  Effect.logWarning(
    "a webhook endpoint was made inactive; it gets no events until it is made active again",
    { endpoint_id, disabled_reason }
  )

/** Logs neither the endpoint's URL nor its response. */
const log = ({
  attempt: { attempt, endpoint_id, event_id, next_attempt_at, status_code },
  outcome
}: WebhookSettlement) => {
  const about = { endpoint_id, event_id, attempt, status_code }
  if (outcome === "taken") return Effect.logDebug("webhook delivered", about)
  return next_attempt_at === null
    ? Effect.logInfo("webhook given up", about)
    : Effect.logDebug("webhook failed; it will be tried again", about)
}

/** Creating an effect for each delivered event is expensive. */
const logAll = (settlements: ReadonlyArray<WebhookSettlement>) =>
  Effect.flatMap(References.MinimumLogLevel, (level) =>
    Effect.forEach(
      LogLevel.isLessThanOrEqualTo(level, "Debug")
        ? settlements
        : settlements.filter(({ outcome }) => outcome !== "taken"),
      log,
      { discard: true }
    )
  )

export const makeWebhookRecorder = (
  owner: string,
  settings: WorkerSettings,
  noMoreToCome: Effect.Effect<void>
) =>
  Effect.gen(function* () {
    const queue = yield* WebhookQueue
    return yield* recordOutcomes({
      batch: settings.webhookConcurrency,
      within: settings.recordWithin,
      noMoreToCome,
      record: (settlements: ReadonlyArray<WebhookSettlement>) =>
        queue.record(owner, settlements).pipe(
          Effect.tap((inactive) => Effect.forEach(inactive, warn, { discard: true })),
          Effect.tap(logAll(settlements)),
          Effect.as(settlements.map(() => undefined))
        ),
      about: ({ attempt: { endpoint_id, event_id } }) => ({ endpoint_id, event_id })
    })
  })
