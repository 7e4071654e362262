import {
  decode,
  type NotFound,
  PauseTenant,
  type ReputationSummary,
  type StorageError,
  type ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import type { Tenant } from "../../accounts/tenants/Tenant.js"
import { tenantQueries } from "../../accounts/tenants/tenantTable.js"
import type { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { orNotFound } from "../../operations/found.js"
import { countEvent, newOperatorEvent, type OperatorEvent } from "./OperatorEvent.js"
import { pausedTenants } from "./PausedTenants.js"
import { windowStarts } from "./countedMail.js"
import { type GuardMode, makeGuard, maxDomains } from "./guardReputation.js"
import { summarizeReputation } from "./judgeReputation.js"
import { reputationQueries } from "./reputationTable.js"

export interface ReputationOptions {
  /**
   * What to do about a tenant whose mail gets too many complaints or hard bounces: `warn` (the
   * default) in the log and with an event for the operator, `pause` its sending, too, or nothing
   * (`off`). Workers look every minute or two.
   */
  readonly reputation?: GuardMode | undefined
}

interface ReputationService {
  /**
   * Complaint and bounce rates by sending domain over an hour, a day and a week, and whether
   * sending is paused.
   */
  readonly summary: (tenant: Tenant) => Effect.Effect<ReputationSummary, StorageError>
  /**
   * Warns of tenants that exceed a limit, or pauses them. Returns how many tenants have complaints
   * or bounces. Two processes may do it at once.
   */
  readonly guard: Effect.Effect<number, StorageError>
  /**
   * Pauses a tenant's sending: its sends fail with `SendingPaused`, and what is queued waits.
   * Attempts in flight are finished. A tenant that is paused stays as it is. With `stop_links`,
   * tracked links in mail that was sent are stopped as well until it is resumed: also of one that is
   * paused.
   */
  readonly pause: (
    name: string,
    details?: PauseTenant
  ) => Effect.Effect<Tenant, ValidationFailed | NotFound | StorageError>
  /**
   * Resumes a tenant's sending and its links, and begins to count anew. A tenant that isn't paused
   * stays as it is.
   */
  readonly resume: (name: string) => Effect.Effect<Tenant, NotFound | StorageError>
  /** Events for the operator, newest first: the last 100 of 90 days. */
  readonly events: Effect.Effect<ReadonlyArray<OperatorEvent>, StorageError>
}

const maxEvents = 100

const decodePause = decode(PauseTenant)

const make = ({ reputation = "warn" }: ReputationOptions) =>
  Effect.gen(function* () {
    const tenants = yield* tenantQueries
    const pausing = yield* pausedTenants
    const queries = yield* reputationQueries

    const find = (name: string) => orNotFound(stored(tenants.findByName(name)))

    const pause: ReputationService["pause"] = (name, details = {}) =>
      Effect.gen(function* () {
        const { note, stop_links } = yield* Effect.fromResult(decodePause(details))
        const tenant = yield* find(name)
        const at = yield* Clock.currentTimeMillis
        const reason = "operator"
        const event = yield* newOperatorEvent("tenant.paused", tenant, at, { reason, note })
        const links = stop_links === true ? ({ links_stopped: true } as const) : {}
        const paused = { at, reason, note: note ?? null, ...links } as const
        // The operator knows that it was resumed, even in this millisecond.
        if (yield* pausing.pause(tenant.id, paused, at + 1, event)) yield* countEvent(event)
        return yield* find(name)
      })

    const resume: ReputationService["resume"] = (name) =>
      Effect.gen(function* () {
        const tenant = yield* find(name)
        const now = yield* Clock.currentTimeMillis
        const event = yield* newOperatorEvent("tenant.resumed", tenant, now)
        if (yield* pausing.resume(tenant.id, now, event)) yield* countEvent(event)
        return yield* find(name)
      })

    const summary: ReputationService["summary"] = ({ id, paused }) =>
      Effect.gen(function* () {
        const starts = windowStarts(yield* Clock.currentTimeMillis)
        return summarizeReputation(yield* queries.sumUp(id, starts, maxDomains), paused)
      })

    return Reputation.of({
      summary,
      guard: yield* makeGuard(reputation),
      pause,
      resume,
      events: queries.events(maxEvents)
    })
  })

/**
 * How recipients take tenants' mail, and the guard that pauses those whose mail ruins the
 * reputation of the service.
 */
export class Reputation extends Context.Service<Reputation, ReputationService>()(
  "@telemark/core/Reputation"
) {
  static readonly layer = (
    options: ReputationOptions = {}
  ): Layer.Layer<Reputation, never, Database> => Layer.effect(Reputation, make(options))
}
