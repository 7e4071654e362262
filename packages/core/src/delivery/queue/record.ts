import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given, makeAmong, makeLater, makeRun, makeTogether } from "../../database/given.js"
import { makeCounters } from "../../events/analytics/countersTable.js"
import type { EventRecord } from "../../events/log/Event.js"
import { makeWriteEvents } from "../../events/log/writeEvents.js"
import { countAttempt, type CountedMail } from "../../events/reputation/countedMail.js"
import { makeCountMail } from "../../events/reputation/reputationTable.js"
import { measured } from "../../kernel/metrics/Meters.js"
import { makeRemoveSentBodies } from "../../sending/emails/removeSentBodies.js"
import { makeWriteSuppressions } from "../../sending/suppressions/suppressionTable.js"
import { emailTable } from "../../sending/emails/emailTable.js"
import { inFlight } from "../message/transition.js"
import type { Settlement } from "../settlement/Settlement.js"
import { measureAttempts } from "../settlement/measureAttempts.js"
import { makeSelectOwned } from "./leases.js"

/**
 * The first of two outcomes of one message: the lease ends with it. A worker has two if it claimed
 * its own message again after its lease expired.
 */
const onceEach = (settlements: ReadonlyArray<Settlement>): ReadonlyArray<Settlement> =>
  [
    ...new Map([...settlements].reverse().map((settlement) => [settlement.id, settlement])).values()
  ].reverse()

/** The result of recording settlements. */
export interface Recorded {
  /** Messages whose outcomes were written; those whose lease was lost are missing. */
  readonly ids: ReadonlyArray<string>
  /**
   * Whether events of them wait for webhook endpoints or subscriptions, so that `NewEvents` should
   * be signalled.
   */
  readonly hasOutboxRows: boolean
}

const nothing: Recorded = { ids: [], hasOutboxRows: false }

const isSettled = (settlement: Settlement): boolean => settlement.next_attempt_at === null

const suppressionOf = ({ at, recipient, suppress, suppression_cause, tenant_id }: Settlement) =>
  suppress === null
    ? []
    : [
        {
          tenant_id,
          email_address: recipient,
          reason: suppress,
          added_at: at,
          cause: suppression_cause
        }
      ]

const endedOf = ({ body_id, created_at, next_attempt_at, tenant_id }: Settlement) =>
  body_id === undefined || next_attempt_at !== null ? [] : [{ body_id, created_at, tenant_id }]

const eventOf = ({ at, event, id, tenant_id }: Settlement): EventRecord => ({
  ...event,
  tenant_id,
  email_id: id,
  created_at: at
})

const countedOf = ({
  at,
  failure_code,
  sender_domain = "",
  status,
  tenant_id
}: Settlement): ReadonlyArray<CountedMail> => {
  const counts = countAttempt(status, failure_code)
  return counts === undefined
    ? []
    : [{ ...counts, tenant_id, domain: sender_domain, at, sent_at: at }]
}

const outcome = emailTable.pick(
  "status",
  "attempts",
  "smtp_provider",
  "smtp_response",
  "error_message",
  "failure_code",
  "next_attempt_at"
)
const outcomeFields = { id: "text", ...outcome.types, at: "integer" } as const

