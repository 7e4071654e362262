import type { StorageError } from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { batchedWrites } from "../../database/batched.js"
import { replaced } from "../../database/replaced.js"
import { stored } from "../../database/storageError.js"
import { defineTable } from "../../database/table.js"
import { type CapturedMail, inboxCapacity, inboxOctets, type Release } from "./CapturedMail.js"

interface Captured {
  readonly mail: CapturedMail
  /** The bytes that would have been sent. */
  readonly source: Uint8Array
}

/** It keeps only the newest: at most `inboxCapacity`, with at most `inboxOctets` in total. */
interface InboxService {
  /** Replaces one with the same id, which is no longer released then. */
  readonly put: (mail: CapturedMail, source: Uint8Array) => Effect.Effect<void, StorageError>
  /** Newest first; of all tenants unless one is named. */
  readonly list: (
    limit: number,
    tenantId?: string
  ) => Effect.Effect<ReadonlyArray<CapturedMail>, StorageError>
  readonly find: (id: string) => Effect.Effect<Captured | undefined, StorageError>
  /** False if there is none of that id. */
  readonly remove: (tenantId: string, id: string) => Effect.Effect<boolean, StorageError>
  /** Undefined if it is no longer kept. */
  readonly markReleased: (
    id: string,
    release: Release
  ) => Effect.Effect<CapturedMail | undefined, StorageError>
  /** Of all tenants unless one is named. */
  readonly clear: (tenantId?: string) => Effect.Effect<void, StorageError>
}

interface Row extends Omit<CapturedMail, "released"> {
  readonly released_to: string | null
  readonly released_at: number | null
}

/** Its bytes are in a column `source` that is read alone. */
const inboxTable = defineTable<Row>()({
  id: "plain",
  tenant_id: "plain",
  sender: "plain",
  recipient: "plain",
  subject: "plain",
  captured_at: "plain",
  released_to: "plain",
  released_at: "plain"
})

const mailOf = ({ released_at, released_to, ...mail }: Row): CapturedMail =>
  released_to === null || released_at === null
    ? mail
    : { ...mail, released: { to: released_to, at: released_at } }

const first = ([row]: ReadonlyArray<Row>): CapturedMail | undefined => row && mailOf(row)

const make = Effect.gen(function* () {
  const { change, sql, tables } = yield* Database
  const columns = sql.literal(inboxTable.columns)
  const replacement = sql.literal(
    replaced(["captured_at", "sender", "recipient", "subject", "source"])
  )

  const insert = ({
    mail: { captured_at, id, recipient, sender, subject, tenant_id },
    source
  }: Captured) =>
    sql`INSERT INTO ${tables.inbox} ${sql.insert({ id, tenant_id, sender, recipient, subject, captured_at, source })}
      ON CONFLICT (id) DO UPDATE SET ${replacement}, released_to = NULL, released_at = NULL`

  // No batch is larger than this LIMIT, which SQLite requires before an OFFSET.
  const leaveNewest = sql`DELETE FROM ${tables.inbox} WHERE id IN
    (SELECT id FROM ${tables.inbox} ORDER BY captured_at DESC, id DESC LIMIT 1000 OFFSET ${inboxCapacity})`

  // The newest mail stays, however large it is. WITH can't come first: such a statement is taken
  // for one that returns rows.
  const leaveNewestOctets = sql`
    DELETE FROM ${tables.inbox} WHERE id IN (
      WITH sizes AS MATERIALIZED (SELECT id, captured_at, octet_length(source) AS octets FROM ${tables.inbox})
      SELECT id FROM (
        SELECT id, ROW_NUMBER() OVER newest AS place, SUM(octets) OVER newest AS octets
        FROM sizes WINDOW newest AS (ORDER BY captured_at DESC, id DESC)
      ) AS kept WHERE place > 1 AND octets > ${inboxOctets})`

  // Neither database reads a source to get its length: for 500 mails this takes a millisecond.
  const isTooLarge = Effect.map(
    sql<{
      readonly octets: number | string
    }>`SELECT COALESCE(SUM(octet_length(source)), 0) AS octets FROM ${tables.inbox}`,
    ([row]) => Number(row?.octets) > inboxOctets
  )

  const put = yield* batchedWrites(
    (mails: ReadonlyArray<Captured>) =>
      Effect.gen(function* () {
        yield* Effect.forEach(mails, insert, { discard: true })
        yield* leaveNewest
        if (yield* isTooLarge) yield* leaveNewestOctets
        return mails.map(() => undefined)
      }),
    { octetsOf: ({ source }) => source.length }
  )

  const ofTenant = (tenantId: string | undefined) =>
    tenantId === undefined ? sql`1 = 1` : sql`tenant_id = ${tenantId}`

  return Inbox.of({
    put: (mail, source) => put({ mail, source }),

    clear: (tenantId) =>
      change(Effect.asVoid(sql`DELETE FROM ${tables.inbox} WHERE ${ofTenant(tenantId)}`)),

    remove: (tenantId, id) =>
      change(
        Effect.map(
          sql`DELETE FROM ${tables.inbox} WHERE id = ${id} AND tenant_id = ${tenantId} RETURNING id`,
          (rows) => rows.length > 0
        )
      ),

    list: (limit, tenantId) =>
      stored(
        Effect.map(
          sql<Row>`SELECT ${columns} FROM ${tables.inbox} WHERE ${ofTenant(tenantId)} ORDER BY captured_at DESC, id DESC LIMIT ${limit}`,
          (rows) => rows.map(mailOf)
        )
      ),

    markReleased: (id, { at, to }) =>
      stored(
        Effect.map(
          sql<Row>`UPDATE ${tables.inbox} SET ${sql.update({ released_to: to, released_at: at })} WHERE id = ${id} RETURNING ${columns}`,
          first
        )
      ),

    find: (id) =>
      stored(
        Effect.map(
          sql<
            Row & { readonly source: Uint8Array }
          >`SELECT ${columns}, source FROM ${tables.inbox} WHERE id = ${id}`,
          ([row]) => {
            if (row === undefined) return undefined
            const { source, ...mail } = row
            return { mail: mailOf(mail), source: new Uint8Array(source) }
          }
        )
      )
  })
})

/** One for each storage: mails that are captured at the same time share a transaction. */
export class Inbox extends Context.Service<Inbox, InboxService>()("@telemark/core/Inbox") {
  static readonly layer = Layer.effect(this, make)
}
