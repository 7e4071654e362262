import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { SuppressionIncident, SuppressionIncidentRecord } from "./SuppressionIncident.js"

/** Port: incidents of the suppression brake. */
export class SuppressionIncidentStore extends Context.Service<
  SuppressionIncidentStore,
  {
    /**
     * Stores a new incident or the later end of a stored one. Deletes incidents that ended
     * `incidentMillis` ago.
     */
    readonly save: (incident: SuppressionIncident) => Effect.Effect<void, StorageError>
    readonly find: (
      id: string
    ) => Effect.Effect<SuppressionIncidentRecord | undefined, StorageError>
    /** Those that end after `now`, at most 1,000. */
    readonly active: (
      now: number
    ) => Effect.Effect<ReadonlyArray<SuppressionIncident>, StorageError>
    /** Newest first. */
    readonly list: (
      limit: number
    ) => Effect.Effect<ReadonlyArray<SuppressionIncidentRecord>, StorageError>
    /**
     * Removes at most `limit` suppressions with the reason `bounce` and the incident's cause that
     * were added from `since` to `ends_at`, for its tenant if it has one, and adds their number to
     * the incident, in one transaction. Returns the number.
     */
    readonly undo: (
      incident: SuppressionIncident,
      limit: number,
      now: number
    ) => Effect.Effect<number, StorageError>
  }
>()("@telemark/core/SuppressionIncidentStore") {}
