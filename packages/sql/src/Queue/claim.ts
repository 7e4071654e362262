import { type ClaimedMessage, type EmailStatus, foldAddress, type Lease, type StorageError } from "@telemark/core"
import { Effect } from "effect"
import { makeCounters } from "../Counts/index.js"
import { Database, given, stored } from "../Database/index.js"
import { addressKey, makeFindSuppressed } from "../Suppressions/index.js"
import { makeFindBodies } from "./bodies.js"
import { makeChoose } from "./choose.js"

interface EmailRow {
  readonly id: string
  readonly tenant_id: string
  readonly body_id: string
  readonly recipient_email: string
  readonly sender_email: string
  readonly sender_name: string | null
  readonly subject: string
  readonly status: EmailStatus
  readonly attempts: number
  readonly created_at: number
}

export const makeClaim = Effect.gen(function*() {
  const database = yield* Database
  const { sql, writeRelaxed } = database
  const choose = yield* makeChoose
  const findBodies = yield* makeFindBodies
  const findSuppressed = yield* makeFindSuppressed
  const counters = yield* makeCounters
  const ids = given(database, { id: "text" })

  const lease = ({ owner, until }: Lease, claimed: ReadonlyArray<{ readonly id: string }>, now: number) =>
    Effect.gen(function*() {
      const leased = yield* sql<{ readonly id: string; readonly refused_since: number | null }>`
        UPDATE queue SET lease_owner = ${owner}, due_at = ${until}
        WHERE id IN (SELECT id FROM ${ids(claimed)} AS given) RETURNING id, refused_since`
      // Not before the queue row is ours: until then, another worker may change the status.
      const emails = yield* sql<EmailRow>`
        SELECT id, tenant_id, body_id, recipient_email, sender_email, sender_name, subject, status, attempts, created_at
        FROM emails WHERE id IN (SELECT id FROM ${ids(claimed)} AS given)`
      // Counted before the attempt is made: after a crash in the middle of it, it was one.
      yield* sql`UPDATE emails SET status = 'sending', attempts = attempts + 1, updated_at = ${now}
        WHERE id IN (SELECT id FROM ${ids(claimed)} AS given)`
      return { emails, refusedSince: new Map(leased.map((row) => [row.id, row.refused_since])) }
    })

  const messagesOf = (emails: ReadonlyArray<EmailRow>, refusedSince: ReadonlyMap<string, number | null>) =>
    Effect.gen(function*() {
      const bodies = yield* findBodies(new Set(emails.map((email) => email.body_id)))
      const folded = new Map(emails.map((email) => [email.id, foldAddress(email.recipient_email)]))
      const foldedOf = (email: EmailRow) => folded.get(email.id) ?? ""
      const suppressed = yield* findSuppressed(
        emails.map((email) => ({ tenant_id: email.tenant_id, folded: foldedOf(email) }))
      )
      return emails.flatMap((email): ReadonlyArray<ClaimedMessage> => {
        const body = bodies.get(email.body_id)
        return body === undefined ? [] : [{
          id: email.id,
          tenant_id: email.tenant_id,
          sender: { name: email.sender_name, address: email.sender_email },
          recipient: email.recipient_email,
          subject: email.subject,
          body,
          created_at: email.created_at,
          attempts: email.attempts + 1,
          suppressed: suppressed.has(addressKey(email.tenant_id, foldedOf(email))),
          refused_since: refusedSince.get(email.id) ?? null
        }]
      })
    })

  return (wanted: Lease, limit: number, now: number): Effect.Effect<ReadonlyArray<ClaimedMessage>, StorageError> =>
    Effect.gen(function*() {
      // Looking at an idle queue must not write.
      const [due] = yield* stored(sql`SELECT 1 AS one FROM queue WHERE due_at <= ${now} LIMIT 1`)
      if (due === undefined) return []
      return yield* writeRelaxed(Effect.gen(function*() {
        const chosen = yield* choose(limit, now)
        if (chosen.length === 0) return []
        const { emails, refusedSince } = yield* lease(wanted, chosen, now)
        const places = new Map(chosen.map(({ id }, place) => [id, place]))
        const inOrder = [...emails].sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
        const messages = yield* messagesOf(inOrder, refusedSince)
        yield* counters.change(emails.map(({ created_at, status, tenant_id }) => ({ tenant_id, created_at, from: status, to: "sending" })))
        return messages
      }))
    })
})
