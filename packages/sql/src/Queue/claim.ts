import { type ClaimedMessage, type EmailStatus, foldAddress, type Lease, type StorageError } from "@telemark/core"
import { Effect } from "effect"
import { makeCounters } from "../Counts/index.js"
import { Database, makeAmong, stored } from "../Database/index.js"
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
  const among = makeAmong(database)

  const lease = ({ owner, until }: Lease, claimed: ReadonlyArray<string>, now: number) =>
    Effect.gen(function*() {
      const leased = yield* sql<{ readonly id: string; readonly refused_since: number | null }>`
        UPDATE queue SET lease_owner = ${owner}, due_at = ${until}
        WHERE id ${among(claimed)} RETURNING id, refused_since`
      // Not before the queue row is ours: until then, another worker may change the status.
      const emails = yield* sql<EmailRow>`
        SELECT id, tenant_id, body_id, recipient_email, sender_email, sender_name, subject, status, attempts, created_at
        FROM emails WHERE id ${among(claimed)}`
      // Counted before the attempt is made: after a crash in the middle of it, it was one.
      yield* sql`UPDATE emails SET status = 'sending', attempts = attempts + 1, updated_at = ${now} WHERE id ${among(claimed)}`
      return { emails, refusedSince: new Map(leased.map((row) => [row.id, row.refused_since])) }
    })

  /** What isn't in the log has no recipient: somebody removed it by hand. Left in the queue, it would come up for ever. */
  const drop = (chosen: ReadonlyArray<{ readonly id: string }>, emails: ReadonlyArray<EmailRow>) => {
    const known = new Set(emails.map(({ id }) => id))
    const unknown = chosen.flatMap(({ id }) => known.has(id) ? [] : [id])
    return Effect.zipRight(
      Effect.logError("the queue holds messages that are not in the log; they are dropped", { email_ids: unknown }),
      sql`DELETE FROM queue WHERE id ${among(unknown)}`
    )
  }

  const messagesOf = (emails: ReadonlyArray<EmailRow>, refusedSince: ReadonlyMap<string, number | null>) =>
    Effect.gen(function*() {
      const bodies = yield* findBodies(new Set(emails.map((email) => email.body_id)))
      const folded = new Map(emails.map((email) => [email.id, foldAddress(email.recipient_email)]))
      const foldedOf = (email: EmailRow) => folded.get(email.id) ?? ""
      const suppressed = yield* findSuppressed(
        emails.map((email) => ({ tenant_id: email.tenant_id, folded: foldedOf(email) }))
      )
      return emails.map((email): ClaimedMessage => ({
        id: email.id,
        tenant_id: email.tenant_id,
        sender: { name: email.sender_name, address: email.sender_email },
        recipient: email.recipient_email,
        subject: email.subject,
        body: bodies.get(email.body_id) ?? null,
        created_at: email.created_at,
        attempts: email.attempts + 1,
        suppressed: suppressed.has(addressKey(email.tenant_id, foldedOf(email))),
        refused_since: refusedSince.get(email.id) ?? null
      }))
    })

  return (wanted: Lease, limit: number, now: number): Effect.Effect<ReadonlyArray<ClaimedMessage>, StorageError> =>
    Effect.gen(function*() {
      // Looking at an idle queue must not write. Without its order, Postgres may plan it as a walk through the whole table.
      const [due] = yield* stored(sql`SELECT 1 AS one FROM queue WHERE due_at <= ${now} ORDER BY due_at LIMIT 1`)
      if (due === undefined) return []
      return yield* writeRelaxed(Effect.gen(function*() {
        const chosen = yield* choose(limit, now)
        if (chosen.length === 0) return []
        const { emails, refusedSince } = yield* lease(wanted, chosen.map(({ id }) => id), now)
        if (emails.length < chosen.length) yield* drop(chosen, emails)
        const places = new Map(chosen.map(({ id }, place) => [id, place]))
        const inOrder = [...emails].sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
        const messages = yield* messagesOf(inOrder, refusedSince)
        yield* counters.change(emails.map(({ created_at, status, tenant_id }) => ({ tenant_id, created_at, from: status, to: "sending" })))
        return messages
      }))
    })
})
