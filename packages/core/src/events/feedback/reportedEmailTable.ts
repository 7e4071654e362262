import { foldAddress } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { byOwner } from "../../database/turns.js"
import { given, makeAmong } from "../../database/given.js"
import { isId } from "../../kernel/ids.js"
import { makeRemoveSentBodies } from "../../sending/emails/removeSentBodies.js"
import { bodyIdIn, type MessageReference } from "./FoundReport.js"
import {
  type decideReports,
  eventKey,
  type FoundMessage,
  type MatchedReport,
  type ReportedRow
} from "./decideReports.js"

/** `tenant_id` null: among all tenants' messages. */
interface MessageQuery {
  readonly tenant_id: string | null
  readonly message: MessageReference
  /** Tells messages apart that share a Message-ID. */
  readonly recipient?: string | undefined
}

interface Row {
  readonly id: string
  readonly tenant_id: string
  readonly recipient_email: string
  readonly found_by: string
}

/** Ids of providers have no others. A text with others, such as NUL, isn't looked for. */
const isPrintable = (text: string): boolean => /^[\x21-\x7e]{1,255}$/.test(text)

const emailIdOf = ({ message: { email_id } }: MessageQuery): ReadonlyArray<string> =>
  email_id !== undefined && isId("em", email_id) ? [email_id] : []

/** Some providers write their id into the Message-ID, as the whole of it or its left part. */
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

const byKey = (rows: ReadonlyArray<Row>) => byOwner(rows, ({ found_by }) => found_by)

/** Of several, the one to the recipient. */
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

export const idsOf = (reports: ReadonlyArray<MatchedReport>): ReadonlyArray<string> => [
  ...new Set(reports.flatMap(({ found }) => (found === undefined ? [] : [found.email_id])))
]

const unsubscribed = "email.unsubscribed"

/** All but `find` belong into a transaction. */
export const reportedEmailQueries = Effect.gen(function* () {
  const database = yield* Database
  const { removeOf } = yield* makeRemoveSentBodies
  const { dialect, sql, tables } = database
  const among = makeAmong(database)
  const forUpdate = sql.literal(dialect.forUpdate)
  const keys = given(database, { email_id: "text", type: "text", report_key: "text" })
  const emails = given(database, {
    id: "text",
    status: "text",
    smtp_response: "text",
    error_message: "text",
    failure_code: "text",
    engagement: "integer",
    moved_from: "text",
    delivered_at: "integer",
    bounced_at: "integer",
    complained_at: "integer"
  })

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

  const findEventKeys = (
    reports: ReadonlyArray<MatchedReport>
  ): Effect.Effect<ReadonlySet<string>, SqlError.SqlError> => {
    const asked = reports.flatMap(({ found, report: { key, kind } }) =>
      found === undefined || key === undefined
        ? []
        : [{ email_id: found.email_id, type: `email.${kind}`, report_key: key }]
    )
    return asked.length === 0
      ? Effect.succeed(new Set())
      : Effect.map(
          sql<{ readonly email_id: string; readonly type: string; readonly report_key: string }>`
        SELECT events.email_id, events.type, events.report_key FROM ${keys(asked)} AS given
        JOIN ${tables.events} ON events.email_id = given.email_id AND events.type = given.type AND events.report_key = given.report_key
        WHERE events.report_key IS NOT NULL`,
          (rows) =>
            new Set(
              rows.map(({ email_id, report_key, type }) => eventKey(email_id, type, report_key))
            )
        )
  }

  const findUnsubscribed = (
    reports: ReadonlyArray<MatchedReport>
  ): Effect.Effect<ReadonlySet<string>, SqlError.SqlError> => {
    const asked = idsOf(reports.filter(({ report }) => report.kind === "unsubscribed"))
    return asked.length === 0
      ? Effect.succeed(new Set())
      : Effect.map(
          sql<{
            readonly email_id: string
          }>`SELECT email_id FROM ${tables.events} WHERE email_id ${among(asked)} AND type = ${unsubscribed}`,
          (rows) => new Set(rows.map(({ email_id }) => email_id))
        )
  }

  return {
    /**
     * By our ids; else by the id that the next hop gave them, also as a Message-ID; else by the
     * Message-ID that messages of one mail share. Undefined if none is found, or several. At most
     * three statements.
     */
    find: (queries: ReadonlyArray<MessageQuery>) =>
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
      }),

    /**
     * Queue rows first as workers do, in one order. Reports of other transactions see what these
     * have written. `owners`: who leases them, of those that are queued.
     */
    lock: (reports: ReadonlyArray<MatchedReport>) =>
      Effect.gen(function* () {
        const ids = idsOf(reports)
        const queued =
          ids.length === 0
            ? []
            : yield* sql<{ readonly id: string; readonly lease_owner: string | null }>`
          SELECT id, lease_owner FROM ${tables.queue} WHERE id ${among(ids)} ORDER BY id ${forUpdate}`
        const rows =
          ids.length === 0
            ? []
            : yield* sql<ReportedRow>`
          SELECT id, tenant_id, recipient_email, sender_email, topic, created_at, sent_at, status, attempts, smtp_provider, smtp_response, error_message, failure_code, engagement
          FROM ${tables.emails} WHERE id ${among(ids)} ORDER BY id ${forUpdate}`
        const owners = new Map(queued.map(({ id, lease_owner }) => [id, lease_owner]))
        const eventKeys = yield* findEventKeys(reports)
        return { owners, rows, eventKeys, unsubscribed: yield* findUnsubscribed(reports) }
      }),

    update: (
      rows: ReturnType<typeof decideReports>["rows"],
      done: ReadonlyArray<string>,
      now: number
    ) =>
      Effect.gen(function* () {
        if (done.length > 0) {
          yield* sql`DELETE FROM ${tables.queue} WHERE id ${among(done)}`
          yield* removeOf(done)
        }
        if (rows.length > 0)
          yield* sql`
          UPDATE ${tables.emails} SET
            status = given.status,
            smtp_response = given.smtp_response,
            error_message = given.error_message,
            failure_code = given.failure_code,
            engagement = given.engagement,
            next_attempt_at = CASE WHEN given.moved_from IS NULL THEN emails.next_attempt_at END,
            delivered_at = COALESCE(emails.delivered_at, given.delivered_at),
            bounced_at = COALESCE(emails.bounced_at, given.bounced_at),
            complained_at = COALESCE(emails.complained_at, given.complained_at),
            updated_at = ${now}
          FROM ${emails(rows)} AS given WHERE emails.id = given.id`
      })
  }
})
