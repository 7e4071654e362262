import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"
import type { MessageBody } from "../../sending/emails/PreparedSend.js"
import { bodyColumns, bodyOf, type BodyRow } from "../../sending/emails/bodyTable.js"

/**
 * A body without its files is 2 MiB at most. Remembering more would only help if a worker's claims
 * mixed more sends than that.
 */
const maxRemembered = 16

/**
 * Reads the bodies of claimed messages, and remembers the last ones: as long as the messages of one
 * send share an object, it is composed once.
 */
export const makeFindBodies = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)
  const columns = sql.literal(bodyColumns)
  const remembered = new Map<string, MessageBody>()

  const read = (wanted: ReadonlyArray<string>) =>
    wanted.length === 0
      ? Effect.succeed([])
      : Effect.map(
          sql<BodyRow>`SELECT ${columns} FROM ${tables.bodies} WHERE id ${among(wanted)}`,
          (rows) => rows.map(bodyOf)
        )

  return (
    wanted: ReadonlySet<string>
  ): Effect.Effect<ReadonlyMap<string, MessageBody>, SqlError.SqlError> =>
    Effect.gen(function* () {
      const known = [...wanted].flatMap((id) => remembered.get(id) ?? [])
      const fresh = yield* read([...wanted].filter((id) => !remembered.has(id)))
      // Those that were wanted before come last, and are remembered: a send whose messages come in
      // many claims is composed once.
      const found = new Map([...fresh, ...known].map((body) => [body.id, body]))
      remembered.clear()
      for (const [id, body] of [...found].slice(-maxRemembered)) remembered.set(id, body)
      return found
    })
})
