import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { SuppressionIncident, SuppressionIncidentRecord } from "./SuppressionIncident.js"

/** Port: where incidents of the suppression brake are kept, and undone. */
export class SuppressionIncidentStore extends Context.Tag("@telemark/core/SuppressionIncidentStore")<SuppressionIncidentStore, {
  /** Keeps a new incident, or the later end of one that is kept. Incidents that ended `incidentMillis` before are forgotten. */
  readonly save: (incident: SuppressionIncident) => Effect.Effect<void, StorageError>
  readonly find: (id: string) => Effect.Effect<SuppressionIncidentRecord | undefined, StorageError>
  /** Those that end after `now`, at most 1,000. */
  readonly active: (now: number) => Effect.Effect<ReadonlyArray<SuppressionIncident>, StorageError>
  /** Newest first. */
  readonly list: (limit: number) => Effect.Effect<ReadonlyArray<SuppressionIncidentRecord>, StorageError>
  /**
   * Removes at most `limit` of the suppressions with the reason `bounce` that were added from `since` to `ends_at` for the incident's cause,
   * of its tenant if it has one, and notes how many; all in one transaction. Answers the number.
   */
  readonly undo: (incident: SuppressionIncident, limit: number, now: number) => Effect.Effect<number, StorageError>
}>() {}
