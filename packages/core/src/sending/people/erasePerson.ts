import type { ErasedPerson, StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { Inbox } from "../../delivery/inbox/Inbox.js"
import { inboxCapacity } from "../../delivery/inbox/CapturedMail.js"
import { NewEvents } from "../../events/log/NewEvents.js"
import { newId } from "../../kernel/ids.js"
import { emailQueries } from "../emails/emailQueries.js"
import { recipientColumn } from "../emails/emailTable.js"
import { containsAny } from "../../database/containing.js"
import { type Erased, erasedOf, names } from "./erased.js"
import { makeEraseMessages } from "./eraseMessages.js"
import { makeEraseTexts } from "./eraseTexts.js"

/** Messages that one transaction erases. */
const together = 20

/** Messages that one call erases. */
const atOnce = 1000

interface Found {
  readonly id: string
  readonly recipient_email: string
  readonly created_at: number
  readonly waits: number
}

type Position = Pick<Found, "id" | "created_at">

type Messages = Pick<ErasedPerson, "cancelled" | "contents" | "emails" | "in_flight">

/**
 * Erases a person from what a tenant has. Killed half-way, the next call goes on: the log's rows are
 * found by the address until everything else of them is erased, and suppressions are moved last, so
 * that who got no mail gets none meanwhile.
 */
export const makeErasePerson = Effect.gen(function* () {
  const { sql, tables, write } = yield* Database
  const { cancel } = yield* emailQueries
  const inbox = yield* Inbox
  const newEvents = yield* NewEvents
  const eraseMessages = yield* makeEraseMessages
  const eraseTexts = yield* makeEraseTexts
  const recipient = sql.literal(recipientColumn)

  const findAfter = (tenantId: string, { folded }: Erased, after: Position) => {
    const earlier = folded.normalize("NFD")
    return stored(sql<Found>`SELECT id, recipient_email, created_at,
        CASE WHEN EXISTS (SELECT 1 FROM ${tables.queue} WHERE queue.id = emails.id) THEN 1 ELSE 0 END AS waits
      FROM ${tables.emails} WHERE tenant_id = ${tenantId} AND ${recipient} IN (${folded}, ${earlier})
        AND (created_at, id) > (${after.created_at}, ${after.id}) ORDER BY created_at, id LIMIT ${together}`)
  }

  /** Those that won't be sent, and how many are being sent now. */
  const cancelWaiting = (tenant_id: string, waiting: ReadonlyArray<Found>) =>
    Effect.gen(function* () {
      let [cancelled, in_flight] = [0, 0]
      for (const { id } of waiting) {
        const now = yield* Clock.currentTimeMillis
        const outcome = yield* cancel({ tenant_id, id, now, event_id: yield* newId("evt") })
        if (outcome === "cancelled") cancelled++
        if (outcome === "in_flight") in_flight++
      }
      if (cancelled > 0) yield* newEvents.signal
      return { cancelled, in_flight }
    })

  const messages = (tenantId: string, person: Erased) =>
    Effect.gen(function* () {
      let sum: Messages = { emails: 0, cancelled: 0, in_flight: 0, contents: 0 }
      let after: Position = { created_at: -1, id: "" }
      const spelled = new Set<string>()
      for (let seen = 0; seen < atOnce; seen += together) {
        const found = yield* findAfter(tenantId, person, after)
        const last = found.at(-1)
        if (last === undefined) return { ...sum, spelled: [...spelled], hasMore: false }
        for (const { recipient_email } of found) spelled.add(recipient_email)
        const { cancelled, in_flight } = yield* cancelWaiting(
          tenantId,
          found.filter(({ waits }) => waits !== 0)
        )
        const { contents, emails } = yield* write(
          eraseMessages(
            tenantId,
            found.map(({ id }) => id),
            erasedOf(person.folded, person.pseudonym, [...person.spellings.slice(0, 2), ...spelled])
          )
        )
        sum = {
          emails: sum.emails + emails,
          cancelled: sum.cancelled + cancelled,
          in_flight: sum.in_flight + in_flight,
          contents: sum.contents + contents
        }
        after = last
        yield* Effect.yieldNow
      }
      return { ...sum, spelled: [...spelled], hasMore: true }
    })

  /** Sends inserted by SQL that aren't decided yet become messages, which can be erased then. */
  const undecided = (tenantId: string, person: Erased) =>
    Effect.map(
      stored(sql<{ readonly request: string }>`SELECT request FROM ${tables.sql_sends}
        WHERE tenant_id = ${tenantId} AND due_at IS NOT NULL
          AND ${containsAny(sql, "request", person.spellings)}`),
      (rows) => rows.filter(({ request }) => names(request, person)).length
    )

  const captured = (tenantId: string, person: Erased) =>
    Effect.gen(function* () {
      const mails = yield* inbox.list(inboxCapacity, tenantId)
      let removed = 0
      for (const { id, recipient, released } of mails) {
        if (!names(recipient, person) && !names(released?.to ?? null, person)) continue
        if (yield* inbox.remove(tenantId, id)) removed++
      }
      return removed
    })

  /** One statement each on its own would lose what is suppressed between them on Postgres. */
  const suppressions = (tenantId: string, { folded, pseudonym }: Erased) =>
    write(
      Effect.gen(function* () {
        const moved = yield* sql<Record<string, unknown>>`DELETE FROM ${tables.suppressions}
          WHERE tenant_id = ${tenantId} AND folded = ${folded}
          RETURNING tenant_id, folded, email_address, reason, added_at, cause, topic`
        for (const row of moved)
          yield* sql`INSERT INTO ${tables.suppressions} ${sql.insert({ ...row, folded: pseudonym, email_address: pseudonym })} ON CONFLICT DO NOTHING`
        return moved.length
      })
    )

  return (
    tenantId: string,
    address: string,
    pseudonym: string
  ): Effect.Effect<ErasedPerson, StorageError> =>
    Effect.gen(function* () {
      const asked = erasedOf(address, pseudonym)
      const { contents, hasMore, in_flight, spelled, ...rest } = yield* messages(tenantId, asked)
      const person = erasedOf(address, pseudonym, spelled)
      const waiting = in_flight + (yield* undecided(tenantId, person))
      const removed = yield* captured(tenantId, person)
      const done = !hasMore && waiting === 0
      return {
        done,
        ...rest,
        in_flight: waiting,
        contents: contents + removed,
        texts: yield* eraseTexts(tenantId, person),
        // What waits is looked up by the address when it is claimed.
        suppressions: done ? yield* suppressions(tenantId, person) : 0
      }
    })
})
