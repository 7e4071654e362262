import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { TenantPause } from "../../accounts/tenants/Tenant.js"
import type { Remove } from "../retention/RetentionStore.js"
import type { ReputationWindow, WindowCounts } from "./MailCounts.js"
import type { OperatorEvent } from "./OperatorEvent.js"

/** What became of a tenant's mail in each window. */
export interface TenantCounts {
  readonly total: WindowCounts
  /** By sending domain, those with the most complaints and bounces in seven days first. */
  readonly domains: ReadonlyArray<{ readonly domain: string; readonly counts: WindowCounts }>
}

/** A tenant that had complaints or bounces lately, and how many. */
export interface Troubled {
  readonly tenant_id: string
  readonly name: string
  readonly trouble: number
}

/**
 * Port: what became of mail by tenant, sending domain and hour, and the events for the operator.
 * `MailQueue.record` and `FeedbackStore` count it.
 */
export class ReputationStore extends Context.Service<
  ReputationStore,
  {
    /** Sums up a tenant's hours from each window's start on, with at most `limit` domains. */
    readonly sumUp: (
      tenantId: string,
      starts: Readonly<Record<ReputationWindow, number>>,
      limit: number
    ) => Effect.Effect<TenantCounts, StorageError>
    /**
     * The tenants with complaints or bounces in hours that begin at `since` or later, unless they
     * are paused or removed. One read.
     */
    readonly troubled: (since: number) => Effect.Effect<ReadonlyArray<Troubled>, StorageError>
    /**
     * Pauses a tenant's sending and stores the event, in one transaction: from now on nothing of
     * its queue is claimed, in other processes within five seconds. False, without a write, if it
     * is paused or removed, or was resumed at `judgedAt` (epoch milliseconds) or later. If the pause
     * stops links, those of a tenant that is paused already are stopped all the same.
     */
    readonly pause: (
      tenantId: string,
      pause: TenantPause,
      judgedAt: number,
      event: OperatorEvent
    ) => Effect.Effect<boolean, StorageError>
    /**
     * Resumes it, forgets what was counted of its mail, and stores the event, in one transaction.
     * Later reports about mail sent before aren't counted. False, without a write, if it isn't
     * paused.
     */
    readonly resume: (
      tenantId: string,
      now: number,
      event: OperatorEvent
    ) => Effect.Effect<boolean, StorageError>
    /** Stores an event unless one of that key is stored; false if one is. */
    readonly writeOnce: (key: string, event: OperatorEvent) => Effect.Effect<boolean, StorageError>
    /** Newest first. */
    readonly events: (limit: number) => Effect.Effect<ReadonlyArray<OperatorEvent>, StorageError>
    /** Hours that began before. */
    readonly removeHours: Remove
    readonly removeEvents: Remove
  }
>()("@telemark/core/ReputationStore") {}