export const makeRecord = Effect.gen(function* () {
  const database = yield* Database
  const counters = yield* makeCounters
  const countMail = yield* makeCountMail
  const together = makeTogether(database)
  const later = makeLater(database)
  const run = makeRun(database)
  const { dialect, sql, tables, write } = database
  const locksRows = dialect.forUpdate !== ""
  const among = makeAmong(database)
  const selectOwned = yield* makeSelectOwned
  const retries = given(database, {
    id: "text",
    next_attempt_at: "integer",
    refused_since: "integer"
  })
  const emails = given(database, outcomeFields)
  const emailsWithIds = given(database, { ...outcomeFields, provider_message_id: "text" })
  const setOutcome = sql.literal(outcome.names.map((name) => `${name} = given.${name}`).join(", "))
  const writeSuppressions = yield* makeWriteSuppressions
  const { remove: removeSentBodies } = yield* makeRemoveSentBodies
  const writeEvents = yield* makeWriteEvents

  /** Removes settled messages from the queue, and makes the others due again. */
  const settle = (settlements: ReadonlyArray<Settlement>) =>
    Effect.gen(function* () {
      const settled = settlements.filter(isSettled)
      const open = settlements.filter((settlement) => !isSettled(settlement))
      if (settled.length > 0)
        yield* later(
          sql`DELETE FROM ${tables.queue} WHERE id ${among(settled.map(({ id }) => id))}`
        )
      if (open.length > 0) {
        yield* later(sql`UPDATE ${tables.queue} SET due_at = given.next_attempt_at, lease_owner = NULL, refused_since = given.refused_since
          FROM ${retries(open)} AS given WHERE queue.id = given.id`)
      }
    })

  /**
   * Removes the owner's messages in one statement. It locks rows in no fixed order, so on Postgres
   * it is for a single row.
   */
  const takeOff = (owner: string, ids: ReadonlyArray<string>) =>
    sql<{
      readonly id: string
    }>`DELETE FROM ${tables.queue} WHERE id ${among(ids)} AND lease_owner = ${owner} RETURNING id`

  // Most servers give no id, and the column has an index: then it isn't named.
  const withIds = (settlements: ReadonlyArray<Settlement>) =>
    settlements.every(({ provider_message_id }) => typeof provider_message_id !== "string")
      ? { set: sql``, rows: emails(settlements) }
      : {
          set: sql`provider_message_id = COALESCE(given.provider_message_id, emails.provider_message_id),`,
          rows: emailsWithIds(
            settlements.map((settlement) => ({ provider_message_id: null, ...settlement }))
          )
        }

  const writeLog = (settlements: ReadonlyArray<Settlement>) => {
    const { rows, set } = withIds(settlements)
    return sql`UPDATE ${tables.emails} SET
        ${set}
        ${setOutcome},
        sent_at = CASE given.status WHEN 'sent' THEN given.at ELSE sent_at END,
        bounced_at = CASE given.status WHEN 'bounced' THEN given.at ELSE bounced_at END,
        failed_at = CASE given.status WHEN 'failed' THEN given.at ELSE failed_at END,
        updated_at = given.at
      FROM ${rows} AS given WHERE emails.id = given.id`
  }

  const record = (
    owner: string,
    settlements: ReadonlyArray<Settlement>
  ): Effect.Effect<Recorded, StorageError> =>
    settlements.length === 0
      ? Effect.succeed(nothing)
      : write(
          Effect.gen(function* () {
            const once = onceEach(settlements)
            const ids = once.map(({ id }) => id)
            const isShort = once.every(isSettled) && (!locksRows || once.length === 1)
            const rows = yield* run(isShort ? takeOff(owner, ids) : selectOwned(owner, ids))
            const locked = new Set(rows.map(({ id }) => id))
            const owned = once.filter(({ id }) => locked.has(id))
            if (owned.length === 0) return nothing
            if (!isShort) yield* settle(owned)
            yield* later(writeLog(owned))
            const removable = owned.flatMap(endedOf)
            if (removable.length > 0) yield* removeSentBodies(removable)
            yield* writeSuppressions(owned.flatMap(suppressionOf))
            const hasOutboxRows = yield* writeEvents(
              owned.map(eventOf),
              Math.max(...owned.map(({ at }) => at))
            )
            // A leased message is counted as in flight.
            yield* together([
              ...countMail(owned.flatMap(countedOf)),
              ...counters.changing(
                owned.map(({ at, created_at, scheduled_at, status, tenant_id }) => ({
                  tenant_id,
                  created_at,
                  from: inFlight,
                  to: status,
                  handed: { created_at, scheduled_at, sent_at: status === "sent" ? at : null }
                }))
              )
            ])
            return { ids: owned.map(({ id }) => id), hasOutboxRows }
          })
        )

  return yield* measured(record, (meters, { ids }, _owner, settlements) => {
    measureAttempts(meters, settlements, ids)
  })
})
