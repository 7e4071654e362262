import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import type { Row } from "../../database/table.js"
import type { AcceptedMessage } from "./Email.js"
import { bodyColumns, bodyOf, type BodyRow } from "./bodyTable.js"
import { emailTable } from "./emailTable.js"

const accepted = emailTable.pick(
  "id",
  "tenant_id",
  "body_id",
  "recipient_email",
  "recipient_name",
  "sender_email",
  "sender_name",
  "template_id",
  "template_version",
  "subject",
  "metadata",
  "tags",
  "topic",
  "scheduled_at",
  "created_at"
)

/** Finds a message of the log with what it says. */
export const makeFindAccepted = Effect.map(Database, ({ sql, tables }) => {
  const columns = sql.literal(accepted.columns)
  const columnsOfBody = sql.literal(bodyColumns)

  return (
    tenantId: string,
    id: string
  ): Effect.Effect<AcceptedMessage | undefined, SqlError.SqlError> =>
    Effect.gen(function* () {
      const [row] = yield* sql<
        Row<typeof accepted>
      >`SELECT ${columns} FROM ${tables.emails} WHERE id = ${id} AND tenant_id = ${tenantId}`
      if (row === undefined) return undefined
      const {
        body_id,
        recipient_email: recipient,
        sender_email: address,
        sender_name: name,
        ...rest
      } = accepted.decode(row)
      const [body] =
        yield* sql<BodyRow>`SELECT ${columnsOfBody} FROM ${tables.bodies} WHERE id = ${body_id}`
      return {
        ...rest,
        recipient,
        sender: { name, address },
        body: body === undefined ? null : bodyOf(body)
      }
    })
})
