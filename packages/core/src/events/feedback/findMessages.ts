import { foldAddress } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"
import { isId } from "../../kernel/ids/newId.js"
import type { FoundMessage, MessageQuery } from "./FeedbackStore.js"
import { bodyIdIn } from "./emailIdIn.js"

interface Row {
  readonly id: string
  readonly tenant_id: string
  readonly recipient_email: string
  /** What the row was found by. */
  readonly found_by: string
}

/** Ids of providers have no other characters. A text with others, such as NUL, isn't looked for. */
const isPrintable = (text: string): boolean => /^[\x21-\x7e]{1,255}$/.test(text)

const emailIdOf = ({ message: { email_id } }: MessageQuery): ReadonlyArray<string> =>
  email_id !== undefined && isId("em", email_id) ? [email_id] : []

/** Some providers write their id into the Message-ID: as the whole of it, or as its left part. */
const providerIdsOf = ({
  message: { email_id, message_id, provider_id }
}: MessageQuery): ReadonlyArray<string> =>
  email_id !== undefined
    ? []
    : [provider_id, message_id, message_id?.split("@", 1)[0]]
        .filter((id) => id !== undefined)
        .filter(isPrintable)

const bodyIdOf = ({ message: { email_id, message_id } }: MessageQuery): ReadonlyArray<string> => {
  const id = email_id === undefined ? bodyIdIn(message_id) : undefined
  return id === undefined ? [] : [id]
}

const byKey = (rows: ReadonlyArray<Row>): ReadonlyMap<string, ReadonlyArray<Row>> => {
  const found = new Map<string, Array<Row>>()
  for (const row of rows) {
    const same = found.get(row.found_by)
    if (same === undefined) found.set(row.found_by, [row])
    else same.push(row)
  }
  return found
}

/** The only one of the tenant's messages; of several, the one to the recipient. */
const choose = (
  { recipient, tenant_id }: MessageQuery,
  rows: ReadonlyArray<Row>
): FoundMessage | undefined => {
  const own = rows.filter((row) => tenant_id === null || row.tenant_id === tenant_id)
  const folded = recipient === undefined ? undefined : foldAddress(recipient)
  const [message, ...others] =
    own.length < 2
      ? own
      : own.filter(({ recipient_email }) => foldAddress(recipient_email) === folded)
  return message === undefined || others.length > 0
    ? undefined
    : { tenant_id: message.tenant_id, email_id: message.id }
}

/**
 * Finds messages by what reports say of them: see `FeedbackStore.find`. At most three statements
 * for any number of reports.
 */
export const makeFindMessages = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)

  const byId = (ids: ReadonlyArray<string>) =>
    sql<Row>`SELECT id, tenant_id, recipient_email, id AS found_by FROM ${tables.emails} WHERE id ${among(ids)}`

  const byProvider = (ids: ReadonlyArray<string>) =>
    sql<Row>`SELECT id, tenant_id, recipient_email, provider_message_id AS found_by FROM ${tables.emails} WHERE provider_message_id ${among(ids)}`

  // Messages have their body's time. An index on `body_id` would be written with every send.
  const byBody = (ids: ReadonlyArray<string>) =>
    sql<Row>`SELECT emails.id, emails.tenant_id, emails.recipient_email, bodies.id AS found_by
      FROM ${tables.bodies} JOIN ${tables.emails} ON emails.tenant_id = bodies.tenant_id AND emails.created_at = bodies.created_at AND emails.body_id = bodies.id
      WHERE bodies.id ${among(ids)}`

  const read = (
    ids: ReadonlyArray<string>,
    statement: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>
  ) =>
    ids.length === 0 ? Effect.succeed(byKey([])) : Effect.map(statement([...new Set(ids)]), byKey)

  return (
    queries: ReadonlyArray<MessageQuery>
  ): Effect.Effect<ReadonlyArray<FoundMessage | undefined>, SqlError.SqlError> =>
    Effect.gen(function* () {
      const emails = yield* read(queries.flatMap(emailIdOf), byId)
      const provided = yield* read(queries.flatMap(providerIdsOf), byProvider)
      const bodies = yield* read(queries.flatMap(bodyIdOf), byBody)
      const all = (query: MessageQuery) => [
        ...emailIdOf(query).map((id) => emails.get(id)),
        ...providerIdsOf(query).map((id) => provided.get(id)),
        ...bodyIdOf(query).map((id) => bodies.get(id))
      ]
      return queries.map((query) =>
        choose(query, all(query).find((rows) => rows !== undefined) ?? [])
      )
    })
})
