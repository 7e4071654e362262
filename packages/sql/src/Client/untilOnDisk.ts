import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"

/** Until everything that was committed is on the disk. It fails as something that the database can't do now. */
export type UntilOnDisk = Effect.Effect<void, SqlError>

const ofClients = new WeakMap<SqlClient.SqlClient, UntilOnDisk>()

/** Says that COMMIT over this client doesn't wait for the disk, and what does. */
export const setUntilOnDisk = (client: SqlClient.SqlClient, untilOnDisk: UntilOnDisk): void => { ofClients.set(client, untilOnDisk) }

/** What waits for the disk after COMMIT; undefined where COMMIT does. */
export const untilOnDiskOf = (client: SqlClient.SqlClient): UntilOnDisk | undefined => ofClients.get(client)
