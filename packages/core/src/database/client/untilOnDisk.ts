import type { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/**
 * Waits until everything that was committed is on disk. Fails if the database can't do that now.
 */
export type UntilOnDisk = Effect.Effect<void, SqlError>

const ofClients = new WeakMap<SqlClient.SqlClient, UntilOnDisk>()

/** Sets what waits for the disk, for a client whose COMMIT doesn't. */
export const setUntilOnDisk = (client: SqlClient.SqlClient, untilOnDisk: UntilOnDisk): void => {
  ofClients.set(client, untilOnDisk)
}

/** What waits for the disk after COMMIT; undefined if COMMIT does. */
export const untilOnDiskOf = (client: SqlClient.SqlClient): UntilOnDisk | undefined =>
  ofClients.get(client)
