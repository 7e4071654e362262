// Steps of one transaction: they share their statements, and the rows that they lock.
import { splitAddress } from "@telemark/contract"
import { Clock, Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"
import { given } from "../../database/given.js"
import { makeTogether } from "../../database/together.js"
import { isInFlight } from "../../delivery/queue/isInFlight.js"
import { Entropy } from "../../kernel/ids/Entropy.js"
import { idAt } from "../../kernel/ids/newId.js"
import { makeWriteSuppressions } from "../../sending/suppressions/writeSuppressions.js"
import { withEngagement } from "../analytics/countedAs.js"
import { makeCounters } from "../analytics/countersTable.js"
import type { Change } from "../analytics/periodCounts.js"
import { makeWriteEvents, type NewEvent } from "../log/writeEvents.js"
import { type CountedMail, countReport } from "../reputation/countedMail.js"
import { makeCountMail } from "../reputation/reputationTable.js"
import type {
  FeedbackChange,
  FeedbackEntry,
  FeedbackFact,
  FeedbackRecorded,
  ReportedEmail
} from "./FeedbackStore.js"
import { suppressedTopic } from "./suppressedTopic.js"

interface Row extends Omit<ReportedEmail, "isUnsubscribed"> {
  readonly id: string
  readonly tenant_id: string
  readonly recipient_email: string
  readonly topic: string | null
  readonly sender_email: string
  /** What people did with it, as bits. */
  readonly engagement: number
}

/** A message while its reports are decided on. */
interface Email {
  readonly before: Row
  now: Row
  isUnsubscribed: boolean
  facts: ReadonlyArray<FeedbackFact>
  isTouched: boolean
}

/** Reports as they were decided on; `Early`: it has to wait. */
export type Decided<Reason> =
  | Extract<
      FeedbackRecorded<Reason>,
      { readonly _tag: "Recorded" | "Repeated" | "Left" | "NotFound" }
    >
  | { readonly _tag: "Early" }

const unsubscribed = "email.unsubscribed"

/**
 * By how many milliseconds ids may be ahead of the clock, if there are more transactions than
 * milliseconds.
 */
const maxAhead = 10

const reachedBy = ({ event, status }: FeedbackChange): ReadonlyArray<FeedbackFact> =>
  status === "delivered" || status === "bounced" || status === "complained"
    ? [{ status, at: event.created_at }]
    : []

const factAt = (
  facts: ReadonlyArray<FeedbackFact>,
  status: FeedbackFact["status"]
): number | null => facts.find((fact) => fact.status === status)?.at ?? null

const isSame = (a: Row, b: Row): boolean =>
  a.status === b.status &&
  a.smtp_response === b.smtp_response &&
  a.error_message === b.error_message &&
  a.failure_code === b.failure_code &&
  a.engagement === b.engagement

const keyOf = (emailId: string, type: string, key: string): string =>
  JSON.stringify([emailId, type, key])

type EntryToDecide<Reason> = Pick<FeedbackEntry<Reason>, "found" | "type" | "report_key" | "decide">

/**
 * Decides on reports together, inside the caller's transaction: locks their messages, and returns
 * the decisions and what remains to be written.
 */
export const makeDecideTogether = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables } = database
  const among = makeAmong(database)
  const forUpdate = sql.literal(dialect.forUpdate)
  let lastInstant = 0
  const counters = yield* makeCounters
  const countMail = yield* makeCountMail
  const together = makeTogether(database)
  const writeEvents = yield* makeWriteEvents
  const writeSuppressions = yield* makeWriteSuppressions
  const keys = given(database, { email_id: "text", type: "text", report_key: "text" })
  const emails = given(database, {
    id: "text",
    status: "text",
    smtp_response: "text",
    error_message: "text",
    failure_code: "text",
    engagement: "integer",
    is_moved: "integer",
    delivered_at: "integer",
    bounced_at: "integer",
    complained_at: "integer"
  })

  /**
   * Locks the messages, their queue rows first as workers do, in one order. Reports of other
   * transactions see what these have written.
   */
  const lock = (ids: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const queued = yield* sql<{ readonly id: string; readonly lease_owner: string | null }>`
        SELECT id, lease_owner FROM ${tables.queue} WHERE id ${among(ids)} ORDER BY id ${forUpdate}`
      const rows = yield* sql<Row>`
        SELECT id, tenant_id, recipient_email, sender_email, topic, created_at, sent_at, status, attempts, smtp_provider, smtp_response, error_message, failure_code, engagement
        FROM ${tables.emails} WHERE id ${among(ids)} ORDER BY id ${forUpdate}`
      return { owners: new Map(queued.map(({ id, lease_owner }) => [id, lease_owner])), rows }
    })

  const findKeys = <Reason>(
    entries: ReadonlyArray<EntryToDecide<Reason>>
  ): Effect.Effect<Set<string>, SqlError.SqlError> => {
    const asked = entries.flatMap(({ found, report_key, type }) =>
      found === undefined || report_key === null
        ? []
        : [{ email_id: found.email_id, type, report_key }]
    )
    return asked.length === 0
      ? Effect.succeed(new Set())
      : Effect.map(
          sql<{ readonly email_id: string; readonly type: string; readonly report_key: string }>`
        SELECT events.email_id, events.type, events.report_key FROM ${keys(asked)} AS given
        JOIN ${tables.events} ON events.email_id = given.email_id AND events.type = given.type AND events.report_key = given.report_key
        WHERE events.report_key IS NOT NULL`,
          (rows) =>
            new Set(rows.map(({ email_id, report_key, type }) => keyOf(email_id, type, report_key)))
        )
  }

  const findUnsubscribed = <Reason>(
    entries: ReadonlyArray<EntryToDecide<Reason>>
  ): Effect.Effect<ReadonlySet<string>, SqlError.SqlError> => {
    const asked = entries.flatMap(({ found, type }) =>
      found !== undefined && type === unsubscribed ? [found.email_id] : []
    )
    return asked.length === 0
      ? Effect.succeed(new Set())
      : Effect.map(
          sql<{
            readonly email_id: string
          }>`SELECT email_id FROM ${tables.events} WHERE email_id ${among(asked)} AND type = ${unsubscribed}`,
          (rows) => new Set(rows.map(({ email_id }) => email_id))
        )
  }

  const writeEmails = (touched: ReadonlyArray<Email>, now: number) =>
    touched.length === 0
      ? Effect.void
      : sql`
      UPDATE ${tables.emails} SET
        status = given.status,
        smtp_response = given.smtp_response,
        error_message = given.error_message,
        failure_code = given.failure_code,
        engagement = given.engagement,
        next_attempt_at = CASE given.is_moved WHEN 1 THEN NULL ELSE emails.next_attempt_at END,
        delivered_at = COALESCE(emails.delivered_at, given.delivered_at),
        bounced_at = COALESCE(emails.bounced_at, given.bounced_at),
        complained_at = COALESCE(emails.complained_at, given.complained_at),
        updated_at = ${now}
      FROM ${emails(
        touched.map(
          ({
            before,
            facts,
            now: { engagement, error_message, failure_code, id, smtp_response, status }
          }) => ({
            id,
            status,
            smtp_response,
            error_message,
            failure_code,
            engagement,
            is_moved: status === before.status ? 0 : 1,
            delivered_at: factAt(facts, "delivered"),
            bounced_at: factAt(facts, "bounced"),
            complained_at: factAt(facts, "complained")
          })
        )
      )} AS given WHERE emails.id = given.id`

  // Events are read in the order of their ids, which begin with the millisecond: later than that of
  // the attempt, which was recorded before the locks were taken, and than those of reports before.
  const laterIds = (count: number, now: number) =>
    Effect.map(Entropy, ({ bytes }) => {
      lastInstant = Math.min(Math.max(now, lastInstant) + 1, now + maxAhead)
      return Array.from({ length: count }, () => idAt("evt", lastInstant, bytes(16))).sort()
    })

  return <Reason>(entries: ReadonlyArray<EntryToDecide<Reason>>) =>
    Effect.gen(function* () {
      const named = [
        ...new Set(entries.flatMap(({ found }) => (found === undefined ? [] : [found.email_id])))
      ]
      const { owners, rows } =
        named.length === 0
          ? { owners: new Map<string, string | null>(), rows: [] }
          : yield* lock(named)
      const seen = yield* findKeys(entries)
      const unsubscriptions = yield* findUnsubscribed(entries)
      const now = yield* Clock.currentTimeMillis
      const ids = yield* laterIds(entries.length, now)
      const all = new Map(
        rows.map((row): readonly [string, Email] => [
          row.id,
          {
            before: row,
            now: row,
            isUnsubscribed: unsubscriptions.has(row.id),
            facts: [],
            isTouched: false
          }
        ])
      )
      const events: Array<NewEvent> = []
      const changes: Array<Change> = []
      const counted: Array<CountedMail> = []
      const suppressions: Array<Parameters<typeof writeSuppressions>[0][number]> = []
      const suppress = (
        { recipient_email, tenant_id, topic }: Row,
        reason: FeedbackChange["suppress"],
        added_at: number
      ) => {
        if (reason !== null)
          suppressions.push({
            tenant_id,
            email_address: recipient_email,
            reason,
            added_at,
            topic: suppressedTopic(reason, topic)
          })
      }

      const decide = (
        { decide, found, report_key, type }: EntryToDecide<Reason>,
        eventId: string
      ): Decided<Reason> => {
        const email = found === undefined ? undefined : all.get(found.email_id)
        if (email === undefined || email.before.tenant_id !== found?.tenant_id)
          return { _tag: "NotFound" }
        const {
          attempts,
          created_at,
          engagement,
          error_message,
          failure_code,
          id,
          sent_at,
          smtp_provider,
          smtp_response,
          status,
          tenant_id
        } = email.now
        const key = report_key === null ? undefined : keyOf(id, type, report_key)
        if (key !== undefined && seen.has(key)) return { _tag: "Repeated" }
        const shown = {
          status,
          created_at,
          sent_at,
          attempts,
          smtp_provider,
          smtp_response,
          error_message,
          failure_code,
          isUnsubscribed: email.isUnsubscribed
        }
        const decision = decide(shown, { tenant_id, email_id: id, eventId, now })
        if (decision._tag === "Wait") return { _tag: "Early" }
        if (decision._tag === "Leave") {
          suppress(email.now, decision.suppress ?? null, now)
          if (decision.fact !== undefined && decision.fact !== null) {
            email.facts = [...email.facts, decision.fact]
            email.isTouched = true
          }
          return { _tag: "Left", reason: decision.reason }
        }
        const { change } = decision
        const next: Row = {
          ...email.now,
          status: change.status,
          smtp_response: change.smtp_response,
          error_message: change.error_message,
          failure_code: change.failure_code,
          engagement: withEngagement(engagement, change.engagement)
        }
        if (!isSame(email.now, next)) email.isTouched = true
        if (change.status !== status) email.facts = [...email.facts, ...reachedBy(change)]
        suppress(email.now, change.suppress, change.event.created_at)
        events.push({ ...change.event, report_key: change.report_key })
        const counts = countReport(status, change.status, change.failure_code)
        if (counts !== undefined) {
          counted.push({
            ...counts,
            tenant_id,
            domain: splitAddress(email.now.sender_email)?.domain ?? "",
            at: now,
            sent_at: sent_at ?? created_at
          })
        }
        changes.push({
          tenant_id,
          created_at,
          from: status,
          to: change.status,
          codeBefore: failure_code,
          code: change.failure_code,
          engagementBefore: engagement,
          engagement: next.engagement
        })
        email.now = next
        if (change.event.type === unsubscribed) email.isUnsubscribed = true
        if (change.report_key !== null) seen.add(keyOf(id, change.event.type, change.report_key))
        return { _tag: "Recorded", event_id: change.event.id }
      }

      const decided = entries.map((entry, index) => decide(entry, ids[index] ?? ""))

      // If a message is in flight, its worker records what becomes of it.
      const isOpen = ({ before: { id, status }, now }: Email): boolean =>
        now.status !== status && owners.has(id) && !isInFlight(owners.get(id) ?? null, status)

      /**
       * Writes the decisions. What the caller writes besides comes first: the counters, which every
       * writer needs, are locked last.
       */
      const write = Effect.gen(function* () {
        const touched = [...all.values()].filter(({ isTouched }) => isTouched)
        const done = touched.filter(isOpen).map(({ before }) => before.id)
        if (done.length > 0) yield* sql`DELETE FROM ${tables.queue} WHERE id ${among(done)}`
        yield* writeEmails(touched, now)
        yield* writeSuppressions(suppressions)
        yield* writeEvents(events, now)
        yield* together([...countMail(counted), ...counters.changing(changes)])
      })
      return { decided, write, now }
    })
})
