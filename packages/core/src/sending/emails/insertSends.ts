import { keptNames, keptOf } from "@telemark/contract"
import { Array as List, Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given, makeLater, makeTogether } from "../../database/given.js"
import type { Lease } from "../../database/Lease.js"
import { datedAt } from "../../delivery/message/Message.js"
import { statusAtFirst } from "../../delivery/message/transition.js"
import { makeCounters } from "../../events/analytics/countersTable.js"
import { makeWriteAttachments } from "../attachments/attachmentTable.js"
import { bodyRow } from "./bodyTable.js"
import type { SendDecision } from "./decideSends.js"
import { emailTable, recipientFolded } from "./emailTable.js"
import { makeQueueForIndex } from "./searchIndex.js"
import { makeWriteTags } from "./tagTable.js"
import { makeUsage } from "./usageTable.js"

/** What is written of a message as it is accepted; the rest of its log is empty. */
const written = emailTable.omit(
  "smtp_provider",
  "smtp_response",
  "error_message",
  "failure_code",
  "sent_at"
)

const keptColumns = emailTable.pick(...keptNames)

/** One object for each message, of which the log and the queue take their columns. */
const rowsOf = (
  { queued, send }: SendDecision,
  lease: Lease | undefined,
  taken: ReadonlySet<string>
) => {
  const kept = keptColumns.encode(keptOf(send))
  const next_attempt_at = datedAt(send)
  return queued.map(({ address, folded, id, name }) => {
    const isTaken = taken.has(id)
    return {
      id,
      tenant_id: send.tenant_id,
      body_id: send.body.id,
      recipient_email: address,
      recipient_name: name,
      sender_email: send.sender.address,
      sender_name: send.sender.name,
      template_id: send.template_id,
      template_version: send.template_version,
      subject: send.subject,
      ...kept,
      scheduled_at: send.scheduled_at,
      recipient_folded: recipientFolded(address, folded),
      status: statusAtFirst(isTaken),
      // Counted before the attempt is made, as by a claim.
      attempts: isTaken ? 1 : 0,
      next_attempt_at,
      created_at: send.created_at,
      lease_owner: isTaken && lease !== undefined ? lease.owner : null,
      due_at: isTaken && lease !== undefined ? lease.until : next_attempt_at
    }
  })
}

const taggedOf = ({ queued, send: { created_at, tags, tenant_id } }: SendDecision) =>
  Object.keys(tags).length === 0
    ? []
    : queued.map(({ id }) => ({ id, tenant_id, created_at, tags }))

/**
 * Writes the bodies, files, log rows, tags and queue rows of sends that have recipients to queue,
 * with the lease of those taken, and counts them.
 */
export const makeInsertSends = Effect.gen(function* () {
  const database = yield* Database
  const { sql, tables } = database
  const counters = yield* makeCounters
  const usage = yield* makeUsage
  const writeAttachments = yield* makeWriteAttachments
  const writeTags = yield* makeWriteTags
  const queueForIndex = yield* makeQueueForIndex
  const together = makeTogether(database)
  const later = makeLater(database)
  const emails = given(database, { ...written.types, recipient_folded: "text" })
  const columns = sql.literal(`${written.columns}, recipient_folded`)
  const due = given(database, {
    id: "text",
    tenant_id: "text",
    lease_owner: "text",
    due_at: "integer",
    scheduled_at: "integer"
  })

  return (
    decisions: ReadonlyArray<SendDecision>,
    lease: Lease | undefined,
    taken: ReadonlySet<string>
  ) =>
    Effect.gen(function* () {
      const rows = decisions.flatMap((decision) => rowsOf(decision, lease, taken))
      // Parameters, not JSON: contents are large, and extracting them from JSON costs four times
      // the insert. So the text depends on the number of bodies, and is kept apart from the others:
      // Postgres would plan those again for each number, and connections keep every plan.
      const bodies = decisions.map(({ send: { body, created_at, scheduled_at, tenant_id } }) => ({
        ...bodyRow(body),
        tenant_id,
        scheduled_at,
        created_at
      }))
      if (List.isArrayNonEmpty(bodies))
        yield* later(sql`INSERT INTO ${tables.bodies} ${sql.insert(bodies)}`)
      yield* writeAttachments(
        decisions.map(({ send: { attachments, body } }) => ({
          body_id: body.id,
          files: attachments
        }))
      )
      yield* together([
        sql`INSERT INTO ${tables.emails} (${columns}, smtp_provider, updated_at)
          SELECT ${columns}, '', created_at FROM ${emails(rows)} AS given WHERE true`,
        ...writeTags(decisions.flatMap(taggedOf)),
        queueForIndex(rows),
        sql`INSERT INTO ${tables.queue} (id, tenant_id, lease_owner, due_at, scheduled_at)
          SELECT id, tenant_id, lease_owner, due_at, scheduled_at
          FROM ${due(rows)} AS given WHERE true`,
        // Last, since every send of a tenant needs these rows: other sends wait for them until the
        // commit.
        usage.add(decisions),
        counters.entering(
          rows.map(({ created_at, status, tenant_id }) => ({
            tenant_id,
            created_at,
            from: null,
            to: status
          }))
        )
      ])
    })
})
