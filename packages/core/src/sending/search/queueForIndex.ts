import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"

interface Queued {
  readonly id: string
  readonly tenant_id: string
}

/**
 * The statement that notes messages to be indexed. Indexing them at once would make a send a tenth
 * dearer, and Postgres would now and then let one of them sort what thousands before it left.
 */
export const makeQueueForIndex = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const rows = given(database, { id: "text", tenant_id: "text" })
  return (emails: ReadonlyArray<Queued>): Statement.Statement<object> =>
    sql`INSERT INTO ${tables.search_queue} (email_id, tenant_id) SELECT id, tenant_id FROM ${rows(emails)} AS given WHERE true`
})
