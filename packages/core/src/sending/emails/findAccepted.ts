import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import type { AcceptedMessage } from "./EmailStore.js"
import { bodyColumns, bodyOf, type BodyRow } from "./bodyTable.js"
import { keptColumns, keptMembers, type KeptRow } from "./emailTable.js"

interface Row
  extends Omit<AcceptedMessage, "sender" | "recipient" | "body" | keyof KeptRow>, KeptRow {
  readonly body_id: string
  readonly recipient_email: string
  readonly sender_email: string
  readonly sender_name: string | null
}

/** Finds a message of the log with what it says. */
export const makeFindAccepted = Effect.map(Database, ({ sql, tables }) => {
  const columns = sql.literal(
    "id, tenant_id, body_id, recipient_email, recipient_name, sender_email, sender_name, template_id, template_version, subject, " +
      `${keptColumns}, scheduled_at, created_at`
  )
  const columnsOfBody = sql.literal(bodyColumns)

  return (
    tenantId: string,
    id: string
  ): Effect.Effect<AcceptedMessage | undefined, SqlError.SqlError> =>
    Effect.gen(function* () {
      const [row] =
        yield* sql<Row>`SELECT ${columns} FROM ${tables.emails} WHERE id = ${id} AND tenant_id = ${tenantId}`
      if (row === undefined) return undefined
      const {
        body_id,
        recipient_email: recipient,
        sender_email: address,
        sender_name: name,
        ...rest
      } = row
      const [body] =
        yield* sql<BodyRow>`SELECT ${columnsOfBody} FROM ${tables.bodies} WHERE id = ${body_id}`
      return {
        ...rest,
        ...keptMembers(row),
        recipient,
        sender: { name, address },
        body: body === undefined ? null : bodyOf(body)
      }
    })
})
