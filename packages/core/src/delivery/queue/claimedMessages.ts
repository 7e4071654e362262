import { foldAddress } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import type { Row } from "../../database/table.js"
import { domainKey, senderOf } from "../../sending/domains/Domain.js"
import { makeFindSigningKeys, unverifiedDomain } from "../../sending/domains/senderQueries.js"
import { type ClaimedMessage, deliveredOf, type MessageBody } from "../message/Message.js"
import { bodyOf, bodyTable } from "../../sending/emails/bodyTable.js"
import { emailTable } from "../../sending/emails/emailTable.js"
import { smtpConfigQueries } from "../../sending/smtpConfigs/smtpConfigTable.js"
import { makeFindSuppressed } from "../../sending/suppressions/suppressionTable.js"
import { tracedBy, traceQueries } from "../traces/traceTable.js"
import { isSuppressed } from "../../sending/suppressions/Suppression.js"

/**
 * What a claim reads of a message in the log. `attempts` doesn't count the present attempt yet.
 */
export const loggedMessage = emailTable.omit(
  "template_version",
  "smtp_provider",
  "smtp_response",
  "error_message",
  "failure_code",
  "metadata",
  "tags",
  "sent_at",
  "next_attempt_at"
)

export type LoggedMessage = Row<typeof loggedMessage>

/**
 * A body without its files is 2 MiB at most. Remembering more would only help if a worker's claims
 * mixed more sends than that.
 */
const maxRemembered = 16

/**
 * Reads the bodies of claimed messages, and remembers the last ones: as long as the messages of one
 * send share an object, it is composed once.
 */
const makeFindBodies = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)
  const columns = sql.literal(bodyTable.columns)
  const remembered = new Map<string, MessageBody>()

  const read = (wanted: ReadonlyArray<string>) =>
    wanted.length === 0
      ? Effect.succeed([])
      : Effect.map(
          sql<
            Row<typeof bodyTable>
          >`SELECT ${columns} FROM ${tables.bodies} WHERE id ${among(wanted)}`,
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

/**
 * Reads everything that delivering messages needs, by the same number of statements for one message
 * and for many.
 */
export const makeReadMessages = Effect.gen(function* () {
  const findBodies = yield* makeFindBodies
  const findSuppressed = yield* makeFindSuppressed
  const findSigningKeys = yield* makeFindSigningKeys
  const { findMany: findSmtpConfigs } = yield* smtpConfigQueries
  const { find: findTraces } = yield* traceQueries

  return (
    logged: ReadonlyArray<LoggedMessage>,
    refusedSince: ReadonlyMap<string, number | null>
  ): Effect.Effect<ReadonlyArray<ClaimedMessage>, SqlError.SqlError> =>
    Effect.gen(function* () {
      const parties = logged.map((email) => {
        const { recipient_email, sender_email, sender_name, tenant_id, topic } = email
        const sender = { name: sender_name, address: sender_email }
        return {
          email,
          sender,
          recipient: { tenant_id, folded: foldAddress(recipient_email), topic },
          domain: senderOf({ tenant_id, sender })
        }
      })
      const bodies = yield* findBodies(new Set(logged.map(({ body_id }) => body_id)))
      const suppressed = yield* findSuppressed(parties.map(({ recipient }) => recipient))
      const domains = yield* findSigningKeys(parties.map(({ domain }) => domain))
      const smtpConfigs = yield* findSmtpConfigs(logged.map(({ tenant_id }) => tenant_id))
      const traces = yield* findTraces(logged.map(({ id }) => id))
      return parties.map(({ domain, email, recipient, sender }): ClaimedMessage => ({
        id: email.id,
        tenant_id: email.tenant_id,
        sender,
        recipient: email.recipient_email,
        recipient_name: email.recipient_name,
        subject: email.subject,
        body: bodies.get(email.body_id) ?? null,
        created_at: email.created_at,
        scheduled_at: email.scheduled_at,
        template_id: email.template_id,
        attempts: email.attempts + 1,
        suppressed: isSuppressed(suppressed, recipient),
        ...deliveredOf(email),
        refused_since: refusedSince.get(email.id) ?? null,
        ...(domains.get(domainKey(domain)) ?? unverifiedDomain),
        smtp_config: smtpConfigs.get(email.tenant_id) ?? null,
        ...tracedBy(traces.get(email.id))
      }))
    })
})
