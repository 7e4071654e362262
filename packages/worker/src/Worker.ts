import {
  type Database,
  type Delivery,
  type Domains,
  type Feedback,
  MailQueue,
  type NewEvents,
  newId,
  type Reputation,
  type SqlSends,
  indexMessages,
  makeRetention,
  type WakeUp,
  type WebhookDelivery,
  type WebhookQueue
} from "@telemark/core"
import { Context, Effect, Layer } from "effect"
import { background, domainChecks, fillSearchIndex, reputationGuard } from "./backgroundLoops.js"
import { claimLoops } from "./claimLoops.js"
import { housekeeping, removeExpiredSubscriptions } from "./housekeeping.js"
import { makeLocalWorker } from "./localWorker.js"
import { makeMailInFlight } from "./mailInFlight.js"
import { settingsOf, type WorkerOptions } from "./options.js"
import { makePressure } from "./pressure.js"
import { retryReports } from "./retryReports.js"
import { takeSqlSends } from "./takeSqlSends.js"
import { webhookLoops } from "./webhooks/webhookLoops.js"

/** The services that a worker needs. */
export type WorkerPorts =
  | Database
  | Delivery
  | Domains
  | Feedback
  | MailQueue
  | NewEvents
  | Reputation
  | SqlSends
  | WakeUp
  | WebhookDelivery
  | WebhookQueue

const start = (options: WorkerOptions) =>
  Effect.gen(function* () {
    const settings = settingsOf(options)
    const owner = yield* newId("worker")
    const queue = yield* MailQueue
    // Finalizers run in reverse order: claiming stops, then what is in flight is finished, then
    // lease renewal stops.
    const mail = yield* makeMailInFlight(owner, settings)
    const pressure = makePressure()
    const webhooks =
      settings.webhookConcurrency > 0
        ? yield* webhookLoops(owner, settings, pressure.isHigh)
        : undefined
    yield* background(mail.leaseRenewer.loop)
    if (webhooks !== undefined) yield* background(webhooks.renewals)
    yield* background(housekeeping(settings.retention, yield* makeRetention))
    yield* background(fillSearchIndex(indexMessages))
    yield* background(removeExpiredSubscriptions)
    yield* background(domainChecks)
    yield* background(reputationGuard)
    yield* background(retryReports(settings.pollInterval))
    yield* background(takeSqlSends(settings, pressure.mailWaits))
    // In parallel: if one of them uses its whole time, the other still has all of its own.
    yield* Effect.addFinalizer(() =>
      Effect.all([mail.drain, webhooks?.drain ?? Effect.void], { concurrency: 2, discard: true })
    )
    const claims = yield* claimLoops(owner, settings, mail, { noteWaiting: pressure.note })
    if (queue.attach !== undefined)
      yield* Effect.flatMap(
        makeLocalWorker({ owner, settings, begin: mail.begin, takes: claims.takes }),
        queue.attach
      )
    yield* background(claims.old)
    yield* background(claims.due)
    if (webhooks !== undefined) yield* background(webhooks.claims)
    yield* Effect.logDebug("worker started", { owner, concurrency: settings.concurrency })
  })

/** Claims due messages and webhooks, delivers them and records the outcomes. */
export class Worker extends Context.Service<Worker, { readonly running: true }>()(
  "@telemark/worker/Worker"
) {
  /**
   * When the scope closes, it stops claiming and finishes what is in flight, for at most `drain`.
   */
  static readonly start = start

  /** A worker for the lifetime of the layer. */
  static readonly layer = (options: WorkerOptions = {}) =>
    Layer.effect(Worker, Effect.as(start(options), { running: true as const }))
}
