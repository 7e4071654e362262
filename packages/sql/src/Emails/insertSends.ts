import { Effect } from "effect"
import { Database, given } from "../Database/index.js"
import type { Decision } from "./decideSends.js"

const emailFields = {
  id: "text",
  tenant_id: "text",
  body_id: "text",
  recipient_email: "text",
  sender_email: "text",
  sender_name: "text",
  template_id: "text",
  template_version: "integer",
  subject: "text",
  metadata: "text",
  created_at: "integer"
} as const

const emailsOf = ({ queued, send }: Decision) => {
  const metadata = send.metadata === null ? null : JSON.stringify(send.metadata)
  return queued.map(({ address, id }) => ({
    id,
    tenant_id: send.tenant_id,
    body_id: send.body.id,
    recipient_email: address,
    sender_email: send.sender.address,
    sender_name: send.sender.name,
    template_id: send.template_id,
    template_version: send.template_version,
    subject: send.subject,
    metadata,
    created_at: send.created_at
  }))
}

const bodyOf = ({ send: { body, created_at, tenant_id } }: Decision) => ({
  id: body.id,
  tenant_id,
  html: body.html,
  text: body.text,
  headers: JSON.stringify(body.headers),
  created_at
})

/** Writes the bodies, log rows and queue rows of sends that have recipients to queue. */
export const makeInsertSends = Effect.map(Database, (database) => {
  const { sql } = database
  const emails = given(database, emailFields)
  const due = given(database, { id: "text", tenant_id: "text", due_at: "integer" })

  return (decisions: ReadonlyArray<Decision>) =>
    Effect.gen(function*() {
      // Parameters, not JSON: contents are large, and taking them out of JSON costs four times the insert.
      yield* sql`INSERT INTO bodies ${sql.insert(decisions.map(bodyOf))}`

      const rows = decisions.flatMap(emailsOf)
      yield* sql`INSERT INTO emails (
          id, tenant_id, body_id, recipient_email, sender_email, sender_name, template_id, template_version,
          subject, metadata, status, attempts, smtp_provider, next_attempt_at, created_at, updated_at)
        SELECT id, tenant_id, body_id, recipient_email, sender_email, sender_name, template_id, template_version,
          subject, metadata, 'queued', 0, '', created_at, created_at, created_at
        FROM ${emails(rows)} AS given WHERE true`
      yield* sql`INSERT INTO queue (id, tenant_id, due_at)
        SELECT id, tenant_id, due_at
        FROM ${due(rows.map(({ created_at, id, tenant_id }) => ({ id, tenant_id, due_at: created_at })))} AS given WHERE true`
    })
})
