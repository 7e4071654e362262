import { keptOf } from "@telemark/contract"
import { Array as List, Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import { given, makeTogether } from "../../database/given.js"
import { datedAt } from "../../delivery/message/Message.js"
import { statusAtFirst } from "../../delivery/message/transition.js"
import type { AttachmentInfo } from "../attachments/Attachment.js"
import { makeWriteAttachments } from "../attachments/AttachmentStore.js"
import { shownText } from "./bodyTable.js"
import type { SendDecision } from "./decideSends.js"
import { emailTable, recipientFolded } from "./emailTable.js"
import type { AcceptLease } from "./leaseAccepted.js"
import { makeQueueForIndex } from "./searchTable.js"
import { makeWriteTags } from "./tagTable.js"

/** What is written of a message as it is accepted; the rest of its log is empty, or a time of it. */
const written = {
  id: "text",
  tenant_id: "text",
  body_id: "text",
  recipient_email: "text",
  recipient_name: "text",
  sender_email: "text",
  sender_name: "text",
  template_id: "text",
  template_version: "integer",
  subject: "text",
  metadata: "text",
  tags: "text",
  topic: "text",
  scheduled_at: "integer",
  recipient_folded: "text",
  status: "text",
  attempts: "integer",
  created_at: "integer"
} as const
const writtenColumns = Object.keys(written).join(", ")

const emailsOf = ({ queued, send }: SendDecision, taken: ReadonlySet<string>) => {
  const kept = emailTable.encodeChanges(keptOf(send))
  const due_at = datedAt(send)
  return queued.map(({ address, folded, id, name }) => ({
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
    metadata: kept.metadata ?? null,
    tags: kept.tags ?? null,
    topic: send.topic,
    scheduled_at: send.scheduled_at,
    recipient_folded: recipientFolded(address, folded),
    status: statusAtFirst(taken.has(id)),
    // Counted before the attempt is made, as by a claim.
    attempts: taken.has(id) ? 1 : 0,
    due_at,
    created_at: send.created_at
  }))
}

// Field by field, so that a file's content is never included.
const infoOf = ({ content_id, content_type, filename, size }: AttachmentInfo): AttachmentInfo => ({
  filename,
  content_type,
  content_id,
  size
})

const bodyOf = ({ send: { body, created_at, scheduled_at, tenant_id } }: SendDecision) => ({
  id: body.id,
  tenant_id,
  html: body.html,
  text: body.text,
  headers: JSON.stringify(body.headers),
  shown: shownText(body.shown),
  attachments: body.attachments.length === 0 ? null : JSON.stringify(body.attachments.map(infoOf)),
  track_opens: Number(body.track?.opens ?? false),
  track_clicks: Number(body.track?.clicks ?? false),
  scheduled_at,
  created_at
})

const taggedOf = ({ queued, send: { created_at, tags, tenant_id } }: SendDecision) =>
  queued.map(({ id }) => ({ id, tenant_id, created_at, tags }))

const filesOf = ({ send: { attachments, body } }: SendDecision) => ({
  body_id: body.id,
  files: attachments
})

/**
 * Writes the bodies, files, log rows, tags and queue rows of sends that have recipients to queue,
 * and the leases of these messages. `counts` are the statements that count them.
 */
export const makeInsertSends = Effect.gen(function* () {
  const database = yield* Database
  const { sql, tables } = database
  const writeAttachments = yield* makeWriteAttachments
  const writeTags = yield* makeWriteTags
  const queueForIndex = yield* makeQueueForIndex
  const together = makeTogether(database)
  const emails = given(database, { ...written, due_at: "integer" })
  const columns = sql.literal(writtenColumns)
  const due = given(database, {
    id: "text",
    tenant_id: "text",
    lease_owner: "text",
    due_at: "integer",
    scheduled_at: "integer"
  })

  return (
    decisions: ReadonlyArray<SendDecision>,
    lease: AcceptLease | undefined,
    counts: ReadonlyArray<Statement.Statement<object>>
  ) =>
    Effect.gen(function* () {
      const taken = new Set(lease?.messages.map(({ id }) => id))
      const rows = decisions.flatMap((decision) => emailsOf(decision, taken))
      const queueRows = rows.map(({ due_at, id, scheduled_at, tenant_id }) =>
        lease !== undefined && taken.has(id)
          ? { id, tenant_id, scheduled_at, lease_owner: lease.owner, due_at: lease.until }
          : { id, tenant_id, scheduled_at, lease_owner: null, due_at }
      )
      // Parameters, not JSON: contents are large, and extracting them from JSON costs four times
      // the insert. So the text depends on the number of bodies, and is kept apart from the others:
      // Postgres would plan those again for each number, and connections keep every plan.
      const bodies = decisions.map(bodyOf)
      if (List.isArrayNonEmpty(bodies))
        yield* sql`INSERT INTO ${tables.bodies} ${sql.insert(bodies)}`
      yield* writeAttachments(decisions.map(filesOf))
      yield* together([
        sql`INSERT INTO ${tables.emails} (${columns}, smtp_provider, next_attempt_at, updated_at)
          SELECT ${columns}, '', due_at, created_at FROM ${emails(rows)} AS given WHERE true`,
        ...writeTags(decisions.flatMap(taggedOf)),
        queueForIndex(rows),
        sql`INSERT INTO ${tables.queue} (id, tenant_id, lease_owner, due_at, scheduled_at)
          SELECT id, tenant_id, lease_owner, due_at, scheduled_at
          FROM ${due(queueRows)} AS given WHERE true`,
        ...counts
      ])
    })
})
