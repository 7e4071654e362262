import { type ClaimedKinds, type ClaimedMessage, type EmailStatus, type Lease, type StorageError } from "@telemark/core"
import { Effect } from "effect"
import { makeCounters } from "../Counts/index.js"
import { Database, makeAmong, stored } from "../Database/index.js"
import { makeChoose } from "./choose.js"
import { type LoggedMessage, makeMessagesOf } from "./messages.js"

interface EmailRow extends LoggedMessage {
  readonly status: EmailStatus
}

export const makeClaim = Effect.gen(function*() {
  const database = yield* Database
  const { sql, writeRelaxed } = database
  const choose = yield* makeChoose
  const messagesOf = yield* makeMessagesOf
  const counters = yield* makeCounters
  const among = makeAmong(database)

  const lease = ({ owner, until }: Lease, claimed: ReadonlyArray<string>, now: number) =>
    Effect.gen(function*() {
      const leased = yield* sql<{ readonly id: string; readonly refused_since: number | null }>`
        UPDATE queue SET lease_owner = ${owner}, due_at = ${until}
        WHERE id ${among(claimed)} RETURNING id, refused_since`
      // Not before the queue row is ours: until then, another worker may change the status.
      const emails = yield* sql<EmailRow>`
        SELECT id, tenant_id, body_id, recipient_email, sender_email, sender_name, template_id, subject, status, attempts, created_at
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

  return (
    wanted: Lease,
    limit: number,
    now: number,
    which: ClaimedKinds = {}
  ): Effect.Effect<ReadonlyArray<ClaimedMessage>, StorageError> =>
    Effect.gen(function*() {
      // Looking at a queue with nothing to take must not write.
      if (!(yield* stored(choose.isAnyDue(now, which)))) return []
      return yield* writeRelaxed(Effect.gen(function*() {
        const chosen = yield* choose.choose(limit, now, which)
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
